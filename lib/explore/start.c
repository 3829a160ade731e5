/* SPDX-License-Identifier: Apache-2.0 */
/* How a scenario's machine begins and how its events reach it: one way for the search and for replaying what it found.
 */
#include "explore/start.h"

#include "machine/machine.h"

enum gm_status explore_start(const struct gm_scenario *scenario, const struct gm_image *image,
                             const struct gm_allocator *allocator, struct gm_machine **machine, struct gm_error *error)
{
    struct gm_config config;
    enum gm_status status = gm_scenario_config(scenario, &config, error);
    if (status != GM_OK) {
        return status;
    }
    config.resolve = GM_RESOLVE_EXPLORED;
    config.allocator = allocator;
    config.core = NULL;
    status = gm_machine_create(&config, machine, error);
    if (status == GM_OK) {
        status = gm_scenario_setup(scenario, image, *machine, error);
    }
    for (unsigned pe = 0; status == GM_OK && pe < scenario->machine.pes; pe++) {
        gic_settle_start(&(*machine)->gic, pe);
    }
    return status;
}

static bool is_edge(const struct gm_scenario *s, uint32_t intid)
{
    for (uint32_t i = 0; i < s->interrupt_count; i++) {
        if (s->interrupts[i].intid == intid) {
            return s->interrupts[i].edge;
        }
    }
    return true;
}

void explore_inject(const struct gm_scenario *scenario, struct gm_machine *machine, unsigned index)
{
    const struct gm_scenario_event *event = &scenario->events[index];
    gm_machine_line(machine, event->pe, event->intid, event->raise);
    if (event->raise && is_edge(scenario, event->intid)) {
        gm_machine_line(machine, event->pe, event->intid, false); /* a pulse: the next one is an edge again */
    }
}
