/* SPDX-License-Identifier: Apache-2.0 */
/* The table's own rules, and where it ends: words that are not instructions. */
#include "oracle_objdump.h"

#include "base/bits.h"
#include "isa/isa.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* The table once more, with the sections. */
static const struct {
    const char *name, *pattern;
    bool section;
} lines[] = {
#define A64_SECTION(name, pattern)                         {#name, pattern, true},
#define A64(name, pattern, format, class_, feature, flags) {#name, pattern, false},
#include "isa/a64.inc"
#undef A64
};

static uint32_t pattern_bits(const char *pattern, const char *set)
{
    uint32_t found = 0;
    for (unsigned n = 0; n < 32; n++) {
        found |= strchr(set, pattern[n]) ? UINT32_C(1) << (31 - n) : 0;
    }
    return found;
}

static uint32_t fixed_of(const char *pattern)
{
    return pattern_bits(pattern, "01");
}

static uint32_t value_of(const char *pattern)
{
    return pattern_bits(pattern, "1");
}

static bool overlap(const char *a, const char *b)
{
    return ((value_of(a) ^ value_of(b)) & fixed_of(a) & fixed_of(b)) == 0;
}

static void test_patterns_are_32_characters(void **state)
{
    (void)state;
    for (unsigned n = 0; n < ARRAY_SIZE(lines); n++) {
        const char *allowed = lines[n].section ? "01." : "01zQNSOIabcdhijkmnoprstuv";
        if (strlen(lines[n].pattern) != 32 || strspn(lines[n].pattern, allowed) != 32) {
            fail_msg("%s: \"%s\"", lines[n].name, lines[n].pattern);
        }
    }
}

/* A field of five bits is five letters in a row, as a typing error would not be. */
static void test_register_fields_have_five_bits(void **state)
{
    (void)state;
    for (unsigned op = 0; op < ISA_OP_COUNT; op++) {
        const char *p = isa_pattern((enum isa_op)op);
        for (const char *letter = "dntu"; *letter; letter++) {
            const char *at = strchr(p, *letter);
            bool bti = op == ISA_BTI;
            if (at && !bti && strspn(at, (const char[]){*letter, 0}) != 5) {
                fail_msg("%s: \"%s\"", isa_name((enum isa_op)op), p);
            }
            if (at && !bti && strchr(at + 5, *letter)) {
                fail_msg("%s: \"%s\" has two fields %c", isa_name((enum isa_op)op), p, *letter);
            }
        }
    }
}

static void test_sections_are_disjoint_and_hold_their_rows(void **state)
{
    (void)state;
    const char *section = NULL;
    for (unsigned n = 0; n < ARRAY_SIZE(lines); n++) {
        const char *p = lines[n].pattern;
        for (unsigned m = 0; lines[n].section && m < n; m++) {
            if (lines[m].section && overlap(p, lines[m].pattern)) {
                fail_msg("sections %s and %s overlap", lines[n].name, lines[m].name);
            }
        }
        if (lines[n].section) {
            section = p;
            continue;
        }
        assert_non_null(section);
        uint32_t fixed = fixed_of(section);
        if ((fixed_of(p) & fixed) != fixed || (value_of(p) & fixed) != value_of(section)) {
            fail_msg("%s is not inside its section", lines[n].name);
        }
    }
}

/* The only rows that others may be special cases of. */
static bool is_general(unsigned op)
{
    return op == ISA_HINT || op == ISA_LD1_lane || op == ISA_LD2_lane || op == ISA_LD3_lane || op == ISA_LD4_lane ||
           op == ISA_LD1_lane_post || op == ISA_LD2_lane_post || op == ISA_LD3_lane_post || op == ISA_LD4_lane_post;
}

static void test_only_declared_rows_overlap(void **state)
{
    (void)state;
    unsigned declared = 0;
    for (unsigned second = 0; second < ISA_OP_COUNT; second++) {
        for (unsigned first = 0; first < second; first++) {
            const char *a = isa_pattern((enum isa_op)first), *b = isa_pattern((enum isa_op)second);
            if (!overlap(a, b)) {
                continue;
            }
            bool special_first = (fixed_of(a) & fixed_of(b)) == fixed_of(b) && fixed_of(a) != fixed_of(b);
            if (!is_general(second) || !special_first) {
                fail_msg("%s and %s overlap", isa_name((enum isa_op)first), isa_name((enum isa_op)second));
            }
            declared++;
        }
    }
    assert_int_equal(declared, 25 + 8); /* named hints, and LDnR under LDn (lane) */
}

