/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Linux's idle (cpu_do_idle, asm/cpuidle.h), as 6.1 and 6.12 have it, and the enable that follows it.
 *
 * Interrupts are off. With pseudo-NMIs that means that PMR would filter what has to wake the PE: so PSTATE takes over (set I and F), PMR
 * is opened to 0xf0, and one DSB SY, which is there in every variant, orders memory and lets the new mask arrive; WFI; PMR and then
 * DAIF go back. The DSB is the reason why idle itself is right also with relaxed synchronisation on PMHE=1; the enable after it is not.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "start end=done\n handler irq=on_irq"
        gm      "set x9=0xe0 x13=0xf0"
        gm      "balanced handler"

        .macro  says_61
        gm      "protocol linux-5.3\n interrupt 32 prio=0xa0\n interrupt 23 prio=0x20 class=nmi\n start pmr=0x60"
        .endm
        .macro  says_612
        gm      "protocol linux-6.11\n interrupt 32 prio=0xc0\n interrupt 23 prio=0x80 class=nmi\n start pmr=0xc0"
        .endm
        .macro  says_daif
        gm      "protocol daif\n interrupt 23 prio=0xa0 class=irq\n interrupt 32 prio=0xa0\n start pmr=0xf0 daif=if"
        .endm

        .macro  scenario version, variant, hint
        gm      "scenario linux/idle/\version-\variant-pmhe\hint"
        gm      "profile P0\n machine pmhe=\hint"
        .ifc    \variant, daif
        says_daif
        .else
        says_\version
        .endif
        gm      "start entry=idle_\version\()_\variant"
        gm      "raise 32 anywhere\n raise 23 anywhere"
        gm      "window critical to=idle_\version\()_\variant\()_enable name=off"
        gm      "claim masked at=idle_\version\()_\variant\()_enable"
        gm      "balanced from=idle_\version\()_\variant to=idle_\version\()_\variant\()_enable"
        gm      "expect wakes idle_\version\()_\variant\()_wfi must"
        gm      "expect taken 32 window=off never"
        .ifc    \variant\hint, relaxed1
        gm      "expect verdict missing-dsb may"
        .else
        gm      "expect acknowledged 32 must"
        gm      "expect acknowledged 23 must"
        gm      "expect clean"
        .endif
        .endm

        .macro  idle version, variant
        .irp    hint, 0, 1
        scenario \version, \variant, \hint
        .endr
idle_\version\()_\variant:
        .ifnc   \variant, daif
        mrs     x10, ICC_PMR_EL1
        mrs     x11, daif
        orr     x12, x11, #0xc0
        msr     daif, x12
        msr     ICC_PMR_EL1, x13
        .endif
        dsb     sy
idle_\version\()_\variant\()_wfi:
        wfi
        .ifnc   \variant, daif
        msr     ICC_PMR_EL1, x10
        msr     daif, x11
        .endif
idle_\version\()_\variant\()_enable:
        .ifc    \variant, daif
        msr     daifclr, #3
        .else
        msr     ICC_PMR_EL1, x9
        .ifc    \variant, forced
        dsb     sy
        .endif
        .endif
        nop
        isb
        nop
        b       done
        .endm

        .text
        .balign 4
        .irp    variant, daif, forced, relaxed
        idle    61, \variant
        idle    612, \variant
        .endr

        /* As in irqflags.S. */
on_irq: mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, 1f
        msr     ICC_EOIR1_EL1, x16
        msr     ICC_DIR_EL1, x16
1:      eret
done:   nop
