/* SPDX-License-Identifier: Apache-2.0 */
/* Allocation through the caller's allocator; NULL means the C library's. */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include <gicmask/allocator.h>
#include <stddef.h>

/* A copy of *custom, or the C library's allocator when custom is NULL. */
struct gm_allocator base_allocator(const struct gm_allocator *custom);

/* Uninitialised, zeroed, resized and released memory; count*size is overflow-checked. */
void *base_alloc(const struct gm_allocator *a, size_t size);
void *base_calloc(const struct gm_allocator *a, size_t count, size_t size);
void *base_resize(const struct gm_allocator *a, void *block, size_t count, size_t size);
void base_free(const struct gm_allocator *a, void *block);

/* A zero-terminated copy; NULL if there is no memory. */
char *base_strdup(const struct gm_allocator *a, const char *text);

/*
 * Makes room for one more element in a growing array: doubles *capacity when used == *capacity.
 * Returns the (possibly moved) array, or NULL with nothing changed when there is no memory.
 */
void *base_grow(const struct gm_allocator *a, void *array, size_t used, size_t *capacity, size_t size);

#endif
