/* SPDX-License-Identifier: Apache-2.0 */
/* Where the sequences and their data are. */
#ifndef RANDOM_WINDOW_H
#define RANDOM_WINDOW_H

#include <stdint.h>

/* Code and data are close enough for the 1 MiB range of a literal load. */
#define RANDOM_CODE UINT64_C(0x001f0000)
#define RANDOM_DATA UINT64_C(0x00200000)
enum {
    RANDOM_DATA_SIZE = 0x10000,
    RANDOM_UNITS = 32,
    RANDOM_UNIT_WORDS = 8,
    RANDOM_WORDS = 1 + RANDOM_UNITS * RANDOM_UNIT_WORDS
};

#endif
