/* SPDX-License-Identifier: Apache-2.0 */
/* A scenario as directives: only what differs from the defaults. */
#include "scenario/scenario.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct out {
    const struct gm_scenario *s;
    char *to;
    size_t size, length;
};

static void __attribute__((format(printf, 2, 3))) put(struct out *o, const char *format, ...)
{
    size_t left = o->length < o->size ? o->size - o->length : 0;
    va_list args;
    va_start(args, format);
    int n = vsnprintf(left > 0 ? o->to + o->length : NULL, left, format, args);
    va_end(args);
    o->length += n > 0 ? (size_t)n : 0;
}

static void put_label(struct out *o, const struct gm_label *label)
{
    if (label->name[0] == '\0') {
        put(o, "0x%" PRIx64, label->address);
        return;
    }
    put(o, "%s", label->name);
    /* a name with a sign would otherwise be read as name and offset */
    if (label->offset != 0 || strpbrk(label->name, "+-") != NULL) {
        put(o, "%+" PRId64, label->offset);
    }
}

static void put_mask(struct out *o, uint32_t mask, const struct scenario_word *words)
{
    const char *comma = "";
    for (uint32_t i = 0; i < 32; i++) {
        if ((mask & 1u << i) == 0) {
            continue;
        }
        put(o, "%s", comma);
        if (words != NULL) {
            put(o, "%s", words[i].word);
        } else {
            put(o, "%u", i);
        }
        comma = ",";
    }
}

static void put_list(struct out *o, const struct scenario_field *f, const struct gm_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t at = list->first + i;
        put(o, "%s", i > 0 ? "," : "");
        if (f->kind == FIELD_LABELS) {
            put_label(o, &o->s->labels[at]);
        } else if (f->kind == FIELD_NUMBERS) {
            put(o, "0x%" PRIx64, o->s->numbers[at]);
        } else {
            put(o, "%s", o->s->names[at]);
        }
    }
}

static const char *word_of(const struct scenario_field *f, uint64_t value)
{
    for (const struct scenario_word *w = f->words; w->word != NULL; w++) {
        if (w->value == value) {
            return w->word;
        }
    }
    return "";
}

static void put_value(struct out *o, const struct scenario_field *f, const void *item)
{
    const void *from = (const char *)item + f->offset;
    switch (f->kind) {
    case FIELD_NUMBER:
    case FIELD_PE:
        put(o, "%" PRIu64, scenario_load(from, f->size));
        break;
    case FIELD_DAIF:
        put(o, "0x%" PRIx64, scenario_load(from, f->size));
        break;
    case FIELD_SWITCH:
        put(o, "%s", scenario_load(from, f->size) != 0 ? "yes" : "no");
        break;
    case FIELD_WORD:
    case FIELD_BARE:
        put(o, "%s", word_of(f, scenario_load(from, f->size)));
        break;
    case FIELD_BITS:
    case FIELD_PES:
        put_mask(o, (uint32_t)scenario_load(from, f->size), f->words);
        break;
    case FIELD_LABEL:
        put_label(o, from);
        break;
    case FIELD_LABELS:
    case FIELD_NUMBERS:
    case FIELD_REGS:
        put_list(o, f, from);
        break;
    case FIELD_NAME:
    case FIELD_REG:
        put(o, "%s", (const char *)from);
        break;
    case FIELD_EQUAL:
        break; /* print_claims */
    }
}

/* Whether the field says something that the default does not. */
static bool differs(const struct scenario_field *f, const void *item, const void *standard)
{
    const char *from = (const char *)item + f->offset;
    switch (f->kind) {
    case FIELD_LABEL:
        return ((const struct gm_label *)(const void *)from)->given;
    case FIELD_LABELS:
    case FIELD_NUMBERS:
    case FIELD_REGS:
        return ((const struct gm_list *)(const void *)from)->count != 0;
    case FIELD_EQUAL:
        return false;
    default:
        return memcmp(from, (const char *)standard + f->offset, scenario_field_size(f)) != 0;
    }
}

