/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 26: software that is started from inside an interrupt handler (kexec, warm reboot) inherits the active priority in
 * ICC_AP1R0_EL1 and the active state of an SGI: neither equal or lower priorities nor that SGI are ever taken again.
 * Sources: NuttX 67d0b975a58c; Xen 0322e0db5b29.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start end=done running=0xa0\n handler irq=on_irq"
        gm      "interrupt 2 prio=0xa0 state=active"
        gm      "balanced handler"

        gm      "scenario 26-faulty\n about the active priority of before is kept: ordinary interrupts stay out"
        gm      "start entry=f_1"
        gm      "raise 32 at=f_1"
        gm      "claim equal=ICC_RPR_EL1,0xff at=f_2"
        gm      "expect taken 32 never"
        gm      "expect read ICC_RPR_EL1 at=f_2 in=0xa0"
        gm      "expect verdict claim-failed at=f_2 must"

        gm      "scenario 26-mended\n about the active priorities and the SGI's active state are reset"
        gm      "start entry=m_1"
        gm      "raise 32 at=m_1"
        gm      "raise 2 at=m_4"
        gm      "claim equal=ICC_RPR_EL1,0xff at=m_4"
        gm      "expect read ICC_RPR_EL1 at=m_2 in=0xa0"
        gm      "expect taken 32 at=m_1,m_2,m_3 never"
        gm      "expect acknowledged 32 must"
        gm      "expect taken 2 at=m_1,m_2,m_3,m_4,m_5 never"
        gm      "expect acknowledged 2 must"
        gm      "expect clean"

        /* The active state alone: the priority is free, the SGI stays active and pending. */
        gm      "scenario 26-sgi-active\n about only the priority is reset: SGI 2 never comes again"
        gm      "start entry=s_1"
        gm      "raise 2 at=s_2"
        gm      "raise 32 at=s_2"
        gm      "expect taken 2 never"
        gm      "expect taken 32 must"
        gm      "expect clean"

        /* What preempts 0xa0 was never shut out. */
        gm      "scenario 26-nmi\n about an NMI preempts the stale priority"
        gm      "start entry=f_1"
        gm      "raise 23 at=f_1"
        gm      "expect taken 23 must"
        gm      "expect clean"

        .text
        .balign 4
f_1:    nop
f_2:    mrs     x1, ICC_RPR_EL1
f_3:    nop
        b       done

m_1:    nop
m_2:    mrs     x1, ICC_RPR_EL1
m_3:    msr     ICC_AP1R0_EL1, xzr
m_4:    nop
        movz    x2, #0x80b, lsl #16     /* GICR of PE 0, SGI frame */
        mov     w3, #1 << 2
m_5:    str     w3, [x2, #0x380]        /* GICR_ICACTIVER0: SGI 2 */
        b       done

s_1:    msr     ICC_AP1R0_EL1, xzr
s_2:    nop
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
