/* SPDX-License-Identifier: Apache-2.0 */
/* The result of `gicmask check` for people: a table, what was found, a last line. */
#include "check_work.h"
#include "output.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void print_row(struct table *table, const struct check_work *work, const struct check_case *one)
{
    char verdict[64], states[24], moves[24], seconds[32];
    snprintf(states, sizeof states, "%" PRIu64, gm_check_states(one->check));
    snprintf(moves, sizeof moves, "%" PRIu64, gm_check_moves(one->check));
    snprintf(seconds, sizeof seconds, "%.2f s", one->seconds);
    const char *cells[] = {one->scenario->name,
                           check_verdict(one, verdict),
                           states,
                           moves,
                           gm_check_exhaustive(one->check) ? "exhaustive" : "bounded",
                           seconds,
                           work->files[one->file].path};
    table_row(table, cells);
}

/* What was found, below the scenario's name; nothing if nothing was. */
static void print_items(const struct check_work *work, const struct check_case *one)
{
    struct check_item item;
    for (size_t n = 0; check_item_at(one, n, &item); n++) {
        if (n == 0) {
            printf("\n%s\n", one->scenario->name);
        }
        char *text = check_item_text(work, one, &item);
        enum colour colour = item.expected ? COLOUR_DIM : item.is_failure ? COLOUR_RED : COLOUR_YELLOW;
        printf("%s  %s%s\n", output_colour(colour), text, output_plain());
        free(text);
        check_item_free(&item);
    }
}

static void print_summary(const struct check_work *work)
{
    size_t bad = 0, bounded = 0;
    for (size_t i = 0; i < work->case_count; i++) {
        bad += check_is_bad(&work->cases[i]);
        bounded += !gm_check_exhaustive(work->cases[i].check);
    }
    printf("\n%zu scenario%s: %zu ok, %zu not; ", work->case_count, work->case_count == 1 ? "" : "s",
           work->case_count - bad, bad);
    if (bounded == 0) {
        printf("exhaustive under sequential consistency\n");
    } else {
        printf("%zu met a bound: what they did not show may still be\n", bounded);
    }
}

void check_print(const struct check_work *work)
{
    static const char *const headings[] = {"scenario", "verdict", "states", "moves", "search", "time", "file"};
    if (work->case_count == 0) {
        printf("no scenario is in this shard\n");
        return;
    }
    struct table table;
    table_begin(&table, "llrrlrl", headings);
    for (size_t i = 0; i < work->case_count; i++) {
        print_row(&table, work, &work->cases[i]);
    }
    table_end(&table);
    for (size_t i = 0; i < work->case_count; i++) {
        print_items(work, &work->cases[i]);
    }
    print_summary(work);
}
