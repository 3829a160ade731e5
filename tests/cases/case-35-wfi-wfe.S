/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 35: WFI completes for an interrupt that reaches the PE although PSTATE masks it, WFE does not; neither does for one that
 * PMR masks. Idle with interrupts masked and WFE never wakes. Sources: QEMU 84549b6dcf91; Zephyr PR 33190; gem5 098feb40427f.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start end=done daif=i\n handler irq=on_irq"
        gm      "balanced handler"

        gm      "scenario 35-faulty\n about WFE does not see what PSTATE masks"
        gm      "start entry=f_1"
        gm      "raise 32 at=f_1"
        gm      "expect wakes f_2 must"
        gm      "expect no-wake f_3 must"
        gm      "expect taken 32 never"
        gm      "expect verdict no-wake at=f_3 must"

        gm      "scenario 35-mended\n about WFI falls through, twice, and the interrupt is taken once it may be"
        gm      "start entry=m_1"
        gm      "raise 32 at=m_1"
        gm      "expect wakes m_2 must"
        gm      "expect wakes m_3 must"
        gm      "expect taken 32 at=m_4,m_5 must"
        gm      "expect clean"

        gm      "scenario 35-pmr\n about PMR filters it before WFI can see it"
        gm      "start entry=f_1 pmr=0x60"
        gm      "raise 32 at=f_1"
        gm      "expect no-wake f_2 must"
        gm      "expect taken 32 never"
        gm      "expect verdict no-wake at=f_2 must"

        gm      "scenario 35-running\n about what does not preempt does not wake either"
        gm      "start entry=f_1 running=0xa0"
        gm      "raise 32 at=f_1"
        gm      "expect no-wake f_2 must"
        gm      "expect verdict no-wake at=f_2 must"

        gm      "scenario 35-wfe-open\n about with PSTATE open WFE does wake, and the interrupt is taken"
        gm      "start entry=e_1 daif=none"
        gm      "raise 32 at=e_2"
        gm      "expect wakes e_2 must"
        gm      "expect taken 32 must"
        gm      "expect clean"

        gm      "scenario 35-sev\n about an event wakes WFE whatever is masked"
        gm      "start entry=s_1"
        gm      "raise 32 at=s_1"
        gm      "expect wakes s_2 must"
        gm      "expect taken 32 never"
        gm      "expect clean"

        .text
        .balign 4
f_1:    nop
f_2:    wfi
f_3:    wfe
f_4:    nop
        b       done

m_1:    nop
m_2:    wfi
m_3:    wfi
        msr     daifclr, #2
m_4:    isb
m_5:    b       done

e_1:    nop
e_2:    wfe
        b       done

s_1:    sev
s_2:    wfe
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
