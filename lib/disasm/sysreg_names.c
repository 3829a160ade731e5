/* SPDX-License-Identifier: Apache-2.0 */
/*
 * System registers that Capstone 4.0.2 prints by number, or under a wrong name: a comparison of all 32768 encodings
 * with GNU objdump 2.40, of which those are kept that a kernel or its firmware uses.  Names: DDI 0487, D19.
 */
#include "disasm/special.h"

#include "base/bits.h"

#include <stdio.h>
#include <stdlib.h>

/* Bits 20:5 of MRS and MSR. */
#define KEY(op0, op1, crn, crm, op2) ((op0) << 14 | (op1) << 11 | (crn) << 7 | (crm) << 3 | (op2))

static const struct name {
    uint16_t key;
    const char *name;
} names[] = {
    /* sorted */
    {KEY(3, 0, 0, 2, 7), "id_isar6_el1"},
    {KEY(3, 0, 0, 3, 4), "id_pfr2_el1"},
    {KEY(3, 0, 0, 3, 5), "id_dfr1_el1"},
    {KEY(3, 0, 0, 3, 6), "id_mmfr5_el1"},
    {KEY(3, 0, 0, 4, 4), "id_aa64zfr0_el1"},
    {KEY(3, 0, 0, 6, 2), "id_aa64isar2_el1"},
    {KEY(3, 0, 1, 0, 5), "rgsr_el1"},
    {KEY(3, 0, 1, 0, 6), "gcr_el1"},
    {KEY(3, 0, 1, 2, 0), "zcr_el1"},
    {KEY(3, 0, 1, 2, 1), "trfcr_el1"},
    {KEY(3, 0, 2, 1, 0), "apiakeylo_el1"},
    {KEY(3, 0, 2, 1, 1), "apiakeyhi_el1"},
    {KEY(3, 0, 2, 1, 2), "apibkeylo_el1"},
    {KEY(3, 0, 2, 1, 3), "apibkeyhi_el1"},
    {KEY(3, 0, 2, 2, 0), "apdakeylo_el1"},
    {KEY(3, 0, 2, 2, 1), "apdakeyhi_el1"},
    {KEY(3, 0, 2, 2, 2), "apdbkeylo_el1"},
    {KEY(3, 0, 2, 2, 3), "apdbkeyhi_el1"},
    {KEY(3, 0, 2, 3, 0), "apgakeylo_el1"},
    {KEY(3, 0, 2, 3, 1), "apgakeyhi_el1"},
    {KEY(3, 0, 4, 3, 0), "allint"},
    {KEY(3, 0, 5, 3, 0), "erridr_el1"},
    {KEY(3, 0, 5, 3, 1), "errselr_el1"},
    {KEY(3, 0, 5, 4, 0), "erxfr_el1"},
    {KEY(3, 0, 5, 4, 1), "erxctlr_el1"},
    {KEY(3, 0, 5, 4, 2), "erxstatus_el1"},
    {KEY(3, 0, 5, 4, 3), "erxaddr_el1"},
    {KEY(3, 0, 5, 4, 4), "erxpfgf_el1"},
    {KEY(3, 0, 5, 4, 5), "erxpfgctl_el1"},
    {KEY(3, 0, 5, 4, 6), "erxpfgcdn_el1"},
    {KEY(3, 0, 5, 5, 0), "erxmisc0_el1"},
    {KEY(3, 0, 5, 5, 1), "erxmisc1_el1"},
    {KEY(3, 0, 5, 5, 2), "erxmisc2_el1"},
    {KEY(3, 0, 5, 5, 3), "erxmisc3_el1"},
    {KEY(3, 0, 5, 6, 0), "tfsr_el1"},
    {KEY(3, 0, 5, 6, 1), "tfsre0_el1"},
    {KEY(3, 0, 9, 14, 6), "pmmir_el1"},
    {KEY(3, 0, 10, 4, 4), "mpamidr_el1"},
    {KEY(3, 0, 10, 5, 0), "mpam1_el1"},
    {KEY(3, 0, 10, 5, 1), "mpam0_el1"},
    {KEY(3, 0, 10, 5, 3), "mpamsm_el1"},
    {KEY(3, 0, 12, 1, 1), "disr_el1"},
    {KEY(3, 0, 12, 9, 5), "icc_nmiar1_el1"},
    {KEY(3, 0, 13, 0, 7), "scxtnum_el1"},
    {KEY(3, 1, 0, 0, 2), "ccsidr2_el1"},
    {KEY(3, 3, 2, 4, 0), "rndr"},
    {KEY(3, 3, 2, 4, 1), "rndrrs"},
    {KEY(3, 3, 4, 2, 5), "dit"},
    {KEY(3, 3, 4, 2, 6), "ssbs"},
    {KEY(3, 3, 4, 2, 7), "tco"},
    {KEY(3, 3, 13, 0, 7), "scxtnum_el0"},
    {KEY(3, 3, 14, 0, 5), "cntpctss_el0"},
    {KEY(3, 3, 14, 0, 6), "cntvctss_el0"},
    {KEY(3, 4, 1, 1, 4), "hfgrtr_el2"},
    {KEY(3, 4, 1, 1, 5), "hfgwtr_el2"},
    {KEY(3, 4, 1, 1, 6), "hfgitr_el2"},
    {KEY(3, 4, 1, 2, 0), "zcr_el2"},
    {KEY(3, 4, 1, 2, 1), "trfcr_el2"},
    {KEY(3, 4, 1, 2, 2), "hcrx_el2"},
    {KEY(3, 4, 1, 3, 1), "sder32_el2"},
    {KEY(3, 4, 2, 2, 0), "vncr_el2"},
    {KEY(3, 4, 2, 6, 0), "vsttbr_el2"},
    {KEY(3, 4, 2, 6, 2), "vstcr_el2"},
    {KEY(3, 4, 3, 1, 4), "hdfgrtr_el2"},
    {KEY(3, 4, 3, 1, 5), "hdfgwtr_el2"},
    {KEY(3, 4, 3, 1, 6), "hafgrtr_el2"},
    {KEY(3, 4, 5, 2, 3), "vsesr_el2"},
    {KEY(3, 4, 5, 6, 0), "tfsr_el2"},
    {KEY(3, 4, 10, 4, 0), "mpamhcr_el2"},
    {KEY(3, 4, 10, 4, 1), "mpamvpmv_el2"},
    {KEY(3, 4, 10, 5, 0), "mpam2_el2"},
    {KEY(3, 4, 10, 6, 0), "mpamvpm0_el2"},
    {KEY(3, 4, 10, 6, 1), "mpamvpm1_el2"},
    {KEY(3, 4, 10, 6, 2), "mpamvpm2_el2"},
    {KEY(3, 4, 10, 6, 3), "mpamvpm3_el2"},
    {KEY(3, 4, 10, 6, 4), "mpamvpm4_el2"},
    {KEY(3, 4, 10, 6, 5), "mpamvpm5_el2"},
    {KEY(3, 4, 10, 6, 6), "mpamvpm6_el2"},
    {KEY(3, 4, 10, 6, 7), "mpamvpm7_el2"},
    {KEY(3, 4, 12, 1, 1), "vdisr_el2"},
    {KEY(3, 4, 12, 11, 5), "ich_elrsr_el2"},
    {KEY(3, 4, 13, 0, 7), "scxtnum_el2"},
    {KEY(3, 4, 14, 0, 6), "cntpoff_el2"},
    {KEY(3, 5, 1, 2, 0), "zcr_el12"},
    {KEY(3, 5, 1, 2, 1), "trfcr_el12"},
    {KEY(3, 5, 5, 6, 0), "tfsr_el12"},
    {KEY(3, 5, 10, 5, 0), "mpam1_el12"},
    {KEY(3, 5, 13, 0, 7), "scxtnum_el12"},
    {KEY(3, 5, 14, 2, 1), "cntp_ctl_el02"},
    {KEY(3, 6, 1, 2, 0), "zcr_el3"},
    {KEY(3, 6, 2, 1, 4), "gptbr_el3"},
    {KEY(3, 6, 2, 1, 6), "gpccr_el3"},
    {KEY(3, 6, 5, 6, 0), "tfsr_el3"},
    {KEY(3, 6, 6, 0, 5), "mfar_el3"},
    {KEY(3, 6, 10, 5, 0), "mpam3_el3"},
    {KEY(3, 6, 13, 0, 7), "scxtnum_el3"},
};

static int compare(const void *key, const void *row)
{
    return *(const uint16_t *)key - ((const struct name *)row)->key;
}

bool disasm_sysreg(uint32_t word, bool generic, char *text, size_t size)
{
    bool read = bit(word, 21);
    uint16_t key = (uint16_t)bits(word, 20, 5);
    unsigned rt = word & 31;
    char reg[24], x[8];

    if ((word & 0xffd00000) != 0xd5100000) { /* MRS, MSR (register): op0 is 2 or 3 */
        return false;
    }
    const struct name *found = bsearch(&key, names, ARRAY_SIZE(names), sizeof names[0], compare);
    if (!found && !generic) {
        return false;
    }
    snprintf(x, sizeof x, rt == 31 ? "xzr" : "x%u", rt);
    if (found) {
        snprintf(reg, sizeof reg, "%s", found->name);
    } else {
        snprintf(reg, sizeof reg, "s%u_%u_c%u_c%u_%u", key >> 14, key >> 11 & 7, key >> 7 & 15, key >> 3 & 15, key & 7);
    }
    snprintf(text, size, "%s %s, %s", read ? "mrs" : "msr", read ? x : reg, read ? reg : x);
    return true;
}
