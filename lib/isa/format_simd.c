/* SPDX-License-Identifier: Apache-2.0 */
/* Formats of SIMD and floating-point loads, stores and moves (DDI 0487, C4.1). */
#include "isa/format.h"

static void vector_base(struct isa_insn *i)
{
    i->rd = (uint8_t)F(4, 0);
    i->rn = format_sp(F(9, 5));
}

static void flag_q(struct isa_insn *i)
{
    format_flag(i, F(30, 30), ISA_I_64);
}

/* One register: opc<1>:size is log2 of the bytes, up to 4. */
static enum isa_result single(struct isa_insn *i)
{
    vector_base(i);
    i->amount = (uint8_t)(F(23, 23) << 2 | F(31, 30));
    return format_if(i->amount <= 4);
}

FORMAT(VLDST_UIMM)
{
    enum isa_result result = single(i);
    i->imm = (int64_t)F(21, 10) << i->amount;
    return result;
}

FORMAT(VLDST_IMM)
{
    i->imm = sext(F(20, 12), 9);
    return single(i);
}

FORMAT(VLDST_POST)
{
    i->flags = ISA_I_POST;
    return isa_format_VLDST_IMM(i);
}

FORMAT(VLDST_PRE)
{
    i->flags = ISA_I_PRE;
    return isa_format_VLDST_IMM(i);
}

FORMAT(VLDST_REG)
{
    enum isa_result result = single(i);
    i->flags = ISA_I_REGOFF;
    i->rm = (uint8_t)F(20, 16);
    i->opt = (uint8_t)F(15, 13);
    i->imm = F(12, 12) ? i->amount : 0;
    return bit(i->opt, 1) ? result : ISA_UNALLOCATED;
}

FORMAT(VLDST_LIT)
{
    i->rd = (uint8_t)F(4, 0);
    i->amount = (uint8_t)(2 + F(31, 30));
    i->imm = sext(F(23, 5), 19) * 4;
    return format_if(i->amount <= 4);
}

FORMAT(VPAIR)
{
    vector_base(i);
    i->ra = (uint8_t)F(14, 10);
    i->amount = (uint8_t)(2 + F(31, 30));
    i->imm = sext(F(21, 15), 7) * (1 << i->amount);
    return format_if(i->amount <= 4);
}

FORMAT(VPAIR_POST)
{
    i->flags = ISA_I_POST;
    return isa_format_VPAIR(i);
}

FORMAT(VPAIR_PRE)
{
    i->flags = ISA_I_PRE;
    return isa_format_VPAIR(i);
}

FORMAT(VSTRUCT)
{
    /* By opcode<15:12>: LD4, LD1 x4, LD3, LD1 x3, LD1 x1, LD2, LD1 x2. */
    static const uint8_t registers[16] = {[0] = 4, [2] = 4, [4] = 3, [6] = 3, [7] = 1, [8] = 2, [10] = 2};
    unsigned opcode = F(15, 12);
    bool interleaved = (opcode & 3) == 0;
    vector_base(i);
    flag_q(i);
    i->opt = registers[opcode];
    i->amount = (uint8_t)F(11, 10);
    return format_if(!interleaved || i->amount < 3 || F(30, 30)); /* no .1D */
}

static void one_element(struct isa_insn *i)
{
    vector_base(i);
    i->opt = (uint8_t)((F(13, 13) << 1 | F(21, 21)) + 1);
}

FORMAT(VREPLICATE)
{
    one_element(i);
    flag_q(i);
    i->amount = (uint8_t)F(11, 10);
    return ISA_DECODED;
}

FORMAT(VLANE)
{
    unsigned scale = F(15, 14), size = F(11, 10), q_s_size = F(30, 30) << 3 | F(12, 12) << 2 | size;
    one_element(i);
    /* A doubleword is a word's encoding with size 01 and S 0. */
    i->amount = (uint8_t)(scale == 2 && size == 1 ? 3 : scale);
    i->ra = (uint8_t)(q_s_size >> i->amount);
    unsigned reserved = i->amount == 3 ? F(12, 12) : size & (unsigned)mask64(scale);
    return format_if(scale < 3 && reserved == 0);
}

/* Post-index by rm, or by the bytes transferred when that is 31. */
static enum isa_result post(struct isa_insn *i, enum isa_result result, unsigned bytes)
{
    i->flags |= ISA_I_POST;
    i->rm = (uint8_t)F(20, 16);
    i->imm = i->rm == ISA_ZR ? bytes : 0;
    return result;
}

FORMAT(VSTRUCT_POST)
{
    enum isa_result result = isa_format_VSTRUCT(i);
    return post(i, result, i->opt * (F(30, 30) ? 16u : 8u));
}

FORMAT(VREPLICATE_POST)
{
    enum isa_result result = isa_format_VREPLICATE(i);
    return post(i, result, (unsigned)i->opt << i->amount);
}

FORMAT(VLANE_POST)
{
    enum isa_result result = isa_format_VLANE(i);
    return post(i, result, (unsigned)i->opt << i->amount);
}

/* type<23:22>: 0 single, 1 double, 2 the upper half of a vector, 3 half. */
static uint8_t scalar_size(const struct isa_insn *i)
{
    static const uint8_t log2_bytes[4] = {2, 3, 3, 1};
    return log2_bytes[F(23, 22)];
}

