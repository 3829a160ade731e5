/* SPDX-License-Identifier: Apache-2.0 */
/* Formats of data processing, immediate and register (DDI 0487, C4.1). */
#include "isa/format.h"

static void flag_sf(struct isa_insn *i)
{
    format_flag(i, F(31, 31), ISA_I_64);
}

/* A 6-bit shift or bit number must be under 32 in a 32-bit operation. */
static bool fits(const struct isa_insn *i, unsigned amount)
{
    return F(31, 31) || amount < 32;
}

static void data_registers(struct isa_insn *i)
{
    flag_sf(i);
    i->rd = format_dest(F(4, 0));
    i->rn = (uint8_t)F(9, 5);
}

FORMAT(ADDSUB_IMM)
{
    bool sets_flags = F(29, 29);
    flag_sf(i);
    i->rd = sets_flags ? format_dest(F(4, 0)) : format_sp(F(4, 0));
    i->rn = format_sp(F(9, 5));
    i->imm = (int64_t)F(21, 10) << (F(22, 22) ? 12 : 0);
    return ISA_DECODED;
}

/*
 * DecodeBitMasks (DDI 0487, shared pseudocode), with immediate = TRUE: an element of 2 to 64 bits holds imms+1 ones,
 * rotated right by immr; all ones is reserved.  False when reserved.
 */
static bool logical_mask(unsigned n, unsigned imms, unsigned immr, uint64_t *mask)
{
    unsigned selector = n << 6 | (~imms & 0x3f), len = 6;
    while (len > 0 && !bit(selector, len)) {
        len--;
    }
    if (len == 0) {
        return false;
    }
    unsigned size = 1u << len, levels = size - 1;
    if ((imms & levels) == levels) {
        return false;
    }
    uint64_t element = ror(mask64((imms & levels) + 1), immr & levels, size);
    for (; size < 64; size *= 2) {
        element |= element << size;
    }
    *mask = element;
    return true;
}

FORMAT(LOGIC_IMM)
{
    bool sf = F(31, 31), sets_flags = F(30, 29) == 3;
    uint64_t mask = 0;
    if ((!sf && F(22, 22)) || !logical_mask(F(22, 22), F(15, 10), F(21, 16), &mask)) {
        return ISA_UNALLOCATED;
    }
    data_registers(i);
    if (!sets_flags) {
        i->rd = format_sp(F(4, 0));
    }
    i->imm = (int64_t)(sf ? mask : (uint32_t)mask);
    return ISA_DECODED;
}

FORMAT(MOVE_WIDE)
{
    flag_sf(i);
    i->rd = format_dest(F(4, 0));
    i->amount = (uint8_t)(F(22, 21) * 16);
    i->imm = (int64_t)((uint64_t)F(20, 5) << i->amount);
    return format_if(fits(i, i->amount));
}

FORMAT(BITFIELD)
{
    data_registers(i);
    i->amount = (uint8_t)F(21, 16);
    i->opt = (uint8_t)F(15, 10);
    return format_if(F(22, 22) == F(31, 31) && fits(i, i->amount) && fits(i, i->opt));
}

FORMAT(EXTRACT)
{
    data_registers(i);
    i->rm = (uint8_t)F(20, 16);
    i->amount = (uint8_t)F(15, 10);
    return format_if(F(22, 22) == F(31, 31) && fits(i, i->amount));
}

FORMAT(PCREL)
{
    int64_t imm = sext(F(23, 5) << 2 | F(30, 29), 21);
    i->flags = ISA_I_64;
    i->rd = format_dest(F(4, 0));
    i->imm = F(31, 31) ? imm * 4096 : imm;
    return ISA_DECODED;
}

FORMAT(LOGIC_SHIFT)
{
    data_registers(i);
    i->rm = (uint8_t)F(20, 16);
    i->opt = (uint8_t)F(23, 22);
    i->amount = (uint8_t)F(15, 10);
    return format_if(fits(i, i->amount));
}

FORMAT(ADDSUB_SHIFT)
{
    enum isa_result result = isa_format_LOGIC_SHIFT(i);
    return i->opt == 3 ? ISA_UNALLOCATED : result; /* no ROR */
}

FORMAT(ADDSUB_EXT)
{
    isa_format_ADDSUB_IMM(i); /* the same registers */
    i->imm = 0;
    i->rm = (uint8_t)F(20, 16);
    i->opt = (uint8_t)F(15, 13);
    i->amount = (uint8_t)F(12, 10);
    return format_if(i->amount <= 4);
}

FORMAT(DP1)
{
    data_registers(i);
    return ISA_DECODED;
}

FORMAT(DP2)
{
    data_registers(i);
    i->rm = (uint8_t)F(20, 16);
    return ISA_DECODED;
}

FORMAT(DP3)
{
    isa_format_DP2(i);
    i->ra = (uint8_t)F(14, 10);
    return ISA_DECODED;
}

FORMAT(CRC)
{
    isa_format_DP2(i);
    i->amount = (uint8_t)F(11, 10);
    return ISA_DECODED;
}

FORMAT(RMIF)
{
    i->rn = (uint8_t)F(9, 5);
    i->amount = (uint8_t)F(20, 15);
    i->opt = (uint8_t)F(3, 0);
    return ISA_DECODED;
}

FORMAT(SETF)
{
    i->rn = (uint8_t)F(9, 5);
    return ISA_DECODED;
}

static void conditional(struct isa_insn *i)
{
    flag_sf(i);
    i->rn = (uint8_t)F(9, 5);
    i->opt = (uint8_t)F(15, 12);
}

FORMAT(CCMP_REG)
{
    conditional(i);
    i->rm = (uint8_t)F(20, 16);
    i->amount = (uint8_t)F(3, 0);
    return ISA_DECODED;
}

FORMAT(CCMP_IMM)
{
    conditional(i);
    i->imm = F(20, 16);
    i->amount = (uint8_t)F(3, 0);
    return ISA_DECODED;
}

FORMAT(CSEL)
{
    conditional(i);
    i->rd = format_dest(F(4, 0));
    i->rm = (uint8_t)F(20, 16);
    return ISA_DECODED;
}

FORMAT(PAC)
{
    i->flags = ISA_I_64;
    i->rd = format_dest(F(4, 0));
    i->rn = format_sp(F(9, 5));
    return ISA_DECODED;
}

FORMAT(PACZ)
{
    i->flags = ISA_I_64;
    i->rd = format_dest(F(4, 0));
    return ISA_DECODED;
}

FORMAT(PACGA)
{
    data_registers(i);
    i->rm = format_sp(F(20, 16));
    return ISA_DECODED;
}
