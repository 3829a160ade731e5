/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The states that were reached.  A state is a vector of words; it is kept as its difference to the first one, and
 * compared whole: a search that says "exhaustive" does not rest on a hash.
 */
#ifndef EXPLORE_STORE_H
#define EXPLORE_STORE_H

#include "base/alloc.h"

#include <gicmask/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What led to a state, for counterexamples. */
struct explore_step {
    uint8_t kind; /* enum explore_kind, explore/search.h */
    uint8_t pe;
    uint8_t gic;   /* enum gic_choice */
    uint8_t event; /* index of a scenario event */
};

struct explore_record {
    uint64_t hash;
    uint64_t at; /* first word of its difference in the pool */
    uint32_t words;
    uint32_t parent; /* EXPLORE_NONE for the first */
    uint32_t depth;
    struct explore_step step;
    uint64_t pc; /* of the PE that moved, before */
};

#define EXPLORE_NONE UINT32_MAX

struct explore_store {
    struct gm_allocator allocator;
    size_t words; /* of a vector */
    uint64_t *base;
    uint64_t *difference; /* scratch */
    uint64_t *pool;
    size_t pool_used, pool_capacity;
    struct explore_record *records;
    size_t count, capacity;
    uint32_t *slots; /* index + 1, 0: free */
    size_t slot_count;
};

/* words: the size of every vector. */
enum gm_status explore_store_init(struct explore_store *store, const struct gm_allocator *allocator, size_t words);
void explore_store_free(struct explore_store *store);
/* Adds a vector unless it is there. *index is its number, *added whether it is new. GM_OK, GM_NO_MEMORY, GM_TOO_LARGE.
 */
enum gm_status explore_store_add(struct explore_store *store, const uint64_t *vector, uint32_t parent,
                                 struct explore_step step, uint64_t pc, uint32_t *index, bool *added);
/* Makes a vector again. */
void explore_store_get(const struct explore_store *store, uint32_t index, uint64_t *vector);

#endif
