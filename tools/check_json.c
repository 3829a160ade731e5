/* SPDX-License-Identifier: Apache-2.0 */
/* --json: docs/json.md, gicmask.check. */
#include "check_work.h"
#include "json.h"
#include "place.h"

#include <stdlib.h>

static void write_words(struct json *json, const char *key, const struct words *words)
{
    json_array(json, key);
    for (size_t i = 0; i < words->count; i++) {
        json_string(json, NULL, words->items[i]);
    }
    json_end_array(json);
}

/* What --replay needs to find the scenarios again. */
static void write_inputs(struct json *json, const struct check_options *options)
{
    json_object(json, "inputs");
    write_words(json, "files", &options->files);
    write_words(json, "folders", &options->folders);
    write_words(json, "directive_files", &options->directive_files);
    write_words(json, "directives", &options->lines);
    json_number(json, "most_states", options->most_states);
    json_end_object(json);
}

static void write_moves(struct json *json, const struct check_file *file, const struct gm_scenario *scenario,
                        const struct check_item *item)
{
    struct gm_error error = {""};
    uint64_t hash;
    json_array(json, "moves");
    for (size_t i = 0; i < item->step_count; i++) {
        const struct gm_check_step *step = &item->steps[i];
        char place[160];
        json_object(json, NULL);
        json_string(json, "move", check_move_word(step));
        json_number(json, "pe", step->pe);
        json_number(json, "detail", step->detail);
        json_hex(json, "address", step->address);
        json_string(json, "place", place_text(file->image, step->address, place, sizeof place));
        json_end_object(json);
    }
    json_end_array(json);
    if (item->step_count == 0) {
        json_null(json, "end_state");
        return;
    }
    enum gm_status status =
        gm_check_replay(scenario, file->image, item->steps, item->step_count, NULL, NULL, &hash, &error);
    if (status != GM_OK) {
        tool_fail("%s: scenario %s: a counterexample of the search does not replay: %s", file->path, scenario->name,
                  error.text[0] != '\0' ? error.text : gm_status_text(status));
    }
    json_hex(json, "end_state", hash);
}

static void write_finding(struct json *json, const struct check_file *file, const struct check_case *one,
                          const struct check_item *item)
{
    const struct gm_finding *f = &item->finding;
    char place[160];
    json_object(json, NULL);
    json_string(json, "verdict", gm_verdict_word(f->verdict));
    json_bool(json, "must", f->must);
    json_bool(json, "advice", gm_verdict_advice(f->verdict));
    json_bool(json, "expected", check_is_expected(one, f));
    json_number(json, "pe", f->pe);
    json_hex(json, "address", f->address);
    json_string(json, "place", place_text(file->image, f->address, place, sizeof place));
    json_string(json, "text", gm_verdict_text(f->verdict));
    write_moves(json, file, one->scenario, item);
    json_end_object(json);
}

static void write_failure(struct json *json, const struct check_file *file, const struct check_case *one,
                          const struct check_item *item)
{
    char *text = check_expectation_text(one, item->expectation);
    json_object(json, NULL);
    json_number(json, "expectation", (uint64_t)(item->expectation - one->scenario->expectations));
    json_string(json, "where", item->expectation->where);
    json_string(json, "text", text);
    write_moves(json, file, one->scenario, item);
    json_end_object(json);
    free(text);
}

/* Findings or failures, each under its own key. */
static void write_items(struct json *json, const struct check_file *file, const struct check_case *one, bool failures)
{
    struct check_item item;
    for (size_t n = 0; check_item_at(one, n, &item); n++) {
        if (item.is_failure && failures) {
            write_failure(json, file, one, &item);
        } else if (!item.is_failure && !failures) {
            write_finding(json, file, one, &item);
        }
        check_item_free(&item);
    }
}

static void write_case(struct json *json, const struct check_work *work, const struct check_case *one)
{
    const struct check_file *file = &work->files[one->file];
    bool failed = gm_check_failure_count(one->check) != 0;
    json_object(json, NULL);
    json_number(json, "index", one->index);
    json_string(json, "file", file->path);
    json_string(json, "name", one->scenario->name);
    json_string(json, "about", one->scenario->about);
    json_string(json, "result", failed ? "failed" : one->unexpected != 0 ? "findings" : "ok");
    json_bool(json, "exhaustive", gm_check_exhaustive(one->check));
    json_number(json, "states", gm_check_states(one->check));
    json_number(json, "moves", gm_check_moves(one->check));
    json_number(json, "ends", gm_check_ends(one->check));
    json_real(json, "seconds", one->seconds);
    json_array(json, "findings");
    write_items(json, file, one, false);
    json_end_array(json);
    json_array(json, "failures");
    write_items(json, file, one, true);
    json_end_array(json);
    json_end_object(json);
}

void check_write_json(const struct check_work *work, const struct check_options *options)
{
    struct json json;
    json_begin(&json, stdout, "gicmask.check");
    write_inputs(&json, options);
    json_object(&json, "shard");
    json_number(&json, "part", options->shard % options->shards);
    json_number(&json, "of", options->shards);
    json_end_object(&json);
    json_array(&json, "scenarios");
    for (size_t i = 0; i < work->case_count; i++) {
        write_case(&json, work, &work->cases[i]);
    }
    json_end_array(&json);
    json_finish(&json);
}
