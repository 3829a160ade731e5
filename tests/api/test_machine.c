/* SPDX-License-Identifier: Apache-2.0 */
/* The life of a machine: configuration, memory, registers, stops, saving, cloning, failing allocations. */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>

static struct gm_config plain(void)
{
    struct gm_config c;
    gm_config_init(&c);
    return c;
}

static void contradictions_are_named(void **state)
{
    (void)state;
    struct gm_machine *m = NULL;
    struct gm_error error = {""};
    struct gm_config c = plain();
    c.prio_bits = 4;
    c.security = GM_SECURITY_TWO;
    assert_int_equal(gm_machine_create(&c, &m, &error), GM_BAD_CONFIG);
    assert_non_null(strstr(error.text, "priority bits"));
    c = plain();
    c.pes = 9;
    assert_int_equal(gm_machine_create(&c, &m, &error), GM_BAD_CONFIG);
    c = plain();
    c.cpu = "z80";
    assert_int_equal(gm_machine_create(&c, &m, &error), GM_BAD_CONFIG);
    c = plain();
    c.resolve = GM_RESOLVE_TIMED;
    assert_int_equal(gm_machine_create(&c, &m, NULL), GM_BAD_CONFIG);
    assert_null(m);
    assert_int_equal(gm_machine_create(NULL, &m, &error), GM_BAD_ARGUMENT);
}

static void memory_is_all_or_nothing(void **state)
{
    (void)state;
    struct gm_config c = plain();
    struct gm_machine *m = machine(&c, WORDS(W_NOP));
    uint8_t bytes[16] = {1, 2, 3};
    uint8_t back[16] = {0};
    assert_int_equal(gm_machine_write(m, DATA + 0xff8, bytes, 16), GM_UNMAPPED);
    ok(gm_machine_read(m, DATA + 0xff0, back, 16));
    assert_memory_equal(back, ((uint8_t[16]){0}), 16);
    assert_int_equal(gm_machine_map(m, UINT64_MAX, 2, GM_R), GM_BAD_ARGUMENT);
    assert_int_equal(gm_machine_map(m, 0, UINT64_MAX, GM_R), GM_TOO_LARGE);
    assert_int_equal(gm_machine_map(m, 0x08000000, 1, GM_R), GM_OVERLAP);
    ok(gm_machine_map(m, UINT64_MAX, 1, GM_R));
    gm_machine_destroy(m);
}

static void registers_by_name(void **state)
{
    (void)state;
    struct gm_config c = plain();
    struct gm_machine *m = machine(&c, WORDS(W_NOP));
    uint64_t value;
    put(m, "x30", 0x1234);
    assert_int_equal(get(m, "lr"), 0x1234);
    put(m, "w5", UINT64_MAX);
    assert_int_equal(get(m, "x5"), UINT32_MAX);
    put(m, "ICC_PMR_EL1", 0x6f);
    assert_int_equal(get(m, "pmr"), 0x68); /* five bits */
    assert_int_equal(gm_machine_get(m, 0, "x31", &value), GM_NOT_FOUND);
    assert_int_equal(gm_machine_get(m, 1, "x0", &value), GM_BAD_ARGUMENT);
    assert_int_equal(gm_machine_set(m, 0, "pstate", 0), GM_READ_ONLY);
    assert_int_equal(gm_machine_set(m, 0, "MIDR_EL1", 0), GM_READ_ONLY);
    assert_int_equal(gm_machine_set(m, 0, "el", 2), GM_BAD_ARGUMENT);
    gm_machine_destroy(m);
}

static void stops_are_exact(void **state)
{
    (void)state;
    struct gm_config c = plain();
    struct gm_machine *m = machine(&c, WORDS(W_NOP, W_NOP, W_UDF, W_NOP, 0xf9400061 /* ldr x1, [x3] */));
    struct gm_stop stop = run(m, 10);
    assert_string_equal(gm_stop_name(stop.reason), "UNDEFINED");
    assert_int_equal(stop.pc, CODE + 8);
    assert_int_equal(stop.instructions, 2);
    put(m, "pc", CODE + 12);
    put(m, "x3", 0x123450);
    stop = run(m, 10);
    assert_string_equal(gm_stop_name(stop.reason), "UNMAPPED_DATA");
    assert_int_equal(stop.pc, CODE + 16);
    assert_int_equal(stop.address, 0x123450);
    assert_false(stop.write);
    put(m, "pc", 0x9000);
    stop = run(m, 10);
    assert_string_equal(gm_stop_name(stop.reason), "UNMAPPED_FETCH");
    assert_int_equal(stop.pc, 0x9000);
    uint32_t fadd = 0x1e622820; /* fadd d0, d1, d2: not implemented yet */
    ok(gm_machine_write(m, CODE, &fadd, 4));
    put(m, "pc", CODE);
    stop = run(m, 10);
    assert_string_equal(gm_stop_name(stop.reason), "UNIMPLEMENTED");
    assert_int_equal(stop.word, fadd);
    gm_machine_destroy(m);
}

