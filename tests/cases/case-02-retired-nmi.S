/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 2: the interrupted code keeps ordinary interrupts out by PMR. An NMI comes in, the vector opens PMR
 * (PSTATE.I masks now), the NMI goes away before it is acknowledged, and IAR gives an ordinary interrupt
 * instead. Its handler then runs in NMI context, inside a section that had masked it. The repair closes PMR to
 * the NMI-only level around the acknowledge. Source: Linux 382e6e177bc1, lkml
 * 20210610145731.1350460-1-maz@kernel.org. The twin with FEAT_NMI waits.
 *
 * IAR looks at what is eligible when it is read (rule 11). Of what was withdrawn it gives 1023 or another INTID
 * once the Clear has arrived (rule 10); when that is, is open.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start entry=f_1 end=done pmr=0x60"
        gm      "interrupt 32 state=pending\n interrupt 23 level"
        gm      "window critical name=section"
        gm      "raise 23 at=f_1"
        gm      "set x1=0xf0 x2=0x60"
        gm      "balanced handler"
        gm      "expect taken 23 must"
        gm      "expect taken 32 never"

        gm      "scenario 02-faulty\n about PMR is open at the acknowledge: an ordinary interrupt in NMI context"
        gm      "handler irq=h_1\n lower 23 at=h_2"
        gm      "expect read ICC_IAR1_EL1 at=h_3 in=23,32,1023"
        gm      "expect acknowledged 32 at=h_3 may"
        gm      "expect acknowledged 1023 at=h_3 may"
        gm      "expect verdict critical-hit at=h_3 may"

        /* Without an ISB the PMR of before may decide (rule 11), which would be right by luck. */
        gm      "scenario 02-faulty-isb\n about an ISB after opening PMR does not help"
        gm      "handler irq=i_1\n lower 23 at=i_2"
        gm      "expect read ICC_IAR1_EL1 at=i_3 in=23,32,1023"
        gm      "expect acknowledged 32 at=i_3 may"
        gm      "expect verdict critical-hit at=i_3 may"
        gm      "expect verdict missing-isb never"

        gm      "scenario 02-mended\n about PMR lets only NMIs through at the acknowledge"
        gm      "handler irq=m_1\n lower 23 at=m_2"
        gm      "expect read ICC_IAR1_EL1 at=m_4 in=23,1023"
        gm      "expect value pmr at=m_2 in=0xf0"
        gm      "expect value pmr at=m_5 in=0xf0"
        gm      "expect acknowledged 1023 at=m_4 may"
        gm      "expect acknowledged 32 never"
        gm      "expect clean"

        gm      "scenario 02-mended-stays\n about the same code when the NMI does not go away"
        gm      "handler irq=m_1\n lower 23 at=m_6"
        gm      "expect read ICC_IAR1_EL1 at=m_4 in=23"
        gm      "expect acknowledged 32 never"
        gm      "expect clean"

        gm      "scenario 02-mended-anywhen\n about the NMI goes away somewhere before its acknowledge, or does not"
        gm      "handler irq=m_1\n lower 23 from=m_1 to=m_4 optional\n lower 23 at=m_6"
        gm      "expect read ICC_IAR1_EL1 at=m_4 in=23,1023 exact"
        gm      "expect acknowledged 32 never"
        gm      "expect clean"

        .text
        .balign 4
f_1:    nop
f_2:    nop
f_3:    b       done

        /* Handles what was acknowledged, and goes back with PMR as it was. */
        .macro  finish name, intid
\name\()_5:
        tbnz    \intid, #9, \name\()_6
        msr     ICC_EOIR1_EL1, \intid
\name\()_6:
        msr     ICC_PMR_EL1, x2
        eret
        .endm

h_1:    msr     ICC_PMR_EL1, x1
h_2:    nop
h_3:    mrs     x16, ICC_IAR1_EL1
        finish  h, x16

i_1:    msr     ICC_PMR_EL1, x1
i_2:    isb
i_3:    mrs     x16, ICC_IAR1_EL1
        finish  i, x16

m_1:    msr     ICC_PMR_EL1, x1
m_2:    msr     ICC_PMR_EL1, x2
m_3:    isb
m_4:    mrs     x16, ICC_IAR1_EL1
        msr     ICC_PMR_EL1, x1
        finish  m, x16
done:   nop
