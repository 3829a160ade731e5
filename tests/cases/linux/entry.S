/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Linux's way from the vector to the interrupt's handler and back, for interrupts from EL1, as 6.1 and 6.12 have it (entry.S, entry-common.c,
 * irq-gic-v3.c).
 *
 *      entry     save PMR in the frame, write 0xf0: PSTATE masks everything. No synchronisation
 *      then      DAIF = I and F only. Were interrupts on (SPSR.I clear and the saved PMR is ON)?
 *      irqs-on   IAR, DSB; NMI if the running priority is an NMI's, then handled as one; always PMR = OFF and I, F cleared, so
 *                that NMIs are open again; an ordinary interrupt is handled
 *      irqs-off  PMR = OFF, ISB, IAR, PMR as before: if the NMI has gone, an interrupt that was masked must not be
 *                acknowledged in its place; NMI handled with DAIF as it is
 *      handled   EOIR, ISB, action, DIR
 *      exit      everything masked in PSTATE, PMR from the frame, DSB; ERET. 6.12: DSB if synchronisation is forced. 6.1: if
 *                ICC_CTLR_EL1.PMHE says so, at run time: its exit is right in every variant
 *
 * The interrupted code has a section that is off and opens again (irqflags.S); on relaxed with PMHE=1 6.12's exit lacks the DSB, and
 * 6.1's enable, so that the code of that pair is wrong in both versions.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        .set    ON, 0xe0
        .set    OFF_61, 0x60
        .set    OFF_612, 0xc0
        .set    NMI_61, 0x20
        .set    NMI_612, 0x80

        gm      "start end=done"
        gm      "set x9=0xe0"
        gm      "balanced handler"

        .macro  says_61
        gm      "protocol linux-5.3\n interrupt 32 prio=0xa0\n interrupt 23 prio=0x20 class=nmi\n set x10=0x60"
        .endm
        .macro  says_612
        gm      "protocol linux-6.11\n interrupt 32 prio=0xc0\n interrupt 23 prio=0x80 class=nmi\n set x10=0xc0"
        .endm
        .macro  says_daif
        gm      "protocol daif\n interrupt 23 prio=0xa0 class=irq\n interrupt 32 prio=0xa0\n start pmr=0xf0"
        .endm

        .macro  scenario sequence, version, variant, hint
        gm      "scenario linux/\sequence/\version-\variant-pmhe\hint"
        gm      "profile P0\n machine pmhe=\hint"
        .ifc    \variant, daif
        says_daif
        .else
        says_\version
        gm      "window nmi from=vector_\version\()_\variant\()_nmi_on to=vector_\version\()_\variant\()_nmi_on_end name=on"
        gm      "window nmi from=vector_\version\()_\variant\()_nmi_off to=vector_\version\()_\variant\()_nmi_off_end name=off"
        .endif
        gm      "start entry=\sequence\()_\version\()_\variant"
        gm      "handler irq=vector_\version\()_\variant"
        gm      "raise 32 anywhere\n raise 23 anywhere"
        .endm

        .macro  outcome variant, hint
        .ifc    \variant\hint, relaxed1
        gm      "expect verdict missing-dsb may"
        .else
        gm      "expect acknowledged 32 must"
        gm      "expect acknowledged 23 must"
        gm      "expect clean"
        .endif
        .endm

        /* Interrupts on throughout: entry, exit, irqs-on acknowledge, and irqs-off for an NMI in the IRQ's handler. */
        .macro  on version, variant
        .irp    hint, 0, 1
        scenario on, \version, \variant, \hint
        .ifc    \version\variant\hint, 61relaxed1
        outcome forced, 1
        .else
        outcome \variant, \hint
        .endif
        .endr
on_\version\()_\variant:
        nop
        isb
        nop
        b       done
        .endm

        /* Interrupts off, then on: an NMI takes the irqs-off way. */
        .macro  off version, variant
        .irp    hint, 0, 1
        scenario off, \version, \variant, \hint
        gm      "window critical from=off_\version\()_\variant to=off_\version\()_\variant\()_enable name=section"
        gm      "expect taken 32 window=section never"
        outcome \variant, \hint
        .endr
off_\version\()_\variant:
        .ifc    \variant, daif
        msr     daifset, #3
        .else
        msr     ICC_PMR_EL1, x10
        .endif
        nop
        nop
