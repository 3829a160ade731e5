/* SPDX-License-Identifier: Apache-2.0 */
/* Random small scenarios: sequences as software writes them, then damaged a little. */
#include <string.h>

#include "enumerate.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

struct generator {
    uint64_t state;
    struct enumerate_scenario *scenario;
};

/* splitmix64 (Steele, Lea, Flood 2014; public domain): the same numbers on every machine. */
static uint64_t draw(struct generator *generator)
{
    uint64_t z = generator->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static unsigned below(struct generator *generator, unsigned bound)
{
    return (unsigned)(draw(generator) >> 33) % bound;
}

static bool one_in(struct generator *generator, unsigned n)
{
    return below(generator, n) == 0;
}

/* A step of a template: taken always, or left out one time in `leave_out`. */
struct step {
    enum enumerate_op op;
    uint8_t value;
    uint8_t leave_out;
};

#define TEMPLATE_STEPS 6

struct template
{
    struct step step[TEMPLATE_STEPS];
    unsigned steps;
    bool critical; /* the middle steps are a critical range */
    uint8_t weight;
};

/* Software's codes (bugs.md, P0): 0xe0 ON, 0x60 OFF, 0x10 tag. */
static const struct template main_templates[] = {
    /* mask by PMR, critical range, unmask */
    {{{ENUMERATE_PMR_WRITE, 0x60, 6}, {ENUMERATE_NOP, 0, 0}, {ENUMERATE_PMR_WRITE, 0xe0, 8}, {ENUMERATE_DSB_SY, 0, 2}},
     4,
     true,
     3},
    /* the same by DAIF */
    {{{ENUMERATE_DAIFSET, 2, 4}, {ENUMERATE_NOP, 0, 0}, {ENUMERATE_DAIFCLR, 2, 6}, {ENUMERATE_ISB, 0, 2}}, 4, true, 3},
    /* unmask and sleep */
    {{{ENUMERATE_PMR_WRITE, 0xe0, 6}, {ENUMERATE_DSB_SY, 0, 2}, {ENUMERATE_WFI, 0, 0}}, 3, false, 4},
    {{{ENUMERATE_PMR_WRITE, 0xe0, 6}, {ENUMERATE_DSB_ISH, 0, 2}, {ENUMERATE_NOP, 0, 2}}, 3, false, 2},
    /* Linux's idle: PSTATE masks, PMR open while asleep */
    {{{ENUMERATE_DAIFSET, 2, 6},
      {ENUMERATE_PMR_WRITE, 0xf0, 6},
      {ENUMERATE_DSB_SY, 0, 2},
      {ENUMERATE_WFI, 0, 0},
      {ENUMERATE_PMR_WRITE, 0xe0, 5},
      {ENUMERATE_DAIFCLR, 2, 5}},
     6,
     false,
     3},
    /* polling */
    {{{ENUMERATE_PMR_WRITE, 0xe0, 3}, {ENUMERATE_ISB, 0, 2}, {ENUMERATE_IAR1, 0, 0}, {ENUMERATE_EOIR1_LAST, 0, 4}},
     4,
     false,
     3},
    {{{ENUMERATE_PMR_WRITE, 0x60, 3}, {ENUMERATE_ISB, 0, 2}, {ENUMERATE_IAR1, 0, 0}, {ENUMERATE_PMR_WRITE, 0xe0, 3}},
     4,
     false,
     2},
    /* group enable */
    {{{ENUMERATE_IGRPEN1, 0, 2}, {ENUMERATE_NOP, 0, 2}, {ENUMERATE_IGRPEN1, 1, 6}, {ENUMERATE_ISB, 0, 2}}, 4, false, 1},
    {{{ENUMERATE_WFE, 0, 0}}, 1, false, 1},
    {{{ENUMERATE_PMR_READ, 0, 2}, {ENUMERATE_PMR_WRITE, 0x40, 2}, {ENUMERATE_PMR_READ, 0, 0}}, 3, false, 1},
};

static const struct template handler_templates[] = {
    {{{ENUMERATE_IAR1, 0, 8}, {ENUMERATE_EOIR1_LAST, 0, 6}, {ENUMERATE_DIR_LAST, 0, 6}}, 3, false, 4},
    /* Linux's IRQ entry: open PMR behind PSTATE.I */
    {{{ENUMERATE_PMR_WRITE, 0xf0, 4},
      {ENUMERATE_IAR1, 0, 0},
      {ENUMERATE_EOIR1_LAST, 0, 6},
      {ENUMERATE_DIR_LAST, 0, 6},
      {ENUMERATE_PMR_WRITE, 0xe0, 3}},
     5,
     false,
     3},
    /* NMI entry from a masked context: only NMIs around the IAR (bugs.md case 2) */
    {{{ENUMERATE_PMR_WRITE, 0x60, 4},
      {ENUMERATE_ISB, 0, 2},
      {ENUMERATE_IAR1, 0, 0},
      {ENUMERATE_EOIR1_LAST, 0, 6},
      {ENUMERATE_DIR_LAST, 0, 6},
      {ENUMERATE_PMR_WRITE, 0xe0, 3}},
     6,
     false,
     2},
    /* open for nesting, drop while open (case 37) */
    {{{ENUMERATE_IAR1, 0, 0},
      {ENUMERATE_DAIFCLR, 2, 0},
      {ENUMERATE_DAIFSET, 2, 2},
      {ENUMERATE_EOIR1_LAST, 0, 0},
      {ENUMERATE_DIR_LAST, 0, 6}},
     5,
     false,
     3},
    {{{ENUMERATE_IAR1, 0, 0}, {ENUMERATE_DSB_SY, 0, 2}, {ENUMERATE_EOIR1_LAST, 0, 0}, {ENUMERATE_EOIR1_LAST, 0, 2}},
     4,
     false,
     2},
    /* firmware that ends what it knows (case 50) */
    {{{ENUMERATE_EOIR1, 0, 2}, {ENUMERATE_IAR1, 0, 2}, {ENUMERATE_EOIR1, 0, 2}}, 3, false, 1},
};

static void append(struct enumerate_instruction *list, unsigned *count, unsigned room, enum enumerate_op op,
                   unsigned value)
{
    if (*count < room)
        list[(*count)++] = (struct enumerate_instruction){op, value};
}

static const struct template *choose(struct generator *generator, const struct template *table, size_t count)
{
    unsigned total = 0;
    for (size_t n = 0; n < count; n++)
        total += table[n].weight;
    unsigned at = below(generator, total);
    size_t n = 0;
    while (at >= table[n].weight)
        at -= table[n++].weight;
    return &table[n];
}

/* Returns the index of the first and the last instruction of the template's inside, for a critical range. */
static void expand(struct generator *generator, const struct template *template, struct enumerate_instruction *list,
                   unsigned *count, unsigned room, unsigned inside[2])
{
    inside[0] = inside[1] = *count;
    for (unsigned n = 0; n < template->steps; n++) {
        const struct step *step = &template->step[n];
        if (step->leave_out != 0 && one_in(generator, step->leave_out))
            continue;
        if (n == 1)
            inside[0] = inside[1] = *count;
        append(list, count, room, step->op, step->value);
    }
}

static struct enumerate_instruction any_instruction(struct generator *generator, bool handler)
{
    static const uint8_t masks[] = {0x00, 0x20, 0x28, 0x60, 0xa0, 0xa8, 0xe0, 0xf0, 0xff};
    static const enum enumerate_op ops[] = {
        ENUMERATE_NOP,     ENUMERATE_PMR_WRITE,  ENUMERATE_PMR_WRITE,  ENUMERATE_PMR_READ, ENUMERATE_DAIFSET,
        ENUMERATE_DAIFCLR, ENUMERATE_DAIF_WRITE, ENUMERATE_ISB,        ENUMERATE_DSB_SY,   ENUMERATE_DSB_ISH,
        ENUMERATE_DSB_ST,  ENUMERATE_IAR1,       ENUMERATE_EOIR1_LAST, ENUMERATE_EOIR1,    ENUMERATE_DIR_LAST,
        ENUMERATE_DIR,     ENUMERATE_IGRPEN1,    ENUMERATE_SEV,        ENUMERATE_WFI,      ENUMERATE_WFE};
    /* A wait in a handler ends few behaviours well: not there. */
    enum enumerate_op op = ops[below(generator, (unsigned)COUNT(ops) - (handler ? 2 : 0))];
    unsigned value = 0;
    if (op == ENUMERATE_PMR_WRITE)
        value = masks[below(generator, (unsigned)COUNT(masks))];
    else if (op == ENUMERATE_DAIFSET || op == ENUMERATE_DAIFCLR || op == ENUMERATE_DAIF_WRITE)
        value = one_in(generator, 2) ? 2 : below(generator, 16);
    else if (op == ENUMERATE_IGRPEN1)
        value = below(generator, 2);
    else if (op == ENUMERATE_EOIR1 || op == ENUMERATE_DIR)
        value = below(generator, generator->scenario->interrupts);
    return (struct enumerate_instruction){op, value};
}

static void damage(struct generator *generator, struct enumerate_instruction *list, unsigned count, bool handler)
{
    if (count != 0 && one_in(generator, 3))
        list[below(generator, count)] = any_instruction(generator, handler);
}

static void make_main(struct generator *generator, struct enumerate_pe *pe, unsigned room)
{
    while (pe->main_count < room) {
        const struct template *template = choose(generator, main_templates, COUNT(main_templates));
        unsigned inside[2];
        expand(generator, template, pe->main, &pe->main_count, room, inside);
        if (template->critical && inside[0] < pe->main_count) {
            pe->critical = true;
            pe->critical_first = inside[0];
            pe->critical_last = inside[1];
        }
        if (pe->main_count > 2 && one_in(generator, 3))
            break;
    }
    damage(generator, pe->main, pe->main_count, false);
}

static void make_handler(struct generator *generator, struct enumerate_pe *pe, unsigned room)
{
    const struct template *template = choose(generator, handler_templates, COUNT(handler_templates));
    unsigned inside[2];
    expand(generator, template, pe->handler, &pe->handler_count, room, inside);
    if (!generator->scenario->eoi_mode) { /* what the software of this mode does not do */
        unsigned kept = 0;
        for (unsigned n = 0; n < pe->handler_count; n++)
            if (pe->handler[n].op != ENUMERATE_DIR_LAST)
                pe->handler[kept++] = pe->handler[n];
        pe->handler_count = kept;
    }
    damage(generator, pe->handler, pe->handler_count, true);
    append(pe->handler, &pe->handler_count, ENUMERATE_HANDLER, ENUMERATE_ERET, 0);
}

static void make_pe(struct generator *generator, struct enumerate_pe *pe, unsigned main_room, unsigned handler_room)
{
    static const uint8_t starts[] = {0xe0, 0xe0, 0xe0, 0x60, 0x60, 0xf0, 0x40};
    pe->pmr = starts[below(generator, (unsigned)COUNT(starts))];
    pe->view_known = !one_in(generator, 4);
    pe->daif = one_in(generator, 4) ? 2 : 0;
    pe->group_enabled = !one_in(generator, 12);
    make_main(generator, pe, main_room);
    if (one_in(generator, 2)) { /* software that puts back what it found */
        append(pe->main, &pe->main_count, ENUMERATE_MAIN, ENUMERATE_PMR_WRITE, pe->pmr);
        append(pe->main, &pe->main_count, ENUMERATE_MAIN, ENUMERATE_DAIF_WRITE, pe->daif);
    }
    make_handler(generator, pe, handler_room);
}

static struct enumerate_when any_boundary(struct generator *generator, unsigned p)
{
    const struct enumerate_pe *pe = &generator->scenario->pe[p];
    bool handler = one_in(generator, 5);
    unsigned count = handler ? pe->handler_count : pe->main_count + 1;
    /* Rather early than late: what comes after a wait that it should end tells little. */
    unsigned bound = below(generator, count) + 1;
    return (struct enumerate_when){ENUMERATE_AT, p, handler, below(generator, bound)};
}

static struct enumerate_when any_arrival(struct generator *generator)
{
    unsigned kind = below(generator, 5);
    if (kind < 2)
        return (struct enumerate_when){.kind = kind == 0 ? ENUMERATE_BEFORE_START : ENUMERATE_ANYWHERE};
    return any_boundary(generator, below(generator, generator->scenario->pes));
}

static struct enumerate_when any_withdrawal(struct generator *generator, bool level)
{
    if (level && !one_in(generator, 3))
        return (struct enumerate_when){.kind = ENUMERATE_ON_ACKNOWLEDGE};
    if (!one_in(generator, 4))
        return (struct enumerate_when){.kind = ENUMERATE_NEVER};
    if (one_in(generator, 3))
        return (struct enumerate_when){.kind = ENUMERATE_ANYWHERE};
    return any_boundary(generator, below(generator, generator->scenario->pes));
}

static void shape_interrupts(struct generator *generator)
{
    struct enumerate_scenario *scenario = generator->scenario;
    static const unsigned intids[ENUMERATE_INTERRUPTS] = {32, 33, 27};
    static const uint8_t ordinary[] = {0xa0, 0xa0, 0xa0, 0x80, 0xc0};
    scenario->interrupts = scenario->pes == 2 || one_in(generator, 2) ? 1 : one_in(generator, 12) ? 3 : 2;
    if (scenario->pes == 2 && one_in(generator, 3))
        scenario->interrupts = 2;
    for (unsigned i = 0; i < scenario->interrupts; i++) {
        struct enumerate_interrupt *row = &scenario->interrupt[i];
        row->nmi = one_in(generator, i == 0 ? 6 : 2);
        row->intid = row->nmi ? 24 - i : intids[i];
        row->priority = row->nmi ? 0x20 : ordinary[below(generator, (unsigned)COUNT(ordinary))];
        row->level = one_in(generator, 3);
        row->enabled = !one_in(generator, 16);
        row->pe = below(generator, scenario->pes);
    }
}

static void time_interrupts(struct generator *generator)
{
    struct enumerate_scenario *scenario = generator->scenario;
    for (unsigned i = 0; i < scenario->interrupts; i++) {
        struct enumerate_interrupt *row = &scenario->interrupt[i];
        if (row->intid < 16)
            continue;
        row->arrival[0] = any_arrival(generator);
        if (scenario->interrupts == 1 && one_in(generator, 4)) {
            row->arrival[1] = any_boundary(generator, below(generator, scenario->pes));
        }
        row->withdrawal = any_withdrawal(generator, row->level);
    }
}

/* With two PEs: one interrupt may be an SGI, and the other PE sends it or sends an event. */
static void make_talk(struct generator *generator)
{
    struct enumerate_scenario *scenario = generator->scenario;
    if (one_in(generator, 3))
        return;
    struct enumerate_interrupt *row = &scenario->interrupt[0];
    row->intid = 3;
    row->level = false;
    struct enumerate_pe *sender = &scenario->pe[one_in(generator, 8) ? row->pe : 1 - row->pe];
    unsigned at = sender->main_count == 0 ? 0 : below(generator, sender->main_count);
    if (sender->main_count == 0)
        sender->main_count = 1;
    sender->main[at] = (struct enumerate_instruction){ENUMERATE_SGI, 0};
    if (at + 1 < sender->main_count && one_in(generator, 3))
        sender->main[at + 1] = (struct enumerate_instruction){ENUMERATE_SEV, 0};
}

void enumerate_random(uint64_t seed, struct enumerate_scenario *scenario)
{
    memset(scenario, 0, sizeof *scenario);
    struct generator generator = {seed * 0xd1342543de82ef95u + 1, scenario};
    scenario->pes = one_in(&generator, 5) ? 2 : 1;
    scenario->pmhe = one_in(&generator, 2);
    scenario->eoi_mode = one_in(&generator, 2);
    scenario->narrow_dsb_pmr = one_in(&generator, 8);
    shape_interrupts(&generator);
    unsigned main_room = scenario->pes == 2 ? 4 : scenario->interrupts == 1 ? ENUMERATE_MAIN : 6;
    unsigned handler_room = scenario->pes == 2 ? 3 : scenario->interrupts == 1 ? ENUMERATE_HANDLER - 1 : 5;
    for (unsigned p = 0; p < scenario->pes; p++)
        make_pe(&generator, &scenario->pe[p], main_room, handler_room);
    if (scenario->pes == 2)
        make_talk(&generator);
    time_interrupts(&generator);
}
