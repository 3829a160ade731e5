/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/mmio.h"

const struct mmio_row *mmio_find(const struct mmio_map *map, uint64_t offset, unsigned size)
{
    size_t low = 0;
    size_t high = map->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (map->rows[middle].last < offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == map->count) {
        return NULL;
    }
    const struct mmio_row *row = &map->rows[low];
    bool inside = offset >= row->first && offset + size - 1 <= row->last;
    return inside && (row->sizes & size) != 0 && offset % size == 0 ? row : NULL;
}

bool mmio_map_valid(const struct mmio_map *map)
{
    for (size_t i = 0; i < map->count; i++) {
        const struct mmio_row *row = &map->rows[i];
        if (row->name == NULL || row->sizes == 0 || row->first > row->last ||
            (i > 0 && map->rows[i - 1].last >= row->first)) {
            return false;
        }
    }
    return true;
}
