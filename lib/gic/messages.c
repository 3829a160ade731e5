/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The messages between redistributor and CPU interface, and when they arrive: semantics.md, "Resolution of may".
 *
 * prompt:      every message arrives while it is sent.
 * timed:       after its latency, in order; gic_advance and gic_dsb carry the time.
 * adversarial: PMR values wait for a DSB.  (choice) The other upstream entries are not delayed, and as the stream is in
 *              order they take earlier PMR values with them.  (choice) A Set is not delayed either (a later arrival is
 *              the same as a later stimulus); a Clear waits for a DSB or an IAR read, or goes before a Set.
 * explored:    everything waits until gic_choice_take, upstream entries at most until a DSB.
 *
 * (choice) A full queue delivers its oldest entry: real hardware would stall the sender until then.
 */
#include "gic/state.h"

void gic_deliver_one(struct gic *g, unsigned pe, struct gic_queue *q)
{
    struct gic_message m = q->entry[0];
    q->count--;
    memmove(&q->entry[0], &q->entry[1], q->count * sizeof q->entry[0]);
    memset(&q->entry[q->count], 0, sizeof q->entry[0]);
    gic_set_now(g, m.due);
    gic_arrive(g, pe, &m);
}

static void deliver(struct gic *g, unsigned pe, struct gic_queue *q, uint32_t count)
{
    /* An arrival may send, hence push to a full queue and deliver: never count below zero. */
    for (; count > 0 && q->count > 0; count--) {
        gic_deliver_one(g, pe, q);
    }
}

static uint64_t due_after(const struct gic *g, const struct gic_queue *q, uint32_t latency)
{
    if (g->config.resolve != GM_RESOLVE_TIMED) {
        return 0;
    }
    uint64_t due = g->state->now + latency;
    return q->count > 0 && q->entry[q->count - 1].due > due ? q->entry[q->count - 1].due : due;
}

static void push(struct gic *g, unsigned pe, struct gic_queue *q, const struct gic_message *m, uint64_t due)
{
    if (q->count == GIC_QUEUE) {
        uint64_t now = g->state->now;
        gic_deliver_one(g, pe, q);
        gic_set_now(g, now);
    }
    q->entry[q->count] = *m;
    q->entry[q->count++].due = due;
}

void gic_send_up(struct gic *g, unsigned pe, const struct gic_message *m)
{
    struct gic_pe *p = &g->state->pe[pe];
    bool is_pmr = m->kind == GIC_UP_PMR;
    switch (g->config.resolve) {
    case GM_RESOLVE_PROMPT:
        gic_arrive(g, pe, m);
        break;
    case GM_RESOLVE_ADVERSARIAL:
        if (!is_pmr) {
            deliver(g, pe, &p->up, p->up.count);
            gic_arrive(g, pe, m);
        } else if (p->up.count > 0) {
            p->up.entry[0] = *m; /* only the last value is there when the DSB comes */
        } else {
            push(g, pe, &p->up, m, 0);
        }
        break;
    case GM_RESOLVE_TIMED: {
        uint64_t due = due_after(g, &p->up, g->config.upstream_latency);
        push(g, pe, &p->up, m, due);
        p->last_ack = due + g->config.ack_latency;
        p->last_ack_other = is_pmr ? p->last_ack_other : p->last_ack;
        break;
    }
    case GM_RESOLVE_EXPLORED:
        push(g, pe, &p->up, m, 0);
        break;
    }
}

static void send_down(struct gic *g, unsigned pe, enum gic_message_kind kind, const struct gic_offer *offer)
{
    struct gic_pe *p = &g->state->pe[pe];
    struct gic_message m = {.kind = (uint8_t)kind, .offer = *offer};
    switch (g->config.resolve) {
    case GM_RESOLVE_PROMPT:
        gic_arrive(g, pe, &m);
        break;
    case GM_RESOLVE_ADVERSARIAL:
        if (kind == GIC_DOWN_CLEAR) {
            push(g, pe, &p->down, &m, 0);
        } else {
            deliver(g, pe, &p->down, p->down.count);
            gic_arrive(g, pe, &m);
        }
        break;
    case GM_RESOLVE_TIMED: {
        uint32_t latency = kind == GIC_DOWN_SET ? g->config.set_latency : g->config.clear_latency;
        push(g, pe, &p->down, &m, due_after(g, &p->down, latency));
        break;
    }
    case GM_RESOLVE_EXPLORED:
        push(g, pe, &p->down, &m, 0);
        break;
    }
}

static void report_held(struct gic *g, unsigned pe)
{
    struct gic_pe *p = &g->state->pe[pe];
    if (p->held != p->best.intid + 1) {
        p->held = p->best.intid + 1;
        gic_emit(g, GIC_EV_HELD, pe, p->best.intid, p->view, NULL);
    }
}

/* Rules 5, 6 and 10: what the redistributor sends, given the highest candidate. */
void gic_forward(struct gic *g, unsigned pe, bool despite_hint, bool replace)
{
    struct gic_pe *p = &g->state->pe[pe];
    if (p->sent.present != 0 && !gic_still_valid(g, pe, &p->sent)) {
        struct gic_offer withdrawn = p->sent;
        p->sent = (struct gic_offer){0};
        send_down(g, pe, GIC_DOWN_CLEAR, &withdrawn);
        g->state->dirty |= 1u << pe; /* it is no candidate until the Clear has arrived */
        return;
    }
    const struct gic_offer best = p->best;
    if (best.present == 0 || (p->sent.present != 0 && p->sent.intid == best.intid)) {
        p->held = 0;
        return;
    }
    if (!despite_hint && gic_held_back(g, pe, best.priority)) {
        report_held(g, pe);
        return;
    }
    if (p->sent.present != 0 && p->sent.intid != best.intid && !replace) {
        return;
    }
    p->held = 0;
    p->sent = best;
    gic_record(g, pe, best.intid)->holder = (uint8_t)pe;
    send_down(g, pe, GIC_DOWN_SET, &best);
}

