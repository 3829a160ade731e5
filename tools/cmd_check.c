/* SPDX-License-Identifier: Apache-2.0 */
/* gicmask check: every legal behaviour of scenarios, judged. */
#include "arguments.h"
#include "check_work.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { KEY_FILE = KEY_COMMAND, KEY_EXPLAIN, KEY_JSON, KEY_JUNIT, KEY_REPLAY, KEY_SHARD, KEY_MOST_STATES };

static const struct argp_option rows[] = {
    {"directive", 'D', "DIRECTIVE", 0, "A directive, may be repeated; see docs/directives.md", 0},
    {"file", KEY_FILE, "FILE", 0, "A file of directives, may be repeated", 0},
    {"include", 'I', "FOLDER", 0, "Where .include of a .S looks first, may be repeated", 0},
    {"explain", KEY_EXPLAIN, NULL, 0, "List the shortest way to each finding, move by move", 0},
    {"most-states", KEY_MOST_STATES, "N", 0, "Bound of each search (default 1000000)", 0},
    {"shard", KEY_SHARD, "K/N", 0, "Only the scenarios whose number is K modulo N", 0},
    {"junit", KEY_JUNIT, "FILE", 0, "Write the results as JUnit XML too", 0},
    {"json", KEY_JSON, NULL, 0, "JSON with the moves of each counterexample, see docs/json.md", 0},
    {"replay", KEY_REPLAY, "FILE", 0, "Make the counterexamples of a --json document again", 0},
    ARGUMENTS_HELP_ROW,
    {0},
};

static void parse_shard(struct check_options *o, const char *text)
{
    const char *slash = strchr(text, '/');
    char part[24] = "";
    bool fits = slash != NULL && (size_t)(slash - text) < sizeof part;
    if (fits) {
        memcpy(part, text, (size_t)(slash - text));
    }
    if (!fits || !number_parse(slash + 1, 1, UINT32_MAX, &o->shards) || !number_parse(part, 0, o->shards, &o->shard)) {
        tool_fail("--shard: '%s' is not K/N with K from 0 to N; N is the same as 0", text);
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct check_options *o = state->input;
    switch (key) {
    case 'D':
        words_add(&o->lines, arg);
        return 0;
    case 'I':
        words_add(&o->folders, arg);
        return 0;
    case KEY_FILE:
        words_add(&o->directive_files, arg);
        return 0;
    case KEY_EXPLAIN:
        o->explain = true;
        return 0;
    case KEY_MOST_STATES:
        o->most_states = number_option("--most-states", arg, 1, UINT32_MAX - 1);
        return 0;
    case KEY_SHARD:
        parse_shard(o, arg);
        return 0;
    case KEY_JUNIT:
        o->junit = arg;
        return 0;
    case KEY_JSON:
        o->json = true;
        return 0;
    case KEY_REPLAY:
        o->replay = arg;
        return 0;
    case ARGP_KEY_ARG:
        words_add(&o->files, arg);
        return 0;
    default:
        return arguments_common(key, arg, state);
    }
}

static const struct argp argp = {
    .options = rows,
    .parser = parse,
    .args_doc = "FILE...",
    .doc = "Searches every legal behaviour of the scenarios in FILE (.S, .o, ELF; a folder: all .S below it) and says "
           "what "
           "goes wrong, and which expectations fail.",
};

static void check_options_check(const struct check_options *o)
{
    if (o->files.count == 0 && o->replay == NULL) {
        tool_fail("which FILE? see gicmask check --help");
    }
    if (o->json && o->explain) {
        tool_fail("--explain: the moves are in the JSON already");
    }
    if (o->replay != NULL && (o->json || o->junit != NULL || o->shards != 1 || o->most_states != 0 ||
                              o->lines.count + o->directive_files.count + o->folders.count != 0)) {
        tool_fail("--replay: takes only --explain and FILEs; the document says the rest");
    }
}

/* A search of a second or more is worth a word to who sits before it. */
static void show_progress(const struct check_work *work, size_t done, double seconds)
{
    if (isatty(STDERR_FILENO) == 0 || seconds < 1.0) {
        return;
    }
    if (done == work->case_count) {
        fprintf(stderr, "\r\033[K");
    } else {
        fprintf(stderr, "\r\033[K[%zu/%zu] %s", done + 1, work->case_count, work->cases[done].scenario->name);
    }
    fflush(stderr);
}

/* @return whether any is bad */
static bool search_all(const struct check_options *o, struct check_work *work)
{
    bool bad = false;
    double seconds = 0;
    for (size_t i = 0; i < work->case_count; i++) {
        show_progress(work, i, seconds);
        check_case_run(work, &work->cases[i], o->most_states, 0);
        bad |= check_is_bad(&work->cases[i]);
        seconds += work->cases[i].seconds;
    }
    show_progress(work, work->case_count, seconds);
    return bad;
}

static void words_end(struct check_options *o)
{
    words_free(&o->files, false);
    words_free(&o->folders, false);
    words_free(&o->directive_files, false);
    words_free(&o->lines, false);
}

int cmd_check(int argc, char **argv)
{
    struct check_options o = {.shards = 1};
    struct check_work work;
    arguments_parse(&argp, argc, argv, &o);
    check_options_check(&o);
    if (o.replay != NULL) {
        int status = check_replay(&o);
        words_end(&o);
        return status;
    }
    check_load(&work, &o);
    bool bad = search_all(&o, &work);
    if (o.json) {
        check_write_json(&work, &o);
    } else {
        check_print(&work);
    }
    for (size_t i = 0; o.explain && i < work.case_count; i++) {
        check_explain(&work, &work.cases[i]);
    }
    if (o.junit != NULL) {
        check_write_junit(&work, o.junit);
    }
    check_free(&work);
    words_end(&o);
    return bad ? TOOL_FINDINGS : TOOL_FINE;
}
