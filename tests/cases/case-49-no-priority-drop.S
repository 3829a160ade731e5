/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 49: an interrupt is acknowledged while its handler is being removed, and nobody ends it. The running priority stays, and every
 * interrupt of that priority or lower is shut out on this PE. Source: Xen 8aa276235b93.
 *
 * 32 and 23 come when the handler of 33 returns: after it, not beside it.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n start entry=f_1 end=done"
        gm      "raise 33 at=f_1"
        gm      "balanced handler"

        gm      "scenario 49-faulty\n about without an action there is no end of interrupt"
        gm      "handler irq=drops_none"
        gm      "raise 32 at=no_action\n raise 23 at=no_action"
        gm      "expect acknowledged 33 must"
        gm      "expect taken 32 never"
        gm      "expect acknowledged 23 must"
        gm      "expect verdict unbalanced at=no_action must"

        gm      "scenario 49-mended\n about also what has no action is ended"
        gm      "handler irq=drops_all"
        gm      "raise 32 at=no_action_ended\n raise 23 at=no_action_ended"
        gm      "raise 33 at=no_action_ended"
        gm      "expect acknowledged 33 nth=2 at=drops_all must"
        gm      "expect acknowledged 33 must"
        gm      "expect acknowledged 32 must"
        gm      "expect acknowledged 23 must"
        gm      "expect clean"

        /* The priority alone: without the deactivation 32 comes, 33 does not come again. */
        gm      "scenario 49-not-deactivated\n about dropped, but active for ever"
        gm      "handler irq=drops_only"
        gm      "raise 32 at=no_action_dropped\n raise 33 at=no_action_dropped"
        gm      "expect taken 33 nth=1 must"
        gm      "expect taken 33 nth=2 never"
        gm      "expect acknowledged 32 must"
        gm      "expect clean"

        .text
        .balign 4
f_1:    nop
f_2:    nop
f_3:    nop
        b       done

drops_none:
        mrs     x0, ICC_IAR1_EL1
        cmp     x0, #33
        b.eq    no_action
        tbnz    x0, #9, 1f
        msr     ICC_EOIR1_EL1, x0
        msr     ICC_DIR_EL1, x0
1:      eret
no_action:
        eret

drops_all:
        mrs     x0, ICC_IAR1_EL1
        tbnz    x0, #9, 1f
        msr     ICC_EOIR1_EL1, x0
        msr     ICC_DIR_EL1, x0
        dsb     sy                      /* or its next edge may merge with the one that was acknowledged (rule 11) */
        cmp     x0, #33
        b.eq    no_action_ended
1:      eret
no_action_ended:
        eret

drops_only:
        mrs     x0, ICC_IAR1_EL1
        tbnz    x0, #9, 1f
        msr     ICC_EOIR1_EL1, x0
        cmp     x0, #33
        b.eq    no_action_dropped
        msr     ICC_DIR_EL1, x0
1:      eret
no_action_dropped:
        eret
done:   nop
