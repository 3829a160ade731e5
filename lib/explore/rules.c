/* SPDX-License-Identifier: Apache-2.0 */
/* The rules that judge a path: design section 7, docs/directives.md "Verdicts". */
#include "explore/search.h"
#include "machine/machine.h"

#include <string.h>

/* Instruction words: lib/isa/a64.inc, rows DSB, MSR_reg, WFI and WFE. */
#define WORD_DSB_MASK UINT32_C(0xfffff0ff)
#define WORD_DSB      UINT32_C(0xd503309f)
#define WORD_MSR_PMR  UINT32_C(0xd5184600)
#define WORD_WFI      UINT32_C(0xd503207f)
#define WORD_WFE      UINT32_C(0xd503205f)
enum { RT_MASK = 31 };

enum gm_class explore_class_of(const struct explore *e, uint64_t intid)
{
    for (unsigned i = 0; i < e->scenario->interrupt_count; i++) {
        if (e->scenario->interrupts[i].intid == intid) {
            return e->scenario->interrupts[i].class_;
        }
    }
    return GM_CLASS_IRQ;
}

static uint32_t priority_of(const struct explore *e, uint64_t intid)
{
    for (unsigned i = 0; i < e->scenario->interrupt_count; i++) {
        if (e->scenario->interrupts[i].intid == intid) {
            return e->scenario->interrupts[i].priority;
        }
    }
    return 0xff;
}

static bool is_against(enum gm_against against, enum gm_class class)
{
    return against == GM_AGAINST_ALL || (against == GM_AGAINST_NMI) == (class == GM_CLASS_NMI);
}

/* An interrupt came into a window, by exception or by acknowledge. */
static void judge_windows(struct explore *e, unsigned pe, uint64_t intid, bool taken)
{
    enum gm_class class = explore_class_of(e, intid);
    for (unsigned w = 0; w < e->scenario->window_count; w++) {
        const struct gm_scenario_window *window = &e->scenario->windows[w];
        if ((e->track.pe[pe].windows >> w & 1) == 0) {
            continue;
        }
        if (window->kind == GM_WINDOW_CRITICAL && is_against(window->against, class)) {
            explore_found(e, GM_VERDICT_CRITICAL_HIT, pe, e->pc_before);
        } else if (window->kind == GM_WINDOW_NMI && (taken || class == GM_CLASS_IRQ)) {
            explore_found(e, GM_VERDICT_NMI_NESTED, pe, e->pc_before);
        }
    }
}

static uint64_t running_of(const struct explore *e, unsigned pe)
{
    struct gic_explanation why;
    gic_explain(&e->machine->gic, pe, &why);
    return why.running;
}

static void push_frame(struct explore *e, const struct explore_seen *seen, uint64_t reason)
{
    struct explore_pe *p = &e->track.pe[seen->pe];
    if (p->depth == EXPLORE_FRAMES) {
        return; /* deeper nesting is all alike: the frames that are there stay */
    }
    p->frames[p->depth++] = (struct explore_frame){
        .return_address = seen->address,
        .pmr = explore_get(e, seen->pe, "pmr"),
        .daif = e->machine->pes[seen->pe].pe.s.spsr[e->machine->pes[seen->pe].pe.s.el] & PSTATE_DAIF,
        .running = running_of(e, seen->pe),
        .reason = reason,
        .acknowledged = EXPLORE_NO_INTID,
    };
}

static void enter(struct explore *e, const struct explore_seen *seen)
{
    struct explore_pe *p = &e->track.pe[seen->pe];
    judge_windows(e, seen->pe, seen->intid, true);
    for (uint64_t d = 0; d < p->depth; d++) {
        uint64_t outer = p->frames[d].reason;
        /* A more urgent one may interrupt a handler; one that is not came in because the priority was dropped early. */
        if (outer != EXPLORE_NO_INTID && priority_of(e, seen->intid) >= priority_of(e, outer)) {
            explore_found(e, GM_VERDICT_NESTED, seen->pe, seen->address);
            break;
        }
    }
    push_frame(e, seen, seen->intid);
}

