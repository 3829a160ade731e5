/* SPDX-License-Identifier: Apache-2.0 */
/* What the software believes, held against what the hardware does: protocols, claims, windows, balanced ranges. */
#include "explore/search.h"
#include "machine/machine.h"

#include <stdlib.h>
#include <string.h>

/* ---- masked: by the hardware, and in the software's words ---- */

/* Whether the hardware masks a class: any enabled interrupt of it by its PSTATE bit (Group 0 comes as FIQ) or by the
 * PMR. */
static bool is_masked(struct explore *e, unsigned pe, enum gm_class class)
{
    uint64_t daif = explore_get(e, pe, "daif");
    uint64_t pmr = explore_get(e, pe, "pmr");
    for (unsigned i = 0; i < e->scenario->interrupt_count; i++) {
        const struct gm_scenario_interrupt *interrupt = &e->scenario->interrupts[i];
        uint64_t mask = interrupt->group == 0 ? PSTATE_F : PSTATE_I;
        if (interrupt->class_ == class && interrupt->enabled && ((daif & mask) != 0 || interrupt->priority >= pmr)) {
            return true;
        }
    }
    return false;
}

/* A protocol: what the software's own predicate says of the registers. facts: Linux by version, 2.1 to 2.3. */
struct protocol {
    uint32_t on, off;
    bool (*disabled)(uint64_t pmr, uint64_t daif, uint32_t on, uint32_t off);
};

static bool by_daif(uint64_t pmr, uint64_t daif, uint32_t on, uint32_t off)
{
    (void)pmr, (void)on, (void)off;
    return (daif & PSTATE_I) != 0;
}

static bool by_pmr_below(uint64_t pmr, uint64_t daif, uint32_t on, uint32_t off)
{
    (void)daif, (void)on;
    return pmr <= off;
}

static bool by_pmr_not_on(uint64_t pmr, uint64_t daif, uint32_t on, uint32_t off)
{
    (void)daif, (void)off;
    return pmr != on;
}

static const struct protocol protocols[] = {
    [GM_PROTOCOL_DAIF] = {0, 0, by_daif},
    [GM_PROTOCOL_LINUX_5_1] = {0xf0, 0x70, by_pmr_below},
    [GM_PROTOCOL_LINUX_5_3] = {0xe0, 0x60, by_pmr_not_on},
    [GM_PROTOCOL_LINUX_6_11] = {0xe0, 0xc0, by_pmr_not_on},
    [GM_PROTOCOL_FEAT_NMI] = {0, 0, by_daif},
    [GM_PROTOCOL_TF_A_EHF] = {0xf8, 0x80, by_pmr_below},
};

static bool software_disabled(struct explore *e, unsigned pe)
{
    const struct gm_scenario_protocol *own = &e->scenario->protocol;
    const struct protocol *p = &protocols[own->protocol];
    uint32_t on = own->on == GM_PROTOCOL_DEFAULT ? p->on : own->on;
    uint32_t off = own->off == GM_PROTOCOL_DEFAULT ? p->off : own->off;
    return p->disabled(explore_get(e, pe, "pmr"), explore_get(e, pe, "daif"), on, off);
}

/* ---- claims ---- */

static void judge_claim(struct explore *e, const struct gm_scenario_claim *claim, unsigned pe)
{
    bool masked = is_masked(e, pe, GM_CLASS_IRQ);
    uint64_t value = claim->name[0] != 0 ? explore_get(e, pe, claim->name) : 0;
    uint64_t other = claim->other[0] != 0 ? explore_get(e, pe, claim->other) : claim->value;
    static const enum gm_verdict verdicts[] = {
        [GM_CLAIM_MASKED] = GM_VERDICT_MASK_MISMATCH,        [GM_CLAIM_ENABLED] = GM_VERDICT_MASK_MISMATCH,
        [GM_CLAIM_PROTOCOL] = GM_VERDICT_MASK_MISMATCH,      [GM_CLAIM_FLAG] = GM_VERDICT_MASK_MISMATCH,
        [GM_CLAIM_REAL_INTID] = GM_VERDICT_SPECIAL_INTID,    [GM_CLAIM_EQUAL] = GM_VERDICT_CLAIM_FAILED,
        [GM_CLAIM_INSTRUMENT] = GM_VERDICT_EARLY_INSTRUMENT,
    };
    bool wrong = false;
    switch (claim->kind) {
    case GM_CLAIM_MASKED:
        wrong = !masked;
        break;
    case GM_CLAIM_ENABLED:
        wrong = masked;
        break;
    case GM_CLAIM_PROTOCOL:
        wrong = software_disabled(e, pe) != masked;
        break;
    case GM_CLAIM_FLAG:
        wrong = (value != 0) != masked;
        break;
    case GM_CLAIM_REAL_INTID:
        wrong = value >= 1020 && value <= GIC_SPURIOUS;
        break;
    case GM_CLAIM_EQUAL:
        wrong = value != other;
        break;
    case GM_CLAIM_INSTRUMENT: {
        const struct explore_pe *p = &e->track.pe[pe];
        bool nmi = p->depth > 0 && explore_class_of(e, p->frames[p->depth - 1].reason) == GM_CLASS_NMI;
        bool inside = false;
        for (unsigned w = 0; w < e->scenario->window_count; w++) {
            inside |= e->scenario->windows[w].kind == GM_WINDOW_NMI && (p->windows >> w & 1) != 0;
        }
        wrong = nmi && !inside;
        break;
    }
    case GM_CLAIM_NONE:
        return;
    }
    if (wrong) {
        explore_found(e, verdicts[claim->kind], pe, claim->at.address);
    }
}

