/* SPDX-License-Identifier: Apache-2.0 */
/*
 * --replay: makes the counterexamples of a document of --json again. The moves must be open, they must lead to the same
 * state, and a search that goes no deeper must come to the same finding by the same moves.
 */
#include "check_work.h"
#include "place.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What was read, to be compared. */
struct recorded {
    struct gm_check_step *steps;
    size_t count;
    const char *end_state;
};

struct replayer {
    const char *path;
    json_t *root;
    struct check_options options; /* words are owned */
    bool explain;
    size_t same, different;
};

static noreturn void malformed(const struct replayer *r, const char *what)
{
    tool_fail("%s: not what 'gicmask check --json' writes: %s", r->path, what);
}

static json_t *member(const struct replayer *r, json_t *object, const char *name, json_type type)
{
    json_t *value = json_object_get(object, name);
    if (value == NULL || json_typeof(value) != type) {
        malformed(r, name);
    }
    return value;
}

static const char *text_of(const struct replayer *r, json_t *object, const char *name)
{
    return json_string_value(member(r, object, name, JSON_STRING));
}

static uint64_t number_of(const struct replayer *r, json_t *object, const char *name)
{
    json_int_t value = json_integer_value(member(r, object, name, JSON_INTEGER));
    if (value < 0) {
        malformed(r, name);
    }
    return (uint64_t)value;
}

static uint64_t hex_of(const struct replayer *r, json_t *object, const char *name)
{
    uint64_t value;
    if (!number_parse(text_of(r, object, name), 0, UINT64_MAX, &value)) {
        malformed(r, name);
    }
    return value;
}

static void read_words(const struct replayer *r, json_t *inputs, const char *name, struct words *words)
{
    json_t *array = member(r, inputs, name, JSON_ARRAY);
    for (size_t i = 0; i < json_array_size(array); i++) {
        const char *text = json_string_value(json_array_get(array, i));
        if (text == NULL) {
            malformed(r, name);
        }
        words_add(words, tool_copy(text, strlen(text)));
    }
}

/* The document's own inputs; files of the command line replace those that have moved. */
static void read_inputs(struct replayer *r, const struct check_options *given)
{
    json_t *inputs = member(r, r->root, "inputs", JSON_OBJECT);
    r->options = (struct check_options){.shards = 1, .most_states = number_of(r, inputs, "most_states")};
    read_words(r, inputs, "folders", &r->options.folders);
    read_words(r, inputs, "directive_files", &r->options.directive_files);
    read_words(r, inputs, "directives", &r->options.lines);
    if (given->files.count == 0) {
        read_words(r, inputs, "files", &r->options.files);
    }
    for (size_t i = 0; i < given->files.count; i++) {
        words_add(&r->options.files, tool_copy(given->files.items[i], strlen(given->files.items[i])));
    }
}

static void read_step(const struct replayer *r, json_t *object, struct gm_check_step *step)
{
    static const char *const kinds[] = {"step", "take", "gic", "event", "end"};
    const char *word = text_of(r, object, "move");
    uint64_t pe = number_of(r, object, "pe"), detail = number_of(r, object, "detail");
    size_t kind = 0;
    while (kind < sizeof kinds / sizeof kinds[0] && strcmp(kinds[kind], word) != 0) {
        kind++;
    }
    if (kind == sizeof kinds / sizeof kinds[0] || pe >= GM_MAX_PES || detail >= GM_SCENARIO_ITEMS) {
        malformed(r, "moves");
    }
    *step =
        (struct gm_check_step){.pe = (unsigned)pe, .detail = (unsigned)detail, .address = hex_of(r, object, "address")};
    const bool is_end = kind == GM_CHECK_EVENT + 1;
    if (is_end != gm_check_step_is_end(step)) {
        malformed(r, "moves: an end has address 0, others have not");
    }
    step->kind = is_end ? GM_CHECK_STEP : (int)kind;
}

static void read_moves(const struct replayer *r, json_t *object, struct recorded *way)
{
    json_t *moves = member(r, object, "moves", JSON_ARRAY);
    *way = (struct recorded){.count = json_array_size(moves)};
    way->steps = tool_alloc(way->count * sizeof *way->steps);
    for (size_t i = 0; i < way->count; i++) {
        read_step(r, json_array_get(moves, i), &way->steps[i]);
    }
    if (way->count != 0) {
        way->end_state = text_of(r, object, "end_state");
    }
}

static struct check_case *find_case(const struct replayer *r, struct check_work *work, json_t *object)
{
    const char *name = text_of(r, object, "name"), *file = text_of(r, object, "file");
    const char *slash = strrchr(file, '/');
    const char *base = slash != NULL ? slash + 1 : file;
    struct check_case *found = NULL;
    for (size_t i = 0; i < work->case_count; i++) {
        struct check_case *one = &work->cases[i];
        const char *path = work->files[one->file].path;
        size_t skip = strlen(path) >= strlen(base) ? strlen(path) - strlen(base) : 0;
        bool alike = strcmp(one->scenario->name, name) == 0 && strcmp(path + skip, base) == 0;
        if (alike && (found == NULL || strcmp(path, file) == 0)) {
            found = one;
        }
    }
    if (found == NULL) {
        tool_fail("%s: scenario %s of %s is not in the files that were read", r->path, name, file);
    }
    return found;
}

