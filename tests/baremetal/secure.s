/* SPDX-License-Identifier: Apache-2.0 */
/* Two security states (secure=on): programs that start at EL3 and go down and up.  All INTIDs start in Group 1
 * Non-secure; "group" at EL3 moves them. */

/* ---------------------------------------------------------------------------------------------- views of PMR */
        program view_pmr_read, E3       /* physical at EL3, as Non-secure reads it with FIQ=1, with FIQ=0, as Secure EL1 */
        mov     x0, #0
1:      msr     icc_pmr_el1, x0
        mrs     x1, icc_pmr_el1
        to_el1  (SCR_NS | SCR_FIQ)
        mrs     x2, icc_pmr_el1
        orr     x1, x2, x1, lsl #8
        to_el3
        to_el1  SCR_NS
        mrs     x2, icc_pmr_el1
        orr     x1, x2, x1, lsl #8
        to_el3
        to_el1  SCR_S
        mrs     x2, icc_pmr_el1
        orr     x1, x2, x1, lsl #8
        to_el3
        log     x1
        add     x0, x0, #8
        tbz     x0, #8, 1b
        endprogram

        program view_pmr_write, E3      /* Non-secure writes with FIQ=1 over a mask in each half */
        mov     x0, #0
1:      sets    icc_pmr_el1, 0xf0
        to_el1  (SCR_NS | SCR_FIQ)
        msr     icc_pmr_el1, x0
        mrs     x1, icc_pmr_el1
        to_el3
        mrs     x2, icc_pmr_el1
        orr     x1, x2, x1, lsl #8
        sets    icc_pmr_el1, 0x78
        to_el1  (SCR_NS | SCR_FIQ)
        msr     icc_pmr_el1, x0
        mrs     x2, icc_pmr_el1
        orr     x1, x2, x1, lsl #8
        to_el3
        mrs     x2, icc_pmr_el1
        orr     x1, x2, x1, lsl #8
        log     x1
        add     x0, x0, #17
        cmp     x0, #0x100
        b.lo    1b
        endprogram

        program view_linux_probe, E3    /* "has group 0": the lowest non-zero priority written, 0 read back means FIQ=1 */
        sets    icc_pmr_el1, 0xff
        to_el1  (SCR_NS | SCR_FIQ)
        sets    icc_pmr_el1, 8
        logs    icc_pmr_el1
        to_el3
        logs    icc_pmr_el1
        sets    icc_pmr_el1, 0xff
        to_el1  SCR_NS
        sets    icc_pmr_el1, 8
        logs    icc_pmr_el1
        endprogram

        program view_rpr, E3            /* physical at EL3 and Non-secure, FIQ=1 and FIQ=0 */
        set_scr SCR_NS
        enable  A
        mov     x0, #0x80