static void test_every_row_has_a_word(void **state)
{
    (void)state;
    uint64_t seed = objdump_seed();
    for (unsigned op = 0; op < ISA_OP_COUNT; op++) {
        for (unsigned n = 0; n < 50; n++) {
            struct isa_insn insn;
            uint32_t word = isa_random_word((enum isa_op)op, &seed);
            const char *p = isa_pattern((enum isa_op)op);
            if (op != ISA_UDF) { /* whose word may be 0 */
                assert_int_not_equal(word, 0);
            }
            assert_int_equal(word & fixed_of(p), value_of(p));
            assert_int_equal(isa_decode(word, &insn), ISA_DECODED);
            assert_int_equal(insn.op, op);
            assert_int_equal(insn.word, word);
            assert_null(insn.exec);
        }
    }
}

/* Slots stay inside the register file whatever the word; what is not an instruction leaves nothing behind. */
static void test_any_word_is_safe(void **state)
{
    (void)state;
    uint64_t x = objdump_seed();
    for (unsigned n = 0; n < 2000000; n++) {
        struct isa_insn insn;
        struct isa_access access;
        x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint32_t word = (uint32_t)(x >> 32);
        memset(&insn, 0xee, sizeof insn);
        enum isa_result result = isa_decode(word, &insn);
        assert_int_equal(insn.word, word);
        isa_access_of(&insn, &access);
        if (result == ISA_DECODED) {
            uint64_t all = (BIT64(ISA_NZCV) | BIT64(ISA_SP) | mask64(31));
            assert_true(insn.op < ISA_OP_COUNT && insn.rd < ISA_SLOTS && insn.rn < ISA_SLOTS);
            assert_true(insn.rm < ISA_SLOTS && insn.ra < ISA_SLOTS && insn.rs < ISA_SLOTS);
            assert_true(((access.reads | access.writes) & ~all) == 0);
        } else {
            assert_true(insn.op == ISA_OP_COUNT && insn.imm == 0 && insn.rd == 0 && insn.flags == 0);
            assert_false(isa_unpredictable(&insn));
            assert_true((access.reads | access.writes) == 0 && access.load_bytes == 0 && access.store_bytes == 0);
        }
    }
}

static void expect(uint32_t word, enum isa_result result)
{
    struct isa_insn insn;
    if (isa_decode(word, &insn) != result) {
        fail_msg("%08x: %d, not %d", word, isa_decode(word, &insn), result);
    }
}

/* Reserved values of fields, one of each kind (DDI 0487, the decode pseudocode of each). */
static void test_reserved_fields(void **state)
{
    (void)state;
    expect(0x12400000, ISA_UNALLOCATED); /* AND (immediate), sf 0, N 1 */
    expect(0x9200fc00, ISA_UNALLOCATED); /* AND (immediate), imms 111111, N 0 */
    expect(0x92407c00, ISA_DECODED);     /* and x0, x0, #0xffffffff */
    expect(0x9240fc00, ISA_UNALLOCATED); /* all 64 bits */
    expect(0x52c00000, ISA_UNALLOCATED); /* MOVZ, sf 0, hw 2 */
    expect(0x53208000, ISA_UNALLOCATED); /* UBFM, sf 0, immr 32 */
    expect(0x93000000, ISA_UNALLOCATED); /* SBFM, sf 1, N 0 */
    expect(0x13808000, ISA_UNALLOCATED); /* EXTR, sf 0, imms 32 */
    expect(0x0bc00000, ISA_UNALLOCATED); /* ADD (shifted register), ROR */
    expect(0x0b008000, ISA_UNALLOCATED); /* ADD (shifted register), sf 0, imm6 32 */
    expect(0x0b201400, ISA_UNALLOCATED); /* ADD (extended register), imm3 5 */
    expect(0xf8600800, ISA_UNALLOCATED); /* LDR (register), option 000 */
    expect(0xe8000000, ISA_UNALLOCATED); /* pair, opc 11 */
    expect(0xec000000, ISA_UNALLOCATED); /* SIMD pair, opc 11 */
    expect(0x08217c00, ISA_UNALLOCATED); /* CASP, odd Rs */
    expect(0x08207c01, ISA_UNALLOCATED); /* CASP, odd Rt */
    expect(0x7d800000, ISA_UNALLOCATED); /* STR (SIMD), opc:size over 4 */
    expect(0x0c408c00, ISA_UNALLOCATED); /* LD2 .1d */
    expect(0x0c407c00, ISA_DECODED);     /* LD1 .1d */
    expect(0x0d409c00, ISA_UNALLOCATED); /* LD1, lane, size 11 */
    expect(0x1e660000, ISA_UNALLOCATED); /* FMOV W from D */
    expect(0x0e080c00, ISA_UNALLOCATED); /* DUP .1d */
    expect(0x0e003c00, ISA_UNALLOCATED); /* UMOV, imm5 0 */
    expect(0x00000000, ISA_DECODED);     /* udf #0 */
    expect(0x00010000, ISA_UNALLOCATED); /* beside it */
    expect(0x04000000, ISA_UNKNOWN);     /* SVE: allocated, and not here */
    expect(0x1e202800, ISA_UNKNOWN);     /* fadd s0, s0, s0 */
}

