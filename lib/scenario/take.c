/* SPDX-License-Identifier: Apache-2.0 */
/* Read items into the scenario. */
#include "scenario/scenario.h"

#include <string.h>

/* The next free element of an array of GM_SCENARIO_ITEMS, or GM_BAD_FORMAT. */
static enum gm_status room(struct scenario_parser *p, const uint32_t *count)
{
    return *count < GM_SCENARIO_ITEMS ? GM_OK
                                      : scenario_fail(p, "a scenario has at most %d of these", GM_SCENARIO_ITEMS);
}

enum gm_status scenario_finish_machine(struct scenario_parser *p, const struct scenario_form *form, void *item,
                                       uint32_t given)
{
    scenario_merge(form, given, &p->s->machine, item);
    return GM_OK;
}

enum gm_status scenario_finish_start(struct scenario_parser *p, const struct scenario_form *form, void *item,
                                     uint32_t given)
{
    struct scenario_start_item *from = item;
    for (unsigned pe = 0; pe < GM_MAX_PES; pe++) {
        if ((from->pes & 1u << pe) != 0) {
            struct scenario_start_item to = {.start = p->s->starts[pe]};
            scenario_merge(form, given, &to, from);
            p->s->starts[pe] = to.start;
        }
    }
    return GM_OK;
}

enum gm_status scenario_set_register(struct scenario_parser *p, struct scenario_set_item *item, const char *name,
                                     const char *value)
{
    if (!scenario_register_name(name)) {
        return scenario_fail(p, "'%.40s' is not a register (x0, w0, sp, daif, ICC_PMR_EL1, ...)", name);
    }
    if (strcmp(name, "pstate") == 0 || strcmp(name, "running") == 0 || strcmp(name, "pc") == 0 ||
        strcmp(name, "el") == 0) {
        return scenario_fail(p, "%s is not set so: see start", name);
    }
    enum gm_status status = room(p, &p->s->set_count);
    if (status != GM_OK) {
        return status;
    }
    struct gm_scenario_set *set = &p->s->sets[p->s->set_count];
    memset(set, 0, sizeof *set);
    memcpy(set->name, name, strlen(name));
    memcpy(set->where, p->where, sizeof set->where);
    if (!scenario_number(value, &set->value)) {
        status = scenario_label(p, value, &set->label);
        set->value = set->label.address;
    }
    p->s->set_count += status == GM_OK;
    item->count += status == GM_OK;
    return status;
}

enum gm_status scenario_finish_set(struct scenario_parser *p, const struct scenario_form *form, void *item,
                                   uint32_t given)
{
    const struct scenario_set_item *set = item;
    (void)form;
    (void)given;
    for (uint32_t i = 0; i < set->count; i++) {
        p->s->sets[p->s->set_count - 1 - i].pes = set->pes;
    }
    return set->count > 0 ? GM_OK : scenario_fail(p, "REGISTER=VALUE is missing");
}

/* A line for an INTID that is known changes what it names. */
enum gm_status scenario_interrupt_merge(struct scenario_parser *p, const struct gm_scenario_interrupt *from,
                                        const struct scenario_form *form, uint32_t given)
{
    struct gm_scenario *s = p->s;
    for (uint32_t i = 0; i < s->interrupt_count; i++) {
        struct gm_scenario_interrupt *known = &s->interrupts[i];
        if (known->intid != from->intid || (from->intid < 32 && known->pe != from->pe)) {
            continue;
        }
        if (form == NULL) {
            *known = *from;
            return GM_OK;
        }
        struct scenario_interrupt_item to = {.interrupt = *known}, changed = {.interrupt = *from};
        scenario_merge(form, given, &to, &changed);
        if (scenario_given(form, given, "pe") || scenario_given(form, given, "one-of-n")) {
            to.interrupt.one_of_n = from->one_of_n;
        }
        *known = to.interrupt;
        return GM_OK;
    }
    enum gm_status status = room(p, &s->interrupt_count);
    if (status == GM_OK) {
        s->interrupts[s->interrupt_count++] = *from;
    }
    return status;
}

/* A private interrupt of one PE starts as what was said of every PE's. */
static void inherit(const struct gm_scenario *s, const struct scenario_form *form, uint32_t given,
                    struct gm_scenario_interrupt *interrupt)
{
    for (uint32_t i = 0; i < s->interrupt_count; i++) {
        const struct gm_scenario_interrupt *known = &s->interrupts[i];
        if (known->intid == interrupt->intid && known->pe == GM_EVERY_PE && interrupt->pe != GM_EVERY_PE) {
            struct scenario_interrupt_item to = {.interrupt = *known}, from = {.interrupt = *interrupt};
            scenario_merge(form, given, &to, &from);
            *interrupt = to.interrupt;
        }
    }
}

