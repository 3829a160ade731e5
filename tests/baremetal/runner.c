/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs the bare-metal programs on our machine and compares with what QEMU answered.
 *
 *     runner off|on ELF EXPECTED DIFFERENCES [alone]
 *
 * "alone" gives each record a fresh machine: the results must not depend on what ran before.
 */
#include <gicmask/image.h>
#include <gicmask/machine.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RAM      UINT64_C(0x40000000)
#define RAM_SIZE UINT64_C(0x200000)

enum { MAX_RECORDS = 1024, MAX_WORDS = 256, LINE = 8192, MAX_SHOWN = 20, TIMER_PPI = 27, MAX_INSNS = 20000000 };

/* HLT immediates by which the programs ask for a timer, see macros.inc */
enum { TIMER_OFF = 1, TIMER_SOON = 2, TIMER_NOW = 3, TIMER_STATUS = 4 };

struct run {
    struct gm_machine *machine;
    uint64_t done;
    uint64_t results;
    bool timer_armed;
    bool timer_fired;
};

struct lines {
    char *text[MAX_RECORDS];
    size_t count;
};

static bool fail(const char *what, enum gm_status status, const struct gm_error *error)
{
    fprintf(stderr, "runner: %s: %s%s%s\n", what, gm_status_text(status), error ? ": " : "", error ? error->text : "");
    return false;
}

static bool symbol_address(const struct gm_image *image, const char *name, uint64_t *address)
{
    struct gm_image_symbol symbol;
    struct gm_error error = {""};
    enum gm_status status = gm_image_symbol(image, name, &symbol, &error);
    if (status != GM_OK) {
        return fail(name, status, &error);
    }
    *address = symbol.address;
    return true;
}

static struct gm_machine *create_machine(bool two_states)
{
    struct gm_config config;
    gm_config_init(&config);
    config.security = two_states ? GM_SECURITY_TWO : GM_SECURITY_ONE;
    config.secure = two_states;
    config.highest_el = two_states ? 3 : 1;
    config.el = two_states ? 3 : 1;
    config.prio_bits = 5;
    config.gic_ready = false;
    config.strict = false; /* the programs provoke traps and UNDEFINED registers, and handle them */
    struct gm_error error = {""};
    struct gm_machine *machine = NULL;
    enum gm_status status = gm_machine_create(&config, &machine, &error);
    if (status != GM_OK) {
        fail("create", status, &error);
    }
    return machine;
}

/* A word of the program's data, given by symbol. */
static bool poke(struct run *run, const struct gm_image *image, const char *name, uint32_t value)
{
    uint64_t address = 0;
    if (!symbol_address(image, name, &address)) {
        return false;
    }
    uint8_t bytes[4];
    for (unsigned i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(value >> 8 * i);
    }
    enum gm_status status = gm_machine_write(run->machine, address, bytes, sizeof(bytes));
    return status == GM_OK || fail(name, status, NULL);
}

/* select: 0 for all records, n for the n-th alone */
static bool start(struct run *run, const struct gm_image *image, bool two_states, uint32_t select)
{
    memset(run, 0, sizeof(*run));
    run->machine = create_machine(two_states);
    if (!run->machine) {
        return false;
    }
    struct gm_error error = {""};
    enum gm_status status = gm_machine_map(run->machine, RAM, RAM_SIZE, GM_R | GM_W | GM_X);
    if (status == GM_OK) {
        status = gm_machine_load(run->machine, image, &error);
    }
    if (status == GM_OK) {
        status = gm_machine_set(run->machine, 0, "pc", gm_image_entry(image));
    }
    if (status != GM_OK) {
        return fail("load", status, &error);
    }
    if (!symbol_address(image, "done", &run->done) || !symbol_address(image, "results", &run->results) ||
        !poke(run, image, "select", select) || !poke(run, image, "have_timer", 0)) {
        return false;
    }
    status = gm_machine_breakpoint(run->machine, run->done, true);
    return status == GM_OK || fail("breakpoint", status, NULL);
}

static bool timer_line(struct run *run, bool level)
{
    enum gm_status status = gm_machine_line(run->machine, 0, TIMER_PPI, level);
    run->timer_fired = level;
    run->timer_armed = false;
    return status == GM_OK || fail("the timer's line", status, NULL);
}

/* HLT stops at itself: do what it asks for and go on behind it. */
static bool serve_hlt(struct run *run, const struct gm_stop *stop)
{
    bool ok = true;
    switch (stop->word >> 5 & 0xffff) {
    case TIMER_OFF:
        ok = timer_line(run, false);
        break;
    case TIMER_SOON:
        run->timer_armed = true;
        break;
    case TIMER_NOW:
        ok = timer_line(run, true);
        break;
    case TIMER_STATUS:
        ok = gm_machine_set(run->machine, 0, "x16", run->timer_fired ? 5 : 1) == GM_OK;
        break;
    default:
        return false;
    }
    return ok && gm_machine_set(run->machine, 0, "pc", stop->pc + 4) == GM_OK;
}

