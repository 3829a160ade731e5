/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pipeline: a state machine over instructions.
 *
 * Everything is a time in ticks (1/1200 cycle), and every time is a maximum of sums of the core's numbers: an
 * instruction starts when it has been dispatched, its operands are ready and its port is free; it is complete when its
 * latency has passed; it retires with all earlier ones.  Such a system is monotone (a dearer number never makes it
 * faster), which is what intervals rest on, and its state relative to the time of dispatch is small and recurs, which
 * is what memoisation rests on. What is idealised:
 *   - widths are rates (three a cycle: one every third of a cycle), not groups aligned to cycles;
 *   - out of order, a port is booked in dispatch order from the time of dispatch, whatever the operands: the scheduler
 *     is assumed to fill the gap that a waiting instruction leaves; retirement is unlimited;
 *   - loads hit, and find an earlier store by the same base register and constant offset; other aliases are not seen;
 *   - branches are predicted unless the outcome says otherwise.
 */
#ifndef TIMING_PIPELINE_H
#define TIMING_PIPELINE_H

#include "timing/op.h"

enum { TIMING_SLOTS = ISA_NZCV + 1, TIMING_VECTORS = 32, TIMING_STORES = 8, TIMING_RUNS = GM_MAX_PARAMETER_COUNT };

/* A store that a load may find. Its place in the list depends on the program alone, never on times. */
struct timing_store {
    uint64_t time;  /* when its data was there */
    int32_t offset; /* from what base is now */
    uint8_t base;   /* TIMING_NO_SLOT: no store, or one that no longer matters */
    uint8_t bytes;
    bool pair;
};

/* Consecutive instructions in the window that retire at one time. */
struct timing_run {
    uint64_t time;
    uint32_t count;
};

/* Times are absolute; those that are not after `front` do not matter any more. */
struct timing_state {
    uint64_t front;       /* the next instruction is dispatched at this time or later */
    uint64_t retired;     /* the last instruction is complete: the cycle count; never before front */
    uint64_t ack;         /* the last PMR write is acknowledged (PMHE=1) */
    uint64_t stores_done; /* a DSB waits until then */
    uint64_t memory_done; /* the last access is complete: for DMB and release */
    uint64_t memory_next; /* the next access may start: after DMB or acquire */
    uint64_t port[TIMING_PORTS];
    uint64_t reg[TIMING_SLOTS];
    uint64_t v[TIMING_VECTORS];
    struct timing_store stores[TIMING_STORES]; /* newest first */
    unsigned run_first, run_count, in_window;  /* ring of runs, oldest first; instructions in it */
    struct timing_run runs[TIMING_RUNS];
};

/* outcome: TIMING_OUTCOME_*. */
void timing_pipeline_step(const struct timing_numbers *n, struct timing_state *s, const struct timing_op *op,
                          unsigned outcome);

/* A load that starts at `front` or later cannot be held up by a store whose time + this is not after `front`. */
int64_t timing_forward_horizon(const struct timing_numbers *n);

#endif