static bool same_step(const struct gm_check_step *a, const struct gm_check_step *b)
{
    bool end = gm_check_step_is_end(a) && gm_check_step_is_end(b);
    return end || (a->kind == b->kind && a->pe == b->pe && a->detail == b->detail && a->address == b->address);
}

static bool is_recorded(const struct replayer *r, const struct check_case *one, const struct check_item *item,
                        json_t *object, bool is_failure)
{
    if (item->is_failure != is_failure) {
        return false;
    }
    if (is_failure) {
        return number_of(r, object, "expectation") == (uint64_t)(item->expectation - one->scenario->expectations);
    }
    return strcmp(gm_verdict_word(item->finding.verdict), text_of(r, object, "verdict")) == 0 &&
           item->finding.pe == number_of(r, object, "pe") && item->finding.address == hex_of(r, object, "address");
}

/* @return what differs, or NULL */
static const char *compare_item(const struct check_item *item, const struct recorded *way)
{
    bool same = item->step_count == way->count;
    for (size_t i = 0; same && i < way->count; i++) {
        same = same_step(&item->steps[i], &way->steps[i]);
    }
    return same ? NULL : "the search comes to it by other moves";
}

/* @return what differs, or NULL; error has the text if it is the moves themselves */
static const char *differs(const struct replayer *r, const struct check_work *work, const struct check_case *one,
                           json_t *object, bool is_failure, const struct recorded *way, struct gm_error *error)
{
    uint64_t hash;
    char text[24];
    const struct gm_image *image = work->files[one->file].image;
    if (gm_check_replay(one->scenario, image, way->steps, way->count, NULL, NULL, &hash, error) != GM_OK) {
        return error->text;
    }
    snprintf(text, sizeof text, "0x%" PRIx64, hash);
    if (strcmp(text, way->end_state) != 0) {
        return "the moves lead to another state";
    }
    struct check_item item;
    const char *what = "the search does not find it";
    bool found = false;
    for (size_t n = 0; !found && check_item_at(one, n, &item); n++) {
        found = is_recorded(r, one, &item, object, is_failure);
        if (found) {
            what = compare_item(&item, way);
            if (r->explain && what == NULL) {
                check_explain_item(work, one, &item);
            }
        }
        check_item_free(&item);
    }
    return what;
}

static void replay_item(struct replayer *r, const struct check_work *work, const struct check_case *one, json_t *object,
                        bool is_failure)
{
    struct recorded way;
    struct gm_error error = {""};
    read_moves(r, object, &way);
    if (way.count != 0) {
        const char *what = differs(r, work, one, object, is_failure, &way, &error);
        printf("%s: %s at %s: %zu moves, %s%s\n", one->scenario->name,
               is_failure ? text_of(r, object, "text") : text_of(r, object, "verdict"),
               is_failure ? text_of(r, object, "where") : text_of(r, object, "place"), way.count,
               what == NULL ? "the same end" : "DIFFERS: ", what == NULL ? "" : what);
        *(what == NULL ? &r->same : &r->different) += 1;
    }
    free(way.steps);
}

/* One search for all of a scenario's counterexamples: what is found first is found first at any greater depth. */
static void search_again(const struct replayer *r, const struct check_work *work, struct check_case *one,
                         json_t *object)
{
    static const char *const lists[] = {"findings", "failures"};
    uint64_t depth = 1;
    for (size_t l = 0; l < 2; l++) {
        json_t *list = member(r, object, lists[l], JSON_ARRAY);
        for (size_t i = 0; i < json_array_size(list); i++) {
            size_t length = json_array_size(member(r, json_array_get(list, i), "moves", JSON_ARRAY));
            depth = length > depth ? length : depth;
        }
    }
    if (one->check == NULL) {
        check_case_run(work, one, r->options.most_states, depth);
    }
}

static void replay_case(struct replayer *r, struct check_work *work, json_t *object)
{
    struct check_case *one = find_case(r, work, object);
    search_again(r, work, one, object);
    json_t *findings = json_object_get(object, "findings"), *failures = json_object_get(object, "failures");
    for (size_t i = 0; i < json_array_size(findings); i++) {
        replay_item(r, work, one, json_array_get(findings, i), false);
    }
    for (size_t i = 0; i < json_array_size(failures); i++) {
        replay_item(r, work, one, json_array_get(failures, i), true);
    }
}

int check_replay(const struct check_options *options)
{
    struct replayer r = {.path = options->replay, .explain = options->explain};
    struct check_work work;
    size_t size;
    json_error_t error;
    char *text = tool_read_file(r.path, &size);
    r.root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    free(text);
    if (r.root == NULL) {
        tool_fail("%s: line %d: %s", r.path, error.line, error.text);
    }
    if (strcmp(text_of(&r, r.root, "schema"), "gicmask.check") != 0) {
        malformed(&r, "schema");
    }
    read_inputs(&r, options);
    check_load(&work, &r.options);
    json_t *scenarios = member(&r, r.root, "scenarios", JSON_ARRAY);
    for (size_t i = 0; i < json_array_size(scenarios); i++) {
        replay_case(&r, &work, json_array_get(scenarios, i));
    }
    printf("%zu counterexamples: %zu come to the same end, %zu do not\n", r.same + r.different, r.same, r.different);
    check_free(&work);
    words_free(&r.options.files, true);
    words_free(&r.options.folders, true);
    words_free(&r.options.directive_files, true);
    words_free(&r.options.lines, true);
    json_decref(r.root);
    return r.different != 0 ? TOOL_FINDINGS : TOOL_FINE;
}
