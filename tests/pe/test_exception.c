/* SPDX-License-Identifier: Apache-2.0 */
/* Exception entry and return. Expected values: DDI 0487 D1.3 and the shared pseudocode. */
#include "core_fixture.h"

enum { IL_BIT = 1 << 25 };
#define SAME  (0x25u << 26 | IL_BIT) /* a data abort from the same level */
#define LOWER (0x24u << 26 | IL_BIT) /* from a lower one */

/* ---- vectors, SPSR, ELR, stack pointers ---- */

static void vectors_and_banked_state(void **state)
{
    (void)state;
    static const struct {
        uint8_t from;
        bool spsel;
        uint8_t to;
        unsigned offset;
        uint32_t mode; /* SPSR_ELx.M */
    } cases[] = {
        {PE_EL1, false, PE_EL1, 0x000, 4},  {PE_EL1, true, PE_EL1, 0x200, 5},  {PE_EL0, false, PE_EL1, 0x400, 0},
        {PE_EL2, false, PE_EL2, 0x000, 8},  {PE_EL2, true, PE_EL2, 0x200, 9},  {PE_EL1, true, PE_EL2, 0x400, 5},
        {PE_EL3, false, PE_EL3, 0x000, 12}, {PE_EL3, true, PE_EL3, 0x200, 13}, {PE_EL2, true, PE_EL3, 0x400, 9},
    };
    static const struct {
        enum pe_interrupt which;
        unsigned offset;
    } kinds[] = {{PE_INT_IRQ, 0x80}, {PE_INT_FIQ, 0x100}, {PE_INT_SERROR, 0x180}};
    static const char *const vbar[] = {NULL, "VBAR_EL1", "VBAR_EL2", "VBAR_EL3"};
    for (size_t n = 0; n < ARRAY_SIZE(cases); n++) {
        for (size_t k = 0; k < ARRAY_SIZE(kinds); k++) {
            struct core *c = core_open(PE_EL3);
            core_set(c, "SCR_EL3", HCR_(B_NS));
            core_set(c, vbar[cases[n].to], 0xabc800);
            for (unsigned el = 0; el < 4; el++) {
                pe_set_el(&c->pe, (uint8_t)el, el != 0);
                c->pe.s.r[ISA_SP] = 0x1000 + el;
            }
            pe_set_el(&c->pe, cases[n].from, cases[n].spsel);
            c->pe.s.pstate &= ~(uint32_t)PSTATE_DAIF;
            c->pe.s.pstate |= PSTATE_D;
            c->pe.s.nzcv = 0xa0000000;
            c->pe.s.pc = 0x1234;
            c->pe.s.esr[cases[n].to] = 0x55;
            pe_take_interrupt(&c->pe, kinds[k].which, cases[n].to);
            assert_int_equal(c->pe.s.pc, 0xabc800 + cases[n].offset + kinds[k].offset);
            assert_int_equal(c->offset, cases[n].offset + kinds[k].offset);
            assert_int_equal(c->pe.s.el, cases[n].to);
            assert_int_equal(c->pe.s.elr[cases[n].to], 0x1234);
            assert_int_equal(c->pe.s.spsr[cases[n].to] & 0xf00003df, 0xa0000200u | cases[n].mode);
            assert_int_equal(c->pe.s.pstate & PSTATE_DAIF, PSTATE_DAIF);
            assert_int_equal(c->pe.s.r[ISA_SP], 0x1000 + cases[n].to); /* SP_ELx is selected */
            /* Only an SError writes the syndrome: EC 0x2f. */
            uint64_t esr = kinds[k].which == PE_INT_SERROR ? (0x2fu << 26 | IL_BIT) : 0x55;
            assert_int_equal(c->pe.s.esr[cases[n].to], esr);
            assert_int_equal(c->syncs, 1);
            assert_int_equal(c->exceptions, 1);
            core_close(c);
        }
    }
}

