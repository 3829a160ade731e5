/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loads and stores of one general register.  Where the base is also the register transferred and is written back
 * (CONSTRAINED UNPREDICTABLE), a load's write-back wins and a store stores the base's old value, as in QEMU.
 * A fault leaves both registers as they were.
 */
#include "pe/exec_ldst.h"

/* One access by the kind of the row: bytes, and what becomes of the value. "x" is the word or doubleword of amount. */
#define KIND_UNSIGNED(name, size)                                                                                      \
    static inline bool load_##name(struct pe *pe, const struct isa_insn *i, uint64_t address, uint64_t *value)         \
    {                                                                                                                  \
        (void)i;                                                                                                       \
        return exec_load(pe, address, (size), value);                                                                  \
    }                                                                                                                  \
    static inline bool store_##name(struct pe *pe, const struct isa_insn *i, uint64_t address)                         \
    {                                                                                                                  \
        return exec_store(pe, address, (size), X(rd));                                                                 \
    }
#define KIND_SIGNED(name, size)                                                                                        \
    static inline bool load_##name(struct pe *pe, const struct isa_insn *i, uint64_t address, uint64_t *value)         \
    {                                                                                                                  \
        uint64_t raw;                                                                                                  \
        if (!exec_load(pe, address, (size), &raw)) {                                                                   \
            return false;                                                                                              \
        }                                                                                                              \
        *value = (uint64_t)sext(raw, (size)*8) & exec_width_mask(i);                                                   \
        return true;                                                                                                   \
    }

KIND_UNSIGNED(b, 1)
KIND_UNSIGNED(h, 2)
KIND_UNSIGNED(w, 4)
KIND_UNSIGNED(d, 8)
KIND_SIGNED(sb, 1)
KIND_SIGNED(sh, 2)
KIND_SIGNED(sw, 4)

static inline bool load_x(struct pe *pe, const struct isa_insn *i, uint64_t address, uint64_t *value)
{
    return i->amount == 3 ? load_d(pe, i, address, value) : load_w(pe, i, address, value);
}

static inline bool store_x(struct pe *pe, const struct isa_insn *i, uint64_t address)
{
    return i->amount == 3 ? store_d(pe, i, address) : store_w(pe, i, address);
}

/* A row: its address, computed from the base, and what the base becomes. */
#define LOAD(row, kind, address, write_back)                                                                           \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        uint64_t base, value;                                                                                          \
        if (exec_base(pe, i, &base) && load_##kind(pe, i, (address), &value)) {                                        \
            X(rd) = value;                                                                                             \
            write_back;                                                                                                \
            exec_next(pe);                                                                                             \
        }                                                                                                              \
    }
#define STORE(row, kind, address, write_back)                                                                          \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        uint64_t base;                                                                                                 \
        if (exec_base(pe, i, &base) && store_##kind(pe, i, (address))) {                                               \
            write_back;                                                                                                \
            exec_next(pe);                                                                                             \
        }                                                                                                              \
    }

#define NO_WRITE_BACK (void)0
#define WRITE_BACK    X(rn) = base + (uint64_t)i->imm
#define OFFSET        (base + (uint64_t)i->imm)

/* The rows of one kind in every addressing mode.  LDTR and STTR differ by translation only, and there is none yet. */
#define MODES(access, stem, S, kind)                                                                                   \
    access(stem##R##S##_imm, kind, OFFSET, NO_WRITE_BACK) access(stem##UR##S, kind, OFFSET, NO_WRITE_BACK)             \
        access(stem##TR##S, kind, OFFSET, NO_WRITE_BACK) access(stem##R##S##_post, kind, base, WRITE_BACK)             \
            access(stem##R##S##_pre, kind, OFFSET, WRITE_BACK)                                                         \
                access(stem##R##S##_reg, kind, base + exec_offset(pe, i), NO_WRITE_BACK)

MODES(LOAD, LD, B, b)
MODES(LOAD, LD, H, h)
MODES(LOAD, LD, , x)
MODES(LOAD, LD, SB, sb)
MODES(LOAD, LD, SH, sh)
MODES(LOAD, LD, SW, sw)
MODES(STORE, ST, B, b)
MODES(STORE, ST, H, h)
MODES(STORE, ST, , x)

/* Literals: no base register, so no SP check. */
#define LITERAL(row, kind)                                                                                             \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        uint64_t value;                                                                                                \
        if (load_##kind(pe, i, pe->s.pc + (uint64_t)i->imm, &value)) {                                                 \
            X(rd) = value;                                                                                             \
            exec_next(pe);                                                                                             \
        }                                                                                                              \
    }

LITERAL(LDR_lit, x)
LITERAL(LDRSW_lit, sw)

/* Prefetches have no architectural effect and never fault. */
#define PREFETCH(row)                                                                                                  \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        (void)i;                                                                                                       \
        exec_next(pe);                                                                                                 \
    }

PREFETCH(PRFM_lit)
PREFETCH(PRFM_imm)
PREFETCH(PRFUM)
PREFETCH(PRFM_reg)
