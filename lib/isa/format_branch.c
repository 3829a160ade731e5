/* SPDX-License-Identifier: Apache-2.0 */
/* Formats of branches, exceptions, hints, barriers and system instructions (DDI 0487, C4.1). */
#include "isa/format.h"

enum { LINK = 30 };

FORMAT(NONE)
{
    (void)i;
    return ISA_DECODED;
}

FORMAT(EXCEPTION)
{
    /* UDF has its immediate at the bottom of the word. */
    i->imm = i->op == ISA_UDF ? F(15, 0) : F(20, 5);
    return ISA_DECODED;
}

FORMAT(BRANCH)
{
    i->imm = sext(F(25, 0), 26) * 4;
    return ISA_DECODED;
}

FORMAT(BRANCH_COND)
{
    i->imm = sext(F(23, 5), 19) * 4;
    i->opt = (uint8_t)F(3, 0);
    return ISA_DECODED;
}

FORMAT(BRANCH_CMP)
{
    format_flag(i, F(31, 31), ISA_I_64);
    i->rd = (uint8_t)F(4, 0);
    i->imm = sext(F(23, 5), 19) * 4;
    return ISA_DECODED;
}

FORMAT(BRANCH_TEST)
{
    format_flag(i, F(31, 31), ISA_I_64);
    i->rd = (uint8_t)F(4, 0);
    i->imm = sext(F(18, 5), 14) * 4;
    i->amount = (uint8_t)(F(31, 31) << 5 | F(23, 19));
    return ISA_DECODED;
}

FORMAT(BRANCH_REG)
{
    i->rn = (uint8_t)F(9, 5);
    return ISA_DECODED;
}

FORMAT(BRANCH_PACZ)
{
    i->rn = (uint8_t)F(9, 5);
    return ISA_DECODED;
}

FORMAT(BRANCH_PAC)
{
    i->rn = (uint8_t)F(9, 5);
    i->rm = format_sp(F(4, 0));
    return ISA_DECODED;
}

FORMAT(RET_PAC)
{
    i->rn = LINK;
    i->rm = ISA_SP;
    return ISA_DECODED;
}

FORMAT(HINT)
{
    i->imm = F(11, 5);
    return ISA_DECODED;
}

static enum isa_result hint_pac(struct isa_insn *i, uint8_t rd, uint8_t rn)
{
    i->flags = ISA_I_64;
    i->rd = rd;
    i->rn = rn;
    return isa_format_HINT(i);
}

FORMAT(HINT_1716)
{
    return hint_pac(i, 17, 16);
}

FORMAT(HINT_LRSP)
{
    return hint_pac(i, LINK, ISA_SP);
}

FORMAT(HINT_LRZ)
{
    return hint_pac(i, LINK, ISA_ZR);
}

FORMAT(BARRIER)
{
    i->opt = (uint8_t)F(11, 8);
    return ISA_DECODED;
}

FORMAT(WAIT_TIMEOUT)
{
    i->flags = ISA_I_64;
    i->rd = (uint8_t)F(4, 0);
    return ISA_DECODED;
}

FORMAT(MSR_IMM)
{
    i->opt = (uint8_t)F(11, 8);
    i->imm = i->opt;
    return ISA_DECODED;
}

FORMAT(SYSREG)
{
    bool reads = F(21, 21);
    i->flags = ISA_I_64;
    i->imm = ISA_SYSKEY(F(20, 19), F(18, 16), F(15, 12), F(11, 8), F(7, 5));
    i->rd = reads ? format_dest(F(4, 0)) : (uint8_t)F(4, 0);
    return ISA_DECODED;
}
