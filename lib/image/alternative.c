/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of alternatives: records of 12 bytes { s32 original - here, s32 replacement - here, u16 capability,
 * u8 original length, u8 replacement length }, offsets relative to their own field.
 * Facts: kernel-images.md; Linux 6.1 arch/arm64/include/asm/alternative.h, alternative-macros.h.
 */
#include "image/image.h"

#include "base/bits.h"

#include <inttypes.h>

#define RECORD       12
#define CALLBACK_BIT 0x8000u
/* A large distribution kernel has some 30,000 records. */
#define MAX_RECORDS (UINT64_C(1) << 20)

static bool find_table(const struct gm_image *image, uint64_t *start, uint64_t *size)
{
    struct gm_image_symbol first, end;
    struct gm_image_section section;
    if (gm_image_symbol(image, "__alt_instructions", &first, NULL) == GM_OK &&
        gm_image_symbol(image, "__alt_instructions_end", &end, NULL) == GM_OK) {
        *start = first.address;
        *size = end.address - first.address;
        return *size != 0;
    }
    if (!gm_image_section(image, ".altinstructions", &section) || !section.loaded) {
        return false;
    }
    *start = section.address;
    *size = section.size;
    return *size != 0;
}

static void decode(const uint8_t *p, uint64_t at, struct gm_image_alternative *a)
{
    uint16_t capability = (uint16_t)load_le(p + 8, 2);
    *a = (struct gm_image_alternative){
        .original = at + (uint64_t)sext(load_le(p, 4), 32),
        .replacement = at + 4 + (uint64_t)sext(load_le(p + 4, 4), 32),
        .original_size = p[10],
        .replacement_size = p[11],
        .capability = capability & (uint16_t)~CALLBACK_BIT,
    };
    /* Up to 6.0 a callback has the capability one past the last, and no replacement; objtool tells it by that too. */
    a->always = (capability & CALLBACK_BIT) == 0 && a->replacement_size == 0 && a->original_size != 0;
    a->callback = (capability & CALLBACK_BIT) != 0 || a->always;
}

static enum gm_status check(const struct gm_image *image, size_t index, const struct gm_image_alternative *a,
                            struct gm_error *error)
{
    if (a->original_size % 4 != 0 || a->replacement_size % 4 != 0 || a->original % 4 != 0 || a->replacement % 4 != 0) {
        return image_fail(error, GM_BAD_FORMAT, image->name, "alternative %zu: not made of whole instructions", index);
    }
    if (image_bytes(image, a->original, a->original_size) == NULL) {
        return image_fail(error, GM_BAD_FORMAT, image->name,
                          "alternative %zu: its original, %u bytes at 0x%" PRIx64 ", is outside the image", index,
                          a->original_size, a->original);
    }
    /* A callback is a function, of which at least the first instruction must be there. */
    unsigned size = a->callback ? 4 : a->replacement_size;
    if (image_bytes(image, a->replacement, size) == NULL) {
        return image_fail(error, GM_BAD_FORMAT, image->name,
                          "alternative %zu: its %s at 0x%" PRIx64 " is outside the image", index,
                          a->callback ? "callback" : "replacement", a->replacement);
    }
    if (!a->callback && a->replacement_size > a->original_size) {
        return image_fail(error, GM_BAD_FORMAT, image->name,
                          "alternative %zu: a replacement of %u bytes for an original of %u", index,
                          a->replacement_size, a->original_size);
    }
    return GM_OK;
}

static enum gm_status decode_table(struct gm_image *image, const uint8_t *table, uint64_t start, size_t count,
                                   struct gm_error *error)
{
    for (size_t i = 0; i < count; i++) {
        decode(table + i * RECORD, start + i * RECORD, &image->alternatives[i]);
        enum gm_status status = check(image, i, &image->alternatives[i], error);
        if (status != GM_OK) {
            return status;
        }
    }
    image->alternative_count = count;
    return GM_OK;
}

enum gm_status image_alternatives_decode(struct gm_image *image, struct gm_error *error)
{
    uint64_t start, size;
    if (!find_table(image, &start, &size)) {
        return GM_OK;
    }
    const uint8_t *table = image_bytes(image, start, size);
    if (table == NULL) {
        image->alternative_status = image_fail(
            &image->alternative_error, GM_BAD_FORMAT, image->name,
            "the table of alternatives, 0x%" PRIx64 " bytes at 0x%" PRIx64 ", is outside the image", size, start);
        return GM_OK;
    }
    if (size % RECORD != 0) {
        image->alternative_status =
            image_fail(&image->alternative_error, GM_UNSUPPORTED, image->name,
                       "a table of alternatives of %" PRIu64 " bytes: only records of 12 bytes are supported", size);
        return GM_OK;
    }
    if (size / RECORD > MAX_RECORDS) {
        image->alternative_status =
            image_fail(&image->alternative_error, GM_TOO_LARGE, image->name,
                       "%" PRIu64 " alternatives are more than the limit of %" PRIu64, size / RECORD, MAX_RECORDS);
        return GM_OK;
    }
    size_t count = (size_t)(size / RECORD);
    image->alternatives = base_calloc(&image->allocator, count, sizeof *image->alternatives);
    if (image->alternatives == NULL) {
        return image_no_memory(error, image->name);
    }
    image->alternative_status = decode_table(image, table, start, count, &image->alternative_error);
    return GM_OK;
}

enum gm_status gm_image_alternative_count(const struct gm_image *image, size_t *count, struct gm_error *error)
{
    *count = image->alternative_count;
    if (image->alternative_status != GM_OK && error != NULL) {
        *error = image->alternative_error;
    }
    return image->alternative_status;
}

bool gm_image_alternative(const struct gm_image *image, size_t index, struct gm_image_alternative *alternative)
{
    if (index >= image->alternative_count) {
        return false;
    }
    *alternative = image->alternatives[index];
    return true;
}
