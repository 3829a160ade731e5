/* SPDX-License-Identifier: Apache-2.0 */
/* Canonical states by number, and numbers by state: within a bound, and forgetting all when it is reached. */
#ifndef TIMING_INTERN_H
#define TIMING_INTERN_H

#include <gicmask/allocator.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct timing_interned {
    uint64_t hash, lag; /* lag: the cycle count is so much after front */
    uint32_t offset, size;
};

struct timing_intern {
    struct gm_allocator allocator;
    uint32_t first; /* number of entries[0]; numbers are never used twice, and 0 is none */
    uint32_t count, capacity, most;
    struct timing_interned *entries;
    uint32_t *table; /* 2 * capacity places, index + 1 */
    uint8_t *bytes;
    size_t used, room;
};

/* Allocates nothing. most: the bound of states, a power of two, at least 2. */
void timing_intern_init(struct timing_intern *t, const struct gm_allocator *allocator, uint32_t most);
void timing_intern_free(struct timing_intern *t);
/* The number of a state; 0 if there is no memory at all. What was known before may be forgotten by the call. */
uint32_t timing_intern_state(struct timing_intern *t, const uint8_t *bytes, size_t size, uint64_t lag);

/* Of a number that timing_intern_state returned last, or that has not been forgotten. */
static inline bool timing_intern_known(const struct timing_intern *t, uint32_t number)
{
    return number - t->first < t->count;
}
static inline const struct timing_interned *timing_intern_entry(const struct timing_intern *t, uint32_t number)
{
    return &t->entries[number - t->first];
}

#endif
