#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check-qemu.sh off|on ELF: does the installed QEMU still answer what was recorded? 77 = no QEMU here.
set -eu
here=$(dirname "$0")
command -v qemu-system-aarch64 >/dev/null || { echo "skipped: no qemu-system-aarch64 (package qemu-system-arm)"; exit 77; }
"$here/qemu.sh" "$1" "$2" | diff -u "$here/expected-secure-$1.txt" -
echo "QEMU gives the recorded results: $(wc -l < "$here/expected-secure-$1.txt") records"
