/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the moves of a counterexample again, for people and for who doubts it. */
#include "explore/search.h"
#include "explore/start.h"
#include "machine/machine.h"
#include "machine/moves.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

struct replay {
    const struct gm_scenario *scenario;
    struct gm_machine *machine;
    struct gm_error *error;
    uint32_t remaining[GM_SCENARIO_ITEMS];
    struct gm_stop stop;
};

static enum gm_status __attribute__((format(printf, 3, 4)))
refuse(const struct replay *r, size_t move, const char *format, ...)
{
    if (r->error != NULL) {
        int n = snprintf(r->error->text, sizeof r->error->text, "move %zu: ", move + 1);
        va_list args;
        va_start(args, format);
        vsnprintf(r->error->text + n, sizeof r->error->text - (size_t)n, format, args);
        va_end(args);
    }
    return GM_BAD_ARGUMENT;
}

static enum gm_status replay_event(struct replay *r, size_t move, unsigned index)
{
    if (index >= r->scenario->event_count || r->remaining[index] == 0) {
        return refuse(r, move, "event %u does not happen here", index);
    }
    r->remaining[index]--;
    explore_inject(r->scenario, r->machine, index);
    return GM_OK;
}

/* A move of the machine that is not open would break what the rooms below rely on: it is looked up first. */
static enum gm_status replay_move(struct replay *r, size_t move, const struct gm_check_step *step)
{
    static const uint8_t kinds[] = {
        [GM_CHECK_STEP] = MACHINE_STEP, [GM_CHECK_TAKE] = MACHINE_TAKE, [GM_CHECK_GIC] = MACHINE_GIC};
    struct machine_move open[MACHINE_MOST_MOVES];
    size_t count = machine_moves(r->machine, open);
    for (size_t i = 0; i < count; i++) {
        bool same = open[i].kind == kinds[step->kind] && open[i].pe == step->pe;
        if (same && (step->kind != GM_CHECK_GIC || open[i].gic == step->detail)) {
            machine_move(r->machine, &open[i], &r->stop);
            return GM_OK;
        }
    }
    return refuse(r, move, "PE %u cannot do that at 0x%" PRIx64, step->pe, step->address);
}

static enum gm_status replay_step(struct replay *r, size_t move, const struct gm_check_step *step)
{
    if (step->pe >= r->scenario->machine.pes || (unsigned)step->kind > GM_CHECK_EVENT) {
        return refuse(r, move, "no such PE or kind of move");
    }
    if (r->stop.reason != GM_STOP_STEPPED && r->stop.reason != GM_STOP_WAITING) {
        return refuse(r, move, "PE %u has stopped: %s", r->stop.pe, gm_stop_text(r->stop.reason));
    }
    uint64_t pc = r->machine->pes[step->pe].pe.s.pc;
    if (pc != step->address) {
        return refuse(r, move, "PE %u is at 0x%" PRIx64 ", not at 0x%" PRIx64, step->pe, pc, step->address);
    }
    return step->kind == GM_CHECK_EVENT ? replay_event(r, move, step->detail) : replay_move(r, move, step);
}

static enum gm_status replay_prepare(struct replay *r, const struct gm_image *image)
{
    enum gm_status status = explore_start(r->scenario, image, NULL, &r->machine, r->error);
    for (uint32_t i = 0; i < r->scenario->event_count; i++) {
        r->remaining[i] = r->scenario->events[i].times;
    }
    return status;
}

enum gm_status gm_check_replay(const struct gm_scenario *scenario, const struct gm_image *image,
                               const struct gm_check_step *steps, size_t count, gm_check_show show, void *context,
                               uint64_t *hash, struct gm_error *error)
{
    if (scenario == NULL || image == NULL || (steps == NULL && count != 0)) {
        return GM_BAD_ARGUMENT;
    }
    struct replay r = {.scenario = scenario, .error = error, .stop = {.reason = GM_STOP_STEPPED}};
    enum gm_status status = replay_prepare(&r, image);
    if (status == GM_OK && show != NULL) {
        show(context, r.machine, NULL, &r.stop);
    }
    for (size_t i = 0; status == GM_OK && i < count; i++) {
        bool end = gm_check_step_is_end(&steps[i]) && i + 1 == count;
        if (!end) {
            status = replay_step(&r, i, &steps[i]);
        }
        if (status == GM_OK && show != NULL) {
            show(context, r.machine, &steps[i], &r.stop);
        }
    }
    if (status == GM_OK && hash != NULL) {
        *hash = gm_machine_hash(r.machine);
    }
    gm_machine_destroy(r.machine);
    return status;
}

bool gm_check_step_is_end(const struct gm_check_step *step)
{
    return step->address == 0;
}
