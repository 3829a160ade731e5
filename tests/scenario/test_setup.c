/* SPDX-License-Identifier: Apache-2.0 */
/* A machine from a scenario: what is set is there, and running gives the prompt outcome of docs/semantics.md. */
#include "fixture.h"

struct rig {
    struct gm_image *image;
    struct gm_scenarios *list;
    const struct gm_scenario *scenario;
    struct gm_machine *machine;
    uint64_t go;
};

/* An object with more directives. */
static enum gm_status prepare_object(struct rig *r, const char *object, const char *text, struct gm_error *error)
{
    struct gm_config config;
    const struct gm_scenario_text file = {.name = "t", .text = text, .size = strlen(text)};
    r->image = open_object(object);
    const struct gm_scenario_input input = {.image = r->image, .texts = &file, .text_count = 1};
    if (gm_scenarios_parse(&input, &r->list, error) != GM_OK) {
        fail_msg("%s", error->text);
    }
    r->scenario = gm_scenarios_at(r->list, 0);
    assert_non_null(r->scenario);
    r->go = r->scenario->starts[0].entry.address;
    assert_int_equal(gm_scenario_config(r->scenario, &config, error), GM_OK);
    if (gm_machine_create(&config, &r->machine, error) != GM_OK) {
        fail_msg("%s", error->text);
    }
    return gm_scenario_setup(r->scenario, r->image, r->machine, error);
}

static enum gm_status prepare(struct rig *r, const char *text, struct gm_error *error)
{
    return prepare_object(r, "setup", text, error);
}

static void must_prepare(struct rig *r, const char *text)
{
    struct gm_error error;
    if (prepare(r, text, &error) != GM_OK) {
        fail_msg("%s: %s", text, error.text);
    }
}

static void finish(struct rig *r)
{
    gm_machine_destroy(r->machine);
    gm_scenarios_free(r->list);
    gm_image_close(r->image);
}

static uint64_t reg(struct rig *r, unsigned pe, const char *name)
{
    uint64_t value = 0;
    assert_int_equal(gm_machine_get(r->machine, pe, name, &value), GM_OK);
    return value;
}

static struct gm_stop run(struct rig *r)
{
    struct gm_stop stop;
    assert_int_equal(gm_machine_run(r->machine, 1000, &stop), GM_OK);
    return stop;
}

static void registers(void **state)
{
    (void)state;
    struct rig r;
    must_prepare(&r,
                 "machine pes=2\nstart pe=1 pmr=0x60 daif=i\nset x3=7 x4=done pe=1\nset ICC_BPR1_EL1=5 sp=0x1000\n");
    assert_int_equal(reg(&r, 0, "pc"), r.go);
    assert_int_equal(reg(&r, 1, "pc"), r.go);
    assert_int_equal(reg(&r, 0, "pmr"), 0xe0);
    assert_int_equal(reg(&r, 1, "pmr"), 0x60);
    assert_int_equal(reg(&r, 0, "daif"), 0);
    assert_int_equal(reg(&r, 1, "daif"), 0x80);
    assert_int_equal(reg(&r, 0, "x3"), 0);
    assert_int_equal(reg(&r, 1, "x3"), 7);
    assert_int_equal(reg(&r, 1, "x4"), r.go + 12);
    assert_int_equal(reg(&r, 1, "ICC_BPR1_EL1"), 5);
    assert_int_equal(reg(&r, 0, "sp"), 0x1000);
    assert_int_equal(reg(&r, 0, "VBAR_EL1"), reg(&r, 1, "VBAR_EL1"));
    finish(&r);
}

/* IRQ, FIQ and SVC each reach their label through the made table, and come back. */
static void handlers(void **state)
{
    (void)state;
    struct rig r;
    must_prepare(&r, "interrupt 32 state=pending\ninterrupt 40 group=0 prio=0x10 state=pending\n");
    struct gm_stop stop = run(&r);
    assert_int_equal(stop.reason, GM_STOP_HALT);
    assert_int_equal(stop.pc, r.go + 12);
    assert_int_equal(reg(&r, 0, "x10"), 32);
    assert_int_equal(reg(&r, 0, "x11"), 40);
    assert_int_equal(reg(&r, 0, "x12"), 1);
    finish(&r);
}

