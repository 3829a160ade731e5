/* SPDX-License-Identifier: Apache-2.0 */
/* The rows, sorted by key.  Encodings: facts/architecture.md section 7.  ICV_* are reached through the ICC_* rows. */
#include "gic/icc.h"

/* The state is in the GIC's block: a row is a view of it. */
#define COMMON .slot = -1
#define NS_    SYSREG_NO_STATE
#define RO_(name_, key_, el_, check_, read_, arg_)                                                                     \
    {                                                                                                                  \
        .name = name_, .key = SYSREG_KEY key_, .min_el = el_, .flags = NS_ | SYSREG_RO, COMMON, .check = check_,       \
        .read = read_, .arg = arg_                                                                                     \
    }
#define WO_(name_, key_, el_, check_, write_, arg_)                                                                    \
    {                                                                                                                  \
        .name = name_, .key = SYSREG_KEY key_, .min_el = el_, .flags = NS_ | SYSREG_WO, COMMON, .check = check_,       \
        .write = write_, .arg = arg_                                                                                   \
    }
#define RW_(name_, key_, el_, check_, read_, write_, arg_)                                                             \
    {                                                                                                                  \
        .name = name_, .key = SYSREG_KEY key_, .min_el = el_, .flags = NS_, COMMON, .check = check_, .read = read_,    \
        .write = write_, .arg = arg_                                                                                   \
    }
/* Reads a constant, ignores writes. */
#define WI_(name_, key_, el_, check_, read_, arg_)                                                                     \
    {                                                                                                                  \
        .name = name_, .key = SYSREG_KEY key_, .min_el = el_, .flags = NS_ | SYSREG_WI, COMMON, .check = check_,       \
        .read = read_, .arg = arg_                                                                                     \
    }

