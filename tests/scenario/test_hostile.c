/* SPDX-License-Identifier: Apache-2.0 */
/* Text of any kind: nothing but a status comes of it. Failing allocations: nothing is lost. */
#include "fixture.h"

static uint32_t next(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 33);
}

static const char *const lines[] = {
    "scenario a",
    "scenario *",
    "about some words",
    "profile P0",
    "profile PS",
    "machine pes=2 pmhe=yes quirk=none",
    "start entry=0x1000 end=4,8 pmr=0x60 daif=i running=0xa0 unknown=x3",
    "set x0=1 pe=1 ICC_PMR_EL1=0x60",
    "interrupt 32,33 prio=0x20 level class=nmi state=pending",
    "interrupt 27 pe=1",
    "raise 32 at=4 times=3 lower=ack",
    "raise 27 step=4",
    "lower 32 from=4 to=8 by=1 optional",
    "handler irq=4 fiq=8 el=1",
    "handler vectors=0x800",
    "window critical from=4 to=8 name=w against=all",
    "claim equal=x0,x1 at=4",
    "claim masked at=8",
    "instrument at=4",
    "balanced from=4 to=8 regs=pmr,x0",
    "protocol linux-5.1 on=0xf0",
    "expect taken 32 at=4,8 exact nth=2",
    "expect acknowledged 1023 window=w never",
    "expect read ICC_IAR1_EL1 at=4 in=32,1023 mask=0xff may",
    "expect verdict missing-dsb at=4 must",
    "expect ends waiting",
    "expect depth 3",
    "expect clean advice",
    "limit states=10 steps=0xffffffffffffffff",
};
enum { LINES = sizeof lines / sizeof lines[0], INPUTS = 20000, MOST = 2000 };

/* Some lines in any order, then some bytes changed. */
static size_t make_text(uint64_t *seed, char *text)
{
    static const char bytes[] = "=,-+#* \t\n\0"
                                "0x9aZ_.|\\\"'\x7f\xff\x01";
    size_t size = (size_t)sprintf(text, "start entry=0x1000\ninterrupt 32,27\n");
    for (uint32_t n = 1 + next(seed) % 8; n > 0; n--) {
        const char *line = lines[next(seed) % LINES];
        size += (size_t)sprintf(text + size, "%s\n", line);
    }
    for (uint32_t n = next(seed) % 6; n > 0; n--) {
        size_t at = next(seed) % size;
        uint32_t what = next(seed) % 4;
        size_t span = next(seed) % 12;
        span = span > size - at ? size - at : span;
        if (what == 0) { /* a byte that means something */
            text[at] = bytes[next(seed) % (sizeof bytes - 1)];
        } else if (what == 1) { /* a part is lost */
            memmove(text + at, text + at + span, size - at - span);
            size -= span < size ? span : 0;
        } else if (what == 2 && size + span < MOST) { /* a part is doubled */
            memmove(text + at + span, text + at, size - at);
            size += span;
        } else {
            text[at] = (char)next(seed);
        }
    }
    return size;
}

/* Blocks of a scenario's size are used again: giving 20,000 of them back to the system takes most of the time. */
struct cache {
    void *blocks[16];
    bool used[16];
};

static void *cached(void *context, void *block, size_t size)
{
    struct cache *c = context;
    for (size_t i = 0; i < sizeof c->blocks / sizeof c->blocks[0]; i++) {
        bool wanted = block == NULL && size == sizeof(struct gm_scenario) && !c->used[i];
        if (wanted) {
            c->blocks[i] = c->blocks[i] != NULL ? c->blocks[i] : malloc(size);
            c->used[i] = true;
            return c->blocks[i];
        }
        if (block != NULL && block == c->blocks[i]) {
            assert_int_equal(size, 0);
            c->used[i] = false;
            return NULL;
        }
    }
    if (size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, size);
}

static void mutated(void **state)
{
    struct cache cache = {.blocks = {NULL}};
    const struct gm_allocator allocator = {.resize = cached, .context = &cache};
    (void)state;
    uint64_t seed = 1;
    size_t good = 0;
    for (unsigned i = 0; i < INPUTS; i++) {
        char text[MOST + 16];
        size_t size = make_text(&seed, text);
        char *exact = malloc(size + (size == 0)); /* so that one byte beyond is noticed */
        assert_non_null(exact);
        memcpy(exact, text, size);
        const struct gm_scenario_text file = {.name = "t", .text = exact, .size = size};
        const struct gm_scenario_input input = {.texts = &file, .text_count = 1, .allocator = &allocator};
        struct gm_scenarios *list;
        struct gm_error error;
        enum gm_status status = gm_scenarios_parse(&input, &list, &error);
        assert_true(status == GM_OK || status == GM_BAD_FORMAT);
        assert_int_equal(status != GM_OK, error.text[0] != '\0');
        assert_null(strchr(error.text, '\n'));
        good += status == GM_OK;
        for (size_t k = 0; status == GM_OK && i % 8 == 0 && k < gm_scenarios_count(list); k++) {
            free(printed(gm_scenarios_at(list, k)));
        }
        gm_scenarios_free(list);
        free(exact);
    }
    for (size_t i = 0; i < sizeof cache.blocks / sizeof cache.blocks[0]; i++) {
        assert_false(cache.used[i]);
        free(cache.blocks[i]);
    }
    /* The mutator is of use only if both ways are common. */
    assert_in_range(good, INPUTS / 50, INPUTS - INPUTS / 50);
}

/* Every limit is said, and none is passed. */
static char *repeated(const char *first, const char *line, size_t count)
{
    size_t length = strlen(line);
    char *text = malloc(strlen(first) + count * length + 1);
    assert_non_null(text);
    char *at = text + sprintf(text, "%s", first);
    for (size_t i = 0; i < count; i++, at += length) {
        memcpy(at, line, length + 1);
    }
    return text;
}

