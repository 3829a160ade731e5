/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A trap handler that opens interrupts without looking at what the interrupted code had masked lets a device's
 * interrupt run under a held lock (Xen 3ed885a88740, XSA-303).
 *
 *      gicmask check examples/scenarios/critical-window.S
 */
        .include "gicmask/gicmask.inc"
        gm      "profile P0"
        gm      "start entry=go end=done"
        gm      "handler irq=on_irq"

        gm      "scenario trap/opens\n about the trap handler unmasks blindly"
        gm      "handler sync=trap_opens"
        gm      "raise 32 from=trap_opens to=trap_opens_end"
        gm      "expect taken 32 window=locked may"
        gm      "expect verdict critical-hit may"

        gm      "scenario trap/inherits\n about it unmasks only what the interrupted code had open"
        gm      "handler sync=trap_inherits"
        gm      "raise 32 from=trap_inherits to=trap_inherits_end"
        gm      "expect taken 32 window=locked never"
        gm      "expect taken 32 must"
        gm      "expect clean"

        /* The window in the code is every scenario's. */
        gm      "scenario *"
        .text
        .balign 4
go:     msr     daifset, #2
        /* The lock is held from here on. */
        gm_begin critical, locked
        nop
        brk     #1
        nop
        gm_end  locked
        msr     daifclr, #2
        isb
done:   nop

        /* BRK returns to itself: step over it. */
trap_opens:
        mrs     x0, elr_el1
        add     x0, x0, #4
        mrs     x1, spsr_el1
        msr     daifclr, #2
        nop
        msr     daifset, #2
        msr     spsr_el1, x1            /* the interrupt's entry has replaced both */
        msr     elr_el1, x0
trap_opens_end:
        eret

trap_inherits:
        mrs     x0, elr_el1
        add     x0, x0, #4
        mrs     x1, spsr_el1
        tbnz    x1, #7, 1f              /* SPSR_EL1.I */
        msr     daifclr, #2
1:      nop
        msr     daifset, #2
        msr     spsr_el1, x1
        msr     elr_el1, x0
trap_inherits_end:
        eret

on_irq: mrs     x2, S3_0_C12_C12_0      /* ICC_IAR1_EL1 */
        msr     S3_0_C12_C12_1, x2      /* ICC_EOIR1_EL1 */
        msr     S3_0_C12_C11_1, x2      /* ICC_DIR_EL1 */
        eret
