/* SPDX-License-Identifier: Apache-2.0 */
/* Explored resolution: which choices are open, and taking one.  semantics.md, "Resolution of may". */
#include "gic/state.h"

static bool upstream_open(const struct gic_pe *p)
{
    return p->up.count > 0;
}

/* Something is on its way, or rule 5 lets the redistributor hold back or forward. */
static bool downstream_open(const struct gic_pe *p)
{
    return p->down.count > 0 || (p->best.present != 0 && p->sent.present == 0);
}

static bool replace_open(const struct gic_pe *p)
{
    return p->best.present != 0 && p->sent.present != 0 && p->best.intid != p->sent.intid &&
           gic_before(&p->best, &p->sent);
}

static bool effective_open(const struct gic_pe *p)
{
    const struct gic_cpuif *i = &p->physical;
    return memcmp(&i->written, &i->effective, sizeof i->written) != 0 ||
           (i->pmr_unsynced != 0 && i->pmr_before != i->pmr);
}

bool gic_choice_open(const struct gic *g, unsigned pe, enum gic_choice choice)
{
    static bool (*const open[])(const struct gic_pe *) = {
        [GIC_CHOICE_UPSTREAM] = upstream_open,
        [GIC_CHOICE_DOWNSTREAM] = downstream_open,
        [GIC_CHOICE_REPLACE_SLOT] = replace_open,
        [GIC_CHOICE_EFFECTIVE] = effective_open,
    };
    return g->config.resolve == GM_RESOLVE_EXPLORED && open[choice](&g->state->pe[pe]);
}

static bool must_forward(const struct gic *g, unsigned pe)
{
    const struct gic_pe *p = &g->state->pe[pe];
    return p->down.count > 0 || (downstream_open(p) && !gic_held_back(g, pe, p->best.priority));
}

/* Only PMR values may stay for ever; what is behind one in the stream pushes it ahead. */
static bool must_go_up(const struct gic_pe *p)
{
    for (uint32_t i = 0; i < p->up.count; i++) {
        if (p->up.entry[i].kind != GIC_UP_PMR) {
            return true;
        }
    }
    return false;
}

bool gic_choice_bounded(const struct gic *g, unsigned pe, enum gic_choice choice)
{
    const struct gic_pe *p = &g->state->pe[pe];
    switch (choice) {
    case GIC_CHOICE_UPSTREAM:
        return must_go_up(p);
    case GIC_CHOICE_DOWNSTREAM:
        return must_forward(g, pe);
    case GIC_CHOICE_REPLACE_SLOT:
        return !gic_held_back(g, pe, p->best.priority);
    default:
        return false;
    }
}

void gic_settle_start(struct gic *g, unsigned pe)
{
    gic_context_sync(g, pe, 0);
    while (gic_choice_open(g, pe, GIC_CHOICE_DOWNSTREAM) && must_forward(g, pe)) {
        gic_choice_take(g, pe, GIC_CHOICE_DOWNSTREAM, 0);
    }
}

void gic_choice_take(struct gic *g, unsigned pe, enum gic_choice choice, uint64_t now)
{
    struct gic_pe *p = &g->state->pe[pe];
    if (!gic_choice_open(g, pe, choice)) {
        return;
    }
    switch (choice) {
    case GIC_CHOICE_UPSTREAM:
        gic_deliver_one(g, pe, &p->up);
        break;
    case GIC_CHOICE_DOWNSTREAM:
        if (p->down.count == 0) {
            gic_forward(g, pe, true, false);
        }
        gic_deliver_one(g, pe, &p->down);
        break;
    case GIC_CHOICE_REPLACE_SLOT:
        gic_forward(g, pe, true, true);
        break;
    case GIC_CHOICE_EFFECTIVE:
        gic_context_sync(g, pe, now);
        break;
    }
    gic_settle(g);
}
