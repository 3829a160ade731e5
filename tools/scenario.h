/* SPDX-License-Identifier: Apache-2.0 */
/* What run and cost have in common: the options that describe a machine and its start, and setting it up. */
#ifndef TOOLS_SCENARIO_H
#define TOOLS_SCENARIO_H

#include "arguments.h"
#include "scenario_irq.h"
#include "tool.h"

/* The options, as given; texts are borrowed from argv. */
struct scenario_options {
    const char *file;
    struct words entries;                      /* owned: split at commas */
    struct words regs, irqs, caps, sets, keys; /* borrowed */
    const char *cpucaps;                       /* a cpucaps.h, or NULL */
    const char *vectors;
    struct gm_config config;
    bool have_pmr, have_daif, have_stack;
    uint64_t pmr, daif, stack;
    uint64_t max_insns;
    uint8_t irq_prio, nmi_prio;
    const char *core_file;
    struct words cores; /* owned */
    bool json;
};

/* A child for a command's argp; its input is a struct scenario_options, set up by scenario_options_init. */
extern const struct argp scenario_argp;
void scenario_options_init(struct scenario_options *options);
void scenario_options_free(struct scenario_options *options);

/* Most --irq in one scenario. */
#define SCENARIO_MAX_IRQS 32u

/* A machine that is ready to run, and what it runs. */
struct scenario {
    struct gm_image *image;
    struct gm_machine *machine;
    unsigned pes;
    uint64_t entries[GM_MAX_PES];
    const char *entry_names[GM_MAX_PES];
    bool builtin_vectors;
    bool returned[GM_MAX_PES];
    struct scenario_irq irqs[SCENARIO_MAX_IRQS];
    size_t irq_count;
    uint32_t to_lower;         /* bit i: irqs[i] was acknowledged, its line goes down at the next boundary */
    struct gm_observer device; /* sees the acknowledges */
};

/* Opens the file as it is; a source is assembled (assemble.h has the folders) and goes by its own name. */
enum gm_status scenario_open_file(const char *file, const struct words *folders, struct gm_image **image,
                                  struct gm_error *error);
/* Opens the file and applies capabilities, keys and variables; fails with one line.
 * @param caps NULL: a kernel stays as it is in the file */
struct gm_image *scenario_open_image(const char *file, const struct words *caps, const char *cpucaps,
                                     const struct words *keys, const struct words *sets,
                                     struct gm_image_report *report);
/*
 * Makes the machine. @param entries one name for each PE, the last stands for the rest
 * @param core NULL: cycles are not counted
 */
void scenario_start(struct scenario *scenario, const struct scenario_options *options, struct gm_image *image,
                    char *const *entries, size_t entry_count, const struct gm_core *core);
/* Destroys the machine, not the image. */
void scenario_end(struct scenario *scenario);

/* How a run ended. */
struct scenario_result {
    struct gm_stop stop;
    uint64_t instructions; /* of the program, without those of PEs that have returned */
    bool returned;         /* every PE returned from its entry */
};
/* Runs until every PE returned or something else stops it. */
void scenario_run(struct scenario *scenario, uint64_t max_insns, struct scenario_result *result);
/* The end of a run as one sentence without a full stop. */
void scenario_describe(const struct scenario *scenario, const struct scenario_result *result, char *text, size_t size);
/* TOOL_FINE, TOOL_FINDINGS or TOOL_BAD for the end of a run. */
int scenario_exit_status(const struct scenario_result *result);

#endif