1:      add     x1, x21, #(IPRIORITYR + A)
        strb    w0, [x1]
        pend    A
        ack1    x2
        logs    icc_rpr_el1
        to_el1  (SCR_NS | SCR_FIQ)
        logs    icc_rpr_el1
        to_el3
        to_el1  SCR_NS
        logs    icc_rpr_el1
        to_el3
        eoi1    x2
        add     x0, x0, #0x18
        cmp     x0, #0x100
        b.lo    1b
        endprogram

        program view_rpr_of_secure, E3  /* a Secure interrupt is active: Non-secure reads 0 */
        group   A, 0
        ready   A, 0x50
        pend    A
        mrs     x2, icc_iar0_el1
        sync
        log     x2
        logs    icc_rpr_el1
        to_el1  (SCR_NS | SCR_FIQ)
        logs    icc_rpr_el1
        to_el3
        to_el1  SCR_NS
        logs    icc_rpr_el1
        to_el3
        msr     icc_eoir0_el1, x2
        sync
        to_el1  (SCR_NS | SCR_FIQ)
        logs    icc_rpr_el1
        endprogram

        program view_ipriorityr, E3     /* written Non-secure: held as (p >> 1) | 0x80; read back */
        to_el1  (SCR_NS | SCR_FIQ)
        store   x21, (IPRIORITYR + 44), 0xf0805010
        store   x23, (IPRIORITYR + 20), 0x00e0a030
        loadlog x21, (IPRIORITYR + 44)
        loadlog x23, (IPRIORITYR + 20)
        to_el3
        loadlog x21, (IPRIORITYR + 44)
        loadlog x23, (IPRIORITYR + 20)
        store   x21, (IPRIORITYR + 44), 0xf8c0a880
        to_el1  SCR_NS                  /* FIQ does not matter to the distributor */
        loadlog x21, (IPRIORITYR + 44)
        endprogram

        program view_shift_mismatch, E3 /* FIQ=0: 0x80 in the distributor is 0xc0 against the mask */
        to_el1  SCR_NS
        ready   A, 0x80
        pend    A
        sets    icc_pmr_el1, 0xc0
        isb
        look1
        sets    icc_pmr_el1, 0xd0
        isb
        look1
        ack1    x0
        look1
        eoi1    x0
        endprogram

        program view_secure_mask_holds, E3 /* the Secure side masks all of Non-secure; Non-secure cannot open it */
        sets    icc_pmr_el1, 0x40
        to_el1  (SCR_NS | SCR_FIQ)
        ready   A, 0
        pend    A
        sets    icc_pmr_el1, 0xff
        isb
        look1
        logs    icc_pmr_el1
        ack1    x0
        to_el3
        logs    icc_pmr_el1
        endprogram

/* ------------------------------------------------------------------------ what Non-secure sees of Secure INTIDs */
        .irp    g, 0, 2
        program hidden_group\g, E3      /* RAZ/WI: enable, pending, active, priority, configuration, group */
        group   A, \g
        group   PPI, \g
        ready   A, 0x50
        ready   PPI, 0x60
        pend    A
        bitwrite A, ISACTIVER
        to_el1  (SCR_NS | SCR_FIQ)
        loadlog x21, (ISENABLER + 4)
        loadlog x21, (ISPENDR + 4)
        loadlog x21, (ISACTIVER + 4)
        loadlog x21, (IPRIORITYR + 40)
        loadlog x23, ISENABLER
        loadlog x23, (IPRIORITYR + 20)
        loadlog x21, (IGROUPR + 4)
        loadlog x23, IGROUPR
        store   x21, (ICENABLER + 4), 0xffffffff
        store   x21, (ICPENDR + 4), 0xffffffff
        store   x21, (ICACTIVER + 4), 0xffffffff
        store   x21, (IPRIORITYR + 40), 0
        store   x21, (IGROUPR + 4), 0
        store   x23, ICENABLER, 0xffffffff
        to_el3
        loadlog x21, (ISENABLER + 4)
        loadlog x21, (ISPENDR + 4)
        loadlog x21, (ISACTIVER + 4)
        loadlog x21, (IPRIORITYR + 40)
        loadlog x21, (IGROUPR + 4)
        loadlog x23, ISENABLER
        endprogram
        .endr

        program gicd_ctlr_views, E3     /* Secure: 0, 1NS, 1S, ARE_S, ARE_NS; Non-secure: EnableGrp1A, ARE_NS */
        loadlog x21, GICD_CTLR
        to_el1  SCR_NS
        loadlog x21, GICD_CTLR
        store   x21, GICD_CTLR, 0x10
        bl      wait_rwp
        loadlog x21, GICD_CTLR
        to_el3
        loadlog x21, GICD_CTLR
        endprogram

        program igrpmodr_readback, E3
        store   x21, (IGRPMODR + 8), 0x12345678
        loadlog x21, (IGRPMODR + 8)
        store   x23, IGRPMODR, 0x87654321
        loadlog x23, IGRPMODR
        to_el1  SCR_NS
        loadlog x21, (IGRPMODR + 8)
        loadlog x23, IGRPMODR
        endprogram

