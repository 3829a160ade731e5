/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 70: an early exit jumps to the common end before the flags were saved, and DAIF gets whatever the register held; a tracing hook
 * overwrites the register with the saved flags. Sources: Zephyr issues 115141 and 32143; Xen aa717d803eb5.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start end=done\n handler irq=on_irq"
        gm      "set x3=0x3c0"
        gm      "balanced handler"

        gm      "scenario 70-faulty\n about the early exit restores what was never saved: all is masked"
        gm      "start entry=f_1 unknown=x3\n set nzcv=0x20000000"
        gm      "balanced from=f_1 to=f_5 regs=daif"
        gm      "raise 32 at=f_5"
        gm      "expect value daif at=f_5 in=0x3c0"
        gm      "expect taken 32 never"
        gm      "expect verdict unknown-flags at=f_4 must"
        gm      "expect verdict unbalanced at=f_5 must"

        gm      "scenario 70-no-early-exit\n about the same code by its usual way"
        gm      "start entry=f_1 unknown=x3\n set nzcv=0"
        gm      "balanced from=f_1 to=f_5 regs=daif"
        gm      "raise 32 at=f_5"
        gm      "expect taken 32 must"
        gm      "expect clean"

        gm      "scenario 70-mended\n about the flags are saved before anything can leave early"
        gm      "start entry=m_1 unknown=x3\n set nzcv=0x20000000"
        gm      "balanced from=m_1 to=m_5 regs=daif"
        gm      "raise 32 at=m_5"
        gm      "expect value daif at=m_5 in=0"
        gm      "expect taken 32 must"
        gm      "expect clean"

        gm      "scenario 70-mended-long-way\n about with the section: nothing inside, all restored"
        gm      "start entry=m_1 unknown=x3\n set nzcv=0"
        gm      "window critical from=m_3 to=m_4 name=section"
        gm      "balanced from=m_1 to=m_5 regs=daif"
        gm      "raise 32 at=m_3b"
        gm      "expect taken 32 window=section never"
        gm      "expect taken 32 must"
        gm      "expect clean"

        gm      "scenario 70-clobbered\n about the tracer's result is restored as the mask"
        gm      "start entry=c_1\n interrupt 32 state=idle"
        gm      "balanced from=c_1 to=c_6 regs=daif"
        gm      "raise 32 at=c_4"
        gm      "expect wakes c_4 must"
        gm      "expect taken 32 never"
        gm      "expect verdict unbalanced at=c_6 must"

        gm      "scenario 70-kept\n about the tracer keeps the register"
        gm      "start entry=k_1"
        gm      "balanced from=k_1 to=k_6 regs=daif"
        gm      "raise 32 at=k_4"
        gm      "expect wakes k_4 must"
        gm      "expect taken 32 at=k_6,k_7 must"
        gm      "expect clean"

        .text
        .balign 4
f_1:    b.cs    f_4
f_2:    mrs     x3, daif
f_3:    msr     daifset, #2
        nop
f_4:    msr     daif, x3
f_5:    nop
        b       done

m_1:    mrs     x3, daif
m_2:    b.cs    m_4
m_3:    msr     daifset, #2
m_3b:   nop
m_4:    msr     daif, x3
m_5:    nop
        b       done

c_1:    mrs     x4, daif
c_2:    msr     daifset, #2
c_3:    mov     x4, #0x80               /* the tracer's result */
c_4:    wfi
c_5:    msr     daif, x4
c_6:    isb
        b       done

k_1:    mrs     x4, daif
k_2:    msr     daifset, #2
k_3:    mov     x5, #0x80
k_4:    wfi
k_5:    msr     daif, x4
k_6:    isb
k_7:    b       done

        /* What came may have gone again, or a higher one may be replacing it (rules 6, 10): 1020 to 1023 have bit 9, no INTID here has. */
on_irq:
on_irq_iar:
        mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, on_irq_out
        msr     ICC_EOIR1_EL1, x16
on_irq_out:
        eret
done:   nop
