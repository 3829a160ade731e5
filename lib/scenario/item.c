/* SPDX-License-Identifier: Apache-2.0 */
/* Each directive's item: its defaults, and what was given of it. */
#include "scenario/scenario.h"

#include <string.h>

enum { ALL_PES = (1u << GM_MAX_PES) - 1 };

static const struct gm_scenario_machine default_machine = {
    .pes = 1,
    .security = 1,
    .highest_el = 0, /* follows from the others: check.c */
    .el = 1,
    .prio_bits = 5,
    .spis = 64,
    .scr_fiq = true,
    .strict = true,
    .gic_ready = true,
    .resolve = GM_RESOLVE_EXPLORED,
    .unmapped = GM_UNMAPPED_STOP,
    .cpu = "generic",
};
/* The machine's own reset values (gm_config.gic_ready); group 1 is what operating systems use. */
static const struct gm_scenario_start default_start = {.pmr = 0xe0, .daif = 0, .pmhe = 2, .running_group = 1};
static const struct gm_scenario_interrupt default_interrupt = {
    .priority = 0xa0, .group = 1, .enabled = true, .edge = true, .pe = GM_EVERY_PE};
static const struct gm_scenario_protocol default_protocol = {
    .on = GM_PROTOCOL_DEFAULT, .off = GM_PROTOCOL_DEFAULT, .tag = GM_PROTOCOL_DEFAULT};

void scenario_item_init(const struct scenario_form *form, union scenario_item *item)
{
    memset(item, 0, sizeof *item);
    switch (form->item) {
    case ITEM_MACHINE:
        item->machine = default_machine;
        break;
    case ITEM_START:
        item->start = (struct scenario_start_item){.start = default_start, .pes = ALL_PES};
        break;
    case ITEM_SET:
        item->set.pes = ALL_PES;
        break;
    case ITEM_INTERRUPT:
        item->interrupt.interrupt = default_interrupt;
        break;
    case ITEM_EVENT:
        item->event.event = (struct gm_scenario_event){.raise = form->variant != 0, .times = 1, .by = GM_EVERY_PE};
        break;
    case ITEM_HANDLER:
        item->handler.pes = ALL_PES;
        break;
    case ITEM_WINDOW:
        item->window.pes = ALL_PES;
        break;
    case ITEM_CLAIM:
        item->claim.kind = form->variant;
        item->claim.pes = ALL_PES;
        break;
    case ITEM_BALANCE:
        item->balance.pes = ALL_PES;
        break;
    case ITEM_PROTOCOL:
        item->protocol = default_protocol;
        break;
    case ITEM_EXPECTATION:
        item->expectation.kind = form->variant;
        item->expectation.pe = GM_EVERY_PE;
        item->expectation.mask = UINT64_MAX;
        break;
    case ITEM_NONE:
    case ITEM_LIMIT:
    case ITEM_PROFILE:
        break;
    }
}

void scenario_init(struct gm_scenario *s, const char *name)
{
    memset(s, 0, sizeof *s);
    memcpy(s->name, name, strlen(name));
    s->machine = default_machine;
    s->protocol = default_protocol;
    for (unsigned pe = 0; pe < GM_MAX_PES; pe++) {
        s->starts[pe] = default_start;
    }
}

void scenario_merge(const struct scenario_form *form, uint32_t given, void *to, const void *from)
{
    for (size_t i = 0; i < form->field_count; i++) {
        const struct scenario_field *f = &form->fields[i];
        if ((given & 1u << i) != 0) {
            memcpy((char *)to + f->offset, (const char *)from + f->offset, scenario_field_size(f));
        }
    }
}

bool scenario_given(const struct scenario_form *form, uint32_t given, const char *key)
{
    for (size_t i = 0; i < form->field_count; i++) {
        if (strcmp(form->fields[i].key, key) == 0) {
            return (given & 1u << i) != 0;
        }
    }
    return false;
}
