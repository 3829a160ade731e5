/* SPDX-License-Identifier: Apache-2.0 */
/* A relocatable file gets addresses: code, then constants, then data, each group on a page of its own. */
#include "image/elf.h"

#include <inttypes.h>
#include <string.h>

#define PAGE UINT64_C(4096)

static unsigned group_of(const struct image_section *s)
{
    return (s->flags & SHF_EXECINSTR) != 0 ? 0 : (s->flags & SHF_WRITE) == 0 ? 1 : 2;
}

/* Rounds *at up; false when it would wrap. */
static bool align_up(uint64_t *at, uint64_t align)
{
    uint64_t rest = align > 1 ? *at % align : 0;
    if (rest == 0) {
        return true;
    }
    if (*at > UINT64_MAX - (align - rest)) {
        return false;
    }
    *at += align - rest;
    return true;
}

static enum gm_status add_segment(struct image_elf *e, size_t index, const GElf_Shdr *header)
{
    struct gm_image *image = e->image;
    const struct image_section *s = &image->sections[index];
    if (s->size == 0) {
        return GM_OK;
    }
    size_t contents = s->type == SHT_NOBITS ? 0 : (size_t)s->size;
    uint8_t *bytes = base_alloc(&image->allocator, contents);
    if (bytes == NULL) {
        return image_no_memory(e->error, image->name);
    }
    if (contents > 0) {
        memcpy(bytes, e->data + header->sh_offset, contents);
    }
    image->segments[image->segment_count++] = (struct image_segment){
        .address = s->address,
        .file_size = contents,
        .memory_size = s->size,
        .bytes = bytes,
        .permissions = GM_IMAGE_R | ((s->flags & SHF_WRITE) != 0 ? GM_IMAGE_W : 0) |
                       ((s->flags & SHF_EXECINSTR) != 0 ? GM_IMAGE_X : 0),
    };
    return GM_OK;
}

static enum gm_status place(struct image_elf *e, size_t index, uint64_t *cursor)
{
    struct image_section *s = &e->image->sections[index];
    GElf_Shdr header;
    if (gelf_getshdr(elf_getscn(e->elf, index), &header) == NULL) {
        return image_elf_failed(e);
    }
    if (!align_up(cursor, header.sh_addralign) || s->size > UINT64_MAX - *cursor) {
        return image_fail(e->error, GM_BAD_FORMAT, e->image->name,
                          "section %zu with 0x%" PRIx64 " bytes does not fit into the address space", index, s->size);
    }
    s->address = *cursor;
    *cursor += s->size;
    return add_segment(e, index, &header);
}

enum gm_status image_elf_layout(struct image_elf *e)
{
    struct gm_image *image = e->image;
    uint64_t cursor = e->base;
    image->segments = base_calloc(&image->allocator, image->section_count, sizeof *image->segments);
    if (image->segments == NULL) {
        return image_no_memory(e->error, image->name);
    }
    for (unsigned group = 0; group < 3; group++) {
        uint64_t start = cursor;
        for (size_t i = 0; i < image->section_count; i++) {
            const struct image_section *s = &image->sections[i];
            if ((s->flags & SHF_ALLOC) == 0 || s->type == SHT_NULL || group_of(s) != group) {
                continue;
            }
            enum gm_status status = place(e, i, &cursor);
            if (status != GM_OK) {
                return status;
            }
        }
        if (cursor != start && !align_up(&cursor, PAGE)) {
            return image_fail(e->error, GM_BAD_FORMAT, image->name, "it does not fit into the address space");
        }
    }
    return GM_OK;
}
