/* SPDX-License-Identifier: Apache-2.0 */
/* System registers through MRS and MSR. Expected values: facts/architecture.md section 7 and DDI 0487 D19. */
#include "core_fixture.h"

enum { IL_BIT = 1 << 25, EC_SYSREG = 0x18 << 26 };
#define KEY SYSREG_KEY

/* Name, key as facts/architecture.md section 7 has it, lowest level, access. */
static const struct {
    const char *name;
    uint32_t key;
    uint8_t el;
    char access;
} facts[] = {
    {"DAIF", 0xda11, 0, 'w'},
    {"NZCV", 0xda10, 0, 'w'},
    {"SPSel", 0xc210, 1, 'w'},
    {"CurrentEL", 0xc212, 1, 'r'},
    {"PAN", 0xc213, 1, 'w'},
    {"UAO", 0xc214, 1, 'w'},
    {"DIT", 0xda15, 0, 'w'},
    {"SSBS", 0xda16, 0, 'w'},
    {"TCO", 0xda17, 0, 'w'},
    {"ALLINT", 0xc218, 1, 'w'},
    {"SPSR_EL1", 0xc200, 1, 'w'},
    {"ELR_EL1", 0xc201, 1, 'w'},
    {"SP_EL0", 0xc208, 1, 'w'},
    {"SP_EL1", 0xe208, 2, 'w'},
    {"SP_EL2", 0xf208, 3, 'w'},
    {"SPSR_EL2", 0xe200, 2, 'w'},
    {"ELR_EL2", 0xe201, 2, 'w'},
    {"SPSR_EL3", 0xf200, 3, 'w'},
    {"ELR_EL3", 0xf201, 3, 'w'},
    {"SPSR_irq", 0xe218, 2, 'w'},
    {"SPSR_fiq", 0xe21b, 2, 'w'},
    {"ISR_EL1", 0xc608, 1, 'r'},
    {"DISR_EL1", 0xc609, 1, 'w'},
    {"VDISR_EL2", 0xe609, 2, 'w'},
    {"VSESR_EL2", 0xe293, 2, 'w'},
    {"SCTLR_EL1", 0xc080, 1, 'w'},
    {"SCTLR_EL2", 0xe080, 2, 'w'},
    {"SCTLR_EL3", 0xf080, 3, 'w'},
    {"HCR_EL2", 0xe088, 2, 'w'},
    {"HCRX_EL2", 0xe092, 2, 'w'},
    {"SCR_EL3", 0xf088, 3, 'w'},
    {"VBAR_EL1", 0xc600, 1, 'w'},
    {"VBAR_EL2", 0xe600, 2, 'w'},
    {"VBAR_EL3", 0xf600, 3, 'w'},
    {"ESR_EL1", 0xc290, 1, 'w'},
    {"ESR_EL2", 0xe290, 2, 'w'},
    {"ESR_EL3", 0xf290, 3, 'w'},
    {"FAR_EL1", 0xc300, 1, 'w'},
    {"FAR_EL2", 0xe300, 2, 'w'},
    {"FAR_EL3", 0xf300, 3, 'w'},
    {"HPFAR_EL2", 0xe304, 2, 'w'},
    {"MPIDR_EL1", 0xc005, 1, 'r'},
    {"MIDR_EL1", 0xc000, 1, 'r'},
    {"ID_AA64PFR0_EL1", 0xc020, 1, 'r'},
    {"ID_AA64PFR1_EL1", 0xc021, 1, 'r'},
    {"TPIDR_EL0", 0xde82, 0, 'w'},
    {"TPIDRRO_EL0", 0xde83, 0, 'o'},
    {"TPIDR_EL1", 0xc684, 1, 'w'},
    {"TPIDR_EL2", 0xe682, 2, 'w'},
    {"MDSCR_EL1", 0x8012, 1, 'w'},
    {"MDCCSR_EL0", 0x9808, 0, 'r'},
    {"OSDLR_EL1", 0x809c, 1, 'w'},
    {"FPCR", 0xda20, 0, 'w'},
    {"FPSR", 0xda21, 0, 'w'},
    {"TTBR0_EL1", 0xc100, 1, 'w'},
    {"TTBR1_EL1", 0xc101, 1, 'w'},
    {"TCR_EL1", 0xc102, 1, 'w'},
    {"MAIR_EL1", 0xc510, 1, 'w'},
    {"CONTEXTIDR_EL1", 0xc681, 1, 'w'},
};

