/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The SYS space: cache, TLB and prediction maintenance, address translation (DDI 0487 C5.3 to C5.6).  Caches and TLBs
 * are not modelled and decoded code is always coherent, so most do nothing once they are allowed.
 */
#include "pe/exec.h"
#include "pe/sysreg_access.h"
#include "pe/sysslot.h"

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

enum { SCTLR_ENRCTX_BIT = 10, SCTLR_DZE_BIT = 14, SCTLR_UCI_BIT = 26 };
enum { HCR_TSW_BIT = 22, HCR_TPC_BIT = 23, HCR_TPU_BIT = 24, HCR_TTLB_BIT = 25, HCR_TDZ_BIT = 28, HCR_AT_BIT = 44 };

struct sys_row {
    uint16_t key, mask; /* op1, CRn, CRm, op2; (imm & mask) == key */
    uint8_t min_el;
    uint8_t el0_enable; /* bit of SCTLR_ELx without which EL0 traps; 0: none */
    uint8_t hcr_trap;   /* bit of HCR_EL2 that traps EL1, and EL0 of a guest, to EL2; 0: none */
    uint8_t feature;    /* enum isa_feature */
    sys_fn *run;
};

#define AT_(op1, crn, crm, op2) (ISA_SYSKEY(0, op1, crn, crm, op2))
enum { EXACT = 0x3fff, ANY_OP2 = 0x3fff & ~7, ANY_CRM = 0x3fff & ~0x7f };

/* The first row that matches. */
static const struct sys_row sys_rows[] = {
    {AT_(0, 7, 1, 0), EXACT, 1, 0, HCR_TPU_BIT, ISA_F_BASE, sys_nothing},                /* IC IALLUIS */
    {AT_(0, 7, 5, 0), EXACT, 1, 0, HCR_TPU_BIT, ISA_F_BASE, sys_nothing},                /* IC IALLU */
    {AT_(0, 7, 6, 1), EXACT, 1, 0, HCR_TPC_BIT, ISA_F_BASE, sys_nothing},                /* DC IVAC */
    {AT_(0, 7, 6, 0), ANY_OP2, 1, 0, HCR_TSW_BIT, ISA_F_BASE, sys_nothing},              /* DC ISW */
    {AT_(0, 7, 10, 0), ANY_OP2, 1, 0, HCR_TSW_BIT, ISA_F_BASE, sys_nothing},             /* DC CSW */
    {AT_(0, 7, 14, 0), ANY_OP2, 1, 0, HCR_TSW_BIT, ISA_F_BASE, sys_nothing},             /* DC CISW */
    {AT_(3, 7, 3, 0), ANY_OP2, 0, SCTLR_ENRCTX_BIT, 0, ISA_F_SPECRES, sys_nothing},      /* CFP, DVP, CPP RCTX */
    {AT_(3, 7, 4, 1), EXACT, 0, SCTLR_DZE_BIT, HCR_TDZ_BIT, ISA_F_BASE, sys_dc_zva},     /* DC ZVA */
    {AT_(3, 7, 5, 1), EXACT, 0, SCTLR_UCI_BIT, HCR_TPU_BIT, ISA_F_BASE, sys_nothing},    /* IC IVAU */
    {AT_(3, 7, 10, 0), ANY_OP2, 0, SCTLR_UCI_BIT, HCR_TPC_BIT, ISA_F_BASE, sys_nothing}, /* DC CVAC */
    {AT_(3, 7, 11, 0), ANY_OP2, 0, SCTLR_UCI_BIT, HCR_TPU_BIT, ISA_F_BASE, sys_nothing}, /* DC CVAU */
    {AT_(3, 7, 12, 0), ANY_OP2, 0, SCTLR_UCI_BIT, HCR_TPC_BIT, ISA_F_DPB, sys_nothing},  /* DC CVAP */
    {AT_(3, 7, 13, 0), ANY_OP2, 0, SCTLR_UCI_BIT, HCR_TPC_BIT, ISA_F_DPB, sys_nothing},  /* DC CVADP */
    {AT_(3, 7, 14, 0), ANY_OP2, 0, SCTLR_UCI_BIT, HCR_TPC_BIT, ISA_F_BASE, sys_nothing}, /* DC CIVAC */
    {AT_(0, 7, 8, 0), ANY_OP2, 1, 0, HCR_AT_BIT, ISA_F_BASE, sys_at},                    /* AT S1E1R and kin */
    {AT_(0, 7, 9, 0), ANY_OP2, 1, 0, HCR_AT_BIT, ISA_F_PAN, sys_at},                     /* AT S1E1RP, S1E1WP */
    {AT_(4, 7, 8, 0), ANY_OP2, 2, 0, 0, ISA_F_BASE, sys_at},                             /* AT S1E2R, S12E* */
    {AT_(6, 7, 8, 0), ANY_OP2, 3, 0, 0, ISA_F_BASE, sys_at},                             /* AT S1E3R, S1E3W */
    {AT_(0, 8, 0, 0), ANY_CRM, 1, 0, HCR_TTLB_BIT, ISA_F_BASE, sys_nothing},             /* TLBI of EL1 */
    {AT_(0, 9, 0, 0), ANY_CRM, 1, 0, HCR_TTLB_BIT, ISA_F_XS, sys_nothing},               /* the same, nXS */
    {AT_(4, 8, 0, 0), ANY_CRM, 2, 0, 0, ISA_F_BASE, sys_nothing},                        /* TLBI of EL2 */
    {AT_(4, 9, 0, 0), ANY_CRM, 2, 0, 0, ISA_F_XS, sys_nothing},
    {AT_(6, 8, 0, 0), ANY_CRM, 3, 0, 0, ISA_F_BASE, sys_nothing}, /* TLBI of EL3 */
    {AT_(6, 9, 0, 0), ANY_CRM, 3, 0, 0, ISA_F_XS, sys_nothing},
};

