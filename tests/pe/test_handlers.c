/* SPDX-License-Identifier: Apache-2.0 */
/* Handlers whose answers tests/random cannot compare: expected values are from DDI 0487. */
#include "handlers_fixture.h"
#include "pe/exec.h"

enum { EC_FP = 0x07, EC_DATA_SAME = 0x25, EC_SP = 0x26, DFSC_ALIGNMENT = 0x21 };

static unsigned ec_of(const struct fixture *f)
{
    return f->pe.s.fault.esr >> 26;
}

/* Signed and unsigned minimum and maximum at every size: x1 = old, x2 = operand, x3 = address. */
static void test_minimum_maximum(void **state)
{
    (void)state;
    static const struct {
        uint32_t word;
        uint64_t memory, operand, after, old;
    } rows[] = {
        /* The operand has bits above the access size that must not count. */
        {0x38224061 /* ldsmaxb w2, w1, [x3] */, 0x1180, 0xff7f, 0x117f, 0x80},
        {0x38224061 /* ldsmaxb w2, w1, [x3] */, 0x1105, 0x0080, 0x1105, 0x05},
        {0x78224061 /* ldsmaxh w2, w1, [x3] */, 0x998000, 0xffff0001, 0x990001, 0x8000},
        {0x78224061 /* ldsmaxh w2, w1, [x3] */, 0x997fff, 0x8000, 0x997fff, 0x7fff},
        {0xb8224061 /* ldsmax w2, w1, [x3] */, 0x5580000000, 0xffffffff00000000, 0x5500000000, 0x80000000},
        {0xb8224061 /* ldsmax w2, w1, [x3] */, 0x557fffffff, 0x80000000, 0x557fffffff, 0x7fffffff},
        {0xf8224061 /* ldsmax x2, x1, [x3] */, 0x8000000000000000, 1, 1, 0x8000000000000000},
        {0xf8224061 /* ldsmax x2, x1, [x3] */, 0, 0xffffffffffffffff, 0, 0},
        {0x38225061 /* ldsminb w2, w1, [x3] */, 0x1180, 0xff7f, 0x1180, 0x80},
        {0x38225061 /* ldsminb w2, w1, [x3] */, 0x1105, 0x0080, 0x1180, 0x05},
        {0x78225061 /* ldsminh w2, w1, [x3] */, 0x998000, 0xffff0001, 0x998000, 0x8000},
        {0x78225061 /* ldsminh w2, w1, [x3] */, 0x997fff, 0x8000, 0x998000, 0x7fff},
        {0xb8225061 /* ldsmin w2, w1, [x3] */, 0x5580000000, 0xffffffff00000000, 0x5580000000, 0x80000000},
        {0xb8225061 /* ldsmin w2, w1, [x3] */, 0x557fffffff, 0x80000000, 0x5580000000, 0x7fffffff},
        {0xf8225061 /* ldsmin x2, x1, [x3] */, 0, 0xffffffffffffffff, 0xffffffffffffffff, 0},
        {0xf8225061 /* ldsmin x2, x1, [x3] */, 5, 6, 5, 5},
        {0x38226061 /* ldumaxb w2, w1, [x3] */, 0x1180, 0xff7f, 0x1180, 0x80},
        {0x38226061 /* ldumaxb w2, w1, [x3] */, 0x1105, 0x0080, 0x1180, 0x05},
        {0x78226061 /* ldumaxh w2, w1, [x3] */, 0x998000, 0xffff0001, 0x998000, 0x8000},
        {0x78226061 /* ldumaxh w2, w1, [x3] */, 0x997fff, 0x8000, 0x998000, 0x7fff},
        {0xb8226061 /* ldumax w2, w1, [x3] */, 0x5580000000, 0xffffffff00000000, 0x5580000000, 0x80000000},
        {0xb8226061 /* ldumax w2, w1, [x3] */, 0x557fffffff, 0x80000000, 0x5580000000, 0x7fffffff},
        {0xf8226061 /* ldumax x2, x1, [x3] */, 1, 0xffffffffffffffff, 0xffffffffffffffff, 1},
        {0xf8226061 /* ldumax x2, x1, [x3] */, 6, 5, 6, 6},
        {0x38227061 /* lduminb w2, w1, [x3] */, 0x1180, 0xff7f, 0x117f, 0x80},
        {0x38227061 /* lduminb w2, w1, [x3] */, 0x1105, 0x0080, 0x1105, 0x05},
        {0x78227061 /* lduminh w2, w1, [x3] */, 0x998000, 0xffff0001, 0x990001, 0x8000},
        {0x78227061 /* lduminh w2, w1, [x3] */, 0x997fff, 0x8000, 0x997fff, 0x7fff},
        {0xb8227061 /* ldumin w2, w1, [x3] */, 0x5580000000, 0xffffffff00000000, 0x5500000000, 0x80000000},
        {0xb8227061 /* ldumin w2, w1, [x3] */, 0x557fffffff, 0x80000000, 0x557fffffff, 0x7fffffff},
        {0xf8227061 /* ldumin x2, x1, [x3] */, 0xffffffffffffffff, 1, 1, 0xffffffffffffffff},
        {0xf8227061 /* ldumin x2, x1, [x3] */, 5, 6, 5, 5},
        {0x38e26061 /* ldumaxalb w2, w1, [x3] */, 0, 9, 9, 0},
    };
    struct fixture *f = fix_open();
    for (size_t n = 0; n < ARRAY_SIZE(rows); n++) {
        fix_put(f, FIX_DATA, rows[n].memory);
        f->pe.s.r[2] = rows[n].operand, f->pe.s.r[3] = FIX_DATA, f->pe.s.r[1] = UINT64_MAX;
        assert_true(fix_run(f, rows[n].word));
        assert_int_equal(fix_get(f, FIX_DATA), rows[n].after);
        assert_int_equal(f->pe.s.r[1], rows[n].old);
    }
    assert_int_equal(f->pe.s.pc, FIX_CODE + 4 * ARRAY_SIZE(rows));
    fix_close(f);
}

