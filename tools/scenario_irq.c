/* SPDX-License-Identifier: Apache-2.0 */
#include "scenario_irq.h"
#include "place.h"

#include <stdlib.h>
#include <string.h>

/* A step if it is a number, else the address of a symbol. */
static void set_time(struct gm_stimulus *stimulus, const char *text, const struct gm_image *image)
{
    if (number_parse(text, 0, UINT64_MAX, &stimulus->at)) {
        stimulus->when = GM_AT_STEP;
    } else {
        stimulus->at = place_parse(image, "--irq", text);
        stimulus->when = GM_AT_ADDRESS;
    }
}

/* "name=" at the start of the item. @return the value, or NULL */
static const char *value_of(const char *item, const char *name)
{
    size_t length = strlen(name);
    return strncmp(item, name, length) == 0 && item[length] == '=' ? item + length + 1 : NULL;
}

/* Items without a value. @return false if the item is none of them */
static bool parse_flag(struct scenario_irq *irq, const char *item)
{
    if (strcmp(item, "edge") == 0 || strcmp(item, "level") == 0) {
        irq->setup.edge = item[0] == 'e';
        return true;
    }
    if (strcmp(item, "1ofn") == 0) {
        irq->setup.one_of_n = true;
        return true;
    }
    return false;
}

static void parse_item(struct scenario_irq *irq, const char *item, const struct gm_image *image, unsigned pes,
                       bool *has_prio)
{
    const char *value;
    if ((value = value_of(item, "prio")) != NULL) {
        irq->setup.priority = (uint8_t)number_option("--irq prio", value, 0, 0xff);
        *has_prio = true;
    } else if ((value = value_of(item, "group")) != NULL) {
        irq->setup.group = (uint8_t)number_option("--irq group", value, 0, 2);
    } else if ((value = value_of(item, "pe")) != NULL) {
        irq->setup.pe = (unsigned)number_option("--irq pe", value, 0, pes - 1);
    } else if ((value = value_of(item, "at")) != NULL) {
        set_time(&irq->raise, value, image);
    } else if ((value = value_of(item, "until")) != NULL) {
        set_time(&irq->withdraw, value, image);
        irq->has_withdraw = true;
    } else if (!parse_flag(irq, item)) {
        tool_fail("--irq: '%s' is not one of prio=, group=, at=, until=, pe=, edge, level, 1ofn", item);
    }
}

void scenario_irq_parse(struct scenario_irq *irq, const char *text, const struct gm_image *image, unsigned pes)
{
    *irq = (struct scenario_irq){.setup = {.group = 1, .enabled = true, .edge = true}, .raise = {.level = true}};
    struct words items = {0};
    words_add_split(&items, text, ',', "--irq");
    irq->setup.intid = (uint32_t)number_option("--irq", items.items[0], 0, 1019);
    bool has_prio = false;
    for (size_t i = 1; i < items.count; i++) {
        parse_item(irq, items.items[i], image, pes, &has_prio);
    }
    if (!has_prio) {
        tool_fail("--irq: '%s' lacks prio=P", text);
    }
    words_free(&items, true);
    irq->raise.pe = irq->setup.pe;
    irq->raise.intid = irq->setup.intid;
    irq->withdraw.pe = irq->setup.pe;
    irq->withdraw.intid = irq->setup.intid;
}

void scenario_irq_apply(const struct scenario_irq *irq, struct gm_machine *machine)
{
    enum gm_status status = gm_machine_interrupt(machine, &irq->setup);
    if (status != GM_OK) {
        tool_fail("--irq: INTID %u with group %u: %s", irq->setup.intid, irq->setup.group, gm_status_text(status));
    }
    tool_check(gm_machine_stimulus(machine, &irq->raise), "--irq");
    if (irq->has_withdraw) {
        tool_check(gm_machine_stimulus(machine, &irq->withdraw), "--irq until");
    }
}
