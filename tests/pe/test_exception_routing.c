/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where asynchronous exceptions go and what masks them.  The table is that of DDI 0487 D1.3.6 (physical interrupt
 * target and masking): a digit is the target level; A: taken whatever PSTATE says, B: masked by PSTATE; C: not taken.
 */
#include "core_fixture.h"

struct routing {
    bool ns, scr, tge, imo, e2h;
    const char *el[4];
};

static const struct routing table[] = {
    {true, false, false, false, false, {"1B", "1B", "C", "C"}},
    {true, false, false, false, true, {"1B", "1B", "C", "C"}},
    {true, false, false, true, false, {"2A", "2A", "2B", "C"}},
    {true, false, false, true, true, {"2A", "2A", "2B", "C"}},
    {true, false, true, false, false, {"2A", "", "2B", "C"}},
    {true, false, true, true, false, {"2A", "", "2B", "C"}},
    {true, false, true, false, true, {"2B", "", "2B", "C"}},
    {true, false, true, true, true, {"2B", "", "2B", "C"}},
    {true, true, false, false, false, {"3A", "3A", "3A", "3B"}},
    {true, true, false, true, false, {"3A", "3A", "3A", "3B"}},
    {true, true, true, true, true, {"3A", "", "3A", "3B"}},
    {false, false, false, false, false, {"1B", "1B", "", "C"}},
    {false, false, true, true, true, {"1B", "1B", "", "C"}}, /* EL2 is off in Secure state */
    {false, true, false, true, false, {"3A", "3A", "", "3B"}},
};

static const struct kind {
    enum pe_interrupt which;
    unsigned scr, hcr;
    uint32_t mask;
} kinds[] = {
    {PE_INT_IRQ, B_IRQ, B_IMO, PSTATE_I},
    {PE_INT_FIQ, B_FIQ, B_FMO, PSTATE_F},
    {PE_INT_SERROR, B_EA, B_AMO, PSTATE_A},
};
#define ALL_SCR (HCR_(B_IRQ) | HCR_(B_FIQ) | HCR_(B_EA))
#define ALL_HCR (HCR_(B_IMO) | HCR_(B_FMO) | HCR_(B_AMO))

static void assert_kind(struct core *c, enum pe_interrupt which)
{
    c->pe.s.serror = which == PE_INT_SERROR;
    struct irq_signal signal = {.physical = which == PE_INT_IRQ   ? IRQ_GROUP1
                                            : which == PE_INT_FIQ ? IRQ_GROUP0
                                                                  : IRQ_NONE};
    pe_signal(&c->pe, signal);
}

/* The bits of the two other kinds are set to the contrary, so that none can stand in for another. */
static void physical_matrix(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL3);
    for (size_t n = 0; n < ARRAY_SIZE(table); n++) {
        for (size_t k = 0; k < ARRAY_SIZE(kinds); k++) {
            const struct routing *t = &table[n];
            uint64_t scr = (t->scr ? 0 : ALL_SCR) ^ HCR_(kinds[k].scr),
                     hcr = (t->imo ? 0 : ALL_HCR) ^ HCR_(kinds[k].hcr);
            core_set(c, "SCR_EL3", scr | t->ns);
            core_set(c, "HCR_EL2", hcr | (t->tge ? HCR_(B_TGE) : 0) | (t->e2h ? HCR_(B_E2H) : 0));
            for (unsigned el = 0; el < 4; el++) {
                for (unsigned masked = 0; masked < 2; masked++) {
                    const char *want = t->el[el];
                    if (want[0] == '\0') {
                        continue;
                    }
                    core_at(c, (uint8_t)el);
                    c->pe.s.pstate =
                        (el != 0 ? PSTATE_SP : 0) | (masked ? kinds[k].mask : PSTATE_DAIF & ~kinds[k].mask);
                    c->pe.attn = 0;
                    assert_kind(c, kinds[k].which);
                    uint8_t target = 9;
                    enum pe_interrupt got = pe_takeable(&c->pe, &target);
                    bool taken = want[0] != 'C' && (want[1] == 'A' || !masked);
                    if (got != (taken ? kinds[k].which : PE_INT_NONE) || (taken && target != want[0] - '0')) {
                        fail_msg("row %zu kind %zu EL%u masked %u: want %s, got %d to EL%d", n, k, el, masked, want,
                                 got, target);
                    }
                    assert_int_equal((c->pe.attn & PE_ATTN_INTERRUPT) != 0, taken);
                    assert_true(pe_asserted(&c->pe)); /* WFI looks at no mask */
                }
            }
        }
    }
    core_close(c);
}

