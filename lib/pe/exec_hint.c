/* SPDX-License-Identifier: Apache-2.0 */
/* Hints: most do nothing; WFI, WFE and SEV do. */
#include "pe/exec.h"
#include "pe/sysslot.h"

#define DOES_NOTHING(row)                                                                                              \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        (void)i;                                                                                                       \
        exec_next(pe);                                                                                                 \
    }

DOES_NOTHING(NOP)
DOES_NOTHING(YIELD)
DOES_NOTHING(DGH)
DOES_NOTHING(PSB_CSYNC)
DOES_NOTHING(TSB_CSYNC)
DOES_NOTHING(CSDB)
DOES_NOTHING(BTI)
DOES_NOTHING(HINT)

/* Error synchronization: an SError that PSTATE.A masks is taken from the PE and recorded (DDI 0487 D1.4.4). */
HANDLER(ESB)
{
    (void)i;
    if (pe->s.serror && (pe->s.pstate & PSTATE_A) != 0) {
        pe->s.serror = false;
        pe->s.sys[PE_SYS_DISR_EL1] = BIT64(31);
        pe_recheck(pe);
    }
    exec_next(pe);
}

HANDLER(SEV)
{
    (void)i;
    exec_next(pe);
    pe->host.send_event(pe->host.context, pe->config.index);
}

HANDLER(SEVL)
{
    (void)i;
    pe->s.event = true;
    exec_next(pe);
}

/* Who traps WFI or WFE from here; 0: nobody. EL0 asks SCTLR first, then HCR_EL2, then SCR_EL3. */
static uint8_t wait_trap(struct pe *pe, bool wfe)
{
    uint64_t enable = wfe ? SCTLR_NTWE : SCTLR_NTWI;
    if (pe->s.el == PE_EL0 && (pe_sctlr(pe, 0) & enable) == 0) {
        return pe_sync_target(pe);
    }
    bool guest = pe->s.el == PE_EL1 || (pe->s.el == PE_EL0 && !pe_in_host(pe));
    if (guest && (pe_hcr(pe) & (wfe ? HCR_TWE : HCR_TWI)) != 0) {
        return PE_EL2;
    }
    bool el3 = pe->config.highest_el == 3 && pe->s.el < PE_EL3;
    return el3 && (pe_scr(pe) & (wfe ? SCR_TWE : SCR_TWI)) != 0 ? PE_EL3 : 0;
}

/* The PC is past the instruction while the PE waits: what wakes it finds it at the next one. */
static void wait_for(struct pe *pe, const struct isa_insn *i, bool wfe, unsigned ti)
{
    uint8_t el;
    bool ready = wfe ? pe->s.event || pe_takeable(pe, &el) != PE_INT_NONE : pe_asserted(pe);
    uint8_t trap = ready ? 0 : wait_trap(pe, wfe);
    if (trap != 0) {
        struct pe_fault fault = {.esr = PE_ESR(PE_EC_WFX, 1u << 24 | 14u << 20 | ti), .target_el = trap};
        (void)i;
        pe_raise(pe, &fault);
        return;
    }
    exec_next(pe);
    if (ready) {
        pe->s.event = wfe ? false : pe->s.event;
        return;
    }
    pe->s.wait = wfe ? PE_WFE : PE_WFI;
    pe->attn |= PE_ATTN_WAIT;
}

HANDLER(WFI)
{
    wait_for(pe, i, false, 0);
}

HANDLER(WFE)
{
    wait_for(pe, i, true, 1);
}

/* With a timeout: there is no timer yet, so the deadline is now; completing at once is always allowed. */
HANDLER(WFIT)
{
    (void)i;
    exec_next(pe);
}

HANDLER(WFET)
{
    (void)i;
    pe->s.event = false;
    exec_next(pe);
}