off_\version\()_\variant\()_enable:
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

        /* An NMI that goes away again between the vector and IAR, in a section that is off, with an ordinary interrupt pending. */
        .macro  retired version, variant
        .ifnc   \variant, daif
        .irp    hint, 0, 1
        scenario retired, \version, \variant, \hint
        gm      "interrupt 23 level\n lower 23 from=vector_\version\()_\variant to=vector_\version\()_\variant\()_iar_off optional"
        gm      "window critical to=retired_\version\()_\variant\()_end name=section"
        .ifc    \version, 61
        gm      "start pmr=0x60"
        .else
        gm      "start pmr=0xc0"
        .endif
        gm      "lower 23 at=vector_\version\()_\variant\()_nmi_off"
        gm      "expect taken 32 never"
        gm      "expect acknowledged 32 never"
        gm      "expect acknowledged 1023 at=vector_\version\()_\variant\()_iar_off may"
        gm      "expect acknowledged 23 at=vector_\version\()_\variant\()_iar_off may"
        gm      "expect clean"
        .endr
retired_\version\()_\variant:
        nop
        isb
        nop
retired_\version\()_\variant\()_end:
        b       done
        .endif
        .endm

        /* ---- the kernel: frame of x0, x1; x2, PMR; ELR, SPSR ---- */
        .macro  vector version, variant
vector_\version\()_\variant:
        stp     x0, x1, [sp, #-48]!
        mrs     x0, elr_el1
        mrs     x1, spsr_el1
        stp     x0, x1, [sp, #32]
        .ifnc   \variant, daif
        mrs     x0, ICC_PMR_EL1
        stp     x2, x0, [sp, #16]
        mov     x2, #0xf0
        msr     ICC_PMR_EL1, x2
        .else
        str     x2, [sp, #16]
        .endif
        mov     x2, #0xc0
        msr     daif, x2
        .ifnc   \variant, daif
        tbnz    x1, #7, vector_\version\()_\variant\()_off
        cmp     x0, #ON
        b.ne    vector_\version\()_\variant\()_off
        .endif

        mrs     x0, ICC_IAR1_EL1
        dsb     sy
        .ifnc   \variant, daif
        mrs     x2, ICC_RPR_EL1
        cmp     x2, #NMI_\version
        b.ne    1f
vector_\version\()_\variant\()_nmi_on:
        nop                             /* nmi_enter */
        msr     ICC_EOIR1_EL1, x0
        isb
        nop
        msr     ICC_DIR_EL1, x0
vector_\version\()_\variant\()_nmi_on_end:
        nop                             /* nmi_exit */
        mov     x0, #1023               /* done */
1:      mov     x2, #OFF_\version
        msr     ICC_PMR_EL1, x2
        msr     daifclr, #3
        .endif
        tbnz    x0, #9, 2f
        msr     ICC_EOIR1_EL1, x0
        isb
        nop
        msr     ICC_DIR_EL1, x0
        .ifc    \variant, daif
2:
        .else
2:      b       3f

vector_\version\()_\variant\()_off:
        mrs     x1, ICC_PMR_EL1
        mov     x2, #OFF_\version
        msr     ICC_PMR_EL1, x2
        isb
vector_\version\()_\variant\()_iar_off:
        mrs     x0, ICC_IAR1_EL1
        dsb     sy
        msr     ICC_PMR_EL1, x1
        tbnz    x0, #9, 3f
vector_\version\()_\variant\()_nmi_off:
        nop                             /* nmi_enter */
        msr     ICC_EOIR1_EL1, x0
        isb
        nop
        msr     ICC_DIR_EL1, x0
vector_\version\()_\variant\()_nmi_off_end:
        nop                             /* nmi_exit */
        .endif

3:      msr     daifset, #0xf
        .ifc    \variant, daif
        ldr     x2, [sp, #16]
        .else
        ldr     x0, [sp, #24]
        msr     ICC_PMR_EL1, x0
        .ifc    \version, 61
        mrs     x0, ICC_CTLR_EL1
        tbz     x0, #6, 4f
        dsb     sy
4:
        .else
        .ifc    \variant, forced
        dsb     sy
        .endif
        .endif
        ldr     x2, [sp, #16]
        .endif
        ldp     x0, x1, [sp, #32]
        msr     elr_el1, x0
        msr     spsr_el1, x1
        ldp     x0, x1, [sp], #48
        eret
        .endm

        .text
        .balign 4
        .irp    variant, daif, forced, relaxed
        .irp    version, 61, 612
        on      \version, \variant
        off     \version, \variant
        retired \version, \variant
        vector  \version, \variant
        .endr
        .endr
done:   nop
