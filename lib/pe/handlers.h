/* SPDX-License-Identifier: Apache-2.0 */
/* A handler for each row of a64.inc; a row without one does not link. */
#ifndef PE_HANDLERS_H
#define PE_HANDLERS_H

#include "pe/pe.h"

#define A64(name, pattern, format, class_, feature, flags) pe_fn pe_x_##name;
#include "isa/a64.inc"
#undef A64

/* Indexed by enum isa_op. */
extern pe_fn *const pe_handlers[ISA_OP_COUNT];

#endif
