/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 22: Secure EL1 handles a Secure group 1 interrupt. Its EOIR drops the priority, and a Secure group 0
 * interrupt comes as FIQ to EL3 at once. EL3 looks for the highest pending interrupt, finds the group 1 one
 * again, whose line is up again, and enters Secure EL1 in the middle of its own handler. Masking F helps only
 * where FIQ goes to Secure EL1. Source: OP-TEE issue 6010.
 *
 * Priority drop and deactivation (EOImode=0) reach the redistributor apart: before the second, 29 is active and
 * 30 comes; after it, 29 is first again, and PSTATE.I masks it. Both orders are outcomes. If it changes while
 * EL3 runs, ICC_HPPIR0_EL1 reads 1020.
 *
 * x20 counts deliveries of 29, x21 is 1 while Secure EL1 handles it. The line of 29 falls in the second
 * delivery.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile PS\n machine el=1\n start entry=f_1 end=done daif=none"
        gm      "interrupt 29 prio=0x10 group=1s level state=pending\n interrupt 30 prio=0x20 group=0"
        gm      "set x20=0 x21=0"
        gm      "lower 29 at=again_2"

        gm      "scenario 22-faulty\n about FIQ to EL3 between the end of interrupt and ERET, F clear"
        gm      "handler irq=h_0 el=1\n handler fiq=e_0 el=3"
        gm      "raise 30 at=h_2"
        gm      "claim equal=x21,0 at=e_nest"
        gm      "expect read ICC_IAR1_EL1 at=h_1 in=29"
        gm      "expect taken 30 at=h_1,h_2,h_3 never"
        gm      "expect taken 30 at=h_4 may"
        gm      "expect taken 30 must"
        gm      "expect read ICC_HPPIR0_EL1 at=e_1 in=30,1020,1023"
        gm      "expect value x22 at=e_2 in=1020 may"
        gm      "expect verdict nested at=h_4 may"
        gm      "expect verdict claim-failed at=e_nest may"

        gm      "scenario 22-masked\n about F masked: of no use while FIQ goes to EL3"
        gm      "handler irq=q_0 el=1\n handler fiq=e_0 el=3"
        gm      "raise 30 at=q_2"
        gm      "claim equal=x21,0 at=e_nest"
        gm      "expect taken 30 at=q_4 may"
        gm      "expect verdict nested at=q_4 may"
        gm      "expect verdict claim-failed at=e_nest may"

        gm      "scenario 22-open\n about FIQ to Secure EL1, F clear: still inside the handler"
        gm      "machine scr-fiq=no"
        gm      "handler irq=h_0 fiq=on_fiq el=1"
        gm      "raise 30 at=h_2"
        gm      "expect taken 30 at=h_4 may"
        gm      "expect verdict nested at=h_4 may"

        gm      "scenario 22-mended\n about FIQ to Secure EL1, F masked until the handler is left"
        gm      "machine scr-fiq=no"
        gm      "handler irq=q_0 fiq=on_fiq el=1"
        gm      "raise 30 at=q_2"
        gm      "balanced handler"
        gm      "expect acknowledged 30 must"
        gm      "expect read ICC_IAR1_EL1 at=again_1 in=29"
        gm      "expect depth 1"
        gm      "expect clean"

        .text
        .balign 4
f_1:    nop
f_2:    nop
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
        mov     x21, #1
        msr     daifclr, #1
h_1:    mrs     x16, ICC_IAR1_EL1
h_2:    nop
h_3:    msr     ICC_EOIR1_EL1, x16
h_4:    nop
h_5:    nop
h_6:    msr     daifset, #1
        mov     x21, #0
        frame_restore
        eret

q_0:    frame_save
        cbnz    x20, again
        mov     x20, #1
        mov     x21, #1
q_1:    mrs     x16, ICC_IAR1_EL1
q_2:    nop
q_3:    msr     ICC_EOIR1_EL1, x16
q_4:    nop
q_5:    nop
q_6:    mov     x21, #0
        frame_restore
        eret

again:  mov     x21, #1
again_1:
        mrs     x16, ICC_IAR1_EL1
again_2:
        tbnz    x16, #9, again_3
        msr     ICC_EOIR1_EL1, x16
again_3:
        mov     x21, #0
        frame_restore
        eret

        /* Firmware's triage: 1020 says that it is Secure EL1's. Entering it is the NOP at e_nest. */
e_0:    nop
e_1:    mrs     x22, ICC_HPPIR0_EL1
e_2:    cmp     x22, #1020
        b.ne    e_own
e_nest: nop
        eret
e_own:  mrs     x23, ICC_IAR0_EL1
        tbnz    x23, #9, 1f
        msr     ICC_EOIR0_EL1, x23
1:      eret

on_fiq: mrs     x23, ICC_IAR0_EL1
        tbnz    x23, #9, 1f
        msr     ICC_EOIR0_EL1, x23
1:      eret
done:   nop
