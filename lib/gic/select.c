/* SPDX-License-Identifier: Apache-2.0 */
/* The highest priority pending interrupt of a PE, and the target of a 1-of-N interrupt. */
#include "gic/state.h"

/* Lower value first; equal priorities by INTID (IMPLEMENTATION DEFINED; lowest first, as QEMU and most silicon). */
bool gic_before(const struct gic_offer *a, const struct gic_offer *b)
{
    return a->priority != b->priority ? a->priority < b->priority : a->intid < b->intid;
}

/* Rule 5, rule 9: whether the redistributor's copy of the PMR lets it hold back this priority, and it does. */
bool gic_held_back(const struct gic *g, unsigned pe, uint8_t priority)
{
    const struct gic_pe *p = &g->state->pe[pe];
    switch ((enum gic_view)p->view_state) {
    case GIC_VIEW_KNOWN:
    case GIC_VIEW_LEAVING:
        return priority >= p->view;
    case GIC_VIEW_UNKNOWN:
        /* (choice) with no value it may hold back anything: prompt and timed hold back nothing, the others all */
        return gic_late(g);
    case GIC_VIEW_OFF:
        break;
    }
    return false;
}

static bool accepts(const struct gic *g, unsigned pe, unsigned group)
{
    const struct gic_pe *p = &g->state->pe[pe];
    return p->asleep == 0 && p->physical.effective.igrpen[group] != 0;
}

/*
 * 1-of-N (IHI 0069, 3.2.3): among PEs that are awake, with the group enabled at their CPU interface and DPG clear.
 * (choice) First a PE whose PMR is known (PMHE=1) to admit the priority, then one that gives no hint (PMHE=0 or
 * unknown), then one whose copy masks it; the lowest-numbered of the best kind.
 */
static unsigned one_of_n_target(const struct gic *g, const struct gic_intid *r, unsigned group)
{
    static const uint32_t dpg[GIC_GROUPS] = {[GIC_G0] = GICR_DPG0, [GIC_G1S] = GICR_DPG1S, [GIC_G1] = GICR_DPG1NS};
    unsigned target = GIC_NO_PE;
    unsigned best = 3;
    for (unsigned pe = 0; pe < g->config.pes; pe++) {
        const struct gic_pe *p = &g->state->pe[pe];
        if (!accepts(g, pe, group) || (p->dpg & dpg[group]) != 0) {
            continue;
        }
        unsigned kind = p->view_state != GIC_VIEW_KNOWN ? 1 : r->priority < p->view ? 0 : 2;
        if (kind < best) {
            best = kind;
            target = pe;
        }
    }
    return target;
}

bool gic_offered_to(const struct gic *g, unsigned pe, uint32_t intid, const struct gic_intid *r)
{
    if (intid < GIC_PRIVATE) {
        return true;
    }
    if ((r->flags & GIC_F_IRM) == 0) {
        return r->target == pe;
    }
    /* One that is out stays where it is (rule 6) until that PE no longer takes its group. */
    return r->holder != GIC_NO_PE ? r->holder == pe : one_of_n_target(g, r, gic_group_of(g, r)) == pe;
}

/* Everything but "pending, enabled, not active", which the candidate bitmaps hold. */
static bool forwardable(const struct gic *g, unsigned pe, uint32_t intid, const struct gic_intid *r, unsigned group)
{
    const struct gic_pe *p = &g->state->pe[pe];
    if (r->holder != GIC_NO_PE && (r->holder != pe || p->sent.present == 0 || p->sent.intid != intid)) {
        return false; /* acknowledged or released, and the message is on its way */
    }
    return gic_group_forwarded(g, group) && p->physical.effective.igrpen[group] != 0 && gic_offered_to(g, pe, intid, r);
}

static void consider(const struct gic *g, unsigned pe, uint32_t first, uint32_t word, struct gic_offer *best)
{
    for (uint32_t intid = first; word != 0; word >>= 1, intid++) {
        if ((word & 1) == 0) {
            continue;
        }
        const struct gic_intid *r = gic_record(g, pe, intid);
        struct gic_offer o = {
            .intid = (uint16_t)intid,
            .priority = r->priority,
            .group = (uint8_t)gic_group_of(g, r),
            .present = 1,
        };
        if (forwardable(g, pe, intid, r, o.group) && (best->present == 0 || gic_before(&o, best))) {
            *best = o;
        }
    }
}

void gic_select(struct gic *g, unsigned pe)
{
    struct gic_state *s = g->state;
    struct gic_offer best = {0};
    if (s->pe[pe].asleep == 0) {
        consider(g, pe, 0, s->pe[pe].candidates, &best);
        for (unsigned w = 0; w * 32 < g->config.spis; w++) {
            consider(g, pe, GIC_PRIVATE + 32 * w, s->spi_candidates[w], &best);
        }
    }
    s->pe[pe].best = best;
}

/* Whether what is out to the PE may stay there, as it is: with another priority or group it is withdrawn and sent anew,
 * because the first Set may have been acknowledged meanwhile. */
bool gic_still_valid(const struct gic *g, unsigned pe, const struct gic_offer *o)
{
    const struct gic_state *s = g->state;
    const struct gic_intid *r = gic_record(g, pe, o->intid);
    uint32_t word = o->intid < GIC_PRIVATE ? s->pe[pe].candidates : s->spi_candidates[o->intid / 32 - 1];
    unsigned group = gic_group_of(g, r);
    return s->pe[pe].asleep == 0 && bit(word, o->intid % 32) && group == o->group && r->priority == o->priority &&
           forwardable(g, pe, o->intid, r, group);
}
