/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Layout: varints (7 bits each, low first) of the times after front, of a mask of the registers that are not ready,
 * then their times, the list of stores, and the runs of the window with the difference to the run before.
 */
#include "timing/state.h"

#include "base/bits.h"

#include <string.h>

/* Beyond any state: 512 instructions in flight of a few million cycles each. Keeps sums of hostile input in 64 bits. */
#define FARTHEST (UINT64_C(1) << 48)

struct writer {
    uint8_t *at;
    uint64_t front;
};

static void put(struct writer *w, uint64_t x)
{
    while (x >= 0x80) {
        *w->at++ = (uint8_t)(x | 0x80);
        x >>= 7;
    }
    *w->at++ = (uint8_t)x;
}

static uint64_t after(const struct writer *w, uint64_t time)
{
    return time > w->front ? time - w->front : 0;
}

static void put_registers(struct writer *w, const uint64_t *times, unsigned count)
{
    uint64_t mask = 0;
    for (unsigned i = 0; i < count; i++) {
        mask |= (uint64_t)(times[i] > w->front) << i;
    }
    put(w, mask);
    for (unsigned i = 0; i < count; i++) {
        if (bit(mask, i)) {
            put(w, times[i] - w->front);
        }
    }
}

static void put_stores(struct writer *w, const struct timing_numbers *n, const struct timing_state *s)
{
    int64_t horizon = timing_forward_horizon(n);
    bool matters[TIMING_STORES];
    unsigned count = 0;
    for (unsigned i = 0; i < TIMING_STORES; i++) {
        const struct timing_store *store = &s->stores[i];
        matters[i] = store->base != TIMING_NO_SLOT && (int64_t)(store->time - w->front) + horizon > 0;
        count = matters[i] ? i + 1 : count;
    }
    put(w, count);
    for (unsigned i = 0; i < count; i++) {
        const struct timing_store *store = &s->stores[i];
        put(w, matters[i] ? store->base + 1u : 0);
        if (matters[i]) {
            uint64_t zigzag = (uint64_t)store->offset << 1 ^ (uint64_t)(store->offset < 0 ? -1 : 0);
            put(w, (uint64_t)store->bytes << 1 | store->pair);
            put(w, zigzag);
            put(w, (uint64_t)((int64_t)(store->time - w->front) + horizon)); /* positive, as it matters */
        }
    }
}

static void put_runs(struct writer *w, const struct timing_state *s)
{
    unsigned first = 0;
    while (first < s->run_count && s->runs[(s->run_first + first) % TIMING_RUNS].time <= w->front) {
        first++;
    }
    put(w, s->run_count - first);
    uint64_t before = w->front;
    for (unsigned i = first; i < s->run_count; i++) {
        const struct timing_run *run = &s->runs[(s->run_first + i) % TIMING_RUNS];
        put(w, run->time - before);
        put(w, run->count);
        before = run->time;
    }
}

size_t timing_state_encode(const struct timing_numbers *n, const struct timing_state *s, uint8_t *bytes)
{
    struct writer w = {bytes, s->front};
    put(&w, s->retired - s->front);
    put(&w, after(&w, s->ack));
    put(&w, after(&w, s->stores_done));
    put(&w, after(&w, s->memory_done));
    put(&w, after(&w, s->memory_next));
    put_registers(&w, s->port, TIMING_PORTS);
    put_registers(&w, s->reg, TIMING_SLOTS);
    put_registers(&w, s->v, TIMING_VECTORS);
    put_stores(&w, n, s);
    put_runs(&w, s);
    return (size_t)(w.at - bytes);
}

struct reader {
    const uint8_t *at, *end;
    uint64_t front;
    bool failed;
};

static uint64_t get(struct reader *r, uint64_t most)
{
    uint64_t x = 0;
    for (unsigned shift = 0; shift < 64 && r->at < r->end; shift += 7) {
        uint8_t byte = *r->at++;
        x |= (uint64_t)(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0) {
            r->failed |= x > most;
            return x > most ? 0 : x;
        }
    }
    r->failed = true;
    return 0;
}

static void get_registers(struct reader *r, uint64_t *times, unsigned count)
{
    uint64_t mask = get(r, mask64(count));
    for (unsigned i = 0; i < count; i++) {
        times[i] = r->front + (bit(mask, i) ? get(r, FARTHEST) : 0);
    }
}

static void get_store(struct reader *r, int64_t horizon, struct timing_store *store)
{
    uint64_t base = get(r, TIMING_SLOTS);
    if (base == 0) {
        *store = (struct timing_store){.base = TIMING_NO_SLOT};
        return;
    }
    uint64_t size = get(r, UINT8_MAX * 2 + 1);
    uint64_t zigzag = get(r, UINT64_C(1) << 26);
    int64_t time = (int64_t)get(r, FARTHEST) - horizon;
    r->failed |= time < 0 && (uint64_t)-time > r->front; /* before time began */
    *store = (struct timing_store){
        .time = r->front + (uint64_t)time,
        .offset = (int32_t)((int64_t)(zigzag >> 1) ^ -(int64_t)(zigzag & 1)),
        .base = (uint8_t)(base - 1),
        .bytes = (uint8_t)(size >> 1),
        .pair = (size & 1) != 0,
    };
}

static void get_runs(struct reader *r, struct timing_state *s, unsigned window)
{
    s->run_count = (unsigned)get(r, TIMING_RUNS);
    uint64_t time = r->front;
    for (unsigned i = 0; i < s->run_count && !r->failed; i++) {
        time += get(r, FARTHEST);
        s->runs[i] = (struct timing_run){time, (uint32_t)get(r, window)};
        s->in_window += s->runs[i].count;
        r->failed |= s->in_window > window || s->runs[i].count == 0 || time > s->retired;
    }
}

bool timing_state_decode(const struct timing_numbers *n, const uint8_t *bytes, size_t size, uint64_t front,
                         struct timing_state *s)
{
    struct reader r = {bytes, bytes + size, front, false};
    timing_state_idle(s, front);
    s->retired += get(&r, FARTHEST);
    s->ack += get(&r, FARTHEST);
    s->stores_done += get(&r, FARTHEST);
    s->memory_done += get(&r, FARTHEST);
    s->memory_next += get(&r, FARTHEST);
    get_registers(&r, s->port, TIMING_PORTS);
    get_registers(&r, s->reg, TIMING_SLOTS);
    get_registers(&r, s->v, TIMING_VECTORS);
    unsigned stores = (unsigned)get(&r, TIMING_STORES);
    for (unsigned i = 0; i < stores; i++) {
        get_store(&r, timing_forward_horizon(n), &s->stores[i]);
    }
    get_runs(&r, s, n->of[TIMING_P_window]);
    return !r.failed && r.at == r.end;
}

void timing_state_idle(struct timing_state *s, uint64_t front)
{
    s->front = s->retired = s->ack = s->stores_done = s->memory_done = s->memory_next = front;
    for (unsigned i = 0; i < TIMING_PORTS; i++) {
        s->port[i] = front;
    }
    for (unsigned i = 0; i < TIMING_SLOTS; i++) {
        s->reg[i] = front;
    }
    for (unsigned i = 0; i < TIMING_VECTORS; i++) {
        s->v[i] = front;
    }
    for (unsigned i = 0; i < TIMING_STORES; i++) {
        s->stores[i] = (struct timing_store){.base = TIMING_NO_SLOT};
    }
    s->run_first = s->run_count = s->in_window = 0;
}