static void breakpoints_stop_before(void **state)
{
    (void)state;
    struct gm_config c = plain();
    struct gm_machine *m = machine(&c, WORDS(W_NOP, W_NOP, W_NOP, W_NOP, W_HLT));
    ok(gm_machine_breakpoint(m, CODE + 8, true));
    struct gm_stop stop = run(m, 100);
    assert_int_equal(stop.reason, GM_STOP_BREAKPOINT);
    assert_int_equal(stop.pc, CODE + 8);
    assert_int_equal(stop.instructions, 2);
    assert_int_equal(run(m, 100).reason, GM_STOP_HALT); /* a run that begins at a breakpoint passes it */
    ok(gm_machine_breakpoint(m, CODE + 8, false));
    put(m, "pc", CODE);
    assert_int_equal(run(m, 100).reason, GM_STOP_HALT);
    gm_machine_destroy(m);
}

/* A vector whose first instruction faults: the run ends although no instruction completes. */
static void exceptions_without_progress_stop(void **state)
{
    (void)state;
    struct gm_config c = plain();
    c.unmapped = GM_UNMAPPED_ABORT;
    struct gm_machine *m = machine(&c, WORDS(0xf9400061 /* ldr x1, [x3] */));
    put(m, "VBAR_EL1", 0x7000000); /* nothing is there */
    put(m, "x3", 0x123450);
    assert_string_equal(gm_stop_name(run(m, 10).reason), "NO_PROGRESS");
    assert_int_equal(gm_machine_load(m, NULL, NULL), GM_BAD_ARGUMENT);
    gm_machine_destroy(m);
}

/* Two PEs come to one breakpoint in the same round: each is reported. */
static void each_pe_stops_at_a_breakpoint(void **state)
{
    (void)state;
    struct gm_config c = plain();
    c.pes = 2;
    struct gm_machine *m = machine(&c, WORDS(W_NOP, W_NOP, W_NOP, W_NOP, W_NOP, W_HLT));
    ok(gm_machine_set(m, 1, "pc", CODE));
    ok(gm_machine_breakpoint(m, CODE + 8, true));
    struct gm_stop first = run(m, 100);
    struct gm_stop second = run(m, 100);
    assert_int_equal(first.reason, GM_STOP_BREAKPOINT);
    assert_int_equal(second.reason, GM_STOP_BREAKPOINT);
    assert_int_not_equal(first.pe, second.pe);
    gm_machine_destroy(m);
}

/* Host and guest stores to code are seen by the next fetch. */
static void code_that_changes_is_decoded_anew(void **state)
{
    (void)state;
    struct gm_config c = plain();
    struct gm_machine *m = machine(&c, WORDS(W_NOP, W_HLT));
    assert_int_equal(run(m, 10).instructions, 1);
    uint32_t hlt = W_HLT;
    ok(gm_machine_write(m, CODE, &hlt, 4));
    put(m, "pc", CODE);
    struct gm_stop stop = run(m, 10);
    assert_int_equal(stop.reason, GM_STOP_HALT);
    assert_int_equal(stop.pc, CODE);
    gm_machine_destroy(m);
}

/* mrs, msr, ldr, str, add, subs, b.ne with a stimulus: enough state to tell runs apart. */
static struct gm_machine *busy(const char *core)
{
    struct gm_config c = plain();
    c.core = core != NULL ? gm_core_find(core) : NULL;
    struct gm_machine *m =
        machine(&c, WORDS(W_MRS_X2_PMR, W_MSR_PMR_X1, 0xf9400a83 /* ldr x3, [x20, #16] */,
                          0x91000463 /* add x3, x3, #1 */, 0xf9000a83 /* str x3, [x20, #16] */, W_MSR_PMR_X0,
                          0xf1000673 /* subs x19, x19, #1 */, 0x54ffff21 /* b.ne .-28 */, W_HLT));
    put(m, "x19", 50);
    put(m, "x20", DATA);
    put(m, "daif", 0x3c0);
    return m;
}