/* ---------------------------------------------------------------------------------------------- IRQ or FIQ, where */
        .irp    g, 0, 1, 2
        program isr_of_group\g, E3      /* ISR_EL1 at EL3, at Secure EL1, at Non-secure EL1 */
        group   A, \g
        ready   A, 0x80
        pend    A
        logs    isr_el1
        to_el1  SCR_S
        logs    isr_el1
        to_el3
        to_el1  SCR_NS
        logs    isr_el1
        to_el3
        to_el1  (SCR_NS | SCR_FIQ)
        logs    isr_el1
        endprogram

        program at_el3_group\g, E3      /* at EL3 everything is a FIQ; taken when SCR_EL3.FIQ routes it here */
        handler3 disable_and_return3
        group   A, \g
        ready   A, 0x80
        pend    A
        unmask
        nop
        mask
        set_scr (SCR_S | SCR_IRQ)
        unmask
        nop
        mask
        set_scr (SCR_S | SCR_FIQ)
        unmask
        nop
        nop
        mask
        unpend  A
        endprogram

        program to_ns_group\g, E3       /* pending while control goes down to Non-secure EL1, FIQ=1 */
        handler1 mask_and_return
        handler3 disable_and_return3
        group   A, \g
        ready   A, 0x80
        pend    A
        to_el1  (SCR_NS | SCR_FIQ)
        nop
        unmask
        nop
        nop
        logs    daif
        to_el3
        unpend  A
        endprogram

        program to_s_group\g, E3        /* the same down to Secure EL1, FIQ=1 */
        handler1 mask_and_return
        handler3 disable_and_return3
        group   A, \g
        ready   A, 0x80
        pend    A
        to_el1  (SCR_S | SCR_FIQ)
        nop
        unmask
        nop
        nop
        logs    daif
        to_el3
        unpend  A
        endprogram

        program to_s_unrouted_group\g, E3 /* Secure EL1, FIQ=0, IRQ=0: taken at Secure EL1 */
        handler1 mask_and_return
        handler3 disable_and_return3
        group   A, \g
        ready   A, 0x80
        pend    A
        to_el1  SCR_S
        nop
        unmask
        nop
        nop
        logs    daif
        to_el3
        unpend  A
        endprogram

        program to_ns_irq_routed_group\g, E3 /* Non-secure EL1 with FIQ=1 and IRQ=1: both go to EL3 */
        handler1 mask_and_return
        handler3 disable_and_return3
        group   A, \g
        ready   A, 0x80
        pend    A
        to_el1  (SCR_NS | SCR_FIQ | SCR_IRQ)
        nop
        unmask
        nop
        nop
        logs    daif
        to_el3
        unpend  A
        endprogram
        .endr

        program routed_to_el3_ignores_daif, E3 /* below EL3, PSTATE does not mask what SCR_EL3 routes to EL3 */
        handler3 disable_and_return3
        group   A, 0
        ready   A, 0x80
        pend    A
        adr     x0, 1f
        msr     elr_el3, x0
        li      x1, (SCR_NS | SCR_FIQ)
        msr     scr_el3, x1
        li      x1, 0x3c5
        msr     spsr_el3, x1
        adr     x25, 2f
        eret
1:      nop
        nop
        to_el3
        logs    isr_el1
        endprogram
2:      unpend  A
        eret

