/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 16: a level interrupt whose line is still high after the priority drop is active and pending. It is
 * neither signalled nor acknowledged until it is deactivated; models that look at pending alone deliver it
 * again at once, for ever. Sources: QEMU 0bfa02595aa2; Renode 7b600d7dbd80.
 *
 * The line falls when the second delivery has been acknowledged. x20 says which one it is.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n start entry=f_1 end=done"
        gm      "interrupt 27 prio=0xa0 level state=pending"
        gm      "set x20=0"
        gm      "balanced handler"

        gm      "scenario 16-faulty\n about opened, deactivated inside the handler: it comes again, nested"
        gm      "handler irq=h_0\n lower 27 at=again_2"
        gm      "expect read ICC_IAR1_EL1 at=h_1 in=27"
        gm      "expect taken 27 at=h_4,h_5 never"
        gm      "expect read ICC_IAR1_EL1 at=h_4 in=1023"
        gm      "expect taken 27 at=h_6 may"
        gm      "expect read ICC_IAR1_EL1 at=again_1 in=27"
        gm      "expect depth 2"
        gm      "expect verdict nested at=h_6,h_7,h_8 may"

        gm      "scenario 16-mended\n about masked again before it is deactivated: it comes again after the handler"
        gm      "handler irq=m_0\n lower 27 at=again_2"
        gm      "expect taken 27 at=f_1,f_2,f_3,done must"
        gm      "expect value daif at=m_4 in=0x340"
        gm      "expect read ICC_IAR1_EL1 at=m_4 in=1023"
        gm      "expect read ICC_IAR1_EL1 at=again_1 in=27"
        gm      "expect depth 1"
        gm      "expect clean"

        gm      "scenario 16-served\n about the device's line falls in time: nothing comes again"
        gm      "handler irq=h_0\n lower 27 at=h_2"
        gm      "expect taken 27 at=f_1,f_2,f_3 must"
        gm      "expect read ICC_IAR1_EL1 at=h_4 in=1023"
        gm      "expect acknowledged 27 at=again_1 never"
        gm      "expect depth 1"
        gm      "expect clean"

        /* Active and not deactivated at all. */
        gm      "scenario 16-kept-active\n about without DIR it never comes again"
        gm      "handler irq=k_0"
        gm      "expect taken 27 at=f_1,f_2,f_3 must"
        gm      "expect acknowledged 27 at=k_1 must"
        gm      "expect value daif at=k_4 in=0x340"
        gm      "expect read ICC_IAR1_EL1 at=k_4 in=1023"
        gm      "expect depth 1"
        gm      "expect clean"

        .text
        .balign 4
f_1:    nop
f_2:    isb
f_3:    b       done

        .macro  frame_save
        stp     x16, x17, [sp, #-32]!
        mrs     x16, elr_el1
        mrs     x17, spsr_el1
        stp     x16, x17, [sp, #16]
        .endm
        .macro  frame_restore
        ldp     x16, x17, [sp, #16]
        msr     elr_el1, x16
        msr     spsr_el1, x17
        ldp     x16, x17, [sp], #32
        .endm

h_0:    frame_save
        cbnz    x20, again
        mov     x20, #1
h_1:    mrs     x16, ICC_IAR1_EL1
h_2:    msr     ICC_EOIR1_EL1, x16
h_3:    msr     daifclr, #2
h_4:    mrs     x17, ICC_IAR1_EL1
h_5:    msr     ICC_DIR_EL1, x16
h_6:    nop
h_7:    isb
h_8:    msr     daifset, #2
h_9:    frame_restore
        eret

m_0:    frame_save
        cbnz    x20, again
        mov     x20, #1
m_1:    mrs     x16, ICC_IAR1_EL1
m_2:    msr     ICC_EOIR1_EL1, x16
m_3:    msr     daifclr, #2
m_4:    mrs     x17, ICC_IAR1_EL1
        msr     daifset, #2
m_5:    msr     ICC_DIR_EL1, x16
m_6:    nop
        frame_restore
        eret

k_0:    frame_save
        cbnz    x20, again
        mov     x20, #1
k_1:    mrs     x16, ICC_IAR1_EL1
k_2:    msr     ICC_EOIR1_EL1, x16
k_3:    msr     daifclr, #2
k_4:    mrs     x17, ICC_IAR1_EL1
        frame_restore
        eret

again:
again_1:
        mrs     x16, ICC_IAR1_EL1
again_2:
        tbnz    x16, #9, again_3
        msr     ICC_EOIR1_EL1, x16
        msr     ICC_DIR_EL1, x16
again_3:
        frame_restore
        eret
done:   nop
