/* SPDX-License-Identifier: Apache-2.0 */
/* The register rows: encodings, traps, ICC or ICV, ICH.  semantics.md "Traps and views"; facts/architecture.md 7. */
#include "gic/fixture.h"

static void rows_are_valid(void **state)
{
    (void)state;
    struct fx *f = fx_ready(fx_default());
    assert_true(sysreg_bank_valid(&f->table.banks[0]));
    static const struct {
        const char *name;
        uint32_t key;
    } facts[] = {
        {"ICC_PMR_EL1", 0xc230},   {"ICC_IAR0_EL1", 0xc640},    {"ICC_EOIR0_EL1", 0xc641},   {"ICC_HPPIR0_EL1", 0xc642},
        {"ICC_BPR0_EL1", 0xc643},  {"ICC_AP0R0_EL1", 0xc644},   {"ICC_AP0R1_EL1", 0xc645},   {"ICC_AP0R2_EL1", 0xc646},
        {"ICC_AP0R3_EL1", 0xc647}, {"ICC_AP1R0_EL1", 0xc648},   {"ICC_AP1R1_EL1", 0xc649},   {"ICC_AP1R2_EL1", 0xc64a},
        {"ICC_AP1R3_EL1", 0xc64b}, {"ICC_NMIAR1_EL1", 0xc64d},  {"ICC_DIR_EL1", 0xc659},     {"ICC_RPR_EL1", 0xc65b},
        {"ICC_SGI1R_EL1", 0xc65d}, {"ICC_ASGI1R_EL1", 0xc65e},  {"ICC_SGI0R_EL1", 0xc65f},   {"ICC_IAR1_EL1", 0xc660},
        {"ICC_EOIR1_EL1", 0xc661}, {"ICC_HPPIR1_EL1", 0xc662},  {"ICC_BPR1_EL1", 0xc663},    {"ICC_CTLR_EL1", 0xc664},
        {"ICC_SRE_EL1", 0xc665},   {"ICC_IGRPEN0_EL1", 0xc666}, {"ICC_IGRPEN1_EL1", 0xc667}, {"ICC_SRE_EL2", 0xe64d},
        {"ICC_CTLR_EL3", 0xf664},  {"ICC_SRE_EL3", 0xf665},     {"ICC_IGRPEN1_EL3", 0xf667}, {"ICH_AP0R0_EL2", 0xe640},
        {"ICH_AP0R3_EL2", 0xe643}, {"ICH_AP1R0_EL2", 0xe648},   {"ICH_AP1R3_EL2", 0xe64b},   {"ICH_HCR_EL2", 0xe658},
        {"ICH_VTR_EL2", 0xe659},   {"ICH_MISR_EL2", 0xe65a},    {"ICH_EISR_EL2", 0xe65b},    {"ICH_ELRSR_EL2", 0xe65d},
        {"ICH_VMCR_EL2", 0xe65f},  {"ICH_LR0_EL2", 0xe660},     {"ICH_LR7_EL2", 0xe667},     {"ICH_LR8_EL2", 0xe668},
        {"ICH_LR15_EL2", 0xe66f},
    };
    for (unsigned n = 0; n < ARRAY_SIZE(facts); n++) {
        assert_int_equal(fx_row(f, facts[n].name)->key, facts[n].key);
    }
    assert_int_equal(fx_mrs(f, 0, "ICC_SRE_EL1"), 7); /* RAO/WI */
    assert_int_equal(fx_row(f, "ICC_SRE_EL1")->flags & SYSREG_WI, SYSREG_WI);
    assert_int_equal(fx_row(f, "ICC_IAR1_EL1")->flags & SYSREG_RO, SYSREG_RO);
    assert_int_equal(fx_row(f, "ICC_EOIR1_EL1")->flags & SYSREG_WO, SYSREG_WO);
    assert_int_equal(fx_mrs(f, 0, "ICC_NMIAR1_EL1"), 1023);
    fx_free(f);
}