static void expect_unpredictable(uint32_t word, bool unpredictable)
{
    struct isa_insn insn;
    assert_int_equal(isa_decode(word, &insn), ISA_DECODED);
    if (isa_unpredictable(&insn) != unpredictable) {
        fail_msg("%08x %s: %sexpected to be unpredictable", word, isa_name((enum isa_op)insn.op),
                 unpredictable ? "" : "not ");
    }
}

static void test_unpredictable(void **state)
{
    (void)state;
    expect_unpredictable(0xf8408c00, true);  /* ldr x0, [x0, #8]! */
    expect_unpredictable(0xf8408c01, false); /* ldr x1, [x0, #8]! */
    expect_unpredictable(0xf8008420, false); /* str x0, [x1], #8 */
    expect_unpredictable(0xf8008421, true);  /* str x1, [x1], #8 */
    expect_unpredictable(0xf80087ff, false); /* str xzr, [sp], #8 */
    expect_unpredictable(0xf9400000, false); /* ldr x0, [x0] */
    expect_unpredictable(0xfc408c00, false); /* ldr d0, [x0, #8]! */
    expect_unpredictable(0xa9400020, true);  /* ldp x0, x0, [x1] */
    expect_unpredictable(0xa9000020, false); /* stp x0, x0, [x1] */
    expect_unpredictable(0xa9c10440, false); /* ldp x0, x1, [x2, #16]! */
    expect_unpredictable(0xa9c10420, true);  /* ldp x0, x1, [x1, #16]! */
    expect_unpredictable(0xa9bf0420, true);  /* stp x0, x1, [x1, #-16]! */
    expect_unpredictable(0xa9bf7bfd, false); /* stp x29, x30, [sp, #-16]! */
    expect_unpredictable(0xad400020, true);  /* ldp q0, q0, [x1] */
    expect_unpredictable(0xc8007c20, true);  /* stxr w0, x0, [x1] */
    expect_unpredictable(0xc8017c20, true);  /* stxr w1, x0, [x1] */
    expect_unpredictable(0xc8027c20, false); /* stxr w2, x0, [x1] */
    expect_unpredictable(0xc8020820, true);  /* stxp w2, x0, x2, [x1]: Rt2 is the status */
    expect_unpredictable(0xc87f0020, true);  /* ldxp x0, x0, [x1] */
    expect_unpredictable(0xc89ffc20, false); /* stlr x0, [x1] */
    expect_unpredictable(0xc85f7c20, false); /* ldxr x0, [x1] */
    expect_unpredictable(0xc85e7c20, true);  /* the same with Rs 30: should be ones */
    expect_unpredictable(0xf8200c21, true);  /* ldraa x1, [x1]! */
    expect_unpredictable(0xf8200c22, false); /* ldraa x2, [x1]! */
    expect_unpredictable(0xd50330ff, false); /* sb */
    expect_unpredictable(0xd50331ff, true);  /* CRm should be zero */
}

