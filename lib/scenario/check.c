/* SPDX-License-Identifier: Apache-2.0 */
/* What can only be known when all directives of a scenario were read. */
#include "scenario/scenario.h"

#include <stdio.h>
#include <string.h>

enum { ALL_PES = (1u << GM_MAX_PES) - 1 };

static enum gm_status check_machine(struct scenario_parser *p)
{
    struct gm_scenario_machine *m = &p->s->machine;
    if (m->highest_el == 0) {
        m->highest_el = m->security == 2 ? 3 : m->el; /* gm_config: two security states need EL3 */
    }
    if (m->security == 2 && m->highest_el != 3) {
        return scenario_fail(p, "machine: two security states need highest-el=3");
    }
    if (m->security == 2 && m->prio_bits < 5) {
        return scenario_fail(p, "machine: two security states need prio-bits=5 or more");
    }
    if (m->security == 1 && m->secure) {
        return scenario_fail(p, "machine: secure needs security=2");
    }
    if (m->el > m->highest_el) {
        return scenario_fail(p, "machine: el=%u is above highest-el=%u", m->el, m->highest_el);
    }
    if (m->spis % 32 != 0 && m->spis != 988) {
        return scenario_fail(p, "machine: spis is a multiple of 32, or 988");
    }
    return GM_OK;
}

/* "every PE" becomes the PEs that there are. */
static bool clip(const struct gm_scenario *s, uint32_t *pes)
{
    uint32_t exist = (1u << s->machine.pes) - 1;
    bool fits = *pes == ALL_PES || (*pes & ~exist) == 0;
    *pes &= exist;
    return fits && *pes != 0;
}

static enum gm_status check_starts(struct scenario_parser *p)
{
    struct gm_scenario *s = p->s;
    for (unsigned pe = 0; pe < s->machine.pes; pe++) {
        if (s->starts[pe].el > s->machine.highest_el) {
            return scenario_fail(p, "start: el=%u is above highest-el=%u", s->starts[pe].el, s->machine.highest_el);
        }
        if (s->starts[pe].running_group == 2 && s->machine.security != 2) {
            return scenario_fail(p, "start: running-group=1s needs security=2");
        }
        if (!s->starts[pe].entry.given && p->image != NULL) {
            s->starts[pe].entry = (struct gm_label){.address = gm_image_entry(p->image), .given = true};
        }
        if (!s->starts[pe].entry.given) {
            return scenario_fail(p, "start: without an image an entry is needed");
        }
    }
    return GM_OK;
}

static enum gm_status check_interrupts(struct scenario_parser *p)
{
    const struct gm_scenario *s = p->s;
    for (uint32_t i = 0; i < s->interrupt_count; i++) {
        const struct gm_scenario_interrupt *one = &s->interrupts[i];
        if (one->intid >= 32 + s->machine.spis) {
            return scenario_fail(p, "interrupt %u: there are %u SPIs, up to %u (machine spis=)", one->intid,
                                 s->machine.spis, 31 + s->machine.spis);
        }
        if (one->group == 2 && s->machine.security != 2) {
            return scenario_fail(p, "interrupt %u: group=1s needs security=2", one->intid);
        }
        if (one->pe != GM_EVERY_PE && one->pe >= s->machine.pes) {
            return scenario_fail(p, "interrupt %u: pe=%u, but there are %u PEs", one->intid, one->pe, s->machine.pes);
        }
    }
    return GM_OK;
}

static bool declared(const struct gm_scenario *s, uint32_t intid)
{
    for (uint32_t i = 0; i < s->interrupt_count; i++) {
        if (s->interrupts[i].intid == intid) {
            return true;
        }
    }
    return false;
}

