/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Unmasking by ICC_PMR_EL1 and then waiting: without a DSB the new mask need not reach the redistributor when
 * ICC_CTLR_EL1.PMHE is 1, and the interrupt that it holds back never wakes the PE (Linux f226650494c6).
 *
 *      gicmask check examples/scenarios/unmask-dsb.S
 */
        .include "gicmask/gicmask.inc"
        .set    ON, 0xe0
        .set    OFF, 0x60

        /* For all scenarios of this file: masked, the mask is known everywhere, 32 waits behind it. PSTATE.I stays set up to the
         * WFI, as in an operating system's idle loop: WFI completes for an interrupt that PSTATE masks, and the
         * interrupt cannot be taken too early, between the last look at the work and the WFI. */
        gm      "start end=done"
        gm      "handler irq=on_irq"
        gm      "balanced handler"

        /* (a) no DSB, and PMHE=1: the redistributor may keep its 0x60 for ever. */
        gm      "scenario unmask/no-dsb-hint\n about the wake-up may be lost\n profile P0h"
        gm      "start entry=no_dsb pmr=0x60 daif=i"
        gm      "interrupt 32 state=pending"
        gm      "expect no-wake no_dsb_wait may"
        gm      "expect wakes no_dsb_wait may"
        gm      "expect verdict missing-dsb must"

        /* (b) with the DSB it wakes, and is taken once PSTATE lets it. */
        gm      "scenario unmask/dsb-hint\n profile P0h"
        gm      "start entry=with_dsb pmr=0x60 daif=i"
        gm      "interrupt 32 state=pending"
        gm      "expect wakes with_dsb_wait must"
        gm      "expect taken 32 at=with_dsb_open,with_dsb_open+4 must"
        gm      "expect clean"

        /* (c) PMHE=0 needs none: the redistributor never looked at the mask. */
        gm      "scenario unmask/no-dsb\n profile P0"
        gm      "start entry=no_dsb pmr=0x60 daif=i"
        gm      "interrupt 32 state=pending"
        gm      "expect wakes no_dsb_wait must"
        gm      "expect taken 32 at=no_dsb_open,no_dsb_open+4 must"
        gm      "expect clean"

        /* (d) the masking direction is the CPU interface's own business, whatever PMHE is. */
        gm      "scenario mask/no-dsb-hint\n profile P0h"
        gm      "start entry=mask pmr=0xe0"
        gm      "raise 32 at=mask_2"
        gm      "expect taken 32 never"
        gm      "expect clean"

        .text
        .balign 4
no_dsb: mov     x1, #ON
        msr     S3_0_C4_C6_0, x1        /* ICC_PMR_EL1 */
        nop
no_dsb_wait:
        wfi
        msr     daifclr, #2
no_dsb_open:
        isb                             /* what is asserted is taken after it at the latest: at no_dsb_open or + 4 */
        b       done

with_dsb:
        mov     x1, #ON
        msr     S3_0_C4_C6_0, x1
        dsb     sy
with_dsb_wait:
        wfi
        msr     daifclr, #2
with_dsb_open:
        isb
        b       done

mask:   mov     x1, #OFF
        msr     S3_0_C4_C6_0, x1
        gm_begin critical, section
        nop
mask_2: nop
        gm_end  section
        b       done

on_irq: mrs     x0, S3_0_C12_C12_0      /* ICC_IAR1_EL1 */
        msr     S3_0_C12_C12_1, x0      /* ICC_EOIR1_EL1: priority drop, EOImode is 1 */
        msr     S3_0_C12_C11_1, x0      /* ICC_DIR_EL1 */
        eret
done:   nop
