/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The formats of a64.inc: a function each, which fills the slots as isa/isa.h says.  It finds op and word set, all
 * register slots ISA_ZR and the rest zero, and returns ISA_DECODED or ISA_UNALLOCATED.  Private to the room.
 */
#ifndef ISA_FORMAT_H
#define ISA_FORMAT_H

#include "base/bits.h"
#include "isa/isa.h"

typedef enum isa_result isa_format_fn(struct isa_insn *insn);

#define A64(name, pattern, format, class_, feature, flags) isa_format_fn isa_format_##format;
#include "isa/a64.inc"
#undef A64

#define FORMAT(name) enum isa_result isa_format_##name(struct isa_insn *i)
/* The field <hi:lo> of the word being decoded. */
#define F(hi, lo) ((unsigned)bits(i->word, hi, lo))

/* Register number 31 by the way the field is used; see isa/isa.h. */
static inline uint8_t format_dest(unsigned n)
{
    return (uint8_t)(n == 31 ? ISA_SINK : n);
}

static inline uint8_t format_sp(unsigned n)
{
    return (uint8_t)(n == 31 ? ISA_SP : n);
}

/* Decoded if the encoding is allocated. */
static inline enum isa_result format_if(bool allocated)
{
    return allocated ? ISA_DECODED : ISA_UNALLOCATED;
}

static inline void format_flag(struct isa_insn *i, bool on, unsigned flag)
{
    i->flags |= (uint8_t)(on ? flag : 0);
}

#endif
