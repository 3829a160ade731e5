/* SPDX-License-Identifier: Apache-2.0 */
#include "timing/intern.h"

#include "base/alloc.h"
#include "base/hash.h"

#include <string.h>

enum { FIRST_CAPACITY = 64, FIRST_ROOM = 1 << 12, BYTES_PER_STATE = 96 };

void timing_intern_init(struct timing_intern *t, const struct gm_allocator *allocator, uint32_t most)
{
    *t = (struct timing_intern){.allocator = *allocator, .first = 1, .most = most};
}

void timing_intern_free(struct timing_intern *t)
{
    base_free(&t->allocator, t->entries);
    base_free(&t->allocator, t->table);
    base_free(&t->allocator, t->bytes);
}

static void forget_all(struct timing_intern *t)
{
    t->first += t->count;
    if (t->first > UINT32_MAX / 2) {
        t->first = 1; /* the caller's memo forgets too: see sim.c */
    }
    t->count = 0;
    t->used = 0;
    memset(t->table, 0, 2 * (size_t)t->capacity * sizeof *t->table);
}

static uint32_t *place(struct timing_intern *t, const uint8_t *bytes, size_t size, uint64_t hash)
{
    size_t mask = 2 * (size_t)t->capacity - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        uint32_t index = t->table[i];
        if (index == 0) {
            return &t->table[i];
        }
        const struct timing_interned *e = &t->entries[index - 1];
        if (e->hash == hash && e->size == size && memcmp(t->bytes + e->offset, bytes, size) == 0) {
            return &t->table[i];
        }
    }
}

/* Doubles the number of states; everything stays. False: no memory, nothing changed but room. */
static bool grow_entries(struct timing_intern *t)
{
    uint32_t capacity = t->capacity == 0 ? FIRST_CAPACITY : t->capacity * 2;
    capacity = capacity > t->most ? t->most : capacity;
    uint32_t *table = base_calloc(&t->allocator, 2 * (size_t)capacity, sizeof *table);
    struct timing_interned *entries =
        table != NULL ? base_resize(&t->allocator, t->entries, capacity, sizeof *entries) : NULL;
    if (entries == NULL) {
        base_free(&t->allocator, table);
        return false;
    }
    base_free(&t->allocator, t->table);
    t->table = table;
    t->entries = entries;
    t->capacity = capacity;
    for (uint32_t i = 0; i < t->count; i++) {
        const struct timing_interned *e = &entries[i];
        *place(t, t->bytes + e->offset, e->size, e->hash) = i + 1;
    }
    return true;
}

static bool grow_bytes(struct timing_intern *t, size_t size)
{
    size_t most = (size_t)t->most * BYTES_PER_STATE;
    size_t room = t->room == 0 ? FIRST_ROOM : t->room * 2;
    while (room < t->used + size) {
        room *= 2;
    }
    if (room > most && room > FIRST_ROOM * 4) {
        return false;
    }
    uint8_t *bytes = base_resize(&t->allocator, t->bytes, room, 1);
    if (bytes == NULL) {
        return false;
    }
    t->bytes = bytes;
    t->room = room;
    return true;
}

/* Room for one more state, if need be at the price of all others. */
static bool make_room(struct timing_intern *t, size_t size)
{
    if (t->count == t->capacity && (t->capacity == t->most || !grow_entries(t))) {
        if (t->capacity == 0) {
            return false;
        }
        forget_all(t);
    }
    if (t->room - t->used < size && !grow_bytes(t, size)) {
        forget_all(t);
        return t->room >= size;
    }
    return true;
}

uint32_t timing_intern_state(struct timing_intern *t, const uint8_t *bytes, size_t size, uint64_t lag)
{
    uint64_t hash = hash_bytes(bytes, size, 0);
    if (t->capacity != 0) {
        uint32_t index = *place(t, bytes, size, hash);
        if (index != 0) {
            return t->first + index - 1;
        }
    }
    if (!make_room(t, size)) {
        return 0;
    }
    t->entries[t->count] = (struct timing_interned){hash, lag, (uint32_t)t->used, (uint32_t)size};
    memcpy(t->bytes + t->used, bytes, size);
    *place(t, bytes, size, hash) = t->count + 1;
    t->used += size;
    return t->first + t->count++;
}
