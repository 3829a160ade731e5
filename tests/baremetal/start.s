/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs every program in every context that this build has, one after the other, with the GIC brought back to one known
 * state before each, and leaves the results in memory:
 *
 *   results:  number of records;  then for each record: address of the name, context bit, number of words, the words
 *
 * and comes to the symbol "done".  An emulator that stops there reads them; under QEMU what follows prints them by
 * semihosting.  Words that may be set before the start: "select", n: only the n-th record (from 1) is made; "have_timer":
 * see macros.inc.
 */
        .section .text.start, "ax"
        .global _start, done, results, select, have_timer
_start:
        msr     daifset, #15
        adr     x0, vectors_el1
        msr     vbar_el1, x0
        ldr     x0, =0x30d00800         /* SCTLR_EL1: RES1 bits, MMU and caches off */
        msr     sctlr_el1, x0
        .if SECURE
        adr     x0, vectors_el3
        msr     vbar_el3, x0
        ldr     x0, =0x30c50830
        msr     sctlr_el3, x0
        ldr     x0, =stack_el1
        msr     sp_el1, x0
        ldr     x0, =stack_el3
        mov     sp, x0
        .else
        ldr     x0, =stack_el1
        mov     sp, x0
        .endif
        ldr     x0, =stack_el0
        msr     sp_el0, x0
        isb
        ldr     x19, =results
        str     xzr, [x19], #8
        ldr     x21, =GICD_BASE
        ldr     x22, =GICR_BASE
        add     x23, x22, #0x10000
        ldr     x27, =programs
        mov     x29, #0                 /* running number of the record */

next_program:
        ldr     x0, =programs_end
        cmp     x27, x0
        b.hs    all_done
        mov     x26, #1
