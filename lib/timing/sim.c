/* SPDX-License-Identifier: Apache-2.0 */
#include "timing/sim.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "base/hash.h"

#include <assert.h>
#include <string.h>

/* Time stops being exact beyond 2^62 ticks: about forty years at 3 GHz. */
#define LAST_TICK (UINT64_C(1) << 62)

enum {
    DEFAULT_STATES = 1 << 15,
    DEFAULT_MEMO = 16, /* as a power of two */
    FIRST_MEMO = 1 << 8,
};

enum gm_status timing_sim_create_bounded(const struct gm_core *core, const struct gm_allocator *allocator,
                                         uint32_t most_states, unsigned most_memo, struct timing_sim **sim)
{
    struct gm_allocator a = base_allocator(allocator);
    struct timing_sim *s = base_calloc(&a, 1, sizeof *s);
    *sim = s;
    if (s == NULL) {
        return GM_NO_MEMORY;
    }
    s->allocator = a;
    s->memo = s->none;
    s->most_memo = (size_t)1 << most_memo;
    s->intern_first = 1;
    timing_numbers_of(core, TIMING_VALUE, &s->numbers);
    timing_intern_init(&s->states, &a, most_states);
    timing_state_idle(&s->live, 0);
    s->live_valid = true;
    return GM_OK;
}

enum gm_status timing_sim_create(const struct gm_core *core, const struct gm_allocator *allocator,
                                 struct timing_sim **sim)
{
    return timing_sim_create_bounded(core, allocator, DEFAULT_STATES, DEFAULT_MEMO, sim);
}

void timing_sim_destroy(struct timing_sim *sim)
{
    if (sim == NULL) {
        return;
    }
    struct gm_allocator a = sim->allocator;
    timing_intern_free(&sim->states);
    if (sim->memo != sim->none) {
        base_free(&a, sim->memo);
    }
    base_free(&a, sim);
}

/* ---- the live state and its number ---- */

static void make_live(struct timing_sim *sim)
{
    if (sim->live_valid) {
        return;
    }
    const struct timing_interned *e = timing_intern_entry(&sim->states, sim->state);
    bool right = timing_state_decode(&sim->numbers, sim->states.bytes + e->offset, e->size, sim->front, &sim->live);
    assert(right);
    (void)right;
    sim->live_valid = true;
}

/* After the live state has changed. */
static void set_live(struct timing_sim *sim)
{
    sim->front = sim->live.front;
    sim->state = 0;
}

static void forget_memo(struct timing_sim *sim)
{
    memset(sim->memo, 0, (sim->mask + 1) * sizeof *sim->memo);
    sim->remembered = 0;
}

/* Gives the live state a number; 0 if there is no memory. */
static void number_live(struct timing_sim *sim)
{
    if (sim->no_memory) {
        return;
    }
    size_t size = timing_state_encode(&sim->numbers, &sim->live, sim->scratch);
    sim->state = timing_intern_state(&sim->states, sim->scratch, size, sim->live.retired - sim->live.front);
    sim->no_memory = sim->state == 0;
    if (sim->states.first < sim->intern_first) {
        forget_memo(sim); /* the numbers of states begin anew */
    }
    sim->intern_first = sim->states.first;
}

/* ---- the memo ---- */

static struct timing_memo *memo_place(struct timing_sim *sim, uint64_t block, uint32_t state, uint32_t shape)
{
    return &sim->memo[timing_sim_place(sim, block, state, shape)];
}

/* Four times as many places; stays as it is when there is no memory or the bound is reached. */
static void grow_memo(struct timing_sim *sim)
{
    const size_t count = sim->mask + 1;
    size_t wanted = sim->memo == sim->none ? FIRST_MEMO : count * 4;
    wanted = wanted > sim->most_memo ? sim->most_memo : wanted;
    if (sim->memo != sim->none && wanted <= count) {
        sim->remembered = 0; /* asks again after as many */
        return;
    }
    struct timing_memo *memo = base_calloc(&sim->allocator, wanted, sizeof *memo);
    if (memo == NULL) {
        return;
    }
    struct timing_memo *old = sim->memo;
    sim->memo = memo;
    sim->mask = wanted - 1;
    for (size_t i = 0; i < count; i++) {
        if (old[i].state != 0) {
            *memo_place(sim, old[i].block, old[i].state, old[i].shape) = old[i];
        }
    }
    if (old != sim->none) {
        base_free(&sim->allocator, old);
    }
}