static bool undefined(struct core *c, uint32_t word)
{
    if (core_try(c, word)) {
        return false;
    }
    core_take(c);
    return c->esr == IL_BIT;
}

static void open_all_traps(struct core *c)
{
    core_set(c, "SCR_EL3", HCR_(B_NS) | HCR_(16) | HCR_(17));
    core_set(c, "HCR_EL2", HCR_(40) | HCR_(41));
    core_set(c, "SCTLR_EL1", HCR_(9) | HCR_(15)); /* UMA, UCT */
}

static void rows_are_sound(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL3);
    assert_true(sysreg_bank_valid(&c->sysregs.banks[0]));
    core_close(c);
}

static void access_by_level(void **state)
{
    (void)state;
    for (size_t n = 0; n < ARRAY_SIZE(facts); n++) {
        struct core *c = core_open(PE_EL3);
        struct sysreg_entry entry;
        assert_true(sysreg_find(&c->sysregs, facts[n].key, &entry));
        assert_string_equal(entry.row->name, facts[n].name);
        open_all_traps(c);
        for (uint8_t el = 0; el < 4; el++) {
            core_at(c, el);
            assert_int_equal(undefined(c, word_mrs(facts[n].key, 2)), el < facts[n].el);
            core_at(c, el);
            bool no_write = el < facts[n].el || facts[n].access == 'r' || (facts[n].access == 'o' && el == 0);
            /* The value it holds: what it controls stays. */
            c->pe.s.r[2] = facts[n].access == 'r' ? 0 : core_get(c, facts[n].name);
            assert_int_equal(undefined(c, word_msr(facts[n].key, 2)), no_write);
        }
        assert_int_equal(c->diagnostics, 0);
        core_close(c);
    }
}

static void absent_levels_are_undefined(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL1);
    assert_true(undefined(c, word_mrs(0xe088, 0)));
    core_at(c, PE_EL1);
    assert_true(undefined(c, word_mrs(0xf088, 0)));
    core_close(c);
    c = core_open(PE_EL2);
    assert_true(undefined(c, word_mrs(0xf088, 0)));
    core_close(c);
    struct pe_config odd = core_config(PE_EL3);
    odd.has_el2 = false;
    c = core_open_with(&odd);
    assert_true(undefined(c, word_mrs(0xe088, 0)));
    core_close(c);
}

static void absent_features_are_undefined(void **state)
{
    (void)state;
    static const uint32_t keys[] = {0xc213, 0xc214, 0xda15, 0xda16, 0xda17, 0xc218};
    static const uint32_t immediates[] = {0xd500419f, 0xd500417f, 0xd503415f, 0xd503413f, 0xd503419f, 0xd501411f};
    for (size_t n = 0; n < ARRAY_SIZE(keys); n++) {
        struct pe_config plain = core_config(PE_EL1);
        plain.features = 1;
        struct core *c = core_open_with(&plain);
        assert_true(undefined(c, word_mrs(keys[n], 0)));
        assert_true(undefined(c, immediates[n]));
        core_close(c);
    }
}

/* ---- PSTATE ---- */