/* Each condition against its definition, for all NZCV; BC.cond branches as B.cond does. */
static void test_conditions(void **state)
{
    (void)state;
    struct fixture *f = fix_open();
    for (unsigned cond = 0; cond < 16; cond++) {
        for (uint32_t nzcv = 0; nzcv < 16; nzcv++) {
            bool n = nzcv & 8, z = nzcv & 4, c = nzcv & 2, v = nzcv & 1;
            const bool base[] = {z, c, n, v, c && !z, n == v, n == v && !z, true};
            bool holds = base[cond >> 1] != ((cond & 1) && cond != 15);
            for (uint32_t consistent = 0; consistent < 2; consistent++) {
                f->pe.s.pc = FIX_CODE, f->pe.s.nzcv = nzcv << 28;
                assert_true(fix_run(f, (0x54000080 /* b.eq .+16 */) | consistent << 4 | cond));
                assert_int_equal(f->pe.s.pc, FIX_CODE + (holds ? 16 : 4));
            }
        }
    }
    fix_close(f);
}

static void test_backward_branches(void **state)
{
    (void)state;
    static const uint32_t words[] = {
        0x17fffffe /* b .-8 */,        0x97fffffe /* bl .-8 */,           0x34ffffc1 /* cbz w1, .-8 */,
        0xb5ffffc2 /* cbnz x2, .-8 */, 0xb6f7ffc2 /* tbz x2, #62, .-8 */, 0xb7ffffc2 /* tbnz x2, #63, .-8 */};
    struct fixture *f = fix_open();
    f->pe.s.r[1] = UINT64_C(0x100000000); /* w1 is zero */
    f->pe.s.r[2] = UINT64_C(1) << 63;
    for (size_t n = 0; n < ARRAY_SIZE(words); n++) {
        f->pe.s.pc = FIX_CODE;
        assert_true(fix_run(f, words[n]));
        assert_int_equal(f->pe.s.pc, FIX_CODE - 8);
    }
    assert_int_equal(f->pe.s.r[30], FIX_CODE + 4);
    fix_close(f);
}

