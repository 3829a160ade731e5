/* SPDX-License-Identifier: Apache-2.0 */
/* gicmask run: executes one sequence and shows what happens. */
#include "core_file.h"
#include "listing.h"
#include "output.h"
#include "place.h"

#include <inttypes.h>
#include <stdio.h>

enum { KEY_PMHE = KEY_COMMAND, KEY_TRACE };

struct run_options {
    struct scenario_options scenario;
    bool trace;
};

static const struct argp_option rows[] = {
    {"pmhe", KEY_PMHE, "on|off", 0, "ICC_CTLR_EL1.PMHE: the redistributor holds back by its copy of PMR (default off)",
     2},
    {"trace", KEY_TRACE, NULL, 0, "Show memory and register accesses and the GIC's messages too", 5},
    ARGUMENTS_HELP_ROW,
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct run_options *o = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->scenario;
        return 0;
    case KEY_PMHE:
        o->scenario.config.pmhe = onoff_option("--pmhe", arg);
        return 0;
    case KEY_TRACE:
        o->trace = true;
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
    .doc =
        "Executes a function of FILE (.S, .o, ELF, vmlinux) and lists, for each instruction, the state after it: PMR, "
        "DAIF, which of IRQ and NMI is masked, what is pending and why it is or is not signalled.\v"
        "Priorities and masks are physical values. Exit status: 0 it returned, 1 it did not (it waits for ever, met "
        "the "
        "limit, an exception has no handler), 2 bad usage or input.",
    .children = children,
};

static const char *resolve_name(enum gm_resolve resolve)
{
    static const char *const names[] = {"prompt", "timed", "adversarial", "explored"};
    return names[resolve & 3];
}

static void print_header(const struct scenario *s, const struct scenario_options *o,
                         const struct gm_image_report *patches)
{
    printf("%s in %s; EL%u, PMHE=%d, %u priority bits, %s resolution\n", s->entry_names[0], gm_image_name(s->image),
           o->config.el, o->config.pmhe, o->config.prio_bits, resolve_name(o->config.resolve));
    printf("masked: IRQ is priority 0x%02x, NMI is 0x%02x; PMR and DAIF are shown as they are after the instruction\n",
           o->irq_prio, o->nmi_prio);
    if (s->builtin_vectors) {
        printf("vectors: built in (an interrupt is acknowledged, ended, and returned from)\n");
    }
    if (gm_image_kind(s->image) == GM_IMAGE_KERNEL) {
        printf("kernel: %zu capabilities set, %zu alternatives applied, %zu instructions changed, "
               "%zu callbacks not run\n",
               patches->capabilities, patches->applied + patches->callbacks_applied, patches->words_changed,
               patches->callbacks_not_applied);
    }
    putchar('\n');
}

static uint64_t exceptions_taken(const struct tally *t)
{
    return t->exceptions[0] + t->exceptions[1] + t->exceptions[2] + t->exceptions[3];
}

static void print_summary(const struct scenario *s, const struct listing *l, const char *end, bool fine,
                          const char *core)
{
    const struct tally *t = &l->tally;
    printf("\n%" PRIu64 " instructions", t->instructions);
    if (l->has_core) {
        printf(", %" PRIu64 " cycles on %s", gm_machine_cycles(s->machine, 0), core);
    }
    printf("; PMR: %" PRIu64 " reads, %" PRIu64 " writes; DAIF: %" PRIu64 " writes; DSB %" PRIu64 ", ISB %" PRIu64
           "; exceptions taken: %" PRIu64,
           t->pmr_reads, t->pmr_writes, t->daif_writes, t->dsb, t->isb, exceptions_taken(t));
    for (unsigned kind = 0; kind < 4; kind++) {
        if (t->exceptions[kind] != 0) {
            printf(" (%s %" PRIu64 ")", listing_exception_name((enum gm_exception_kind)kind), t->exceptions[kind]);
        }
    }
    size_t pages = gm_machine_lazy_pages(s->machine);
    if (pages != 0) {
        printf("\n%zu pages of zeros appeared:", pages);
        for (size_t i = 0; i < pages && i < 16; i++) {
            printf(" 0x%" PRIx64, gm_machine_lazy_page(s->machine, i));
        }
        fputs(pages > 16 ? " ..." : "", stdout);
    }
    printf("\n%s%s%s\n", output_colour(fine ? COLOUR_GREEN : COLOUR_RED), end, output_plain());
}

