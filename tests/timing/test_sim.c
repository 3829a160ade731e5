/* SPDX-License-Identifier: Apache-2.0 */
/* Remembered costs are stepped costs, to the tick: over random programs, whatever has been forgotten, saved or
 * restored. */
#include "programs.h"

#include <inttypes.h>
#include <string.h>

enum { BLOCKS = 6, BLOCK_MOST = 12, VISITS = 160, PROGRAMS = 200 };

struct program {
    struct isa_insn insns[BLOCKS][BLOCK_MOST];
    unsigned lengths[BLOCKS];
};

static void make_program(struct program *p, uint64_t *seed)
{
    for (unsigned b = 0; b < BLOCKS; b++) {
        p->lengths[b] = 1 + programs_draw(seed, BLOCK_MOST);
        for (unsigned i = 0; i < p->lengths[b]; i++) {
            isa_decode(programs_word(seed), &p->insns[b][i]);
        }
    }
}

/* Something that happens to a PE: a block, an event or a stall. */
static void visit(struct timing_sim *sim, const struct program *p, uint64_t *seed, bool step)
{
    unsigned what = programs_draw(seed, 40);
    unsigned outcome = programs_draw(seed, 8);
    /* Few blocks in long loops, so that states recur. */
    unsigned b = programs_draw(seed, 4) != 0 ? 0 : programs_draw(seed, BLOCKS);
    if (what == 0) {
        timing_sim_stall_until(sim, timing_sim_cycles(sim) + programs_draw(seed, 100));
    } else if (what <= 2) {
        timing_sim_event(sim, what == 1 ? TIMING_EVENT_EXCEPTION : TIMING_EVENT_WAKE);
    } else if (step) {
        for (unsigned i = 0; i < p->lengths[b]; i++) {
            bool last = i + 1 == p->lengths[b];
            timing_sim_step(sim, &p->insns[b][i], last ? outcome : outcome & TIMING_OUTCOME_PMHE);
        }
    } else {
        timing_sim_block(sim, p->insns[b], p->lengths[b], b + 100, outcome);
    }
}

static struct timing_sim *create(const struct gm_core *core, uint32_t states, unsigned memo)
{
    struct timing_sim *sim;
    assert_int_equal(timing_sim_create_bounded(core, NULL, states, memo, &sim), GM_OK);
    return sim;
}

static void expect_equal(struct timing_sim *a, struct timing_sim *b, const char *core, uint64_t program, unsigned at)
{
    if (timing_sim_ticks(a) != timing_sim_ticks(b)) {
        fail_msg("%s, program %" PRIu64 ", visit %u: %" PRIu64 " ticks, stepped %" PRIu64, core, program, at,
                 timing_sim_ticks(a), timing_sim_ticks(b));
    }
}

/* The state after is the same too: as bytes, which are canonical. */
static void expect_same_state(struct timing_sim *a, struct timing_sim *b)
{
    static uint8_t x[TIMING_SIM_SAVE_BYTES], y[TIMING_SIM_SAVE_BYTES];
    timing_sim_save(a, x);
    timing_sim_save(b, y);
    assert_memory_equal(x, y, sizeof x);
}

static void remembered_equals_stepped(void **state)
{
    (void)state;
    for (uint64_t program = 0; program < PROGRAMS; program++) {
        uint64_t seed = program + 1;
        struct program p;
        make_program(&p, &seed);
        for (size_t c = 0; c < gm_core_count(); c++) {
            const struct gm_core *core = gm_core_at(c);
            struct timing_sim *remembering = create(core, 1 << 12, 12), *stepping = create(core, 2, 1);
            uint64_t walk = seed, walk_again = seed;
            for (unsigned i = 0; i < VISITS; i++) {
                visit(remembering, &p, &walk, false);
                visit(stepping, &p, &walk_again, true);
                expect_equal(remembering, stepping, gm_core_name(core), program, i);
            }
            expect_same_state(remembering, stepping);
            timing_sim_destroy(remembering);
            timing_sim_destroy(stepping);
        }
    }
}