static unsigned lowest(uint32_t mask)
{
    unsigned n = 0;
    while ((mask >> n & 1) == 0) {
        n++;
    }
    return n;
}

void gic_settle(struct gic *g)
{
    struct gic_state *s = g->state;
    /* (choice) rule 6: a higher interrupt replaces the one in the slot at once, except where the explorer decides:
     * never replacing would let a masked interrupt keep out every NMI. */
    bool replace = g->config.resolve != GM_RESOLVE_EXPLORED;
    while (s->dirty != 0) {
        unsigned pe = lowest(s->dirty);
        s->dirty &= ~(1u << pe);
        gic_select(g, pe);
        gic_forward(g, pe, false, replace);
    }
    while (s->signal_dirty != 0) {
        unsigned pe = lowest(s->signal_dirty);
        s->signal_dirty &= ~(1u << pe);
        gic_update_signal(g, pe);
    }
}

/* ICC_IGRPEN as it works now changed.  (choice) The redistributor learns it at once: rule 5 forwards only what is
 * group-enabled, and an interrupt of a disabled group goes back (Release). */
void gic_enables_changed(struct gic *g, unsigned pe)
{
    struct gic_pe *p = &g->state->pe[pe];
    struct gic_cpuif *i = &p->physical;
    if (i->slot.present != 0 && i->effective.igrpen[i->slot.group] == 0) {
        struct gic_message m = {.kind = GIC_UP_RELEASE, .offer = i->slot};
        i->slot = (struct gic_offer){0};
        gic_send_up(g, pe, &m);
    }
    g->state->signal_dirty |= 1u << pe;
    g->state->dirty |= g->state->irm_spis != 0 ? (1u << g->config.pes) - 1 : 1u << pe;
}

void gic_view_changed(struct gic *g, unsigned pe)
{
    const struct gic_pe *p = &g->state->pe[pe];
    bool out = p->sent.present != 0 && p->sent.intid == p->best.intid;
    if (g->state->irm_spis != 0) {
        gic_touch_all(g);
    } else if (p->best.present != 0 && !out) { /* a masking loop with nothing held back costs nothing here */
        g->state->dirty |= 1u << pe;
    }
}

/* Rule 9. */
void gic_pmhe_changed(struct gic *g, unsigned pe)
{
    struct gic_pe *p = &g->state->pe[pe];
    if (p->physical.pmhe != 0) {
        p->view_state = GIC_VIEW_UNKNOWN;
        p->view = 0;
    } else if (p->view_state != GIC_VIEW_OFF) {
        /* An unknown view that leaves holds back everything: view is 0 then. */
        p->view_state = gic_late(g) ? GIC_VIEW_LEAVING : GIC_VIEW_OFF;
    }
    gic_view_changed(g, pe);
}

/* Up to and including the last Clear. */
void gic_deliver_clears(struct gic *g, unsigned pe)
{
    struct gic_queue *q = &g->state->pe[pe].down;
    uint32_t count = q->count;
    while (count > 0 && q->entry[count - 1].kind != GIC_DOWN_CLEAR) {
        count--;
    }
    uint64_t now = g->state->now;
    deliver(g, pe, q, count);
    gic_settle(g);
    g->state->now = now;
}

static void drain_upstream(struct gic *g, unsigned pe, bool pmr_too)
{
    struct gic_queue *q = &g->state->pe[pe].up;
    uint32_t count = q->count;
    while (!pmr_too && count > 0 && q->entry[count - 1].kind == GIC_UP_PMR) {
        count--;
    }
    for (; count > 0 && q->count > 0; count--) {
        gic_deliver_one(g, pe, q);
        gic_settle(g); /* each at its own time */
    }
}

uint64_t gic_dsb(struct gic *g, unsigned pe, unsigned crm, uint64_t now)
{
    struct gic_pe *p = &g->state->pe[pe];
    if (g->config.resolve == GM_RESOLVE_PROMPT || (crm & 3) != 3) {
        return now; /* nothing waits; rule 8: DSB LD and DSB ST drain nothing */
    }
    bool pmr_too = (crm >> 2 & 3) == 3 || g->config.narrow_dsb_drains_pmr;
    drain_upstream(g, pe, pmr_too);
    gic_set_now(g, now);
    if (gic_late(g)) {
        gic_deliver_clears(g, pe); /* (choice) the latest that we let a Clear come */
    }
    if (pmr_too && p->view_state == GIC_VIEW_LEAVING) {
        p->view_state = GIC_VIEW_OFF;
        gic_view_changed(g, pe);
    }
    gic_settle(g);
    uint64_t done = pmr_too ? p->last_ack : p->last_ack_other;
    return done > now ? done : now;
}

uint64_t gic_advance(struct gic *g, unsigned pe, uint64_t now)
{
    struct gic_pe *p = &g->state->pe[pe];
    if (g->config.resolve != GM_RESOLVE_TIMED) {
        return UINT64_MAX;
    }
    for (;;) {
        uint64_t up = p->up.count > 0 ? p->up.entry[0].due : UINT64_MAX;
        uint64_t down = p->down.count > 0 ? p->down.entry[0].due : UINT64_MAX;
        uint64_t next = up < down ? up : down;
        if (next > now || next == UINT64_MAX) {
            gic_set_now(g, now);
            return next;
        }
        gic_deliver_one(g, pe, up <= down ? &p->up : &p->down);
        gic_settle(g);
    }
}
