/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/mem.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "base/hash.h"

enum { MIN_SLOTS = 64, PAGE_LIMIT = 1 << 20 }; /* 4 GiB of guest memory */

static size_t slot_index(uint64_t number, size_t slots)
{
    return (size_t)hash_mix(number) & (slots - 1);
}

static void tlb_flush(struct mem *mem)
{
    for (size_t i = 0; i < MEM_TLB_ENTRIES; i++) {
        mem->tlb[i] = (struct mem_tlb_entry){.read_page = UINT64_MAX, .write_page = UINT64_MAX};
    }
}

enum gm_status mem_init(struct mem *mem, const struct gm_allocator *allocator)
{
    *mem = (struct mem){.allocator = base_allocator(allocator), .page_limit = PAGE_LIMIT};
    mem->slots = base_calloc(&mem->allocator, MIN_SLOTS, sizeof *mem->slots);
    if (mem->slots == NULL) {
        return GM_NO_MEMORY;
    }
    mem->slot_count = MIN_SLOTS;
    tlb_flush(mem);
    return GM_OK;
}

static void drop_code(struct mem *mem, struct mem_page *page)
{
    if (page->code != NULL) {
        mem->code_dropped(mem->code_context, page);
        page->code = NULL;
    }
}

void mem_forget_code(struct mem *mem, struct mem_page *page)
{
    drop_code(mem, page);
}

static void free_page(struct mem *mem, struct mem_page *page)
{
    drop_code(mem, page);
    base_free(&mem->allocator, page->data);
    base_free(&mem->allocator, page);
}

void mem_destroy(struct mem *mem)
{
    for (size_t i = 0; i < mem->slot_count; i++) {
        if (mem->slots[i] != NULL) {
            free_page(mem, mem->slots[i]);
        }
    }
    base_free(&mem->allocator, mem->slots);
    mem->slots = NULL;
    mem->slot_count = 0;
}

static struct mem_page *find_page(const struct mem *mem, uint64_t number)
{
    size_t i = slot_index(number, mem->slot_count);
    while (mem->slots[i] != NULL && mem->slots[i]->number != number) {
        i = (i + 1) & (mem->slot_count - 1);
    }
    return mem->slots[i];
}

static void put_page(struct mem_page **slots, size_t count, struct mem_page *page)
{
    size_t i = slot_index(page->number, count);
    while (slots[i] != NULL) {
        i = (i + 1) & (count - 1);
    }
    slots[i] = page;
}

/* Keeps the table at most half full, so that probing ends. */
static bool reserve_slot(struct mem *mem)
{
    if (mem->page_count * 2 < mem->slot_count) {
        return true;
    }
    size_t wanted = mem->slot_count * 2;
    struct mem_page **slots = base_calloc(&mem->allocator, wanted, sizeof *slots);
    if (slots == NULL) {
        return false;
    }
    for (size_t i = 0; i < mem->slot_count; i++) {
        if (mem->slots[i] != NULL) {
            put_page(slots, wanted, mem->slots[i]);
        }
    }
    base_free(&mem->allocator, mem->slots);
    mem->slots = slots;
    mem->slot_count = wanted;
    return true;
}

static enum gm_status add_page(struct mem *mem, uint64_t number, unsigned perms, struct mem_page **out)
{
    if (mem->page_count >= mem->page_limit) {
        return GM_TOO_LARGE;
    }
    if (!reserve_slot(mem)) {
        return GM_NO_MEMORY;
    }
    struct mem_page *page = base_calloc(&mem->allocator, 1, sizeof *page);
    uint8_t *data = page == NULL ? NULL : base_calloc(&mem->allocator, 1, MEM_PAGE_SIZE);
    if (data == NULL) {
        base_free(&mem->allocator, page);
        return GM_NO_MEMORY;
    }
    page->number = number;
    page->perms = (uint8_t)perms;
    page->data = data;
    put_page(mem->slots, mem->slot_count, page);
    mem->page_count++;
    *out = page;
    return GM_OK;
}

struct mem_page *mem_add_page(struct mem *mem, const struct mem_page *like, enum gm_status *status)
{
    struct mem_page *page;
    *status = find_page(mem, like->number) != NULL ? GM_OVERLAP : add_page(mem, like->number, like->perms, &page);
    if (*status != GM_OK) {
        return NULL;
    }
    page->lazy = like->lazy;
    page->lazy_index = like->lazy_index;
    mem->lazy_count += like->lazy;
    return page;
}

static void drop_all_code(struct mem *mem)
{
    for (size_t i = 0; i < mem->slot_count; i++) {
        if (mem->slots[i] != NULL) {
            drop_code(mem, mem->slots[i]);
        }
    }
    tlb_flush(mem);
}

