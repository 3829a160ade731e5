/* SPDX-License-Identifier: Apache-2.0 */
/* A 64-bit mixing hash (the SplitMix64 finaliser, public domain constants by Sebastiano Vigna). */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t hash_mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static inline uint64_t hash_combine(uint64_t seed, uint64_t x)
{
    return hash_mix(seed ^ (x + UINT64_C(0x9e3779b97f4a7c15)));
}

/* Hash of a byte string; never reads past size. */
uint64_t hash_bytes(const void *data, size_t size, uint64_t seed);

#endif