static void pstate_views(void **state)
{
    (void)state;
    static const struct {
        uint32_t key;
        uint32_t bits;
        uint32_t set, clear; /* MSR immediate; 0: none */
    } fields[] = {
        {0xda11, PSTATE_DAIF, W_DAIFSET15, W_DAIFCLR15}, {0xc213, PSTATE_PAN, 0xd500419f, 0xd500409f},
        {0xc214, PSTATE_UAO, 0xd500417f, 0xd500407f},    {0xda15, PSTATE_DIT, 0xd503415f, 0xd503405f},
        {0xda16, PSTATE_SSBS, 0xd503413f, 0xd503403f},   {0xda17, PSTATE_TCO, 0xd503419f, 0xd503409f},
        {0xc218, PSTATE_ALLINT, 0xd501411f, 0xd501401f},
    };
    for (size_t n = 0; n < ARRAY_SIZE(fields); n++) {
        struct core *c = core_open(PE_EL1);
        for (unsigned other = 0; other < 2; other++) {
            uint32_t rest = other ? ~fields[n].bits & (PSTATE_DAIF | PSTATE_PAN | PSTATE_UAO | PSTATE_DIT |
                                                       PSTATE_SSBS | PSTATE_TCO | PSTATE_ALLINT)
                                  : 0;
            c->pe.s.pstate = PSTATE_SP | rest;
            c->pe.s.r[1] = UINT64_MAX;
            assert_true(core_try(c, word_msr(fields[n].key, 1)));
            assert_int_equal(c->pe.s.pstate, PSTATE_SP | rest | fields[n].bits);
            assert_true(core_try(c, word_mrs(fields[n].key, 2)));
            assert_int_equal(c->pe.s.r[2], fields[n].bits);
            assert_true(core_try(c, fields[n].clear));
            assert_int_equal(c->pe.s.pstate, PSTATE_SP | rest);
            assert_true(core_try(c, fields[n].set));
            assert_int_equal(c->pe.s.pstate, PSTATE_SP | rest | fields[n].bits);
            assert_true(core_try(c, word_msr(fields[n].key, 31)));
            assert_int_equal(c->pe.s.pstate, PSTATE_SP | rest);
        }
        core_close(c);
    }
}

static void daif_immediate_is_by_bit(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL1);
    for (uint32_t crm = 0; crm < 16; crm++) {
        c->pe.s.pstate = PSTATE_SP | PSTATE_I;
        assert_true(core_try(c, 0xd50340df | crm << 8));
        assert_int_equal(c->pe.s.pstate, PSTATE_SP | PSTATE_I | crm << 6);
        c->pe.s.pstate = PSTATE_SP | PSTATE_DAIF;
        assert_true(core_try(c, 0xd50340ff | crm << 8));
        assert_int_equal(c->pe.s.pstate, PSTATE_SP | (PSTATE_DAIF & ~(crm << 6)));
    }
    core_close(c);
}

/* At EL0: DAIF by SCTLR_EL1.UMA, EC 0x18 to EL1 (or EL2 with TGE); the others UNDEFINED or free. */
static void pstate_at_el0(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL2);
    static const struct {
        uint32_t word, iss;
    } trapped[] = {
        /* op0 3, op2 1, op1 3, CRn 4, CRm 2; read: bit 0. Immediate: op0 0, Rt 31. */
        {0xd53b4220, 3u << 20 | 1u << 17 | 3u << 14 | 4u << 10 | 0u << 5 | 2u << 1 | 1},
        {0xd51b4225, 3u << 20 | 1u << 17 | 3u << 14 | 4u << 10 | 5u << 5 | 2u << 1},
        {0xd50342df, 0u << 20 | 6u << 17 | 3u << 14 | 4u << 10 | 31u << 5 | 2u << 1},
        {0xd50343ff, 0u << 20 | 7u << 17 | 3u << 14 | 4u << 10 | 31u << 5 | 3u << 1},
    };
    for (unsigned tge = 0; tge < 2; tge++) {
        core_set(c, "HCR_EL2", tge ? HCR_(B_TGE) : 0);
        for (size_t n = 0; n < ARRAY_SIZE(trapped); n++) {
            core_set(c, "SCTLR_EL1", 0);
            core_at(c, PE_EL0);
            assert_false(core_try(c, trapped[n].word));
            core_take(c);
            assert_int_equal(c->esr, EC_SYSREG | IL_BIT | trapped[n].iss);
            assert_int_equal(c->to, tge ? PE_EL2 : PE_EL1);
            /* A change of the control is seen at once: no stale judgement. */
            core_at(c, PE_EL0);
            assert_false(core_try(c, trapped[n].word));
            core_set(c, "SCTLR_EL1", HCR_(9));
            assert_true(core_try(c, trapped[n].word));
        }
    }
    core_set(c, "HCR_EL2", 0);
    static const uint32_t refused[] = {0xd50040bf, 0xd500409f, 0xd500407f, 0xd501401f};
    static const uint32_t free_[] = {0xd503415f, 0xd503413f, 0xd503419f, 0xd53b4200};
    for (size_t n = 0; n < ARRAY_SIZE(refused); n++) {
        core_at(c, PE_EL0);
        assert_true(undefined(c, refused[n]));
        core_at(c, PE_EL0);
        assert_true(core_try(c, free_[n]));
    }
    core_close(c);
}

