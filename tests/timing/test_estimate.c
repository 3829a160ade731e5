/* SPDX-License-Identifier: Apache-2.0 */
/* Estimates: counts by hand, intervals from facts K by hand, and what a difference lets cancel. */
#include "programs.h"

#include "timing/recording.h"

#include <gicmask/estimate.h>
#include <string.h>

static struct gm_recording *record(const uint32_t *words, size_t count, unsigned flags)
{
    struct gm_recording *r;
    assert_int_equal(gm_recording_create(NULL, &r), GM_OK);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(gm_recording_append(r, words[i], 0x1000 + 4 * i, flags), GM_OK);
    }
    return r;
}

static void recordings_keep_what_they_are_given(void **state)
{
    (void)state;
    struct gm_recording *r = record(WORDS(W_NOP, W_B), GM_RECORD_TAKEN | GM_RECORD_PMHE);
    struct gm_record e;
    assert_int_equal(gm_recording_append_event(r, GM_RECORD_WAKE), GM_OK);
    assert_int_equal(gm_recording_append_event(r, (enum gm_record_event)2), GM_BAD_ARGUMENT);
    assert_int_equal(gm_recording_append(r, W_NOP, 0, 8), GM_BAD_ARGUMENT);
    assert_int_equal(gm_recording_append(NULL, W_NOP, 0, 0), GM_BAD_ARGUMENT);
    assert_int_equal(gm_recording_length(r), 3);
    assert_true(gm_recording_at(r, 1, &e));
    assert_false(e.is_event);
    assert_int_equal(e.word, W_B);
    assert_int_equal(e.address, 0x1004);
    assert_int_equal(e.flags, GM_RECORD_TAKEN | GM_RECORD_PMHE);
    assert_true(gm_recording_at(r, 2, &e));
    assert_true(e.is_event);
    assert_int_equal(e.event, GM_RECORD_WAKE);
    assert_false(gm_recording_at(r, 3, &e));
    r->length = GM_RECORDING_MAX; /* as if it were full */
    assert_int_equal(gm_recording_append(r, W_NOP, 0, 0), GM_TOO_LARGE);
    assert_int_equal(gm_recording_append_event(r, GM_RECORD_WAKE), GM_TOO_LARGE);
    gm_recording_clear(r);
    assert_int_equal(gm_recording_length(r), 0);
    gm_recording_destroy(r);
    gm_recording_destroy(NULL);
}

static void everything_is_counted(void **state)
{
    (void)state;
    struct gm_recording *r = record(
        WORDS(W_NOP, W_NOP, W_MRS_PMR, W_MSR_PMR, W_MSR_PMR, W_MSR_PMR, W_MRS_DAIF, W_MSR_DAIF, W_MSR_DAIF, W_DAIFSET,
              W_DAIFCLR, W_DAIFSET, W_MSR_ALLINT, W_DSB_SY, W_DSB_ISH, W_DMB_ISH, W_ISB, W_SVC, W_ERET, W_WFI, W_LDR_SP,
              W_LDP_POP, W_STR_SP, W_B, W_B_EQ, W_BL, W_RET, W_BLR, W_UNKNOWN, 0xf8200041 /* ldadd x0, x1, [x2] */),
        0);
    struct gm_counts c;
    assert_int_equal(gm_recording_append(r, W_B_EQ, 0, GM_RECORD_TAKEN), GM_OK);
    assert_int_equal(gm_recording_append(r, W_ADD_1, 0, GM_RECORD_TAKEN), GM_OK); /* takes nothing */
    assert_int_equal(gm_recording_append_event(r, GM_RECORD_EXCEPTION), GM_OK);
    assert_int_equal(gm_recording_append_event(r, GM_RECORD_WAKE), GM_OK);
    assert_int_equal(gm_recording_counts(r, &c), GM_OK);
    const struct gm_counts expected = {
        .instructions = 32,
        .nops = 2,
        .pmr_reads = 1,
        .pmr_writes = 3,
        .daif_reads = 1,
        .daif_writes = 5,
        .daif_writes_imm = 3,
        .daif_writes_reg = 2,
        .dsb = 2,
        .dmb = 1,
        .isb = 1,
        .svc = 1,
        .eret = 1,
        .wfi = 1,
        .exceptions = 1,
        .loads = 3,
        .stores = 2,
        .branches_taken = 5,
        .undecoded = 1,
    };
    assert_memory_equal(&c, &expected, sizeof c);
    assert_int_equal(gm_recording_counts(r, NULL), GM_BAD_ARGUMENT);
    gm_recording_destroy(r);
}

