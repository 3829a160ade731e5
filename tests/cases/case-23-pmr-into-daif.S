/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 23: flags are saved by a routine that gives a PMR value, and restored by one that writes DAIF. 0xe0 are
 * the bits of I and F there, and the restoring routine, which sees bit 7 as "disabled", closes PMR too. Source:
 * Linux "arm64: acpi: fix DAIF manipulation with pNMI", linux-arm-kernel
 * 20200122124546.25421-1-mark.rutland@arm.com.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start end=done\n handler irq=on_irq\n protocol linux-5.3"
        gm      "set x1=0x1c0 x2=0x60"
        gm      "balanced handler"

        gm      "scenario 23-faulty\n about 0xe0 into DAIF: everything is masked"
        gm      "start entry=f_1\n raise 23 at=f_5\n raise 32 at=f_5"
        gm      "balanced regs=daif from=f_1 to=f_5"
        gm      "expect read ICC_PMR_EL1 at=f_1 in=0xe0"
        gm      "expect value daif at=f_5 in=0xc0"
        gm      "expect taken 23 never"
        gm      "expect taken 32 never"
        gm      "expect verdict unbalanced at=f_5 must"
        gm      "expect verdict flag-type at=f_4 must"

        gm      "scenario 23-off\n about 0x60 into DAIF: F only; the NMI comes"
        gm      "start entry=f_1 pmr=0x60\n raise 23 at=f_5\n raise 32 at=f_5"
        gm      "balanced regs=daif from=f_1 to=f_5"
        gm      "expect value daif at=f_5 in=0x40"
        gm      "expect taken 23 must"
        gm      "expect taken 32 never"
        gm      "expect verdict unbalanced at=f_5 must"
        gm      "expect verdict flag-type at=f_4 must"

        gm      "scenario 23-helper\n about the whole routine: PMR is closed too"
        gm      "start entry=r_1\n raise 23 at=r_5\n raise 32 at=r_5"
        gm      "balanced regs=daif,pmr from=r_1 to=r_5"
        gm      "expect value daif at=r_5 in=0xc0"
        gm      "expect value pmr at=r_5 in=0x60"
        gm      "expect taken 23 never"
        gm      "expect taken 32 never"
        gm      "expect verdict unbalanced at=r_5 must"
        gm      "expect verdict flag-type at=r_4 must"

        gm      "scenario 23-mended\n about the same kind of flags saved and restored"
        gm      "start entry=m_1\n raise 23 at=m_5\n raise 32 at=m_5"
        gm      "balanced regs=daif,pmr from=m_1 to=m_5"
        gm      "window critical from=m_2 to=m_4 against=all name=context"
        gm      "expect value daif at=m_3 in=0x1c0"
        gm      "expect value daif at=m_5 in=0"
        gm      "expect acknowledged 23 must"
        gm      "expect acknowledged 32 must"
        gm      "expect clean"

        .text
        .balign 4
f_1:    mrs     x3, ICC_PMR_EL1
f_2:    msr     daif, x1
f_3:    nop
f_4:    msr     daif, x3
f_5:    nop
        isb
        b       done

r_1:    mrs     x3, ICC_PMR_EL1
r_2:    msr     daif, x1
r_3:    tbz     x3, #7, r_4
        msr     ICC_PMR_EL1, x2
r_4:    msr     daif, x3
r_5:    nop
        isb
        b       done

m_1:    mrs     x3, daif
m_2:    msr     daif, x1
m_3:    nop
m_4:    msr     daif, x3
m_5:    nop
        b       done

        /* 1020 to 1023 (bit 9 set) are no interrupt: what came may have gone again (rule 10). */
on_irq: mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, on_irq_out
        msr     ICC_EOIR1_EL1, x16
on_irq_out:
        eret
done:   nop
