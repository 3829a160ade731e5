/* SPDX-License-Identifier: Apache-2.0 */
/* Running to the end, and saying what the end was. */
#include "place.h"
#include "scenario.h"
#include "vectors.h"

#include <inttypes.h>
#include <stdio.h>

static void lower_lines(struct scenario *s)
{
    for (size_t i = 0; i < s->irq_count; i++) {
        if ((s->to_lower >> i & 1) != 0) {
            const struct gm_interrupt *setup = &s->irqs[i].setup;
            tool_check(gm_machine_line(s->machine, setup->pe, setup->intid, false), "lowering a line");
        }
    }
    s->to_lower = 0;
}

static bool all_returned(const struct scenario *s)
{
    for (unsigned pe = 0; pe < s->pes; pe++) {
        if (!s->returned[pe]) {
            return false;
        }
    }
    return true;
}

void scenario_run(struct scenario *s, uint64_t max_insns, struct scenario_result *result)
{
    *result = (struct scenario_result){0};
    for (;;) {
        tool_check(gm_machine_run(s->machine, max_insns - result->instructions, &result->stop), "running");
        result->instructions += result->stop.instructions;
        const struct gm_stop *stop = &result->stop;
        if (stop->reason == GM_STOP_REQUEST && s->to_lower != 0) {
            lower_lines(s);
        } else if (stop->reason == GM_STOP_BREAKPOINT && stop->pc == VECTORS_RETURN) {
            s->returned[stop->pe] = true;
            if (all_returned(s)) {
                result->returned = true;
                return;
            }
        } else {
            return;
        }
    }
}

/* The PE that has not returned and waits: the one that a "waits for ever" is about. */
static unsigned waiting_pe(const struct scenario *s, unsigned fallback)
{
    for (unsigned pe = 0; pe < s->pes; pe++) {
        if (!s->returned[pe]) {
            return pe;
        }
    }
    return fallback;
}

static void describe_waiting(const struct scenario *s, const struct gm_stop *stop, char *text, size_t size)
{
    unsigned pe = waiting_pe(s, stop->pe);
    uint64_t pc = stop->pc;
    char place[128];
    struct gm_explanation e;
    tool_check(gm_machine_get(s->machine, pe, "pc", &pc), "reading the PC");
    tool_check(gm_machine_explain(s->machine, pe, &e), "explaining");
    place_text(s->image, pc - 4, place, sizeof place);
    if (e.reason == GM_REASON_NONE) {
        snprintf(text, size, "PE %u waits for ever at %s: no interrupt is pending", pe, place);
    } else if (stop->unsynchronised) {
        snprintf(text, size,
                 "PE %u waits for ever at %s: interrupt %u (priority 0x%02x) is pending, but the redistributor holds "
                 "it back "
                 "by its old copy of the PMR (0x%02x), and nothing makes the new value arrive: a DSB is missing",
                 pe, place, e.intid, e.priority, e.view);
    } else {
        snprintf(text, size, "PE %u waits for ever at %s: interrupt %u (priority 0x%02x) is pending, but %s", pe, place,
                 e.intid, e.priority, gm_reason_text(e.reason));
    }
}

static void describe_halt(const struct scenario *s, const struct gm_stop *stop, const char *place, char *text,
                          size_t size)
{
    if (!vectors_contains(stop->pc)) {
        snprintf(text, size, "HLT was executed at %s", place);
        return;
    }
    static const char *const elrs[] = {"ELR_EL1", "ELR_EL1", "ELR_EL2", "ELR_EL3"};
    char from[128];
    uint64_t elr = 0;
    tool_check(gm_machine_get(s->machine, stop->pe, elrs[stop->el & 3], &elr), "reading ELR");
    place_text(s->image, elr, from, sizeof from);
    bool serror = (stop->pc & 0x180) == 0x180;
    snprintf(text, size,
             "an exception without a handler: %s to EL%u with return address %s, ESR 0x%" PRIx64 ", FAR 0x%" PRIx64,
             serror ? "SError" : "synchronous", stop->el, from, stop->esr, stop->far);
}

void scenario_describe(const struct scenario *s, const struct scenario_result *result, char *text, size_t size)
{
    const struct gm_stop *stop = &result->stop;
    char place[128];
    char insn[128];
    place_text(s->image, stop->pc, place, sizeof place);
    if (result->returned) {
        snprintf(text, size, "returned");
        return;
    }
    switch (stop->reason) {
    case GM_STOP_WAITING:
        describe_waiting(s, stop, text, size);
        break;
    case GM_STOP_LIMIT:
        snprintf(text, size, "the limit of %" PRIu64 " instructions was reached at %s (--max-insns)",
                 result->instructions, place);
        break;
    case GM_STOP_HALT:
        describe_halt(s, stop, place, text, size);
        break;
    case GM_STOP_UNMAPPED_FETCH:
        snprintf(text, size, "an instruction was fetched at 0x%" PRIx64 ", where nothing is mapped", stop->pc);
        break;
    case GM_STOP_UNMAPPED_DATA:
        snprintf(text, size, "%s: a %s of %u bytes at 0x%" PRIx64 ", where nothing is mapped%s", place,
                 stop->write ? "store" : "load", stop->size, stop->address, " (--lazy makes pages of zeros appear)");
        break;
    case GM_STOP_UNDEFINED:
    case GM_STOP_UNIMPLEMENTED:
        if (gm_disasm(stop->word, stop->pc, insn, sizeof insn) != GM_OK) {
            snprintf(insn, sizeof insn, "?");
        }
        snprintf(text, size, "%s: 0x%08x (%s): %s", place, stop->word, insn, gm_stop_text(stop->reason));
        break;
    default:
        snprintf(text, size, "%s: %s", place, gm_stop_text(stop->reason));
    }
}

int scenario_exit_status(const struct scenario_result *result)
{
    if (result->returned) {
        return TOOL_FINE;
    }
    enum gm_stop_reason reason = result->stop.reason;
    bool finding = reason == GM_STOP_WAITING || reason == GM_STOP_LIMIT || reason == GM_STOP_HALT;
    return finding ? TOOL_FINDINGS : TOOL_BAD;
}
