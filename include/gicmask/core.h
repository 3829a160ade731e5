/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file core.h
 * A core: the numbers with which a CPU's pipeline is modelled, each with its interval and where it comes from.
 *
 * The five built-in cores are constants that live for ever and may be used by any thread.  To change a number,
 * clone a core and set it there.
 */
#ifndef GICMASK_CORE_H
#define GICMASK_CORE_H

#include <gicmask/allocator.h>
#include <gicmask/export.h>
#include <gicmask/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Every parameter is a fixed-point number: 1200 parts make one cycle (GM_UNIT_CYCLES), one entry
 * (GM_UNIT_COUNT) or "yes" (GM_UNIT_FLAG).  1200 holds hundredths and the cost of an instruction at 1, 2, 3, 4, 5, 6 or
 * 8 a cycle exactly, so that cycle counts are exact sums.
 */
#define GM_TICKS_PER_CYCLE 1200

/** The largest value of a bound: a million cycles; for a GM_UNIT_COUNT 512; for a GM_UNIT_FLAG 1. */
#define GM_MAX_PARAMETER_CYCLES 1000000
#define GM_MAX_PARAMETER_COUNT  512

enum gm_parameter_unit {
    GM_UNIT_CYCLES,
    GM_UNIT_COUNT, /**< whole numbers, as all values in 1200ths */
    GM_UNIT_FLAG,  /**< 0 or 1 (in 1200ths); has no interval */
};

/** Where a number comes from, best first. docs/core-file.md. */
enum gm_provenance {
    GM_MEASURED,       /**< published measurement on that core: +- 5 % unless the source gives a spread */
    GM_SIBLING,        /**< measured on a closely related core, or derived from a measurement: +- 25 % or its spread */
    GM_COMPILER_MODEL, /**< a compiler's scheduling model: +- 30 % */
    GM_INFERRED,       /**< nobody published it: half to double, or as the source text argues */
    GM_USER,           /**< set by the caller */
};

/** A core; opaque. */
struct gm_core;

/** One number of a core. */
struct gm_core_parameter {
    const char *name;    /**< "msr_icc_pmr" */
    const char *meaning; /**< one line */
    enum gm_parameter_unit unit;
    int64_t value, low, high; /**< in 1200ths; low <= value <= high */
    enum gm_provenance provenance;
    const char *source; /**< who measured it, or why it was inferred so; never empty. Valid while the
                             core lives and the parameter is not set again */
};

/** @return "measured", "sibling", "compiler model", "inferred", "user"; static storage. */
GM_API const char *gm_provenance_name(enum gm_provenance provenance);
/** @return "cycles", "count", "flag"; static storage. */
GM_API const char *gm_parameter_unit_name(enum gm_parameter_unit unit);

/** The built-in cores, in the order in which they are listed. */
GM_API size_t gm_core_count(void);
/** @return NULL past the end. */
GM_API const struct gm_core *gm_core_at(size_t index);
/** By name ("neoverse-v2"). @return NULL if there is none. */
GM_API const struct gm_core *gm_core_find(const char *name);
GM_API const char *gm_core_name(const struct gm_core *core);
/** One line: what the model is, and of which CPU. */
GM_API const char *gm_core_description(const struct gm_core *core);

/** A copy of a core that can be changed. @p allocator NULL: the C library's. @return GM_OK, GM_NO_MEMORY; then *copy is
 * NULL. */
GM_API enum gm_status gm_core_clone(const struct gm_core *core, const struct gm_allocator *allocator,
                                    struct gm_core **copy);
/** NULL is allowed. Only for clones. */
GM_API void gm_core_destroy(struct gm_core *core);

/** The parameters are the same for all cores. */
GM_API size_t gm_core_parameter_count(void);
/** @return false past the end. */
GM_API bool gm_core_parameter_at(const struct gm_core *core, size_t index, struct gm_core_parameter *parameter);
/** @return GM_OK, GM_NOT_FOUND. */
GM_API enum gm_status gm_core_parameter_find(const struct gm_core *core, const char *name,
                                             struct gm_core_parameter *parameter);

/**
 * Replaces a number of a clone.
 * @param value,low,high in 1200ths; 0 <= low <= value <= high <= the limit of the unit. Counts are whole; a flag has
 * low = high; a window is at least 1.
 * @param source copied; at most 200 bytes, not empty
 * @return GM_OK, GM_NOT_FOUND (no such parameter), GM_BAD_ARGUMENT, GM_NO_MEMORY; then nothing has changed.
 */
GM_API enum gm_status gm_core_set(struct gm_core *core, const char *name, int64_t value, int64_t low, int64_t high,
                                  enum gm_provenance provenance, const char *source);

#ifdef __cplusplus
}
#endif
#endif
