/* SPDX-License-Identifier: Apache-2.0 */
/* GNU objdump as a second opinion on words: one run for many, aliases off. */
#ifndef TESTS_ISA_ORACLE_OBJDUMP_H
#define TESTS_ISA_ORACLE_OBJDUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OBJDUMP_TEXT = 100 };
struct objdump_line {
    char text[OBJDUMP_TEXT]; /* mnemonic, a space, operands; no comment, no symbol */
    bool undefined;          /* objdump printed ".inst" */
};

/* The exit code that CTest takes for "skipped". */
enum { TEST_SKIPPED = 77 };

bool objdump_exists(void);

/*
 * Disassembles words[0..count), as if word n stood at address 4n.  The array is the caller's to free; NULL, with the
 * reason on stderr, when objdump does not do what is expected of it.
 */
struct objdump_line *objdump_words(const uint32_t *words, size_t count);

/* A seed for the run, from GICMASK_SEED or the clock; printed, so that a failure can be repeated. */
uint64_t objdump_seed(void);

#endif
