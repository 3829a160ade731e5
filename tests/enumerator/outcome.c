/* SPDX-License-Identifier: Apache-2.0 */
/* What a terminal state says: the outcome's text, and the verdicts that are read off it (choices C24, C25). */
#include <stdio.h>
#include <stdlib.h>

#include "state.h"

static bool reached_end(const struct enumerate_scenario *scenario, const struct state *state, unsigned p)
{
    return !state->pe[p].stopped && en_pe_next(scenario, state, p) == NULL;
}

/* In a terminal state every instruction that can complete has: a PE that is before one waits in WFI or WFE. */
static bool waits(const struct enumerate_scenario *scenario, const struct state *state, unsigned p)
{
    return en_pe_next(scenario, state, p) != NULL;
}

static bool is_pending(const struct enumerate_scenario *scenario, const struct state *state, unsigned p, unsigned i)
{
    return scenario->interrupt[i].pe == p && scenario->interrupt[i].enabled && state->interrupt[i].pending &&
           !state->interrupt[i].active;
}

/* NO_WAKE: waits for ever, although PMR and enables, as the software wrote them, admit something that is pending. */
static bool no_wake(const struct enumerate_scenario *scenario, const struct state *state, unsigned p)
{
    if (!waits(scenario, state, p) || !state->pe[p].group_written)
        return false;
    for (unsigned i = 0; i < scenario->interrupts; i++)
        if (is_pending(scenario, state, p, i) && scenario->interrupt[i].priority < state->pe[p].pmr)
            return true;
    return false;
}

/* MISSING_DSB: with the outstanding PMR write delivered, what is held back had to be Set, and would end the wait or be
 * taken. */
static bool missing_dsb(const struct enumerate_scenario *scenario, const struct state *state, unsigned p)
{
    const struct pe_state *pe = &state->pe[p];
    if (pe->stopped || !en_gic_upstream_holds(pe, 1u << UP_PMR))
        return false;
    const struct enumerate_instruction *next = en_pe_next(scenario, state, p);
    for (unsigned i = 0; i < scenario->interrupts; i++) {
        if (!is_pending(scenario, state, p, i) || pe->sent == i || !en_gic_may_hold_back(scenario, pe, i))
            continue;
        struct pe_state with_dsb = *pe;
        with_dsb.slot = (uint8_t)i;
        if (next != NULL && next->op == ENUMERATE_WFI ? en_gic_eligible(scenario, &with_dsb, pe->pmr)
                                                      : en_gic_takeable(scenario, &with_dsb))
            return true;
    }
    return false;
}

static bool unbalanced(const struct enumerate_scenario *scenario, const struct state *state, unsigned p)
{
    const struct enumerate_pe *row = &scenario->pe[p];
    const struct pe_state *pe = &state->pe[p];
    return reached_end(scenario, state, p) && (pe->pmr != (row->pmr & 0xf8) || pe->daif != row->daif);
}

unsigned en_outcome_verdicts(const struct enumerate_scenario *scenario, const struct state *state)
{
    unsigned verdicts = 0;
    for (unsigned p = 0; p < scenario->pes; p++) {
        if (no_wake(scenario, state, p))
            verdicts |= ENUMERATE_NO_WAKE;
        if (missing_dsb(scenario, state, p))
            verdicts |= ENUMERATE_MISSING_DSB;
        if (unbalanced(scenario, state, p))
            verdicts |= ENUMERATE_UNBALANCED;
    }
    return verdicts;
}

static void print_event(const struct enumerate_scenario *scenario, struct event event, FILE *file)
{
    char where[8];
    enumerate_format_boundary((event.position & POSITION_HANDLER) != 0, event.position & ~POSITION_HANDLER, where,
                              sizeof where);
    switch (event.kind) {
    case EVENT_ENTRY:
        fprintf(file, " entry%s", where);
        break;
    case EVENT_LIMIT:
        fprintf(file, " limit%s", where);
        break;
    case EVENT_IAR:
        fprintf(file, " IAR%s=%u", where, event.value == NONE ? 1023 : scenario->interrupt[event.value].intid);
        break;
    default:
        fprintf(file, " PMR%s=0x%02x", where, event.value);
        break;
    }
}

static void print_pe(const struct enumerate_scenario *scenario, const struct state *state, unsigned p, FILE *file)
{
    const struct pe_state *pe = &state->pe[p];
    fprintf(file, "PE%u", p);
    for (unsigned n = 0; n < pe->events; n++)
        print_event(scenario, pe->event[n], file);
    char where[8];
    enumerate_format_boundary(pe->level != 0, pe->pc, where, sizeof where);
    if (waits(scenario, state, p))
        fprintf(file, " wait%s", where);
    else if (!pe->stopped)
        fputs(" end", file);
    fprintf(file, " pmr=0x%02x daif=0x%x active=", pe->pmr, pe->daif);
    for (unsigned n = 0; n < pe->acks; n++)
        fprintf(file, "%s0x%02x", n == 0 ? "" : "+", scenario->interrupt[pe->ack[n]].priority);
    fputs(pe->acks == 0 ? "-; " : "; ", file);
}

/* INTIDs in ascending order, then PEs, whatever their order in the scenario. */
static void print_pending(const struct enumerate_scenario *scenario, const struct state *state, FILE *file)
{
    fputs("pending=", file);
    bool any = false;
    for (unsigned intid = 0; intid < 1020; intid++) {
        for (unsigned p = 0; p < scenario->pes; p++) {
            bool found = false;
            for (unsigned i = 0; i < scenario->interrupts; i++)
                found |= state->interrupt[i].pending && scenario->interrupt[i].intid == intid &&
                         scenario->interrupt[i].pe == p;
            if (!found)
                continue;
            fprintf(file, "%s%u", any ? "," : "", intid);
            if (scenario->pes > 1)
                fprintf(file, "/PE%u", p);
            any = true;
        }
    }
    if (!any)
        fputs("-", file);
}

char *en_outcome_text(const struct enumerate_scenario *scenario, const struct state *state)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (file == NULL)
        return NULL;
    for (unsigned p = 0; p < scenario->pes; p++)
        print_pe(scenario, state, p, file);
    print_pending(scenario, state, file);
    bool failed = ferror(file) != 0;
    if (fclose(file) != 0 || failed) {
        free(text);
        return NULL;
    }
    return text;
}
