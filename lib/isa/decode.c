/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the row of a word.  Rows are searched in order inside one section of the table: the first match wins. */
#include "isa/format.h"
#include "isa/isa.h"
#include "isa/pattern.h"
#include "isa/reserved.h"

struct match {
    uint32_t mask, value;
};

static const struct match rows[ISA_OP_COUNT] = {
#define A64(name, pattern, format, class_, feature, flags) {PATTERN_MASK(pattern), PATTERN_VALUE(pattern)},
#include "isa/a64.inc"
#undef A64
};

static isa_format_fn *const formats[ISA_OP_COUNT] = {
#define A64(name, pattern, format, class_, feature, flags) isa_format_##format,
#include "isa/a64.inc"
#undef A64
};

/* First and last row of each section: a section's marker takes the number of the row that follows it. */
enum {
#define A64_SECTION(name, pattern)                         FIRST_##name, RESET_##name = FIRST_##name - 1,
#define A64(name, pattern, format, class_, feature, flags) ROW_##name,
#include "isa/a64.inc"
#undef A64
    ROWS_END
};
_Static_assert((int)ROWS_END == (int)ISA_OP_COUNT, "a section marker shifted the rows");

static const struct section {
    struct match match;
    uint16_t first;
} sections[] = {
#define A64(name, pattern, format, class_, feature, flags)
#define A64_SECTION(name, pattern) {{PATTERN_MASK(pattern), PATTERN_VALUE(pattern)}, FIRST_##name},
#include "isa/a64.inc"
#undef A64
    {{0, 0}, ISA_OP_COUNT}, /* where the last one ends */
};

static bool matches(const struct match *m, uint32_t word)
{
    return (word & m->mask) == m->value;
}

static enum isa_op find(uint32_t word)
{
    for (const struct section *s = sections; s->first < ISA_OP_COUNT; s++) {
        if (!matches(&s->match, word)) {
            continue;
        }
        for (unsigned op = s->first; op < s[1].first; op++) {
            if (matches(&rows[op], word)) {
                return (enum isa_op)op;
            }
        }
    }
    return ISA_OP_COUNT;
}

enum isa_result isa_decode(uint32_t word, struct isa_insn *insn)
{
    static const struct isa_insn none = {.op = ISA_OP_COUNT};
    enum isa_result result = ISA_UNKNOWN;
    enum isa_op op = find(word);

    if (op != ISA_OP_COUNT) {
        *insn = (struct isa_insn){
            .op = (uint16_t)op, .word = word, .rd = ISA_ZR, .rn = ISA_ZR, .rm = ISA_ZR, .ra = ISA_ZR, .rs = ISA_ZR};
        result = formats[op](insn);
    } else if (isa_reserved(word)) {
        result = ISA_UNALLOCATED;
    }
    if (result != ISA_DECODED) {
        *insn = none;
        insn->word = word;
    }
    return result;
}

/* SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t draw(uint64_t *seed)
{
    uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

uint32_t isa_random_word(enum isa_op op, uint64_t *seed)
{
    enum { TRIES = 1000 };
    const char *pattern = isa_pattern(op);
    uint32_t ones = PATTERN_BITS(pattern, 'I'), zeros = PATTERN_BITS(pattern, 'O');

    for (unsigned i = 0; i < TRIES; i++) {
        struct isa_insn insn;
        uint32_t word = (uint32_t)draw(seed) & ~rows[op].mask;
        word = ((word | rows[op].value) | ones) & ~zeros;
        if (isa_decode(word, &insn) == ISA_DECODED && insn.op == op) {
            return word;
        }
    }
    return 0;
}