/* Which SCR_EL3, HCR_EL2 and ICH_HCR_EL2 bits make which access trap where. */
static void traps(void **state)
{
    (void)state;
    enum { OK = SYSREG_OK, T2 = SYSREG_TRAP_EL2, T3 = SYSREG_TRAP_EL3 };
    enum { TC = 1 << 10, TALL0 = 1 << 11, TALL1 = 1 << 12, TDIR = 1 << 14 };
    static const struct {
        uint8_t el;
        bool secure;
        uint64_t scr, hcr, ich;
        uint8_t pmr, iar0, iar1, sgi, dir;
    } cases[] = {
        {1, false, SCR_NS, 0, 0, OK, OK, OK, OK, OK},
        {1, false, SCR_NS | SCR_FIQ, 0, 0, OK, T3, OK, OK, OK},
        {1, false, SCR_NS | SCR_IRQ, 0, 0, OK, OK, T3, OK, OK},
        {1, false, SCR_NS | SCR_IRQ | SCR_FIQ, 0, 0, T3, T3, T3, T3, T3},
        {2, false, SCR_NS | SCR_IRQ | SCR_FIQ, 0, 0, T3, T3, T3, T3, T3},
        {2, false, SCR_NS | SCR_FIQ, 0, TC | TALL0 | TALL1 | TDIR, OK, T3, OK, OK, OK},
        {3, true, SCR_NS | SCR_IRQ | SCR_FIQ, 0, TC | TALL0 | TALL1 | TDIR, OK, OK, OK, OK, OK},
        {1, true, SCR_FIQ, 0, TC | TALL0 | TALL1 | TDIR, OK, T3, OK, OK, OK}, /* Secure: EL2 does not count */
        {1, false, SCR_NS, 0, TC, T2, OK, OK, T2, T2},
        {1, false, SCR_NS, 0, TALL0, OK, T2, OK, OK, OK},
        {1, false, SCR_NS, 0, TALL1, OK, OK, T2, OK, OK},
        {1, false, SCR_NS, 0, TDIR, OK, OK, OK, OK, T2},
        {1, false, SCR_NS | SCR_IRQ | SCR_FIQ, 0, TC, T2, T3, T3, T2, T2},      /* EL2's trap first */
        {1, false, SCR_NS | SCR_IRQ | SCR_FIQ, HCR_IMO, 0, OK, T3, OK, T2, OK}, /* ICV: no trap to EL3 */
        {1, false, SCR_NS | SCR_IRQ | SCR_FIQ, HCR_FMO, 0, OK, OK, T3, T2, OK},
        {1, false, SCR_NS, HCR_IMO, TALL1 | TC, T2, OK, T2, T2, T2},
    };
    for (unsigned n = 0; n < ARRAY_SIZE(cases); n++) {
        struct fx *f = fx_ready(fx_two_states());
        fx_state(f, 0, 2, false, SCR_NS);
        fx_msr(f, 0, "ICH_HCR_EL2", cases[n].ich);
        fx_state(f, 0, cases[n].el, cases[n].secure, cases[n].scr);
        f->pe[0].hcr_el2 = cases[n].hcr;
        assert_int_equal(fx_check(f, 0, "ICC_PMR_EL1", true), cases[n].pmr);
        assert_int_equal(fx_check(f, 0, "ICC_RPR_EL1", false), cases[n].pmr);
        assert_int_equal(fx_check(f, 0, "ICC_CTLR_EL1", false), cases[n].pmr);
        assert_int_equal(fx_check(f, 0, "ICC_IAR0_EL1", false), cases[n].iar0);
        assert_int_equal(fx_check(f, 0, "ICC_AP0R0_EL1", false), cases[n].iar0);
        assert_int_equal(fx_check(f, 0, "ICC_IAR1_EL1", false), cases[n].iar1);
        assert_int_equal(fx_check(f, 0, "ICC_BPR1_EL1", true), cases[n].iar1);
        assert_int_equal(fx_check(f, 0, "ICC_SGI1R_EL1", true), cases[n].sgi);
        assert_int_equal(fx_check(f, 0, "ICC_DIR_EL1", true), cases[n].dir);
        assert_int_equal(fx_check(f, 0, "ICC_CTLR_EL3", true), cases[n].el == 3 ? SYSREG_OK : SYSREG_UNDEFINED);
        fx_free(f);
    }
}

/* Registers beyond the implemented preemption bits or list registers, and EL2's without EL2. */
static void absent_registers(void **state)
{
    (void)state;
    static const unsigned counts[] = {1, 1, 2, 4, 4};
    static const char *const names[] = {"ICC_AP1R0_EL1", "ICC_AP1R1_EL1", "ICC_AP1R2_EL1", "ICC_AP1R3_EL1"};
    for (unsigned bits = 4; bits <= 8; bits++) {
        struct gic_config c = fx_default();
        c.prio_bits = bits;
        struct fx *f = fx_ready(c);
        for (unsigned n = 0; n < 4; n++) {
            assert_int_equal(fx_check(f, 0, names[n], true), n < counts[bits - 4] ? SYSREG_OK : SYSREG_UNDEFINED);
        }
        f->pe[0].el = 3; /* EL3 without EL2 */
        assert_int_equal(fx_check(f, 0, "ICH_HCR_EL2", true), SYSREG_UNDEFINED);
        assert_int_equal(fx_check(f, 0, "ICC_SRE_EL2", true), SYSREG_UNDEFINED);
        fx_free(f);
    }
    struct fx *f = fx_ready(fx_two_states());
    fx_state(f, 0, 2, false, SCR_NS);
    assert_int_equal(fx_check(f, 0, "ICH_LR3_EL2", true), SYSREG_OK);
    assert_int_equal(fx_check(f, 0, "ICH_LR4_EL2", true), SYSREG_UNDEFINED);
    assert_int_equal(fx_check(f, 0, "ICH_AP1R1_EL2", true), SYSREG_UNDEFINED);
    assert_int_equal(bits(fx_mrs(f, 0, "ICH_VTR_EL2"), 4, 0), 3);
    assert_int_equal(bits(fx_mrs(f, 0, "ICH_VTR_EL2"), 31, 29), 4);
    fx_free(f);
}

