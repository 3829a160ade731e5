/* SPDX-License-Identifier: Apache-2.0 */
/* The run loop. PEs take turns, an instruction each; a machine with one PE runs in blocks with the same result. */
#include "machine/machine.h"

uint64_t machine_now(const struct gm_machine *m, unsigned pe)
{
    const struct machine_pe *p = &m->pes[pe];
    if (m->config.resolve == GM_RESOLVE_EXPLORED) {
        return 0; /* order is all there is: time would tell equal states apart */
    }
    return p->sim != NULL ? timing_sim_cycles(p->sim) : p->pe.s.instructions;
}

uint64_t gm_machine_cycles(const struct gm_machine *m, unsigned pe)
{
    return pe < m->config.pes && m->pes[pe].sim != NULL ? timing_sim_cycles(m->pes[pe].sim) : 0;
}

uint64_t gm_machine_instructions(const struct gm_machine *m, unsigned pe)
{
    return pe < m->config.pes ? m->pes[pe].pe.s.instructions : 0;
}

void gm_machine_request_stop(struct gm_machine *m)
{
    m->stop_requested = true;
}

static void fill_stop(const struct gm_machine *m, unsigned pe, enum gm_stop_reason reason, struct gm_stop *stop)
{
    const struct pe_state *s = &m->pes[pe].pe.s;
    *stop = (struct gm_stop){
        .reason = reason,
        .pe = pe,
        .pc = s->pc,
        .el = s->el,
        .esr = s->esr[s->el],
        .far = s->far[s->el],
        .instructions = stop->instructions,
    };
}

static enum gm_stop_reason reason_of(enum pe_stop_kind kind)
{
    static const enum gm_stop_reason reasons[] = {
        [PE_STOP_NONE] = GM_STOP_NO_MEMORY,
        [PE_STOP_UNIMPLEMENTED] = GM_STOP_UNIMPLEMENTED,
        [PE_STOP_UNDEFINED] = GM_STOP_UNDEFINED,
        [PE_STOP_UNMAPPED_FETCH] = GM_STOP_UNMAPPED_FETCH,
        [PE_STOP_UNMAPPED_DATA] = GM_STOP_UNMAPPED_DATA,
        [PE_STOP_HALT] = GM_STOP_HALT,
    };
    return reasons[kind];
}

/* The PE asked for a stop: says why, and clears the request so that a later run can go on. */
static bool stopped_by_pe(struct gm_machine *m, unsigned pe, struct gm_stop *stop)
{
    struct pe *p = &m->pes[pe].pe;
    if ((p->attn & PE_ATTN_STOP) == 0) {
        return false;
    }
    p->attn &= ~(uint32_t)PE_ATTN_STOP;
    enum gm_stop_reason reason = reason_of(p->s.stop.kind);
    if (m->no_memory || m->mem.failed) {
        reason = GM_STOP_NO_MEMORY;
        m->no_memory = false;
        m->mem.failed = false;
    }
    fill_stop(m, pe, reason, stop);
    stop->word = p->s.stop.word;
    stop->address = p->s.stop.address;
    stop->write = p->s.stop.write;
    stop->size = p->s.stop.size;
    p->s.stop = (struct pe_stop){0};
    return true;
}

/* Exact at each boundary where it matters; otherwise as many instructions as the caller allows. */
static uint64_t quantum(const struct gm_machine *m, unsigned pe, uint64_t limit)
{
    bool single = m->config.pes > 1 || m->stepping || m->cycle_stimuli || m->config.resolve == GM_RESOLVE_TIMED ||
                  m->pes[pe].pe.s.takeable_seen;
    if (single) {
        return 1;
    }
    uint64_t budget = m->stimulus_count == 0 ? UINT64_MAX : machine_stimulus_budget(m, pe);
    return budget < limit ? budget : limit;
}

/* One instruction for the observers: address and word are read before it may change either. */
static uint64_t run_observed(struct gm_machine *m, unsigned pe)
{
    struct pe *p = &m->pes[pe].pe;
    uint64_t pc = p->s.pc;
    uint8_t bytes[4] = {0};
    mem_read(&m->mem, pc, bytes, sizeof bytes);
    uint64_t done = pe_run(p, 1);
    if (done == 1) {
        machine_emit_insn(m, pe, pc, (uint32_t)load_le(bytes, 4));
    }
    return done;
}

static uint64_t run_pe(struct gm_machine *m, unsigned pe, uint64_t limit)
{
    struct pe *p = &m->pes[pe].pe;
    bool held_off = p->s.takeable_seen;
    /* Not recognised yet: the PE goes on, and it is looked at again at every boundary. */
    p->attn &= held_off ? ~(uint32_t)PE_ATTN_INTERRUPT : UINT32_MAX;
    uint64_t done = m->stepping ? run_observed(m, pe) : pe_run(p, quantum(m, pe, limit));
    p->attn |= held_off ? PE_ATTN_INTERRUPT : 0;
    return done;
}

/* Nothing runs: time goes on to the next message or stimulus, if there is one that comes by itself. */
static bool skip_to_next_event(struct gm_machine *m)
{
    unsigned who = 0;
    uint64_t next = UINT64_MAX;
    for (unsigned pe = 0; pe < m->config.pes; pe++) {
        uint64_t at = machine_next_cycle(m, pe);
        uint64_t message = UINT64_MAX;
        if (m->config.resolve == GM_RESOLVE_TIMED) {
            message = gic_advance(&m->gic, pe, machine_now(m, pe));
        }
        at = message < at ? message : at;
        if (at < next) {
            next = at;
            who = pe;
        }
    }
    if (next == UINT64_MAX || m->pes[who].sim == NULL) {
        return false;
    }
    timing_sim_wait_until(m->pes[who].sim, next);
    return true;
}