/* Each optional PSTATE field at entry to EL1, with its control both ways. */
static void entry_pstate_fields(void **state)
{
    (void)state;
    static const struct {
        uint64_t sctlr;
        uint32_t before, after;
        const char *what;
    } cases[] = {
        {0, 0, PSTATE_PAN, "SPAN=0 sets PAN"},
        {HCR_(23), 0, 0, "SPAN=1 leaves PAN clear"},
        {HCR_(23), PSTATE_PAN, PSTATE_PAN, "SPAN=1 leaves PAN set"},
        {HCR_(23) | HCR_(44), 0, PSTATE_SSBS, "DSSBS=1"},
        {HCR_(23), PSTATE_SSBS, 0, "DSSBS=0"},
        {HCR_(23), PSTATE_UAO | PSTATE_IL | PSTATE_SS | 1u << 10, 0, "UAO, IL, SS, BTYPE are cleared"},
        {HCR_(23), PSTATE_DIT, PSTATE_DIT, "DIT stays"},
        {HCR_(23) | HCR_(62), PSTATE_ALLINT, 0, "SPINTMASK=1: ALLINT=0"},
    };
    const uint32_t all = PSTATE_PAN | PSTATE_SSBS | PSTATE_UAO | PSTATE_IL | PSTATE_SS | PSTATE_BTYPE | PSTATE_DIT;
    for (size_t n = 0; n < ARRAY_SIZE(cases); n++) {
        struct core *c = core_open(PE_EL1);
        core_set(c, "SCTLR_EL1", cases[n].sctlr);
        c->pe.s.pstate = PSTATE_SP | cases[n].before;
        pe_take_interrupt(&c->pe, PE_INT_IRQ, PE_EL1);
        assert_int_equal(c->pe.s.pstate & all, cases[n].after);
        /* ALLINT = !SPINTMASK; TCO = 1. */
        assert_int_equal(c->pe.s.pstate & PSTATE_ALLINT, (cases[n].sctlr & HCR_(62)) != 0 ? 0 : PSTATE_ALLINT);
        assert_true((c->pe.s.pstate & PSTATE_TCO) != 0);
        assert_int_equal(c->pe.s.spsr[1] & all, cases[n].before & all);
        core_close(c);
    }
}

/* EL2 obeys SPAN only as a host; EL3 never. A PE without the features has none of the fields. */
static void entry_pstate_by_level(void **state)
{
    (void)state;
    static const struct {
        uint64_t hcr;
        uint8_t to;
        bool pan;
    } cases[] = {
        {0, PE_EL2, false},
        {HCR_(B_E2H), PE_EL2, false},
        {HCR_(B_TGE), PE_EL2, false},
        {HCR_(B_E2H) | HCR_(B_TGE), PE_EL2, true},
        {HCR_(B_E2H) | HCR_(B_TGE), PE_EL3, false},
    };
    for (size_t n = 0; n < ARRAY_SIZE(cases); n++) {
        struct core *c = core_open(PE_EL3);
        core_set(c, "SCR_EL3", HCR_(B_NS));
        core_set(c, "SCTLR_EL2", 0);
        core_set(c, "SCTLR_EL3", 0);
        core_set(c, "HCR_EL2", cases[n].hcr);
        core_at(c, PE_EL0);
        pe_take_interrupt(&c->pe, PE_INT_IRQ, cases[n].to);
        assert_int_equal((c->pe.s.pstate & PSTATE_PAN) != 0, cases[n].pan);
        core_close(c);
    }
    struct pe_config plain = core_config(PE_EL1);
    plain.features = 1;
    struct core *c = core_open_with(&plain);
    core_set(c, "SCTLR_EL1", HCR_(44));
    pe_take_interrupt(&c->pe, PE_INT_IRQ, PE_EL1);
    assert_int_equal(c->pe.s.pstate, PSTATE_SP | PSTATE_DAIF);
    core_close(c);
}

/* ---- exception-generating instructions ---- */

enum { UNDEF = 0 }; /* as a target: UNDEFINED, EC 0 */

