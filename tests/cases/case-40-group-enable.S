/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 40: enabling a group, at the CPU interface or at the distributor, forwards what is already pending. Models looked only when
 * a device changed its line. Sources: gem5 e7c75d2c1148, 0004a6a060, cad88af5bd73; QEMU 703090770c19. The part about
 * LPIs waits for them.
 *
 * PSTATE.I is set, so that WFI shows whether the interrupt reached the PE, and the interrupt cannot be handled before it.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start end=done daif=i\n handler irq=on_irq"
        gm      "balanced handler"

        gm      "scenario 40-faulty\n about nothing enables the group"
        gm      "start entry=f_1\n set ICC_IGRPEN1_EL1=0"
        gm      "interrupt 32 state=pending"
        gm      "expect no-wake f_2 must"
        gm      "expect taken 32 never"
        gm      "expect verdict no-wake at=f_2 must"

        gm      "scenario 40-mended\n about the group is enabled: what is pending comes without a new edge"
        gm      "start entry=m_1\n set ICC_IGRPEN1_EL1=0"
        gm      "interrupt 32 state=pending"
        gm      "expect wakes m_3 must"
        gm      "expect taken 32 at=m_4,m_5 must"
        gm      "expect clean"

        gm      "scenario 40-no-isb\n about without a synchronization the enable may stay without effect (rule 3)"
        gm      "start entry=n_1\n set ICC_IGRPEN1_EL1=0"
        gm      "interrupt 32 state=pending"
        gm      "expect wakes n_2 may"
        gm      "expect no-wake n_2 may"
        gm      "expect verdict no-wake at=n_2 may"
        gm      "expect verdict missing-isb may"

        gm      "scenario 40-open\n about the same with interrupts open"
        gm      "start entry=o_1 daif=none\n set ICC_IGRPEN1_EL1=0"
        gm      "interrupt 32 state=pending"
        gm      "expect taken 32 at=o_1 never"
        gm      "expect taken 32 must"
        gm      "expect clean"

        gm      "scenario 40-distributor\n about the distributor's enable forwards as well"
        gm      "start entry=d_1"
        gm      "raise 32 at=d_2"
        gm      "expect wakes d_4 must"
        gm      "expect taken 32 at=d_5,d_6 must"
        gm      "expect clean"

        gm      "scenario 40-distributor-off\n about the group is off at the distributor: nothing wakes"
        gm      "start entry=x_1"
        gm      "raise 32 at=x_2"
        gm      "expect no-wake x_2 must"
        gm      "expect taken 32 never"
        gm      "expect verdict no-wake at=x_2 must"

        .text
        .balign 4
f_1:    isb
f_2:    wfi
        b       done

m_1:    mov     x1, #1
        msr     ICC_IGRPEN1_EL1, x1
m_2:    isb
m_3:    wfi
        msr     daifclr, #2
m_4:    isb
m_5:    b       done

n_1:    mov     x1, #1
        msr     ICC_IGRPEN1_EL1, x1
n_2:    wfi
        b       done

o_1:    mov     x1, #1
        msr     ICC_IGRPEN1_EL1, x1
o_2:    nop
o_3:    nop
        b       done

        /* GICD_CTLR: EnableGrp1 is bit 1, RWP bit 31. */
d_1:    movz    x2, #0x800, lsl #16
        ldr     w3, [x2]
        and     w4, w3, #~2
        str     w4, [x2]
1:      ldr     w5, [x2]
        tbnz    w5, #31, 1b
d_2:    nop
d_3:    str     w3, [x2]
d_4:    wfi
        msr     daifclr, #2
d_5:    isb
d_6:    b       done

x_1:    movz    x2, #0x800, lsl #16
        ldr     w3, [x2]
        and     w4, w3, #~2
        str     w4, [x2]
1:      ldr     w5, [x2]
        tbnz    w5, #31, 1b
x_2:    wfi
        b       done

        /* What came may have gone again, or a higher one may be replacing it (rules 6, 10): 1020 to 1023 have bit 9, no INTID here has. */
on_irq:
on_irq_iar:
        mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, on_irq_out
        msr     ICC_EOIR1_EL1, x16
on_irq_out:
        eret
done:   nop
