/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The priority decision against a second model (oracle_decision.h), exhaustively.
 *
 * What is exhaustive, and by which argument.  The product asked for is
 *     priority x PMR x active priorities x priority bits x BPR x CBPR x group x view.
 * gm_decide sees of it: priority, PMR (as stored), running, priority bits and a group mask.  So
 *   1. every (BPR0, BPR1, CBPR, group) is mapped to its mask by both models and compared on all 256 priorities;
 *   2. every active-priorities set (none, each single bit of AP0R and AP1R, random sets) is mapped to its running
 *      priority by both and compared;
 *   3. the Non-secure views are compared on every stored value x written value x priority bits;
 *   4. gm_decide is compared on every priority x PMR x distinct running priority (and none) x priority bits x distinct
 *      mask: each point of the product is one of these, with the same input to both sides.
 * In 4 the slow answers are looked up in per-axis tables which the slow model filled: "masked by PMR" depends on
 * (bits, priority, PMR) only and "preempts" on (mask, priority, running) only, by the definition in docs/semantics.md.
 * Not exhaustive: sets of several active bits (random), the points with an empty slot or a disabled group (all
 * priorities and PMRs, a few running priorities and masks).
 */
#include "gic/oracle_decision.h"
#include <gicmask/decision.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MIN_BITS = 4, MAX_BITS = 8, MASKS = 9, RANDOM_SETS = 20000 };

/* minimum of ICC_BPR0: 7 - preemption bits, and there are at most 7 of those (facts 1.5) */
static const uint8_t min_bpr_of[MAX_BITS + 1] = {[4] = 3, [5] = 2, [6] = 1, [7] = 0, [8] = 0};

struct tables {
    uint8_t passes_pmr[MAX_BITS + 1][256][256]; /* [bits][priority][pmr] */
    uint8_t preempts[MASKS][256][256];          /* [mask row][priority][running] */
    uint8_t mask[MASKS];
};

/* Row r has the group priority in bits [7:r], r = 8 has none; the slow model says it as BPR0 = r-1 or NS BPR1 = 0. */
static uint8_t slow_group_priority(unsigned row, uint8_t priority)
{
    return row == 0 ? oracle_group_priority(priority, 7, 0, false, ORACLE_G1NS)
                    : oracle_group_priority(priority, row - 1, 0, false, ORACLE_G0);
}

static struct tables *make_tables(void)
{
    struct tables *t = malloc(sizeof(*t));
    assert_non_null(t);
    for (unsigned p = 0; p < 256; p++) {
        for (unsigned v = 0; v < 256; v++) {
            for (unsigned bits = MIN_BITS; bits <= MAX_BITS; bits++) {
                t->passes_pmr[bits][p][v] =
                    oracle_is_higher(oracle_implemented((uint8_t)p, bits), oracle_implemented((uint8_t)v, bits));
            }
            for (unsigned row = 0; row < MASKS; row++) {
                t->preempts[row][p][v] =
                    oracle_is_higher(slow_group_priority(row, (uint8_t)p), slow_group_priority(row, (uint8_t)v));
            }
        }
    }
    for (unsigned row = 0; row < MASKS; row++) {
        t->mask[row] = slow_group_priority(row, 0xff);
    }
    return t;
}

static enum gm_reason reason_of(enum oracle_answer answer)
{
    static const enum gm_reason map[] = {
        [ORACLE_NOTHING] = GM_REASON_NONE,
        [ORACLE_GROUP_DISABLED] = GM_REASON_GROUP_OFF,
        [ORACLE_PMR_MASKS] = GM_REASON_MASKED_BY_PMR,
        [ORACLE_NO_PREEMPTION] = GM_REASON_NOT_PREEMPTING,
        [ORACLE_SIGNALLED] = GM_REASON_SIGNALLED,
    };
    return map[answer];
}

/* The order of the tests is that of GM_REASON_LIST. */
static enum oracle_answer slow_answer(const struct tables *t, const struct gm_decision_input *in, unsigned row)
{
    unsigned priority = in->priority;
    if (!in->present) {
        return ORACLE_NOTHING;
    }
    if (!in->group_enabled) {
        return ORACLE_GROUP_DISABLED;
    }
    if (!t->passes_pmr[in->prio_bits][priority][in->pmr]) {
        return ORACLE_PMR_MASKS;
    }
    /* unimplemented bits of a priority count as 0 before they are grouped */
    if (in->any_active && !t->preempts[row][priority - priority % (1u << (8 - in->prio_bits))][in->running]) {
        return ORACLE_NO_PREEMPTION;
    }
    return ORACLE_SIGNALLED;
}

