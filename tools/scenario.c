/* SPDX-License-Identifier: Apache-2.0 */
/* Setting a machine up: memory, registers, vectors, interrupts. */
#include "scenario.h"
#include "place.h"
#include "vectors.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The default stack's top. Linux tells a stack overflow by bit 14 of SP (THREAD_SIZE 16 KiB, stacks aligned to twice
 * that), so the 16 KiB below the top have it clear. What an exit sequence reads above its SP is mapped too.
 */
#define STACK_TOP   UINT64_C(0x7f004000)
#define STACK_BELOW UINT64_C(0xc000)
#define STACK_ABOVE UINT64_C(0x4000)
#define STACK_STEP  UINT64_C(0x20000) /* from one PE's to the next one's */

static void set_register(struct scenario *s, unsigned pe, const char *name, uint64_t value)
{
    enum gm_status status = gm_machine_set(s->machine, pe, name, value);
    if (status != GM_OK) {
        tool_fail("register '%s': %s", name, gm_status_text(status));
    }
}

static unsigned highest_el(const struct gm_config *config)
{
    if (config->security == GM_SECURITY_TWO) {
        return 3;
    }
    return config->el > config->highest_el ? config->el : config->highest_el;
}

static void create_machine(struct scenario *s, const struct scenario_options *o, const struct gm_core *core)
{
    struct gm_config config = o->config;
    config.core = core;
    config.highest_el = highest_el(&config);
    if (config.resolve == GM_RESOLVE_TIMED && core == NULL) {
        tool_fail("--resolve timed needs a --core");
    }
    struct gm_error error = {""};
    enum gm_status status = gm_machine_create(&config, &s->machine, &error);
    if (status != GM_OK) {
        tool_fail("%s", error.text[0] != '\0' ? error.text : gm_status_text(status));
    }
    s->pes = config.pes;
}

static void set_up_stacks(struct scenario *s, const struct scenario_options *o, unsigned pe)
{
    uint64_t top = (o->have_stack ? o->stack : STACK_TOP) + pe * STACK_STEP;
    enum gm_status status = gm_machine_map(s->machine, top - STACK_BELOW, STACK_BELOW + STACK_ABOVE, GM_R | GM_W);
    if (status != GM_OK) {
        tool_fail("--stack: 0x%" PRIx64 ": %s", top, gm_status_text(status));
    }
    set_register(s, pe, "sp", top);
    /* An interrupt may go to a higher EL, whose handler needs a stack: half-way down. */
    static const char *const higher[] = {"SP_EL1", "SP_EL2", "SP_EL3"};
    for (unsigned el = o->config.el + 1; el <= highest_el(&o->config); el++) {
        enum gm_status set = gm_machine_set(s->machine, pe, higher[el - 1], top - 0x2000);
        if (set != GM_OK && el < 3) {
            tool_fail("register '%s': %s", higher[el - 1], gm_status_text(set));
        }
    }
}

static void set_up_vectors(struct scenario *s, const struct scenario_options *o, const struct gm_image *image,
                           unsigned pe)
{
    static const char *const vbars[] = {"VBAR_EL1", "VBAR_EL2", "VBAR_EL3"};
    unsigned own = o->config.el == 0 ? 1 : o->config.el;
    struct gm_image_symbol symbol;
    uint64_t vectors = VECTORS_PAGE;
    if (o->vectors != NULL && strcmp(o->vectors, "builtin") == 0) {
        vectors = VECTORS_PAGE;
    } else if (o->vectors != NULL) {
        vectors = place_parse(image, "--vectors", o->vectors);
    } else if (gm_image_kind(image) != GM_IMAGE_KERNEL && gm_image_symbol(image, "vectors", &symbol, NULL) == GM_OK) {
        vectors = symbol.address;
    }
    if (vectors % 0x800 != 0) {
        tool_fail("the vector table at 0x%" PRIx64 " is not aligned to 2 KiB", vectors);
    }
    s->builtin_vectors = vectors == VECTORS_PAGE;
    for (unsigned el = own; el <= highest_el(&o->config); el++) {
        set_register(s, pe, vbars[el - 1], el == own ? vectors : VECTORS_PAGE);
    }
}

/*
 * What a kernel's C code takes for granted: SP_EL0 is the current task, TPIDR_EL1 the per-CPU offset. As in early boot,
 * the task is init_task and the offset is 0, which is the link-time copy of the per-CPU data.
 */
