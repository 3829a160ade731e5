/* SPDX-License-Identifier: Apache-2.0 */
/* FEAT_LSE: read-modify-write and compare-and-swap.  Nothing runs in between (semantics.md rule 18). */
#include "pe/exec_ldst.h"

/* What memory becomes, from m (memory, zero-extended) and x (the operand); above the access size bits are arbitrary. */
static inline uint64_t op_add(uint64_t m, uint64_t x, unsigned width)
{
    (void)width;
    return m + x;
}

static inline uint64_t op_clr(uint64_t m, uint64_t x, unsigned width)
{
    (void)width;
    return m & ~x;
}

static inline uint64_t op_eor(uint64_t m, uint64_t x, unsigned width)
{
    (void)width;
    return m ^ x;
}

static inline uint64_t op_set(uint64_t m, uint64_t x, unsigned width)
{
    (void)width;
    return m | x;
}

static inline uint64_t op_smax(uint64_t m, uint64_t x, unsigned width)
{
    return sext(m, width) > sext(x, width) ? m : x;
}

static inline uint64_t op_smin(uint64_t m, uint64_t x, unsigned width)
{
    return sext(m, width) < sext(x, width) ? m : x;
}

static inline uint64_t op_umax(uint64_t m, uint64_t x, unsigned width)
{
    return m > (x & mask64(width)) ? m : x;
}

static inline uint64_t op_umin(uint64_t m, uint64_t x, unsigned width)
{
    return m < (x & mask64(width)) ? m : x;
}

static inline uint64_t op_swp(uint64_t m, uint64_t x, unsigned width)
{
    (void)m, (void)width;
    return x;
}

#define ATOMIC(row, op, size)                                                                                          \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        uint64_t address, old;                                                                                         \
        const unsigned bytes = (size);                                                                                 \
        if (exec_base(pe, i, &address) && exec_load_aligned(pe, address, bytes, &old) &&                               \
            exec_store_aligned(pe, address, bytes, op(old, X(rs), bytes * 8))) {                                       \
            X(rd) = old;                                                                                               \
            exec_next(pe);                                                                                             \
        }                                                                                                              \
    }
#define SIZE_X (i->amount == 3 ? 8u : 4u)
#define ATOMICS(row, op)                                                                                               \
    ATOMIC(row##B, op, 1)                                                                                              \
    ATOMIC(row##H, op, 2)                                                                                              \
    ATOMIC(row, op, SIZE_X)

ATOMICS(LDADD, op_add)
ATOMICS(LDCLR, op_clr)
ATOMICS(LDEOR, op_eor)
ATOMICS(LDSET, op_set)
ATOMICS(LDSMAX, op_smax)
ATOMICS(LDSMIN, op_smin)
ATOMICS(LDUMAX, op_umax)
ATOMICS(LDUMIN, op_umin)
ATOMICS(SWP, op_swp)

/* Compare and swap: rs is the comparand, rd the new value, ra receives the old one. */
static inline void compare_and_swap(struct pe *pe, const struct isa_insn *i, unsigned size)
{
    uint64_t address, old;
    if (!exec_base(pe, i, &address) || !exec_load_aligned(pe, address, size, &old)) {
        return;
    }
    if (old == (X(rs) & mask64(size * 8)) && !exec_store_aligned(pe, address, size, X(rd))) {
        return;
    }
    X(ra) = old;
    exec_next(pe);
}

HANDLER(CASB)
{
    compare_and_swap(pe, i, 1);
}

HANDLER(CASH)
{
    compare_and_swap(pe, i, 2);
}

HANDLER(CAS)
{
    compare_and_swap(pe, i, SIZE_X);
}

/* Two registers of 32 or 64 bits; the lower one is at the lower address. */
HANDLER(CASP)
{
    bool wide = i->amount == 3;
    uint64_t address, old[2];
    uint64_t compare[2] = {X(rs), X(rm)}, value[2] = {X(rd), X(ra)};
    if (!wide) {
        compare[0] = W(rs) | X(rm) << 32, value[0] = W(rd) | X(ra) << 32;
        old[1] = compare[1] = 0;
    }
    unsigned size = wide ? 16 : 8;
    if (!exec_base(pe, i, &address) || !pe_load_slow(pe, address, size, true, old)) {
        return;
    }
    if (old[0] == compare[0] && old[1] == compare[1] && !pe_store_slow(pe, address, size, true, value)) {
        return;
    }
    X(rs) = wide ? old[0] : (uint32_t)old[0];
    X(opt) = wide ? old[1] : old[0] >> 32;
    exec_next(pe);
}
