/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 25: early boot closes PMR and clears PSTATE.I, before there is a stack for interrupts. PMR does not keep
 * NMIs out, and one that the crashed kernel left pending comes at once. The repair clears I when the stack is
 * there. Source: Linux "arm64: fix kernel stack overflow in kdump capture kernel", linux-arm-kernel
 * 1560245893-46998-8-git-send-email-julien.thierry@arm.com.
 *
 * x19 is 1 when the stack is there.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start end=done daif=i\n handler irq=on_nmi"
        gm      "interrupt 23 state=pending"
        gm      "set x1=0x70 x19=0"
        gm      "balanced handler"

        gm      "scenario 25-faulty\n about I is cleared first: the NMI finds no stack"
        gm      "start entry=f_1"
        gm      "window critical from=f_1 to=f_5 against=nmi name=no-stack"
        gm      "expect taken 23 at=f_3,f_4,f_5,f_6,f_7 must"
        gm      "expect taken 23 window=no-stack may"
        gm      "expect verdict critical-hit at=f_3,f_4,on_nmi may"
        gm      "expect value x19 at=on_nmi in=0 may"

        gm      "scenario 25-faulty-isb\n about synchronised there: always"
        gm      "start entry=i_1"
        gm      "window critical from=i_1 to=i_5 against=nmi name=no-stack"
        gm      "expect taken 23 at=i_3,i_4 must"
        gm      "expect verdict critical-hit at=i_3,i_4,on_nmi must"
        gm      "expect value x19 at=on_nmi in=0"

        gm      "scenario 25-mended\n about I is cleared when the stack is there"
        gm      "start entry=m_1"
        gm      "window critical from=m_1 to=m_5 against=nmi name=no-stack"
        gm      "expect taken 23 at=m_6,m_7,m_8 must"
        gm      "raise 32 at=m_3"
        gm      "expect taken 32 never"
        gm      "expect value x19 at=on_nmi in=1"
        gm      "expect clean"

        .text
        .balign 4
f_1:    msr     ICC_PMR_EL1, x1
f_2:    msr     daifclr, #2
f_3:    nop
f_4:    mov     x19, #1
f_5:    nop
f_6:    isb
f_7:    b       done

i_1:    msr     ICC_PMR_EL1, x1
i_2:    msr     daifclr, #2
i_3:    isb
i_4:    mov     x19, #1
i_5:    nop
        b       done

m_1:    msr     ICC_PMR_EL1, x1
m_3:    nop
m_4:    mov     x19, #1
m_5:    msr     daifclr, #2
m_6:    nop
m_7:    isb
m_8:    b       done

        /* 1020 to 1023 (bit 9 set) are no interrupt: what came may have gone again (rule 10). */
on_nmi: mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, on_irq_out
        msr     ICC_EOIR1_EL1, x16
on_irq_out:
        eret
done:   nop
