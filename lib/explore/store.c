/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/store.h"

#include "base/hash.h"

#include <string.h>

enum { FIRST_SLOTS = 1024, CHUNK = 64 };

enum gm_status explore_store_init(struct explore_store *store, const struct gm_allocator *allocator, size_t words)
{
    *store = (struct explore_store){.allocator = *allocator, .words = words, .slot_count = FIRST_SLOTS};
    store->base = base_calloc(allocator, words, sizeof *store->base);
    store->difference = base_calloc(allocator, 2 * words, sizeof *store->difference);
    store->slots = base_calloc(allocator, FIRST_SLOTS, sizeof *store->slots);
    if (store->base == NULL || store->difference == NULL || store->slots == NULL) {
        explore_store_free(store);
        return GM_NO_MEMORY;
    }
    return GM_OK;
}

void explore_store_free(struct explore_store *store)
{
    const struct gm_allocator *a = &store->allocator;
    base_free(a, store->base);
    base_free(a, store->difference);
    base_free(a, store->slots);
    base_free(a, store->pool);
    base_free(a, store->records);
    *store = (struct explore_store){.allocator = *a};
}

/* Pairs of (index, value) where the vector is not as the first one; returns how many words. */
static uint32_t make_difference(struct explore_store *store, const uint64_t *vector)
{
    uint32_t n = 0;
    for (size_t at = 0; at < store->words; at += CHUNK) {
        size_t end = store->words - at < CHUNK ? store->words : at + CHUNK;
        if (memcmp(&vector[at], &store->base[at], (end - at) * sizeof *vector) == 0) {
            continue; /* most of a state is as it was at the start */
        }
        for (size_t i = at; i < end; i++) {
            if (vector[i] != store->base[i]) {
                store->difference[n++] = i;
                store->difference[n++] = vector[i];
            }
        }
    }
    return n;
}

static uint32_t *find_slot(const struct explore_store *store, uint64_t hash, uint32_t words)
{
    size_t mask = store->slot_count - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        uint32_t *slot = &store->slots[i];
        if (*slot == 0) {
            return slot;
        }
        const struct explore_record *r = &store->records[*slot - 1];
        if (r->hash == hash && r->words == words &&
            memcmp(&store->pool[r->at], store->difference, words * sizeof *store->pool) == 0) {
            return slot;
        }
    }
}

static bool grow_slots(struct explore_store *store)
{
    if (store->count * 2 < store->slot_count) {
        return true;
    }
    size_t wanted = store->slot_count * 2;
    uint32_t *slots = base_calloc(&store->allocator, wanted, sizeof *slots);
    if (slots == NULL) {
        return false;
    }
    for (size_t n = 0; n < store->count; n++) {
        size_t i = store->records[n].hash & (wanted - 1);
        while (slots[i] != 0) {
            i = (i + 1) & (wanted - 1);
        }
        slots[i] = (uint32_t)n + 1;
    }
    base_free(&store->allocator, store->slots);
    store->slots = slots;
    store->slot_count = wanted;
    return true;
}

static bool reserve(struct explore_store *store, uint32_t words)
{
    while (store->pool_capacity - store->pool_used < words) {
        size_t wanted = store->pool_capacity < 4096 ? 8192 : store->pool_capacity * 2;
        uint64_t *pool = base_resize(&store->allocator, store->pool, wanted, sizeof *pool);
        if (pool == NULL) {
            return false;
        }
        store->pool = pool;
        store->pool_capacity = wanted;
    }
    struct explore_record *records =
        base_grow(&store->allocator, store->records, store->count, &store->capacity, sizeof *records);
    if (records == NULL) {
        return false;
    }
    store->records = records;
    return grow_slots(store);
}

enum gm_status explore_store_add(struct explore_store *store, const uint64_t *vector, uint32_t parent,
                                 struct explore_step step, uint64_t pc, uint32_t *index, bool *added)
{
    if (store->count == 0) {
        memcpy(store->base, vector, store->words * sizeof *vector);
    }
    uint32_t words = make_difference(store, vector);
    uint64_t hash = hash_bytes(store->difference, words * sizeof *store->difference, words);
    if (!reserve(store, words)) {
        return GM_NO_MEMORY;
    }
    uint32_t *slot = find_slot(store, hash, words);
    *added = *slot == 0;
    if (!*added) {
        *index = *slot - 1;
        return GM_OK;
    }
    if (store->count == EXPLORE_NONE - 1) {
        return GM_TOO_LARGE;
    }
    if (words != 0) {
        memcpy(&store->pool[store->pool_used], store->difference, words * sizeof *store->pool);
    }
    store->records[store->count] = (struct explore_record){
        .hash = hash,
        .at = store->pool_used,
        .words = words,
        .parent = parent,
        .depth = parent == EXPLORE_NONE ? 0 : store->records[parent].depth + 1,
        .step = step,
        .pc = pc,
    };
    store->pool_used += words;
    *index = (uint32_t)store->count++;
    *slot = *index + 1;
    return GM_OK;
}

void explore_store_get(const struct explore_store *store, uint32_t index, uint64_t *vector)
{
    const struct explore_record *r = &store->records[index];
    memcpy(vector, store->base, store->words * sizeof *vector);
    for (uint32_t n = 0; n < r->words; n += 2) {
        vector[store->pool[r->at + n]] = store->pool[r->at + n + 1];
    }
}
