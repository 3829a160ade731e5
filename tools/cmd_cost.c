/* SPDX-License-Identifier: Apache-2.0 */
/* gicmask cost: executes functions once each and estimates them on cores. */
#include "core_file.h"
#include "cost.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_PMHE = KEY_COMMAND, KEY_VARIANT };
enum pmhe_choice { PMHE_OFF, PMHE_ON, PMHE_BOTH };

struct cost_options {
    struct scenario_options scenario;
    enum pmhe_choice pmhe;
    struct words variants;
};

static const struct argp_option rows[] = {
    {"pmhe", KEY_PMHE, "on|off|both", 0, "ICC_CTLR_EL1.PMHE; both: a row for each (default off)", 2},
    {"variant", KEY_VARIANT, "NAME:ITEM;...", 0,
     "A configuration to compare: cap=NAME, key=NAME=on, set=SYM=V, pmhe=on; may be repeated", 4},
    ARGUMENTS_HELP_ROW,
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct cost_options *o = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->scenario;
        return 0;
    case KEY_PMHE:
        o->pmhe = strcmp(arg, "both") == 0 ? PMHE_BOTH : onoff_option("--pmhe", arg) ? PMHE_ON : PMHE_OFF;
        return 0;
    case KEY_VARIANT:
        words_add(&o->variants, arg);
        return 0;
    default:
        return arguments_common(key, arg, state);
    }
}

static const struct argp_child children[] = {{.argp = &scenario_argp}, {0}};
static const struct argp argp = {
    .options = rows,
    .parser = parse,
    .args_doc = "FILE",
    .doc = "Executes each function of FILE once and prints a row for it and each core: what it consists of, its cycles "
           "with "
           "their interval, and the difference to the first row. Without --core: on all cores.\v"
           "The interval of a difference is narrower than those of the two rows: what both pay alike cancels. Exit "
           "status: "
           "0 fine, 1 a function did not return, 2 bad usage or input.",
    .children = children,
};

/* Executes one function and keeps what was executed. */
static void measure(struct cost_run *run, const struct scenario_options *options, struct gm_image *image, bool pmhe,
                    char *entry, const char *variant)
{
    struct scenario_options o = *options;
    struct scenario s;
    struct gm_core *core = NULL;
    o.config.pmhe = pmhe;
    *run = (struct cost_run){.variant = variant, .entry = entry, .pmhe = pmhe};
    if (o.config.resolve == GM_RESOLVE_TIMED && o.cores.count == 1) {
        core = core_file_open(o.cores.items[0], o.core_file);
    }
    scenario_start(&s, &o, image, &entry, 1, core);
    tool_check(gm_recording_create(NULL, &run->recording), "recording");
    tool_check(gm_machine_record(s.machine, 0, run->recording), "recording");
    scenario_run(&s, o.max_insns, &run->result);
    scenario_describe(&s, &run->result, run->end, sizeof run->end);
    scenario_end(&s);
    core_file_close(core);
    if (scenario_exit_status(&run->result) == TOOL_BAD) {
        tool_fail("%s: %s", entry, run->end);
    }
}

/* Every function under one variant, with the hint off, on, or both. */
static void measure_variant(struct cost *cost, const struct cost_options *options, const struct cost_variant *variant)
{
    const struct scenario_options *o = &options->scenario;
    struct gm_image_report report;
    struct gm_image *image =
        scenario_open_image(o->file, &variant->caps, o->cpucaps, &variant->keys, &variant->sets, &report);
    for (int pmhe = 0; pmhe <= 1; pmhe++) {
        bool wanted = variant->has_pmhe ? variant->pmhe == (pmhe == 1)
                                        : options->pmhe == PMHE_BOTH || (options->pmhe == PMHE_ON) == (pmhe == 1);
        for (size_t i = 0; wanted && i < o->entries.count; i++) {
            measure(&cost->runs[cost->run_count++], o, image, pmhe == 1, o->entries.items[i], variant->name);
        }
    }
    gm_image_close(image);
}

static void check_options(const struct scenario_options *o)
{
    if (o->entries.count == 0) {
        tool_fail("--entry: which functions?");
    }
    if (o->config.pes != 1) {
        tool_fail("--pes: cost executes on one PE");
    }
    if (o->max_insns > GM_RECORDING_MAX) {
        tool_fail("--max-insns: cost keeps at most %u instructions", (unsigned)GM_RECORDING_MAX);
    }
}

static int run(struct cost_options *options)
{
    struct scenario_options *o = &options->scenario;
    size_t variant_count = options->variants.count == 0 ? 1 : options->variants.count;
    struct cost_variant *variants = tool_alloc(variant_count * sizeof *variants);
    check_options(o);
    core_file_names(&o->cores, o->core_file, true);
    for (size_t i = 0; i < o->cores.count; i++) {
        core_file_close(core_file_open(o->cores.items[i], o->core_file));
    }
    struct cost cost = {.cores = &o->cores,
                        .core_file = o->core_file,
                        .file = o->file,
                        .has_variants = options->variants.count != 0,
                        .runs = tool_alloc(variant_count * o->entries.count * 2 * sizeof(struct cost_run))};
    for (size_t i = 0; i < variant_count; i++) {
        if (cost.has_variants) {
            cost_variant_parse(&variants[i], options->variants.items[i], o);
        } else {
            cost_variant_default(&variants[i], o);
        }
    }
    for (size_t i = 0; i < variant_count; i++) {
        measure_variant(&cost, options, &variants[i]);
    }
    if (o->json) {
        cost_json(&cost);
    } else {
        cost_print(&cost);
    }
    int status = TOOL_FINE;
    for (size_t i = 0; i < cost.run_count; i++) {
        status = cost.runs[i].result.returned ? status : TOOL_FINDINGS;
        gm_recording_destroy(cost.runs[i].recording);
    }
    for (size_t i = 0; i < variant_count; i++) {
        cost_variant_free(&variants[i]);
    }
    free(variants);
    free(cost.runs);
    return status;
}

int cmd_cost(int argc, char **argv)
{
    struct cost_options options = {0};
    scenario_options_init(&options.scenario);
    arguments_parse(&argp, argc, argv, &options);
    int status = run(&options);
    words_free(&options.variants, false);
    scenario_options_free(&options.scenario);
    return status;
}
