/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupt masking as arm64 kernels do it, in four forms, for `gicmask run` and `gicmask cost`.
 *
 *   daif_*         PSTATE.I and F mask.  Nothing gets through, not even an interrupt meant as an NMI.
 *   pmr_*_dsb      ICC_PMR_EL1 masks; after each write that may unmask, a DSB SY waits until the
 *                  redistributor has the new value.  Needed when ICC_CTLR_EL1.PMHE is 1.
 *   pmr_*_relaxed  The same with the DSB patched to a NOP.  Right only while PMHE is 0.
 *   pmr_*_nop      Compiled for priority masking, but it is switched off: the DAIF form, and a NOP in
 *                  each place where the boot code would have patched a branch or an instruction in.
 *
 * Each is a function that ends in RET.  <form>_pair is a whole save, mask, work, restore.  None needs
 * memory but the stack; x0 carries the flags word, x1 and x2 are free.  Plain assembly without a preprocessor:
 * GNU as and LLVM take it as it is.
 *
 * The values are those of Linux 6.11 and later, as an accessor sees them:
 *   0xe0  IRQs on: normal interrupts (priority 0xc0) and NMIs (0x80) get through
 *   0xc0  IRQs off: only priorities below 0xc0 get through.  6.1 uses 0x60 here with normal
 *         interrupts at 0xa0 and NMIs at 0x20; an interrupt is masked when priority >= mask.
 *   0xf0  0xe0 with a marker bit that says: PSTATE masks, the priority mask is open.
 */
        .equ    PMR_ON, 0xe0
        .equ    PMR_OFF, 0xc0
        .equ    PMR_OFF_6_1, 0x60
        .equ    PMR_PSTATE, 0xf0
        .equ    DAIF_IF, 3              /* I and F, the immediate of DAIFSet and DAIFClr */

.macro function name
        .balign 16
        .globl  \name
        .type   \name, %function
\name:
.endm
.macro end name
        .size   \name, . - \name
.endm

        .text

/* ---- enable: from masked to open ---------------------------------------------------------- */

function daif_enable
        msr     daifclr, #DAIF_IF
        ret
end daif_enable

function pmr_enable_dsb
        mov     x1, #PMR_ON
        msr     ICC_PMR_EL1, x1
        dsb     sy                      /* until the redistributor knows, it may hold interrupts back */
        ret
end pmr_enable_dsb

function pmr_enable_relaxed
        mov     x1, #PMR_ON
        msr     ICC_PMR_EL1, x1
        nop                             /* the DSB's place */
        ret
end pmr_enable_relaxed

function pmr_enable_nop
        nop                             /* would be: b to the priority form */
        msr     daifclr, #DAIF_IF
        ret
end pmr_enable_nop

/* ---- disable: masking takes effect before the next instruction, no barrier in any form ---- */

function daif_disable
        msr     daifset, #DAIF_IF
        ret
end daif_disable

function pmr_disable_dsb
        mov     x1, #PMR_OFF
        msr     ICC_PMR_EL1, x1
        ret
end pmr_disable_dsb

function pmr_disable_relaxed
        mov     x1, #PMR_OFF
        msr     ICC_PMR_EL1, x1
        ret
end pmr_disable_relaxed

function pmr_disable_nop
        nop
        msr     daifset, #DAIF_IF
        ret
end pmr_disable_nop

/* ---- save: x0 = what was, then mask; the priority forms write only if it was open ---------- */

function daif_save
        mrs     x0, daif
        msr     daifset, #DAIF_IF
        ret
end daif_save

.macro pmr_save
        mrs     x0, ICC_PMR_EL1
        cmp     x0, #PMR_ON
        b.ne    1f
        mov     x1, #PMR_OFF
        msr     ICC_PMR_EL1, x1
1:
.endm

function pmr_save_dsb
        pmr_save
        ret
end pmr_save_dsb

function pmr_save_relaxed
        pmr_save
        ret
end pmr_save_relaxed

function pmr_save_nop
        nop
        mrs     x0, daif
        nop
        msr     daifset, #DAIF_IF
        ret
end pmr_save_nop

/* ---- restore x0: it may unmask, so the synchronised form has a DSB whatever the value ------ */

function daif_restore
        msr     daif, x0
        ret
end daif_restore

function pmr_restore_dsb
        msr     ICC_PMR_EL1, x0
        dsb     sy
        ret
end pmr_restore_dsb

function pmr_restore_relaxed
        msr     ICC_PMR_EL1, x0
        nop
        ret
end pmr_restore_relaxed

function pmr_restore_nop
        nop
        msr     daif, x0
        ret
end pmr_restore_nop

/* ---- pair: save and mask, one instruction of work, restore --------------------------------- */

function daif_pair
        mrs     x0, daif
        msr     daifset, #DAIF_IF
        add     x2, x2, #1
        msr     daif, x0
        ret
end daif_pair

function pmr_dsb_pair
        pmr_save
        add     x2, x2, #1
        msr     ICC_PMR_EL1, x0
        dsb     sy
        ret
end pmr_dsb_pair

function pmr_relaxed_pair
        pmr_save
        add     x2, x2, #1
        msr     ICC_PMR_EL1, x0
        nop
        ret
end pmr_relaxed_pair

