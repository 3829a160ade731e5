/* SPDX-License-Identifier: Apache-2.0 */
/* Direct manipulation of NZCV (FEAT_FlagM, FEAT_FlagM2), and the CRC arithmetic. */
#include "pe/exec_dp.h"

static const uint32_t N = 1u << 31, Z = 1u << 30, C = 1u << 29, V = 1u << 28;

static void set_flags(struct pe *pe, uint32_t mask, uint32_t nzcv)
{
    pe->s.nzcv = (pe->s.nzcv & ~mask) | (nzcv & mask);
    exec_next(pe);
}

HANDLER(RMIF)
{
    set_flags(pe, (uint32_t)i->opt << 28, (uint32_t)ror(X(rn), i->amount, 64) << 28);
}

/* N and Z of the low `width` bits, V where the next bit differs from the sign; C stays. */
static void set_narrow(struct pe *pe, uint64_t x, unsigned width)
{
    bool n = bit(x, width - 1), v = n != bit(x, width);
    set_flags(pe, N | Z | V, (n ? N : 0) | ((x & mask64(width)) == 0 ? Z : 0) | (v ? V : 0));
}

HANDLER(SETF8)
{
    set_narrow(pe, X(rn), 8);
}

HANDLER(SETF16)
{
    set_narrow(pe, X(rn), 16);
}

HANDLER(CFINV)
{
    (void)i;
    set_flags(pe, C, ~pe->s.nzcv);
}

/* From the external (x86) format of a floating-point comparison to the Arm one. */
HANDLER(XAFLAG)
{
    (void)i;
    bool z = pe->s.nzcv & Z, c = pe->s.nzcv & C;
    set_flags(pe, N | Z | C | V, (!c && !z ? N : 0) | (z && c ? Z : 0) | (c || z ? C : 0) | (!c && z ? V : 0));
}

HANDLER(AXFLAG)
{
    (void)i;
    bool z = pe->s.nzcv & Z, c = pe->s.nzcv & C, v = pe->s.nzcv & V;
    set_flags(pe, N | Z | C | V, (z || v ? Z : 0) | (c && !v ? C : 0));
}

/* Remainders of the sixteen 4-bit values by the bit-reversed polynomials 0x04c11db7 and 0x1edc6f41. */
static const uint32_t crc_rows[2][16] = {
    {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c, 0xedb88320,
     0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c},
    {0x00000000, 0x105ec76f, 0x20bd8ede, 0x30e349b1, 0x417b1dbc, 0x5125dad3, 0x61c69362, 0x7198540d, 0x82f63b78,
     0x92a8fc17, 0xa24bb5a6, 0xb21572c9, 0xc38d26c4, 0xd3d3e1ab, 0xe330a81a, 0xf36e6f75},
};

uint32_t dp_crc32(bool castagnoli, uint32_t crc, uint64_t value, unsigned bytes)
{
    for (unsigned n = 0; n < 2 * bytes; n++, value >>= 4) {
        crc = crc >> 4 ^ crc_rows[castagnoli][(crc ^ value) & 15];
    }
    return crc;
}
