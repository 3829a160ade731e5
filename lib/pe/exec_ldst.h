/* SPDX-License-Identifier: Apache-2.0 */
/* Guest memory as the handlers of loads, stores and atomics see it. */
#ifndef PE_EXEC_LDST_H
#define PE_EXEC_LDST_H

#include "pe/exec.h"

/* Called with a misaligned SP as base: true after raising the SP alignment fault that SCTLR_ELx.SA or SA0 asks for. */
bool exec_sp_misaligned(struct pe *pe);

/* The base register's value; false after raising a fault. */
static inline bool exec_base(struct pe *pe, const struct isa_insn *i, uint64_t *base)
{
    *base = X(rn);
    return i->rn != ISA_SP || (*base & 15) == 0 || !exec_sp_misaligned(pe);
}

/* ExtendReg for an address: opt (option) is UXTW, UXTX (LSL), SXTW or SXTX. */
static inline uint64_t exec_offset(const struct pe *pe, const struct isa_insn *i)
{
    uint64_t x = X(rm);
    if (!(i->opt & 1)) {
        x = i->opt & 4 ? (uint64_t)sext(x, 32) : (uint32_t)x;
    }
    return x << i->imm;
}

/*
 * The common case is inline: naturally aligned, so inside one page, and a hit.  All else goes the slow way, which knows
 * SCTLR_ELx.A, page crossings, devices and traces.  size: 1, 2, 4 or 8, constant.
 */
static inline bool exec_load(struct pe *pe, uint64_t address, unsigned size, uint64_t *to)
{
    const uint8_t *p = (address & (size - 1)) == 0 && !pe->trace_memory ? mem_fast_read(pe->mem, address, size) : NULL;
    if (p != NULL) {
        *to = load_le(p, size);
        return true;
    }
    return pe_load_slow(pe, address, size, false, to);
}

static inline bool exec_store(struct pe *pe, uint64_t address, unsigned size, uint64_t value)
{
    uint8_t *p = (address & (size - 1)) == 0 && !pe->trace_memory ? mem_fast_write(pe->mem, address, size) : NULL;
    if (p != NULL) {
        store_le(p, size, value);
        return true;
    }
    uint64_t from[2] = {value & mask64(size * 8), 0};
    return pe_store_slow(pe, address, size, false, from);
}

/* The same with a size that only execution knows. */
static inline bool exec_load_any(struct pe *pe, uint64_t address, unsigned size, uint64_t *to)
{
    switch (size) {
    case 1:
        return exec_load(pe, address, 1, to);
    case 2:
        return exec_load(pe, address, 2, to);
    case 4:
        return exec_load(pe, address, 4, to);
    default:
        return exec_load(pe, address, 8, to);
    }
}

static inline bool exec_store_any(struct pe *pe, uint64_t address, unsigned size, uint64_t value)
{
    switch (size) {
    case 1:
        return exec_store(pe, address, 1, value);
    case 2:
        return exec_store(pe, address, 2, value);
    case 4:
        return exec_store(pe, address, 4, value);
    default:
        return exec_store(pe, address, 8, value);
    }
}

/* Exclusive, acquire, release and atomic accesses: an alignment fault whatever SCTLR_ELx.A says. */
static inline bool exec_load_aligned(struct pe *pe, uint64_t address, unsigned size, uint64_t *to)
{
    return (address & (size - 1)) == 0 ? exec_load_any(pe, address, size, to)
                                       : pe_load_slow(pe, address, size, true, to);
}

static inline bool exec_store_aligned(struct pe *pe, uint64_t address, unsigned size, uint64_t value)
{
    uint64_t from[2] = {value & mask64(size * 8), 0};
    return (address & (size - 1)) == 0 ? exec_store_any(pe, address, size, value)
                                       : pe_store_slow(pe, address, size, true, from);
}

#endif
