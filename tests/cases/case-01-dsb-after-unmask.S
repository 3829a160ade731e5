/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 1: with ICC_CTLR.PMHE=1 the redistributor filters by its own copy of PMR, and only a DSB SY after an
 * unmasking write makes it certain that the copy is up to date. Without it an interrupt may be held back for
 * ever, and WFI sleeps on it. With PMHE=0 the DSB is needless; masking needs none in either case. Source: Linux
 * f226650494c6, linux-arm-kernel 20191002090613.14236-2-maz@kernel.org and its 2/2 (PMHE has to be the same on
 * all CPUs).
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0h\n machine eoimode=no\n start end=done pmr=0x60\n handler irq=on_irq"
        gm      "set x1=0xe0 x2=0x60"
        gm      "balanced handler"

        /* Taken before 2 is one outcome (rules 2, 5), held back for ever another (rule 4). Once taken, nothing wakes. */
        gm      "scenario 01-faulty\n about PMHE=1, no DSB: the interrupt may stay with the redistributor"
        gm      "start entry=f_1\n interrupt 32 state=pending"
        gm      "expect taken 32 at=f_2,f_3 may"
        gm      "expect taken 32 at=f_1 never"
        gm      "expect no-wake f_3 may"
        gm      "expect verdict missing-dsb at=f_1 may"
        gm      "expect verdict no-wake at=f_3 may"

        /* PSTATE.I keeps it from being taken before WFI: what does not wake here was held back. */
        gm      "scenario 01-idle-faulty\n about as the idle loop has it, with PSTATE.I: sleeps on a pending interrupt"
        gm      "start entry=f_1 daif=i\n interrupt 32 state=pending"
        gm      "expect wakes f_3 may"
        gm      "expect no-wake f_3 may"
        gm      "expect taken 32 at=f_5,f_6 may"
        gm      "expect taken 32 at=f_1,f_2,f_3,f_4 never"
        gm      "expect ends waiting may"
        gm      "expect verdict missing-dsb at=f_1 may"
        gm      "expect verdict no-wake at=f_3 may"

        gm      "scenario 01-mended\n about (b) DSB: taken before WFI is reached"
        gm      "start entry=m_1 end=m_3\n interrupt 32 state=pending"
        gm      "expect taken 32 at=m_2,m_3 must"
        gm      "expect clean"

        gm      "scenario 01-idle-mended\n about (b) the idle loop with DSB: WFI completes"
        gm      "start entry=m_1 daif=i\n interrupt 32 state=pending"
        gm      "expect wakes m_3 must"
        gm      "expect taken 32 at=m_5,m_6 must"
        gm      "expect clean"

        gm      "scenario 01-no-hint\n about (c) PMHE=0, no DSB: taken before WFI is reached"
        gm      "machine pmhe=no"
        gm      "start entry=f_1 end=f_3\n interrupt 32 state=pending"
        gm      "expect taken 32 at=f_2,f_3 must"
        gm      "expect clean"

        gm      "scenario 01-no-hint-idle\n about (c) PMHE=0, no DSB, in the idle loop: WFI completes"
        gm      "machine pmhe=no"
        gm      "start entry=f_1 daif=i\n interrupt 32 state=pending"
        gm      "expect wakes f_3 must"
        gm      "expect taken 32 at=f_5,f_6 must"
        gm      "expect clean"

        gm      "scenario 01-masking\n about (d) the masking write needs no DSB"
        gm      "start entry=d_1 pmr=0xe0"
        gm      "window critical from=d_1 to=d_3 name=section"
        gm      "raise 32 from=d_1 to=d_3"
        gm      "expect taken 32 window=section never"
        gm      "expect taken 32 must"
        gm      "expect clean"

        /* Each PE runs the form that PE 0, where PMHE=0, makes look right. */
        gm      "scenario 01-two-pes\n about (e) PMHE differs: the code of PE 0 is wrong on PE 1"
        gm      "machine pes=2 pmhe=no\n start pe=1 pmhe=yes\n start entry=f_1 daif=i"
        gm      "interrupt 32 state=pending\n interrupt 33 pe=1 state=pending"
        gm      "expect wakes f_3 pe=0 must"
        gm      "expect taken 32 at=f_5,f_6 pe=0 must"
        gm      "expect no-wake f_3 pe=1 may"
        gm      "expect verdict missing-dsb at=f_1 pe=1 may"
        gm      "expect verdict missing-dsb pe=0 never"
        gm      "expect verdict no-wake pe=0 never"
        gm      "expect verdict no-wake at=f_3 pe=1 may"

        .text
        .balign 4
f_1:    msr     ICC_PMR_EL1, x1
f_2:    nop
f_3:    wfi
f_4:    msr     daifclr, #2
f_5:    isb
f_6:    b       done

m_1:    msr     ICC_PMR_EL1, x1
m_2:    dsb     sy
m_3:    wfi
m_4:    msr     daifclr, #2
m_5:    isb
m_6:    b       done

d_1:    msr     ICC_PMR_EL1, x2
d_2:    nop
d_3:    msr     ICC_PMR_EL1, x1
d_4:    dsb     sy
        b       done

        /* 1020 to 1023 (bit 9 set) are no interrupt: what came may have gone again (rule 10). */
on_irq: mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, on_irq_out
        msr     ICC_EOIR1_EL1, x16
on_irq_out:
        eret
done:   nop
