/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pairs.  Both accesses succeed before any register changes, so a fault can be returned from.  Where a load names
 * one register twice, or the base with write-back (CONSTRAINED UNPREDICTABLE), the first value, and the write-back,
 * win, as in QEMU.
 */
#include "pe/exec_ldst.h"

static inline bool load_pair(struct pe *pe, const struct isa_insn *i, uint64_t address, unsigned size)
{
    uint64_t first, second;
    if (!exec_load(pe, address, size, &first) || !exec_load(pe, address + size, size, &second)) {
        return false;
    }
    X(ra) = second;
    X(rd) = first;
    return true;
}

static inline bool load_pair_x(struct pe *pe, const struct isa_insn *i, uint64_t address)
{
    return i->amount == 3 ? load_pair(pe, i, address, 8) : load_pair(pe, i, address, 4);
}

static inline bool load_pair_sw(struct pe *pe, const struct isa_insn *i, uint64_t address)
{
    uint64_t first, second;
    if (!exec_load(pe, address, 4, &first) || !exec_load(pe, address + 4, 4, &second)) {
        return false;
    }
    X(ra) = (uint64_t)sext(second, 32);
    X(rd) = (uint64_t)sext(first, 32);
    return true;
}

static inline bool store_pair_x(struct pe *pe, const struct isa_insn *i, uint64_t address)
{
    if (i->amount == 3) {
        return exec_store(pe, address, 8, X(rd)) && exec_store(pe, address + 8, 8, X(ra));
    }
    return exec_store(pe, address, 4, X(rd)) && exec_store(pe, address + 4, 4, X(ra));
}

#define PAIR(row, access, address, write_back)                                                                         \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        uint64_t base;                                                                                                 \
        if (exec_base(pe, i, &base) && access(pe, i, (address))) {                                                     \
            write_back;                                                                                                \
            exec_next(pe);                                                                                             \
        }                                                                                                              \
    }
#define NO_WRITE_BACK (void)0
#define WRITE_BACK    X(rn) = base + (uint64_t)i->imm
#define OFFSET        (base + (uint64_t)i->imm)
#define MODES(row, access)                                                                                             \
    PAIR(row, access, OFFSET, NO_WRITE_BACK)                                                                           \
    PAIR(row##_post, access, base, WRITE_BACK)                                                                         \
    PAIR(row##_pre, access, OFFSET, WRITE_BACK)

MODES(LDP, load_pair_x)
MODES(STP, store_pair_x)
MODES(LDPSW, load_pair_sw)
PAIR(LDNP, load_pair_x, OFFSET, NO_WRITE_BACK)
PAIR(STNP, store_pair_x, OFFSET, NO_WRITE_BACK)
