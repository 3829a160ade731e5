/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios and scopes; the three carriers say the same; what is printed reads back; labels. */
#include "fixture.h"

static void scopes(void **state)
{
    (void)state;
    struct gm_scenarios *list = must_read("start entry=0x1000 pmr=1\nlimit steps=1\n"
                                          "scenario a\nstart pmr=2\nlimit depth=7\n"
                                          "scenario b/2.x\nlimit steps=3\n"
                                          "scenario *\nlimit seconds=9\n"
                                          "scenario a\nlimit states=4\n");
    assert_int_equal(gm_scenarios_count(list), 2);
    const struct gm_scenario *a = gm_scenarios_at(list, 0), *b = gm_scenarios_at(list, 1);
    assert_null(gm_scenarios_at(list, 2));
    assert_string_equal(a->name, "a");
    assert_string_equal(b->name, "b/2.x");
    assert_int_equal(a->starts[0].pmr, 2);
    assert_int_equal(b->starts[0].pmr, 1);
    assert_int_equal(a->limit.steps, 1);
    assert_int_equal(b->limit.steps, 3);
    assert_int_equal(a->limit.depth, 7);
    assert_int_equal(b->limit.depth, 0);
    assert_int_equal(a->limit.states, 4);
    assert_int_equal(b->limit.states, 0);
    assert_int_equal(a->limit.seconds, 9);
    assert_int_equal(b->limit.seconds, 9);
    gm_scenarios_free(list);
}

static void nothing_to_read(void **state)
{
    (void)state;
    struct gm_scenarios *list = must_read("# only this\n\n   \n");
    assert_int_equal(gm_scenarios_count(list), 0);
    gm_scenarios_free(list);
    const struct gm_scenario_input none = {.image = NULL};
    assert_int_equal(gm_scenarios_parse(&none, &list, NULL), GM_OK);
    assert_int_equal(gm_scenarios_count(list), 0);
    gm_scenarios_free(list);
    gm_scenarios_free(NULL);
    assert_int_equal(gm_scenarios_parse(NULL, &list, NULL), GM_BAD_ARGUMENT);
    const struct gm_scenario_input hole = {.line_count = 1};
    assert_int_equal(gm_scenarios_parse(&hole, &list, NULL), GM_BAD_ARGUMENT);
}

/* The command line is read last, so it changes what files say, of every scenario; errors count its arguments. */
static void command_line(void **state)
{
    (void)state;
    const struct gm_scenario_text file = {.text = "start entry=4\nscenario a\nmachine pmhe=no\nscenario b\n",
                                          .size = 0};
    struct gm_scenario_text sized = file;
    sized.size = strlen(file.text);
    const char *const lines[] = {"machine pmhe=yes", "scenario b", "limit steps=5", "machine pes=3 #"};
    struct gm_scenario_input input = {.texts = &sized, .text_count = 1, .lines = lines, .line_count = 4};
    struct gm_scenarios *list;
    struct gm_error error;
    assert_int_equal(gm_scenarios_parse(&input, &list, &error), GM_OK);
    assert_int_equal(gm_scenarios_count(list), 2);
    assert_true(gm_scenarios_at(list, 0)->machine.pmhe);
    assert_int_equal(gm_scenarios_at(list, 0)->machine.pes, 1);
    assert_int_equal(gm_scenarios_at(list, 0)->limit.steps, 0);
    assert_int_equal(gm_scenarios_at(list, 1)->machine.pes, 3);
    assert_int_equal(gm_scenarios_at(list, 1)->limit.steps, 5);
    gm_scenarios_free(list);

    const char *const wrong[] = {"limit steps=5", "limit steps=x"};
    input.lines = wrong;
    input.line_count = 2;
    assert_int_equal(gm_scenarios_parse(&input, &list, &error), GM_BAD_FORMAT);
    assert_null(list);
    assert_string_equal(error.text, "-D directive 2: steps: 'x' is not a number; form: "
                                    "limit [states=N] [depth=N] [steps=N] [seconds=N]");
}

/* Everything but the places of directives. */
static void assert_same(const struct gm_scenario *a, const struct gm_scenario *b)
{
    char *x = printed(a), *y = printed(b);
    assert_string_equal(x, y);
    assert_memory_equal(&a->machine, &b->machine, sizeof a->machine);
    assert_memory_equal(&a->limit, &b->limit, sizeof a->limit);
    assert_memory_equal(&a->protocol, &b->protocol, sizeof a->protocol);
    assert_memory_equal(a->interrupts, b->interrupts, sizeof a->interrupts);
    assert_memory_equal(a->events, b->events, sizeof a->events);
    assert_memory_equal(a->handlers[0], b->handlers[0], sizeof a->handlers[0]);
    assert_int_equal(a->window_count, b->window_count);
    assert_int_equal(a->claim_count, b->claim_count);
    assert_int_equal(a->expectation_count, b->expectation_count);
    for (uint32_t i = 0; i < a->expectation_count; i++) {
        assert_int_equal(a->expectations[i].kind, b->expectations[i].kind);
        assert_int_equal(a->expectations[i].mode, b->expectations[i].mode);
        assert_int_equal(a->expectations[i].places.count, b->expectations[i].places.count);
        assert_int_equal(a->expectations[i].mask, b->expectations[i].mask);
    }
    free(x);
    free(y);
}

