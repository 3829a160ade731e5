/* SPDX-License-Identifier: Apache-2.0 */
/* Makes random sequences that stay inside their code and data. */
#include "random.h"

#include <string.h>

enum { MARGIN = 0x2000 };

/* Values at the edges of the flag arithmetic are far likelier than chance. */
static uint64_t value(struct random_source *r)
{
    static const uint64_t edges[] = {
        0,          1,          2,          UINT64_MAX,         INT64_MAX,          (uint64_t)INT64_MIN,
        0x7fffffff, 0x80000000, 0xffffffff, 0xffffffff00000000, 0xffffffff80000000, 0xff,
        0x8000,     63,         64};
    uint64_t x = random_next(r);
    switch (random_below(r, 4)) {
    case 0:
        return edges[x % (sizeof edges / sizeof edges[0])];
    case 1:
        return x >> random_below(r, 64);
    case 2:
        return (uint64_t)((int64_t)x >> random_below(r, 64));
    default:
        return x;
    }
}

void random_value_fill(struct random_source *r, struct random_state *start)
{
    for (unsigned n = 0; n < 31; n++) {
        start->x[n] = value(r);
    }
    for (unsigned n = 0; n < 32; n++) {
        start->v[n][0] = value(r);
        start->v[n][1] = value(r);
    }
    start->sp = RANDOM_DATA + MARGIN;
    start->pc = RANDOM_CODE;
    start->nzcv = (uint32_t)random_next(r) & 0xf0000000u;
    start->faulted = false;
    for (unsigned n = 0; n < RANDOM_DATA_SIZE; n += 8) {
        uint64_t x = random_next(r);
        memcpy(start->memory + n, &x, 8);
    }
}

/* A unit before layout: where its branch or literal field is, and by how many units it jumps. */
struct unit {
    uint32_t word[RANDOM_UNIT_WORDS];
    unsigned count;
    unsigned skip;  /* branches: to the start of the skip-th unit from here */
    int target_mov; /* the movz whose movz/movk pair gets the target's address, or -1 */
    uint64_t literal;
};

static void emit(struct unit *u, uint32_t word)
{
    u->word[u->count++] = word;
}

/* movz and movk of a value below 2^32: always two words. */
static void emit_value(struct unit *u, unsigned reg, uint64_t x)
{
    emit(u, 0xd2800000u | (uint32_t)(x & 0xffff) << 5 | reg);
    emit(u, 0xf2a00000u | (uint32_t)(x >> 16 & 0xffff) << 5 | reg);
}

static bool is_memory(enum isa_class c)
{
    return (c >= ISA_C_LOAD && c <= ISA_C_ATOMIC) || (c >= ISA_C_FP_LOAD && c <= ISA_C_FP_STORE_PAIR);
}

static bool needs_alignment(enum isa_class c)
{
    return c == ISA_C_LOAD_EXCL || c == ISA_C_STORE_EXCL || c == ISA_C_ATOMIC;
}

static bool is_literal(uint32_t word)
{
    return (word & 0x3b000000u) == 0x18000000u; /* DDI 0487 C4.1, "Load register (literal)" */
}

static bool is_store_exclusive(uint32_t word)
{
    return (word & 0x3fc00000u) == 0x08000000u && !((word & 0x80200000u) == 0x00200000u); /* not CASP */
}

/* Either the reservation is given up, or it is taken at the same place and size: what a reservation does elsewhere is
 * IMPLEMENTATION DEFINED. */
static void emit_reservation(struct random_source *r, struct unit *u, uint32_t word)
{
    unsigned rn = word >> 5 & 31, a = 0, b = 1;
    if (random_below(r, 4) == 0) {
        emit(u, 0xd5033f5fu); /* clrex */
        return;
    }
    while (a == rn || b == rn) {
        a += 2, b += 2;
    }
    uint32_t pair = word & 0x00200000u;
    emit(u, (word & 0xffe08000u) | 0x00400000u | 31u << 16 | (pair ? b : 31u) << 10 | rn << 5 | a);
}

