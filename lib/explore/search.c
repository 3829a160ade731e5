/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/search.h"

#include "explore/result.h"
#include "explore/start.h"
#include "machine/machine.h"

#include <string.h>

enum { DEFAULT_STATES = 1000000, DEFAULT_DEPTH = 10000 };

/* ---- what the machine shows during a move ---- */

static void see(struct explore *e, const struct explore_seen *seen)
{
    if (e->seen_count < EXPLORE_MOST_SEEN) {
        e->seen[e->seen_count++] = *seen;
    }
}

static void on_exception(void *context, struct gm_machine *machine, const struct gm_exception_event *event)
{
    struct explore *e = context;
    (void)machine;
    if (event->kind == GM_EXC_SYNC || event->kind == GM_EXC_SERROR) {
        const struct explore_seen seen = {.what = SEEN_ENTERED, .pe = event->pe, .address = event->elr};
        see(e, &seen);
    } else {
        struct gic_explanation why;
        gic_explain(&e->machine->gic, event->pe, &why);
        const struct explore_seen seen = {
            .what = SEEN_TAKEN, .pe = event->pe, .address = event->elr, .intid = why.intid};
        see(e, &seen);
    }
}

static void on_return(void *context, struct gm_machine *machine, const struct gm_return_event *event)
{
    const struct explore_seen seen = {.what = SEEN_RETURN, .pe = event->pe, .address = event->target};
    (void)machine;
    see(context, &seen);
}

static void on_gic(void *context, struct gm_machine *machine, const struct gm_gic_event *event)
{
    (void)machine;
    struct explore_seen seen = {.pe = event->pe, .intid = event->intid, .text = event->text};
    switch (event->kind) {
    case GM_GIC_ACKNOWLEDGE:
        seen.what = SEEN_ACKNOWLEDGE;
        seen.intid = event->value;
        break;
    case GM_GIC_UNPREDICTABLE:
        seen.what = SEEN_UNPREDICTABLE;
        break;
    case GM_GIC_RESERVED_ACCESS:
        seen.what = SEEN_RESERVED;
        break;
    default:
        return;
    }
    see(context, &seen);
}

/* ---- states ---- */

static void save_vector(struct explore *e)
{
    memset(e->vector, 0, e->machine_words * sizeof *e->vector);
    machine_moment_save(e->machine, e->vector, e->machine_bytes);
    memcpy(e->vector + e->machine_words, &e->track, sizeof e->track);
}

static void load_state(struct explore *e, uint32_t index)
{
    explore_store_get(&e->store, index, e->vector);
    machine_moment_restore(e->machine, e->vector, e->machine_bytes);
    memcpy(&e->track, e->vector + e->machine_words, sizeof e->track);
    e->from = index;
    e->seen_count = 0;
}

uint64_t explore_get(struct explore *e, unsigned pe, const char *name)
{
    uint64_t value = 0;
    gm_machine_get(e->machine, pe, name, &value);
    return value;
}

uint64_t explore_pc(const struct explore *e, unsigned pe)
{
    return e->machine->pes[pe].pe.s.pc;
}

bool explore_in_list(const struct explore *e, struct gm_list places, uint64_t address)
{
    for (unsigned n = 0; n < places.count; n++) {
        if (e->scenario->labels[places.first + n].address == address) {
            return true;
        }
    }
    return false;
}

bool explore_is_done(struct explore *e, unsigned pe)
{
    return e->track.pe[pe].depth == 0 && explore_in_list(e, e->scenario->starts[pe].end, explore_pc(e, pe));
}

/* ---- events of the scenario ---- */

/* At a label or a step the event happens before anything else may. */
static bool event_is_due(struct explore *e, unsigned n)
{
    const struct gm_scenario_event *event = &e->scenario->events[n];
    struct explore_pe *by = &e->track.pe[event->by];
    if (e->track.remaining[n] == 0) {
        return false;
    }
    if (event->when == GM_WHEN_STEP) {
        return by->steps == event->step;
    }
    return event->when == GM_WHEN_AT && (by->arrivals >> n & 1) == 0 && explore_pc(e, event->by) == event->at.address;
}

static bool event_is_open(struct explore *e, unsigned n)
{
    const struct gm_scenario_event *event = &e->scenario->events[n];
    if (e->track.remaining[n] == 0) {
        return false;
    }
    return event->when == GM_WHEN_ANYWHERE ||
           (event->when == GM_WHEN_BETWEEN && (e->track.pe[event->by].between >> n & 1) != 0);
}