/* What is printed reads back as the same; image: labels, without directives of its own. */
static void round_trip(const struct gm_scenario *s, const struct gm_image *image)
{
    char *text = printed(s);
    const struct gm_scenario_text file = {.name = "printed", .text = text, .size = strlen(text)};
    const struct gm_scenario_input input = {.image = image, .texts = &file, .text_count = 1};
    struct gm_scenarios *again;
    struct gm_error error;
    if (gm_scenarios_parse(&input, &again, &error) != GM_OK) {
        fail_msg("%s\n%s", text, error.text);
    }
    assert_int_equal(gm_scenarios_count(again), 1);
    assert_same(s, gm_scenarios_at(again, 0));
    gm_scenarios_free(again);
    free(text);
}

static const char everything[] =
    "scenario all\nabout all kinds of directives\nprofile PF1\nmachine pes=3 quirk=marvell-38545 core=cortex-a53\n"
    "start entry=0x1000 end=0x2000,0x2004 pmr=0x60 daif=i running=0xa0,0xd0 unknown=x3,x4\nstart pe=2 entry=8 el=2\n"
    "set x0=1 ICC_BPR1_EL1=3\nset pe=1,2 x1=0x40\ninterrupt 27 prio=8 pe=1 state=active\ninterrupt 27 level\n"
    "interrupt 40 one-of-n group=1s\nraise 32 at=0x1004 times=4 lower=ack\nraise 23 step=0 pe=2 by=1\n"
    "lower 32 from=4 to=8 optional\nraise 33 anywhere\nhandler irq=4 fiq=8\nhandler vectors=0x800 el=2 pe=1\n"
    "window critical from=4 to=8 against=nmi name=w\nwindow open-nmi pe=1\nclaim flag=x0 at=4\n"
    "claim equal=x0,0 at=4 pe=2\nclaim equal=x0,x1 at=8\ninstrument at=12\nclaim real-intid=x2 at=4\n"
    "claim protocol at=8\nbalanced handler\nbalanced from=4 to=8 regs=nzcv pe=0\nprotocol linux-5.1 off=0x70\n"
    "expect taken 32 at=4,8,12 exact nth=2 pe=1\nexpect acknowledged 1023 window=w never\nexpect wakes 4\n"
    "expect no-wake 8 may pe=2\nexpect read ICC_IAR1_EL1 at=4 in=1,2,3 mask=0xff may\nexpect value x0 at=4 in=7\n"
    "expect verdict flag-type at=4,8 may\nexpect ends halt at=4\nexpect depth 3\nexpect hold-off nmi cycles=9\n"
    "expect clean advice\nlimit states=1 depth=2 steps=3 seconds=4\n";

static void printed_reads_back(void **state)
{
    (void)state;
    struct gm_scenarios *list = must_read(everything);
    round_trip(gm_scenarios_at(list, 0), NULL);
    /* All bytes but those of an unwritten text: a short buffer is filled and ended. */
    char small[10];
    memset(small, 'x', sizeof small);
    assert_true(gm_scenario_print(gm_scenarios_at(list, 0), small, sizeof small) > 1000);
    assert_string_equal(small, "scenario ");
    gm_scenarios_free(list);
}

