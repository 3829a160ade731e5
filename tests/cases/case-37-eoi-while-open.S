/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 37: the handler runs with interrupts open, and drops the priority before it closes them. Each drop lets the next one of a
 * burst in before the frame is popped: one level of stack per item. Sources: Zephyr issue 109768; Xen 3455cd598c5f.
 *
 * EOImode=0. The handlers save ELR_EL1 and SPSR_EL1, as any handler must that opens interrupts.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start entry=f_1 end=done"
        gm      "raise 32 at=f_1"
        gm      "balanced handler"

        gm      "scenario 37-faulty\n about the drop comes while interrupts are open"
        gm      "handler irq=open"
        gm      "raise 32 at=open_3 times=2"
        /* The deactivation may reach the redistributor late: then the next one comes after ERET. */
        gm      "expect taken 32 at=f_1,f_2,f_3,done,open_5,open_6 must"
        gm      "expect taken 32 at=open_5 may"
        gm      "expect depth 3"
        gm      "expect verdict nested may"

        gm      "scenario 37-mended\n about closed before the drop, depth stays 1"
        gm      "handler irq=closed"
        gm      "raise 32 at=closed_3 times=2"
        gm      "expect taken 32 at=f_1,f_2,f_3,done must"
        gm      "expect depth 1"
        gm      "expect clean"

        gm      "scenario 37-no-burst\n about one alone nests nowhere, even in the faulty form"
        gm      "handler irq=open"
        gm      "expect depth 1"
        gm      "expect clean"

        /* Nesting of a higher priority is what opening is for. */
        gm      "scenario 37-preempted\n about a higher one may nest while the handler is open"
        gm      "interrupt 40 prio=0x80"
        gm      "handler irq=closed"
        gm      "raise 40 at=closed_3"
        gm      "expect taken 40 at=closed_3,closed_4 may"
        gm      "expect taken 40 must"
        gm      "expect depth 2"

        .text
        .balign 4
f_1:    nop
f_2:    nop
f_3:    b       done

open:   mrs     x2, elr_el1
        mrs     x3, spsr_el1
        stp     x2, x3, [sp, #-16]!
        mrs     x0, ICC_IAR1_EL1
        tbnz    x0, #9, open_out
        str     x0, [sp, #-16]!
open_2: msr     daifclr, #2
open_3: nop
        ldr     x0, [sp], #16
open_4: msr     ICC_EOIR1_EL1, x0
open_5: nop
open_6: msr     daifset, #2
open_out:
        ldp     x2, x3, [sp], #16
        msr     elr_el1, x2
        msr     spsr_el1, x3
        eret

closed: mrs     x2, elr_el1
        mrs     x3, spsr_el1
        stp     x2, x3, [sp, #-16]!
        mrs     x0, ICC_IAR1_EL1
        tbnz    x0, #9, closed_out
        str     x0, [sp, #-16]!
closed_2:
        msr     daifclr, #2
closed_3:
        nop
closed_4:
        msr     daifset, #2
        ldr     x0, [sp], #16
closed_5:
        msr     ICC_EOIR1_EL1, x0
        nop
closed_out:
        ldp     x2, x3, [sp], #16
        msr     elr_el1, x2
        msr     spsr_el1, x3
        eret
done:   nop