static bool emit_memory(struct random_source *r, struct unit *u, const struct isa_insn *i, enum isa_class c)
{
    uint64_t target = RANDOM_DATA + MARGIN + random_below(r, RANDOM_DATA_SIZE - 2 * MARGIN);
    bool offset = i->flags & ISA_I_REGOFF;
    unsigned rn = i->word >> 5 & 31;
    if (is_literal(i->word)) {
        u->literal = target & ~UINT64_C(3);
        emit(u, i->word);
        return true;
    }
    if (needs_alignment(c) || random_below(r, 2)) {
        target &= ~UINT64_C(15);
    }
    if (!(i->flags & ISA_I_POST) && !offset) {
        target -= (uint64_t)i->imm;
    }
    if (rn == 31) {
        emit_value(u, 30, target);
        emit(u, 0x910003dfu); /* mov sp, x30 */
    } else {
        emit_value(u, rn, target);
    }
    if (offset) {
        unsigned rm = i->word >> 16 & 31, option = i->word >> 13 & 7;
        if (rm == rn) {
            return false;
        }
        bool negative = option != 2 && random_below(r, 2); /* not UXTW */
        if (rm != 31) {
            emit(u, (negative ? 0x92800000u : 0xd2800000u) | (uint32_t)random_below(r, 256) << 5 | rm);
        }
    }
    if (is_store_exclusive(i->word)) {
        emit_reservation(r, u, i->word);
    }
    emit(u, i->word);
    return true;
}

static bool make_unit(struct random_source *r, const struct random_rows *rows, struct unit *u)
{
    enum isa_op op = rows->op[random_below(r, rows->count)];
    enum isa_class c = isa_class_of(op);
    struct isa_insn i;
    uint32_t word = isa_random_word(op, &r->state);
    u->count = 0, u->skip = 0, u->literal = 0, u->target_mov = -1;
    if (isa_decode(word, &i) != ISA_DECODED) {
        return false;
    }
    if (is_memory(c)) {
        return emit_memory(r, u, &i, c);
    }
    if (c == ISA_C_BRANCH || c == ISA_C_BRANCH_COND || c == ISA_C_CALL) {
        u->skip = 1 + (unsigned)random_below(r, 3);
    }
    if (c == ISA_C_BRANCH_IND || c == ISA_C_RET) {
        if (i.rn == ISA_ZR) {
            return false;
        }
        u->skip = 1 + (unsigned)random_below(r, 3);
        u->target_mov = 0;
        emit_value(u, i.rn, 0);
    }
    emit(u, word);
    return true;
}

/* The offset field of a direct branch or literal: width and position. */
static uint32_t with_offset(uint32_t word, int64_t bytes)
{
    uint32_t n = (uint32_t)(bytes / 4);
    if ((word & 0x7c000000u) == 0x14000000u) {
        return (word & ~0x03ffffffu) | (n & 0x03ffffffu);
    }
    if ((word & 0x7e000000u) == 0x36000000u) {
        return (word & ~0x0007ffe0u) | (n & 0x3fff) << 5;
    }
    return (word & ~0x00ffffe0u) | (n & 0x7ffff) << 5;
}

static void fix(struct random_sequence *s, unsigned first, const struct unit *u, uint64_t target)
{
    unsigned last = first + u->count - 1;
    uint64_t pc = RANDOM_CODE + last * 4;
    if (u->target_mov >= 0) {
        s->word[first] |= (uint32_t)(target & 0xffff) << 5;
        s->word[first + 1] |= (uint32_t)(target >> 16 & 0xffff) << 5;
    } else if (u->skip != 0) {
        s->word[last] = with_offset(s->word[last], (int64_t)(target - pc));
    } else if (u->literal != 0) {
        s->word[last] = with_offset(s->word[last], (int64_t)(u->literal - pc));
    }
}

void random_sequence_make(struct random_source *r, const struct random_rows *rows, struct random_sequence *s)
{
    struct unit units[RANDOM_UNITS];
    unsigned first[RANDOM_UNITS + 1];
    s->words = 0;
    s->tested[s->words] = false;
    s->word[s->words++] = 0xd5033f5fu; /* clrex: no reservation of the sequence before */
    for (unsigned n = 0; n < RANDOM_UNITS; n++) {
        while (!make_unit(r, rows, &units[n])) {
        }
        first[n] = s->words;
        for (unsigned k = 0; k < units[n].count; k++) {
            s->tested[s->words] = k + 1 == units[n].count;
            s->word[s->words++] = units[n].word[k];
        }
    }
    first[RANDOM_UNITS] = s->words;
    for (unsigned n = 0; n < RANDOM_UNITS; n++) {
        unsigned to = n + units[n].skip;
        fix(s, first[n], &units[n], RANDOM_CODE + 4 * first[to > RANDOM_UNITS ? RANDOM_UNITS : to]);
    }
}