static struct gm_estimate estimate(const char *core, const struct gm_recording *r)
{
    struct gm_estimate e;
    assert_int_equal(gm_estimate(gm_core_find(core), r, &e), GM_OK);
    return e;
}

static const char *name_of(const struct gm_leaning *leaning)
{
    struct gm_core_parameter p;
    assert_true(gm_core_parameter_at(gm_core_at(0), leaning->parameter, &p));
    return p.name;
}

/* MSR PMR 40 [20, 60], DSB 25 [12, 60], acknowledge 150 [60, 400]: they add up. */
static void intervals_add_up(void **state)
{
    (void)state;
    struct gm_recording *r = record(WORDS(W_MSR_PMR, W_DSB_SY), GM_RECORD_PMHE);
    struct gm_estimate e = estimate("neoverse-n1", r);
    assert_true(e.value == 215 && e.low == 92 && e.high == 520);
    assert_int_equal(e.leaning_count, 3);
    assert_string_equal(name_of(&e.leanings[0]), "pmhe_ack");
    assert_true(e.leanings[0].down == -90 && e.leanings[0].up == 250);
    assert_string_equal(name_of(&e.leanings[1]), "dsb_sy");
    assert_true(e.leanings[1].down == -13 && e.leanings[1].up == 35);
    assert_string_equal(name_of(&e.leanings[2]), "msr_icc_pmr");
    assert_true(e.leanings[2].down == -20 && e.leanings[2].up == 20);
    assert_int_equal(e.counts.pmr_writes, 1);
    gm_recording_destroy(r);
}

static void exceptions_cost_and_waiting_does_not(void **state)
{
    (void)state;
    struct gm_recording *r = record(WORDS(W_SVC), 0);
    assert_int_equal(gm_recording_append_event(r, GM_RECORD_EXCEPTION), GM_OK);
    struct gm_estimate entry = estimate("cortex-a53", r);
    assert_true(entry.value == 25.5); /* a slot of the front end, and the entry */
    assert_int_equal(gm_recording_append(r, W_WFI, 0, 0), GM_OK);
    struct gm_estimate before = estimate("cortex-a53", r);
    assert_int_equal(gm_recording_append_event(r, GM_RECORD_WAKE), GM_OK);
    struct gm_estimate after = estimate("cortex-a53", r);
    assert_true(after.value == before.value && after.high == before.high);
    assert_true(before.value == 26);
    gm_recording_clear(r);
    struct gm_estimate nothing = estimate("cortex-a53", r);
    assert_true(nothing.value == 0 && nothing.high == 0 && nothing.leaning_count == 0);
    gm_recording_destroy(r);
}