static enum isa_result moved_between(struct isa_insn *i)
{
    i->amount = scalar_size(i);
    format_flag(i, F(31, 31), ISA_I_64);
    /* A half goes to and from both widths, single and double only to and from their own. */
    return format_if(i->amount == 1 || F(31, 31) == (i->amount == 3));
}

FORMAT(FMOV_TO_GEN)
{
    i->rd = format_dest(F(4, 0));
    i->rn = (uint8_t)F(9, 5);
    return moved_between(i);
}

FORMAT(FMOV_FROM_GEN)
{
    i->rd = (uint8_t)F(4, 0);
    i->rn = (uint8_t)F(9, 5);
    return moved_between(i);
}

FORMAT(FMOV_REG)
{
    i->rd = (uint8_t)F(4, 0);
    i->rn = (uint8_t)F(9, 5);
    i->amount = scalar_size(i);
    return ISA_DECODED;
}

/* VFPExpandImm: sign, inverted b, b repeated to fill the exponent, four fraction bits. */
static uint64_t expand_float(unsigned imm8, unsigned log2_bytes)
{
    static const uint8_t exponent_bits[4] = {0, 5, 8, 11};
    unsigned width = 8u << log2_bytes, exponent = exponent_bits[log2_bytes], b = imm8 >> 6 & 1;
    uint64_t repeated = b ? mask64(exponent - 3) : 0;
    uint64_t top = (uint64_t)(imm8 >> 7) << exponent | (uint64_t)!b << (exponent - 1) | repeated << 2 | (imm8 >> 4 & 3);
    return (top << 4 | (imm8 & 15)) << (width - exponent - 5);
}

FORMAT(FMOV_IMM)
{
    i->rd = (uint8_t)F(4, 0);
    i->amount = scalar_size(i);
    i->imm = (int64_t)expand_float(F(20, 13), i->amount);
    return ISA_DECODED;
}

/* imm5: the lowest set bit is the element size, what is above it the index.  False when there is none under bit 4. */
static bool element(struct isa_insn *i)
{
    unsigned imm5 = F(20, 16);
    while (i->amount < 4 && !bit(imm5, i->amount)) {
        i->amount++;
    }
    i->imm = imm5 >> (i->amount + 1);
    i->rd = (uint8_t)F(4, 0);
    i->rn = (uint8_t)F(9, 5);
    return i->amount < 4;
}

FORMAT(DUP_ELEM)
{
    flag_q(i);
    return format_if(element(i) && (i->amount < 3 || F(30, 30)));
}

FORMAT(DUP_SCALAR)
{
    return format_if(element(i));
}

FORMAT(DUP_GEN)
{
    enum isa_result result = isa_format_DUP_ELEM(i);
    i->imm = 0;
    return result;
}

FORMAT(INS_GEN)
{
    return format_if(element(i));
}

FORMAT(INS_ELEM)
{
    bool allocated = element(i);
    i->opt = (uint8_t)(F(14, 11) >> i->amount);
    return format_if(allocated);
}

FORMAT(SMOV)
{
    bool allocated = element(i);
    flag_q(i);
    i->rd = format_dest(F(4, 0));
    return format_if(allocated && i->amount < (F(30, 30) ? 3 : 2));
}

FORMAT(UMOV)
{
    bool allocated = element(i);
    flag_q(i);
    i->rd = format_dest(F(4, 0));
    return format_if(allocated && (i->amount == 3) == F(30, 30));
}

static uint64_t replicate(uint64_t element, unsigned log2_bytes)
{
    for (unsigned width = 8u << log2_bytes; width < 64; width *= 2) {
        element |= element << width;
    }
    return element;
}

/* AdvSIMDExpandImm (DDI 0487, shared pseudocode): one 64-bit half of the vector. */
static uint64_t expand_vector(struct isa_insn *i, unsigned imm8)
{
    unsigned op = F(29, 29), cmode = F(15, 12), half = F(11, 11);
    uint64_t bytes = 0;
    if (cmode < 8) {
        i->amount = 2;
        return replicate((uint64_t)imm8 << 8 * (cmode >> 1), 2);
    }
    if (cmode < 12) {
        i->amount = 1;
        return replicate((uint64_t)imm8 << 8 * (cmode >> 1 & 1), 1);
    }
    if (cmode < 14) { /* MSL: shifted left, ones shifted in */
        unsigned shift = cmode & 1 ? 16 : 8;
        i->amount = 2;
        return replicate((uint64_t)imm8 << shift | mask64(shift), 2);
    }
    if (cmode == 15) {
        i->amount = op ? 3 : half ? 1 : 2;
        return replicate(expand_float(imm8, i->amount), i->amount);
    }
    i->amount = op ? 3 : 0;
    for (unsigned n = 0; n < 8; n++) {
        bytes |= bit(imm8, n) ? UINT64_C(0xff) << 8 * n : 0;
    }
    return op ? bytes : replicate(imm8, 0);
}

FORMAT(VIMM)
{
    flag_q(i);
    i->rd = (uint8_t)F(4, 0);
    i->imm = (int64_t)expand_vector(i, F(18, 16) << 5 | F(9, 5));
    return ISA_DECODED;
}

FORMAT(VLOGIC)
{
    flag_q(i);
    i->rd = (uint8_t)F(4, 0);
    i->rn = (uint8_t)F(9, 5);
    i->rm = (uint8_t)F(20, 16);
    return ISA_DECODED;
}