function pmr_nop_pair
        nop
        mrs     x0, daif
        nop
        msr     daifset, #DAIF_IF
        add     x2, x2, #1
        nop
        msr     daif, x0
        ret
end pmr_nop_pair

/* ---- exception entry: the hardware has set DAIF; keep the interrupted context --------------- */

.macro save_context
        stp     x29, x30, [sp, #-48]!
        mrs     x1, elr_el1
        mrs     x2, spsr_el1
        stp     x1, x2, [sp, #16]
.endm
.macro restore_context
        ldp     x1, x2, [sp, #16]
        msr     elr_el1, x1
        msr     spsr_el1, x2
        ldp     x29, x30, [sp], #48
.endm

/* The halves as macros: <form>_entry runs the first, <form>_entry_exit both. */
.macro daif_enter
        save_context
.endm
.macro daif_leave
        msr     daifset, #DAIF_IF       /* nothing may arrive between here and ERET */
        restore_context
.endm
/* The mask of the interrupted code is part of its context; 0xf0 says "PSTATE masks" until the handler decides. */
.macro pmr_enter
        save_context
        mrs     x1, ICC_PMR_EL1
        str     x1, [sp, #32]
        mov     x1, #PMR_PSTATE
        msr     ICC_PMR_EL1, x1
.endm
.macro pmr_leave sync:vararg
        msr     daifset, #DAIF_IF
        ldr     x1, [sp, #32]
        msr     ICC_PMR_EL1, x1
        \sync
        restore_context
.endm

function daif_entry
        daif_enter
        add     sp, sp, #48             /* a function on its own has to give the stack back */
        ret
end daif_entry

function pmr_entry_dsb
        pmr_enter
        add     sp, sp, #48
        ret
end pmr_entry_dsb

function pmr_entry_relaxed
        pmr_enter
        add     sp, sp, #48
        ret
end pmr_entry_relaxed

function pmr_entry_nop
        save_context
        nop
        nop
        nop
        nop
        add     sp, sp, #48
        ret
end pmr_entry_nop

/* ---- exception exit: run it as <form>_entry_exit, which enters first ------------------------ */

function daif_entry_exit
        daif_enter
        .globl  daif_exit
daif_exit:
        daif_leave
        ret
end daif_entry_exit

function pmr_entry_exit_dsb
        pmr_enter
        .globl  pmr_exit_dsb
pmr_exit_dsb:
        pmr_leave dsb sy
        ret
end pmr_entry_exit_dsb

function pmr_entry_exit_relaxed
        pmr_enter
        .globl  pmr_exit_relaxed
pmr_exit_relaxed:
        pmr_leave nop
        ret
end pmr_entry_exit_relaxed

function pmr_entry_exit_nop
        save_context
        nop
        nop
        nop
        nop
        .globl  pmr_exit_nop
pmr_exit_nop:
        msr     daifset, #DAIF_IF
        nop
        nop
        nop
        restore_context
        ret
end pmr_entry_exit_nop

/* ---- idle: WFI wakes on what the CPU interface signals, whatever DAIF says, and not on what the mask filters --- */

function daif_idle
        dsb     sy                      /* what the core wrote is visible before it sleeps */
        wfi
        ret
end daif_idle

.macro pmr_idle sync:vararg
        mrs     x0, daif
        mrs     x1, ICC_PMR_EL1
        msr     daifset, #DAIF_IF
        mov     x2, #PMR_PSTATE
        msr     ICC_PMR_EL1, x2         /* open the mask: a masked interrupt cannot wake the core */
        \sync
        wfi
        msr     ICC_PMR_EL1, x1
        msr     daif, x0
.endm

function pmr_idle_dsb
        pmr_idle dsb sy
        ret
end pmr_idle_dsb

/* Linux keeps this DSB under relaxed synchronisation: it comes with WFI. */
function pmr_idle_relaxed
        pmr_idle dsb sy
        ret
end pmr_idle_relaxed

/* WRONG when PMHE is 1: the redistributor may still hold the waking interrupt back, for ever.
   Try: gicmask run masking.S --entry pmr_idle_nodsb --pmr 0x60 --pmhe on --resolve adversarial --irq 32,prio=0xa0 */
function pmr_idle_nodsb
        pmr_idle nop
        ret
end pmr_idle_nodsb

function pmr_idle_nop
        nop
        nop
        dsb     sy
        wfi
        nop
        ret
end pmr_idle_nop

/*
 * ---- demo: an interrupt of priority 0xa0 is pending while the mask is 0x60 (Linux 6.1's "IRQs off") and is taken
 * after the unmask.  PSTATE is open all the time: it is the priority mask that holds it.
 * gicmask run masking.S --entry irq_at_0x60 --irq 32,prio=0xa0
 */
function irq_at_0x60
        mov     x1, #PMR_OFF_6_1
        msr     ICC_PMR_EL1, x1
        msr     daifclr, #DAIF_IF
        mov     x2, #1                  /* the critical section */
        add     x2, x2, #1
        mov     x1, #PMR_ON
        msr     ICC_PMR_EL1, x1
        dsb     sy
        isb                             /* by here, what was signalled has been taken */
        add     x2, x2, #1
        msr     daifset, #DAIF_IF
        ret
end irq_at_0x60
