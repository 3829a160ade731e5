#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# qemu.sh off|on ELF: runs all programs under QEMU, prints one line a record: name@context and the words in hexadecimal.
set -eu
case $1 in
off) board=virt,gic-version=3 ;;
on) board=virt,gic-version=3,secure=on,virtualization=on ;; # EL2 too: the machine under test has it below EL3
*) echo "usage: qemu.sh off|on ELF" >&2; exit 2 ;;
esac
# semihosting writes to standard error; -icount makes the timer's interrupts deterministic on a busy host
timeout 60 qemu-system-aarch64 -icount shift=0,sleep=off -M "$board" -cpu cortex-a57 -m 64 -display none -nodefaults -monitor none -serial none \
    -semihosting-config enable=on,target=native -kernel "$2" 2>&1 |
    sed -e 's/@1\>/@off/' -e 's/@2\>/@ns-fiq1/' -e 's/@4\>/@ns-fiq0/' -e 's/@8\>/@s/' -e 's/@10\>/@el3/'
