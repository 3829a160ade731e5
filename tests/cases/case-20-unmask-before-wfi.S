/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 20: an idle loop opens interrupts and then waits. One that comes in between is consumed by its handler,
 * which only notes that there is work, and WFI sleeps although there is. WFI completes for what PSTATE masks:
 * wait first, open after. Sources: OSv issue 1354 and PR 1355; Unikraft PR 980; Zephyr PR 20263; SerenityOS PR
 * 26443.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start end=done daif=i\n handler irq=on_irq"
        gm      "balanced handler"

        /* It may also still be asserted when WFI looks, which then completes (rule 2). */
        gm      "scenario 20-faulty\n about taken before WFI: nothing is left that wakes"
        gm      "start entry=f_1\n raise 32 at=f_2"
        gm      "expect taken 32 at=f_2,f_3 may"
        gm      "expect taken 32 at=f_1 never"
        gm      "expect no-wake f_3 may"
        gm      "expect wakes f_3 may"
        gm      "expect verdict no-wake at=f_3 may"

        gm      "scenario 20-faulty-pending\n about pending all the time, and opened a whole barrier earlier: always"
        gm      "start entry=p_1\n interrupt 32 state=pending"
        gm      "expect taken 32 at=p_2,p_3 must"
        gm      "expect no-wake p_3 must"
        gm      "expect verdict no-wake at=p_3 must"

        gm      "scenario 20-mended\n about waits masked, then opens"
        gm      "start entry=m_1\n raise 32 at=m_2"
        gm      "expect wakes m_2 must"
        gm      "expect taken 32 at=m_4,m_5,m_6 must"
        gm      "expect clean"

        gm      "scenario 20-mended-anywhere\n about whenever it comes"
        gm      "start entry=m_1\n raise 32 anywhere"
        gm      "expect wakes m_2 must"
        gm      "expect taken 32 at=m_4,m_5,m_6 must"
        gm      "expect clean"

        .text
        .balign 4
f_1:    msr     daifclr, #2
f_2:    nop
f_3:    wfi
f_4:    msr     daifset, #2
f_5:    b       done

p_1:    msr     daifclr, #2
p_2:    isb
p_3:    wfi
p_4:    msr     daifset, #2
p_5:    b       done

m_1:    nop
m_2:    wfi
m_3:    msr     daifclr, #2
m_4:    nop
m_5:    isb
m_6:    b       done

        /* 1020 to 1023 (bit 9 set) are no interrupt: what came may have gone again (rule 10). */
on_irq: mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, on_irq_out
        msr     ICC_EOIR1_EL1, x16
on_irq_out:
        eret
done:   nop
