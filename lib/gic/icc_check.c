/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which accesses trap.  ICC_SRE_ELx.SRE and Enable are RAO/WI in this model, as on silicon without the legacy
 * interface, so nothing is UNDEFINED for SRE=0.  The order is that of the pseudocode of the register pages (DDI 0487):
 * ICH_HCR_EL2, then HCR_EL2 (ICV_*), then SCR_EL3.
 */
#include "gic/icc.h"

static const struct {
    uint16_t ich_traps; /* any of them traps Non-secure EL1 to EL2 */
    uint8_t scr;        /* all of them trap EL1 and EL2 to EL3 */
    bool no_icv;        /* HCR_EL2.IMO or FMO traps it to EL2: there is no virtual register */
} classes[] = {
    [ICC_GROUP0] = {ICH_HCR_TALL0, ICC_SCR_FIQ, false},
    [ICC_GROUP1] = {ICH_HCR_TALL1, ICC_SCR_IRQ, false},
    [ICC_COMMON] = {ICH_HCR_TC, ICC_SCR_IRQ | ICC_SCR_FIQ, false},
    [ICC_SGI] = {ICH_HCR_TC, ICC_SCR_IRQ | ICC_SCR_FIQ, true},
    [ICC_DIR] = {ICH_HCR_TC | ICH_HCR_TDIR, ICC_SCR_IRQ | ICC_SCR_FIQ, false},
};

enum sysreg_outcome icc_check(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, bool write)
{
    (void)write;
    const struct gic *g = owner;
    unsigned class = row->arg >> 16;
    if (icc_under_el2(c) && (g->state->pe[c->pe].ich_hcr & classes[class].ich_traps) != 0) {
        return SYSREG_TRAP_EL2;
    }
    if (icc_is_virtual(c, row)) {
        return classes[class].no_icv ? SYSREG_TRAP_EL2 : SYSREG_OK;
    }
    bool to_el3 = c->has_el3 && c->el < 3 && (c->scr_el3 & classes[class].scr) == classes[class].scr;
    return to_el3 ? SYSREG_TRAP_EL3 : SYSREG_OK;
}

/* ICC_AP0R<n>, ICC_AP1R<n>: one register for up to 5 preemption bits, two for 6, four for 7. */
static bool has_ap(const struct gic_cpuif *i, unsigned n)
{
    unsigned preemption_bits = 7u - i->min_bpr;
    return n < (preemption_bits <= 5 ? 1u : preemption_bits == 6 ? 2u : 4u);
}

enum sysreg_outcome icc_ap_check(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, bool write)
{
    const struct gic *g = owner;
    const struct gic_pe *p = &g->state->pe[c->pe];
    if (!has_ap(icc_is_virtual(c, row) ? &p->virt : &p->physical, icc_number(row))) {
        return SYSREG_UNDEFINED;
    }
    return icc_check(owner, c, row, write);
}

enum sysreg_outcome icc_el2_check(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, bool write)
{
    (void)owner, (void)row, (void)write;
    return c->has_el2 ? SYSREG_OK : SYSREG_UNDEFINED;
}

enum sysreg_outcome icc_ich_check(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, bool write)
{
    (void)write;
    const struct gic *g = owner;
    return c->has_el2 && has_ap(&g->state->pe[c->pe].virt, icc_number(row)) ? SYSREG_OK : SYSREG_UNDEFINED;
}

enum sysreg_outcome icc_lr_check(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, bool write)
{
    (void)owner, (void)write;
    return c->has_el2 && icc_number(row) < GIC_LRS ? SYSREG_OK : SYSREG_UNDEFINED;
}
