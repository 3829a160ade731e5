/* SPDX-License-Identifier: Apache-2.0 */
/* Branches, loads and exception returns that authenticate. */
#include "pe/exec_ldst.h"
#include "pe/exec_pauth.h"
#include "pe/sysslot.h"

/* rn is the target, rm the modifier. */
#define BRANCH(row, key, act)                                                                                          \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        uint64_t target = X(rn);                                                                                       \
        if (exec_pac_check(pe, &target, X(rm), EXEC_KEY_##key)) {                                                      \
            act;                                                                                                       \
        }                                                                                                              \
    }

BRANCH(BRAA, IA, exec_jump(pe, target))
BRANCH(BRAB, IB, exec_jump(pe, target))
BRANCH(BRAAZ, IA, exec_jump(pe, target))
BRANCH(BRABZ, IB, exec_jump(pe, target))
BRANCH(BLRAA, IA, exec_call(pe, target))
BRANCH(BLRAB, IB, exec_call(pe, target))
BRANCH(BLRAAZ, IA, exec_call(pe, target))
BRANCH(BLRABZ, IB, exec_call(pe, target))
BRANCH(RETAA, IA, pe->s.pc = target)
BRANCH(RETAB, IB, pe->s.pc = target)

/* The base is the pointer; the modifier is zero. Write-back is of the authenticated address. */
static void load_authenticated(struct pe *pe, const struct isa_insn *i, enum exec_key key, bool write_back)
{
    uint64_t base, value;
    if (!exec_base(pe, i, &base) || !exec_pac_check(pe, &base, 0, key)) {
        return;
    }
    base += (uint64_t)i->imm;
    if (exec_load(pe, base, 8, &value)) {
        X(rd) = value;
        if (write_back) {
            X(rn) = base;
        }
        exec_next(pe);
    }
}

HANDLER(LDRAA)
{
    load_authenticated(pe, i, EXEC_KEY_DA, false);
}

HANDLER(LDRAA_pre)
{
    load_authenticated(pe, i, EXEC_KEY_DA, true);
}

HANDLER(LDRAB)
{
    load_authenticated(pe, i, EXEC_KEY_DB, false);
}

HANDLER(LDRAB_pre)
{
    load_authenticated(pe, i, EXEC_KEY_DB, true);
}

/* Exception return to an authenticated ELR; the modifier is SP. */
static void return_authenticated(struct pe *pe, const struct isa_insn *i, enum exec_key key)
{
    if (pe->s.el == PE_EL0) {
        pe_raise_undefined(pe, i);
        return;
    }
    uint64_t target = pe->s.elr[pe->s.el];
    if (exec_pac_check(pe, &target, pe->s.r[ISA_SP], key)) {
        pe_eret(pe, target);
    }
}

HANDLER(ERETAA)
{
    return_authenticated(pe, i, EXEC_KEY_IA);
}

HANDLER(ERETAB)
{
    return_authenticated(pe, i, EXEC_KEY_IB);
}
