/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pointer authentication with enabled keys: the algorithm is IMPLEMENTATION DEFINED, so the tests hold what DDI 0487
 * says of every algorithm: where the PAC is, that it authenticates, and what a failed authentication leaves.
 */
#include "handlers_fixture.h"

enum { EC_PAC = 0x09, EN_IA = 31, EN_IB = 30, EN_DA = 27, EN_DB = 13 };
#define FIELD    UINT64_C(0xff7f000000000000) /* bits 63:56 and 54:48 */
#define LOWER    UINT64_C(0x0000123456789abc)
#define UPPER    UINT64_C(0xffff923456789abc)
#define ALL_KEYS (BIT64(EN_IA) | BIT64(EN_IB) | BIT64(EN_DA) | BIT64(EN_DB))

static struct fixture *open_keys(uint8_t highest_el, uint64_t features)
{
    static const char *const names[] = {"APIAKeyLo_EL1", "APIAKeyHi_EL1", "APIBKeyLo_EL1", "APIBKeyHi_EL1",
                                        "APDAKeyLo_EL1", "APDAKeyHi_EL1", "APDBKeyLo_EL1", "APDBKeyHi_EL1",
                                        "APGAKeyLo_EL1", "APGAKeyHi_EL1"};
    struct fixture *f = fix_open_with(highest_el, features);
    for (size_t n = 0; n < ARRAY_SIZE(names); n++) {
        fix_set(f, names[n], UINT64_C(0x0123456789abcdef) * (n + 1));
    }
    return f;
}

static const struct pair {
    uint32_t sign, check;
    uint8_t pointer, modifier; /* slots; the modifier ISA_ZR when it is zero */
    uint8_t enable;
    bool b;
} pairs[] = {
    {0xdac10041 /* pacia x1, x2 */, 0xdac11041 /* autia x1, x2 */, 1, 2, EN_IA, false},
    {0xdac10441 /* pacib x1, x2 */, 0xdac11441 /* autib x1, x2 */, 1, 2, EN_IB, true},
    {0xdac10841 /* pacda x1, x2 */, 0xdac11841 /* autda x1, x2 */, 1, 2, EN_DA, false},
    {0xdac10fe1 /* pacdb x1, sp */, 0xdac11fe1 /* autdb x1, sp */, 1, ISA_SP, EN_DB, true},
    {0xdac123e1 /* paciza x1 */, 0xdac133e1 /* autiza x1 */, 1, ISA_ZR, EN_IA, false},
    {0xdac127e1 /* pacizb x1 */, 0xdac137e1 /* autizb x1 */, 1, ISA_ZR, EN_IB, true},
    {0xdac12be1 /* pacdza x1 */, 0xdac13be1 /* autdza x1 */, 1, ISA_ZR, EN_DA, false},
    {0xdac12fe1 /* pacdzb x1 */, 0xdac13fe1 /* autdzb x1 */, 1, ISA_ZR, EN_DB, true},
    {0xd503211f /* pacia1716 */, 0xd503219f /* autia1716 */, 17, 16, EN_IA, false},
    {0xd503215f /* pacib1716 */, 0xd50321df /* autib1716 */, 17, 16, EN_IB, true},
    {0xd503233f /* paciasp */, 0xd50323bf /* autiasp */, 30, ISA_SP, EN_IA, false},
    {0xd503237f /* pacibsp */, 0xd50323ff /* autibsp */, 30, ISA_SP, EN_IB, true},
    {0xd503231f /* paciaz */, 0xd503239f /* autiaz */, 30, ISA_ZR, EN_IA, false},
    {0xd503235f /* pacibz */, 0xd50323df /* autibz */, 30, ISA_ZR, EN_IB, true},
};

/* A register that holds the modifier gets another value; the zero modifier cannot change, so a PAC bit does. */
static void spoil(struct fixture *f, const struct pair *p)
{
    if (p->modifier == ISA_ZR) {
        f->pe.s.r[p->pointer] ^= BIT64(48);
    } else {
        f->pe.s.r[p->modifier] ^= 16;
    }
}

