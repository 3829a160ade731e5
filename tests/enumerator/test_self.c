/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The enumerator against sets that were worked out by hand from docs/semantics.md, for cases of bugs.md and their
 * mended forms, and the statistics of its random scenarios. No expectation here was copied from the enumerator's
 * output.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "by_hand.h"

/* Case 1: the DSB after an unmasking PMR write. */
static void case_1_faulty(void **state)
{
    (void)state;
    struct enumerate_scenario scenario = ONE_PENDING(true, PMR(0xe0), NOP, WFI);
    /* Set in time: taken at one of 2, 3, or 4 (WFI falls through). Never Set, the view stays 0x60: asleep for ever. */
    by_hand_expect(&scenario, "PE0 entry@2 IAR@H1=32 wait@3 pmr=0xe0 daif=0x0 active=-; pending=-\n"
                              "PE0 entry@3 IAR@H1=32 wait@3 pmr=0xe0 daif=0x0 active=-; pending=-\n"
                              "PE0 entry@4 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                              "PE0 wait@3 pmr=0xe0 daif=0x0 active=-; pending=32\n"
                              "may NO_WAKE\nmay MISSING_DSB\nmay UNBALANCED\n");
}

static const char case_1_right[] = "PE0 entry@2 IAR@H1=32 wait@4 pmr=0xe0 daif=0x0 active=-; pending=-\n"
                                   "PE0 entry@3 IAR@H1=32 wait@4 pmr=0xe0 daif=0x0 active=-; pending=-\n"
                                   "PE0 entry@4 IAR@H1=32 wait@4 pmr=0xe0 daif=0x0 active=-; pending=-\n"
                                   "PE0 entry@5 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n";
static const char case_1_wrong[] = "PE0 wait@4 pmr=0xe0 daif=0x0 active=-; pending=32\n";

static void case_1_barriers(void **state)
{
    (void)state;
    char right[1024];
    char wrong[1024];
    snprintf(right, sizeof right, "%smay UNBALANCED\n", case_1_right);
    snprintf(wrong, sizeof wrong, "%s%smay NO_WAKE\nmay MISSING_DSB\nmay UNBALANCED\n", case_1_right, case_1_wrong);
    struct enumerate_scenario sy = ONE_PENDING(true, PMR(0xe0), DSB_SY, NOP, WFI);
    by_hand_expect(&sy, right);
    /* Rule 8: ISH does not wait for PMR, unless the option says so; ST waits for nothing. */
    struct enumerate_scenario ish = ONE_PENDING(true, PMR(0xe0), DSB_ISH, NOP, WFI);
    by_hand_expect(&ish, wrong);
    ish.narrow_dsb_pmr = true;
    by_hand_expect(&ish, right);
    struct enumerate_scenario st = ONE_PENDING(true, PMR(0xe0), DSB_ST, NOP, WFI);
    by_hand_expect(&st, wrong);
    st.narrow_dsb_pmr = true;
    by_hand_expect(&st, wrong);
    /* Variant c: PMHE=0 needs no DSB. */
    struct enumerate_scenario no_hint = ONE_PENDING(false, PMR(0xe0), NOP, NOP, WFI);
    by_hand_expect(&no_hint, right);
    /* An unknown view holds back until a PMR value arrives: the same sets. */
    sy.pe[0].view_known = false;
    by_hand_expect(&sy, right);
    st.pe[0].view_known = false;
    by_hand_expect(&st, wrong);
}