static void test_branch_types(void **state)
{
    (void)state;
    struct fixture *f = fix_open();
    f->pe.s.r[1] = FIX_CODE;
    assert_true(fix_run(f, 0xd61f0020 /* br x1 */));
    assert_int_equal(f->pe.s.pstate & PSTATE_BTYPE, 1 << 10);
    f->pe.s.pstate &= ~(uint32_t)PSTATE_BTYPE;
    assert_true(fix_run(f, 0xd63f0020 /* blr x1 */));
    assert_int_equal(f->pe.s.pstate & PSTATE_BTYPE, 2 << 10);
    f->pe.s.pstate &= ~(uint32_t)PSTATE_BTYPE;
    assert_true(fix_run(f, 0xd65f0020 /* ret x1 */));
    assert_int_equal(f->pe.s.pstate & PSTATE_BTYPE, 0);
    f->pe.s.r[30] = FIX_CODE + 64; /* the target is read before the link is written */
    f->pe.s.pc = FIX_CODE;
    assert_true(fix_run(f, 0xd63f03c0 /* blr x30 */));
    assert_int_equal(f->pe.s.pc, FIX_CODE + 64);
    assert_int_equal(f->pe.s.r[30], FIX_CODE + 4);
    fix_close(f);
    f = fix_open_with(PE_EL1, UINT64_MAX & ~BIT64(ISA_F_BTI));
    f->pe.s.r[1] = FIX_CODE;
    assert_true(fix_run(f, 0xd63f0020 /* blr x1 */));
    assert_int_equal(f->pe.s.pstate & PSTATE_BTYPE, 0);
    fix_close(f);
}

/* x1 is misaligned: exclusive, ordered and atomic accesses fault whatever SCTLR_EL1.A says, and change nothing. */
static void test_alignment(void **state)
{
    (void)state;
    static const uint32_t always[] = {
        0x485f7c22 /* ldxrh w2, [x1] */,
        0x885f7c22 /* ldxr w2, [x1] */,
        0xc85ffc22 /* ldaxr x2, [x1] */,
        0x887f1022 /* ldxp w2, w4, [x1] */,
        0xc87f9022 /* ldaxp x2, x4, [x1] */,
        0xc8027c24 /* stxr w2, x4, [x1] */,
        0x4802fc24 /* stlxrh w2, w4, [x1] */,
        0xc8221424 /* stxp w2, x4, x5, [x1] */,
        0xc8dffc22 /* ldar x2, [x1] */,
        0x48df7c22 /* ldlarh w2, [x1] */,
        0xb8bfc022 /* ldapr w2, [x1] */,
        0xd9400022 /* ldapur x2, [x1] */,
        0x889ffc24 /* stlr w4, [x1] */,
        0xc89f7c24 /* stllr x4, [x1] */,
        0x59000024 /* stlurh w4, [x1] */,
        0xf8240022 /* ldadd x4, x2, [x1] */,
        0x78248022 /* swph w4, w2, [x1] */,
        0xc8a27c24 /* cas x2, x4, [x1] */,
        0x08227c24 /* casp w2, w3, w4, w5, [x1] */,
    };
    static const uint32_t checked[] = {
        0x79400022 /* ldrh w2, [x1] */,     0xb9400022 /* ldr w2, [x1] */,   0xf8408422 /* ldr x2, [x1], #8 */,
        0x29401022 /* ldp w2, w4, [x1] */,  0xf9000024 /* str x4, [x1] */,   0xa9bf1424 /* stp x4, x5, [x1, #-16]! */,
        0x3dc00022 /* ldr q2, [x1] */,      0xfd000022 /* str d2, [x1] */,   0xad400c22 /* ldp q2, q3, [x1] */,
        0x4c407422 /* ld1 {v2.8h}, [x1] */, 0xb9800022 /* ldrsw x2, [x1] */, 0xf8400822 /* ldtr x2, [x1] */,
    };
    struct fixture *f = fix_open();
    for (size_t n = 0; n < ARRAY_SIZE(always); n++) {
        f->pe.s.r[1] = FIX_DATA + 0x101, f->pe.s.r[2] = f->pe.s.r[3] = 0x55;
        assert_false(fix_run(f, always[n]));
        assert_int_equal(ec_of(f), EC_DATA_SAME);
        assert_int_equal(f->pe.s.fault.esr & 0x3f, DFSC_ALIGNMENT);
        assert_true(f->pe.s.fault.far_valid);
        assert_int_equal(f->pe.s.fault.far, FIX_DATA + 0x101);
        assert_int_equal(f->pe.s.r[2], 0x55);
        assert_int_equal(f->pe.s.pc, FIX_CODE);
    }
    for (size_t n = 0; n < 2 * ARRAY_SIZE(checked); n++) {
        bool check = n >= ARRAY_SIZE(checked);
        fix_set(f, "SCTLR_EL1", check ? 2 : 0);
        f->pe.s.r[1] = FIX_DATA + 0x101, f->pe.s.pc = FIX_CODE;
        assert_int_equal(fix_run(f, checked[n % ARRAY_SIZE(checked)]), !check);
        assert_int_equal(f->pe.s.pc, check ? FIX_CODE : FIX_CODE + 4);
        if (check) {
            assert_int_equal(f->pe.s.fault.esr & 0x3f, DFSC_ALIGNMENT);
            assert_int_equal(f->pe.s.r[1], FIX_DATA + 0x101);
        }
    }
    fix_close(f);
}