static void check_call(struct core *c, uint32_t word, uint8_t to, unsigned ec, bool after)
{
    uint8_t from = c->pe.s.el;
    assert_false(core_try(c, word));
    core_take(c);
    if (to == UNDEF) {
        assert_int_equal(c->esr, IL_BIT);
        assert_int_equal(c->to, from == PE_EL0 ? PE_EL1 : from);
        assert_int_equal(c->elr, CORE_CODE);
        return;
    }
    assert_int_equal(c->esr, ec << 26 | IL_BIT | 7);
    assert_int_equal(c->to, to);
    assert_int_equal(c->elr, CORE_CODE + (after ? 4 : 0));
}

static void calls_are_routed(void **state)
{
    (void)state;
    static const struct {
        uint8_t highest;
        uint64_t scr, hcr;
        uint8_t from;
        uint32_t word;
        uint8_t to;
        bool after;
    } cases[] = {
        {1, 0, 0, 0, W_SVC7, 1, true},
        {1, 0, 0, 1, W_SVC7, 1, true},
        {2, 0, 0, 2, W_SVC7, 2, true},
        {2, 0, HCR_(B_TGE), 0, W_SVC7, 2, true},
        {3, 1, HCR_(B_TGE), 0, W_SVC7, 2, true},
        {3, 0, HCR_(B_TGE), 0, W_SVC7, 1, true},
        {3, 1, 0, 3, W_SVC7, 3, true},
        {1, 0, 0, 1, W_HVC7, UNDEF, false},
        {2, 0, 0, 0, W_HVC7, UNDEF, false},
        {2, 0, 0, 1, W_HVC7, 2, true},
        {2, 0, 0, 2, W_HVC7, 2, true},
        {2, 0, HCR_(B_HCD), 1, W_HVC7, UNDEF, false},
        {3, 1, 0, 1, W_HVC7, UNDEF, false},
        {3, 1 | HCR_(B_HCE), HCR_(B_HCD), 1, W_HVC7, 2, true},
        {3, HCR_(B_HCE), 0, 1, W_HVC7, UNDEF, false},
        {3, 1 | HCR_(B_HCE), 0, 3, W_HVC7, 3, true},
        {1, 0, 0, 1, W_SMC7, UNDEF, false},
        {3, 1, 0, 0, W_SMC7, UNDEF, false},
        {3, 1, 0, 1, W_SMC7, 3, true},
        {3, 1, 0, 2, W_SMC7, 3, true},
        {3, 1, 0, 3, W_SMC7, 3, true},
        {3, 1 | HCR_(B_SMD), 0, 1, W_SMC7, UNDEF, false},
        {3, 1, HCR_(B_TSC), 1, W_SMC7, 2, false},
        {3, 1, HCR_(B_TSC), 2, W_SMC7, 3, true},
        {3, 1 | HCR_(B_SMD), HCR_(B_TSC), 1, W_SMC7, 2, false},
        {3, 0, HCR_(B_TSC), 1, W_SMC7, 3, true},
        {1, 0, 0, 0, W_BRK7, 1, false},
        {2, 0, HCR_(B_TGE), 0, W_BRK7, 2, false},
        {3, 1, 0, 3, W_BRK7, 3, false},
    };
    for (size_t n = 0; n < ARRAY_SIZE(cases); n++) {
        struct core *c = core_open(cases[n].highest);
        if (cases[n].highest == PE_EL3) {
            core_set(c, "SCR_EL3", cases[n].scr);
        }
        if (cases[n].highest >= PE_EL2) {
            core_set(c, "HCR_EL2", cases[n].hcr);
        }
        core_at(c, cases[n].from);
        unsigned ec = cases[n].word == W_SVC7   ? 0x15
                      : cases[n].word == W_HVC7 ? 0x16
                      : cases[n].word == W_SMC7 ? 0x17
                                                : 0x3c;
        check_call(c, cases[n].word, cases[n].to, ec, cases[n].after);
        core_close(c);
    }
}