/* ----------------------------------------------------------------------------------- acknowledge at EL3 */
        program iar0_at_el3, E3         /* 1020 Secure, 1021 Non-secure, and the INTID itself for Group 0 */
        group   A, 0
        group   B, 2
        ready   A, 0x30
        ready   B, 0x40
        ready   C, 0x90
        pend    C
        logs    icc_hppir0_el1
        mrs     x0, icc_iar0_el1
        log     x0
        pend    B
        logs    icc_hppir0_el1
        mrs     x0, icc_iar0_el1
        log     x0
        pend    A
        logs    icc_hppir0_el1
        mrs     x0, icc_iar0_el1
        sync
        log     x0
        logs    icc_rpr_el1
        msr     icc_eoir0_el1, x0
        sync
        set_scr SCR_S
        ack1    x0
        logs    icc_rpr_el1
        eoi1    x0
        set_scr SCR_NS
        ack1    x0
        logs    icc_rpr_el1
        eoi1    x0
        logs    icc_rpr_el1
        endprogram

        program fiq_world_switch, E3    /* a Group 0 FIQ in Non-secure, handled at EL3 by IAR0, then back */
        handler3 ack0_and_return3
        group   A, 0
        ready   A, 0x20
        pend    A
        to_el1  (SCR_NS | SCR_FIQ)
        nop
        nop
        unmask
        nop
        logs    isr_el1
        endprogram

        program fiq_in_ns_masked_by_ns_pmr, E3 /* the Non-secure mask cannot hold back a Secure priority */
        handler3 ack0_and_return3
        group   A, 0
        ready   A, 0x20
        to_el1  (SCR_NS | SCR_FIQ)
        msr     icc_pmr_el1, xzr
        to_el3
        pend    A
        logs    icc_pmr_el1
        to_el1  (SCR_NS | SCR_FIQ)
        nop
        nop
        logs    icc_pmr_el1
        endprogram

        program secure_preempts_nonsecure, E3
        handler3 ack0_and_return3
        group   A, 0
        ready   A, 0x20
        to_el1  (SCR_NS | SCR_FIQ)
        ready   B, 0x00
        pend    B
        ack1    x1
        logs    icc_rpr_el1
        to_el3
        pend    A
        logs    icc_rpr_el1
        to_el1  (SCR_NS | SCR_FIQ)
        nop
        logs    icc_rpr_el1
        eoi1    x1
        logs    icc_rpr_el1
        endprogram

        program g1s_irq_in_secure, E3   /* acknowledged at Secure EL1 by IAR1 of the Secure bank */
        handler1 ack_and_return
        group   A, 2
        ready   A, 0x20
        pend    A
        to_el1  SCR_S
        unmask
        nop
        mask
        look1
        endprogram

        program g0_fiq_in_secure, E3    /* acknowledged at Secure EL1 by IAR0 */
        handler1 ack0_and_return
        group   A, 0
        ready   A, 0x20
        pend    A
        to_el1  SCR_S
        unmask
        nop
        mask
        logs    icc_hppir0_el1
        look1
        endprogram

        program g1ns_in_secure_el1, E3  /* Secure EL1 cannot acknowledge it */
        ready   A, 0x90
        pend    A
        to_el1  SCR_S
        look1
        logs    icc_hppir0_el1
        ack1    x0
        mrs     x0, icc_iar0_el1
        log     x0
        to_el3
        unpend  A
        endprogram

        program secure_in_ns_el1, E3    /* Non-secure EL1 cannot acknowledge Secure groups */
        group   A, 0
        group   B, 2
        ready   A, 0x20
        pend    A
        to_el1  SCR_NS
        look1
        ack1    x0
        to_el3
        unpend  A
        ready   B, 0x20
        pend    B
        to_el1  SCR_NS
        look1
        ack1    x0
        to_el3
        unpend  B
        endprogram

/* -------------------------------------------------------------------------------------------- banked registers */
        program banks, E3               /* IGRPEN1, BPR1 and the active priorities of Group 1 are banked by state */
        set_scr SCR_S
        sets    icc_igrpen1_el1, 0
        sets    icc_bpr1_el1, 4
        isb
        set_scr SCR_NS
        logs    icc_igrpen1_el1
        sets    icc_bpr1_el1, 6
        isb
        logs    icc_bpr1_el1
        set_scr SCR_S
        logs    icc_igrpen1_el1
        logs    icc_bpr1_el1
        logs    icc_igrpen1_el3
        sets    icc_igrpen1_el3, 2      /* Secure on, Non-secure off */
        isb
        logs    icc_igrpen1_el1
        set_scr SCR_NS
        logs    icc_igrpen1_el1
        to_el1  SCR_NS
        logs    icc_bpr1_el1
        logs    icc_igrpen1_el1
        to_el3
        to_el1  SCR_S
        logs    icc_bpr1_el1
        logs    icc_igrpen1_el1
        endprogram

        program bpr_minimum_secure, E3  /* Secure BPR1 and BPR0 have the same minimum, Non-secure BPR1 one more */
        mov     x0, #0