static void stack_pointers(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL3);
    for (uint8_t el = 0; el < 4; el++) {
        core_at(c, el);
        c->pe.s.r[ISA_SP] = 0x100u + el;
    }
    core_at(c, PE_EL3);
    for (uint8_t el = 0; el < 3; el++) {
        static const uint32_t keys[] = {0xc208, 0xe208, 0xf208};
        assert_true(core_try(c, word_mrs(keys[el], 1)));
        assert_int_equal(c->pe.s.r[1], 0x100 + el);
        c->pe.s.r[1] = 0x200 + el;
        assert_true(core_try(c, word_msr(keys[el], 1)));
        core_at(c, el);
        assert_int_equal(c->pe.s.r[ISA_SP], 0x200 + el);
        core_at(c, PE_EL3);
    }
    assert_true(core_try(c, 0xd50040bf)); /* msr SPSel, #0 */
    assert_int_equal(c->pe.s.r[ISA_SP], 0x200);
    assert_true(undefined(c, word_mrs(0xc208, 1))); /* SP_EL0 is the current one */
    /* The host may look all the same, and sees the current one. */
    pe_set_el(&c->pe, PE_EL1, false);
    c->pe.s.r[ISA_SP] = 0x300;
    assert_int_equal(core_get(c, "SP_EL0"), 0x300);
    core_set(c, "SP_EL0", 0x301);
    assert_int_equal(c->pe.s.r[ISA_SP], 0x301);
    core_at(c, PE_EL3);
    assert_int_equal(c->pe.s.r[ISA_SP], 0x103);
    c->pe.s.r[1] = 0;
    assert_true(core_try(c, word_msr(0xc210, 1)));
    assert_true(core_try(c, word_mrs(0xc210, 2)));
    assert_int_equal(c->pe.s.r[2], 0);
    core_at(c, PE_EL2);
    assert_true(core_try(c, word_mrs(0xc212, 2)));
    assert_int_equal(c->pe.s.r[2], 8); /* CurrentEL */
    core_close(c);
}

/* ---- VHE: DDI 0487 D5.6.1 ---- */

static const struct {
    const char *el1, *el2;
    uint32_t key;
} vhe[] = {
    {"SCTLR_EL1", "SCTLR_EL2", KEY(3, 0, 1, 0, 0)},
    {"CPACR_EL1", "CPTR_EL2", KEY(3, 0, 1, 0, 2)},
    {"TTBR0_EL1", "TTBR0_EL2", KEY(3, 0, 2, 0, 0)},
    {"TTBR1_EL1", "TTBR1_EL2", KEY(3, 0, 2, 0, 1)},
    {"TCR_EL1", "TCR_EL2", KEY(3, 0, 2, 0, 2)},
    {"SPSR_EL1", "SPSR_EL2", KEY(3, 0, 4, 0, 0)},
    {"ELR_EL1", "ELR_EL2", KEY(3, 0, 4, 0, 1)},
    {"AFSR0_EL1", "AFSR0_EL2", KEY(3, 0, 5, 1, 0)},
    {"AFSR1_EL1", "AFSR1_EL2", KEY(3, 0, 5, 1, 1)},
    {"ESR_EL1", "ESR_EL2", KEY(3, 0, 5, 2, 0)},
    {"FAR_EL1", "FAR_EL2", KEY(3, 0, 6, 0, 0)},
    {"MAIR_EL1", "MAIR_EL2", KEY(3, 0, 10, 2, 0)},
    {"AMAIR_EL1", "AMAIR_EL2", KEY(3, 0, 10, 3, 0)},
    {"VBAR_EL1", "VBAR_EL2", KEY(3, 0, 12, 0, 0)},
    {"CONTEXTIDR_EL1", "CONTEXTIDR_EL2", KEY(3, 0, 13, 0, 1)},
};