/* With room for two states everything is forgotten all the time; with one memo place everything collides. */
static void forgetting_changes_nothing(void **state)
{
    (void)state;
    static const struct {
        uint32_t states;
        unsigned memo;
    } bounds[] = {{2, 12}, {4, 1}, {64, 2}, {1 << 12, 1}, {1 << 12, 3}};
    for (uint64_t program = 0; program < 30; program++) {
        uint64_t seed = program + 1000;
        struct program p;
        make_program(&p, &seed);
        const struct gm_core *core = gm_core_at(program % gm_core_count());
        for (size_t i = 0; i < ARRAY_SIZE(bounds); i++) {
            struct timing_sim *small = create(core, bounds[i].states, bounds[i].memo), *stepping = create(core, 2, 1);
            uint64_t walk = seed, walk_again = seed;
            for (unsigned v = 0; v < 4 * VISITS; v++) {
                visit(small, &p, &walk, false);
                visit(stepping, &p, &walk_again, true);
                expect_equal(small, stepping, gm_core_name(core), program, v);
            }
            assert_true(small->states.count <= bounds[i].states);
            assert_true(small->mask < (size_t)1 << bounds[i].memo);
            timing_sim_destroy(small);
            timing_sim_destroy(stepping);
        }
    }
}

/* A loop's state recurs, so that it is remembered: this is what makes it fast. */
static void loops_are_remembered(void **state)
{
    (void)state;
    static const uint32_t loop[] = {0xf9400021 /* ldr x1, [x1] */,      0xaa140021 /* orr x1, x1, x20 */, W_ADD_1,
                                    0xf9000683 /* str x3, [x20, #8] */, 0xf1000400 /* subs x0, x0, #1 */, W_B_EQ};
    struct isa_insn insns[ARRAY_SIZE(loop)];
    for (size_t i = 0; i < ARRAY_SIZE(loop); i++) {
        isa_decode(loop[i], &insns[i]);
    }
    for (size_t c = 0; c < gm_core_count(); c++) {
        struct timing_sim *sim = create(gm_core_at(c), 1 << 12, 12);
        for (unsigned i = 0; i < 2000; i++) {
            timing_sim_block(sim, insns, ARRAY_SIZE(loop), 7, TIMING_OUTCOME_TAKEN);
        }
        uint32_t states = sim->states.count;
        uint64_t ticks = timing_sim_ticks(sim);
        for (unsigned i = 0; i < 2000; i++) {
            timing_sim_block(sim, NULL, ARRAY_SIZE(loop), 7, TIMING_OUTCOME_TAKEN); /* a miss would read NULL */
        }
        assert_int_equal(sim->states.count, states);
        assert_true(states < 1000);
        assert_true(timing_sim_ticks(sim) > ticks);
        timing_sim_destroy(sim);
    }
}

/* When the 32-bit numbers of states begin anew, no old memo may be found. */
static void state_numbers_may_wrap(void **state)
{
    (void)state;
    uint64_t seed = 77;
    struct program p;
    make_program(&p, &seed);
    struct timing_sim *sim = create(gm_core_find("neoverse-n1"), 8, 12),
                      *stepping = create(gm_core_find("neoverse-n1"), 2, 1);
    uint64_t walk = seed, walk_again = seed;
    unsigned wraps = 0;
    for (unsigned i = 0; i < 3000; i++) {
        uint32_t before = sim->states.first;
        visit(sim, &p, &walk, false);
        visit(stepping, &p, &walk_again, true);
        expect_equal(sim, stepping, "neoverse-n1", 77, i);
        wraps += sim->states.first < before;
        if (i % 200 == 100) { /* as after two thousand million states */
            timing_sim_stall_until(sim, timing_sim_cycles(sim) + 1);
            timing_sim_stall_until(stepping, timing_sim_cycles(stepping) + 1);
            sim->states.first = sim->intern_first = UINT32_MAX / 2 - 8;
        }
    }
    assert_true(wraps > 3);
    timing_sim_destroy(sim);
    timing_sim_destroy(stepping);
}

static void saved_time_goes_on_alike(void **state)
{
    (void)state;
    static uint8_t saved[TIMING_SIM_SAVE_BYTES];
    for (uint64_t program = 0; program < 50; program++) {
        uint64_t seed = program + 5000;
        struct program p;
        make_program(&p, &seed);
        const struct gm_core *core = gm_core_at(program % gm_core_count());
        struct timing_sim *one = create(core, 256, 8), *other = create(core, 16, 4);
        uint64_t walk = seed;
        for (unsigned i = 0; i < 2 * VISITS; i++) {
            uint64_t walk_again = walk;
            visit(one, &p, &walk, false);
            if (i % 7 == 0) {
                timing_sim_save(one, saved);
                assert_int_equal(timing_sim_restore(other, saved), GM_OK);
            } else {
                visit(other, &p, &walk_again, false);
            }
            expect_equal(one, other, gm_core_name(core), program, i);
        }
        expect_same_state(one, other);
        timing_sim_destroy(one);
        timing_sim_destroy(other);
    }
}