static void test_sign_and_check(void **state)
{
    (void)state;
    struct fixture *f = open_keys(PE_EL1, UINT64_MAX);
    for (size_t n = 0; n < 2 * ARRAY_SIZE(pairs); n++) {
        const struct pair *p = &pairs[n / 2];
        uint64_t address = n % 2 ? UPPER : LOWER, *x = f->pe.s.r, error = p->b ? 2 : 1;
        x[2] = x[16] = 0x1122334455667788, x[ISA_SP] = FIX_DATA, x[p->pointer] = address;
        fix_set(f, "SCTLR_EL1", ALL_KEYS & ~BIT64(p->enable));
        assert_true(fix_run(f, p->sign));
        assert_int_equal(x[p->pointer], address);
        fix_set(f, "SCTLR_EL1", BIT64(p->enable));
        assert_true(fix_run(f, p->sign));
        uint64_t with_pac = x[p->pointer];
        assert_int_not_equal(with_pac, address);
        assert_int_equal((with_pac ^ address) & ~FIELD, 0);
        assert_true(fix_run(f, p->check));
        assert_int_equal(x[p->pointer], address);
        x[p->pointer] = with_pac;
        spoil(f, p);
        assert_true(fix_run(f, p->check));
        assert_int_equal(x[p->pointer], set_bits(address, 62, 61, error));
    }
    fix_close(f);
}

/* The same instruction with another key or another modifier gives another code: every input counts. */
static void test_inputs_count(void **state)
{
    (void)state;
    struct fixture *f = open_keys(PE_EL1, UINT64_MAX);
    uint64_t *x = f->pe.s.r, codes[6];
    fix_set(f, "SCTLR_EL1", ALL_KEYS);
    static const uint32_t words[] = {0xdac10041 /* pacia x1, x2 */, 0xdac10441 /* pacib x1, x2 */,
                                     0xdac10841 /* pacda x1, x2 */, 0xdac10c41 /* pacdb x1, x2 */,
                                     0xdac10061 /* pacia x1, x3 */, 0xdac10041 /* pacia x1, x2 */};
    for (size_t n = 0; n < ARRAY_SIZE(words); n++) {
        if (n == 5) {
            fix_set(f, "APIAKeyHi_EL1", 1);
        }
        x[1] = LOWER, x[2] = 1, x[3] = 2;
        assert_true(fix_run(f, words[n]));
        codes[n] = x[1];
        for (size_t k = 0; k < n; k++) {
            assert_int_not_equal(codes[n], codes[k]);
        }
    }
    fix_close(f);
}

/* A pointer that was not canonical must not authenticate after signing (AddPAC inverts a bit of its PAC). */
static void test_not_an_address(void **state)
{
    (void)state;
    struct fixture *f = open_keys(PE_EL1, UINT64_MAX);
    fix_set(f, "SCTLR_EL1", ALL_KEYS);
    f->pe.s.r[1] = LOWER | BIT64(50);
    assert_true(fix_run(f, 0xdac10041 /* pacia x1, x2 */));
    assert_true(fix_run(f, 0xdac11041 /* autia x1, x2 */));
    assert_int_equal(bits(f->pe.s.r[1], 62, 61), 1);
    fix_close(f);
}

static void test_strip(void **state)
{
    (void)state;
    struct fixture *f = open_keys(PE_EL1, UINT64_MAX); /* no key is enabled: stripping needs none */
    uint64_t *x = f->pe.s.r;
    x[1] = LOWER | (FIELD & UINT64_C(0x5a2d000000000000));
    assert_true(fix_run(f, 0xdac143e1 /* xpaci x1 */));
    assert_int_equal(x[1], LOWER);
    x[1] = UPPER & ~(FIELD & UINT64_C(0x5a2d000000000000));
    assert_true(fix_run(f, 0xdac147e1 /* xpacd x1 */));
    assert_int_equal(x[1], UPPER);
    x[30] = LOWER | BIT64(63);
    assert_true(fix_run(f, 0xd50320ff /* xpaclri */));
    assert_int_equal(x[30], LOWER);
    fix_close(f);
}

