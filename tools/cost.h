/* SPDX-License-Identifier: Apache-2.0 */
/* What `gicmask cost` measures and shows. */
#ifndef TOOLS_COST_H
#define TOOLS_COST_H

#include "scenario.h"

/* A configuration under which every function is executed. */
struct cost_variant {
    char *name;                    /* NULL: there is only one, and it has no name */
    struct words caps, keys, sets; /* with those that hold for all; items borrowed from argv and from items */
    struct words items;            /* owned: the parts of this variant's text */
    bool has_pmhe, pmhe;
};

/* "NAME:cap=C;key=K=on;set=S=V;pmhe=on". Fails with one line. */
void cost_variant_parse(struct cost_variant *variant, const char *text, const struct scenario_options *options);
/* The one without a name. */
void cost_variant_default(struct cost_variant *variant, const struct scenario_options *options);
void cost_variant_free(struct cost_variant *variant);

/* One execution. */
struct cost_run {
    const char *variant, *entry;
    bool pmhe;
    struct gm_recording *recording;
    struct scenario_result result;
    char end[512]; /* how it ended */
};

struct cost {
    const char *file;
    const struct words *cores;
    const char *core_file;
    struct cost_run *runs;
    size_t run_count;
    bool has_variants;
};

void cost_print(const struct cost *cost);
void cost_json(const struct cost *cost);

/* A parameter on which rows of a core lean, and how far it moves one of them at most, in cycles. */
struct cost_lean {
    unsigned parameter;
    double moves;
};
/* Fills the list, widest first, from the differences to the first row (from the row itself, if there is one only).
 * @return how many */
size_t cost_leanings(const struct cost *cost, const struct gm_core *core, struct cost_lean leans[GM_MAX_LEANINGS]);
/* Estimate of a row; difference to the first row unless it is the first. */
void cost_estimate(const struct cost *cost, const struct gm_core *core, size_t row, struct gm_estimate *estimate,
                   struct gm_difference *difference);

#endif
