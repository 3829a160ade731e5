/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 8: exception entry masks by PSTATE and leaves PMR (rule 15). Code that asks PMR alone whether interrupts
 * are disabled, before the entry code has tagged PMR, gets "enabled" and warns or saves the wrong flags. The
 * repair writes the tag first. Sources: Linux 4d6a38da8e79 (CVE-2021-46997); the same for system calls,
 * linux-arm-kernel 20191003171642.135652-2-james.morse@arm.com.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start end=done\n protocol linux-5.3"
        gm      "set x1=0xf0 x2=0xe0"
        gm      "balanced handler"

        /* x9: what the program's own irqs_disabled says, PMR is not ON. */
        gm      "scenario 08-faulty\n about asked before the tag: PMR says enabled, PSTATE.I masks"
        gm      "start entry=f_1\n handler irq=h_1\n raise 32 at=f_1"
        gm      "claim flag=x9 at=h_3"
        gm      "expect read ICC_PMR_EL1 at=h_1 in=0xe0"
        gm      "expect value x9 at=h_3 in=0"
        gm      "expect read ICC_IAR1_EL1 at=h_4 in=32"
        gm      "expect verdict mask-mismatch at=h_3 must"

        gm      "scenario 08-mended\n about tagged first"
        gm      "start entry=f_1\n handler irq=m_1\n raise 32 at=f_1"
        gm      "claim flag=x9 at=m_4\n claim protocol at=m_4"
        gm      "expect read ICC_PMR_EL1 at=m_2 in=0xf0"
        gm      "expect value x9 at=m_4 in=1"
        gm      "expect read ICC_IAR1_EL1 at=m_4 in=32"
        gm      "expect clean"

        gm      "scenario 08-protocol\n about the same asked of the protocol instead of the program's register"
        gm      "start entry=f_1\n handler irq=h_1\n raise 32 at=f_1"
        gm      "claim protocol at=h_2"
        gm      "expect verdict mask-mismatch at=h_2 must"

        gm      "scenario 08-call-faulty\n about an entry by SVC lacks the tag"
        gm      "start entry=c_1\n handler sync=u_1 irq=on_irq\n raise 32 at=u_2"
        gm      "claim protocol at=u_2"
        gm      "expect taken 32 at=u_1,u_2,u_3 never"
        gm      "expect taken 32 must"
        gm      "expect verdict mask-mismatch at=u_2 must"

        gm      "scenario 08-call-mended\n about it has the tag"
        gm      "start entry=c_1\n handler sync=t_1 irq=on_irq\n raise 32 at=t_2"
        gm      "claim protocol at=t_2"
        gm      "expect taken 32 at=t_1,t_2,t_3 never"
        gm      "expect taken 32 must"
        gm      "expect clean"

        .text
        .balign 4
f_1:    nop
f_2:    nop
f_3:    b       done

c_1:    svc     #0
c_2:    nop
c_3:    b       done

h_1:    mrs     x8, ICC_PMR_EL1
h_2:    cmp     x8, x2
        cset    x9, ne
h_3:    msr     ICC_PMR_EL1, x1
h_4:    mrs     x16, ICC_IAR1_EL1
        msr     ICC_EOIR1_EL1, x16
        msr     ICC_PMR_EL1, x2
        eret

m_1:    msr     ICC_PMR_EL1, x1
m_2:    mrs     x8, ICC_PMR_EL1
m_3:    cmp     x8, x2
        cset    x9, ne
m_4:    mrs     x16, ICC_IAR1_EL1
        msr     ICC_EOIR1_EL1, x16
        msr     ICC_PMR_EL1, x2
        eret

u_1:    nop
u_2:    nop
u_3:    eret

t_1:    msr     ICC_PMR_EL1, x1
t_2:    msr     ICC_PMR_EL1, x2
t_3:    eret

        /* 1020 to 1023 (bit 9 set) are no interrupt: what came may have gone again (rule 10). */
on_irq: mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, on_irq_out
        msr     ICC_EOIR1_EL1, x16
on_irq_out:
        eret
done:   nop
