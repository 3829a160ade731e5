/* SPDX-License-Identifier: Apache-2.0 */
/* clang-format off */
/*
 * The search: plain depth first over all transitions, no reduction.
 *
 * CHOICES: what docs/semantics.md leaves open, or says in words that allow more than one reading, and what is done
 * here. The number of the rule is in brackets. To be compared with the engine's choices, and argued about.
 *
 * C1  [5]     "Before start" is long ago: the best pending interrupt is in the slot when the scenario starts,
 *             unless it may be held back; then both (in the slot, held back) are start states.
 * C2  [2]     The start is not a context synchronization event: what is takeable then may be taken at boundary 1
 *             or at a later one, up to the bound of rule 2.
 * C3  [4,17]  "Any time, no bound without a DSB" includes never. But Activate, Deactivate and SGI do arrive in the
 *             end, and the queue is in order: a PMR entry ahead of one of them arrives too. So only PMR entries at
 *             the tail of the queue may stay there for ever. While the PE waits in a DSB for them, they arrive.
 * C4  [5,10]  Sending a Set or Clear and its arrival are two steps, each at any time, finite: before the end, and
 *             before a PE that waits can be said to wait for ever. A DSB does not wait for them.
 *             `downstream_prompt` makes both immediate.
 * C5  [2,3]   A context synchronization event first puts into effect what was written before it (group enables;
 *             for ERET also the DAIF that it restores); what is then takeable must be taken at the boundary that
 *             follows. What becomes takeable for another reason (Set arrives, priority drop, group enable) has the
 *             same bound.
 * C6  [5]     Of equal priorities the lower INTID goes first.
 * C7  [6]     To replace: the Clear and the Set are two messages, and between their arrivals the slot is empty (an
 *             IAR there reads 1023). The Set follows as soon as the Clear is through. It is done in finite time
 *             unless the higher one may be held back. Nothing else but withdrawal makes the redistributor send
 *             Clear, in particular not that PMR was lowered.
 * C8  [6,10]  If Clear and Activate cross, the redistributor sends no new Set until both are through.
 * C9  [10]    "Withdrawn on acknowledge": the line falls at the moment of the IAR read (not when Activate
 *             arrives).
 * C10 [-]     An "anywhere" arrival always comes, in the end while all PEs wait or have ended. An "anywhere"
 *             withdrawal may never come. A second "anywhere" arrival comes after the first. An edge that is
 *             pending swallows another one; it is pending until Activate arrives, so one that comes between IAR
 *             and that arrival is lost.
 * C11 [-]     "At boundary k" happens when the PE first stands there, before anything else happens at that
 *             boundary, also in a nested handler; arrivals before withdrawals. A boundary that is never reached:
 *             it does not happen. A withdrawal that comes before the arrival is spent.
 * C12 [10,11] Until the Clear arrives IAR returns the INTID that is in the slot, although it was withdrawn. "An
 *             exception already due is still taken" needs no state of its own: a Clear may arrive after the
 *             exception entry.
 * C13 [12]    EOIR of a special INTID (the last IAR read 1023, or there was none) has no effect and no verdict.
 *             There is one register of the last IAR value for a PE: a nested handler overwrites it. "Out of order"
 *             is an INTID that is not the one acknowledged last and not yet dropped; the write is then ignored.
 * C14 [12]    DIR with EOImode=0, or of a special INTID: ignored, no verdict. DIR queues Deactivate whether or not
 *             the interrupt is active or was dropped. An INTID below 32 is deactivated by its own PE only.
 * C15 [14]    ERET sets the event register (DDI 0487: an exception return is one of its sources). It is clear at
 *             start. `eret_keeps_event` takes this away. SEV sets it at all PEs, its own too, at once.
 * C16 [13,14] WFI and WFE are not context synchronization events. A PE that waits stands before the WFI: an
 *             interrupt that ends the wait may be taken there (@k) or after the WFI (@k+1). Spurious completion of
 *             WFI is left out, and so is that of WFE: it only adds behaviours in which a wait ends by luck.
 * C17 [-]     BPR is at its minimum: every implemented bit (5) takes part in the group priority. One security
 *             state; all interrupts are Group 1, the Distributor's group enable is on.
 * C18 [3]     A group enable that no context synchronization event follows may take effect at any time, also while
 *             the PE waits or has ended, or never. It does not go upstream, and group off does not Release the
 *             slot.
 * C19 [9]     PMHE does not change during a scenario.
 * C20 [-]     A PE stops at its fourth exception entry (ENUMERATE_ENTRIES): event "limit"; the others go on.
 * C21 [8]     DSB ISH waits until no Activate and no Deactivate is queued (PMR entries ahead of them arrive first,
 *             in order); not for SGI.
 * C22 [11]    "Before or after that write": the last write only, if there were several since the last
 *             synchronization. Any context synchronization event counts as the ISB.
 * C23 [-]     CRIT_HIT: while the main list stands at one of the boundaries first .. last of its range (the
 *             boundary before the first instruction counts, the one after the last does not), an exception is
 *             taken while the slot holds an ordinary interrupt, or an IAR, in the main list or in a handler on top
 *             of it, returns one.
 * C24 [-]     NO_WAKE: a PE waits for ever, and an interrupt of its own is pending and not active, enabled, group
 *             written on, priority < PMR. DAIF and running priority do not excuse it; a PMR that masks does
 *             (bugs.md calls some of these NO-WAKE too; here they are only the outcome "wait"). MISSING_DSB: a
 *             terminal state in which a PMR entry is still queued, and an interrupt is held back by the old or
 *             unknown view that, in the slot, would end the wait or be taken. NEST: an entry at level 1 or deeper,
 *             an NMI's too. UNBALANCED: only for a PE that reached the end of its main list. MISSING_ISB: an IAR
 *             whose eligibility differs between the two PMR values of rule 11, on both branches.
 * C25 [-]     Final state: pending at the redistributor after everything finite has arrived (active and pending
 *             counts, and so does what is disabled).
 * C26 [-]     A PMR write keeps bits [7:3]; a read returns them.
 */
