/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 56: a binary point below the implemented minimum reads back as the minimum, and before any write the minimum applies. Models stored
 * 0, or used 0 for the group mask. Sources: QEMU 8193d4617cfd, 8b7fbd6c36b8; gem5 5c891178b9e9.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n start end=done daif=i"

        gm      "scenario 56-faulty\n about the code counts on reading its 0"
        gm      "start entry=f_1"
        gm      "claim equal=x0,0 at=f_3"
        gm      "claim equal=x1,0 at=f_5"
        gm      "expect read ICC_BPR1_EL1 at=f_2 in=3"
        gm      "expect read ICC_BPR0_EL1 at=f_4 in=2"
        gm      "expect verdict claim-failed at=f_3 may"
        gm      "expect verdict claim-failed at=f_5 may"
        gm      "expect verdict claim-failed at=f_3,f_5 must"

        gm      "scenario 56-mended\n about five priority bits: the minima are 3 and 2"
        gm      "start entry=f_1"
        gm      "claim equal=x0,3 at=f_3"
        gm      "claim equal=x1,2 at=f_5"
        gm      "expect read ICC_BPR1_EL1 at=f_2 in=3"
        gm      "expect read ICC_BPR0_EL1 at=f_4 in=2"
        gm      "expect clean"

        gm      "scenario 56-eight-bits\n about eight priority bits: 1 and 0"
        gm      "machine prio-bits=8"
        gm      "start entry=f_1"
        gm      "expect read ICC_BPR1_EL1 at=f_2 in=1"
        gm      "expect read ICC_BPR0_EL1 at=f_4 in=0"
        gm      "expect clean"

        gm      "scenario 56-unwritten\n about the minimum applies before a write: every implemented bit counts"
        gm      "start entry=u_1 running=0xa0"
        gm      "interrupt 40 prio=0x98 state=pending"
        gm      "expect read ICC_BPR1_EL1 at=u_1 in=3"
        gm      "expect acknowledged 40 at=u_2 must"
        gm      "expect clean"

        gm      "scenario 56-same-group\n about with BPR1=4 0x90 and 0x98 are one group, 0x88 is another"
        gm      "start entry=g_1 running=0x98\n set x2=4"
        gm      "interrupt 40 prio=0x90 state=pending"
        gm      "expect acknowledged 40 never"
        gm      "expect read ICC_IAR1_EL1 at=g_2 in=1023"
        gm      "expect clean"

        gm      "scenario 56-other-group\n about 0x88 preempts 0x98 with BPR1=4"
        gm      "start entry=g_1 running=0x98\n set x2=4"
        gm      "interrupt 40 prio=0x88 state=pending"
        gm      "expect acknowledged 40 at=g_2 must"
        gm      "expect clean"

        .text
        .balign 4
f_1:    msr     ICC_BPR1_EL1, xzr
f_2:    mrs     x0, ICC_BPR1_EL1
f_3:    msr     ICC_BPR0_EL1, xzr
f_4:    mrs     x1, ICC_BPR0_EL1
f_5:    b       done

u_1:    mrs     x0, ICC_BPR1_EL1
u_2:    mrs     x1, ICC_IAR1_EL1
        b       done

g_1:    msr     ICC_BPR1_EL1, x2
        isb
g_2:    mrs     x1, ICC_IAR1_EL1
        b       done

done:   nop
