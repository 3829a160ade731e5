/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 68: an RTOS has its watchdog in group 0, so that it comes as FIQ and passes critical sections; but its own primitive masks
 * FIQ too. Sources: NuttX f1506c6212c3, ffb4c101d878; Renode 95c320fcb1ff, 40ae2f247b2a.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start end=done\n handler irq=on_irq fiq=on_fiq"
        gm      "interrupt 31 prio=0x20 group=0 class=nmi"
        gm      "balanced handler"

        gm      "scenario 68-faulty\n about the section masks F as well: the watchdog comes too late"
        gm      "start entry=f_1"
        gm      "window open-nmi from=f_1 to=f_4 name=section"
        gm      "raise 31 at=f_2"
        gm      "expect taken 31 window=section never"
        gm      "expect taken 31 must"
        gm      "expect verdict nmi-lost may"

        gm      "scenario 68-mended\n about only I is masked: it is taken inside the section"
        gm      "start entry=m_1"
        gm      "window open-nmi from=m_1 to=m_4 name=section"
        gm      "window critical from=m_1 to=m_4 name=locked"
        gm      "raise 31 at=m_2\n raise 32 at=m_2"
        gm      "expect taken 31 window=section may"
        gm      "expect taken 31 must"
        gm      "expect taken 32 window=locked never"
        gm      "expect taken 32 must"
        gm      "expect clean"

        /* The start of a task says what its sections can close: F set from the beginning is never opened by them. */
        gm      "scenario 68-new-task\n about a task that starts with F set: the watchdog is out for good"
        gm      "start entry=m_1 daif=f"
        gm      "window open-nmi from=m_1 to=m_4 name=section"
        gm      "raise 31 at=m_2"
        gm      "expect taken 31 never"
        gm      "expect verdict nmi-lost may"

        .text
        .balign 4
f_1:    msr     daifset, #3
f_2:    nop
f_3:    nop
f_4:    msr     daifclr, #3
        b       done

m_1:    msr     daifset, #2
m_2:    nop
m_3:    nop
m_4:    msr     daifclr, #2
        b       done

on_fiq: mrs     x17, ICC_IAR0_EL1
        tbnz    x17, #9, 1f
        msr     ICC_EOIR0_EL1, x17
1:      eret

        /* What came may have gone again, or a higher one may be replacing it (rules 6, 10): 1020 to 1023 have bit 9, no INTID here has. */
on_irq:
on_irq_iar:
        mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, on_irq_out
        msr     ICC_EOIR1_EL1, x16
on_irq_out:
        eret
done:   nop