static void shared_uncertainty_cancels(void **state)
{
    (void)state;
    struct gm_recording *relaxed = record(WORDS(W_MRS_PMR, W_MSR_PMR, W_MSR_PMR), 0),
                        *forced = record(WORDS(W_MRS_PMR, W_MSR_PMR, W_MSR_PMR, W_DSB_SY), 0),
                        *pmhe = record(WORDS(W_MRS_PMR, W_MSR_PMR, W_MSR_PMR, W_DSB_SY), GM_RECORD_PMHE);
    for (size_t c = 0; c < gm_core_count(); c++) {
        struct gm_difference d;
        assert_int_equal(gm_estimate_difference(gm_core_at(c), pmhe, pmhe, &d), GM_OK);
        assert_true(d.value == 0 && d.low == 0 && d.high == 0);
        assert_int_equal(d.leaning_count, 0);
        /* Only the barrier is not common to both. */
        assert_int_equal(gm_estimate_difference(gm_core_at(c), relaxed, forced, &d), GM_OK);
        struct gm_core_parameter dsb;
        assert_int_equal(gm_core_parameter_find(gm_core_at(c), "dsb_sy", &dsb), GM_OK);
        assert_true(d.value == (double)dsb.value / 1200 && d.low == (double)dsb.low / 1200 &&
                    d.high == (double)dsb.high / 1200);
        assert_int_equal(d.leaning_count, 1);
        assert_string_equal(name_of(&d.leanings[0]), "dsb_sy");
        /* Only the acknowledge; and the other way round it is the negative. */
        assert_int_equal(gm_estimate_difference(gm_core_at(c), forced, pmhe, &d), GM_OK);
        assert_true(d.value == 150 && d.low == 60 && d.high == 400);
        assert_int_equal(gm_estimate_difference(gm_core_at(c), pmhe, forced, &d), GM_OK);
        assert_true(d.value == -150 && d.low == -400 && d.high == -60);
        assert_string_equal(name_of(&d.leanings[0]), "pmhe_ack");
        assert_true(d.leanings[0].down == -250 && d.leanings[0].up == 90);
    }
    gm_recording_destroy(relaxed);
    gm_recording_destroy(forced);
    gm_recording_destroy(pmhe);
}

static double value_with(const struct gm_core *core, const struct gm_core_parameter *p, int64_t number,
                         const struct gm_recording *r)
{
    struct gm_core *changed = programs_core(core, p->name, number);
    struct gm_estimate e;
    assert_int_equal(gm_estimate(changed, r, &e), GM_OK);
    gm_core_destroy(changed);
    return e.value;
}

/* Each leaning is what the estimate changes by when a user sets that number; what is not listed changes nothing; the
 * interval holds them all, and so it holds the value. */
static void leanings_are_complete(void **state)
{
    (void)state;
    uint64_t seed = 8;
    for (unsigned program = 0; program < 15; program++) {
        const struct gm_core *core = gm_core_at(program % gm_core_count());
        struct gm_recording *r;
        assert_int_equal(gm_recording_create(NULL, &r), GM_OK);
        for (unsigned i = 0; i < 60; i++) {
            assert_int_equal(gm_recording_append(r, programs_word(&seed), 0, programs_draw(&seed, 8)), GM_OK);
        }
        struct gm_estimate e;
        assert_int_equal(gm_estimate(core, r, &e), GM_OK);
        assert_true(e.low <= e.value && e.value <= e.high && e.low < e.high);
        struct gm_core_parameter p;
        for (unsigned i = 0; gm_core_parameter_at(core, i, &p); i++) {
            double a = value_with(core, &p, p.low, r) - e.value, b = value_with(core, &p, p.high, r) - e.value;
            double down = a < b ? a : b, up = a < b ? b : a;
            double listed_down = 0, listed_up = 0;
            for (size_t k = 0; k < e.leaning_count; k++) {
                listed_down = e.leanings[k].parameter == i ? e.leanings[k].down : listed_down;
                listed_up = e.leanings[k].parameter == i ? e.leanings[k].up : listed_up;
                assert_true(k == 0 ||
                            e.leanings[k].up - e.leanings[k].down <= e.leanings[k - 1].up - e.leanings[k - 1].down);
            }
            /* Cycles are differences of doubles here. */
            if (down < listed_down - 1e-6 || down > listed_down + 1e-6 || up < listed_up - 1e-6 ||
                up > listed_up + 1e-6) {
                fail_msg("%s of %s: [%f, %f], listed [%f, %f]", p.name, gm_core_name(core), down, up, listed_down,
                         listed_up);
            }
            assert_true(e.low <= e.value + down + 1e-6 && e.value + up <= e.high + 1e-6);
        }
        gm_recording_destroy(r);
    }
}

