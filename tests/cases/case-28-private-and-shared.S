/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 28: private and shared interrupts are arbitrated together. A model let a PPI replace whatever the distributor had
 * chosen; software that was written against it counts on the last one raised. Source: gem5 3093d65ad37a.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start end=done daif=i\n handler irq=on_irq"
        gm      "interrupt 40 prio=0x80 state=pending"
        gm      "interrupt 27 prio=0xa0"
        gm      "balanced handler"

        gm      "scenario 28-faulty\n about the code counts on the PPI that was raised last"
        gm      "start entry=f_1"
        gm      "raise 27 at=f_1"
        gm      "claim equal=x0,27 at=f_3"
        gm      "expect acknowledged 40 at=f_2"
        gm      "expect acknowledged 27 at=f_2 never"
        /* 27 is admitted once 0x80 is dropped. Its Set need not be there yet (rule 5 names no time): 1023 is legal. */
        gm      "expect read ICC_IAR1_EL1 at=f_4 in=27,1023"
        gm      "expect acknowledged 27 at=f_4 may"
        gm      "expect verdict claim-failed at=f_3 must"

        gm      "scenario 28-mended\n about it handles what the acknowledge says, in order of priority"
        gm      "start entry=m_1"
        gm      "raise 27 at=m_1"
        gm      "claim equal=x0,40 at=m_3"
        gm      "expect acknowledged 40 at=m_2"
        gm      "expect taken 40 never"
        gm      "expect taken 27 at=m_1,m_2,m_3,m_4 never"
        gm      "expect taken 27 must"
        gm      "expect acknowledged 27 at=on_irq_iar must"
        gm      "expect clean"

        /* Without the drop 0x80 runs on and 27 stays out, whatever PSTATE and PMR admit. */
        gm      "scenario 28-no-drop\n about the acknowledged 40 is never ended"
        gm      "start entry=n_1"
        gm      "raise 27 at=n_1"
        gm      "balanced from=n_1 to=n_4 regs=running"
        gm      "expect taken 27 never"
        gm      "expect read ICC_IAR1_EL1 at=n_3 in=1023"
        gm      "expect verdict unbalanced at=n_4 must"

        .text
        .balign 4
f_1:    nop
f_2:    mrs     x0, ICC_IAR1_EL1
f_3:    msr     ICC_EOIR1_EL1, x0
f_4:    mrs     x1, ICC_IAR1_EL1
        b       done

m_1:    nop
m_2:    mrs     x0, ICC_IAR1_EL1
m_3:    msr     ICC_EOIR1_EL1, x0
m_4:    msr     daifclr, #2
        b       done

n_1:    nop
        mrs     x0, ICC_IAR1_EL1
        msr     daifclr, #2
n_2:    nop
n_3:    mrs     x1, ICC_IAR1_EL1
n_4:    b       done

        /* What came may have gone again, or a higher one may be replacing it (rules 6, 10): 1020 to 1023 have bit 9, no INTID here has. */
on_irq:
on_irq_iar:
        mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, on_irq_out
        msr     ICC_EOIR1_EL1, x16
on_irq_out:
        eret
done:   nop
