/* SPDX-License-Identifier: Apache-2.0 */
/* Programs that run at EL1 in all four EL1 contexts: one security state, Non-secure with SCR_EL3.FIQ 1 and 0, Secure.
 * Priorities are multiples of 16 so that all bits of them are implemented in the Non-secure view too. */

/* ---------------------------------------------------------------------------------- PMR and the strict compare */
        program pmr_readback, EL1       /* all 256 values, eight a word */
        mov     x0, #0xff               /* down: a Non-secure write is ignored once the mask is in the Secure half */
1:      mov     x2, #0
        mov     x3, #8
2:      msr     icc_pmr_el1, x0
        mrs     x1, icc_pmr_el1
        orr     x2, x1, x2, lsl #8
        sub     x0, x0, #1
        subs    x3, x3, #1
        b.ne    2b
        log     x2
        tbz     x0, #63, 1b
        endprogram

        program pmr_upper_bits, EL1     /* bits [63:8] are RES0 */
        mov     x0, #-1
        msr     icc_pmr_el1, x0
        logs    icc_pmr_el1
        endprogram

        program equal_priority_masked, EL1
        ready   A, 0x80
        pend    A
        sets    icc_pmr_el1, 0x80
        isb
        look1
        ack1    x0
        sets    icc_pmr_el1, 0x70
        isb
        look1
        ack1    x0
        sets    icc_pmr_el1, 0x90
        isb
        look1
        ack1    x0
        look1
        eoi1    x0
        look1
        endprogram

        program sweep_pmr, EL1          /* 16 priorities x 32 masks: at which masks is it signalled? */
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
        sets    icc_pmr_el1, 0xff
        add     x0, x0, #0x10
        tbz     x0, #8, 1b
        endprogram

/* ------------------------------------------------------------------------------------------ unmask and mask */
        program unmask_pmr_next, EL1
        handler1 ack_and_return
        sets    icc_pmr_el1, 0x60
        ready   A, 0x80
        pend    A
        unmask
        nop
        nop
        sets    icc_pmr_el1, 0xe0
        nop
        nop
        logi    0x11
        mask
        endprogram

        program unmask_daifclr_next, EL1
        handler1 ack_and_return
        sets    icc_pmr_el1, 0xe0
        ready   A, 0x80
        pend    A
        nop
        unmask
        nop
        nop
        mask
        endprogram

        program unmask_daif_register, EL1
        handler1 ack_and_return
        ready   A, 0x80
        pend    A
        mov     x0, #0x340              /* only F, A, D masked */
        msr     daif, x0
        nop
        nop
        mask
        logs    daif
        endprogram

        program unmask_igrpen_next, EL1
        handler1 ack_and_return
        msr     icc_igrpen1_el1, xzr
        isb
        ready   A, 0x80
        pend    A
        logs    isr_el1
        unmask
        nop
        sets    icc_igrpen1_el1, 1
        isb
        nop
        mask
        endprogram

        program unmask_by_eret, EL1     /* the I bit of the SPSR */
        handler1 ack_and_return
        ready   A, 0x80
        pend    A
        adr     x0, 1f
        msr     elr_el1, x0
        mov     x0, #0x345
        msr     spsr_el1, x0
        eret
        nop
1:      nop
        nop
        mask
        endprogram

        program mask_pmr_immediate, EL1 /* masked by PMR before it becomes pending: nothing until DAIF and PMR open */
        handler1 ack_and_return
        ready   A, 0x80
        unmask
        sets    icc_pmr_el1, 0x60
        pend    A
        nop
        nop
        logs    isr_el1
        logs    icc_hppir1_el1
        mask
        sets    icc_pmr_el1, 0xe0
        isb
        logs    isr_el1
        unmask
        nop
        mask
        logs    isr_el1
        endprogram

        program pmr_priority_classes, EL1 /* what the mask 0x60 lets through, as Linux used it up to 6.10 */
        handler1 ack_and_return
        sets    icc_pmr_el1, 0x60
        ready   A, 0xa0
        ready   B, 0x20
        unmask
        bitwrite A, ISPENDR
        dsb     sy
        logi    1
        mask
        pend    B
        unmask
        nop
        logi    2
        sets    icc_pmr_el1, 0xe0
        nop
        logi    3
        mask
        endprogram

        program daif_then_pmr, EL1      /* both masks; each opened alone does nothing */
        handler1 ack_and_return
        sets    icc_pmr_el1, 0x60
        ready   A, 0x80
        pend    A
        unmask
        nop
        mask
        sets    icc_pmr_el1, 0xe0
        nop
        logs    isr_el1
        sets    icc_pmr_el1, 0x60
        nop
        logs    isr_el1
        unmask
        nop
        nop
        sets    icc_pmr_el1, 0xe0
        nop
        mask
        endprogram

        program daif_readback, EL1
        msr     daifclr, #15
        logs    daif
        msr     daifset, #2
        logs    daif
        msr     daifset, #5
        logs    daif
        msr     daifclr, #3
        logs    daif
        mov     x0, #-1
        msr     daif, x0
        logs    daif
        msr     daif, xzr
        logs    daif
        msr     daifset, #15
        endprogram

