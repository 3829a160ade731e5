/* SPDX-License-Identifier: Apache-2.0 */
/* Bit fields as the Arm manuals write them: bits(x, hi, lo) is x<hi:lo>. */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define BIT64(n)      (UINT64_C(1) << (n))
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* A mask of the low n bits, 0 <= n <= 64. */
static inline uint64_t mask64(unsigned n)
{
    return n >= 64 ? UINT64_MAX : BIT64(n) - 1;
}

static inline uint64_t bits(uint64_t x, unsigned hi, unsigned lo)
{
    return (x >> lo) & mask64(hi - lo + 1);
}

static inline bool bit(uint64_t x, unsigned n)
{
    return (x >> n) & 1;
}

/* x with <hi:lo> replaced by the low bits of v. */
static inline uint64_t set_bits(uint64_t x, unsigned hi, unsigned lo, uint64_t v)
{
    uint64_t m = mask64(hi - lo + 1) << lo;
    return (x & ~m) | ((v << lo) & m);
}

/* The low n bits (1 to 64) of x as a signed number. */
static inline int64_t sext(uint64_t x, unsigned n)
{
    uint64_t sign = BIT64(n - 1);
    x &= mask64(n);
    return (int64_t)((x ^ sign) - sign);
}

/* Rotates the low `width` bits (1 to 64) of x right by n (taken modulo width). */
static inline uint64_t ror(uint64_t x, unsigned n, unsigned width)
{
    n %= width;
    x &= mask64(width);
    return n == 0 ? x : ((x >> n) | (x << (width - n))) & mask64(width);
}

/* Little-endian guest memory, on any host; size up to 8. Where the host agrees, a constant size is one instruction. */
static inline uint64_t load_le(const void *p, unsigned size)
{
    uint64_t v = 0;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(&v, p, size);
#else
    const uint8_t *b = p;
    for (unsigned i = 0; i < size; i++) {
        v |= (uint64_t)b[i] << (8 * i);
    }
#endif
    return v;
}

static inline void store_le(void *p, unsigned size, uint64_t v)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(p, &v, size);
#else
    uint8_t *b = p;
    for (unsigned i = 0; i < size; i++) {
        b[i] = (uint8_t)(v >> (8 * i));
    }
#endif
}

#endif
