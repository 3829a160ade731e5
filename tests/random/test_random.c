/* SPDX-License-Identifier: Apache-2.0 */
/*
 * test_random [--oracle unicorn|qemu] [--seed N] [--count N] [--row NAME] [--sequence N]: random sequences here and on
 * the oracle must agree in registers, flags and memory.  The seed is printed and may also come from
 * GICMASK_RANDOM_SEED. Exit codes: 0 agree, 1 differ or a row was not reached, 77 no oracle.
 */
#include "oracle.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DEFAULT_COUNT = 250000, MAX_REPORTS = 5, SKIPPED = 77 };

struct options {
    uint64_t seed, count;
    uint64_t sequence;  /* only this one, by the seed that a report shows */
    const char *row;    /* only sequences of this row, or NULL */
    const char *oracle; /* NULL: unicorn */
};

/* The executor's system side: other tests compare it (with an emulated board or with known values). */
static bool is_system(enum isa_class c)
{
    return (c >= ISA_C_WAIT && c <= ISA_C_EVENT) || (c >= ISA_C_MRS && c <= ISA_C_SYS) || c == ISA_C_EXCEPTION ||
           c == ISA_C_ERET;
}

/* Rows that the oracle lacks or answers differently: "oracle row |" starts a line of differences.txt; a final * stands
 * for any end of the name. */
static bool is_exempt(const char *text, const char *oracle, const char *row)
{
    for (const char *line = text; line != NULL; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
        char name[16], pattern[32];
        if (sscanf(line, "%15s %31s |", name, pattern) == 2 && strcmp(name, oracle) == 0) {
            size_t length = strlen(pattern);
            bool prefix = pattern[length - 1] == '*';
            if (prefix ? strncmp(row, pattern, length - 1) == 0 : strcmp(row, pattern) == 0) {
                return true;
            }
        }
    }
    return false;
}

static bool read_exemptions(char *text, size_t size)
{
    FILE *f = fopen(SOURCE_DIR "/tests/random/differences.txt", "r");
    if (f == NULL) {
        return false;
    }
    size_t n = fread(text, 1, size - 1, f);
    text[n] = '\0';
    fclose(f);
    return n < size - 1;
}

static void choose_rows(struct random_rows *rows, const struct options *o, const char *exemptions, const char *oracle)
{
    for (unsigned op = 0; op < ISA_OP_COUNT; op++) {
        const char *name = isa_name(op);
        bool chosen = o->row != NULL ? strcmp(name, o->row) == 0
                                     : !is_system(isa_class_of(op)) && !is_exempt(exemptions, oracle, name);
        if (chosen) {
            rows->op[rows->count++] = (uint16_t)op;
        }
    }
}

struct run {
    struct random_engine *subject;
    struct random_oracle *oracle;
    struct random_state start, ours, theirs, before;
    struct random_rows rows;
    struct random_sequence sequence;
    uint64_t instructions;
    unsigned reports;
    bool broken;
};

static bool oracle_run(struct run *r, uint64_t until)
{
    return r->oracle->run(r->oracle, &r->sequence, &r->start, until, &r->theirs);
}

static uint64_t end_of(const struct random_sequence *sequence)
{
    return RANDOM_CODE + 4 * sequence->words;
}

static void copy_state(struct random_state *to, const struct random_state *from)
{
    uint8_t *memory = to->memory;
    *to = *from;
    to->memory = memory;
    memcpy(memory, from->memory, RANDOM_DATA_SIZE);
}

/* The first instruction after which the two differ, by running ever longer prefixes. */
static void explain(struct run *r)
{
    copy_state(&r->before, &r->start);
    for (unsigned steps = 1; steps <= r->sequence.words; steps++) {
        if (!random_subject_run(r->subject, &r->sequence, &r->start, steps, &r->ours, NULL) ||
            !oracle_run(r, r->ours.pc)) {
            break;
        }
        if (!random_state_equal(&r->ours, &r->theirs)) {
            random_report(stdout, &r->sequence, &r->before, &r->ours, &r->theirs, steps);
            return;
        }
        copy_state(&r->before, &r->ours);
    }
    printf("sequence seed 0x%" PRIx64 ": differs as a whole, not step by step\n", r->sequence.seed);
    random_subject_run(r->subject, &r->sequence, &r->start, 0, &r->ours, NULL);
    oracle_run(r, end_of(&r->sequence));
    random_report(stdout, &r->sequence, &r->start, &r->ours, &r->theirs, 0);
}