static void test_stack_alignment(void **state)
{
    (void)state;
    static const uint32_t words[] = {0xf94003e2 /* ldr x2, [sp] */,
                                     0xa9bf0fe2 /* stp x2, x3, [sp, #-16]! */,
                                     0x3dc003e2 /* ldr q2, [sp] */,
                                     0x4c4073e2 /* ld1 {v2.16b}, [sp] */,
                                     0xc85f7fe2 /* ldxr x2, [sp] */,
                                     0xf82203e3 /* ldadd x2, x3, [sp] */,
                                     0xf82007e2 /* ldraa x2, [sp] */};
    enum { SA = 1 << 3 };
    struct fixture *f = fix_open();
    for (size_t n = 0; n < ARRAY_SIZE(words); n++) {
        for (unsigned sa = 0; sa < 2; sa++) {
            fix_set(f, "SCTLR_EL1", sa ? SA : 0);
            f->pe.s.r[ISA_SP] = FIX_DATA + 0x108, f->pe.s.pc = FIX_CODE;
            assert_int_equal(fix_run(f, words[n]), !sa);
            if (sa) {
                assert_int_equal(ec_of(f), EC_SP);
                assert_int_equal(f->pe.s.r[ISA_SP], FIX_DATA + 0x108);
            }
        }
    }
    f->pe.s.r[ISA_SP] = FIX_DATA + 0x100;
    assert_true(fix_run(f, words[0]));
    f->pe.s.r[ISA_SP] = FIX_DATA + 0x108;
    assert_true(fix_run(f, 0xf98003e0 /* prfm pldl1keep, [sp] */));
    fix_close(f);
}

/* x1 points at the end of memory: the second part of the access faults, and no register has changed. */
static void test_fault_changes_nothing(void **state)
{
    (void)state;
    static const uint32_t words[] = {
        0xa8c10c22 /* ldp x2, x3, [x1], #16 */,
        0xa8810c22 /* stp x2, x3, [x1], #16 */,
        0xa9c00c22 /* ldp x2, x3, [x1, #0]! */,
        0x69c08c22 /* ldpsw x2, x3, [x1, #4]! */,
        0xf8408c22 /* ldr x2, [x1, #8]! */,
        0xf8008c22 /* str x2, [x1, #8]! */,
        0xacc10c22 /* ldp q2, q3, [x1], #32 */,
        0x3cc10422 /* ldr q2, [x1], #16 */,
        0x0cdfa022 /* ld1 {v2.8b, v3.8b}, [x1], #16 */,
        0x4de28422 /* ld2 {v2.d, v3.d}[1], [x1], x2 */,
        0x4dffcc22 /* ld2r {v2.2d, v3.2d}, [x1], #16 */,
        0x4c9f7022 /* st1 {v2.16b}, [x1], #16 */,
        0xc87f0c22 /* ldxp x2, x3, [x1] */,
    };
    struct fixture *f = fix_open();
    for (size_t n = 0; n < ARRAY_SIZE(words); n++) {
        struct pe_state before;
        f->pe.s.r[1] = FIX_DATA + FIX_DATA_SIZE - 8, f->pe.s.r[2] = 7, f->pe.s.r[3] = 9;
        f->pe.s.v[2][0] = f->pe.s.v[3][0] = 11, f->pe.s.v[2][1] = f->pe.s.v[3][1] = 13;
        before = f->pe.s;
        assert_false(fix_run(f, words[n]));
        assert_memory_equal(before.r, f->pe.s.r, sizeof before.r);
        assert_memory_equal(before.v, f->pe.s.v, sizeof before.v);
        assert_int_equal(f->pe.s.pc, before.pc);
    }
    fix_close(f);
}