static void make_event(struct explore *e, unsigned n)
{
    const struct gm_scenario_event *event = &e->scenario->events[n];
    e->track.remaining[n]--;
    if (event->when == GM_WHEN_AT) {
        e->track.pe[event->by].arrivals |= UINT64_C(1) << n;
    }
    explore_inject(e->scenario, e->machine, n);
}

static size_t event_moves(struct explore *e, struct explore_step *steps)
{
    size_t n = 0;
    for (unsigned i = 0; i < e->scenario->event_count; i++) {
        if (event_is_due(e, i)) {
            steps[0] = (struct explore_step){
                .kind = EXPLORE_EVENT, .pe = (uint8_t)e->scenario->events[i].by, .event = (uint8_t)i};
            return 1; /* alone: and then the next one that is due */
        }
        if (event_is_open(e, i)) {
            steps[n++] = (struct explore_step){
                .kind = EXPLORE_EVENT, .pe = (uint8_t)e->scenario->events[i].by, .event = (uint8_t)i};
        }
    }
    return n;
}

/* An event that must happen in a range has not: the PE may not leave the range without it. */
static bool waits_for_event(struct explore *e, unsigned pe)
{
    for (unsigned i = 0; i < e->scenario->event_count; i++) {
        const struct gm_scenario_event *event = &e->scenario->events[i];
        bool last = event->when == GM_WHEN_BETWEEN && event->by == pe && event->to.address == explore_pc(e, pe);
        if (last && !event->optional && event_is_open(e, i)) {
            return true;
        }
    }
    return false;
}

/* ---- moves ---- */

enum { MOST_STEPS = MACHINE_MOST_MOVES + GM_SCENARIO_ITEMS };

static size_t all_moves(struct explore *e, struct explore_step *steps, bool *ended)
{
    struct machine_move moves[MACHINE_MOST_MOVES];
    size_t n = event_moves(e, steps);
    *ended = n == 0;
    if (n == 1 && event_is_due(e, steps[0].event)) {
        return n;
    }
    for (size_t i = 0; i < n; i++) {
        if (!e->scenario->events[steps[i].event].optional) {
            *ended = false;
        }
    }
    size_t count = machine_moves(e->machine, moves);
    for (size_t i = 0; i < count; i++) {
        if (moves[i].kind == MACHINE_STEP && (explore_is_done(e, moves[i].pe) || waits_for_event(e, moves[i].pe))) {
            continue;
        }
        /* What may be late for ever does not keep a path from having ended. */
        *ended &= !machine_move_is_bounded(e->machine, &moves[i]);
        steps[n++] = (struct explore_step){.kind = moves[i].kind, .pe = moves[i].pe, .gic = moves[i].gic};
    }
    return n;
}

/* MRS ICC_IAR0_EL1, ICC_IAR1_EL1. */
static bool is_iar(uint32_t word)
{
    return (word & ~UINT32_C(0x41f)) == UINT32_C(0xd538c800) && ((word & 0x400) == 0 || (word & 0xe0) == 0);
}

static uint64_t acknowledged(struct explore *e, unsigned pe)
{
    struct gm_stop stop;
    const struct machine_move step = {.kind = MACHINE_STEP, .pe = (uint8_t)pe};
    machine_move(e->machine, &step, &stop);
    uint64_t intid = EXPLORE_NO_INTID;
    for (unsigned i = 0; i < e->seen_count; i++) {
        intid = e->seen[i].what == SEEN_ACKNOWLEDGE ? e->seen[i].intid : intid;
    }
    return intid;
}

/* Rule 11: whether this IAR read gives another INTID when the last PMR write has taken effect. Leaves the state as it
 * is. */
static bool acknowledges_otherwise(struct explore *e, const struct explore_step *step)
{
    struct gm_stop stop;
    const struct machine_move effect = {.kind = MACHINE_GIC, .pe = step->pe, .gic = GIC_CHOICE_EFFECTIVE};
    if (!gic_choice_open(&e->machine->gic, step->pe, GIC_CHOICE_EFFECTIVE)) {
        return false;
    }
    uint64_t before = acknowledged(e, step->pe);
    load_state(e, e->from);
    machine_move(e->machine, &effect, &stop);
    uint64_t after = acknowledged(e, step->pe);
    load_state(e, e->from);
    return before != after;
}

