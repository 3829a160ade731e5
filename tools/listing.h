/* SPDX-License-Identifier: Apache-2.0 */
/* What `gicmask run` shows of each instruction and event, as text or as JSON. */
#ifndef TOOLS_LISTING_H
#define TOOLS_LISTING_H

#include "json.h"
#include "scenario.h"
#include "tally.h"

struct listing {
    struct gm_observer observer;
    const struct scenario *scenario;
    const struct scenario_options *options;
    struct gm_disassembler *disassembler;
    struct json *json; /* NULL: text */
    bool trace;
    bool has_core;
    struct tally tally;
    /* Text: what an instruction did is shown below its line, which comes last. */
    char notes[4096];
    size_t notes_length;
    /* Text: the last explanation of each PE, so that only changes are spelt out. */
    uint32_t last_intid[GM_MAX_PES];
    enum gm_reason last_reason[GM_MAX_PES];
    bool last_pstate[GM_MAX_PES];
    bool last_stale[GM_MAX_PES]; /* the redistributor's copy of the PMR was not the PMR */
};

/* What masks what, after an instruction. */
struct listing_state {
    uint64_t pmr, daif;
    bool irq_masked, nmi_masked;
    struct gm_explanation explanation;
};

void listing_init(struct listing *listing, const struct scenario *scenario, const struct scenario_options *options,
                  struct json *json, bool trace);
/* After the run, before anything else is printed. */
void listing_end(struct listing *listing);
void listing_text_init(struct listing *listing);
void listing_text_end(struct listing *listing);
void listing_json_init(struct listing *listing);
void listing_state(const struct listing *listing, struct gm_machine *machine, unsigned pe, struct listing_state *state);
/* Events that only --trace shows. */
bool listing_is_trace_event(enum gm_gic_event_kind kind);
const char *listing_gic_name(enum gm_gic_event_kind kind);
const char *listing_exception_name(enum gm_exception_kind kind);

#endif