/* An exception that is no interrupt: its handler is left by an ERET of its own. */
static void enter_other(struct explore *e, const struct explore_seen *seen)
{
    push_frame(e, seen, EXPLORE_NO_INTID);
}

/* At ERET: the registers that `balanced handler` names, against the interrupted code's. Others are not kept. */
static bool differs(struct explore *e, const struct gm_scenario_balance *balance, const struct explore_frame *f,
                    unsigned pe)
{
    for (unsigned n = 0; n < balance->regs.count; n++) {
        const char *name = e->scenario->names[balance->regs.first + n];
        bool wrong = (strcmp(name, "pmr") == 0 && explore_get(e, pe, "pmr") != f->pmr) ||
                     (strcmp(name, "daif") == 0 && explore_get(e, pe, "daif") != f->daif) ||
                     (strcmp(name, "running") == 0 && running_of(e, pe) != f->running);
        if (wrong) {
            return true;
        }
    }
    return false;
}

static void leave(struct explore *e, const struct explore_seen *seen)
{
    struct explore_pe *p = &e->track.pe[seen->pe];
    if (p->depth == 0) {
        return;
    }
    struct explore_frame *f = &p->frames[--p->depth];
    for (unsigned b = 0; b < e->scenario->balance_count; b++) {
        const struct gm_scenario_balance *balance = &e->scenario->balances[b];
        if (balance->handler && (balance->pes >> seen->pe & 1) != 0 && differs(e, balance, f, seen->pe)) {
            explore_found(e, GM_VERDICT_UNBALANCED, seen->pe, e->pc_before);
        }
    }
    *f = (struct explore_frame){0};
}

static void acknowledge(struct explore *e, const struct explore_seen *seen)
{
    struct explore_pe *p = &e->track.pe[seen->pe];
    if (p->depth > 0) {
        p->frames[p->depth - 1].acknowledged = seen->intid;
    }
    if (seen->intid >= 1020) {
        return;
    }
    judge_windows(e, seen->pe, seen->intid, false);
    if (e->unsynchronised) {
        explore_found(e, GM_VERDICT_MISSING_ISB, seen->pe, e->pc_before);
    }
    for (unsigned i = 0; i < e->scenario->event_count; i++) {
        const struct gm_scenario_event *event = &e->scenario->events[i];
        if (event->raise && event->lower_on_ack && event->intid == seen->intid) {
            gm_machine_line(e->machine, event->pe, event->intid, false);
        }
    }
}

static void unpredictable(struct explore *e, const struct explore_seen *seen)
{
    const char *text = seen->text != NULL ? seen->text : "";
    enum gm_verdict verdict = GM_VERDICT_UNPREDICTABLE;
    if (strstr(text, "order") != NULL) {
        verdict = GM_VERDICT_EOI_ORDER;
    } else if (strstr(text, "EOIR") != NULL || strstr(text, "DIR") != NULL || strstr(text, "deactivation") != NULL) {
        verdict = GM_VERDICT_EOI_WITHOUT_ACK;
    }
    explore_found(e, verdict, seen->pe, e->pc_before);
}

/* PMHE=1: an unmasking write that no DSB has followed; rule 4 puts no bound on its arrival. */
static void follow_unmask(struct explore *e)
{
    struct explore_pe *p = &e->track.pe[e->step.pe];
    if (e->pmhe && (e->word & ~(uint32_t)RT_MASK) == WORD_MSR_PMR) {
        uint64_t pmr = explore_get(e, e->step.pe, "pmr");
        p->unmask_at = pmr > e->pmr_before ? e->pc_before : pmr < e->pmr_before ? 0 : p->unmask_at;
    } else if ((e->word & WORD_DSB_MASK) == WORD_DSB && (e->word >> 8 & 15) == 15) {
        p->unmask_at = 0; /* DSB SY: rule 7 */
    } else if (p->unmask_at != 0 && (e->word == WORD_WFI || e->word == WORD_WFE)) {
        explore_found(e, GM_VERDICT_MISSING_DSB, e->step.pe, p->unmask_at); /* whether it wakes this time or not */
    }
}