/* Register 31 by the way each field is used (the words are from GNU as 2.40; slots: the comment in isa/isa.h). */
enum { ANY = 0xff };
/* clang-format off */
static const struct {
    uint32_t word;
    const char *text;
    uint8_t rd_rn_rm_ra_rs_opt[6];
} slot_cases[] = {
    {0xd280003f, "movz xzr, #1", {ISA_SINK, ANY, ANY, ANY, ANY, ANY}},
    {0x1000001f, "adr xzr, .", {ISA_SINK, ANY, ANY, ANY, ANY, ANY}},
    {0xb100043f, "cmn x1, #1", {ISA_SINK, ANY, ANY, ANY, ANY, ANY}},
    {0x9100043f, "add sp, x1, #1", {ISA_SP, ANY, ANY, ANY, ANY, ANY}},
    {0xd10007e1, "sub x1, sp, #1", {ANY, ISA_SP, ANY, ANY, ANY, ANY}},
    {0x9240003f, "and sp, x1, #1", {ISA_SP, ANY, ANY, ANY, ANY, ANY}},
    {0xf240003f, "tst x1, #1", {ISA_SINK, ANY, ANY, ANY, ANY, ANY}},
    {0x924003e1, "and x1, xzr, #1", {ANY, ISA_ZR, ANY, ANY, ANY, ANY}},
    {0x8b0203ff, "add xzr, xzr, x2", {ISA_SINK, ISA_ZR, ANY, ANY, ANY, ANY}},
    {0xaa1f003f, "orr xzr, x1, xzr", {ISA_SINK, ANY, ISA_ZR, ANY, ANY, ANY}},
    {0x8b22403f, "add sp, x1, w2, uxtw", {ISA_SP, 1, ANY, ANY, ANY, ANY}},
    {0xeb3f43ff, "cmp sp, wzr, uxtw", {ISA_SINK, ISA_SP, ISA_ZR, ANY, ANY, ANY}},
    {0x9a8103ff, "csel xzr, xzr, x1, eq", {ISA_SINK, ISA_ZR, ANY, ANY, ANY, ANY}},
    {0x9b027c3f, "madd xzr, x1, x2, xzr", {ISA_SINK, ANY, ANY, ISA_ZR, ANY, ANY}},
    {0x9ac10bff, "udiv xzr, xzr, x1", {ISA_SINK, ISA_ZR, ANY, ANY, ANY, ANY}},
    {0xdac013ff, "clz xzr, xzr", {ISA_SINK, ISA_ZR, ANY, ANY, ANY, ANY}},
    {0xd3410bff, "ubfx xzr, xzr, #1, #2", {ISA_SINK, ISA_ZR, ANY, ANY, ANY, ANY}},
    {0x93df043f, "extr xzr, x1, xzr, #1", {ISA_SINK, ANY, ISA_ZR, ANY, ANY, ANY}},
    {0xfa5f03e0, "ccmp xzr, xzr, #0, eq", {ANY, ISA_ZR, ISA_ZR, ANY, ANY, ANY}},
    {0x3a000bed, "setf8 wzr", {ANY, ISA_ZR, ANY, ANY, ANY, ANY}},
    {0xf94003ff, "ldr xzr, [sp]", {ISA_SINK, ISA_SP, ANY, ANY, ANY, ANY}},
    {0xf90003ff, "str xzr, [sp]", {ISA_ZR, ISA_SP, ANY, ANY, ANY, ANY}},
    {0xf87f683f, "ldr xzr, [x1, xzr]", {ISA_SINK, ANY, ISA_ZR, ANY, ANY, ANY}},
    {0x5800001f, "ldr xzr, .", {ISA_SINK, ISA_ZR, ANY, ANY, ANY, ANY}},
    {0xa94007ff, "ldp xzr, x1, [sp]", {ISA_SINK, ISA_SP, ANY, 1, ANY, ANY}},
    {0xa9407fe1, "ldp x1, xzr, [sp]", {1, ANY, ANY, ISA_SINK, ANY, ANY}},
    {0xa9007fff, "stp xzr, xzr, [sp]", {ISA_ZR, ANY, ANY, ISA_ZR, ANY, ANY}},
    {0xc85f7fff, "ldxr xzr, [sp]", {ISA_SINK, ISA_SP, ANY, ANY, ISA_ZR, ANY}},
    {0xc87f7fe1, "ldxp x1, xzr, [sp]", {1, ANY, ANY, ISA_SINK, ANY, ANY}},
    {0xc81f7fe1, "stxr wzr, x1, [sp]", {1, ANY, ANY, ANY, ISA_SINK, ANY}},
    {0xc8237fff, "stxp w3, xzr, xzr, [sp]", {ISA_ZR, ANY, ANY, ISA_ZR, 3, ANY}},
    {0xc8dfffff, "ldar xzr, [sp]", {ISA_SINK, ANY, ANY, ANY, ANY, ANY}},
    {0xc89fffff, "stlr xzr, [sp]", {ISA_ZR, ANY, ANY, ANY, ANY, ANY}},
    {0xf8bfc3ff, "ldapr xzr, [sp]", {ISA_SINK, ISA_SP, ANY, ANY, ANY, ANY}},
    {0xc8bf7fff, "cas xzr, xzr, [sp]", {ISA_ZR, ANY, ANY, ISA_SINK, ISA_ZR, ANY}},
    {0x483e7fe0, "casp x30, xzr, x0, x1, [sp]", {0, ANY, ISA_ZR, 1, 30, ISA_SINK}},
    {0x48227ffe, "casp x2, x3, x30, xzr, [sp]", {30, ANY, 3, ISA_ZR, 2, 3}},
    {0xf83f03ff, "ldadd xzr, xzr, [sp]", {ISA_SINK, ISA_SP, ANY, ANY, ISA_ZR, ANY}},
    {0xf83f83ff, "swp xzr, xzr, [sp]", {ISA_SINK, ANY, ANY, ANY, ISA_ZR, ANY}},
    {0xd53b423f, "mrs xzr, daif", {ISA_SINK, ANY, ANY, ANY, ANY, ANY}},
    {0xd51b423f, "msr daif, xzr", {ISA_ZR, ANY, ANY, ANY, ANY, ANY}},
    {0xd50b743f, "dc zva, xzr", {ISA_ZR, ANY, ANY, ANY, ANY, ANY}},
    {0xd528711f, "sysl xzr, #0, c7, c1, #0", {ISA_SINK, ANY, ANY, ANY, ANY, ANY}},
    {0xb400001f, "cbz xzr, .", {ISA_ZR, ANY, ANY, ANY, ANY, ANY}},
    {0x3600001f, "tbz wzr, #0, .", {ISA_ZR, ANY, ANY, ANY, ANY, ANY}},
    {0xd61f03e0, "br xzr", {ANY, ISA_ZR, ANY, ANY, ANY, ANY}},
    {0xd71f083f, "braa x1, sp", {ANY, 1, ISA_SP, ANY, ANY, ANY}},
    {0xd65f0bff, "retaa", {ANY, 30, ISA_SP, ANY, ANY, ANY}},
    {0xdac103ff, "pacia xzr, sp", {ISA_SINK, ISA_SP, ANY, ANY, ANY, ANY}},
    {0xdac123ff, "paciza xzr", {ISA_SINK, ISA_ZR, ANY, ANY, ANY, ANY}},
    {0x9adf33ff, "pacga xzr, xzr, sp", {ISA_SINK, ISA_ZR, ISA_SP, ANY, ANY, ANY}},
    {0xd503211f, "pacia1716", {17, 16, ANY, ANY, ANY, ANY}},
    {0xd503233f, "paciasp", {30, ISA_SP, ANY, ANY, ANY, ANY}},
    {0xd503231f, "paciaz", {30, ISA_ZR, ANY, ANY, ANY, ANY}},
    {0xf82007ff, "ldraa xzr, [sp]", {ISA_SINK, ISA_SP, ANY, ANY, ANY, ANY}},
    {0xf98003ff, "prfm #31, [sp]", {ISA_ZR, ISA_SP, ANY, ANY, 31, ANY}},
    {0xd503101f, "wfet xzr", {ISA_ZR, ANY, ANY, ANY, ANY, ANY}},
    {0x9e6603ff, "fmov xzr, d31", {ISA_SINK, 31, ANY, ANY, ANY, ANY}},
    {0x9e6703ff, "fmov d31, xzr", {31, ISA_ZR, ANY, ANY, ANY, ANY}},
    {0x0e013fff, "umov wzr, v31.b[0]", {ISA_SINK, 31, ANY, ANY, ANY, ANY}},
    {0x3dc003ff, "ldr q31, [sp]", {31, ISA_SP, ANY, ANY, ANY, ANY}},
    {0xad407bff, "ldp q31, q30, [sp]", {31, ANY, ANY, 30, ANY, ANY}},
    {0x4cdf73ff, "ld1 {v31.16b}, [sp], #16", {31, ISA_SP, ISA_ZR, ANY, ANY, ANY}},
};
/* clang-format on */

