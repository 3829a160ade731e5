/* SPDX-License-Identifier: Apache-2.0 */
/* Exception entry and return: DDI 0487 D1.3, AArch64.TakeException and AArch64.ExceptionReturn. */
#include "pe/sysreg_access.h"
#include "pe/sysslot.h"

uint8_t pe_sync_target(const struct pe *pe)
{
    if (pe->s.el > PE_EL1) {
        return pe->s.el;
    }
    return pe->s.el == PE_EL0 && (pe_hcr(pe) & HCR_TGE) != 0 ? PE_EL2 : PE_EL1;
}

/* The abort classes differ by whether the exception level stays. */
static uint32_t final_syndrome(const struct pe *pe, uint32_t esr, uint8_t target)
{
    unsigned ec = esr >> 26;
    bool lower = ec == PE_EC_INSTRUCTION_ABORT_LOWER || ec == PE_EC_DATA_ABORT_LOWER;
    return lower && target == pe->s.el ? esr + (1u << 26) : esr;
}

void pe_raise(struct pe *pe, const struct pe_fault *fault)
{
    uint8_t target = fault->target_el != 0 ? fault->target_el : pe_sync_target(pe);
    pe->s.fault = *fault;
    pe->s.fault.target_el = target;
    pe->s.fault.esr = final_syndrome(pe, fault->esr, target);
    pe->faulted = !fault->after;
    pe->attn |= PE_ATTN_EXCEPTION;
}

/* External aborts go where SCR_EL3.EA and HCR_EL2.TEA say, the others by the general rule. */
void pe_raise_abort(struct pe *pe, unsigned ec, uint64_t address, uint32_t iss)
{
    struct pe_fault fault = {.esr = PE_ESR(ec, iss), .far_valid = true, .far = address};
    if ((iss & 0x3f) == PE_FSC_EXTERNAL) {
        if (pe->config.highest_el == 3 && (pe_scr(pe) & SCR_EA) != 0) {
            fault.target_el = PE_EL3;
        } else if (pe->s.el < PE_EL2 && (pe_hcr(pe) & HCR_TEA) != 0) {
            fault.target_el = PE_EL2;
        }
    }
    pe_raise(pe, &fault);
}

void pe_raise_undefined(struct pe *pe, const struct isa_insn *i)
{
    if (pe->config.strict) {
        pe->s.stop = (struct pe_stop){.kind = PE_STOP_UNDEFINED, .word = i->word};
        pe->attn |= PE_ATTN_STOP;
        pe->faulted = true;
        return;
    }
    struct pe_fault fault = {.esr = PE_ESR(PE_EC_UNKNOWN, 0)};
    pe_raise(pe, &fault);
}

/* PSTATE at the vector, from the state that was interrupted. */
static uint32_t entry_pstate(const struct pe *pe, uint8_t el)
{
    uint32_t pstate = pe->s.pstate & (PSTATE_PAN | PSTATE_DIT);
    uint64_t sctlr = pe_sctlr(pe, el);
    bool host_el2 = el == PE_EL2 && pe_in_host(pe);
    pstate |= PSTATE_SP | PSTATE_DAIF;
    if (pe_has(pe, ISA_F_PAN) && (el == PE_EL1 || host_el2) && (sctlr & SCTLR_SPAN) == 0) {
        pstate |= PSTATE_PAN;
    }
    if (pe_has(pe, ISA_F_SSBS) && (sctlr & SCTLR_DSSBS) != 0) {
        pstate |= PSTATE_SSBS;
    }
    if (pe_has(pe, ISA_F_MTE)) {
        pstate |= PSTATE_TCO;
    }
    if (pe_has(pe, ISA_F_NMI) && (sctlr & SCTLR_SPINTMASK) == 0) {
        pstate |= PSTATE_ALLINT;
    }
    return pstate;
}

static unsigned vector_group(const struct pe *pe, uint8_t el)
{
    if (pe->s.el < el) {
        return 0x400;
    }
    return (pe->s.pstate & PSTATE_SP) != 0 ? 0x200 : 0;
}

