/* SPDX-License-Identifier: Apache-2.0 */
/* Vector tables from labels, in pages that nothing else uses. */
#include "scenario/scenario.h"

#include <stdio.h>
#include <string.h>

enum {
    PAGE = 4096,
    ENTRY = 0x80,      /* bytes between vectors, Arm ARM D1.3.1.5 */
    TABLE_WORDS = 512, /* 16 vectors of 0x80 bytes */
    KINDS = 4,         /* synchronous, IRQ, FIQ, SError: the order in each of the four origins */
};
#define REACH (UINT64_C(1) << 27) /* of B: +-128 MiB */

static unsigned start_el(const struct gm_scenario *s, unsigned pe)
{
    return s->starts[pe].el != 0 ? s->starts[pe].el : s->machine.el;
}

struct gm_scenario_handler gm_scenario_handler_of(const struct gm_scenario *s, unsigned pe, unsigned el)
{
    if (pe >= GM_MAX_PES || el == 0 || el > 3) {
        return (struct gm_scenario_handler){.irq = {.given = false}};
    }
    struct gm_scenario_handler h = s->handlers[pe][el];
    const struct gm_scenario_handler *start = &s->handlers[pe][0];
    if (el != start_el(s, pe) || h.vectors.given) {
        return h;
    }
    bool labels = h.irq.given || h.fiq.given || h.sync.given || h.serror.given;
    if (start->vectors.given && !labels) {
        return *start;
    }
    h.irq = h.irq.given ? h.irq : start->irq;
    h.fiq = h.fiq.given ? h.fiq : start->fiq;
    h.sync = h.sync.given ? h.sync : start->sync;
    h.serror = h.serror.given ? h.serror : start->serror;
    return h;
}

static bool touches_image(const struct gm_image *image, uint64_t address, uint64_t size)
{
    struct gm_image_segment g;
    for (size_t i = 0; image != NULL && gm_image_segment(image, i, &g); i++) {
        uint64_t first = g.address & ~(uint64_t)(PAGE - 1);
        uint64_t last = g.address + (g.memory_size != 0 ? g.memory_size - 1 : 0);
        if (g.memory_size != 0 && address <= last && address + size - 1 >= first) {
            return true;
        }
    }
    return false;
}

/* A page is free if the image has no part in it and the machine has nothing there. */
static bool claim(const struct gm_image *image, struct gm_machine *machine, uint64_t address, uint64_t size,
                  unsigned perms)
{
    uint8_t byte;
    for (uint64_t at = 0; at < size; at += PAGE) {
        if (gm_machine_read(machine, address + at, &byte, 1) == GM_OK) {
            return false;
        }
    }
    return !touches_image(image, address, size) && gm_machine_map(machine, address, size, perms) == GM_OK;
}

/* Tries the pages on both sides of a place: another table or stack may be there already. */
static bool claim_near(const struct gm_image *image, struct gm_machine *machine, uint64_t low, uint64_t high,
                       uint64_t place, uint64_t size, unsigned perms, uint64_t *address)
{
    place &= ~(uint64_t)(PAGE - 1);
    for (uint64_t step = 0; step < 64; step++) {
        const uint64_t tries[] = {place + step * size, place - (step + 1) * size};
        for (size_t i = 0; i < ARRAY_SIZE(tries); i++) {
            uint64_t at = tries[i];
            bool sound = i == 0 ? at >= place : at < place;
            if (sound && at >= PAGE && at <= UINT64_MAX - size && at >= low && at <= high &&
                claim(image, machine, at, size, perms)) {
                *address = at;
                return true;
            }
        }
    }
    return false;
}

enum gm_status scenario_free_pages(const struct gm_image *image, struct gm_machine *machine, uint64_t low,
                                   uint64_t high, uint64_t size, unsigned perms, uint64_t *address)
{
    struct gm_image_segment g;
    for (size_t i = 0; image != NULL && gm_image_segment(image, i, &g); i++) {
        uint64_t after = g.address + g.memory_size;
        if (claim_near(image, machine, low, high, after + PAGE - 1, size, perms, address) ||
            claim_near(image, machine, low, high, g.address, size, perms, address)) {
            return GM_OK;
        }
    }
    uint64_t middle =
        low <= GM_IMAGE_DEFAULT_BASE && GM_IMAGE_DEFAULT_BASE <= high ? GM_IMAGE_DEFAULT_BASE : low + (high - low) / 2;
    return claim_near(image, machine, low, high, middle, size, perms, address) ? GM_OK : GM_OVERLAP;
}

