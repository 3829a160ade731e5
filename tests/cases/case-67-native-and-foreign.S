/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 67: a Secure OS calls interrupts native (its own) and foreign (Non-secure state's). With GICv2 these are FIQ and IRQ, with GICv3 the
 * reverse; a mask written for the one leaves the foreign kind open in the critical code of the other.
 * Sources: OP-TEE 23e2942e05a3, 4c7b89680197, 86b8b340e85d.
 *
 * Secure EL1, SCR_EL3.FIQ=0: 32 (Non-secure group 1) comes as FIQ to EL1, 40 (Secure group 1) as IRQ. A foreign interrupt is Non-secure state's to
 * acknowledge: the handler masks FIQ in what it returns to, which stands for leaving the Secure world.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile PS\n machine el=1 scr-fiq=no\n start end=done pmr=0xf8 daif=none"
        gm      "handler irq=on_native fiq=on_foreign"
        gm      "interrupt 32 prio=0xd0 group=1\n interrupt 40 prio=0x40 group=1s"

        gm      "scenario 67-faulty\n about PSTATE.I masks the native ones, not the foreign ones"
        gm      "start entry=f_1"
        gm      "window critical from=f_1 to=f_3 name=section"
        gm      "raise 32 at=f_2"
        gm      "expect taken 32 window=section may"
        gm      "expect taken 32 must"
        gm      "expect verdict critical-hit may"

        gm      "scenario 67-mended\n about PSTATE.F masks the foreign ones"
        gm      "start entry=m_1"
        gm      "window critical from=m_1 to=m_3 name=section"
        gm      "raise 32 at=m_2"
        gm      "expect taken 32 window=section never"
        gm      "expect taken 32 must"
        gm      "expect clean"

        gm      "scenario 67-both\n about both masked, both kinds come: nothing inside"
        gm      "start entry=b_1"
        gm      "window critical from=b_1 to=b_3 name=section"
        gm      "raise 32 at=b_2\n raise 40 at=b_2"
        gm      "expect taken 32 window=section never"
        gm      "expect taken 40 window=section never"
        gm      "expect taken 32 must"
        gm      "expect taken 40 must"
        gm      "expect clean"

        gm      "scenario 67-native\n about the mask of the mended form leaves native ones open"
        gm      "start entry=m_1"
        gm      "window critical from=m_1 to=m_3 name=section"
        gm      "raise 40 at=m_2"
        gm      "expect taken 40 window=section may"
        gm      "expect verdict critical-hit may"

        .text
        .balign 4
f_1:    msr     daifset, #2
f_2:    nop
f_3:    msr     daifclr, #2
        b       done

m_1:    msr     daifset, #1
m_2:    nop
m_3:    msr     daifclr, #1
        b       done

b_1:    msr     daifset, #3
b_2:    nop
b_3:    msr     daifclr, #3
        b       done

on_native:
        mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, 1f
        msr     ICC_EOIR1_EL1, x16
1:      eret

on_foreign:
        mrs     x16, spsr_el1
        orr     x16, x16, #1 << 6       /* F */
        msr     spsr_el1, x16
        eret
done:   nop