static void brk_follows_tde(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL2);
    core_set(c, "MDCR_EL2", HCR_(8));
    core_at(c, PE_EL1);
    check_call(c, W_BRK7, PE_EL2, 0x3c, false);
    core_close(c);
}

static void undefined_and_halt(void **state)
{
    (void)state;
    static const uint32_t words[] = {W_UDF, 0xd4a00001 /* dcps1 */, 0xd6bf03e0 /* drps */, W_HLT7};
    for (size_t n = 0; n < ARRAY_SIZE(words); n++) {
        struct core *c = core_open(PE_EL1);
        check_call(c, words[n], UNDEF, 0, false);
        core_close(c);
    }
    struct pe_config config = core_config(PE_EL1);
    config.strict = config.stop_hlt = true;
    struct core *c = core_open_with(&config);
    assert_false(core_try(c, W_UDF));
    assert_int_equal(c->pe.attn, PE_ATTN_STOP);
    assert_int_equal(c->pe.s.stop.kind, PE_STOP_UNDEFINED);
    assert_false(core_try(c, W_HLT7));
    assert_int_equal(c->pe.s.stop.kind, PE_STOP_HALT);
    assert_int_equal(c->pe.s.stop.value, 7);
    assert_int_equal(c->pe.s.pc, CORE_CODE);
    core_at(c, PE_EL0);
    assert_false(core_try(c, W_ERET));
    assert_int_equal(c->pe.s.stop.kind, PE_STOP_UNDEFINED);
    core_close(c);
}

/* ---- aborts and alignment ---- */

static void data_aborts(void **state)
{
    (void)state;
    static const struct {
        uint64_t scr, hcr, sctlr;
        uint8_t from, to;
        uint32_t word;
        uint64_t address;
        uint32_t esr;
    } cases[] = {
        {1, 0, 0, PE_EL1, PE_EL1, W_LDR, CORE_NOWHERE, SAME | 0x10},
        {1, 0, 0, PE_EL1, PE_EL1, W_STR, CORE_NOWHERE, SAME | 0x50},
        {1, 0, 0, PE_EL0, PE_EL1, W_LDR, CORE_NOWHERE, LOWER | 0x10},
        {1, HCR_(B_TEA), 0, PE_EL1, PE_EL2, W_LDR, CORE_NOWHERE, LOWER | 0x10},
        {1, HCR_(B_TGE), 0, PE_EL0, PE_EL2, W_LDR, CORE_NOWHERE, LOWER | 0x10},
        {1 | HCR_(B_EA), 0, 0, PE_EL1, PE_EL3, W_LDR, CORE_NOWHERE, LOWER | 0x10},
        {1 | HCR_(B_EA), 0, 0, PE_EL3, PE_EL3, W_LDR, CORE_NOWHERE, SAME | 0x10},
        {1 | HCR_(B_EA), HCR_(B_TEA), 0, PE_EL1, PE_EL1, W_STR, CORE_SEALED, SAME | 0x4f},
        {1 | HCR_(B_EA), HCR_(B_TEA), 0, PE_EL1, PE_EL1, W_LDXR, CORE_DATA + 1, SAME | 0x21},
        {1, 0, HCR_(1), PE_EL1, PE_EL1, W_LDR, CORE_DATA + 4, SAME | 0x21},
        {1, 0, HCR_(1), PE_EL0, PE_EL1, W_STR, CORE_DATA + 4, LOWER | 0x61},
    };
    for (size_t n = 0; n < ARRAY_SIZE(cases); n++) {
        struct core *c = core_open(PE_EL3);
        core_set(c, "SCR_EL3", cases[n].scr);
        core_set(c, "HCR_EL2", cases[n].hcr);
        core_set(c, "SCTLR_EL1", cases[n].sctlr);
        core_at(c, cases[n].from);
        c->pe.s.r[1] = cases[n].address;
        c->pe.s.r[0] = 0x77;
        assert_false(core_try(c, cases[n].word));
        assert_int_equal(c->pe.s.r[0], 0x77);
        core_take(c);
        assert_int_equal(c->esr, cases[n].esr);
        assert_int_equal(c->to, cases[n].to);
        assert_int_equal(c->pe.s.far[cases[n].to], cases[n].address);
        assert_int_equal(c->elr, CORE_CODE);
        core_close(c);
    }
}

