/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EXPLORE_START_H
#define EXPLORE_START_H

#include <gicmask/machine.h>
#include <gicmask/scenario.h>

/* A machine in explored resolution, set up and settled. allocator may be NULL. On failure *machine is NULL or the
 * caller's to destroy. */
enum gm_status explore_start(const struct gm_scenario *scenario, const struct gm_image *image,
                             const struct gm_allocator *allocator, struct gm_machine **machine, struct gm_error *error);
/* The scenario's event number index happens. */
void explore_inject(const struct gm_scenario *scenario, struct gm_machine *machine, unsigned index);

#endif