/* The exception level that traps an operation from here, or 0: first SCTLR_ELx at EL0, then HCR_EL2. */
static uint8_t trap_of(const struct pe *pe, unsigned el0_enable, unsigned hcr_trap)
{
    if (pe->s.el == PE_EL0 && el0_enable != 0 && !bit(pe_sctlr(pe, 0), el0_enable)) {
        return PE_EL1;
    }
    bool guest = pe->s.el == PE_EL1 || (pe->s.el == PE_EL0 && !pe_in_host(pe));
    return guest && hcr_trap != 0 && bit(pe_hcr(pe), hcr_trap) ? PE_EL2 : 0;
}

uint8_t pe_zva_trap(const struct pe *pe)
{
    return trap_of(pe, SCTLR_DZE_BIT, HCR_TDZ_BIT);
}

static void run_row(struct pe *pe, const struct isa_insn *i, const struct sys_row *row)
{
    if (pe->s.el < row->min_el || !pe_has_el(pe, row->min_el) || !pe_has(pe, (enum isa_feature)row->feature)) {
        pe_raise_undefined(pe, i);
        return;
    }
    uint8_t trap = trap_of(pe, row->el0_enable, row->hcr_trap);
    if (trap != 0) {
        pe_raise_sysreg_trap(pe, i, (uint32_t)i->imm, true, trap);
        return;
    }
    row->run(pe, i);
}

static void refuse_unknown(struct pe *pe, const struct isa_insn *i, const char *what)
{
    pe->host.diagnostic(pe->host.context, pe->config.index, what, pe->s.pc, i->word);
    pe_raise_undefined(pe, i);
}

HANDLER(SYS)
{
    for (size_t n = 0; n < ARRAY_SIZE(sys_rows); n++) {
        if (((uint32_t)i->imm & sys_rows[n].mask) == sys_rows[n].key) {
            run_row(pe, i, &sys_rows[n]);
            return;
        }
    }
    refuse_unknown(pe, i, "unknown SYS instruction");
}

/* No SYSL is defined in the features that are modelled. */
HANDLER(SYSL)
{
    refuse_unknown(pe, i, "unknown SYSL instruction");
}