static void misaligned_access_without_a(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL1);
    core_set(c, "SCTLR_EL1", 0);
    c->pe.s.r[0] = UINT64_C(0x1122334455667788);
    c->pe.s.r[1] = CORE_DATA + 3;
    assert_true(core_try(c, W_STR));
    c->pe.s.r[0] = 0;
    assert_true(core_try(c, W_LDR));
    assert_int_equal(c->pe.s.r[0], UINT64_C(0x1122334455667788));
    core_close(c);
}

static void unmapped_accesses_may_stop(void **state)
{
    (void)state;
    struct pe_config config = core_config(PE_EL1);
    config.stop_unmapped = true;
    struct core *c = core_open_with(&config);
    c->pe.s.r[1] = CORE_NOWHERE + 8;
    assert_false(core_try(c, W_STR));
    assert_int_equal(c->pe.s.stop.kind, PE_STOP_UNMAPPED_DATA);
    assert_true(c->pe.s.stop.write);
    assert_int_equal(c->pe.s.stop.size, 8);
    assert_int_equal(c->pe.s.stop.address, CORE_NOWHERE + 8);
    c->pe.attn = 0;
    c->pe.s.pc = CORE_NOWHERE;
    assert_int_equal(pe_run(&c->pe, 1), 0);
    assert_int_equal(c->pe.s.stop.kind, PE_STOP_UNMAPPED_FETCH);
    assert_int_equal(c->pe.s.stop.address, CORE_NOWHERE);
    core_close(c);
}

static void fetch_faults(void **state)
{
    (void)state;
    static const struct {
        uint64_t pc;
        uint32_t esr;
    } cases[] = {
        {CORE_CODE + 2, 0x22u << 26 | IL_BIT},
        {CORE_NOWHERE, 0x21u << 26 | IL_BIT | 0x10},
        {CORE_SEALED, 0x21u << 26 | IL_BIT | 0x0f},
    };
    for (size_t n = 0; n < ARRAY_SIZE(cases); n++) {
        struct core *c = core_open(PE_EL1);
        c->pe.s.pc = cases[n].pc;
        c->pe.s.pstate |= 1u << 10; /* BTYPE shows in SPSR */
        assert_int_equal(pe_run(&c->pe, 5), 0);
        core_take(c);
        assert_int_equal(c->esr, cases[n].esr);
        assert_int_equal(c->pe.s.far[1], cases[n].pc);
        assert_int_equal(c->elr, cases[n].pc);
        assert_int_equal(c->pe.s.spsr[1] & PSTATE_BTYPE, 1u << 10);
        assert_int_equal(c->pe.s.instructions, 0);
        core_close(c);
    }
}

/* ---- return ---- */