/* Windows open after the instruction at `from`, and close when `to` is reached; likewise the ranges of events. */
static void follow_ranges(struct explore *e, bool executed)
{
    struct explore_pe *p = &e->track.pe[e->step.pe];
    uint64_t pc = explore_pc(e, e->step.pe);
    for (unsigned w = 0; w < e->scenario->window_count; w++) {
        const struct gm_scenario_window *window = &e->scenario->windows[w];
        uint64_t bit = (window->pes >> e->step.pe & 1) != 0 ? UINT64_C(1) << w : 0;
        if (executed && window->from.given && window->from.address == e->pc_before) {
            p->windows |= bit;
        }
        if (window->to.given && window->to.address == pc) {
            p->windows &= ~bit;
        }
    }
    for (unsigned x = 0; x < e->scenario->expectation_count; x++) {
        const struct gm_scenario_expectation *expectation = &e->scenario->expectations[x];
        if (executed && expectation->from.given && expectation->from.address == e->pc_before) {
            p->ranges |= UINT64_C(1) << x;
        }
        if (expectation->to.given && expectation->to.address == pc) {
            p->ranges &= ~(UINT64_C(1) << x);
        }
    }
    for (unsigned i = 0; i < e->scenario->event_count; i++) {
        const struct gm_scenario_event *event = &e->scenario->events[i];
        if (event->by != e->step.pe) {
            continue;
        }
        if (event->when == GM_WHEN_BETWEEN && event->from.address == pc) {
            p->between |= UINT64_C(1) << i;
        } else if (event->when == GM_WHEN_BETWEEN && executed && event->to.address == e->pc_before) {
            p->between &= ~(UINT64_C(1) << i);
        } else if (event->when == GM_WHEN_AT && event->at.address != pc) {
            p->arrivals &= ~(UINT64_C(1) << i);
        } else if (event->when == GM_WHEN_STEP && executed && p->steps <= event->step) {
            p->steps++;
        }
    }
}

void explore_rules_moved(struct explore *e)
{
    static void (*const rules[])(struct explore *, const struct explore_seen *) = {
        [SEEN_TAKEN] = enter,
        [SEEN_ENTERED] = enter_other,
        [SEEN_RETURN] = leave,
        [SEEN_ACKNOWLEDGE] = acknowledge,
        [SEEN_UNPREDICTABLE] = unpredictable,
    };
    bool executed = e->step.kind == EXPLORE_STEP;
    for (unsigned i = 0; i < e->seen_count; i++) {
        const struct explore_seen seen = e->seen[i];
        if (seen.what < sizeof rules / sizeof rules[0]) {
            rules[seen.what](e, &seen);
        }
        explore_expect_seen(e, &seen);
    }
    if (executed) {
        follow_unmask(e);
        explore_expect_stepped(e, e->step.pe, e->pc_before);
    }
    follow_ranges(e, executed);
    explore_beliefs_moved(e, executed);
}

void explore_rules_ended(struct explore *e)
{
    for (unsigned pe = 0; pe < e->scenario->machine.pes; pe++) {
        const struct explore_pe *p = &e->track.pe[pe];
        if (e->machine->pes[pe].pe.s.wait != PE_AWAKE) {
            explore_found(e, GM_VERDICT_NO_WAKE, pe, explore_pc(e, pe) - 4);
        }
        if (p->unmask_at != 0) {
            explore_found(e, GM_VERDICT_MISSING_DSB, pe, p->unmask_at);
        }
    }
    explore_beliefs_ended(e);
}