static void one_sequence(struct run *r, uint64_t seed)
{
    struct random_source source = {seed};
    uint64_t executed[ISA_OP_COUNT] = {0};
    random_value_fill(&source, &r->start);
    r->sequence.seed = seed;
    random_sequence_make(&source, &r->rows, &r->sequence);
    if (!random_subject_run(r->subject, &r->sequence, &r->start, 0, &r->ours, executed) ||
        !oracle_run(r, end_of(&r->sequence))) {
        printf("sequence seed 0x%" PRIx64 ": an engine failed\n", seed);
        r->broken = true;
        return;
    }
    if (!random_subject_run_blocks(r->subject, &r->sequence, &r->start, &r->before) ||
        !random_state_equal(&r->ours, &r->before)) {
        printf("the run loop differs from the handlers; shown as the oracle:\n");
        random_report(stdout, &r->sequence, &r->start, &r->ours, &r->before, 0);
        r->reports++;
    }
    for (unsigned op = 0; op < ISA_OP_COUNT; op++) {
        r->rows.executed[op] += executed[op];
        r->instructions += executed[op];
    }
    if (!random_state_equal(&r->ours, &r->theirs) || r->ours.faulted) {
        r->reports++;
        explain(r);
    }
}

static unsigned print_coverage(const struct random_rows *rows)
{
    unsigned missing = 0;
    for (unsigned n = 0; n < rows->count; n++) {
        if (rows->executed[rows->op[n]] == 0) {
            printf("not executed: %s\n", isa_name(rows->op[n]));
            missing++;
        }
    }
    printf("%u rows of %u executed\n", rows->count - missing, rows->count);
    return missing;
}

static bool parse(int argc, char **argv, struct options *o)
{
    const char *seed = getenv("GICMASK_RANDOM_SEED");
    o->seed = seed != NULL ? strtoull(seed, NULL, 0) : (uint64_t)time(NULL);
    o->count = DEFAULT_COUNT;
    for (int n = 1; n + 1 < argc; n += 2) {
        if (strcmp(argv[n], "--seed") == 0) {
            o->seed = strtoull(argv[n + 1], NULL, 0);
        } else if (strcmp(argv[n], "--count") == 0) {
            o->count = strtoull(argv[n + 1], NULL, 0);
        } else if (strcmp(argv[n], "--sequence") == 0) {
            o->sequence = strtoull(argv[n + 1], NULL, 0);
        } else if (strcmp(argv[n], "--oracle") == 0) {
            o->oracle = argv[n + 1];
        } else if (strcmp(argv[n], "--row") == 0) {
            o->row = argv[n + 1];
        } else {
            return false;
        }
    }
    return argc % 2 == 1;
}

static bool open_run(struct run *r)
{
    struct random_state *states[] = {&r->start, &r->ours, &r->theirs, &r->before};
    for (unsigned n = 0; n < sizeof states / sizeof states[0]; n++) {
        states[n]->memory = calloc(1, RANDOM_DATA_SIZE);
        if (states[n]->memory == NULL) {
            return false;
        }
    }
    r->subject = random_subject_open();
    return r->subject != NULL;
}

static void close_run(struct run *r)
{
    random_subject_close(r->subject);
    r->oracle->close(r->oracle);
    free(r->start.memory), free(r->ours.memory), free(r->theirs.memory), free(r->before.memory);
    free(r);
}

static int run_all(struct run *r, const struct options *o)
{
    struct random_source seeds = {o->seed};
    printf("seed 0x%" PRIx64 ", oracle %s\n", o->seed, r->oracle->name);
    if (o->sequence != 0) {
        one_sequence(r, o->sequence);
        return r->reports != 0 || r->broken;
    }
    while (r->rows.count > 0 && r->instructions < o->count && r->reports < MAX_REPORTS && !r->broken) {
        one_sequence(r, random_next(&seeds));
    }
    unsigned missing = print_coverage(&r->rows);
    printf("%" PRIu64 " instructions, %u differences\n", r->instructions, r->reports);
    return r->rows.count == 0 || r->reports != 0 || missing != 0 || r->broken;
}

int main(int argc, char **argv)
{
    struct options options = {0};
    static char exemptions[16384];
    if (!parse(argc, argv, &options) || !read_exemptions(exemptions, sizeof exemptions)) {
        fprintf(stderr,
                "test_random: bad options (see test_random.c), or tests/random/differences.txt is unreadable\n");
        return 2;
    }
    bool qemu = options.oracle != NULL && strcmp(options.oracle, "qemu") == 0;
    struct random_oracle *oracle = qemu ? random_oracle_qemu() : random_oracle_unicorn();
    if (oracle == NULL) {
        printf("skipped: the oracle is not installed (libunicorn-dev; qemu-user and gcc-aarch64-linux-gnu)\n");
        return SKIPPED;
    }
    struct run *r = calloc(1, sizeof *r);
    if (r == NULL || !open_run(r)) {
        return 2;
    }
    r->oracle = oracle;
    choose_rows(&r->rows, &options, exemptions, oracle->name);
    int result = run_all(r, &options);
    close_run(r);
    return result;
}
