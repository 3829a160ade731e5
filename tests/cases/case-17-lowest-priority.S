/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 17: with 5 priority bits 0xfe is kept as 0xf8, and PMR=0xff too. The compare is strict, so the lowest
 * priority can never be signalled; with 8 bits 0xfe passes 0xff. Sources: TF-A tf-issues 645; QEMU
 * 39f29e599355.
 *
 * WFI with PSTATE.I set, opened afterwards: PMR alone decides.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start entry=f_0 end=done daif=i\n handler irq=on_irq"
        gm      "set x1=0xff w5=0xfe"
        gm      "raise 32 at=f_3"
        gm      "balanced handler"

        gm      "scenario 17-faulty\n about priority 0xfe of 5 bits: masked by the most open PMR"
        gm      "expect value x6 at=f_1 in=0xf8"
        gm      "expect read ICC_PMR_EL1 at=f_2 in=0xf8"
        gm      "expect no-wake f_3 must"
        gm      "expect taken 32 never"
        gm      "expect verdict no-wake at=f_3 must"

        gm      "scenario 17-mended\n about priority 0xf0"
        gm      "set w5=0xf0"
        gm      "expect value x6 at=f_1 in=0xf0"
        gm      "expect read ICC_PMR_EL1 at=f_2 in=0xf8"
        gm      "expect wakes f_3 must"
        gm      "expect taken 32 at=f_5,f_6 must"
        gm      "expect clean"

        gm      "scenario 17-eight-bits\n about priority 0xfe of 8 bits"
        gm      "machine prio-bits=8"
        gm      "expect value x6 at=f_1 in=0xfe"
        gm      "expect read ICC_PMR_EL1 at=f_2 in=0xff"
        gm      "expect wakes f_3 must"
        gm      "expect taken 32 at=f_5,f_6 must"
        gm      "expect clean"

        gm      "scenario 17-eight-bits-lowest\n about 0xff of 8 bits is masked again"
        gm      "machine prio-bits=8\n set w5=0xff"
        gm      "expect no-wake f_3 must"
        gm      "expect verdict no-wake at=f_3 must"

        .text
        .balign 4
f_0:    movz    x4, #0x800, lsl #16     /* GICD_IPRIORITYR of 32 */
        strb    w5, [x4, #0x420]
        ldrb    w6, [x4, #0x420]
f_1:    msr     ICC_PMR_EL1, x1
f_2:    mrs     x2, ICC_PMR_EL1
f_3:    wfi
f_4:    msr     daifclr, #2
f_5:    isb
f_6:    b       done

        /* 1020 to 1023 (bit 9 set) are no interrupt: what came may have gone again (rule 10). */
on_irq: mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, on_irq_out
        msr     ICC_EOIR1_EL1, x16
on_irq_out:
        eret
done:   nop
