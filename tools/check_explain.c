/* SPDX-License-Identifier: Apache-2.0 */
/* --explain: a counterexample, move by move, on a machine that makes it again. */
#include "check_work.h"
#include "output.h"
#include "place.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INDENT = 12, PLACE_WIDTH = 26, TEXT_WIDTH = 30 };

/* What was last shown of a PE. */
struct seen {
    uint64_t pmr;
    struct gm_explanation why;
};

struct explainer {
    const struct gm_image *image;
    const struct gm_scenario *scenario;
    struct gm_disassembler *disassembler;
    struct gm_observer observer;
    struct gm_machine *machine;
    size_t move;
    struct seen seen[GM_MAX_PES];
    uint64_t address[GM_MAX_PES]; /* of the next instruction, before the move */
    bool pmr_arrived, cleared;    /* by this move */
    char *notes;                  /* what the move did, below its line */
    size_t notes_size;
    FILE *notes_file;
};

static const char *where(const struct explainer *x, uint64_t address, char text[160])
{
    return place_text(x->image, address, text, 160);
}

static uint64_t get(const struct explainer *x, unsigned pe, const char *name)
{
    uint64_t value = 0;
    gm_machine_get(x->machine, pe, name, &value);
    return value;
}

/* ---- what a move shows ---- */

static void __attribute__((format(printf, 2, 3))) note(struct explainer *x, const char *format, ...)
{
    va_list args;
    fprintf(x->notes_file, "%*s", INDENT, "");
    va_start(args, format);
    vfprintf(x->notes_file, format, args);
    va_end(args);
    putc('\n', x->notes_file);
}

static void on_exception(void *context, struct gm_machine *machine, const struct gm_exception_event *event)
{
    static const char *const names[] = {[GM_EXC_SYNC] = "synchronous exception",
                                        [GM_EXC_IRQ] = "IRQ",
                                        [GM_EXC_FIQ] = "FIQ",
                                        [GM_EXC_SERROR] = "SError"};
    char to[160], from[160];
    (void)machine;
    note(context, "> %s taken from EL%u to EL%u at %s, return address %s", names[event->kind], event->from_el,
         event->to_el, where(context, event->vector, to), where(context, event->elr, from));
}

static void on_return(void *context, struct gm_machine *machine, const struct gm_return_event *event)
{
    char to[160];
    (void)machine;
    note(context, "< returns from EL%u to EL%u at %s", event->from_el, event->to_el, where(context, event->target, to));
}

static void on_wait(void *context, struct gm_machine *machine, const struct gm_wait_event *event)
{
    (void)machine;
    note(context, ". PE %u %s", event->pe, event->waiting ? "waits" : "wakes");
}

static void on_diagnostic(void *context, struct gm_machine *machine, const struct gm_diagnostic_event *event)
{
    (void)machine;
    note(context, "! %s", event->text);
}

static void on_gic(void *context, struct gm_machine *machine, const struct gm_gic_event *event)
{
    /* By kind; %u is the INTID. */
    static const char *const interrupts[] = {
        [GM_GIC_PENDING] = "is pending",
        [GM_GIC_NOT_PENDING] = "is not pending any more",
        [GM_GIC_SET] = "is Set at the CPU interface",
        [GM_GIC_CLEAR] = "is Cleared from the CPU interface",
        [GM_GIC_RELEASE] = "is Released by the CPU interface",
        [GM_GIC_HELD] = "is held back by the redistributor",
        [GM_GIC_PRIORITY_DROP] = "drops its priority",
        [GM_GIC_DEACTIVATE] = "is deactivated",
        [GM_GIC_SGI] = "is sent as an SGI",
        [GM_GIC_RESERVED_ACCESS] = NULL,
    };
    struct explainer *x = context;
    (void)machine;
    x->pmr_arrived |= event->kind == GM_GIC_PMR_ARRIVED;
    x->cleared |= event->kind == GM_GIC_CLEAR;
    if (event->kind == GM_GIC_PMR_SENT || event->kind == GM_GIC_PMR_ARRIVED) {
        note(x, "* PMR value 0x%02" PRIx64 " %s", event->value,
             event->kind == GM_GIC_PMR_SENT ? "is sent to the redistributor" : "arrives at the redistributor");
    } else if (event->kind == GM_GIC_ACKNOWLEDGE) {
        note(x, "* IAR reads %" PRIu64, event->value);
    } else if (event->kind == GM_GIC_UNPREDICTABLE || event->kind == GM_GIC_RESERVED_ACCESS) {
        note(x, "! %s", event->text != NULL ? event->text : "UNPREDICTABLE");
    } else if (interrupts[event->kind] != NULL) {
        note(x, "* interrupt %" PRIu32 " %s", event->intid, interrupts[event->kind]);
    }
}