static void test_register_31(void **state)
{
    (void)state;
    unsigned wrong = 0;
    for (unsigned n = 0; n < ARRAY_SIZE(slot_cases); n++) {
        struct isa_insn i;
        assert_int_equal(isa_decode(slot_cases[n].word, &i), ISA_DECODED);
        const uint8_t got[6] = {i.rd, i.rn, i.rm, i.ra, i.rs, i.opt};
        for (unsigned k = 0; k < 6; k++) {
            uint8_t want = slot_cases[n].rd_rn_rm_ra_rs_opt[k];
            if (want != ANY && want != got[k]) {
                print_error("%s: slot %u is %u, not %u\n", slot_cases[n].text, k, got[k], want);
                wrong++;
            }
        }
    }
    assert_int_equal(wrong, 0);
}

/* The pins of differences.txt. */
struct pin {
    char kind[12], what[24];
};
enum { PINS = 64 };

static unsigned read_pins(struct pin *pins)
{
    FILE *file = fopen(SOURCE_DIR "/tests/isa/differences.txt", "r");
    char line[256];
    unsigned count = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (line[0] != '#' && count < PINS && sscanf(line, "%11s %23s", pins[count].kind, pins[count].what) == 2) {
            count++;
        }
    }
    fclose(file);
    assert_true(count < PINS);
    return count;
}