static void test_exclusive(void **state)
{
    (void)state;
    struct fixture *f = fix_open();
    uint64_t *x = f->pe.s.r;
    fix_put(f, FIX_DATA, 10);
    x[1] = FIX_DATA, x[3] = 20, x[5] = FIX_DATA + 8, x[4] = 99;
    assert_true(fix_run(f, 0xc8047c23 /* stxr w4, x3, [x1] */)); /* no reservation */
    assert_int_equal(x[4], 1);
    assert_int_equal(fix_get(f, FIX_DATA), 10);
    assert_true(fix_run(f, 0xc85f7c22 /* ldxr x2, [x1] */));
    assert_int_equal(x[2], 10);
    assert_true(fix_run(f, 0xc8047c23 /* stxr w4, x3, [x1] */));
    assert_int_equal(x[4], 0);
    assert_int_equal(fix_get(f, FIX_DATA), 20);
    assert_true(fix_run(f, 0xc8047c23 /* stxr w4, x3, [x1] */)); /* used up */
    assert_int_equal(x[4], 1);
    assert_true(fix_run(f, 0xc85ffc22 /* ldaxr x2, [x1] */));
    assert_true(fix_run(f, 0xd5033f5f /* clrex */));
    assert_true(fix_run(f, 0xc804fc23 /* stlxr w4, x3, [x1] */));
    assert_int_equal(x[4], 1);
    x[7] = FIX_DATA + 0x1000;
    assert_true(fix_run(f, 0xc85f7c22 /* ldxr x2, [x1] */));
    assert_true(fix_run(f, 0xc8047ce3 /* stxr w4, x3, [x7] */)); /* elsewhere: fails, and gives up the reservation */
    assert_int_equal(x[4], 1);
    assert_true(fix_run(f, 0xc8047c23 /* stxr w4, x3, [x1] */));
    assert_int_equal(x[4], 1);
    assert_true(fix_run(f, 0xc87f1822 /* ldxp x2, x6, [x1] */));
    mem_monitor_store(&f->mem, FIX_DATA + 8, 8); /* another observer's store to the granule */
    assert_true(fix_run(f, 0xc8240c23 /* stxp w4, x3, x3, [x1] */));
    assert_int_equal(x[4], 1);
    assert_true(fix_run(f, 0x887f1822 /* ldxp w2, w6, [x1] */));
    assert_int_equal(x[2], 20);
    assert_int_equal(x[6], 0);
    assert_true(fix_run(f, 0x88240c23 /* stxp w4, w3, w3, [x1] */));
    assert_int_equal(x[4], 0);
    assert_int_equal(fix_get(f, FIX_DATA), UINT64_C(0x0000001400000014));
    fix_close(f);
}

