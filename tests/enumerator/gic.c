/* SPDX-License-Identifier: Apache-2.0 */
/* The CPU interface and the redistributor: rules 3 to 6, 10, 11, 17 of docs/semantics.md; choices in enumerate.c. */
#include <assert.h>

#include "state.h"

static uint8_t priority_of(const struct enumerate_scenario *scenario, unsigned interrupt)
{
    return scenario->interrupt[interrupt].priority;
}

/* "State", eligible: slot not empty, group enabled at the CPU interface, priority < PMR, and no active priority or
 * group priority < running group priority. With BPR at its minimum the group priority is the priority (C17). */
bool en_gic_eligible(const struct enumerate_scenario *scenario, const struct pe_state *pe, uint8_t pmr)
{
    if (pe->slot == NONE || !pe->group_now || priority_of(scenario, pe->slot) >= pmr)
        return false;
    return pe->acks == 0 || priority_of(scenario, pe->slot) < priority_of(scenario, pe->ack[pe->acks - 1]);
}

/* "State", takeable: asserted, and PSTATE does not mask it. All interrupts are Group 1 here: IRQ, DAIF.I. */
bool en_gic_takeable(const struct enumerate_scenario *scenario, const struct pe_state *pe)
{
    return en_gic_eligible(scenario, pe, pe->pmr) && (pe->daif & DAIF_I) == 0;
}

/* Rule 5, may: PMHE=1 holds back what has priority >= view, and anything while the view is unknown. */
bool en_gic_may_hold_back(const struct enumerate_scenario *scenario, const struct pe_state *pe, unsigned interrupt)
{
    return scenario->pmhe && (!pe->view_known || priority_of(scenario, interrupt) >= pe->view);
}

void en_gic_upstream_push(struct pe_state *pe, unsigned kind, unsigned value_or_index)
{
    assert(pe->upstreams < UPSTREAM_MAX);
    unsigned payload = kind == UP_PMR ? value_or_index & 0xf8 : value_or_index << 3;
    pe->upstream[pe->upstreams++] = (uint8_t)(payload | kind);
}

bool en_gic_upstream_holds(const struct pe_state *pe, unsigned kinds)
{
    for (unsigned n = 0; n < pe->upstreams; n++)
        if (kinds >> (pe->upstream[n] & 7) & 1)
            return true;
    return false;
}

/* Rule 11: the active priority is set at the PE at once, Activate is queued. The slot is then empty ("Activated"). */
void en_gic_acknowledge(const struct enumerate_scenario *scenario, struct state *state, unsigned p, unsigned interrupt)
{
    struct pe_state *pe = &state->pe[p];
    assert(pe->acks < ENUMERATE_INTERRUPTS);
    pe->ack[pe->acks++] = (uint8_t)interrupt;
    pe->slot = NONE;
    en_gic_upstream_push(pe, UP_ACTIVATE, interrupt);
    /* C9: the device sees that it is served when the IAR is read. An edge has no line. */
    const struct enumerate_interrupt *line = &scenario->interrupt[interrupt];
    if (line->withdrawal.kind == ENUMERATE_ON_ACKNOWLEDGE && line->level)
        state->interrupt[interrupt].pending = 0;
}

/* Rule 5, must: never what is not pending or not enabled; highest priority first; the lower INTID of equals (C6). */
static unsigned best_pending(const struct enumerate_scenario *scenario, const struct state *state, unsigned p)
{
    unsigned best = NONE;
    for (unsigned i = 0; i < scenario->interrupts; i++) {
        const struct enumerate_interrupt *row = &scenario->interrupt[i];
        if (row->pe != p || !row->enabled || !state->interrupt[i].pending || state->interrupt[i].active)
            continue;
        if (best == NONE || row->priority < scenario->interrupt[best].priority ||
            (row->priority == scenario->interrupt[best].priority && row->intid < scenario->interrupt[best].intid))
            best = i;
    }
    return best;
}

static void send_set(struct pe_state *pe, unsigned interrupt)
{
    assert(pe->downs < 2);
    pe->sent = (uint8_t)interrupt;
    pe->sent_state = SENT;
    pe->down[pe->downs++] = (uint8_t)(interrupt << 3 | DOWN_SET);
}

static void send_clear(struct pe_state *pe, unsigned kind)
{
    assert(pe->downs < 2);
    pe->sent_state = CLEARING;
    pe->down[pe->downs++] = (uint8_t)(pe->sent << 3 | kind);
}

static void deliver_activate(const struct enumerate_scenario *scenario, struct state *state, struct pe_state *pe,
                             unsigned interrupt)
{
    state->interrupt[interrupt].active = 1;
    if (!scenario->interrupt[interrupt].level)
        state->interrupt[interrupt].pending = 0;
    /* "State", slot: Activated ends it. C8: if a Clear crossed, the redistributor waits for both to be over. */
    assert(pe->sent == interrupt);
    if (pe->sent_state == CLEARING)
        pe->sent_state = CLEARING_ACTIVATED;
    else
        pe->sent = NONE;
}

/* The effect of an upstream entry on the redistributor, in the order of the queue. */
static void deliver_upstream(const struct enumerate_scenario *scenario, struct state *state, unsigned p)
{
    struct pe_state *pe = &state->pe[p];
    unsigned kind = pe->upstream[0] & 7;
    unsigned index = pe->upstream[0] >> 3;
    uint8_t value = pe->upstream[0] & 0xf8;
    for (unsigned n = 1; n < pe->upstreams; n++)
        pe->upstream[n - 1] = pe->upstream[n];
    pe->upstream[--pe->upstreams] = 0;
    if (kind == UP_PMR) { /* rule 4 */
        pe->view = value;
        pe->view_known = 1;
    } else if (kind == UP_ACTIVATE) { /* rule 11 */
        deliver_activate(scenario, state, pe, index);
    } else if (kind == UP_DEACTIVATE) { /* rule 12 */
        state->interrupt[index].active = 0;
    } else { /* rule 17: pending at the target's redistributor */
        state->interrupt[index].pending = 1;
    }
}