/* B label, or HLT with the vector's number: the run stops there. Arm ARM C6.2. */
static uint32_t vector_word(uint64_t from, const struct gm_label *to, unsigned index)
{
    if (!to->given) {
        return 0xd4400000u | index << 5;
    }
    return 0x14000000u | (uint32_t)(((to->address - from) >> 2) & 0x03ffffffu);
}

/* Where the table may be so that every label is in reach. */
static bool bounds(const struct gm_label *const labels[KINDS], uint64_t *low, uint64_t *high)
{
    *low = 0;
    *high = UINT64_MAX;
    for (unsigned i = 0; i < KINDS; i++) {
        uint64_t to = labels[i]->address;
        if (labels[i]->given) {
            uint64_t first = to > REACH ? to - REACH + PAGE : 0;
            uint64_t last = to < UINT64_MAX - REACH ? to + REACH - PAGE : UINT64_MAX;
            *low = first > *low ? first : *low;
            *high = last < *high ? last : *high;
        }
    }
    return *low <= *high;
}

static enum gm_status make_table(const struct gm_scenario_handler *h, const struct gm_image *image,
                                 struct gm_machine *machine, uint64_t *table)
{
    const struct gm_label *const labels[KINDS] = {&h->sync, &h->irq, &h->fiq, &h->serror};
    uint8_t bytes[TABLE_WORDS * 4] = {0};
    uint64_t low, high;
    if (!bounds(labels, &low, &high)) {
        return GM_OVERLAP;
    }
    enum gm_status status = scenario_free_pages(image, machine, low, high, PAGE, GM_R | GM_X, table);
    for (unsigned i = 0; i < 4 * KINDS && status == GM_OK; i++) {
        uint32_t word = vector_word(*table + i * ENTRY, labels[i % KINDS], i);
        for (unsigned b = 0; b < 4; b++) {
            bytes[i * ENTRY + b] = (uint8_t)(word >> (8 * b)); /* instructions are little-endian */
        }
    }
    return status == GM_OK ? gm_machine_write(machine, *table, bytes, sizeof bytes) : status;
}

static bool same(const struct gm_scenario_handler *a, const struct gm_scenario_handler *b)
{
    const struct gm_label *const x[] = {&a->irq, &a->fiq, &a->sync, &a->serror, &a->vectors};
    const struct gm_label *const y[] = {&b->irq, &b->fiq, &b->sync, &b->serror, &b->vectors};
    for (size_t i = 0; i < ARRAY_SIZE(x); i++) {
        if (x[i]->given != y[i]->given || x[i]->address != y[i]->address) {
            return false;
        }
    }
    return true;
}

/* Tables already made; PEs and levels with the same labels share one. */
struct tables {
    struct gm_scenario_handler handlers[GM_MAX_PES * 3];
    uint64_t addresses[GM_MAX_PES * 3];
    size_t count;
};

static enum gm_status table_of(struct tables *t, const struct gm_scenario_handler *h, const struct gm_image *image,
                               struct gm_machine *machine, uint64_t *address)
{
    for (size_t i = 0; i < t->count; i++) {
        if (same(&t->handlers[i], h)) {
            *address = t->addresses[i];
            return GM_OK;
        }
    }
    enum gm_status status = GM_OK;
    *address = h->vectors.address;
    if (!h->vectors.given) {
        status = make_table(h, image, machine, address);
    }
    t->handlers[t->count] = *h;
    t->addresses[t->count++] = *address;
    return status;
}

enum gm_status scenario_vectors(const struct gm_scenario *s, const struct gm_image *image, struct gm_machine *machine,
                                struct gm_error *error)
{
    struct tables tables = {.count = 0};
    for (unsigned pe = 0; pe < s->machine.pes; pe++) {
        for (unsigned el = 1; el <= s->machine.highest_el; el++) {
            const struct gm_scenario_handler h = gm_scenario_handler_of(s, pe, el);
            char name[] = "VBAR_EL1";
            uint64_t address;
            name[7] = (char)('0' + el);
            const struct gm_scenario_handler none = {.irq = {.given = false}};
            if (same(&h, &none) && el != start_el(s, pe)) {
                continue; /* at the level of the start an exception must end the run, whoever forgot the handler */
            }
            enum gm_status status = table_of(&tables, &h, image, machine, &address);
            if (status == GM_OK) {
                status = gm_machine_set(machine, pe, name, address);
            }
            if (status != GM_OK) {
                return scenario_setup_fail(error, status, "scenario %s: vectors of EL%u: %s", s->name, el,
                                           status == GM_OVERLAP ? "no free page within reach of the labels"
                                                                : gm_status_text(status));
            }
        }
    }
    return GM_OK;
}
