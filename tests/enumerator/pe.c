/* SPDX-License-Identifier: Apache-2.0 */
/* Exceptions and instructions: rules 1, 2, 3 (the bound), 7, 8, 11 to 16 of docs/semantics.md; choices in enumerate.c.
 */
#include <assert.h>

#include "state.h"

void en_pe_start(const struct enumerate_scenario *scenario, struct state *state, unsigned p)
{
    const struct enumerate_pe *row = &scenario->pe[p];
    struct pe_state *pe = &state->pe[p];
    pe->daif = row->daif;
    pe->pmr = row->pmr & 0xf8;
    pe->pmr_before = pe->pmr;
    pe->view = row->view_known ? pe->pmr : 0;
    pe->view_known = row->view_known;
    pe->group_now = pe->group_written = row->group_enabled;
    pe->slot = pe->sent = NONE;
    pe->last_iar = NONE;
}

const struct enumerate_instruction *en_pe_next(const struct enumerate_scenario *scenario, const struct state *state,
                                               unsigned p)
{
    const struct pe_state *pe = &state->pe[p];
    const struct enumerate_pe *row = &scenario->pe[p];
    if (pe->stopped)
        return NULL;
    if (pe->level != 0)
        return &row->handler[pe->pc];
    return pe->pc < row->main_count ? &row->main[pe->pc] : NULL;
}

static void record(struct pe_state *pe, unsigned kind, unsigned value)
{
    assert(pe->events < EVENTS_MAX);
    uint8_t position = (uint8_t)(pe->pc | (pe->level != 0 ? POSITION_HANDLER : 0));
    pe->event[pe->events++] = (struct event){(uint8_t)kind, position, (uint8_t)value};
}

/* Is the main list inside its critical range? In a handler: at the point that was interrupted. */
static bool in_critical(const struct enumerate_scenario *scenario, const struct state *state, unsigned p)
{
    const struct enumerate_pe *row = &scenario->pe[p];
    const struct pe_state *pe = &state->pe[p];
    unsigned main_pc = pe->level != 0 ? pe->frame[0].pc : pe->pc;
    return row->critical && main_pc >= row->critical_first && main_pc <= row->critical_last;
}

/* A context synchronization event. Rule 3, must: group enables are in effect after it. Rule 11: an IAR after it uses
 * the PMR as written. Rule 2, must: what it leaves takeable is taken at the boundary that follows (C5: first the
 * effects of what was written, ERET's own PSTATE included; then what is due). */
static void synchronize(const struct enumerate_scenario *scenario, struct pe_state *pe)
{
    pe->group_now = pe->group_written;
    pe->pmr_unsynced = 0;
    pe->pmr_before = pe->pmr; /* says the same; keeps equal states equal */
    pe->due = en_gic_takeable(scenario, pe);
}

/* Rule 15, exception entry: DAIF set, PMR and active priorities untouched; it is a context synchronization event. */
static void take_exception(const struct enumerate_scenario *scenario, struct state *state, unsigned p)
{
    struct pe_state *pe = &state->pe[p];
    if (pe->entries == ENUMERATE_ENTRIES) { /* C20: a bound on what could go on for ever */
        record(pe, EVENT_LIMIT, 0);
        pe->stopped = 1;
        pe->due = 0;
        return;
    }
    record(pe, EVENT_ENTRY, 0);
    if (in_critical(scenario, state, p) && !scenario->interrupt[pe->slot].nmi)
        state->verdicts |= ENUMERATE_CRIT_HIT;
    if (pe->level > 0)
        state->verdicts |= ENUMERATE_NEST;
    pe->frame[pe->level++] = (struct frame){pe->pc, pe->daif};
    pe->entries++;
    pe->pc = 0;
    pe->daif = 0xf;
    synchronize(scenario, pe);
    en_device_boundary(scenario, state, p);
}

/* Rules 7 and 8: what a DSB waits for. DSB ST drains nothing. */
static bool dsb_completes(const struct enumerate_scenario *scenario, const struct pe_state *pe, enum enumerate_op op)
{
    if (op == ENUMERATE_DSB_SY)
        return pe->upstreams == 0;
    if (op == ENUMERATE_DSB_ISH) /* IAR and EOI effects; PMR only by option */
        return !en_gic_upstream_holds(pe, 1u << UP_ACTIVATE | 1u << UP_DEACTIVATE |
                                              (scenario->narrow_dsb_pmr ? 1u << UP_PMR : 0));
    return true;
}

