/* SPDX-License-Identifier: Apache-2.0 */
#include "timing/forward.h"

#include "base/bits.h"

#include <string.h>

/* Offsets beyond this are forgotten: no frame is that large, and sums cannot overflow. */
enum { FAR = 1 << 24 };

static bool overlaps(const struct timing_store *store, uint8_t base, int32_t offset, unsigned bytes)
{
    return store->base == base && store->offset < offset + (int32_t)bytes && offset < store->offset + store->bytes;
}

static bool is_pair(const struct timing_op *op)
{
    return op->kind == TIMING_K_LOAD_PAIR || op->kind == TIMING_K_STORE_PAIR || op->kind == TIMING_K_FP_LOAD_PAIR;
}

uint64_t timing_forward_find(const struct timing_numbers *n, const struct timing_state *s, const struct timing_op *op)
{
    if (op->base == TIMING_NO_SLOT || op->load_bytes == 0) {
        return 0;
    }
    for (unsigned i = 0; i < TIMING_STORES; i++) {
        const struct timing_store *store = &s->stores[i];
        if (overlaps(store, op->base, op->offset, op->load_bytes)) {
            bool same = store->offset == op->offset && store->bytes == op->load_bytes && !store->pair && !is_pair(op);
            return store->time + n->of[same ? TIMING_P_store_forward : TIMING_P_pair_forward];
        }
    }
    return 0;
}

static void forget(struct timing_store *store)
{
    *store = (struct timing_store){.base = TIMING_NO_SLOT};
}

static void push(struct timing_state *s, const struct timing_op *op, uint64_t time)
{
    for (unsigned i = 0; i < TIMING_STORES; i++) {
        if (overlaps(&s->stores[i], op->base, op->offset, op->store_bytes)) {
            forget(&s->stores[i]); /* so that at most one store has a byte */
        }
    }
    memmove(&s->stores[1], &s->stores[0], (TIMING_STORES - 1) * sizeof s->stores[0]);
    s->stores[0] = (struct timing_store){time, op->offset, op->base, op->store_bytes, is_pair(op)};
}

static void rebase(struct timing_store *store, int32_t move)
{
    store->offset -= move;
    if (store->offset < -FAR || store->offset > FAR) {
        forget(store);
    }
}

void timing_forward_update(struct timing_state *s, const struct timing_op *op, uint64_t time)
{
    bool near = op->offset > -FAR && op->offset < FAR && op->move > -FAR && op->move < FAR;
    if (op->base != TIMING_NO_SLOT && op->store_bytes != 0 && near) {
        push(s, op, time);
    }
    for (unsigned i = 0; i < TIMING_STORES; i++) {
        struct timing_store *store = &s->stores[i];
        if (store->base == TIMING_NO_SLOT || !bit(op->writes, store->base)) {
            continue;
        }
        if (store->base == op->moved && near) {
            rebase(store, op->move);
        } else {
            forget(store);
        }
    }
}