/* Case 1, variant d: masking needs no DSB. */
static void case_1_masking(void **state)
{
    (void)state;
    struct enumerate_scenario scenario = {
        .pes = 1,
        .pmhe = true,
        .interrupts = 1,
        .interrupt = {{ORDINARY(32), .arrival = {AT(2)}}},
        .pe = {PE(0xe0, 0, MAIN(PMR(0x60), NOP, PMR(0xe0), DSB_SY), SIMPLE_HANDLER, .critical = true,
                  .critical_first = 1, .critical_last = 1)},
    };
    by_hand_expect(&scenario, "PE0 entry@4 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                              "PE0 entry@5 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n");
    /* Without the mask: at 2 and 3 too, and 2 is inside the critical range; then nothing is held back. */
    scenario.pe[0].main[0] = (struct enumerate_instruction)NOP;
    by_hand_expect(&scenario, "PE0 entry@2 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                              "PE0 entry@3 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                              "PE0 entry@4 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                              "PE0 entry@5 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                              "may CRIT_HIT\n");
}

/* Case 2: the NMI goes away, an ordinary interrupt is acknowledged in its place. 32 edge, in the slot at start. */
#define CASE_2(...)                                                                                                    \
    {                                                                                                                  \
        .pes = 1, .interrupts = 2,                                                                                     \
        .interrupt = {{ORDINARY(32), .arrival = {BEFORE_START}},                                                       \
                      {NMI(23), .level = true, .arrival = {AT(1)}, .withdrawal = AT_H(2)}},                            \
        .pe = {PE(0x60, 0, MAIN(NOP), HANDLER(__VA_ARGS__), .critical = true)},                                        \
    }

static void case_2_faulty(void **state)
{
    (void)state;
    struct enumerate_scenario scenario = CASE_2(PMR(0xf0), NOP, IAR, EOIR, PMR(0x60), ERET);
    /* The Clear of 23, and the Set of 32 that follows it, come before or after the IAR; and after the Set, the IAR may
     * still use PMR=0x60 (no ISB). Entry at 2 is outside the critical range. */
    by_hand_expect(&scenario, "PE0 entry@1 IAR@H3=1023 end pmr=0x60 daif=0x0 active=-; pending=32\n"
                              "PE0 entry@1 IAR@H3=23 end pmr=0x60 daif=0x0 active=-; pending=32\n"
                              "PE0 entry@1 IAR@H3=32 end pmr=0x60 daif=0x0 active=-; pending=-\n"
                              "PE0 entry@2 IAR@H3=1023 end pmr=0x60 daif=0x0 active=-; pending=32\n"
                              "PE0 entry@2 IAR@H3=23 end pmr=0x60 daif=0x0 active=-; pending=32\n"
                              "PE0 entry@2 IAR@H3=32 end pmr=0x60 daif=0x0 active=-; pending=-\n"
                              "may CRIT_HIT\nmay SPURIOUS\nmay MISSING_ISB\n");
}

static void case_2_mended(void **state)
{
    (void)state;
    static const char right[] = "PE0 entry@1 IAR@H4=1023 end pmr=0x60 daif=0x0 active=-; pending=32\n"
                                "PE0 entry@1 IAR@H4=23 end pmr=0x60 daif=0x0 active=-; pending=32\n"
                                "PE0 entry@2 IAR@H4=1023 end pmr=0x60 daif=0x0 active=-; pending=32\n"
                                "PE0 entry@2 IAR@H4=23 end pmr=0x60 daif=0x0 active=-; pending=32\n"
                                "may SPURIOUS\n";
    struct enumerate_scenario scenario = CASE_2(PMR(0xf0), PMR(0x60), ISB, IAR, EOIR, ERET);
    by_hand_expect(&scenario, right);
    /* Without its ISB the IAR may use 0xf0, and what it read depends on it. */
    struct enumerate_scenario no_isb = CASE_2(PMR(0xf0), NOP, PMR(0x60), IAR, EOIR, ERET);
    char *text = by_hand_print(&no_isb);
    assert_non_null(strstr(text, "PE0 entry@1 IAR@H4=32 end pmr=0x60 daif=0x0 active=-; pending=-\n"));
    assert_non_null(strstr(text, "may CRIT_HIT\n"));
    assert_non_null(strstr(text, "may MISSING_ISB\n"));
    free(text);
}

/* Case 14: bits above 7 of PMR. */
static void case_14(void **state)
{
    (void)state;
    struct enumerate_scenario scenario = ONE_PENDING(false, PMR(0x140), READ_PMR, NOP);
    by_hand_expect(&scenario, "PE0 PMR@2=0x40 end pmr=0x40 daif=0x0 active=-; pending=32\nmust UNBALANCED\n");
    struct enumerate_scenario open = ONE_PENDING(false, PMR(0x1e7), READ_PMR, NOP);
    by_hand_expect(&open, "PE0 PMR@2=0xe0 entry@3 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                          "PE0 PMR@2=0xe0 entry@4 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                          "PE0 entry@2 IAR@H1=32 PMR@2=0xe0 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                          "must UNBALANCED\n");
    /* Equal is masked: 0xa0 is not below 0xa0. */
    struct enumerate_scenario equal = ONE_PENDING(false, PMR(0xa7), NOP);
    by_hand_expect(&equal, "PE0 end pmr=0xa0 daif=0x0 active=-; pending=32\nmust UNBALANCED\n");
}

/* Case 16: Active and Pending is not signalled. 27 level, the line stays high. */
static void case_16(void **state)
{
    (void)state;
    struct enumerate_scenario scenario = {
        .pes = 1,
        .eoi_mode = true,
        .interrupts = 1,
        .interrupt = {{ORDINARY(27), .level = true, .arrival = {BEFORE_START}}},
        .pe = {PE(0xe0, 0, MAIN(NOP), HANDLER(IAR, EOIR, DAIFCLR, IAR, DAIFSET, ERET))},
    };
    /* No DIR: it stays active, so it is taken once. The second IAR reads 1023. */
    by_hand_expect(&scenario, "PE0 entry@1 IAR@H1=27 IAR@H4=1023 end pmr=0xe0 daif=0x0 active=-; pending=27\n"
                              "PE0 entry@2 IAR@H1=27 IAR@H4=1023 end pmr=0xe0 daif=0x0 active=-; pending=27\n"
                              "must SPURIOUS\n");
    /* With DIR after H4, as published: taken again from H6 on, never before, and H4 never reads 27. */
    struct enumerate_pe published =
        PE(0xe0, 0, MAIN(NOP), HANDLER(IAR, EOIR, DAIFCLR, IAR, {ENUMERATE_DIR, 0}, NOP, ERET));
    scenario.pe[0] = published;
    char *text = by_hand_print(&scenario);
    assert_non_null(strstr(text, "PE0 entry@1 IAR@H1=27 IAR@H4=1023 entry@H6 IAR@H1=27 "));
    assert_null(strstr(text, "entry@H4"));
    assert_null(strstr(text, "entry@H5"));
    assert_null(strstr(text, "IAR@H4=27"));
    free(text);
    /* EOImode=0 deactivates at once: the fault's outcome is then the legal one. */
    scenario.eoi_mode = false;
    text = by_hand_print(&scenario);
    assert_non_null(strstr(text, "IAR@H4=27"));
    assert_non_null(strstr(text, "entry@H4"));
    free(text);
}

/* Case 35: WFI falls through for what PSTATE masks, WFE does not. */
#define CASE_35(start_pmr, start_daif, ...)                                                                            \
    {                                                                                                                  \
        .pes = 1, .interrupts = 1, .interrupt = {{ORDINARY(32), .arrival = {AT(1)}}},                                  \
        .pe = {PE(start_pmr, start_daif, MAIN(__VA_ARGS__), SIMPLE_HANDLER)},                                          \
    }

static void case_35(void **state)
{
    (void)state;
    struct enumerate_scenario faulty = CASE_35(0xe0, 2, NOP, WFI, WFE, NOP);
    by_hand_expect(&faulty, "PE0 wait@3 pmr=0xe0 daif=0x2 active=-; pending=32\nmust NO_WAKE\n");
    /* PMR masks: it sleeps at the WFI; C24 does not call that NO_WAKE. */
    struct enumerate_scenario masked = CASE_35(0x60, 2, NOP, WFI, WFE, NOP);
    by_hand_expect(&masked, "PE0 wait@2 pmr=0x60 daif=0x2 active=-; pending=32\n");
    struct enumerate_scenario mended = CASE_35(0xe0, 2, NOP, WFI, SEV, WFE);
    by_hand_expect(&mended, "PE0 end pmr=0xe0 daif=0x2 active=-; pending=32\n");
    /* Unmasked, WFE wakes by what is takeable, or finds the event that the handler's ERET left (C15). */
    struct enumerate_scenario open = CASE_35(0xe0, 0, WFE);
    by_hand_expect(&open, "PE0 entry@1 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                          "PE0 entry@2 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n");
    open.eret_keeps_event = true;
    by_hand_expect(&open, "PE0 entry@1 IAR@H1=32 wait@1 pmr=0xe0 daif=0x0 active=-; pending=-\n"
                          "PE0 entry@2 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n");
}

/* Case 37: priority drop while interrupts are open. 32 edge, raised before start and again at H3. */
#define CASE_37(...)                                                                                                   \
    {                                                                                                                  \
        .pes = 1, .interrupts = 1, .interrupt = {{ORDINARY(32), .arrival = {BEFORE_START, AT_H(3)}}},                  \
        .pe = {PE(0xe0, 0, MAIN(NOP), HANDLER(__VA_ARGS__))},                                                          \
    }

static void case_37(void **state)
{
    (void)state;
    struct enumerate_scenario faulty = CASE_37(IAR, DAIFCLR, NOP, EOIR, NOP, ERET);
    /* The second edge may come before Activate arrived: then it is swallowed (one entry). Else it is taken at H5 or H6,
     * or, if Deactivate or Set are late, after the ERET: at 1 or 2. */
    by_hand_expect(&faulty, "PE0 entry@1 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                            "PE0 entry@1 IAR@H1=32 entry@1 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                            "PE0 entry@1 IAR@H1=32 entry@2 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                            "PE0 entry@1 IAR@H1=32 entry@H5 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                            "PE0 entry@1 IAR@H1=32 entry@H6 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                            "PE0 entry@2 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                            "PE0 entry@2 IAR@H1=32 entry@2 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                            "PE0 entry@2 IAR@H1=32 entry@H5 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                            "PE0 entry@2 IAR@H1=32 entry@H6 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                            "may NEST\n");
    struct enumerate_scenario mended = CASE_37(IAR, DAIFCLR, NOP, DAIFSET, EOIR, ERET);
    by_hand_expect(&mended, "PE0 entry@1 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                            "PE0 entry@1 IAR@H1=32 entry@1 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                            "PE0 entry@1 IAR@H1=32 entry@2 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                            "PE0 entry@2 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                            "PE0 entry@2 IAR@H1=32 entry@2 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n");
    /* Rule 11: a DSB after the IAR makes the second edge safe. */
    struct enumerate_scenario dsb = CASE_37(IAR, DSB_SY, NOP, EOIR, ERET);
    by_hand_expect(&dsb, "PE0 entry@1 IAR@H1=32 entry@1 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                         "PE0 entry@1 IAR@H1=32 entry@2 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                         "PE0 entry@2 IAR@H1=32 entry@2 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n");
}

#define SEEDS 2000

/* Every verdict in at least 20 of 2,000 random scenarios, and a second run of a seed says the same. */
static void random_scenarios(void **state)
{
    (void)state;
    unsigned some[ENUMERATE_VERDICTS] = {0};
    unsigned all[ENUMERATE_VERDICTS] = {0};
    unsigned truncated = 0;
    unsigned several = 0;
    unsigned pairs = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct enumerate_scenario scenario;
        struct enumerate_result result;
        enumerate_random(seed, &scenario);
        assert_null(enumerate_check(&scenario));
        assert_int_equal(enumerate_run(&scenario, &result), 0);
        assert_true(result.outcomes > 0 || result.truncated);
        assert_int_equal(result.all & ~result.some, 0);
        truncated += result.truncated;
        several += result.outcomes > 1;
        pairs += scenario.pes == 2;
        for (unsigned bit = 0; bit < ENUMERATE_VERDICTS; bit++) {
            some[bit] += result.some >> bit & 1;
            all[bit] += result.all >> bit & 1;
        }
        enumerate_free(&result);
    }
    for (unsigned bit = 0; bit < ENUMERATE_VERDICTS; bit++) {
        printf("%-17s in %u scenarios, must in %u\n", enumerate_verdict_name(bit), some[bit], all[bit]);
        assert_in_range(some[bit], 20, SEEDS);
    }
    printf("%u have several outcomes, %u two PEs, %u were truncated\n", several, pairs, truncated);
    assert_int_equal(truncated, 0);
    assert_in_range(several, SEEDS / 4, SEEDS);
    assert_in_range(pairs, SEEDS / 10, SEEDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(case_1_faulty),    cmocka_unit_test(case_1_barriers), cmocka_unit_test(case_1_masking),
        cmocka_unit_test(case_2_faulty),    cmocka_unit_test(case_2_mended),   cmocka_unit_test(case_14),
        cmocka_unit_test(case_16),          cmocka_unit_test(case_35),         cmocka_unit_test(case_37),
        cmocka_unit_test(random_scenarios),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