static void vhe_redirection(void **state)
{
    (void)state;
    for (size_t n = 0; n < ARRAY_SIZE(vhe); n++) {
        struct core *c = core_open(PE_EL3);
        uint32_t el12 = vhe[n].key | 5u << 11;
        core_set(c, "SCR_EL3", HCR_(B_NS));
        core_at(c, PE_EL2);
        core_set(c, vhe[n].el1, 0x11000);
        core_set(c, vhe[n].el2, 0x22000);
        assert_true(core_try(c, word_mrs(vhe[n].key, 3)));
        assert_int_equal(c->pe.s.r[3], 0x11000);
        assert_true(undefined(c, word_mrs(el12, 3)));
        assert_int_equal(c->diagnostics, 0);
        core_at(c, PE_EL2);
        core_set(c, vhe[n].el1, 0x11000);
        core_set(c, vhe[n].el2, 0x22000);
        core_set(c, "HCR_EL2", HCR_(B_E2H));
        assert_true(core_try(c, word_mrs(vhe[n].key, 3)));
        assert_int_equal(c->pe.s.r[3], 0x22000);
        c->pe.s.r[3] = 0x33000;
        assert_true(core_try(c, word_msr(vhe[n].key, 3)));
        assert_int_equal(core_get(c, vhe[n].el2), 0x33000);
        assert_int_equal(core_get(c, vhe[n].el1), 0x11000);
        assert_true(core_try(c, word_mrs(el12, 3)));
        assert_int_equal(c->pe.s.r[3], 0x11000);
        c->pe.s.r[3] = 0x44000;
        assert_true(core_try(c, word_msr(el12, 3)));
        assert_int_equal(core_get(c, vhe[n].el1), 0x44000);
        core_at(c, PE_EL3);
        assert_true(core_try(c, word_mrs(el12, 3)));
        assert_int_equal(c->pe.s.r[3], 0x44000);
        assert_true(core_try(c, word_mrs(vhe[n].key, 3)));
        assert_int_equal(c->pe.s.r[3], 0x44000); /* EL3 is not redirected */
        core_at(c, PE_EL1);
        assert_true(undefined(c, word_mrs(el12, 3)));
        core_close(c);
    }
    struct pe_config config = core_config(PE_EL2);
    config.has_vhe = false;
    struct core *c = core_open_with(&config);
    core_set(c, "HCR_EL2", HCR_(B_E2H) | HCR_(B_IMO));
    assert_int_equal(core_get(c, "HCR_EL2"), HCR_(B_IMO));
    core_close(c);
}

/* ---- group traps ---- */