bool en_pe_dsb_waits(const struct enumerate_scenario *scenario, const struct state *state, unsigned p)
{
    const struct enumerate_instruction *instruction = en_pe_next(scenario, state, p);
    return instruction != NULL && !dsb_completes(scenario, &state->pe[p], instruction->op);
}

/* Can the instruction complete now? Otherwise the PE stays where it is. */
static bool completes(const struct enumerate_scenario *scenario, const struct pe_state *pe, enum enumerate_op op)
{
    if (op == ENUMERATE_WFI) /* rule 13: anything asserted, whatever DAIF says; not what PMR or running priority stop */
        return en_gic_eligible(scenario, pe, pe->pmr);
    if (op == ENUMERATE_WFE) /* rule 14: the event register, or what is takeable */
        return pe->event_register || en_gic_takeable(scenario, pe);
    return dsb_completes(scenario, pe, op);
}

/* Rules 1, 2, 4: the CPU interface uses the new value at once; with PMHE it also goes upstream. */
static void write_pmr(const struct enumerate_scenario *scenario, struct pe_state *pe, unsigned value)
{
    pe->pmr_before = pe->pmr;
    pe->pmr = value & 0xf8;
    pe->pmr_unsynced = 1;
    if (scenario->pmhe)
        en_gic_upstream_push(pe, UP_PMR, pe->pmr);
}

/* Rule 12: a priority drop is for the highest active priority, and for its INTID; else UNPREDICTABLE, and ignored. */
static void write_eoir(const struct enumerate_scenario *scenario, struct state *state, unsigned p, unsigned interrupt)
{
    struct pe_state *pe = &state->pe[p];
    if (interrupt == NONE)
        return; /* C13: a special INTID has no effect */
    if (pe->acks == 0 || pe->ack[pe->acks - 1] != interrupt) {
        state->verdicts |= ENUMERATE_EOI_UNPREDICTABLE;
        return;
    }
    pe->ack[--pe->acks] = 0;
    if (!scenario->eoi_mode)
        en_gic_upstream_push(pe, UP_DEACTIVATE, interrupt);
}

/* C14: DIR acts with EOImode=1 only; on what is private, only at its own PE (bugs.md case 52). */
static void write_dir(const struct enumerate_scenario *scenario, struct pe_state *pe, unsigned p, unsigned interrupt)
{
    if (interrupt == NONE || !scenario->eoi_mode)
        return;
    const struct enumerate_interrupt *row = &scenario->interrupt[interrupt];
    if (row->intid >= 32 || row->pe == p)
        en_gic_upstream_push(pe, UP_DEACTIVATE, interrupt);
}

static void send_event(const struct enumerate_scenario *scenario, struct state *state)
{
    for (unsigned p = 0; p < scenario->pes; p++)
        state->pe[p].event_register = 1;
}

static void next_boundary(const struct enumerate_scenario *scenario, struct state *state, unsigned p)
{
    state->pe[p].pc++;
    en_device_boundary(scenario, state, p);
}

/* Rule 11: IAR evaluates eligible at this moment, with `pmr`; what caused the exception does not matter. */
static void read_iar(const struct enumerate_scenario *scenario, const struct state *state, unsigned p, bool use_before,
                     unsigned verdicts, struct search *search)
{
    struct state next = *state;
    struct pe_state *pe = &next.pe[p];
    unsigned result = en_gic_eligible(scenario, pe, use_before ? pe->pmr_before : pe->pmr) ? pe->slot : NONE;
    next.verdicts |= (uint8_t)verdicts;
    record(pe, EVENT_IAR, result);
    pe->last_iar = (uint8_t)result;
    if (result == NONE)
        next.verdicts |= ENUMERATE_SPURIOUS;
    else {
        if (in_critical(scenario, state, p) && !scenario->interrupt[result].nmi)
            next.verdicts |= ENUMERATE_CRIT_HIT;
        en_gic_acknowledge(scenario, &next, p, result);
    }
    next_boundary(scenario, &next, p);
    en_search_emit(search, &next, true);
}

