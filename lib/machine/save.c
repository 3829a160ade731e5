/* SPDX-License-Identifier: Apache-2.0 */
/* Save, restore, clone and hash: all walk the same description of the state. */
#include "machine/archive.h"
#include "machine/machine.h"
#include "machine/moves.h"

#include <gicmask/version.h>
#include <stdlib.h>

/* What a saved state claims must be within the model before anything runs on it. */
bool machine_state_valid(const struct gm_machine *m)
{
    for (unsigned pe = 0; pe < m->config.pes; pe++) {
        const struct pe_state *s = &m->pes[pe].pe.s;
        if (s->el > m->config.highest_el || s->wait > PE_WFE || s->signal.physical > IRQ_GROUP1_NS) {
            return false;
        }
    }
    return m->current < m->config.pes && gic_state_valid(&m->gic);
}

enum { SAVE_MAGIC = 0x4d474d31 /* "1MGM" */ };

static void visit_pe(struct archive *a, struct pe_state *s)
{
    archive_words(a, s->r, 31);
    archive_u64(a, &s->r[ISA_SP]);
    archive_u64(a, &s->pc);
    archive_u32(a, &s->nzcv);
    archive_u32(a, &s->pstate);
    archive_u8(a, &s->el);
    archive_u8(a, &s->wait);
    archive_bool(a, &s->event);
    archive_bool(a, &s->serror);
    archive_words(a, s->sp, 4);
    archive_words(a, s->elr, 4);
    archive_words(a, s->spsr, 4);
    archive_words(a, s->esr, 4);
    archive_words(a, s->far, 4);
    archive_words(a, s->vbar, 4);
    archive_words(a, s->sys, PE_SYS_SLOTS);
    archive_words(a, (uint64_t *)s->v, 64);
    archive_u64(a, &s->fpcr);
    archive_u64(a, &s->fpsr);
    archive_u8(a, &s->signal.physical);
    archive_bool(a, &s->signal.superpriority);
    archive_bool(a, &s->signal.virtual_irq);
    archive_bool(a, &s->signal.virtual_fiq);
    archive_bool(a, &s->takeable_seen);
    archive_bool(a, &s->must_take);
    if (!a->visible_only) { /* how one came here is not guest-visible */
        archive_u64(a, &s->takeable_since);
        archive_u64(a, &s->instructions);
        archive_u64(a, &s->exceptions);
    }
}

static void visit_sim(struct archive *a, struct gm_machine *m, unsigned pe)
{
    struct timing_sim *sim = m->pes[pe].sim;
    if (sim == NULL || a->visible_only) {
        return;
    }
    uint8_t bytes[TIMING_SIM_SAVE_BYTES];
    memset(bytes, 0, sizeof bytes);
    if (a->mode == ARCHIVE_WRITE) {
        timing_sim_save(sim, bytes);
    }
    archive_bytes(a, bytes, sizeof bytes);
    if (a->mode == ARCHIVE_READ && !a->failed && timing_sim_restore(sim, bytes) != GM_OK) {
        a->failed = true;
    }
}

static void visit_monitors(struct archive *a, struct mem *mem)
{
    mem->monitors_open = 0;
    for (unsigned i = 0; i < MEM_MAX_PES; i++) {
        archive_u64(a, &mem->monitors[i].address);
        archive_bool(a, &mem->monitors[i].open);
        mem->monitors_open += mem->monitors[i].open;
    }
}

static void visit_stimuli(struct archive *a, struct gm_machine *m)
{
    uint64_t count = m->stimulus_count;
    archive_u64(a, &count);
    for (uint64_t i = 0; i < count && !a->failed; i++) {
        struct gm_stimulus s = {0};
        if (a->mode != ARCHIVE_READ) {
            s = m->stimuli[i];
        }
        uint32_t when = (uint32_t)s.when;
        uint32_t pe = s.pe;
        archive_u32(a, &when);
        archive_u64(a, &s.at);
        archive_u32(a, &pe);
        archive_u32(a, &s.intid);
        archive_bool(a, &s.level);
        s.pe = pe;
        switch (when) {
        case GM_AT_ADDRESS:
            s.when = GM_AT_ADDRESS;
            break;
        case GM_AT_CYCLE:
            s.when = GM_AT_CYCLE;
            break;
        default:
            s.when = GM_AT_STEP;
        }
        if (a->mode == ARCHIVE_READ && !a->failed) {
            enum gm_status status = gm_machine_stimulus(m, &s);
            a->failed = status != GM_OK;
            a->no_memory = status == GM_NO_MEMORY;
        }
    }
}

/* The machine's pages in ascending order, so that equal states have equal bytes whatever the history of the table. */
static int by_number(const void *left, const void *right)
{
    const struct mem_page *const *l = left;
    const struct mem_page *const *r = right;
    return ((*l)->number > (*r)->number) - ((*l)->number < (*r)->number);
}