#define G0_(n) ICC_ARG(ICC_GROUP0, GIC_G0, n)
#define G1_(n) ICC_ARG(ICC_GROUP1, GIC_G1, n)
#define CM_    ICC_ARG(ICC_COMMON, GIC_G1, 0)
#define SGI_   ICC_ARG(ICC_SGI, GIC_G1, 0)
#define LR_(n, crm, op2)                                                                                               \
    RW_("ICH_LR" #n "_EL2", (3, 4, 12, crm, op2), 2, icc_lr_check, icc_ich_lr_read, icc_ich_lr_write, n)
#define AP_(name, crm, op2, arg) RW_(name, (3, 0, 12, crm, op2), 1, icc_ap_check, icc_ap_read, icc_ap_write, arg)
#define VAP_(name, crm, op2, arg)                                                                                      \
    RW_(name, (3, 4, 12, crm, op2), 2, icc_ich_check, icc_ich_ap_read, icc_ich_ap_write, arg)

static const struct sysreg_row rows[] = {
    RW_("ICC_PMR_EL1", (3, 0, 4, 6, 0), 1, icc_check, icc_pmr_read, icc_pmr_write, CM_),
    RO_("ICC_IAR0_EL1", (3, 0, 12, 8, 0), 1, icc_check, icc_iar_read, G0_(0)),
    WO_("ICC_EOIR0_EL1", (3, 0, 12, 8, 1), 1, icc_check, icc_eoir_write, G0_(0)),
    RO_("ICC_HPPIR0_EL1", (3, 0, 12, 8, 2), 1, icc_check, icc_hppir_read, G0_(0)),
    RW_("ICC_BPR0_EL1", (3, 0, 12, 8, 3), 1, icc_check, icc_bpr_read, icc_bpr_write, G0_(0)),
    AP_("ICC_AP0R0_EL1", 8, 4, G0_(0)),
    AP_("ICC_AP0R1_EL1", 8, 5, G0_(1)),
    AP_("ICC_AP0R2_EL1", 8, 6, G0_(2)),
    AP_("ICC_AP0R3_EL1", 8, 7, G0_(3)),
    AP_("ICC_AP1R0_EL1", 9, 0, G1_(0)),
    AP_("ICC_AP1R1_EL1", 9, 1, G1_(1)),
    AP_("ICC_AP1R2_EL1", 9, 2, G1_(2)),
    AP_("ICC_AP1R3_EL1", 9, 3, G1_(3)),
    RO_("ICC_NMIAR1_EL1", (3, 0, 12, 9, 5), 1, icc_check, icc_nmiar_read, G1_(0)),
    WO_("ICC_DIR_EL1", (3, 0, 12, 11, 1), 1, icc_check, icc_dir_write, ICC_ARG(ICC_DIR, GIC_G1, 0)),
    RO_("ICC_RPR_EL1", (3, 0, 12, 11, 3), 1, icc_check, icc_rpr_read, CM_),
    WO_("ICC_SGI1R_EL1", (3, 0, 12, 11, 5), 1, icc_check, icc_sgi1r_write, SGI_),
    WO_("ICC_ASGI1R_EL1", (3, 0, 12, 11, 6), 1, icc_check, icc_asgi1r_write, SGI_),
    WO_("ICC_SGI0R_EL1", (3, 0, 12, 11, 7), 1, icc_check, icc_sgi0r_write, SGI_),
    RO_("ICC_IAR1_EL1", (3, 0, 12, 12, 0), 1, icc_check, icc_iar_read, G1_(0)),
    WO_("ICC_EOIR1_EL1", (3, 0, 12, 12, 1), 1, icc_check, icc_eoir_write, G1_(0)),
    RO_("ICC_HPPIR1_EL1", (3, 0, 12, 12, 2), 1, icc_check, icc_hppir_read, G1_(0)),
    RW_("ICC_BPR1_EL1", (3, 0, 12, 12, 3), 1, icc_check, icc_bpr_read, icc_bpr_write, G1_(0)),
    RW_("ICC_CTLR_EL1", (3, 0, 12, 12, 4), 1, icc_check, icc_ctlr_read, icc_ctlr_write, CM_),
    WI_("ICC_SRE_EL1", (3, 0, 12, 12, 5), 1, NULL, icc_sre_read, 0x7),
    RW_("ICC_IGRPEN0_EL1", (3, 0, 12, 12, 6), 1, icc_check, icc_igrpen_read, icc_igrpen_write, G0_(0)),
    RW_("ICC_IGRPEN1_EL1", (3, 0, 12, 12, 7), 1, icc_check, icc_igrpen_read, icc_igrpen_write, G1_(0)),
    VAP_("ICH_AP0R0_EL2", 8, 0, G0_(0)),
    VAP_("ICH_AP0R1_EL2", 8, 1, G0_(1)),
    VAP_("ICH_AP0R2_EL2", 8, 2, G0_(2)),
    VAP_("ICH_AP0R3_EL2", 8, 3, G0_(3)),
    VAP_("ICH_AP1R0_EL2", 9, 0, G1_(0)),
    VAP_("ICH_AP1R1_EL2", 9, 1, G1_(1)),
    VAP_("ICH_AP1R2_EL2", 9, 2, G1_(2)),
    VAP_("ICH_AP1R3_EL2", 9, 3, G1_(3)),
    WI_("ICC_SRE_EL2", (3, 4, 12, 9, 5), 2, icc_el2_check, icc_sre_read, 0xf),
    RW_("ICH_HCR_EL2", (3, 4, 12, 11, 0), 2, icc_el2_check, icc_ich_hcr_read, icc_ich_hcr_write, 0),
    RO_("ICH_VTR_EL2", (3, 4, 12, 11, 1), 2, icc_el2_check, icc_ich_vtr_read, 0),
    RO_("ICH_MISR_EL2", (3, 4, 12, 11, 2), 2, icc_el2_check, icc_ich_misr_read, 0),
    RO_("ICH_EISR_EL2", (3, 4, 12, 11, 3), 2, icc_el2_check, icc_ich_eisr_read, 0),
    RO_("ICH_ELRSR_EL2", (3, 4, 12, 11, 5), 2, icc_el2_check, icc_ich_elrsr_read, 0),
    RW_("ICH_VMCR_EL2", (3, 4, 12, 11, 7), 2, icc_el2_check, icc_ich_vmcr_read, icc_ich_vmcr_write, 0),
    LR_(0, 12, 0),
    LR_(1, 12, 1),
    LR_(2, 12, 2),
    LR_(3, 12, 3),
    LR_(4, 12, 4),
    LR_(5, 12, 5),
    LR_(6, 12, 6),
    LR_(7, 12, 7),
    LR_(8, 13, 0),
    LR_(9, 13, 1),
    LR_(10, 13, 2),
    LR_(11, 13, 3),
    LR_(12, 13, 4),
    LR_(13, 13, 5),
    LR_(14, 13, 6),
    LR_(15, 13, 7),
    RW_("ICC_CTLR_EL3", (3, 6, 12, 12, 4), 3, NULL, icc_ctlr3_read, icc_ctlr3_write, CM_),
    WI_("ICC_SRE_EL3", (3, 6, 12, 12, 5), 3, NULL, icc_sre_read, 0xf),
    RW_("ICC_IGRPEN1_EL3", (3, 6, 12, 12, 7), 3, NULL, icc_igrpen3_read, icc_igrpen3_write, G1_(0)),
};

struct sysreg_bank gic_sysreg_bank(struct gic *gic)
{
    return (struct sysreg_bank){.rows = rows, .count = ARRAY_SIZE(rows), .owner = gic};
}