1:      set_scr SCR_S
        msr     icc_bpr0_el1, x0
        msr     icc_bpr1_el1, x0
        isb
        logs    icc_bpr0_el1
        logs    icc_bpr1_el1
        set_scr SCR_NS
        msr     icc_bpr1_el1, x0
        isb
        logs    icc_bpr1_el1
        add     x0, x0, #1
        cmp     x0, #8
        b.ne    1b
        endprogram

        program ap1r_banks, E3          /* a Secure and a Non-secure Group 1 interrupt active together */
        group   A, 2
        ready   A, 0x20
        ready   B, 0x90
        set_scr SCR_NS
        pend    B
        ack1    x0
        set_scr SCR_S
        logs    icc_ap1r0_el1
        pend    A
        ack1    x1
        logs    icc_rpr_el1
        eoi1    x1
        logs    icc_ap1r0_el1
        logs    icc_rpr_el1
        set_scr SCR_NS
        eoi1    x0
        logs    icc_ap1r0_el1
        logs    icc_rpr_el1
        endprogram

        program ctlr_el3_fields, E3     /* write all the RW fields but PMHE; EOImode and CBPR show in the EL1 aliases */
        sets    icc_ctlr_el3, 0x1f
        isb
        to_el1  SCR_NS
        mrs     x0, icc_ctlr_el1
        and     x0, x0, #3
        log     x0
        sets    icc_ctlr_el1, 0         /* CBPR is read-only here, EOImode is not */
        isb
        mrs     x0, icc_ctlr_el1
        and     x0, x0, #3
        log     x0
        to_el3
        to_el1  SCR_S
        mrs     x0, icc_ctlr_el1
        and     x0, x0, #3
        log     x0
        to_el3
        mrs     x0, icc_ctlr_el3
        and     x0, x0, #0x1f
        log     x0
        ubfx    x0, x0, #8, #3
        mrs     x0, icc_ctlr_el3
        ubfx    x1, x0, #8, #3
        log     x1
        sets    icc_ctlr_el3, 0x12      /* CBPR_EL1NS, EOImode_EL1NS */
        isb
        mrs     x0, icc_ctlr_el3
        and     x0, x0, #0x1f
        log     x0
        msr     icc_ctlr_el3, xzr
        isb
        endprogram

        .irp    n, 2, 3, 4, 5, 6, 7
        program cbpr_el1ns_bpr\n, E3    /* BPR0 splits Non-secure Group 1 */
        sets    icc_bpr0_el1, \n
        sets    icc_ctlr_el3, 2
        isb
        to_el1  (SCR_NS | SCR_FIQ)
        logs    icc_bpr1_el1
        sets    icc_bpr1_el1, 7
        isb
        logs    icc_bpr1_el1
        preemption_body
        endprogram

        program cbpr_el1s_bpr\n, E3     /* Secure BPR1 is BPR0 */
        group   A, 2
        group   B, 2
        sets    icc_bpr0_el1, \n
        sets    icc_ctlr_el3, 1
        isb
        to_el1  SCR_S
        logs    icc_bpr1_el1
        preemption_body
        endprogram
        .endr

        program eoimode_el3, E3         /* EOImode_EL3 splits drop and deactivation at EL3 only */
        group   A, 0
        ready   A, 0x20
        sets    icc_ctlr_el3, 4
        isb
        pend    A
        mrs     x0, icc_iar0_el1
        sync
        log     x0
        msr     icc_eoir0_el1, x0
        sync
        logs    icc_rpr_el1
        bitlog  A, ISACTIVER
        msr     icc_dir_el1, x0
        sync
        bitlog  A, ISACTIVER
        pend    A
        to_el1  SCR_S
        mrs     x0, icc_iar0_el1
        sync
        log     x0
        msr     icc_eoir0_el1, x0
        sync
        logs    icc_rpr_el1
        bitlog  A, ISACTIVER
        endprogram

