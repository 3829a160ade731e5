/* SPDX-License-Identifier: Apache-2.0 */
#include "pe/cache.h"

#include "base/alloc.h"
#include "pe/exec.h"

enum { MAX_PAGES = 4096 }; /* 34 KiB each: 140 MiB at most */

struct pe_cache {
    struct gm_allocator allocator;
    struct mem *mem;
    struct pe_code *pages;
    uint32_t *running;       /* the attention word of the PE that runs, or NULL */
    struct pe_code *dropped; /* a running block may still stand in one: freed when the next block is looked up */
    size_t page_count;
    uint64_t next_serial;
    uint64_t *breakpoints;
    size_t breakpoint_count, breakpoint_capacity;
};

/* The memory tells us before a page with code changes or goes. */
static void on_dropped(void *context, struct mem_page *page)
{
    struct pe_cache *cache = context;
    for (struct pe_code **link = &cache->pages; *link != NULL; link = &(*link)->next) {
        if (*link == page->code) {
            struct pe_code *gone = *link;
            *link = gone->next;
            gone->next = cache->dropped;
            cache->dropped = gone;
            cache->page_count--;
            break;
        }
    }
    page->code = NULL;
    if (cache->running != NULL) {
        *cache->running |= PE_ATTN_CODE;
    }
}

void pe_cache_running(struct pe_cache *cache, uint32_t *attn)
{
    cache->running = attn;
}

enum gm_status pe_cache_create(const struct gm_allocator *allocator, struct mem *mem, struct pe_cache **out)
{
    struct pe_cache *cache = base_calloc(allocator, 1, sizeof *cache);
    *out = cache;
    if (cache == NULL) {
        return GM_NO_MEMORY;
    }
    cache->allocator = *allocator;
    cache->mem = mem;
    cache->next_serial = 1;
    mem->code_dropped = on_dropped;
    mem->code_context = cache;
    return GM_OK;
}

static void free_dropped(struct pe_cache *cache)
{
    while (cache->dropped != NULL) {
        struct pe_code *next = cache->dropped->next;
        base_free(&cache->allocator, cache->dropped);
        cache->dropped = next;
    }
}

static void drop_all(struct pe_cache *cache)
{
    while (cache->pages != NULL) {
        on_dropped(cache, cache->pages->page);
    }
}

void pe_cache_destroy(struct pe_cache *cache)
{
    if (cache == NULL) {
        return;
    }
    free_dropped(cache);
    base_free(&cache->allocator, cache->breakpoints);
    struct gm_allocator allocator = cache->allocator;
    base_free(&allocator, cache);
}

static bool is_breakpoint(const struct pe_cache *cache, uint64_t address)
{
    for (size_t i = 0; i < cache->breakpoint_count; i++) {
        if (cache->breakpoints[i] == address) {
            return true;
        }
    }
    return false;
}

/* Block lengths of the page are found anew. */
static void forget_lengths(struct pe_cache *cache, uint64_t address)
{
    struct mem_page *page = mem_page_at(cache->mem, address, false);
    if (page != NULL && page->code != NULL) {
        struct pe_code *code = page->code;
        memset(code->length, 0, sizeof code->length);
        code->serial = cache->next_serial++; /* a length is part of what a code id stands for */
    }
}

bool pe_cache_breakpoint(struct pe_cache *cache, uint64_t address, bool on)
{
    if (on == is_breakpoint(cache, address)) {
        return true;
    }
    if (on) {
        uint64_t *grown = base_grow(&cache->allocator, cache->breakpoints, cache->breakpoint_count,
                                    &cache->breakpoint_capacity, sizeof *cache->breakpoints);
        if (grown == NULL) {
            return false;
        }
        cache->breakpoints = grown;
        cache->breakpoints[cache->breakpoint_count++] = address;
    } else {
        for (size_t i = 0; i < cache->breakpoint_count; i++) {
            if (cache->breakpoints[i] == address) {
                cache->breakpoints[i] = cache->breakpoints[--cache->breakpoint_count];
                break;
            }
        }
    }
    forget_lengths(cache, address);
    return true;
}

struct pe_code *pe_cache_page(struct pe_cache *cache, uint64_t address, enum mem_result *why)
{
    struct mem_page *page = mem_page_at(cache->mem, address, false);
    free_dropped(cache);
    if (page == NULL || (page->perms & MEM_X) == 0) {
        *why = page == NULL ? MEM_UNMAPPED : MEM_DENIED;
        return NULL;
    }
    if (page->code != NULL) {
        return page->code;
    }
    if (cache->page_count == MAX_PAGES) {
        drop_all(cache);
    }
    struct pe_code *code = base_calloc(&cache->allocator, 1, sizeof *code);
    if (code == NULL) {
        *why = MEM_ABORT;
        return NULL;
    }
    code->serial = cache->next_serial++;
    code->page = page;
    code->next = cache->pages;
    cache->pages = code;
    cache->page_count++;
    mem_page_attach_code(cache->mem, page, code);
    return code;
}

static void decode_record(const struct pe_code *code, unsigned index, uint64_t features, struct isa_insn *insn)
{
    uint32_t word = (uint32_t)load_le(code->page->data + 4 * index, 4);
    switch (isa_decode(word, insn)) {
    case ISA_DECODED:
        break;
    case ISA_UNALLOCATED:
        insn->exec = (void (*)(void))pe_x_unallocated;
        return;
    default:
        insn->exec = (void (*)(void))pe_x_unknown;
        return;
    }
    bool has = (features & BIT64(isa_feature_of(insn->op))) != 0;
    if (has) {
        insn->exec = (void (*)(void))(isa_unpredictable(insn) ? exec_unpredictable : pe_handlers[insn->op]);
    } else if ((isa_flags_of(insn->op) & ISA_IS_HINT) != 0) {
        insn->exec = (void (*)(void))pe_x_NOP;
    } else {
        insn->exec = (void (*)(void))pe_x_unallocated;
    }
}

/*
 * Only what may change the PC ends a block. Instructions that change what is masked or the context do so at once and
 * set the attention word when there is something to do, which leaves the block at the exact boundary.
 */
static bool ends_block(const struct isa_insn *insn)
{
    if (insn->op == ISA_OP_COUNT) {
        return true;
    }
    switch (isa_class_of(insn->op)) {
    case ISA_C_BRANCH:
    case ISA_C_BRANCH_COND:
    case ISA_C_BRANCH_IND:
    case ISA_C_CALL:
    case ISA_C_RET:
    case ISA_C_WAIT:
    case ISA_C_EXCEPTION:
    case ISA_C_ERET:
        return true;
    default:
        return false;
    }
}

unsigned pe_cache_block(struct pe_cache *cache, struct pe_code *code, unsigned index, uint64_t features)
{
    unsigned n = 0;
    uint64_t base = code->page->number << MEM_PAGE_BITS;
    for (unsigned i = index; i < PE_PAGE_RECORDS; i++) {
        if (n > 0 && is_breakpoint(cache, base + 4 * i)) {
            break;
        }
        struct isa_insn *insn = &code->insn[i];
        if (insn->exec == NULL) {
            decode_record(code, i, features, insn);
        }
        n++;
        if (ends_block(insn)) {
            break;
        }
    }
    code->length[index] = (uint16_t)(n | (is_breakpoint(cache, base + 4 * index) ? PE_BREAK : 0));
    return code->length[index];
}