void mem_swap_pages(struct mem *a, struct mem *b)
{
    drop_all_code(a);
    drop_all_code(b);
    struct mem old = *a;
    a->slots = b->slots;
    a->slot_count = b->slot_count;
    a->page_count = b->page_count;
    a->lazy_count = b->lazy_count;
    a->monitors_open = b->monitors_open;
    memcpy(a->monitors, b->monitors, sizeof a->monitors);
    b->slots = old.slots;
    b->slot_count = old.slot_count;
    b->page_count = old.page_count;
    b->lazy_count = old.lazy_count;
    b->monitors_open = old.monitors_open;
    memcpy(b->monitors, old.monitors, sizeof b->monitors);
}

static const struct mem_device *find_device(const struct mem *mem, uint64_t address)
{
    for (unsigned i = 0; i < mem->device_count; i++) {
        if (address - mem->devices[i].base < mem->devices[i].size) {
            return &mem->devices[i];
        }
    }
    return NULL;
}

static bool hits_device(const struct mem *mem, uint64_t first, uint64_t last)
{
    for (unsigned i = 0; i < mem->device_count; i++) {
        const struct mem_device *d = &mem->devices[i];
        if (first <= d->base + (d->size - 1) && d->base <= last) {
            return true;
        }
    }
    return false;
}

enum gm_status mem_map(struct mem *mem, uint64_t address, uint64_t size, unsigned perms)
{
    if (size == 0 || size - 1 > UINT64_MAX - address || perms > (MEM_R | MEM_W | MEM_X)) {
        return GM_BAD_ARGUMENT;
    }
    uint64_t first = address >> MEM_PAGE_BITS;
    uint64_t last = (address + (size - 1)) >> MEM_PAGE_BITS;
    if (last - first >= mem->page_limit) {
        return GM_TOO_LARGE;
    }
    if (hits_device(mem, first << MEM_PAGE_BITS, (last << MEM_PAGE_BITS) | (MEM_PAGE_SIZE - 1))) {
        return GM_OVERLAP;
    }
    for (uint64_t number = first; number <= last; number++) {
        struct mem_page *page = find_page(mem, number);
        if (page == NULL) {
            enum gm_status status = add_page(mem, number, perms, &page);
            if (status != GM_OK) {
                return status;
            }
        }
        page->perms |= (uint8_t)perms;
    }
    tlb_flush(mem);
    return GM_OK;
}

enum gm_status mem_add_device(struct mem *mem, const struct mem_device *device)
{
    if (device->size == 0 || device->size - 1 > UINT64_MAX - device->base) {
        return GM_BAD_ARGUMENT;
    }
    if (mem->device_count == ARRAY_SIZE(mem->devices)) {
        return GM_TOO_LARGE;
    }
    uint64_t last = device->base + (device->size - 1);
    if (hits_device(mem, device->base, last)) {
        return GM_OVERLAP;
    }
    mem->devices[mem->device_count++] = *device;
    return GM_OK;
}

struct mem_page *mem_page_at(struct mem *mem, uint64_t address, bool create_lazy)
{
    struct mem_page *page = find_page(mem, address >> MEM_PAGE_BITS);
    if (page != NULL || !create_lazy || !mem->lazy_enabled || find_device(mem, address) != NULL) {
        return page;
    }
    enum gm_status status = add_page(mem, address >> MEM_PAGE_BITS, MEM_R | MEM_W, &page);
    if (status != GM_OK) {
        mem->failed = true;
        return NULL;
    }
    page->lazy = true;
    page->lazy_index = mem->lazy_count++;
    return page;
}

static size_t chunk_size(uint64_t address, size_t left)
{
    size_t room = MEM_PAGE_SIZE - (size_t)(address & (MEM_PAGE_SIZE - 1));
    return left < room ? left : room;
}

/* All or nothing: the whole range is checked before a byte moves. */
static enum gm_status check_range(const struct mem *mem, uint64_t address, size_t size)
{
    if (size != 0 && size - 1 > UINT64_MAX - address) {
        return GM_BAD_ARGUMENT;
    }
    for (size_t done = 0; done < size;) {
        if (find_page(mem, (address + done) >> MEM_PAGE_BITS) == NULL) {
            return GM_UNMAPPED;
        }
        done += chunk_size(address + done, size - done);
    }
    return GM_OK;
}

enum gm_status mem_read(const struct mem *mem, uint64_t address, void *to, size_t size)
{
    enum gm_status status = check_range(mem, address, size);
    for (size_t done = 0; status == GM_OK && done < size;) {
        uint64_t at = address + done;
        size_t chunk = chunk_size(at, size - done);
        memcpy((uint8_t *)to + done, find_page(mem, at >> MEM_PAGE_BITS)->data + (at & (MEM_PAGE_SIZE - 1)), chunk);
        done += chunk;
    }
    return status;
}