enum gm_status scenario_finish_interrupt(struct scenario_parser *p, const struct scenario_form *form, void *item,
                                         uint32_t given)
{
    struct scenario_interrupt_item *read = item;
    struct gm_scenario_interrupt one = read->interrupt;
    enum gm_status status = GM_OK;
    if (one.one_of_n && scenario_given(form, given, "pe")) {
        return scenario_fail(p, "pe and one-of-n contradict each other");
    }
    for (uint32_t i = 0; i < read->intids.count && status == GM_OK; i++) {
        one = read->interrupt;
        one.intid = (uint32_t)p->s->numbers[read->intids.first + i];
        if (one.intid < 16 && scenario_given(form, given, "trigger") && !one.edge) {
            return scenario_fail(p, "SGI %u cannot be level", one.intid);
        }
        if (one.intid < 32 && one.one_of_n) {
            return scenario_fail(p, "one-of-n is for SPIs, not for %u", one.intid);
        }
        if (one.intid >= 32 && one.pe == GM_EVERY_PE) {
            one.pe = 0;
        }
        inherit(p->s, form, given, &one);
        status = scenario_interrupt_merge(p, &one, form, given);
    }
    p->s->number_count = read->intids.first; /* the list of INTIDs itself is not kept */
    return status;
}

enum gm_status scenario_finish_event(struct scenario_parser *p, const struct scenario_form *form, void *item,
                                     uint32_t given)
{
    struct scenario_event_item *read = item;
    struct gm_scenario_event *e = &read->event;
    bool step = scenario_given(form, given, "step");
    int ways = e->at.given + step + read->anywhere + (e->from.given || e->to.given);
    if (ways != 1) {
        return scenario_fail(p, "one of at, step, anywhere, from and to is wanted");
    }
    if (e->from.given != e->to.given) {
        return scenario_fail(p, "from and to belong together");
    }
    e->when = e->at.given ? GM_WHEN_AT : step ? GM_WHEN_STEP : read->anywhere ? GM_WHEN_ANYWHERE : GM_WHEN_BETWEEN;
    if (step && e->times != 1) {
        return scenario_fail(p, "a step comes once: no times");
    }
    if (!e->raise && e->intid < 16) {
        return scenario_fail(p, "an SGI has no line to lower");
    }
    if (e->by == GM_EVERY_PE) {
        e->by = e->pe;
    }
    enum gm_status status = room(p, &p->s->event_count);
    if (status == GM_OK) {
        p->s->events[p->s->event_count++] = *e;
    }
    return status;
}

enum gm_status scenario_finish_handler(struct scenario_parser *p, const struct scenario_form *form, void *item,
                                       uint32_t given)
{
    struct scenario_handler_item *read = item;
    const struct gm_scenario_handler *h = &read->handler;
    bool labels = h->irq.given || h->fiq.given || h->sync.given || h->serror.given;
    if (labels == h->vectors.given) {
        return scenario_fail(p, labels ? "vectors and labels contradict each other" : "a label is missing");
    }
    for (unsigned pe = 0; pe < GM_MAX_PES; pe++) {
        struct gm_scenario_handler *to = &p->s->handlers[pe][read->el];
        if ((read->pes & 1u << pe) == 0) {
            continue;
        }
        if (h->vectors.given) {
            *to = *h;
        } else {
            struct scenario_handler_item merged = {.handler = *to};
            merged.handler.vectors = h->vectors; /* not given */
            scenario_merge(form, given, &merged, read);
            *to = merged.handler;
        }
    }
    return GM_OK;
}

enum gm_status scenario_finish_window(struct scenario_parser *p, const struct scenario_form *form, void *item,
                                      uint32_t given)
{
    struct gm_scenario_window *w = item;
    if (scenario_given(form, given, "against") && w->kind != GM_WINDOW_CRITICAL) {
        return scenario_fail(p, "against is for critical windows");
    }
    enum gm_status status = room(p, &p->s->window_count);
    if (status == GM_OK) {
        memcpy(w->where, p->where, sizeof w->where);
        p->s->windows[p->s->window_count++] = *w;
    }
    return status;
}

