/* SPDX-License-Identifier: Apache-2.0 */
/* What a message does where it arrives.  Sends further messages; gic_settle looks at the consequences. */
#include "gic/state.h"

/* The Set of this interrupt is no longer outstanding. */
static void returned(struct gic *g, unsigned pe, const struct gic_offer *o)
{
    struct gic_pe *p = &g->state->pe[pe];
    struct gic_intid *r = gic_record(g, pe, o->intid);
    if (r->holder == pe) {
        r->holder = GIC_NO_PE;
    }
    if (p->sent.present != 0 && p->sent.intid == o->intid) {
        p->sent = (struct gic_offer){0};
    }
    gic_touch(g, pe, o->intid, r);
    g->state->dirty |= 1u << pe;
}

static void pmr_arrived(struct gic *g, unsigned pe, const struct gic_message *m)
{
    struct gic_pe *p = &g->state->pe[pe];
    if (p->view_state == GIC_VIEW_OFF) {
        return;
    }
    p->view = (uint8_t)m->value;
    if (p->view_state == GIC_VIEW_UNKNOWN) {
        p->view_state = GIC_VIEW_KNOWN;
    }
    gic_emit(g, GIC_EV_PMR_ARRIVED, pe, GIC_SPURIOUS, m->value, NULL);
    gic_view_changed(g, pe);
}

static void activated(struct gic *g, unsigned pe, const struct gic_message *m)
{
    returned(g, pe, &m->offer);
    /* ISPENDR's pending state ends here for level-sensitive interrupts too (IHI 0069, GICD_ISPENDR). */
    gic_change(g, pe, m->offer.intid, GIC_F_ACTIVE, GIC_F_LATCH);
}

static void deactivated(struct gic *g, unsigned pe, const struct gic_message *m)
{
    const struct gic_intid *r = gic_record(g, pe, m->offer.intid);
    if ((r->flags & GIC_F_ACTIVE) == 0) {
        gic_emit(g, GIC_EV_UNPREDICTABLE, pe, m->offer.intid, 0, "deactivation of an interrupt that is not active");
        return;
    }
    gic_change(g, pe, m->offer.intid, 0, GIC_F_ACTIVE);
    gic_emit(g, GIC_EV_DEACTIVATE, pe, m->offer.intid, 0, NULL);
}

static void released(struct gic *g, unsigned pe, const struct gic_message *m)
{
    returned(g, pe, &m->offer);
    gic_emit(g, GIC_EV_RELEASE, pe, m->offer.intid, m->offer.priority, NULL);
}

static void sgi_arrived(struct gic *g, unsigned pe, const struct gic_message *m)
{
    gic_generate_sgis(g, pe, m->offer.group, m->ns != 0, m->value);
}

static void set_arrived(struct gic *g, unsigned pe, const struct gic_message *m)
{
    struct gic_cpuif *i = &g->state->pe[pe].physical;
    struct gic_message release = {.kind = GIC_UP_RELEASE, .offer = m->offer};
    if (i->effective.igrpen[m->offer.group] == 0) {
        gic_send_up(g, pe, &release); /* the group was disabled while it was under way */
        return;
    }
    release.offer = i->slot;
    i->slot = m->offer;
    g->state->signal_dirty |= 1u << pe;
    gic_emit(g, GIC_EV_SET, pe, m->offer.intid, m->offer.priority, NULL);
    if (release.offer.present != 0 && release.offer.intid != m->offer.intid) {
        gic_send_up(g, pe, &release);
    }
}

static void clear_arrived(struct gic *g, unsigned pe, const struct gic_message *m)
{
    struct gic_cpuif *i = &g->state->pe[pe].physical;
    if (i->slot.present == 0 || i->slot.intid != m->offer.intid) {
        return; /* acknowledged or released meanwhile: that message is on its way up */
    }
    i->slot = (struct gic_offer){0};
    g->state->signal_dirty |= 1u << pe;
    gic_emit(g, GIC_EV_CLEAR, pe, m->offer.intid, m->offer.priority, NULL);
    returned(g, pe, &m->offer); /* (choice) the Clear's acknowledge is not delayed */
}

typedef void arrive_fn(struct gic *g, unsigned pe, const struct gic_message *m);
static arrive_fn *const arrivals[] = {
    [GIC_UP_PMR] = pmr_arrived,       [GIC_UP_ACTIVATE] = activated, [GIC_UP_DEACTIVATE] = deactivated,
    [GIC_UP_RELEASE] = released,      [GIC_UP_SGI] = sgi_arrived,    [GIC_DOWN_SET] = set_arrived,
    [GIC_DOWN_CLEAR] = clear_arrived,
};

void gic_arrive(struct gic *g, unsigned pe, const struct gic_message *m)
{
    arrivals[m->kind](g, pe, m);
}
