/* SPDX-License-Identifier: Apache-2.0 */
/* Barriers, cache and TLB maintenance, and address translation instructions. */
#include "pe/exec.h"
#include "pe/sysslot.h"

/* Memory is sequentially consistent (semantics.md rule 18): DMB orders nothing more. */
HANDLER(DMB)
{
    (void)i;
    exec_next(pe);
}

HANDLER(DSB)
{
    pe->host.dsb(pe->host.context, pe->config.index, i->opt);
    exec_next(pe);
}

/* nXS: a DSB of both access types whose domain is CRm<3:2>. */
HANDLER(DSB_nXS)
{
    pe->host.dsb(pe->host.context, pe->config.index, i->opt | 3u);
    exec_next(pe);
}

HANDLER(ISB)
{
    (void)i;
    exec_next(pe);
    pe->host.context_sync(pe->host.context, pe->config.index);
    pe_recheck(pe);
}

HANDLER(SB)
{
    (void)i;
    exec_next(pe);
}

HANDLER(CLREX)
{
    (void)i;
    mem_monitor_clear(pe->mem, pe->config.index);
    exec_next(pe);
}

/* ---- SYS ---- */

typedef void sys_fn(struct pe *pe, const struct isa_insn *i);

static void sys_nothing(struct pe *pe, const struct isa_insn *i)
{
    (void)i;
    exec_next(pe);
}

/* Zeroes the block of DCZID_EL0.BS words that holds the address. */
static void sys_dc_zva(struct pe *pe, const struct isa_insn *i)
{
    uint64_t size = UINT64_C(4) << (pe->config.dczid_el0 & 15);
    uint64_t address = X(rd) & ~(size - 1);
    for (uint64_t done = 0; done < size; done += 8) {
        if (!pe_store(pe, address + done, 8, 0)) {
            return;
        }
    }
    exec_next(pe);
}

/* AT: addresses are not translated; PAR_EL1 holds the page itself, Normal memory, Inner Shareable. */
static void sys_at(struct pe *pe, const struct isa_insn *i)
{
    pe->s.sys[PE_SYS_PAR_EL1] = UINT64_C(0xff) << 56 | (X(rd) & 0x0000fffffffff000) | 3u << 7;
    exec_next(pe);
}

struct sys_row {
    uint32_t key, mask; /* (imm & mask) == key */
    uint8_t min_el;
    sys_fn *run;
};

#define SYSKEY(op1, crn, crm, op2) ISA_SYSKEY(1, op1, crn, crm, op2)
enum { ANY_OP2 = 0x3fff & ~7, ANY_CRM_OP2 = 0x3fff & ~0x7f };

/* The first row that matches; op0 (1) is left out of the keys. Caches and TLBs are not modelled. */
static const struct sys_row sys_rows[] = {
    {SYSKEY(0, 7, 1, 0) & 0x3fff, 0x3fff, 1, sys_nothing},      /* IC IALLUIS: decoded code is coherent */
    {SYSKEY(0, 7, 5, 0) & 0x3fff, 0x3fff, 1, sys_nothing},      /* IC IALLU */
    {SYSKEY(3, 7, 5, 1) & 0x3fff, 0x3fff, 0, sys_nothing},      /* IC IVAU */
    {SYSKEY(3, 7, 4, 1) & 0x3fff, 0x3fff, 0, sys_dc_zva},       /* DC ZVA */
    {SYSKEY(0, 7, 6, 0) & 0x3fff, ANY_OP2, 1, sys_nothing},     /* DC IVAC, ISW */
    {SYSKEY(0, 7, 10, 0) & 0x3fff, ANY_OP2, 1, sys_nothing},    /* DC CSW */
    {SYSKEY(0, 7, 14, 0) & 0x3fff, ANY_OP2, 1, sys_nothing},    /* DC CISW */
    {SYSKEY(3, 7, 10, 0) & 0x3fff, ANY_OP2, 0, sys_nothing},    /* DC CVAC */
    {SYSKEY(3, 7, 11, 0) & 0x3fff, ANY_OP2, 0, sys_nothing},    /* DC CVAU */
    {SYSKEY(3, 7, 12, 0) & 0x3fff, ANY_OP2, 0, sys_nothing},    /* DC CVAP */
    {SYSKEY(3, 7, 13, 0) & 0x3fff, ANY_OP2, 0, sys_nothing},    /* DC CVADP */
    {SYSKEY(3, 7, 14, 0) & 0x3fff, ANY_OP2, 0, sys_nothing},    /* DC CIVAC */
    {SYSKEY(3, 7, 3, 0) & 0x3fff, ANY_OP2, 0, sys_nothing},     /* CFP, DVP, CPP RCTX */
    {SYSKEY(0, 7, 8, 0) & 0x3fff, ANY_OP2, 1, sys_at},          /* AT S1E1R, S1E1W, S1E0R, S1E0W */
    {SYSKEY(0, 7, 9, 0) & 0x3fff, ANY_OP2, 1, sys_at},          /* AT S1E1RP, S1E1WP */
    {SYSKEY(4, 7, 8, 0) & 0x3fff, ANY_OP2, 2, sys_at},          /* AT S1E2R and kin, S12E* */
    {SYSKEY(6, 7, 8, 0) & 0x3fff, ANY_OP2, 3, sys_at},          /* AT S1E3R, S1E3W */
    {SYSKEY(0, 8, 0, 0) & 0x3fff, ANY_CRM_OP2, 1, sys_nothing}, /* TLBI of EL1 */
    {SYSKEY(0, 9, 0, 0) & 0x3fff, ANY_CRM_OP2, 1, sys_nothing}, /* TLBI nXS */
    {SYSKEY(4, 8, 0, 0) & 0x3fff, ANY_CRM_OP2, 2, sys_nothing}, /* TLBI of EL2 */
    {SYSKEY(6, 8, 0, 0) & 0x3fff, ANY_CRM_OP2, 3, sys_nothing}, /* TLBI of EL3 */
};

HANDLER(SYS)
{
    for (size_t n = 0; n < ARRAY_SIZE(sys_rows); n++) {
        const struct sys_row *row = &sys_rows[n];
        if (((uint32_t)i->imm & row->mask) == row->key) {
            if (pe->s.el < row->min_el) {
                break;
            }
            row->run(pe, i);
            return;
        }
    }
    pe->host.diagnostic(pe->host.context, pe->config.index, "unknown SYS instruction", pe->s.pc, i->word);
    pe_raise_undefined(pe, i);
}

/* No SYSL is defined in the features that are modelled. */
HANDLER(SYSL)
{
    pe_raise_undefined(pe, i);
}