/* Rules 4, 11, 12, 17: the head of the queue may arrive at any time. Only trailing PMR entries may stay for ever (C3),
 * unless a DSB waits for them (rule 7: acknowledges do come). */
void en_gic_upstream_step(const struct enumerate_scenario *scenario, const struct state *state, unsigned p,
                          bool dsb_waits, struct search *search)
{
    const struct pe_state *pe = &state->pe[p];
    if (pe->upstreams == 0)
        return;
    struct state next = *state;
    deliver_upstream(scenario, &next, p);
    en_search_emit(search, &next,
                   dsb_waits || en_gic_upstream_holds(pe, 1u << UP_ACTIVATE | 1u << UP_DEACTIVATE | 1u << UP_SGI));
}

/* A downstream message reaches the CPU interface. */
static void deliver_downstream(const struct enumerate_scenario *scenario, struct state *state, unsigned p)
{
    struct pe_state *pe = &state->pe[p];
    unsigned kind = pe->down[0] & 7;
    uint8_t interrupt = pe->down[0] >> 3;
    pe->down[0] = pe->down[1];
    pe->down[1] = 0;
    pe->downs--;
    if (kind == DOWN_SET) {
        assert(pe->slot == NONE); /* at most one at a time (choice of the page) */
        pe->slot = interrupt;
    } else if (pe->slot == interrupt) { /* rule 10: the slot empties when the Clear arrives */
        pe->slot = NONE;
        pe->sent = NONE;
        /* Rule 6 is one decision, "Clear it and Set a higher one": the Set follows at once, if there still is one (C7).
         */
        unsigned best = best_pending(scenario, state, p);
        if (kind == DOWN_CLEAR_TO_REPLACE && best != NONE &&
            priority_of(scenario, best) < priority_of(scenario, interrupt))
            send_set(pe, best);
    } else if (pe->sent_state == CLEARING_ACTIVATED) { /* the Clear came too late, Activate is over too */
        pe->sent = NONE;
    } else {
        pe->sent_state = CLEARED_NOT_ACTIVATED;
    }
    /* Rule 2's "must" binds only what is still takeable. */
    if (!en_gic_takeable(scenario, pe))
        pe->due = 0;
}

/* Rules 5, 6 and 10 at the redistributor: the one message that it could send now. */
static bool redistributor_send(const struct enumerate_scenario *scenario, struct state *next, unsigned p,
                               bool *mandatory)
{
    struct pe_state *pe = &next->pe[p];
    unsigned best = best_pending(scenario, next, p);
    if (pe->sent == NONE) { /* rule 5 */
        if (best == NONE)
            return false;
        *mandatory = !en_gic_may_hold_back(scenario, pe, best);
        send_set(pe, best);
        return true;
    }
    if (pe->sent_state != SENT)
        return false;
    const struct interrupt_state *sent = &next->interrupt[pe->sent];
    if (!sent->pending || sent->active) { /* rule 10: withdrawn */
        *mandatory = true;
        send_clear(pe, DOWN_CLEAR);
        return true;
    }
    if (best != NONE && priority_of(scenario, best) < priority_of(scenario, pe->sent)) { /* rule 6 */
        *mandatory = !en_gic_may_hold_back(scenario, pe, best);
        send_clear(pe, DOWN_CLEAR_TO_REPLACE);
        return true;
    }
    return false;
}

/* Returns whether something was emitted that happens without fail. */
bool en_gic_downstream_step(const struct enumerate_scenario *scenario, const struct state *state, unsigned p,
                            struct search *search)
{
    bool any_mandatory = false;
    if (state->pe[p].downs != 0) { /* a message that is on its way arrives, some time */
        struct state next = *state;
        deliver_downstream(scenario, &next, p);
        en_search_emit(search, &next, true);
        any_mandatory = true;
    }
    struct state next = *state;
    bool mandatory = false;
    if (redistributor_send(scenario, &next, p, &mandatory)) {
        en_search_emit(search, &next, mandatory);
        any_mandatory |= mandatory;
    }
    return any_mandatory;
}

/* Rule 3, may: at once, or at any boundary before the next context synchronization event (where pe.c forces it). */
void en_gic_group_step(const struct state *state, unsigned p, struct search *search)
{
    if (state->pe[p].group_now == state->pe[p].group_written)
        return;
    struct state next = *state;
    next.pe[p].group_now = next.pe[p].group_written;
    en_search_emit(search, &next, false);
}

/* C1: what is pending before the start has had all the time it needs; only what may be held back may not be Set. */
bool en_gic_held_back_at_start(const struct enumerate_scenario *scenario, const struct state *state, unsigned p)
{
    unsigned best = best_pending(scenario, state, p);
    return best != NONE && en_gic_may_hold_back(scenario, &state->pe[p], best);
}

void en_gic_settle_before_start(const struct enumerate_scenario *scenario, struct state *state, unsigned p,
                                bool forward)
{
    unsigned best = best_pending(scenario, state, p);
    if (best == NONE || !forward)
        return;
    state->pe[p].sent = (uint8_t)best;
    state->pe[p].sent_state = SENT;
    state->pe[p].slot = (uint8_t)best;
}