static struct mem_page **sorted_pages(const struct gm_machine *m)
{
    struct mem_page **pages = base_calloc(&m->allocator, m->mem.page_count, sizeof(struct mem_page *));
    size_t n = 0;
    for (size_t i = 0; pages != NULL && i < m->mem.slot_count; i++) {
        if (m->mem.slots[i] != NULL) {
            pages[n++] = m->mem.slots[i];
        }
    }
    if (pages != NULL && n > 1) {
        qsort(pages, n, sizeof(struct mem_page *), by_number);
    }
    return pages;
}

static void visit_page(struct archive *a, struct mem_page *page)
{
    uint64_t index = page->lazy_index;
    archive_u64(a, &page->number);
    archive_u8(a, &page->perms);
    archive_bool(a, &page->lazy);
    archive_u64(a, &index);
    page->lazy_index = (size_t)index;
    if (page->data != NULL) {
        archive_bytes(a, page->data, MEM_PAGE_SIZE);
    }
}

static void save_pages(struct archive *a, struct gm_machine *m)
{
    uint64_t count = m->mem.page_count;
    archive_u64(a, &count);
    if (a->mode == ARCHIVE_MEASURE) {
        a->used += count * (4 * 8 + MEM_PAGE_SIZE);
        return;
    }
    struct mem_page **pages = sorted_pages(m);
    if (pages == NULL) {
        a->failed = true;
        a->no_memory = true;
    }
    for (uint64_t i = 0; i < count && !a->failed; i++) {
        visit_page(a, pages[i]);
    }
    base_free(&m->allocator, pages);
}

static void restore_pages(struct archive *a, struct gm_machine *m)
{
    uint64_t count = 0;
    archive_u64(a, &count);
    for (uint64_t i = 0; i < count && !a->failed; i++) {
        struct mem_page head = {0};
        visit_page(a, &head);
        if (a->failed) {
            return;
        }
        enum gm_status status;
        struct mem_page *page = mem_add_page(&m->mem, &head, &status);
        if (page == NULL) {
            a->failed = true;
            a->no_memory = status == GM_NO_MEMORY;
            return;
        }
        archive_bytes(a, page->data, MEM_PAGE_SIZE);
    }
}

static void visit_machine(struct archive *a, struct gm_machine *m)
{
    struct gic_config gic = machine_gic_config(m);
    archive_expect(a, SAVE_MAGIC);
    archive_expect(a, GM_VERSION_MAJOR << 16 | GM_VERSION_MINOR);
    archive_expect(a, m->config.pes);
    archive_expect(a, gic_state_size(&gic));
    archive_expect(a, m->core != NULL);
    archive_u32(a, &m->current);
    for (unsigned pe = 0; pe < m->config.pes && !a->failed; pe++) {
        visit_pe(a, &m->pes[pe].pe.s);
        visit_sim(a, m, pe);
    }
    archive_bytes(a, m->gic_block, gic_state_size(&gic));
    visit_monitors(a, &m->mem);
    visit_stimuli(a, m);
    if (a->mode == ARCHIVE_READ) {
        restore_pages(a, m);
    } else {
        save_pages(a, m);
    }
}

/* Saving, measuring and hashing only read: one walker serves both directions, so it takes no const. */
static struct gm_machine *readable(const struct gm_machine *m)
{
    union {
        const struct gm_machine *in;
        struct gm_machine *out;
    } cast = {.in = m};
    return cast.out;
}

size_t gm_machine_save_size(const struct gm_machine *m)
{
    struct archive a = {.mode = ARCHIVE_MEASURE};
    visit_machine(&a, readable(m));
    return a.used;
}

enum gm_status gm_machine_save(const struct gm_machine *m, void *buffer, size_t size)
{
    if (buffer == NULL || size < gm_machine_save_size(m)) {
        return GM_BAD_ARGUMENT;
    }
    struct archive a = {.mode = ARCHIVE_WRITE, .to = buffer, .size = size};
    visit_machine(&a, readable(m));
    return a.failed ? GM_NO_MEMORY : GM_OK;
}

uint64_t gm_machine_hash(const struct gm_machine *m)
{
    struct archive a = {.mode = ARCHIVE_HASH, .visible_only = true};
    visit_machine(&a, readable(m));
    return a.hash;
}

static enum gm_status check_header(const struct gm_machine *m, const void *buffer, size_t size)
{
    if (buffer == NULL || size < 5 * 8) {
        return GM_TRUNCATED;
    }
    struct gic_config gic = machine_gic_config(m);
    const uint64_t expected[] = {SAVE_MAGIC, GM_VERSION_MAJOR << 16 | GM_VERSION_MINOR, m->config.pes,
                                 gic_state_size(&gic), m->core != NULL};
    const uint8_t *words = buffer;
    for (size_t i = 0; i < ARRAY_SIZE(expected); i++) {
        if (load_le(words + 8 * i, 8) != expected[i]) {
            return i == 0 ? GM_BAD_FORMAT : GM_VERSION;
        }
    }
    return GM_OK;
}