/* A larger window is the cheap bound, a smaller one the dear bound. */
static void window_has_its_cheap_end_up(void **state)
{
    (void)state;
    const int64_t one = GM_TICKS_PER_CYCLE;
    struct gm_core *core = programs_core(gm_core_find("neoverse-n1"), "load_use", 100 * one);
    assert_int_equal(gm_core_set(core, "window", 64 * one, 8 * one, 512 * one, GM_USER, "test"), GM_OK);
    struct gm_recording *r;
    assert_int_equal(gm_recording_create(NULL, &r), GM_OK);
    for (unsigned i = 0; i < 320; i++) {
        uint32_t word = i % 16 == 0 ? W_LDR_X3_X2 : W_ADD_INDEPENDENT;
        assert_int_equal(gm_recording_append(r, word, 0, 0), GM_OK);
    }
    struct gm_estimate e;
    assert_int_equal(gm_estimate(core, r, &e), GM_OK);
    assert_string_equal(name_of(&e.leanings[0]), "window");
    /* 20 loads of 100 cycles: side by side in 512, four at a time in 64, one after the other in 8. */
    assert_true(e.low < 250 && e.value > 500 && e.value < 700 && e.high > 2000);
    assert_true(e.low <= e.value + e.leanings[0].down && e.value + e.leanings[0].up <= e.high);
    gm_recording_destroy(r);
    gm_core_destroy(core);
}

static void null_pointers_are_refused(void **state)
{
    (void)state;
    struct gm_recording *r = record(WORDS(W_NOP), 0);
    struct gm_estimate e;
    struct gm_difference d;
    const struct gm_core *core = gm_core_at(0);
    assert_int_equal(gm_estimate(NULL, r, &e), GM_BAD_ARGUMENT);
    assert_int_equal(gm_estimate(core, NULL, &e), GM_BAD_ARGUMENT);
    assert_int_equal(gm_estimate(core, r, NULL), GM_BAD_ARGUMENT);
    assert_int_equal(gm_estimate_difference(core, NULL, r, &d), GM_BAD_ARGUMENT);
    assert_int_equal(gm_estimate_difference(core, r, NULL, &d), GM_BAD_ARGUMENT);
    assert_int_equal(gm_estimate_difference(core, r, r, NULL), GM_BAD_ARGUMENT);
    assert_int_equal(gm_recording_create(NULL, NULL), GM_BAD_ARGUMENT);
    gm_recording_destroy(r);
}

static enum gm_status whole_life(const struct gm_allocator *allocator)
{
    struct gm_recording *a, *b = NULL;
    struct gm_estimate e;
    struct gm_difference d;
    enum gm_status status = gm_recording_create(allocator, &a);
    if (status == GM_OK) {
        status = gm_recording_create(allocator, &b);
    }
    for (unsigned i = 0; i < 40 && status == GM_OK; i++) {
        size_t length = gm_recording_length(a);
        status = gm_recording_append(a, W_MSR_PMR, 0, 0);
        assert_int_equal(gm_recording_length(a), length + (status == GM_OK));
    }
    if (status == GM_OK) {
        status = gm_recording_append_event(b, GM_RECORD_EXCEPTION);
    }
    if (status == GM_OK) {
        status = gm_estimate(gm_core_at(0), a, &e);
    }
    if (status == GM_OK) {
        status = gm_estimate_difference(gm_core_at(0), a, b, &d);
    }
    gm_recording_destroy(a);
    gm_recording_destroy(b);
    return status;
}

static void every_allocation_fails_in_turn(void **state)
{
    (void)state;
    struct programs_allocator counts = {1000, 0};
    struct gm_allocator allocator = {programs_resize, &counts};
    assert_int_equal(whole_life(&allocator), GM_OK);
    const long needed = 1000 - counts.left;
    assert_true(needed > 8);
    for (long n = 0; n <= needed; n++) {
        counts = (struct programs_allocator){n, 0};
        assert_int_equal(whole_life(&allocator), n == needed ? GM_OK : GM_NO_MEMORY);
        assert_int_equal(counts.live, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recordings_keep_what_they_are_given),
        cmocka_unit_test(everything_is_counted),
        cmocka_unit_test(intervals_add_up),
        cmocka_unit_test(exceptions_cost_and_waiting_does_not),
        cmocka_unit_test(shared_uncertainty_cancels),
        cmocka_unit_test(leanings_are_complete),
        cmocka_unit_test(window_has_its_cheap_end_up),
        cmocka_unit_test(null_pointers_are_refused),
        cmocka_unit_test(every_allocation_fails_in_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
