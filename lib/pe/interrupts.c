/* SPDX-License-Identifier: Apache-2.0 */
/* What is asserted, where it goes, and whether PSTATE masks it: DDI 0487 D1.3.6. */
#include "pe/sysslot.h"

/* The CPU interface asserts a group; whether it is IRQ or FIQ depends on where the PE is (IHI 0069, 4.6.2). */
static bool group_is_fiq(const struct pe *pe)
{
    switch (pe->s.signal.physical) {
    case IRQ_GROUP0:
        return true;
    case IRQ_GROUP1_S:
        return pe->s.el == PE_EL3 || !pe_secure(pe);
    case IRQ_GROUP1_NS:
        return pe->s.el == PE_EL3 || pe_secure(pe);
    default:
        return false;
    }
}

static bool physical_irq(const struct pe *pe)
{
    return pe->s.signal.physical != IRQ_NONE && !group_is_fiq(pe);
}

static bool physical_fiq(const struct pe *pe)
{
    return pe->s.signal.physical != IRQ_NONE && group_is_fiq(pe);
}

/* A row: an asynchronous exception, what routes it and what masks it. */
struct kind {
    enum pe_interrupt which;
    uint64_t scr, hcr; /* SCR_EL3.{EA,IRQ,FIQ}, HCR_EL2.{AMO,IMO,FMO} */
    uint32_t mask;     /* PSTATE bit */
    unsigned vector;
};

/* In order of priority among several: SError, FIQ, IRQ. IMPLEMENTATION DEFINED; a choice. */
static const struct kind physical[] = {
    {PE_INT_SERROR, SCR_EA, HCR_AMO, PSTATE_A, 0x180},
    {PE_INT_FIQ, SCR_FIQ, HCR_FMO, PSTATE_F, 0x100},
    {PE_INT_IRQ, SCR_IRQ, HCR_IMO, PSTATE_I, 0x80},
};

static const struct kind virtual[] = {
    {PE_INT_VSERROR, 0, HCR_AMO, PSTATE_A, 0x180},
    {PE_INT_VFIQ, 0, HCR_FMO, PSTATE_F, 0x100},
    {PE_INT_VIRQ, 0, HCR_IMO, PSTATE_I, 0x80},
};

static bool is_asserted(const struct pe *pe, enum pe_interrupt which)
{
    uint64_t hcr = pe_hcr(pe);
    switch (which) {
    case PE_INT_SERROR:
        return pe->s.serror;
    case PE_INT_FIQ:
        return physical_fiq(pe);
    case PE_INT_IRQ:
        return physical_irq(pe);
    case PE_INT_VSERROR:
        return (hcr & HCR_VSE) != 0;
    case PE_INT_VFIQ:
        return (hcr & HCR_VF) != 0 || pe->s.signal.virtual_fiq;
    case PE_INT_VIRQ:
        return (hcr & HCR_VI) != 0 || pe->s.signal.virtual_irq;
    default:
        return false;
    }
}

static uint8_t route_physical(const struct pe *pe, const struct kind *kind)
{
    uint64_t hcr = pe_hcr(pe);
    if (pe->config.highest_el == 3 && (pe_scr(pe) & kind->scr) != 0) {
        return PE_EL3;
    }
    if ((hcr & (kind->hcr | HCR_TGE)) != 0) {
        return PE_EL2;
    }
    return PE_EL1;
}

/*
 * FEAT_NMI (facts/architecture.md section 5), by SCTLR_ELx of the target: ALLINT masks IRQ and FIQ that target the
 * current EL; an interrupt with superpriority ignores I and F.
 */
static bool pstate_masks(const struct pe *pe, const struct kind *kind, uint8_t target, bool superpriority)
{
    bool is_irq_or_fiq = kind->mask != PSTATE_A;
    uint64_t sctlr = pe_sctlr(pe, target);
    if (is_irq_or_fiq && pe_has(pe, ISA_F_NMI) && (sctlr & SCTLR_NMI) != 0) {
        bool allint =
            (pe->s.pstate & PSTATE_ALLINT) != 0 || ((pe->s.pstate & PSTATE_SP) != 0 && (sctlr & SCTLR_SPINTMASK) != 0);
        if (target == pe->s.el && allint) {
            return true;
        }
        if (superpriority) {
            return false;
        }
    }
    return (pe->s.pstate & kind->mask) != 0;
}

/* Not taken where it is routed to a lower level. To EL2 or EL3 from below PSTATE does not mask it, except to EL2 of a
 * host from its EL0. */
static bool can_take_physical(const struct pe *pe, const struct kind *kind, uint8_t target)
{
    uint8_t el = pe->s.el;
    if (target <= el || target == PE_EL1 || (target == PE_EL2 && pe_in_host(pe))) {
        return target >= el && !pstate_masks(pe, kind, target, pe->s.signal.superpriority);
    }
    return true;
}

