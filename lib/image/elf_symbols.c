/* SPDX-License-Identifier: Apache-2.0 */
/* The symbol table of an ELF file. */
#include "image/elf.h"

#include <inttypes.h>
#include <string.h>

/* .symtab, or .dynsym in a stripped file. */
static Elf_Scn *find_symtab(struct image_elf *e, GElf_Shdr *header)
{
    static const uint32_t types[] = {SHT_SYMTAB, SHT_DYNSYM};
    for (size_t t = 0; t < 2; t++) {
        for (size_t i = 0; i < e->image->section_count; i++) {
            if (e->image->sections[i].type == types[t]) {
                Elf_Scn *scn = elf_getscn(e->elf, i);
                return scn != NULL && gelf_getshdr(scn, header) != NULL ? scn : NULL;
            }
        }
    }
    return NULL;
}

enum gm_status image_elf_symtab(struct image_elf *e)
{
    struct gm_image *image = e->image;
    GElf_Shdr header, strings;
    Elf_Scn *scn = find_symtab(e, &header);
    if (scn == NULL || header.sh_size == 0) {
        return GM_OK;
    }
    e->symtab = elf_getdata(scn, NULL);
    Elf_Scn *names = elf_getscn(e->elf, header.sh_link);
    if (e->symtab == NULL || names == NULL || gelf_getshdr(names, &strings) == NULL) {
        return image_elf_failed(e);
    }
    e->symtab_count = (size_t)(header.sh_size / header.sh_entsize);
    e->symtab_names_size = (size_t)strings.sh_size;
    image->symbol_names = base_alloc(&image->allocator, (size_t)strings.sh_size + 1);
    if (image->symbol_names == NULL) {
        return image_no_memory(e->error, image->name);
    }
    if (strings.sh_size > 0) {
        memcpy(image->symbol_names, e->data + strings.sh_offset, (size_t)strings.sh_size);
    }
    image->symbol_names[strings.sh_size] = '\0';
    return GM_OK;
}

static enum gm_status symbol_name(struct image_elf *e, size_t index, const GElf_Sym *s, const char **name)
{
    if (s->st_name >= e->symtab_names_size && s->st_name != 0) {
        return image_fail(e->error, GM_BAD_FORMAT, e->image->name, "symbol %zu: its name is outside the table of names",
                          index);
    }
    *name = e->image->symbol_names + s->st_name;
    size_t left = e->symtab_names_size - s->st_name;
    if (left > IMAGE_MAX_NAME && memchr(*name, '\0', IMAGE_MAX_NAME + 1) == NULL) {
        return image_fail(e->error, GM_TOO_LARGE, e->image->name, "symbol %zu: its name has more than %d bytes", index,
                          IMAGE_MAX_NAME);
    }
    return GM_OK;
}

/* Whether a symbol is in a place that is loaded, and where. */
static enum gm_status symbol_place(struct image_elf *e, size_t index, const GElf_Sym *s, bool *placed,
                                   uint64_t *address)
{
    *placed = false;
    *address = s->st_value;
    if (s->st_shndx == SHN_UNDEF || s->st_shndx == SHN_ABS) {
        *placed = s->st_shndx == SHN_ABS;
        return GM_OK;
    }
    if (s->st_shndx == SHN_COMMON) {
        return image_fail(e->error, GM_UNSUPPORTED, e->image->name,
                          "symbol %zu is a common block: define it in .bss instead", index);
    }
    if (s->st_shndx >= e->image->section_count) {
        return image_fail(e->error, GM_BAD_FORMAT, e->image->name, "symbol %zu is in section %u, which does not exist",
                          index, s->st_shndx);
    }
    const struct image_section *section = &e->image->sections[s->st_shndx];
    *placed = (section->flags & SHF_ALLOC) != 0;
    if (e->header.e_type == ET_REL) {
        *address += section->address;
    }
    return GM_OK;
}

/* $x, $d and their kind mark what the bytes are (AAELF64, mapping symbols). */
static bool wanted(const GElf_Sym *s, const char *name)
{
    unsigned type = GELF_ST_TYPE(s->st_info);
    return name[0] != '\0' && name[0] != '$' && type != STT_FILE && type != STT_SECTION && type != STT_TLS;
}

static enum gm_status add_symbol(struct image_elf *e, size_t index)
{
    struct gm_image *image = e->image;
    GElf_Sym s;
    const char *name;
    bool placed;
    uint64_t address;
    if (gelf_getsym(e->symtab, (int)index, &s) == NULL) {
        return image_elf_failed(e);
    }
    enum gm_status status = symbol_name(e, index, &s, &name);
    if (status == GM_OK) {
        status = symbol_place(e, index, &s, &placed, &address);
    }
    if (status != GM_OK || !placed || !wanted(&s, name)) {
        return status;
    }
    unsigned type = GELF_ST_TYPE(s.st_info);
    image->symbols[image->symbol_count++] = (struct gm_image_symbol){
        .name = name,
        .address = address,
        .size = s.st_size,
        .type = type == STT_FUNC || type == STT_GNU_IFUNC ? GM_SYMBOL_FUNCTION
                : type == STT_OBJECT                      ? GM_SYMBOL_OBJECT
                                                          : GM_SYMBOL_NONE,
        .global = GELF_ST_BIND(s.st_info) != STB_LOCAL,
        .absolute = s.st_shndx == SHN_ABS,
    };
    return GM_OK;
}

enum gm_status image_elf_symbols(struct image_elf *e)
{
    struct gm_image *image = e->image;
    if (e->symtab == NULL) {
        return GM_OK;
    }
    image->symbols = base_calloc(&image->allocator, e->symtab_count, sizeof *image->symbols);
    if (image->symbols == NULL) {
        return image_no_memory(e->error, image->name);
    }
    enum gm_status status = GM_OK;
    for (size_t i = 1; i < e->symtab_count && status == GM_OK; i++) {
        status = add_symbol(e, i);
    }
    return status;
}

enum gm_status image_elf_symbol_value(struct image_elf *e, size_t index, uint64_t *value)
{
    GElf_Sym s;
    const char *name;
    bool placed;
    *value = 0;
    if (index == 0) {
        return GM_OK;
    }
    if (index >= e->symtab_count) {
        return image_fail(e->error, GM_BAD_FORMAT, e->image->name, "a relocation names symbol %zu, of %zu", index,
                          e->symtab_count);
    }
    if (gelf_getsym(e->symtab, (int)index, &s) == NULL) {
        return image_elf_failed(e);
    }
    enum gm_status status = symbol_name(e, index, &s, &name);
    if (status == GM_OK && s.st_shndx == SHN_UNDEF) {
        return GELF_ST_BIND(s.st_info) == STB_WEAK ? GM_OK
                                                   : image_fail(e->error, GM_NOT_FOUND, e->image->name,
                                                                "symbol \"%.100s\" is used but not defined", name);
    }
    return status == GM_OK ? symbol_place(e, index, &s, &placed, value) : status;
}
