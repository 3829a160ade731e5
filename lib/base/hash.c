/* SPDX-License-Identifier: Apache-2.0 */
#include "base/hash.h"

#include "base/bits.h"

uint64_t hash_bytes(const void *data, size_t size, uint64_t seed)
{
    const uint8_t *p = data;
    uint64_t h = hash_combine(seed, size);
    for (; size >= 8; size -= 8, p += 8) {
        h = hash_combine(h, load_le(p, 8));
    }
    return size == 0 ? h : hash_combine(h, load_le(p, (unsigned)size));
}
