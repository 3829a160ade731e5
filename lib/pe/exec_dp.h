/* SPDX-License-Identifier: Apache-2.0 */
/* Data processing as functions of values.  Names and corner cases as the shared pseudocode of DDI 0487. */
#ifndef PE_EXEC_DP_H
#define PE_EXEC_DP_H

#include "pe/exec.h"

static inline unsigned dp_width(const struct isa_insn *i)
{
    return 32u << (i->flags & ISA_I_64);
}

static inline uint64_t dp_asr64(uint64_t x, unsigned n)
{
    return x >> 63 ? ~(~x >> n) : x >> n;
}

static inline uint32_t dp_asr32(uint32_t x, unsigned n)
{
    return x >> 31 ? ~(~x >> n) : x >> n;
}

/* ShiftReg: type 0 LSL, 1 LSR, 2 ASR, 3 ROR; n below the width. */
static inline uint64_t dp_shift64(uint64_t x, unsigned type, unsigned n)
{
    switch (type) {
    case 0:
        return x << n;
    case 1:
        return x >> n;
    case 2:
        return dp_asr64(x, n);
    default:
        return ror(x, n, 64);
    }
}

static inline uint64_t dp_shift32(uint32_t x, unsigned type, unsigned n)
{
    switch (type) {
    case 0:
        return x << n;
    case 1:
        return x >> n;
    case 2:
        return dp_asr32(x, n);
    default:
        return ror(x, n, 32);
    }
}

static inline uint64_t dp_shift(const struct isa_insn *i, uint64_t x, unsigned type, unsigned n)
{
    return exec_is64(i) ? dp_shift64(x, type, n) : dp_shift32((uint32_t)x, type, n);
}

/* The shifted register operand; above the width of the operation its bits are arbitrary. */
static inline uint64_t dp_shifted(const struct pe *pe, const struct isa_insn *i)
{
    return i->amount == 0 ? X(rm) : dp_shift(i, X(rm), i->opt, i->amount);
}

/* ExtendReg: option UXTB UXTH UXTW UXTX SXTB SXTH SXTW SXTX, then left by 0 to 4. */
static inline uint64_t dp_extend(uint64_t x, unsigned option, unsigned left)
{
    unsigned drop = 64 - (8u << (option & 3));
    x <<= drop;
    return (option & 4 ? dp_asr64(x, drop) : x >> drop) << left;
}

static inline uint64_t dp_umulh(uint64_t a, uint64_t b)
{
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    uint64_t low = al * bl, mid = ah * bl + (low >> 32), mid2 = al * bh + (uint32_t)mid;
    return ah * bh + (mid >> 32) + (mid2 >> 32);
}

static inline uint64_t dp_smulh(uint64_t a, uint64_t b)
{
    return dp_umulh(a, b) - (a >> 63 ? b : 0) - (b >> 63 ? a : 0);
}

/* Division by zero gives zero; the most negative number by -1 gives itself. */
static inline uint64_t dp_sdiv64(uint64_t a, uint64_t b)
{
    if (b == 0) {
        return 0;
    }
    return b == UINT64_MAX ? 0 - a : (uint64_t)((int64_t)a / (int64_t)b);
}

static inline uint32_t dp_sdiv32(uint32_t a, uint32_t b)
{
    if (b == 0) {
        return 0;
    }
    return b == UINT32_MAX ? 0 - a : (uint32_t)((int32_t)a / (int32_t)b);
}

static inline uint64_t dp_swap_bytes64(uint64_t x)
{
    x = (x & UINT64_C(0x00ff00ff00ff00ff)) << 8 | (x >> 8 & UINT64_C(0x00ff00ff00ff00ff));
    x = (x & UINT64_C(0x0000ffff0000ffff)) << 16 | (x >> 16 & UINT64_C(0x0000ffff0000ffff));
    return x << 32 | x >> 32;
}

/* In each 16 bits, and in each 32 bits. */
static inline uint64_t dp_swap_bytes16(uint64_t x)
{
    return (x & UINT64_C(0x00ff00ff00ff00ff)) << 8 | (x >> 8 & UINT64_C(0x00ff00ff00ff00ff));
}

static inline uint64_t dp_swap_bytes32(uint64_t x)
{
    x = dp_swap_bytes64(x);
    return x << 32 | x >> 32;
}

static inline uint64_t dp_reverse_bits64(uint64_t x)
{
    x = (x & UINT64_C(0x5555555555555555)) << 1 | (x >> 1 & UINT64_C(0x5555555555555555));
    x = (x & UINT64_C(0x3333333333333333)) << 2 | (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4 | (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f));
    return dp_swap_bytes64(x);
}

/* Leading zeros of the low `width` bits. */
static inline unsigned dp_clz(uint64_t x, unsigned width)
{
    x <<= 64 - width;
    return x == 0 ? width : (unsigned)__builtin_clzll(x);
}

/* CountLeadingSignBits: copies of the sign bit after it. */
static inline unsigned dp_cls(uint64_t x, unsigned width)
{
    x <<= 64 - width;
    x ^= dp_asr64(x, 1);
    return (x == 0 ? width : (unsigned)__builtin_clzll(x)) - 1;
}

/* CRC-32 (polynomial 0x04c11db7) or CRC-32C (0x1edc6f41) of the low bytes of value, reflected, without inversion. */
uint32_t dp_crc32(bool castagnoli, uint32_t crc, uint64_t value, unsigned bytes);

#endif
