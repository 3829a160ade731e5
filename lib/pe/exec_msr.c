/* SPDX-License-Identifier: Apache-2.0 */
/* MRS and MSR: from the encoding to the row, the access rules, the trap. */
#include "pe/exec.h"
#include "pe/sysreg_access.h"
#include "pe/sysslot.h"

#include <stdio.h>

/* With HCR_EL2.E2H, EL1 names used at EL2 mean EL2's registers, and _EL12 names mean EL1's (DDI 0487 D5.6.1). */
static const uint32_t redirected[][2] = {
    {SYSREG_KEY(3, 0, 1, 0, 0), SYSREG_KEY(3, 4, 1, 0, 0)},   /* SCTLR */
    {SYSREG_KEY(3, 0, 1, 0, 2), SYSREG_KEY(3, 4, 1, 1, 2)},   /* CPACR: CPTR */
    {SYSREG_KEY(3, 0, 2, 0, 0), SYSREG_KEY(3, 4, 2, 0, 0)},   /* TTBR0 */
    {SYSREG_KEY(3, 0, 2, 0, 1), SYSREG_KEY(3, 4, 2, 0, 1)},   /* TTBR1 */
    {SYSREG_KEY(3, 0, 2, 0, 2), SYSREG_KEY(3, 4, 2, 0, 2)},   /* TCR */
    {SYSREG_KEY(3, 0, 4, 0, 0), SYSREG_KEY(3, 4, 4, 0, 0)},   /* SPSR */
    {SYSREG_KEY(3, 0, 4, 0, 1), SYSREG_KEY(3, 4, 4, 0, 1)},   /* ELR */
    {SYSREG_KEY(3, 0, 5, 1, 0), SYSREG_KEY(3, 4, 5, 1, 0)},   /* AFSR0 */
    {SYSREG_KEY(3, 0, 5, 1, 1), SYSREG_KEY(3, 4, 5, 1, 1)},   /* AFSR1 */
    {SYSREG_KEY(3, 0, 5, 2, 0), SYSREG_KEY(3, 4, 5, 2, 0)},   /* ESR */
    {SYSREG_KEY(3, 0, 6, 0, 0), SYSREG_KEY(3, 4, 6, 0, 0)},   /* FAR */
    {SYSREG_KEY(3, 0, 10, 2, 0), SYSREG_KEY(3, 4, 10, 2, 0)}, /* MAIR */
    {SYSREG_KEY(3, 0, 10, 3, 0), SYSREG_KEY(3, 4, 10, 3, 0)}, /* AMAIR */
    {SYSREG_KEY(3, 0, 12, 0, 0), SYSREG_KEY(3, 4, 12, 0, 0)}, /* VBAR */
    {SYSREG_KEY(3, 0, 13, 0, 1), SYSREG_KEY(3, 4, 13, 0, 1)}, /* CONTEXTIDR */
};

enum { OP1_SHIFT = 11, OP1_EL12 = 5 };

static uint32_t redirect(const struct pe *pe, uint32_t key)
{
    bool host = pe->s.el >= PE_EL2 && (pe_hcr(pe) & HCR_E2H) != 0;
    if (!host) {
        return key;
    }
    bool el12 = (key >> OP1_SHIFT & 7) == OP1_EL12;
    uint32_t el1 = el12 ? key & ~(7u << OP1_SHIFT) : key;
    for (size_t i = 0; i < ARRAY_SIZE(redirected); i++) {
        if (redirected[i][0] == el1) {
            return el12 ? el1 : pe->s.el == PE_EL2 ? redirected[i][1] : key;
        }
    }
    return key;
}

static void report_unknown(struct pe *pe, const struct isa_insn *i)
{
    char row[128];
    char text[256];
    if (((uint32_t)i->imm >> OP1_SHIFT & 7) == OP1_EL12) {
        pe_raise_undefined(pe, i); /* known, and UNDEFINED without HCR_EL2.E2H */
        return;
    }
    sysreg_paste_row((uint32_t)i->imm, row, sizeof row);
    uint32_t key = (uint32_t)i->imm;
    snprintf(text, sizeof text, "system register S%u_%u_C%u_C%u_%u is not modelled; its row: %s", key >> 14 & 3,
             key >> 11 & 7, key >> 7 & 15, key >> 3 & 15, key & 7, row);
    pe->host.diagnostic(pe->host.context, pe->config.index, text, pe->s.pc, i->word);
    if (pe->config.strict) {
        pe_x_unknown(pe, i); /* it may well exist: it is this model that lacks it */
    } else {
        pe_raise_undefined(pe, i);
    }
}

