/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 50: firmware writes EOIR for every INTID that it knows, a habit from an older controller. Here an EOI without the
 * acknowledge that belongs to it is UNPREDICTABLE: reported, nothing corrupted (rule 12). Sources: EDK2 PR 1920; QEMU 96a664d05c23.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start end=done\n handler irq=on_irq"
        gm      "balanced handler"

        gm      "scenario 50-faulty\n about EOI of an interrupt that nobody acknowledged"
        gm      "start entry=f_1\n set x1=33"
        gm      "raise 32 at=f_3"
        gm      "expect read ICC_RPR_EL1 at=f_2 in=0xff"
        gm      "expect taken 32 must"
        gm      "expect taken 33 never"
        gm      "expect verdict eoi-without-ack at=f_1 must"

        gm      "scenario 50-mended\n about it ends what it acknowledged: here nothing"
        gm      "start entry=m_1 daif=i"
        gm      "raise 32 at=m_4"
        gm      "expect read ICC_IAR1_EL1 at=m_1 in=1023"
        gm      "expect read ICC_RPR_EL1 at=m_3 in=0xff"
        gm      "expect taken 32 must"
        gm      "expect clean"

        gm      "scenario 50-mended-pending\n about the same code ends the one that waits, which can come again"
        gm      "start entry=m_1 daif=i"
        gm      "interrupt 32 state=pending"
        gm      "lower 32 at=m_3\n raise 32 at=m_4"
        gm      "expect acknowledged 32 at=m_1,on_irq_iar must"
        gm      "expect read ICC_RPR_EL1 at=m_3 in=0xff"
        gm      "expect taken 32 must"
        gm      "expect clean"

        /* 33 was never acknowledged here, so its EOI does nothing to 32's priority (docs/semantics.md, Choices, 12). */
        gm      "scenario 50-other-active\n about 32 is active: the drop would be 32's"
        gm      "start entry=a_1 daif=i"
        gm      "interrupt 32 state=pending"
        gm      "expect acknowledged 32 at=a_1 must"
        gm      "expect read ICC_RPR_EL1 at=a_3 in=0xa0"
        gm      "expect verdict eoi-without-ack at=a_2 must"

        gm      "scenario 50-twice\n about the second EOI finds nothing active"
        gm      "start entry=t_1 daif=i"
        gm      "interrupt 32 state=pending"
        gm      "expect read ICC_RPR_EL1 at=t_4 in=0xff"
        gm      "expect verdict eoi-without-ack at=t_2 never"
        gm      "expect verdict eoi-without-ack at=t_3 must"

        gm      "scenario 50-order\n about two are active, the outer one is ended first"
        gm      "start entry=r_1 daif=i"
        gm      "interrupt 32 state=pending\n interrupt 40 prio=0x80"
        gm      "raise 40 at=r_2"
        gm      "expect acknowledged 32 at=r_1 must"
        gm      "expect acknowledged 40 at=r_3 must"
        gm      "expect verdict eoi-order at=r_4 must"

        .text
        .balign 4
f_1:    msr     ICC_EOIR1_EL1, x1
f_2:    mrs     x2, ICC_RPR_EL1
f_3:    nop
        b       done

m_1:    mrs     x1, ICC_IAR1_EL1
        tbnz    x1, #9, m_3
m_2:    msr     ICC_EOIR1_EL1, x1
        dsb     sy                      /* else an edge may still merge with the one that was acknowledged (rule 11) */
m_3:    mrs     x2, ICC_RPR_EL1
m_4:    msr     daifclr, #2
        b       done

a_1:    mrs     x1, ICC_IAR1_EL1
        mov     x2, #33
a_2:    msr     ICC_EOIR1_EL1, x2
a_3:    mrs     x2, ICC_RPR_EL1
        b       done

t_1:    mrs     x1, ICC_IAR1_EL1
t_2:    msr     ICC_EOIR1_EL1, x1
t_3:    msr     ICC_EOIR1_EL1, x1
t_4:    mrs     x2, ICC_RPR_EL1
        b       done

r_1:    mrs     x1, ICC_IAR1_EL1
r_2:    wfi                             /* until 40 is there; PSTATE.I masks it */
r_3:    mrs     x2, ICC_IAR1_EL1
r_4:    msr     ICC_EOIR1_EL1, x1
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
