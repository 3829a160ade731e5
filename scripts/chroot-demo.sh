#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves scripts/demo.sh on a machine that has nothing: a minimal Debian 12 in a chroot, made with mmdebstrap from the
# apt sources of this host.  Needs root, mmdebstrap, and some 1.5 GB where TMPDIR points.
# usage: scripts/chroot-demo.sh [SCRIPT]      SCRIPT: what to run inside, default scripts/demo.sh
set -eu
cd "$(dirname "$0")/.."
inner=${1:-scripts/demo.sh}
[ "$(id -u)" = 0 ] || { echo "chroot-demo.sh: must be root to make a chroot" >&2; exit 2; }
command -v mmdebstrap >/dev/null || { echo "chroot-demo.sh: apt-get install mmdebstrap" >&2; exit 2; }

work=$(mktemp -d)
root=$work/root
mounted=
# Never remove the tree while something of the host is mounted in it.
cleanup() {
    [ -z "$mounted" ] || umount "$root/proc" || { echo "chroot-demo.sh: $root/proc is still mounted" >&2; exit 1; }
    rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

# Only the entries of the distribution itself that serve bookworm: others need keys that the chroot has not.
sources=$work/sources
awk '/^deb .*[ \/]bookworm/' /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
    grep -E ' bookworm(-updates|-security|/updates)? .*main' >"$sources" || true
for file in /etc/apt/sources.list.d/*.sources; do
    [ ! -e "$file" ] || grep -q '^Suites:.*bookworm' "$file" && { cat "$file"; echo; } >>"$sources" || true
done
[ -s "$sources" ] || { echo "chroot-demo.sh: no apt source of this host serves bookworm" >&2; exit 2; }

echo "== making a minimal Debian 12"
mmdebstrap --quiet --variant=minbase --mode=root bookworm "$root" "$sources"
# A proxy that the host's apt uses is needed inside too; nothing else of the host goes in.
for setting in $(apt-config dump --format '%f=%v%n' Acquire::http::Proxy Acquire::https::Proxy 2>/dev/null); do
    key=${setting%%=*} value=${setting#*=}
    [ -z "$value" ] || echo "$key \"$value\";" >>"$root/etc/apt/apt.conf.d/90proxy"
done
cp /etc/resolv.conf "$root/etc/resolv.conf"

echo "== copying the project, without what was built"
mkdir "$root/gicmask"
tar --exclude='./build*' --exclude=./.git -cf - . | tar -xf - -C "$root/gicmask"

echo "== running $inner in it"
mount -t proc proc "$root/proc"
mounted=yes
status=0
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 TERM=dumb \
    http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" \
    chroot "$root" sh -c "cd /gicmask && exec ./$inner" || status=$?
echo "== $inner in a clean chroot: exit status $status"
exit $status
