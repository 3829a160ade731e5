/* SPDX-License-Identifier: Apache-2.0 */
/* System registers by their key: the first range that matches wins (IHI 0069, DDI 0487 C5). */
#include "timing/system.h"

#include "base/bits.h"

struct range {
    uint32_t first, last;
    uint8_t mrs, msr; /* enum timing_kind */
};

#define ONE(op1, crn, crm, op2)                ISA_SYSKEY(3, op1, crn, crm, op2), ISA_SYSKEY(3, op1, crn, crm, op2)
#define SPAN(op1, crn, crm1, op21, crm2, op22) ISA_SYSKEY(3, op1, crn, crm1, op21), ISA_SYSKEY(3, op1, crn, crm2, op22)

static const struct range ranges[] = {
    {ONE(0, 4, 3, 0), TIMING_K_MRS_DAIF, TIMING_K_MSR_DAIF_REG},     /* ALLINT */
    {ONE(0, 4, 6, 0), TIMING_K_MRS_PMR, TIMING_K_MSR_PMR},           /* ICC_PMR_EL1 */
    {ONE(0, 12, 8, 0), TIMING_K_MRS_IAR, TIMING_K_MSR_ICC},          /* ICC_IAR0_EL1 */
    {ONE(0, 12, 8, 1), TIMING_K_MRS_ICC, TIMING_K_MSR_EOIR},         /* ICC_EOIR0_EL1 */
    {ONE(0, 12, 9, 5), TIMING_K_MRS_IAR, TIMING_K_MSR_ICC},          /* ICC_NMIAR1_EL1 */
    {SPAN(0, 12, 8, 2, 11, 0), TIMING_K_MRS_ICC, TIMING_K_MSR_ICC},  /* ICC_HPPIR0, BPR0, AP0Rn, AP1Rn */
    {ONE(0, 12, 11, 1), TIMING_K_MRS_ICC, TIMING_K_MSR_EOIR},        /* ICC_DIR_EL1 */
    {SPAN(0, 12, 11, 2, 11, 7), TIMING_K_MRS_ICC, TIMING_K_MSR_ICC}, /* ICC_RPR, SGI1R, ASGI1R, SGI0R */
    {ONE(0, 12, 12, 0), TIMING_K_MRS_IAR, TIMING_K_MSR_ICC},         /* ICC_IAR1_EL1 */
    {ONE(0, 12, 12, 1), TIMING_K_MRS_ICC, TIMING_K_MSR_EOIR},        /* ICC_EOIR1_EL1 */
    {SPAN(0, 12, 12, 2, 12, 7), TIMING_K_MRS_ICC, TIMING_K_MSR_ICC}, /* ICC_HPPIR1, BPR1, CTLR, SRE, IGRPEN0, IGRPEN1 */
    {ONE(3, 4, 2, 1), TIMING_K_MRS_DAIF, TIMING_K_MSR_DAIF_REG},     /* DAIF */
    {SPAN(4, 12, 8, 0, 15, 7), TIMING_K_MRS_ICC, TIMING_K_MSR_ICC},  /* ICH_*_EL2, ICC_SRE_EL2 */
    {SPAN(6, 12, 12, 0, 12, 7), TIMING_K_MRS_ICC, TIMING_K_MSR_ICC}, /* ICC_CTLR_EL3, SRE_EL3, IGRPEN1_EL3 */
};

static const struct range *find(uint32_t key)
{
    for (size_t i = 0; i < ARRAY_SIZE(ranges); i++) {
        if (key >= ranges[i].first && key <= ranges[i].last) {
            return &ranges[i];
        }
    }
    return NULL;
}

enum timing_kind timing_mrs_kind(uint32_t key)
{
    const struct range *r = find(key);
    return r != NULL ? (enum timing_kind)r->mrs : TIMING_K_MRS;
}

enum timing_kind timing_msr_kind(uint32_t key)
{
    const struct range *r = find(key);
    return r != NULL ? (enum timing_kind)r->msr : TIMING_K_MSR;
}
