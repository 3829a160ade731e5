/* SPDX-License-Identifier: Apache-2.0 */
/* Whether FP and SIMD may be used here: CPACR_EL1, CPTR_EL2, CPTR_EL3 (DDI 0487, CheckFPAdvSIMDEnabled64). */
#include "pe/exec_simd.h"
#include "pe/sysreg_access.h"
#include "pe/sysslot.h"

enum { TFP = 10, FPEN_LOW = 20, FPEN_HIGH = 21 };

static bool fpen_allows(unsigned fpen, bool el0)
{
    return fpen == 3 || (fpen == 1 && !el0);
}

uint8_t pe_fp_trap(const struct pe *pe)
{
    bool el0 = pe->s.el == PE_EL0;
    uint64_t hcr = pe_hcr(pe);
    bool host = pe_in_host(pe);
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
    uint8_t target = pe_fp_trap(pe);
    if (target == 0) {
        return true;
    }
    /* ISS: CV and COND as for an instruction without condition. What CPACR_EL1 traps and TGE routes to EL2 is reported
     * there as EC 0 (AArch64.AdvSIMDFPAccessTrap). */
    bool rerouted = pe->s.el == PE_EL0 && target == PE_EL2 && (pe_hcr(pe) & HCR_TGE) != 0 && !pe_in_host(pe);
    uint32_t esr = rerouted ? PE_ESR(PE_EC_UNKNOWN, 0) : PE_ESR(PE_EC_FP_ACCESS, 1u << 24 | 14u << 20);
    struct pe_fault fault = {.esr = esr, .target_el = target};
    pe_raise(pe, &fault);
    return false;
}