/* ---------------------------------------------------------------------------------------------- exceptions */
        program entry_state, EL1        /* DAIF set, PMR and running priority untouched, SPSR and ELR */
        adr     x24, 1f
        sets    icc_pmr_el1, 0xe0
        ready   A, 0x80
        pend    A
        cmp     x21, x21                /* Z and C */
        unmask
        nop
        mask
        endprogram
1:      logs    daif
        logs    spsr_el1
        logs    icc_pmr_el1
        logs    spsel
        logs    currentel
        look1
        b       ack_and_return

        program from_sp0, EL1           /* the vector for the stack pointer of EL0 */
        handler1 ack_and_return
        ready   A, 0x80
        pend    A
        msr     spsel, #0
        unmask
        nop
        mask
        logs    spsel
        msr     spsel, #1
        endprogram

        program from_el0, EL1           /* the vector for a lower EL; nothing of EL0 has run */
        handler1 ack_and_return
        ready   A, 0x80
        pend    A
        adr     x0, 1f
        msr     elr_el1, x0
        msr     spsr_el1, xzr
        mov     x1, #7
        eret
1:      mov     x1, #8
        svc     #0
        log     x1
        logs    spsr_el1
        endprogram

        program el0_masked_by_pmr, EL1
        handler1 ack_and_return
        sets    icc_pmr_el1, 0x60
        ready   A, 0x80
        pend    A
        adr     x0, 1f
        msr     elr_el1, x0
        msr     spsr_el1, xzr
        eret
1:      mov     x1, #8
        svc     #0
        log     x1
        logs    isr_el1
        endprogram

        program nested, EL1             /* three levels by real exceptions, each taken in the handler of the one before */
        adr     x24, 1f
        ready   A, 0xc0
        ready   B, 0x80
        ready   C, 0x40
        pend    A
        unmask
        nop
        mask
        look1
        endprogram