static void group_traps(void **state)
{
    (void)state;
    static const struct {
        uint32_t key;
        uint64_t hcr, mdcr, cptr2;
        uint8_t el;
        bool read, write;
    } cases[] = {
        {KEY(3, 0, 1, 0, 0), HCR_(26), 0, 0, 1, false, true},
        {KEY(3, 0, 1, 0, 0), HCR_(30), 0, 0, 1, true, false},
        {KEY(3, 0, 2, 0, 0), HCR_(26), 0, 0, 1, false, true},
        {KEY(3, 0, 13, 0, 1), HCR_(30), 0, 0, 1, true, false},
        {KEY(3, 0, 5, 2, 0), HCR_(26), 0, 0, 1, false, true},
        {KEY(3, 0, 6, 0, 0), HCR_(26), 0, 0, 1, false, true},
        {KEY(3, 0, 12, 0, 0), HCR_(26) | HCR_(30), 0, 0, 1, false, false}, /* VBAR_EL1 is not in the group */
        {KEY(3, 0, 1, 0, 1), HCR_(21), 0, 0, 1, true, true},
        {KEY(3, 0, 0, 4, 0), HCR_(18), 0, 0, 1, true, false},
        {KEY(3, 0, 0, 0, 0), HCR_(18), 0, 0, 1, false, false},
        {KEY(3, 3, 0, 0, 1), HCR_(17), 0, 0, 1, true, false},
        {KEY(3, 3, 0, 0, 1), HCR_(17), 0, 0, 0, true, false},
        {KEY(3, 2, 0, 0, 0), HCR_(17), 0, 0, 1, true, true},
        {KEY(3, 0, 2, 1, 0), 0, 0, 0, 1, false, false},
        {KEY(3, 0, 1, 0, 2), 0, 0, HCR_(31), 1, true, true},
        {KEY(3, 3, 9, 12, 0), 0, HCR_(6), 0, 1, true, true},
        {KEY(2, 0, 1, 3, 4), 0, HCR_(10), 0, 1, true, true},
        {KEY(2, 0, 0, 2, 2), 0, HCR_(9), 0, 1, true, true},
        {KEY(2, 0, 0, 2, 2), 0, HCR_(9), 0, 2, false, false},
        {KEY(3, 0, 1, 0, 0), HCR_(26) | HCR_(30), 0, 0, 2, false, false},
    };
    for (size_t n = 0; n < ARRAY_SIZE(cases); n++) {
        for (unsigned write = 0; write < 2; write++) {
            struct core *c = core_open(PE_EL3);
            open_all_traps(c);
            core_set(c, "HCR_EL2", cases[n].hcr | HCR_(40) | HCR_(41));
            core_set(c, "MDCR_EL2", cases[n].mdcr);
            core_set(c, "CPTR_EL2", cases[n].cptr2);
            core_at(c, cases[n].el);
            uint32_t word = write ? word_msr(cases[n].key, 4) : word_mrs(cases[n].key, 4);
            bool want = write ? cases[n].write : cases[n].read, done = core_try(c, word);
            if (want) {
                assert_false(done);
                core_take(c);
                assert_int_equal(c->to, PE_EL2);
                assert_int_equal(c->esr >> 26, 0x18);
                assert_int_equal(c->esr & 1, !write);
                assert_int_equal(c->esr >> 5 & 31, 4);
            } else if (!done) {
                core_take(c);
                assert_int_equal(c->esr, IL_BIT); /* a read-only register: UNDEFINED, not trapped */
                assert_true(write);
            }
            core_close(c);
        }
    }
}

/* Keys of pointer authentication trap while HCR_EL2.APK, then SCR_EL3.APK, are clear. CPACR_EL1: CPTR_EL3.TCPAC. */
static void traps_to_el3(void **state)
{
    (void)state;
    static const struct {
        uint64_t scr, hcr, cptr3;
        uint32_t key;
        uint8_t el, to;
    } cases[] = {
        {1, 0, 0, KEY(3, 0, 2, 1, 0), 1, 2},        {1, HCR_(40), 0, KEY(3, 0, 2, 1, 0), 1, 3},
        {1, 0, 0, KEY(3, 0, 2, 3, 1), 2, 3},        {1 | HCR_(16), HCR_(40), 0, KEY(3, 0, 2, 2, 3), 1, 0},
        {1, 0, 0, KEY(3, 0, 2, 1, 0), 3, 0},        {1, 0, 0, KEY(3, 0, 2, 0, 0), 1, 0},
        {1, 0, HCR_(31), KEY(3, 0, 1, 0, 2), 1, 3}, {1, 0, HCR_(31), KEY(3, 4, 1, 1, 2), 2, 3},
        {0, 0, 0, KEY(3, 0, 2, 1, 0), 1, 3},
    };
    for (size_t n = 0; n < ARRAY_SIZE(cases); n++) {
        struct core *c = core_open(PE_EL3);
        core_set(c, "SCR_EL3", cases[n].scr);
        core_set(c, "HCR_EL2", cases[n].hcr);
        core_set(c, "CPTR_EL3", cases[n].cptr3);
        core_at(c, cases[n].el);
        assert_int_equal(core_try(c, word_mrs(cases[n].key, 0)), cases[n].to == 0);
        if (cases[n].to != 0) {
            core_take(c);
            assert_int_equal(c->to, cases[n].to);
        }
        core_close(c);
    }
}

