/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traps of register accesses that a whole group of registers shares: HCR_EL2, MDCR_EL2, CPTR_ELx, SCR_EL3 and PMUSERENR
 * (DDI 0487 D19, the accessors of each register).  Rules of one register are its row's check.
 */
#include "pe/sysreg_access.h"
#include "pe/sysslot.h"

/* Bits of key that are not op2; and all of them. */
enum { ANY_OP2 = 0xffff & ~7, ANY_CRM = 0xffff & ~0x7f, EXACT = 0xffff };

enum control { BY_HCR, BY_HCR_CLEAR, BY_MDCR, BY_CPTR };

/* (key & mask) == row.key: a read is trapped from EL1 to EL2 by control<read>, a write by control<write>. */
struct trap {
    uint32_t key, mask;
    uint8_t control; /* enum control; BY_HCR_CLEAR: trapped while the bit is 0 */
    uint8_t read, write;
};

#define VM(...)                                                                                                        \
    {                                                                                                                  \
        SYSREG_KEY(__VA_ARGS__), EXACT, BY_HCR, 30, 26                                                                 \
    } /* TRVM, TVM */
#define KEYS(...)                                                                                                      \
    {                                                                                                                  \
        SYSREG_KEY(__VA_ARGS__), ANY_OP2, BY_HCR_CLEAR, 40, 40                                                         \
    } /* APK */
#define BOTH(control, bit, mask, ...)                                                                                  \
    {                                                                                                                  \
        SYSREG_KEY(__VA_ARGS__), mask, control, bit, bit                                                               \
    }

static const struct trap traps[] = {
    VM(3, 0, 1, 0, 0),
    VM(3, 0, 2, 0, 0),
    VM(3, 0, 2, 0, 1),
    VM(3, 0, 2, 0, 2),
    VM(3, 0, 5, 1, 0),
    VM(3, 0, 5, 1, 1),
    VM(3, 0, 5, 2, 0),
    VM(3, 0, 6, 0, 0),
    VM(3, 0, 10, 2, 0),
    VM(3, 0, 10, 3, 0),
    VM(3, 0, 13, 0, 1),
    BOTH(BY_HCR, 21, EXACT, 3, 0, 1, 0, 1), /* TACR: ACTLR_EL1 */
    BOTH(BY_HCR, 16, EXACT, 3, 0, 0, 0, 6), /* TID1: REVIDR_EL1, AIDR_EL1 */
    BOTH(BY_HCR, 16, EXACT, 3, 1, 0, 0, 7),
    BOTH(BY_HCR, 17, EXACT, 3, 3, 0, 0, 1), /* TID2: CTR_EL0, CCSIDR_EL1, CLIDR_EL1, CSSELR_EL1 */
    BOTH(BY_HCR, 17, EXACT, 3, 1, 0, 0, 0),
    BOTH(BY_HCR, 17, EXACT, 3, 1, 0, 0, 1),
    BOTH(BY_HCR, 17, EXACT, 3, 2, 0, 0, 0),
    BOTH(BY_HCR, 18, ANY_OP2, 3, 0, 0, 1, 0), /* TID3: the ID space */
    BOTH(BY_HCR, 18, ANY_OP2, 3, 0, 0, 2, 0),
    BOTH(BY_HCR, 18, ANY_OP2, 3, 0, 0, 3, 0),
    BOTH(BY_HCR, 18, ANY_OP2, 3, 0, 0, 4, 0),
    BOTH(BY_HCR, 18, ANY_OP2, 3, 0, 0, 5, 0),
    BOTH(BY_HCR, 18, ANY_OP2, 3, 0, 0, 6, 0),
    BOTH(BY_HCR, 18, ANY_OP2, 3, 0, 0, 7, 0),
    KEYS(3, 0, 2, 1, 0),
    KEYS(3, 0, 2, 2, 0),
    KEYS(3, 0, 2, 3, 0),
    BOTH(BY_CPTR, 31, EXACT, 3, 0, 1, 0, 2),  /* TCPAC: CPACR_EL1 */
    BOTH(BY_MDCR, 6, ANY_CRM, 3, 0, 9, 0, 0), /* TPM */
    BOTH(BY_MDCR, 6, ANY_CRM, 3, 3, 9, 0, 0),
    BOTH(BY_MDCR, 6, EXACT, 3, 3, 14, 15, 7),
    BOTH(BY_MDCR, 10, ANY_CRM, 2, 0, 1, 0, 0), /* TDOSA */
    BOTH(BY_MDCR, 9, ANY_CRM, 2, 0, 0, 0, 0),  /* TDA */
};

static bool is_set(const struct pe *pe, const struct trap *t, unsigned n)
{
    switch (t->control) {
    case BY_HCR:
        return bit(pe_hcr(pe), n);
    case BY_HCR_CLEAR:
        return !bit(pe_hcr(pe), n);
    case BY_MDCR:
        return bit(pe->s.sys[PE_SYS_MDCR_EL2], n);
    default:
        return bit(pe->s.sys[PE_SYS_CPTR_EL2], n);
    }
}

static bool traps_to_el2(const struct pe *pe, uint32_t key, bool write)
{
    for (size_t i = 0; i < ARRAY_SIZE(traps); i++) {
        const struct trap *t = &traps[i];
        if ((key & t->mask) == t->key) {
            return is_set(pe, t, write ? t->write : t->read);
        }
    }
    return false;
}

/* SCR_EL3.APK = 0 for the keys; CPTR_EL3.TCPAC for CPACR_EL1 and CPTR_EL2. */
static bool traps_to_el3(const struct pe *pe, uint32_t key)
{
    enum { APK = 16, TCPAC = 31 };
    bool pauth_key = (key & ANY_CRM) == SYSREG_KEY(3, 0, 2, 0, 0) && (key & ANY_OP2) != SYSREG_KEY(3, 0, 2, 0, 0);
    bool cpacr = key == SYSREG_KEY(3, 0, 1, 0, 2) || key == SYSREG_KEY(3, 4, 1, 1, 2);
    return (pauth_key && !bit(pe_scr(pe), APK)) || (cpacr && bit(pe->s.sys[PE_SYS_CPTR_EL3], TCPAC));
}

/* From EL0 the PMU's registers follow PMUSERENR_EL0.EN (its finer bits are not modelled). */
static bool pmu_refuses(const struct pe *pe, uint32_t key)
{
    bool pmu = (key & ANY_CRM) == SYSREG_KEY(3, 3, 9, 0, 0) || key == SYSREG_KEY(3, 3, 14, 15, 7);
    return pmu && key != SYSREG_KEY(3, 3, 9, 14, 0) && !bit(pe->s.sys[PE_SYS_PMUSERENR_EL0], 0);
}

enum sysreg_outcome pe_sysreg_trap(const struct pe *pe, uint32_t key, bool write)
{
    uint8_t el = pe->s.el;
    if (el == PE_EL0 && pmu_refuses(pe, key)) {
        return SYSREG_TRAP_EL1;
    }
    bool guest = el == PE_EL1 || (el == PE_EL0 && !pe_in_host(pe));
    if (guest && pe_el2_enabled(pe) && traps_to_el2(pe, key, write)) {
        return SYSREG_TRAP_EL2;
    }
    return el < PE_EL3 && pe->config.highest_el == 3 && traps_to_el3(pe, key) ? SYSREG_TRAP_EL3 : SYSREG_OK;
}
