/* SPDX-License-Identifier: Apache-2.0 */
/* What the ELF files of this room share; the only users of libelf. */
#ifndef IMAGE_ELF_H
#define IMAGE_ELF_H

#include "image/image.h"

#include <gelf.h>

struct image_elf {
    struct gm_image *image;
    struct gm_error *error;
    Elf *elf;
    GElf_Ehdr header;
    uint64_t base;
    uint8_t *data;    /* the file */
    Elf_Data *symtab; /* NULL: none */
    size_t symtab_count, symtab_names_size;
};

/* elf_sections.c: fills image->sections (addresses as in the file) and their names. */
enum gm_status image_elf_sections(struct image_elf *e);
/* elf_symbols.c: finds the symbol table and copies its strings; then, when sections have addresses, the symbols. */
enum gm_status image_elf_symtab(struct image_elf *e);
enum gm_status image_elf_symbols(struct image_elf *e);
/* Entry `index` of the symbol table and its address; *defined false for undefined weak ones (address 0). */
enum gm_status image_elf_symbol_value(struct image_elf *e, size_t index, uint64_t *value);
/* layout.c: gives the sections of a relocatable file addresses and makes them segments. */
enum gm_status image_elf_layout(struct image_elf *e);
/* reloc.c: applies the relocations of a relocatable file, or R_AARCH64_RELATIVE of an executable. */
enum gm_status image_elf_relocate(struct image_elf *e);
/* GM_BAD_FORMAT with libelf's own words. */
enum gm_status image_elf_failed(struct image_elf *e);

#endif
