/* SPDX-License-Identifier: Apache-2.0 */
/* SIMD registers as the handlers see them: V[n] as two doublewords, low first. */
#ifndef PE_EXEC_SIMD_H
#define PE_EXEC_SIMD_H

#include "pe/exec_ldst.h"

#define V(slot) (pe->s.v[i->slot])

/* A handler that runs only where FP and SIMD are not trapped. */
#define SIMD(row, body)                                                                                                \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        if (pe_fp_enabled(pe)) {                                                                                       \
            body;                                                                                                      \
            exec_next(pe);                                                                                             \
        }                                                                                                              \
    }

static inline bool simd_is128(const struct isa_insn *i)
{
    return i->flags & ISA_I_64;
}

/* Writes a whole register. */
static inline void simd_set(uint64_t v[2], uint64_t low, uint64_t high)
{
    v[0] = low, v[1] = high;
}

/* Writes both halves, or with Q clear the low one and zero. */
static inline void simd_set_q(const struct isa_insn *i, uint64_t v[2], uint64_t low, uint64_t high)
{
    simd_set(v, low, simd_is128(i) ? high : 0);
}

/* Element `index` of 8 << log2 bits; log2 0 to 3, inside the register. */
static inline uint64_t simd_element(const uint64_t v[2], unsigned log2, unsigned index)
{
    unsigned at = index << log2;
    return v[at >> 3 & 1] >> ((at & 7) * 8) & mask64(8u << log2);
}

static inline void simd_set_element(uint64_t v[2], unsigned log2, unsigned index, uint64_t x)
{
    unsigned at = index << log2, low = (at & 7) * 8;
    v[at >> 3 & 1] = set_bits(v[at >> 3 & 1], low + (8u << log2) - 1, low, x);
}

/* One element in all places of 64 bits. */
static inline uint64_t simd_replicate(uint64_t x, unsigned log2)
{
    static const uint64_t ones[] = {UINT64_C(0x0101010101010101), UINT64_C(0x0001000100010001),
                                    UINT64_C(0x0000000100000001), 1};
    return (x & mask64(8u << log2)) * ones[log2];
}

#endif
