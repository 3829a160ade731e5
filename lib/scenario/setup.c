/* SPDX-License-Identifier: Apache-2.0 */
/* A machine from a scenario. */
#include "scenario/scenario.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { STACK_SIZE = 4096 };

enum gm_status scenario_setup_fail(struct gm_error *error, enum gm_status status, const char *format, ...)
{
    if (error != NULL) {
        va_list args;
        va_start(args, format);
        vsnprintf(error->text, sizeof error->text, format, args);
        va_end(args);
    }
    return status;
}

enum gm_status gm_scenario_config(const struct gm_scenario *s, struct gm_config *config, struct gm_error *error)
{
    const struct gm_scenario_machine *m = &s->machine;
    gm_config_init(config);
    config->pes = m->pes;
    config->cpu = m->cpu;
    config->highest_el = m->highest_el;
    config->el = m->el;
    config->security = m->security == 2 ? GM_SECURITY_TWO : GM_SECURITY_ONE;
    config->secure = m->secure;
    config->scr_fiq = m->scr_fiq;
    config->prio_bits = m->prio_bits;
    config->pmhe = m->pmhe;
    config->eoimode = m->eoimode;
    config->spis = m->spis;
    config->resolve = m->resolve;
    config->unmapped = m->unmapped;
    config->strict = m->strict;
    config->gic_ready = m->gic_ready;
    config->narrow_dsb_drains_pmr = m->narrow_dsb_drains;
    config->core = m->core[0] != '\0' ? gm_core_find(m->core) : NULL;
    if (m->core[0] != '\0' && config->core == NULL) {
        return scenario_setup_fail(error, GM_NOT_FOUND, "scenario %s: no core is named '%s'", s->name, m->core);
    }
    return GM_OK;
}

static enum gm_status configure(const struct gm_scenario_interrupt *from, unsigned pe, struct gm_machine *machine)
{
    const struct gm_interrupt interrupt = {
        .intid = from->intid,
        .priority = (uint8_t)from->priority,
        .group = (uint8_t)from->group,
        .enabled = from->enabled,
        .edge = from->edge,
        .pe = pe,
        .one_of_n = from->one_of_n,
    };
    enum gm_status status = gm_machine_interrupt(machine, &interrupt);
    if (status == GM_OK && (from->state == GM_STATE_ACTIVE || from->state == GM_STATE_ACTIVE_PENDING)) {
        status = gm_machine_active(machine, pe, from->intid, true);
    }
    if (status == GM_OK && (from->state == GM_STATE_PENDING || from->state == GM_STATE_ACTIVE_PENDING)) {
        status = gm_machine_line(machine, pe, from->intid, true);
        if (status == GM_OK && from->edge && from->intid >= 16) {
            status = gm_machine_line(machine, pe, from->intid, false); /* a pulse: the next raise is an edge again */
        }
    }
    return status;
}

/* Whether a line for this PE alone replaces what is said of every PE's private interrupt. */
static bool replaced(const struct gm_scenario *s, uint32_t intid, unsigned pe)
{
    for (uint32_t i = 0; i < s->interrupt_count; i++) {
        if (s->interrupts[i].intid == intid && s->interrupts[i].pe == pe) {
            return true;
        }
    }
    return false;
}

static enum gm_status setup_interrupts(const struct gm_scenario *s, struct gm_machine *machine, struct gm_error *error)
{
    enum gm_status status = GM_OK;
    for (uint32_t i = 0; i < s->interrupt_count && status == GM_OK; i++) {
        const struct gm_scenario_interrupt *one = &s->interrupts[i];
        if (one->pe != GM_EVERY_PE) {
            status = configure(one, one->pe, machine);
        }
        for (unsigned pe = 0; pe < s->machine.pes && one->pe == GM_EVERY_PE && status == GM_OK; pe++) {
            status = replaced(s, one->intid, pe) ? GM_OK : configure(one, pe, machine);
        }
        if (status != GM_OK) {
            return scenario_setup_fail(error, status, "scenario %s: interrupt %u: %s", s->name, one->intid,
                                       gm_status_text(status));
        }
    }
    return status;
}