static void report_and_fail(const struct gm_decision_input *in, enum gm_reason ours, enum gm_reason theirs)
{
    fail_msg("gm_decide differs: present=%d priority=0x%02x group_enabled=%d pmr=0x%02x prio_bits=%u group_mask=0x%02x "
             "any_active=%d running=0x%02x\n  library: %s\n  slow model: %s",
             in->present, in->priority, in->group_enabled, in->pmr, in->prio_bits, in->group_mask, in->any_active,
             in->running, gm_reason_name(ours), gm_reason_name(theirs));
}

/* All priorities x all PMRs for one running priority, one mask. @return points compared */
static uint64_t compare_plane(const struct tables *t, struct gm_decision_input *in, unsigned row)
{
    in->group_mask = t->mask[row];
    for (unsigned p = 0; p < 256; p++) {
        in->priority = (uint8_t)p;
        for (unsigned v = 0; v < 256; v++) {
            in->pmr = (uint8_t)v;
            enum gm_reason ours = gm_decide(in);
            enum gm_reason theirs = reason_of(slow_answer(t, in, row));
            if (ours != theirs) {
                report_and_fail(in, ours, theirs);
            }
        }
    }
    return 256 * 256;
}

static void test_decide(void **state)
{
    (void)state;
    struct tables *t = make_tables();
    uint64_t points = 0;
    for (unsigned bits = MIN_BITS; bits <= MAX_BITS; bits++) {
        unsigned levels = oracle_active_levels(bits);
        for (unsigned level = 0; level <= levels; level++) { /* the last one is idle */
            struct gm_decision_input in = {.present = true, .group_enabled = true, .prio_bits = (uint8_t)bits};
            in.any_active = level < levels;
            in.running = (uint8_t)(in.any_active ? level * (256 / levels) : 0xff);
            for (unsigned row = 0; row < MASKS; row++) {
                points += compare_plane(t, &in, row);
            }
        }
    }
    printf("gm_decide: %llu points, exhaustive in priority x PMR x running x bits x mask\n",
           (unsigned long long)points);
    free(t);
}

static void test_decide_gates(void **state)
{
    (void)state;
    static const uint8_t running[] = {0x00, 0x10, 0x80, 0xf0};
    struct tables *t = make_tables();
    uint64_t points = 0;
    for (unsigned gates = 0; gates < 3; gates++) { /* 3 = both open: test_decide */
        for (unsigned bits = MIN_BITS; bits <= MAX_BITS; bits++) {
            for (unsigned r = 0; r <= sizeof(running); r++) {
                struct gm_decision_input in = {.prio_bits = (uint8_t)bits};
                in.present = (gates & 1) != 0;
                in.group_enabled = (gates & 2) != 0;
                in.any_active = r < sizeof(running);
                in.running = in.any_active ? running[r] : 0xff;
                for (unsigned row = 0; row < MASKS; row += 4) {
                    points += compare_plane(t, &in, row);
                }
            }
        }
    }
    printf("gm_decide, slot empty or group disabled: %llu points\n", (unsigned long long)points);
    free(t);
}

static void test_group_mask(void **state)
{
    (void)state;
    uint64_t points = 0;
    for (unsigned i = 0; i < 8 * 8 * 2 * 3; i++) {
        unsigned bpr0 = i % 8;
        unsigned bpr1 = i / 8 % 8;
        bool cbpr = i / 64 % 2;
        enum oracle_group group = (enum oracle_group)(i / 128);
        /* which register applies is the caller's side of the contract of gm_group_mask */
        bool uses_bpr0 = group == ORACLE_G0 || cbpr;
        uint8_t mask = gm_group_mask(uses_bpr0 ? bpr0 : bpr1, group == ORACLE_G1NS && !cbpr);
        for (unsigned p = 0; p < 256; p++, points++) {
            uint8_t slow = oracle_group_priority((uint8_t)p, bpr0, bpr1, cbpr, group);
            if ((p & mask) != slow) {
                fail_msg("group priority of 0x%02x differs: BPR0=%u BPR1=%u CBPR=%d group=%d: library 0x%02x (mask "
                         "0x%02x), slow model 0x%02x",
                         p, bpr0, bpr1, cbpr, (int)group, p & mask, mask, slow);
            }
        }
    }
    printf("gm_group_mask: %llu points, exhaustive\n", (unsigned long long)points);
}

struct active_set {
    uint32_t ap0r[4];
    uint32_t ap1r[4];
};

static void compare_running(const struct active_set *set, unsigned bits)
{
    bool slow_any = false;
    uint8_t slow = oracle_running(set->ap0r, set->ap1r, bits, &slow_any);
    uint8_t ours = 0xff;
    bool any = gm_running_priority(set->ap0r, set->ap1r, min_bpr_of[bits], &ours);
    if (any != slow_any || (any && ours != slow)) {
        fail_msg("running priority differs, %u bits: AP0R %08x %08x %08x %08x AP1R %08x %08x %08x %08x\n"
                 "  library: %s 0x%02x\n  slow model: %s 0x%02x",
                 bits, set->ap0r[0], set->ap0r[1], set->ap0r[2], set->ap0r[3], set->ap1r[0], set->ap1r[1], set->ap1r[2],
                 set->ap1r[3], any ? "active" : "idle", ours, slow_any ? "active" : "idle", slow);
    }
    /* ICC_RPR_EL1 is the same value through the same view as PMR */
    assert_int_equal(gm_pmr_read_ns(any ? ours : 0xff), oracle_pmr_seen_by_ns(slow));
}

