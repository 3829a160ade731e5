/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 77: the helper that masks by priority is patched in where the one by PSTATE stood. It compares, which destroys condition flags that
 * the compiler held alive; and if the variant changes while flags of the other kind are saved, the restore reads them wrongly.
 * Sources: Julien Thierry, "irqflags: Add condition flags to inline asm clobber list", linux-arm-kernel 2019-06-11;
 * kernel-patches/bpf PR 11910. The part about EL2's sections is not a matter of masking.
 *
 * The code as it stands after each patch event: save by PMR, restore by DAIF or PMR. PMR's 0xe0 as DAIF is I and F.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start end=done\n handler irq=on_irq\n protocol linux-5.3"
        gm      "set x9=0x60"
        gm      "balanced handler"

        gm      "scenario 77-faulty\n about flags destroyed by the save, and restored as the other kind"
        gm      "start entry=f_1"
        gm      "balanced from=f_2 to=f_3 regs=nzcv"
        gm      "balanced from=f_2 to=f_6 regs=daif"
        gm      "raise 32 at=f_6"
        gm      "expect value daif at=f_6 in=0xc0"
        gm      "expect taken 32 never"
        gm      "expect verdict flag-type at=f_5 must"
        gm      "expect verdict unbalanced at=f_3 may"
        gm      "expect verdict unbalanced at=f_6 may"
        gm      "expect verdict unbalanced at=f_3,f_6 must"

        gm      "scenario 77-mended\n about a save without a compare, restored as what it is"
        gm      "start entry=m_1"
        gm      "window critical from=m_2c to=m_5 name=section"
        gm      "balanced from=m_2 to=m_3 regs=nzcv"
        gm      "balanced from=m_2 to=m_6 regs=pmr,daif"
        gm      "raise 32 at=m_4"
        gm      "expect taken 32 window=section never"
        gm      "expect taken 32 must"
        gm      "expect clean"

        gm      "scenario 77-clobber\n about only the flags of the condition are destroyed"
        gm      "start entry=c_1"
        gm      "balanced from=c_2 to=c_3 regs=nzcv"
        gm      "balanced from=c_2 to=c_6 regs=pmr,daif"
        gm      "raise 32 at=c_6"
        gm      "expect taken 32 must"
        gm      "expect verdict unbalanced at=c_3 must"

        gm      "scenario 77-reverse\n about saved by DAIF, restored into PMR: 0 masks everything"
        gm      "start entry=r_1"
        gm      "balanced from=r_1 to=r_4 regs=pmr"
        gm      "raise 32 at=r_4\n raise 23 at=r_4"
        gm      "expect value pmr at=r_4 in=0"
        gm      "expect taken 32 never"
        gm      "expect taken 23 never"
        gm      "expect verdict flag-type at=r_3 must"
        gm      "expect verdict unbalanced at=r_4 must"

        .text
        .balign 4
f_1:    cmp     x0, #0
f_2:    mrs     x3, ICC_PMR_EL1
        cmp     x3, #0x60               /* already masked? */
        b.eq    f_3
        msr     ICC_PMR_EL1, x9
f_3:    b.eq    f_4                     /* meant for the compare at f_1 */
        nop
f_4:    nop
f_5:    msr     daif, x3
f_6:    nop
        b       done

m_1:    cmp     x0, #0
m_2:    mrs     x3, ICC_PMR_EL1
        eor     x4, x3, #0x60
        cbz     x4, m_3
m_2c:   msr     ICC_PMR_EL1, x9
m_3:    b.eq    m_4
        nop
m_4:    nop
m_5:    msr     ICC_PMR_EL1, x3
m_6:    nop
        b       done

c_1:    cmp     x0, #0
c_2:    mrs     x3, ICC_PMR_EL1
        cmp     x3, #0x60
        b.eq    c_3
        msr     ICC_PMR_EL1, x9
c_3:    b.eq    c_4
        nop
c_4:    nop
c_5:    msr     ICC_PMR_EL1, x3
c_6:    nop
        b       done

r_1:    mrs     x3, daif
r_2:    msr     daifset, #2
        nop
r_3:    msr     ICC_PMR_EL1, x3
r_4:    msr     daifclr, #2
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
