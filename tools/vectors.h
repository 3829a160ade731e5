/* SPDX-License-Identifier: Apache-2.0 */
/* The tool's own page of guest code: a vector table for programs that bring none, and the place to return to. */
#ifndef TOOLS_VECTORS_H
#define TOOLS_VECTORS_H

#include "tool.h"

#define VECTORS_PAGE   UINT64_C(0x7f110000)
#define VECTORS_RETURN (VECTORS_PAGE + 0x800)
/* HLT with this immediate: an exception for which the built-in table has no handler. */
#define VECTORS_UNHANDLED_WORD UINT32_C(0xd4400da0)

void vectors_install(struct gm_machine *machine);
bool vectors_contains(uint64_t address);
/* Where a PE is that has returned, while others run. */
bool vectors_parked(uint64_t address);

#endif
