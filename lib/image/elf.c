/* SPDX-License-Identifier: Apache-2.0 */
/* An ELF file, checked by elf_check.c, becomes an image. */
#include "image/elf.h"

#include <inttypes.h>
#include <string.h>

enum gm_status image_elf_failed(struct image_elf *e)
{
    return image_fail(e->error, GM_BAD_FORMAT, e->image->name, "libelf: %s", elf_errmsg(-1));
}

static enum gm_status add_segment(struct image_elf *e, const GElf_Phdr *p)
{
    struct gm_image *image = e->image;
    uint8_t *bytes = base_alloc(&image->allocator, (size_t)p->p_filesz);
    if (bytes == NULL) {
        return image_no_memory(e->error, image->name);
    }
    if (p->p_filesz > 0) {
        memcpy(bytes, e->data + p->p_offset, (size_t)p->p_filesz);
    }
    image->segments[image->segment_count++] = (struct image_segment){
        .address = p->p_vaddr,
        .file_size = p->p_filesz,
        .memory_size = p->p_memsz,
        .bytes = bytes,
        /* PF_X, PF_W, PF_R have the values of GM_IMAGE_X, _W, _R. */
        .permissions = p->p_flags & (GM_IMAGE_R | GM_IMAGE_W | GM_IMAGE_X),
    };
    return GM_OK;
}

static enum gm_status load_segments(struct image_elf *e)
{
    struct gm_image *image = e->image;
    image->segments = base_calloc(&image->allocator, e->header.e_phnum, sizeof *image->segments);
    if (image->segments == NULL) {
        return image_no_memory(e->error, image->name);
    }
    for (int i = 0; i < e->header.e_phnum; i++) {
        GElf_Phdr p;
        if (gelf_getphdr(e->elf, i, &p) == NULL) {
            return image_elf_failed(e);
        }
        enum gm_status status = p.p_type == PT_LOAD && p.p_memsz > 0 ? add_segment(e, &p) : GM_OK;
        if (status != GM_OK) {
            return status;
        }
    }
    return GM_OK;
}

static enum gm_image_kind kind_of(const struct image_elf *e)
{
    struct gm_image_symbol symbol;
    if (e->header.e_type == ET_REL) {
        return GM_IMAGE_RELOCATABLE;
    }
    bool kernel = gm_image_symbol(e->image, "_text", &symbol, NULL) == GM_OK &&
                  (gm_image_symbol(e->image, "linux_banner", &symbol, NULL) == GM_OK ||
                   gm_image_symbol(e->image, "__alt_instructions", &symbol, NULL) == GM_OK);
    return kernel ? GM_IMAGE_KERNEL : GM_IMAGE_EXECUTABLE;
}

static enum gm_status load(struct image_elf *e)
{
    typedef enum gm_status step(struct image_elf *);
    step *const steps[] = {
        image_elf_sections,
        image_elf_symtab,
        e->header.e_type == ET_REL ? image_elf_layout : load_segments,
        image_elf_symbols,
    };
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        enum gm_status status = steps[i](e);
        if (status != GM_OK) {
            return status;
        }
    }
    if (e->image->segment_count == 0) {
        return image_fail(e->error, GM_BAD_FORMAT, e->image->name, "nothing in it is to be loaded");
    }
    enum gm_status status = image_segments_check(e->image, e->error);
    if (status == GM_OK) {
        status = image_elf_relocate(e);
    }
    if (status == GM_OK) {
        status = image_symbols_index(e->image, e->error);
    }
    if (status == GM_OK) {
        e->image->kind = kind_of(e);
        e->image->entry = e->header.e_type == ET_REL ? e->base : e->header.e_entry;
    }
    return status;
}

enum gm_status image_elf_load(struct gm_image *image, uint8_t *data, size_t size, uint64_t base, struct gm_error *error)
{
    struct image_elf e = {.image = image, .error = error, .base = base, .data = data};
    if (elf_version(EV_CURRENT) == EV_NONE || (e.elf = elf_memory((char *)data, size)) == NULL) {
        return image_elf_failed(&e);
    }
    enum gm_status status = gelf_getehdr(e.elf, &e.header) == NULL ? image_elf_failed(&e) : load(&e);
    elf_end(e.elf);
    return status;
}
