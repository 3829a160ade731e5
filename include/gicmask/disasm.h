/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file disasm.h
 * Words as text, for people to read.
 *
 * Capstone writes most of it.  What Debian's Capstone 4 does not know or names badly (LSE atomics, pointer
 * authentication, named hints, newer barriers, PSTATE fields and system registers) is written by a table of ours, so
 * the text does not depend on the installed major for those.  Execution never uses this.
 */
#ifndef GICMASK_DISASM_H
#define GICMASK_DISASM_H

#include <gicmask/allocator.h>
#include <gicmask/export.h>
#include <gicmask/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A disassembler; not shared between threads without the caller's lock. */
struct gm_disassembler;

enum {
    GM_DISASM_TEXT_SIZE = 224 /**< no text, with its terminating zero, is longer */
};

/**
 * @param allocator    NULL for the C library's.  Capstone's own memory comes from the C library in any case.
 * @param[out] created The caller's, to be given to gm_disassembler_destroy; NULL when the call fails.
 * @return GM_OK, GM_NO_MEMORY, GM_BAD_ARGUMENT, or GM_UNSUPPORTED when this Capstone was built without AArch64.
 */
GM_API enum gm_status gm_disassembler_create(const struct gm_allocator *allocator, struct gm_disassembler **created);

/** @param disassembler NULL is allowed. */
GM_API void gm_disassembler_destroy(struct gm_disassembler *disassembler);

/**
 * Writes one instruction: lower case, mnemonic, a space, operands; branch targets as absolute addresses.
 * Words that are no known instruction become ".word 0x........".
 *
 * @param word    the instruction as a number (arm64 instructions are little-endian in memory)
 * @param address of the instruction, for branch targets and literals; nothing is read there
 * @param[out] text always terminated; cut if @p size is less than the text needs
 * @param size    bytes at @p text; GM_DISASM_TEXT_SIZE is always enough
 * @return GM_OK, or GM_BAD_ARGUMENT for a null pointer or size 0.
 */
GM_API enum gm_status gm_disassembler_text(struct gm_disassembler *disassembler, uint32_t word, uint64_t address,
                                           char *text, size_t size);

/**
 * The same with a disassembler that lives for this call: about a hundred times slower, for the odd message.
 * @return as gm_disassembler_create and gm_disassembler_text.
 */
GM_API enum gm_status gm_disasm(uint32_t word, uint64_t address, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