static void make_move(struct explore *e, const struct explore_step *step)
{
    e->step = *step;
    uint8_t bytes[4] = {0};
    struct gic_explanation why;
    gic_explain(&e->machine->gic, step->pe, &why);
    e->pc_before = explore_pc(e, step->pe);
    e->pmr_before = why.pmr;
    e->pmhe = why.pmhe;
    mem_read(&e->machine->mem, e->pc_before, bytes, sizeof bytes);
    e->word = (uint32_t)load_le(bytes, sizeof bytes);
    e->stop = (struct gm_stop){.reason = GM_STOP_STEPPED, .pe = step->pe};
    if (step->kind == EXPLORE_EVENT) {
        make_event(e, step->event);
        return;
    }
    e->unsynchronised = step->kind == EXPLORE_STEP && is_iar(e->word) && acknowledges_otherwise(e, step);
    const struct machine_move move = {.kind = step->kind, .pe = step->pe, .gic = step->gic};
    machine_move(e->machine, &move, &e->stop);
}

/* ---- findings ---- */

static struct gm_check_step public_step(const struct explore_step *s, uint64_t address)
{
    struct gm_check_step step = {
        .pe = s->pe, .address = address, .detail = s->kind == EXPLORE_EVENT ? s->event : s->gic};
    switch (s->kind) {
    case EXPLORE_STEP:
        step.kind = GM_CHECK_STEP;
        break;
    case EXPLORE_TAKE:
        step.kind = GM_CHECK_TAKE;
        break;
    case EXPLORE_GIC:
        step.kind = GM_CHECK_GIC;
        break;
    default:
        step.kind = GM_CHECK_EVENT;
    }
    return step;
}

/* The way to the state that is being left, and the move that showed it. */
enum gm_status explore_keep_way(struct explore *e, struct explore_way *way)
{
    size_t length = e->from == EXPLORE_NONE ? 0 : e->store.records[e->from].depth;
    way->steps = base_calloc(&e->allocator, length + 1, sizeof *way->steps);
    if (way->steps == NULL) {
        return GM_NO_MEMORY;
    }
    way->length = length + 1;
    way->steps[length] = public_step(&e->step, e->pc_before);
    uint32_t at = e->from;
    for (size_t n = length; n > 0; n--) {
        way->steps[n - 1] = public_step(&e->store.records[at].step, e->store.records[at].pc);
        at = e->store.records[at].parent;
    }
    return GM_OK;
}

void explore_found(struct explore *e, enum gm_verdict verdict, unsigned pe, uint64_t address)
{
    struct gm_check *r = e->result;
    e->track.verdicts |= UINT64_C(1) << verdict;
    explore_expect_verdict(e, verdict, pe, address);
    for (size_t i = 0; i < r->finding_count; i++) {
        const struct gm_finding *f = &r->findings[i].public;
        if (f->verdict == verdict && f->pe == pe && f->address == address) {
            return;
        }
    }
    struct explore_finding *grown =
        base_grow(&e->allocator, r->findings, r->finding_count, &r->finding_capacity, sizeof *grown);
    if (grown == NULL) {
        e->status = GM_NO_MEMORY;
        return;
    }
    r->findings = grown;
    struct explore_finding *f = &grown[r->finding_count];
    *f = (struct explore_finding){.public = {.verdict = verdict, .pe = pe, .address = address}};
    e->status = explore_keep_way(e, &f->way);
    if (e->status == GM_OK) {
        f->public.length = f->way.length;
        r->finding_count++;
    }
}

/* ---- the search ---- */

static enum gm_status keep(struct explore *e, uint32_t parent)
{
    uint32_t index;
    bool added;
    save_vector(e);
    return explore_store_add(&e->store, e->vector, parent, e->step, e->pc_before, &index, &added);
}

static void end_path(struct explore *e)
{
    struct gm_check *r = e->result;
    explore_rules_ended(e);
    explore_expect_ended(e);
    r->every_path &= e->track.verdicts;
    r->ends++;
}

static enum gm_status expand(struct explore *e, uint32_t index)
{
    struct explore_step steps[MOST_STEPS];
    bool ended;
    load_state(e, index);
    size_t count = all_moves(e, steps, &ended);
    if (ended) {
        e->step = e->store.records[index].step;
        e->pc_before = 0;
        end_path(e);
    }
    for (size_t i = 0; i < count && e->status == GM_OK; i++) {
        load_state(e, index);
        make_move(e, &steps[i]);
        e->result->moves++;
        explore_rules_moved(e);
        if (e->status == GM_OK && e->stop.reason != GM_STOP_STEPPED && e->stop.reason != GM_STOP_WAITING) {
            end_path(e); /* the run of this PE cannot go on: UNDEFINED, unmapped, HLT */
        } else if (e->status == GM_OK) {
            e->status = keep(e, index);
        }
    }
    return e->status;
}

