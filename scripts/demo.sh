#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The main job, from a fresh Debian 12: builds gicmask, shows what masking costs on five cores, and shows an interrupt
# that is held by the priority mask and taken after the unmask.
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh
need_packages $packages_build

echo "== building into build-demo"
cmake --preset release -B build-demo >build-demo.log 2>&1 && cmake --build build-demo >>build-demo.log 2>&1 || {
    cat build-demo.log >&2
    exit 2
}
rm -f build-demo.log

# Shows a command and runs it; the path of the build folder is left out of what is shown.
show() {
    echo
    echo "\$ gicmask $*"
    build-demo/tools/gicmask "$@"
}
pairs=daif_pair,pmr_nop_pair,pmr_relaxed_pair,pmr_dsb_pair

echo
cat <<END
== What saving, masking and restoring costs, in four forms, on every core.
   daif_pair         PSTATE.DAIF masks: no NMI gets through.
   pmr_nop_pair      The same, compiled for priority masking that is switched off: three NOPs more.
   pmr_relaxed_pair  ICC_PMR_EL1 masks: one read and two writes of it, and a NOP where the DSB was. Right only with PMHE=0.
   pmr_dsb_pair      With the DSB. With PMHE=0 it waits for nothing and costs a pipeline drain; with PMHE=1 each write of the
                     mask is sent to the redistributor, and the DSB waits for the acknowledge.
END
show cost examples/masking.S --entry $pairs --pmhe both

echo
echo "== The mask is opened before WFI with PMHE=1 and without a DSB: as late as the architecture allows, the core never wakes."
show run examples/masking.S --entry pmr_idle_nodsb --pmr 0x60 --pmhe on --resolve adversarial --irq 32,prio=0xa0 || [ $? = 1 ]

echo
echo "== An interrupt of priority 0xa0 is pending while ICC_PMR_EL1 is 0x60: it is masked, and taken after the unmask."
show run examples/masking.S --entry irq_at_0x60 --irq 32,prio=0xa0 --core neoverse-n1

echo
echo "done: more in README.md and in build-demo/tools/gicmask help"