next_context:
        cmp     x26, #E3
        b.hi    1f
        ldr     x0, [x27, #16]
        .if SECURE
        and     x0, x0, #(NS1 | NS0 | S1 | E3)
        .else
        and     x0, x0, #OFF
        .endif
        tst     x0, x26
        b.eq    2f
        add     x29, x29, #1
        ldr     x0, =select
        ldr     w0, [x0]
        cbz     w0, run_program
        cmp     w0, w29
        b.eq    run_program
2:      lsl     x26, x26, #1
        b       next_context
1:      add     x27, x27, #24
        b       next_program

run_program:
        mov     x28, x19
        ldr     x0, [x27, #8]
        str     x0, [x19], #8
        str     x26, [x19], #16
        bl      reset_gic
        ldr     x20, [x27]
        mov     x18, #0
        adr     x24, ack_and_end
        adr     x25, ack_and_end3
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
        mov     x\n, #0
        .endr
        .if SECURE
        b       enter_context
        .else
        br      x20
        .endif

program_end:
        msr     daifset, #15
        sub     x0, x19, x28
        sub     x0, x0, #24
        lsr     x0, x0, #3
        str     x0, [x28, #16]
        ldr     x1, =results
        ldr     x0, [x1]
        add     x0, x0, #1
        str     x0, [x1]
        .if SECURE
        ldr     x0, =stack_el3
        .else
        ldr     x0, =stack_el1
        .endif
        mov     sp, x0
        lsl     x26, x26, #1
        b       next_context

        .if SECURE
/* x26: the context */
enter_context:
        cmp     x26, #E3
        b.ne    1f
        ldr     x0, =SCR_S
        msr     scr_el3, x0
        isb
        br      x20
1:      cmp     x26, #S1
        ldr     x0, =SCR_S
        b.eq    2f
        cmp     x26, #NS0
        ldr     x0, =SCR_NS
        b.eq    2f
        ldr     x0, =SCR_NS | SCR_FIQ
2:      msr     scr_el3, x0
        ldr     x0, =stack_el1
        msr     sp_el1, x0
        mov     x0, #0x3c5
        msr     spsr_el3, x0
        msr     elr_el3, x20
        mov     x0, #0
        eret
        .endif

wait_rwp:
        ldr     w0, [x21]
        tbnz    w0, #31, wait_rwp
        ret

/* SGIs, PPIs, and SPIs 32 to 95: disabled, not pending, inactive, priority 0, edge (SGI), level (others), routed to this
 * PE; all in the group of the context; then groups on and the mask open. */
reset_gic:
        mov     x9, x30
        msr     daifset, #15
        timer_off
        .if SECURE
        mov     x0, #15
        msr     icc_sre_el3, x0
        set_scr SCR_NS
        mov     x0, #(1 << 31)          /* HCR_EL2.RW; ICC_SRE_EL2 lets EL1 in */
        msr     hcr_el2, x0
        mov     x0, #15
        msr     icc_sre_el2, x0
        isb
        mov     x0, #0
        msr     icc_ctlr_el3, x0
        ldr     x0, =SCR_NS
        bl      reset_bank
        ldr     x0, =SCR_S
        bl      reset_bank
        .else
        bl      reset_bank
        .endif
        msr     icc_pmr_el1, xzr
        msr     icc_igrpen0_el1, xzr
        msr     icc_ap0r0_el1, xzr
        msr     icc_bpr0_el1, xzr
        isb
        str     wzr, [x21]
        bl      wait_rwp
        str     wzr, [x22, #GICR_WAKER]
1:      ldr     w0, [x22, #GICR_WAKER]
        tbnz    w0, #2, 1b
        mov     w3, #1                  /* group bit and group modifier of the context */
        mov     w4, #0
        cmp     x26, #S1
        cinc    w4, w4, eq
        csel    w3, wzr, w3, eq
        neg     w3, w3
        neg     w4, w4
        mov     x1, x23
        mov     x2, #0
        bl      reset_word
        mov     x1, x21
        mov     x2, #1
        bl      reset_word
        mov     x2, #2
        bl      reset_word
        ldr     x1, =GICD_BASE + IROUTER + 32 * 8
        mov     x2, #64
1:      str     xzr, [x1], #8
        subs    x2, x2, #1
        b.ne    1b
        .if SECURE
        ldr     w0, =0x37               /* EnableGrp0, 1NS, 1S, ARE_S, ARE_NS */
        .else
        mov     w0, #0x13               /* EnableGrp0, 1, ARE */
        .endif
        str     w0, [x21]
        bl      wait_rwp
        mov     x0, #1
        msr     icc_igrpen0_el1, x0
        .if SECURE
        msr     icc_igrpen1_el1, x0     /* Secure bank */
        ldr     x1, =SCR_NS
        msr     scr_el3, x1
        isb
        msr     icc_igrpen1_el1, x0
        .else
        msr     icc_igrpen1_el1, x0
        .endif
        mov     x0, #0xff
        msr     icc_pmr_el1, x0
        dsb     sy
        isb
        ret     x9

/* x0: SCR_EL3 of the bank, in a build with EL3 */
reset_bank:
        .if SECURE
        msr     scr_el3, x0
        isb
        .endif
        mov     x0, #7
        msr     icc_sre_el1, x0
        isb
        msr     icc_igrpen1_el1, xzr
        .ifeq   SECURE
        msr     icc_ctlr_el1, xzr
        .endif
        msr     icc_ap1r0_el1, xzr
        msr     icc_bpr1_el1, xzr
        isb
        ret

/* x1: frame, x2: word number, w3: group bits, w4: group modifier bits */
reset_word:
        add     x5, x1, x2, lsl #2
        mov     w0, #-1
        str     w0, [x5, #ICENABLER]
        dsb     sy
        str     w0, [x5, #ICPENDR]
        str     w0, [x5, #ICACTIVER]
        str     w3, [x5, #IGROUPR]
        .if SECURE
        str     w4, [x5, #IGRPMODR]
        .endif
        add     x5, x1, x2, lsl #3
        cbz     x2, 1f
        str     wzr, [x5, #ICFGR]
1:      str     wzr, [x5, #(ICFGR + 4)]
        add     x5, x1, x2, lsl #5
        add     x5, x5, #IPRIORITYR
        mov     w6, #8
1:      str     wzr, [x5], #4
        subs    w6, w6, #1
        b.ne    1b
        ret

/* --------------------------------------------------------------------------------------------- exceptions */
.macro  ventry  el, kind, offset
        .balign 128
        li      x9, (0xe\el\()0000 | \offset)
        b       \kind\()_el\el
.endm
.macro  vectors el
        .balign 2048
vectors_el\el:
        .irp    from, 0x000, 0x200, 0x400, 0x600
        ventry  \el, sync, \from
        ventry  \el, interrupt, (\from + 0x80)
        ventry  \el, interrupt, (\from + 0x100)
        ventry  \el, sync, (\from + 0x180)
        .endr
.endm
        vectors 1
        .if SECURE
        vectors 3
        .endif
        .balign 16

/* Logs "e10280 | offset of the interrupted instruction" as one word and goes to the program's handler. */
.macro  common_el el, handler
interrupt_el\el:
        mrs     x10, elr_el\el
        sub     w10, w10, w20
        orr     x9, x10, x9, lsl #32
        log     x9
        add     x18, x18, #1
        cmp     x18, #64
        b.hi    runaway
        br      \handler

/* SMC #1 and SVC: go on at this EL; SMC #2: end; others are logged with their syndrome and stepped over. */
sync_el\el:
        mrs     x10, esr_el\el
        lsr     x11, x10, #26
        mrs     x12, elr_el\el
        .if \el == 1
        cmp     x11, #0x15
        b.ne    1f
        br      x12
        .else
        cmp     x11, #0x17
        b.ne    1f
        tbnz    x10, #1, program_end
        br      x12
        .endif
1:      sub     w13, w12, w20
        orr     x9, x13, x9, lsl #32
        log     x9
        log     x10
        add     x18, x18, #1
        cmp     x18, #64
        b.hi    runaway
        sub     x11, x11, #0x20
        cmp     x11, #2
        b.ls    runaway
        add     x12, x12, #4
        msr     elr_el\el, x12
        eret
.endm
        common_el 1, x24
        .if SECURE
        common_el 3, x25
        .endif

runaway:
        logi    0xdead
        endprogram

/* ------------------------------------------------------------------------------------------ common handlers */
/* Acknowledge, end, log INTID, RPR while active, RPR after; a timer interrupt switches its timer off. */
.macro  ack_body group, el
        mrs     x10, icc_iar\group\()_el1
        sync
        log     x10
        logs    icc_rpr_el1
        cmp     x10, #TIMER
        b.ne    1f
        timer_off
1:      cmp     x10, #1020
        b.hs    2f
        msr     icc_eoir\group\()_el1, x10
        sync
2:      logs    icc_rpr_el1
.endm
ack_and_return:
        ack_body 1, 1
        eret
ack0_and_return:
        ack_body 0, 1
        eret
ack_and_end:
        ack_body 1, 1
        endprogram
        .if SECURE
ack0_and_return3:
        ack_body 0, 3
        eret
        .endif
ack_and_end3:
        ack_body 0, 3
        endprogram
/* Returns with the interrupts masked: a handler for what cannot be acknowledged. */
mask_and_return:
        mrs     x10, spsr_el1
        orr     x10, x10, #0xc0
        msr     spsr_el1, x10
        eret
        .if SECURE
/* Interrupts routed to EL3 are not masked by PSTATE below EL3: A is disabled. */
disable_and_return3:
        disable A
        sync
        eret
        .endif

/* ------------------------------------------------------------------------- the end, and QEMU's way to show it */
all_done:
        dsb     sy
done:
        ldr     x19, =results
        ldr     x20, [x19], #8
print_record:
        cbz     x20, leave
        sub     x20, x20, #1
        ldr     x21, =line
        ldr     x0, [x19], #8
1:      ldrb    w1, [x0], #1
        cbz     w1, 2f
        strb    w1, [x21], #1
        b       1b
2:      mov     w1, #'@'
        strb    w1, [x21], #1
        ldr     x0, [x19], #8
        bl      print_hex
        ldr     x22, [x19], #8
3:      cbz     x22, 4f
        sub     x22, x22, #1
        mov     w1, #' '
        strb    w1, [x21], #1
        ldr     x0, [x19], #8
        bl      print_hex
        b       3b
4:      mov     w1, #'\n'
        strb    w1, [x21], #1
        strb    wzr, [x21]
        mov     w0, #4                  /* SYS_WRITE0 */
        ldr     x1, =line
        hlt     #0xf000
        b       print_record
leave:  ldr     x1, =exit_block
        mov     w0, #0x18               /* SYS_EXIT */
        hlt     #0xf000
        b       .

/* x0 in hexadecimal without leading zeros, to x21 */
print_hex:
        clz     x2, x0
        and     x2, x2, #0x3c
        mov     x3, #60
        sub     x2, x3, x2
        cbnz    x0, 1f
        mov     x2, #0
1:      lsr     x3, x0, x2
        and     w3, w3, #15
        add     w4, w3, #'0'
        add     w5, w3, #('a' - 10)
        cmp     w3, #9
        csel    w4, w4, w5, ls
        strb    w4, [x21], #1
        subs    x2, x2, #4
        b.pl    1b
        ret
        .ltorg

        .data
        .balign 8
exit_block:
        .quad   0x20026, 0
select: .word   0
have_timer: .word 1
        .bss
        .balign 8
line:   .space  65536
        .text