static void el0_controls(void **state)
{
    (void)state;
    static const struct {
        uint32_t word;
        uint64_t sctlr; /* the bit that allows it; 0: PMUSERENR_EL0.EN */
    } cases[] = {
        {0xd53b0020, HCR_(15)} /* mrs x0, CTR_EL0 */, {0xd50b7421, HCR_(14)} /* dc zva, x1 */,
        {0xd50b7a21, HCR_(26)} /* dc cvac, x1 */,     {0xd50b7521, HCR_(26)} /* ic ivau, x1 */,
        {0xd53b9d00, 0} /* mrs x0, PMCCNTR_EL0 */,
    };
    for (size_t n = 0; n < ARRAY_SIZE(cases); n++) {
        for (unsigned on = 0; on < 2; on++) {
            struct core *c = core_open(PE_EL1);
            core_set(c, "SCTLR_EL1", on ? cases[n].sctlr : ~cases[n].sctlr & ~HCR_(1));
            core_set(c, "PMUSERENR_EL0", on);
            core_at(c, PE_EL0);
            c->pe.s.r[1] = CORE_DATA;
            assert_int_equal(core_try(c, cases[n].word), on);
            if (!on) {
                core_take(c);
                assert_int_equal(c->esr >> 26, 0x18);
                assert_int_equal(c->to, PE_EL1);
            }
            core_close(c);
        }
    }
}

/* ---- the SYS space ---- */

static void dc_zva(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL2);
    core_at(c, PE_EL1);
    uint8_t bytes[192];
    memset(bytes, 0xff, sizeof bytes);
    assert_int_equal(mem_write(&c->mem, CORE_DATA, bytes, sizeof bytes), GM_OK);
    c->pe.s.r[1] = CORE_DATA + 64 + 17;
    assert_true(core_try(c, 0xd50b7421));
    assert_int_equal(mem_read(&c->mem, CORE_DATA, bytes, sizeof bytes), GM_OK);
    for (unsigned n = 0; n < sizeof bytes; n++) {
        assert_int_equal(bytes[n], n >= 64 && n < 128 ? 0 : 0xff); /* DCZID_EL0.BS = 4: 64 bytes */
    }
    assert_int_equal(core_get(c, "DCZID_EL0"), 4);
    core_set(c, "HCR_EL2", HCR_(28)); /* TDZ */
    assert_int_equal(core_get(c, "DCZID_EL0"), 0x14);
    assert_false(core_try(c, 0xd50b7421));
    core_take(c);
    assert_int_equal(c->to, PE_EL2);
    /* op0 1, op2 1, op1 3, CRn 7, Rt 1, CRm 4, write */
    assert_int_equal(c->esr, EC_SYSREG | IL_BIT | 1u << 20 | 1u << 17 | 3u << 14 | 7u << 10 | 1u << 5 | 4u << 1);
    core_close(c);
}

static void maintenance_by_level(void **state)
{
    (void)state;
    static const struct {
        uint32_t word;
        uint8_t el;
        uint8_t hcr_bit; /* traps EL1 */
    } cases[] = {
        {0xd508751f, 1, 24} /* ic iallu */,       {0xd508711f, 1, 24} /* ic ialluis */,
        {0xd5087621, 1, 23} /* dc ivac */,        {0xd5087641, 1, 22} /* dc isw */,
        {0xd5087e41, 1, 22} /* dc cisw */,        {0xd50b7b21, 0, 24} /* dc cvau */,
        {0xd50b7e21, 0, 23} /* dc civac */,       {0xd508871f, 1, 25} /* tlbi vmalle1 */,
        {0xd508831f, 1, 25} /* tlbi vmalle1is */, {0xd50c871f, 2, 0} /* tlbi alle2 */,
        {0xd50e871f, 3, 0} /* tlbi alle3 */,      {0xd5087801, 1, 44} /* at s1e1r */,
        {0xd50c7801, 2, 0} /* at s1e2r */,
    };
    for (size_t n = 0; n < ARRAY_SIZE(cases); n++) {
        struct core *c = core_open(PE_EL3);
        core_set(c, "SCR_EL3", HCR_(B_NS));
        core_set(c, "SCTLR_EL1", HCR_(26));
        for (uint8_t el = 0; el < 4; el++) {
            core_at(c, el);
            assert_int_equal(undefined(c, cases[n].word), el < cases[n].el);
        }
        if (cases[n].hcr_bit != 0) {
            core_set(c, "HCR_EL2", HCR_(cases[n].hcr_bit));
            core_at(c, PE_EL1);
            assert_false(core_try(c, cases[n].word));
            core_take(c);
            assert_int_equal(c->to, PE_EL2);
        }
        assert_int_equal(c->diagnostics, 0);
        core_close(c);
    }
}

