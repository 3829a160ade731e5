/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an ELF file must be before libelf sees it.  libelf trusts more than we may: here every table and
 * every section is proven to lie in the file, and together they are no larger than it.
 * Layout: System V ABI, chapters 4 and 5 (64-bit); machine: AAELF64.
 */
#include "image/image.h"

#include "base/bits.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

struct file {
    const uint8_t *data;
    uint64_t size;
    const char *name;
    struct gm_error *error;
    Elf64_Ehdr header;
};

/* The host may be big-endian: fields of the file are read by offset. */
#define FIELD(p, type, member) load_le((p) + offsetof(type, member), sizeof(((type *)0)->member))

static bool inside(const struct file *f, uint64_t offset, uint64_t size)
{
    return offset <= f->size && size <= f->size - offset;
}

static enum gm_status check_ident(struct file *f)
{
    if (f->size == 0) {
        return image_fail(f->error, GM_TRUNCATED, f->name, "the file is empty");
    }
    if (memcmp(f->data, ELFMAG, f->size < SELFMAG ? f->size : SELFMAG) != 0) {
        return image_fail(f->error, GM_BAD_FORMAT, f->name, "not an ELF file (a flat binary needs its address)");
    }
    if (f->size < sizeof(Elf64_Ehdr)) {
        return image_fail(f->error, GM_TRUNCATED, f->name,
                          "file is truncated: the ELF header ends at %zu, file has %" PRIu64, sizeof(Elf64_Ehdr),
                          f->size);
    }
    if (f->data[EI_CLASS] != ELFCLASS64 || f->data[EI_DATA] != ELFDATA2LSB || f->data[EI_VERSION] != EV_CURRENT) {
        return image_fail(f->error, GM_UNSUPPORTED, f->name, "not a 64-bit little-endian ELF file of version 1");
    }
    return GM_OK;
}

static enum gm_status check_header(struct file *f)
{
    enum gm_status status = check_ident(f);
    if (status != GM_OK) {
        return status;
    }
    Elf64_Ehdr *h = &f->header;
    h->e_type = (uint16_t)FIELD(f->data, Elf64_Ehdr, e_type);
    h->e_machine = (uint16_t)FIELD(f->data, Elf64_Ehdr, e_machine);
    h->e_phoff = FIELD(f->data, Elf64_Ehdr, e_phoff);
    h->e_shoff = FIELD(f->data, Elf64_Ehdr, e_shoff);
    h->e_phentsize = (uint16_t)FIELD(f->data, Elf64_Ehdr, e_phentsize);
    h->e_phnum = (uint16_t)FIELD(f->data, Elf64_Ehdr, e_phnum);
    h->e_shentsize = (uint16_t)FIELD(f->data, Elf64_Ehdr, e_shentsize);
    h->e_shnum = (uint16_t)FIELD(f->data, Elf64_Ehdr, e_shnum);
    h->e_shstrndx = (uint16_t)FIELD(f->data, Elf64_Ehdr, e_shstrndx);
    if (h->e_machine != EM_AARCH64) {
        return image_fail(f->error, GM_UNSUPPORTED, f->name, "made for machine %u, not for AArch64 (%u)", h->e_machine,
                          EM_AARCH64);
    }
    if (h->e_type != ET_REL && h->e_type != ET_EXEC && h->e_type != ET_DYN) {
        return image_fail(f->error, GM_UNSUPPORTED, f->name, "ELF type %u is neither executable nor relocatable",
                          h->e_type);
    }
    if (h->e_phnum == PN_XNUM || (h->e_shnum == 0 && h->e_shoff != 0) || h->e_shstrndx == SHN_XINDEX) {
        return image_fail(f->error, GM_UNSUPPORTED, f->name, "more than 65279 headers are not supported");
    }
    if ((h->e_phnum > 0 && h->e_phentsize != sizeof(Elf64_Phdr)) ||
        (h->e_shnum > 0 && h->e_shentsize != sizeof(Elf64_Shdr))) {
        return image_fail(f->error, GM_BAD_FORMAT, f->name,
                          "program or section headers have an unexpected size (%u, %u)", h->e_phentsize,
                          h->e_shentsize);
    }
    return GM_OK;
}

static enum gm_status check_segments(struct file *f)
{
    const Elf64_Ehdr *h = &f->header;
    uint64_t bytes = (uint64_t)h->e_phnum * sizeof(Elf64_Phdr), total = 0;
    if (!inside(f, h->e_phoff, bytes)) {
        return image_fail(f->error, GM_TRUNCATED, f->name,
                          "file is truncated: %u program headers start at %" PRIu64 ", file has %" PRIu64, h->e_phnum,
                          h->e_phoff, f->size);
    }
    for (unsigned i = 0; i < h->e_phnum; i++) {
        const uint8_t *p = f->data + h->e_phoff + i * sizeof(Elf64_Phdr);
        if (FIELD(p, Elf64_Phdr, p_type) != PT_LOAD) {
            continue;
        }
        uint64_t offset = FIELD(p, Elf64_Phdr, p_offset), size = FIELD(p, Elf64_Phdr, p_filesz);
        if (!inside(f, offset, size)) {
            return image_fail(f->error, GM_TRUNCATED, f->name,
                              "file is truncated: segment %u has 0x%" PRIx64 " bytes at 0x%" PRIx64
                              ", file has 0x%" PRIx64,
                              i, size, offset, f->size);
        }
        total += size;
        if (size > FIELD(p, Elf64_Phdr, p_memsz)) {
            return image_fail(f->error, GM_BAD_FORMAT, f->name, "segment %u is larger in the file than in memory", i);
        }
        /* Each is copied; linkers may share a page between two, never more. */
        if (total > 2 * f->size) {
            return image_fail(f->error, GM_BAD_FORMAT, f->name, "its segments use the same bytes again and again");
        }
    }
    return GM_OK;
}

