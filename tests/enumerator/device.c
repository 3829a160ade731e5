/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupts come and go: the arrivals and withdrawals of a scenario. */
#include "state.h"

static void arrive(struct interrupt_state *interrupt, unsigned n)
{
    interrupt->arrived |= (uint8_t)(1u << n);
    interrupt->pending = 1;
}

void en_device_start(const struct enumerate_scenario *scenario, struct state *state)
{
    for (unsigned i = 0; i < scenario->interrupts; i++)
        for (unsigned n = 0; n < ENUMERATE_ARRIVALS; n++)
            if (scenario->interrupt[i].arrival[n].kind == ENUMERATE_BEFORE_START)
                arrive(&state->interrupt[i], n);
}

static bool stands_at(const struct state *state, unsigned p, const struct enumerate_when *when)
{
    return when->kind == ENUMERATE_AT && when->pe == p && when->handler == (state->pe[p].level != 0) &&
           when->index == state->pe[p].pc;
}

/* "At boundary k": when the PE first stands there, before anything is taken there; arrivals before withdrawals (C11).
 */
void en_device_boundary(const struct enumerate_scenario *scenario, struct state *state, unsigned p)
{
    for (unsigned i = 0; i < scenario->interrupts; i++) {
        const struct enumerate_interrupt *row = &scenario->interrupt[i];
        struct interrupt_state *interrupt = &state->interrupt[i];
        for (unsigned n = 0; n < ENUMERATE_ARRIVALS; n++)
            if (stands_at(state, p, &row->arrival[n]) && (interrupt->arrived >> n & 1) == 0)
                arrive(interrupt, n);
        if (stands_at(state, p, &row->withdrawal) && !interrupt->withdrawn) {
            interrupt->withdrawn = 1;
            interrupt->pending = 0;
        }
    }
}

/* "Anywhere": an arrival comes without fail, in the end while everybody waits; a withdrawal may never come (C10). */
void en_device_steps(const struct enumerate_scenario *scenario, const struct state *state, struct search *search)
{
    for (unsigned i = 0; i < scenario->interrupts; i++) {
        const struct enumerate_interrupt *row = &scenario->interrupt[i];
        const struct interrupt_state *interrupt = &state->interrupt[i];
        for (unsigned n = 0; n < ENUMERATE_ARRIVALS; n++) {
            if (row->arrival[n].kind != ENUMERATE_ANYWHERE || (interrupt->arrived >> n & 1) != 0)
                continue;
            if (n > 0 && row->arrival[n - 1].kind != ENUMERATE_NEVER && (interrupt->arrived >> (n - 1) & 1) == 0)
                continue; /* the second time after the first */
            struct state next = *state;
            arrive(&next.interrupt[i], n);
            en_search_emit(search, &next, true);
        }
        if (row->withdrawal.kind == ENUMERATE_ANYWHERE && interrupt->pending && !interrupt->withdrawn) {
            struct state next = *state;
            next.interrupt[i].withdrawn = 1;
            next.interrupt[i].pending = 0;
            en_search_emit(search, &next, false);
        }
    }
}
