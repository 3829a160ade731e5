/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 71: an acknowledge may return 1020 to 1023. Dispatch code used the value as an index, compared it with a limit that is off by
 * one, or wrote it to EOIR. Sources: Zephyr PR 29058, 30465, 34396; Xen 3508bd4d7648; OP-TEE b711ff7e7d1a; NuttX 1c308296a15a.
 *
 * The line drops after the exception was taken; whether the Clear has arrived at the acknowledge is open (rule 10).
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start entry=f_1 end=done"
        gm      "interrupt 27 prio=0xa0 level"
        gm      "raise 27 at=f_1"
        gm      "balanced handler"

        gm      "scenario 71-faulty\n about 1023 indexes the table and is ended"
        gm      "handler irq=trust\n lower 27 at=trust_1"
        gm      "claim real-intid=x0 at=trust_3"
        gm      "expect read ICC_IAR1_EL1 at=trust_2 in=27,1023"
        gm      "expect acknowledged 1023 at=trust_2 may"
        gm      "expect verdict special-intid at=trust_3 may"
        gm      "expect verdict special-intid at=trust_4 may"

        gm      "scenario 71-mended\n about 1020 and up are no interrupts"
        gm      "handler irq=limit\n lower 27 at=limit_1"
        gm      "claim real-intid=x0 at=limit_3"
        gm      "expect read ICC_IAR1_EL1 at=limit_2 in=27,1023"
        gm      "expect acknowledged 1023 at=limit_2 may"
        gm      "expect clean"

        gm      "scenario 71-held\n about the line stays up until it is handled: the faulty form looks right"
        gm      "handler irq=trust\n lower 27 at=trust_3"
        gm      "claim real-intid=x0 at=trust_3"
        gm      "expect acknowledged 27 at=trust_2 must"
        gm      "expect clean"

        gm      "scenario 71-mended-held\n about and so does the mended one, which still ends it"
        gm      "handler irq=limit\n lower 27 at=limit_3"
        gm      "claim real-intid=x0 at=limit_3"
        gm      "expect acknowledged 27 at=limit_2 must"
        gm      "expect clean"

        gm      "scenario 71-off-by-three\n about a limit of 1023 lets only 1023 through: enough for this one, not for 1020"
        gm      "handler irq=off\n lower 27 at=off_1"
        gm      "claim real-intid=x0 at=off_3"
        gm      "expect acknowledged 1023 at=off_2 may"
        gm      "expect clean"

        /* EL3 reads IAR0 for the highest interrupt, which is Non-secure state's: 1021. */
        gm      "scenario 71-el3-faulty\n about 1021 at EL3 is taken for an interrupt"
        gm      "profile PS\n start entry=e_1 daif=daif\n interrupt 27 disabled"
        gm      "interrupt 40 prio=0xd0 group=1 state=pending"
        gm      "claim real-intid=x0 at=e_2"
        gm      "expect read ICC_IAR0_EL1 at=e_1 in=1021"
        gm      "expect verdict special-intid at=e_2 must"

        gm      "scenario 71-el3-mended\n about 1021 sends it to Non-secure state's handler"
        gm      "profile PS\n start entry=n_1 daif=daif\n interrupt 27 disabled"
        gm      "interrupt 40 prio=0xd0 group=1 state=pending"
        gm      "expect read ICC_IAR0_EL1 at=n_1 in=1021"
        gm      "expect acknowledged 40 at=n_2 must"
        gm      "balanced from=n_1 to=n_4 regs=running"
        gm      "expect clean"

        .text
        .balign 4
f_1:    nop
        b       done

trust:
trust_1:
        nop
trust_2:
        mrs     x0, ICC_IAR1_EL1
trust_3:
        lsl     x1, x0, #3              /* table[x0] */
trust_4:
        msr     ICC_EOIR1_EL1, x0
        eret

limit:
limit_1:
        nop
limit_2:
        mrs     x0, ICC_IAR1_EL1
        cmp     x0, #1020
        b.hs    limit_out
limit_3:
        lsl     x1, x0, #3
limit_4:
        msr     ICC_EOIR1_EL1, x0
limit_out:
        eret

off:
off_1:  nop
off_2:  mrs     x0, ICC_IAR1_EL1
        cmp     x0, #1023
        b.hs    off_out
off_3:  lsl     x1, x0, #3
        msr     ICC_EOIR1_EL1, x0
off_out:
        eret

e_1:    mrs     x0, ICC_IAR0_EL1
e_2:    lsl     x1, x0, #3
        b       done

n_1:    mrs     x0, ICC_IAR0_EL1
        cmp     x0, #1021
        b.ne    done
        mrs     x9, scr_el3
        orr     x10, x9, #1
        msr     scr_el3, x10
        isb
n_2:    mrs     x0, ICC_IAR1_EL1
        tbnz    x0, #9, n_3
        msr     ICC_EOIR1_EL1, x0
n_3:    msr     scr_el3, x9
n_4:    nop
        b       done
done:   nop