/* bugs 41, 47: ICV registers are their own, and alias ICH_VMCR and ICH_AP. */
static void virtual_interface(void **state)
{
    (void)state;
    struct fx *f = fx_ready(fx_two_states());
    gic_set_pmr(&f->gic, 0, 0xf8);
    fx_add(f, 32, 0xd0, 1, false);
    fx_line(f, 32, true);
    fx_state(f, 0, 2, false, SCR_NS);
    fx_msr(f, 0, "ICH_VMCR_EL2", UINT64_C(0xa0000000));
    assert_int_equal(bits(fx_mrs(f, 0, "ICH_VMCR_EL2"), 20, 18), 3); /* minimum of VBPR1 */
    assert_int_equal(bits(fx_mrs(f, 0, "ICH_VMCR_EL2"), 23, 21), 2);
    fx_msr(f, 0, "ICH_AP1R0_EL2", 1u << 20);
    fx_state(f, 0, 1, false, SCR_NS | SCR_FIQ);
    f->pe[0].hcr_el2 = HCR_IMO;
    assert_int_equal(MRS(f, "PMR_EL1"), 0xa0); /* no Non-secure view here */
    MSR(f, "PMR_EL1", 0x60);
    MSR(f, "IGRPEN1_EL1", 1);
    MSR(f, "CTLR_EL1", 0x43); /* VEOIM, VCBPR; PMHE is RES0 */
    assert_int_equal(MRS(f, "CTLR_EL1") & 0x743, 0x403);
    assert_int_equal(MRS(f, "IAR1_EL1"), 1023);
    assert_int_equal(MRS(f, "HPPIR1_EL1"), 1023);
    assert_int_equal(MRS(f, "RPR_EL1"), 0xa0);
    assert_int_equal(MRS(f, "AP1R0_EL1"), 1u << 20);
    MSR(f, "EOIR1_EL1", 32);
    assert_int_equal(MRS(f, "RPR_EL1"), 0xff);
    assert_int_equal(gic_pmr(&f->gic, 0), 0xf8);
    ASSERT_SIGNAL(f, IRQ_GROUP1_NS);
    fx_state(f, 0, 2, false, SCR_NS);
    assert_int_equal(fx_mrs(f, 0, "ICH_VMCR_EL2") & 0xff00021b, 0x6000021a);
    assert_int_equal(fx_mrs(f, 0, "ICH_AP1R0_EL2"), 0);
    fx_msr(f, 0, "ICH_AP0R0_EL2", 2);
    assert_int_equal(fx_mrs(f, 0, "ICH_AP1R0_EL2"), 0);
    assert_int_equal(MRS(f, "RPR_EL1"), 0xff); /* physical */
    fx_free(f);
}

static void list_register_status(void **state)
{
    (void)state;
    struct fx *f = fx_ready(fx_two_states());
    fx_state(f, 0, 2, false, SCR_NS);
    assert_int_equal(fx_mrs(f, 0, "ICH_ELRSR_EL2"), 15);
    fx_msr(f, 0, "ICH_LR0_EL2", UINT64_C(1) << 62 | 27);
    fx_msr(f, 0, "ICH_LR1_EL2", UINT64_C(1) << 41); /* invalid, EOI asked for */
    assert_true(fx_mrs(f, 0, "ICH_LR0_EL2") == (UINT64_C(1) << 62 | 27));
    assert_int_equal(fx_mrs(f, 0, "ICH_ELRSR_EL2"), 12);
    assert_int_equal(fx_mrs(f, 0, "ICH_EISR_EL2"), 2);
    fx_msr(f, 0, "ICH_HCR_EL2", 0xe);                      /* UIE, LRENPIE, NPIE */
    assert_int_equal(fx_mrs(f, 0, "ICH_MISR_EL2"), 1 | 2); /* EOI, underflow; EOIcount = 0, one is pending */
    fx_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_valid),       cmocka_unit_test(traps),
        cmocka_unit_test(absent_registers),     cmocka_unit_test(virtual_interface),
        cmocka_unit_test(list_register_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
