/* SPDX-License-Identifier: Apache-2.0 */
/* Cold reset, and whether a restored block is within bounds. */
#include "gic/state.h"

enum { VIRTUAL_PRIO_BITS = 5, PREEMPTION_BITS = 7 };

static size_t intid_count(const struct gic_config *config)
{
    return (size_t)config->pes * GIC_PRIVATE + config->spis;
}

size_t gic_state_size(const struct gic_config *config)
{
    return sizeof(struct gic_state) + intid_count(config) * sizeof(struct gic_intid);
}

/* At most 7 preemption bits: a binary point of 0 leaves <7:1>. */
static uint8_t min_bpr_of(unsigned prio_bits)
{
    return (uint8_t)(PREEMPTION_BITS - (prio_bits < PREEMPTION_BITS ? prio_bits : PREEMPTION_BITS));
}

static void reset_cpuif(struct gic_cpuif *i, unsigned prio_bits)
{
    i->prio_bits = (uint8_t)prio_bits;
    i->min_bpr = min_bpr_of(prio_bits);
    i->running = 0xff;
    i->written.bpr[GIC_G0] = i->min_bpr;
    i->written.bpr[GIC_G1S] = i->min_bpr;
    i->written.bpr[GIC_G1] = i->min_bpr + 1;
    i->effective = i->written;
    memset(i->acked, 0xff, sizeof i->acked);
}

void gic_init(struct gic *gic, void *block, const struct gic_config *config, const struct gic_host *host)
{
    struct gic_state *s = block;
    memset(block, 0, gic_state_size(config));
    *gic = (struct gic){.state = s, .host = *host, .config = *config};
    s->ctlr = config->two_security ? 0 : GICD_DS;
    for (unsigned pe = 0; pe < config->pes; pe++) {
        struct gic_pe *p = &s->pe[pe];
        reset_cpuif(&p->physical, config->prio_bits);
        reset_cpuif(&p->virt, VIRTUAL_PRIO_BITS);
        p->physical.pmhe = config->pmhe;
        p->view_state = config->pmhe ? GIC_VIEW_UNKNOWN : GIC_VIEW_OFF;
        p->asleep = 1;
    }
    for (size_t n = 0; n < intid_count(config); n++) {
        bool sgi = n < (size_t)config->pes * GIC_PRIVATE && n % GIC_PRIVATE < 16;
        s->intid[n].flags = sgi ? GIC_F_EDGE : 0;
        s->intid[n].holder = GIC_NO_PE;
        s->intid[n].target = (uint8_t)gic_pe_of_affinity(gic, 0);
    }
}

/* ---- validity ---- */

static bool offer_valid(const struct gic *g, const struct gic_offer *o)
{
    return o->group < GIC_GROUPS && (o->present == 0 || gic_record(g, 0, o->intid) != NULL);
}

static bool queue_valid(const struct gic *g, const struct gic_queue *q, unsigned first_kind, unsigned last_kind)
{
    if (q->count > GIC_QUEUE) {
        return false;
    }
    for (uint32_t n = 0; n < q->count; n++) {
        const struct gic_message *m = &q->entry[n];
        bool names = m->kind != GIC_UP_PMR && m->kind != GIC_UP_SGI;
        if (m->kind < first_kind || m->kind > last_kind || m->offer.group >= GIC_GROUPS ||
            (names && gic_record(g, 0, m->offer.intid) == NULL)) {
            return false;
        }
    }
    return true;
}

static bool controls_valid(const struct gic_cpuif *i, const struct gic_controls *c)
{
    bool ok = true;
    for (unsigned group = 0; group < GIC_GROUPS; group++) {
        ok = ok && c->igrpen[group] <= 1 && c->bpr[group] <= 7 && c->eoimode[group] <= 1;
        ok = ok && c->bpr[group] >= i->min_bpr + (group == GIC_G1);
    }
    return ok && c->cbpr[0] <= 1 && c->cbpr[1] <= 1;
}

