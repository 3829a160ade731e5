/* SPDX-License-Identifier: Apache-2.0 */
/* Intervals: the pipeline run again over the same sequence with the numbers at their bounds. */
#include "timing/pipeline.h"
#include "timing/recording.h"
#include "timing/state.h"

#include "base/alloc.h"
#include "base/bits.h"

#include <stdlib.h>

struct prepared_op {
    struct timing_op op;
    unsigned outcome;
};

/* A recording, decoded once for many runs. */
struct sequence {
    struct prepared_op *ops;
    size_t count;
    uint64_t uses; /* parameters that can matter */
};

/* Waiting is not part of an estimate: a wake-up costs nothing here, and an exception is an event. */
static bool prepare_entry(const struct timing_entry *entry, struct prepared_op *to)
{
    struct isa_insn insn;
    if (entry->event == GM_RECORD_WAKE + 1) {
        return false;
    }
    if (entry->event != 0) {
        timing_op_event(TIMING_K_ENTRY, &to->op);
    } else {
        isa_decode(entry->word, &insn); /* unknown words have no op: timing_op_of says what they cost */
        timing_op_of(&insn, &to->op);
    }
    to->outcome = entry->flags;
    return true;
}

static enum gm_status prepare(const struct gm_recording *recording, const struct gm_allocator *allocator,
                              struct sequence *sequence)
{
    *sequence = (struct sequence){0};
    sequence->ops = base_calloc(allocator, recording->length, sizeof *sequence->ops);
    if (sequence->ops == NULL) {
        return GM_NO_MEMORY;
    }
    for (size_t i = 0; i < recording->length; i++) {
        struct prepared_op *to = &sequence->ops[sequence->count];
        if (prepare_entry(&recording->entries[i], to)) {
            sequence->uses |= timing_op_uses(&to->op, to->outcome);
            sequence->count++;
        }
    }
    return GM_OK;
}

static int64_t run(const struct timing_numbers *numbers, const struct sequence *sequence)
{
    struct timing_state state;
    timing_state_idle(&state, 0);
    for (size_t i = 0; i < sequence->count; i++) {
        timing_pipeline_step(numbers, &state, &sequence->ops[i].op, sequence->ops[i].outcome);
    }
    return (int64_t)state.retired;
}

static double cycles(int64_t ticks)
{
    return (double)ticks / GM_TICKS_PER_CYCLE;
}

/* b less a; a may be missing. */
static int64_t run_both(const struct timing_numbers *numbers, const struct sequence *a, const struct sequence *b)
{
    return run(numbers, b) - (a != NULL ? run(numbers, a) : 0);
}

static int by_width(const void *x, const void *y)
{
    const struct gm_leaning *a = x, *b = y;
    double wa = a->up - a->down, wb = b->up - b->down;
    if (wa != wb) {
        return wa < wb ? 1 : -1;
    }
    return (a->parameter > b->parameter) - (a->parameter < b->parameter);
}

/* Which way each parameter alone moves the result. Sums of all ways down and up in *down and *up. */
static size_t lean(const struct gm_core *core, const struct sequence *a, const struct sequence *b,
                   struct gm_leaning *leanings, int64_t *down, int64_t *up)
{
    struct timing_numbers numbers;
    timing_numbers_of(core, TIMING_VALUE, &numbers);
    const int64_t value = run_both(&numbers, a, b);
    const uint64_t uses = b->uses | (a != NULL ? a->uses : 0);
    size_t count = 0;
    *down = *up = 0;
    for (unsigned p = 0; p < TIMING_PARAMETERS; p++) {
        int64_t low = 0, high = 0;
        for (enum timing_bound bound = TIMING_CHEAP; bit(uses, p) && bound <= TIMING_DEAR; bound++) {
            const uint32_t kept = numbers.of[p];
            numbers.of[p] = timing_number(core, (enum timing_parameter)p, bound);
            int64_t change = numbers.of[p] == kept ? 0 : run_both(&numbers, a, b) - value;
            numbers.of[p] = kept;
            low = change < low ? change : low;
            high = change > high ? change : high;
        }
        if (low != 0 || high != 0) {
            leanings[count++] = (struct gm_leaning){p, cycles(low), cycles(high)};
            *down += low;
            *up += high;
        }
    }
    qsort(leanings, count, sizeof leanings[0], by_width);
    return count;
}

static int64_t run_at(const struct gm_core *core, enum timing_bound bound, const struct sequence *sequence)
{
    struct timing_numbers numbers;
    timing_numbers_of(core, bound, &numbers);
    return run(&numbers, sequence);
}

enum gm_status gm_estimate(const struct gm_core *core, const struct gm_recording *recording,
                           struct gm_estimate *estimate)
{
    if (core == NULL || recording == NULL || estimate == NULL) {
        return GM_BAD_ARGUMENT;
    }
    struct sequence sequence;
    enum gm_status status = prepare(recording, &recording->allocator, &sequence);
    if (status != GM_OK) {
        return status;
    }
    int64_t down, up;
    *estimate = (struct gm_estimate){0};
    gm_recording_counts(recording, &estimate->counts);
    estimate->value = cycles(run_at(core, TIMING_VALUE, &sequence));
    estimate->low = cycles(run_at(core, TIMING_CHEAP, &sequence));
    estimate->high = cycles(run_at(core, TIMING_DEAR, &sequence));
    estimate->leaning_count = lean(core, NULL, &sequence, estimate->leanings, &down, &up);
    base_free(&recording->allocator, sequence.ops);
    return GM_OK;
}

enum gm_status gm_estimate_difference(const struct gm_core *core, const struct gm_recording *a,
                                      const struct gm_recording *b, struct gm_difference *difference)
{
    if (core == NULL || a == NULL || b == NULL || difference == NULL) {
        return GM_BAD_ARGUMENT;
    }
    struct sequence first = {0}, second = {0};
    enum gm_status status = prepare(a, &a->allocator, &first);
    if (status == GM_OK) {
        status = prepare(b, &b->allocator, &second);
    }
    if (status == GM_OK) {
        int64_t value = run_at(core, TIMING_VALUE, &second) - run_at(core, TIMING_VALUE, &first);
        int64_t down, up;
        *difference = (struct gm_difference){0};
        difference->leaning_count = lean(core, &first, &second, difference->leanings, &down, &up);
        difference->value = cycles(value);
        difference->low = cycles(value + down);
        difference->high = cycles(value + up);
    }
    base_free(&a->allocator, first.ops);
    base_free(&b->allocator, second.ops);
    return status;
}
