#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The whole test suite, from a fresh Debian 12: the quick checks of the text, then every test as built by gcc with
# assertions, under the address and undefined sanitizers, and as built by clang.  Exit status 0: all passed.
# GICMASK_KERNEL_DIR, GICMASK_TRACE_DIR: a kernel and recorded runs (see docs/validation.md); without them the
# tests that need them say that they were skipped.
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh
need_packages $packages_build $packages_test

echo "== quick checks"
for check in spdx paths includes; do
    python3 tests/tool/check_$check.py .
done

status=0
summary=
for preset in dev asan clang; do
    echo "== $preset"
    cmake --preset $preset >/dev/null
    cmake --build build-$preset -- -k 0 | grep -v '^\[' || true
    cmake --build build-$preset >/dev/null || { echo "the $preset build failed" >&2; exit 1; }
    log=build-$preset/ctest.log
    ctest --preset $preset -j "$(nproc)" >$log 2>&1 || status=1
    grep -E 'Failed|\*\*\*' $log || true
    [ $status = 0 ] || cat $log
    summary="$summary
$preset: $(grep -E 'tests passed' $log)
$(sed -n '/^Total Test time/,$p' $log)"
done
echo "== result$summary"
exit $status
