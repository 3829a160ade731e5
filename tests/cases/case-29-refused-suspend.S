/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 29: going down, the group is disabled at the CPU interface; firmware refuses the suspend and returns; only the success
 * path enabled the group again. The PE is deaf from then on. Source: Linux 0d62a49ab55c.
 *
 * PMR masks ordinary interrupts until it is opened for the WFI.
 * PSTATE.I is set up to the WFI, so that the interrupt cannot be handled before it (case 20).
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n machine highest-el=3\n start end=done pmr=0x60 daif=i"
        gm      "handler irq=on_irq\n handler sync=firmware el=3"
        gm      "balanced handler"

        gm      "scenario 29-faulty\n about the refused suspend leaves the group disabled"
        gm      "start entry=f_1"
        gm      "raise 32 at=f_5"
        gm      "balanced from=f_1 to=f_4 regs=ICC_IGRPEN1_EL1"
        gm      "expect no-wake f_5 must"
        gm      "expect taken 32 never"
        gm      "expect verdict unbalanced at=f_4 must"
        gm      "expect verdict no-wake at=f_5 must"

        gm      "scenario 29-mended\n about the failure path enables it again"
        gm      "start entry=m_1"
        gm      "raise 32 at=m_5"
        gm      "balanced from=m_1 to=m_4 regs=ICC_IGRPEN1_EL1"
        gm      "expect wakes m_5 must"
        gm      "expect taken 32 at=m_6,m_7 must"
        gm      "expect clean"

        /* Pending while the group is off: enabling it forwards what waits (case 40). */
        gm      "scenario 29-pending\n about what came during the attempt wakes it too"
        gm      "start entry=m_1"
        gm      "raise 32 at=m_3"
        gm      "balanced from=m_1 to=m_4 regs=ICC_IGRPEN1_EL1"
        gm      "expect wakes m_5 must"
        gm      "expect taken 32 at=m_6,m_7 must"
        gm      "expect clean"

        .text
        .balign 4
f_1:    msr     ICC_IGRPEN1_EL1, xzr
f_2:    isb
f_3:    smc     #0                      /* refused */
f_4:    mov     x1, #0xe0
        msr     ICC_PMR_EL1, x1
f_5:    wfi
f_6:    msr     daifclr, #2
        isb
        b       done

m_1:    msr     ICC_IGRPEN1_EL1, xzr
m_2:    isb
m_3:    smc     #0
        mov     x1, #1
        msr     ICC_IGRPEN1_EL1, x1
        isb
m_4:    mov     x1, #0xe0
        msr     ICC_PMR_EL1, x1
m_5:    wfi
        msr     daifclr, #2
m_6:    isb
m_7:    b       done

        /* SMC returns to the instruction after it. */
firmware:
        eret

        /* What came may have gone again, or a higher one may be replacing it (rules 6, 10): 1020 to 1023 have bit 9, no INTID here has. */
on_irq:
on_irq_iar:
        mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, on_irq_out
        msr     ICC_EOIR1_EL1, x16
on_irq_out:
        eret
done:   nop
