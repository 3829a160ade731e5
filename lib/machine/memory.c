/* SPDX-License-Identifier: Apache-2.0 */
#include "machine/machine.h"

#include <stdio.h>

enum gm_status gm_machine_map(struct gm_machine *m, uint64_t address, uint64_t size, unsigned perms)
{
    return mem_map(&m->mem, address, size, perms);
}

enum gm_status gm_machine_read(const struct gm_machine *m, uint64_t address, void *to, size_t size)
{
    return to == NULL ? GM_BAD_ARGUMENT : mem_read(&m->mem, address, to, size);
}

enum gm_status gm_machine_write(struct gm_machine *m, uint64_t address, const void *from, size_t size)
{
    return from == NULL ? GM_BAD_ARGUMENT : mem_write(&m->mem, address, from, size);
}

size_t gm_machine_lazy_pages(const struct gm_machine *m)
{
    return m->mem.lazy_count;
}

uint64_t gm_machine_lazy_page(const struct gm_machine *m, size_t index)
{
    for (size_t i = 0; i < m->mem.slot_count; i++) {
        const struct mem_page *page = m->mem.slots[i];
        if (page != NULL && page->lazy && page->lazy_index == index) {
            return page->number << MEM_PAGE_BITS;
        }
    }
    return 0;
}

/* ELF's bits to ours; a segment that is only executable is still readable by literal loads. */
static unsigned perms_of(unsigned permissions)
{
    unsigned perms = (permissions & GM_IMAGE_R) != 0 ? GM_R : 0;
    perms |= (permissions & GM_IMAGE_W) != 0 ? GM_W : 0;
    return perms | ((permissions & GM_IMAGE_X) != 0 ? GM_X | GM_R : 0);
}

enum gm_status gm_machine_load(struct gm_machine *m, const struct gm_image *image, struct gm_error *error)
{
    struct gm_image_segment s;
    if (image == NULL) {
        return GM_BAD_ARGUMENT;
    }
    for (size_t i = 0; gm_image_segment(image, i, &s); i++) {
        enum gm_status status = GM_OK;
        if (s.memory_size != 0) {
            status = mem_map(&m->mem, s.address, s.memory_size, perms_of(s.permissions));
        }
        if (status == GM_OK && s.file_size != 0) {
            status = mem_write(&m->mem, s.address, s.bytes, (size_t)s.file_size);
        }
        if (status != GM_OK) {
            if (error != NULL) {
                snprintf(error->text, sizeof error->text, "segment %zu at 0x%llx, 0x%llx bytes: %s", i,
                         (unsigned long long)s.address, (unsigned long long)s.memory_size, gm_status_text(status));
            }
            return status;
        }
    }
    return GM_OK;
}
