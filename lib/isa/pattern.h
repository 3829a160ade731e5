/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Masks from the patterns of a64.inc, folded at compile time: gcc 12 and clang 14 take these as initialisers of const
 * data and do not warn.  Private to the room.
 */
#ifndef ISA_PATTERN_H
#define ISA_PATTERN_H

#include <stdint.h>

/* The bit of pattern character n (0 is bit 31) if that character is c. */
#define PATTERN_BIT(p, n, c) ((uint32_t)((p)[n] == (c)) << (31 - (n)))
#define PATTERN_BITS4(p, n, c)                                                                                         \
    (PATTERN_BIT(p, n, c) | PATTERN_BIT(p, n + 1, c) | PATTERN_BIT(p, n + 2, c) | PATTERN_BIT(p, n + 3, c))
#define PATTERN_BITS16(p, n, c)                                                                                        \
    (PATTERN_BITS4(p, n, c) | PATTERN_BITS4(p, n + 4, c) | PATTERN_BITS4(p, n + 8, c) | PATTERN_BITS4(p, n + 12, c))

/* All bits of the pattern p that hold character c. */
#define PATTERN_BITS(p, c) (PATTERN_BITS16(p, 0, c) | PATTERN_BITS16(p, 16, c))
#define PATTERN_MASK(p)    (PATTERN_BITS(p, '0') | PATTERN_BITS(p, '1'))
#define PATTERN_VALUE(p)   PATTERN_BITS(p, '1')

#endif