static void remember(struct timing_sim *sim, uint64_t block, uint32_t before, uint32_t shape, uint64_t ticks)
{
    if (sim->memo == sim->none || sim->remembered > sim->mask) {
        grow_memo(sim);
    }
    if (sim->memo == sim->none) {
        return;
    }
    *memo_place(sim, block, before, shape) =
        (struct timing_memo){.block = block, .ticks = ticks, .state = before, .shape = shape, .next = sim->state};
    sim->remembered++;
}

/* ---- stepping ---- */

static void step_event(struct timing_sim *sim, enum timing_event event)
{
    static const enum timing_kind kinds[TIMING_EVENTS] = {
        [TIMING_EVENT_EXCEPTION] = TIMING_K_ENTRY,
        [TIMING_EVENT_WAKE] = TIMING_K_WAKE,
    };
    struct timing_op op;
    timing_op_event(kinds[event], &op);
    timing_pipeline_step(&sim->numbers, &sim->live, &op, 0);
}

static void step_insn(struct timing_sim *sim, const struct isa_insn *insn, unsigned outcome)
{
    struct timing_op op;
    timing_op_of(insn, &op);
    timing_pipeline_step(&sim->numbers, &sim->live, &op, outcome);
}

void timing_sim_step(struct timing_sim *sim, const struct isa_insn *insn, unsigned outcome)
{
    make_live(sim);
    step_insn(sim, insn, outcome);
    set_live(sim);
}

void timing_sim_block_slow(struct timing_sim *sim, const struct isa_insn *first, unsigned n, uint64_t block,
                           unsigned outcome)
{
    make_live(sim);
    if (sim->state == 0) {
        number_live(sim);
    }
    const uint32_t before = sim->state;
    const uint64_t start = sim->live.front;
    if (n == 0) {
        step_event(sim, (enum timing_event)block);
    }
    for (unsigned i = 0; i < n; i++) {
        step_insn(sim, &first[i], i + 1 == n ? outcome : outcome & TIMING_OUTCOME_OF_ALL);
    }
    set_live(sim);
    number_live(sim);
    bool numbered = before != 0 && sim->state != 0 && timing_intern_known(&sim->states, before);
    if (numbered && n <= TIMING_MAX_BLOCK) {
        remember(sim, block, before, timing_sim_shape(n, outcome), sim->live.front - start);
    }
}

void timing_sim_stall_until(struct timing_sim *sim, uint64_t cycle)
{
    uint64_t tick = cycle > LAST_TICK / GM_TICKS_PER_CYCLE ? LAST_TICK : cycle * GM_TICKS_PER_CYCLE;
    if (tick <= sim->front) {
        return;
    }
    make_live(sim);
    sim->live.front = tick;
    sim->live.retired = tick > sim->live.retired ? tick : sim->live.retired;
    set_live(sim);
}

/* ---- saving ---- */

static uint64_t numbers_hash(const struct timing_numbers *numbers)
{
    uint64_t hash = TIMING_PARAMETERS;
    for (unsigned i = 0; i < TIMING_PARAMETERS; i++) {
        hash = hash_combine(hash, numbers->of[i]);
    }
    return hash;
}

void timing_sim_save(struct timing_sim *sim, uint8_t bytes[TIMING_SIM_SAVE_BYTES])
{
    make_live(sim);
    memset(bytes, 0, TIMING_SIM_SAVE_BYTES);
    size_t size = timing_state_encode(&sim->numbers, &sim->live, bytes + 24);
    store_le(bytes, 8, sim->front);
    store_le(bytes + 8, 8, numbers_hash(&sim->numbers));
    store_le(bytes + 16, 8, size);
}

/* The bytes are those that save would write, so that equal states have equal bytes. */
static bool is_canonical(struct timing_sim *sim, const struct timing_state *state, const uint8_t *bytes, size_t size)
{
    size_t again = timing_state_encode(&sim->numbers, state, sim->scratch);
    return again == size && memcmp(sim->scratch, bytes, size) == 0;
}

enum gm_status timing_sim_restore(struct timing_sim *sim, const uint8_t bytes[TIMING_SIM_SAVE_BYTES])
{
    uint64_t front = load_le(bytes, 8);
    uint64_t size = load_le(bytes + 16, 8);
    if (load_le(bytes + 8, 8) != numbers_hash(&sim->numbers)) {
        return GM_VERSION;
    }
    if (front > LAST_TICK || size > TIMING_STATE_BYTES) {
        return GM_BAD_FORMAT;
    }
    struct timing_state state;
    if (!timing_state_decode(&sim->numbers, bytes + 24, size, front, &state) ||
        !is_canonical(sim, &state, bytes + 24, size)) {
        return GM_BAD_FORMAT;
    }
    sim->live = state;
    sim->live_valid = true;
    set_live(sim);
    return GM_OK;
}
