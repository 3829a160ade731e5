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
status=0
for check in spdx paths includes format; do
    python3 -B tests/tool/check_$check.py . || status=1
done
[ $status = 0 ] || exit 1

summary=
for preset in dev asan clang; do
    echo "== $preset"
    log=build-$preset/ctest.log
    if ! { cmake --preset $preset >/dev/null && cmake --build build-$preset >build-$preset/build.log 2>&1; }; then
        grep -E 'error|warning|FAILED|undefined reference' build-$preset/build.log || true
        summary="$summary
$preset: the build failed"
        status=1
        continue
    fi
    if ! ctest --preset $preset -j "$(nproc)" >$log 2>&1; then
        cat $log
        status=1
    fi
    summary="$summary
$preset:
$(sed -n '/tests passed/,$p' $log)"
done
echo "== result$summary"
exit $status
