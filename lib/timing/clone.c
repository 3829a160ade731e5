/* SPDX-License-Identifier: Apache-2.0 */
/* Cores that the caller changes: a copy of the numbers, and the source texts that he gave. */
#include "timing/core.h"

#include "base/alloc.h"

#include <string.h>

enum { MAX_SOURCE = 200 };

struct timing_clone {
    struct gm_allocator allocator;
    struct timing_value values[TIMING_PARAMETERS];
    char *owned[TIMING_PARAMETERS]; /* NULL: the source text is a constant of the built-in core */
};

/* A copy does not share texts with a core that may change or go. */
static enum gm_status copy_sources(struct timing_clone *clone, const struct timing_clone *from)
{
    for (unsigned i = 0; from != NULL && i < TIMING_PARAMETERS; i++) {
        if (from->owned[i] == NULL) {
            continue;
        }
        clone->owned[i] = base_strdup(&clone->allocator, from->owned[i]);
        if (clone->owned[i] == NULL) {
            return GM_NO_MEMORY;
        }
        clone->values[i].source = clone->owned[i];
    }
    return GM_OK;
}

enum gm_status gm_core_clone(const struct gm_core *core, const struct gm_allocator *allocator, struct gm_core **copy)
{
    if (copy == NULL) {
        return GM_BAD_ARGUMENT;
    }
    *copy = NULL;
    if (core == NULL) {
        return GM_BAD_ARGUMENT;
    }
    struct gm_allocator a = base_allocator(allocator);
    struct gm_core *made = base_calloc(&a, 1, sizeof *made);
    struct timing_clone *clone = made != NULL ? base_calloc(&a, 1, sizeof *clone) : NULL;
    if (clone == NULL) {
        base_free(&a, made);
        return GM_NO_MEMORY;
    }
    clone->allocator = a;
    memcpy(clone->values, core->values, sizeof clone->values);
    *made = (struct gm_core){core->name, core->description, clone->values, clone};
    enum gm_status status = copy_sources(clone, core->clone);
    if (status != GM_OK) {
        gm_core_destroy(made);
        return status;
    }
    *copy = made;
    return GM_OK;
}

void gm_core_destroy(struct gm_core *core)
{
    if (core == NULL || core->clone == NULL) {
        return;
    }
    struct gm_allocator a = core->clone->allocator;
    for (unsigned i = 0; i < TIMING_PARAMETERS; i++) {
        base_free(&a, core->clone->owned[i]);
    }
    base_free(&a, core->clone);
    base_free(&a, core);
}

static bool in_range(unsigned parameter, int64_t value, int64_t low, int64_t high)
{
    static const int64_t most[] = {
        [GM_UNIT_CYCLES] = GM_MAX_PARAMETER_CYCLES,
        [GM_UNIT_COUNT] = GM_MAX_PARAMETER_COUNT,
        [GM_UNIT_FLAG] = 1,
    };
    const enum gm_parameter_unit unit = timing_parameter_table[parameter].unit;
    const int64_t one = GM_TICKS_PER_CYCLE;
    if (low < 0 || low > value || value > high || high > most[unit] * one) {
        return false;
    }
    if (unit == GM_UNIT_CYCLES) {
        return true;
    }
    bool whole = low % one == 0 && value % one == 0 && high % one == 0;
    return whole && (unit == GM_UNIT_FLAG ? low == high : low > 0);
}

enum gm_status gm_core_set(struct gm_core *core, const char *name, int64_t value, int64_t low, int64_t high,
                           enum gm_provenance provenance, const char *source)
{
    if (core == NULL || core->clone == NULL || name == NULL || source == NULL || (unsigned)provenance > GM_USER) {
        return GM_BAD_ARGUMENT;
    }
    unsigned i = 0;
    while (i < TIMING_PARAMETERS && strcmp(timing_parameter_table[i].name, name) != 0) {
        i++;
    }
    if (i == TIMING_PARAMETERS) {
        return GM_NOT_FOUND;
    }
    if (!in_range(i, value, low, high) || source[0] == '\0' || memchr(source, '\0', MAX_SOURCE + 1) == NULL) {
        return GM_BAD_ARGUMENT;
    }
    struct timing_clone *clone = core->clone;
    char *text = base_strdup(&clone->allocator, source);
    if (text == NULL) {
        return GM_NO_MEMORY;
    }
    base_free(&clone->allocator, clone->owned[i]);
    clone->owned[i] = text;
    clone->values[i] = (struct timing_value){(int32_t)value, (int32_t)low, (int32_t)high, provenance, text};
    return GM_OK;
}
