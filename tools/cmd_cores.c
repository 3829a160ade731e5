/* SPDX-License-Identifier: Apache-2.0 */
/* gicmask cores: the timing models, and where each number comes from. */
#include "arguments.h"
#include "core_file.h"
#include "cycles.h"
#include "json.h"
#include "output.h"

#include <stdio.h>

enum { KEY_CORE_FILE = KEY_COMMAND, KEY_JSON };

struct cores_options {
    struct words names; /* owned */
    const char *core_file;
    bool json;
};

static const struct argp_option rows[] = {
    {"core-file", KEY_CORE_FILE, "FILE", 0, "Apply the overrides of a file (JSON, see docs/core-file.md)", 0},
    {"json", KEY_JSON, NULL, 0, "JSON, see docs/json.md", 0},
    ARGUMENTS_HELP_ROW,
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct cores_options *o = state->input;
    switch (key) {
    case KEY_CORE_FILE:
        o->core_file = arg;
        return 0;
    case KEY_JSON:
        o->json = true;
        return 0;
    case ARGP_KEY_ARG:
        words_add_split(&o->names, arg, ',', "NAME");
        return 0;
    default:
        return arguments_common(key, arg, state);
    }
}

static const struct argp argp = {
    .options = rows,
    .parser = parse,
    .args_doc = "[NAME[,NAME...]]",
    .doc = "Lists the cores; with NAME, prints every parameter with its interval, its provenance and its source.",
};

static void print_list(const struct words *names)
{
    static const char *const headings[] = {"core", "model"};
    struct table table;
    table_begin(&table, "ll", headings);
    for (size_t i = 0; i < names->count; i++) {
        const struct gm_core *core = gm_core_find(names->items[i]);
        table_row(&table, (const char *const[]){gm_core_name(core), gm_core_description(core)});
    }
    table_end(&table);
}

static void print_core(const struct gm_core *core)
{
    static const char *const headings[] = {"parameter",  "value",          "low", "high", "unit",
                                           "provenance", "meaning; source"};
    struct table table;
    struct gm_core_parameter p;
    printf("%s: %s\n\n", gm_core_name(core), gm_core_description(core));
    table_begin(&table, "lrrrlll", headings);
    for (size_t i = 0; gm_core_parameter_at(core, i, &p); i++) {
        char value[24], low[24], high[24], text[640];
        snprintf(text, sizeof text, "%s; %s", p.meaning, p.source);
        table_row(&table, (const char *const[]){p.name, cycles_fixed(p.value, value), cycles_fixed(p.low, low),
                                                cycles_fixed(p.high, high), gm_parameter_unit_name(p.unit),
                                                gm_provenance_name(p.provenance), text});
    }
    table_end(&table);
}

static void json_core(struct json *json, const struct gm_core *core)
{
    struct gm_core_parameter p;
    json_object(json, NULL);
    json_string(json, "name", gm_core_name(core));
    json_string(json, "description", gm_core_description(core));
    json_array(json, "parameters");
    for (size_t i = 0; gm_core_parameter_at(core, i, &p); i++) {
        json_object(json, NULL);
        json_string(json, "name", p.name);
        json_string(json, "meaning", p.meaning);
        json_string(json, "unit", gm_parameter_unit_name(p.unit));
        json_real(json, "value", cycles_value(p.value));
        json_real(json, "low", cycles_value(p.low));
        json_real(json, "high", cycles_value(p.high));
        json_string(json, "provenance", gm_provenance_name(p.provenance));
        json_string(json, "source", p.source);
        json_end_object(json);
    }
    json_end_array(json);
    json_end_object(json);
}

int cmd_cores(int argc, char **argv)
{
    struct cores_options o = {0};
    struct json json;
    arguments_parse(&argp, argc, argv, &o);
    bool list = o.names.count == 0 && o.core_file == NULL && !o.json;
    core_file_names(&o.names, o.core_file, true);
    if (o.json) {
        json_begin(&json, stdout, "gicmask.cores");
        json_array(&json, "cores");
    }
    for (size_t i = 0; i < o.names.count && !list; i++) {
        struct gm_core *core = core_file_open(o.names.items[i], o.core_file);
        if (o.json) {
            json_core(&json, core);
        } else {
            print_core(core);
        }
        core_file_close(core);
    }
    if (o.json) {
        json_end_array(&json);
        json_finish(&json);
    } else if (list) {
        print_list(&o.names);
    }
    words_free(&o.names, true);
    return TOOL_FINE;
}
