/* SPDX-License-Identifier: Apache-2.0 */
/* Whether FP and SIMD may be used here: CPACR_EL1, CPTR_EL2, CPTR_EL3 (DDI 0487, CheckFPAdvSIMDEnabled64). */
#include "pe/exec_simd.h"
#include "pe/sysslot.h"

enum { TFP = 10, FPEN_LOW = 20, FPEN_HIGH = 21 };

static bool fpen_allows(unsigned fpen, bool el0)
{
    return fpen == 3 || (fpen == 1 && !el0);
}

/* The exception level that traps, or 0. */
static uint8_t trapping_el(const struct pe *pe)
{
    bool el0 = pe->s.el == PE_EL0;
    uint64_t hcr = pe_hcr(pe);
    bool host = (hcr & (HCR_E2H | HCR_TGE)) == (HCR_E2H | HCR_TGE);
    uint64_t cpacr = pe->s.sys[PE_SYS_CPACR_EL1];
    if (pe->s.el <= PE_EL1 && !host && !fpen_allows((unsigned)bits(cpacr, FPEN_HIGH, FPEN_LOW), el0)) {
        return pe_sync_target(pe);
    }
    uint64_t cptr = pe->s.sys[PE_SYS_CPTR_EL2];
    if (pe->s.el <= PE_EL2 && pe_el2_enabled(pe)) {
        bool allowed = (hcr & HCR_E2H) != 0 ? fpen_allows((unsigned)bits(cptr, FPEN_HIGH, FPEN_LOW), el0 && host)
                                            : !bit(cptr, TFP);
        if (!allowed) {
            return PE_EL2;
        }
    }
    return pe->config.highest_el == 3 && bit(pe->s.sys[PE_SYS_CPTR_EL3], TFP) ? PE_EL3 : 0;
}

bool pe_fp_enabled(struct pe *pe)
{
    uint8_t target = trapping_el(pe);
    if (target == 0) {
        return true;
    }
    /* ISS: CV and COND as for an instruction without condition. */
    struct pe_fault fault = {.esr = PE_ESR(PE_EC_FP_ACCESS, 1u << 24 | 14u << 20), .target_el = target};
    pe_raise(pe, &fault);
    return false;
}
