/* SPDX-License-Identifier: Apache-2.0 */
/* Opening and closing an image. */
#include "image/image.h"

#include "base/bits.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct gm_image_options defaults = {.kind = GM_IMAGE_AUTO, .base = GM_IMAGE_DEFAULT_BASE};

static const char *last_component(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

void gm_image_close(struct gm_image *image)
{
    if (image == NULL) {
        return;
    }
    struct gm_allocator a = image->allocator;
    for (size_t i = 0; i < image->segment_count; i++) {
        base_free(&a, image->segments[i].bytes);
    }
    for (size_t i = 0; i < image->section_count; i++) {
        base_free(&a, image->sections[i].bytes);
    }
    for (size_t i = 0; i < image->capability_count; i++) {
        base_free(&a, image->capabilities[i].description);
        base_free(&a, image->capabilities[i].name);
    }
    void *blocks[] = {image->segments, image->sections, image->section_names, image->symbol_names, image->symbols,
                      image->names,    image->name,     image->alternatives,  image->capabilities, image};
    for (size_t i = 0; i < ARRAY_SIZE(blocks); i++) {
        base_free(&a, blocks[i]);
    }
}

/* Takes over *data when it succeeds. */
static enum gm_status load_flat(struct gm_image *image, uint8_t **data, size_t size, uint64_t base,
                                struct gm_error *error)
{
    image->kind = GM_IMAGE_FLAT;
    image->entry = base;
    if (size == 0) {
        return image_fail(error, GM_TRUNCATED, image->name, "the file is empty");
    }
    image->segments = base_calloc(&image->allocator, 1, sizeof *image->segments);
    if (image->segments == NULL) {
        return image_no_memory(error, image->name);
    }
    image->segment_count = 1;
    image->segments[0] = (struct image_segment){
        .address = base,
        .file_size = size,
        .memory_size = size,
        .bytes = *data,
        .permissions = GM_IMAGE_R | GM_IMAGE_W | GM_IMAGE_X,
    };
    *data = NULL;
    return image_segments_check(image, error);
}

static enum gm_status load_elf(struct gm_image *image, uint8_t *data, size_t size, uint64_t base,
                               struct gm_error *error)
{
    enum gm_status status = image_elf_check(data, size, image->name, error);
    if (status == GM_OK) {
        status = image_elf_load(image, data, size, base, error);
    }
    if (status == GM_OK) {
        status = image_alternatives_decode(image, error);
    }
    return status == GM_OK ? image_capabilities_decode(image, error) : status;
}

static bool options_valid(const struct gm_image_options *options)
{
    return options->kind == GM_IMAGE_AUTO || options->kind == GM_IMAGE_FLAT;
}

static struct gm_image *new_image(const struct gm_allocator *allocator, const char *name)
{
    struct gm_image *image = base_calloc(allocator, 1, sizeof *image);
    if (image == NULL) {
        return NULL;
    }
    image->allocator = *allocator;
    image->name = base_strdup(allocator, last_component(name));
    if (image->name == NULL) {
        base_free(allocator, image);
        return NULL;
    }
    return image;
}

/* Consumes data (a block of the allocator). */
static enum gm_status open_data(uint8_t *data, size_t size, const char *name, const struct gm_image_options *options,
                                const struct gm_allocator *allocator, struct gm_image **out, struct gm_error *error)
{
    enum gm_status status;
    struct gm_image *image = new_image(allocator, name);
    if (image == NULL) {
        status = image_no_memory(error, last_component(name));
    } else if (options->kind == GM_IMAGE_FLAT) {
        status = load_flat(image, &data, size, options->base, error);
    } else {
        status = load_elf(image, data, size, options->base, error);
    }
    base_free(allocator, data);
    if (status != GM_OK) {
        gm_image_close(image);
        return status;
    }
    *out = image;
    return GM_OK;
}

enum gm_status gm_image_open_memory(const void *data, size_t size, const char *name,
                                    const struct gm_image_options *options, struct gm_image **image,
                                    struct gm_error *error)
{
    options = options != NULL ? options : &defaults;
    if (image != NULL) {
        *image = NULL;
    }
    if (image == NULL || name == NULL || (data == NULL && size > 0) || !options_valid(options)) {
        return image_fail(error, GM_BAD_ARGUMENT, "gm_image_open_memory", "%s", gm_status_text(GM_BAD_ARGUMENT));
    }
    if (size > GM_IMAGE_MAX_FILE) {
        return image_fail(error, GM_TOO_LARGE, name, "larger than the limit of 2 GiB");
    }
    struct gm_allocator allocator = base_allocator(options->allocator);
    uint8_t *copy = base_alloc(&allocator, size);
    if (copy == NULL) {
        return image_no_memory(error, name);
    }
    if (size > 0) {
        memcpy(copy, data, size);
    }
    return open_data(copy, size, name, options, &allocator, image, error);
}

/* The whole file; grows the buffer as it reads, so that pipes and lying sizes do no harm. */
static enum gm_status slurp(FILE *file, const char *name, const struct gm_allocator *allocator, uint8_t **data,
                            size_t *size, struct gm_error *error)
{
    size_t used = 0, capacity = 0;
    uint8_t *buffer = NULL;
    enum gm_status status = GM_OK;
    do {
        if (used == capacity) {
            size_t wanted = capacity == 0 ? (size_t)1 << 16 : capacity * 2;
            uint8_t *moved = used >= GM_IMAGE_MAX_FILE ? NULL : base_resize(allocator, buffer, wanted, 1);
            if (moved == NULL) {
                status = used >= GM_IMAGE_MAX_FILE
                             ? image_fail(error, GM_TOO_LARGE, name, "larger than the limit of 2 GiB")
                             : image_no_memory(error, name);
                break;
            }
            buffer = moved;
            capacity = wanted;
        }
        used += fread(buffer + used, 1, capacity - used, file);
    } while (used == capacity);
    if (status == GM_OK && ferror(file)) {
        status = image_fail(error, GM_IO, name, "cannot be read: %s", strerror(errno));
    }
    if (status != GM_OK) {
        base_free(allocator, buffer);
        return status;
    }
    *data = buffer;
    *size = used;
    return GM_OK;
}

enum gm_status gm_image_open_file(const char *path, const struct gm_image_options *options, struct gm_image **image,
                                  struct gm_error *error)
{
    options = options != NULL ? options : &defaults;
    if (image != NULL) {
        *image = NULL;
    }
    if (image == NULL || path == NULL || !options_valid(options)) {
        return image_fail(error, GM_BAD_ARGUMENT, "gm_image_open_file", "%s", gm_status_text(GM_BAD_ARGUMENT));
    }
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return image_fail(error, GM_IO, path, "cannot be opened: %s", strerror(errno));
    }
    struct gm_allocator allocator = base_allocator(options->allocator);
    uint8_t *data = NULL;
    size_t size = 0;
    enum gm_status status = slurp(file, last_component(path), &allocator, &data, &size, error);
    fclose(file);
    return status == GM_OK ? open_data(data, size, path, options, &allocator, image, error) : status;
}

enum gm_image_kind gm_image_kind(const struct gm_image *image)
{
    return image->kind;
}

uint64_t gm_image_entry(const struct gm_image *image)
{
    return image->entry;
}

const char *gm_image_name(const struct gm_image *image)
{
    return image->name;
}

bool gm_image_linux_version(const struct gm_image *image, unsigned *major, unsigned *minor)
{
    struct gm_image_symbol banner;
    char text[64] = "";
    if (gm_image_symbol(image, "linux_banner", &banner, NULL) != GM_OK ||
        gm_image_read(image, banner.address, text, sizeof text - 1) != GM_OK) {
        return false;
    }
    return sscanf(text, "Linux version %3u.%3u", major, minor) == 2;
}
