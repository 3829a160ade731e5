/* SPDX-License-Identifier: Apache-2.0 */
/* The built-in cores and the parameters by name; what only reads. */
#include "timing/core.h"

#include "base/bits.h"

#include <string.h>

enum {
    UNIT_CYCLES = GM_UNIT_CYCLES,
    UNIT_COUNT = GM_UNIT_COUNT,
    UNIT_FLAG = GM_UNIT_FLAG,
};

const struct timing_parameter_info timing_parameter_table[TIMING_PARAMETERS] = {
#define PARAM(name, unit, effect, meaning) {#name, meaning, (enum gm_parameter_unit)UNIT_##unit, TIMING_##effect},
#include "timing/parameters.inc"
#undef PARAM
};

static const struct gm_core cores[] = {
    {"cortex-a53", "in order, 2 wide: Cortex-A53", timing_cortex_a53, NULL},
    {"cortex-a72", "out of order, 3 wide: Cortex-A72", timing_cortex_a72, NULL},
    {"neoverse-n1", "out of order, 3 wide: Neoverse N1, Cortex-A76", timing_neoverse_n1, NULL},
    {"neoverse-n2", "out of order, 5 wide: Neoverse N2", timing_neoverse_n2, NULL},
    {"neoverse-v2", "out of order, 6 wide: Neoverse V2", timing_neoverse_v2, NULL},
};

const char *gm_provenance_name(enum gm_provenance provenance)
{
    static const char *const names[] = {"measured", "sibling", "compiler model", "inferred", "user"};
    return (size_t)provenance < ARRAY_SIZE(names) ? names[provenance] : "unknown";
}

const char *gm_parameter_unit_name(enum gm_parameter_unit unit)
{
    static const char *const names[] = {"cycles", "count", "flag"};
    return (size_t)unit < ARRAY_SIZE(names) ? names[unit] : "unknown";
}

size_t gm_core_count(void)
{
    return ARRAY_SIZE(cores);
}

const struct gm_core *gm_core_at(size_t index)
{
    return index < ARRAY_SIZE(cores) ? &cores[index] : NULL;
}

const struct gm_core *gm_core_find(const char *name)
{
    for (size_t i = 0; name != NULL && i < ARRAY_SIZE(cores); i++) {
        if (strcmp(cores[i].name, name) == 0) {
            return &cores[i];
        }
    }
    return NULL;
}

const char *gm_core_name(const struct gm_core *core)
{
    return core->name;
}

const char *gm_core_description(const struct gm_core *core)
{
    return core->description;
}

size_t gm_core_parameter_count(void)
{
    return TIMING_PARAMETERS;
}

bool gm_core_parameter_at(const struct gm_core *core, size_t index, struct gm_core_parameter *parameter)
{
    if (index >= TIMING_PARAMETERS) {
        return false;
    }
    const struct timing_parameter_info *info = &timing_parameter_table[index];
    const struct timing_value *v = &core->values[index];
    *parameter = (struct gm_core_parameter){
        .name = info->name,
        .meaning = info->meaning,
        .unit = info->unit,
        .value = v->value,
        .low = v->low,
        .high = v->high,
        .provenance = v->provenance,
        .source = v->source,
    };
    return true;
}

enum gm_status gm_core_parameter_find(const struct gm_core *core, const char *name, struct gm_core_parameter *parameter)
{
    for (size_t i = 0; name != NULL && i < TIMING_PARAMETERS; i++) {
        if (strcmp(timing_parameter_table[i].name, name) == 0) {
            gm_core_parameter_at(core, i, parameter);
            return GM_OK;
        }
    }
    return GM_NOT_FOUND;
}

uint32_t timing_number(const struct gm_core *core, enum timing_parameter parameter, enum timing_bound bound)
{
    const struct timing_parameter_info *info = &timing_parameter_table[parameter];
    const struct timing_value *v = &core->values[parameter];
    /* A larger window is the cheap one. */
    bool low = bound == (info->effect == TIMING_CHEAPER ? TIMING_DEAR : TIMING_CHEAP);
    int32_t ticks = bound == TIMING_VALUE ? v->value : low ? v->low : v->high;
    return (uint32_t)(info->unit == GM_UNIT_CYCLES ? ticks : ticks / GM_TICKS_PER_CYCLE);
}

void timing_numbers_of(const struct gm_core *core, enum timing_bound bound, struct timing_numbers *numbers)
{
    for (unsigned i = 0; i < TIMING_PARAMETERS; i++) {
        numbers->of[i] = timing_number(core, (enum timing_parameter)i, bound);
    }
}