static bool pinned(const struct pin *pins, unsigned count, const char *kind, const char *what)
{
    for (unsigned n = 0; n < count; n++) {
        size_t stem = strcspn(pins[n].what, "*"); /* "cpy*": all that begin so */
        bool same =
            pins[n].what[stem] == '*' ? strncmp(pins[n].what, what, stem) == 0 : strcmp(pins[n].what, what) == 0;
        if (same && strcmp(pins[n].kind, kind) == 0) {
            return true;
        }
    }
    return false;
}

/* Outside SVE, SME and the SIMD half: what the table must cover. */
static bool is_general_space(uint32_t word)
{
    bool simd = bits(word, 27, 25) == 7 || (bit(word, 27) && bit(word, 26) && !bit(word, 25));
    return bits(word, 28, 25) >= 4 && !simd;
}

/* NULL if both say the same of the word; else what the difference is. */
static const char *difference(uint32_t word, const struct objdump_line *line, const struct pin *pins, unsigned count)
{
    struct isa_insn insn;
    char name[24] = "";
    sscanf(line->text, "%23s", name);
    switch (isa_decode(word, &insn)) {
    case ISA_DECODED:
        if (line->undefined && !isa_unpredictable(&insn)) {
            return "decoded";
        }
        return !line->undefined || pinned(pins, count, "undefined", isa_name((enum isa_op)insn.op)) ? NULL : "decoded";
    case ISA_UNALLOCATED:
        return line->undefined ? NULL : "unallocated";
    case ISA_UNKNOWN:
        return line->undefined || !is_general_space(word) || pinned(pins, count, "beyond", name) ? NULL : "unknown";
    }
    return "no result";
}

static void test_random_words_against_objdump(void **state)
{
    enum { WORDS = 1000000 };
    (void)state;
    if (!objdump_exists()) {
        skip();
    }
    struct pin pins[PINS];
    unsigned pin_count = read_pins(pins), wrong = 0;
    uint32_t *words = malloc(WORDS * sizeof *words);
    uint64_t x = objdump_seed();
    assert_non_null(words);
    for (unsigned n = 0; n < WORDS; n++) {
        x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        words[n] = (uint32_t)(x >> 32);
    }
    struct objdump_line *said = objdump_words(words, WORDS);
    assert_non_null(said);
    for (unsigned n = 0; n < WORDS; n++) {
        const char *what = difference(words[n], &said[n], pins, pin_count);
        if (what && wrong++ < 40) {
            print_error("%08x: %s, objdump says \"%s\"\n", words[n], what, said[n].text);
        }
    }
    free(said);
    free(words);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_patterns_are_32_characters),
        cmocka_unit_test(test_register_fields_have_five_bits),
        cmocka_unit_test(test_sections_are_disjoint_and_hold_their_rows),
        cmocka_unit_test(test_only_declared_rows_overlap),
        cmocka_unit_test(test_every_row_has_a_word),
        cmocka_unit_test(test_any_word_is_safe),
        cmocka_unit_test(test_reserved_fields),
        cmocka_unit_test(test_unpredictable),
        cmocka_unit_test(test_register_31),
        cmocka_unit_test(test_random_words_against_objdump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