static bool run_to_done(struct run *run)
{
    for (;;) {
        struct gm_stop stop;
        enum gm_status status = gm_machine_run(run->machine, MAX_INSNS, &stop);
        if (status != GM_OK) {
            return fail("run", status, NULL);
        }
        bool goes_on = false;
        if (stop.reason == GM_STOP_BREAKPOINT && stop.pc == run->done) {
            return true;
        }
        if (stop.reason == GM_STOP_HALT) {
            goes_on = serve_hlt(run, &stop);
        }
        if (stop.reason == GM_STOP_WAITING && run->timer_armed) {
            goes_on = timer_line(run, true);
        }
        if (!goes_on) {
            fprintf(stderr, "runner: stopped at 0x%" PRIx64 " (EL%u, word %08" PRIx32 "): %s\n", stop.pc, stop.el,
                    stop.word, gm_stop_text(stop.reason));
            return false;
        }
    }
}

static bool read_word(const struct run *run, uint64_t address, uint64_t *value)
{
    uint8_t bytes[8];
    if (gm_machine_read(run->machine, address, bytes, sizeof(bytes)) != GM_OK) {
        return false;
    }
    *value = 0;
    for (unsigned i = 8; i-- > 0;) {
        *value = *value << 8 | bytes[i];
    }
    return true;
}

static const char *context_name(uint64_t context)
{
    static const struct {
        uint64_t bit;
        const char *name;
    } names[] = {{1, "off"}, {2, "ns-fiq1"}, {4, "ns-fiq0"}, {8, "s"}, {16, "el3"}};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (names[i].bit == context) {
            return names[i].name;
        }
    }
    return "?";
}

/* Formats the record at *at as the expected files have it. */
static bool format_record(const struct run *run, uint64_t *at, char line[LINE])
{
    uint64_t name_address = 0;
    uint64_t context = 0;
    uint64_t count = 0;
    char name[64] = "";
    if (!read_word(run, *at, &name_address) || !read_word(run, *at + 8, &context) ||
        !read_word(run, *at + 16, &count) || count > MAX_WORDS ||
        gm_machine_read(run->machine, name_address, name, sizeof(name) - 1) != GM_OK) {
        return false;
    }
    size_t length = (size_t)snprintf(line, LINE, "%s@%s", name, context_name(context));
    for (uint64_t i = 0; i < count; i++) {
        uint64_t word = 0;
        if (!read_word(run, *at + 24 + 8 * i, &word)) {
            return false;
        }
        length += (size_t)snprintf(line + length, LINE - length, " %" PRIx64, word);
    }
    *at += 24 + 8 * count;
    return true;
}

static bool collect(const struct run *run, struct lines *lines)
{
    uint64_t count = 0;
    uint64_t at = run->results + 8;
    if (!read_word(run, run->results, &count) || count > MAX_RECORDS - lines->count) {
        return false;
    }
    for (uint64_t i = 0; i < count; i++) {
        char line[LINE];
        if (!format_record(run, &at, line)) {
            fprintf(stderr, "runner: record %" PRIu64 " is damaged\n", i);
            return false;
        }
        lines->text[lines->count++] = strdup(line);
    }
    return true;
}

static bool read_lines(const char *path, struct lines *lines)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return false;
    }
    char line[LINE];
    while (lines->count < MAX_RECORDS && fgets(line, sizeof(line), file)) {
        line[strcspn(line, "\n")] = '\0';
        lines->text[lines->count++] = strdup(line);
    }
    fclose(file);
    return true;
}

static void free_lines(struct lines *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        free(lines->text[i]);
    }
    lines->count = 0;
}

static size_t record_name_length(const char *line)
{
    return strcspn(line, " ");
}

/* The index-th word of a record, as text. @return its length, 0 if there is none */
static size_t find_word(const char *line, unsigned index, const char **word)
{
    const char *at = line + record_name_length(line);
    for (unsigned i = 0; *at == ' '; i++) {
        size_t length = strcspn(at + 1, " ");
        if (i == index) {
            *word = at + 1;
            return length;
        }
        at += 1 + length;
    }
    return 0;
}

