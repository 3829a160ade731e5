/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 14: ICC_PMR_EL1 has 8 bits; what is written above them is RES0 and takes no part in the compare. A model
 * that kept it let a dirty upper half open the mask. Source: QEMU 70726a15bc7e.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start entry=f_1 end=done pmr=0x60\n handler irq=on_irq"
        gm      "interrupt 32 state=pending"
        gm      "balanced handler"

        gm      "scenario 14-faulty\n about 0x140 taken for a mask above 0xa0: it is 0x40"
        gm      "set x1=0x140"
        gm      "claim enabled at=f_5"
        gm      "expect read ICC_PMR_EL1 at=f_2 in=0x40"
        gm      "expect value pmr at=f_5 in=0x40"
        gm      "expect taken 32 never"
        gm      "expect verdict mask-mismatch at=f_5 must"

        gm      "scenario 14-mended\n about 0xe0"
        gm      "set x1=0xe0"
        gm      "claim enabled at=f_5"
        gm      "expect read ICC_PMR_EL1 at=f_2 in=0xe0"
        gm      "expect taken 32 at=f_2,f_3,f_4,f_5 must"
        gm      "expect clean"

        gm      "scenario 14-dirty-open\n about the upper half of an open mask does not close it either"
        gm      "set x1=0xffffffffffffffe0"
        gm      "claim enabled at=f_5"
        gm      "expect read ICC_PMR_EL1 at=f_2 in=0xe0"
        gm      "expect taken 32 at=f_2,f_3,f_4,f_5 must"
        gm      "expect clean"

        gm      "scenario 14-dirty-closed\n about all ones above a closed mask"
        gm      "set x1=0xffffffffffffff40"
        gm      "claim masked at=f_5"
        gm      "expect read ICC_PMR_EL1 at=f_2 in=0x40"
        gm      "expect taken 32 never"
        gm      "expect clean"

        .text
        .balign 4
f_1:    msr     ICC_PMR_EL1, x1
f_2:    mrs     x2, ICC_PMR_EL1
f_3:    nop
f_4:    isb
f_5:    b       done

        /* 1020 to 1023 (bit 9 set) are no interrupt: what came may have gone again (rule 10). */
on_irq: mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, on_irq_out
        msr     ICC_EOIR1_EL1, x16
on_irq_out:
        eret
done:   nop
