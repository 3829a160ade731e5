/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file estimate.h
 * What a sequence of executed instructions costs on a core: cycles with their interval, and what that rests on.
 *
 * The sequence starts in an idle pipeline and ends when its last instruction is complete.  Caches hit, branches are
 * predicted unless the recording says otherwise, and time spent waiting in WFI or WFE is left out.
 */
#ifndef GICMASK_ESTIMATE_H
#define GICMASK_ESTIMATE_H

#include <gicmask/allocator.h>
#include <gicmask/core.h>
#include <gicmask/export.h>
#include <gicmask/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What the instruction word does not tell; a bit mask. */
enum gm_record_flag {
    GM_RECORD_TAKEN = 1,      /**< the branch was taken (unconditional ones always are) */
    GM_RECORD_PMHE = 2,       /**< ICC_CTLR.PMHE is 1 */
    GM_RECORD_MISPREDICT = 4, /**< the branch was mispredicted */
};

enum gm_record_event {
    GM_RECORD_EXCEPTION, /**< an exception was taken: interrupt, or after SVC and its kin */
    GM_RECORD_WAKE,      /**< a WFI or WFE that had to wait went on */
};

/** The most entries of a recording. */
#define GM_RECORDING_MAX (UINT32_C(1) << 26)

/** A dynamic sequence of instructions; opaque. A machine fills it (gm_machine_record), or the caller, from any trace.
 */
struct gm_recording;

struct gm_record {
    bool is_event;
    enum gm_record_event event; /**< when is_event */
    uint32_t word;              /**< the instruction */
    uint64_t address;           /**< for people; not looked at by estimates */
    unsigned flags;             /**< enum gm_record_flag */
};

/** @p allocator NULL: the C library's. @return GM_OK, GM_NO_MEMORY. */
GM_API enum gm_status gm_recording_create(const struct gm_allocator *allocator, struct gm_recording **recording);
/** NULL is allowed. */
GM_API void gm_recording_destroy(struct gm_recording *recording);
/** @return GM_OK, GM_BAD_ARGUMENT (unknown flag), GM_NO_MEMORY, GM_TOO_LARGE; then nothing has changed. */
GM_API enum gm_status gm_recording_append(struct gm_recording *recording, uint32_t word, uint64_t address,
                                          unsigned flags);
GM_API enum gm_status gm_recording_append_event(struct gm_recording *recording, enum gm_record_event event);
/** Makes it empty. */
GM_API void gm_recording_clear(struct gm_recording *recording);
/** The number of entries, events included. */
GM_API size_t gm_recording_length(const struct gm_recording *recording);
/** @return false past the end. */
GM_API bool gm_recording_at(const struct gm_recording *recording, size_t index, struct gm_record *record);

/** What was executed. Each word is counted once as an instruction, and in what else it is. */
struct gm_counts {
    uint64_t instructions, nops;
    uint64_t pmr_reads, pmr_writes;            /**< ICC_PMR_EL1 */
    uint64_t daif_reads;                       /**< MRS DAIF */
    uint64_t daif_writes;                      /**< all of them: daif_writes_imm + daif_writes_reg */
    uint64_t daif_writes_imm, daif_writes_reg; /**< MSR DAIFSet and DAIFClr; MSR DAIF */
    uint64_t dsb, dmb, isb;
    uint64_t svc, eret, wfi; /**< wfi: WFI and WFIT */
    uint64_t exceptions;     /**< GM_RECORD_EXCEPTION */
    uint64_t loads, stores;  /**< instructions; atomics are both */
    uint64_t branches_taken;
    uint64_t undecoded; /**< words that this library does not know: costed as a simple operation */
};

/** The most entries of a list of leanings: gm_core_parameter_count() is not more. */
#define GM_MAX_LEANINGS 64

/** How far one parameter of the core, alone, moves a result when it is at its bounds and all others at their values. */
struct gm_leaning {
    unsigned parameter; /**< index for gm_core_parameter_at */
    double down, up;    /**< cycles; down <= 0 <= up */
};

/** Cycles: value, and interval [low, high]. */
struct gm_estimate {
    double value, low, high;
    struct gm_counts counts;
    size_t leaning_count;                        /**< those that move the result */
    struct gm_leaning leanings[GM_MAX_LEANINGS]; /**< widest first; of equally wide ones in the core's order */
};

/**
 * Costs a recording.
 *
 * The model is monotone: no parameter, made dearer, makes a sequence cheaper. So low and high are its values with
 * every parameter at its cheap, respectively dear, bound. The interval holds what the parameters' uncertainty says, and
 * nothing of what the model leaves out.
 * @return GM_OK, GM_NO_MEMORY, GM_BAD_ARGUMENT (a null pointer)
 */
GM_API enum gm_status gm_estimate(const struct gm_core *core, const struct gm_recording *recording,
                                  struct gm_estimate *estimate);

/** The counts alone. */
GM_API enum gm_status gm_recording_counts(const struct gm_recording *recording, struct gm_counts *counts);

/** Cycles of b minus cycles of a. */
struct gm_difference {
    double value, low, high;
    size_t leaning_count;
    struct gm_leaning leanings[GM_MAX_LEANINGS]; /**< widest first */
};

/**
 * Compares two recordings on one core: b minus a, so positive if b is dearer.
 *
 * A parameter has one true value, the same in both sequences. So each parameter alone is put to its low and to its high
 * bound in both, the change of the difference is noted, and low and high are the sums of the lowest and of the highest
 * changes. What both sequences pay alike cancels; a sequence compared with itself gives exactly [0, 0]. Assumed: the
 * difference changes monotonically between a parameter's bounds, and parameters do not act through each other (exact
 * while the same path is critical).
 * @return as gm_estimate
 */
GM_API enum gm_status gm_estimate_difference(const struct gm_core *core, const struct gm_recording *a,
                                             const struct gm_recording *b, struct gm_difference *difference);

#ifdef __cplusplus
}
#endif
#endif
