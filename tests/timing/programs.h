/* SPDX-License-Identifier: Apache-2.0 */
/* Words for the timing tests, random programs of them, and a failing allocator. */
#ifndef TESTS_TIMING_PROGRAMS_H
#define TESTS_TIMING_PROGRAMS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/hash.h"
#include "isa/isa.h"
#include "timing/core.h"
#include "timing/sim.h"

#define W_NOP             UINT32_C(0xd503201f)
#define W_ADD_1           UINT32_C(0x91000400) /* add x0, x0, #1 */
#define W_ADD_INDEPENDENT UINT32_C(0x91000441) /* add x1, x2, #1 */
#define W_ADD_REG         UINT32_C(0x8b020020) /* add x0, x1, x2 */
#define W_ADD_CHAIN_LSL1  UINT32_C(0x8b000420) /* add x0, x1, x0, lsl #1 */
#define W_ADD_CHAIN_LSL5  UINT32_C(0x8b001420) /* add x0, x1, x0, lsl #5 */
#define W_UBFX_CHAIN      UINT32_C(0xd3441400) /* ubfx x0, x0, #4, #2 */
#define W_MUL_CHAIN       UINT32_C(0x9b017c00) /* mul x0, x0, x1 */
#define W_LDR_CHAIN       UINT32_C(0xf9400000) /* ldr x0, [x0] */
#define W_LDR_X1          UINT32_C(0xf9400001) /* ldr x1, [x0] */
#define W_LDR_X3_X2       UINT32_C(0xf9400043) /* ldr x3, [x2] */
#define W_LDP_FIRST       UINT32_C(0xa9400400) /* ldp x0, x1, [x0] */
#define W_LDP_SECOND      UINT32_C(0xa9400001) /* ldp x1, x0, [x0] */
#define W_STR_SP          UINT32_C(0xf90003e1) /* str x1, [sp] */
#define W_LDR_SP          UINT32_C(0xf94003e1) /* ldr x1, [sp] */
#define W_LDR_SP8         UINT32_C(0xf94007e1) /* ldr x1, [sp, #8] */
#define W_STR_SP8         UINT32_C(0xf90007e1) /* str x1, [sp, #8] */
#define W_STP_PUSH        UINT32_C(0xa9bf0be1) /* stp x1, x2, [sp, #-16]! */
#define W_STP_SP          UINT32_C(0xa9000be1) /* stp x1, x2, [sp] */
#define W_LDP_POP         UINT32_C(0xa8c10be1) /* ldp x1, x2, [sp], #16 */
#define W_ADD_SP          UINT32_C(0x910023ff) /* add sp, sp, #8 */
#define W_MOV_SP          UINT32_C(0x910000bf) /* mov sp, x5 */
#define W_B               UINT32_C(0x14000001)
#define W_B_EQ            UINT32_C(0x54000020)
#define W_BL              UINT32_C(0x94000001)
#define W_BLR             UINT32_C(0xd63f0060) /* blr x3 */
#define W_RET             UINT32_C(0xd65f03c0)
#define W_MRS_PMR         UINT32_C(0xd5384602) /* mrs x2, ICC_PMR_EL1 */
#define W_MSR_PMR         UINT32_C(0xd5184602) /* msr ICC_PMR_EL1, x2 */
#define W_MRS_DAIF        UINT32_C(0xd53b4222)
#define W_MSR_DAIF        UINT32_C(0xd51b4222)
#define W_DAIFSET         UINT32_C(0xd50343df)
#define W_DAIFCLR         UINT32_C(0xd50343ff)
#define W_MSR_ALLINT      UINT32_C(0xd501411f)
#define W_MRS_SP_EL0      UINT32_C(0xd5384102)
#define W_MSR_ELR         UINT32_C(0xd5184022)
#define W_MRS_IAR1        UINT32_C(0xd538cc02)
#define W_MSR_EOIR1       UINT32_C(0xd518cc22)
#define W_ISB             UINT32_C(0xd5033fdf)
#define W_DSB_SY          UINT32_C(0xd5033f9f)
#define W_DSB_ISH         UINT32_C(0xd5033b9f)
#define W_DMB_ISH         UINT32_C(0xd5033bbf)
#define W_SVC             UINT32_C(0xd4000001)
#define W_ERET            UINT32_C(0xd69f03e0)
#define W_WFI             UINT32_C(0xd503207f)
#define W_LDAXR           UINT32_C(0xc85ffc43) /* ldaxr x3, [x2] */
#define W_UNKNOWN         UINT32_C(0x1e622820) /* fadd d0, d1, d2: not in the table */

