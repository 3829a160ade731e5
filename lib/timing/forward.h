/* SPDX-License-Identifier: Apache-2.0 */
/* Store-to-load forwarding by what the instruction words tell: same base register, constant offsets. */
#ifndef TIMING_FORWARD_H
#define TIMING_FORWARD_H

#include "timing/pipeline.h"

/* The time before which the load cannot have its result, because a store holds its data; 0: none does. */
uint64_t timing_forward_find(const struct timing_numbers *n, const struct timing_state *s, const struct timing_op *op);
/* Enters a store, and follows the changes of base registers. time: when the store's data is there. */
void timing_forward_update(struct timing_state *s, const struct timing_op *op, uint64_t time);

#endif
