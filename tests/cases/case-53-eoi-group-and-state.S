/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 53: which EOIR may end the highest active interrupt depends on that interrupt's group and on the Security state: EL3 may end a
 * Non-secure group 1 interrupt, Non-secure state may end neither a group 0 nor a Secure group 1 one. Source: QEMU 382c7160d1cd.
 *
 * All start in EL3 with everything masked by PSTATE and acknowledge there; SCR_EL3.NS chooses the bank. SCR_EL3 has RW=1 and FIQ=0, so that
 * Non-secure EL1 reaches the group 0 registers and sees the physical running priority.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile PS\n start end=done daif=daif"
        gm      "set SCR_EL3=0x400 HCR_EL2=0x80000000"

        gm      "scenario 53-faulty\n about Non-secure EL1 writes EOIR0 for an active group 0 interrupt: ignored"
        gm      "interrupt 40 prio=0x40 group=0 state=pending"
        gm      "start entry=b_1"
        gm      "expect acknowledged 40 at=b_1 must"
        gm      "expect read ICC_RPR_EL1 at=b_4 in=0x40"
        gm      "expect verdict eoi-without-ack at=b_3 must"

        gm      "scenario 53-mended\n about EL3 ends it"
        gm      "interrupt 40 prio=0x40 group=0 state=pending"
        gm      "start entry=e_1"
        gm      "expect acknowledged 40 at=e_1 must"
        gm      "expect read ICC_RPR_EL1 at=e_3 in=0xff"
        gm      "expect clean"

        gm      "scenario 53-el3-group-1-ns\n about A: EL3 ends a Non-secure group 1 interrupt"
        gm      "interrupt 40 prio=0xd0 group=1 state=pending"
        gm      "start entry=a_1"
        gm      "expect acknowledged 40 at=a_2 must"
        gm      "expect read ICC_RPR_EL1 at=a_4 in=0xff"
        gm      "expect clean"

        gm      "scenario 53-ns-group-1-s\n about C: Non-secure EL1 writes EOIR1 for a Secure group 1 interrupt: ignored"
        gm      "interrupt 40 prio=0x40 group=1s state=pending"
        gm      "start entry=c_1"
        gm      "expect acknowledged 40 at=c_1 must"
        gm      "expect read ICC_RPR_EL1 at=c_4 in=0x40"
        gm      "expect verdict eoi-without-ack at=c_3 must"

        .text
        .balign 4
        /* ERET to Non-secure EL1h, everything masked, at a label. */
        .macro  enter_ns label
        mrs     x9, scr_el3
        orr     x9, x9, #1
        msr     scr_el3, x9
        mov     x9, #0x3c5
        msr     spsr_el3, x9
        adr     x9, \label
        msr     elr_el3, x9
        eret
        .endm

b_1:    mrs     x0, ICC_IAR0_EL1
b_2:    enter_ns b_3
b_3:    msr     ICC_EOIR0_EL1, x0
b_4:    mrs     x1, ICC_RPR_EL1
        b       done

e_1:    mrs     x0, ICC_IAR0_EL1
e_2:    msr     ICC_EOIR0_EL1, x0
e_3:    mrs     x1, ICC_RPR_EL1
        b       done

a_1:    mrs     x9, scr_el3
        orr     x10, x9, #1
        msr     scr_el3, x10
        isb
a_2:    mrs     x0, ICC_IAR1_EL1
        msr     scr_el3, x9
        isb
a_3:    msr     ICC_EOIR1_EL1, x0
a_4:    mrs     x1, ICC_RPR_EL1
        b       done

c_1:    mrs     x0, ICC_IAR1_EL1
c_2:    enter_ns c_3
c_3:    msr     ICC_EOIR1_EL1, x0
c_4:    mrs     x1, ICC_RPR_EL1
        b       done
done:   nop
