/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A decoded instruction as objdump -M no-aliases writes it, from the slots of struct isa_insn (not from the word, save
 * where the slots lose nothing but spelling).  It exists so that objdump judges every field that decode fills.
 */
#ifndef TESTS_ISA_ORACLE_TEXT_H
#define TESTS_ISA_ORACLE_TEXT_H

#include "isa/isa.h"

void text_render(const struct isa_insn *insn, uint64_t address, char *text, size_t size);

#endif
