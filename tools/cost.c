/* SPDX-License-Identifier: Apache-2.0 */
/* The estimates of the rows, and which parameters they lean on. */
#include "cost.h"

#include <stdlib.h>

void cost_estimate(const struct cost *cost, const struct gm_core *core, size_t row, struct gm_estimate *estimate,
                   struct gm_difference *difference)
{
    *difference = (struct gm_difference){0};
    tool_check(gm_estimate(core, cost->runs[row].recording, estimate), "estimating");
    if (row != 0) {
        tool_check(gm_estimate_difference(core, cost->runs[0].recording, cost->runs[row].recording, difference),
                   "comparing");
    }
}

static int by_width(const void *a, const void *b)
{
    const struct cost_lean *x = a, *y = b;
    if (x->moves != y->moves) {
        return x->moves < y->moves ? 1 : -1;
    }
    return x->parameter < y->parameter ? -1 : 1;
}

static void widen(struct cost_lean *leans, const struct gm_leaning *leanings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double moves = leanings[i].up - leanings[i].down;
        struct cost_lean *lean = &leans[leanings[i].parameter];
        lean->moves = moves > lean->moves ? moves : lean->moves;
    }
}

size_t cost_leanings(const struct cost *cost, const struct gm_core *core, struct cost_lean leans[GM_MAX_LEANINGS])
{
    for (unsigned i = 0; i < GM_MAX_LEANINGS; i++) {
        leans[i] = (struct cost_lean){.parameter = i};
    }
    for (size_t row = 0; row < cost->run_count; row++) {
        struct gm_estimate estimate;
        struct gm_difference difference;
        cost_estimate(cost, core, row, &estimate, &difference);
        if (cost->run_count == 1) {
            widen(leans, estimate.leanings, estimate.leaning_count);
        }
        widen(leans, difference.leanings, difference.leaning_count);
    }
    qsort(leans, GM_MAX_LEANINGS, sizeof leans[0], by_width);
    size_t count = 0;
    while (count < GM_MAX_LEANINGS && leans[count].moves > 0) {
        count++;
    }
    return count;
}
