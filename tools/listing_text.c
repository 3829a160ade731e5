/* SPDX-License-Identifier: Apache-2.0 */
/* The listing as text: a line an instruction, and lines for what happens between and by them. */
#include "listing.h"
#include "output.h"
#include "place.h"
#include "vectors.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { INDENT = 9, PLACE_WIDTH = 26, TEXT_WIDTH = 30 };

/* Kept until the instruction's own line has been printed. What does not fit is left out, and that is shown. */
static void note(struct listing *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void note(struct listing *l, const char *format, ...)
{
    size_t room = sizeof l->notes - l->notes_length;
    va_list args;
    va_start(args, format);
    int n = vsnprintf(l->notes + l->notes_length, room, format, args);
    va_end(args);
    if (n > 0 && (size_t)n < room) {
        l->notes_length += (size_t)n;
    } else {
        l->notes_length = sizeof l->notes - 1;
        memcpy(l->notes + sizeof l->notes - 6, " ...\n", 6);
    }
}

static void flush_notes(struct listing *l)
{
    if (l->notes_length != 0) {
        printf("%s%s%s", output_colour(COLOUR_DIM), l->notes, output_plain());
    }
    l->notes_length = 0;
    l->notes[0] = '\0';
}

static const char *where(const struct listing *l, uint64_t address, char *text, size_t size)
{
    if (vectors_contains(address)) {
        bool parked = address >= VECTORS_RETURN;
        snprintf(text, size, parked ? "[return point]" : "[vectors]+0x%" PRIx64, address - VECTORS_PAGE);
        return text;
    }
    return place_text(l->scenario->image, address, text, size);
}

/* "32@a0 masked by PMR": the sentence follows below when it changes. */
static const char *pending_text(const struct gm_explanation *e, char *text, size_t size)
{
    static const char *const shorts[] = {
        [GM_REASON_NONE] = "",
        [GM_REASON_DISABLED] = "disabled",
        [GM_REASON_ACTIVE] = "active",
        [GM_REASON_DIST_GROUP_OFF] = "group off (GICD)",
        [GM_REASON_NOT_ROUTED] = "not for this PE",
        [GM_REASON_ASLEEP] = "GICR asleep",
        [GM_REASON_HELD_BY_HINT] = "held by hint",
        [GM_REASON_IN_FLIGHT] = "on its way",
        [GM_REASON_GROUP_OFF] = "group off (ICC)",
        [GM_REASON_MASKED_BY_PMR] = "masked by PMR",
        [GM_REASON_NOT_PREEMPTING] = "not preempting",
        [GM_REASON_OUTRANKED] = "behind another",
        [GM_REASON_SIGNALLED] = "signalled",
    };
    if (e->reason == GM_REASON_NONE) {
        return "-";
    }
    const char *held = e->masked_by_pstate ? ", masked by PSTATE" : e->held_by_routing ? ", routed below" : "";
    snprintf(text, size, "%u@%02x %s%s", e->intid, e->priority, shorts[e->reason], held);
    return text;
}

/* Spells out what is pending and why it is not signalled, when that has changed. */
static void explain_change(struct listing *l, unsigned pe, const struct gm_explanation *e)
{
    bool stale = e->pmhe && (!e->view_known || e->view != e->pmr);
    if (e->intid == l->last_intid[pe] && e->reason == l->last_reason[pe] && e->masked_by_pstate == l->last_pstate[pe] &&
        stale == l->last_stale[pe]) {
        return;
    }
    l->last_stale[pe] = stale;
    l->last_intid[pe] = e->intid;
    l->last_reason[pe] = e->reason;
    l->last_pstate[pe] = e->masked_by_pstate;
    if (e->reason == GM_REASON_NONE) {
        return;
    }
    printf("%*s| interrupt %u, priority 0x%02x: ", INDENT, "", e->intid, e->priority);
    if (e->signalled) {
        const char *held = e->masked_by_pstate  ? ", and masked by PSTATE.DAIF"
                           : e->held_by_routing ? ", and routed to a lower exception level: not taken at this one"
                                                : "; it may be taken";
        printf("signalled as %s%s\n", e->is_fiq ? "FIQ" : "IRQ", held);
    } else {
        printf("%s\n", gm_reason_text(e->reason));
    }
    if (stale) {
        char view[16] = "unknown";
        if (e->view_known) {
            snprintf(view, sizeof view, "0x%02x", e->view);
        }
        printf("%*s| the redistributor's copy of the PMR is %s, the PMR is 0x%02x\n", INDENT, "", view, e->pmr);
    }
}

static void daif_text(uint64_t daif, char text[5])
{
    for (unsigned i = 0; i < 4; i++) {
        text[i] = (daif >> (9 - i) & 1) != 0 ? "DAIF"[i] : '-';
    }
    text[4] = '\0';
}

static void on_insn(void *context, struct gm_machine *machine, const struct gm_insn_event *event)
{
    struct listing *l = context;
    if (vectors_parked(event->pc)) {
        return;
    }
    tally_word(&l->tally, event->word);
    struct listing_state state;
    listing_state(l, machine, event->pe, &state);
    char place[128], text[GM_DISASM_TEXT_SIZE], daif[5], cycle[24] = "-", pending[80];
    daif_text(state.daif, daif);
    if (l->has_core) {
        snprintf(cycle, sizeof cycle, "%" PRIu64, event->cycle);
    }
    if (l->scenario->pes > 1) {
        printf("PE%u ", event->pe);
    }
    printf("%6" PRIu64 " %6s  %-*s %-*s  %02" PRIx64 "  %s  %-7s  %s\n", event->index, cycle, PLACE_WIDTH,
           where(l, event->pc, place, sizeof place), TEXT_WIDTH,
           place_instruction(l->disassembler, event->pc, event->word, text), state.pmr, daif,
           state.nmi_masked   ? "IRQ NMI"
           : state.irq_masked ? "IRQ"
                              : "-",
           pending_text(&state.explanation, pending, sizeof pending));
    flush_notes(l);
    explain_change(l, event->pe, &state.explanation);
}

static void on_exception(void *context, struct gm_machine *machine, const struct gm_exception_event *event)
{
    struct listing *l = context;
    (void)machine;
    char from[128], to[128];
    l->tally.exceptions[event->kind & 3]++;
    flush_notes(l);
    printf("%s%*s> %s%s taken from EL%u to EL%u at %s, return address %s", output_colour(COLOUR_GREEN), INDENT, "",
           event->is_virtual ? "virtual " : "", listing_exception_name(event->kind), event->from_el, event->to_el,
           where(l, event->vector, to, sizeof to), where(l, event->elr, from, sizeof from));
    if (event->esr != 0) {
        printf(", ESR 0x%" PRIx64, event->esr);
    }
    printf("%s\n", output_plain());
}

static void on_return(void *context, struct gm_machine *machine, const struct gm_return_event *event)
{
    struct listing *l = context;
    (void)machine;
    char to[128];
    note(l, "%*s< returns from EL%u to EL%u at %s\n", INDENT, "", event->from_el, event->to_el,
         where(l, event->target, to, sizeof to));
}

static void on_wait(void *context, struct gm_machine *machine, const struct gm_wait_event *event)
{
    struct listing *l = context;
    (void)machine;
    if (vectors_parked(event->pc)) {
        return;
    }
    if (event->waiting) {
        note(l, "%*s. PE %u waits\n", INDENT, "", event->pe);
    } else {
        flush_notes(l);
        printf("%*s. PE %u wakes\n", INDENT, "", event->pe);
    }
}

static void on_memory(void *context, struct gm_machine *machine, const struct gm_memory_event *event)
{
    (void)machine;
    note(context, "%*s%s 0x%" PRIx64 " %s 0x%" PRIx64 " (%u bytes)\n", INDENT, "", event->write ? "store" : "load ",
         event->address, event->write ? "<-" : "->", event->value, event->size);
}

static void on_sysreg(void *context, struct gm_machine *machine, const struct gm_sysreg_event *event)
{
    (void)machine;
    note(context, "%*s%s %s %s 0x%" PRIx64 "\n", INDENT, "", event->write ? "write" : "read ", event->name,
         event->write ? "<-" : "->", event->value);
}

/* Arrivals happen between instructions, and are shown at once; the rest is what an instruction did. */
static void on_gic(void *context, struct gm_machine *machine, const struct gm_gic_event *event)
{
    struct listing *l = context;
    (void)machine;
    if (listing_is_trace_event(event->kind) && !l->trace) {
        return;
    }
    char text[160];
    bool mask = event->kind == GM_GIC_PMR_SENT || event->kind == GM_GIC_PMR_ARRIVED;
    bool trouble = event->kind == GM_GIC_UNPREDICTABLE || event->kind == GM_GIC_RESERVED_ACCESS;
    if (mask) {
        snprintf(text, sizeof text, "%s: 0x%02" PRIx64, listing_gic_name(event->kind), event->value);
    } else if (trouble) {
        snprintf(text, sizeof text, "%s: %s", listing_gic_name(event->kind), event->text != NULL ? event->text : "");
    } else {
        snprintf(text, sizeof text, "interrupt %u %s", event->intid, listing_gic_name(event->kind));
    }
    bool arrival = event->kind == GM_GIC_PENDING || event->kind == GM_GIC_NOT_PENDING || event->kind == GM_GIC_SET ||
                   event->kind == GM_GIC_CLEAR || event->kind == GM_GIC_HELD;
    if (arrival) {
        flush_notes(l);
        printf("%*s* %s\n", INDENT, "", text);
    } else {
        note(l, "%*s* %s\n", INDENT, "", text);
    }
}

static void on_diagnostic(void *context, struct gm_machine *machine, const struct gm_diagnostic_event *event)
{
    (void)machine;
    note(context, "%*s! %s\n", INDENT, "", event->text);
}

void listing_text_init(struct listing *l)
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
    printf("%s%s%6s %6s  %-*s %-*s  PMR DAIF  masked   pending%s\n", output_colour(COLOUR_BOLD),
           l->scenario->pes > 1 ? "    " : "", "index", "cycle", PLACE_WIDTH, "address", TEXT_WIDTH, "instruction",
           output_plain());
}

void listing_text_end(struct listing *l)
{
    flush_notes(l);
}