/* clang-format on */
#include "enumerate.h"

#include <stdlib.h>
#include <string.h>

#include "state.h"

#define STATES_DEFAULT 400000

struct search {
    const struct enumerate_scenario *scenario;
    struct enumerate_result *result;
    struct store *store;
    size_t room;    /* of result->outcome */
    size_t at_most; /* states */
    bool mandatory; /* the state being expanded has a step that happens without fail */
    bool out_of_memory;
};

static void add_outcome(struct search *search, char *text, unsigned verdicts)
{
    struct enumerate_result *result = search->result;
    result->some |= verdicts;
    result->all &= verdicts;
    result->behaviours++;
    for (size_t n = 0; n < result->outcomes; n++) {
        if (strcmp(result->outcome[n].text, text) == 0) {
            result->outcome[n].some |= verdicts;
            result->outcome[n].all &= verdicts;
            free(text);
            return;
        }
    }
    if (result->outcomes == search->room) {
        size_t room = search->room * 2 + 16;
        struct enumerate_outcome *outcome = realloc(result->outcome, room * sizeof *outcome);
        if (outcome == NULL) {
            free(text);
            search->out_of_memory = true;
            return;
        }
        result->outcome = outcome;
        search->room = room;
    }
    result->outcome[result->outcomes++] = (struct enumerate_outcome){text, verdicts, verdicts};
}

/* Terminal: nothing is left that happens without fail. Rule 16 follows: a takeable interrupt would be such a step. */
static void terminate(struct search *search, const struct state *state)
{
    char *text = en_outcome_text(search->scenario, state);
    if (text == NULL) {
        search->out_of_memory = true;
        return;
    }
    add_outcome(search, text, state->verdicts | en_outcome_verdicts(search->scenario, state));
}

/* Rule 18: the PEs' steps interleave in every way, each seen at once by all (sequential consistency). */
static void expand(struct search *search, const struct state *state)
{
    const struct enumerate_scenario *scenario = search->scenario;
    search->mandatory = false;
    bool prompt = false;
    for (unsigned p = 0; p < scenario->pes; p++)
        prompt |= en_gic_downstream_step(scenario, state, p, search) && scenario->downstream_prompt;
    if (prompt)
        return;
    for (unsigned p = 0; p < scenario->pes; p++) {
        en_pe_steps(scenario, state, p, search);
        en_gic_group_step(state, p, search);
        en_gic_upstream_step(scenario, state, p, en_pe_dsb_waits(scenario, state, p), search);
    }
    en_device_steps(scenario, state, search);
    if (!search->mandatory) /* what may still happen was explored above; that it does not is the other way to go on */
        terminate(search, state);
}

static void explore(struct search *search, const struct state *state)
{
    if (search->out_of_memory || search->result->truncated)
        return;
    int added = en_store_add(search->store, state);
    if (added < 0)
        search->out_of_memory = true;
    if (added <= 0)
        return;
    if (en_store_count(search->store) > search->at_most) {
        search->result->truncated = true;
        return;
    }
    expand(search, state);
}

void en_search_emit(struct search *search, const struct state *next, bool mandatory)
{
    bool so_far = search->mandatory || mandatory;
    explore(search, next);
    search->mandatory = so_far;
}

/* The start states: C1 for each PE in turn. */
static void start(struct search *search, const struct state *state, unsigned p)
{
    const struct enumerate_scenario *scenario = search->scenario;
    struct state next = *state;
    if (p == scenario->pes) {
        for (unsigned q = 0; q < scenario->pes; q++)
            en_device_boundary(scenario, &next, q);
        explore(search, &next);
        return;
    }
    en_pe_start(scenario, &next, p);
    if (en_gic_held_back_at_start(scenario, &next, p))
        start(search, &next, p + 1);
    en_gic_settle_before_start(scenario, &next, p, true);
    start(search, &next, p + 1);
}

static int compare_outcomes(const void *left, const void *right)
{
    return strcmp(((const struct enumerate_outcome *)left)->text, ((const struct enumerate_outcome *)right)->text);
}

int enumerate_run(const struct enumerate_scenario *scenario, struct enumerate_result *result)
{
    memset(result, 0, sizeof *result);
    if (enumerate_check(scenario) != NULL)
        return -1;
    result->all = (1u << ENUMERATE_VERDICTS) - 1;
    struct search search = {.scenario = scenario, .result = result};
    search.at_most = scenario->states_at_most != 0 ? scenario->states_at_most : STATES_DEFAULT;
    size_t unused = (ENUMERATE_PES - scenario->pes) * sizeof(struct pe_state);
    search.store = en_store_new(sizeof(struct state) - unused);
    if (search.store == NULL)
        return -1;
    struct state first;
    memset(&first, 0, sizeof first);
    en_device_start(scenario, &first);
    start(&search, &first, 0);
    result->states = en_store_count(search.store);
    en_store_free(search.store);
    if (search.out_of_memory) {
        enumerate_free(result);
        return -1;
    }
    if (result->behaviours == 0)
        result->all = 0;
    if (result->outcomes != 0)
        qsort(result->outcome, result->outcomes, sizeof *result->outcome, compare_outcomes);
    return 0;
}

void enumerate_free(struct enumerate_result *result)
{
    for (size_t n = 0; n < result->outcomes; n++)
        free(result->outcome[n].text);
    free(result->outcome);
    memset(result, 0, sizeof *result);
}
