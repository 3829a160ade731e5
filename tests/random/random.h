/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random straight-line sequences on our PE and on an independent emulator.
 *
 * A sequence is a list of units: an instruction under test after the moves that put its base register into the data
 * window (or its target into the sequence).  Branches only go forward, to the start of a later unit.
 */
#ifndef RANDOM_RANDOM_H
#define RANDOM_RANDOM_H

#include "isa/isa.h"
#include "window.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct random_source {
    uint64_t state;
};

/* Splitmix64 (Steele, Lea, Flood, OOPSLA 2014): one 64-bit state that any seed suits. */
static inline uint64_t random_next(struct random_source *r)
{
    uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static inline uint64_t random_below(struct random_source *r, uint64_t n)
{
    return random_next(r) % n;
}

struct random_state {
    uint64_t x[31], sp, pc;
    uint32_t nzcv;
    uint64_t v[32][2];
    bool faulted;    /* the sequence ended in an exception, at pc */
    uint8_t *memory; /* RANDOM_DATA_SIZE bytes */
};

struct random_sequence {
    uint64_t seed;
    unsigned words;
    uint32_t word[RANDOM_WORDS];
    bool tested[RANDOM_WORDS]; /* an instruction under test, not one that prepares it */
};

/* Rows that the generator may use, and those of them that were chosen. */
struct random_rows {
    uint16_t op[ISA_OP_COUNT];
    unsigned count;
    uint64_t executed[ISA_OP_COUNT];
};

void random_value_fill(struct random_source *r, struct random_state *start);
void random_sequence_make(struct random_source *r, const struct random_rows *rows, struct random_sequence *sequence);

/* Our PE runs at most `steps` instructions of the sequence from *start (0: to its end) and leaves the end in *end;
 * false when the engine itself failed. executed (may be NULL): instructions under test, by row. */
struct random_engine;
struct random_engine *random_subject_open(void);
bool random_subject_run(struct random_engine *engine, const struct random_sequence *sequence,
                        const struct random_state *start, unsigned steps, struct random_state *end, uint64_t *executed);
/* The same to the end by the run loop: blocks, decoded pages. */
bool random_subject_run_blocks(struct random_engine *engine, const struct random_sequence *sequence,
                               const struct random_state *start, struct random_state *end);
void random_subject_close(struct random_engine *engine);

bool random_state_equal(const struct random_state *a, const struct random_state *b);
void random_report(FILE *out, const struct random_sequence *sequence, const struct random_state *before,
                   const struct random_state *subject, const struct random_state *oracle, unsigned step);

#endif
