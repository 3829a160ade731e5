/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Saving and restoring the mask. The first form leaves everything as it was; the second saves a PMR value and restores it
 * into DAIF (Linux "arm64: acpi: fix DAIF manipulation with pNMI").
 *
 *      gicmask check examples/scenarios/save-restore.S
 */
        .include "gicmask/gicmask.inc"
        gm      "profile P0"
        gm      "start end=done"
        gm      "handler irq=on_irq"
        gm      "raise 32 anywhere"
        gm      "protocol linux-5.3"

        gm      "scenario save/balanced\n about PMR saved, lowered and restored"
        gm      "start entry=good"
        gm      "window masked from=good_closed to=good_open"
        gm      "balanced from=good to=good_end"
        gm      "expect taken 32 from=good_closed to=good_open never"
        gm      "expect clean"

        gm      "scenario save/wrong-kind\n about 0xe0 read as DAIF masks IRQ and FIQ"
        gm      "start entry=bad"
        gm      "balanced regs=daif from=bad to=bad_end"
        gm      "expect value daif at=bad_end in=0xc0"
        gm      "expect verdict unbalanced at=bad_end must"

        .text
        .balign 4
good:   mrs     x3, S3_0_C4_C6_0        /* ICC_PMR_EL1 */
        mov     x4, #0x60
good_closed:
        msr     S3_0_C4_C6_0, x4
        nop
good_open:
        msr     S3_0_C4_C6_0, x3
good_end:
        nop
        isb
        b       done

bad:    mrs     x3, S3_0_C4_C6_0
        mov     x4, #0x1c0
        msr     daif, x4
        nop
        msr     daif, x3
bad_end:
        nop
        isb
        b       done

on_irq: mrs     x2, S3_0_C12_C12_0      /* ICC_IAR1_EL1 */
        msr     S3_0_C12_C12_1, x2      /* ICC_EOIR1_EL1 */
        msr     S3_0_C12_C11_1, x2      /* ICC_DIR_EL1 */
        eret
done:   nop
