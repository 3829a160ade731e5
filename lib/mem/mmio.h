/* SPDX-License-Identifier: Apache-2.0 */
/* MMIO as geography: a device's register map is a table of rows, sorted by offset. */
#ifndef MEM_MMIO_H
#define MEM_MMIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Who accesses: views depend on it. */
struct mmio_access {
    unsigned pe;
    bool secure;  /* the access is Secure */
    uint8_t size; /* bytes: 1, 2, 4 or 8 */
    uint64_t now; /* cycles of that PE */
};

struct mmio_row;
/* offset: from the start of the device; the row's own index is (offset - row->first). */
typedef uint64_t mmio_read_fn(void *device, const struct mmio_access *access, const struct mmio_row *row,
                              uint64_t offset);
typedef void mmio_write_fn(void *device, const struct mmio_access *access, const struct mmio_row *row, uint64_t offset,
                           uint64_t value);

struct mmio_row {
    uint32_t first, last; /* byte offsets, inclusive */
    const char *name;     /* as the Arm manuals spell it, e.g. "GICD_IPRIORITYR" */
    uint8_t sizes;        /* OR of the access sizes in bytes that are allowed: 1|4, 4, 8|4 ... */
    mmio_read_fn *read;   /* NULL: reads as zero */
    mmio_write_fn *write; /* NULL: ignores writes */
};

struct mmio_map {
    const struct mmio_row *rows;
    size_t count;
};

/* The row that holds the whole access, or NULL (reserved offset, wrong size, misaligned). */
const struct mmio_row *mmio_find(const struct mmio_map *map, uint64_t offset, unsigned size);
/* True if rows ascend without overlap. */
bool mmio_map_valid(const struct mmio_map *map);

#endif
