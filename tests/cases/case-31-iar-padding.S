/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 31: on one core the acknowledge read is not synchronised with its surroundings: eight NOPs before it, four NOPs and
 * a barrier after it. Source: Linux 6d4e11c5e2e8 (Cavium erratum 23154). The core is an option of the machine.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start entry=f_1 end=done"
        gm      "raise 32 at=f_1"
        gm      "balanced handler"

        gm      "scenario 31-faulty\n about four slots where eight are needed"
        gm      "machine quirk=cavium-23154"
        gm      "handler irq=four"
        gm      "expect taken 32 must"
        gm      "expect verdict missing-sync at=four_iar must"

        gm      "scenario 31-mended"
        gm      "machine quirk=cavium-23154"
        gm      "handler irq=eight"
        gm      "expect taken 32 must"
        gm      "expect acknowledged 32 at=eight_iar must"
        gm      "expect clean"

        gm      "scenario 31-no-barrier\n about the barrier after the read is missing"
        gm      "machine quirk=cavium-23154"
        gm      "handler irq=open"
        gm      "expect verdict missing-sync must"

        gm      "scenario 31-other-core\n about any other core needs no padding"
        gm      "handler irq=four"
        gm      "expect taken 32 must"
        gm      "expect acknowledged 32 at=four_iar must"
        gm      "expect clean"

        gm      "scenario 31-other-core-padded"
        gm      "handler irq=eight"
        gm      "expect acknowledged 32 at=eight_iar must"
        gm      "expect clean"

        .text
        .balign 4
f_1:    nop
f_2:    b       done

four:   .rept   4
        nop
        .endr
four_iar:
        mrs     x0, ICC_IAR1_EL1
        .rept   4
        nop
        .endr
        dsb     sy
        b       finish

eight:  .rept   8
        nop
        .endr
eight_iar:
        mrs     x0, ICC_IAR1_EL1
        .rept   4
        nop
        .endr
        dsb     sy
        b       finish

open:   .rept   8
        nop
        .endr
open_iar:
        mrs     x0, ICC_IAR1_EL1
finish: tbnz    x0, #9, 1f
        msr     ICC_EOIR1_EL1, x0
1:      eret
done:   nop