/* ------------------------------------------------------------------------------------------------ traps to EL3 */
        program trap_fiq, E3            /* FIQ=1: Group 0 registers of EL1 trap, Group 1 and common ones do not */
        to_el1  (SCR_NS | SCR_FIQ)
        mrs     x0, icc_iar0_el1
        msr     icc_eoir0_el1, x0
        mrs     x0, icc_hppir0_el1
        mrs     x0, icc_bpr0_el1
        msr     icc_bpr0_el1, x0
        mrs     x0, icc_ap0r0_el1
        mrs     x0, icc_igrpen0_el1
        msr     icc_igrpen0_el1, x0
        logi    1
        mrs     x0, icc_iar1_el1
        mrs     x0, icc_pmr_el1
        mrs     x0, icc_rpr_el1
        mrs     x0, icc_ctlr_el1
        mrs     x0, icc_igrpen1_el1
        logi    2
        endprogram

        program trap_irq, E3            /* IRQ=1: Group 1 registers trap */
        to_el1  (SCR_NS | SCR_IRQ)
        mrs     x0, icc_iar1_el1
        msr     icc_eoir1_el1, x0
        mrs     x0, icc_hppir1_el1
        mrs     x0, icc_bpr1_el1
        mrs     x0, icc_ap1r0_el1
        mrs     x0, icc_igrpen1_el1
        logi    1
        mrs     x0, icc_pmr_el1
        mrs     x0, icc_rpr_el1
        mrs     x0, icc_ctlr_el1
        logi    2
        endprogram

        program trap_both, E3           /* IRQ=1 and FIQ=1: PMR, RPR, CTLR, DIR and SGI registers trap as well */
        to_el1  (SCR_NS | SCR_FIQ | SCR_IRQ)
        mrs     x0, icc_pmr_el1
        msr     icc_pmr_el1, x0
        mrs     x0, icc_rpr_el1
        mrs     x0, icc_ctlr_el1
        msr     icc_dir_el1, x0
        msr     icc_sgi1r_el1, x0
        logi    1
        endprogram

        program trap_el3_registers, E3  /* ICC_CTLR_EL3 and so on are UNDEFINED at EL1 */
        to_el1  SCR_S
        mrs     x0, icc_ctlr_el3
        mrs     x0, icc_igrpen1_el3
        mrs     x0, scr_el3
        logi    1
        endprogram

/* --------------------------------------------------------------------------------------------------------- SGI */
.macro  sgi_from_secure reg, n
        to_el1  SCR_S
        li      x0, (\n << 24 | 1)
        msr     \reg, x0
        sync
        to_el3
        bitlog  \n, ISPENDR
        unpend  \n
.endm
        program sgi_across_states, E3   /* SGI1R reaches Group 1 of the current state, ASGI1R of the other, SGI0R G0 */
        group   1, 0
        group   2, 1
        group   3, 2
        .irp    n, 1, 2, 3
        sgi_from_secure icc_sgi0r_el1, \n
        .endr
        .irp    n, 2, 3                 /* whether they reach Group 0: see differences.txt */
        sgi_from_secure icc_sgi1r_el1, \n
        sgi_from_secure icc_asgi1r_el1, \n
        .endr
        endprogram

        program sgi_from_ns, E3         /* NSACR=0: Non-secure reaches Group 1 Non-secure only */
        group   1, 0
        group   2, 1
        group   3, 2
        .irp    reg, icc_sgi0r_el1, icc_sgi1r_el1, icc_asgi1r_el1
        .irp    n, 1, 2, 3
        to_el1  SCR_NS
        li      x0, (\n << 24 | 1)
        msr     \reg, x0
        sync
        to_el3
        bitlog  \n, ISPENDR
        unpend  \n
        .endr
        .endr
        endprogram

/* --------------------------------------------------------------------------------------------------------- WFI */
        program wfi_wakes_by_fiq_for_el3, E3 /* masked at EL3, pending: WFI completes */
        group   A, 0
        ready   A, 0x20
        pend    A
        wfi
        logs    isr_el1
        mrs     x0, icc_iar0_el1
        sync
        log     x0
        msr     icc_eoir0_el1, x0
        endprogram

        program waker_from_el3, E3
        msr     icc_igrpen0_el1, xzr
        msr     icc_igrpen1_el3, xzr
        sync
        sleep_and_wake
        endprogram