void pe_enter(struct pe *pe, uint8_t el, unsigned kind, uint32_t esr, uint64_t elr)
{
    struct pe_state *s = &pe->s;
    unsigned offset = vector_group(pe, el) + kind;
    uint8_t from = s->el;
    uint32_t spsr = pe_spsr_of_pstate(pe);
    uint32_t pstate = entry_pstate(pe, el);
    pe_bank_sp(pe);
    s->el = el;
    s->pstate = pstate;
    pe_unbank_sp(pe);
    s->spsr[el] = spsr;
    s->elr[el] = elr;
    if (kind == 0 || kind == 0x180) {
        s->esr[el] = esr;
    }
    s->pc = s->vbar[el] + offset;
    s->exceptions++;
    mem_monitor_clear(pe->mem, pe->config.index); /* a choice: the local monitor may be cleared by entry */
    pe_update_context(pe);
    pe->host.context_changed(pe->host.context, pe->config.index, pe_secure(pe), el);
    pe_recheck(pe);
    pe->host.context_sync(pe->host.context, pe->config.index);
    pe->host.exception(pe->host.context, pe->config.index, offset, esr, from, el, elr);
}

void pe_take_fault(struct pe *pe)
{
    struct pe_fault fault = pe->s.fault;
    memset(&pe->s.fault, 0, sizeof pe->s.fault);
    pe->attn &= ~(uint32_t)PE_ATTN_EXCEPTION;
    uint64_t elr = fault.after ? pe->s.pc + 4 : pe->s.pc;
    if (fault.far_valid) {
        pe->s.far[fault.target_el] = fault.far;
    }
    pe_enter(pe, fault.target_el, 0, fault.esr, elr);
}

/* An SPSR that names a level that may not be returned to: AArch64.IllegalExceptionReturn. */
static bool is_illegal_return(const struct pe *pe, uint32_t spsr)
{
    unsigned el = spsr >> 2 & 3;
    bool aarch32 = (spsr & 0x10) != 0;
    bool bad_mode = (spsr & 2) != 0 || (el == 0 && (spsr & 1) != 0);
    bool into_el1_under_tge = el == 1 && (pe_hcr(pe) & HCR_TGE) != 0;
    bool secure_el2 = el == 2 && !pe_el2_enabled(pe);
    return aarch32 || bad_mode || el > pe->s.el || !pe_has_el(pe, el) || secure_el2 || into_el1_under_tge;
}

void pe_eret(struct pe *pe, uint64_t target)
{
    struct pe_state *s = &pe->s;
    uint8_t from = s->el;
    uint32_t spsr = (uint32_t)s->spsr[from] & pe_spsr_fields(pe);
    pe_bank_sp(pe);
    if (is_illegal_return(pe, (uint32_t)s->spsr[from])) {
        /* EL and SP stay, and the next instruction takes an Illegal Execution State exception. SetPSTATEFromPSR
         * reinstates these all the same; SSBS, BTYPE, UAO, DIT and TCO become UNKNOWN: as they were, BTYPE 0. */
        uint32_t reinstated = PSTATE_DAIF | PSTATE_SS | PSTATE_PAN | PSTATE_ALLINT;
        s->pstate = (s->pstate & ~(reinstated | PSTATE_BTYPE)) | (spsr & reinstated) | PSTATE_IL;
    } else {
        s->el = (uint8_t)(spsr >> 2 & 3);
        s->pstate = spsr & ~(uint32_t)(PSTATE_NZCV | 0x1e);
    }
    s->nzcv = spsr & PSTATE_NZCV;
    pe_unbank_sp(pe);
    s->pc = target;
    s->event = true; /* DDI 0487 D1.6.1: an exception return sets the event register */
    mem_monitor_clear(pe->mem, pe->config.index);
    pe_update_context(pe);
    pe->host.context_changed(pe->host.context, pe->config.index, pe_secure(pe), s->el);
    pe_recheck(pe);
    pe->host.context_sync(pe->host.context, pe->config.index);
    pe->host.exception_return(pe->host.context, pe->config.index, from, s->el, target);
    pe->attn |= PE_ATTN_CONTEXT;
}
