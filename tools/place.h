/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses and symbols as text, both ways; instructions as text. */
#ifndef TOOLS_PLACE_H
#define TOOLS_PLACE_H

#include "tool.h"

/* "symbol+0x10", or the bare address where no symbol is near. @return text */
const char *place_text(const struct gm_image *image, uint64_t address, char *text, size_t size);
/* A number, a symbol, or symbol+number or symbol-number. Fails with one line that names the option. */
uint64_t place_parse(const struct gm_image *image, const char *option, const char *text);
/* The address of an entry; fails with one line if it is no such thing. */
uint64_t place_entry(const struct gm_image *image, const char *name);
/* The text of an instruction. @param text GM_DISASM_TEXT_SIZE bytes. @return text */
const char *place_instruction(struct gm_disassembler *disassembler, uint64_t address, uint32_t word, char *text);

#endif