static void eret_restores(void **state)
{
    (void)state;
    static const struct {
        uint8_t from;
        uint32_t mode;
        uint8_t el;
        bool sp;
    } cases[] = {{1, 0, 0, false}, {1, 4, 1, false}, {1, 5, 1, true},  {2, 9, 2, true},
                 {2, 5, 1, true},  {3, 0, 0, false}, {3, 8, 2, false}, {3, 13, 3, true}};
    const uint32_t bits_ = PSTATE_DAIF | PSTATE_PAN | PSTATE_UAO | PSTATE_DIT | PSTATE_TCO | PSTATE_SSBS |
                           PSTATE_ALLINT | PSTATE_BTYPE | PSTATE_SS;
    for (size_t n = 0; n < ARRAY_SIZE(cases); n++) {
        for (unsigned set = 0; set < 2; set++) {
            struct core *c = core_open(PE_EL3);
            core_set(c, "SCR_EL3", HCR_(B_NS));
            core_at(c, cases[n].from);
            c->pe.s.pstate |= set ? 0 : (bits_ & ~(uint32_t)PSTATE_BTYPE);
            c->pe.s.event = false;
            c->pe.s.spsr[cases[n].from] = (set ? bits_ : 0) | 0x90000000u | cases[n].mode;
            c->pe.s.elr[cases[n].from] = 0x5678;
            mem_monitor_set(&c->mem, 0, CORE_DATA);
            assert_true(core_try(c, W_ERET));
            assert_int_equal(c->pe.s.pc, 0x5678);
            assert_int_equal(c->pe.s.el, cases[n].el);
            assert_int_equal(c->pe.s.pstate, (set ? bits_ : 0u) | (cases[n].sp ? PSTATE_SP : 0u));
            assert_int_equal(c->pe.s.nzcv, 0x90000000u);
            assert_true(c->pe.s.event);
            assert_false(mem_monitor_holds(&c->mem, 0, CORE_DATA));
            assert_int_equal(c->returns, 1);
            assert_int_equal(c->syncs, 1);
            assert_int_equal(c->pe.s.instructions, 1);
            core_close(c);
        }
    }
}

static void illegal_returns(void **state)
{
    (void)state;
    static const struct {
        uint8_t highest, from;
        uint64_t scr, hcr;
        uint32_t mode;
        bool legal;
    } cases[] = {
        {3, 1, 1, 0, 0x10, false}, /* AArch32 */
        {3, 1, 1, 0, 0x6, false},  /* M<1> */
        {3, 1, 1, 0, 0x1, false},  /* EL0h */
        {3, 1, 1, 0, 0x9, false},  /* to a higher level */
        {3, 2, 1, 0, 0xd, false},  {3, 2, 1, HCR_(B_TGE), 5, false}, {3, 2, 1, HCR_(B_TGE), 0, true},
        {3, 3, 0, 0, 9, false}, /* EL2 with SCR_EL3.NS = 0 */
        {3, 3, 1, 0, 9, true},     {3, 3, 0, HCR_(B_TGE), 5, true},  {1, 1, 0, 0, 9, false},
    };
    for (size_t n = 0; n < ARRAY_SIZE(cases); n++) {
        struct core *c = core_open(cases[n].highest);
        if (cases[n].highest == PE_EL3) {
            core_set(c, "SCR_EL3", cases[n].scr);
            core_set(c, "HCR_EL2", cases[n].hcr);
        }
        core_at(c, cases[n].from);
        c->pe.s.pstate = PSTATE_SP | PSTATE_DIT;
        c->pe.s.spsr[cases[n].from] = cases[n].mode | 0x60000000u | PSTATE_I | PSTATE_PAN | PSTATE_ALLINT;
        c->pe.s.elr[cases[n].from] = CORE_CODE + 0x40;
        core_word(c, CORE_CODE + 0x40, W_NOP);
        assert_true(core_try(c, W_ERET));
        assert_int_equal((c->pe.s.pstate & PSTATE_IL) == 0, cases[n].legal);
        if (!cases[n].legal) {
            assert_int_equal(c->pe.s.el, cases[n].from);
            assert_int_equal(c->pe.s.pstate,
                             PSTATE_SP | PSTATE_DIT | PSTATE_IL | PSTATE_I | PSTATE_PAN | PSTATE_ALLINT);
            assert_int_equal(c->pe.s.nzcv, 0x60000000u);
            assert_int_equal(c->pe.s.pc, CORE_CODE + 0x40);
            /* The instruction there is not executed: illegal execution state. */
            c->pe.attn = 0;
            assert_int_equal(pe_run(&c->pe, 1), 0);
            core_take(c);
            assert_int_equal(c->esr, 0x0eu << 26 | IL_BIT);
            assert_int_equal(c->elr, CORE_CODE + 0x40);
            assert_true((c->pe.s.spsr[cases[n].from] & PSTATE_IL) != 0);
            assert_int_equal(c->pe.s.pstate & PSTATE_IL, 0);
        }
        core_close(c);
    }
}