/* CONSTRAINED UNPREDICTABLE: what exec_ldst.c, exec_ldst_pair.c and exec_ldst_order.c document. */
static void test_unpredictable(void **state)
{
    (void)state;
    struct fixture *f = fix_open();
    uint64_t *x = f->pe.s.r;
    fix_put(f, FIX_DATA, 0x1111);
    fix_put(f, FIX_DATA + 8, 0x2222);
    x[1] = FIX_DATA;
    assert_true(fix_run(f, 0xf8408421)); /* ldr x1, [x1], #8 */
    assert_int_equal(x[1], FIX_DATA + 8);
    x[1] = FIX_DATA;
    assert_true(fix_run(f, 0xf8008421)); /* str x1, [x1], #8 */
    assert_int_equal(x[1], FIX_DATA + 8);
    assert_int_equal(fix_get(f, FIX_DATA), FIX_DATA);
    fix_put(f, FIX_DATA, 0x1111);
    x[1] = FIX_DATA;
    assert_true(fix_run(f, 0xa9400822 | 2 << 10)); /* ldp x2, x2, [x1] */
    assert_int_equal(x[2], 0x1111);
    assert_true(fix_run(f, 0xc85f7c22 /* ldxr x2, [x1] */));
    assert_true(fix_run(f, 0xc8037c23)); /* stxr w3, x3, [x1] */
    assert_int_equal(x[3], 0);
    fix_close(f);
}

/* What stands in for such an instruction's handler reports it and executes it all the same; strict mode stops. */
static void test_unpredictable_reported(void **state)
{
    (void)state;
    struct fixture *f = fix_open();
    struct isa_insn i;
    assert_int_equal(isa_decode(0xf8408421, &i), ISA_DECODED); /* ldr x1, [x1], #8 */
    assert_true(isa_unpredictable(&i));
    f->pe.s.r[1] = FIX_DATA;
    exec_unpredictable(&f->pe, &i);
    assert_int_equal(f->diagnostics, 1);
    assert_int_equal(f->pe.s.r[1], FIX_DATA + 8);
    assert_int_equal(f->pe.s.pc, FIX_CODE + 4);
    f->pe.config.strict = true;
    exec_unpredictable(&f->pe, &i);
    assert_int_equal(f->diagnostics, 2);
    assert_int_equal(f->pe.s.stop.kind, PE_STOP_UNDEFINED);
    assert_int_equal(f->pe.s.r[1], FIX_DATA + 8);
    assert_int_equal(f->pe.s.pc, FIX_CODE + 4);
    fix_close(f);
}

/* FP and SIMD trapped by CPACR_EL1.FPEN: EC 0x07 and no effect. */
static void test_fp_trapped(void **state)
{
    (void)state;
    static const uint32_t words[] = {0x9e660041 /* fmov x1, d2 */,
                                     0x9e670022 /* fmov d2, x1 */,
                                     0x4f00e422 /* movi v2.16b, #1 */,
                                     0x3dc00022 /* ldr q2, [x1] */,
                                     0x3d800022 /* str q2, [x1] */,
                                     0x6d400c22 /* ldp d2, d3, [x1] */,
                                     0x4cdf7022 /* ld1 {v2.16b}, [x1], #16 */,
                                     0x4e040c22 /* dup v2.4s, w1 */,
                                     0x0e0e3c41 /* umov w1, v2.h[3] */,
                                     0x4ea41c62 /* orr v2.16b, v3.16b, v4.16b */,
                                     0x4c000022 /* st4 {v2.16b-v5.16b}, [x1] */,
                                     0x5c000042 /* ldr d2, .+8 */};
    struct fixture *f = fix_open();
    fix_set(f, "CPACR_EL1", 0);
    f->pe.s.r[1] = FIX_DATA;
    for (size_t n = 0; n < ARRAY_SIZE(words); n++) {
        struct pe_state before = f->pe.s;
        assert_false(fix_run(f, words[n]));
        assert_int_equal(ec_of(f), EC_FP);
        assert_memory_equal(before.r, f->pe.s.r, sizeof before.r);
        assert_memory_equal(before.v, f->pe.s.v, sizeof before.v);
        assert_int_equal(f->pe.s.pc, before.pc);
    }
    fix_close(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_minimum_maximum),
        cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_backward_branches),
        cmocka_unit_test(test_branch_types),
        cmocka_unit_test(test_alignment),
        cmocka_unit_test(test_stack_alignment),
        cmocka_unit_test(test_fault_changes_nothing),
        cmocka_unit_test(test_exclusive),
        cmocka_unit_test(test_unpredictable),
        cmocka_unit_test(test_unpredictable_reported),
        cmocka_unit_test(test_fp_trapped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
