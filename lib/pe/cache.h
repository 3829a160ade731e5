/* SPDX-License-Identifier: Apache-2.0 */
/* Decoded pages: a page of code is decoded once, record by record, and run from there. */
#ifndef PE_CACHE_H
#define PE_CACHE_H

#include "pe/pe.h"

enum {
    PE_PAGE_RECORDS = MEM_PAGE_SIZE / 4,
    PE_BREAK = 0x8000, /* in a length: somebody waits for this address */
};

struct pe_code {
    uint64_t serial; /* unique in the cache's life: code ids are serial << 10 | index */
    struct mem_page *page;
    struct pe_code *next;                  /* all decoded pages */
    struct isa_insn insn[PE_PAGE_RECORDS]; /* exec NULL: not decoded yet */
    uint16_t length[PE_PAGE_RECORDS]; /* instructions from here to the end of the block, PE_BREAK; 0: not known yet */
};

struct pe_cache;

enum gm_status pe_cache_create(const struct gm_allocator *allocator, struct mem *mem, struct pe_cache **cache);
void pe_cache_destroy(struct pe_cache *cache); /* NULL is allowed; the memory's pages are gone or have no code */
/* A block ends before the address (on), or no longer does. False: no memory; nothing changed. */
bool pe_cache_breakpoint(struct pe_cache *cache, uint64_t address, bool on);

/* The decoded page that holds a fetchable address; NULL: *why is MEM_UNMAPPED, MEM_DENIED or, for no memory, MEM_ABORT.
 */
struct pe_code *pe_cache_page(struct pe_cache *cache, uint64_t address, enum mem_result *why);
/* Where a drop of decoded code is told while a PE runs: PE_ATTN_CODE is set in *attn. NULL: nobody runs. */
void pe_cache_running(struct pe_cache *cache, uint32_t *attn);
/* Decodes the block that starts at index, and returns its length (at least 1) with PE_BREAK. */
unsigned pe_cache_block(struct pe_cache *cache, struct pe_code *code, unsigned index, uint64_t features);

#endif