/* Takes over what was read into a scratch machine of the same configuration; cannot fail. */
static void adopt(struct gm_machine *m, struct gm_machine *from)
{
    struct gic_config gic = machine_gic_config(m);
    mem_swap_pages(&m->mem, &from->mem);
    memcpy(m->gic_block, from->gic_block, gic_state_size(&gic));
    m->current = from->current;
    for (unsigned pe = 0; pe < m->config.pes; pe++) {
        struct machine_pe *to = &m->pes[pe];
        struct timing_sim *sim = to->sim;
        to->sim = from->pes[pe].sim;
        from->pes[pe].sim = sim;
        to->pe.s = from->pes[pe].pe.s;
        pe_restored(&to->pe);
    }
    struct gm_stimulus *stimuli = m->stimuli;
    size_t capacity = m->stimulus_capacity;
    m->stimuli = from->stimuli;
    m->stimulus_count = from->stimulus_count;
    m->stimulus_capacity = from->stimulus_capacity;
    m->cycle_stimuli = from->cycle_stimuli;
    from->stimuli = stimuli;
    from->stimulus_capacity = capacity;
    from->stimulus_count = 0;
}

enum gm_status gm_machine_restore(struct gm_machine *m, const void *buffer, size_t size)
{
    enum gm_status status = check_header(m, buffer, size);
    struct gm_machine *scratch = NULL;
    if (status == GM_OK) {
        status = gm_machine_create(&m->config, &scratch, NULL);
    }
    if (status != GM_OK) {
        return status;
    }
    struct archive a = {.mode = ARCHIVE_READ, .from = buffer, .size = size};
    visit_machine(&a, scratch);
    if (a.failed) {
        status = a.no_memory ? GM_NO_MEMORY : GM_TRUNCATED;
    }
    if (status == GM_OK && !machine_state_valid(scratch)) {
        status = GM_BAD_FORMAT;
    }
    for (size_t i = 0; status == GM_OK && i < scratch->stimulus_count; i++) {
        const struct gm_stimulus *s = &scratch->stimuli[i];
        if (s->when == GM_AT_ADDRESS && !pe_cache_breakpoint(m->cache, s->at, true)) {
            status = GM_NO_MEMORY;
        }
    }
    if (status == GM_OK) {
        adopt(m, scratch);
    }
    gm_machine_destroy(scratch);
    return status;
}

/* Writable pages only, in the order of the table: no page comes or goes while moves are made. */
static void visit_writable(struct archive *a, struct mem *mem)
{
    for (size_t i = 0; i < mem->slot_count; i++) {
        struct mem_page *page = mem->slots[i];
        if (page == NULL || (page->perms & MEM_W) == 0) {
            continue;
        }
        if (a->mode == ARCHIVE_READ) {
            mem_forget_code(mem, page);
        }
        archive_bytes(a, page->data, MEM_PAGE_SIZE);
    }
}

static void visit_moment(struct archive *a, struct gm_machine *m)
{
    struct gic_config gic = machine_gic_config(m);
    for (unsigned pe = 0; pe < m->config.pes; pe++) {
        visit_pe(a, &m->pes[pe].pe.s);
    }
    archive_bytes(a, m->gic_block, gic_state_size(&gic));
    visit_monitors(a, &m->mem);
    visit_writable(a, &m->mem);
}

size_t machine_moment_size(struct gm_machine *m)
{
    struct archive a = {.mode = ARCHIVE_MEASURE, .visible_only = true};
    visit_moment(&a, m);
    return a.used;
}

void machine_moment_save(struct gm_machine *m, void *to, size_t size)
{
    struct archive a = {.mode = ARCHIVE_WRITE, .visible_only = true, .to = to, .size = size};
    visit_moment(&a, m);
}

void machine_moment_restore(struct gm_machine *m, const void *from, size_t size)
{
    struct archive a = {.mode = ARCHIVE_READ, .visible_only = true, .from = from, .size = size};
    visit_moment(&a, m);
    for (unsigned pe = 0; pe < m->config.pes; pe++) {
        pe_restored(&m->pes[pe].pe);
    }
}

enum gm_status gm_machine_clone(const struct gm_machine *m, struct gm_machine **copy)
{
    if (copy == NULL) {
        return GM_BAD_ARGUMENT;
    }
    *copy = NULL;
    size_t size = gm_machine_save_size(m);
    void *buffer = base_alloc(&m->allocator, size);
    struct gm_machine *made = NULL;
    enum gm_status status = buffer == NULL ? GM_NO_MEMORY : gm_machine_save(m, buffer, size);
    if (status == GM_OK) {
        status = gm_machine_create(&m->config, &made, NULL);
    }
    if (status == GM_OK) {
        status = gm_machine_restore(made, buffer, size);
    }
    for (size_t i = 0; status == GM_OK && i < m->breakpoint_count; i++) {
        status = gm_machine_breakpoint(made, m->breakpoints[i], true);
    }
    base_free(&m->allocator, buffer);
    if (status != GM_OK) {
        gm_machine_destroy(made);
        return status;
    }
    *copy = made;
    return GM_OK;
}
