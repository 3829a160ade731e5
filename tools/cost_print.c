/* SPDX-License-Identifier: Apache-2.0 */
/* The table of `gicmask cost`, and what its numbers lean on, for people. */
#include "core_file.h"
#include "cost.h"
#include "cycles.h"
#include "output.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* How many parameters the text names for each core: the rest moves less. */
enum { LEANS_SHOWN = 4 };

enum { COLUMNS = 12 };
static const char alignment[] = "lllrrrrrrrrr";

static const char *number(uint64_t value, char text[24])
{
    snprintf(text, 24, "%" PRIu64, value);
    return text;
}

static const char *difference_text(size_t row, const struct gm_difference *d, char text[80])
{
    if (row == 0) {
        return "";
    }
    cycles_interval(d->value, d->low, d->high, true, text);
    if (d->low <= 0 && d->high >= 0 && d->low < d->high) {
        strcat(text, " ?");
    }
    return text;
}

static void print_row(const struct cost *cost, const struct gm_core *core, size_t row, struct table *table)
{
    const struct cost_run *run = &cost->runs[row];
    struct gm_estimate e;
    struct gm_difference d;
    cost_estimate(cost, core, row, &e, &d);
    const struct gm_counts *c = &e.counts;
    char name[200], numbers[7][24], cycles[64], difference[80];
    snprintf(name, sizeof name, "%s%s%s%s", run->variant != NULL ? run->variant : "", run->variant != NULL ? " " : "",
             run->entry, run->result.returned ? "" : " !");
    uint64_t values[7] = {c->instructions, c->nops, c->pmr_reads, c->pmr_writes, c->daif_writes, c->dsb, c->isb};
    const char *cells[COLUMNS] = {gm_core_name(core), name, run->pmhe ? "1" : "0"};
    for (unsigned i = 0; i < 7; i++) {
        cells[3 + i] = number(values[i], numbers[i]);
    }
    cells[10] = cycles_interval(e.value, e.low, e.high, false, cycles);
    cells[11] = difference_text(row, &d, difference);
    table_row(table, cells);
}

static void print_leanings(const struct cost *cost, const struct gm_core *core)
{
    struct cost_lean leans[GM_MAX_LEANINGS];
    size_t count = cost_leanings(cost, core, leans);
    printf("\n%s leans on%s\n", gm_core_name(core), count == 0 ? " nothing uncertain" : ":");
    for (size_t i = 0; i < count && i < LEANS_SHOWN; i++) {
        struct gm_core_parameter p;
        char value[24], low[24], high[24];
        gm_core_parameter_at(core, leans[i].parameter, &p);
        printf("  %-18s %s [%s..%s], %s; moves a row by up to %.1f cycles: %s\n", p.name, cycles_fixed(p.value, value),
               cycles_fixed(p.low, low), cycles_fixed(p.high, high), gm_provenance_name(p.provenance), leans[i].moves,
               p.source);
    }
    if (count > LEANS_SHOWN) {
        printf("  and %zu more that move less (--json names all)\n", count - LEANS_SHOWN);
    }
}

/* A function that did not return, each once. */
static void print_findings(const struct cost *cost)
{
    for (size_t i = 0; i < cost->run_count; i++) {
        const struct cost_run *run = &cost->runs[i];
        if (!run->result.returned) {
            printf("%s! %s%s%s, PMHE=%d: %s%s\n", output_colour(COLOUR_RED), run->variant != NULL ? run->variant : "",
                   run->variant != NULL ? " " : "", run->entry, run->pmhe, run->end, output_plain());
        }
    }
}

void cost_print(const struct cost *cost)
{
    char first[240];
    const struct cost_run *base = &cost->runs[0];
    snprintf(first, sizeof first, "against %s%s%s", base->variant != NULL ? base->variant : "",
             base->variant != NULL ? " " : "", base->entry);
    const char *headings[COLUMNS] = {
        "core", "sequence",           "PMHE", "insns", "NOPs", "PMR r", "PMR w", "DAIF w", "DSB",
        "ISB",  "cycles [low..high]", first};
    struct table table;
    table_begin(&table, alignment, headings);
    for (size_t i = 0; i < cost->cores->count; i++) {
        struct gm_core *core = core_file_open(cost->cores->items[i], cost->core_file);
        if (i != 0) {
            table_gap(&table);
        }
        for (size_t row = 0; row < cost->run_count; row++) {
            print_row(cost, core, row, &table);
        }
        core_file_close(core);
    }
    table_end(&table);
    print_findings(cost);
    if (cost->run_count > 1) {
        puts("\nA difference is on the same core; what both pay alike cancels in its interval. ?: it may be either "
             "way.");
    }
    for (size_t i = 0; i < cost->cores->count; i++) {
        struct gm_core *core = core_file_open(cost->cores->items[i], cost->core_file);
        print_leanings(cost, core);
        core_file_close(core);
    }
}
