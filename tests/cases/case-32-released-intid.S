/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 32: if an interrupt is released while IAR is read, one core returns the old INTID without activating it. The value
 * counts only if the active priorities changed. Source: Linux's ThunderX work-around in asm/arch_gicv3.h (Marvell
 * erratum 38545). The core is an option of the machine.
 *
 * The line drops before the read. Whether the Clear has arrived by then is open (rule 10), so on every core 27 may
 * still be there and be acknowledged for good.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start entry=f_1 end=done"
        gm      "interrupt 27 prio=0xa0 level"
        gm      "raise 27 at=f_1"
        gm      "balanced handler"

        gm      "scenario 32-faulty\n about the INTID is believed"
        gm      "machine quirk=marvell-38545"
        gm      "handler irq=trust"
        gm      "lower 27 at=trust_iar"
        gm      "expect read ICC_IAR1_EL1 at=trust_iar in=27,1023"
        gm      "expect verdict eoi-without-ack at=trust_eoi may"

        gm      "scenario 32-mended\n about without a change of the active priorities it is 1023"
        gm      "machine quirk=marvell-38545"
        gm      "handler irq=verify"
        gm      "lower 27 at=verify_iar"
        gm      "expect read ICC_IAR1_EL1 at=verify_iar in=27,1023"
        gm      "expect clean"

        gm      "scenario 32-held\n about nothing races: the interrupt is acknowledged and ended"
        gm      "machine quirk=marvell-38545"
        gm      "handler irq=verify"
        gm      "lower 27 at=verify_eoi"
        gm      "expect acknowledged 27 at=verify_iar must"
        gm      "expect clean"

        gm      "scenario 32-other-core\n about elsewhere an INTID is always an activation"
        gm      "handler irq=trust"
        gm      "lower 27 at=trust_iar"
        gm      "expect read ICC_IAR1_EL1 at=trust_iar in=27,1023"
        gm      "expect clean"

        gm      "scenario 32-other-core-verified"
        gm      "handler irq=verify"
        gm      "lower 27 at=verify_iar"
        gm      "expect read ICC_IAR1_EL1 at=verify_iar in=27,1023"
        gm      "expect clean"

        .text
        .balign 4
f_1:    nop
f_2:    b       done

trust:  nop
trust_iar:
        mrs     x0, ICC_IAR1_EL1
        tbnz    x0, #9, trust_out
trust_eoi:
        msr     ICC_EOIR1_EL1, x0
trust_out:
        eret

verify: mrs     x1, ICC_AP1R0_EL1
verify_iar:
        mrs     x0, ICC_IAR1_EL1
verify_ap:
        mrs     x2, ICC_AP1R0_EL1
        cmp     x1, x2
        b.eq    verify_out              /* nothing was activated: as 1023 */
        tbnz    x0, #9, verify_out
verify_eoi:
        msr     ICC_EOIR1_EL1, x0
verify_out:
        eret
done:   nop
