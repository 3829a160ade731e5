/* SPDX-License-Identifier: Apache-2.0 */
/* What arrives from outside, and the breakpoints that make addresses exact boundaries. */
#include "machine/machine.h"

bool machine_has_breakpoint(const struct gm_machine *m, uint64_t address)
{
    for (size_t i = 0; i < m->breakpoint_count; i++) {
        if (m->breakpoints[i] == address) {
            return true;
        }
    }
    return false;
}

static bool stimulus_at(const struct gm_machine *m, uint64_t address)
{
    for (size_t i = 0; i < m->stimulus_count; i++) {
        if (m->stimuli[i].when == GM_AT_ADDRESS && m->stimuli[i].at == address) {
            return true;
        }
    }
    return false;
}

/* A block ends before every address that somebody waits for. */
static enum gm_status mark_address(struct gm_machine *m, uint64_t address)
{
    return pe_cache_breakpoint(m->cache, address, machine_has_breakpoint(m, address) || stimulus_at(m, address))
               ? GM_OK
               : GM_NO_MEMORY;
}

enum gm_status gm_machine_breakpoint(struct gm_machine *m, uint64_t address, bool on)
{
    if (on == machine_has_breakpoint(m, address)) {
        return GM_OK;
    }
    if (!on) {
        for (size_t i = 0; i < m->breakpoint_count; i++) {
            if (m->breakpoints[i] == address) {
                m->breakpoints[i] = m->breakpoints[--m->breakpoint_count];
                break;
            }
        }
        return mark_address(m, address);
    }
    if (m->breakpoint_count == MACHINE_MAX_BREAKPOINTS) {
        return GM_TOO_LARGE;
    }
    uint64_t *grown =
        base_grow(&m->allocator, m->breakpoints, m->breakpoint_count, &m->breakpoint_capacity, sizeof *m->breakpoints);
    if (grown == NULL) {
        return GM_NO_MEMORY;
    }
    m->breakpoints = grown;
    m->breakpoints[m->breakpoint_count++] = address;
    enum gm_status status = mark_address(m, address);
    if (status != GM_OK) {
        m->breakpoint_count--;
    }
    return status;
}

static void note_cycle_stimuli(struct gm_machine *m)
{
    m->cycle_stimuli = false;
    for (size_t i = 0; i < m->stimulus_count; i++) {
        m->cycle_stimuli |= m->stimuli[i].when == GM_AT_CYCLE;
    }
}

enum gm_status gm_machine_stimulus(struct gm_machine *m, const struct gm_stimulus *stimulus)
{
    struct gm_explanation ignored;
    if (stimulus == NULL || stimulus->pe >= m->config.pes || (unsigned)stimulus->when > GM_AT_CYCLE) {
        return GM_BAD_ARGUMENT;
    }
    if (gm_machine_explain_intid(m, stimulus->pe, stimulus->intid, &ignored) != GM_OK) {
        return GM_NOT_FOUND;
    }
    if (m->stimulus_count == MACHINE_MAX_STIMULI) {
        return GM_TOO_LARGE;
    }
    struct gm_stimulus *grown =
        base_grow(&m->allocator, m->stimuli, m->stimulus_count, &m->stimulus_capacity, sizeof *m->stimuli);
    if (grown == NULL) {
        return GM_NO_MEMORY;
    }
    m->stimuli = grown;
    m->stimuli[m->stimulus_count++] = *stimulus;
    if (stimulus->when == GM_AT_ADDRESS && mark_address(m, stimulus->at) != GM_OK) {
        m->stimulus_count--;
        return GM_NO_MEMORY;
    }
    note_cycle_stimuli(m);
    return GM_OK;
}

static bool is_due(const struct gm_machine *m, unsigned pe, const struct gm_stimulus *s)
{
    const struct pe_state *p = &m->pes[pe].pe.s;
    if (s->pe != pe) {
        return false;
    }
    switch (s->when) {
    case GM_AT_STEP:
        return p->instructions >= s->at;
    case GM_AT_ADDRESS:
        return p->pc == s->at && p->wait == PE_AWAKE;
    default:
        return machine_now(m, pe) >= s->at;
    }
}

bool machine_fire_stimuli(struct gm_machine *m, unsigned pe)
{
    bool fired = false;
    for (size_t i = 0; i < m->stimulus_count;) {
        struct gm_stimulus s = m->stimuli[i];
        if (!is_due(m, pe, &s)) {
            i++;
            continue;
        }
        /* Kept in order: two stimuli at one boundary happen as they were added. */
        memmove(&m->stimuli[i], &m->stimuli[i + 1], (m->stimulus_count - i - 1) * sizeof s);
        m->stimulus_count--;
        if (s.when == GM_AT_ADDRESS) {
            mark_address(m, s.at);
        }
        gm_machine_line(m, s.pe, s.intid, s.level);
        fired = true;
    }
    if (fired) {
        note_cycle_stimuli(m);
    }
    return fired;
}

uint64_t machine_stimulus_budget(const struct gm_machine *m, unsigned pe)
{
    uint64_t budget = UINT64_MAX;
    uint64_t done = m->pes[pe].pe.s.instructions;
    for (size_t i = 0; i < m->stimulus_count; i++) {
        const struct gm_stimulus *s = &m->stimuli[i];
        if (s->pe == pe && s->when == GM_AT_STEP && s->at - done < budget) {
            budget = s->at - done;
        }
    }
    return budget;
}

uint64_t machine_next_cycle(const struct gm_machine *m, unsigned pe)
{
    uint64_t next = UINT64_MAX;
    for (size_t i = 0; i < m->stimulus_count; i++) {
        const struct gm_stimulus *s = &m->stimuli[i];
        if (s->pe == pe && s->when == GM_AT_CYCLE && s->at < next) {
            next = s->at;
        }
    }
    return next;
}
