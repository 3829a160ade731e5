/* SPDX-License-Identifier: Apache-2.0 */
/* What both forms of the listing share. */
#include "listing.h"

void listing_init(struct listing *listing, const struct scenario *scenario, const struct scenario_options *options,
                  struct json *json, bool trace)
{
    *listing = (struct listing){.scenario = scenario, .options = options, .json = json, .trace = trace};
    listing->has_core = options->cores.count != 0;
    tool_check(gm_disassembler_create(NULL, &listing->disassembler), "the disassembler");
    for (unsigned pe = 0; pe < GM_MAX_PES; pe++) {
        listing->last_intid[pe] = 1023;
    }
    if (json != NULL) {
        listing_json_init(listing);
    } else {
        listing_text_init(listing);
    }
}

void listing_end(struct listing *listing)
{
    listing_text_end(listing);
    gm_disassembler_destroy(listing->disassembler);
}

/*
 * IRQ and NMI stand for the two priorities that the software gives to normal interrupts and to those that it wants
 * to arrive always. Both are masked by PSTATE.I; the mask lets through what is below it (docs/semantics.md, "Derived").
 */
void listing_state(const struct listing *listing, struct gm_machine *machine, unsigned pe, struct listing_state *state)
{
    *state = (struct listing_state){0};
    tool_check(gm_machine_get(machine, pe, "pmr", &state->pmr), "reading PMR");
    tool_check(gm_machine_get(machine, pe, "daif", &state->daif), "reading DAIF");
    tool_check(gm_machine_explain(machine, pe, &state->explanation), "explaining");
    bool pstate = (state->daif & 0x80) != 0;
    state->irq_masked = pstate || listing->options->irq_prio >= state->pmr;
    state->nmi_masked = pstate || listing->options->nmi_prio >= state->pmr;
}

static const struct {
    const char *name;
    bool trace_only;
} gic_events[] = {
    [GM_GIC_PENDING] = {"pending", false},
    [GM_GIC_NOT_PENDING] = {"not pending any more", false},
    [GM_GIC_SET] = {"Set sent to the CPU interface", true},
    [GM_GIC_CLEAR] = {"Clear sent to the CPU interface", true},
    [GM_GIC_RELEASE] = {"Release", true},
    [GM_GIC_HELD] = {"held back by the redistributor's copy of the PMR", true},
    [GM_GIC_ACKNOWLEDGE] = {"acknowledged", false},
    [GM_GIC_PRIORITY_DROP] = {"priority drop", true},
    [GM_GIC_DEACTIVATE] = {"deactivated", true},
    [GM_GIC_PMR_SENT] = {"PMR sent upstream", true},
    [GM_GIC_PMR_ARRIVED] = {"PMR has arrived at the redistributor", true},
    [GM_GIC_SGI] = {"SGI generated", true},
    [GM_GIC_UNPREDICTABLE] = {"UNPREDICTABLE", false},
    [GM_GIC_RESERVED_ACCESS] = {"reserved access", false},
};

bool listing_is_trace_event(enum gm_gic_event_kind kind)
{
    return (size_t)kind >= sizeof gic_events / sizeof gic_events[0] || gic_events[kind].trace_only;
}

const char *listing_gic_name(enum gm_gic_event_kind kind)
{
    bool known = (size_t)kind < sizeof gic_events / sizeof gic_events[0];
    return known ? gic_events[kind].name : "?";
}

const char *listing_exception_name(enum gm_exception_kind kind)
{
    static const char *const names[] = {"synchronous exception", "IRQ", "FIQ", "SError"};
    return names[kind & 3];
}
