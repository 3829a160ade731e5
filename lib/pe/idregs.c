/* SPDX-License-Identifier: Apache-2.0 */
/* A field of an ID register is there when its feature is (DDI 0487 D19.2). */
#include "pe/idregs.h"
#include "pe/sysslot.h"

struct field {
    enum pe_id id;
    uint8_t shift, value;
    uint8_t feature; /* enum isa_feature */
};

static const struct field fields[] = {
    {ID_AA64PFR0, 0, 1, ISA_F_BASE},  /* EL0 AArch64 only */
    {ID_AA64PFR0, 4, 1, ISA_F_BASE},  /* EL1 */
    {ID_AA64PFR0, 24, 1, ISA_F_BASE}, /* GIC: the system register interface */
    {ID_AA64PFR0, 28, 1, ISA_F_RAS},    {ID_AA64PFR0, 48, 1, ISA_F_DIT},    {ID_AA64PFR1, 0, 1, ISA_F_BTI},
    {ID_AA64PFR1, 4, 2, ISA_F_SSBS},    {ID_AA64PFR1, 8, 1, ISA_F_MTE},     {ID_AA64PFR1, 36, 1, ISA_F_NMI},
    {ID_AA64ISAR0, 16, 1, ISA_F_CRC32}, {ID_AA64ISAR0, 20, 2, ISA_F_LSE},   {ID_AA64ISAR0, 52, 2, ISA_F_FLAGM2},
    {ID_AA64ISAR1, 0, 1, ISA_F_DPB},    {ID_AA64ISAR1, 8, 1, ISA_F_PAUTH},  /* API: an IMPLEMENTATION DEFINED algorithm
                                                                             */
    {ID_AA64ISAR1, 20, 2, ISA_F_RCPC2}, {ID_AA64ISAR1, 28, 1, ISA_F_PAUTH}, /* GPI */
    {ID_AA64ISAR1, 36, 1, ISA_F_SB},    {ID_AA64ISAR1, 56, 1, ISA_F_XS},    {ID_AA64ISAR2, 0, 2, ISA_F_WFXT},
    {ID_AA64MMFR0, 0, 2, ISA_F_BASE}, /* 40 bits of physical address */
    {ID_AA64MMFR1, 16, 1, ISA_F_LOR},   {ID_AA64MMFR1, 20, 1, ISA_F_PAN},   {ID_AA64MMFR2, 4, 1, ISA_F_UAO},
    {ID_AA64DFR0, 0, 6, ISA_F_BASE},  /* Armv8 debug */
    {ID_AA64DFR0, 12, 5, ISA_F_BASE}, /* six breakpoints */
    {ID_AA64DFR0, 20, 3, ISA_F_BASE}, /* four watchpoints */
};

static uint64_t feature_fields(const struct pe *pe, enum pe_id id)
{
    uint64_t value = 0;
    for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
        if (fields[i].id == id && pe_has(pe, (enum isa_feature)fields[i].feature)) {
            value |= (uint64_t)fields[i].value << fields[i].shift;
        }
    }
    return value;
}

uint64_t pe_id_register(const struct pe *pe, enum pe_id id)
{
    const struct pe_config *c = &pe->config;
    switch (id) {
    case ID_MIDR:
        return c->midr;
    case ID_MPIDR:
        return c->mpidr;
    case ID_CTR:
        return c->ctr_el0;
    case ID_DCZID:
        return c->dczid_el0;
    case ID_CCSIDR:
        return 0x700fe01a; /* 32 KiB, 2 ways of 64-byte lines: a plausible L1; caches are not modelled */
    case ID_CLIDR:
        return 0x0a200023; /* L1 instruction and data, unified L2 */
    case ID_AA64PFR0:
        return feature_fields(pe, id) | (c->has_el2 ? 1u << 8 : 0) | (c->highest_el == 3 ? 1u << 12 : 0);
    case ID_AA64MMFR1:
        return feature_fields(pe, id) | (c->has_vhe ? 1u << 8 : 0);
    default:
        return feature_fields(pe, id);
    }
}