/* Any bytes are refused or are a state; what is refused changes nothing. */
static void hostile_bytes_are_safe(void **state)
{
    (void)state;
    static uint8_t good[TIMING_SIM_SAVE_BYTES], bad[TIMING_SIM_SAVE_BYTES], now[TIMING_SIM_SAVE_BYTES];
    uint64_t seed = 99;
    struct program p;
    make_program(&p, &seed);
    struct timing_sim *sim = create(gm_core_find("neoverse-v2"), 256, 8),
                      *other = create(gm_core_find("cortex-a53"), 8, 4);
    for (unsigned i = 0; i < VISITS; i++) {
        visit(sim, &p, &seed, false);
    }
    timing_sim_save(sim, good);
    assert_int_equal(timing_sim_restore(other, good), GM_VERSION);
    unsigned refused = 0, accepted = 0;
    for (unsigned i = 0; i < 20000; i++) {
        memcpy(bad, good, sizeof bad);
        unsigned changes = 1 + programs_draw(&seed, 3);
        for (unsigned k = 0; k < changes; k++) {
            bad[16 + programs_draw(&seed, 120)] = (uint8_t)programs_draw(&seed, 256);
        }
        if (timing_sim_restore(sim, bad) != GM_OK) {
            refused++;
            timing_sim_save(sim, now);
            assert_memory_equal(now, good, sizeof good);
            continue;
        }
        accepted++;
        uint64_t before = timing_sim_ticks(sim);
        visit(sim, &p, &seed, true);
        assert_true(timing_sim_ticks(sim) >= before);
        assert_true(timing_sim_ticks(sim) < UINT64_C(1) << 62);
        assert_int_equal(timing_sim_restore(sim, good), GM_OK);
    }
    assert_true(refused > 1000 && accepted > 1000);
    for (unsigned i = 0; i < 8; i++) {
        memcpy(bad, good, sizeof bad);
        bad[23 - i] = 0xff; /* size */
        assert_int_equal(timing_sim_restore(sim, bad), GM_BAD_FORMAT);
    }
    memcpy(bad, good, sizeof bad);
    bad[7] = 0xff; /* front */
    assert_int_equal(timing_sim_restore(sim, bad), GM_BAD_FORMAT);
    timing_sim_destroy(sim);
    timing_sim_destroy(other);
}

/* Writes a save by hand: a state's bytes at a front. */
static void hand_made(struct timing_sim *sim, uint8_t *bytes, uint64_t front, const uint8_t *state, size_t size)
{
    timing_sim_save(sim, bytes); /* for the hash of the core's numbers */
    memset(bytes + 24, 0, TIMING_SIM_SAVE_BYTES - 24);
    memcpy(bytes + 24, state, size);
    store_le(bytes, 8, front);
    store_le(bytes + 16, 8, size);
}

/* Five times, three masks of registers, the stores, the runs of the window (of 320 on Neoverse V2). */
static void impossible_states_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        enum gm_status status;
        uint64_t front;
        uint8_t size, bytes[24];
    } cases[] = {
        {"idle", GM_OK, 0, 10, {0}},
        {"idle, too short", GM_BAD_FORMAT, 0, 9, {0}},
        {"idle, too long", GM_BAD_FORMAT, 0, 11, {0}},
        {"a number in more bytes than it needs", GM_BAD_FORMAT, 0, 11, {0x80, 0}},
        {"320 in the window", GM_OK, 0, 15, {5, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0xac, 2 /* 300 */, 1, 20}},
        {"600 in the window", GM_BAD_FORMAT, 0, 16, {5, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0xac, 2, 1, 0xac, 2}},
        {"a run of none", GM_BAD_FORMAT, 0, 12, {5, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0}},
        {"the window retires after the last", GM_BAD_FORMAT, 0, 12, {5, 0, 0, 0, 0, 0, 0, 0, 0, 1, 6, 1}},
        {"a store just now", GM_OK, 10000, 14, {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 16, 0, 1, 0}},
        {"a store before time began", GM_BAD_FORMAT, 0, 14, {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 16, 0, 1, 0}},
        {"a store that does not matter", GM_BAD_FORMAT, 10000, 11, {0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}},
    };
    static uint8_t bytes[TIMING_SIM_SAVE_BYTES];
    struct timing_sim *sim = create(gm_core_find("neoverse-v2"), 256, 8);
    for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
        hand_made(sim, bytes, cases[i].front, cases[i].bytes, cases[i].size);
        if (timing_sim_restore(sim, bytes) != cases[i].status) {
            fail_msg("%s", cases[i].what);
        }
    }
    timing_sim_destroy(sim);
}

