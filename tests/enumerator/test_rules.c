/* SPDX-License-Identifier: Apache-2.0 */
/* Rules and choices of the enumerator one by one, against sets that were worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "by_hand.h"

/* Rule 2: the bound is the boundary after a context synchronization event. Rule 3: group enable. */
static void synchronization(void **state)
{
    (void)state;
    struct enumerate_scenario scenario = {
        .pes = 1,
        .interrupts = 1,
        .interrupt = {{ORDINARY(32), .arrival = {BEFORE_START}}},
        .pe = {PE(0xe0, 2, MAIN(DAIFCLR, ISB, DAIFSET), SIMPLE_HANDLER)},
    };
    by_hand_expect(&scenario, "PE0 entry@2 IAR@H1=32 end pmr=0xe0 daif=0x2 active=-; pending=-\n"
                              "PE0 entry@3 IAR@H1=32 end pmr=0xe0 daif=0x2 active=-; pending=-\n");
    scenario.pe[0].main[1] = (struct enumerate_instruction)NOP;
    by_hand_expect(&scenario, "PE0 end pmr=0xe0 daif=0x2 active=-; pending=32\n"
                              "PE0 entry@2 IAR@H1=32 end pmr=0xe0 daif=0x2 active=-; pending=-\n"
                              "PE0 entry@3 IAR@H1=32 end pmr=0xe0 daif=0x2 active=-; pending=-\n");
    struct enumerate_pe group = PE(0xe0, 0, MAIN(IGRPEN(1), ISB, NOP), SIMPLE_HANDLER);
    scenario.pe[0] = group;
    scenario.pe[0].group_enabled = false;
    by_hand_expect(&scenario, "PE0 entry@2 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                              "PE0 entry@3 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n");
    struct enumerate_pe asleep = PE(0xe0, 0, MAIN(IGRPEN(1), WFI), SIMPLE_HANDLER);
    scenario.pe[0] = asleep;
    scenario.pe[0].group_enabled = false; /* C18: without ISB it may never take effect */
    by_hand_expect(&scenario, "PE0 entry@2 IAR@H1=32 wait@2 pmr=0xe0 daif=0x0 active=-; pending=-\n"
                              "PE0 entry@3 IAR@H1=32 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                              "PE0 wait@2 pmr=0xe0 daif=0x0 active=-; pending=32\n"
                              "may NO_WAKE\n");
}

/* Rule 11 in a polling loop: the PMR before or after the write. */
static void poll_without_isb(void **state)
{
    (void)state;
    struct enumerate_scenario scenario = ONE_PENDING(false, PMR(0xe0), IAR, EOIR);
    scenario.pe[0].daif = 2;
    by_hand_expect(&scenario, "PE0 IAR@2=1023 end pmr=0xe0 daif=0x2 active=-; pending=32\n"
                              "PE0 IAR@2=32 end pmr=0xe0 daif=0x2 active=-; pending=-\n"
                              "may SPURIOUS\nmust UNBALANCED\nmust MISSING_ISB\n");
    struct enumerate_scenario isb = ONE_PENDING(false, PMR(0xe0), ISB, IAR, EOIR);
    isb.pe[0].daif = 2;
    by_hand_expect(&isb, "PE0 IAR@3=32 end pmr=0xe0 daif=0x2 active=-; pending=-\nmust UNBALANCED\n");
}

/* Rule 12, and case 50: an EOIR that nothing was acknowledged for; case 49: none for what was. */
static void eoir(void **state)
{
    (void)state;
    struct enumerate_scenario scenario = ONE_PENDING(false, EOIR_OF(0), EOIR);
    by_hand_expect(&scenario, "PE0 end pmr=0x60 daif=0x0 active=-; pending=32\nmust EOI_UNPREDICTABLE\n");
    struct enumerate_scenario twice = ONE_PENDING(false, ISB, IAR, EOIR, EOIR);
    twice.pe[0].pmr = 0xe0;
    twice.pe[0].daif = 2;
    by_hand_expect(&twice, "PE0 IAR@2=32 end pmr=0xe0 daif=0x2 active=-; pending=-\nmust EOI_UNPREDICTABLE\n");
    struct enumerate_scenario none = ONE_PENDING(false, IAR, DSB_SY);
    none.pe[0].pmr = 0xe0;
    none.pe[0].daif = 2;
    by_hand_expect(&none, "PE0 IAR@1=32 end pmr=0xe0 daif=0x2 active=0xa0; pending=-\n");
}

/* Rule 6: an NMI replaces what PMR masks in the slot. Rule 10: a level that falls before the IAR. */
static void slot(void **state)
{
    (void)state;
    struct enumerate_scenario scenario = ONE_PENDING(false, NOP);
    scenario.interrupts = 2;
    struct enumerate_interrupt nmi = {NMI(23), .arrival = {ANYWHERE}};
    scenario.interrupt[1] = nmi;
    static const char once[] = "PE0 entry@1 IAR@H1=23 end pmr=0x60 daif=0x0 active=-; pending=32\n"
                               "PE0 entry@2 IAR@H1=23 end pmr=0x60 daif=0x0 active=-; pending=32\n";
    by_hand_expect(&scenario, once);
    scenario.downstream_prompt = true;
    by_hand_expect(&scenario, once);
    struct enumerate_scenario falls = {
        .pes = 1,
        .interrupts = 1,
        .interrupt = {{ORDINARY(27), .level = true, .arrival = {AT(1)}, .withdrawal = AT_H(1)}},
        .pe = {PE(0xe0, 0, MAIN(NOP), SIMPLE_HANDLER)},
    };
    by_hand_expect(&falls, "PE0 entry@1 IAR@H1=1023 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                           "PE0 entry@1 IAR@H1=27 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                           "PE0 entry@2 IAR@H1=1023 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                           "PE0 entry@2 IAR@H1=27 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                           "may SPURIOUS\n");
    falls.downstream_prompt = true; /* C4: the Clear is there before the IAR */
    by_hand_expect(&falls, "PE0 entry@1 IAR@H1=1023 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                           "PE0 entry@2 IAR@H1=1023 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                           "must SPURIOUS\n");
}

/* Rule 12: out of order. 23 preempts 32's priority; 32 is ended first: nothing is dropped. The Clear that is to replace
 * 32 and the Activate may cross on the way (C8). */
static void eoir_out_of_order(void **state)
{
    (void)state;
    struct enumerate_scenario scenario = ONE_PENDING(false, IAR, WFI, IAR, EOIR_OF(0));
    scenario.pe[0].pmr = 0xe0;
    scenario.pe[0].daif = 2;
    scenario.interrupts = 2;
    struct enumerate_interrupt nmi = {NMI(23), .arrival = {AT(2)}};
    scenario.interrupt[1] = nmi;
    by_hand_expect(&scenario, "PE0 IAR@1=32 IAR@3=23 end pmr=0xe0 daif=0x2 active=0xa0+0x20; pending=-\n"
                              "must EOI_UNPREDICTABLE\n");
}

/* C7: between Clear and Set the slot is empty. C6: of equals the lower INTID. */
static void replacement(void **state)
{
    (void)state;
    struct enumerate_scenario scenario = ONE_PENDING(false, IAR);
    scenario.pe[0].pmr = 0xe0;
    scenario.pe[0].daif = 2;
    scenario.interrupts = 2;
    struct enumerate_interrupt nmi = {NMI(23), .arrival = {AT(1)}};
    scenario.interrupt[1] = nmi;
    by_hand_expect(&scenario, "PE0 IAR@1=1023 end pmr=0xe0 daif=0x2 active=-; pending=23,32\n"
                              "PE0 IAR@1=23 end pmr=0xe0 daif=0x2 active=0x20; pending=32\n"
                              "PE0 IAR@1=32 end pmr=0xe0 daif=0x2 active=0xa0; pending=23\n"
                              "may SPURIOUS\n");
    struct enumerate_interrupt equal = {ORDINARY(31), .arrival = {BEFORE_START}};
    scenario.interrupt[1] = equal;
    by_hand_expect(&scenario, "PE0 IAR@1=31 end pmr=0xe0 daif=0x2 active=0xa0; pending=32\n");
    /* Once in the slot, not taken back by the hint: 33 may replace 32, but then it is Set. So WFI always completes. */
    struct enumerate_scenario hint = ONE_PENDING(true, PMR(0x60), DSB_SY, PMR(0xe0), WFI);
    hint.pe[0].pmr = 0xe0;
    hint.pe[0].daif = 2;
    hint.interrupts = 2;
    hint.interrupt[0].priority = 0xc0;
    struct enumerate_interrupt higher = {ORDINARY(33), .arrival = {AT(3)}};
    hint.interrupt[1] = higher;
    by_hand_expect(&hint, "PE0 end pmr=0xe0 daif=0x2 active=-; pending=32,33\n");
}

/* "State", eligible: an equal priority does not preempt, and what does not preempt does not end a WFI. C8: 27 falls
 * when it is acknowledged, so that Clear and Activate cross; raised again, it is Set again. */
static void running_priority_and_crossing(void **state)
{
    (void)state;
    struct enumerate_scenario scenario = ONE_PENDING(false, IAR, DSB_SY, WFI);
    scenario.pe[0].pmr = 0xe0;
    scenario.pe[0].daif = 2;
    scenario.interrupts = 2;
    struct enumerate_interrupt equal = {ORDINARY(33), .arrival = {BEFORE_START}};
    scenario.interrupt[1] = equal;
    by_hand_expect(&scenario, "PE0 IAR@1=32 wait@3 pmr=0xe0 daif=0x2 active=0xa0; pending=33\nmust NO_WAKE\n");
    struct enumerate_scenario again = ONE_PENDING(false, IAR, EOIR, WFI);
    again.pe[0].pmr = 0xe0;
    again.pe[0].daif = 2;
    struct enumerate_interrupt line = {ORDINARY(27), .level = true, .arrival = {BEFORE_START, AT(3)}};
    again.interrupt[0] = line;
    again.interrupt[0].withdrawal.kind = ENUMERATE_ON_ACKNOWLEDGE;
    by_hand_expect(&again, "PE0 IAR@1=27 end pmr=0xe0 daif=0x2 active=-; pending=27\n");
}

/* C9, and rule 12's DIR: EOImode=0 ignores it (C14), another PE's private interrupt is out of its reach (case 52). */
static void deactivation(void **state)
{
    (void)state;
    struct enumerate_scenario scenario = ONE_PENDING(false, NOP);
    struct enumerate_interrupt line = {ORDINARY(27), .level = true, .arrival = {BEFORE_START}};
    scenario.interrupt[0] = line;
    scenario.interrupt[0].withdrawal.kind = ENUMERATE_ON_ACKNOWLEDGE;
    scenario.pe[0].pmr = 0xe0;
    by_hand_expect(&scenario, "PE0 entry@1 IAR@H1=27 end pmr=0xe0 daif=0x0 active=-; pending=-\n"
                              "PE0 entry@2 IAR@H1=27 end pmr=0xe0 daif=0x0 active=-; pending=-\n");
    struct enumerate_scenario ignored = ONE_PENDING(false, IAR, DIR, WFI);
    ignored.interrupt[0] = line;
    ignored.pe[0].pmr = 0xe0;
    ignored.pe[0].daif = 2;
    by_hand_expect(&ignored, "PE0 IAR@1=27 wait@3 pmr=0xe0 daif=0x2 active=0xa0; pending=27\n");
    struct enumerate_scenario other = {
        .pes = 2,
        .eoi_mode = true,
        .interrupts = 1,
        .interrupt = {line},
        .pe = {PE(0xe0, 2, MAIN(IAR, EOIR, WFI), SIMPLE_HANDLER),
               PE(0xe0, 2, MAIN({ENUMERATE_DIR, 0}), SIMPLE_HANDLER)},
    };
    by_hand_expect(&other, "PE0 IAR@1=27 wait@3 pmr=0xe0 daif=0x2 active=-; "
                           "PE1 end pmr=0xe0 daif=0x2 active=-; pending=27/PE0\n");
    other.interrupt[0].intid = 40; /* an SPI: if the Deactivate comes after the Activate, it is Set again */
    by_hand_expect(&other, "PE0 IAR@1=40 end pmr=0xe0 daif=0x2 active=-; "
                           "PE1 end pmr=0xe0 daif=0x2 active=-; pending=40/PE0\n"
                           "PE0 IAR@1=40 wait@3 pmr=0xe0 daif=0x2 active=-; "
                           "PE1 end pmr=0xe0 daif=0x2 active=-; pending=40/PE0\n");
}

/* What is not a finding, and the smaller ones. */
static void small_verdicts(void **state)
{
    (void)state;
    struct enumerate_scenario group_off = ONE_PENDING(false, WFI);
    group_off.pe[0].pmr = 0xe0;
    group_off.pe[0].group_enabled = false;
    by_hand_expect(&group_off, "PE0 wait@1 pmr=0xe0 daif=0x0 active=-; pending=32\n");
    struct enumerate_scenario masks = ONE_PENDING(false, DAIFSET);
    by_hand_expect(&masks, "PE0 end pmr=0x60 daif=0x2 active=-; pending=32\nmust UNBALANCED\n");
    struct enumerate_scenario event = ONE_PENDING(false, SEV, WFE, WFE);
    by_hand_expect(&event, "PE0 wait@3 pmr=0x60 daif=0x0 active=-; pending=32\n");
}

/* Rules 17 and 13: an SGI wakes the other PE. */
static void two_pes(void **state)
{
    (void)state;
    struct enumerate_scenario scenario = {
        .pes = 2,
        .pmhe = true,
        .interrupts = 1,
        .interrupt = {{.intid = 3, .priority = 0xa0, .enabled = true, .pe = 1}},
        .pe = {PE(0xe0, 0, MAIN(PMR(0xe0), SGI(0)), SIMPLE_HANDLER), PE(0xe0, 2, MAIN(WFI), SIMPLE_HANDLER)},
    };
    by_hand_expect(&scenario,
                   "PE0 end pmr=0xe0 daif=0x0 active=-; PE1 end pmr=0xe0 daif=0x2 active=-; pending=3/PE1\n");
    scenario.pe[1].daif = 0;
    by_hand_expect(&scenario, "PE0 end pmr=0xe0 daif=0x0 active=-; "
                              "PE1 entry@1 IAR@H1=3 wait@1 pmr=0xe0 daif=0x0 active=-; pending=-\n"
                              "PE0 end pmr=0xe0 daif=0x0 active=-; "
                              "PE1 entry@2 IAR@H1=3 end pmr=0xe0 daif=0x0 active=-; pending=-\n");
    /* Held back by PE1's own unknown view: it may sleep, and no DSB is missing, for no PMR write is outstanding. */
    scenario.pe[1].daif = 2;
    scenario.pe[1].view_known = false;
    by_hand_expect(&scenario,
                   "PE0 end pmr=0xe0 daif=0x0 active=-; PE1 end pmr=0xe0 daif=0x2 active=-; pending=3/PE1\n"
                   "PE0 end pmr=0xe0 daif=0x0 active=-; PE1 wait@1 pmr=0xe0 daif=0x2 active=-; pending=3/PE1\n"
                   "may NO_WAKE\n");
}

static void bad_scenarios(void **state)
{
    (void)state;
    struct enumerate_scenario scenario = ONE_PENDING(false, NOP);
    struct enumerate_result result;
    scenario.pe[0].main[0] = (struct enumerate_instruction)ERET;
    assert_non_null(enumerate_check(&scenario));
    assert_int_equal(enumerate_run(&scenario, &result), -1);
    scenario.pe[0].main[0] = (struct enumerate_instruction)EOIR_OF(1);
    assert_non_null(enumerate_check(&scenario));
    scenario.pe[0].main[0] = (struct enumerate_instruction)NOP;
    assert_null(enumerate_check(&scenario));
    scenario.states_at_most = 1;
    assert_int_equal(enumerate_run(&scenario, &result), 0);
    assert_true(result.truncated);
    enumerate_free(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(synchronization),
        cmocka_unit_test(poll_without_isb),
        cmocka_unit_test(eoir),
        cmocka_unit_test(eoir_out_of_order),
        cmocka_unit_test(slot),
        cmocka_unit_test(replacement),
        cmocka_unit_test(running_priority_and_crossing),
        cmocka_unit_test(deactivation),
        cmocka_unit_test(small_verdicts),
        cmocka_unit_test(two_pes),
        cmocka_unit_test(bad_scenarios),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