1:      mrs     x10, icc_iar1_el1
        sync
        log     x10
        logs    icc_rpr_el1
        mrs     x11, elr_el1
        mrs     x12, spsr_el1
        stp     x10, x11, [sp, #-32]!
        str     x12, [sp, #16]
        cmp     x10, #A
        b.ne    2f
        bitwrite B, ISPENDR
2:      cmp     x10, #B
        b.ne    3f
        bitwrite C, ISPENDR
3:      sync
        unmask
        nop
        mask
        ldr     x12, [sp, #16]
        ldp     x10, x11, [sp], #32
        eoi1    x10
        logs    icc_rpr_el1
        msr     elr_el1, x11
        msr     spsr_el1, x12
        eret

        program no_nesting_of_lower, EL1 /* in the handler, a lower and an equal priority wait for the EOI */
        adr     x24, 1f
        ready   A, 0x80
        ready   B, 0x80
        ready   C, 0xc0
        pend    A
        unmask
        nop
        nop
        mask
        endprogram
1:      mrs     x10, icc_iar1_el1
        sync
        log     x10
        cmp     x10, #A
        b.ne    2f
        pend    B
        pend    C
2:      mrs     x11, elr_el1
        mrs     x12, spsr_el1
        unmask
        nop
        mask
        look1
        msr     elr_el1, x11
        msr     spsr_el1, x12
        eoi1    x10
        eret

        program spurious_after_withdrawal, EL1 /* the exception has been taken; IAR finds nothing */
        adr     x24, 1f
        ready   A, 0x80
        pend    A
        unmask
        nop
        mask
        look1
        endprogram
1:      unpend  A
        b       ack_and_return

        program acknowledge_reevaluates, EL1 /* the exception came for A, IAR returns the better B */
        adr     x24, 1f
        ready   A, 0x80
        ready   B, 0x40
        pend    A
        unmask
        nop
        nop
        mask
        endprogram
1:      cmp     x18, #1
        b.ne    ack_and_return
        pend    B
        b       ack_and_return

        program acknowledge_under_mask, EL1 /* PMR lowered in the handler, ISB, IAR: 1023 */
        adr     x24, 1f
        ready   A, 0x80
        pend    A
        unmask
        nop
        mask
        endprogram
1:      sets    icc_pmr_el1, 0x60
        isb
        mrs     x10, icc_iar1_el1
        sync
        log     x10
        look1
        sets    icc_pmr_el1, 0xe0
        isb
        b       ack_and_return

/* --------------------------------------------------------------------------- acknowledge, end, running priority */
        program spurious, EL1           /* nothing pending */
        ack1    x0
        look1
        endprogram

        program isr_follows, EL1        /* ISR_EL1 through the life of an interrupt */
        ready   A, 0x80
        logs    isr_el1
        pend    A
        logs    isr_el1
        ack1    x0
        logs    isr_el1
        eoi1    x0
        logs    isr_el1
        pend    A
        disable A
        sync
        logs    isr_el1
        enable  A
        sync
        logs    isr_el1
        unpend  A
        logs    isr_el1
        endprogram

        program eoimode0, EL1           /* EOIR drops the priority and deactivates */
        ready   A, 0x80
        pend    A
        bitlog  A, ISPENDR
        bitlog  A, ISACTIVER
        ack1    x0
        bitlog  A, ISPENDR
        bitlog  A, ISACTIVER
        look1
        eoi1    x0
        bitlog  A, ISACTIVER
        look1
        endprogram

        program eoimode1, EL1           /* EOIR drops, DIR deactivates; between them it is not signalled again */
        sets    icc_ctlr_el1, 2
        isb
        ready   A, 0x80
        ready   B, 0x90
        pend    A
        ack1    x0
        pend    A
        eoi1    x0
        bitlog  A, ISACTIVER
        bitlog  A, ISPENDR
        look1
        pend    B
        look1
        ack1    x1
        eoi1    x1
        msr     icc_dir_el1, x1
        sync
        bitlog  B, ISACTIVER
        msr     icc_dir_el1, x0
        sync
        bitlog  A, ISACTIVER
        look1
        ack1    x0
        eoi1    x0
        msr     icc_dir_el1, x0
        sync
        look1
        endprogram

        program active_and_pending, EL1
        ready   A, 0x80
        pend    A
        ack1    x0
        pend    A
        bitlog  A, ISPENDR
        bitlog  A, ISACTIVER
        look1
        ack1    x1
        eoi1    x0
        look1
        ack1    x0
        eoi1    x0
        look1
        endprogram

        program eoi_order, EL1          /* low, then high acknowledged; ended in reverse */
        ready   A, 0xc0
        ready   B, 0x40
        ready   C, 0x10
        pend    A
        ack1    x0
        logs    icc_rpr_el1
        pend    B
        ack1    x1
        logs    icc_rpr_el1
        pend    C
        ack1    x2
        logs    icc_rpr_el1
        eoi1    x2
        logs    icc_rpr_el1
        eoi1    x1
        logs    icc_rpr_el1
        eoi1    x0
        logs    icc_rpr_el1
        endprogram

        program rpr_levels, EL1         /* the running priority of each of 16 priorities */
        enable  A
        mov     x1, #0
1:      add     x2, x21, #(IPRIORITYR + A)
        strb    w1, [x2]
        pend    A
        mrs     x0, icc_iar1_el1
        sync
        log     x0
        logs    icc_rpr_el1
        eoi1    x0
        add     x1, x1, #0x10
        cmp     x1, #0x100
        b.ne    1b
        logs    icc_rpr_el1
        endprogram

        program ap1r_set_and_cleared, EL1 /* zero exactly when nothing is active (other contents are the GIC's own) */
        ready   A, 0x80
        ready   B, 0x40
        mrs     x1, icc_ap1r0_el1
        cmp     x1, #0
        cset    x1, ne
        log     x1
        pend    A
        ack1    x0
        mrs     x1, icc_ap1r0_el1
        cmp     x1, #0
        cset    x1, ne
        log     x1
        pend    B
        ack1    x2
        mrs     x3, icc_ap1r0_el1
        cmp     x1, x3
        cset    x1, ne
        log     x1
        eoi1    x2
        eoi1    x0
        logs    icc_ap1r0_el1
        endprogram

        program ap1r_saved_and_restored, EL1 /* as a context switch does: read, write 0, write back */
        ready   A, 0x80
        ready   B, 0xc0
        pend    A
        ack1    x0
        pend    B
        mrs     x1, icc_ap1r0_el1
        msr     icc_ap1r0_el1, xzr
        isb
        look1
        msr     icc_ap1r0_el1, x1
        isb
        look1
        eoi1    x0
        look1
        endprogram

        program ap1r_contents, EL1      /* which bit: implementation defined, see differences.txt */
        enable  A
        mov     x1, #0
1:      add     x2, x21, #(IPRIORITYR + A)
        strb    w1, [x2]
        pend    A
        mrs     x0, icc_iar1_el1
        sync
        logs    icc_ap1r0_el1
        eoi1    x0
        add     x1, x1, #0x10
        cmp     x1, #0x100
        b.ne    1b
        endprogram

        program hppir_ignores, EL1      /* HPPIR does not look at PMR or the running priority */
        ready   A, 0x80
        ready   B, 0xc0
        logs    icc_hppir1_el1
        pend    B
        logs    icc_hppir1_el1
        sets    icc_pmr_el1, 0x10
        isb
        look1
        sets    icc_pmr_el1, 0xff
        pend    A
        logs    icc_hppir1_el1
        ack1    x0
        look1
        eoi1    x0
        unpend  B
        logs    icc_hppir1_el1
        endprogram

/* ------------------------------------------------------------------------------------- binary point, preemption */
        program bpr1_readback, EL1      /* the minimum */
        mov     x0, #0
1:      msr     icc_bpr1_el1, x0
        isb
        logs    icc_bpr1_el1
        add     x0, x0, #1
        cmp     x0, #8
        b.ne    1b
        mov     x0, #-1
        msr     icc_bpr1_el1, x0
        isb
        logs    icc_bpr1_el1
        endprogram

/* For each of 16 running priorities: at which of 16 pending ones is it signalled, most urgent in the top bit. */
.macro  preemption_body
        enable  A
        enable  B
        mov     x1, #0
        mov     x5, #0
1:      add     x2, x21, #(IPRIORITYR + A)
        strb    w1, [x2]
        pend    A
        mrs     x0, icc_iar1_el1
        sync
        mov     x3, #0
2:      add     x2, x21, #(IPRIORITYR + B)
        strb    w3, [x2]
        pend    B
        mrs     x4, isr_el1
        ubfx    x4, x4, #7, #1
        orr     x5, x4, x5, lsl #1
        unpend  B
        add     x3, x3, #0x10
        cmp     x3, #0x100
        b.ne    2b
        eoi1    x0
        and     x6, x1, #0x30
        cmp     x6, #0x30
        b.ne    3f
        log     x5
3:      add     x1, x1, #0x10
        cmp     x1, #0x100
        b.ne    1b
.endm
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
        program preempt_bpr\n, EL1
        sets    icc_bpr1_el1, \n
        isb
        preemption_body
        endprogram
        .endr

        program subpriority_order, EL1  /* within one group priority the lower subpriority is acknowledged first */
        sets    icc_bpr1_el1, 7
        isb
        ready   A, 0x60
        ready   B, 0x40
        ready   C, 0x50
        pend    A
        pend    B
        pend    C
        .rept   3
        ack1    x0
        look1
        eoi1    x0
        .endr
        endprogram

        program bpr_changed_while_active, EL1
        ready   A, 0x50
        ready   B, 0x40
        sets    icc_bpr1_el1, 7
        isb
        pend    A
        ack1    x0
        pend    B
        look1
        sets    icc_bpr1_el1, 0
        isb
        logs    icc_bpr1_el1
        eoi1    x0
        look1
        ack1    x0
        eoi1    x0
        endprogram

/* --------------------------------------------------------------------------------------------------------- SGI */
        program sgi_self_list, EL1
        handler1 ack_and_return
        ready   3, 0x80
        li      x0, 0x03000001          /* INTID 3, target list bit 0 */
        msr     icc_sgi1r_el1, x0
        isb
        bitlog  3, ISPENDR
        look1
        unmask
        nop
        mask
        bitlog  3, ISPENDR
        endprogram

        program sgi_not_to_self, EL1    /* IRM=1 is all but self; other list bits and affinities are nobody */
        ready   3, 0x80
        mov     x0, #0x03000000
        orr     x0, x0, #0x10000000000
        msr     icc_sgi1r_el1, x0
        sync
        bitlog  3, ISPENDR
        li      x0, 0x03000002
        msr     icc_sgi1r_el1, x0
        sync
        bitlog  3, ISPENDR
        li      x0, 0x03010001
        msr     icc_sgi1r_el1, x0
        sync
        bitlog  3, ISPENDR
        li      x0, 0x03000000
        msr     icc_sgi1r_el1, x0
        sync
        bitlog  3, ISPENDR
        endprogram

        program sgi_disabled, EL1       /* pending although disabled */
        prio    4, 0x80
        li      x0, 0x04000001
        msr     icc_sgi1r_el1, x0
        sync
        bitlog  4, ISPENDR
        look1
        enable  4
        sync
        look1
        unpend  4
        look1
        endprogram

        program sgi_by_priority, EL1    /* sixteen at once, acknowledged by priority */
        mov     x0, #0
1:      add     x1, x23, #IPRIORITYR
        eor     x2, x0, #6
        lsl     x3, x2, #4
        strb    w3, [x1, x0]
        lsl     x1, x0, #24
        orr     x1, x1, #1
        msr     icc_sgi1r_el1, x1
        isb
        add     x0, x0, #1
        cmp     x0, #16
        b.ne    1b
        store   x23, ISENABLER, 0xffff
        sync
        mov     x4, #16
2:      ack1    x0
        logs    icc_rpr_el1
        eoi1    x0
        subs    x4, x4, #1
        b.ne    2b
        look1
        endprogram

        program sgi_nested_self, EL1    /* an SGI of a higher priority sent from a handler preempts it */
        adr     x24, 1f
        ready   1, 0xa0
        ready   2, 0x20
        li      x0, 0x01000001
        msr     icc_sgi1r_el1, x0
        isb
        unmask
        nop
        mask
        endprogram
1:      mrs     x10, icc_iar1_el1
        sync
        log     x10
        cmp     x10, #1
        b.ne    2f
        mrs     x11, elr_el1
        mrs     x12, spsr_el1
        stp     x11, x12, [sp, #-16]!
        li      x13, 0x02000001
        msr     icc_sgi1r_el1, x13
        isb
        unmask
        nop
        mask
        ldp     x11, x12, [sp], #16
        msr     elr_el1, x11
        msr     spsr_el1, x12
        mov     x10, #1
2:      eoi1    x10
        logs    icc_rpr_el1
        eret

/* ---------------------------------------------------------------------------------------------------- PPI and SPI */
        program ppi_ispendr, EL1
        handler1 ack_and_return
        ready   PPI, 0x80
        pend    PPI
        bitlog  PPI, ISPENDR
        look1
        unmask
        nop
        mask
        bitlog  PPI, ISPENDR
        look1
        endprogram

        program spi_ispendr_icpendr, EL1
        prio    A, 0x80
        pend    A
        bitlog  A, ISPENDR
        bitlog  A, ICPENDR
        unpend  A
        bitlog  A, ISPENDR
        enable  A
        pend    A
        look1
        unpend  A
        look1
        endprogram

        program spi_edge, EL1           /* the latch, when configured as edge: cleared by the acknowledge */
        store   x21, (ICFGR + 4 * (A / 16)), (2 << (2 * (A % 16)))
        ready   A, 0x80
        pend    A
        ack1    x0
        bitlog  A, ISPENDR
        pend    A
        eoi1    x0
        look1
        ack1    x0
        eoi1    x0
        look1
        endprogram

        program icfgr_readback, EL1
        store   x21, (ICFGR + 4 * (A / 16)), 0xaaaaaaaa
        loadlog x21, (ICFGR + 4 * (A / 16))
        store   x21, (ICFGR + 4 * (A / 16)), 0x08020000
        loadlog x21, (ICFGR + 4 * (A / 16))
        store   x21, (ICFGR + 4 * (A / 16)), 0
        loadlog x21, (ICFGR + 4 * (A / 16))
        loadlog x23, ICFGR
        endprogram

        program isactiver_blocks, EL1   /* an active interrupt is not signalled; the running priority is not concerned */
        ready   A, 0x80
        bitwrite A, ISACTIVER
        pend    A
        bitlog  A, ISACTIVER
        look1
        ack1    x0
        bitwrite A, ICACTIVER
        sync
        bitlog  A, ISACTIVER
        look1
        ack1    x0
        eoi1    x0
        endprogram

        program icactiver_keeps_running, EL1 /* deactivated by register: the running priority stays until EOIR */
        sets    icc_ctlr_el1, 2
        isb
        ready   A, 0x80
        pend    A
        ack1    x0
        bitwrite A, ICACTIVER
        pend    A
        look1
        eoi1    x0
        look1
        unpend  A
        endprogram

        program disable_while_pending, EL1
        ready   A, 0x80
        pend    A
        look1
        disable A
        sync
        bitlog  A, ISPENDR
        look1
        ack1    x0
        enable  A
        sync
        look1
        unpend  A
        endprogram

        program disable_while_active, EL1
        ready   A, 0x80
        pend    A
        ack1    x0
        disable A
        sync
        bitlog  A, ISACTIVER
        look1
        eoi1    x0
        bitlog  A, ISACTIVER
        look1
        endprogram

        program group_off_at_distributor, EL1
        ready   A, 0x80
        pend    A
        look1
        ldr     w1, [x21]
        bic     w2, w1, #7
        str     w2, [x21]
        bl      wait_rwp
        sync
        look1
        ack1    x0
        str     w1, [x21]
        bl      wait_rwp
        sync
        look1
        endprogram

        program group_off_at_interface, EL1
        ready   A, 0x80
        pend    A
        msr     icc_igrpen1_el1, xzr
        isb
        logs    icc_igrpen1_el1
        logs    isr_el1
        ack1    x0
        sets    icc_igrpen1_el1, 1
        isb
        logs    icc_igrpen1_el1
        look1
        endprogram

        program priority_changed_while_pending, EL1
        ready   A, 0x80
        ready   B, 0x90
        pend    A
        pend    B
        logs    icc_hppir1_el1
        prio    B, 0x20
        sync
        logs    icc_hppir1_el1
        sets    icc_pmr_el1, 0x80
        isb
        look1
        ack1    x0
        eoi1    x0
        look1
        endprogram

        program several_pending, EL1    /* SGI, PPI and SPIs, taken by priority through the exception */
        handler1 ack_and_return
        ready   A, 0x90
        ready   B, 0x30
        ready   PPI, 0x60
        ready   5, 0xc0
        pend    A
        pend    B
        pend    PPI
        pend    5
        unmask
        nop
        nop
        nop
        nop
        mask
        look1
        endprogram

        program route_to_nobody, EL1    /* IROUTER of a PE that does not exist */
        mov     x0, #5
        add     x1, x21, #IROUTER
        str     x0, [x1, #(8 * A)]
        ready   A, 0x80
        pend    A
        look1
        bitlog  A, ISPENDR
        add     x1, x21, #IROUTER
        str     xzr, [x1, #(8 * A)]
        sync
        look1
        ack1    x0
        eoi1    x0
        endprogram

/* --------------------------------------------------------------------------------------- registers in memory */
        program ipriorityr_access, EL1  /* byte and word */
        store   x21, (IPRIORITYR + 44), 0x40302010
        loadlog x21, (IPRIORITYR + 44)
        add     x1, x21, #(IPRIORITYR + 44)
        .irp    n, 0, 1, 2, 3
        ldrb    w0, [x1, #\n]
        log     x0
        .endr
        mov     w0, #0xe0
        strb    w0, [x1, #2]
        loadlog x21, (IPRIORITYR + 44)
        store   x23, (IPRIORITYR + 20), 0xf0c0a080
        loadlog x23, (IPRIORITYR + 20)
        add     x1, x23, #(IPRIORITYR + 20)
        mov     w0, #0x50
        strb    w0, [x1, #3]
        loadlog x23, (IPRIORITYR + 20)
        endprogram

        program enable_bits, EL1
        store   x21, (ISENABLER + 4), 0xffffffff
        loadlog x21, (ISENABLER + 4)
        loadlog x21, (ICENABLER + 4)
        store   x21, (ICENABLER + 4), 0x0ff0f00f
        loadlog x21, (ISENABLER + 4)
        store   x21, (ISENABLER + 4), 0
        loadlog x21, (ISENABLER + 4)
        store   x23, ISENABLER, 0xffffffff
        loadlog x23, ISENABLER
        store   x23, ICENABLER, 0xffff0000
        loadlog x23, ICENABLER
        endprogram

        program pending_bits, EL1
        store   x21, (ISPENDR + 8), 0xa5a5a5a5
        loadlog x21, (ISPENDR + 8)
        store   x21, (ICPENDR + 8), 0x0000ffff
        loadlog x21, (ICPENDR + 8)
        store   x23, ISPENDR, 0x0030ffff
        loadlog x23, ISPENDR
        store   x23, ICPENDR, 0x000000ff
        loadlog x23, ISPENDR
        endprogram

        program active_bits, EL1
        store   x21, (ISACTIVER + 8), 0x5a5a5a5a
        loadlog x21, (ISACTIVER + 8)
        store   x21, (ICACTIVER + 8), 0xffff0000
        loadlog x21, (ICACTIVER + 8)
        store   x23, ISACTIVER, 0x0030ffff
        loadlog x23, ISACTIVER
        store   x23, ICACTIVER, 0x0000ff00
        loadlog x23, ISACTIVER
        endprogram

        program group_bits, EL1         /* writable with one security state or from Secure; RAZ/WI from Non-secure */
        store   x21, (IGROUPR + 8), 0x12345678
        loadlog x21, (IGROUPR + 8)
        store   x23, IGROUPR, 0x87654321
        loadlog x23, IGROUPR
        endprogram

        program irouter_readback, EL1
        add     x1, x21, #IROUTER
        li      x0, 0x00030201
        mov     x2, #4
        orr     x0, x0, x2, lsl #32
        str     x0, [x1, #(8 * C)]
        ldr     x0, [x1, #(8 * C)]
        log     x0
        str     xzr, [x1, #(8 * C)]
        ldr     x0, [x1, #(8 * C)]
        log     x0
        endprogram

        program sgi_ppi_words_of_distributor, EL1 /* GICD words of INTIDs 0-31 are RAZ/WI with affinity routing */
        store   x21, ISENABLER, 0xffffffff
        loadlog x21, ISENABLER
        store   x21, ISPENDR, 0xffffffff
        loadlog x21, ISPENDR
        loadlog x23, ISPENDR
        store   x21, IPRIORITYR, 0xf0f0f0f0
        loadlog x21, IPRIORITYR
        endprogram

        program identity, EL1           /* architecture revision, security, this PE is number 0 and the last */
        li      x17, PIDR2
        ldr     w0, [x21, x17]
        and     w0, w0, #0xf0
        log     x0
        ldr     w0, [x22, x17]
        and     w0, w0, #0xf0
        log     x0
        ldr     w0, [x21, #GICD_TYPER]
        ubfx    w0, w0, #10, #1
        log     x0
        ldr     x0, [x22, #GICR_TYPER]
        ubfx    x1, x0, #8, #16
        log     x1
        lsr     x1, x0, #32
        log     x1
        ubfx    x1, x0, #4, #1
        log     x1
        endprogram

        program gicd_ctlr_view, EL1
        loadlog x21, GICD_CTLR
        endprogram

        program waker_from_ns, NS1 | NS0 /* RAZ/WI from Non-secure */
        ldr     w0, [x22, #GICR_WAKER]
        log     x0
        mov     w0, #2
        str     w0, [x22, #GICR_WAKER]
        sync
        ldr     w0, [x22, #GICR_WAKER]
        and     w0, w0, #6
        log     x0
        endprogram

/* ------------------------------------------------------------------------------- CPU interface registers */
        program ctlr_el1_fields, EL1    /* CBPR, EOImode, PRIbits */
        mrs     x0, icc_ctlr_el1
        and     x1, x0, #3
        log     x1
        ubfx    x1, x0, #8, #3
        log     x1
        sets    icc_ctlr_el1, 3
        isb
        mrs     x0, icc_ctlr_el1
        and     x1, x0, #3
        log     x1
        msr     icc_ctlr_el1, xzr
        isb
        mrs     x0, icc_ctlr_el1
        and     x1, x0, #3
        log     x1
        endprogram

        program igrpen1_readback, EL1
        mov     x0, #-1
        msr     icc_igrpen1_el1, x0
        isb
        logs    icc_igrpen1_el1
        msr     icc_igrpen1_el1, xzr
        isb
        logs    icc_igrpen1_el1
        endprogram

        program sre_fixed, EL1          /* no legacy operation: SRE is RAO/WI */
        msr     icc_sre_el1, xzr
        isb
        mrs     x0, icc_sre_el1
        and     x0, x0, #1
        log     x0
        endprogram

/* ------------------------------------------------------------------------------------------------ WFI, timer */
        program wfi_pending_masked_by_daif, EL1 /* falls through, nothing taken */
        handler1 ack_and_return
        ready   A, 0x80
        pend    A
        wfi
        logs    isr_el1
        sets    icc_pmr_el1, 0xe0
        dsb     sy
        wfi
        unmask
        nop
        mask
        endprogram

        program wfi_idle_sequence, EL1  /* as cpu_do_idle with priority masking: DAIF, PMR open, DSB, WFI, restore */
        handler1 ack_and_return
        sets    icc_pmr_el1, 0x60
        ready   A, 0x80
        pend    A
        unmask
        nop
        mask
        sets    icc_pmr_el1, 0xf0
        dsb     sy
        wfi
        logs    isr_el1
        sets    icc_pmr_el1, 0x60
        unmask
        nop
        mask
        logs    isr_el1
        endprogram

        program timer_ppi, EL1          /* level: pending while the condition holds, masked or not */
        ready   TIMER, 0x80
        timer_now
        bitlog  TIMER, ISPENDR
        look1
        ack1    x0
        bitlog  TIMER, ISPENDR
        bitlog  TIMER, ISACTIVER
        look1
        eoi1    x0
        look1
        timer_mask
        bitlog  TIMER, ISPENDR
        look1
        timer_off
        bitlog  TIMER, ISPENDR
        endprogram

        program timer_level_not_cleared, EL1 /* ICPENDR clears the latch, not the level */
        ready   TIMER, 0x80
        timer_now
        unpend  TIMER
        bitlog  TIMER, ISPENDR
        look1
        timer_off
        bitlog  TIMER, ISPENDR
        endprogram

        program timer_wakes_wfi, EL1
        handler1 ack_and_return
        ready   TIMER, 0x80
        timer_soon
        wfi
        mrs     x0, isr_el1
        log     x0
        unmask
        nop
        mask
        endprogram

        program timer_wfi_unmasked, EL1 /* the return address is the instruction after the WFI */
        handler1 ack_and_return
        ready   TIMER, 0x80
        timer_soon
        unmask
        wfi
        nop
        mask
        endprogram

        program timer_wfi_not_woken_by_pmr_masked, EL1 /* A is pending, but PMR masks it: the timer wakes */
        ready   A, 0xf0
        ready   TIMER, 0
        sets    icc_pmr_el1, 0xe0
        pend    A
        timer_soon
        wfi
        timer_status x0                 /* the wait lasted until the timer's condition held */
        log     x0
        ack1    x0
        timer_off
        eoi1    x0
        look1
        endprogram

        program timer_wfi_not_woken_by_not_preempting, EL1
        ready   A, 0x80
        ready   B, 0x90
        ready   TIMER, 0x20
        pend    A
        ack1    x1
        pend    B
        timer_soon
        wfi
        timer_status x0
        log     x0
        ack1    x0
        timer_off
        eoi1    x0
        look1
        eoi1    x1
        endprogram

        program timer_hidden_by_disabled_group, EL1
        ready   A, 0x80
        pend    A
        msr     icc_igrpen1_el1, xzr
        isb
        ready   TIMER, 0x20
        timer_now
1:      timer_status x0
        tbz     x0, #2, 1b
        sync
        logs    isr_el1
        sets    icc_igrpen1_el1, 1
        isb
        wfi
        logs    isr_el1
        logs    icc_hppir1_el1
        endprogram