/* TCR_EL1.TBI0: the top byte is a tag and holds no PAC; TBID0 keeps that from instruction addresses. */
static void test_tagged(void **state)
{
    (void)state;
    enum { TBI0 = 37, TBID0 = 51 };
    struct fixture *f = open_keys(PE_EL1, UINT64_MAX);
    uint64_t *x = f->pe.s.r, tagged = LOWER | UINT64_C(0x5a) << 56;
    fix_set(f, "SCTLR_EL1", ALL_KEYS);
    fix_set(f, "TCR_EL1", BIT64(TBI0) | BIT64(TBID0));
    x[1] = tagged;
    assert_true(fix_run(f, 0xdac10841 /* pacda x1, x2 */));
    assert_int_not_equal(x[1], tagged);
    assert_int_equal((x[1] ^ tagged) & ~UINT64_C(0x007f000000000000), 0);
    assert_true(fix_run(f, 0xdac11841 /* autda x1, x2 */));
    assert_int_equal(x[1], tagged);
    x[2] ^= 1;
    assert_true(fix_run(f, 0xdac11841 /* autda x1, x2 */));
    assert_int_equal(x[1], set_bits(tagged, 54, 53, 1));
    x[1] = tagged;
    assert_true(fix_run(f, 0xdac143e1 /* xpaci x1 */));
    assert_int_equal(x[1], LOWER);
    fix_close(f);
}

static void test_generic(void **state)
{
    (void)state;
    struct fixture *f = open_keys(PE_EL1, UINT64_MAX);
    uint64_t *x = f->pe.s.r;
    x[1] = 1, x[2] = 2, x[ISA_SP] = 3;
    assert_true(fix_run(f, 0x9ac23024 /* pacga x4, x1, x2 */));
    assert_true(fix_run(f, 0x9adf3025 /* pacga x5, x1, sp */));
    assert_true(fix_run(f, 0x9ac23046 /* pacga x6, x2, x2 */));
    assert_true(x[4] != x[5] && x[4] != x[6] && x[4] != 0);
    assert_int_equal((uint32_t)x[4], 0);
    fix_close(f);
}

static void test_absent(void **state)
{
    (void)state;
    struct fixture *f = open_keys(PE_EL1, UINT64_MAX & ~BIT64(ISA_F_PAUTH));
    fix_set(f, "SCTLR_EL1", ALL_KEYS);
    f->pe.s.r[30] = f->pe.s.r[17] = LOWER | BIT64(60);
    static const uint32_t hints[] = {0xd503233f /* paciasp */,   0xd50323ff /* autibsp */,   0xd503231f /* paciaz */,
                                     0xd503215f /* pacib1716 */, 0xd503219f /* autia1716 */, 0xd50320ff /* xpaclri */};
    for (size_t n = 0; n < ARRAY_SIZE(hints); n++) {
        assert_true(fix_run(f, hints[n]));
        assert_int_equal(f->pe.s.r[30], LOWER | BIT64(60));
        assert_int_equal(f->pe.s.r[17], LOWER | BIT64(60));
    }
    assert_int_equal(f->pe.s.pc, FIX_CODE + 4 * ARRAY_SIZE(hints));
    fix_close(f);
}

