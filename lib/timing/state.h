/* SPDX-License-Identifier: Apache-2.0 */
/* The pipeline's state as bytes: canonical, relative to `front`, and the same for states with the same future. */
#ifndef TIMING_STATE_H
#define TIMING_STATE_H

#include "timing/pipeline.h"

#include <stddef.h>

enum {
    TIMING_VARINT_MAX = 10, /* bytes of a 64-bit number, 7 bits each */
    TIMING_STATE_BYTES = (6 + TIMING_PORTS + TIMING_SLOTS + TIMING_VECTORS + 3) * TIMING_VARINT_MAX + /* times, masks */
                         TIMING_STORES * 24 + TIMING_RUNS * (TIMING_VARINT_MAX + 2) + 16,
};

/* An idle pipeline at a time. */
void timing_state_idle(struct timing_state *s, uint64_t front);

/* Writes at most TIMING_STATE_BYTES, returns how many. */
size_t timing_state_encode(const struct timing_numbers *n, const struct timing_state *s, uint8_t *bytes);

/*
 * The inverse, at `front`. Any bytes are safe: false if they are not exactly what encode writes for these numbers.
 */
bool timing_state_decode(const struct timing_numbers *n, const uint8_t *bytes, size_t size, uint64_t front,
                         struct timing_state *s);

#endif