/* Numbers of events and expectations are held to the declared ones: a typing error would otherwise test nothing. */
static enum gm_status check_events(struct scenario_parser *p)
{
    const struct gm_scenario *s = p->s;
    for (uint32_t i = 0; i < s->event_count; i++) {
        const struct gm_scenario_event *e = &s->events[i];
        const char *name = e->raise ? "raise" : "lower";
        if (!declared(s, e->intid)) {
            return scenario_fail(p, "%s %u: no 'interrupt %u' says what it is", name, e->intid, e->intid);
        }
        if (e->pe >= s->machine.pes || e->by >= s->machine.pes) {
            return scenario_fail(p, "%s %u: there are %u PEs", name, e->intid, s->machine.pes);
        }
    }
    return GM_OK;
}

static enum gm_status check_windows(struct scenario_parser *p)
{
    struct gm_scenario *s = p->s;
    for (uint32_t i = 0; i < s->window_count; i++) {
        for (uint32_t k = 0; k < i && s->windows[i].name[0] != '\0'; k++) {
            if (strcmp(s->windows[i].name, s->windows[k].name) == 0) {
                return scenario_fail(p, "window: two are named '%.40s'", s->windows[i].name);
            }
        }
        if (!clip(s, &s->windows[i].pes)) {
            return scenario_fail(p, "window: pe=, but there are %u PEs", s->machine.pes);
        }
    }
    return GM_OK;
}

static enum gm_status check_masks(struct scenario_parser *p)
{
    struct gm_scenario *s = p->s;
    bool good = true;
    for (uint32_t i = 0; i < s->set_count; i++) {
        good = clip(s, &s->sets[i].pes) && good;
    }
    for (uint32_t i = 0; i < s->claim_count; i++) {
        good = clip(s, &s->claims[i].pes) && good;
    }
    for (uint32_t i = 0; i < s->balance_count; i++) {
        good = clip(s, &s->balances[i].pes) && good;
    }
    return good ? GM_OK
                : scenario_fail(p, "set, claim, instrument or balanced: pe=, but there are %u PEs", s->machine.pes);
}

static enum gm_status check_expectation(struct scenario_parser *p, const struct gm_scenario_expectation *e)
{
    const struct gm_scenario *s = p->s;
    bool special = e->kind == GM_EXPECT_ACKNOWLEDGED && e->intid >= 1020;
    bool of_interrupt = e->kind == GM_EXPECT_TAKEN || e->kind == GM_EXPECT_ACKNOWLEDGED;
    if (of_interrupt && !special && !declared(s, e->intid)) {
        return scenario_fail(p, "expect: no 'interrupt %u' says what %u is", e->intid, e->intid);
    }
    if (e->pe != GM_EVERY_PE && e->pe >= s->machine.pes) {
        return scenario_fail(p, "expect: pe=%u, but there are %u PEs", e->pe, s->machine.pes);
    }
    for (uint32_t i = 0; i < s->window_count && e->window[0] != '\0'; i++) {
        if (strcmp(s->windows[i].name, e->window) == 0) {
            return GM_OK;
        }
    }
    return e->window[0] == '\0' ? GM_OK : scenario_fail(p, "expect: no window is named '%.40s'", e->window);
}

static enum gm_status check_expectations(struct scenario_parser *p)
{
    enum gm_status status = GM_OK;
    for (uint32_t i = 0; i < p->s->expectation_count && status == GM_OK; i++) {
        const struct gm_scenario_expectation *e = &p->s->expectations[i];
        snprintf(p->where, sizeof p->where, "%s", e->where);
        status = check_expectation(p, e);
    }
    return status;
}

enum gm_status scenario_check(struct scenario_parser *p)
{
    typedef enum gm_status check_fn(struct scenario_parser * p);
    static check_fn *const checks[] = {check_machine, check_starts, check_interrupts,  check_events,
                                       check_windows, check_masks,  check_expectations};
    enum gm_status status = GM_OK;
    p->form = NULL;
    snprintf(p->where, sizeof p->where, "scenario %s", p->s->name);
    for (size_t i = 0; i < ARRAY_SIZE(checks) && status == GM_OK; i++) {
        status = checks[i](p);
    }
    return status;
}
