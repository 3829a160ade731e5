/* SPDX-License-Identifier: Apache-2.0 */
/* Assembly sources as input: whichever assembler for AArch64 is on PATH. */
#ifndef TOOLS_ASSEMBLE_H
#define TOOLS_ASSEMBLE_H

#include "tool.h"

/*
 * @param folders where .include looks first, then the source's folder and the tool's own gicmask/gicmask.inc; may be
 * NULL
 * @return the path of a temporary object file, or NULL if the name does not end in .S or .s. Fails with one line.
 */
char *assemble_if_source(const char *path, const struct words *folders);
/* Removes and frees what assemble_if_source returned; NULL is allowed. */
void assemble_discard(char *object);

#endif
