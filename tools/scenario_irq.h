/* SPDX-License-Identifier: Apache-2.0 */
/* --irq INTID,prio=P[,...]: what it says, and doing it. */
#ifndef TOOLS_SCENARIO_IRQ_H
#define TOOLS_SCENARIO_IRQ_H

#include "tool.h"

/* One --irq, parsed. */
struct scenario_irq {
    struct gm_interrupt setup;
    struct gm_stimulus raise, withdraw;
    bool has_withdraw;
};

/* Fails with one line. Symbols are looked up in the image. */
void scenario_irq_parse(struct scenario_irq *irq, const char *text, const struct gm_image *image, unsigned pes);
/* Configures the interrupt and adds its stimuli. */
void scenario_irq_apply(const struct scenario_irq *irq, struct gm_machine *machine);

#endif
