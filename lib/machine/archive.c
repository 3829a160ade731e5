/* SPDX-License-Identifier: Apache-2.0 */
#include "machine/archive.h"

#include "base/bits.h"
#include "base/hash.h"

void archive_bytes(struct archive *a, void *data, size_t size)
{
    if (a->mode == ARCHIVE_HASH) {
        a->hash = hash_bytes(data, size, a->hash);
        return;
    }
    if (a->mode != ARCHIVE_MEASURE && size > a->size - a->used) {
        a->failed = true;
        return;
    }
    if (a->mode == ARCHIVE_WRITE && size != 0) {
        memcpy(a->to + a->used, data, size);
    } else if (a->mode == ARCHIVE_READ && size != 0) {
        memcpy(data, a->from + a->used, size);
    }
    a->used += size;
}

void archive_u64(struct archive *a, uint64_t *value)
{
    uint8_t bytes[8];
    store_le(bytes, 8, *value);
    archive_bytes(a, bytes, sizeof bytes);
    if (a->mode == ARCHIVE_READ && !a->failed) {
        *value = load_le(bytes, 8);
    }
}

void archive_words(struct archive *a, uint64_t *values, size_t n)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    archive_bytes(a, values, n * sizeof *values); /* the words are in the archive's order already */
#else
    for (size_t i = 0; i < n; i++) {
        archive_u64(a, &values[i]);
    }
#endif
}

void archive_u32(struct archive *a, uint32_t *value)
{
    uint64_t wide = *value;
    archive_u64(a, &wide);
    *value = (uint32_t)wide;
}

void archive_u8(struct archive *a, uint8_t *value)
{
    uint64_t wide = *value;
    archive_u64(a, &wide);
    *value = (uint8_t)wide;
}

void archive_bool(struct archive *a, bool *value)
{
    uint64_t wide = *value;
    archive_u64(a, &wide);
    *value = wide != 0;
}

void archive_expect(struct archive *a, uint64_t value)
{
    uint64_t found = value;
    archive_u64(a, &found);
    a->failed |= found != value;
}