/* ---- lines ---- */

static void daif_text(uint64_t daif, char text[5])
{
    for (unsigned i = 0; i < 4; i++) {
        text[i] = (daif >> (9 - i) & 1) != 0 ? "DAIF"[i] : '-';
    }
    text[4] = '\0';
}

/* "32 (priority 0xa0): why", and the redistributor's copy of the mask where it counts. */
static void print_why(const struct gm_explanation *why)
{
    if (why->reason != GM_REASON_NONE) {
        printf("interrupt %" PRIu32 ", priority 0x%02x: ", why->intid, why->priority);
    }
    if (!why->signalled) {
        printf("%s", gm_reason_text(why->reason));
    } else {
        printf("signalled as %s%s", why->is_fiq ? "FIQ" : "IRQ",
               why->masked_by_pstate  ? ", and masked by PSTATE.DAIF"
               : why->held_by_routing ? ", and routed to a lower exception level"
                                      : "; it may be taken");
    }
    if (why->pmhe && !why->view_known) {
        printf("; the redistributor's copy of the PMR is unknown");
    } else if (why->pmhe && why->view != why->pmr) {
        printf("; the redistributor's copy of the PMR is 0x%02x", why->view);
    }
    putchar('\n');
}

static bool same_why(const struct gm_explanation *a, const struct gm_explanation *b)
{
    return a->intid == b->intid && a->reason == b->reason && a->masked_by_pstate == b->masked_by_pstate &&
           a->held_by_routing == b->held_by_routing && a->pmhe == b->pmhe && a->view_known == b->view_known &&
           (a->view == b->view || !a->pmhe) && (a->view == a->pmr) == (b->view == b->pmr);
}

/* The state of a PE after a move, in columns; the PMR with its old value where it changed. */
static void print_state(struct explainer *x, unsigned pe)
{
    uint64_t pmr = get(x, pe, "pmr");
    char daif[5], mask[16];
    daif_text(get(x, pe, "daif"), daif);
    snprintf(mask, sizeof mask, "%02" PRIx64, pmr);
    if (pmr != x->seen[pe].pmr) {
        snprintf(mask, sizeof mask, "%02x>%02x", (unsigned)(x->seen[pe].pmr & 0xff), (unsigned)(pmr & 0xff));
    }
    printf("%-5s  %s\n", mask, daif);
    x->seen[pe].pmr = pmr;
}

static void print_changes(struct explainer *x)
{
    for (unsigned pe = 0; pe < x->scenario->machine.pes; pe++) {
        struct gm_explanation why = {0};
        gm_machine_explain(x->machine, pe, &why);
        if (!same_why(&why, &x->seen[pe].why)) {
            printf("%*s| ", INDENT, "");
            if (x->scenario->machine.pes > 1) {
                printf("PE %u: ", pe);
            }
            print_why(&why);
        }
        x->seen[pe].why = why;
        x->address[pe] = get(x, pe, "pc");
    }
}

