/* SPDX-License-Identifier: Apache-2.0 */
/* Words that are written without Capstone.  Private to the room. */
#ifndef DISASM_SPECIAL_H
#define DISASM_SPECIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes the text of a word in the table of special.c; false, with nothing written, for others. */
bool disasm_special(uint32_t word, uint64_t address, char *text, size_t size);

/*
 * Writes MRS and MSR (register) of a register that Capstone 4 does not name, or misnames; false for others.
 * With generic, any register, by its numbers: "mrs x0, s3_0_c1_c2_3".
 */
bool disasm_sysreg(uint32_t word, bool generic, char *text, size_t size);

#endif