/* IRQ or FIQ: facts/architecture.md 1.6. */
static void groups(void **state)
{
    (void)state;
    static const struct {
        enum irq_group group;
        bool ns;
        uint8_t el;
        bool fiq;
    } cases[] = {
        {IRQ_GROUP0, true, 1, true},     {IRQ_GROUP0, false, 1, true},    {IRQ_GROUP0, true, 3, true},
        {IRQ_GROUP1, true, 1, false},    {IRQ_GROUP1, false, 1, false},   {IRQ_GROUP1, true, 3, false},
        {IRQ_GROUP1_S, true, 1, true},   {IRQ_GROUP1_S, true, 2, true},   {IRQ_GROUP1_S, false, 0, false},
        {IRQ_GROUP1_S, false, 1, false}, {IRQ_GROUP1_S, false, 3, true},  {IRQ_GROUP1_S, true, 3, true},
        {IRQ_GROUP1_NS, true, 0, false}, {IRQ_GROUP1_NS, true, 2, false}, {IRQ_GROUP1_NS, false, 1, true},
        {IRQ_GROUP1_NS, true, 3, true},  {IRQ_GROUP1_NS, false, 3, true},
    };
    struct core *c = core_open(PE_EL3);
    for (size_t n = 0; n < ARRAY_SIZE(cases); n++) {
        core_set(c, "SCR_EL3", cases[n].ns);
        core_at(c, cases[n].el);
        pe_signal(&c->pe, (struct irq_signal){.physical = cases[n].group});
        assert_int_equal(pe_asserted_fiq(&c->pe), cases[n].fiq);
        assert_int_equal(pe_asserted_irq(&c->pe), !cases[n].fiq);
    }
    pe_signal(&c->pe, (struct irq_signal){0});
    assert_false(pe_asserted_fiq(&c->pe) || pe_asserted_irq(&c->pe) || pe_asserted(&c->pe));
    core_close(c);
}

/* SError, then FIQ, then IRQ, then virtual: a choice that interrupts.c states. */
static void order(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL2);
    uint8_t el;
    core_set(c, "HCR_EL2", HCR_(B_IMO) | HCR_(B_VI));
    core_at(c, PE_EL1);
    c->pe.s.pstate &= ~(uint32_t)PSTATE_DAIF;
    pe_signal(&c->pe, (struct irq_signal){.physical = IRQ_GROUP1});
    c->pe.s.serror = true;
    assert_int_equal(pe_takeable(&c->pe, &el), PE_INT_SERROR);
    c->pe.s.serror = false;
    assert_int_equal(pe_takeable(&c->pe, &el), PE_INT_IRQ);
    assert_int_equal(el, PE_EL2);
    pe_signal(&c->pe, (struct irq_signal){0});
    assert_int_equal(pe_takeable(&c->pe, &el), PE_INT_VIRQ);
    assert_int_equal(el, PE_EL1);
    core_close(c);
}

