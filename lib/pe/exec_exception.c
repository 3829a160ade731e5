/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions that generate exceptions, and exception return. */
#include "pe/exec.h"
#include "pe/sysslot.h"

static void call(struct pe *pe, unsigned ec, unsigned imm16, uint8_t target)
{
    struct pe_fault fault = {.esr = PE_ESR(ec, imm16), .target_el = target, .after = true};
    pe_raise(pe, &fault);
}

HANDLER(SVC)
{
    call(pe, PE_EC_SVC64, (unsigned)i->imm, pe_sync_target(pe));
}

HANDLER(HVC)
{
    bool el3 = pe->config.highest_el == 3;
    bool enabled = el3 ? (pe_scr(pe) & SCR_HCE) != 0 : (pe_hcr(pe) & HCR_HCD) == 0;
    if (pe->s.el == PE_EL0 || !pe->config.has_el2 || !enabled || (pe->s.el == PE_EL1 && !pe_el2_enabled(pe))) {
        pe_raise_undefined(pe, i);
        return;
    }
    call(pe, PE_EC_HVC64, (unsigned)i->imm, pe->s.el == PE_EL3 ? PE_EL3 : PE_EL2);
}

HANDLER(SMC)
{
    if (pe->s.el == PE_EL0) {
        pe_raise_undefined(pe, i);
        return;
    }
    if (pe->s.el == PE_EL1 && (pe_hcr(pe) & HCR_TSC) != 0) {
        /* Trapped: the preferred return address is the SMC itself. */
        struct pe_fault fault = {.esr = PE_ESR(PE_EC_SMC64, i->imm), .target_el = PE_EL2};
        pe_raise(pe, &fault);
        return;
    }
    if (pe->config.highest_el != 3 || (pe_scr(pe) & SCR_SMD) != 0) {
        pe_raise_undefined(pe, i);
        return;
    }
    call(pe, PE_EC_SMC64, (unsigned)i->imm, PE_EL3);
}

/* A debug exception: MDCR_EL2.TDE routes it from EL0 and EL1 to EL2, as HCR_EL2.TGE does. */
HANDLER(BRK)
{
    enum { TDE = 8 };
    bool tde = pe->s.el < PE_EL2 && pe_el2_enabled(pe) && bit(pe->s.sys[PE_SYS_MDCR_EL2], TDE);
    struct pe_fault fault = {.esr = PE_ESR(PE_EC_BRK64, i->imm), .target_el = tde ? PE_EL2 : 0};
    pe_raise(pe, &fault);
}

/* Halting debug is not modelled: HLT is for the host, or UNDEFINED. */
HANDLER(HLT)
{
    if (!pe->config.stop_hlt) {
        pe_raise_undefined(pe, i);
        return;
    }
    pe->s.stop = (struct pe_stop){.kind = PE_STOP_HALT, .word = i->word, .value = (uint64_t)i->imm};
    pe->attn |= PE_ATTN_STOP;
    pe->faulted = true;
}

#define IS_UNDEFINED(row)                                                                                              \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        pe_raise_undefined(pe, i);                                                                                     \
    }

/* Outside Debug state these are UNDEFINED (DDI 0487 C6.2). */
IS_UNDEFINED(DCPS1)
IS_UNDEFINED(DCPS2)
IS_UNDEFINED(DCPS3)
IS_UNDEFINED(DRPS)
IS_UNDEFINED(UDF)

HANDLER(ERET)
{
    if (pe->s.el == PE_EL0) {
        pe_raise_undefined(pe, i);
        return;
    }
    pe_eret(pe, pe->s.elr[pe->s.el]);
}
