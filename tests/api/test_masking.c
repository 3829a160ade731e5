/* SPDX-License-Identifier: Apache-2.0 */
/* Masking and unmasking on a whole machine: docs/semantics.md rules 1, 2, 4, 5, 7, 13, by resolution. */
#include "fixture.h"

static struct gm_config config_with(enum gm_resolve resolve, bool pmhe)
{
    struct gm_config c;
    gm_config_init(&c);
    c.resolve = resolve;
    c.pmhe = pmhe;
    c.core = gm_core_find("cortex-a72");
    return c;
}

/* An interrupt that is pending at PMR 0x60 is taken after the unmask, at the next boundary: ELR is exact. */
static void prompt_unmask_takes_at_the_next_boundary(void **state)
{
    (void)state;
    struct gm_config c = config_with(GM_RESOLVE_PROMPT, false);
    struct gm_machine *m = machine(&c, WORDS(W_NOP, W_MSR_PMR_X0, W_NOP, W_NOP));
    put(m, "pmr", 0x60);
    put(m, "daif", 0);
    ok(gm_machine_line(m, 0, IRQ, true));
    struct gm_explanation why;
    ok(gm_machine_explain(m, 0, &why));
    assert_int_equal(why.reason, GM_REASON_MASKED_BY_PMR);
    run(m, 2);
    run(m, 1);
    /* The exception entry is not an instruction: the next run takes it, then fetches the (empty) vector. */
    assert_int_equal(get(m, "ELR_EL1"), CODE + 8);
    assert_int_equal(get(m, "daif"), 0x3c0);
    gm_machine_destroy(m);
}

/* Equal priority is masked. */
static void equal_priority_is_masked(void **state)
{
    (void)state;
    struct gm_config c = config_with(GM_RESOLVE_PROMPT, false);
    struct gm_machine *m = machine(&c, WORDS(W_NOP, W_NOP, W_NOP));
    put(m, "pmr", 0xa0);
    put(m, "daif", 0);
    ok(gm_machine_line(m, 0, IRQ, true));
    run(m, 2);
    assert_int_equal(get(m, "pc"), CODE + 8);
    put(m, "pmr", 0xa8);
    run(m, 1);
    assert_int_equal(get(m, "ELR_EL1"), CODE + 8);
    gm_machine_destroy(m);
}

/* Adversarial: without a context synchronization event an unmasked interrupt may be held off; with one it may not. */
static void adversarial_takes_after_the_context_synchronization(void **state)
{
    (void)state;
    struct gm_config c = config_with(GM_RESOLVE_ADVERSARIAL, false);
    struct gm_machine *m = machine(&c, WORDS(W_MSR_PMR_X0, W_NOP, W_NOP, W_ISB, W_NOP));
    put(m, "pmr", 0x60);
    put(m, "daif", 0);
    ok(gm_machine_line(m, 0, IRQ, true));
    run(m, 4);
    assert_int_equal(get(m, "pc"), CODE + 16);
    run(m, 1);
    assert_int_equal(get(m, "ELR_EL1"), CODE + 16);
    gm_machine_destroy(m);
}

static void ignore_insn(void *context, struct gm_machine *m, const struct gm_insn_event *event)
{
    (void)context, (void)m, (void)event;
}

/* The same with an observer of instructions, and the limit holds, in every resolution. */
static void observed_machines_hold_off_alike(void **state)
{
    (void)state;
    static const struct gm_observer observer = {.insn = ignore_insn};
    for (int resolve = GM_RESOLVE_PROMPT; resolve <= GM_RESOLVE_ADVERSARIAL; resolve++) {
        uint64_t elr[2];
        for (int seen = 0; seen < 2; seen++) {
            struct gm_config c = config_with((enum gm_resolve)resolve, false);
            struct gm_machine *m = machine(&c, WORDS(W_MSR_PMR_X0, W_NOP, W_NOP, W_ISB, W_NOP));
            if (seen) {
                ok(gm_machine_observe(m, &observer));
            }
            put(m, "pmr", 0x60);
            put(m, "daif", 0);
            ok(gm_machine_line(m, 0, IRQ, true));
            assert_true(run(m, 5).instructions <= 5);
            elr[seen] = get(m, "ELR_EL1");
            gm_machine_destroy(m);
        }
        assert_int_equal(elr[0], elr[1]);
        assert_int_not_equal(elr[0], 0);
    }
}

/* A mask takes effect before the next instruction in every resolution. */
static void masking_is_immediate(void **state)
{
    (void)state;
    for (int resolve = GM_RESOLVE_PROMPT; resolve <= GM_RESOLVE_ADVERSARIAL; resolve++) {
        struct gm_config c = config_with((enum gm_resolve)resolve, false);
        struct gm_machine *m = machine(&c, WORDS(W_MSR_PMR_X1, W_ISB, W_NOP, W_NOP));
        struct gm_stimulus s = {.when = GM_AT_STEP, .at = 1, .intid = IRQ, .level = true};
        put(m, "daif", 0);
        ok(gm_machine_stimulus(m, &s));
        run(m, 4);
        assert_int_equal(get(m, "pc"), CODE + 16);
        gm_machine_destroy(m);
    }
}

