# SPDX-License-Identifier: Apache-2.0
# Sourced by demo.sh and test.sh: installs the Debian packages that are missing.

# What building and running gicmask takes, and what its tests take beyond that.
packages_build="gcc libc6-dev cmake ninja-build pkg-config libcapstone-dev libelf-dev libjansson-dev
                binutils-aarch64-linux-gnu"
packages_test="libcmocka-dev clang-14 clang-format-14 llvm-14 gcc-aarch64-linux-gnu libc6-dev-arm64-cross
               qemu-system-arm qemu-user libunicorn-dev python3 groff-base"

# need_packages NAME...: as root or through sudo; otherwise prints the one command that does it and exits 2.
need_packages() {
    missing=
    for package in "$@"; do
        state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) || state=
        [ "$state" = installed ] || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    install="apt-get install -y --no-install-recommends$missing"
    if [ "$(id -u)" = 0 ]; then
        as_root=
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        as_root=sudo
    else
        echo "packages are missing; as root run: apt-get update && $install" >&2
        exit 2
    fi
    echo "== installing:$missing"
    log=$(mktemp)
    if ! { $as_root apt-get update -qq &&
           $as_root env DEBIAN_FRONTEND=noninteractive $install -qq; } >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        echo "the packages could not be installed: apt-get said the above" >&2
        exit 2
    fi
    rm -f "$log"
}
