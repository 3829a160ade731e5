/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What instructions read and write: one of each kind, by the operation pseudocode of DDI 0487.  The words are from GNU
 * as 2.40, the sets are written by hand.
 */
#include "base/bits.h"
#include "isa/isa.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define R(n) BIT64(n)
#define V(n) (UINT32_C(1) << (n))
#define SP   BIT64(ISA_SP)
#define NZCV BIT64(ISA_NZCV)

/* clang-format off */
static const struct {
    uint32_t word;
    const char *text;
    struct isa_access access; /* reads, writes, v_reads, v_writes, load_bytes, store_bytes */
} cases[] = {
    {0x91000441, "add x1, x2, #1", {R(2), R(1), 0, 0, 0, 0}},
    {0x910043ff, "add sp, sp, #16", {SP, SP, 0, 0, 0, 0}},
    {0xeb02003f, "cmp x1, x2", {R(1) | R(2), NZCV, 0, 0, 0, 0}},
    {0xab0303e0, "adds x0, xzr, x3", {R(3), R(0) | NZCV, 0, 0, 0, 0}},
    {0x9a020020, "adc x0, x1, x2", {R(1) | R(2) | NZCV, R(0), 0, 0, 0, 0}},
    {0xf2a00025, "movk x5, #1, lsl #16", {R(5), R(5), 0, 0, 0, 0}},
    {0xd2800025, "movz x5, #1", {0, R(5), 0, 0, 0, 0}},
    {0xd280003f, "movz xzr, #1", {0, 0, 0, 0, 0, 0}},
    {0xb37d0c41, "bfi x1, x2, #3, #4", {R(1) | R(2), R(1), 0, 0, 0, 0}},
    {0xd3431841, "ubfx x1, x2, #3, #4", {R(2), R(1), 0, 0, 0, 0}},
    {0x9b020c20, "madd x0, x1, x2, x3", {R(1) | R(2) | R(3), R(0), 0, 0, 0, 0}},
    {0x9b027c20, "mul x0, x1, x2", {R(1) | R(2), R(0), 0, 0, 0, 0}},
    {0x9a820020, "csel x0, x1, x2, eq", {R(1) | R(2) | NZCV, R(0), 0, 0, 0, 0}},
    {0xfa421020, "ccmp x1, x2, #0, ne", {R(1) | R(2) | NZCV, NZCV, 0, 0, 0, 0}},
    {0x10000007, "adr x7, .", {0, R(7), 0, 0, 0, 0}},
    {0x94000000, "bl .", {0, R(30), 0, 0, 0, 0}},
    {0xd63f0120, "blr x9", {R(9), R(30), 0, 0, 0, 0}},
    {0xd73f093f, "blraa x9, sp", {R(9) | SP, R(30), 0, 0, 0, 0}},
    {0xd65f03c0, "ret", {R(30), 0, 0, 0, 0, 0}},
    {0xd65f0bff, "retaa", {R(30) | SP, 0, 0, 0, 0, 0}},
    {0xb4000003, "cbz x3, .", {R(3), 0, 0, 0, 0, 0}},
    {0x37180004, "tbnz w4, #3, .", {R(4), 0, 0, 0, 0, 0}},
    {0x54000001, "b.ne .", {NZCV, 0, 0, 0, 0, 0}},
    {0xd503233f, "paciasp", {R(30) | SP, R(30), 0, 0, 0, 0}},
    {0xd503231f, "paciaz", {R(30), R(30), 0, 0, 0, 0}},
    {0xd503211f, "pacia1716", {R(16) | R(17), R(17), 0, 0, 0, 0}},
    {0xdac10041, "pacia x1, x2", {R(1) | R(2), R(1), 0, 0, 0, 0}},
    {0xd50320ff, "xpaclri", {R(30), R(30), 0, 0, 0, 0}},
    {0xd503201f, "nop", {0, 0, 0, 0, 0, 0}},
    {0xd50343df, "msr daifset, #3", {0, 0, 0, 0, 0, 0}},
    {0xd53b4223, "mrs x3, daif", {0, R(3), 0, 0, 0, 0}},
    {0xd51b4223, "msr daif, x3", {R(3), 0, 0, 0, 0, 0}},
    {0xd53b4204, "mrs x4, nzcv", {NZCV, R(4), 0, 0, 0, 0}},
    {0xd51b4204, "msr nzcv, x4", {R(4), NZCV, 0, 0, 0, 0}},
    {0xd5184600, "msr icc_pmr_el1, x0", {R(0), 0, 0, 0, 0, 0}},
    {0xd50b7426, "dc zva, x6", {R(6), 0, 0, 0, 0, 0}},
    {0xd5287106, "sysl x6, #0, c7, c1, #0", {0, R(6), 0, 0, 0, 0}},
    {0xd500401f, "cfinv", {NZCV, NZCV, 0, 0, 0, 0}},
    {0x3a00086d, "setf8 w3", {R(3) | NZCV, NZCV, 0, 0, 0, 0}},
    {0xf9400420, "ldr x0, [x1, #8]", {R(1), R(0), 0, 0, 8, 0}},
    {0xb84087e0, "ldr w0, [sp], #8", {SP, R(0) | SP, 0, 0, 4, 0}},
    {0x38a26820, "ldrsb x0, [x1, x2]", {R(1) | R(2), R(0), 0, 0, 1, 0}},
    {0xf940003f, "ldr xzr, [x1]", {R(1), 0, 0, 0, 8, 0}},
    {0xf900003f, "str xzr, [x1]", {R(1), 0, 0, 0, 0, 8}},
    {0x78002c83, "strh w3, [x4, #2]!", {R(3) | R(4), R(4), 0, 0, 0, 2}},
    {0x58000009, "ldr x9, .", {0, R(9), 0, 0, 8, 0}},
    {0xa9c10440, "ldp x0, x1, [x2, #16]!", {R(2), R(0) | R(1) | R(2), 0, 0, 16, 0}},
    {0x69400440, "ldpsw x0, x1, [x2]", {R(2), R(0) | R(1), 0, 0, 8, 0}},
    {0x29be07e0, "stp w0, w1, [sp, #-16]!", {R(0) | R(1) | SP, SP, 0, 0, 0, 8}},
    {0xf9800060, "prfm pldl1keep, [x3]", {R(3), 0, 0, 0, 0, 0}},
    {0xc85f7c20, "ldxr x0, [x1]", {R(1), R(0), 0, 0, 8, 0}},
    {0xc87f8440, "ldaxp x0, x1, [x2]", {R(2), R(0) | R(1), 0, 0, 16, 0}},
    {0xc8037c20, "stxr w3, x0, [x1]", {R(0) | R(1), R(3), 0, 0, 0, 8}},
    {0xc81f7c20, "stxr wzr, x0, [x1]", {R(0) | R(1), 0, 0, 0, 0, 8}},
    {0x88239424, "stlxp w3, w4, w5, [x1]", {R(4) | R(5) | R(1), R(3), 0, 0, 0, 8}},
    {0x889ffc62, "stlr w2, [x3]", {R(2) | R(3), 0, 0, 0, 0, 4}},
    {0xf8bfc062, "ldapr x2, [x3]", {R(3), R(2), 0, 0, 8, 0}},
    {0x99004062, "stlur w2, [x3, #4]", {R(2) | R(3), 0, 0, 0, 0, 4}},
    {0xf8210062, "ldadd x1, x2, [x3]", {R(1) | R(3), R(2), 0, 0, 8, 8}},
    {0x7821007f, "staddh w1, [x3]", {R(1) | R(3), 0, 0, 0, 2, 2}},
    {0xf8e18062, "swpal x1, x2, [x3]", {R(1) | R(3), R(2), 0, 0, 8, 8}},
    {0xc8a17c62, "cas x1, x2, [x3]", {R(1) | R(2) | R(3), R(1), 0, 0, 8, 8}},
    {0x48227cc4, "casp x2, x3, x4, x5, [x6]", {R(2) | R(3) | R(4) | R(5) | R(6), R(2) | R(3), 0, 0, 16, 16}},
    {0xf8200441, "ldraa x1, [x2]", {R(2), R(1), 0, 0, 8, 0}},
    {0x3cc10423, "ldr q3, [x1], #16", {R(1), R(1), 0, V(3), 16, 0}},
    {0x3c224823, "str b3, [x1, w2, uxtw]", {R(1) | R(2), 0, V(3), 0, 0, 1}},
    {0x6d400861, "ldp d1, d2, [x3]", {R(3), 0, 0, V(1) | V(2), 16, 0}},
    {0xadbf0be1, "stp q1, q2, [sp, #-32]!", {SP, SP, V(1) | V(2), 0, 0, 32}},
    {0x4cdf201e, "ld1 {v30.16b, v31.16b, v0.16b, v1.16b}, [x0], #64", {R(0), R(0), 0, V(30) | V(31) | V(0) | V(1), 64, 0}},
    {0x0c838004, "st2 {v4.8b, v5.8b}, [x0], x3", {R(0) | R(3), R(0), V(4) | V(5), 0, 0, 16}},
    {0x0d409004, "ld1 {v4.s}[1], [x0]", {R(0), 0, V(4), V(4), 4, 0}},
    {0x4d608404, "ld2 {v4.d, v5.d}[1], [x0]", {R(0), 0, V(4) | V(5), V(4) | V(5), 16, 0}},
    {0x0d006804, "st3 {v4.h, v5.h, v6.h}[1], [x0]", {R(0), 0, V(4) | V(5) | V(6), 0, 0, 6}},
    {0x0d60e804, "ld4r {v4.2s-v7.2s}, [x0]", {R(0), 0, 0, V(4) | V(5) | V(6) | V(7), 16, 0}},
    {0x9e660041, "fmov x1, d2", {0, R(1), V(2), 0, 0, 0}},
    {0x9e670022, "fmov d2, x1", {R(1), 0, 0, V(2), 0, 0}},
    {0x9eaf0022, "fmov v2.d[1], x1", {R(1), 0, V(2), V(2), 0, 0}},
    {0x1e204041, "fmov s1, s2", {0, 0, V(2), V(1), 0, 0}},
    {0x4e051c61, "ins v1.b[2], w3", {R(3), 0, V(1), V(1), 0, 0}},
    {0x6e140461, "ins v1.s[2], v3.s[0]", {0, 0, V(1) | V(3), V(1), 0, 0}},
    {0x4e040c61, "dup v1.4s, w3", {R(3), 0, 0, V(1), 0, 0}},
    {0x4e0c0461, "dup v1.4s, v3.s[1]", {0, 0, V(3), V(1), 0, 0}},
    {0x0e033c61, "umov w1, v3.b[1]", {0, R(1), V(3), 0, 0, 0}},
    {0x4f00e4a1, "movi v1.16b, #5", {0, 0, 0, V(1), 0, 0}},
    {0x4f0014a1, "orr v1.4s, #5", {0, 0, V(1), V(1), 0, 0}},
    {0x4ea31c41, "orr v1.16b, v2.16b, v3.16b", {0, 0, V(2) | V(3), V(1), 0, 0}},
};
/* clang-format on */

