/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 55: bits of ICC_CTLR_EL1 are aliases of ICC_CTLR_EL3; a model kept the aliases and wiped the rest. PMHE is such an alias: from the moment
 * EL3 sets it, an unmasking PMR write needs its DSB. Source: QEMU 09380dd131ea.
 *
 * ICC_CTLR_EL3: EOImode_EL1NS is bit 4, PMHE bit 6. ICC_CTLR_EL1: EOImode is bit 1, PMHE bit 6, PRIbits [10:8].
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile PS\n start end=done daif=daif"

        gm      "scenario 55-faulty\n about EL3 turns PMHE on, the unmasking code goes on without DSB"
        gm      "start entry=f_1"
        gm      "interrupt 32 prio=0xd0 group=1"
        gm      "raise 32 at=f_3"
        gm      "expect no-wake f_5 may"
        gm      "expect wakes f_5 may"
        gm      "expect verdict missing-dsb may"
        gm      "expect verdict no-wake at=f_5 may"

        gm      "scenario 55-mended\n about with the DSB it wakes"
        gm      "start entry=m_1"
        gm      "interrupt 32 prio=0xd0 group=1"
        gm      "raise 32 at=m_3"
        gm      "expect value pmr at=m_3 in=0x80"
        gm      "expect wakes m_5 must"
        gm      "expect clean"

        gm      "scenario 55-no-hint\n about PMHE stays off: no DSB is needed"
        gm      "start entry=n_1"
        gm      "interrupt 32 prio=0xd0 group=1"
        gm      "raise 32 at=n_1"
        gm      "expect wakes n_3 must"
        gm      "expect clean"

        gm      "scenario 55-aliases\n about what EL3 writes is what Non-secure EL1 reads, and nothing else changes"
        gm      "start entry=a_1"
        gm      "expect read ICC_CTLR_EL1 at=a_2 in=0x402 mask=0x742"
        gm      "expect read ICC_CTLR_EL1 at=a_3 in=0x400 mask=0x742"
        gm      "expect read ICC_CTLR_EL1 at=a_4 in=0x440 mask=0x742"
        gm      "expect read ICC_CTLR_EL3 at=a_5 in=0x440 mask=0x750"
        gm      "expect clean"

        .text
        .balign 4
f_1:    mrs     x1, ICC_CTLR_EL3
        orr     x1, x1, #1 << 6
        msr     ICC_CTLR_EL3, x1
        isb
        mov     x2, #0x80
f_2:    msr     ICC_PMR_EL1, x2
f_3:    mov     x2, #0xf8
f_4:    msr     ICC_PMR_EL1, x2
        nop
f_5:    wfi
        b       done

m_1:    mrs     x1, ICC_CTLR_EL3
        orr     x1, x1, #1 << 6
        msr     ICC_CTLR_EL3, x1
        isb
        mov     x2, #0x80
m_2:    msr     ICC_PMR_EL1, x2
m_3:    mov     x2, #0xf8
m_4:    msr     ICC_PMR_EL1, x2
        dsb     sy
m_5:    wfi
        b       done

n_1:    mov     x2, #0x80
        msr     ICC_PMR_EL1, x2
        mov     x2, #0xf8
n_2:    msr     ICC_PMR_EL1, x2
        nop
n_3:    wfi
        b       done

        /* SCR_EL3.NS=1: EL3 then reads Non-secure state's bank. */
a_1:    mrs     x9, scr_el3
        orr     x9, x9, #1
        msr     scr_el3, x9
        isb
        mrs     x1, ICC_CTLR_EL3
        orr     x1, x1, #1 << 4
        msr     ICC_CTLR_EL3, x1
        isb
a_2:    mrs     x0, ICC_CTLR_EL1
        bic     x1, x1, #1 << 4
        msr     ICC_CTLR_EL3, x1
        isb
a_3:    mrs     x0, ICC_CTLR_EL1
        orr     x1, x1, #1 << 6
        msr     ICC_CTLR_EL3, x1
        isb
a_4:    mrs     x0, ICC_CTLR_EL1
a_5:    mrs     x0, ICC_CTLR_EL3
        b       done
done:   nop
