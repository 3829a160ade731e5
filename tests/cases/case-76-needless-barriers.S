/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 76: a DSB after every mask change costs about 15 % in a scheduler benchmark. It orders something for PMR only after an unmasking
 * write, and only if PMHE is 1. Sources: Julien Thierry, linux-arm-kernel 2019-07-30; Zephyr PR 116587. The parts about a
 * hypervisor's traps wait for the virtual interface. All of this is advice.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n start end=done"
        gm      "set x13=0x60 x14=0xe0"

        gm      "scenario 76-faulty\n about PMHE=0: neither DSB is needed"
        gm      "start entry=f_1"
        gm      "expect verdict redundant-dsb at=f_2 may"
        gm      "expect verdict redundant-dsb at=f_4 may"
        gm      "expect verdict redundant-dsb at=f_2,f_4 must"
        gm      "expect clean"

        gm      "scenario 76-faulty-hint\n about PMHE=1: the masking direction needs none"
        gm      "profile P0h\n start entry=f_1"
        gm      "expect verdict redundant-dsb at=f_2 must"
        gm      "expect verdict redundant-dsb at=f_4 never"
        gm      "expect clean"

        gm      "scenario 76-mended\n about PMHE=0, no barrier at all"
        gm      "start entry=m_1"
        gm      "expect value pmr at=m_2 in=0x60\n expect value pmr at=done in=0xe0"
        gm      "expect clean advice"

        gm      "scenario 76-mended-hint\n about PMHE=1, one after the unmasking write"
        gm      "profile P0h\n start entry=h_1"
        gm      "expect value pmr at=h_2 in=0x60\n expect value pmr at=done in=0xe0"
        gm      "expect clean advice"

        gm      "scenario 76-twice\n about PMHE=1: the second of two has nothing left to do"
        gm      "profile P0h\n start entry=t_1"
        gm      "expect verdict redundant-dsb at=t_3 never"
        gm      "expect verdict redundant-dsb at=t_4 must"
        gm      "expect clean"

        .text
        .balign 4
f_1:    msr     ICC_PMR_EL1, x13
f_2:    dsb     sy
f_3:    msr     ICC_PMR_EL1, x14
f_4:    dsb     sy
        b       done

m_1:    msr     ICC_PMR_EL1, x13
m_2:    nop
m_3:    msr     ICC_PMR_EL1, x14
        b       done

h_1:    msr     ICC_PMR_EL1, x13
h_2:    nop
h_3:    msr     ICC_PMR_EL1, x14
h_4:    dsb     sy
        b       done

t_1:    msr     ICC_PMR_EL1, x13
t_2:    msr     ICC_PMR_EL1, x14
t_3:    dsb     sy
t_4:    dsb     sy
        b       done

done:   nop
