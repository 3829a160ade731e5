/* SPDX-License-Identifier: Apache-2.0 */
/* Private to the room. */
#ifndef ISA_RESERVED_H
#define ISA_RESERVED_H

#include <stdbool.h>
#include <stdint.h>

/* Whether a word that no row of a64.inc matches is known to be unallocated, and not just unknown here. */
bool isa_reserved(uint32_t word);

#endif
