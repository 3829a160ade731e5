/* SPDX-License-Identifier: Apache-2.0 */
/* The CPU interface: what is signalled, acknowledge, priority drop.  Physical priorities throughout. */
#include "gic/state.h"

uint8_t gic_group_mask_of(const struct gic_cpuif *i, unsigned group)
{
    const struct gic_controls *c = &i->effective;
    bool common = (group == GIC_G1S && c->cbpr[GIC_BANK_S] != 0) || (group == GIC_G1 && c->cbpr[GIC_BANK_NS] != 0);
    if (common) {
        group = GIC_G0;
    }
    return gm_group_mask(c->bpr[group], group == GIC_G1);
}

enum gm_reason gic_decide_offer(const struct gic_cpuif *i, const struct gic_offer *o, uint8_t pmr)
{
    struct gm_decision_input in = {
        .present = o->present != 0,
        .priority = o->priority,
        .group_enabled = i->effective.igrpen[o->group] != 0,
        .pmr = pmr,
        .prio_bits = i->prio_bits,
        .group_mask = gic_group_mask_of(i, o->group),
        .any_active = i->any_active != 0,
        .running = i->running,
    };
    return gm_decide(&in);
}

/* Called for every PMR write while something is in the slot: O(1). */
void gic_update_signal(struct gic *g, unsigned pe)
{
    struct gic_pe *p = &g->state->pe[pe];
    const struct gic_offer *slot = &p->physical.slot;
    uint8_t group = IRQ_NONE;
    if (slot->present != 0 && gic_decide_offer(&p->physical, slot, p->physical.pmr) == GM_REASON_SIGNALLED) {
        static const uint8_t groups[GIC_GROUPS] = {IRQ_GROUP0, IRQ_GROUP1_S, IRQ_GROUP1_NS};
        group = slot->group == GIC_G1 && gic_one_state(g) ? IRQ_GROUP1 : groups[slot->group];
    }
    if (group != p->signalled) {
        p->signalled = group;
        g->host.signal(g->host.context, pe, (struct irq_signal){.physical = group});
    }
}

/* Rules 1, 2 and 4: the CPU interface uses the new value at once; with PMHE=1 it goes upstream too. */
void gic_write_pmr(struct gic *g, unsigned pe, uint8_t physical)
{
    struct gic_cpuif *i = &g->state->pe[pe].physical;
    i->pmr_before = i->pmr;
    i->pmr_unsynced = 1;
    i->pmr = physical;
    if (i->pmhe != 0) {
        const struct gic_message m = {.kind = GIC_UP_PMR, .value = physical};
        gic_emit(g, GIC_EV_PMR_SENT, pe, GIC_SPURIOUS, physical, NULL);
        gic_send_up(g, pe, &m);
        gic_settle(g);
    }
    if (i->slot.present != 0) {
        gic_update_signal(g, pe); /* an empty slot signals nothing before and after */
    }
}

static void take_effect(struct gic *g, unsigned pe)
{
    struct gic_cpuif *i = &g->state->pe[pe].physical;
    bool enables = memcmp(i->effective.igrpen, i->written.igrpen, sizeof i->written.igrpen) != 0;
    i->effective = i->written;
    if (enables) {
        gic_enables_changed(g, pe);
    }
    g->state->signal_dirty |= 1u << pe; /* a binary point may have changed what preempts */
    gic_settle(g);
}

/* Rule 3: at once in prompt and timed, (choice) at the next context synchronization event in the late resolutions. */
void gic_write_controls(struct gic *g, unsigned pe, const struct gic_controls *c)
{
    g->state->pe[pe].physical.written = *c;
    if (!gic_late(g)) {
        take_effect(g, pe);
    }
}

void gic_context_sync(struct gic *g, unsigned pe, uint64_t now)
{
    struct gic_cpuif *i = &g->state->pe[pe].physical;
    i->pmr_unsynced = 0;
    if (memcmp(&i->effective, &i->written, sizeof i->written) != 0) {
        gic_set_now(g, now);
        take_effect(g, pe);
    }
}

/* Rule 11: *eligible* at the moment of the IAR read.  (choice) Late resolutions use the PMR before the last write when
 * no context synchronization event came since. */
bool gic_can_acknowledge(const struct gic *g, unsigned pe)
{
    const struct gic_cpuif *i = &g->state->pe[pe].physical;
    uint8_t pmr = gic_late(g) && i->pmr_unsynced != 0 ? i->pmr_before : i->pmr;
    return gic_decide_offer(i, &i->slot, pmr) == GM_REASON_SIGNALLED;
}

void gic_cpuif_active_changed(struct gic_cpuif *i)
{
    uint32_t ap1r[4];
    for (unsigned n = 0; n < 4; n++) {
        ap1r[n] = i->apr[GIC_G1S][n] | i->apr[GIC_G1][n];
    }
    i->running = 0xff;
    i->any_active = gm_running_priority(i->apr[GIC_G0], ap1r, i->min_bpr, &i->running);
}

void gic_acknowledge(struct gic *g, unsigned pe)
{
    struct gic_cpuif *i = &g->state->pe[pe].physical;
    const struct gic_message m = {.kind = GIC_UP_ACTIVATE, .offer = i->slot};
    unsigned level = (i->slot.priority & gic_group_mask_of(i, i->slot.group)) >> (i->min_bpr + 1);
    i->apr[i->slot.group][level / 32] |= 1u << level % 32;
    i->acked[level] = i->slot.intid;
    gic_cpuif_active_changed(i);
    i->slot = (struct gic_offer){0};
    g->state->signal_dirty |= 1u << pe;
    gic_send_up(g, pe, &m);
    gic_settle(g);
}

unsigned gic_highest_active(const struct gic_cpuif *i, unsigned *level)
{
    if (i->any_active == 0) {
        return GIC_GROUPS;
    }
    *level = i->running >> (i->min_bpr + 1);
    for (unsigned group = 0; group < GIC_GROUPS; group++) {
        if ((i->apr[group][*level / 32] >> *level % 32 & 1) != 0) {
            return group;
        }
    }
    return GIC_GROUPS;
}

/* Clears the highest active priority of the group; the level that it had. */
unsigned gic_drop(struct gic_cpuif *i, unsigned group)
{
    unsigned level = 0;
    while (level < GIC_LEVELS - 1 && (i->apr[group][level / 32] >> level % 32 & 1) == 0) {
        level++;
    }
    i->apr[group][level / 32] &= ~(1u << level % 32);
    gic_cpuif_active_changed(i);
    return level;
}

void gic_pe_context(struct gic *g, unsigned pe, bool secure, uint8_t el)
{
    /* The signal names the group and the PE makes IRQ or FIQ of it; superpriority will depend on these. */
    g->state->pe[pe].secure = secure;
    g->state->pe[pe].el = el;
}