/* ISS of EC 0x18: op0, op2, op1, CRn, Rt, CRm, direction (1: read). */
void pe_raise_sysreg_trap(struct pe *pe, const struct isa_insn *i, uint32_t key, bool write, uint8_t target)
{
    uint32_t iss = (key >> 14 & 3) << 20 | (key & 7) << 17 | (key >> 11 & 7) << 14 | (key >> 7 & 15) << 10 |
                   (i->word & 31) << 5 | (key >> 3 & 15) << 1 | (write ? 0 : 1);
    struct pe_fault fault = {.esr = PE_ESR(PE_EC_SYSREG, iss),
                             .target_el = target == PE_EL1 ? pe_sync_target(pe) : target};
    pe_raise(pe, &fault);
}

/* min_el, then read-only and write-only, then the row's own rule, then those that groups share. */
static enum sysreg_outcome judge(struct pe *pe, const struct sysreg_entry *e, const struct sysreg_context *c,
                                 bool write)
{
    const struct sysreg_row *row = e->row;
    unsigned barred = write ? SYSREG_RO : SYSREG_WO;
    if (c->el < row->min_el || (row->flags & barred) != 0 || !pe_has_el(pe, row->min_el)) {
        return SYSREG_UNDEFINED;
    }
    if (write && c->el == 0 && (row->flags & SYSREG_EL0_RO) != 0) {
        return SYSREG_UNDEFINED;
    }
    enum sysreg_outcome outcome = row->check == NULL ? SYSREG_OK : row->check(e->owner, c, row, write);
    return outcome == SYSREG_OK ? pe_sysreg_trap(pe, row->key, write) : outcome;
}

/* Finds and judges the register of an encoding in this context. False: nothing has that encoding. */
static bool fill_memo(struct pe *pe, uint32_t key, struct pe_sysreg_memo *memo)
{
    if (!sysreg_find(pe->sysregs, redirect(pe, key), &memo->entry)) {
        memo->serial = 0;
        return false;
    }
    memo->key = key;
    memo->serial = pe->context_serial;
    memo->outcome[false] = (uint8_t)judge(pe, &memo->entry, &pe->context, false);
    memo->outcome[true] = (uint8_t)judge(pe, &memo->entry, &pe->context, true);
    const struct sysreg_row *row = memo->entry.row;
    memo->read = memo->outcome[false] == SYSREG_OK ? row->read : NULL;
    memo->write = memo->outcome[true] == SYSREG_OK && (row->flags & SYSREG_WI) == 0 ? row->write : NULL;
    return true;
}

static void refuse(struct pe *pe, const struct isa_insn *i, enum sysreg_outcome outcome, bool write)
{
    if (outcome == SYSREG_UNDEFINED) {
        pe_raise_undefined(pe, i);
    } else if (i->imm == SYSREG_KEY(3, 3, 4, 4, 0) || i->imm == SYSREG_KEY(3, 3, 4, 4, 1)) {
        pe_fp_enabled(pe); /* FPCR, FPSR: raises EC 0x07 */
    } else {
        pe_raise_sysreg_trap(pe, i, (uint32_t)i->imm, write, (uint8_t)(outcome - SYSREG_TRAP_EL1 + PE_EL1));
    }
}

/* The same few registers are used again and again: where one is remembered, if it is. */
static inline struct pe_sysreg_memo *memo_of(struct pe *pe, const struct isa_insn *i)
{
    uint32_t key = (uint32_t)i->imm;
    return &pe->memo[(key ^ key >> 7) & (PE_SYSREG_MEMO - 1)];
}

static inline bool is_remembered(const struct pe *pe, const struct isa_insn *i, const struct pe_sysreg_memo *memo)
{
    return memo->key == (uint32_t)i->imm && memo->serial == pe->context_serial;
}

/* The register that may be accessed, or NULL after raising what forbids it. */
static const struct sysreg_entry *entry_of(struct pe *pe, const struct isa_insn *i, bool write)
{
    struct pe_sysreg_memo *memo = memo_of(pe, i);
    if (!is_remembered(pe, i, memo) && !fill_memo(pe, (uint32_t)i->imm, memo)) {
        report_unknown(pe, i);
        return NULL;
    }
    if (memo->outcome[write] != SYSREG_OK) {
        refuse(pe, i, (enum sysreg_outcome)memo->outcome[write], write);
        return NULL;
    }
    return &memo->entry;
}