static void json_head(struct json *json, const struct scenario *s, const struct scenario_options *o)
{
    json_begin(json, stdout, "gicmask.run");
    json_string(json, "file", gm_image_name(s->image));
    json_array(json, "entries");
    for (unsigned pe = 0; pe < s->pes; pe++) {
        json_string(json, NULL, s->entry_names[pe]);
    }
    json_end_array(json);
    json_object(json, "machine");
    json_number(json, "pes", s->pes);
    json_number(json, "el", o->config.el);
    json_bool(json, "pmhe", o->config.pmhe);
    json_number(json, "prio_bits", o->config.prio_bits);
    json_number(json, "security", o->config.security);
    json_string(json, "resolve", resolve_name(o->config.resolve));
    json_number(json, "irq_prio", o->irq_prio);
    json_number(json, "nmi_prio", o->nmi_prio);
    json_bool(json, "builtin_vectors", s->builtin_vectors);
    json_end_object(json);
    json_array(json, "events");
}

static void json_summary(struct json *json, const struct scenario *s, const struct listing *l,
                         const struct scenario_result *result, const char *end, const char *core)
{
    const struct tally *t = &l->tally;
    json_end_array(json);
    json_object(json, "summary");
    json_number(json, "instructions", t->instructions);
    json_string(json, "core", core);
    if (l->has_core) {
        json_number(json, "cycles", gm_machine_cycles(s->machine, 0));
    } else {
        json_null(json, "cycles");
    }
    json_number(json, "pmr_reads", t->pmr_reads);
    json_number(json, "pmr_writes", t->pmr_writes);
    json_number(json, "daif_writes", t->daif_writes);
    json_number(json, "dsb", t->dsb);
    json_number(json, "isb", t->isb);
    json_number(json, "exceptions", exceptions_taken(t));
    json_array(json, "lazy_pages");
    for (size_t i = 0; i < gm_machine_lazy_pages(s->machine); i++) {
        json_hex(json, NULL, gm_machine_lazy_page(s->machine, i));
    }
    json_end_array(json);
    json_string(json, "stop", result->returned ? "RETURNED" : gm_stop_name(result->stop.reason));
    json_hex(json, "pc", result->stop.pc);
    json_bool(json, "unsynchronised", result->stop.unsynchronised);
    json_string(json, "text", end);
    json_end_object(json);
    json_finish(json);
}

static int run(struct run_options *options)
{
    struct scenario_options *o = &options->scenario;
    if (o->entries.count == 0 || o->entries.count > o->config.pes) {
        tool_fail("--entry: one for each PE (--pes), or one for all");
    }
    core_file_names(&o->cores, o->core_file, false);
    if (o->cores.count > 1) {
        tool_fail("--core: run uses one core");
    }
    struct gm_core *core = o->cores.count == 1 ? core_file_open(o->cores.items[0], o->core_file) : NULL;
    struct gm_image_report patches;
    struct scenario s;
    struct listing listing;
    struct json json;
    struct scenario_result result;
    char end[512];
    struct gm_image *image = scenario_open_image(o->file, &o->caps, o->cpucaps, &o->keys, &o->sets, &patches);
    scenario_start(&s, o, image, o->entries.items, o->entries.count, core);
    if (o->json) {
        json_head(&json, &s, o);
    } else {
        print_header(&s, o, &patches);
    }
    listing_init(&listing, &s, o, o->json ? &json : NULL, options->trace);
    tool_check(gm_machine_observe(s.machine, &listing.observer), "observing");
    scenario_run(&s, o->max_insns, &result);
    listing_end(&listing);
    scenario_describe(&s, &result, end, sizeof end);
    int status = scenario_exit_status(&result);
    if (o->json) {
        json_summary(&json, &s, &listing, &result, end, core_file_name(core));
    } else {
        print_summary(&s, &listing, end, status == TOOL_FINE, core_file_name(core));
    }
    if (status == TOOL_BAD) {
        tool_complain("%s", end);
    }
    scenario_end(&s);
    gm_image_close(image);
    core_file_close(core);
    return status;
}

int cmd_run(int argc, char **argv)
{
    struct run_options options = {0};
    scenario_options_init(&options.scenario);
    arguments_parse(&argp, argc, argv, &options);
    int status = run(&options);
    scenario_options_free(&options.scenario);
    return status;
}