static bool all_wait(const struct gm_machine *m)
{
    for (unsigned pe = 0; pe < m->config.pes; pe++) {
        if (m->pes[pe].pe.s.wait == PE_AWAKE) {
            return false;
        }
    }
    return true;
}

static bool upstream_waits(const struct gm_machine *m)
{
    for (unsigned pe = 0; pe < m->config.pes; pe++) {
        struct gic_explanation e;
        gic_explain(&m->gic, pe, &e);
        if (e.pmhe && e.upstream_pending != 0) {
            return true;
        }
    }
    return false;
}

/* Timed: the PE that is furthest behind. Otherwise in turn. */
static unsigned next_pe(const struct gm_machine *m)
{
    unsigned n = m->config.pes;
    if (m->config.resolve != GM_RESOLVE_TIMED) {
        return (m->current + 1) % n;
    }
    unsigned best = n;
    for (unsigned pe = 0; pe < n; pe++) {
        bool awake = m->pes[pe].pe.s.wait == PE_AWAKE;
        if (awake && (best == n || machine_now(m, pe) < machine_now(m, best))) {
            best = pe;
        }
    }
    return best == n ? (m->current + 1) % n : best;
}

/* A vector whose first instruction faults would take exceptions for ever, and no instruction limit would see it. */
enum { MOST_BARREN = 16 };

/* One boundary and what follows it, for one PE. False: *stop is filled and the run ends. */
static bool turn(struct gm_machine *m, unsigned pe, uint64_t limit, bool first, struct gm_stop *stop)
{
    struct machine_pe *mp = &m->pes[pe];
    struct pe *p = &mp->pe;
    bool entered = machine_attend(m, pe);
    if (m->stop_requested) {
        m->stop_requested = false;
        fill_stop(m, pe, GM_STOP_REQUEST, stop);
        return false;
    }
    bool here = m->breakpoint_count != 0 && machine_has_breakpoint(m, p->s.pc);
    if (entered || p->s.wait != PE_AWAKE) {
        mp->arrived |= entered && here;
        return true;
    }
    if (here && (!first || mp->arrived)) {
        mp->arrived = false;
        fill_stop(m, pe, GM_STOP_BREAKPOINT, stop);
        return false;
    }
    uint64_t done = run_pe(m, pe, limit);
    stop->instructions += done;
    mp->barren = done != 0 ? 0 : mp->barren;
    mp->arrived = done != 0 && m->breakpoint_count != 0 && machine_has_breakpoint(m, p->s.pc);
    /* A synchronous exception belongs to its instruction: no run ends between the two. */
    if ((p->attn & PE_ATTN_EXCEPTION) != 0) {
        p->attn &= ~(uint32_t)PE_ATTN_EXCEPTION;
        pe_take_fault(p);
        if (++mp->barren > MOST_BARREN) {
            mp->barren = 0;
            fill_stop(m, pe, GM_STOP_NO_PROGRESS, stop);
            return false;
        }
    }
    return !stopped_by_pe(m, pe, stop);
}

enum gm_status gm_machine_run(struct gm_machine *m, uint64_t limit, struct gm_stop *stop)
{
    if (stop == NULL) {
        return GM_BAD_ARGUMENT;
    }
    *stop = (struct gm_stop){0};
    /* Only a run that begins at a breakpoint may pass it. */
    uint64_t start[GM_MAX_PES];
    uint64_t begun[GM_MAX_PES];
    for (unsigned pe = 0; pe < m->config.pes; pe++) {
        start[pe] = m->pes[pe].pe.s.pc;
        begun[pe] = m->pes[pe].pe.s.instructions;
    }
    for (;;) {
        if (stop->instructions >= limit) {
            fill_stop(m, m->current, GM_STOP_LIMIT, stop);
            return GM_OK;
        }
        unsigned pe = m->current;
        const struct pe_state *s = &m->pes[pe].pe.s;
        bool first = s->pc == start[pe] && s->instructions == begun[pe];
        if (!turn(m, pe, limit - stop->instructions, first, stop)) {
            return GM_OK;
        }
        if (all_wait(m) && !skip_to_next_event(m)) {
            bool woken = false;
            for (unsigned i = 0; i < m->config.pes && !woken; i++) {
                machine_attend(m, i);
                woken = m->pes[i].pe.s.wait == PE_AWAKE;
            }
            if (!woken) {
                fill_stop(m, pe, GM_STOP_WAITING, stop);
                stop->unsynchronised = upstream_waits(m);
                return GM_OK;
            }
        }
        m->current = next_pe(m);
    }
}

void machine_turn(struct gm_machine *m, unsigned pe, struct gm_stop *stop)
{
    *stop = (struct gm_stop){0};
    if (turn(m, pe, 1, true, stop)) {
        bool waiting = m->pes[pe].pe.s.wait != PE_AWAKE;
        fill_stop(m, pe, waiting ? GM_STOP_WAITING : GM_STOP_STEPPED, stop);
    }
}

enum gm_status gm_machine_step(struct gm_machine *m, unsigned pe, struct gm_stop *stop)
{
    if (stop == NULL || pe >= m->config.pes) {
        return GM_BAD_ARGUMENT;
    }
    machine_turn(m, pe, stop);
    return GM_OK;
}
