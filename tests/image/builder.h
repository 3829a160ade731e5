/* SPDX-License-Identifier: Apache-2.0 */
/* A small static executable made byte by byte, for tests that then damage it. */
#ifndef TESTS_IMAGE_BUILDER_H
#define TESTS_IMAGE_BUILDER_H

#include "base/bits.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

/* Where everything is in the file; one PT_LOAD maps file bytes 0x100.. to TEXT.. */
enum {
    B_PHDR = 0x40,
    B_TEXT = 0x100, /* file offset */
    B_ALT = 0x200,
    B_KEY = 0x240, /* struct static_key, then bitmap */
    B_JUMP = 0x260,
    B_NOTE = 0x280, /* a section that is not loaded */
    B_SYMTAB = 0x300,
    B_SYMBOLS = 14,
    B_STRTAB = 0x480,
    B_SHSTRTAB = 0x580,
    B_SHDR = 0x600,
    B_SECTIONS = 7,
    B_SIZE = B_SHDR + B_SECTIONS * 64,
    B_LOAD_FILE = 0x180, /* bytes loaded from the file: text, alternatives, keys, jump table */
    B_LOAD_MEMORY = 0x1180,
};
#define B_ADDRESS    UINT64_C(0x80000)
#define B_AT(offset) (B_ADDRESS + (offset)-B_TEXT)

static inline void b_section(uint8_t *f, unsigned index, uint32_t name, uint32_t type, uint64_t flags, uint64_t address,
                             uint64_t offset, uint64_t size, uint32_t link, uint32_t info, uint64_t entry)
{
    uint8_t *s = f + B_SHDR + index * 64;
    store_le(s, 4, name);
    store_le(s + 4, 4, type);
    store_le(s + 8, 8, flags);
    store_le(s + 16, 8, address);
    store_le(s + 24, 8, offset);
    store_le(s + 32, 8, size);
    store_le(s + 40, 4, link);
    store_le(s + 44, 4, info);
    store_le(s + 48, 8, 8);
    store_le(s + 56, 8, entry);
}

static inline void b_symbol(uint8_t *f, unsigned index, char *strings, size_t *used, const char *name, unsigned info,
                            unsigned section, uint64_t value, uint64_t size)
{
    uint8_t *s = f + B_SYMTAB + index * 24;
    store_le(s, 4, *used);
    s[4] = (uint8_t)info;
    store_le(s + 6, 2, section);
    store_le(s + 8, 8, value);
    store_le(s + 16, 8, size);
    strcpy(strings + *used, name);
    *used += strlen(name) + 1;
}

static inline void b_alternative(uint8_t *f, unsigned index, uint64_t original, uint64_t replacement,
                                 unsigned capability, unsigned original_size, unsigned replacement_size)
{
    uint8_t *r = f + B_ALT + index * 12;
    uint64_t at = B_AT(B_ALT + index * 12);
    store_le(r, 4, original - at);
    store_le(r + 4, 4, replacement - (at + 4));
    store_le(r + 8, 2, capability);
    r[10] = (uint8_t)original_size;
    r[11] = (uint8_t)replacement_size;
}

/*
 * text: start: 8 NOPs; replacement at +0x40: b start, mov; callback at +0x60.  Two alternatives: capability 5 replaces
 * start+4..start+15 (12 bytes by 8), capability 6 is a callback for start+16.  One jump table record for `key`.
 */