/* The same lines as text and as -D. */
static void text_and_lines(void **state)
{
    (void)state;
    struct gm_scenarios *from_text = must_read(everything), *from_lines;
    char *copy = strdup(everything);
    const char *lines[100];
    size_t count = 0;
    for (char *line = strtok(copy, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        lines[count++] = line;
    }
    const struct gm_scenario_input input = {.lines = lines, .line_count = count};
    assert_int_equal(gm_scenarios_parse(&input, &from_lines, NULL), GM_OK);
    assert_int_equal(gm_scenarios_count(from_lines), 1);
    assert_same(gm_scenarios_at(from_text, 0), gm_scenarios_at(from_lines, 0));
    gm_scenarios_free(from_text);
    gm_scenarios_free(from_lines);
    free(copy);
}

/* The directives of an object as a text file, against the same object without them (NAME.bare.o). */
static void same_as_text(const struct gm_image *image, const struct gm_image *bare, size_t count)
{
    struct gm_image_section section;
    struct gm_scenarios *from_text, *from_section = read_image(image);
    assert_true(gm_image_section(image, ".gicmask", &section));
    assert_false(gm_image_section(bare, ".gicmask", &section));
    assert_true(gm_image_section(image, ".gicmask", &section));
    const struct gm_scenario_text file = {
        .name = "t", .text = (const char *)section.bytes, .size = (size_t)section.size};
    const struct gm_scenario_input input = {.image = bare, .texts = &file, .text_count = 1};
    assert_int_equal(gm_scenarios_parse(&input, &from_text, NULL), GM_OK);
    assert_int_equal(gm_scenarios_count(from_section), count);
    assert_int_equal(gm_scenarios_count(from_text), count);
    for (size_t i = 0; i < count; i++) {
        assert_same(gm_scenarios_at(from_section, i), gm_scenarios_at(from_text, i));
        round_trip(gm_scenarios_at(from_section, i), bare);
    }
    gm_scenarios_free(from_section);
    gm_scenarios_free(from_text);
}

static void section_and_text(void **state)
{
    static const struct {
        const char *object, *bare;
        size_t scenarios;
    } objects[] = {
        {"unmask-dsb", "unmask-dsb.bare", 4},          {"critical-window", "critical-window.bare", 2},
        {"save-restore", "save-restore.bare", 2},      {"labels", "labels.bare", 1},
        {"unmask-dsb.llvm", "unmask-dsb.bare", 4},     {"critical-window.llvm", "critical-window.bare", 2},
        {"save-restore.llvm", "save-restore.bare", 2}, {"labels.llvm", "labels.bare", 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof objects / sizeof objects[0]; i++) {
        struct gm_image *image = open_object(objects[i].object), *bare = open_object(objects[i].bare);
        same_as_text(image, bare, objects[i].scenarios);
        gm_image_close(image);
        gm_image_close(bare);
    }
}

/* A linker script may place the section in memory: it is read from there. */
static void loaded_section(void **state)
{
    (void)state;
    struct gm_image *image = open_object("unmask-dsb"), *loaded = open_object("unmask-dsb.loaded");
    struct gm_image_section section;
    assert_true(gm_image_section(loaded, ".gicmask", &section));
    assert_true(section.loaded);
    struct gm_scenarios *one = read_image(image), *other = read_image(loaded);
    assert_int_equal(gm_scenarios_count(other), 4);
    for (size_t i = 0; i < 4; i++) {
        char *x = printed(gm_scenarios_at(one, i)), *y = printed(gm_scenarios_at(other, i));
        assert_string_equal(x, y);
        free(x);
        free(y);
    }
    gm_scenarios_free(one);
    gm_scenarios_free(other);
    gm_image_close(image);
    gm_image_close(loaded);
}

static void labels(void **state)
{
    (void)state;
    struct gm_image *image = open_object("labels");
    struct gm_scenarios *list = read_image(image);
    const struct gm_scenario *s = gm_scenarios_at(list, 0);
    const uint64_t go = gm_image_entry(image);
    assert_int_equal(s->starts[0].entry.address, go);
    assert_string_equal(s->starts[0].entry.name, "go");
    assert_int_equal(s->labels[s->starts[0].end.first].address, go + 16);
    assert_int_equal(s->window_count, 4);
    assert_int_equal(s->windows[0].from.address, go + 4); /* 1: */
    assert_int_equal(s->windows[0].to.address, go + 8);   /* .Lhidden */
    assert_int_equal(s->windows[1].from.address, go + 4);
    assert_int_equal(s->windows[1].from.offset, 4);
    assert_int_equal(s->windows[1].to.address, go + 12);
    assert_int_equal(s->windows[2].kind, GM_WINDOW_OPEN_NMI);
    assert_string_equal(s->windows[2].name, "mid");
    assert_int_equal(s->windows[3].from.address, go + 12);
    assert_int_equal(s->windows[3].to.address, go + 16);
    assert_string_equal(s->claims[0].at.name, "odd-1"); /* a name that looks like name and offset */
    assert_int_equal(s->claims[0].at.address, go + 20);
    gm_scenarios_free(list);
    gm_image_close(image);
}

/* Messages name the object and the directive, counted as they stand in it. */
static void section_errors(void **state)
{
    (void)state;
    struct gm_image *image = open_object("bad");
    const struct gm_scenario_input input = {.image = image};
    struct gm_scenarios *list;
    struct gm_error error;
    assert_int_equal(gm_scenarios_parse(&input, &list, &error), GM_BAD_FORMAT);
    assert_string_equal(error.text, "bad.o: .gicmask directive 3: label 'twice': several symbols have this name; form: "
                                    "instrument at=LABEL [pe=LIST]");
    gm_image_close(image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scopes),         cmocka_unit_test(nothing_to_read),
        cmocka_unit_test(command_line),   cmocka_unit_test(printed_reads_back),
        cmocka_unit_test(text_and_lines), cmocka_unit_test(section_and_text),
        cmocka_unit_test(loaded_section), cmocka_unit_test(labels),
        cmocka_unit_test(section_errors),
    };
    return cmocka_run_group_tests_name("scenario carriers", tests, NULL, NULL);
}
