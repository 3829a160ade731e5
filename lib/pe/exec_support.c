/* SPDX-License-Identifier: Apache-2.0 */
/* What handlers share and need not be inline. */
#include "pe/exec_ldst.h"
#include "pe/sysslot.h"

/* Index of a bit: N<<3 | Z<<2 | C<<1 | V. EQ NE CS CC MI PL VS VC HI LS GE LT GT LE AL NV. */
const uint16_t exec_condition_rows[16] = {
    0xf0f0, 0x0f0f, 0xcccc, 0x3333, 0xff00, 0x00ff, 0xaaaa, 0x5555,
    0x0c0c, 0xf3f3, 0xaa55, 0x55aa, 0x0a05, 0xf5fa, 0xffff, 0xffff,
};

bool exec_sp_misaligned(struct pe *pe)
{
    enum { SCTLR_SA = 3, SCTLR_SA0 = 4 };
    if (!bit(pe_sctlr(pe, pe->s.el), pe->s.el == PE_EL0 ? SCTLR_SA0 : SCTLR_SA)) {
        return false;
    }
    pe_raise(pe, &(struct pe_fault){.esr = PE_ESR(PE_EC_SP_ALIGNMENT, 0)});
    return true;
}

void exec_unpredictable(struct pe *pe, const struct isa_insn *i)
{
    pe->host.diagnostic(pe->host.context, pe->config.index, "CONSTRAINED UNPREDICTABLE instruction", pe->s.pc, i->word);
    if (pe->config.strict) {
        pe_raise_undefined(pe, i); /* strict: it stops */
        return;
    }
    pe_handlers[i->op](pe, i);
}
