/* SPDX-License-Identifier: Apache-2.0 */
/* The cores as data: every number has bounds, provenance and source; copies can be changed and nothing else. */
#include "programs.h"

#include <string.h>

static void every_number_is_whole(void **state)
{
    (void)state;
    assert_int_equal(gm_core_count(), 5);
    assert_null(gm_core_at(5));
    for (size_t c = 0; c < gm_core_count(); c++) {
        const struct gm_core *core = gm_core_at(c);
        assert_ptr_equal(gm_core_find(gm_core_name(core)), core);
        assert_true(strlen(gm_core_description(core)) > 10);
        struct gm_core_parameter p;
        for (size_t i = 0; gm_core_parameter_at(core, i, &p); i++) {
            const char *what = p.name;
            if (p.source == NULL) {
                fail_msg("%s: %s has no row", gm_core_name(core), what);
            }
            bool ordered = 0 <= p.low && p.low <= p.value && p.value <= p.high;
            bool interval = p.unit == GM_UNIT_FLAG ? p.low == p.high : p.low < p.high || strcmp(p.name, "window") == 0;
            bool known = p.provenance < GM_USER && strcmp(gm_provenance_name(p.provenance), "unknown") != 0;
            if (!ordered || !interval || !known || strlen(p.source) < 10 || strlen(p.meaning) < 5) {
                fail_msg("%s: %s = %lld [%lld, %lld] \"%s\"", gm_core_name(core), what, (long long)p.value,
                         (long long)p.low, (long long)p.high, p.source);
            }
            assert_true(p.unit == GM_UNIT_CYCLES || p.value % GM_TICKS_PER_CYCLE == 0);
        }
        assert_false(gm_core_parameter_at(core, gm_core_parameter_count(), &p));
    }
    assert_null(gm_core_find("cortex-z80"));
    assert_null(gm_core_find(NULL));
}

/* The narrower the provenance, the narrower the interval: no inferred latency may look like a measured one. */
static void inference_is_wide(void **state)
{
    (void)state;
    for (size_t c = 0; c < gm_core_count(); c++) {
        struct gm_core_parameter p;
        for (size_t i = 0; gm_core_parameter_at(gm_core_at(c), i, &p); i++) {
            double width = p.value != 0 ? (double)(p.high - p.low) / (double)p.value : 1;
            if (p.unit == GM_UNIT_CYCLES && p.provenance == GM_INFERRED && width < 0.6) {
                fail_msg("%s: %s is inferred but narrow", gm_core_name(gm_core_at(c)), p.name);
            }
            if (p.unit == GM_UNIT_CYCLES && p.provenance == GM_SIBLING && width < 0.3) {
                fail_msg("%s: %s is of a sibling but narrow", gm_core_name(gm_core_at(c)), p.name);
            }
        }
    }
}

/* What the literature says, cycles: facts on timing, sections E (ocxtal), F (ISB) and K. */
static void published_values_are_there(void **state)
{
    (void)state;
    static const struct {
        const char *core, *name;
        double value;
        enum gm_provenance provenance;
    } published[] = {
        {"cortex-a53", "load_use", 3, GM_MEASURED},     {"cortex-a53", "ldp_second", 4, GM_MEASURED},
        {"cortex-a53", "nop_slot", 0.5, GM_MEASURED},   {"cortex-a72", "nop_slot", 1, GM_MEASURED},
        {"cortex-a72", "load_use", 4, GM_MEASURED},     {"cortex-a72", "store_forward", 6.5, GM_MEASURED},
        {"cortex-a72", "stp_slot", 2, GM_MEASURED},     {"cortex-a72", "isb", 30, GM_MEASURED},
        {"neoverse-n1", "nop_slot", 0.25, GM_MEASURED}, {"neoverse-n1", "stp_slot", 3, GM_MEASURED},
        {"neoverse-n1", "isb", 33, GM_MEASURED},        {"neoverse-n1", "bl_ret", 6.3, GM_MEASURED},
        {"neoverse-n2", "msr_icc_pmr", 45, GM_SIBLING}, {"neoverse-v2", "msr_icc_pmr", 46, GM_SIBLING},
        {"neoverse-v2", "nop_slot", 0.1, GM_SIBLING},   {"neoverse-v2", "window", 320, GM_COMPILER_MODEL},
        {"cortex-a72", "dsb_sy", 40, GM_INFERRED},      {"neoverse-v2", "pmhe_ack", 150, GM_INFERRED},
    };
    for (size_t i = 0; i < ARRAY_SIZE(published); i++) {
        struct gm_core_parameter p;
        assert_int_equal(gm_core_parameter_find(gm_core_find(published[i].core), published[i].name, &p), GM_OK);
        if ((double)p.value != published[i].value * GM_TICKS_PER_CYCLE || p.provenance != published[i].provenance) {
            fail_msg("%s: %s", published[i].core, published[i].name);
        }
    }
}