static void saved_state_goes_on_alike(void **state)
{
    (void)state;
    struct gm_machine *m = busy("neoverse-v2");
    run(m, 101);
    size_t size = gm_machine_save_size(m);
    void *saved = malloc(size);
    ok(gm_machine_save(m, saved, size));
    assert_int_equal(gm_machine_save(m, saved, size - 1), GM_BAD_ARGUMENT);
    uint64_t hash = gm_machine_hash(m);
    struct gm_machine *copy;
    ok(gm_machine_clone(m, &copy));
    assert_int_equal(gm_machine_hash(copy), hash);
    run(m, 1000);
    uint64_t end = gm_machine_hash(m);
    uint64_t cycles = gm_machine_cycles(m, 0);
    assert_int_not_equal(end, hash);
    run(copy, 1000);
    assert_int_equal(gm_machine_hash(copy), end);
    assert_int_equal(gm_machine_cycles(copy, 0), cycles);
    ok(gm_machine_restore(m, saved, size));
    assert_int_equal(gm_machine_hash(m), hash);
    run(m, 1000);
    assert_int_equal(gm_machine_hash(m), end);
    assert_int_equal(gm_machine_cycles(m, 0), cycles);
    free(saved);
    gm_machine_destroy(copy);
    gm_machine_destroy(m);
}

/* Truncated at every word, and with every byte of the header changed: an error, and the machine as it was. */
static void hostile_saves_change_nothing(void **state)
{
    (void)state;
    struct gm_machine *m = busy(NULL);
    run(m, 10);
    size_t size = gm_machine_save_size(m);
    uint8_t *saved = malloc(size);
    ok(gm_machine_save(m, saved, size));
    uint64_t hash = gm_machine_hash(m);
    for (size_t cut = 0; cut < size; cut += cut < 4096 ? 8 : 1024) {
        assert_int_not_equal(gm_machine_restore(m, saved, cut), GM_OK);
    }
    for (size_t i = 0; i < 40; i++) {
        saved[i] ^= 0x55;
        assert_int_not_equal(gm_machine_restore(m, saved, size), GM_OK);
        saved[i] ^= 0x55;
    }
    assert_int_equal(gm_machine_hash(m), hash);
    free(saved);
    gm_machine_destroy(m);
}

/* Blocks, single steps and an observer see one and the same machine. */
static void count_insn(void *context, struct gm_machine *m, const struct gm_insn_event *e)
{
    uint64_t *count = context;
    (void)m;
    assert_int_equal(e->index, *count);
    ++*count;
}

static void steps_equal_blocks(void **state)
{
    (void)state;
    static const char *const cores[] = {NULL, "cortex-a53", "neoverse-n1", "neoverse-v2"};
    for (size_t i = 0; i < sizeof cores / sizeof cores[0]; i++) {
        struct gm_machine *blocks = busy(cores[i]);
        struct gm_machine *steps = busy(cores[i]);
        struct gm_machine *seen = busy(cores[i]);
        uint64_t count = 0;
        struct gm_observer observer = {.context = &count, .insn = count_insn};
        ok(gm_machine_observe(seen, &observer));
        struct gm_stop stop = run(blocks, 100000);
        assert_int_equal(stop.reason, GM_STOP_HALT);
        assert_int_equal(run(seen, 100000).reason, GM_STOP_HALT);
        do {
            ok(gm_machine_step(steps, 0, &stop));
        } while (stop.reason == GM_STOP_STEPPED);
        assert_int_equal(stop.reason, GM_STOP_HALT);
        assert_int_equal(gm_machine_instructions(blocks, 0), 400);
        assert_int_equal(count, 400);
        assert_int_equal(gm_machine_hash(blocks), gm_machine_hash(steps));
        assert_int_equal(gm_machine_hash(blocks), gm_machine_hash(seen));
        assert_int_equal(gm_machine_cycles(blocks, 0), gm_machine_cycles(steps, 0));
        assert_int_equal(gm_machine_cycles(blocks, 0), gm_machine_cycles(seen, 0));
        gm_machine_destroy(blocks);
        gm_machine_destroy(steps);
        gm_machine_destroy(seen);
    }
}

/* Two PEs: SGI from one wakes the other; exclusives of both do not both succeed. */
static void two_pes_take_turns(void **state)
{
    (void)state;
    struct gm_config c = plain();
    c.pes = 2;
    struct gm_machine *m = machine(&c, WORDS(0xd518cba5 /* msr ICC_SGI1R_EL1, x5 */, W_HLT));
    uint32_t other[] = {W_WFI, W_HLT};
    ok(gm_machine_write(m, CODE + 0x100, other, sizeof other));
    struct gm_interrupt sgi = {.intid = 1, .priority = 0xa0, .group = 1, .enabled = true, .edge = true, .pe = 1};
    ok(gm_machine_interrupt(m, &sgi));
    put(m, "x5", UINT64_C(1) << 24 | 2); /* INTID 1 to Aff0 1 */
    put(m, "daif", 0x3c0);
    ok(gm_machine_set(m, 1, "daif", 0x3c0));
    ok(gm_machine_set(m, 1, "pc", CODE + 0x100));
    struct gm_stop stop = run(m, 100);
    assert_int_equal(stop.reason, GM_STOP_HALT);
    assert_int_equal(stop.pe, 0);
    put(m, "pc", CODE + 8);
    uint32_t b_self = 0x14000000;
    ok(gm_machine_write(m, CODE + 8, &b_self, 4));
    stop = run(m, 100);
    assert_int_equal(stop.reason, GM_STOP_HALT);
    assert_int_equal(stop.pe, 1);
    gm_machine_destroy(m);
}

