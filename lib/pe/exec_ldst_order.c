/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ordered and exclusive accesses.  PEs run one instruction after the other (semantics.md rule 18), so acquire and
 * release need nothing but their alignment rule.
 */
#include "pe/exec_ldst.h"

/* Acquire and release, with or without an offset (imm is 0 without). */
#define ORDERED_LOAD(row, size, result)                                                                                \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        uint64_t base, value;                                                                                          \
        if (exec_base(pe, i, &base) && exec_load_aligned(pe, base + (uint64_t)i->imm, (size), &value)) {               \
            X(rd) = (result);                                                                                          \
            exec_next(pe);                                                                                             \
        }                                                                                                              \
    }
#define ORDERED_STORE(row, size)                                                                                       \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        uint64_t base;                                                                                                 \
        if (exec_base(pe, i, &base) && exec_store_aligned(pe, base + (uint64_t)i->imm, (size), X(rd))) {               \
            exec_next(pe);                                                                                             \
        }                                                                                                              \
    }
#define SIZE_X        (i->amount == 3 ? 8u : 4u)
#define SIGNED(bits_) ((uint64_t)sext(value, (bits_)) & exec_width_mask(i))

ORDERED_LOAD(LDARB, 1, value)
ORDERED_LOAD(LDARH, 2, value)
ORDERED_LOAD(LDAR, SIZE_X, value)
ORDERED_LOAD(LDLARB, 1, value)
ORDERED_LOAD(LDLARH, 2, value)
ORDERED_LOAD(LDLAR, SIZE_X, value)
ORDERED_LOAD(LDAPRB, 1, value)
ORDERED_LOAD(LDAPRH, 2, value)
ORDERED_LOAD(LDAPR, SIZE_X, value)
ORDERED_LOAD(LDAPURB, 1, value)
ORDERED_LOAD(LDAPURH, 2, value)
ORDERED_LOAD(LDAPUR, SIZE_X, value)
ORDERED_LOAD(LDAPURSB, 1, SIGNED(8))
ORDERED_LOAD(LDAPURSH, 2, SIGNED(16))
ORDERED_LOAD(LDAPURSW, 4, SIGNED(32))
ORDERED_STORE(STLRB, 1)
ORDERED_STORE(STLRH, 2)
ORDERED_STORE(STLR, SIZE_X)
ORDERED_STORE(STLLRB, 1)
ORDERED_STORE(STLLRH, 2)
ORDERED_STORE(STLLR, SIZE_X)
ORDERED_STORE(STLURB, 1)
ORDERED_STORE(STLURH, 2)
ORDERED_STORE(STLUR, SIZE_X)

/* Load exclusive: the reservation is taken only when the load succeeded. */
static inline void load_exclusive(struct pe *pe, const struct isa_insn *i, unsigned size)
{
    uint64_t base, value;
    if (exec_base(pe, i, &base) && exec_load_aligned(pe, base, size, &value)) {
        mem_monitor_set(pe->mem, pe->config.index, base);
        X(rd) = value;
        exec_next(pe);
    }
}

static void load_exclusive_pair(struct pe *pe, const struct isa_insn *i)
{
    uint64_t base, value[2];
    if (!exec_base(pe, i, &base)) {
        return;
    }
    bool wide = i->amount == 3;
    if (wide ? !pe_load_slow(pe, base, 16, true, value) : !exec_load_aligned(pe, base, 8, value)) {
        return;
    }
    mem_monitor_set(pe->mem, pe->config.index, base);
    X(rd) = wide ? value[0] : (uint32_t)value[0];
    X(ra) = wide ? value[1] : value[0] >> 32;
    exec_next(pe);
}

/* Store exclusive: stores and reports 0 if the reservation still holds, else reports 1; either way it is given up. An
 * alignment fault comes first, whatever the reservation. The status wins where it is also the data or the base. */
static void store_exclusive(struct pe *pe, const struct isa_insn *i, unsigned size, const uint64_t *from)
{
    uint64_t base;
    if (!exec_base(pe, i, &base)) {
        return;
    }
    bool holds = mem_monitor_holds(pe->mem, pe->config.index, base);
    if ((holds || (base & (size - 1)) != 0) && !pe_store_slow(pe, base, size, true, from)) {
        return;
    }
    mem_monitor_clear(pe->mem, pe->config.index);
    pe->s.r[i->rs] = !holds;
    exec_next(pe);
}

static void store_exclusive_one(struct pe *pe, const struct isa_insn *i, unsigned size)
{
    uint64_t from[2] = {X(rd) & mask64(size * 8), 0};
    store_exclusive(pe, i, size, from);
}

static void store_exclusive_pair(struct pe *pe, const struct isa_insn *i)
{
    uint64_t wide[2] = {X(rd), X(ra)}, narrow[2] = {W(rd) | X(ra) << 32, 0};
    store_exclusive(pe, i, 2u << i->amount, i->amount == 3 ? wide : narrow);
}

#define EXCLUSIVE(row, act)                                                                                            \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        act;                                                                                                           \
    }

EXCLUSIVE(LDXRB, load_exclusive(pe, i, 1))
EXCLUSIVE(LDXRH, load_exclusive(pe, i, 2))
EXCLUSIVE(LDXR, load_exclusive(pe, i, SIZE_X))
EXCLUSIVE(LDXP, load_exclusive_pair(pe, i))
EXCLUSIVE(LDAXRB, load_exclusive(pe, i, 1))
EXCLUSIVE(LDAXRH, load_exclusive(pe, i, 2))
EXCLUSIVE(LDAXR, load_exclusive(pe, i, SIZE_X))
EXCLUSIVE(LDAXP, load_exclusive_pair(pe, i))
EXCLUSIVE(STXRB, store_exclusive_one(pe, i, 1))
EXCLUSIVE(STXRH, store_exclusive_one(pe, i, 2))
EXCLUSIVE(STXR, store_exclusive_one(pe, i, SIZE_X))
EXCLUSIVE(STXP, store_exclusive_pair(pe, i))
EXCLUSIVE(STLXRB, store_exclusive_one(pe, i, 1))
EXCLUSIVE(STLXRH, store_exclusive_one(pe, i, 2))
EXCLUSIVE(STLXR, store_exclusive_one(pe, i, SIZE_X))
EXCLUSIVE(STLXP, store_exclusive_pair(pe, i))