/* x1 = signed target, x2 = modifier; sp is the modifier of a return. */
static void test_branches(void **state)
{
    (void)state;
    static const struct {
        uint32_t sign, branch;
        uint8_t pointer;
        bool b, link;
    } rows[] = {
        {0xdac10041 /* pacia x1, x2 */, 0xd71f0822 /* braa x1, x2 */, 1, false, false},
        {0xdac10441 /* pacib x1, x2 */, 0xd71f0c22 /* brab x1, x2 */, 1, true, false},
        {0xdac10041 /* pacia x1, x2 */, 0xd73f0822 /* blraa x1, x2 */, 1, false, true},
        {0xdac10441 /* pacib x1, x2 */, 0xd73f0c22 /* blrab x1, x2 */, 1, true, true},
        {0xdac123e1 /* paciza x1 */, 0xd61f083f /* braaz x1 */, 1, false, false},
        {0xdac127e1 /* pacizb x1 */, 0xd61f0c3f /* brabz x1 */, 1, true, false},
        {0xdac123e1 /* paciza x1 */, 0xd63f083f /* blraaz x1 */, 1, false, true},
        {0xdac127e1 /* pacizb x1 */, 0xd63f0c3f /* blrabz x1 */, 1, true, true},
        {0xd503233f /* paciasp */, 0xd65f0bff /* retaa */, 30, false, false},
        {0xd503237f /* pacibsp */, 0xd65f0fff /* retab */, 30, true, false},
    };
    struct fixture *f = open_keys(PE_EL1, UINT64_MAX);
    uint64_t *x = f->pe.s.r;
    fix_set(f, "SCTLR_EL1", ALL_KEYS);
    for (size_t n = 0; n < ARRAY_SIZE(rows); n++) {
        for (unsigned bad = 0; bad < 2; bad++) {
            x[rows[n].pointer] = LOWER & ~UINT64_C(3), x[2] = 77, x[ISA_SP] = FIX_DATA;
            assert_true(fix_run(f, rows[n].sign));
            x[rows[n].pointer] ^= bad ? BIT64(49) : 0;
            f->pe.s.pc = FIX_CODE;
            assert_true(fix_run(f, rows[n].branch));
            uint64_t expected = LOWER & ~UINT64_C(3), error = rows[n].b ? 2 : 1;
            assert_int_equal(f->pe.s.pc, bad ? set_bits(expected, 62, 61, error) : expected);
            if (rows[n].link) {
                assert_int_equal(x[30], FIX_CODE + 4);
            }
        }
    }
    fix_close(f);
}

/* The modifier is SP; a bad address is returned to, and is not canonical. At EL0 it is UNDEFINED. */
static void test_exception_returns(void **state)
{
    (void)state;
    static const struct {
        uint32_t sign, ret;
        bool b;
    } rows[] = {{0xdac103e1 /* pacia x1, sp */, 0xd69f0bff /* eretaa */, false},
                {0xdac107e1 /* pacib x1, sp */, 0xd69f0fff /* eretab */, true}};
    struct fixture *f = open_keys(PE_EL1, UINT64_MAX);
    uint64_t *x = f->pe.s.r, target = LOWER & ~UINT64_C(3);
    fix_set(f, "SCTLR_EL1", ALL_KEYS);
    for (size_t n = 0; n < 2 * ARRAY_SIZE(rows); n++) {
        bool bad = n % 2;
        pe_set_el(&f->pe, PE_EL1, true);
        x[ISA_SP] = FIX_DATA, x[1] = target, f->pe.s.pc = FIX_CODE;
        assert_true(fix_run(f, rows[n / 2].sign));
        f->pe.s.elr[PE_EL1] = x[1] ^ (bad ? BIT64(50) : 0);
        f->pe.s.spsr[PE_EL1] = 0x80000000; /* EL0, N set */
        assert_true(fix_run(f, rows[n / 2].ret));
        assert_int_equal(f->pe.s.el, PE_EL0);
        assert_int_equal(f->pe.s.nzcv, 0x80000000);
        assert_int_equal(f->pe.s.pc, bad ? set_bits(target, 62, 61, rows[n / 2].b ? 2 : 1) : target);
        uint64_t pc = f->pe.s.pc;
        assert_false(fix_run(f, rows[n / 2].ret));
        assert_int_equal(f->pe.s.fault.esr >> 26, 0);
        assert_int_equal(f->pe.s.pc, pc);
    }
    fix_close(f);
}

