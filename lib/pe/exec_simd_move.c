/* SPDX-License-Identifier: Apache-2.0 */
/* Moves inside the SIMD registers and between them and the general ones.  None looks at FPCR or sets FPSR. */
#include "pe/exec_simd.h"

#define LOW(x) ((x)&mask64(8u << i->amount))

SIMD(FMOV_to_gen, X(rd) = LOW(V(rn)[0]))
SIMD(FMOV_to_gen_h, X(rd) = LOW(V(rn)[0]))
SIMD(FMOV_to_gen_hi, X(rd) = V(rn)[1])
SIMD(FMOV_from_gen, simd_set(V(rd), LOW(X(rn)), 0))
SIMD(FMOV_from_gen_h, simd_set(V(rd), LOW(X(rn)), 0))
SIMD(FMOV_from_gen_hi, V(rd)[1] = X(rn))
SIMD(FMOV_reg, simd_set(V(rd), LOW(V(rn)[0]), 0))
SIMD(FMOV_reg_h, simd_set(V(rd), LOW(V(rn)[0]), 0))
SIMD(FMOV_imm, simd_set(V(rd), (uint64_t)i->imm, 0))
SIMD(FMOV_imm_h, simd_set(V(rd), (uint64_t)i->imm, 0))

static inline void duplicate(struct pe *pe, const struct isa_insn *i, uint64_t element)
{
    uint64_t x = simd_replicate(element, i->amount);
    simd_set_q(i, V(rd), x, x);
}

SIMD(DUP_elem, duplicate(pe, i, simd_element(V(rn), i->amount, (unsigned)i->imm)))
SIMD(DUP_elem_scalar, simd_set(V(rd), simd_element(V(rn), i->amount, (unsigned)i->imm), 0))
SIMD(DUP_gen, duplicate(pe, i, X(rn)))
SIMD(INS_gen, simd_set_element(V(rd), i->amount, (unsigned)i->imm, X(rn)))
SIMD(INS_elem, simd_set_element(V(rd), i->amount, (unsigned)i->imm, simd_element(V(rn), i->amount, i->opt)))
SIMD(UMOV, X(rd) = simd_element(V(rn), i->amount, (unsigned)i->imm))
SIMD(SMOV,
     X(rd) = (uint64_t)sext(simd_element(V(rn), i->amount, (unsigned)i->imm), 8u << i->amount) & exec_width_mask(i))

/* Modified immediates, expanded by decode to 64 bits. */
#define IMM         ((uint64_t)i->imm)
#define SET(row, x) SIMD(row, simd_set_q(i, V(rd), (x), (x)))

SET(MOVI_32, IMM)
SET(MOVI_16, IMM)
SET(MOVI_msl, IMM)
SET(MOVI_8, IMM)
SET(MOVI_64, IMM)
SET(MVNI_32, ~IMM)
SET(MVNI_16, ~IMM)
SET(MVNI_msl, ~IMM)
SET(FMOV_vimm_s, IMM)
SET(FMOV_vimm_h, IMM)
SIMD(FMOV_vimm_d, simd_set(V(rd), IMM, IMM))
SIMD(ORR_vimm_32, simd_set_q(i, V(rd), V(rd)[0] | IMM, V(rd)[1] | IMM))
SIMD(ORR_vimm_16, simd_set_q(i, V(rd), V(rd)[0] | IMM, V(rd)[1] | IMM))
SIMD(BIC_vimm_32, simd_set_q(i, V(rd), V(rd)[0] & ~IMM, V(rd)[1] & ~IMM))
SIMD(BIC_vimm_16, simd_set_q(i, V(rd), V(rd)[0] & ~IMM, V(rd)[1] & ~IMM))

/* Bitwise: an expression of the same half of the two sources. */
#define HALVES(row, expression)                                                                                        \
    static inline uint64_t half_##row(uint64_t n, uint64_t m)                                                          \
    {                                                                                                                  \
        return (expression);                                                                                           \
    }                                                                                                                  \
    SIMD(row, simd_set_q(i, V(rd), half_##row(V(rn)[0], V(rm)[0]), half_##row(V(rn)[1], V(rm)[1])))

HALVES(AND_vec, (n & m))
HALVES(BIC_vec, n & ~m)
HALVES(ORR_vec, n | m)
HALVES(ORN_vec, n | ~m)
HALVES(EOR_vec, n ^ m)