enum gm_status scenario_finish_claim(struct scenario_parser *p, const struct scenario_form *form, void *item,
                                     uint32_t given)
{
    static const struct {
        const char *key;
        enum gm_claim_kind kind;
    } keys[] = {{"flag", GM_CLAIM_FLAG}, {"real-intid", GM_CLAIM_REAL_INTID}, {"equal", GM_CLAIM_EQUAL}};
    struct gm_scenario_claim *c = item;
    int ways = c->kind != GM_CLAIM_NONE;
    for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
        if (scenario_given(form, given, keys[i].key)) {
            c->kind = keys[i].kind;
            ways++;
        }
    }
    if (ways != 1) {
        return scenario_fail(p, "one claim is wanted");
    }
    enum gm_status status = room(p, &p->s->claim_count);
    if (status == GM_OK) {
        memcpy(c->where, p->where, sizeof c->where);
        p->s->claims[p->s->claim_count++] = *c;
    }
    return status;
}

/* The registers that masking is about. */
static enum gm_status default_registers(struct scenario_parser *p, struct gm_list *regs)
{
    static const char *const names[] = {"pmr", "daif", "running"};
    struct gm_scenario *s = p->s;
    *regs = (struct gm_list){.first = (uint16_t)s->name_count, .count = ARRAY_SIZE(names)};
    if (s->name_count + ARRAY_SIZE(names) > GM_SCENARIO_ITEMS) {
        return scenario_fail(p, "regs: a scenario names at most %d registers in lists", GM_SCENARIO_ITEMS);
    }
    for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
        memset(s->names[s->name_count], 0, sizeof s->names[0]);
        memcpy(s->names[s->name_count++], names[i], strlen(names[i]));
    }
    return GM_OK;
}

enum gm_status scenario_finish_balance(struct scenario_parser *p, const struct scenario_form *form, void *item,
                                       uint32_t given)
{
    struct gm_scenario_balance *b = item;
    if (b->handler && (b->from.given || b->to.given)) {
        return scenario_fail(p, "handler and from, to contradict each other");
    }
    enum gm_status status = room(p, &p->s->balance_count);
    if (status == GM_OK && !scenario_given(form, given, "regs")) {
        status = default_registers(p, &b->regs);
    }
    if (status == GM_OK) {
        memcpy(b->where, p->where, sizeof b->where);
        p->s->balances[p->s->balance_count++] = *b;
    }
    return status;
}

enum gm_status scenario_finish_protocol(struct scenario_parser *p, const struct scenario_form *form, void *item,
                                        uint32_t given)
{
    struct gm_scenario_protocol *read = item;
    if (scenario_given(form, given, "protocol") && scenario_given(form, given, "file")) {
        return scenario_fail(p, "a protocol's name and file contradict each other");
    }
    if (scenario_given(form, given, "protocol") || scenario_given(form, given, "file")) {
        p->s->protocol = *read;
        return GM_OK;
    }
    scenario_merge(form, given, &p->s->protocol, read);
    return given != 0 ? GM_OK : scenario_fail(p, "a protocol is missing");
}

enum gm_status scenario_finish_expectation(struct scenario_parser *p, const struct scenario_form *form, void *item,
                                           uint32_t given)
{
    struct gm_scenario_expectation *e = item;
    int ways = (e->places.count != 0) + (e->from.given || e->to.given) + (e->window[0] != '\0');
    (void)given;
    if (ways > 1) {
        return scenario_fail(p, "at, from and to, and window contradict each other");
    }
    if (e->mode == GM_EXACT && e->kind <= GM_EXPECT_ACKNOWLEDGED && e->places.count == 0) {
        return scenario_fail(p, "exact needs a list: at=LABELS");
    }
    if (form->variant == GM_EXPECT_HOLD_OFF && e->instructions == 0 && e->cycles == 0) {
        return scenario_fail(p, "a bound is missing: instructions or cycles");
    }
    enum gm_status status = room(p, &p->s->expectation_count);
    if (status == GM_OK) {
        memcpy(e->where, p->where, sizeof e->where);
        p->s->expectations[p->s->expectation_count++] = *e;
    }
    return status;
}

enum gm_status scenario_finish_limit(struct scenario_parser *p, const struct scenario_form *form, void *item,
                                     uint32_t given)
{
    scenario_merge(form, given, &p->s->limit, item);
    return given != 0 ? GM_OK : scenario_fail(p, "a limit is missing");
}

enum gm_status scenario_finish_profile(struct scenario_parser *p, const struct scenario_form *form, void *item,
                                       uint32_t given)
{
    (void)form;
    (void)given;
    return scenario_profile_apply(p, ((struct scenario_profile_item *)item)->profile);
}
