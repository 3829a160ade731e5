/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 73: masking is strict: an interrupt whose priority equals the mask is masked. Thresholds that are off by one shut out "zero latency"
 * interrupts or let equal priorities in; priorities written through a wrong accessor never get there.
 * Sources: Zephyr issue 8073; TF-A 5d68e8913ea9, 022199b837d8; EDK2 issue 8771; QEMU d419890c0448; gem5 7ad6c8031abd.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start end=done\n handler irq=on_irq"
        gm      "balanced handler"

        gm      "scenario 73-faulty\n about the mask equals the priority that has to pass"
        gm      "start entry=f_1"
        gm      "interrupt 40 prio=0xa0 class=nmi"
        gm      "window open-nmi from=f_1 to=f_3 name=section"
        gm      "raise 40 at=f_2"
        gm      "expect taken 40 window=section never"
        gm      "expect taken 40 must"
        gm      "expect verdict nmi-lost may"

        gm      "scenario 73-mended\n about one step above it passes, what is masked stays out"
        gm      "start entry=m_1"
        gm      "interrupt 40 prio=0xa0 class=nmi\n interrupt 32 prio=0xa8"
        gm      "window open-nmi from=m_1 to=m_3 name=section"
        gm      "window critical from=m_1 to=m_3 name=locked"
        gm      "raise 40 at=m_2\n raise 32 at=m_2"
        gm      "expect taken 40 window=section may"
        gm      "expect taken 40 must"
        gm      "expect taken 32 window=locked never"
        gm      "expect taken 32 must"
        gm      "expect clean"

        gm      "scenario 73-equal\n about 0xa0 at PMR=0xa0 waits for 0xa8"
        gm      "start entry=e_1"
        gm      "interrupt 32 state=idle"
        gm      "raise 32 at=e_3"
        gm      "window critical from=e_2 to=e_4 name=locked"
        gm      "expect taken 32 window=locked never"
        gm      "expect taken 32 must"
        gm      "expect clean"

        gm      "scenario 73-equal-pending\n about pending from the start it is taken as soon as 0xa8 is in effect"
        gm      "start entry=e_2 pmr=0xa0"
        gm      "interrupt 32 state=pending"
        gm      "expect taken 32 at=e_5,e_6,e_7 must"
        gm      "expect clean"

        gm      "scenario 73-accessor\n about the PPI kept priority 0: no section masks it"
        gm      "start entry=a_1"
        gm      "interrupt 27 prio=0 class=irq"
        gm      "window critical from=a_1 to=a_3 name=locked"
        gm      "raise 27 at=a_2"
        gm      "expect taken 27 window=locked may"
        gm      "expect verdict critical-hit may"

        gm      "scenario 73-accessor-mended\n about the priority arrived"
        gm      "start entry=a_1"
        gm      "interrupt 27 prio=0xa0 class=irq"
        gm      "window critical from=a_1 to=a_3 name=locked"
        gm      "raise 27 at=a_2"
        gm      "expect taken 27 window=locked never"
        gm      "expect taken 27 must"
        gm      "expect clean"

        gm      "scenario *\n set x11=0xa0 x12=0xa8 x13=0x60 x14=0xe0"

        .text
        .balign 4
f_1:    msr     ICC_PMR_EL1, x11
f_2:    nop
f_3:    msr     ICC_PMR_EL1, x14
        b       done

m_1:    msr     ICC_PMR_EL1, x12
m_2:    nop
m_3:    msr     ICC_PMR_EL1, x14
        b       done

e_1:    nop
e_2:    msr     ICC_PMR_EL1, x11
e_3:    nop
e_4:    msr     ICC_PMR_EL1, x12
e_5:    nop
e_6:    isb
e_7:    b       done

a_1:    msr     ICC_PMR_EL1, x13
a_2:    nop
a_3:    msr     ICC_PMR_EL1, x14
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