static uint32_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 32);
}

static uint64_t compare_random_sets(unsigned bits, uint64_t *seed)
{
    unsigned levels = oracle_active_levels(bits);
    for (unsigned i = 0; i < RANDOM_SETS; i++) {
        struct active_set set;
        memset(&set, 0, sizeof(set));
        unsigned count = next_random(seed) % 9;
        for (unsigned k = 0; k < count; k++) {
            uint32_t draw = next_random(seed);
            unsigned level = (draw >> 1) % levels;
            (draw & 1 ? set.ap1r : set.ap0r)[level / 32] |= UINT32_C(1) << level % 32;
        }
        compare_running(&set, bits);
    }
    return RANDOM_SETS;
}

static void test_running_priority(void **state)
{
    (void)state;
    uint64_t seed = 0x67696d61736bu;
    uint64_t points = 0;
    for (unsigned bits = MIN_BITS; bits <= MAX_BITS; bits++) {
        struct active_set none;
        memset(&none, 0, sizeof(none));
        compare_running(&none, bits);
        unsigned levels = oracle_active_levels(bits);
        for (unsigned level = 0; level < 2 * levels; level++, points++) {
            struct active_set one = none;
            unsigned n = level % levels;
            (level < levels ? one.ap0r : one.ap1r)[n / 32] = UINT32_C(1) << n % 32;
            compare_running(&one, bits);
        }
        points += 1 + compare_random_sets(bits, &seed);
    }
    printf("gm_running_priority: %llu sets: none, every single bit, %d random sets for each number of bits\n",
           (unsigned long long)points, RANDOM_SETS);
}

static void test_pmr_views(void **state)
{
    (void)state;
    uint64_t points = 0;
    for (unsigned physical = 0; physical < 256; physical++, points++) {
        if (gm_pmr_read_ns((uint8_t)physical) != oracle_pmr_seen_by_ns((uint8_t)physical)) {
            fail_msg("NS read of PMR 0x%02x: library 0x%02x, slow model 0x%02x", physical,
                     gm_pmr_read_ns((uint8_t)physical), oracle_pmr_seen_by_ns((uint8_t)physical));
        }
    }
    for (unsigned bits = 5; bits <= MAX_BITS; bits++) { /* two security states: at least 5 */
        for (unsigned i = 0; i < 256 * 256; i++, points++) {
            /* a stored value has only implemented bits */
            uint8_t physical = oracle_implemented((uint8_t)(i / 256), bits);
            uint8_t value = (uint8_t)(i % 256);
            uint8_t ours = gm_pmr_write_ns(physical, value, bits);
            uint8_t slow = oracle_pmr_written_by_ns(physical, value, bits);
            if (ours != slow) {
                fail_msg("NS write of 0x%02x over PMR 0x%02x, %u bits: library 0x%02x, slow model 0x%02x", value,
                         physical, bits, ours, slow);
            }
        }
    }
    printf("PMR views: %llu points, exhaustive\n", (unsigned long long)points);
}

/* A Non-secure read of a priority in the Secure half is not compared: the facts do not say what it returns. */
static void test_priority_views(void **state)
{
    (void)state;
    uint64_t points = 0;
    for (unsigned bits = 5; bits <= MAX_BITS; bits++) {
        for (unsigned value = 0; value < 256; value++, points++) {
            uint8_t slow = oracle_priority_written_by_ns((uint8_t)value, bits);
            uint8_t ours = gm_priority_write_ns((uint8_t)value, bits);
            if (ours != slow) {
                fail_msg("NS write of priority 0x%02x, %u bits: library 0x%02x, slow model 0x%02x", value, bits, ours,
                         slow);
            }
            /* what was written reads back, without the bits that the shift pushed out of the implemented ones */
            uint8_t kept = oracle_implemented((uint8_t)value, bits - 1);
            if (gm_priority_read_ns(ours) != kept) {
                fail_msg("NS read back of priority 0x%02x, %u bits: library 0x%02x, expected 0x%02x", value, bits,
                         gm_priority_read_ns(ours), kept);
            }
        }
    }
    printf("priority views: %llu points, exhaustive in value x bits\n", (unsigned long long)points);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_group_mask),   cmocka_unit_test(test_running_priority),
        cmocka_unit_test(test_pmr_views),    cmocka_unit_test(test_priority_views),
        cmocka_unit_test(test_decide_gates), cmocka_unit_test(test_decide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