static enum gm_status search(struct explore *e, const struct gm_check_options *options)
{
    const struct gm_scenario_limit *limit = &e->scenario->limit;
    uint64_t most = options->most_states != 0 ? options->most_states : DEFAULT_STATES;
    uint64_t depth = options->most_depth != 0 ? options->most_depth : DEFAULT_DEPTH;
    most = limit->states != 0 && limit->states < most ? limit->states : most;
    depth = limit->depth != 0 && limit->depth < depth ? limit->depth : depth;
    e->from = EXPLORE_NONE;
    e->result->exhaustive = true;
    enum gm_status status = keep(e, EXPLORE_NONE);
    for (uint32_t next = 0; status == GM_OK && next < e->store.count; next++) {
        if (e->store.count > most || e->store.records[next].depth >= depth) {
            e->result->exhaustive = false;
            break;
        }
        status = expand(e, next);
    }
    e->result->states = e->store.count;
    return status;
}

static void begin_track(struct explore *e)
{
    for (unsigned i = 0; i < e->scenario->event_count; i++) {
        const struct gm_scenario_event *event = &e->scenario->events[i];
        e->track.remaining[i] = event->times;
        if (event->when == GM_WHEN_BETWEEN && event->from.address == explore_pc(e, event->by)) {
            e->track.pe[event->by].between |= UINT64_C(1) << i;
        }
    }
    for (unsigned w = 0; w < e->scenario->window_count; w++) {
        const struct gm_scenario_window *window = &e->scenario->windows[w];
        for (unsigned pe = 0; pe < e->scenario->machine.pes; pe++) {
            if (!window->from.given && (window->pes >> pe & 1) != 0) {
                e->track.pe[pe].windows |= UINT64_C(1) << w;
            }
        }
    }
}

static enum gm_status prepare(struct explore *e, const struct gm_image *image, struct gm_error *error)
{
    enum gm_status status = explore_start(e->scenario, image, &e->allocator, &e->machine, error);
    if (status != GM_OK) {
        return status;
    }
    e->machine_bytes = machine_moment_size(e->machine);
    e->machine_words = (e->machine_bytes + 7) / 8;
    size_t words = e->machine_words + sizeof e->track / 8;
    e->vector = base_calloc(&e->allocator, words, sizeof *e->vector);
    if (e->vector == NULL) {
        return GM_NO_MEMORY;
    }
    begin_track(e);
    explore_beliefs_begin(e);
    return explore_store_init(&e->store, &e->allocator, words);
}

enum gm_status gm_check_run(const struct gm_scenario *scenario, const struct gm_image *image,
                            const struct gm_check_options *options, struct gm_check **check, struct gm_error *error)
{
    static const struct gm_check_options defaults;
    if (scenario == NULL || image == NULL || check == NULL) {
        return GM_BAD_ARGUMENT;
    }
    *check = NULL;
    options = options != NULL ? options : &defaults;
    struct gm_allocator allocator = base_allocator(options->allocator);
    struct explore *e = base_calloc(&allocator, 1, sizeof *e);
    struct gm_check *result = base_calloc(&allocator, 1, sizeof *result);
    if (e == NULL || result == NULL) {
        base_free(&allocator, e);
        base_free(&allocator, result);
        return GM_NO_MEMORY;
    }
    *result = (struct gm_check){.allocator = allocator, .every_path = UINT64_MAX, .all_paths = UINT64_MAX};
    e->allocator = allocator;
    e->scenario = scenario;
    e->result = result;
    const struct gm_observer observer = {
        .context = e, .exception = on_exception, .exception_return = on_return, .gic = on_gic};
    enum gm_status status = prepare(e, image, error);
    if (status == GM_OK) {
        status = gm_machine_observe(e->machine, &observer);
    }
    if (status == GM_OK) {
        status = search(e, options);
    }
    if (status == GM_OK) {
        status = explore_expect_finish(e);
    }
    explore_store_free(&e->store);
    base_free(&allocator, e->vector);
    gm_machine_destroy(e->machine);
    base_free(&allocator, e);
    if (status != GM_OK) {
        gm_check_free(result);
        return status;
    }
    *check = result;
    return GM_OK;
}
