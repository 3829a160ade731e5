/* SPDX-License-Identifier: Apache-2.0 */
/* The image as memory: sorted, disjoint segments with contents first and zeros after. */
#include "image/image.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int by_address(const void *a, const void *b)
{
    uint64_t x = ((const struct image_segment *)a)->address, y = ((const struct image_segment *)b)->address;
    return (x > y) - (x < y);
}

enum gm_status image_segments_check(struct gm_image *image, struct gm_error *error)
{
    struct image_segment *s = image->segments;
    if (image->segment_count == 0) {
        return GM_OK;
    }
    qsort(s, image->segment_count, sizeof *s, by_address);
    for (size_t i = 0; i < image->segment_count; i++) {
        if (s[i].memory_size > UINT64_MAX - s[i].address) {
            return image_fail(error, GM_BAD_FORMAT, image->name,
                              "the segment at 0x%" PRIx64 " with 0x%" PRIx64 " bytes wraps around the address space",
                              s[i].address, s[i].memory_size);
        }
        if (i > 0 && s[i - 1].address + s[i - 1].memory_size > s[i].address) {
            return image_fail(error, GM_BAD_FORMAT, image->name,
                              "the segments at 0x%" PRIx64 " and 0x%" PRIx64 " overlap", s[i - 1].address,
                              s[i].address);
        }
    }
    return GM_OK;
}

struct image_segment *image_segment_of(const struct gm_image *image, uint64_t address)
{
    size_t low = 0, high = image->segment_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (image->segments[middle].address <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == 0) {
        return NULL;
    }
    struct image_segment *s = &image->segments[low - 1];
    return address - s->address < s->memory_size ? s : NULL;
}

uint8_t *image_bytes(const struct gm_image *image, uint64_t address, uint64_t size)
{
    struct image_segment *s = image_segment_of(image, address);
    if (s == NULL) {
        return NULL;
    }
    uint64_t offset = address - s->address;
    return offset <= s->file_size && size <= s->file_size - offset ? s->bytes + offset : NULL;
}

bool image_executable(const struct gm_image *image, uint64_t address)
{
    const struct image_segment *s = image_segment_of(image, address);
    return s != NULL && (s->permissions & GM_IMAGE_X) != 0;
}

enum gm_status image_materialise(struct gm_image *image, uint64_t address, uint64_t size, struct gm_error *error)
{
    struct image_segment *s = image_segment_of(image, address);
    uint64_t offset = s != NULL ? address - s->address : 0;
    if (s == NULL || size > s->memory_size - offset) {
        return image_fail(error, GM_UNMAPPED, image->name, "0x%" PRIx64 " with 0x%" PRIx64 " bytes is not in the image",
                          address, size);
    }
    uint64_t end = offset + size;
    if (end <= s->file_size) {
        return GM_OK;
    }
    if (end - s->file_size > IMAGE_MAX_GROWTH || end > SIZE_MAX) {
        return image_fail(error, GM_TOO_LARGE, image->name,
                          "0x%" PRIx64 " is too far into the zero-filled memory of its segment", address);
    }
    uint8_t *bytes = base_resize(&image->allocator, s->bytes, (size_t)end, 1);
    if (bytes == NULL) {
        return image_no_memory(error, image->name);
    }
    memset(bytes + s->file_size, 0, (size_t)(end - s->file_size));
    s->bytes = bytes;
    s->file_size = end;
    return GM_OK;
}

size_t gm_image_segment_count(const struct gm_image *image)
{
    return image->segment_count;
}

bool gm_image_segment(const struct gm_image *image, size_t index, struct gm_image_segment *segment)
{
    if (index >= image->segment_count) {
        return false;
    }
    const struct image_segment *s = &image->segments[index];
    *segment = (struct gm_image_segment){
        .address = s->address,
        .bytes = s->bytes,
        .file_size = s->file_size,
        .memory_size = s->memory_size,
        .permissions = s->permissions,
    };
    return true;
}

enum gm_status gm_image_read(const struct gm_image *image, uint64_t address, void *bytes, size_t size)
{
    /* First whether all of it is there, so that a failure writes nothing. */
    for (int pass = 0; pass < 2; pass++) {
        uint8_t *out = bytes;
        uint64_t at = address;
        for (size_t left = size; left > 0;) {
            const struct image_segment *s = image_segment_of(image, at);
            if (s == NULL) {
                return GM_UNMAPPED;
            }
            uint64_t offset = at - s->address, room = s->memory_size - offset;
            size_t part = room < left ? (size_t)room : left;
            if (pass == 1) {
                uint64_t have = offset < s->file_size ? s->file_size - offset : 0;
                size_t copy = have < part ? (size_t)have : part;
                if (copy > 0) {
                    memcpy(out, s->bytes + offset, copy);
                }
                memset(out + copy, 0, part - copy);
            }
            out += part;
            at += part;
            left -= part;
        }
    }
    return GM_OK;
}

enum gm_status gm_image_write(struct gm_image *image, uint64_t address, const void *bytes, size_t size,
                              struct gm_error *error)
{
    if (size == 0) {
        return GM_OK;
    }
    enum gm_status status = image_materialise(image, address, size, error);
    if (status == GM_OK) {
        memcpy(image_bytes(image, address, size), bytes, size);
    }
    return status;
}
