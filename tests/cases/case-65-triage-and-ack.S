/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 65: firmware looks at the highest pending interrupt to choose a handler, which acknowledges later. In between the line may drop or a
 * higher interrupt may come; code that asserts that both are equal, or does not expect 1023, fails.
 * Sources: TF-A 520db2b212f8, 5b10f25a1ff3, 51bb1d73617c.
 *
 * The Clear of what was withdrawn, and what takes its place, may or may not have arrived at the acknowledge (rules 6, 10).
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile PS\n start end=done daif=daif"
        gm      "interrupt 40 prio=0x40 group=0 level state=pending"
        gm      "interrupt 41 prio=0x20 group=0"

        gm      "scenario 65-faulty\n about the handler holds what was seen and what is acknowledged equal"
        gm      "start entry=f_1"
        gm      "lower 40 at=f_2\n raise 41 at=f_2"
        gm      "claim equal=x0,x1 at=f_4"
        gm      "expect read ICC_HPPIR0_EL1 at=f_1 in=40"
        gm      "expect read ICC_IAR0_EL1 at=f_3 in=40,41,1023"
        gm      "expect acknowledged 41 at=f_3 may"
        gm      "expect verdict stale-ack may"
        gm      "expect verdict claim-failed at=f_4 may"

        gm      "scenario 65-dropped\n about only the line drops: 1023 where an interrupt is expected"
        gm      "start entry=f_1"
        gm      "lower 40 at=f_2"
        gm      "claim equal=x0,x1 at=f_4"
        gm      "expect read ICC_IAR0_EL1 at=f_3 in=40,1023"
        gm      "expect acknowledged 1023 at=f_3 may"
        gm      "expect verdict stale-ack may"
        gm      "expect verdict claim-failed at=f_4 may"

        gm      "scenario 65-unchanged\n about nothing happens in between: they are equal"
        gm      "start entry=f_1"
        gm      "lower 40 at=f_4"
        gm      "claim equal=x0,x1 at=f_4"
        gm      "expect acknowledged 40 at=f_3 must"
        gm      "expect clean"

        gm      "scenario 65-mended\n about only what is acknowledged chooses the handler"
        gm      "start entry=m_1"
        gm      "lower 40 at=m_2\n raise 41 at=m_2"
        gm      "expect read ICC_IAR0_EL1 at=m_3 in=40,41,1023"
        gm      "expect acknowledged 41 at=m_3 may"
        gm      "claim real-intid=x1 at=m_4"
        gm      "balanced from=m_1 to=m_5 regs=running"
        gm      "expect clean"

        .text
        .balign 4
f_1:    mrs     x0, ICC_HPPIR0_EL1
f_2:    nop
f_3:    mrs     x1, ICC_IAR0_EL1
f_4:    tbnz    x1, #9, f_5
        msr     ICC_EOIR0_EL1, x1
f_5:    b       done

m_1:    nop
m_2:    nop
m_3:    mrs     x1, ICC_IAR0_EL1
        tbnz    x1, #9, m_5
m_4:    msr     ICC_EOIR0_EL1, x1
m_5:    b       done
done:   nop
