/* SPDX-License-Identifier: Apache-2.0 */
/* A recording as the estimates read it. */
#ifndef TIMING_RECORDING_H
#define TIMING_RECORDING_H

#include "timing/op.h"

#include <gicmask/estimate.h>

struct timing_entry {
    uint64_t address;
    uint32_t word;
    uint8_t flags; /* enum gm_record_flag */
    uint8_t event; /* enum gm_record_event + 1; 0: an instruction */
};

struct gm_recording {
    struct gm_allocator allocator;
    struct timing_entry *entries;
    size_t length, capacity;
};

void timing_count_entry(const struct timing_entry *entry, struct gm_counts *counts);

#endif