/* Pending at EL0 and EL1 only, with the routing bit and without TGE; masked by PSTATE; to EL1. */
static void virtual_matrix(void **state)
{
    (void)state;
    static const struct {
        enum pe_interrupt which;
        unsigned route, pend;
        uint32_t mask;
    } virt[] = {{PE_INT_VIRQ, B_IMO, B_VI, PSTATE_I},
                {PE_INT_VFIQ, B_FMO, B_VF, PSTATE_F},
                {PE_INT_VSERROR, B_AMO, B_VSE, PSTATE_A}};
    for (size_t k = 0; k < ARRAY_SIZE(virt); k++) {
        for (unsigned bits_ = 0; bits_ < 256; bits_++) {
            bool routed = bits_ & 1, tge = bits_ & 2, masked = bits_ & 4, by_signal = bits_ & 8, ns = bits_ & 16;
            bool on = bits_ & 32;
            uint8_t level = (uint8_t)(bits_ >> 6);
            if ((tge && level == PE_EL1 && ns) || (!ns && level == PE_EL2) || (by_signal && k == 2)) {
                continue;
            }
            struct core *c = core_open(PE_EL3);
            core_set(c, "SCR_EL3", ns);
            core_set(c, "HCR_EL2",
                     (routed ? HCR_(virt[k].route) : 0) | (tge ? HCR_(B_TGE) : 0) |
                         (on && !by_signal ? HCR_(virt[k].pend) : 0));
            core_at(c, level);
            c->pe.s.pstate = (level != 0 ? PSTATE_SP : 0) | (masked ? virt[k].mask : PSTATE_DAIF & ~virt[k].mask);
            struct irq_signal signal = {.virtual_irq = on && by_signal && k == 0,
                                        .virtual_fiq = on && by_signal && k == 1};
            pe_signal(&c->pe, signal);
            bool pending = on && routed && !tge && ns && level <= PE_EL1;
            uint8_t el;
            enum pe_interrupt got = pe_takeable(&c->pe, &el);
            assert_int_equal(got, pending && !masked ? virt[k].which : PE_INT_NONE);
            assert_int_equal(pe_asserted(&c->pe), pending);
            if (got != PE_INT_NONE) {
                assert_int_equal(el, PE_EL1);
            }
            core_close(c);
        }
    }
}

/* Taking one: SErrors are consumed; a virtual one carries VSESR_EL2. */
static void serrors_are_consumed(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL2);
    core_set(c, "HCR_EL2", HCR_(B_AMO) | HCR_(B_VSE));
    core_set(c, "VSESR_EL2", 0x1234);
    core_at(c, PE_EL1);
    c->pe.s.pstate &= ~(uint32_t)PSTATE_DAIF;
    pe_take_interrupt(&c->pe, PE_INT_VSERROR, PE_EL1);
    assert_int_equal(core_get(c, "HCR_EL2"), HCR_(B_AMO));
    assert_int_equal(c->pe.s.esr[1], 0x2fu << 26 | 1u << 25 | 0x1234);
    c->pe.s.serror = true;
    pe_take_interrupt(&c->pe, PE_INT_SERROR, PE_EL2);
    assert_false(c->pe.s.serror);
    core_close(c);
}

/* ISR_EL1 (facts/architecture.md 1.7): before PSTATE; at EL1 the virtual ones where HCR_EL2 routes. */
static void isr(void **state)
{
    (void)state;
    static const struct {
        uint64_t hcr;
        uint8_t el;
        struct irq_signal signal;
        bool serror;
        uint64_t isr;
    } cases[] = {
        {0, 1, {.physical = IRQ_GROUP1}, false, 1 << 7},
        {0, 1, {.physical = IRQ_GROUP0}, true, 1 << 6 | 1 << 8},
        {0, 1, {0}, false, 0},
        {HCR_(B_IMO), 1, {.physical = IRQ_GROUP1}, false, 0},
        {HCR_(B_IMO), 2, {.physical = IRQ_GROUP1}, false, 1 << 7},
        {HCR_(B_IMO), 1, {.virtual_irq = true}, false, 1 << 7},
        {HCR_(B_IMO), 2, {.virtual_irq = true}, false, 0},
        {HCR_(B_FMO) | HCR_(B_VF), 1, {0}, false, 1 << 6},
        {HCR_(B_AMO) | HCR_(B_VSE), 1, {0}, false, 1 << 8},
        {HCR_(B_VI), 1, {0}, false, 0},
        {0, 1, {.physical = IRQ_GROUP1, .superpriority = true}, false, 1 << 7 | 1 << 10},
        {0, 1, {.physical = IRQ_GROUP0, .superpriority = true}, false, 1 << 6 | 1 << 9},
    };
    for (size_t n = 0; n < ARRAY_SIZE(cases); n++) {
        struct core *c = core_open(PE_EL2);
        core_set(c, "HCR_EL2", cases[n].hcr);
        core_at(c, cases[n].el);
        c->pe.s.pstate |= PSTATE_DAIF;
        c->pe.s.serror = cases[n].serror;
        pe_signal(&c->pe, cases[n].signal);
        assert_int_equal(core_get(c, "ISR_EL1"), cases[n].isr);
        core_close(c);
    }
}

