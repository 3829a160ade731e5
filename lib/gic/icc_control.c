/* SPDX-License-Identifier: Apache-2.0 */
/* Binary points, active priorities, control and enable registers.  facts/architecture.md 1.3, 1.5, bugs 55, 56. */
#include "gic/icc.h"

enum { CTLR_CBPR = 1 << 0, CTLR_EOIMODE = 1 << 1, CTLR_PMHE = 1 << 6 };
enum {
    CTLR3_CBPR_S = 1 << 0,
    CTLR3_CBPR_NS = 1 << 1,
    CTLR3_EOI_EL3 = 1 << 2,
    CTLR3_EOI_S = 1 << 3,
    CTLR3_EOI_NS = 1 << 4
};

/* One access: the interface that it reaches, and the banks there. */
struct access {
    struct gic *gic;
    struct gic_cpuif *i;
    unsigned pe;
    unsigned bank;  /* GIC_BANK_S or GIC_BANK_NS */
    unsigned group; /* GIC_G0, or the Group 1 bank */
    bool is_virtual;
};

static struct access access_of(void *owner, const struct sysreg_context *c, const struct sysreg_row *row)
{
    struct gic *g = owner;
    struct gic_pe *p = &g->state->pe[c->pe];
    bool is_virtual = icc_is_virtual(c, row);
    bool ns = is_virtual || icc_ns_bank(g, c);
    gic_set_now(g, c->now);
    return (struct access){
        .gic = g,
        .i = is_virtual ? &p->virt : &p->physical,
        .pe = c->pe,
        .bank = ns ? GIC_BANK_NS : GIC_BANK_S,
        .group = icc_is_group0(row) ? GIC_G0
                 : ns               ? GIC_G1
                                    : GIC_G1S,
        .is_virtual = is_virtual,
    };
}

static void store(const struct access *a, const struct gic_controls *controls)
{
    if (a->is_virtual) {
        a->i->written = a->i->effective = *controls;
    } else {
        gic_write_controls(a->gic, a->pe, controls);
    }
}

/* CBPR=1 below EL3: Group 1 uses ICC_BPR0_EL1. */
static bool common_bpr(const struct access *a, const struct sysreg_context *c)
{
    return a->group != GIC_G0 && c->el < 3 && a->i->written.cbpr[a->bank] != 0;
}

uint64_t icc_bpr_read(void *owner, const struct sysreg_context *c, const struct sysreg_row *row)
{
    struct access a = access_of(owner, c, row);
    const uint8_t *bpr = a.i->written.bpr;
    if (!common_bpr(&a, c)) {
        return bpr[a.group];
    }
    /* Non-secure reads BPR0 + 1, saturated; Secure reads BPR0 */
    return a.group == GIC_G1 && bpr[GIC_G0] < 7 ? bpr[GIC_G0] + 1u : bpr[GIC_G0];
}

void icc_bpr_write(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, uint64_t value)
{
    struct access a = access_of(owner, c, row);
    struct gic_controls controls = a.i->written;
    if (common_bpr(&a, c)) {
        if (a.group == GIC_G1) {
            return; /* writes ignored */
        }
        a.group = GIC_G0;
    }
    unsigned minimum = a.i->min_bpr + (a.group == GIC_G1 ? 1u : 0u);
    unsigned v = (unsigned)bits(value, 2, 0);
    controls.bpr[a.group] = (uint8_t)(v < minimum ? minimum : v);
    store(&a, &controls);
}

uint64_t icc_ap_read(void *owner, const struct sysreg_context *c, const struct sysreg_row *row)
{
    struct access a = access_of(owner, c, row);
    return a.i->apr[a.group][icc_number(row)];
}

/* The levels of register n that exist; Non-secure cannot claim to be active in the Secure half (two states). */
static uint32_t ap_writable(const struct access *a, unsigned n)
{
    unsigned levels = 1u << (7 - a->i->min_bpr);
    unsigned first = 32 * n;
    uint64_t mask = levels > first ? mask64(levels - first < 32 ? levels - first : 32) : 0;
    if (!a->is_virtual && a->group == GIC_G1 && !gic_one_state(a->gic)) {
        unsigned half = levels / 2;
        mask &= ~mask64(half > first ? half - first : 0);
    }
    return (uint32_t)mask;
}

static void ap_store(struct gic_cpuif *i, unsigned group, unsigned n, uint32_t value)
{
    uint32_t fresh = value & ~i->apr[group][n];
    for (unsigned b = 0; b < 32; b++) {
        if ((fresh >> b & 1) != 0) {
            i->acked[32 * n + b] = 0xffff; /* made active by software */
        }
    }
    i->apr[group][n] = value;
    gic_cpuif_active_changed(i);
}

void icc_ap_write(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, uint64_t value)
{
    struct access a = access_of(owner, c, row);
    unsigned n = icc_number(row);
    ap_store(a.i, a.group, n, (uint32_t)value & ap_writable(&a, n));
    if (!a.is_virtual) {
        gic_update_signal(a.gic, a.pe);
    }
}