static void lazy_pages_are_reported(void **state)
{
    (void)state;
    struct gm_config c = plain();
    c.unmapped = GM_UNMAPPED_ZERO;
    struct gm_machine *m = machine(&c, WORDS(0xf9400061 /* ldr x1, [x3] */, W_HLT));
    put(m, "x3", 0xffff000012345678);
    assert_int_equal(run(m, 10).reason, GM_STOP_HALT);
    assert_int_equal(get(m, "x1"), 0);
    assert_int_equal(gm_machine_lazy_pages(m), 1);
    assert_int_equal(gm_machine_lazy_page(m, 0), 0xffff000012345000);
    gm_machine_destroy(m);
}

/* ---- each allocation fails in turn ---- */

struct failing {
    long left;
    long live;
};

static void *failing_resize(void *context, void *block, size_t size)
{
    struct failing *f = context;
    if (size == 0) {
        f->live--;
        free(block);
        return NULL;
    }
    if (f->left-- <= 0) {
        return NULL;
    }
    void *made = realloc(block, size);
    f->live += made != NULL && block == NULL;
    return made;
}

static enum gm_status whole_life(struct gm_config *c)
{
    struct gm_machine *m = NULL;
    struct gm_machine *copy = NULL;
    struct gm_stop stop;
    uint32_t words[] = {W_NOP, W_MSR_PMR_X0, 0xf9400061 /* ldr x1, [x3] */, W_HLT};
    struct gm_stimulus s = {.when = GM_AT_ADDRESS, .at = CODE + 4, .intid = IRQ, .level = true};
    enum gm_status status = gm_machine_create(c, &m, NULL);
    if (status == GM_OK) {
        status = gm_machine_map(m, CODE, 0x1000, GM_R | GM_X);
    }
    if (status == GM_OK) {
        status = gm_machine_write(m, CODE, words, sizeof words);
        gm_machine_set(m, 0, "pc", CODE);
    }
    if (status == GM_OK) {
        status = gm_machine_stimulus(m, &s);
    }
    if (status == GM_OK) {
        status = gm_machine_breakpoint(m, CODE + 8, true);
    }
    if (status == GM_OK) {
        status = gm_machine_run(m, 100, &stop);
        if (status == GM_OK && stop.reason == GM_STOP_NO_MEMORY) {
            status = GM_NO_MEMORY;
        }
    }
    if (status == GM_OK) {
        status = gm_machine_run(m, 100, &stop);
        if (status == GM_OK && stop.reason == GM_STOP_NO_MEMORY) {
            status = GM_NO_MEMORY;
        }
    }
    if (status == GM_OK) {
        status = gm_machine_clone(m, &copy);
    }
    gm_machine_destroy(copy);
    gm_machine_destroy(m);
    return status;
}

static void every_allocation_fails_in_turn(void **state)
{
    (void)state;
    struct failing f = {0, 0};
    struct gm_allocator allocator = {failing_resize, &f};
    struct gm_config c = plain();
    c.allocator = &allocator;
    c.core = gm_core_find("neoverse-n1");
    c.unmapped = GM_UNMAPPED_ZERO;
    enum gm_status status = GM_NO_MEMORY;
    long n = 0;
    for (; n < 10000 && status != GM_OK; n++) {
        f.left = n;
        status = whole_life(&c);
        assert_true(status == GM_OK || status == GM_NO_MEMORY);
        assert_int_equal(f.live, 0);
    }
    assert_int_equal(status, GM_OK);
    assert_true(n > 10);
    print_message("failed at each of %ld allocations\n", n - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contradictions_are_named),
        cmocka_unit_test(memory_is_all_or_nothing),
        cmocka_unit_test(registers_by_name),
        cmocka_unit_test(stops_are_exact),
        cmocka_unit_test(breakpoints_stop_before),
        cmocka_unit_test(exceptions_without_progress_stop),
        cmocka_unit_test(each_pe_stops_at_a_breakpoint),
        cmocka_unit_test(code_that_changes_is_decoded_anew),
        cmocka_unit_test(saved_state_goes_on_alike),
        cmocka_unit_test(hostile_saves_change_nothing),
        cmocka_unit_test(steps_equal_blocks),
        cmocka_unit_test(two_pes_take_turns),
        cmocka_unit_test(lazy_pages_are_reported),
        cmocka_unit_test(every_allocation_fails_in_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
