/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios whose prompt outcome follows from docs/semantics.md: test_setup.c runs them. */
        .include "gicmask/gicmask.inc"
        gm      "profile P0"
        gm      "machine resolve=prompt"
        gm      "start end=done"
        gm      "handler irq=on_irq fiq=on_fiq sync=on_sync"

        .text
        .balign 4
go:     nop
        nop
        svc     #0
done:   hlt     #7

/* Each leaves its mark. */
on_irq: mrs     x0, S3_0_C12_C12_0      /* ICC_IAR1_EL1 */
        mov     x10, x0
        str     x0, [sp, #-8]
        msr     S3_0_C12_C12_1, x0      /* ICC_EOIR1_EL1 */
        msr     S3_0_C12_C11_1, x0      /* ICC_DIR_EL1 */
        eret
on_fiq: mrs     x0, S3_0_C12_C8_0       /* ICC_IAR0_EL1 */
        mov     x11, x0
        msr     S3_0_C12_C8_1, x0       /* ICC_EOIR0_EL1 */
        msr     S3_0_C12_C11_1, x0
        eret
on_sync:
        mov     x12, #1
        eret