static uint32_t word_at(const struct explainer *x, uint64_t address)
{
    uint8_t b[4] = {0};
    gm_machine_read(x->machine, address, b, sizeof b);
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void print_event(const struct explainer *x, const struct gm_check_step *step)
{
    const struct gm_scenario_event *event = &x->scenario->events[step->detail];
    char text[96], place[160];
    snprintf(text, sizeof text, "interrupt %" PRIu32 " is %s", event->intid, event->raise ? "raised" : "withdrawn");
    printf("%-*s %-*s  ", PLACE_WIDTH, where(x, step->address, place), TEXT_WIDTH, text);
}

static void print_move(struct explainer *x, const struct gm_check_step *step)
{
    static const char *const messages[] = {"a message goes up", "a message comes down", "the slot is replaced",
                                           "a write takes effect"};
    char place[160], text[GM_DISASM_TEXT_SIZE];
    printf("%4zu  PE%u  ", ++x->move, step->pe);
    if (step->kind == GM_CHECK_EVENT) {
        print_event(x, step);
        return;
    }
    const char *what = step->kind == GM_CHECK_TAKE ? "the interrupt is taken" : messages[step->detail & 3];
    if (step->kind == GM_CHECK_STEP) {
        what = place_instruction(x->disassembler, step->address, word_at(x, step->address), text);
    }
    printf("%-*s %-*s  ", PLACE_WIDTH, where(x, step->address, place), TEXT_WIDTH, what);
}

static void print_end(const struct explainer *x, const struct gm_stop *stop)
{
    for (unsigned pe = 0; pe < x->scenario->machine.pes; pe++) {
        char place[160];
        printf("%*sPE %u would go on at %s\n", INDENT, "", pe, where(x, get(x, pe, "pc"), place));
    }
    if (stop->reason != GM_STOP_STEPPED) {
        printf("%*s%s\n", INDENT, "", gm_stop_text(stop->reason));
    }
}

static void print_rule(const struct explainer *x, const struct gm_check_step *step, uint8_t pmr_before,
                       const struct gm_stop *stop)
{
    struct check_move move = {
        .step = *step,
        .word = word_at(x, step->address),
        .pmr_before = pmr_before,
        .pmr_after = (uint8_t)get(x, step->pe, "pmr"),
        .pmhe = x->seen[step->pe].why.pmhe,
        .pmr_arrived = x->pmr_arrived,
        .cleared = x->cleared,
        .waits = stop->reason == GM_STOP_WAITING,
        .raises = step->kind == GM_CHECK_EVENT && x->scenario->events[step->detail].raise,
    };
    const char *rule = check_rule(&move);
    if (rule != NULL) {
        printf("%s%*s# %s%s\n", output_colour(COLOUR_DIM), INDENT, "", rule, output_plain());
    }
}

static void begin(struct explainer *x, struct gm_machine *machine)
{
    x->machine = machine;
    x->observer = (struct gm_observer){.context = x,
                                       .exception = on_exception,
                                       .exception_return = on_return,
                                       .gic = on_gic,
                                       .diagnostic = on_diagnostic,
                                       .wait = on_wait};
    tool_check(gm_machine_observe(machine, &x->observer), "the observer");
    printf("%s%4s  %-3s  %-*s %-*s  %-5s  %s%s\n", output_colour(COLOUR_BOLD), "move", "PE", PLACE_WIDTH, "address",
           TEXT_WIDTH, "what happens", "PMR", "DAIF", output_plain());
    for (unsigned pe = 0; pe < x->scenario->machine.pes; pe++) {
        char place[160];
        x->seen[pe].pmr = get(x, pe, "pmr");
        printf("%4s  PE%u  %-*s %-*s  ", "-", pe, PLACE_WIDTH, where(x, get(x, pe, "pc"), place), TEXT_WIDTH,
               "the start");
        print_state(x, pe);
    }
    print_changes(x);
}

static void show(void *context, struct gm_machine *machine, const struct gm_check_step *step,
                 const struct gm_stop *stop)
{
    struct explainer *x = context;
    if (step == NULL) {
        begin(x, machine);
        return;
    }
    if (gm_check_step_is_end(step)) {
        printf("%4s  the path ends\n", "");
        print_end(x, stop);
        print_rule(x, step, 0, stop);
        return;
    }
    uint8_t pmr_before = (uint8_t)x->seen[step->pe].pmr;
    print_move(x, step);
    print_state(x, step->pe);
    print_rule(x, step, pmr_before, stop);
    fflush(x->notes_file);
    fwrite(x->notes, 1, x->notes_size, stdout);
    rewind(x->notes_file);
    print_changes(x);
    if (stop->reason != GM_STOP_STEPPED && stop->reason != GM_STOP_WAITING) {
        printf("%*sPE %u stops: %s\n", INDENT, "", stop->pe, gm_stop_text(stop->reason));
    }
    x->pmr_arrived = x->cleared = false;
}

void check_explain_item(const struct check_work *work, const struct check_case *one, const struct check_item *item)
{
    const struct check_file *file = &work->files[one->file];
    char *text = check_item_text(work, one, item);
    printf("\n%s%s: %s%s\n", output_colour(COLOUR_BOLD), one->scenario->name, text, output_plain());
    free(text);
    struct explainer x = {.image = file->image, .scenario = one->scenario};
    struct gm_error error = {""};
    x.notes_file = open_memstream(&x.notes, &x.notes_size);
    if (x.notes_file == NULL) {
        tool_fail("out of memory");
    }
    tool_check(gm_disassembler_create(NULL, &x.disassembler), "the disassembler");
    enum gm_status status =
        gm_check_replay(one->scenario, file->image, item->steps, item->step_count, show, &x, NULL, &error);
    fclose(x.notes_file);
    free(x.notes);
    gm_disassembler_destroy(x.disassembler);
    if (status != GM_OK) {
        tool_fail("%s: scenario %s: %s", file->path, one->scenario->name,
                  error.text[0] != '\0' ? error.text : gm_status_text(status));
    }
}

/* What is not expected; if there is nothing of that kind, what is. */
void check_explain(const struct check_work *work, const struct check_case *one)
{
    struct check_item item;
    for (size_t n = 0; check_item_at(one, n, &item); n++) {
        bool advice = !item.is_failure && gm_verdict_advice(item.finding.verdict);
        if (item.step_count != 0 && (check_is_bad(one) ? !item.expected : !advice)) {
            check_explain_item(work, one, &item);
        }
        check_item_free(&item);
    }
}
