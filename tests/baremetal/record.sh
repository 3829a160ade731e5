#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# record.sh OFF-ELF ON-ELF: records what QEMU answers as expected-secure-off.txt and expected-secure-on.txt.
# Look at the difference before committing it: an expectation changes because a program did, never to make a test pass.
set -eu
here=$(dirname "$0")
"$here/qemu.sh" off "$1" > "$here/expected-secure-off.txt"
"$here/qemu.sh" on "$2" > "$here/expected-secure-on.txt"
wc -l "$here"/expected-secure-*.txt