/*
 * PMHE=1, the mask 0x60 is what the redistributor knows, 32 is held back; the unmask, then WFI with DAIF masked.
 * bugs.md case 1: without a DSB the worst legal interleaving never wakes.
 */
static void pmhe_idle(enum gm_resolve resolve, bool dsb, bool pmhe, bool wakes)
{
    struct gm_config c = config_with(resolve, pmhe);
    struct gm_machine *m = machine(&c, WORDS(W_MSR_PMR_X0, W_NOP, W_WFI, W_HLT));
    uint32_t barrier = W_DSB_SY;
    if (dsb) {
        ok(gm_machine_write(m, CODE + 4, &barrier, 4));
    }
    put(m, "pmr", 0x60);
    put(m, "daif", 0x3c0);
    ok(gm_machine_line(m, 0, IRQ, true));
    struct gm_stop stop = run(m, 100);
    assert_string_equal(gm_stop_name(stop.reason), wakes ? "HALT" : "WAITING");
    assert_int_equal(stop.unsynchronised, !wakes);
    gm_machine_destroy(m);
}

static void pmhe_unmask_then_wfi(void **state)
{
    (void)state;
    pmhe_idle(GM_RESOLVE_ADVERSARIAL, false, true, false);
    pmhe_idle(GM_RESOLVE_ADVERSARIAL, true, true, true);
    pmhe_idle(GM_RESOLVE_PROMPT, false, true, true);
    pmhe_idle(GM_RESOLVE_TIMED, false, true, true);
    pmhe_idle(GM_RESOLVE_ADVERSARIAL, false, false, true);
}

/* What the redistributor holds back is explained by the hint, not by the PMR. */
static void held_back_by_the_hint(void **state)
{
    (void)state;
    struct gm_config c = config_with(GM_RESOLVE_ADVERSARIAL, true);
    struct gm_machine *m = machine(&c, WORDS(W_MSR_PMR_X0, W_NOP));
    struct gm_explanation why;
    put(m, "pmr", 0x60);
    ok(gm_machine_line(m, 0, IRQ, true));
    run(m, 2);
    ok(gm_machine_explain(m, 0, &why));
    assert_string_equal(gm_reason_name(why.reason), "HELD_BY_HINT");
    assert_int_equal(why.view, 0x60);
    assert_int_equal(why.pmr, 0xe0);
    assert_true(why.upstream != 0);
    gm_machine_destroy(m);
}

/* WFI ends on what DAIF masks, not on what the PMR masks (rule 13). */
static void wfi_looks_at_the_signal_only(void **state)
{
    (void)state;
    struct gm_config c = config_with(GM_RESOLVE_PROMPT, false);
    struct gm_machine *m = machine(&c, WORDS(W_WFI, W_HLT));
    put(m, "daif", 0x3c0);
    ok(gm_machine_line(m, 0, IRQ, true));
    assert_int_equal(run(m, 10).reason, GM_STOP_HALT);
    put(m, "pc", CODE);
    put(m, "pmr", 0xa0);
    struct gm_stop stop = run(m, 10);
    assert_int_equal(stop.reason, GM_STOP_WAITING);
    assert_false(stop.unsynchronised);
    ok(gm_machine_line(m, 0, NMI, true));
    assert_int_equal(run(m, 10).reason, GM_STOP_HALT);
    gm_machine_destroy(m);
}

/* A stimulus that comes while the PE waits wakes it. */
static void stimulus_at_a_cycle_wakes(void **state)
{
    (void)state;
    struct gm_config c = config_with(GM_RESOLVE_PROMPT, false);
    struct gm_machine *m = machine(&c, WORDS(W_WFI, W_HLT));
    struct gm_stimulus s = {.when = GM_AT_CYCLE, .at = 5000, .intid = IRQ, .level = true};
    put(m, "daif", 0x3c0);
    ok(gm_machine_stimulus(m, &s));
    assert_int_equal(run(m, 10).reason, GM_STOP_HALT);
    assert_true(gm_machine_cycles(m, 0) >= 5000);
    gm_machine_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prompt_unmask_takes_at_the_next_boundary),
        cmocka_unit_test(equal_priority_is_masked),
        cmocka_unit_test(adversarial_takes_after_the_context_synchronization),
        cmocka_unit_test(observed_machines_hold_off_alike),
        cmocka_unit_test(masking_is_immediate),
        cmocka_unit_test(pmhe_unmask_then_wfi),
        cmocka_unit_test(held_back_by_the_hint),
        cmocka_unit_test(wfi_looks_at_the_signal_only),
        cmocka_unit_test(stimulus_at_a_cycle_wakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
