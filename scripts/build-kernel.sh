#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds a small arm64 Linux kernel with pseudo-NMI from Debian's source package, for gicmask and its tests.
set -eu

usage() {
    cat <<'EOF'
usage: build-kernel.sh [OUTDIR] [--static-keys] [--no-nmi] [--version 6.1|6.12] [--jobs N] [--config-only]

Leaves vmlinux, Image, System.map, config and cpucaps.h in OUTDIR (default: kernel-VERSION).
  --static-keys   with CONFIG_JUMP_LABEL, as distributions build it
  --no-nmi        without CONFIG_ARM64_PSEUDO_NMI
  --version V     6.1 (Debian 12, the default) or 6.12 (Debian 13, or Debian 12 with backports)
  --jobs N        parallel compilations (default: the number of CPUs; about 10 minutes on two)
  --config-only   stop after the configuration
Source and objects stay in OUTDIR/src and OUTDIR/build, 3 GB together; both may be removed afterwards.
Then: GICMASK_KERNEL_DIR=OUTDIR ctest
EOF
}

die() {
    echo "build-kernel.sh: $*" >&2
    exit 2
}

out='' version=6.1 static_keys=n nmi=y config_only=n jobs=$(nproc)
while [ $# -gt 0 ]; do
    case $1 in
    --static-keys) static_keys=y ;;
    --no-nmi) nmi=n ;;
    --config-only) config_only=y ;;
    --version | --jobs)
        [ $# -gt 1 ] || die "$1 needs a value"
        if [ "$1" = --version ]; then version=$2; else jobs=$2; fi
        shift
        ;;
    -h | --help) usage && exit 0 ;;
    -*) usage >&2 && exit 2 ;;
    *)
        [ -z "$out" ] || die "more than one OUTDIR: $out and $1"
        out=$1
        ;;
    esac
    shift
done
case $version in 6.1 | 6.12) ;; *) die "version $version: only 6.1 and 6.12 are known" ;; esac
case $jobs in '' | *[!0-9]* | 0) die "--jobs $jobs: not a number" ;; esac
[ -n "$out" ] || out=kernel-$version

# What is missing is installed as root or through sudo; otherwise the one command is printed.
packages="linux-source-$version gcc-aarch64-linux-gnu gcc make bc flex bison libssl-dev libelf-dev xz-utils"
missing=
for package in $packages; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q ' installed' || missing="$missing $package"
done
if [ -n "$missing" ]; then
    install="apt-get install -y --no-install-recommends$missing"
    if [ "$(id -u)" = 0 ]; then
        become=
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        become=sudo
    else
        echo "build-kernel.sh: packages are missing. As root:" >&2
        echo "$install" >&2
        exit 2
    fi
    $become apt-get update
    # shellcheck disable=SC2086 # words of one command
    $become $install || die "could not install$missing (is linux-source-$version in this release? 6.12 on Debian 12: backports)"
fi

# A kernel that boots to user space on QEMU's virt board, and no more: tinyconfig and these.
fragment() {
    cat <<EOF
CONFIG_64BIT=y
CONFIG_EXPERT=y
CONFIG_SMP=y
CONFIG_NR_CPUS=4
CONFIG_CC_OPTIMIZE_FOR_PERFORMANCE=y
CONFIG_KALLSYMS=y
CONFIG_KALLSYMS_ALL=y
CONFIG_BUG=y
CONFIG_PRINTK=y
CONFIG_PRINTK_TIME=y
CONFIG_MULTIUSER=y
CONFIG_FUTEX=y
CONFIG_POSIX_TIMERS=y
CONFIG_HIGH_RES_TIMERS=y
CONFIG_NO_HZ_IDLE=y
CONFIG_BINFMT_ELF=y
CONFIG_BINFMT_SCRIPT=y
CONFIG_BLK_DEV_INITRD=y
CONFIG_RD_GZIP=y
CONFIG_PROC_FS=y
CONFIG_SYSFS=y
CONFIG_DEVTMPFS=y
CONFIG_TTY=y
CONFIG_SERIAL_AMBA_PL011=y
CONFIG_SERIAL_AMBA_PL011_CONSOLE=y
CONFIG_PERF_EVENTS=y
CONFIG_HW_PERF_EVENTS=y
CONFIG_ARM_PMU=y
CONFIG_UNMAP_KERNEL_AT_EL0=y
CONFIG_MITIGATE_SPECTRE_BRANCH_HISTORY=y
CONFIG_ARM64_PAN=y
CONFIG_ARM64_PTR_AUTH=y
CONFIG_ARM64_PTR_AUTH_KERNEL=y
CONFIG_ARM64_BTI=y
CONFIG_ARM64_USE_LSE_ATOMICS=y
CONFIG_ARM64_E0PD=y
CONFIG_ARM64_SVE=y
CONFIG_DEBUG_INFO_NONE=y
CONFIG_ARM64_PSEUDO_NMI=$nmi
CONFIG_JUMP_LABEL=$static_keys
# CONFIG_CC_OPTIMIZE_FOR_SIZE is not set
# CONFIG_RANDOMIZE_BASE is not set
# CONFIG_VT is not set
EOF
}

mkdir -p "$out"
out=$(cd "$out" && pwd)
tarball=/usr/src/linux-source-$version.tar.xz
[ -r "$tarball" ] || die "$tarball is not there although its package is installed"
if [ ! -f "$out/src/Makefile" ]; then
    rm -rf "$out/src.part"
    mkdir -p "$out/src.part"
    tar -xf "$tarball" -C "$out/src.part" --strip-components=1
    rm -rf "$out/src"
    mv "$out/src.part" "$out/src"
fi

# The same input gives the same image.
export KBUILD_BUILD_TIMESTAMP=2026-01-01 KBUILD_BUILD_USER=gicmask KBUILD_BUILD_HOST=gicmask
kmake() {
    make -s -C "$out/src" O="$out/build" ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu- "$@"
}
kmake tinyconfig
fragment >"$out/fragment.config"
"$out/src/scripts/kconfig/merge_config.sh" -m -O "$out/build" "$out/build/.config" "$out/fragment.config" >/dev/null
kmake olddefconfig

# Options that Kconfig dropped: the two that matter stop the build, others are named.
wants() {
    has=n
    if grep -q "^$1=y$" "$out/build/.config"; then has=y; fi
    [ $has = "$2" ]
}
wants CONFIG_ARM64_PSEUDO_NMI $nmi || die "Kconfig did not keep CONFIG_ARM64_PSEUDO_NMI=$nmi"
wants CONFIG_JUMP_LABEL $static_keys || die "Kconfig did not keep CONFIG_JUMP_LABEL=$static_keys"
grep '=y$' "$out/fragment.config" | while read -r line; do
    grep -qx "$line" "$out/build/.config" || echo "build-kernel.sh: note: this version has no ${line%=y}" >&2
done
cp "$out/build/.config" "$out/config"
if [ $config_only = y ]; then
    echo "configured: $out/config"
    exit 0
fi

kmake -j"$jobs" vmlinux Image
cp "$out/build/vmlinux" "$out/build/System.map" "$out/build/arch/arm64/boot/Image" "$out/"
for header in cpucaps.h cpucap-defs.h; do
    found=$out/build/arch/arm64/include/generated/asm/$header
    [ ! -f "$found" ] || cp "$found" "$out/cpucaps.h"
done
echo "built: $out/vmlinux"