/* An exception for which there is no label stops at its vector: 5 is IRQ of the current level with SPx. */
static void no_handler(void **state)
{
    (void)state;
    struct rig r;
    must_prepare(&r, "handler vectors=0x40000000\nhandler sync=on_sync\ninterrupt 32 state=pending\n");
    struct gm_stop stop = run(&r);
    assert_int_equal(stop.reason, GM_STOP_HALT);
    assert_int_equal(stop.pc, reg(&r, 0, "VBAR_EL1") + 0x280);
    assert_int_equal(stop.word, 0xd4400000 | 5 << 5);
    finish(&r);
}

/* Without any handler too. 4 is a synchronous exception. */
static void no_handlers_at_all(void **state)
{
    (void)state;
    struct rig r;
    struct gm_error error;
    assert_int_equal(prepare_object(&r, "setup.bare", "start entry=go\n", &error), GM_OK);
    struct gm_stop stop = run(&r);
    assert_int_equal(stop.reason, GM_STOP_HALT);
    assert_int_equal(stop.pc, reg(&r, 0, "VBAR_EL1") + 0x200);
    assert_int_equal(stop.word, 0xd4400000 | 4 << 5);
    finish(&r);
}

/* What is said of one PE's private interrupt replaces what is said of every PE's. */
static void private_interrupts(void **state)
{
    (void)state;
    struct rig r;
    must_prepare(&r, "machine pes=2\ninterrupt 27 state=pending\ninterrupt 27 pe=1 state=idle\n");
    (void)run(&r);
    assert_int_equal(reg(&r, 0, "x10"), 27);
    assert_int_equal(reg(&r, 1, "x10"), 0);
    finish(&r);
}

/* ICC_AP0R0_EL1 and ICC_AP1R0_EL1: bit 20 is 0xa0 with 5 priority bits; ICC_CTLR_EL1.EOImode is bit 1. */
static void cpu_interface(void **state)
{
    (void)state;
    struct rig r;
    must_prepare(&r, "start running=0xa0 running-group=0\n");
    assert_int_equal(reg(&r, 0, "ICC_AP0R0_EL1"), 1 << 20);
    assert_int_equal(reg(&r, 0, "ICC_AP1R0_EL1"), 0);
    assert_int_equal(reg(&r, 0, "ICC_CTLR_EL1") >> 1 & 1, 1);
    finish(&r);
    must_prepare(&r, "start running=0xa0\nmachine eoimode=no\n");
    assert_int_equal(reg(&r, 0, "ICC_AP0R0_EL1"), 0);
    assert_int_equal(reg(&r, 0, "ICC_AP1R0_EL1"), 1 << 20);
    assert_int_equal(reg(&r, 0, "ICC_CTLR_EL1") >> 1 & 1, 0);
    finish(&r);
}

