/* SPDX-License-Identifier: Apache-2.0 */
/* An independent executor of sequences. */
#ifndef RANDOM_ORACLE_H
#define RANDOM_ORACLE_H

#include "random.h"

struct random_oracle {
    const char *name; /* as in differences.txt */
    /* Runs from *start up to the address `until` (the sequence's end, or one of its words: it only goes forward) or to
     * an exception. False when the oracle itself failed. */
    bool (*run)(struct random_oracle *oracle, const struct random_sequence *sequence, const struct random_state *start,
                uint64_t until, struct random_state *end);
    void (*close)(struct random_oracle *oracle);
};

/* NULL: not installed. */
struct random_oracle *random_oracle_unicorn(void);
struct random_oracle *random_oracle_qemu(void);

#endif