static bool cpuif_valid(const struct gic *g, const struct gic_cpuif *i, unsigned prio_bits)
{
    /* What is derived must be what would be derived: a level is used as an index. */
    struct gic_cpuif again = *i;
    if (i->prio_bits != prio_bits || i->min_bpr != min_bpr_of(prio_bits)) {
        return false;
    }
    gic_cpuif_active_changed(&again);
    return again.any_active == i->any_active && again.running == i->running && i->pmhe <= 1 &&
           (i->pmr & ~gic_prio_mask(prio_bits)) == 0 && controls_valid(i, &i->written) &&
           controls_valid(i, &i->effective) && offer_valid(g, &i->slot);
}

static bool levels_valid(const struct gic_cpuif *i)
{
    unsigned levels = 1u << (PREEMPTION_BITS - i->min_bpr);
    for (unsigned level = levels; level < GIC_LEVELS; level++) {
        for (unsigned group = 0; group < GIC_GROUPS; group++) {
            if (bit(i->apr[group][level / 32], level % 32)) {
                return false;
            }
        }
    }
    return true;
}

static bool pe_valid(const struct gic *g, const struct gic_pe *p)
{
    return cpuif_valid(g, &p->physical, g->config.prio_bits) && cpuif_valid(g, &p->virt, VIRTUAL_PRIO_BITS) &&
           levels_valid(&p->physical) && levels_valid(&p->virt) && queue_valid(g, &p->up, GIC_UP_PMR, GIC_UP_SGI) &&
           queue_valid(g, &p->down, GIC_DOWN_SET, GIC_DOWN_CLEAR) && offer_valid(g, &p->best) &&
           offer_valid(g, &p->sent) && p->view_state <= GIC_VIEW_LEAVING && p->signalled <= IRQ_GROUP1_NS &&
           p->asleep <= 1 && p->el <= 3 && (p->dpg & ~(uint32_t)(GICR_DPG0 | GICR_DPG1NS | GICR_DPG1S)) == 0;
}

/* The record, and its bit in the candidate bitmap (which is read before the record is). */
static bool intid_valid(const struct gic *g, unsigned pe, uint32_t intid, uint32_t *irm)
{
    const struct gic_state *s = g->state;
    const struct gic_intid *r = gic_record(g, pe, intid);
    uint32_t word = intid < GIC_PRIVATE ? s->pe[pe].candidates : s->spi_candidates[intid / 32 - 1];
    bool candidate = (r->flags & (GIC_F_ENABLED | GIC_F_ACTIVE)) == GIC_F_ENABLED && gic_rec_pending(r);
    *irm += (r->flags & GIC_F_IRM) != 0;
    return (r->flags & ~(uint32_t)GIC_F_ALL) == 0 && r->nsacr <= 3 && bit(word, intid % 32) == candidate &&
           (r->target < g->config.pes || r->target == GIC_NO_PE) &&
           (r->holder < g->config.pes || r->holder == GIC_NO_PE);
}

bool gic_state_valid(const struct gic *gic)
{
    const struct gic_state *s = gic->state;
    uint32_t ctlr = GICD_G0 | GICD_G1NS | GICD_G1S | GICD_DS | GICD_E1NWF;
    uint32_t irm = 0;
    bool ok = (s->ctlr & ~ctlr) == 0 && s->dirty == 0 && s->signal_dirty == 0;
    ok = ok && (gic->config.two_security || (s->ctlr & GICD_DS) != 0);
    for (unsigned pe = 0; ok && pe < gic->config.pes; pe++) {
        ok = pe_valid(gic, &s->pe[pe]);
        for (uint32_t intid = 0; ok && intid < GIC_PRIVATE; intid++) {
            ok = intid_valid(gic, pe, intid, &irm);
        }
    }
    for (uint32_t n = 0; ok && n < GIC_SPI_WORDS * 32; n++) {
        bool beyond = n >= gic->config.spis;
        ok = beyond ? !bit(s->spi_candidates[n / 32], n % 32) : intid_valid(gic, 0, GIC_PRIVATE + n, &irm);
    }
    return ok && irm == s->irm_spis;
}
