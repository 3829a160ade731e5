/* SPDX-License-Identifier: Apache-2.0 */
/* Reset, banked stack pointers, PSTATE as SPSR, and the effective controls. */
#include "pe/sysreg_access.h"
#include "pe/sysslot.h"

void pe_bank_sp(struct pe *pe)
{
    struct pe_state *s = &pe->s;
    s->sp[(s->pstate & PSTATE_SP) != 0 ? s->el : 0] = s->r[ISA_SP];
}

void pe_unbank_sp(struct pe *pe)
{
    struct pe_state *s = &pe->s;
    uint64_t *bank = &s->sp[(s->pstate & PSTATE_SP) != 0 ? s->el : 0];
    s->r[ISA_SP] = *bank;
    *bank = 0; /* no stale second copy: equal states compare equal */
}

uint64_t *pe_sp_of(struct pe *pe, unsigned el)
{
    struct pe_state *s = &pe->s;
    return el == ((s->pstate & PSTATE_SP) != 0 ? s->el : 0u) ? &s->r[ISA_SP] : &s->sp[el];
}

void pe_set_el(struct pe *pe, uint8_t el, bool spsel)
{
    pe_bank_sp(pe);
    pe->s.el = el;
    pe->s.pstate = (pe->s.pstate & ~(uint32_t)PSTATE_SP) | (spsel ? PSTATE_SP : 0u);
    pe_unbank_sp(pe);
    pe_update_context(pe);
    pe_recheck(pe);
}

void pe_reset(struct pe *pe, const struct pe_config *config)
{
    pe->config = *config;
    pe->attn = 0;
    memset(&pe->s, 0, sizeof pe->s);
    pe->s.el = config->highest_el;
    pe->s.pstate = PSTATE_SP | PSTATE_DAIF;
    struct sysreg_bank bank = pe_sysreg_bank(pe);
    for (size_t i = 0; i < bank.count; i++) {
        if (bank.rows[i].slot >= 0) {
            pe->s.sys[bank.rows[i].slot] = bank.rows[i].reset;
        }
    }
    pe->s.sys[PE_SYS_VPIDR_EL2] = config->midr;
    pe->s.sys[PE_SYS_VMPIDR_EL2] = config->mpidr;
    pe_update_context(pe);
}

void pe_restored(struct pe *pe)
{
    pe->attn = 0;
    pe->faulted = false;
    pe_update_context(pe);
    pe_recheck(pe);
}

bool pe_has_el(const struct pe *pe, unsigned el)
{
    return el <= 1 || (el == 2 ? pe->config.has_el2 : pe->config.highest_el == 3);
}

uint64_t pe_scr(const struct pe *pe)
{
    /* Without EL3 the PE is Non-secure, and nothing is routed to EL3. */
    return pe->config.highest_el == 3 ? pe->s.sys[PE_SYS_SCR_EL3] : BIT64(10) | 1;
}

bool pe_secure(const struct pe *pe)
{
    return pe->config.highest_el == 3 && pe->config.two_security && (pe->s.el == PE_EL3 || (pe_scr(pe) & 1) == 0);
}

bool pe_el2_enabled(const struct pe *pe)
{
    return pe->config.has_el2 && (pe_scr(pe) & 1) != 0; /* FEAT_SEL2 is not modelled */
}

uint64_t pe_hcr(const struct pe *pe)
{
    return pe_el2_enabled(pe) ? pe->s.sys[PE_SYS_HCR_EL2] : 0;
}

uint64_t pe_sctlr(const struct pe *pe, unsigned el)
{
    static const int slots[] = {PE_SYS_SCTLR_EL1, PE_SYS_SCTLR_EL1, PE_SYS_SCTLR_EL2, PE_SYS_SCTLR_EL3};
    return pe->s.sys[slots[el == 0 && pe_in_host(pe) ? 2 : el]];
}

bool pe_in_host(const struct pe *pe)
{
    return (pe_hcr(pe) & (HCR_TGE | HCR_E2H)) == (HCR_TGE | HCR_E2H);
}

bool pe_has(const struct pe *pe, enum isa_feature feature)
{
    return (pe->config.features >> feature & 1) != 0;
}

uint32_t pe_spsr_of_pstate(const struct pe *pe)
{
    const struct pe_state *s = &pe->s;
    uint32_t mode = (uint32_t)s->el << 2 | (s->pstate & PSTATE_SP);
    return s->nzcv | (s->pstate & ~(uint32_t)PSTATE_SP) | mode;
}

/* The fields of an SPSR that this PE has. */
uint32_t pe_spsr_fields(const struct pe *pe)
{
    uint32_t fields = PSTATE_NZCV | PSTATE_DAIF | PSTATE_IL | PSTATE_SS | 0x1f;
    fields |= pe_has(pe, ISA_F_BTI) ? (uint32_t)PSTATE_BTYPE : 0;
    fields |= pe_has(pe, ISA_F_SSBS) ? (uint32_t)PSTATE_SSBS : 0;
    fields |= pe_has(pe, ISA_F_NMI) ? (uint32_t)PSTATE_ALLINT : 0;
    fields |= pe_has(pe, ISA_F_PAN) ? (uint32_t)PSTATE_PAN : 0;
    fields |= pe_has(pe, ISA_F_UAO) ? (uint32_t)PSTATE_UAO : 0;
    fields |= pe_has(pe, ISA_F_DIT) ? (uint32_t)PSTATE_DIT : 0;
    return fields | (pe_has(pe, ISA_F_MTE) ? (uint32_t)PSTATE_TCO : 0);
}