static void set_up_kernel(struct scenario *s, const struct scenario_options *o, const struct gm_image *image,
                          unsigned pe)
{
    struct gm_image_symbol task;
    if (gm_image_kind(image) != GM_IMAGE_KERNEL || o->config.el == 0 ||
        gm_image_symbol(image, "init_task", &task, NULL) != GM_OK) {
        return;
    }
    set_register(s, pe, "SP_EL0", task.address);
    set_register(s, pe, "TPIDR_EL1", 0);
}

static void set_up_registers(struct scenario *s, const struct scenario_options *o, const struct gm_image *image,
                             unsigned pe)
{
    set_register(s, pe, "pc", s->entries[pe]);
    set_register(s, pe, "lr", VECTORS_RETURN);
    if (o->have_pmr) {
        set_register(s, pe, "pmr", o->pmr);
    }
    set_register(s, pe, "daif", o->have_daif ? o->daif : 0x3c0);
    for (size_t i = 0; i < o->regs.count; i++) {
        const char *text = o->regs.items[i];
        const char *equals = strchr(text, '=');
        if (equals == NULL || equals == text || equals[1] == '\0') {
            tool_fail("--reg: '%s' is not NAME=VALUE", text);
        }
        char *name = tool_copy(text, (size_t)(equals - text));
        set_register(s, pe, name, place_parse(image, "--reg", equals + 1));
        free(name);
    }
}

/* A device that is served lowers its line; an observer may not do that itself, so it asks for a stop. */
static void on_gic(void *context, struct gm_machine *machine, const struct gm_gic_event *event)
{
    struct scenario *s = context;
    for (size_t i = 0; i < s->irq_count; i++) {
        const struct gm_interrupt *setup = &s->irqs[i].setup;
        if (event->kind == GM_GIC_ACKNOWLEDGE && event->intid == setup->intid && !setup->edge) {
            s->to_lower |= UINT32_C(1) << i;
            gm_machine_request_stop(machine);
        }
    }
}

static void set_up_interrupts(struct scenario *s, const struct scenario_options *o, const struct gm_image *image)
{
    if (o->irqs.count > SCENARIO_MAX_IRQS) {
        tool_fail("--irq: at most %u", SCENARIO_MAX_IRQS);
    }
    bool level = false;
    for (size_t i = 0; i < o->irqs.count; i++) {
        struct scenario_irq *irq = &s->irqs[s->irq_count++];
        scenario_irq_parse(irq, o->irqs.items[i], image, s->pes);
        scenario_irq_apply(irq, s->machine);
        level |= !irq->setup.edge;
    }
    if (level) {
        s->device = (struct gm_observer){.context = s, .gic = on_gic};
        tool_check(gm_machine_observe(s->machine, &s->device), "observing");
    }
}

void scenario_start(struct scenario *s, const struct scenario_options *o, struct gm_image *image, char *const *entries,
                    size_t entry_count, const struct gm_core *core)
{
    *s = (struct scenario){.image = image};
    struct gm_error error = {""};
    create_machine(s, o, core);
    enum gm_status status = gm_machine_load(s->machine, image, &error);
    if (status != GM_OK) {
        tool_fail("%s: %s", gm_image_name(image), error.text[0] != '\0' ? error.text : gm_status_text(status));
    }
    vectors_install(s->machine);
    for (unsigned pe = 0; pe < s->pes; pe++) {
        s->entry_names[pe] = entries[pe < entry_count ? pe : entry_count - 1];
        s->entries[pe] = place_entry(image, s->entry_names[pe]);
        set_up_stacks(s, o, pe);
        set_up_vectors(s, o, image, pe);
        set_up_kernel(s, o, image, pe);
        set_up_registers(s, o, image, pe);
    }
    /* After the masks are set: each redistributor then knows its PE's. */
    if (o->config.pmhe) {
        tool_check(gm_machine_pmhe(s->machine, true), "--pmhe");
    }
    set_up_interrupts(s, o, image);
    tool_check(gm_machine_breakpoint(s->machine, VECTORS_RETURN, true), "the return point");
}

void scenario_end(struct scenario *s)
{
    gm_machine_destroy(s->machine);
    s->machine = NULL;
}
