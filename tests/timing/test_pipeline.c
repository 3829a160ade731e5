/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pipelines reproduce what their numbers were measured with, and barriers, branches and the window do what is said
 * of them.  Expected cycles are those of the published benchmarks (ocxtal/insn_bench_aarch64, S. Pop's ISB loop), by
 * core: cortex-a53, cortex-a72, neoverse-n1, neoverse-n2, neoverse-v2.
 */
#include "programs.h"

#include <math.h>

enum { TIMES = 1000 };

struct benchmark {
    const char *name;
    uint32_t words[3];
    unsigned count;
    double cycles[5]; /* one round, in a steady state */
};

static const struct benchmark benchmarks[] = {
    {"NOP", {W_NOP}, 1, {0.5, 1, 0.25, 0.2, 0.1}},
    {"add chain", {W_ADD_1}, 1, {1, 1, 1, 1, 1}},
    {"add, lsl #1 chain", {W_ADD_CHAIN_LSL1}, 1, {2, 2, 1, 1, 1}},
    {"add, lsl #5 chain", {W_ADD_CHAIN_LSL5}, 1, {2, 2, 2, 2, 2}},
    {"ubfx chain", {W_UBFX_CHAIN}, 1, {2, 1, 1, 1, 1}},
    {"mul chain", {W_MUL_CHAIN}, 1, {4, 5, 4, 2, 2}},
    {"load-use chain", {W_LDR_CHAIN}, 1, {3, 4, 4, 4, 4}},
    {"ldp, first register", {W_LDP_FIRST}, 1, {3, 4, 4, 4, 4}},
    {"ldp, second register", {W_LDP_SECOND}, 1, {4, 5, 4, 4, 4}},
    {"stp", {W_STP_SP}, 1, {1, 2, 3, 0.5, 0.5}},
    /* In order the load follows its store by one issue slot: half a cycle more than the 3.0 of the benchmark. */
    {"store to load", {W_STR_SP, W_LDR_SP}, 2, {3.5, 6.5, 5.5, 4.6, 4.6}},
    {"stp to ldp", {W_STP_SP, 0xa9400be1 /* ldp x1, x2, [sp] */}, 2, {5, 7, 6.8, 4.2, 4.2}},
    {"branch", {W_B}, 1, {3, 3, 2.8, 1, 1}},
    {"bl, ret", {W_BL, W_RET}, 2, {6.05, 6.5, 6.3, 7.5, 7.5}},
    {"blr, ret", {W_BLR, W_RET}, 2, {8, 12, 10.3, 9.8, 9.8}},
    {"isb", {W_ISB}, 1, {12, 30, 33, 33, 33}},
    {"eoir1, isb", {W_MSR_EOIR1, W_ISB}, 2, {27, 45, 44, 44, 44}},
    {"msr pmr", {W_MSR_PMR}, 1, {20, 40, 40, 45, 46}},
    {"daifset", {W_DAIFSET}, 1, {4, 6, 6, 6, 6}},
    {"daifclr", {W_DAIFCLR}, 1, {4, 6, 6, 6, 6}},
    {"msr allint, #1", {W_MSR_ALLINT}, 1, {4, 6, 6, 6, 6}},
    {"msr allint, x2", {0xd5184302}, 1, {6, 8, 8, 8, 8}},
    {"msr daif", {W_MSR_DAIF}, 1, {6, 8, 8, 8, 8}},
    {"dsb sy", {W_DSB_SY}, 1, {15, 40, 25, 20, 20}},
    {"eret", {W_ERET}, 1, {20, 35, 35, 35, 35}},
};

static void benchmarks_are_reproduced(void **state)
{
    (void)state;
    for (size_t b = 0; b < ARRAY_SIZE(benchmarks); b++) {
        for (size_t c = 0; c < gm_core_count(); c++) {
            const struct benchmark *mark = &benchmarks[b];
            uint64_t ticks = programs_ticks(gm_core_at(c), mark->words, mark->count, 2 * TIMES, 0) -
                             programs_ticks(gm_core_at(c), mark->words, mark->count, TIMES, 0);
            double expected = mark->cycles[c] * GM_TICKS_PER_CYCLE * TIMES;
            if (fabs((double)ticks - expected) > 0.5) { /* to the tick */
                fail_msg("%s on %s: %f cycles, not %f", mark->name, gm_core_name(gm_core_at(c)),
                         (double)ticks / GM_TICKS_PER_CYCLE / TIMES, mark->cycles[c]);
            }
        }
    }
}

static double cycles(const char *core, const uint32_t *words, size_t count, unsigned outcome)
{
    return (double)programs_ticks(gm_core_find(core), words, count, 1, outcome) / GM_TICKS_PER_CYCLE;
}

static void expect(double got, double wanted)
{
    if (fabs(got - wanted) > 0.001) {
        fail_msg("%f cycles, not %f", got, wanted);
    }
}

/* The sums of facts K by hand: system instructions start when all before them is complete. */
static void sections_add_up(void **state)
{
    (void)state;
    /* P. McKenney's section on Neoverse V2: 18 to 22 cycles for MRS DAIF, DAIFSet, load, add, store, MSR DAIF. */
    double section =
        cycles("neoverse-v2", WORDS(W_MRS_DAIF, W_DAIFSET, W_LDR_CHAIN, W_ADD_1, 0xf9000020, W_MSR_DAIF), 0);
    assert_true(section >= 18 && section <= 22);
    expect(cycles("neoverse-n1", WORDS(W_MRS_PMR, W_MSR_PMR, W_DSB_SY), 0), 15 + 40 + 25);
    expect(cycles("cortex-a53", WORDS(W_MRS_PMR, W_MSR_PMR, W_DSB_SY), 0), 8 + 20 + 15);
    expect(cycles("cortex-a72", WORDS(W_MRS_SP_EL0), 0), 3);
    expect(cycles("cortex-a72", WORDS(W_MRS_IAR1, W_MSR_EOIR1), 0), 20 + 15);
    /* MSR ELR_EL1 waits for what is older, but later instructions do not wait for it. */
    expect(cycles("cortex-a72", WORDS(W_LDR_CHAIN, W_MSR_ELR), 0), 4 + 6);
    expect(cycles("cortex-a72", WORDS(W_MSR_ELR, W_LDR_CHAIN, W_ADD_1), 0), 6);
    expect(cycles("cortex-a72", WORDS(W_DAIFSET, W_LDR_CHAIN, W_ADD_1), 0), 6 + 4 + 1);
    /* add x0, x1, x2 is the shifted form without a shift. */
    expect(cycles("cortex-a53", WORDS(W_ADD_REG, W_ADD_REG), 0), 1.5);
}

/* Rules 7 and 8: a DSB SY waits for the acknowledge of earlier PMR writes, when they are sent at all. */
static void dsb_waits_for_acknowledge(void **state)
{
    (void)state;
    for (size_t c = 0; c < gm_core_count(); c++) {
        const char *core = gm_core_name(gm_core_at(c));
        const unsigned pmhe = TIMING_OUTCOME_PMHE;
        double relaxed = cycles(core, WORDS(W_MSR_PMR, W_DSB_SY), 0),
               forced = cycles(core, WORDS(W_MSR_PMR, W_DSB_SY), pmhe);
        expect(forced - relaxed, 150);
        /* Nothing was sent; or nobody waits; or it has been waited for. */
        expect(cycles(core, WORDS(W_DSB_SY), pmhe), cycles(core, WORDS(W_DSB_SY), 0));
        expect(cycles(core, WORDS(W_MSR_PMR, W_ADD_1), pmhe), cycles(core, WORDS(W_MSR_PMR, W_ADD_1), 0));
        expect(cycles(core, WORDS(W_MSR_PMR, W_DSB_ISH), pmhe), cycles(core, WORDS(W_MSR_PMR, W_DSB_ISH), 0));
        expect(cycles(core, WORDS(W_MSR_PMR, W_DSB_SY, W_DSB_SY), pmhe) - forced, cycles(core, WORDS(W_DSB_SY), 0));
        /* What runs in between hides it: ten ISBs are 120 to 330 cycles. */
        double isb = cycles(core, WORDS(W_ISB, W_ISB, W_ISB, W_ISB), 0);
        double hidden = cycles(core, WORDS(W_MSR_PMR, W_ISB, W_ISB, W_ISB, W_ISB, W_DSB_SY), pmhe) - relaxed - isb;
        expect(hidden, isb >= 150 ? 0 : 150 - isb);
    }
}

static void barriers_order_memory(void **state)
{
    (void)state;
    struct gm_core *core = programs_core(gm_core_find("neoverse-n1"), "store_drain", 100 * GM_TICKS_PER_CYCLE);
    const uint32_t store_dsb[] = {W_STR_SP, W_DSB_SY}, store_isb[] = {W_STR_SP, W_ISB};
    /* The store is executed in half a cycle, written 100 later; then the barrier. An ISB does not wait for that. */
    assert_int_equal(programs_ticks(core, store_dsb, 2, 1, 0), (0.5 + 100 + 25) * GM_TICKS_PER_CYCLE);
    assert_int_equal(programs_ticks(core, store_isb, 2, 1, 0), (0.5 + 33) * GM_TICKS_PER_CYCLE);
    gm_core_destroy(core);
    /* A DMB orders accesses, and lets other instructions pass. */
    expect(cycles("neoverse-n1", WORDS(W_LDR_CHAIN, W_DMB_ISH, W_LDR_X3_X2), 0), 4 + 8 + 4);
    expect(cycles("neoverse-n1", WORDS(W_LDR_CHAIN, W_DMB_ISH, W_ADD_INDEPENDENT), 0), 4 + 8);
    /* A load acquire holds later accesses up; the loads before it do not hold it up. */
    expect(cycles("neoverse-n1", WORDS(W_LDAXR, W_LDR_CHAIN), 0), 4 + 4);
    expect(cycles("neoverse-n1", WORDS(W_LDR_CHAIN, 0xc8dffc43 /* ldar x3, [x2] */), 0), 4.5);
    /* A store release waits for earlier accesses. */
    expect(cycles("neoverse-n1", WORDS(W_LDR_CHAIN, 0xc89ffc43 /* stlr x3, [x2] */), 0), 4 + 5);
}

static void stores_are_found(void **state)
{
    (void)state;
    /* Neoverse N1, x1 ready at 0: pair 6.8, one register 5.5, not found 4 and the load's dispatch a third later. */
    const double third = 1.0 / 3;
    expect(cycles("neoverse-n1", WORDS(W_STR_SP, W_LDR_SP), 0), 5.5);
    expect(cycles("neoverse-n1", WORDS(W_STR_SP, W_LDR_SP8), 0), 4 + third);
    expect(cycles("neoverse-n1", WORDS(W_STP_PUSH, W_LDP_POP), 0), 6.8);
    expect(cycles("neoverse-n1", WORDS(W_STP_SP, W_LDR_SP), 0), 6.8);
    /* add sp, sp, #8: sp + 8 is then sp + 0. The load waits for the addition. */
    expect(cycles("neoverse-n1", WORDS(W_STR_SP8, W_ADD_SP, W_LDR_SP), 0), 5.5);
    expect(cycles("neoverse-n1", WORDS(W_STR_SP, W_ADD_SP, W_LDR_SP), 0), third + 1 + 4);
    /* An unknown new base: nothing is known any more. */
    expect(cycles("neoverse-n1", WORDS(W_STR_SP, W_MOV_SP, W_LDR_SP), 0), third + 1 + 4);
    /* The newest store counts, and an older one of the same bytes is gone. mul makes x0's data late. */
    expect(cycles("neoverse-n1", WORDS(W_MUL_CHAIN, 0xf90003e0 /* str x0, [sp] */, W_LDR_SP), 0), 4 + 5.5);
    expect(cycles("neoverse-n1", WORDS(W_MUL_CHAIN, 0xf90003e0, W_STR_SP, W_LDR_SP), 0), 2 * third + 0.5 * third + 5.5);
}

static void branches_cost_what_their_outcome_says(void **state)
{
    (void)state;
    for (size_t c = 0; c < gm_core_count(); c++) {
        const struct gm_core *core = gm_core_at(c);
        const char *name = gm_core_name(core);
        struct gm_core_parameter taken, wrong;
        gm_core_parameter_find(core, "taken_branch", &taken);
        gm_core_parameter_find(core, "mispredict", &wrong);
        const uint32_t branch[] = {W_B_EQ};
        assert_int_equal(programs_ticks(core, branch, 1, TIMES, TIMING_OUTCOME_TAKEN), TIMES * taken.value);
        assert_true((int64_t)programs_ticks(core, branch, 1, TIMES, 0) <= TIMES * taken.value);
        /* Resolved one cycle after its operands; then the refill. */
        uint64_t mispredicted = programs_ticks(core, branch, 1, 1, TIMING_OUTCOME_MISPREDICT);
        assert_int_equal(mispredicted, GM_TICKS_PER_CYCLE + wrong.value);
        expect(cycles(name, WORDS(W_ADD_1), TIMING_OUTCOME_MISPREDICT), 1); /* not a branch */
    }
}

/* Loads of 100 cycles, 15 additions after each: side by side in a large window, one after the other in a small one. */
static void window_limits_overlap(void **state)
{
    (void)state;
    uint32_t words[16] = {W_LDR_X3_X2};
    for (size_t i = 1; i < ARRAY_SIZE(words); i++) {
        words[i] = W_ADD_INDEPENDENT;
    }
    struct gm_core *slow = programs_core(gm_core_find("neoverse-n1"), "load_use", 100 * GM_TICKS_PER_CYCLE);
    struct gm_core *small = programs_core(slow, "window", 8 * GM_TICKS_PER_CYCLE);
    struct gm_core *large = programs_core(slow, "window", 512 * GM_TICKS_PER_CYCLE);
    /* 20 rounds. 320 instructions fit into 512, so all loads overlap: 320 thirds of a cycle and the last load's rest.
     */
    assert_int_equal(programs_ticks(large, words, 16, 20, 0), (304 * 400) + 100 * GM_TICKS_PER_CYCLE);
    /* In 8, the 8th instruction after a load waits for it to retire; the next load is 8 further: 100 + 8 thirds a
     * round, and the last addition is dispatched 7 thirds after that and takes a cycle. */
    assert_int_equal(programs_ticks(small, words, 16, 20, 0), 20 * 120000 + 19 * 8 * 400 + 7 * 400 + 1200);
    /* In order, nothing waits as nobody uses the result. */
    struct gm_core *in_order = programs_core(slow, "in_order", GM_TICKS_PER_CYCLE);
    assert_int_equal(programs_ticks(in_order, words, 16, 20, 0), (304 * 400) + 100 * GM_TICKS_PER_CYCLE);
    gm_core_destroy(slow);
    gm_core_destroy(small);
    gm_core_destroy(large);
    gm_core_destroy(in_order);
}

/* ldr x0; add x0 (waits); mul x5 (does not): in order the mul waits behind the add. */
static void order_matters(void **state)
{
    (void)state;
    const uint32_t words[] = {W_LDR_CHAIN, W_ADD_1, 0x9b037c45 /* mul x5, x2, x3 */};
    struct gm_core *in_order = programs_core(gm_core_find("neoverse-n1"), "in_order", GM_TICKS_PER_CYCLE);
    assert_int_equal(programs_ticks(gm_core_find("neoverse-n1"), words, 3, 1, 0), 5 * GM_TICKS_PER_CYCLE);
    assert_int_equal(programs_ticks(in_order, words, 3, 1, 0), 4 * GM_TICKS_PER_CYCLE + 400 + 4 * GM_TICKS_PER_CYCLE);
    gm_core_destroy(in_order);
}

/* No number, made dearer, makes anything cheaper: what intervals rest on. */
static void numbers_act_one_way(void **state)
{
    (void)state;
    enum { PROGRAMS = 40, LENGTH = 120 };
    for (uint64_t program = 0; program < PROGRAMS; program++) {
        struct timing_op ops[LENGTH];
        unsigned outcomes[LENGTH];
        uint64_t seed = 31 + program;
        for (unsigned i = 0; i < LENGTH; i++) {
            struct isa_insn insn;
            isa_decode(programs_word(&seed), &insn);
            timing_op_of(&insn, &ops[i]);
            outcomes[i] = programs_draw(&seed, 8);
        }
        const struct gm_core *core = gm_core_at(program % gm_core_count());
        for (unsigned p = 0; p < TIMING_PARAMETERS; p++) {
            uint64_t before = 0;
            for (unsigned k = 0; k < 6; k++) {
                struct timing_numbers n;
                struct timing_state s;
                timing_numbers_of(core, TIMING_VALUE, &n);
                if (timing_parameter_table[p].effect == TIMING_FIXED) {
                    continue;
                }
                static const unsigned dearer[] = {0, 500, 1200, 5000, 9999, 50000},
                                      windows[] = {512, 200, 90, 30, 8, 1};
                n.of[p] = timing_parameter_table[p].effect == TIMING_CHEAPER ? windows[k] : dearer[k];
                timing_state_idle(&s, 0);
                for (unsigned i = 0; i < LENGTH; i++) {
                    timing_pipeline_step(&n, &s, &ops[i], outcomes[i]);
                }
                if (s.retired < before) {
                    fail_msg("%s of %s, program %u", timing_parameter_table[p].name, gm_core_name(core),
                             (unsigned)program);
                }
                before = s.retired;
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(benchmarks_are_reproduced), cmocka_unit_test(sections_add_up),
        cmocka_unit_test(dsb_waits_for_acknowledge), cmocka_unit_test(barriers_order_memory),
        cmocka_unit_test(stores_are_found),          cmocka_unit_test(branches_cost_what_their_outcome_says),
        cmocka_unit_test(window_limits_overlap),     cmocka_unit_test(order_matters),
        cmocka_unit_test(numbers_act_one_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