/* Virtual exceptions are pending at EL0 and EL1 of a guest, where HCR_EL2 routes their physical twin to EL2. */
static bool is_virtual_pending(const struct pe *pe, const struct kind *kind)
{
    uint64_t hcr = pe_hcr(pe);
    return pe->s.el <= PE_EL1 && (hcr & kind->hcr) != 0 && (hcr & HCR_TGE) == 0 && is_asserted(pe, kind->which);
}

bool pe_routed_below(const struct pe *pe, enum pe_interrupt which)
{
    for (size_t i = 0; i < ARRAY_SIZE(physical); i++) {
        if (physical[i].which == which) {
            return route_physical(pe, &physical[i]) < pe->s.el;
        }
    }
    return false;
}

enum pe_interrupt pe_takeable(const struct pe *pe, uint8_t *target_el)
{
    for (size_t i = 0; i < ARRAY_SIZE(physical); i++) {
        const struct kind *kind = &physical[i];
        *target_el = route_physical(pe, kind);
        if (is_asserted(pe, kind->which) && can_take_physical(pe, kind, *target_el)) {
            return kind->which;
        }
    }
    *target_el = PE_EL1;
    for (size_t i = 0; pe->config.has_el2 && i < ARRAY_SIZE(virtual); i++) {
        if (is_virtual_pending(pe, &virtual[i]) && !pstate_masks(pe, &virtual[i], PE_EL1, false)) {
            return virtual[i].which;
        }
    }
    return PE_INT_NONE;
}

bool pe_asserted_irq(const struct pe *pe)
{
    return physical_irq(pe);
}

bool pe_asserted_fiq(const struct pe *pe)
{
    return physical_fiq(pe);
}

bool pe_asserted(const struct pe *pe)
{
    bool any = pe->s.signal.physical != IRQ_NONE || pe->s.serror;
    for (size_t i = 0; !any && pe->config.has_el2 && i < ARRAY_SIZE(virtual); i++) {
        any = is_virtual_pending(pe, &virtual[i]);
    }
    return any;
}

/* Bits A, F and I are where PSTATE has them. At EL1 a virtual exception hides the physical one that is routed away;
 * FS and IS: the physical FIQ or IRQ has superpriority. */
uint64_t pe_isr(const struct pe *pe)
{
    enum { FS = 1 << 9, IS = 1 << 10 };
    uint64_t isr = 0;
    bool super = pe_has(pe, ISA_F_NMI) && pe->s.signal.superpriority;
    for (size_t i = 0; i < ARRAY_SIZE(physical); i++) {
        const struct kind *kind = &physical[i];
        if (pe->s.el == PE_EL1 && (pe_hcr(pe) & kind->hcr) != 0) {
            isr |= is_virtual_pending(pe, &virtual[i]) ? kind->mask : 0;
        } else if (is_asserted(pe, kind->which)) {
            isr |= kind->mask;
            isr |= super && kind->mask == PSTATE_I ? IS : super && kind->mask == PSTATE_F ? FS : 0;
        }
    }
    return isr;
}

void pe_take_interrupt(struct pe *pe, enum pe_interrupt which, uint8_t target_el)
{
    unsigned vector = 0;
    uint32_t iss = 0;
    for (size_t i = 0; i < ARRAY_SIZE(physical); i++) {
        if (physical[i].which == which || virtual[i].which == which) {
            vector = physical[i].vector;
        }
    }
    if (which == PE_INT_SERROR) {
        pe->s.serror = false;
    } else if (which == PE_INT_VSERROR) {
        pe->s.sys[PE_SYS_HCR_EL2] &= ~HCR_VSE;
        iss = pe_has(pe, ISA_F_RAS) ? (uint32_t)pe->s.sys[PE_SYS_VSESR_EL2] : 0;
    }
    pe_enter(pe, target_el, vector, vector == 0x180 ? PE_ESR(PE_EC_SERROR, iss) : 0, pe->s.pc);
}

void pe_recheck(struct pe *pe)
{
    uint8_t el;
    /* Nothing asserted is the common case, and the fast one. */
    bool any = pe->s.signal.physical != IRQ_NONE || pe->s.serror || (pe->config.has_el2 && pe_asserted(pe));
    if (any && pe_takeable(pe, &el) != PE_INT_NONE) {
        pe->attn |= PE_ATTN_INTERRUPT;
    } else if (pe->s.takeable_seen) {
        pe->attn |= PE_ATTN_INTERRUPT; /* it went away: the machine forgets it at the next boundary */
    } else {
        pe->attn &= ~(uint32_t)PE_ATTN_INTERRUPT;
    }
}

void pe_signal(struct pe *pe, struct irq_signal signal)
{
    pe->s.signal = signal;
    pe_recheck(pe);
}