/* ---- FP traps: CheckFPAdvSIMDEnabled64 ---- */

static void fp_traps(void **state)
{
    (void)state;
    enum { FP = 0x07 << 26 | IL_BIT | 0x1e00000 };
    static const struct {
        uint64_t cpacr, cptr2, cptr3, hcr;
        uint8_t el, to; /* to 0: allowed */
        uint32_t esr;
    } cases[] = {
        {0, 0, 0, 0, 0, 1, FP},
        {0, 0, 0, 0, 1, 1, FP},
        {0, 0, 0, 0, 2, 0, 0},
        {1, 0, 0, 0, 0, 1, FP},
        {1, 0, 0, 0, 1, 0, 0},
        {2, 0, 0, 0, 1, 1, FP},
        {3, 0, 0, 0, 0, 0, 0},
        {3, 0, 0, 0, 1, 0, 0},
        {3, HCR_(10), 0, 0, 0, 2, FP},
        {3, HCR_(10), 0, 0, 1, 2, FP},
        {3, HCR_(10), 0, 0, 2, 2, FP},
        {0, HCR_(10), 0, 0, 1, 1, FP},
        {3, 0, HCR_(10), 0, 1, 3, FP},
        {3, 0, HCR_(10), 0, 3, 3, FP},
        {0, 0, 0, HCR_(B_TGE), 0, 2, IL_BIT}, /* rerouted: EC 0 */
        {0, HCR_(20) | HCR_(21), 0, HCR_(B_TGE) | HCR_(B_E2H), 0, 0, 0},
        {3, HCR_(20), 0, HCR_(B_TGE) | HCR_(B_E2H), 0, 2, FP},
        {3, HCR_(20), 0, HCR_(B_TGE) | HCR_(B_E2H), 2, 0, 0},
        {3, HCR_(20), 0, HCR_(B_E2H), 0, 0, 0},
        {3, 0, 0, HCR_(B_E2H), 1, 2, FP},
        {3, 0, 0, HCR_(B_E2H), 2, 2, FP},
    };
    static const uint32_t words[] = {W_FMOV, 0xd53b4400 /* mrs x0, FPCR */, 0xd51b4420 /* msr FPSR, x0 */};
    for (size_t n = 0; n < ARRAY_SIZE(cases); n++) {
        for (size_t w = 0; w < ARRAY_SIZE(words); w++) {
            struct core *c = core_open(PE_EL3);
            core_set(c, "SCR_EL3", HCR_(B_NS));
            core_set(c, "HCR_EL2", cases[n].hcr);
            core_set(c, "CPACR_EL1", cases[n].cpacr << 20);
            core_set(c, "CPTR_EL2", cases[n].cptr2);
            core_set(c, "CPTR_EL3", cases[n].cptr3);
            core_at(c, cases[n].el);
            assert_int_equal(core_try(c, words[w]), cases[n].to == 0);
            if (cases[n].to != 0) {
                core_take(c);
                assert_int_equal(c->to, cases[n].to);
                assert_int_equal(c->esr, cases[n].esr);
            }
            core_close(c);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_and_banked_state),
        cmocka_unit_test(entry_pstate_fields),
        cmocka_unit_test(entry_pstate_by_level),
        cmocka_unit_test(calls_are_routed),
        cmocka_unit_test(brk_follows_tde),
        cmocka_unit_test(undefined_and_halt),
        cmocka_unit_test(data_aborts),
        cmocka_unit_test(misaligned_access_without_a),
        cmocka_unit_test(unmapped_accesses_may_stop),
        cmocka_unit_test(fetch_faults),
        cmocka_unit_test(eret_restores),
        cmocka_unit_test(illegal_returns),
        cmocka_unit_test(fp_traps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