/* ---- windows that are beliefs ---- */

static void judge_windows(struct explore *e, unsigned pe)
{
    for (unsigned w = 0; w < e->scenario->window_count; w++) {
        if ((e->track.pe[pe].windows >> w & 1) == 0 || e->track.pe[pe].depth != 0) {
            continue; /* in a handler the belief is the interrupted code's, not this code's */
        }
        switch (e->scenario->windows[w].kind) {
        case GM_WINDOW_MASKED:
            if (!is_masked(e, pe, GM_CLASS_IRQ)) {
                explore_found(e, GM_VERDICT_MASK_MISMATCH, pe, explore_pc(e, pe));
            }
            break;
        case GM_WINDOW_ENABLED:
            if (is_masked(e, pe, GM_CLASS_IRQ)) {
                explore_found(e, GM_VERDICT_MASK_MISMATCH, pe, explore_pc(e, pe));
            }
            break;
        case GM_WINDOW_OPEN_NMI:
            if (is_masked(e, pe, GM_CLASS_NMI)) {
                explore_found(e, GM_VERDICT_NMI_LOST, pe, explore_pc(e, pe));
            }
            break;
        default:
            break;
        }
    }
}

/* ---- balanced ranges ---- */

static const char *register_of(const struct explore *e, const struct gm_scenario_balance *b, unsigned n)
{
    return e->scenario->names[b->regs.first + n];
}

static uint64_t balance_value(struct explore *e, unsigned pe, const char *name)
{
    if (strcmp(name, "running") == 0) {
        struct gic_explanation why;
        gic_explain(&e->machine->gic, pe, &why);
        return why.running;
    }
    return explore_get(e, pe, name);
}

static void begin_balance(struct explore *e, unsigned index, unsigned pe)
{
    const struct gm_scenario_balance *b = &e->scenario->balances[index];
    struct explore_balance *kept = &e->track.pe[pe].balances[index];
    kept->begun = 1;
    for (unsigned n = 0; n < b->regs.count && n < EXPLORE_BALANCE_REGISTERS; n++) {
        kept->values[n] = balance_value(e, pe, register_of(e, b, n));
    }
}

static void end_balance(struct explore *e, unsigned index, unsigned pe)
{
    const struct gm_scenario_balance *b = &e->scenario->balances[index];
    struct explore_balance *kept = &e->track.pe[pe].balances[index];
    for (unsigned n = 0; kept->begun != 0 && n < b->regs.count && n < EXPLORE_BALANCE_REGISTERS; n++) {
        if (kept->values[n] != balance_value(e, pe, register_of(e, b, n))) {
            explore_found(e, GM_VERDICT_UNBALANCED, pe, explore_pc(e, pe));
            break;
        }
    }
    *kept = (struct explore_balance){0};
}

static bool has_range(const struct explore *e, unsigned index, unsigned pe)
{
    const struct gm_scenario_balance *b = &e->scenario->balances[index];
    return index < EXPLORE_BALANCES && !b->handler && (b->pes >> pe & 1) != 0;
}

static void follow_balances(struct explore *e, unsigned pe)
{
    for (unsigned i = 0; i < e->scenario->balance_count; i++) {
        const struct gm_scenario_balance *b = &e->scenario->balances[i];
        if (!has_range(e, i, pe) || e->track.pe[pe].depth != 0) {
            continue;
        }
        if (b->to.given && b->to.address == explore_pc(e, pe)) {
            end_balance(e, i, pe);
        }
        if (b->from.given && b->from.address == explore_pc(e, pe) && e->track.pe[pe].balances[i].begun == 0) {
            begin_balance(e, i, pe);
        }
    }
}

void explore_beliefs_begin(struct explore *e)
{
    for (unsigned pe = 0; pe < e->scenario->machine.pes; pe++) {
        for (unsigned i = 0; i < e->scenario->balance_count; i++) {
            const struct gm_scenario_balance *b = &e->scenario->balances[i];
            bool here = !b->from.given || b->from.address == explore_pc(e, pe);
            if (has_range(e, i, pe) && here) {
                begin_balance(e, i, pe);
            }
        }
    }
}

void explore_beliefs_moved(struct explore *e, bool executed)
{
    unsigned pe = e->step.pe;
    bool moved = e->step.kind == EXPLORE_STEP || e->step.kind == EXPLORE_TAKE;
    if (!moved) {
        return;
    }
    for (unsigned i = 0; executed && i < e->scenario->claim_count; i++) {
        const struct gm_scenario_claim *claim = &e->scenario->claims[i];
        if ((claim->pes >> pe & 1) != 0 && claim->at.address == explore_pc(e, pe)) {
            judge_claim(e, claim, pe);
        }
    }
    judge_windows(e, pe);
    follow_balances(e, pe);
}

void explore_beliefs_ended(struct explore *e)
{
    for (unsigned pe = 0; pe < e->scenario->machine.pes; pe++) {
        for (unsigned i = 0; i < e->scenario->balance_count; i++) {
            if (has_range(e, i, pe) && !e->scenario->balances[i].to.given && explore_is_done(e, pe)) {
                end_balance(e, i, pe);
            }
        }
    }
}
