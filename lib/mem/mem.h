/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Guest memory: a sparse flat address space of 4 KiB pages, MMIO ranges, and the exclusive monitors.
 * There is no translation yet: the address that the guest uses is the address of the page.
 */
#ifndef MEM_MEM_H
#define MEM_MEM_H

#include "mem/mmio.h"

#include <gicmask/allocator.h>
#include <gicmask/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MEM_PAGE_BITS = 12, MEM_PAGE_SIZE = 1 << MEM_PAGE_BITS, MEM_MAX_PES = 8, MEM_TLB_ENTRIES = 256 };

enum mem_perms { MEM_R = 1, MEM_W = 2, MEM_X = 4 };

/* A page never moves while it is mapped. code: the executor's decoded copy, or NULL; mem frees nothing of it. */
struct mem_page {
    uint64_t number; /* address >> MEM_PAGE_BITS */
    uint8_t perms;
    bool lazy;         /* appeared on first touch; zero-filled */
    size_t lazy_index; /* in order of appearance */
    void *code;
    uint8_t *data; /* MEM_PAGE_SIZE bytes */
};

/* An MMIO range; the callbacks return false for an access to nothing (external abort). */
struct mem_device {
    uint64_t base, size;
    void *context;
    bool (*read)(void *context, const struct mmio_access *access, uint64_t offset, uint64_t *value);
    bool (*write)(void *context, const struct mmio_access *access, uint64_t offset, uint64_t value);
    const char *name;
};

/* A hit needs no call: address>>12 == page and the right perms. Derived, never saved. */
struct mem_tlb_entry {
    uint64_t read_page, write_page; /* page number, or UINT64_MAX */
    uint8_t *data;
};

struct mem_monitor {
    uint64_t address; /* start of the reservation granule (64 bytes) */
    bool open;
};

struct mem {
    struct gm_allocator allocator;
    struct mem_page **slots; /* open-addressed hash table, power of two */
    size_t slot_count, page_count, lazy_count, page_limit;
    bool lazy_enabled; /* unmapped pages appear, zero-filled, R|W */
    struct mem_device devices[8];
    unsigned device_count;
    struct mem_monitor monitors[MEM_MAX_PES];
    unsigned monitors_open; /* how many: stores look only when it is not 0 */
    bool failed;            /* a lazy page could not be allocated: the machine stops with NO_MEMORY */
    /* Called before a page with code changes or goes; clears page->code. */
    void (*code_dropped)(void *context, struct mem_page *page);
    void *code_context;
    struct mem_tlb_entry tlb[MEM_TLB_ENTRIES];
};

enum gm_status mem_init(struct mem *mem, const struct gm_allocator *allocator);
void mem_destroy(struct mem *mem);
/* Adds a zero-filled page with number, perms and lazy marks of *like (its data is not looked at); NULL when it is there
 * already (GM_OVERLAP), is one too many or there is no memory. For restoring a saved state. */
struct mem_page *mem_add_page(struct mem *mem, const struct mem_page *like, enum gm_status *status);

/* Exchanges pages, counts and monitors (not devices, callbacks or limits); decoded code of both is dropped first. */
void mem_swap_pages(struct mem *a, struct mem *b);

/* Maps zero-filled pages that cover [address, address+size); already mapped pages keep content and gain perms. */
enum gm_status mem_map(struct mem *mem, uint64_t address, uint64_t size, unsigned perms);
enum gm_status mem_add_device(struct mem *mem, const struct mem_device *device);
/* NULL when nothing is mapped there (and lazy mapping is off, or the page limit is reached). */
struct mem_page *mem_page_at(struct mem *mem, uint64_t address, bool create_lazy);

/* Host access: ignores perms, never lazy, all or nothing; drops decoded code that it changes. */
enum gm_status mem_read(const struct mem *mem, uint64_t address, void *to, size_t size);
enum gm_status mem_write(struct mem *mem, uint64_t address, const void *from, size_t size);

/* Guest access of 1, 2, 4, 8 or 16 bytes (16: two words, low first); may cross pages. */
enum mem_result { MEM_OK, MEM_UNMAPPED, MEM_DENIED, MEM_ABORT };
enum mem_result mem_guest_read_slow(struct mem *mem, const struct mmio_access *access, uint64_t address, void *to);
enum mem_result mem_guest_write_slow(struct mem *mem, const struct mmio_access *access, uint64_t address,
                                     const void *from);

/* Exclusive monitors: one global reservation per PE on a 64-byte granule. Any store to the granule closes it. */
void mem_monitor_set(struct mem *mem, unsigned pe, uint64_t address);
void mem_monitor_clear(struct mem *mem, unsigned pe);
bool mem_monitor_holds(const struct mem *mem, unsigned pe, uint64_t address);
void mem_monitor_store(struct mem *mem, uint64_t address, unsigned size);

static inline struct mem_tlb_entry *mem_tlb_of(struct mem *mem, uint64_t address)
{
    return &mem->tlb[(address >> MEM_PAGE_BITS) & (MEM_TLB_ENTRIES - 1)];
}

/* The data pointer for an access inside one plain readable/writable page, else NULL: take the slow way. Pages with
 * decoded code are never in write_page, so a store to code takes the slow way. */
static inline const uint8_t *mem_fast_read(struct mem *mem, uint64_t address, unsigned size)
{
    const struct mem_tlb_entry *e = mem_tlb_of(mem, address);
    uint64_t offset = address & (MEM_PAGE_SIZE - 1);
    return e->read_page == address >> MEM_PAGE_BITS && offset + size <= MEM_PAGE_SIZE ? e->data + offset : NULL;
}

static inline uint8_t *mem_fast_write(struct mem *mem, uint64_t address, unsigned size)
{
    const struct mem_tlb_entry *e = mem_tlb_of(mem, address);
    uint64_t offset = address & (MEM_PAGE_SIZE - 1);
    return e->write_page == address >> MEM_PAGE_BITS && offset + size <= MEM_PAGE_SIZE && mem->monitors_open == 0
               ? e->data + offset
               : NULL;
}

/* Drops a page's decoded code: its content is about to change behind the executor's back. */
void mem_forget_code(struct mem *mem, struct mem_page *page);

/* Before decoded code is attached to a page: no stale write entry may bypass its drop. */
void mem_page_attach_code(struct mem *mem, struct mem_page *page, void *code);

#endif