/* Puts our word in the place of QEMU's. */
static bool apply_difference(struct lines *expected, const char *difference)
{
    char name[64];
    char theirs[20];
    char ours[20];
    unsigned index = 0;
    if (sscanf(difference, "%63s %u %19s %19s", name, &index, theirs, ours) != 4) {
        fprintf(stderr, "runner: differences: not understood: %s\n", difference);
        return false;
    }
    for (size_t i = 0; i < expected->count; i++) {
        char *line = expected->text[i];
        if (record_name_length(line) != strlen(name) || strncmp(line, name, strlen(name)) != 0) {
            continue;
        }
        const char *word = NULL;
        size_t length = find_word(line, index, &word);
        if (length != strlen(theirs) || strncmp(word, theirs, length) != 0) {
            fprintf(stderr, "runner: differences: %s word %u is no longer %s in QEMU\n", name, index, theirs);
            return false;
        }
        char changed[LINE];
        snprintf(changed, sizeof(changed), "%.*s%s%s", (int)(word - line), line, ours, word + length);
        free(line);
        expected->text[i] = strdup(changed);
        return true;
    }
    return true; /* of the other build */
}

static bool apply_differences(const char *path, struct lines *expected)
{
    struct lines differences = {{NULL}, 0};
    bool ok = read_lines(path, &differences);
    for (size_t i = 0; ok && i < differences.count; i++) {
        const char *text = differences.text[i];
        if (text[0] != '#' && text[0] != '\0') {
            ok = apply_difference(expected, text);
        }
    }
    free_lines(&differences);
    return ok;
}

static const char *find_record(const struct lines *lines, const char *like)
{
    size_t length = record_name_length(like);
    for (size_t i = 0; i < lines->count; i++) {
        if (record_name_length(lines->text[i]) == length && strncmp(lines->text[i], like, length) == 0) {
            return lines->text[i];
        }
    }
    return NULL;
}

static unsigned first_difference(const char *a, const char *b)
{
    unsigned index = 0;
    for (;; index++) {
        const char *word_a = NULL;
        const char *word_b = NULL;
        size_t length = find_word(a, index, &word_a);
        if (length == 0 || find_word(b, index, &word_b) != length || strncmp(word_a, word_b, length) != 0) {
            return index;
        }
    }
}

/* @return how many records differ or are missing; the first ones are shown with both answers */
static size_t compare(const struct lines *expected, const struct lines *ours)
{
    size_t wrong = 0;
    for (size_t i = 0; i < expected->count; i++) {
        const char *theirs = expected->text[i];
        const char *mine = find_record(ours, theirs);
        if (mine && strcmp(theirs, mine) == 0) {
            continue;
        }
        if (wrong++ < MAX_SHOWN) {
            printf("record %zu differs at word %u\n  expected %s\n  got      %s\n", i + 1,
                   mine ? first_difference(theirs, mine) : 0, theirs, mine ? mine : "nothing: it did not finish");
        }
    }
    if (ours->count > expected->count) {
        printf("%zu records are not expected\n", ours->count - expected->count);
        wrong += ours->count - expected->count;
    }
    return wrong;
}

static bool run_once(const struct gm_image *image, bool two_states, uint32_t select, struct lines *ours)
{
    struct run run;
    bool ok = start(&run, image, two_states, select) && run_to_done(&run);
    ok = run.machine && collect(&run, ours) && ok; /* what there is, also after a failure */
    gm_machine_destroy(run.machine);
    return ok;
}

static bool run_all(const struct gm_image *image, bool two_states, bool alone, size_t count, struct lines *ours)
{
    if (!alone) {
        return run_once(image, two_states, 0, ours);
    }
    bool ok = true;
    for (uint32_t n = 1; n <= count; n++) {
        if (!run_once(image, two_states, n, ours)) {
            fprintf(stderr, "runner: record %" PRIu32 " did not finish\n", n);
            ok = false;
        }
    }
    return ok;
}

int main(int argc, char **argv)
{
    if (argc < 5 || (strcmp(argv[1], "on") != 0 && strcmp(argv[1], "off") != 0)) {
        fprintf(stderr, "usage: runner off|on ELF EXPECTED DIFFERENCES [alone]\n");
        return 2;
    }
    bool two_states = strcmp(argv[1], "on") == 0;
    bool alone = argc > 5 && strcmp(argv[5], "alone") == 0;
    struct lines expected = {{NULL}, 0};
    struct lines ours = {{NULL}, 0};
    struct gm_image *image = NULL;
    struct gm_error error = {""};
    enum gm_status status = gm_image_open_file(argv[2], NULL, &image, &error);
    if (status != GM_OK) {
        fail(argv[2], status, &error);
        return 2;
    }
    bool ok = false;
    if (read_lines(argv[3], &expected) && apply_differences(argv[4], &expected)) {
        ok = run_all(image, two_states, alone, expected.count, &ours);
        size_t wrong = compare(&expected, &ours);
        printf("%zu records, %zu differ from QEMU and its pinned differences\n", ours.count, wrong);
        ok = ok && wrong == 0;
    }
    gm_image_close(image);
    free_lines(&expected);
    free_lines(&ours);
    return ok ? 0 : 1;
}