/* PRIbits <10:8>, IDbits <13:11> = 24 bits, A3V <15>, RSS <18>. */
static uint64_t fixed_fields(const struct gic *g, const struct gic_cpuif *i)
{
    uint64_t rss = 0;
    for (unsigned pe = 0; pe < g->config.pes; pe++) {
        rss |= (g->config.affinity[pe] & 0xff) > 15;
    }
    return (uint64_t)(i->prio_bits - 1u) << 8 | BIT64(11) | BIT64(15) | rss << 18;
}

uint64_t icc_ctlr_read(void *owner, const struct sysreg_context *c, const struct sysreg_row *row)
{
    struct access a = access_of(owner, c, row);
    const struct gic_controls *w = &a.i->written;
    uint64_t pmhe = a.is_virtual ? 0 : a.i->pmhe;
    return w->cbpr[a.bank] | (uint64_t)w->eoimode[a.bank] << 1 | pmhe << 6 | fixed_fields(a.gic, a.i);
}

static void set_pmhe(const struct access *a, bool on)
{
    if (a->i->pmhe != on) {
        a->i->pmhe = on;
        gic_pmhe_changed(a->gic, a->pe);
        gic_settle(a->gic);
    }
}

/* CBPR and PMHE are aliases of ICC_CTLR_EL3's, read-only with two security states. */
void icc_ctlr_write(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, uint64_t value)
{
    struct access a = access_of(owner, c, row);
    struct gic_controls controls = a.i->written;
    controls.eoimode[a.bank] = (value & CTLR_EOIMODE) != 0;
    if (a.is_virtual || gic_one_state(a.gic)) {
        controls.cbpr[a.bank] = (value & CTLR_CBPR) != 0;
    }
    store(&a, &controls);
    if (!a.is_virtual && gic_one_state(a.gic)) {
        set_pmhe(&a, (value & CTLR_PMHE) != 0);
    }
}

uint64_t icc_ctlr3_read(void *owner, const struct sysreg_context *c, const struct sysreg_row *row)
{
    struct access a = access_of(owner, c, row);
    const struct gic_controls *w = &a.i->written;
    return w->cbpr[GIC_BANK_S] | (uint64_t)w->cbpr[GIC_BANK_NS] << 1 | (uint64_t)w->eoimode[GIC_BANK_EL3] << 2 |
           (uint64_t)w->eoimode[GIC_BANK_S] << 3 | (uint64_t)w->eoimode[GIC_BANK_NS] << 4 | (uint64_t)a.i->pmhe << 6 |
           fixed_fields(a.gic, a.i);
}

void icc_ctlr3_write(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, uint64_t value)
{
    struct access a = access_of(owner, c, row);
    struct gic_controls controls = a.i->written;
    controls.cbpr[GIC_BANK_S] = (value & CTLR3_CBPR_S) != 0;
    controls.cbpr[GIC_BANK_NS] = (value & CTLR3_CBPR_NS) != 0;
    controls.eoimode[GIC_BANK_EL3] = (value & CTLR3_EOI_EL3) != 0;
    controls.eoimode[GIC_BANK_S] = (value & CTLR3_EOI_S) != 0;
    controls.eoimode[GIC_BANK_NS] = (value & CTLR3_EOI_NS) != 0;
    store(&a, &controls);
    set_pmhe(&a, (value & CTLR_PMHE) != 0);
}

uint64_t icc_igrpen_read(void *owner, const struct sysreg_context *c, const struct sysreg_row *row)
{
    struct access a = access_of(owner, c, row);
    return a.i->written.igrpen[a.group];
}

void icc_igrpen_write(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, uint64_t value)
{
    struct access a = access_of(owner, c, row);
    struct gic_controls controls = a.i->written;
    controls.igrpen[a.group] = value & 1;
    store(&a, &controls);
}

uint64_t icc_igrpen3_read(void *owner, const struct sysreg_context *c, const struct sysreg_row *row)
{
    struct access a = access_of(owner, c, row);
    return a.i->written.igrpen[GIC_G1] | (uint64_t)a.i->written.igrpen[GIC_G1S] << 1;
}

void icc_igrpen3_write(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, uint64_t value)
{
    struct access a = access_of(owner, c, row);
    struct gic_controls controls = a.i->written;
    controls.igrpen[GIC_G1] = value & 1;
    controls.igrpen[GIC_G1S] = value >> 1 & 1;
    store(&a, &controls);
}

/* SRE, DFB, DIB, and Enable at EL2 and EL3: all RAO/WI. */
uint64_t icc_sre_read(void *owner, const struct sysreg_context *c, const struct sysreg_row *row)
{
    (void)owner, (void)c;
    return icc_number(row);
}

/* ---- ICH_AP0R<n>_EL2, ICH_AP1R<n>_EL2: the virtual interface's own registers ---- */

uint64_t icc_ich_ap_read(void *owner, const struct sysreg_context *c, const struct sysreg_row *row)
{
    const struct gic *g = owner;
    return g->state->pe[c->pe].virt.apr[icc_is_group0(row) ? GIC_G0 : GIC_G1][icc_number(row)];
}

void icc_ich_ap_write(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, uint64_t value)
{
    struct gic *g = owner;
    struct access a = {.gic = g, .i = &g->state->pe[c->pe].virt, .is_virtual = true};
    unsigned n = icc_number(row);
    ap_store(a.i, icc_is_group0(row) ? GIC_G0 : GIC_G1, n, (uint32_t)value & ap_writable(&a, n));
}
