/* SPDX-License-Identifier: Apache-2.0 */
/* Names of capabilities from the header that a kernel's build generates: include/generated/asm/cpucaps.h. */
#include "image/image.h"

#include "base/bits.h"

#include <stdlib.h>
#include <string.h>

struct entry {
    uint16_t number;
    char *name;
};

struct list {
    struct entry *entries;
    size_t count, capacity;
};

static bool blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Skips a word that may be followed by blanks; NULL if the line does not go on with it. */
static const char *skip_word(const char *p, const char *end, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(end - p) <= length || memcmp(p, word, length) != 0 || !blank(p[length])) {
        return NULL;
    }
    for (p += length; p < end && blank(*p); p++) {
    }
    return p;
}

static bool name_char(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/* "#define ARM64_NAME 24".  ARM64_NCAPS counts, it does not name. */
static bool parse_line(const char *p, const char *end, const char **name, size_t *length, uint16_t *number)
{
    p = skip_word(p, end, "#define");
    if (p == NULL || end - p < 6 || memcmp(p, "ARM64_", 6) != 0) {
        return false;
    }
    for (*name = p; p < end && name_char(*p); p++) {
    }
    *length = (size_t)(p - *name);
    for (; p < end && blank(*p); p++) {
    }
    unsigned value = 0;
    const char *digits = p;
    for (; p < end && *p >= '0' && *p <= '9' && value < IMAGE_MAX_CAPABILITIES; p++) {
        value = value * 10 + (unsigned)(*p - '0');
    }
    *number = (uint16_t)value;
    bool counts = *length == strlen("ARM64_NCAPS") && memcmp(*name, "ARM64_NCAPS", *length) == 0;
    return p > digits && value < IMAGE_MAX_CAPABILITIES && *length < IMAGE_NORMAL_SIZE && !counts;
}

static enum gm_status add(struct gm_image *image, struct list *list, const char *name, size_t length, uint16_t number,
                          struct gm_error *error)
{
    struct entry *grown = base_grow(&image->allocator, list->entries, list->count, &list->capacity, sizeof *grown);
    char *copy = base_alloc(&image->allocator, length + 1);
    list->entries = grown != NULL ? grown : list->entries;
    if (grown == NULL || copy == NULL) {
        base_free(&image->allocator, copy);
        return image_no_memory(error, image->name);
    }
    memcpy(copy, name, length);
    copy[length] = '\0';
    list->entries[list->count++] = (struct entry){.number = number, .name = copy};
    return GM_OK;
}

static enum gm_status parse(struct gm_image *image, struct list *list, const char *text, size_t size,
                            struct gm_error *error)
{
    enum gm_status status = GM_OK;
    for (const char *p = text, *stop = text + size; p < stop && status == GM_OK;) {
        const char *newline = memchr(p, '\n', (size_t)(stop - p));
        const char *end = newline != NULL ? newline : stop, *name;
        size_t length;
        uint16_t number;
        if (parse_line(p, end, &name, &length, &number)) {
            status = add(image, list, name, length, number, error);
        }
        p = newline != NULL ? newline + 1 : stop;
    }
    if (status == GM_OK && list->count == 0) {
        status =
            image_fail(error, GM_BAD_FORMAT, image->name, "no line of the header defines a capability (ARM64_...)");
    }
    return status;
}

/* Keeps capabilities[] sorted: there is room for every number. */
static struct image_capability *insert(struct gm_image *image, uint16_t number)
{
    size_t i = 0;
    while (i < image->capability_count && image->capabilities[i].number < number) {
        i++;
    }
    struct image_capability *c = &image->capabilities[i];
    if (i == image->capability_count || c->number != number) {
        memmove(c + 1, c, (image->capability_count - i) * sizeof *c);
        *c = (struct image_capability){.number = number};
        image->capability_count++;
    }
    return c;
}

enum gm_status gm_image_add_capability_names(struct gm_image *image, const char *text, size_t size,
                                             struct gm_error *error)
{
    struct list list = {0};
    if (image->capabilities == NULL) {
        return image_fail(error, GM_BAD_ARGUMENT, image->name, "not a Linux kernel: it has no capabilities");
    }
    enum gm_status status = parse(image, &list, text, size, error);
    for (size_t i = 0; i < list.count; i++) {
        char *name = list.entries[i].name;
        if (status == GM_OK) {
            struct image_capability *c = insert(image, list.entries[i].number);
            char *old = c->name;
            c->name = name;
            name = old;
        }
        base_free(&image->allocator, name);
    }
    base_free(&image->allocator, list.entries);
    return status;
}
