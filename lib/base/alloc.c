/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *libc_resize(void *context, void *block, size_t size)
{
    (void)context;
    if (size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, size);
}

struct gm_allocator base_allocator(const struct gm_allocator *custom)
{
    if (custom != NULL && custom->resize != NULL) {
        return *custom;
    }
    return (struct gm_allocator){.resize = libc_resize, .context = NULL};
}

void *base_alloc(const struct gm_allocator *a, size_t size)
{
    /* A request for nothing is still a success: callers test for NULL. */
    return a->resize(a->context, NULL, size == 0 ? 1 : size);
}

void *base_calloc(const struct gm_allocator *a, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) {
        return NULL;
    }
    void *block = base_alloc(a, count * size);
    if (block != NULL) {
        memset(block, 0, count * size);
    }
    return block;
}

void *base_resize(const struct gm_allocator *a, void *block, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) {
        return NULL;
    }
    size_t bytes = count * size;
    return a->resize(a->context, block, bytes == 0 ? 1 : bytes);
}

void base_free(const struct gm_allocator *a, void *block)
{
    if (block != NULL) {
        a->resize(a->context, block, 0);
    }
}

char *base_strdup(const struct gm_allocator *a, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = base_alloc(a, size);
    if (copy != NULL) {
        memcpy(copy, text, size);
    }
    return copy;
}

void *base_grow(const struct gm_allocator *a, void *array, size_t used, size_t *capacity, size_t size)
{
    if (used < *capacity) {
        return array;
    }
    size_t wanted = *capacity < 8 ? 16 : *capacity * 2;
    if (wanted < *capacity) {
        return NULL;
    }
    void *moved = base_resize(a, array, wanted, size);
    if (moved != NULL) {
        *capacity = wanted;
    }
    return moved;
}