static void clones_change_alone(void **state)
{
    (void)state;
    struct gm_core *copy, *second;
    struct gm_core_parameter p;
    const struct gm_core *n1 = gm_core_find("neoverse-n1");
    char source[] = "my own measurement";
    assert_int_equal(gm_core_clone(n1, NULL, &copy), GM_OK);
    assert_int_equal(gm_core_set(copy, "dsb_sy", 600000, 480000, 720000, GM_USER, source), GM_OK);
    source[0] = 'X';
    assert_int_equal(gm_core_clone(copy, NULL, &second), GM_OK);
    gm_core_destroy(copy);
    assert_int_equal(gm_core_parameter_find(second, "dsb_sy", &p), GM_OK);
    assert_int_equal(p.value, 600000);
    assert_int_equal(p.low, 480000);
    assert_int_equal(p.high, 720000);
    assert_int_equal(p.provenance, GM_USER);
    assert_string_equal(p.source, "my own measurement");
    assert_int_equal(gm_core_parameter_find(n1, "dsb_sy", &p), GM_OK);
    assert_int_equal(p.value, 25 * GM_TICKS_PER_CYCLE);
    gm_core_destroy(second);
    gm_core_destroy(NULL);
}

static void bad_numbers_change_nothing(void **state)
{
    (void)state;
    const int64_t one = GM_TICKS_PER_CYCLE, most = GM_MAX_PARAMETER_CYCLES * one;
    char longest[202];
    struct gm_core *copy;
    memset(longest, 'x', sizeof longest);
    longest[200] = '\0';
    assert_int_equal(gm_core_clone(gm_core_find("cortex-a72"), NULL, &copy), GM_OK);
    assert_int_equal(gm_core_set(copy, "nonsense", 1, 1, 1, GM_USER, "x"), GM_NOT_FOUND);
    static const struct {
        const char *name;
        int64_t value, low, high;
    } bad[] = {
        {"isb", -1, -1, 1},
        {"isb", 1, 2, 3},
        {"isb", 3, 1, 2},
        {"isb", 1, 1, (int64_t)GM_MAX_PARAMETER_CYCLES * GM_TICKS_PER_CYCLE + 1},
        {"isb", INT64_MAX, 0, INT64_MAX},
        {"window", 0, 0, 1200},
        {"window", 1200, 1200, 1201},
        {"window", 1200, 1200, 513 * 1200},
        {"in_order", 0, 0, 1200},
        {"in_order", 2400, 2400, 2400},
    };
    for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
        assert_int_equal(gm_core_set(copy, bad[i].name, bad[i].value, bad[i].low, bad[i].high, GM_USER, "x"),
                         GM_BAD_ARGUMENT);
    }
    assert_int_equal(gm_core_set(copy, "isb", 1, 1, 1, GM_USER, ""), GM_BAD_ARGUMENT);
    assert_int_equal(gm_core_set(copy, "isb", 1, 1, 1, (enum gm_provenance)9, "x"), GM_BAD_ARGUMENT);
    assert_int_equal(gm_core_set(copy, "isb", 0, 0, most, GM_USER, longest), GM_OK);
    longest[200] = 'x';
    longest[201] = '\0';
    assert_int_equal(gm_core_set(copy, "isb", 1, 1, 1, GM_USER, longest), GM_BAD_ARGUMENT);
    struct gm_core_parameter p;
    assert_int_equal(gm_core_parameter_find(copy, "isb", &p), GM_OK);
    assert_int_equal(p.high, most);
    gm_core_destroy(copy);
}

static enum gm_status clone_twice(const struct gm_allocator *allocator)
{
    struct gm_core *copy, *second = NULL;
    enum gm_status status = gm_core_clone(gm_core_find("neoverse-v2"), allocator, &copy);
    if (status == GM_OK) {
        status = gm_core_set(copy, "isb", 1, 1, 1, GM_USER, "one");
    }
    if (status == GM_OK) {
        status = gm_core_set(copy, "isb", 2, 2, 2, GM_USER, "two");
    }
    if (status == GM_OK) {
        status = gm_core_clone(copy, allocator, &second);
    }
    gm_core_destroy(copy);
    gm_core_destroy(second);
    return status;
}

static void every_allocation_fails_in_turn(void **state)
{
    (void)state;
    enum gm_status status = GM_NO_MEMORY;
    long n = 0;
    for (; n < 100 && status != GM_OK; n++) {
        struct programs_allocator counts = {n, 0};
        struct gm_allocator allocator = {programs_resize, &counts};
        status = clone_twice(&allocator);
        assert_true(status == GM_OK || status == GM_NO_MEMORY);
        assert_int_equal(counts.live, 0);
    }
    assert_int_equal(status, GM_OK);
    assert_int_equal(n - 1, 7); /* 2 of a clone, 2 texts, 2 of the second clone, its text */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_is_whole),      cmocka_unit_test(inference_is_wide),
        cmocka_unit_test(published_values_are_there), cmocka_unit_test(clones_change_alone),
        cmocka_unit_test(bad_numbers_change_nothing), cmocka_unit_test(every_allocation_fails_in_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