/* Active priorities: a bit per preemption level, IHI 0069 ICC_AP0Rn_EL1. */
static enum gm_status setup_running(const struct gm_scenario *s, unsigned pe, struct gm_machine *machine,
                                    struct gm_error *error)
{
    const struct gm_scenario_start *start = &s->starts[pe];
    unsigned levels = s->machine.prio_bits < 7 ? s->machine.prio_bits : 7;
    uint64_t registers[4] = {0};
    uint64_t highest = 0xff;
    for (uint32_t i = 0; i < start->running.count; i++) {
        uint64_t priority = s->numbers[start->running.first + i];
        uint64_t level = priority >> (8 - levels);
        registers[level / 32] |= BIT64(level % 32);
        highest = priority < highest ? priority : highest;
    }
    enum gm_status status = GM_OK;
    for (unsigned n = 0; n < 4 && status == GM_OK; n++) {
        char name[] = "ICC_AP1R0_EL1";
        name[6] = start->running_group == 0 ? '0' : '1';
        name[8] = (char)('0' + n);
        status = registers[n] != 0 ? gm_machine_set(machine, pe, name, registers[n]) : GM_OK;
    }
    struct gm_explanation now;
    if (status == GM_OK) {
        status = gm_machine_explain(machine, pe, &now);
    }
    uint8_t expected = (uint8_t)(highest & (0xffu << (8 - levels)));
    if (status == GM_OK && start->running.count > 0 && now.running != expected) {
        status = GM_BAD_CONFIG; /* for example Secure priorities of Non-secure group 1 */
    }
    return status == GM_OK
               ? status
               : scenario_setup_fail(error, status,
                                     "scenario %s: start: PE %u cannot have the running priority 0x%02x here", s->name,
                                     pe, expected);
}

static enum gm_status setup_sets(const struct gm_scenario *s, unsigned pe, struct gm_machine *machine,
                                 struct gm_error *error)
{
    for (uint32_t i = 0; i < s->set_count; i++) {
        const struct gm_scenario_set *set = &s->sets[i];
        enum gm_status status = (set->pes & 1u << pe) != 0 ? gm_machine_set(machine, pe, set->name, set->value) : GM_OK;
        if (status != GM_OK) {
            return scenario_setup_fail(error, status, "%s: set %s: %s", set->where, set->name, gm_status_text(status));
        }
    }
    return GM_OK;
}

static enum gm_status setup_pe(const struct gm_scenario *s, const struct gm_image *image, unsigned pe,
                               struct gm_machine *machine, struct gm_error *error)
{
    const struct gm_scenario_start *start = &s->starts[pe];
    uint64_t stack = 0;
    enum gm_status status = scenario_free_pages(image, machine, 0, UINT64_MAX, STACK_SIZE, GM_R | GM_W, &stack);
    const struct {
        const char *name;
        uint64_t value;
        bool wanted;
    } values[] = {
        {"el", start->el, start->el != 0},
        {"sp", stack + STACK_SIZE, true},
        {"pmr", start->pmr, true},
        {"daif", start->daif, true},
    };
    if (status == GM_OK && start->pmhe != 2) {
        status = gm_machine_pe_pmhe(machine, pe, start->pmhe != 0);
    }
    for (size_t i = 0; i < ARRAY_SIZE(values) && status == GM_OK; i++) {
        status = values[i].wanted ? gm_machine_set(machine, pe, values[i].name, values[i].value) : GM_OK;
    }
    if (status != GM_OK) {
        return scenario_setup_fail(error, status, "scenario %s: start of PE %u: %s", s->name, pe,
                                   gm_status_text(status));
    }
    status = setup_running(s, pe, machine, error);
    if (status == GM_OK) {
        status = setup_sets(s, pe, machine, error);
    }
    return status == GM_OK ? gm_machine_set(machine, pe, "pc", start->entry.address) : status;
}

enum gm_status gm_scenario_setup(const struct gm_scenario *s, const struct gm_image *image, struct gm_machine *machine,
                                 struct gm_error *error)
{
    enum gm_status status = image != NULL ? gm_machine_load(machine, image, error) : GM_OK;
    if (status == GM_OK) {
        status = scenario_vectors(s, image, machine, error);
    }
    for (unsigned pe = 0; pe < s->machine.pes && status == GM_OK; pe++) {
        status = setup_pe(s, image, pe, machine, error);
    }
    return status == GM_OK ? setup_interrupts(s, machine, error) : status;
}
