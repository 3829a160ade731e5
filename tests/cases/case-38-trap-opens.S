/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 38: a synchronous exception inside a region with interrupts masked runs a handler that opens them without looking at what
 * the interrupted code had masked; a device's interrupt then runs under the lock. Sources: Xen 3ed885a88740 (XSA-303);
 * Julien Thierry, "Do not enable IRQs for ct_user_exit", linux-arm-kernel 2019-06-11.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start end=done\n handler irq=on_irq"
        gm      "interrupt 32 state=pending"
        gm      "balanced handler"

        gm      "scenario 38-faulty\n about the trap handler clears PSTATE.I blindly"
        gm      "start entry=f_1 daif=i\n handler sync=opens"
        gm      "window critical from=f_1 to=f_4 name=locked"
        gm      "expect taken 32 at=opens_2,opens_3,opens_4 must"
        gm      "expect taken 32 window=locked must"
        gm      "expect verdict critical-hit must"

        gm      "scenario 38-mended\n about it opens only what SPSR_EL1 says was open"
        gm      "start entry=f_1\n handler sync=inherits"
        gm      "interrupt 32 state=idle"
        gm      "raise 32 at=f_2"
        gm      "window critical from=f_1 to=f_4 name=locked"
        gm      "expect taken 32 window=locked never"
        gm      "expect value daif at=f_3 in=0x80"
        gm      "expect taken 32 must"
        gm      "expect clean"

        gm      "scenario 38-mended-pending\n about it waited from the start: taken as soon as the lock is open"
        gm      "start entry=f_1 daif=i\n handler sync=inherits"
        gm      "window critical from=f_1 to=f_4 name=locked"
        gm      "expect taken 32 window=locked never"
        gm      "expect taken 32 at=f_5,f_6 must"
        gm      "expect clean"

        /* The same handler still opens for code that had nothing masked; it arrives inside the handler. */
        gm      "scenario 38-inherits-open\n about nothing was masked: the handler may be interrupted"
        gm      "start entry=f_2 daif=none\n handler sync=inherits"
        gm      "interrupt 32 state=idle"
        gm      "raise 32 at=inherits_3"
        gm      "expect taken 32 at=inherits_3,inherits_4 may"
        gm      "expect taken 32 must"
        gm      "expect clean"

        gm      "scenario 38-pmr-faulty\n about the region is masked by PMR, the trap handler opens PMR"
        gm      "start entry=p_1 pmr=0x60\n handler sync=opens_pmr"
        gm      "window critical from=p_1 to=p_4 name=locked"
        gm      "expect taken 32 window=locked must"
        gm      "expect verdict critical-hit must"

        gm      "scenario 38-pmr-mended\n about it keeps the interrupted PMR"
        gm      "start entry=p_1 pmr=0x60\n handler sync=keeps_pmr"
        gm      "window critical from=p_1 to=p_4 name=locked"
        gm      "expect taken 32 window=locked never"
        gm      "expect taken 32 at=p_5,p_6 must"
        gm      "expect clean"

        gm      "scenario 38-pmr-mended-nmi\n about and it is open to NMIs, but not where it restores ELR_EL1 and SPSR_EL1"
        gm      "start entry=p_1 pmr=0x60\n handler sync=keeps_pmr"
        gm      "interrupt 32 state=idle"
        gm      "raise 23 from=keeps_1 to=keeps_5"
        gm      "expect taken 23 at=keeps_2,keeps_3 may"
        gm      "expect taken 23 at=keeps_4,keeps_4+4,keeps_5 never"
        gm      "expect taken 23 must"
        gm      "expect clean"

        .text
        .balign 4
f_1:    msr     daifset, #2             /* the lock is held */
f_2:    brk     #1
f_3:    nop
f_4:    msr     daifclr, #2
f_5:    isb
f_6:    b       done

p_1:    nop
p_2:    brk     #1
p_3:    nop
p_4:    mov     x1, #0xe0
        msr     ICC_PMR_EL1, x1
p_5:    isb
p_6:    b       done

        /* BRK returns to itself: all step over it. An interrupt's entry replaces ELR_EL1 and SPSR_EL1. */
opens:  mrs     x4, elr_el1
        add     x4, x4, #4
        mrs     x5, spsr_el1
opens_1:
        msr     daifclr, #2
opens_2:
        nop
opens_3:
        isb
opens_4:
        msr     daifset, #2
        msr     spsr_el1, x5
        msr     elr_el1, x4
        eret

inherits:
        mrs     x4, elr_el1
        add     x4, x4, #4
        mrs     x5, spsr_el1
        tbnz    x5, #7, inherits_3      /* SPSR_EL1.I */
inherits_2:
        msr     daifclr, #2
inherits_3:
        nop
inherits_4:
        msr     daifset, #2
        msr     spsr_el1, x5
        msr     elr_el1, x4
        eret

opens_pmr:
        mrs     x4, elr_el1
        add     x4, x4, #4
        mrs     x5, spsr_el1
        mrs     x6, ICC_PMR_EL1
        mov     x7, #0xe0
        msr     ICC_PMR_EL1, x7
        msr     daifclr, #2
        isb
        msr     daifset, #2
        msr     ICC_PMR_EL1, x6
        msr     spsr_el1, x5
        msr     elr_el1, x4
        eret

keeps_pmr:
        mrs     x4, elr_el1
        add     x4, x4, #4
        mrs     x5, spsr_el1
keeps_1:
        msr     daifclr, #2
keeps_2:
        nop
keeps_3:
        msr     daifset, #2
keeps_4:
        msr     spsr_el1, x5
        msr     elr_el1, x4
keeps_5:
        eret

        /* What came may have gone again, or a higher one may be replacing it (rules 6, 10): 1020 to 1023 have bit 9, no INTID here has. */
on_irq:
on_irq_iar:
        mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, on_irq_out
        msr     ICC_EOIR1_EL1, x16
on_irq_out:
        eret
done:   nop
