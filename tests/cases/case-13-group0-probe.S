/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 13: an OS finds out whether group 0 is its own: it writes the lowest implemented bit of PMR and reads it
 * back. If PMR is seen shifted, the bit is shifted out below what is implemented, and 0 comes back: group 0 is
 * not ours, and ICC_AP0R<n>_EL1 must not be touched. A model that cuts the unimplemented bits off before it
 * shifts gives the bit back. Sources: QEMU 1eb90221b0ba, 39f29e599355, 84597ff39484; Linux 33625282adaa, whose
 * probing this is.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "start end=done"
        gm      "set x1=8"

        /* With SCR_EL3.FIQ=1 group 0 registers trap to EL3, where nothing is prepared for it. */
        gm      "scenario 13-faulty\n about the bit is taken to have come back: the access traps"
        gm      "profile PF1\n start entry=f_1 pmr=0xf8"
        gm      "claim equal=x2,8 at=f_3"
        gm      "expect value pmr at=f_2 in=0x80"
        gm      "expect read ICC_PMR_EL1 at=f_2 in=0"
        gm      "expect ends end never"
        gm      "expect verdict claim-failed at=f_3 must"

        gm      "scenario 13-mended\n about 0 was read: group 0 is left alone"
        gm      "profile PF1\n start entry=m_1 pmr=0xf8"
        gm      "expect value pmr at=m_2 in=0x80"
        gm      "expect read ICC_PMR_EL1 at=m_2 in=0"
        gm      "expect ends end must"
        gm      "expect clean"

        gm      "scenario 13-absolute\n about SCR_EL3.FIQ=0: the bit comes back, the access is allowed"
        gm      "profile PF0\n start entry=m_1 pmr=0xf8"
        gm      "expect value pmr at=m_2 in=8"
        gm      "expect read ICC_PMR_EL1 at=m_2 in=8"
        gm      "expect value ICC_AP0R0_EL1 at=m_5 in=0"
        gm      "expect ends end must"
        gm      "expect clean"

        gm      "scenario 13-one-state\n about one security state: the same"
        gm      "profile P0\n start entry=m_1 pmr=0xf8"
        gm      "expect value pmr at=m_2 in=8"
        gm      "expect read ICC_PMR_EL1 at=m_2 in=8"
        gm      "expect ends end must"
        gm      "expect clean"

        /* 8 bits: 0x84 is implemented, and its view is the bit again. */
        gm      "scenario 13-eight-bits\n about shifted, and all bits there: it comes back"
        gm      "profile PF1\n machine prio-bits=8\n start entry=b_1 pmr=0xf8"
        gm      "expect value pmr at=b_2 in=0x84"
        gm      "expect read ICC_PMR_EL1 at=b_2 in=8"
        gm      "expect clean"

        .text
        .balign 4
f_1:    msr     ICC_PMR_EL1, x1
f_2:    mrs     x2, ICC_PMR_EL1
f_3:    msr     ICC_AP0R0_EL1, xzr
f_4:    b       done

m_1:    msr     ICC_PMR_EL1, x1
m_2:    mrs     x2, ICC_PMR_EL1
m_3:    cbz     x2, m_5
m_4:    msr     ICC_AP0R0_EL1, xzr
m_5:    b       done

b_1:    msr     ICC_PMR_EL1, x1
b_2:    mrs     x2, ICC_PMR_EL1
b_3:    b       done
done:   nop
