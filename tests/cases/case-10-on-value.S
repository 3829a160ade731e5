/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 10: with two security states the distributor stores a Non-secure priority shifted (0xa0 becomes 0xd0);
 * PMR is shifted only if SCR_EL3.FIQ=1. Where it is not, an "all open" value of 0xc0 masks ordinary interrupts
 * for ever, and the boot hangs. The repair is 0xe0. Source: Linux "arm64: Lower priority mask for
 * GIC_PRIO_IRQON", linux-arm-kernel 1564412266-9790-1-git-send-email-julien.thierry.kdev@gmail.com.
 *
 * WFI with PSTATE.I set, which is opened afterwards: whether 32 gets past PMR decides alone. The sequence of
 * the case is in the last two.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "start entry=f_1 end=done\n handler irq=on_irq"
        gm      "raise 32 at=f_2"
        gm      "balanced handler"

        gm      "scenario 10-faulty\n about only the distributor shifts, PMR=0xc0: 0xd0 is masked"
        gm      "profile PF0\n machine eoimode=no\n start daif=i\n set x1=0xc0"
        gm      "expect value pmr at=f_2 in=0xc0"
        gm      "expect no-wake f_2 must"
        gm      "expect taken 32 never"
        gm      "expect verdict no-wake at=f_2 must"

        gm      "scenario 10-mended\n about PMR=0xe0"
        gm      "profile PF0\n machine eoimode=no\n start pmr=0xc0 daif=i\n set x1=0xe0"
        gm      "expect value pmr at=f_2 in=0xe0"
        gm      "expect wakes f_2 must"
        gm      "expect taken 32 at=f_4,f_5 must"
        gm      "expect clean"

        gm      "scenario 10-both-shift\n about SCR_EL3.FIQ=1: 0xc0 is physical 0xe0"
        gm      "profile PF1\n machine eoimode=no\n start daif=i\n set x1=0xc0"
        gm      "expect value pmr at=f_2 in=0xe0"
        gm      "expect read ICC_PMR_EL1 at=f_3 in=0xc0"
        gm      "expect wakes f_2 must"
        gm      "expect taken 32 at=f_4,f_5 must"
        gm      "expect clean"

        gm      "scenario 10-none-shifts\n about one security state: 0xa0 against 0xc0"
        gm      "profile P0\n machine eoimode=no\n start daif=i\n set x1=0xc0"
        gm      "expect value pmr at=f_2 in=0xc0"
        gm      "expect wakes f_2 must"
        gm      "expect taken 32 at=f_4,f_5 must"
        gm      "expect clean"

        gm      "scenario 10-open-faulty\n about PSTATE open before WFI: the same"
        gm      "profile PF0\n machine eoimode=no\n start entry=l_1 daif=i\n set x1=0xc0"
        gm      "interrupt 32 state=idle\n raise 32 at=l_3"
        gm      "expect no-wake l_3 must"
        gm      "expect taken 32 never"
        gm      "expect verdict no-wake at=l_3 must"

        /* What is taken before WFI does not wake it: case 20. The scenario ends at WFI. */
        gm      "scenario 10-open-mended\n about PSTATE open, PMR=0xe0: taken"
        gm      "profile PF0\n machine eoimode=no\n start entry=l_1 end=l_3 pmr=0xc0 daif=i\n set x1=0xe0"
        gm      "raise 32 at=l_3"
        gm      "expect taken 32 at=l_3 must"
        gm      "expect clean"

        .text
        .balign 4
f_1:    msr     ICC_PMR_EL1, x1
f_2:    wfi
f_3:    mrs     x2, ICC_PMR_EL1
        msr     daifclr, #2
f_4:    isb
f_5:    b       done

l_1:    msr     ICC_PMR_EL1, x1
l_2:    msr     daifclr, #2
l_3:    wfi
l_4:    b       done

        /* 1020 to 1023 (bit 9 set) are no interrupt: what came may have gone again (rule 10). */
on_irq: mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, on_irq_out
        msr     ICC_EOIR1_EL1, x16
on_irq_out:
        eret
done:   nop
