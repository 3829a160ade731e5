/* SPDX-License-Identifier: Apache-2.0 */
/* Counts what masking is made of. */
#ifndef TOOLS_TALLY_H
#define TOOLS_TALLY_H

#include "tool.h"

struct tally {
    uint64_t instructions, nops, pmr_reads, pmr_writes, daif_reads, daif_writes, dsb, isb, wfi;
    uint64_t exceptions[4]; /* by enum gm_exception_kind */
};

/* One executed instruction. */
void tally_word(struct tally *tally, uint32_t word);

/* An observer that counts one machine's instructions and exceptions, without those of PEs that have returned. */
struct tally_observer {
    struct gm_observer observer;
    struct tally tally;
};
void tally_observer_init(struct tally_observer *observer);

#endif
