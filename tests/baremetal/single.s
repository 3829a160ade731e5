/* SPDX-License-Identifier: Apache-2.0 */
/* One security state (secure=off): what EL1 may do with Group 0, BPR0 and CBPR there. */

        program g0_is_fiq, OFF
        handler1 ack0_and_return
        group   A, 0
        ready   A, 0x80
        pend    A
        logs    isr_el1
        logs    icc_hppir0_el1
        logs    icc_hppir1_el1
        ack1    x0
        msr     daifclr, #2             /* I open: it is not an IRQ */
        nop
        msr     daifclr, #1
        nop
        mask
        logs    isr_el1
        endprogram

        program g0_and_g1, OFF          /* each through its own registers */
        group   A, 0
        ready   A, 0x80
        ready   B, 0x40
        pend    A
        pend    B
        logs    isr_el1
        logs    icc_hppir0_el1
        logs    icc_hppir1_el1
        mrs     x0, icc_iar0_el1
        sync
        log     x0
        ack1    x1
        logs    isr_el1
        eoi1    x1
        logs    isr_el1
        ack1    x1
        mrs     x0, icc_iar0_el1
        sync
        log     x0
        logs    icc_rpr_el1
        msr     icc_eoir0_el1, x0
        sync
        logs    icc_rpr_el1
        endprogram

        program g0_preempts_g1, OFF     /* one running priority for both groups */
        group   B, 0
        ready   A, 0x80
        ready   B, 0x40
        ready   C, 0x60
        pend    A
        ack1    x0
        pend    B
        logs    isr_el1
        mrs     x1, icc_iar0_el1
        sync
        log     x1
        logs    icc_rpr_el1
        pend    C
        logs    isr_el1
        msr     icc_eoir0_el1, x1
        sync
        logs    icc_rpr_el1
        logs    isr_el1
        ack1    x2
        eoi1    x2
        eoi1    x0
        logs    icc_rpr_el1
        endprogram

        program g0_off_at_interface, OFF
        group   A, 0
        ready   A, 0x80
        pend    A
        msr     icc_igrpen0_el1, xzr
        isb
        logs    icc_igrpen0_el1
        logs    isr_el1
        mrs     x0, icc_iar0_el1
        log     x0
        sets    icc_igrpen0_el1, 1
        isb
        logs    isr_el1
        unpend  A
        endprogram

        program g0_off_at_distributor, OFF
        group   A, 0
        ready   A, 0x80
        ready   B, 0xc0
        pend    A
        pend    B
        store   x21, GICD_CTLR, 0x12
        bl      wait_rwp
        sync
        look1
        store   x21, GICD_CTLR, 0x11
        bl      wait_rwp
        sync
        look1
        logs    icc_hppir0_el1
        endprogram

        program fiq_taken_before_return_of_irq, OFF /* a FIQ in the IRQ handler, F open there */
        adr     x24, 1f
        group   B, 0
        ready   A, 0x80
        ready   B, 0x40
        pend    A
        unmask
        nop
        mask
        endprogram
1:      tbnz    x9, #40, ack0_and_return /* vector offset 0x300: FIQ */
        mrs     x0, icc_iar1_el1
        sync
        log     x0
        mrs     x1, elr_el1
        mrs     x2, spsr_el1
        pend    B
        msr     daifclr, #1
        nop
        msr     daifset, #1
        msr     elr_el1, x1
        msr     spsr_el1, x2
        eoi1    x0
        logs    icc_rpr_el1
        eret

        program bpr0_readback, OFF
        mov     x0, #0
1:      msr     icc_bpr0_el1, x0
        isb
        logs    icc_bpr0_el1
        add     x0, x0, #1
        cmp     x0, #8
        b.ne    1b
        endprogram

        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
        program cbpr_bpr\n, OFF         /* BPR0 splits Group 1 priorities too; BPR1 reads as BPR0 + 1, writes ignored */
        sets    icc_bpr1_el1, 5
        sets    icc_bpr0_el1, \n
        sets    icc_ctlr_el1, 1
        isb
        logs    icc_bpr0_el1
        logs    icc_bpr1_el1
        sets    icc_bpr1_el1, 6
        isb
        logs    icc_bpr1_el1
        preemption_body
        msr     icc_ctlr_el1, xzr
        isb
        logs    icc_bpr1_el1
        endprogram
        .endr

        .irp    n, 2, 4, 6, 7
        program g0_preempt_bpr\n, OFF   /* Group 0 over Group 0 by BPR0 */
        group   A, 0
        group   B, 0
        sets    icc_bpr0_el1, \n
        isb
        enable  A
        enable  B
        mov     x1, #0
        mov     x5, #0
1:      add     x2, x21, #(IPRIORITYR + A)
        strb    w1, [x2]
        pend    A
        mrs     x0, icc_iar0_el1
        sync
        mov     x3, #0
2:      add     x2, x21, #(IPRIORITYR + B)
        strb    w3, [x2]
        pend    B
        mrs     x4, isr_el1
        ubfx    x4, x4, #6, #1
        orr     x5, x4, x5, lsl #1
        unpend  B
        add     x3, x3, #0x10
        cmp     x3, #0x100
        b.ne    2b
        msr     icc_eoir0_el1, x0
        sync
        log     x5
        mov     x5, #0
        add     x1, x1, #0x20
        cmp     x1, #0x100
        b.ne    1b
        endprogram
        .endr

        program sgi_of_group0, OFF      /* SGI0R reaches Group 0 only */
        group   2, 0
        ready   2, 0x40
        ready   3, 0x80
        li      x0, 0x02000001
        msr     icc_sgi0r_el1, x0
        sync
        bitlog  2, ISPENDR
        logs    isr_el1
        unpend  2
        li      x0, 0x03000001
        msr     icc_sgi0r_el1, x0
        sync
        bitlog  3, ISPENDR
        endprogram

        program sweep_pmr_32, OFF       /* all 32 priorities x 32 masks */
        enable  A
        mov     x0, #0
1:      unpend  A
        add     x1, x21, #(IPRIORITYR + A)
        strb    w0, [x1]
        pend    A
        mov     x2, #0
        mov     x3, #0xf8
2:      msr     icc_pmr_el1, x3
        isb
        mrs     x1, isr_el1
        ubfx    x1, x1, #7, #1
        orr     x2, x1, x2, lsl #1
        subs    x3, x3, #8
        b.pl    2b
        log     x2
        add     x0, x0, #8
        tbz     x0, #8, 1b
        endprogram

        program gicd_ctlr_ds_fixed, OFF /* without EL3 DS reads as one, ARE too, whatever is written */
        store   x21, GICD_CTLR, 0
        bl      wait_rwp
        loadlog x21, GICD_CTLR
        store   x21, GICD_CTLR, 3
        bl      wait_rwp
        loadlog x21, GICD_CTLR
        endprogram

        program waker, OFF
        msr     icc_igrpen0_el1, xzr
        msr     icc_igrpen1_el1, xzr
        sync
        sleep_and_wake
        endprogram
