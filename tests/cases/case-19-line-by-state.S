/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 19: whether an interrupt is an IRQ or an FIQ depends on the security state and EL that the PE is in, not
 * on those in which it became pending. A Secure group 1 interrupt is an FIQ in EL3 and in Non-secure state, an
 * IRQ in Secure EL1; a model kept the line chosen first. Source: gem5 377155c10b0a.
 *
 * EL3 is entered by SMC from Non-secure EL1, where SCR_EL3.FIQ=1. An interrupt that arrives in EL3 is masked
 * there by PSTATE.F. The handlers of the other kind are missing on purpose: an exception of it ends the run.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile PS\n machine el=1 secure=no\n start entry=n_1 end=done daif=daif"
        gm      "interrupt 29 prio=0x10 group=1s"

        /* The service thinks of it as the FIQ that it was and opens F only: as an IRQ it waits for ever. */
        gm      "scenario 19-faulty\n about entered with F open and I masked: an IRQ is masked"
        gm      "handler sync=on_smc el=3\n handler irq=s_irq el=1\n set x5=0x385"
        gm      "raise 29 at=e_2"
        gm      "claim enabled at=s_2"
        gm      "expect taken 29 never"
        gm      "expect ends end must"
        gm      "expect verdict mask-mismatch at=s_2 must"

        gm      "scenario 19-mended\n about entered with I open and F masked: taken as IRQ"
        gm      "handler sync=on_smc el=3\n handler irq=s_irq el=1\n set x5=0x345"
        gm      "raise 29 at=e_1"
        gm      "claim enabled at=s_2"
        gm      "expect taken 29 at=e_1,e_2,e_3,e_4 never"
        gm      "expect taken 29 must"
        gm      "expect acknowledged 29 at=s_irq must"
        gm      "balanced from=s_1 to=s_3 regs=running"
        gm      "expect clean"

        /* Pending from the start: in the slot; Non-secure EL1 would take it as FIQ to EL3, so EL3 begins. */
        gm      "scenario 19-at-once\n about pending since long: the first boundary after ERET"
        gm      "machine el=3 secure=yes\n start entry=b_1\n interrupt 29 state=pending"
        gm      "handler irq=s_irq el=1\n set x5=0x345"
        gm      "expect taken 29 at=s_1 must"
        gm      "expect acknowledged 29 at=s_irq must"
        gm      "balanced from=s_1 to=s_3 regs=running"
        gm      "expect clean"

        gm      "scenario 19-reverse\n about ERET to Non-secure EL1: an FIQ, to EL3 whatever is masked there"
        gm      "machine el=3 secure=yes\n start entry=r_1\n interrupt 29 state=pending"
        gm      "handler fiq=e_fiq el=3\n handler irq=s_irq el=1\n set x5=0x3c5"
        gm      "expect taken 29 at=v_1 must"
        gm      "expect acknowledged 29 at=e_fiq_iar must"
        gm      "balanced from=v_1 to=v_2 regs=running"
        gm      "expect clean"

        .text
        .balign 4
        /* Non-secure EL1. What comes back is Secure EL1. */
n_1:    smc     #0

        /* EL3: SCR_EL3.NS and FIQ are bits 0 and 2, RW is bit 10. */
on_smc: mov     x1, #0x400
e_1:    msr     scr_el3, x1
        isb
e_2:    msr     spsr_el3, x5
        adr     x2, s_1
        msr     elr_el3, x2
e_3:    nop
e_4:    eret

b_1:    mov     x1, #0x400
        msr     scr_el3, x1
        isb
        msr     spsr_el3, x5
        adr     x2, s_1
        msr     elr_el3, x2
b_2:    eret

r_1:    mov     x1, #0x405
        msr     scr_el3, x1
        isb
        msr     spsr_el3, x5
        adr     x2, v_1
        msr     elr_el3, x2
r_2:    eret

s_1:    nop
s_2:    nop
s_3:    b       done

v_1:    nop
v_2:    b       done

s_irq:  mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, 1f
        msr     ICC_EOIR1_EL1, x16
1:      eret

        /* In EL3 the bank of group 1 is SCR_EL3.NS's. */
e_fiq:  mov     x17, #0x400
        msr     scr_el3, x17
        isb
e_fiq_iar:
        mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, 1f
        msr     ICC_EOIR1_EL1, x16
1:      msr     scr_el3, x1
        eret
done:   nop
