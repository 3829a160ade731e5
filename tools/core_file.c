/* SPDX-License-Identifier: Apache-2.0 */
#include "core_file.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Overrides that belong to one core, as read from a file. */
struct overrides {
    const char *path;
    json_t *root;
    const char *core;   /* borrowed from root */
    json_t *parameters; /* borrowed from root */
};

static void reject_unknown_members(const struct overrides *o, json_t *object, const char *const *known)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        size_t i = 0;
        while (known[i] != NULL && strcmp(known[i], key) != 0) {
            i++;
        }
        if (known[i] == NULL) {
            tool_fail("%s: '%s' is not a member that is known there; see docs/core-file.md", o->path, key);
        }
    }
}

static void overrides_read(struct overrides *o, const char *path)
{
    static const char *const members[] = {"core", "parameters", NULL};
    json_error_t error;
    size_t size;
    char *text = tool_read_file(path, &size);
    *o = (struct overrides){.path = path, .root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error)};
    free(text);
    if (o->root == NULL) {
        tool_fail("%s:%d: %s", path, error.line, error.text);
    }
    o->core = json_string_value(json_object_get(o->root, "core"));
    o->parameters = json_object_get(o->root, "parameters");
    if (o->core == NULL || !json_is_object(o->parameters)) {
        tool_fail("%s: needs the members \"core\" (a name) and \"parameters\" (an object)", path);
    }
    reject_unknown_members(o, o->root, members);
}

/* A member in cycles, entries or 0 and 1, as the library's fixed-point number. */
static int64_t fixed_point(const struct overrides *o, const char *name, json_t *row, const char *member,
                           int64_t otherwise)
{
    json_t *value = json_object_get(row, member);
    if (value == NULL) {
        return otherwise;
    }
    double number = json_number_value(value);
    if (!json_is_number(value) || !(number >= 0 && number <= GM_MAX_PARAMETER_CYCLES)) {
        tool_fail("%s: %s: %s is not a number from 0 to %d", o->path, name, member, GM_MAX_PARAMETER_CYCLES);
    }
    return (int64_t)llround(number * GM_TICKS_PER_CYCLE);
}

static void override(const struct overrides *o, struct gm_core *core, const char *name, json_t *row)
{
    static const char *const members[] = {"value", "low", "high", "source", NULL};
    if (!json_is_object(row) || json_object_get(row, "value") == NULL) {
        tool_fail("%s: %s: needs the member \"value\"", o->path, name);
    }
    reject_unknown_members(o, row, members);
    int64_t value = fixed_point(o, name, row, "value", 0);
    int64_t low = fixed_point(o, name, row, "low", value);
    int64_t high = fixed_point(o, name, row, "high", value);
    json_t *source = json_object_get(row, "source");
    if (source != NULL && !json_is_string(source)) {
        tool_fail("%s: %s: source is not a string", o->path, name);
    }
    enum gm_status status =
        gm_core_set(core, name, value, low, high, GM_USER, source != NULL ? json_string_value(source) : "core file");
    if (status == GM_BAD_ARGUMENT) {
        tool_fail("%s: %s: must be low <= value <= high within the limits of the unit, with a source of 1 to 200 bytes",
                  o->path, name);
    }
    if (status != GM_OK) {
        tool_fail("%s: %s: %s", o->path, name, gm_status_text(status));
    }
}

struct gm_core *core_file_open(const char *name, const char *path)
{
    const struct gm_core *builtin = gm_core_find(name);
    struct gm_core *core;
    if (builtin == NULL) {
        tool_fail("'%s' is not a core; 'gicmask cores' lists them", name);
    }
    tool_check(gm_core_clone(builtin, NULL, &core), name);
    if (path != NULL) {
        struct overrides o;
        const char *key;
        json_t *row;
        overrides_read(&o, path);
        if (strcmp(o.core, name) == 0) {
            json_object_foreach(o.parameters, key, row)
            {
                override(&o, core, key, row);
            }
        }
        json_decref(o.root);
    }
    return core;
}

static bool contains(const struct words *words, const char *name)
{
    for (size_t i = 0; i < words->count; i++) {
        if (strcmp(words->items[i], name) == 0) {
            return true;
        }
    }
    return false;
}

void core_file_names(struct words *names, const char *path, bool all)
{
    if (path != NULL) {
        struct overrides o;
        overrides_read(&o, path);
        if (names->count == 0) {
            words_add(names, tool_copy(o.core, strlen(o.core)));
        } else if (!contains(names, o.core)) {
            tool_fail("%s: it is about %s, which is not among the cores asked for", path, o.core);
        }
        json_decref(o.root);
    }
    for (size_t i = 0; all && names->count == i && i < gm_core_count(); i++) {
        const char *name = gm_core_name(gm_core_at(i));
        words_add(names, tool_copy(name, strlen(name)));
    }
}

void core_file_close(struct gm_core *core)
{
    gm_core_destroy(core);
}

const char *core_file_name(const struct gm_core *core)
{
    return core == NULL ? NULL : gm_core_name(core);
}
