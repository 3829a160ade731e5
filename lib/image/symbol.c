/* SPDX-License-Identifier: Apache-2.0 */
/* Symbols by address and by name: two sorted arrays and binary search (a vmlinux has 60 thousand and more). */
#include "image/image.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Which of several symbols at one address names it best; lower is better. */
static unsigned rank(const struct gm_image_symbol *s)
{
    static const unsigned char by_type[] = {[GM_SYMBOL_FUNCTION] = 0, [GM_SYMBOL_OBJECT] = 2, [GM_SYMBOL_NONE] = 4};
    return by_type[s->type] + (s->global ? 0 : 1) + (s->absolute ? 8 : 0);
}

static int by_address(const void *a, const void *b)
{
    const struct gm_image_symbol *x = a, *y = b;
    if (x->address != y->address) {
        return x->address < y->address ? -1 : 1;
    }
    if (rank(x) != rank(y)) {
        return rank(x) < rank(y) ? -1 : 1;
    }
    return x->name == y->name ? 0 : strcmp(x->name, y->name);
}

/* Indexes are in the order of addresses already, so they break ties; a global one has the top bit clear. */
static int by_name(const void *a, const void *b)
{
    const struct image_name *x = a, *y = b;
    int order = x->name == y->name ? 0 : strcmp(x->name, y->name);
    return order != 0 ? order : (x->symbol > y->symbol) - (x->symbol < y->symbol);
}

#define LOCAL UINT32_C(0x80000000)

enum gm_status image_symbols_index(struct gm_image *image, struct gm_error *error)
{
    size_t count = image->symbol_count;
    if (count == 0) {
        return GM_OK;
    }
    image->names = base_calloc(&image->allocator, count, sizeof *image->names);
    if (image->names == NULL) {
        return image_no_memory(error, image->name);
    }
    qsort(image->symbols, count, sizeof *image->symbols, by_address);
    for (size_t i = 0; i < count; i++) {
        image->names[i].name = image->symbols[i].name;
        image->names[i].symbol = (uint32_t)i | (image->symbols[i].global ? 0 : LOCAL);
    }
    qsort(image->names, count, sizeof *image->names, by_name);
    for (size_t i = 0; i < count; i++) {
        image->names[i].symbol &= ~LOCAL;
    }
    return GM_OK;
}

size_t gm_image_symbol_count(const struct gm_image *image)
{
    return image->symbol_count;
}

bool gm_image_symbol_at(const struct gm_image *image, size_t index, struct gm_image_symbol *symbol)
{
    if (index >= image->symbol_count) {
        return false;
    }
    *symbol = image->symbols[index];
    return true;
}

enum gm_status gm_image_symbol(const struct gm_image *image, const char *name, struct gm_image_symbol *symbol,
                               struct gm_error *error)
{
    size_t low = 0, high = image->symbol_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(image->names[middle].name, name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == image->symbol_count || strcmp(image->names[low].name, name) != 0) {
        return image_fail(error, GM_NOT_FOUND, image->name, "symbol \"%.100s\" not found", name);
    }
    *symbol = image->symbols[image->names[low].symbol];
    return GM_OK;
}

/* The number of symbols whose address is below or at `address`. */
static size_t upper_bound(const struct gm_image *image, uint64_t address)
{
    size_t low = 0, high = image->symbol_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (image->symbols[middle].address <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Of the symbols at one address, of which symbols[last] is the last, the best that is a place; NULL if none is. */
static const struct gm_image_symbol *best_at(const struct gm_image *image, size_t last)
{
    uint64_t address = image->symbols[last].address;
    size_t first = address == 0 ? 0 : upper_bound(image, address - 1);
    const struct gm_image_symbol *best = &image->symbols[first];
    return best->absolute ? NULL : best;
}

bool gm_image_symbol_near(const struct gm_image *image, uint64_t address, struct gm_image_symbol *symbol,
                          uint64_t *offset)
{
    const struct image_segment *segment = image_segment_of(image, address);
    if (segment == NULL) {
        return false;
    }
    for (size_t above = upper_bound(image, address); above > 0;) {
        const struct gm_image_symbol *best = best_at(image, above - 1);
        uint64_t at = image->symbols[above - 1].address;
        if (at < segment->address) {
            return false;
        }
        if (best != NULL) {
            *symbol = *best;
            *offset = address - best->address;
            return true;
        }
        if (at == 0) {
            return false;
        }
        above = upper_bound(image, at - 1);
    }
    return false;
}

const char *image_symbol_exact(const struct gm_image *image, uint64_t address)
{
    size_t above = upper_bound(image, address);
    if (above == 0 || image->symbols[above - 1].address != address) {
        return NULL;
    }
    const struct gm_image_symbol *best = best_at(image, above - 1);
    return best != NULL ? best->name : NULL;
}
