/* SPDX-License-Identifier: Apache-2.0 */
/* The host's side: input lines, and set-up that bypasses views and messages. */
#include "gic/state.h"

bool gic_line(struct gic *g, unsigned pe, uint32_t intid, bool level, uint64_t now)
{
    bool shared = intid >= GIC_PRIVATE;
    if (intid < 16 || (!shared && pe >= g->config.pes)) {
        return false;
    }
    pe = shared ? 0 : pe;
    const struct gic_intid *r = gic_record(g, pe, intid);
    if (r == NULL) {
        return false;
    }
    bool rises = level && (r->flags & GIC_F_LINE) == 0;
    uint32_t set = level ? GIC_F_LINE : 0;
    if (rises && (r->flags & GIC_F_EDGE) != 0) {
        set |= GIC_F_LATCH;
    }
    gic_set_now(g, now);
    gic_change(g, pe, intid, set, level ? 0 : GIC_F_LINE);
    gic_settle(g);
    return true;
}

bool gic_configure(struct gic *g, unsigned pe, const struct gic_setup *setup)
{
    bool shared = setup->intid >= GIC_PRIVATE;
    if ((!shared && pe >= g->config.pes) || setup->group > 2 || (setup->group == 2 && gic_one_state(g)) ||
        (shared && setup->target != GIC_NO_PE && setup->target >= g->config.pes)) {
        return false;
    }
    pe = shared ? 0 : pe;
    struct gic_intid *r = gic_record(g, pe, setup->intid);
    if (r == NULL) {
        return false;
    }
    static const uint32_t groups[] = {0, GIC_F_GROUP, GIC_F_GRPMOD};
    bool edge = setup->edge || setup->intid < 16;
    uint32_t set = groups[setup->group] | (setup->enabled ? GIC_F_ENABLED : 0) | (edge ? GIC_F_EDGE : 0);
    r->priority = setup->priority & gic_prio_mask(g->config.prio_bits);
    if (shared) {
        bool any = setup->target == GIC_NO_PE;
        gic_route(g, setup->intid, any ? BIT64(31) : g->config.affinity[setup->target]);
    }
    gic_touch(g, pe, setup->intid, r);
    gic_change(g, pe, setup->intid, set, (GIC_F_GROUP | GIC_F_GRPMOD | GIC_F_ENABLED | GIC_F_EDGE) & ~set);
    gic_settle(g);
    return true;
}

void gic_ready(struct gic *g, bool eoimode1)
{
    struct gic_state *s = g->state;
    s->ctlr |= GICD_G0 | GICD_G1NS | (gic_one_state(g) ? 0 : GICD_G1S);
    for (unsigned pe = 0; pe < g->config.pes; pe++) {
        struct gic_cpuif *i = &s->pe[pe].physical;
        s->pe[pe].asleep = 0;
        memset(i->written.igrpen, 1, sizeof i->written.igrpen);
        memset(i->written.eoimode, eoimode1, sizeof i->written.eoimode);
        i->written.bpr[GIC_G0] = i->min_bpr;
        i->written.bpr[GIC_G1S] = i->min_bpr;
        i->written.bpr[GIC_G1] = i->min_bpr + 1;
        i->effective = i->written;
        s->signal_dirty |= 1u << pe;
    }
    gic_touch_all(g);
    gic_settle(g);
}

static void learn_view(struct gic *g, unsigned pe)
{
    struct gic_pe *p = &g->state->pe[pe];
    struct gic_queue *q = &p->up;
    uint32_t kept = 0;
    for (uint32_t n = 0; n < q->count; n++) { /* values on their way are older than this one */
        if (q->entry[n].kind != GIC_UP_PMR) {
            q->entry[kept++] = q->entry[n];
        }
    }
    memset(&q->entry[kept], 0, (q->count - kept) * sizeof q->entry[0]);
    q->count = kept;
    p->view_state = p->physical.pmhe != 0 ? GIC_VIEW_KNOWN : GIC_VIEW_OFF;
    p->view = p->physical.pmhe != 0 ? p->physical.pmr : 0;
    gic_view_changed(g, pe);
    g->state->signal_dirty |= 1u << pe;
    gic_settle(g);
}

void gic_set_pmr(struct gic *g, unsigned pe, uint8_t physical)
{
    struct gic_cpuif *i = &g->state->pe[pe].physical;
    i->pmr = physical & gic_prio_mask(i->prio_bits);
    i->pmr_before = i->pmr;
    i->pmr_unsynced = 0;
    learn_view(g, pe);
}

void gic_set_pmhe(struct gic *g, unsigned pe, bool on)
{
    g->state->pe[pe].physical.pmhe = on;
    learn_view(g, pe);
}

uint8_t gic_pmr(const struct gic *g, unsigned pe)
{
    return g->state->pe[pe].physical.pmr;
}

bool gic_pmhe(const struct gic *g, unsigned pe)
{
    return g->state->pe[pe].physical.pmhe != 0;
}