/* " key=value" of each field that differs; the form's word stands before. */
static void put_fields(struct out *o, const struct scenario_form *form, const union scenario_item *item)
{
    union scenario_item standard;
    scenario_item_init(form, &standard);
    for (size_t i = 0; i < form->field_count; i++) {
        const struct scenario_field *f = &form->fields[i];
        if (!f->required && !differs(f, item, &standard)) {
            continue;
        }
        put(o, " ");
        if (!f->positional && f->kind != FIELD_BARE) {
            put(o, "%s=", f->key);
        }
        put_value(o, f, item);
    }
}

static void put_directive(struct out *o, const struct scenario_form *form, const union scenario_item *item)
{
    put(o, "%s%s%s", form->name, form->sub != NULL ? " " : "", form->sub != NULL ? form->sub : "");
    put_fields(o, form, item);
    put(o, "\n");
}

static uint32_t clipped(const struct out *o, uint32_t pes)
{
    uint32_t exist = (1u << o->s->machine.pes) - 1;
    return pes == exist ? (1u << GM_MAX_PES) - 1 : pes;
}

static void print_starts(struct out *o)
{
    const struct scenario_form *form = scenario_form_of(ITEM_START, 0);
    for (uint32_t pe = 0; pe < o->s->machine.pes; pe++) {
        union scenario_item item = {.start = {.start = o->s->starts[pe], .pes = 1u << pe}};
        put_directive(o, form, &item);
    }
}

static void print_sets(struct out *o)
{
    for (uint32_t i = 0; i < o->s->set_count; i++) {
        const struct gm_scenario_set *set = &o->s->sets[i];
        put(o, "set %s=", set->name);
        if (set->label.given) {
            put_label(o, &set->label);
        } else {
            put(o, "0x%" PRIx64, set->value);
        }
        if (clipped(o, set->pes) == set->pes) {
            put(o, " pe=");
            put_mask(o, set->pes, NULL);
        }
        put(o, "\n");
    }
}

static void print_interrupts(struct out *o)
{
    const struct scenario_form *form = scenario_form_of(ITEM_INTERRUPT, 0);
    for (uint32_t i = 0; i < o->s->interrupt_count; i++) {
        union scenario_item item = {.interrupt = {.interrupt = o->s->interrupts[i]}};
        struct gm_scenario_interrupt *one = &item.interrupt.interrupt;
        if (one->intid >= 32 && one->pe == 0) {
            one->pe = GM_EVERY_PE; /* the default of an SPI's target, and what one-of-n goes with */
        }
        put(o, "interrupt %u", one->intid);
        union scenario_item standard;
        scenario_item_init(form, &standard);
        for (size_t k = 1; k < form->field_count; k++) {
            const struct scenario_field *f = &form->fields[k];
            if (differs(f, &item, &standard)) {
                put(o, f->kind == FIELD_BARE ? " " : " %s=", f->key);
                put_value(o, f, &item);
            }
        }
        put(o, "\n");
    }
}

static void print_events(struct out *o)
{
    for (uint32_t i = 0; i < o->s->event_count; i++) {
        const struct gm_scenario_event *e = &o->s->events[i];
        union scenario_item item = {.event = {.event = *e, .anywhere = e->when == GM_WHEN_ANYWHERE}};
        const struct scenario_form *form = scenario_form_of(ITEM_EVENT, e->raise);
        put(o, "%s", form->name);
        put_fields(o, form, &item);
        /* step 0 is the field's default, but not the way's */
        put(o, "%s\n", e->when == GM_WHEN_STEP && e->step == 0 ? " step=0" : "");
    }
}

static void print_handlers(struct out *o)
{
    const struct scenario_form *form = scenario_form_of(ITEM_HANDLER, 0);
    for (uint32_t pe = 0; pe < o->s->machine.pes; pe++) {
        for (uint32_t el = 0; el < 4; el++) {
            const struct gm_scenario_handler *h = &o->s->handlers[pe][el];
            union scenario_item item = {.handler = {.handler = *h, .el = el, .pes = 1u << pe}};
            if (h->irq.given || h->fiq.given || h->sync.given || h->serror.given || h->vectors.given) {
                put_directive(o, form, &item);
            }
        }
    }
}