enum gm_status mem_write(struct mem *mem, uint64_t address, const void *from, size_t size)
{
    enum gm_status status = check_range(mem, address, size);
    for (size_t done = 0; status == GM_OK && done < size;) {
        uint64_t at = address + done;
        size_t chunk = chunk_size(at, size - done);
        struct mem_page *page = find_page(mem, at >> MEM_PAGE_BITS);
        drop_code(mem, page);
        memcpy(page->data + (at & (MEM_PAGE_SIZE - 1)), (const uint8_t *)from + done, chunk);
        done += chunk;
    }
    return status;
}

void mem_page_attach_code(struct mem *mem, struct mem_page *page, void *code)
{
    page->code = code;
    struct mem_tlb_entry *e = mem_tlb_of(mem, page->number << MEM_PAGE_BITS);
    if (e->write_page == page->number) {
        e->write_page = UINT64_MAX;
    }
}

static void tlb_fill(struct mem *mem, struct mem_page *page)
{
    struct mem_tlb_entry *e = mem_tlb_of(mem, page->number << MEM_PAGE_BITS);
    e->data = page->data;
    e->read_page = (page->perms & MEM_R) != 0 ? page->number : UINT64_MAX;
    e->write_page = (page->perms & MEM_W) != 0 && page->code == NULL ? page->number : UINT64_MAX;
}

/* One device access; devices take naturally aligned accesses up to 8 bytes. */
static enum mem_result device_read(const struct mem_device *d, const struct mmio_access *access, uint64_t address,
                                   void *to)
{
    uint64_t value = 0;
    if (access->size > 8 || !d->read(d->context, access, address - d->base, &value)) {
        return MEM_ABORT;
    }
    store_le(to, access->size, value);
    return MEM_OK;
}

static enum mem_result device_write(const struct mem_device *d, const struct mmio_access *access, uint64_t address,
                                    const void *from)
{
    if (access->size > 8 || !d->write(d->context, access, address - d->base, load_le(from, access->size))) {
        return MEM_ABORT;
    }
    return MEM_OK;
}

static enum mem_result check_page(struct mem *mem, uint64_t address, unsigned perm)
{
    struct mem_page *page = mem_page_at(mem, address, true);
    if (page == NULL) {
        return MEM_UNMAPPED;
    }
    return (page->perms & perm) != 0 ? MEM_OK : MEM_DENIED;
}

/* Both pages of a crossing access are checked before a byte moves: a store that faults changes nothing. */
static enum mem_result check_access(struct mem *mem, uint64_t address, unsigned size, unsigned perm)
{
    enum mem_result result = check_page(mem, address, perm);
    uint64_t last = address + (size - 1);
    if (result == MEM_OK && last >> MEM_PAGE_BITS != address >> MEM_PAGE_BITS) {
        result = check_page(mem, last, perm);
    }
    return result;
}

enum mem_result mem_guest_read_slow(struct mem *mem, const struct mmio_access *access, uint64_t address, void *to)
{
    const struct mem_device *d = find_device(mem, address);
    if (d != NULL) {
        return device_read(d, access, address, to);
    }
    enum mem_result result = check_access(mem, address, access->size, MEM_R);
    for (unsigned done = 0; result == MEM_OK && done < access->size;) {
        unsigned chunk = (unsigned)chunk_size(address + done, access->size - done);
        struct mem_page *page = find_page(mem, (address + done) >> MEM_PAGE_BITS);
        memcpy((uint8_t *)to + done, page->data + ((address + done) & (MEM_PAGE_SIZE - 1)), chunk);
        tlb_fill(mem, page);
        done += chunk;
    }
    return result;
}

enum mem_result mem_guest_write_slow(struct mem *mem, const struct mmio_access *access, uint64_t address,
                                     const void *from)
{
    const struct mem_device *d = find_device(mem, address);
    if (d != NULL) {
        return device_write(d, access, address, from);
    }
    enum mem_result result = check_access(mem, address, access->size, MEM_W);
    if (result != MEM_OK) {
        return result;
    }
    mem_monitor_store(mem, address, access->size);
    for (unsigned done = 0; done < access->size;) {
        unsigned chunk = (unsigned)chunk_size(address + done, access->size - done);
        struct mem_page *page = find_page(mem, (address + done) >> MEM_PAGE_BITS);
        drop_code(mem, page);
        memcpy(page->data + ((address + done) & (MEM_PAGE_SIZE - 1)), (const uint8_t *)from + done, chunk);
        tlb_fill(mem, page);
        done += chunk;
    }
    return MEM_OK;
}