static void unknown_encodings_are_reported(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL1);
    assert_true(undefined(c, word_mrs(KEY(3, 0, 15, 2, 1), 0)));
    assert_int_equal(c->diagnostics, 1);
    assert_non_null(strstr(c->text, "SYSREG_KEY(3, 0, 15, 2, 1)"));
    core_at(c, PE_EL1);
    assert_true(undefined(c, 0xd508f000)); /* sys #0, c15, c0, #0, x0 */
    core_at(c, PE_EL1);
    assert_true(undefined(c, 0xd528f000)); /* sysl */
    assert_int_equal(c->diagnostics, 3);
    core_close(c);
}

/* ---- identification ---- */

static void id_registers(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL3);
    core_set(c, "SCR_EL3", HCR_(B_NS));
    assert_int_equal(core_get(c, "ID_AA64PFR0_EL1") & 0xffff, 0x1111); /* EL0 to EL3: AArch64 only */
    assert_int_equal(core_get(c, "ID_AA64PFR0_EL1") >> 24 & 15, 1);    /* GIC system registers */
    assert_int_equal(core_get(c, "ID_AA64PFR1_EL1") >> 36 & 15, 1);    /* NMI */
    assert_int_equal(core_get(c, "ID_AA64MMFR1_EL1") >> 8 & 15, 1);    /* VH */
    assert_int_equal(core_get(c, "ID_AA64ISAR0_EL1") >> 20 & 15, 2);   /* Atomic */
    core_set(c, "VPIDR_EL2", 0x1111);
    core_set(c, "VMPIDR_EL2", 0x2222);
    assert_int_equal(core_get(c, "MIDR_EL1"), 0x410fd0c0);
    core_at(c, PE_EL1);
    assert_int_equal(core_get(c, "MIDR_EL1"), 0x1111); /* a guest sees what its hypervisor says */
    assert_int_equal(core_get(c, "MPIDR_EL1"), 0x2222);
    core_set(c, "SCR_EL3", 0);
    assert_int_equal(core_get(c, "MIDR_EL1"), 0x410fd0c0);
    core_close(c);
    struct pe_config plain = core_config(PE_EL1);
    plain.features = 1;
    c = core_open_with(&plain);
    assert_int_equal(core_get(c, "ID_AA64PFR0_EL1") & 0xffff, 0x0011);
    assert_int_equal(core_get(c, "ID_AA64ISAR0_EL1"), 0);
    assert_int_equal(core_get(c, "ID_AA64PFR1_EL1"), 0);
    core_close(c);
}

static void writable_bits(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL3);
    core_set(c, "VBAR_EL1", UINT64_MAX);
    assert_int_equal(core_get(c, "VBAR_EL1"), ~UINT64_C(0x7ff));
    core_set(c, "SCR_EL3", UINT64_MAX);
    assert_int_equal(core_get(c, "SCR_EL3") & HCR_(18), 0); /* no Secure EL2 */
    core_set(c, "NZCV", UINT64_MAX);
    assert_int_equal(core_get(c, "NZCV"), 0xf0000000u);
    core_set(c, "CSSELR_EL1", UINT64_MAX);
    assert_int_equal(core_get(c, "CSSELR_EL1"), 0xf);
    core_close(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_sound),
        cmocka_unit_test(access_by_level),
        cmocka_unit_test(absent_levels_are_undefined),
        cmocka_unit_test(absent_features_are_undefined),
        cmocka_unit_test(pstate_views),
        cmocka_unit_test(daif_immediate_is_by_bit),
        cmocka_unit_test(pstate_at_el0),
        cmocka_unit_test(stack_pointers),
        cmocka_unit_test(vhe_redirection),
        cmocka_unit_test(group_traps),
        cmocka_unit_test(traps_to_el3),
        cmocka_unit_test(el0_controls),
        cmocka_unit_test(dc_zva),
        cmocka_unit_test(maintenance_by_level),
        cmocka_unit_test(unknown_encodings_are_reported),
        cmocka_unit_test(id_registers),
        cmocka_unit_test(writable_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
