/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 7: the flags say "disabled" while only PSTATE.I masks. Where flags are a PMR value and nothing else,
 * saving them gives the OFF priority, and restoring writes it into a PMR that was open: the interrupt that is
 * about to be acknowledged is masked, for good. The repair is a tag bit in the saved value which says that
 * PSTATE.I rules. Source: Linux bd82d4bd2188, linux-arm-kernel
 * 1560245893-46998-6-git-send-email-julien.thierry@arm.com.
 *
 * The ISB before IAR keeps rule 11 (which PMR decides) out of this.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start end=done pmr=0xf0\n protocol linux-5.1"
        gm      "set x1=0x70"
        gm      "balanced handler"

        gm      "scenario 07-faulty\n about restored 0x70 over 0xf0: 32 is masked for ever"
        gm      "start entry=f_1\n handler irq=h_1\n interrupt 32 state=pending"
        gm      "expect taken 32 at=f_1,f_2,f_3 must"
        gm      "expect read ICC_IAR1_EL1 at=h_4 in=1023"
        gm      "expect acknowledged 32 never"
        gm      "expect verdict unbalanced at=h_5 must"

        gm      "scenario 07-mended\n about the tag keeps PMR open: restored as it was"
        gm      "start entry=f_1\n handler irq=m_1\n interrupt 32 state=pending"
        gm      "expect taken 32 at=f_1,f_2,f_3 must"
        gm      "expect value pmr at=m_3 in=0x70"
        gm      "expect read ICC_IAR1_EL1 at=m_4 in=32"
        gm      "expect acknowledged 32 must"
        gm      "expect clean"

        /* Save and restore for themselves, begun where the exception has just been taken. */
        gm      "scenario 07-range-faulty\n about what is restored is not what was there"
        gm      "start entry=s_1 daif=daif\n interrupt 32 state=pending\n handler irq=h_1"
        gm      "balanced from=s_1 to=s_4 regs=pmr,daif"
        gm      "expect value pmr at=s_4 in=0x70"
        gm      "expect read ICC_IAR1_EL1 at=s_5 in=1023"
        gm      "expect taken 32 never"
        gm      "expect verdict unbalanced at=s_4 must"

        gm      "scenario 07-range-mended\n about with the tag it is"
        gm      "start entry=t_1 daif=daif\n interrupt 32 state=pending\n handler irq=m_1"
        gm      "balanced from=t_1 to=t_4 regs=pmr,daif"
        gm      "balanced from=t_1 to=t_6 regs=running"
        gm      "expect value pmr at=t_3 in=0x70"
        gm      "expect value pmr at=t_4 in=0xf0"
        gm      "expect read ICC_IAR1_EL1 at=t_5 in=32"
        gm      "expect clean"

        .text
        .balign 4
f_1:    nop
f_2:    isb
f_3:    b       done

        /* The flags to x2: PMR, or `masked` if PSTATE.I masks. Both codes are less than 0x100. */
        .macro  save masked
        mrs     x2, ICC_PMR_EL1
        mrs     x3, daif
        mov     x4, #\masked
        tst     x3, #0x80
        csel    x2, x4, x2, ne
        .endm

        .macro  end_of_interrupt
        tbnz    x16, #9, 9f
        msr     ICC_EOIR1_EL1, x16
9:
        .endm

h_1:    save    0x70
h_2:    msr     ICC_PMR_EL1, x1
h_3:    msr     ICC_PMR_EL1, x2
        isb
h_4:    mrs     x16, ICC_IAR1_EL1
        end_of_interrupt
h_5:    eret

        /* 0xf0: of ON, 0xe0 there, and the tag. */
m_1:    save    0xf0
m_2:    msr     ICC_PMR_EL1, x1
m_3:    msr     ICC_PMR_EL1, x2
        isb
m_4:    mrs     x16, ICC_IAR1_EL1
        end_of_interrupt
m_5:    eret

s_1:    save    0x70
s_2:    msr     ICC_PMR_EL1, x1
s_3:    msr     ICC_PMR_EL1, x2
s_4:    isb
s_5:    mrs     x16, ICC_IAR1_EL1
        end_of_interrupt
        msr     daifclr, #2
        isb
        b       done

t_1:    save    0xf0
t_2:    msr     ICC_PMR_EL1, x1
t_3:    msr     ICC_PMR_EL1, x2
t_4:    isb
t_5:    mrs     x16, ICC_IAR1_EL1
        end_of_interrupt
t_6:    b       done
done:   nop