/* Rule 11, may: without an ISB since the last PMR write, the PMR before that write or after it. */
static void execute_iar(const struct enumerate_scenario *scenario, const struct state *state, unsigned p,
                        struct search *search)
{
    const struct pe_state *pe = &state->pe[p];
    bool after = en_gic_eligible(scenario, pe, pe->pmr);
    bool before = en_gic_eligible(scenario, pe, pe->pmr_before);
    bool differ = pe->pmr_unsynced && before != after;
    read_iar(scenario, state, p, false, differ ? ENUMERATE_MISSING_ISB : 0, search);
    if (differ)
        read_iar(scenario, state, p, true, ENUMERATE_MISSING_ISB, search);
}

/* ERET restores DAIF and is a context synchronization event. It sets the event register (C15). */
static void execute_eret(const struct enumerate_scenario *scenario, struct state *state, unsigned p)
{
    struct pe_state *pe = &state->pe[p];
    assert(pe->level > 0);
    pe->level--;
    pe->pc = pe->frame[pe->level].pc;
    pe->daif = pe->frame[pe->level].daif;
    pe->frame[pe->level] = (struct frame){0, 0};
    if (!scenario->eret_keeps_event)
        pe->event_register = 1;
    synchronize(scenario, pe);
    en_device_boundary(scenario, state, p);
}

/* Every instruction that has one successor and goes on to the next boundary. */
static void execute_plain(const struct enumerate_scenario *scenario, struct state *next, unsigned p,
                          struct enumerate_instruction instruction)
{
    struct pe_state *pe = &next->pe[p];
    uint8_t mask = instruction.value & 0xf;
    switch (instruction.op) {
    case ENUMERATE_PMR_WRITE:
        write_pmr(scenario, pe, instruction.value);
        break;
    case ENUMERATE_PMR_READ:
        record(pe, EVENT_PMR, pe->pmr);
        break;
    case ENUMERATE_DAIFSET: /* rule 1: in effect at the next boundary */
        pe->daif |= mask;
        break;
    case ENUMERATE_DAIFCLR: /* rule 2 */
        pe->daif &= (uint8_t)~mask;
        break;
    case ENUMERATE_DAIF_WRITE:
        pe->daif = mask;
        break;
    case ENUMERATE_ISB:
        synchronize(scenario, pe);
        break;
    case ENUMERATE_WFE:
        pe->event_register = 0; /* completing by an interrupt: it was clear already */
        break;
    case ENUMERATE_SEV:
        send_event(scenario, next);
        break;
    case ENUMERATE_EOIR1_LAST:
        write_eoir(scenario, next, p, pe->last_iar);
        break;
    case ENUMERATE_EOIR1:
        write_eoir(scenario, next, p, instruction.value);
        break;
    case ENUMERATE_DIR_LAST:
        write_dir(scenario, pe, p, pe->last_iar);
        break;
    case ENUMERATE_DIR:
        write_dir(scenario, pe, p, instruction.value);
        break;
    case ENUMERATE_IGRPEN1: /* rule 3: in effect by en_gic_group_step or by synchronize */
        pe->group_written = instruction.value & 1;
        break;
    case ENUMERATE_SGI:
        en_gic_upstream_push(pe, UP_SGI, instruction.value);
        break;
    default: /* NOP, DSB and WFI do nothing more than complete */
        break;
    }
    next_boundary(scenario, next, p);
}

static void execute(const struct enumerate_scenario *scenario, const struct state *state, unsigned p,
                    struct search *search)
{
    const struct enumerate_instruction *instruction = en_pe_next(scenario, state, p);
    if (instruction == NULL || !completes(scenario, &state->pe[p], instruction->op))
        return;
    struct state next = *state;
    next.pe[p].due = 0; /* "due" belongs to the boundary that the PE leaves */
    if (instruction->op == ENUMERATE_IAR1) {
        execute_iar(scenario, &next, p, search);
        return;
    }
    if (instruction->op == ENUMERATE_ERET)
        execute_eret(scenario, &next, p);
    else
        execute_plain(scenario, &next, p, *instruction);
    en_search_emit(search, &next, true);
}

void en_pe_steps(const struct enumerate_scenario *scenario, const struct state *state, unsigned p,
                 struct search *search)
{
    if (state->pe[p].stopped)
        return;
    /* Rule 2, may: taken at any boundary. Rule 16: at the end of the list that is not a choice, nothing else is left.
     */
    if (en_gic_takeable(scenario, &state->pe[p])) {
        struct state next = *state;
        take_exception(scenario, &next, p);
        en_search_emit(search, &next, true);
        /* Rule 2, must: at the boundary that follows a context synchronization event. */
        if (state->pe[p].due)
            return;
    }
    execute(scenario, state, p, search);
}
