/* SPDX-License-Identifier: Apache-2.0 */
/* The relocations that GNU as and gcc emit for small programs (AAELF64, "Static AArch64 relocations"). */
#include "image/elf.h"

#include "base/bits.h"

#include <inttypes.h>

enum calculation { ABSOLUTE, RELATIVE, PAGE_RELATIVE }; /* S+A, S+A-P, Page(S+A)-Page(P) */

struct row {
    uint16_t type;
    uint8_t calculation;
    uint8_t bytes;      /* that are rewritten: 2, 4, 8 */
    uint8_t low, width; /* the field of the instruction; width 0: data */
    uint8_t drop; /* low bits of the value that the field does not hold; they must be 0 for branches and scaled loads */
    uint8_t range; /* the value must fit into so many bits, 0: no check */
    uint8_t check; /* SIGNED, UNSIGNED or EITHER for range; see below */
};
enum { SIGNED = 1, UNSIGNED = 2, EITHER = 3, ALIGNED = 4, LOW12 = 8, ADR = 16 };

static const struct row rows[] = {
    {R_AARCH64_ABS64, ABSOLUTE, 8, 0, 0, 0, 0, 0},
    {R_AARCH64_ABS32, ABSOLUTE, 4, 0, 0, 0, 32, EITHER},
    {R_AARCH64_ABS16, ABSOLUTE, 2, 0, 0, 0, 16, EITHER},
    {R_AARCH64_PREL64, RELATIVE, 8, 0, 0, 0, 0, 0},
    {R_AARCH64_PREL32, RELATIVE, 4, 0, 0, 0, 32, EITHER},
    {R_AARCH64_PREL16, RELATIVE, 2, 0, 0, 0, 16, EITHER},
    {R_AARCH64_MOVW_UABS_G0, ABSOLUTE, 4, 5, 16, 0, 16, UNSIGNED},
    {R_AARCH64_MOVW_UABS_G0_NC, ABSOLUTE, 4, 5, 16, 0, 0, 0},
    {R_AARCH64_MOVW_UABS_G1, ABSOLUTE, 4, 5, 16, 16, 32, UNSIGNED},
    {R_AARCH64_MOVW_UABS_G1_NC, ABSOLUTE, 4, 5, 16, 16, 0, 0},
    {R_AARCH64_MOVW_UABS_G2, ABSOLUTE, 4, 5, 16, 32, 48, UNSIGNED},
    {R_AARCH64_MOVW_UABS_G2_NC, ABSOLUTE, 4, 5, 16, 32, 0, 0},
    {R_AARCH64_MOVW_UABS_G3, ABSOLUTE, 4, 5, 16, 48, 0, 0},
    {R_AARCH64_LD_PREL_LO19, RELATIVE, 4, 5, 19, 2, 21, SIGNED | ALIGNED},
    {R_AARCH64_ADR_PREL_LO21, RELATIVE, 4, 0, 21, 0, 21, SIGNED | ADR},
    {R_AARCH64_ADR_PREL_PG_HI21, PAGE_RELATIVE, 4, 0, 21, 12, 33, SIGNED | ADR},
    {R_AARCH64_ADR_PREL_PG_HI21_NC, PAGE_RELATIVE, 4, 0, 21, 12, 0, ADR},
    {R_AARCH64_ADD_ABS_LO12_NC, ABSOLUTE, 4, 10, 12, 0, 0, LOW12},
    {R_AARCH64_LDST8_ABS_LO12_NC, ABSOLUTE, 4, 10, 12, 0, 0, LOW12},
    {R_AARCH64_LDST16_ABS_LO12_NC, ABSOLUTE, 4, 10, 12, 1, 0, LOW12 | ALIGNED},
    {R_AARCH64_LDST32_ABS_LO12_NC, ABSOLUTE, 4, 10, 12, 2, 0, LOW12 | ALIGNED},
    {R_AARCH64_LDST64_ABS_LO12_NC, ABSOLUTE, 4, 10, 12, 3, 0, LOW12 | ALIGNED},
    {R_AARCH64_LDST128_ABS_LO12_NC, ABSOLUTE, 4, 10, 12, 4, 0, LOW12 | ALIGNED},
    {R_AARCH64_TSTBR14, RELATIVE, 4, 5, 14, 2, 16, SIGNED | ALIGNED},
    {R_AARCH64_CONDBR19, RELATIVE, 4, 5, 19, 2, 21, SIGNED | ALIGNED},
    {R_AARCH64_JUMP26, RELATIVE, 4, 0, 26, 2, 28, SIGNED | ALIGNED},
    {R_AARCH64_CALL26, RELATIVE, 4, 0, 26, 2, 28, SIGNED | ALIGNED},
};

static const struct row *row_of(uint32_t type)
{
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        if (rows[i].type == type) {
            return &rows[i];
        }
    }
    return NULL;
}

static bool fits(const struct row *row, uint64_t value)
{
    if ((row->check & ALIGNED) != 0 && (value & mask64(row->drop)) != 0) {
        return false;
    }
    if (row->range == 0) {
        return true;
    }
    bool as_signed = (uint64_t)sext(value, row->range) == value;
    bool as_unsigned = (value & ~mask64(row->range)) == 0;
    return ((row->check & SIGNED) != 0 && as_signed) || ((row->check & UNSIGNED) != 0 && as_unsigned);
}

