/* SPDX-License-Identifier: Apache-2.0 */
/* The record of an INTID: lookup, group, and every change of it. */
#include "gic/state.h"

/* The only place that turns an INTID into a record: LPIs (from 8192 on) will find theirs here. */
struct gic_intid *gic_record(const struct gic *g, unsigned pe, uint32_t intid)
{
    struct gic_state *s = g->state;
    if (intid < GIC_PRIVATE) {
        return &s->intid[pe * GIC_PRIVATE + intid];
    }
    if (intid - GIC_PRIVATE < g->config.spis) {
        return &s->intid[g->config.pes * GIC_PRIVATE + intid - GIC_PRIVATE];
    }
    return NULL;
}

/* IHI 0069, table "Interrupt grouping": IGRPMODR counts only with two security states. */
unsigned gic_group_of(const struct gic *g, const struct gic_intid *r)
{
    if ((r->flags & GIC_F_GROUP) != 0) {
        return GIC_G1;
    }
    return !gic_one_state(g) && (r->flags & GIC_F_GRPMOD) != 0 ? GIC_G1S : GIC_G0;
}

bool gic_group_forwarded(const struct gic *g, unsigned group)
{
    static const uint32_t enables[GIC_GROUPS] = {[GIC_G0] = GICD_G0, [GIC_G1S] = GICD_G1S, [GIC_G1] = GICD_G1NS};
    return (g->state->ctlr & enables[group]) != 0;
}

uint8_t gic_prio_mask(unsigned prio_bits)
{
    return (uint8_t)(0xff << (8 - prio_bits));
}

static void mark_dirty(struct gic *g, unsigned pe, uint32_t intid, const struct gic_intid *r)
{
    uint32_t all = (1u << g->config.pes) - 1;
    if (intid < GIC_PRIVATE) {
        g->state->dirty |= 1u << pe;
    } else if ((r->flags & GIC_F_IRM) != 0) {
        g->state->dirty |= all;
    } else {
        g->state->dirty |=
            (r->target != GIC_NO_PE ? 1u << r->target : 0) | (r->holder != GIC_NO_PE ? 1u << r->holder : 0);
    }
}

void gic_touch(struct gic *g, unsigned pe, uint32_t intid, const struct gic_intid *r)
{
    struct gic_state *s = g->state;
    uint32_t *word = intid < GIC_PRIVATE ? &s->pe[pe].candidates : &s->spi_candidates[intid / 32 - 1];
    uint32_t bit = 1u << intid % 32;
    bool candidate = (r->flags & (GIC_F_ENABLED | GIC_F_ACTIVE)) == GIC_F_ENABLED && gic_rec_pending(r);
    *word = candidate ? *word | bit : *word & ~bit;
    mark_dirty(g, pe, intid, r);
}

void gic_touch_all(struct gic *g)
{
    g->state->dirty |= (1u << g->config.pes) - 1;
}

void gic_change(struct gic *g, unsigned pe, uint32_t intid, uint32_t set, uint32_t clear)
{
    struct gic_intid *r = gic_record(g, pe, intid);
    uint32_t flags = (r->flags & ~clear) | set;
    if (flags == r->flags) {
        return;
    }
    bool before = gic_rec_pending(r);
    r->flags = flags;
    gic_touch(g, pe, intid, r);
    bool after = gic_rec_pending(r);
    if (before != after) {
        unsigned where = intid >= GIC_PRIVATE && r->target != GIC_NO_PE ? r->target : pe;
        gic_emit(g, after ? GIC_EV_PENDING : GIC_EV_NOT_PENDING, where, intid, r->priority, NULL);
    }
}

unsigned gic_pe_of_affinity(const struct gic *g, uint64_t affinity)
{
    for (unsigned pe = 0; pe < g->config.pes; pe++) {
        if (g->config.affinity[pe] == affinity) {
            return pe;
        }
    }
    return GIC_NO_PE;
}

/* GICD_IROUTER<n>: Aff3 <39:32>, IRM <31>, Aff2..Aff0 <23:0>. */
void gic_route(struct gic *g, uint32_t intid, uint64_t router)
{
    struct gic_intid *r = gic_record(g, 0, intid);
    bool was_irm = (r->flags & GIC_F_IRM) != 0;
    bool irm = bit(router, 31);
    mark_dirty(g, 0, intid, r);
    r->router = router & UINT64_C(0xff80ffffff);
    r->flags = irm ? r->flags | GIC_F_IRM : r->flags & ~(uint32_t)GIC_F_IRM;
    r->target = irm ? GIC_NO_PE : (uint8_t)gic_pe_of_affinity(g, router & UINT64_C(0xff00ffffff));
    g->state->irm_spis += irm - was_irm;
    mark_dirty(g, 0, intid, r);
}
