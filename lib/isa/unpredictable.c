/* SPDX-License-Identifier: Apache-2.0 */
/* The CONSTRAINED UNPREDICTABLE encodings: DDI 0487, appendix K1, and the pseudocode of each instruction. */
#include "base/bits.h"
#include "isa/isa.h"
#include "isa/pattern.h"

static const struct should_be {
    uint32_t ones, zeros;
} should_be[ISA_OP_COUNT] = {
#define A64(name, pattern, format, class_, feature, flags) {PATTERN_BITS(pattern, 'I'), PATTERN_BITS(pattern, 'O')},
#include "isa/a64.inc"
#undef A64
};

static unsigned field(const struct isa_insn *i, unsigned lo)
{
    return (unsigned)bits(i->word, lo + 4, lo);
}

/* Unpredictable_WBOVERLAPLD, WBOVERLAPST: the base, unless it is SP, is also transferred. */
static bool overlaps_base(const struct isa_insn *i, bool pair)
{
    unsigned n = field(i, 5);
    return i->flags & (ISA_I_PRE | ISA_I_POST) && n != 31 && (n == field(i, 0) || (pair && n == field(i, 10)));
}

/* Unpredictable_DATAOVERLAP, BASEOVERLAP: the status register is also data or base. */
static bool overlaps_status(const struct isa_insn *i)
{
    unsigned s = field(i, 16), n = field(i, 5);
    bool pair = bit(i->word, 21);
    return s == field(i, 0) || (pair && s == field(i, 10)) || (s == n && n != 31);
}

bool isa_unpredictable(const struct isa_insn *i)
{
    if (i->op >= ISA_OP_COUNT) {
        return false;
    }
    const struct should_be *should = &should_be[i->op];
    if ((i->word & should->ones) != should->ones || (i->word & should->zeros) != 0) {
        return true;
    }
    bool same_twice = field(i, 0) == field(i, 10); /* Unpredictable_LDPOVERLAP */
    switch (isa_class_of((enum isa_op)i->op)) {
    case ISA_C_LOAD:
    case ISA_C_STORE:
        return overlaps_base(i, false);
    case ISA_C_LOAD_PAIR:
        return same_twice || overlaps_base(i, true);
    case ISA_C_STORE_PAIR:
        return overlaps_base(i, true);
    case ISA_C_FP_LOAD_PAIR:
        return same_twice;
    case ISA_C_LOAD_EXCL:
        return (i->op == ISA_LDXP || i->op == ISA_LDAXP) && same_twice;
    case ISA_C_STORE_EXCL:
        return i->rs != ISA_ZR && overlaps_status(i); /* STLR and kin have no status */
    default:
        return false;
    }
}
