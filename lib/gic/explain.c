/* SPDX-License-Identifier: Apache-2.0 */
/* Why an interrupt is or is not signalled, in the order of the tests. */
#include "gic/state.h"

static struct gic_offer offer_of(const struct gic *g, uint32_t intid, const struct gic_intid *r)
{
    return (struct gic_offer){
        .intid = (uint16_t)intid, .priority = r->priority, .group = (uint8_t)gic_group_of(g, r), .present = 1};
}

static enum gm_reason redistributor_reason(const struct gic *g, unsigned pe, uint32_t intid, const struct gic_intid *r)
{
    const struct gic_pe *p = &g->state->pe[pe];
    unsigned group = gic_group_of(g, r);
    bool sent = p->sent.present != 0 && p->sent.intid == intid;
    if (!gic_rec_pending(r)) {
        return GM_REASON_NONE;
    }
    if ((r->flags & GIC_F_ENABLED) == 0) {
        return GM_REASON_DISABLED;
    }
    if ((r->flags & GIC_F_ACTIVE) != 0) {
        return GM_REASON_ACTIVE;
    }
    if (!gic_group_forwarded(g, group)) {
        return GM_REASON_DIST_GROUP_OFF;
    }
    if (p->asleep != 0) {
        return GM_REASON_ASLEEP;
    }
    if (p->physical.effective.igrpen[group] == 0) {
        return GM_REASON_GROUP_OFF; /* before the routing: it is why a 1-of-N interrupt is not sent here */
    }
    if (!gic_offered_to(g, pe, intid, r)) {
        return GM_REASON_NOT_ROUTED;
    }
    if (!sent && gic_held_back(g, pe, r->priority)) {
        return GM_REASON_HELD_BY_HINT;
    }
    return sent ? GM_REASON_IN_FLIGHT : GM_REASON_OUTRANKED;
}

static enum gm_reason reason_of(const struct gic *g, unsigned pe, uint32_t intid, const struct gic_intid *r)
{
    const struct gic_cpuif *i = &g->state->pe[pe].physical;
    if (i->slot.present != 0 && i->slot.intid == intid) {
        return gic_decide_offer(i, &i->slot,
                                i->pmr); /* what the CPU interface has counts, even if withdrawn meanwhile */
    }
    enum gm_reason reason = redistributor_reason(g, pe, intid, r);
    if (reason != GM_REASON_OUTRANKED) {
        return reason;
    }
    /* Behind another: say first whether it would be masked anyway. */
    const struct gic_offer o = offer_of(g, intid, r);
    reason = gic_decide_offer(i, &o, i->pmr);
    return reason == GM_REASON_SIGNALLED ? GM_REASON_OUTRANKED : reason;
}

static void fill(const struct gic *g, unsigned pe, const struct gic_offer *o, enum gm_reason reason,
                 struct gic_explanation *out)
{
    static const uint8_t groups[GIC_GROUPS] = {IRQ_GROUP0, IRQ_GROUP1_S, IRQ_GROUP1_NS};
    const struct gic_pe *p = &g->state->pe[pe];
    bool single = o->group == GIC_G1 && gic_one_state(g);
    bool known = p->view_state == GIC_VIEW_KNOWN;
    *out = (struct gic_explanation){
        .intid = o->present != 0 ? o->intid : GIC_SPURIOUS,
        .priority = o->priority,
        .group = o->present == 0 ? IRQ_NONE
                 : single        ? IRQ_GROUP1
                                 : groups[o->group],
        .reason = reason,
        .pmr = p->physical.pmr,
        .running = p->physical.running,
        .view_known = known,
        .view = known ? p->view : 0,
        .pmhe = p->physical.pmhe != 0,
        .upstream_pending = p->up.count,
    };
}

static bool concerns(unsigned pe, uint32_t intid, const struct gic_intid *r)
{
    return gic_rec_pending(r) &&
           (intid < GIC_PRIVATE || r->target == pe || (r->flags & GIC_F_IRM) != 0 || r->holder == pe);
}

/* Nothing is forwarded: the highest pending, enabled ones before disabled ones. */
static struct gic_offer highest_pending(const struct gic *g, unsigned pe)
{
    struct gic_offer best = {0};
    bool best_enabled = false;
    for (uint32_t intid = 0; intid < GIC_PRIVATE + g->config.spis; intid++) {
        const struct gic_intid *r = gic_record(g, pe, intid);
        if (!concerns(pe, intid, r)) {
            continue;
        }
        struct gic_offer o = offer_of(g, intid, r);
        bool enabled = (r->flags & GIC_F_ENABLED) != 0;
        if (best.present == 0 || enabled > best_enabled || (enabled == best_enabled && gic_before(&o, &best))) {
            best = o;
            best_enabled = enabled;
        }
    }
    return best;
}

void gic_explain(const struct gic *g, unsigned pe, struct gic_explanation *out)
{
    const struct gic_pe *p = &g->state->pe[pe];
    struct gic_offer o = p->physical.slot.present != 0 ? p->physical.slot : p->sent.present != 0 ? p->sent : p->best;
    if (o.present == 0) {
        o = highest_pending(g, pe);
    }
    enum gm_reason reason = o.present == 0 ? GM_REASON_NONE : reason_of(g, pe, o.intid, gic_record(g, pe, o.intid));
    fill(g, pe, &o, reason, out);
}

bool gic_explain_intid(const struct gic *g, unsigned pe, uint32_t intid, struct gic_explanation *out)
{
    const struct gic_intid *r = pe < g->config.pes ? gic_record(g, pe, intid) : NULL;
    if (r == NULL) {
        return false;
    }
    const struct gic_offer o = offer_of(g, intid, r);
    fill(g, pe, &o, reason_of(g, pe, intid, r), out);
    return true;
}
