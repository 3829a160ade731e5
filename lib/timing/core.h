/* SPDX-License-Identifier: Apache-2.0 */
/* A core as data: what the built-in tables are made of, and what a pipeline reads from it. */
#ifndef TIMING_CORE_H
#define TIMING_CORE_H

#include <gicmask/core.h>
#include <gicmask/estimate.h>
#include <stdint.h>

enum timing_parameter {
#define PARAM(name, unit, effect, meaning) TIMING_P_##name,
#include "timing/parameters.inc"
#undef PARAM
    TIMING_PARAMETERS
};
/* Sets of parameters are 64-bit masks, and results list all of them. */
_Static_assert((int)TIMING_PARAMETERS <= 64 && (int)TIMING_PARAMETERS <= GM_MAX_LEANINGS,
               "more parameters than a mask holds");

/* What a larger value does; see parameters.inc. */
enum timing_effect { TIMING_DEARER, TIMING_CHEAPER, TIMING_FIXED, TIMING_MACHINE };

struct timing_parameter_info {
    const char *name, *meaning;
    enum gm_parameter_unit unit;
    enum timing_effect effect;
};
extern const struct timing_parameter_info timing_parameter_table[TIMING_PARAMETERS];

struct timing_value {
    int32_t value, low, high; /* 1200ths */
    enum gm_provenance provenance;
    const char *source;
};

struct gm_core {
    const char *name, *description;
    const struct timing_value *values; /* TIMING_PARAMETERS of them */
    struct timing_clone *clone;        /* NULL: a built-in core */
};

extern const struct timing_value timing_cortex_a53[TIMING_PARAMETERS];
extern const struct timing_value timing_cortex_a72[TIMING_PARAMETERS];
extern const struct timing_value timing_neoverse_n1[TIMING_PARAMETERS];
extern const struct timing_value timing_neoverse_n2[TIMING_PARAMETERS];
extern const struct timing_value timing_neoverse_v2[TIMING_PARAMETERS];

/* The numbers that a pipeline runs with, in ticks; counts and flags as plain numbers. */
struct timing_numbers {
    uint32_t of[TIMING_PARAMETERS];
};

/* Which bound of a parameter. */
enum timing_bound { TIMING_VALUE, TIMING_CHEAP, TIMING_DEAR };
uint32_t timing_number(const struct gm_core *core, enum timing_parameter parameter, enum timing_bound bound);
void timing_numbers_of(const struct gm_core *core, enum timing_bound bound, struct timing_numbers *numbers);

#endif
