/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file check.h
 * The checker: every legal behaviour of a scenario (docs/semantics.md, "explored"), breadth first, judged by rules and
 * by the scenario's expectations.
 */
#ifndef GICMASK_CHECK_H
#define GICMASK_CHECK_H

#include <gicmask/allocator.h>
#include <gicmask/error.h>
#include <gicmask/export.h>
#include <gicmask/image.h>
#include <gicmask/machine.h>
#include <gicmask/scenario.h>
#include <gicmask/status.h>
#include <gicmask/stop.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Bounds of a search; 0: the default. A scenario's own `limit` is tighter. */
struct gm_check_options {
    const struct gm_allocator *allocator; /**< NULL: the C library's; copied */
    uint64_t most_states;                 /**< default 1,000,000 */
    uint64_t most_depth;                  /**< moves of a path; default 10,000 */
};

/** One move of a counterexample. */
struct gm_check_step {
    enum {
        GM_CHECK_STEP, /**< the PE executes the instruction at @c address */
        GM_CHECK_TAKE, /**< the PE takes an interrupt before the instruction at @c address */
        GM_CHECK_GIC, /**< a message arrives, or a write takes effect: @c detail is 0 upstream, 1 downstream, 2 the slot
                         is replaced, 3 a write takes effect */
        GM_CHECK_EVENT, /**< the scenario's event number @c detail happens */
    } kind;
    unsigned pe;
    unsigned detail;
    uint64_t address; /**< of the PE's next instruction before the move */
};

/** A finding: what, where, and the shortest way to it. */
struct gm_finding {
    enum gm_verdict verdict;
    bool must; /**< every behaviour shows it; else at least one does */
    unsigned pe;
    uint64_t address; /**< of the instruction concerned */
    size_t length;    /**< moves of the way to it */
};

/** The result of a search; opaque. */
struct gm_check;

/**
 * Checks one scenario of an image.
 * @return GM_OK whatever is found; GM_NO_MEMORY; or what gm_scenario_config and gm_scenario_setup return. *check is
 * NULL on failure. Free with gm_check_free.
 */
GM_API enum gm_status gm_check_run(const struct gm_scenario *scenario, const struct gm_image *image,
                                   const struct gm_check_options *options, struct gm_check **check,
                                   struct gm_error *error);
/** NULL is allowed. */
GM_API void gm_check_free(struct gm_check *check);

/** True if every behaviour was seen: no bound was met. Under sequential consistency (rule 18). */
GM_API bool gm_check_exhaustive(const struct gm_check *check);
GM_API uint64_t gm_check_states(const struct gm_check *check);
GM_API uint64_t gm_check_moves(const struct gm_check *check);
/** Behaviours that ended, by their last state. */
GM_API uint64_t gm_check_ends(const struct gm_check *check);

GM_API size_t gm_check_finding_count(const struct gm_check *check);
/** @return false past the end. */
GM_API bool gm_check_finding(const struct gm_check *check, size_t index, struct gm_finding *finding);
/** A move of the way to a finding. @return false past the end. */
GM_API bool gm_check_finding_step(const struct gm_check *check, size_t index, size_t move, struct gm_check_step *step);

/** Expectations of the scenario that fail. */
GM_API size_t gm_check_failure_count(const struct gm_check *check);
/** @return the index of the expectation in the scenario, or SIZE_MAX past the end. */
GM_API size_t gm_check_failure(const struct gm_check *check, size_t index);

/** Moves of the shortest way that breaks the failure's expectation; 0 if it fails by what no behaviour shows. */
GM_API size_t gm_check_failure_length(const struct gm_check *check, size_t index);
/** A move of it. @return false past the end. */
GM_API bool gm_check_failure_step(const struct gm_check *check, size_t index, size_t move, struct gm_check_step *step);

/** True for the last move of a way whose finding shows only when the path has ended: nothing moves. */
GM_API bool gm_check_step_is_end(const struct gm_check_step *step);

/**
 * What gm_check_replay calls: first with @p step NULL at the start, when an observer may be added; then after each
 * move.
 * @p stop is the last that a PE of the path came to: GM_STOP_STEPPED, GM_STOP_WAITING, or why it cannot go on.
 */
typedef void (*gm_check_show)(void *context, struct gm_machine *machine, const struct gm_check_step *step,
                              const struct gm_stop *stop);

/**
 * Makes the moves of a way again on a fresh machine. A move that is not open, or whose PE is elsewhere, is refused;
 * that an event happens where its directive says is not looked at.
 * @param show may be NULL
 * @param[out] hash gm_machine_hash of the last state; may be NULL
 * @return GM_OK; GM_BAD_ARGUMENT with "move 3: ..." in *error; or what gm_scenario_config and gm_scenario_setup return.
 */
GM_API enum gm_status gm_check_replay(const struct gm_scenario *scenario, const struct gm_image *image,
                                      const struct gm_check_step *steps, size_t count, gm_check_show show,
                                      void *context, uint64_t *hash, struct gm_error *error);

#ifdef __cplusplus
}
#endif
#endif