static void masked_starts(void **state)
{
    static const struct {
        const char *text;
        uint64_t taken;
    } rows[] = {
        {"start pmr=0xa0\ninterrupt 32 state=pending\n", 0}, /* equal is masked */
        {"start pmr=0xa8\ninterrupt 32 state=pending\n", 32},
        {"start daif=i\ninterrupt 32 state=pending\n", 0},
        {"start daif=f\ninterrupt 32 state=pending\n", 32},
        {"interrupt 32 disabled state=pending\n", 0},
        {"interrupt 32 state=active\n", 0},
        {"interrupt 32 state=active-pending\n", 0}, /* bugs: active and pending is not signalled */
        {"interrupt 27 state=pending\n", 27},
        {"interrupt 2 state=pending\n", 2}, /* an SGI has no line */
        {"interrupt 27 state=active-pending\n", 0},
        {"start running=0xa0\ninterrupt 32 state=pending\n", 0}, /* not preempting */
        {"start running=0xa8\ninterrupt 32 state=pending\n", 32},
        {"start running=0xf8,0xa0\ninterrupt 32 state=pending\n", 0},
        {"start running=0xa0 running-group=0\ninterrupt 32 state=pending\n", 0},
        {"start running=0xa0\ninterrupt 23 state=pending\n", 23},
        {"profile PF1\nmachine resolve=prompt\nstart pmr=0xd0\ninterrupt 32 state=pending\n", 0},
        {"profile PF1\nmachine resolve=prompt\nstart pmr=0xd8\ninterrupt 32 state=pending\n", 32},
        {"profile PF1\nmachine resolve=prompt\nstart running=0xd0\ninterrupt 32 state=pending\n", 0},
        {"profile PF0\nmachine resolve=prompt\ninterrupt 32 state=pending\n", 32},
        {"machine pes=2\nstart pe=1 daif=i\ninterrupt 27 pe=1 state=pending\n", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rig r;
        must_prepare(&r, rows[i].text);
        (void)run(&r);
        if (reg(&r, 0, "x10") != rows[i].taken) {
            fail_msg("%s: x10 is %u", rows[i].text, (unsigned)reg(&r, 0, "x10"));
        }
        finish(&r);
    }
}

/* docs/directives.md: the profiles. Physical values; the view is the accessor's. */
static void profiles(void **state)
{
    static const struct {
        const char *text;
        uint64_t pmr, view;
        bool pmhe;
    } rows[] = {
        {"", 0xe0, 0xe0, false},
        {"profile P0h\n", 0xe0, 0xe0, true},
        {"profile PF1\n", 0xf0, 0xe0, false}, /* IHI 0069 4.8.1: (0xf0 << 1) & 0xff */
        {"profile PF0\n", 0xe0, 0xe0, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rig r;
        struct gm_explanation now;
        must_prepare(&r, rows[i].text);
        assert_int_equal(reg(&r, 0, "pmr"), rows[i].pmr);
        assert_int_equal(reg(&r, 0, "ICC_PMR_EL1"), rows[i].view);
        assert_int_equal(gm_machine_explain(r.machine, 0, &now), GM_OK);
        assert_int_equal(now.pmhe, rows[i].pmhe);
        assert_true(!now.pmhe || (now.view_known && now.view == rows[i].pmr));
        finish(&r);
    }
    struct rig r;
    must_prepare(&r, "profile PS\n");
    assert_int_equal(reg(&r, 0, "el"), 3);
    finish(&r);
}

static void pmhe_of_one(void **state)
{
    (void)state;
    struct rig r;
    struct gm_explanation zero, one;
    must_prepare(&r, "machine pes=2\nstart pe=1 pmhe=yes\n");
    assert_int_equal(gm_machine_explain(r.machine, 0, &zero), GM_OK);
    assert_int_equal(gm_machine_explain(r.machine, 1, &one), GM_OK);
    assert_false(zero.pmhe);
    assert_true(one.pmhe);
    assert_int_equal(one.view, 0xe0);
    finish(&r);
}

static void errors(void **state)
{
    static const struct {
        const char *text;
        enum gm_status status;
        const char *message;
    } rows[] = {
        {"set ICC_XYZ_EL1=1\n", GM_NOT_FOUND, "t:1: set ICC_XYZ_EL1: no such name"},
        {"limit steps=1\nset ICC_RPR_EL1=1\n", GM_READ_ONLY, "t:2: set ICC_RPR_EL1: that item cannot be written"},
        {"profile PF1\nstart running=0x20\n", GM_BAD_CONFIG,
         "scenario main: start: PE 0 cannot have the running priority 0x20 here"},
        {"handler fiq=0x4000000000\n", GM_OVERLAP,
         "scenario main: vectors of EL1: no free page within reach of the labels"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rig r;
        struct gm_error error;
        assert_int_equal(prepare(&r, rows[i].text, &error), rows[i].status);
        assert_string_equal(error.text, rows[i].message);
        finish(&r);
    }
    struct gm_scenarios *list = must_read("start entry=0\nmachine core=fast\n");
    struct gm_config config;
    struct gm_error error;
    assert_int_equal(gm_scenario_config(gm_scenarios_at(list, 0), &config, &error), GM_NOT_FOUND);
    assert_string_equal(error.text, "scenario main: no core is named 'fast'");
    gm_scenarios_free(list);
}

/* An example in the one resolution that has no delays: which of its interrupts ran before a label. */
struct example {
    const char *object, *scenario;
    const char *raise_at; /* label where 32 arrives, if it is not pending at the start */
    uint64_t raise_offset;
    const char *stop_at;
    const char *reg; /* what its handler leaves of IAR there */
    uint64_t value;
};

static const struct gm_scenario *by_name(const struct gm_scenarios *list, const char *name)
{
    for (size_t i = 0; i < gm_scenarios_count(list); i++) {
        if (strcmp(gm_scenarios_at(list, i)->name, name) == 0) {
            return gm_scenarios_at(list, i);
        }
    }
    fail_msg("no scenario %s", name);
    return NULL;
}

static void run_example(const struct example *e)
{
    struct gm_image *image = open_object(e->object);
    const char *const lines[] = {"machine resolve=prompt"};
    const struct gm_scenario_input input = {.image = image, .lines = lines, .line_count = 1};
    struct gm_scenarios *list;
    struct gm_config config;
    struct gm_machine *machine;
    struct gm_image_symbol symbol;
    struct gm_stop stop;
    uint64_t value;
    assert_int_equal(gm_scenarios_parse(&input, &list, NULL), GM_OK);
    const struct gm_scenario *s = by_name(list, e->scenario);
    assert_int_equal(gm_scenario_config(s, &config, NULL), GM_OK);
    assert_int_equal(gm_machine_create(&config, &machine, NULL), GM_OK);
    assert_int_equal(gm_scenario_setup(s, image, machine, NULL), GM_OK);
    if (e->raise_at != NULL) {
        assert_int_equal(gm_image_symbol(image, e->raise_at, &symbol, NULL), GM_OK);
        const struct gm_stimulus stimulus = {
            .when = GM_AT_ADDRESS, .at = symbol.address + e->raise_offset, .intid = 32, .level = true};
        assert_int_equal(gm_machine_stimulus(machine, &stimulus), GM_OK);
    }
    assert_int_equal(gm_image_symbol(image, e->stop_at, &symbol, NULL), GM_OK);
    assert_int_equal(gm_machine_breakpoint(machine, symbol.address, true), GM_OK);
    assert_int_equal(gm_machine_run(machine, 1000, &stop), GM_OK);
    assert_int_equal(stop.reason, GM_STOP_BREAKPOINT);
    assert_int_equal(gm_machine_get(machine, 0, e->reg, &value), GM_OK);
    if (value != e->value) {
        fail_msg("%s: %s is 0x%llx", e->scenario, e->reg, (unsigned long long)value);
    }
    gm_machine_destroy(machine);
    gm_scenarios_free(list);
    gm_image_close(image);
}

static void examples(void **state)
{
    static const struct example rows[] = {
        {"unmask-dsb", "unmask/no-dsb-hint", NULL, 0, "done", "x0", 32},
        {"unmask-dsb", "unmask/dsb-hint", NULL, 0, "with_dsb_wait", "x0", 0},
        {"unmask-dsb", "unmask/dsb-hint", NULL, 0, "done", "x0", 32},
        {"unmask-dsb", "unmask/no-dsb", NULL, 0, "done", "x0", 32},
        {"unmask-dsb", "mask/no-dsb-hint", "mask_2", 0, "done", "x0", 0},
        {"critical-window", "trap/opens", "trap_opens", 16, "locked.to", "x2", 32},
        {"critical-window", "trap/inherits", "trap_inherits", 20, "locked.to", "x2", 0},
        {"critical-window", "trap/inherits", "trap_inherits", 20, "done", "x2", 32},
        {"save-restore", "save/balanced", "good_closed", 4, "good_open", "x2", 0},
        {"save-restore", "save/balanced", "good_closed", 4, "done", "x2", 32},
        {"save-restore", "save/wrong-kind", "bad_end", 0, "done", "x2", 0},
        {"save-restore", "save/wrong-kind", NULL, 0, "bad_end", "daif", 0xc0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        run_example(&rows[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers),          cmocka_unit_test(handlers),
        cmocka_unit_test(no_handler),         cmocka_unit_test(no_handlers_at_all),
        cmocka_unit_test(private_interrupts), cmocka_unit_test(cpu_interface),
        cmocka_unit_test(masked_starts),      cmocka_unit_test(profiles),
        cmocka_unit_test(pmhe_of_one),        cmocka_unit_test(errors),
        cmocka_unit_test(examples),
    };
    return cmocka_run_group_tests_name("scenario setup", tests, NULL, NULL);
}
