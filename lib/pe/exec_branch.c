/* SPDX-License-Identifier: Apache-2.0 */
/* Branches.  No page is guarded (there is no translation), so a BTYPE is never checked, but it is kept: SPSR shows it.
 */
#include "pe/exec.h"

enum { BTYPE_JUMP = 1u << 10, BTYPE_CALL = 2u << 10 };

static inline void branch_to(struct pe *pe, const struct isa_insn *i, bool taken)
{
    pe->s.pc += taken ? (uint64_t)i->imm : 4;
}

static inline void set_btype(struct pe *pe, uint32_t btype)
{
    if (exec_has(pe, ISA_F_BTI)) {
        pe->s.pstate = (pe->s.pstate & ~(uint32_t)PSTATE_BTYPE) | btype;
    }
}

HANDLER(B)
{
    pe->s.pc += (uint64_t)i->imm;
}

HANDLER(BL)
{
    pe->s.r[30] = pe->s.pc + 4;
    pe->s.pc += (uint64_t)i->imm;
}

HANDLER(B_cond)
{
    branch_to(pe, i, exec_condition(pe, i->opt));
}

HANDLER(BC_cond)
{
    branch_to(pe, i, exec_condition(pe, i->opt));
}

HANDLER(CBZ)
{
    branch_to(pe, i, (X(rd) & exec_width_mask(i)) == 0);
}

HANDLER(CBNZ)
{
    branch_to(pe, i, (X(rd) & exec_width_mask(i)) != 0);
}

HANDLER(TBZ)
{
    branch_to(pe, i, !bit(X(rd), i->amount));
}

HANDLER(TBNZ)
{
    branch_to(pe, i, bit(X(rd), i->amount));
}

void exec_jump(struct pe *pe, uint64_t target)
{
    pe->s.pc = target;
    set_btype(pe, BTYPE_JUMP);
}

void exec_call(struct pe *pe, uint64_t target)
{
    pe->s.r[30] = pe->s.pc + 4;
    pe->s.pc = target;
    set_btype(pe, BTYPE_CALL);
}

HANDLER(BR)
{
    exec_jump(pe, X(rn));
}

HANDLER(BLR)
{
    exec_call(pe, X(rn));
}

HANDLER(RET)
{
    pe->s.pc = X(rn);
}