/* FEAT_NMI (facts/architecture.md section 5), for an IRQ to EL1. */
static void allint(void **state)
{
    (void)state;
    for (unsigned b = 0; b < 128; b++) {
        bool nmi = b & 1, spint = b & 2, allint_ = b & 4, sp = b & 8, super = b & 16, masked = b & 32, el1 = b & 64;
        if (!el1 && sp) {
            continue;
        }
        struct core *c = core_open(PE_EL1);
        core_set(c, "SCTLR_EL1", (nmi ? HCR_(61) : 0) | (spint ? HCR_(62) : 0));
        pe_set_el(&c->pe, el1, sp);
        c->pe.s.pstate = (sp ? PSTATE_SP : 0) | (allint_ ? PSTATE_ALLINT : 0) | (masked ? PSTATE_I : 0);
        pe_signal(&c->pe, (struct irq_signal){.physical = IRQ_GROUP1, .superpriority = super});
        bool all = el1 && (allint_ || (sp && spint));
        bool taken = nmi ? (all ? false : super || !masked) : !masked;
        uint8_t el;
        assert_int_equal(pe_takeable(&c->pe, &el), taken ? PE_INT_IRQ : PE_INT_NONE);
        /* ALLINT is no mask of SError. */
        c->pe.s.serror = true;
        assert_int_equal(pe_takeable(&c->pe, &el), PE_INT_SERROR);
        core_close(c);
    }
}

/* The attention bit follows what unmasks: DAIF, the level, HCR_EL2, SCR_EL3, SCTLR_EL1.NMI. */
static void unmasking_sets_attention(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL3);
    core_set(c, "SCR_EL3", HCR_(B_NS));
    core_at(c, PE_EL1);
    c->pe.s.pstate |= PSTATE_DAIF;
    pe_signal(&c->pe, (struct irq_signal){.physical = IRQ_GROUP1});
    assert_int_equal(c->pe.attn, 0);
    assert_true(core_try(c, W_DAIFCLR15));
    assert_true((c->pe.attn & PE_ATTN_INTERRUPT) != 0);
    assert_true(core_try(c, W_DAIFSET15));
    assert_true((c->pe.attn & PE_ATTN_INTERRUPT) == 0);
    core_set(c, "HCR_EL2", HCR_(B_IMO));
    assert_true((c->pe.attn & PE_ATTN_INTERRUPT) != 0);
    core_set(c, "HCR_EL2", 0);
    c->pe.attn = 0;
    core_set(c, "SCR_EL3", HCR_(B_NS) | HCR_(B_IRQ));
    assert_true((c->pe.attn & PE_ATTN_INTERRUPT) != 0);
    core_set(c, "SCR_EL3", HCR_(B_NS));
    c->pe.attn = 0;
    core_set(c, "ALLINT", PSTATE_ALLINT);
    pe_signal(&c->pe, (struct irq_signal){.physical = IRQ_GROUP1, .superpriority = true});
    assert_int_equal(c->pe.attn, 0);
    core_set(c, "SCTLR_EL1", HCR_(61));
    assert_true((c->pe.attn & PE_ATTN_INTERRUPT) == 0);
    core_set(c, "ALLINT", 0);
    assert_true((c->pe.attn & PE_ATTN_INTERRUPT) != 0);
    core_close(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(physical_matrix),
        cmocka_unit_test(groups),
        cmocka_unit_test(order),
        cmocka_unit_test(virtual_matrix),
        cmocka_unit_test(serrors_are_consumed),
        cmocka_unit_test(isr),
        cmocka_unit_test(allint),
        cmocka_unit_test(unmasking_sets_attention),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