/* Two stores to one place: the second has its data long before the first. When the second no longer matters to the
 * state, the first must not come back. */
static void overwritten_stores_stay_so(void **state)
{
    (void)state;
    static const uint32_t words[] = {0x9ac10800 /* udiv x0, x0, x1 */, 0x9ac10800, 0xf90003e0 /* str x0, [sp] */,
                                     W_STR_SP};
    struct gm_core *slow = programs_core(gm_core_find("neoverse-v2"), "div64", 200 * GM_TICKS_PER_CYCLE);
    struct timing_sim *blocks = create(slow, 64, 8), *steps = create(slow, 2, 1);
    struct isa_insn stores[ARRAY_SIZE(words)], nop, load;
    for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
        isa_decode(words[i], &stores[i]);
        timing_sim_step(steps, &stores[i], 0);
    }
    isa_decode(W_NOP, &nop);
    isa_decode(W_LDR_SP, &load);
    timing_sim_block(blocks, stores, ARRAY_SIZE(words), 1, 0);
    for (unsigned i = 0; i < 100; i++) {
        timing_sim_block(blocks, &nop, 1, 2, 0);
        timing_sim_step(steps, &nop, 0);
    }
    timing_sim_stall_until(blocks, 20);
    timing_sim_stall_until(steps, 20);
    /* A remembered block leaves the canonical state, and so does this. */
    static uint8_t saved[TIMING_SIM_SAVE_BYTES];
    timing_sim_save(blocks, saved);
    assert_int_equal(timing_sim_restore(blocks, saved), GM_OK);
    timing_sim_block(blocks, &load, 1, 3, 0);
    timing_sim_step(steps, &load, 0);
    expect_same_state(blocks, steps);
    timing_sim_destroy(blocks);
    timing_sim_destroy(steps);
    gm_core_destroy(slow);
}

/* Only creation can fail; without memory to remember in, the time is the same. */
static void every_allocation_fails_in_turn(void **state)
{
    (void)state;
    uint64_t seed = 4711;
    struct program p;
    make_program(&p, &seed);
    uint64_t expected = 0;
    long n = 0, lived = 0;
    for (long enough = -1; n < 100 && enough != n; n++) {
        struct programs_allocator counts = {n == 0 ? 1000 : n - 1, 0};
        struct gm_allocator allocator = {programs_resize, &counts};
        struct timing_sim *sim;
        enum gm_status status = timing_sim_create(gm_core_find("neoverse-n2"), &allocator, &sim);
        assert_int_equal(status, n == 1 ? GM_NO_MEMORY : GM_OK);
        if (sim == NULL) {
            continue;
        }
        uint64_t walk = seed;
        for (unsigned i = 0; i < 4 * VISITS; i++) {
            visit(sim, &p, &walk, false);
        }
        expected = n == 0 ? timing_sim_ticks(sim) : expected;
        assert_int_equal(timing_sim_ticks(sim), expected);
        if (n == 0) {
            lived = 1000 - counts.left;
        }
        timing_sim_destroy(sim);
        assert_int_equal(counts.live, 0);
        enough = lived + 2;
    }
    assert_true(lived > 5);
    assert_true(n > lived);
}

static void time_does_not_overflow(void **state)
{
    (void)state;
    struct timing_sim *sim = create(gm_core_find("cortex-a72"), 8, 4);
    timing_sim_wait_until(sim, UINT64_MAX);
    uint64_t most = timing_sim_cycles(sim);
    assert_int_equal(most, (UINT64_C(1) << 62) / GM_TICKS_PER_CYCLE);
    timing_sim_stall_until(sim, UINT64_MAX / GM_TICKS_PER_CYCLE + 1); /* would wrap to a small number */
    assert_int_equal(timing_sim_cycles(sim), most);
    timing_sim_stall_until(sim, 5);
    assert_int_equal(timing_sim_cycles(sim), most);
    timing_sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(remembered_equals_stepped),      cmocka_unit_test(forgetting_changes_nothing),
        cmocka_unit_test(loops_are_remembered),           cmocka_unit_test(state_numbers_may_wrap),
        cmocka_unit_test(saved_time_goes_on_alike),       cmocka_unit_test(hostile_bytes_are_safe),
        cmocka_unit_test(impossible_states_are_refused),  cmocka_unit_test(overwritten_stores_stay_so),
        cmocka_unit_test(every_allocation_fails_in_turn), cmocka_unit_test(time_does_not_overflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