#define WORDS(...) (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)

static inline void programs_decode(uint32_t word, struct isa_insn *insn)
{
    isa_decode(word, insn);
}

static inline uint32_t programs_draw(uint64_t *seed, uint32_t below)
{
    *seed = hash_combine(*seed, 1);
    return (uint32_t)(*seed >> 33) % below;
}

/* Few registers and few addresses, so that everything depends on everything. */
static inline uint32_t programs_dense_word(uint64_t *seed)
{
    static const uint32_t fixed[] = {W_NOP,     W_STP_PUSH, W_LDP_POP, W_ADD_SP,  W_MOV_SP,  W_MRS_PMR, W_MSR_PMR,
                                     W_DSB_SY,  W_ISB,      W_DAIFSET, W_DMB_ISH, W_BL,      W_RET,     W_B_EQ,
                                     W_STR_SP8, W_LDAXR,    W_DSB_ISH, W_MSR_ELR, W_MRS_IAR1};
    uint32_t d = programs_draw(seed, 4), n = programs_draw(seed, 4), m = programs_draw(seed, 4);
    uint32_t offset = programs_draw(seed, 4) << 10;
    uint32_t registers = d | n << 5 | m << 16;
    switch (programs_draw(seed, 8)) {
    case 0:
        return 0x8b000000 | registers; /* add */
    case 1:
        return 0xeb000c00 | registers; /* subs, shifted by 3 */
    case 2:
        return 0x9b007c00 | registers; /* mul */
    case 3:
        return 0xf9400000 | d | n << 5 | offset; /* ldr */
    case 4:
        return 0xf9000000 | d | n << 5 | offset; /* str */
    case 5:
        return 0xf94003e0 | d | offset; /* ldr, [sp] */
    case 6:
        return 0xf90003e0 | d | offset; /* str, [sp] */
    default:
        return fixed[programs_draw(seed, ARRAY_SIZE(fixed))];
    }
}

/* Half dense, half from anywhere in the table. */
static inline uint32_t programs_word(uint64_t *seed)
{
    if (programs_draw(seed, 2) == 0) {
        return programs_dense_word(seed);
    }
    enum isa_op op = (enum isa_op)programs_draw(seed, ISA_OP_COUNT);
    uint32_t word = isa_random_word(op, seed);
    return word != 0 ? word : W_NOP;
}

/* Counts what lives; fails when `left` allocations have been given. */
struct programs_allocator {
    long left, live;
};

static inline void *programs_resize(void *context, void *block, size_t size)
{
    struct programs_allocator *a = context;
    if (size == 0) {
        a->live -= block != NULL;
        free(block);
        return NULL;
    }
    if (a->left-- <= 0) {
        a->left = 0;
        return NULL;
    }
    void *moved = realloc(block, size);
    assert_non_null(moved);
    a->live += block == NULL;
    return moved;
}

/* A changed copy of a core. */
static inline struct gm_core *programs_core(const struct gm_core *core, const char *name, int64_t value)
{
    struct gm_core *copy;
    assert_int_equal(gm_core_clone(core, NULL, &copy), GM_OK);
    assert_int_equal(gm_core_set(copy, name, value, value, value, GM_USER, "test"), GM_OK);
    return copy;
}

/* Runs the words one by one from an idle pipeline; ticks. */
static inline uint64_t programs_ticks(const struct gm_core *core, const uint32_t *words, size_t count, size_t times,
                                      unsigned outcome)
{
    struct timing_sim *sim;
    assert_int_equal(timing_sim_create(core, NULL, &sim), GM_OK);
    for (size_t i = 0; i < times; i++) {
        for (size_t w = 0; w < count; w++) {
            struct isa_insn insn;
            isa_decode(words[w], &insn);
            timing_sim_step(sim, &insn, outcome);
        }
    }
    uint64_t ticks = timing_sim_ticks(sim);
    timing_sim_destroy(sim);
    return ticks;
}

#endif
