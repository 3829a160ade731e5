/* SPDX-License-Identifier: Apache-2.0 */
/* The accessors of the CPU interface's system registers, as the rows in icc_rows.c name them. */
#ifndef GIC_ICC_H
#define GIC_ICC_H

#include "gic/state.h"

/* Row argument: a register number <7:0>, the group of the register <15:8>, its class for traps <23:16>. */
enum icc_class { ICC_GROUP0, ICC_GROUP1, ICC_COMMON, ICC_SGI, ICC_DIR };
#define ICC_ARG(class, group, n) ((uint32_t)(class) << 16 | (uint32_t)(group) << 8 | (uint32_t)(n))

enum { ICC_HCR_FMO = 1 << 3, ICC_HCR_IMO = 1 << 4, ICC_SCR_NS = 1 << 0, ICC_SCR_IRQ = 1 << 1, ICC_SCR_FIQ = 1 << 2 };
enum { ICH_HCR_TC = 1 << 10, ICH_HCR_TALL0 = 1 << 11, ICH_HCR_TALL1 = 1 << 12, ICH_HCR_TDIR = 1 << 14 };

static inline unsigned icc_number(const struct sysreg_row *row)
{
    return row->arg & 0xff;
}

/* The row is of the registers for Group 0. */
static inline bool icc_is_group0(const struct sysreg_row *row)
{
    return (row->arg >> 8 & 0xff) == GIC_G0;
}

/* Non-secure EL1 under EL2; Secure EL2 is not modelled. */
static inline bool icc_under_el2(const struct sysreg_context *c)
{
    return c->el == 1 && c->has_el2 && !(c->has_el3 && c->secure);
}

/* Whether the access goes to ICV_*: HCR_EL2.FMO for Group 0, IMO for Group 1, either for the common registers. */
static inline bool icc_is_virtual(const struct sysreg_context *c, const struct sysreg_row *row)
{
    static const uint8_t bits[] = {ICC_HCR_FMO, ICC_HCR_IMO, ICC_HCR_FMO | ICC_HCR_IMO, ICC_HCR_FMO | ICC_HCR_IMO,
                                   ICC_HCR_FMO | ICC_HCR_IMO};
    return icc_under_el2(c) && (c->hcr_el2 & bits[row->arg >> 16]) != 0;
}

/* (choice) With one security state the Non-secure bank is the only one, whatever SCR_EL3.NS says. */
static inline bool icc_ns_bank(const struct gic *g, const struct sysreg_context *c)
{
    if (gic_one_state(g) || !c->has_el3) {
        return true;
    }
    return c->el == 3 ? (c->scr_el3 & ICC_SCR_NS) != 0 : !c->secure;
}

/* A Non-secure access that must not see the Secure half of the priorities (IHI 0069, 4.8.1). */
static inline bool icc_shifted(const struct gic *g, const struct sysreg_context *c)
{
    return c->has_el3 && !c->secure && (c->scr_el3 & ICC_SCR_FIQ) != 0 && !gic_one_state(g);
}

sysreg_check_fn icc_check, icc_ap_check, icc_ich_check, icc_lr_check, icc_el2_check;

sysreg_read_fn icc_pmr_read, icc_rpr_read, icc_iar_read, icc_hppir_read, icc_nmiar_read;
sysreg_write_fn icc_pmr_write, icc_eoir_write, icc_dir_write, icc_sgi1r_write, icc_asgi1r_write, icc_sgi0r_write;

sysreg_read_fn icc_bpr_read, icc_ap_read, icc_ctlr_read, icc_ctlr3_read, icc_igrpen_read, icc_igrpen3_read;
sysreg_write_fn icc_bpr_write, icc_ap_write, icc_ctlr_write, icc_ctlr3_write, icc_igrpen_write, icc_igrpen3_write;
sysreg_read_fn icc_sre_read;

sysreg_read_fn icc_ich_ap_read, icc_ich_hcr_read, icc_ich_vtr_read, icc_ich_misr_read, icc_ich_eisr_read,
    icc_ich_elrsr_read, icc_ich_vmcr_read, icc_ich_lr_read;
sysreg_write_fn icc_ich_ap_write, icc_ich_hcr_write, icc_ich_vmcr_write, icc_ich_lr_write;

#endif
