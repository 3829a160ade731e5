/* SPDX-License-Identifier: Apache-2.0 */
/* Formats of loads, stores and atomics of general registers (DDI 0487, C4.1 "Loads and stores"). */
#include "isa/format.h"

static void transfer_base(struct isa_insn *i)
{
    i->rn = format_sp(F(9, 5));
}

static void transfer(struct isa_insn *i, bool load)
{
    i->rd = load ? format_dest(F(4, 0)) : (uint8_t)F(4, 0);
}

/* size<31:30> and opc<23:22>: 0 store, 1 load, 2 load signed to 64 bits (size 3: prefetch), 3 load signed to 32. */
static void single(struct isa_insn *i)
{
    unsigned size = F(31, 30), opc = F(23, 22);
    transfer_base(i);
    i->amount = (uint8_t)size;
    if (size == 3 && opc == 2) {
        i->rs = (uint8_t)F(4, 0); /* prfop */
        return;
    }
    transfer(i, opc != 0);
    format_flag(i, opc >= 2, ISA_I_SIGNED);
    format_flag(i, size == 3 || opc == 2, ISA_I_64);
}

FORMAT(LDST_UIMM)
{
    single(i);
    i->imm = (int64_t)F(21, 10) << i->amount;
    return ISA_DECODED;
}

FORMAT(LDST_IMM)
{
    single(i);
    i->imm = sext(F(20, 12), 9);
    return ISA_DECODED;
}

FORMAT(LDST_POST)
{
    i->flags = ISA_I_POST;
    return isa_format_LDST_IMM(i);
}

FORMAT(LDST_PRE)
{
    i->flags = ISA_I_PRE;
    return isa_format_LDST_IMM(i);
}

FORMAT(LDST_REG)
{
    i->flags = ISA_I_REGOFF;
    single(i);
    i->rm = (uint8_t)F(20, 16);
    i->opt = (uint8_t)F(15, 13);
    i->imm = F(12, 12) ? i->amount : 0;
    return format_if(bit(i->opt, 1)); /* the offset is a word or a doubleword */
}

FORMAT(LDST_LIT)
{
    unsigned opc = F(31, 30);
    i->imm = sext(F(23, 5), 19) * 4;
    i->amount = opc == 1 ? 3 : 2;
    if (opc == 3) {
        i->amount = 3;
        i->rs = (uint8_t)F(4, 0); /* prfop */
        return ISA_DECODED;
    }
    transfer(i, true);
    format_flag(i, opc != 0, ISA_I_64);
    format_flag(i, opc == 2, ISA_I_SIGNED);
    return ISA_DECODED;
}

FORMAT(LDRA)
{
    i->flags |= ISA_I_64;
    i->amount = 3;
    transfer_base(i);
    transfer(i, true);
    i->imm = sext(F(22, 22) << 9 | F(20, 12), 10) * 8;
    return ISA_DECODED;
}

FORMAT(LDRA_PRE)
{
    i->flags = ISA_I_PRE;
    return isa_format_LDRA(i);
}

FORMAT(PAIR)
{
    unsigned opc = F(31, 30);
    bool load = F(22, 22);
    transfer_base(i);
    transfer(i, load);
    i->ra = load ? format_dest(F(14, 10)) : (uint8_t)F(14, 10);
    i->amount = opc == 2 ? 3 : 2;
    i->imm = sext(F(21, 15), 7) * (1 << i->amount);
    format_flag(i, opc != 0, ISA_I_64);
    format_flag(i, opc == 1, ISA_I_SIGNED);
    return ISA_DECODED;
}

FORMAT(PAIR_POST)
{
    i->flags = ISA_I_POST;
    return isa_format_PAIR(i);
}

FORMAT(PAIR_PRE)
{
    i->flags = ISA_I_PRE;
    return isa_format_PAIR(i);
}

FORMAT(EXCL)
{
    bool load = F(22, 22), pair = F(21, 21);
    transfer_base(i);
    transfer(i, load);
    i->amount = (uint8_t)F(31, 30);
    if (pair) {
        i->ra = load ? format_dest(F(14, 10)) : (uint8_t)F(14, 10);
    }
    if (!load) {
        i->rs = format_dest(F(20, 16));
    }
    format_flag(i, i->amount == 3, ISA_I_64);
    format_flag(i, F(15, 15), load ? ISA_I_ACQUIRE : ISA_I_RELEASE);
    return ISA_DECODED;
}

FORMAT(ORDERED)
{
    /* LDAPR lies among the atomics, where bit 22 is the release bit and is 0. */
    bool load = F(22, 22) || F(29, 27) == 7;
    transfer_base(i);
    transfer(i, load);
    i->amount = (uint8_t)F(31, 30);
    format_flag(i, i->amount == 3, ISA_I_64);
    format_flag(i, true, load ? ISA_I_ACQUIRE : ISA_I_RELEASE);
    return ISA_DECODED;
}

FORMAT(ORDERED_IMM)
{
    single(i);
    i->imm = sext(F(20, 12), 9);
    format_flag(i, true, F(23, 22) ? ISA_I_ACQUIRE : ISA_I_RELEASE);
    return ISA_DECODED;
}

static void ordering(struct isa_insn *i, bool acquire, bool release)
{
    format_flag(i, acquire, ISA_I_ACQUIRE);
    format_flag(i, release, ISA_I_RELEASE);
    format_flag(i, i->amount == 3, ISA_I_64);
}

FORMAT(CAS)
{
    transfer_base(i);
    transfer(i, false);
    i->rs = (uint8_t)F(20, 16);
    i->ra = format_dest(F(20, 16));
    i->amount = (uint8_t)F(31, 30);
    ordering(i, F(22, 22), F(15, 15));
    return ISA_DECODED;
}

FORMAT(CASP)
{
    transfer_base(i);
    transfer(i, false);
    i->rs = (uint8_t)F(20, 16);
    i->rm = (uint8_t)(i->rs + 1);
    i->opt = format_dest(i->rs + 1u);
    i->ra = (uint8_t)(i->rd + 1);
    i->amount = F(30, 30) ? 3 : 2;
    ordering(i, F(22, 22), F(15, 15));
    return format_if(!bit(i->rs, 0) && !bit(i->rd, 0));
}

FORMAT(ATOMIC)
{
    transfer_base(i);
    transfer(i, true);
    i->rs = (uint8_t)F(20, 16);
    i->amount = (uint8_t)F(31, 30);
    /* "acquire = A == '1' && Rt != '11111'": the STADD aliases do not load. */
    ordering(i, F(23, 23) && i->rd != ISA_SINK, F(22, 22));
    return ISA_DECODED;
}