static void test_loads(void **state)
{
    (void)state;
    struct fixture *f = open_keys(PE_EL1, UINT64_MAX);
    uint64_t *x = f->pe.s.r;
    fix_set(f, "SCTLR_EL1", ALL_KEYS);
    fix_put(f, FIX_DATA + 8, 0xabcdef);
    x[1] = FIX_DATA;
    assert_true(fix_run(f, 0xdac12be1 /* pacdza x1 */));
    uint64_t with_pac = x[1];
    assert_true(fix_run(f, 0xf8201423 /* ldraa x3, [x1, #8] */));
    assert_int_equal(x[3], 0xabcdef);
    assert_int_equal(x[1], with_pac);
    assert_true(fix_run(f, 0xf8201c24 /* ldraa x4, [x1, #8]! */));
    assert_int_equal(x[4], 0xabcdef);
    assert_int_equal(x[1], FIX_DATA + 8);
    x[1] = FIX_DATA + 16;
    assert_true(fix_run(f, 0xdac12fe1 /* pacdzb x1 */));
    assert_true(fix_run(f, 0xf8fff425 /* ldrab x5, [x1, #-8] */));
    assert_int_equal(x[5], 0xabcdef);
    with_pac = x[1];
    x[1] ^= BIT64(48);
    assert_false(
        fix_run(f, 0xf8fffc25 /* ldrab x5, [x1, #-8]! */)); /* the address is not canonical: nothing is there */
    assert_int_equal(x[1], with_pac ^ BIT64(48));
    x[1] = with_pac;
    assert_true(fix_run(f, 0xf8fffc26 /* ldrab x6, [x1, #-8]! */));
    assert_int_equal(x[6], 0xabcdef);
    assert_int_equal(x[1], FIX_DATA + 8);
    fix_close(f);
}

/* HCR_EL2.API and SCR_EL3.API clear: use of an enabled key traps, use of a disabled one does not. */
static void test_traps(void **state)
{
    (void)state;
    enum { API_EL2 = 41, API_EL3 = 17, NS = 0 };
    struct fixture *f = open_keys(PE_EL3, UINT64_MAX);
    fix_set(f, "SCR_EL3", BIT64(NS) | BIT64(10));
    fix_set(f, "HCR_EL2", BIT64(31));
    f->pe.s.r[1] = LOWER;
    assert_true(fix_run(f, 0xdac10041 /* pacia x1, x2 */));
    fix_set(f, "SCTLR_EL1", ALL_KEYS);
    for (unsigned level = PE_EL2; level <= PE_EL3; level++) {
        struct pe_state before = f->pe.s;
        static const uint32_t words[] = {0xdac10041 /* pacia x1, x2 */, 0xdac11c41 /* autdb x1, x2 */,
                                         0x9ac33041 /* pacga x1, x2, x3 */, 0xd61f083f /* braaz x1 */,
                                         0xf8200421 /* ldraa x1, [x1] */};
        for (size_t n = 0; n < ARRAY_SIZE(words); n++) {
            assert_false(fix_run(f, words[n]));
            assert_int_equal(f->pe.s.fault.esr >> 26, EC_PAC);
            assert_int_equal(f->pe.s.fault.target_el, level);
            assert_memory_equal(before.r, f->pe.s.r, sizeof before.r);
            assert_int_equal(f->pe.s.pc, before.pc);
        }
        assert_true(fix_run(f, 0xdac143e1 /* xpaci x1 */));
        fix_set(f, "HCR_EL2", BIT64(31) | BIT64(API_EL2));
    }
    fix_set(f, "SCR_EL3", BIT64(NS) | BIT64(10) | BIT64(API_EL3));
    assert_true(fix_run(f, 0xdac10041 /* pacia x1, x2 */));
    assert_int_not_equal(f->pe.s.r[1], LOWER);
    fix_close(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sign_and_check),
        cmocka_unit_test(test_inputs_count),
        cmocka_unit_test(test_not_an_address),
        cmocka_unit_test(test_strip),
        cmocka_unit_test(test_tagged),
        cmocka_unit_test(test_generic),
        cmocka_unit_test(test_absent),
        cmocka_unit_test(test_branches),
        cmocka_unit_test(test_loads),
        cmocka_unit_test(test_traps),
        cmocka_unit_test(test_exception_returns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
