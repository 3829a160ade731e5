/* SPDX-License-Identifier: Apache-2.0 */
/* The listing as JSON: the members of "events", see docs/json.md. */
#include "listing.h"
#include "place.h"
#include "vectors.h"

#include <stdio.h>

static struct json *begin(struct listing *l, const char *event, unsigned pe)
{
    json_object(l->json, NULL);
    json_string(l->json, "event", event);
    json_number(l->json, "pe", pe);
    return l->json;
}

static void place(struct listing *l, const char *key, uint64_t address)
{
    char text[160];
    json_string(l->json, key, place_text(l->scenario->image, address, text, sizeof text));
}

static void pending(struct json *json, const struct gm_explanation *e)
{
    if (e->reason == GM_REASON_NONE) {
        json_null(json, "pending");
        return;
    }
    json_object(json, "pending");
    json_number(json, "intid", e->intid);
    json_number(json, "priority", e->priority);
    json_string(json, "reason", gm_reason_name(e->reason));
    json_bool(json, "signalled", e->signalled);
    json_bool(json, "masked_by_pstate", e->masked_by_pstate);
    json_end_object(json);
}

static void on_insn(void *context, struct gm_machine *machine, const struct gm_insn_event *event)
{
    struct listing *l = context;
    if (vectors_parked(event->pc)) {
        return;
    }
    tally_word(&l->tally, event->word);
    struct listing_state state;
    char text[GM_DISASM_TEXT_SIZE];
    listing_state(l, machine, event->pe, &state);
    struct json *json = begin(l, "insn", event->pe);
    json_number(json, "index", event->index);
    if (l->has_core) {
        json_number(json, "cycle", event->cycle);
    } else {
        json_null(json, "cycle");
    }
    json_hex(json, "address", event->pc);
    place(l, "place", event->pc);
    json_hex(json, "word", event->word);
    json_string(json, "text", place_instruction(l->disassembler, event->pc, event->word, text));
    json_number(json, "pmr", state.pmr);
    json_number(json, "daif", state.daif >> 6 & 15);
    json_bool(json, "irq_masked", state.irq_masked);
    json_bool(json, "nmi_masked", state.nmi_masked);
    pending(json, &state.explanation);
    json_end_object(json);
}

static void on_exception(void *context, struct gm_machine *machine, const struct gm_exception_event *event)
{
    static const char *const kinds[] = {"sync", "irq", "fiq", "serror"};
    struct listing *l = context;
    (void)machine;
    l->tally.exceptions[event->kind & 3]++;
    struct json *json = begin(l, "exception", event->pe);
    json_string(json, "kind", kinds[event->kind & 3]);
    json_bool(json, "virtual", event->is_virtual);
    json_number(json, "from_el", event->from_el);
    json_number(json, "to_el", event->to_el);
    json_hex(json, "elr", event->elr);
    place(l, "place", event->elr);
    json_hex(json, "vector", event->vector);
    json_hex(json, "esr", event->esr);
    json_end_object(json);
}

static void on_return(void *context, struct gm_machine *machine, const struct gm_return_event *event)
{
    struct listing *l = context;
    (void)machine;
    struct json *json = begin(l, "return", event->pe);
    json_number(json, "from_el", event->from_el);
    json_number(json, "to_el", event->to_el);
    json_hex(json, "target", event->target);
    json_end_object(json);
}

static void on_wait(void *context, struct gm_machine *machine, const struct gm_wait_event *event)
{
    struct listing *l = context;
    (void)machine;
    if (vectors_parked(event->pc)) {
        return;
    }
    struct json *json = begin(l, "wait", event->pe);
    json_bool(json, "waiting", event->waiting);
    json_hex(json, "next", event->pc);
    json_end_object(json);
}

static void on_memory(void *context, struct gm_machine *machine, const struct gm_memory_event *event)
{
    (void)machine;
    struct json *json = begin(context, "memory", event->pe);
    json_bool(json, "write", event->write);
    json_hex(json, "address", event->address);
    json_number(json, "size", event->size);
    json_hex(json, "value", event->value);
    json_end_object(json);
}

static void on_sysreg(void *context, struct gm_machine *machine, const struct gm_sysreg_event *event)
{
    (void)machine;
    struct json *json = begin(context, "sysreg", event->pe);
    json_bool(json, "write", event->write);
    json_string(json, "name", event->name);
    json_hex(json, "value", event->value);
    json_end_object(json);
}

static void on_gic(void *context, struct gm_machine *machine, const struct gm_gic_event *event)
{
    struct listing *l = context;
    (void)machine;
    if (listing_is_trace_event(event->kind) && !l->trace) {
        return;
    }
    struct json *json = begin(l, "gic", event->pe);
    json_string(json, "kind", listing_gic_name(event->kind));
    json_number(json, "intid", event->intid);
    json_hex(json, "value", event->value);
    json_string(json, "text", event->text);
    json_end_object(json);
}

static void on_diagnostic(void *context, struct gm_machine *machine, const struct gm_diagnostic_event *event)
{
    (void)machine;
    struct json *json = begin(context, "diagnostic", event->pe);
    json_hex(json, "address", event->pc);
    json_hex(json, "word", event->word);
    json_string(json, "text", event->text);
    json_end_object(json);
}

void listing_json_init(struct listing *l)
{
    l->observer = (struct gm_observer){
        .context = l,
        .insn = on_insn,
        .exception = on_exception,
        .exception_return = on_return,
        .memory = l->trace ? on_memory : NULL,
        .sysreg = l->trace ? on_sysreg : NULL,
        .gic = on_gic,
        .diagnostic = on_diagnostic,
        .wait = on_wait,
    };
}