/* Section i's own header field. */
static uint64_t section_type(const struct file *f, uint64_t i)
{
    return FIELD(f->data + f->header.e_shoff + i * sizeof(Elf64_Shdr), Elf64_Shdr, sh_type);
}

/* Tables of records: their size and what they link to. */
static enum gm_status check_table(const struct file *f, unsigned i, const uint8_t *s)
{
    uint64_t type = FIELD(s, Elf64_Shdr, sh_type), size = FIELD(s, Elf64_Shdr, sh_size);
    bool symbols = type == SHT_SYMTAB || type == SHT_DYNSYM;
    uint64_t want = symbols ? sizeof(Elf64_Sym) : type == SHT_RELA ? sizeof(Elf64_Rela) : 0;
    if (want == 0) {
        return GM_OK;
    }
    if (FIELD(s, Elf64_Shdr, sh_entsize) != want || size % want != 0) {
        return image_fail(f->error, GM_BAD_FORMAT, f->name,
                          "section %u: its entries have %" PRIu64 " bytes (%" PRIu64 " expected), its size is %" PRIu64,
                          i, FIELD(s, Elf64_Shdr, sh_entsize), want, size);
    }
    uint64_t link = FIELD(s, Elf64_Shdr, sh_link);
    if (link >= f->header.e_shnum || (symbols && section_type(f, link) != SHT_STRTAB)) {
        return image_fail(f->error, GM_BAD_FORMAT, f->name,
                          "section %u: linked section %" PRIu64 " is not a string table", i, link);
    }
    return GM_OK;
}

static enum gm_status check_section(const struct file *f, unsigned i, const uint8_t *s, uint64_t *total)
{
    uint64_t type = FIELD(s, Elf64_Shdr, sh_type), align = FIELD(s, Elf64_Shdr, sh_addralign);
    uint64_t offset = FIELD(s, Elf64_Shdr, sh_offset), size = FIELD(s, Elf64_Shdr, sh_size);
    if (type == SHT_NULL) {
        return GM_OK;
    }
    if (align > (UINT64_C(1) << 31) || (align & (align - 1)) != 0) {
        return image_fail(f->error, GM_BAD_FORMAT, f->name,
                          "section %u: alignment 0x%" PRIx64 " is not a power of two below 4 GiB", i, align);
    }
    if (type == SHT_NOBITS) {
        return GM_OK;
    }
    if (!inside(f, offset, size)) {
        return image_fail(f->error, GM_TRUNCATED, f->name,
                          "file is truncated: section %u has 0x%" PRIx64 " bytes at 0x%" PRIx64 ", file has 0x%" PRIx64,
                          i, size, offset, f->size);
    }
    /* "No byte in a file resides in more than one section", says the ABI: the copies are bounded. */
    *total += size;
    if (*total > f->size) {
        return image_fail(f->error, GM_BAD_FORMAT, f->name, "its sections overlap each other in the file");
    }
    return check_table(f, i, s);
}

static enum gm_status check_names(const struct file *f)
{
    const Elf64_Ehdr *h = &f->header;
    if (h->e_shstrndx >= h->e_shnum || section_type(f, h->e_shstrndx) != SHT_STRTAB) {
        return image_fail(f->error, GM_BAD_FORMAT, f->name, "section %u does not hold the section names",
                          h->e_shstrndx);
    }
    const uint8_t *table = f->data + h->e_shoff;
    uint64_t size = FIELD(table + h->e_shstrndx * sizeof(Elf64_Shdr), Elf64_Shdr, sh_size);
    for (unsigned i = 0; i < h->e_shnum; i++) {
        uint64_t name = FIELD(table + i * sizeof(Elf64_Shdr), Elf64_Shdr, sh_name);
        if (name >= size && name != 0) {
            return image_fail(f->error, GM_BAD_FORMAT, f->name, "section %u: its name is outside the table of names",
                              i);
        }
    }
    return GM_OK;
}

enum gm_status image_elf_check(const uint8_t *data, size_t size, const char *name, struct gm_error *error)
{
    struct file f = {.data = data, .size = size, .name = name, .error = error};
    enum gm_status status = check_header(&f);
    if (status == GM_OK) {
        status = check_segments(&f);
    }
    if (status != GM_OK || f.header.e_shnum == 0) {
        return status;
    }
    uint64_t total = 0, bytes = (uint64_t)f.header.e_shnum * sizeof(Elf64_Shdr);
    if (!inside(&f, f.header.e_shoff, bytes)) {
        return image_fail(error, GM_TRUNCATED, name,
                          "file is truncated: %u section headers start at %" PRIu64 ", file has %" PRIu64,
                          f.header.e_shnum, f.header.e_shoff, f.size);
    }
    for (unsigned i = 0; i < f.header.e_shnum && status == GM_OK; i++) {
        status = check_section(&f, i, data + f.header.e_shoff + i * sizeof(Elf64_Shdr), &total);
    }
    return status == GM_OK ? check_names(&f) : status;
}
