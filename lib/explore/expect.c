/* SPDX-License-Identifier: Apache-2.0 */
/* Expectations are sets over all behaviours: must, may, exact, never. */
#include "explore/result.h"
#include "explore/search.h"
#include "machine/machine.h"

#include <string.h>

typedef const struct gm_scenario_expectation expectation;

static uint64_t bit_of(size_t n)
{
    return UINT64_C(1) << n;
}

/* A path breaks it: the first such path is the shortest. */
static void violate(struct explore *e, size_t index)
{
    struct explore_way *way = &e->result->broken[index];
    e->result->violated |= bit_of(index);
    if (way->steps == NULL && e->status == GM_OK) {
        e->status = explore_keep_way(e, way);
    }
}

/* It was shown at the n-th place of its list (or 0): good where it is listed, bad elsewhere. */
static void shown(struct explore *e, size_t index, bool listed, unsigned place)
{
    expectation *x = &e->scenario->expectations[index];
    if (listed) {
        e->track.satisfied |= bit_of(index);
        e->result->places[index] |= bit_of(place & 63);
    }
    bool wrong = listed ? x->mode == GM_NEVER : x->mode == GM_MUST || x->mode == GM_EXACT;
    if (wrong) {
        violate(e, index);
    }
}

static bool in_window(const struct explore *e, unsigned pe, const char *name)
{
    for (unsigned w = 0; w < e->scenario->window_count; w++) {
        bool open = (e->track.pe[pe].windows >> w & 1) != 0;
        if (open && strcmp(e->scenario->windows[w].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether expectation `index` lists this place, and as which. */
static bool is_place(const struct explore *e, size_t index, unsigned pe, uint64_t address, unsigned *place)
{
    expectation *x = &e->scenario->expectations[index];
    *place = 0;
    if (x->window[0] != 0) {
        return in_window(e, pe, x->window);
    }
    if (x->from.given || x->to.given) {
        return (e->track.pe[pe].ranges >> index & 1) != 0;
    }
    for (unsigned n = 0; n < x->places.count; n++) {
        if (e->scenario->labels[x->places.first + n].address == address) {
            *place = n;
            return true;
        }
    }
    return x->places.count == 0;
}

static bool is_pe(expectation *x, unsigned pe)
{
    return x->pe == GM_EVERY_PE || x->pe == pe;
}

void explore_expect_seen(struct explore *e, const struct explore_seen *seen)
{
    for (size_t i = 0; i < e->scenario->expectation_count; i++) {
        expectation *x = &e->scenario->expectations[i];
        if (x->kind == GM_EXPECT_DEPTH && e->track.pe[seen->pe].depth > x->number) {
            violate(e, i);
        }
        bool taken = x->kind == GM_EXPECT_TAKEN && seen->what == SEEN_TAKEN;
        bool acknowledged = x->kind == GM_EXPECT_ACKNOWLEDGED && seen->what == SEEN_ACKNOWLEDGE;
        if ((taken || acknowledged) && x->intid == seen->intid && is_pe(x, seen->pe)) {
            unsigned place;
            bool listed = is_place(e, i, seen->pe, taken ? seen->address : e->pc_before, &place);
            shown(e, i, listed, place);
        }
    }
}

static void compare_value(struct explore *e, size_t index, uint64_t value)
{
    expectation *x = &e->scenario->expectations[index];
    for (unsigned n = 0; n < x->in.count; n++) {
        if ((e->scenario->numbers[x->in.first + n] & x->mask) == (value & x->mask)) {
            shown(e, index, true, n);
            return;
        }
    }
    shown(e, index, false, 0);
}

void explore_expect_stepped(struct explore *e, unsigned pe, uint64_t address)
{
    for (size_t i = 0; i < e->scenario->expectation_count; i++) {
        expectation *x = &e->scenario->expectations[i];
        if (!is_pe(x, pe)) {
            continue;
        }
        if (x->kind == GM_EXPECT_READ && x->at.address == address) {
            compare_value(e, i, e->machine->pes[pe].pe.s.r[e->word & 31]);
        } else if (x->kind == GM_EXPECT_VALUE && x->at.address == explore_pc(e, pe)) {
            compare_value(e, i, explore_get(e, pe, x->name));
        } else if (x->kind == GM_EXPECT_WAKES && x->at.address + 4 == address) {
            shown(e, i, true, 0); /* the instruction after the WFI is executed */
        }
    }
}

void explore_expect_verdict(struct explore *e, enum gm_verdict verdict, unsigned pe, uint64_t address)
{
    for (size_t i = 0; i < e->scenario->expectation_count; i++) {
        expectation *x = &e->scenario->expectations[i];
        unsigned place;
        if (x->kind == GM_EXPECT_VERDICT && x->verdict == verdict && is_pe(x, pe)) {
            bool listed = is_place(e, i, pe, address, &place);
            shown(e, i, listed, place);
        }
    }
}

static enum gm_end end_of(struct explore *e, unsigned pe)
{
    if (e->machine->pes[pe].pe.s.wait != PE_AWAKE) {
        return GM_END_WAITING;
    }
    switch (e->stop.reason) {
    case GM_STOP_UNDEFINED:
        return GM_END_UNDEFINED;
    case GM_STOP_UNMAPPED_DATA:
    case GM_STOP_UNMAPPED_FETCH:
        return GM_END_UNMAPPED;
    case GM_STOP_HALT:
        return GM_END_HALT;
    default:
        return GM_END_END;
    }
}

void explore_expect_ended(struct explore *e)
{
    for (size_t i = 0; i < e->scenario->expectation_count; i++) {
        expectation *x = &e->scenario->expectations[i];
        for (unsigned pe = 0; pe < e->scenario->machine.pes; pe++) {
            bool waits = e->machine->pes[pe].pe.s.wait != PE_AWAKE;
            if (!is_pe(x, pe)) {
                continue;
            }
            if (x->kind == GM_EXPECT_NO_WAKE && waits && x->at.address + 4 == explore_pc(e, pe)) {
                shown(e, i, true, 0);
            } else if (x->kind == GM_EXPECT_ENDS) {
                bool there = !x->at.given || x->at.address == explore_pc(e, pe);
                shown(e, i, end_of(e, pe) == x->ends && there, 0);
            }
        }
    }
    for (size_t i = 0; i < e->scenario->expectation_count; i++) {
        expectation *x = &e->scenario->expectations[i];
        bool needs = x->mode == GM_MUST || x->mode == GM_EXACT;
        bool shows = x->kind != GM_EXPECT_CLEAN && x->kind != GM_EXPECT_DEPTH && x->kind != GM_EXPECT_HOLD_OFF;
        if (needs && shows && (e->track.satisfied & bit_of(i)) == 0) {
            violate(e, i); /* this path ends without it */
        }
    }
    e->result->all_paths &= e->track.satisfied;
    e->result->some_path |= e->track.satisfied;
}

static bool is_clean(const struct gm_check *r, bool advice_counts)
{
    for (size_t i = 0; i < r->finding_count; i++) {
        if (advice_counts || !gm_verdict_advice(r->findings[i].public.verdict)) {
            return false;
        }
    }
    return true;
}

static bool holds(const struct gm_check *r, expectation *x, size_t index)
{
    bool all = (r->all_paths & bit_of(index)) != 0;
    bool some = (r->some_path & bit_of(index)) != 0;
    bool violated = (r->violated & bit_of(index)) != 0;
    if (x->kind == GM_EXPECT_CLEAN) {
        return is_clean(r, x->advice);
    }
    if (x->kind == GM_EXPECT_DEPTH) {
        return !violated;
    }
    switch (x->mode) {
    case GM_MAY:
        return some;
    case GM_NEVER:
        return !some && !violated;
    case GM_EXACT: {
        unsigned count = x->in.count != 0 ? x->in.count : x->places.count;
        uint64_t every = count == 0 ? 1 : count >= 64 ? UINT64_MAX : bit_of(count) - 1;
        return all && !violated && (r->places[index] & every) == every;
    }
    default:
        return all && !violated;
    }
}

enum gm_status explore_expect_finish(struct explore *e)
{
    struct gm_check *r = e->result;
    for (size_t i = 0; i < r->finding_count; i++) {
        struct gm_finding *f = &r->findings[i].public;
        f->must = r->exhaustive && r->ends != 0 && (r->every_path >> f->verdict & 1) != 0;
    }
    for (size_t i = 0; i < e->scenario->expectation_count; i++) {
        if (!holds(r, &e->scenario->expectations[i], i)) {
            r->failures[r->failure_count++] = i;
        }
    }
    return GM_OK;
}
