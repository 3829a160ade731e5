/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 4: an NMI that interrupts code with interrupts on is known as one only by the running priority, after
 * the acknowledge. Its branch went back to generic exit code with PSTATE.I still set; that code opens PMR,
 * which it takes for enabling interrupts, and nothing can come. The repair closes PMR and clears I and F first,
 * so that PMR is what masks. Sources: Linux 614ab80c9647, 6efb50923771, adf14453d2c0.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n start entry=f_1 end=done\n protocol linux-5.3"
        gm      "interrupt 23 state=pending"
        gm      "set x1=0xf0 x2=0xe0 x3=0x60"
        gm      "balanced handler"
        gm      "expect taken 23 at=f_1,f_2,f_3 must"
        gm      "expect acknowledged 23 must"

        /* 0x60 goes back into code that runs with 0xe0: after it 32 is masked for good. */
        gm      "scenario 04-faulty\n about PMR says enabled, PSTATE.I masks; PMR is not restored"
        gm      "handler irq=h_1\n raise 32 at=h_6"
        gm      "claim protocol at=h_6"
        gm      "expect read ICC_RPR_EL1 at=h_2b in=0x20"
        gm      "expect taken 32 never"
        gm      "expect verdict mask-mismatch at=h_6 must"
        gm      "expect verdict unbalanced at=h_8 must"

        gm      "scenario 04-restored\n about the same with PMR restored: 32 waits until the NMI's code is left"
        gm      "handler irq=r_1\n raise 32 at=r_6"
        gm      "claim protocol at=r_6"
        gm      "expect taken 32 at=r_6,r_7,r_8 never"
        gm      "expect acknowledged 32 must"
        gm      "expect verdict mask-mismatch at=r_6 must"

        /* The exit code's section is open on purpose: interrupts that come there are no nesting by accident. */
        gm      "scenario 04-mended\n about PMR closed, then I and F cleared: opening PMR does enable"
        gm      "handler irq=m_1\n raise 32 at=m_6"
        gm      "claim protocol at=m_6"
        gm      "window enabled from=m_5 to=m_7 name=softirqs"
        gm      "expect value pmr at=m_2 in=0xf0"
        gm      "expect value pmr at=m_5 in=0x60"
        gm      "expect taken 32 at=m_6 may"
        gm      "expect taken 32 must"
        gm      "expect clean"

        .text
        .balign 4
f_1:    nop
f_2:    isb
f_3:    b       done

        /* A second interrupt has a frame of its own. */
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

        /* 32 in this vector: only the acknowledge differs, which has no exit code here. */
        .macro  other name
        cmp     x16, #23
        b.eq    \name\()_3
        tbnz    x16, #9, 1f
        msr     ICC_EOIR1_EL1, x16
        msr     ICC_DIR_EL1, x16
1:      msr     ICC_PMR_EL1, x2
        frame_restore
        eret
        .endm

h_1:    msr     ICC_PMR_EL1, x1
h_2:    mrs     x16, ICC_IAR1_EL1
h_2b:   mrs     x17, ICC_RPR_EL1
h_3:    msr     ICC_EOIR1_EL1, x16
h_4:    msr     ICC_DIR_EL1, x16
h_5:    msr     ICC_PMR_EL1, x2
h_6:    nop
h_7:    msr     ICC_PMR_EL1, x3
h_8:    eret

r_1:    frame_save
        msr     ICC_PMR_EL1, x1
r_2:    mrs     x16, ICC_IAR1_EL1
        other   r
r_3:    msr     ICC_EOIR1_EL1, x16
r_4:    msr     ICC_DIR_EL1, x16
r_5:    msr     ICC_PMR_EL1, x2
r_6:    nop
r_7:    msr     ICC_PMR_EL1, x2
        frame_restore
r_8:    eret

m_1:    frame_save
        msr     ICC_PMR_EL1, x1
m_2:    mrs     x16, ICC_IAR1_EL1
        other   m
m_3:    msr     ICC_EOIR1_EL1, x16
m_4:    msr     ICC_DIR_EL1, x16
        msr     ICC_PMR_EL1, x3
        msr     daifclr, #3
m_5:    msr     ICC_PMR_EL1, x2
m_6:    nop
m_7:    msr     ICC_PMR_EL1, x3
        msr     daifset, #3
        msr     ICC_PMR_EL1, x2
        frame_restore
m_8:    eret
done:   nop
