/* SPDX-License-Identifier: Apache-2.0 */
/* Data processing, immediate (DDI 0487, C4.1, "Data Processing -- Immediate"). */
#include "pe/exec_dp.h"

HANDLER(ADR)
{
    X(rd) = pe->s.pc + (uint64_t)i->imm;
    exec_next(pe);
}

HANDLER(ADRP)
{
    X(rd) = (pe->s.pc & ~UINT64_C(0xfff)) + (uint64_t)i->imm;
    exec_next(pe);
}

HANDLER(ADD_imm)
{
    exec_result(pe, i, X(rn) + (uint64_t)i->imm);
}

HANDLER(SUB_imm)
{
    exec_result(pe, i, X(rn) - (uint64_t)i->imm);
}

HANDLER(ADDS_imm)
{
    X(rd) = exec_add_with_carry(i, X(rn), (uint64_t)i->imm, 0, &pe->s.nzcv);
    exec_next(pe);
}

HANDLER(SUBS_imm)
{
    X(rd) = exec_subtract(i, X(rn), (uint64_t)i->imm, &pe->s.nzcv);
    exec_next(pe);
}

HANDLER(AND_imm)
{
    exec_result(pe, i, X(rn) & (uint64_t)i->imm);
}

HANDLER(ORR_imm)
{
    exec_result(pe, i, X(rn) | (uint64_t)i->imm);
}

HANDLER(EOR_imm)
{
    exec_result(pe, i, X(rn) ^ (uint64_t)i->imm);
}

HANDLER(ANDS_imm)
{
    uint64_t r = X(rn) & (uint64_t)i->imm;
    pe->s.nzcv = exec_nz(i, r);
    exec_result(pe, i, r);
}

HANDLER(MOVN)
{
    exec_result(pe, i, ~(uint64_t)i->imm);
}

HANDLER(MOVZ)
{
    exec_result(pe, i, (uint64_t)i->imm);
}

HANDLER(MOVK)
{
    exec_result(pe, i, (X(rd) & ~(UINT64_C(0xffff) << i->amount)) | (uint64_t)i->imm);
}

/* Bit fields: amount is immr, opt is imms. With imms >= immr the field moves down from immr, else up to width - immr.
 */
HANDLER(UBFM)
{
    unsigned r = i->amount, s = i->opt, width = dp_width(i);
    exec_result(pe, i, s >= r ? bits(X(rn), s, r) : bits(X(rn), s, 0) << (width - r));
}

HANDLER(SBFM)
{
    unsigned r = i->amount, s = i->opt, width = dp_width(i);
    exec_result(pe, i, s >= r ? (uint64_t)sext(X(rn) >> r, s - r + 1) : (uint64_t)sext(X(rn), s + 1) << (width - r));
}

HANDLER(BFM)
{
    unsigned r = i->amount, s = i->opt, up = dp_width(i) - r;
    exec_result(pe, i, s >= r ? set_bits(X(rd), s - r, 0, X(rn) >> r) : set_bits(X(rd), up + s, up, X(rn)));
}

HANDLER(EXTR)
{
    unsigned n = i->amount;
    uint64_t narrow = ((uint64_t)W(rn) << 32 | W(rm)) >> (n & 31);
    uint64_t wide = n == 0 ? X(rm) : X(rn) << (64 - n) | X(rm) >> n;
    exec_result(pe, i, exec_is64(i) ? wide : narrow);
}