static void store(const struct row *row, uint8_t *at, uint64_t value)
{
    if (row->width == 0) {
        store_le(at, row->bytes, value);
        return;
    }
    uint64_t word = load_le(at, 4), field = (value >> row->drop) & mask64(row->width);
    if ((row->check & ADR) != 0) {
        /* immlo is <30:29>, immhi <23:5> (DDI 0487, ADR). */
        word = set_bits(set_bits(word, 30, 29, field), 23, 5, field >> 2);
    } else {
        word = set_bits(word, row->low + row->width - 1u, row->low, field);
    }
    store_le(at, 4, word);
}

static uint64_t calculate(const struct row *row, uint64_t target, uint64_t place)
{
    switch ((enum calculation)row->calculation) {
    case RELATIVE:
        return target - place;
    case PAGE_RELATIVE:
        return (target & ~mask64(12)) - (place & ~mask64(12));
    case ABSOLUTE:
        break;
    }
    return (row->check & LOW12) != 0 ? target & mask64(12) : target;
}

static enum gm_status apply(struct image_elf *e, const struct image_section *section, const GElf_Rela *r)
{
    uint32_t type = (uint32_t)GELF_R_TYPE(r->r_info);
    uint64_t symbol;
    if (type == R_AARCH64_NONE || type == 256) { /* 256: the withdrawn number of R_AARCH64_NONE */
        return GM_OK;
    }
    const struct row *row = row_of(type);
    if (row == NULL) {
        return image_fail(e->error, GM_UNSUPPORTED, e->image->name,
                          "%.40s+0x%" PRIx64 ": relocation type %u is not supported", section->name, r->r_offset, type);
    }
    uint8_t *at = r->r_offset < section->size && row->bytes <= section->size - r->r_offset
                      ? image_bytes(e->image, section->address + r->r_offset, row->bytes)
                      : NULL;
    if (at == NULL) {
        return image_fail(e->error, GM_BAD_FORMAT, e->image->name,
                          "%.40s+0x%" PRIx64 ": a relocation outside its section", section->name, r->r_offset);
    }
    enum gm_status status = image_elf_symbol_value(e, (size_t)GELF_R_SYM(r->r_info), &symbol);
    if (status != GM_OK) {
        return status;
    }
    uint64_t value = calculate(row, symbol + (uint64_t)r->r_addend, section->address + r->r_offset);
    if (!fits(row, value)) {
        return image_fail(e->error, GM_BAD_FORMAT, e->image->name,
                          "%.40s+0x%" PRIx64 ": relocation type %u cannot hold 0x%" PRIx64, section->name, r->r_offset,
                          type, value);
    }
    store(row, at, value);
    return GM_OK;
}

/* An executable: with the image at its own addresses, the base of R_AARCH64_RELATIVE is 0.  RELR needs nothing then:
 * its addends are in place.  Relocations of other kinds are a dynamic linker's. */
static enum gm_status apply_dynamic(struct image_elf *e, const GElf_Rela *r)
{
    if (GELF_R_TYPE(r->r_info) != R_AARCH64_RELATIVE) {
        return GM_OK;
    }
    uint8_t *at = image_bytes(e->image, r->r_offset, 8);
    if (at == NULL) {
        return image_fail(e->error, GM_BAD_FORMAT, e->image->name,
                          "a relocation at 0x%" PRIx64 ", where the file has nothing", r->r_offset);
    }
    store_le(at, 8, (uint64_t)r->r_addend);
    return GM_OK;
}

static enum gm_status relocate_section(struct image_elf *e, size_t index)
{
    struct gm_image *image = e->image;
    GElf_Shdr header;
    Elf_Scn *scn = elf_getscn(e->elf, index);
    bool linking = e->header.e_type == ET_REL;
    if (scn == NULL || gelf_getshdr(scn, &header) == NULL) {
        return image_elf_failed(e);
    }
    if (linking && header.sh_info >= image->section_count) {
        return image_fail(e->error, GM_BAD_FORMAT, image->name,
                          "section %zu relocates section %u, which does not exist", index, header.sh_info);
    }
    const struct image_section *target = &image->sections[linking ? header.sh_info : index];
    if ((target->flags & SHF_ALLOC) == 0 || header.sh_size == 0) {
        return GM_OK;
    }
    Elf_Data *data = elf_getdata(scn, NULL);
    if (data == NULL) {
        return image_elf_failed(e);
    }
    enum gm_status status = GM_OK;
    for (size_t i = 0; i < header.sh_size / header.sh_entsize && status == GM_OK; i++) {
        GElf_Rela r;
        if (gelf_getrela(data, (int)i, &r) == NULL) {
            return image_elf_failed(e);
        }
        status = linking ? apply(e, target, &r) : apply_dynamic(e, &r);
    }
    return status;
}

enum gm_status image_elf_relocate(struct image_elf *e)
{
    enum gm_status status = GM_OK;
    for (size_t i = 0; i < e->image->section_count && status == GM_OK; i++) {
        if (e->image->sections[i].type == SHT_RELA) {
            status = relocate_section(e, i);
        }
    }
    return status;
}
