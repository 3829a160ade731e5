/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Static keys.  Without CONFIG_JUMP_LABEL a key is a counter in memory.  With it, every use is also a record of
 * __jump_table, 16 bytes { s32 code - here, s32 target - here, s64 key - here; the key's low bits are flags }, and its
 * site is a NOP or a B (Linux include/linux/jump_label.h, kernel/jump_label.c).
 */
#include "image/image.h"

#include "base/bits.h"

#include <inttypes.h>

enum { RECORD = 16, FLAGS = 3, BRANCH = 1 };
#define MAX_SITES (UINT64_C(1) << 20)
#define NOP       0xd503201fu
#define B         0x14000000u

struct table {
    uint64_t start, size;
};

struct site {
    uint64_t code, target;
    bool branch; /* it is a B while the key is off */
};

static struct table find_table(const struct gm_image *image)
{
    struct gm_image_symbol first, end;
    if (gm_image_symbol(image, "__start___jump_table", &first, NULL) != GM_OK ||
        gm_image_symbol(image, "__stop___jump_table", &end, NULL) != GM_OK) {
        return (struct table){0};
    }
    return (struct table){.start = first.address, .size = end.address - first.address};
}

bool image_has_jump_table(const struct gm_image *image)
{
    return find_table(image).size != 0;
}

/* Whether record i is a site of the key. */
static bool site_of(const struct gm_image *image, const struct table *table, uint64_t i, uint64_t key,
                    struct site *site)
{
    uint64_t at = table->start + i * RECORD;
    const uint8_t *p = image_bytes(image, at, RECORD);
    uint64_t raw = at + 8 + load_le(p + 8, 8);
    if ((raw & ~(uint64_t)FLAGS) != key) {
        return false;
    }
    *site = (struct site){
        .code = at + (uint64_t)sext(load_le(p, 4), 32),
        .target = at + 4 + (uint64_t)sext(load_le(p + 4, 4), 32),
        .branch = (raw & BRANCH) != 0,
    };
    return true;
}

static bool site_valid(const struct gm_image *image, const struct site *site)
{
    uint64_t offset = site->target - site->code;
    return site->code % 4 == 0 && image_bytes(image, site->code, 4) != NULL && offset % 4 == 0 &&
           (uint64_t)sext(offset, 28) == offset;
}

enum gm_status image_key_prepare(struct gm_image *image, uint64_t address, struct gm_error *error)
{
    enum gm_status status = image_materialise(image, address, 4, error);
    struct table table = find_table(image);
    if (status != GM_OK || table.size == 0) {
        return status;
    }
    if (table.size % RECORD != 0 || table.size / RECORD > MAX_SITES ||
        image_bytes(image, table.start, table.size) == NULL) {
        return image_fail(error, GM_BAD_FORMAT, image->name,
                          "the jump table, 0x%" PRIx64 " bytes at 0x%" PRIx64
                          ", is outside the image or not made of records",
                          table.size, table.start);
    }
    for (uint64_t i = 0; i < table.size / RECORD; i++) {
        struct site site;
        if (site_of(image, &table, i, address, &site) && !site_valid(image, &site)) {
            return image_fail(error, GM_BAD_FORMAT, image->name,
                              "jump table record %" PRIu64 ": a site at 0x%" PRIx64 " that cannot branch to 0x%" PRIx64,
                              i, site.code, site.target);
        }
    }
    return GM_OK;
}

size_t image_key_commit(struct gm_image *image, uint64_t address, bool on)
{
    size_t changed = 0;
    struct table table = find_table(image);
    store_le(image_bytes(image, address, 4), 4, on ? 1 : 0);
    for (uint64_t i = 0; i < table.size / RECORD; i++) {
        struct site site;
        if (!site_of(image, &table, i, address, &site)) {
            continue;
        }
        uint8_t *code = image_bytes(image, site.code, 4);
        uint32_t jump = B | (uint32_t)bits((site.target - site.code) >> 2, 25, 0);
        uint32_t word = on != site.branch ? jump : NOP;
        changed += load_le(code, 4) != word ? 1 : 0;
        store_le(code, 4, word);
    }
    return changed;
}

enum gm_status gm_image_set_key_at(struct gm_image *image, uint64_t address, bool on, size_t *sites,
                                   struct gm_error *error)
{
    enum gm_status status = image_key_prepare(image, address, error);
    if (status == GM_OK) {
        size_t changed = image_key_commit(image, address, on);
        if (sites != NULL) {
            *sites = changed;
        }
    }
    return status;
}

enum gm_status gm_image_set_key(struct gm_image *image, const char *name, bool on, size_t *sites,
                                struct gm_error *error)
{
    struct gm_image_symbol symbol;
    enum gm_status status = gm_image_symbol(image, name, &symbol, error);
    return status == GM_OK ? gm_image_set_key_at(image, symbol.address, on, sites, error) : status;
}
