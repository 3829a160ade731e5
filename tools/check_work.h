/* SPDX-License-Identifier: Apache-2.0 */
/* What `gicmask check` works on: files, their scenarios, and what the search of each has found. */
#ifndef TOOLS_CHECK_WORK_H
#define TOOLS_CHECK_WORK_H

#include "tool.h"

struct check_options {
    struct words files;           /* and folders */
    struct words folders;         /* -I */
    struct words directive_files; /* --file */
    struct words lines;           /* -D */
    const char *junit, *replay;
    uint64_t most_states; /* 0: the library's default */
    uint64_t shard, shards;
    bool explain, json;
};

struct check_file {
    char *path;
    struct gm_image *image;
    struct gm_scenarios *scenarios;
};

/* A scenario; what follows `file` is there after check_case_run. */
struct check_case {
    const struct gm_scenario *scenario;
    size_t index; /* among all scenarios, in whatever shard */
    size_t file;  /* of check_work.files */
    struct gm_check *check;
    double seconds;
    size_t unexpected; /* findings that are no advice and that no `expect verdict` names */
};

struct check_work {
    struct check_file *files;
    size_t file_count;
    struct check_case *cases; /* of this shard */
    size_t case_count;
};

/* Reads every input and finds its scenarios; fails with one line. */
void check_load(struct check_work *work, const struct check_options *options);
void check_free(struct check_work *work);

/* Searches; depth 0: the library's default. Fails with one line. */
void check_case_run(const struct check_work *work, struct check_case *one, uint64_t most_states, uint64_t most_depth);
bool check_is_expected(const struct check_case *one, const struct gm_finding *finding);
static inline bool check_is_bad(const struct check_case *one)
{
    return one->unexpected != 0 || gm_check_failure_count(one->check) != 0;
}
/* "ok", "2 findings", "FAILED 1". @return text */
const char *check_verdict(const struct check_case *one, char text[64]);

/* Something with a counterexample: a finding or an expectation that fails. */
struct check_item {
    bool is_failure;
    size_t index; /* of the finding or the failure in the check */
    struct gm_finding finding;
    const struct gm_scenario_expectation *expectation;
    bool expected; /* a finding that is expected, or advice */
    struct gm_check_step *steps;
    size_t step_count;
};
/* The items of a searched case, failures first. @return false past the end; else free with check_item_free. */
bool check_item_at(const struct check_case *one, size_t n, struct check_item *item);
void check_item_free(struct check_item *item);
/* "expect taken 32 never". An allocated copy. */
char *check_expectation_text(const struct check_case *one, const struct gm_scenario_expectation *expectation);
/* One line about it. An allocated copy. */
char *check_item_text(const struct check_work *work, const struct check_case *one, const struct check_item *item);
/* "step", "take", "gic", "event", "end". */
const char *check_move_word(const struct gm_check_step *step);

void check_print(const struct check_work *work);
void check_explain(const struct check_work *work, const struct check_case *one);
void check_explain_item(const struct check_work *work, const struct check_case *one, const struct check_item *item);
void check_write_json(const struct check_work *work, const struct check_options *options);
/* Writes JUnit XML; fails with one line. */
void check_write_junit(const struct check_work *work, const char *path);
/* --replay. @return an exit status */
int check_replay(const struct check_options *options);

/* The rule of docs/semantics.md that a move is an instance of, and what it says here. */
struct check_move {
    struct gm_check_step step;
    uint32_t word; /* GM_CHECK_STEP: the instruction */
    uint8_t pmr_before, pmr_after;
    bool pmhe;
    bool pmr_arrived, cleared; /* what the move showed */
    bool waits;                /* GM_CHECK_STEP end: the PE waits */
    bool raises;               /* GM_CHECK_EVENT */
};
/* @return NULL if no rule says more than the instruction itself; static storage */
const char *check_rule(const struct check_move *move);

#endif
