/* SPDX-License-Identifier: Apache-2.0 */
#include "timing/recording.h"

#include "base/alloc.h"

_Static_assert((int)GM_RECORD_TAKEN == (int)TIMING_OUTCOME_TAKEN && (int)GM_RECORD_PMHE == (int)TIMING_OUTCOME_PMHE &&
                   (int)GM_RECORD_MISPREDICT == (int)TIMING_OUTCOME_MISPREDICT,
               "a record's flags are the pipeline's outcomes");

enum { ALL_FLAGS = GM_RECORD_TAKEN | GM_RECORD_PMHE | GM_RECORD_MISPREDICT };

enum gm_status gm_recording_create(const struct gm_allocator *allocator, struct gm_recording **recording)
{
    if (recording == NULL) {
        return GM_BAD_ARGUMENT;
    }
    struct gm_allocator a = base_allocator(allocator);
    struct gm_recording *r = base_calloc(&a, 1, sizeof *r);
    *recording = r;
    if (r == NULL) {
        return GM_NO_MEMORY;
    }
    r->allocator = a;
    return GM_OK;
}

void gm_recording_destroy(struct gm_recording *recording)
{
    if (recording != NULL) {
        struct gm_allocator a = recording->allocator;
        base_free(&a, recording->entries);
        base_free(&a, recording);
    }
}

static enum gm_status append(struct gm_recording *r, struct timing_entry entry)
{
    if (r->length >= GM_RECORDING_MAX) {
        return GM_TOO_LARGE;
    }
    void *entries = base_grow(&r->allocator, r->entries, r->length, &r->capacity, sizeof entry);
    if (entries == NULL) {
        return GM_NO_MEMORY;
    }
    r->entries = entries;
    r->entries[r->length++] = entry;
    return GM_OK;
}

enum gm_status gm_recording_append(struct gm_recording *recording, uint32_t word, uint64_t address, unsigned flags)
{
    if (recording == NULL || (flags & ~(unsigned)ALL_FLAGS) != 0) {
        return GM_BAD_ARGUMENT;
    }
    return append(recording, (struct timing_entry){address, word, (uint8_t)flags, 0});
}

enum gm_status gm_recording_append_event(struct gm_recording *recording, enum gm_record_event event)
{
    if (recording == NULL || (unsigned)event > GM_RECORD_WAKE) {
        return GM_BAD_ARGUMENT;
    }
    return append(recording, (struct timing_entry){.event = (uint8_t)(event + 1)});
}

void gm_recording_clear(struct gm_recording *recording)
{
    recording->length = 0;
}

size_t gm_recording_length(const struct gm_recording *recording)
{
    return recording->length;
}

bool gm_recording_at(const struct gm_recording *recording, size_t index, struct gm_record *record)
{
    if (index >= recording->length) {
        return false;
    }
    const struct timing_entry *e = &recording->entries[index];
    *record = (struct gm_record){
        .is_event = e->event != 0,
        .event = e->event != 0 ? (enum gm_record_event)(e->event - 1) : GM_RECORD_EXCEPTION,
        .word = e->word,
        .address = e->address,
        .flags = e->flags,
    };
    return true;
}

enum gm_status gm_recording_counts(const struct gm_recording *recording, struct gm_counts *counts)
{
    if (recording == NULL || counts == NULL) {
        return GM_BAD_ARGUMENT;
    }
    *counts = (struct gm_counts){0};
    for (size_t i = 0; i < recording->length; i++) {
        timing_count_entry(&recording->entries[i], counts);
    }
    return GM_OK;
}