static void limits(void **state)
{
    static const struct {
        const char *line;
        size_t fits;
        const char *message;
    } rows[] = {
        {"window nmi\n", 64, "t.txt:66: a scenario has at most 64 of these; form: window"},
        {"instrument at=4\n", 64, "t.txt:66: a scenario has at most 64 of these"},
        {"expect clean\n", 64, "t.txt:66: a scenario has at most 64 of these"},
        {"raise 2 anywhere\n", 64, "t.txt:66: a scenario has at most 64 of these"},
        {"set x0=1\n", 64, "t.txt:66: a scenario has at most 64 of these"},
        {"balanced\n", 21, "t.txt:23: regs: a scenario names at most 64 registers in lists"},
        {"balanced regs=x0,x1\n", 32, "t.txt:34: regs: the lists of a scenario hold at most 64 of these"},
        {"start end=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n", 32,
         "t.txt:34: end: the lists of a scenario hold at most 512"},
        {"start running=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n", 32,
         "t.txt:34: running: the lists of a scenario hold at most 512 of these"},
        {"interrupt 32,33,34,35,36,37,38,39\n", 8191, "t.txt:8193: there are at most 8192 directives"},
        {"limit steps=1\n", 8191, "t.txt:8193: there are at most 8192 directives"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct gm_error error;
        const char *first = "start entry=0\n";
        char *text = repeated(strstr(rows[i].line, "raise") != NULL ? "start entry=0\ninterrupt 2\n" : first,
                              rows[i].line, rows[i].fits);
        if (strstr(rows[i].line, "raise") == NULL) {
            gm_scenarios_free(must_read(text));
        }
        free(text);
        text = repeated(first, rows[i].line, rows[i].fits + 1);
        assert_null(read_text(text, &error));
        if (strncmp(error.text, rows[i].message, strlen(rows[i].message)) != 0) {
            fail_msg("%s: %s", rows[i].line, error.text);
        }
        free(text);
    }
}

static void many_scenarios(void **state)
{
    (void)state;
    struct gm_error error;
    struct gm_scenarios *list;
    char *text = malloc(1 << 20), *at = text;
    assert_non_null(text);
    at += sprintf(at, "start entry=0\n");
    for (unsigned i = 0; i < 256; i++) {
        at += sprintf(at, "scenario s%u\n", i);
    }
    list = must_read(text);
    assert_int_equal(gm_scenarios_count(list), 256);
    gm_scenarios_free(list);
    sprintf(at, "scenario more\n");
    assert_null(read_text(text, &error));
    assert_string_equal(error.text, "t.txt:258: there are at most 256 scenarios; form: scenario NAME|*");
    at += sprintf(at, "scenario *\n");
    for (unsigned i = 0; i < 257; i++) {
        at += sprintf(at, "limit steps=1\n");
    }
    assert_null(read_text(text, &error));
    assert_string_equal(error.text, "scenarios: 258 common directives for 256 scenarios are too many (65536 in all)");

    size_t size = (1 << 20) + 1;
    char *big = calloc(1, size);
    assert_non_null(big);
    const struct gm_scenario_text file = {.name = "big", .text = big, .size = size};
    struct gm_scenario_input input = {.texts = &file, .text_count = 1};
    assert_int_equal(gm_scenarios_parse(&input, &list, &error), GM_TOO_LARGE);
    assert_string_equal(error.text, "big:0: more than 1048576 bytes of directives");
    free(big);
    free(text);
    text = repeated("about ", "x", 1017);
    list = read_text(text, &error);
    assert_null(list);
    assert_string_equal(error.text, "t.txt:1: 1 to 159 bytes of text are wanted; form: about WORDS");
    free(text);
    text = repeated("about ", "x", 1018);
    assert_null(read_text(text, &error));
    assert_string_equal(error.text, "t.txt:1: a line has at most 1023 bytes");
    free(text);
}

struct budget {
    size_t left, live;
};

static void *counted(void *context, void *block, size_t size)
{
    struct budget *b = context;
    if (size == 0) {
        b->live -= block != NULL;
        free(block);
        return NULL;
    }
    if (b->left == 0) {
        return NULL;
    }
    b->left--;
    b->live += block == NULL;
    return realloc(block, size);
}

/* Each allocation fails in turn. */
static void no_memory(void **state)
{
    (void)state;
    struct gm_image *image = open_object("unmask-dsb");
    const struct gm_scenario_text file = {.name = "t", .text = "limit steps=1\n", .size = 14};
    const char *const line = "machine pes=2";
    enum gm_status status = GM_NO_MEMORY;
    size_t fails = 0;
    for (; status == GM_NO_MEMORY; fails++) {
        struct budget budget = {.left = fails};
        const struct gm_allocator allocator = {.resize = counted, .context = &budget};
        const struct gm_scenario_input input = {
            .image = image, .texts = &file, .text_count = 1, .lines = &line, .line_count = 1, .allocator = &allocator};
        struct gm_scenarios *list;
        struct gm_error error;
        status = gm_scenarios_parse(&input, &list, &error);
        if (status == GM_NO_MEMORY) {
            assert_null(list);
            assert_string_equal(error.text, gm_status_text(GM_NO_MEMORY));
        }
        gm_scenarios_free(list);
        assert_int_equal(budget.live, 0);
    }
    assert_int_equal(status, GM_OK);
    assert_true(fails > 8);
    gm_image_close(image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mutated),
        cmocka_unit_test(limits),
        cmocka_unit_test(many_scenarios),
        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests_name("scenario hostile", tests, NULL, NULL);
}
