/* SPDX-License-Identifier: Apache-2.0 */
/* The document gicmask.cost, see docs/json.md. */
#include "core_file.h"
#include "cost.h"
#include "cycles.h"
#include "json.h"

#include <stdio.h>

static void json_interval(struct json *json, const char *key, double value, double low, double high)
{
    json_object(json, key);
    json_real(json, "value", value);
    json_real(json, "low", low);
    json_real(json, "high", high);
    json_end_object(json);
}

static void json_row(struct json *json, const struct cost *cost, const struct gm_core *core, size_t row)
{
    const struct cost_run *run = &cost->runs[row];
    struct gm_estimate e;
    struct gm_difference d;
    cost_estimate(cost, core, row, &e, &d);
    json_object(json, NULL);
    json_string(json, "core", gm_core_name(core));
    json_string(json, "variant", run->variant);
    json_string(json, "entry", run->entry);
    json_bool(json, "pmhe", run->pmhe);
    json_number(json, "instructions", e.counts.instructions);
    json_number(json, "nops", e.counts.nops);
    json_number(json, "pmr_reads", e.counts.pmr_reads);
    json_number(json, "pmr_writes", e.counts.pmr_writes);
    json_number(json, "daif_writes", e.counts.daif_writes);
    json_number(json, "dsb", e.counts.dsb);
    json_number(json, "isb", e.counts.isb);
    json_number(json, "exceptions", e.counts.exceptions);
    json_interval(json, "cycles", e.value, e.low, e.high);
    if (row == 0) {
        json_null(json, "difference");
    } else {
        json_interval(json, "difference", d.value, d.low, d.high);
    }
    json_string(json, "stop", run->result.returned ? "RETURNED" : gm_stop_name(run->result.stop.reason));
    json_string(json, "text", run->end);
    json_end_object(json);
}

static void json_leanings(struct json *json, const struct cost *cost, const struct gm_core *core)
{
    struct cost_lean leans[GM_MAX_LEANINGS];
    size_t count = cost_leanings(cost, core, leans);
    for (size_t i = 0; i < count; i++) {
        struct gm_core_parameter p;
        gm_core_parameter_at(core, leans[i].parameter, &p);
        json_object(json, NULL);
        json_string(json, "core", gm_core_name(core));
        json_string(json, "parameter", p.name);
        json_real(json, "value", cycles_value(p.value));
        json_real(json, "low", cycles_value(p.low));
        json_real(json, "high", cycles_value(p.high));
        json_string(json, "provenance", gm_provenance_name(p.provenance));
        json_string(json, "source", p.source);
        json_real(json, "moves", leans[i].moves);
        json_end_object(json);
    }
}

void cost_json(const struct cost *cost)
{
    struct json json;
    json_begin(&json, stdout, "gicmask.cost");
    json_string(&json, "file", cost->file);
    for (unsigned part = 0; part < 2; part++) {
        json_array(&json, part == 0 ? "rows" : "leans_on");
        for (size_t i = 0; i < cost->cores->count; i++) {
            struct gm_core *core = core_file_open(cost->cores->items[i], cost->core_file);
            for (size_t row = 0; part == 0 && row < cost->run_count; row++) {
                json_row(&json, cost, core, row);
            }
            if (part == 1) {
                json_leanings(&json, cost, core);
            }
            core_file_close(core);
        }
        json_end_array(&json);
    }
    json_finish(&json);
}
