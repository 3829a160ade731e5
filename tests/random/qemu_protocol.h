/* SPDX-License-Identifier: Apache-2.0 */
/* One case and its result between oracle_qemu.c and qemu_runner.c: both little-endian LP64; the data window follows
 * each. */
#ifndef RANDOM_QEMU_PROTOCOL_H
#define RANDOM_QEMU_PROTOCOL_H

#include "window.h"

#include <stdbool.h>

struct qemu_case {
    uint64_t x[31], sp, v[32][2];
    uint32_t nzcv;
    uint32_t word[RANDOM_WORDS + 1]; /* ends in BRK */
};

struct qemu_result {
    uint64_t x[31], sp, pc, v[32][2];
    uint32_t nzcv, faulted;
};

#endif
