/* SPDX-License-Identifier: Apache-2.0 */
/* Sections by name, and the contents of those that are not loaded. */
#include "image/elf.h"

#include <string.h>

/* Enough for what people put into sections of their own (.gicmask); debug information is not kept. */
#define KEEP_MAX (UINT64_C(16) << 20)

static bool worth_keeping(const struct image_section *s)
{
    return s->type == SHT_PROGBITS && (s->flags & (SHF_ALLOC | SHF_COMPRESSED)) == 0 && s->size <= KEEP_MAX &&
           strncmp(s->name, ".debug", 6) != 0;
}

/* A block with a copy of a string table and a zero after it: every offset below its size is a string. */
static char *copy_strings(struct image_elf *e, const GElf_Shdr *header)
{
    char *copy = base_alloc(&e->image->allocator, (size_t)header->sh_size + 1);
    if (copy != NULL) {
        if (header->sh_size > 0) {
            memcpy(copy, e->data + header->sh_offset, (size_t)header->sh_size);
        }
        copy[header->sh_size] = '\0';
    }
    return copy;
}

static enum gm_status fill_section(struct image_elf *e, size_t index)
{
    struct gm_image *image = e->image;
    struct image_section *s = &image->sections[index];
    GElf_Shdr header;
    Elf_Scn *scn = elf_getscn(e->elf, index);
    if (scn == NULL || gelf_getshdr(scn, &header) == NULL) {
        return image_elf_failed(e);
    }
    *s = (struct image_section){
        .name = image->section_names + header.sh_name,
        .address = header.sh_addr,
        .size = header.sh_size,
        .flags = header.sh_flags,
        .type = header.sh_type,
    };
    if (!worth_keeping(s)) {
        return GM_OK;
    }
    s->bytes = base_alloc(&image->allocator, (size_t)s->size);
    if (s->bytes == NULL) {
        return image_no_memory(e->error, image->name);
    }
    if (s->size > 0) {
        memcpy(s->bytes, e->data + header.sh_offset, (size_t)s->size);
    }
    return GM_OK;
}

enum gm_status image_elf_sections(struct image_elf *e)
{
    struct gm_image *image = e->image;
    if (e->header.e_shnum == 0) {
        return GM_OK;
    }
    GElf_Shdr names;
    Elf_Scn *scn = elf_getscn(e->elf, e->header.e_shstrndx);
    if (scn == NULL || gelf_getshdr(scn, &names) == NULL) {
        return image_elf_failed(e);
    }
    image->section_names = copy_strings(e, &names);
    image->sections = base_calloc(&image->allocator, e->header.e_shnum, sizeof *image->sections);
    if (image->section_names == NULL || image->sections == NULL) {
        return image_no_memory(e->error, image->name);
    }
    image->section_count = e->header.e_shnum;
    enum gm_status status = GM_OK;
    for (size_t i = 0; i < image->section_count && status == GM_OK; i++) {
        status = fill_section(e, i);
    }
    return status;
}

size_t gm_image_section_count(const struct gm_image *image)
{
    return image->section_count;
}

bool gm_image_section_at(const struct gm_image *image, size_t index, struct gm_image_section *section)
{
    if (index >= image->section_count) {
        return false;
    }
    const struct image_section *s = &image->sections[index];
    bool loaded = (s->flags & SHF_ALLOC) != 0;
    *section = (struct gm_image_section){
        .name = s->name,
        .address = loaded ? s->address : 0,
        .size = s->size,
        .loaded = loaded,
        .executable = (s->flags & SHF_EXECINSTR) != 0,
        .bytes = s->bytes,
    };
    return true;
}

bool gm_image_section(const struct gm_image *image, const char *name, struct gm_image_section *section)
{
    for (size_t i = 0; i < image->section_count; i++) {
        if (strcmp(image->sections[i].name, name) == 0) {
            return gm_image_section_at(image, i, section);
        }
    }
    return false;
}