static void print_windows(struct out *o)
{
    const struct scenario_form *form = scenario_form_of(ITEM_WINDOW, 0);
    for (uint32_t i = 0; i < o->s->window_count; i++) {
        union scenario_item item = {.window = o->s->windows[i]};
        item.window.pes = clipped(o, item.window.pes);
        put_directive(o, form, &item);
    }
}

/* The key of a claim depends on its kind. */
static void put_claim(struct out *o, const struct gm_scenario_claim *c)
{
    static const char *const words[] = {
        [GM_CLAIM_MASKED] = "masked", [GM_CLAIM_ENABLED] = "enabled",        [GM_CLAIM_PROTOCOL] = "protocol",
        [GM_CLAIM_FLAG] = "flag=",    [GM_CLAIM_REAL_INTID] = "real-intid=", [GM_CLAIM_EQUAL] = "equal=",
    };
    put(o, "claim %s%s", words[c->kind], c->name);
    if (c->kind == GM_CLAIM_EQUAL && c->other[0] != '\0') {
        put(o, ",%s", c->other);
    } else if (c->kind == GM_CLAIM_EQUAL) {
        put(o, ",0x%" PRIx64, c->value);
    }
}

static void print_claims(struct out *o)
{
    const struct scenario_form *form = scenario_form_of(ITEM_CLAIM, GM_CLAIM_INSTRUMENT);
    for (uint32_t i = 0; i < o->s->claim_count; i++) {
        union scenario_item item = {.claim = o->s->claims[i]};
        item.claim.pes = clipped(o, item.claim.pes);
        if (item.claim.kind == GM_CLAIM_INSTRUMENT) {
            put(o, "instrument");
        } else {
            put_claim(o, &item.claim);
        }
        put_fields(o, form, &item); /* at and pe are the same in both */
        put(o, "\n");
    }
}

static void print_balances(struct out *o)
{
    const struct scenario_form *form = scenario_form_of(ITEM_BALANCE, 0);
    for (uint32_t i = 0; i < o->s->balance_count; i++) {
        union scenario_item item = {.balance = o->s->balances[i]};
        item.balance.pes = clipped(o, item.balance.pes);
        put_directive(o, form, &item);
    }
}

static void print_expectations(struct out *o)
{
    for (uint32_t i = 0; i < o->s->expectation_count; i++) {
        union scenario_item item = {.expectation = o->s->expectations[i]};
        put_directive(o, scenario_form_of(ITEM_EXPECTATION, item.expectation.kind), &item);
    }
}

/* Machine, protocol and limit: one item each, silent when nothing differs. */
static void print_single(struct out *o, enum scenario_item_kind kind, const union scenario_item *item)
{
    const struct scenario_form *form = scenario_form_of(kind, 0);
    struct out probe = {.s = o->s};
    put_fields(&probe, form, item);
    if (probe.length > 0) {
        put_directive(o, form, item);
    }
}

size_t gm_scenario_print(const struct gm_scenario *s, char *to, size_t size)
{
    struct out o = {.s = s, .to = to, .size = to != NULL ? size : 0};
    if (o.size > 0) {
        to[0] = '\0';
    }
    put(&o, "scenario %s\n", s->name);
    if (s->about[0] != '\0') {
        put(&o, "about %s\n", s->about);
    }
    print_single(&o, ITEM_MACHINE, &(union scenario_item){.machine = s->machine});
    print_starts(&o);
    print_sets(&o);
    print_interrupts(&o);
    print_events(&o);
    print_handlers(&o);
    print_single(&o, ITEM_PROTOCOL, &(union scenario_item){.protocol = s->protocol});
    print_windows(&o);
    print_claims(&o);
    print_balances(&o);
    print_expectations(&o);
    print_single(&o, ITEM_LIMIT, &(union scenario_item){.limit = s->limit});
    return o.length;
}
