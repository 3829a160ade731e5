/* SPDX-License-Identifier: Apache-2.0 */
/* Searching one scenario, and what its result means for the exit status. */
#include "check_work.h"
#include "place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static bool names(const struct gm_scenario *s, const struct gm_scenario_expectation *x, const struct gm_finding *f)
{
    if (x->mode == GM_NEVER || (x->pe != GM_EVERY_PE && x->pe != f->pe)) {
        return false;
    }
    if (x->kind == GM_EXPECT_NO_WAKE) {
        return f->verdict == GM_VERDICT_NO_WAKE && x->at.address == f->address; /* the same in other words */
    }
    bool here = x->places.count == 0;
    for (unsigned n = 0; n < x->places.count; n++) {
        here |= s->labels[x->places.first + n].address == f->address;
    }
    return x->kind == GM_EXPECT_VERDICT && x->verdict == f->verdict && here;
}

bool check_is_expected(const struct check_case *one, const struct gm_finding *finding)
{
    for (uint32_t i = 0; i < one->scenario->expectation_count; i++) {
        if (names(one->scenario, &one->scenario->expectations[i], finding)) {
            return true;
        }
    }
    return false;
}

void check_case_run(const struct check_work *work, struct check_case *one, uint64_t most_states, uint64_t most_depth)
{
    const struct check_file *file = &work->files[one->file];
    const struct gm_check_options options = {.most_states = most_states, .most_depth = most_depth};
    struct gm_error error = {""};
    double begin = now();
    enum gm_status status = gm_check_run(one->scenario, file->image, &options, &one->check, &error);
    if (status != GM_OK) {
        tool_fail("%s: scenario %s: %s", file->path, one->scenario->name,
                  error.text[0] != '\0' ? error.text : gm_status_text(status));
    }
    one->seconds = now() - begin;
    struct gm_finding finding;
    for (size_t i = 0; gm_check_finding(one->check, i, &finding); i++) {
        one->unexpected += !gm_verdict_advice(finding.verdict) && !check_is_expected(one, &finding);
    }
}

const char *check_verdict(const struct check_case *one, char text[64])
{
    size_t failures = gm_check_failure_count(one->check);
    const char *plural = one->unexpected == 1 ? "" : "s";
    if (!check_is_bad(one)) {
        return "ok";
    }
    if (failures == 0) {
        snprintf(text, 64, "%zu finding%s", one->unexpected, plural);
    } else if (one->unexpected == 0) {
        snprintf(text, 64, "FAILED %zu", failures);
    } else {
        snprintf(text, 64, "FAILED %zu, %zu finding%s", failures, one->unexpected, plural);
    }
    return text;
}

bool check_item_at(const struct check_case *one, size_t n, struct check_item *item)
{
    size_t failures = gm_check_failure_count(one->check);
    *item = (struct check_item){.is_failure = n < failures, .index = n < failures ? n : n - failures};
    if (item->is_failure) {
        item->expectation = &one->scenario->expectations[gm_check_failure(one->check, n)];
        item->step_count = gm_check_failure_length(one->check, n);
    } else if (gm_check_finding(one->check, item->index, &item->finding)) {
        item->step_count = item->finding.length;
        item->expected = gm_verdict_advice(item->finding.verdict) || check_is_expected(one, &item->finding);
    } else {
        return false;
    }
    item->steps = tool_alloc(item->step_count * sizeof *item->steps);
    for (size_t i = 0; i < item->step_count; i++) {
        if (item->is_failure) {
            gm_check_failure_step(one->check, item->index, i, &item->steps[i]);
        } else {
            gm_check_finding_step(one->check, item->index, i, &item->steps[i]);
        }
    }
    return true;
}

void check_item_free(struct check_item *item)
{
    free(item->steps);
    item->steps = NULL;
}

/* gm_scenario_print writes the expectations in their order, a line each. */
char *check_expectation_text(const struct check_case *one, const struct gm_scenario_expectation *expectation)
{
    size_t size = gm_scenario_print(one->scenario, NULL, 0) + 1;
    char *text = tool_alloc(size);
    gm_scenario_print(one->scenario, text, size);
    size_t left = (size_t)(expectation - one->scenario->expectations);
    char *found = NULL;
    for (char *line = text; found == NULL && *line != '\0';) {
        size_t length = strcspn(line, "\n");
        bool is_expectation = strncmp(line, "expect ", 7) == 0;
        if (is_expectation && left == 0) {
            found = tool_copy(line, length);
        }
        left -= is_expectation;
        line += length + (line[length] == '\n');
    }
    free(text);
    return found != NULL ? found : tool_copy("expect", 6);
}

char *check_item_text(const struct check_work *work, const struct check_case *one, const struct check_item *item)
{
    size_t size = 4 * GM_SCENARIO_LINE;
    char *text = tool_alloc(size);
    if (item->is_failure) {
        char *expectation = check_expectation_text(one, item->expectation);
        const char *how =
            item->step_count == 0 && item->expectation->kind != GM_EXPECT_CLEAN ? " (nothing shows it)" : "";
        snprintf(text, size, "FAILED %s: %s%s", item->expectation->where, expectation, how);
        free(expectation);
        return text;
    }
    char place[160];
    const struct gm_finding *f = &item->finding;
    place_text(work->files[one->file].image, f->address, place, sizeof place);
    const char *note = !item->expected ? "" : gm_verdict_advice(f->verdict) ? ", advice" : ", expected";
    char pe[24] = "";
    if (one->scenario->machine.pes > 1) {
        snprintf(pe, sizeof pe, " on PE %u", f->pe);
    }
    snprintf(text, size, "%s (%s%s) at %s%s: %s", gm_verdict_word(f->verdict), f->must ? "must" : "may", note, place,
             pe, gm_verdict_text(f->verdict));
    return text;
}

const char *check_move_word(const struct gm_check_step *step)
{
    static const char *const words[] = {
        [GM_CHECK_STEP] = "step", [GM_CHECK_TAKE] = "take", [GM_CHECK_GIC] = "gic", [GM_CHECK_EVENT] = "event"};
    return gm_check_step_is_end(step) ? "end" : words[step->kind];
}
