/* SPDX-License-Identifier: Apache-2.0 */
/** @file stop.h Why and where a run stopped. The PC is exact. */
#ifndef GICMASK_STOP_H
#define GICMASK_STOP_H

#include <gicmask/export.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** X(name, text) */
#define GM_STOP_LIST(X)                                                                                                \
    X(LIMIT, "the instruction limit was reached")                                                                      \
    X(BREAKPOINT, "a breakpoint was reached")                                                                          \
    X(WAITING, "every PE waits (WFI or WFE) and nothing that is left can wake one")                                    \
    X(UNIMPLEMENTED, "the encoding is not implemented")                                                                \
    X(UNDEFINED, "the instruction is UNDEFINED")                                                                       \
    X(UNMAPPED_FETCH, "an instruction was fetched where nothing is mapped")                                            \
    X(UNMAPPED_DATA, "data was accessed where nothing is mapped")                                                      \
    X(HALT, "HLT was executed")                                                                                        \
    X(REQUEST, "an observer asked for it")                                                                             \
    X(STEPPED, "one step was made")                                                                                    \
    X(NO_PROGRESS, "exceptions follow each other and no instruction completes")                                        \
    X(NO_MEMORY, "the host had no memory for the guest's page, decoded code, event or recording")

enum gm_stop_reason {
#define GM_STOP_ENUM(name, text) GM_STOP_##name,
    GM_STOP_LIST(GM_STOP_ENUM)
#undef GM_STOP_ENUM
};
GM_API const char *gm_stop_name(enum gm_stop_reason reason);
GM_API const char *gm_stop_text(enum gm_stop_reason reason);

struct gm_stop {
    enum gm_stop_reason reason;
    unsigned pe;           /**< the PE that stopped the run */
    uint64_t pc;           /**< its next instruction, or the one that could not be executed */
    uint32_t word;         /**< UNIMPLEMENTED, UNDEFINED, HALT: the instruction */
    uint64_t address;      /**< UNMAPPED_*: the address */
    bool write;            /**< UNMAPPED_DATA: a store */
    unsigned size;         /**< UNMAPPED_DATA: bytes */
    unsigned el;           /**< of that PE */
    uint64_t esr, far;     /**< of the last exception that the PE took at its current EL, 0 when none */
    uint64_t instructions; /**< completed by all PEs in this call */
    bool unsynchronised;   /**< WAITING: a PMR value has not reached the redistributor: a DSB is missing */
};

#ifdef __cplusplus
}
#endif
#endif