static inline uint8_t *b_build(void)
{
    uint8_t *f = calloc(1, B_SIZE);
    static const uint8_t ident[] = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT};
    memcpy(f, ident, sizeof ident);
    store_le(f + 16, 2, ET_EXEC);
    store_le(f + 18, 2, EM_AARCH64);
    store_le(f + 20, 4, 1);
    store_le(f + 24, 8, B_ADDRESS);
    store_le(f + 32, 8, B_PHDR);
    store_le(f + 40, 8, B_SHDR);
    store_le(f + 52, 2, 64);
    store_le(f + 54, 2, 56);
    store_le(f + 56, 2, 1);
    store_le(f + 58, 2, 64);
    store_le(f + 60, 2, B_SECTIONS);
    store_le(f + 62, 2, 6);
    uint8_t *p = f + B_PHDR;
    store_le(p, 4, PT_LOAD);
    store_le(p + 4, 4, PF_R | PF_X);
    store_le(p + 8, 8, B_TEXT);
    store_le(p + 16, 8, B_ADDRESS);
    store_le(p + 24, 8, B_ADDRESS);
    store_le(p + 32, 8, B_LOAD_FILE);
    store_le(p + 40, 8, B_LOAD_MEMORY);
    for (unsigned i = 0; i < 32; i++) {
        store_le(f + B_TEXT + 4 * i, 4, 0xd503201f);
    }
    store_le(f + B_TEXT + 0x40, 4, 0x14000000 | (((uint32_t)-0x10) & 0x3ffffff)); /* b start */
    store_le(f + B_TEXT + 0x44, 4, 0xd2800020);                                   /* mov x0, #1 */
    store_le(f + B_TEXT + 0x48, 4, 0xd65f03c0);                                   /* ret, not in the replacement */
    b_alternative(f, 0, B_ADDRESS + 4, B_ADDRESS + 0x40, 5, 12, 8);
    b_alternative(f, 1, B_ADDRESS + 16, B_ADDRESS + 0x60, 0x8006, 4, 0);
    store_le(f + B_JUMP, 4, B_ADDRESS + 28 - B_AT(B_JUMP));
    store_le(f + B_JUMP + 4, 4, B_ADDRESS + 0x40 - B_AT(B_JUMP + 4));
    store_le(f + B_JUMP + 8, 8, B_AT(B_KEY) - B_AT(B_JUMP + 8));
    memcpy(f + B_NOTE, "hello", 5);
    char *strings = (char *)f + B_STRTAB;
    size_t used = 1;
    unsigned function = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), object = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);
    b_symbol(f, 1, strings, &used, "start", function, 1, B_ADDRESS, 64);
    b_symbol(f, 2, strings, &used, "$x", STT_NOTYPE, 1, B_ADDRESS, 0);
    b_symbol(f, 3, strings, &used, "callback", ELF64_ST_INFO(STB_LOCAL, STT_FUNC), 1, B_ADDRESS + 0x60, 4);
    b_symbol(f, 4, strings, &used, "key", object, 1, B_AT(B_KEY), 16);
    b_symbol(f, 5, strings, &used, "cpu_hwcaps", object, 1, B_AT(B_KEY) + 16, 8);
    b_symbol(f, 6, strings, &used, "__start___jump_table", STT_NOTYPE, 1, B_AT(B_JUMP), 0);
    b_symbol(f, 7, strings, &used, "__stop___jump_table", STT_NOTYPE, 1, B_AT(B_JUMP + 16), 0);
    b_symbol(f, 8, strings, &used, "here", ELF64_ST_INFO(STB_LOCAL, STT_NOTYPE), 1, B_ADDRESS, 0);
    b_symbol(f, 9, strings, &used, "twice", ELF64_ST_INFO(STB_LOCAL, STT_FUNC), 1, B_ADDRESS + 0x20, 0);
    b_symbol(f, 10, strings, &used, "twice", function, 1, B_ADDRESS + 0x30, 0);
    b_symbol(f, 11, strings, &used, "number", ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE), SHN_ABS, 0x80008, 0);
    b_symbol(f, 12, strings, &used, "there", ELF64_ST_INFO(STB_LOCAL, STT_NOTYPE), 1, B_ADDRESS + 0x38, 0);
    b_symbol(f, 13, strings, &used, "number2", ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE), SHN_ABS, 0x80038, 0);
    static const char names[] = "\0.text\0.altinstructions\0.own\0.symtab\0.strtab\0.shstrtab";
    memcpy(f + B_SHSTRTAB, names, sizeof names);
    b_section(f, 1, 1, SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, B_ADDRESS, B_TEXT, 0x80, 0, 0, 0);
    b_section(f, 2, 7, SHT_PROGBITS, SHF_ALLOC, B_AT(B_ALT), B_ALT, 24, 0, 0, 0);
    b_section(f, 3, 24, SHT_PROGBITS, 0, 0, B_NOTE, 5, 0, 0, 0);
    b_section(f, 4, 29, SHT_SYMTAB, 0, 0, B_SYMTAB, B_SYMBOLS * 24, 5, 1, 24);
    b_section(f, 5, 37, SHT_STRTAB, 0, 0, B_STRTAB, used, 0, 0, 0);
    b_section(f, 6, 45, SHT_STRTAB, 0, 0, B_SHSTRTAB, sizeof names, 0, 0, 0);
    return f;
}

#endif