static void read_slow(struct pe *pe, const struct isa_insn *i)
{
    const struct sysreg_entry *e = entry_of(pe, i, false);
    if (e == NULL) {
        return;
    }
    uint64_t value = pe_sysreg_get(pe, e, pe_sysreg_context(pe));
    X(rd) = value;
    if (pe->trace_memory) {
        pe->host.sysreg(pe->host.context, pe->config.index, false, e->row, value);
    }
    exec_next(pe);
}

static void write_slow(struct pe *pe, const struct isa_insn *i)
{
    const struct sysreg_entry *e = entry_of(pe, i, true);
    if (e == NULL) {
        return;
    }
    if ((e->row->flags & SYSREG_WI) == 0) {
        pe_sysreg_put(pe, e, pe_sysreg_context(pe), X(rd));
    }
    if (pe->trace_memory) {
        pe->host.sysreg(pe->host.context, pe->config.index, true, e->row, X(rd));
    }
    exec_next(pe);
}

/* Masking code lives on these two: what is remembered goes straight to the accessor. */
HANDLER(MRS)
{
    const struct pe_sysreg_memo *memo = memo_of(pe, i);
    if (!is_remembered(pe, i, memo) || memo->read == NULL || pe->trace_memory || pe->needs_now) {
        read_slow(pe, i);
        return;
    }
    X(rd) = memo->read(memo->entry.owner, &pe->context, memo->entry.row);
    exec_next(pe);
}

HANDLER(MSR_reg)
{
    const struct pe_sysreg_memo *memo = memo_of(pe, i);
    if (!is_remembered(pe, i, memo) || memo->write == NULL || pe->trace_memory || pe->needs_now) {
        write_slow(pe, i);
        return;
    }
    memo->write(memo->entry.owner, &pe->context, memo->entry.row, X(rd));
    exec_next(pe);
}

/* ---- MSR (immediate) ---- */

static void set_pstate(struct pe *pe, uint32_t mask, bool on)
{
    pe->s.pstate = on ? pe->s.pstate | mask : pe->s.pstate & ~mask;
    pe_recheck(pe);
    exec_next(pe);
}

/* At EL0, DAIF is the kernel's unless SCTLR_EL1.UMA. */
static bool daif_allowed(struct pe *pe, const struct isa_insn *i)
{
    if (pe->s.el != PE_EL0 || (pe_sctlr(pe, 0) & SCTLR_UMA) != 0) {
        return true;
    }
    pe_raise_sysreg_trap(pe, i, i->word >> 5 & 0x3fff, true, PE_EL1); /* op0 = 0 in the syndrome */
    return false;
}

HANDLER(MSR_DAIFSet)
{
    if (daif_allowed(pe, i)) {
        set_pstate(pe, (uint32_t)i->opt << 6, true);
    }
}

HANDLER(MSR_DAIFClr)
{
    if (daif_allowed(pe, i)) {
        set_pstate(pe, (uint32_t)i->opt << 6, false);
    }
}

static bool above_el0(struct pe *pe, const struct isa_insn *i)
{
    if (pe->s.el != PE_EL0) {
        return true;
    }
    pe_raise_undefined(pe, i);
    return false;
}

HANDLER(MSR_SPSel)
{
    if (above_el0(pe, i)) {
        pe_set_el(pe, pe->s.el, (i->opt & 1) != 0);
        exec_next(pe);
    }
}

HANDLER(MSR_PAN)
{
    if (above_el0(pe, i)) {
        set_pstate(pe, PSTATE_PAN, (i->opt & 1) != 0);
    }
}

HANDLER(MSR_UAO)
{
    if (above_el0(pe, i)) {
        set_pstate(pe, PSTATE_UAO, (i->opt & 1) != 0);
    }
}

HANDLER(MSR_ALLINT)
{
    if (above_el0(pe, i)) {
        set_pstate(pe, PSTATE_ALLINT, (i->opt & 1) != 0);
    }
}

HANDLER(MSR_SSBS)
{
    set_pstate(pe, PSTATE_SSBS, (i->opt & 1) != 0);
}

HANDLER(MSR_DIT)
{
    set_pstate(pe, PSTATE_DIT, (i->opt & 1) != 0);
}

HANDLER(MSR_TCO)
{
    set_pstate(pe, PSTATE_TCO, (i->opt & 1) != 0);
}