static void test_accesses(void **state)
{
    (void)state;
    unsigned wrong = 0;
    for (unsigned n = 0; n < ARRAY_SIZE(cases); n++) {
        const struct isa_access *want = &cases[n].access;
        struct isa_access got;
        struct isa_insn insn;
        assert_int_equal(isa_decode(cases[n].word, &insn), ISA_DECODED);
        isa_access_of(&insn, &got);
        if (got.reads != want->reads || got.writes != want->writes || got.v_reads != want->v_reads ||
            got.v_writes != want->v_writes || got.load_bytes != want->load_bytes ||
            got.store_bytes != want->store_bytes) {
            print_error("%s: reads %llx writes %llx v %x %x bytes %u %u\n", cases[n].text,
                        (unsigned long long)got.reads, (unsigned long long)got.writes, got.v_reads, got.v_writes,
                        got.load_bytes, got.store_bytes);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

/* A row in the wrong class would count as no access at all. */
static void test_class_and_bytes_agree(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (unsigned op = 0; op < ISA_OP_COUNT; op++) {
        const char *name = isa_name((enum isa_op)op);
        bool prefetch = strncmp(name, "PRF", 3) == 0,
             swap = strncmp(name, "CAS", 3) == 0 || strncmp(name, "SWP", 3) == 0;
        bool atomic = swap || isa_class_of((enum isa_op)op) == ISA_C_ATOMIC;
        bool in_space = strncmp(name, "LD", 2) == 0, store = strncmp(name, "ST", 2) == 0;
        struct isa_insn insn;
        struct isa_access access;
        assert_int_equal(isa_decode(isa_random_word((enum isa_op)op, &seed), &insn), ISA_DECODED);
        isa_access_of(&insn, &access);
        if ((access.load_bytes != 0) != ((in_space || atomic) && !prefetch) ||
            (access.store_bytes != 0) != (store || atomic)) {
            fail_msg("%s", name);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accesses),
        cmocka_unit_test(test_class_and_bytes_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
