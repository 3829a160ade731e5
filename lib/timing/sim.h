/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The time of one PE: the pipeline, and the memory of what blocks cost in which state.
 *
 * (block, length, state before, outcome) -> (ticks, state after) is remembered (FastSim, Schnarr and Larus 1998). A
 * remembered cost is what stepping would give, to the tick; when nothing is remembered, or there is no memory to
 * remember it in, the block is stepped. So no call can fail.
 */
#ifndef TIMING_SIM_H
#define TIMING_SIM_H

#include "timing/intern.h"
#include "timing/state.h"

#include <gicmask/core.h>

enum timing_event { TIMING_EVENT_EXCEPTION, TIMING_EVENT_WAKE, TIMING_EVENTS };

/* Blocks longer than this are stepped. */
enum { TIMING_MAX_BLOCK = (1 << 24) - 1 };

/* Front, the core's numbers hashed, the length of the state; the state. */
enum { TIMING_SIM_SAVE_BYTES = 8 + 8 + 8 + TIMING_STATE_BYTES };

struct timing_memo {
    uint64_t block, ticks; /* ticks: of front */
    uint32_t state, shape, next;
    uint32_t spare;
};

/* Private but for the inline functions below. */
struct timing_sim {
    uint64_t front; /* the live state's, or that of `state` */
    uint32_t state; /* number of the canonical state; 0: only the live one is right */
    bool live_valid;
    bool no_memory; /* none to remember with */
    size_t mask;    /* places of the memo, a power of two, less one */
    struct timing_memo *memo;
    uint32_t remembered, intern_first;
    size_t most_memo; /* the most places */
    struct timing_memo none[1];
    struct gm_allocator allocator;
    struct timing_numbers numbers;
    struct timing_intern states;
    struct timing_state live;
    uint8_t scratch[TIMING_STATE_BYTES];
};

/* Copies what it needs of the core. @return GM_OK, GM_NO_MEMORY; then *sim is NULL. */
enum gm_status timing_sim_create(const struct gm_core *core, const struct gm_allocator *allocator,
                                 struct timing_sim **sim);
/* The same with bounds: most states (a power of two), log2 of the most memo places. */
enum gm_status timing_sim_create_bounded(const struct gm_core *core, const struct gm_allocator *allocator,
                                         uint32_t most_states, unsigned most_memo, struct timing_sim **sim);
void timing_sim_destroy(struct timing_sim *sim);

/* For the inline function. n is 0 for events: block is then the event. */
void timing_sim_block_slow(struct timing_sim *sim, const struct isa_insn *first, unsigned n, uint64_t block,
                           unsigned outcome);

/* The place of a memo. The state enters last: it is what the processor that runs this waits for. */
static inline size_t timing_sim_place(const struct timing_sim *sim, uint64_t block, uint32_t state, uint32_t shape)
{
    uint64_t code = (block + shape * UINT64_C(0xa0761d6478bd642f)) * UINT64_C(0x9e3779b97f4a7c15);
    return ((size_t)(code >> 32) + state) & sim->mask;
}

static inline uint32_t timing_sim_shape(unsigned n, unsigned outcome)
{
    return n << 8 | (outcome & 0xff);
}

/*
 * n instructions from first on were executed, of a code location (and contents) that `block` names uniquely. outcome:
 * TIMING_OUTCOME_*; TAKEN and MISPREDICT are about the last one, PMHE holds for all.
 */
static inline void timing_sim_block(struct timing_sim *sim, const struct isa_insn *first, unsigned n, uint64_t block,
                                    unsigned outcome)
{
    const uint32_t shape = timing_sim_shape(n, outcome);
    const struct timing_memo *m = &sim->memo[timing_sim_place(sim, block, sim->state, shape)];
    if (m->block == block && m->state == sim->state && m->shape == shape && m->state != 0) {
        sim->front += m->ticks;
        sim->state = m->next;
        sim->live_valid = false;
    } else {
        timing_sim_block_slow(sim, first, n, block, outcome);
    }
}

/* One instruction, without memory. */
void timing_sim_step(struct timing_sim *sim, const struct isa_insn *insn, unsigned outcome);
static inline void timing_sim_event(struct timing_sim *sim, enum timing_event event)
{
    timing_sim_block(sim, NULL, 0, (uint64_t)event, 0);
}

/* Nothing is dispatched before the cycle: a DSB that the GIC holds up, or a PE that waits. */
void timing_sim_stall_until(struct timing_sim *sim, uint64_t cycle);
static inline void timing_sim_wait_until(struct timing_sim *sim, uint64_t cycle)
{
    timing_sim_stall_until(sim, cycle);
}

/* When all executed instructions are complete. */
static inline uint64_t timing_sim_ticks(const struct timing_sim *sim)
{
    return sim->live_valid ? sim->live.retired : sim->front + timing_intern_entry(&sim->states, sim->state)->lag;
}
static inline uint64_t timing_sim_cycles(const struct timing_sim *sim)
{
    return timing_sim_ticks(sim) / GM_TICKS_PER_CYCLE;
}

/* The time and the pipeline, without host pointers; what is remembered is not part of it. */
void timing_sim_save(struct timing_sim *sim, uint8_t bytes[TIMING_SIM_SAVE_BYTES]);
/* Of a sim of a core with the same numbers. GM_BAD_FORMAT, GM_VERSION (another core): nothing has changed. */
enum gm_status timing_sim_restore(struct timing_sim *sim, const uint8_t bytes[TIMING_SIM_SAVE_BYTES]);

#endif
