/* SPDX-License-Identifier: Apache-2.0 */
#include "pe/handlers.h"

pe_fn *const pe_handlers[ISA_OP_COUNT] = {
#define A64(name, pattern, format, class_, feature, flags) [ISA_##name] = pe_x_##name,
#include "isa/a64.inc"
#undef A64
};
