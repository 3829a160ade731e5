/* SPDX-License-Identifier: Apache-2.0 */
/* The memo: a hash table of complete states, compared byte for byte (a hash alone could lose one). */
#include <stdlib.h>
#include <string.h>

#include "state.h"

struct store {
    size_t state_size;
    size_t count;
    size_t room;
    unsigned char *states;
    size_t buckets;   /* a power of two, more than twice `room` */
    uint32_t *bucket; /* 0: empty; else 1 + index of the state */
};

static uint64_t hash_bytes(const unsigned char *bytes, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325u;
    while (size >= 8) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
        bytes += 8;
        size -= 8;
    }
    while (size-- > 0)
        hash = (hash ^ *bytes++) * 0x100000001b3u;
    return hash ^ hash >> 29;
}

struct store *en_store_new(size_t state_size)
{
    struct store *store = calloc(1, sizeof *store);
    if (store == NULL)
        return NULL;
    store->state_size = state_size;
    store->room = 1024;
    store->buckets = 4096;
    store->states = malloc(store->room * state_size);
    store->bucket = calloc(store->buckets, sizeof *store->bucket);
    if (store->states == NULL || store->bucket == NULL) {
        en_store_free(store);
        return NULL;
    }
    return store;
}

void en_store_free(struct store *store)
{
    if (store == NULL)
        return;
    free(store->states);
    free(store->bucket);
    free(store);
}

size_t en_store_count(const struct store *store)
{
    return store->count;
}

/* The bucket that holds the state, or the empty one where it belongs. */
static size_t find(const struct store *store, const unsigned char *state)
{
    size_t at = hash_bytes(state, store->state_size) & (store->buckets - 1);
    while (store->bucket[at] != 0 &&
           memcmp(store->states + (store->bucket[at] - 1) * store->state_size, state, store->state_size) != 0)
        at = (at + 1) & (store->buckets - 1);
    return at;
}

static bool grow(struct store *store)
{
    unsigned char *states = realloc(store->states, store->room * 4 * store->state_size);
    if (states == NULL)
        return false;
    store->states = states;
    uint32_t *bucket = calloc(store->buckets * 4, sizeof *bucket);
    if (bucket == NULL)
        return false;
    free(store->bucket);
    store->bucket = bucket;
    store->room *= 4;
    store->buckets *= 4;
    for (size_t n = 0; n < store->count; n++)
        store->bucket[find(store, states + n * store->state_size)] = (uint32_t)(n + 1);
    return true;
}

int en_store_add(struct store *store, const void *state)
{
    size_t at = find(store, state);
    if (store->bucket[at] != 0)
        return 0;
    if (store->count == store->room) {
        if (!grow(store))
            return -1;
        at = find(store, state);
    }
    memcpy(store->states + store->count * store->state_size, state, store->state_size);
    store->bucket[at] = (uint32_t)++store->count;
    return 1;
}
