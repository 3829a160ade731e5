/* SPDX-License-Identifier: Apache-2.0 */
/* Loads and stores of one or two SIMD registers.  A fault leaves all registers as they were. */
#include "pe/exec_simd.h"

/* 16 bytes are two doublewords to memory, but one access to alignment checks and traces. */
static bool load_quad(struct pe *pe, uint64_t address, uint64_t v[2])
{
    if ((address & 15) != 0 || pe->trace_memory) {
        return pe_load_slow(pe, address, 16, false, v);
    }
    return pe_load(pe, address, 8, &v[0]) && pe_load(pe, address + 8, 8, &v[1]);
}

static bool store_quad(struct pe *pe, uint64_t address, const uint64_t v[2])
{
    if ((address & 15) != 0 || pe->trace_memory) {
        return pe_store_slow(pe, address, 16, false, v);
    }
    return pe_store(pe, address, 8, v[0]) && pe_store(pe, address + 8, 8, v[1]);
}

static inline bool load_v(struct pe *pe, const struct isa_insn *i, uint64_t address, uint64_t v[2])
{
    v[1] = 0;
    return i->amount == 4 ? load_quad(pe, address, v) : exec_load_any(pe, address, 1u << i->amount, v);
}

static inline bool store_v(struct pe *pe, const struct isa_insn *i, uint64_t address, const uint64_t v[2])
{
    return i->amount == 4 ? store_quad(pe, address, v) : exec_store_any(pe, address, 1u << i->amount, v[0]);
}

static inline bool load_one(struct pe *pe, const struct isa_insn *i, uint64_t address)
{
    uint64_t v[2];
    if (!load_v(pe, i, address, v)) {
        return false;
    }
    simd_set(V(rd), v[0], v[1]);
    return true;
}

static inline bool store_one(struct pe *pe, const struct isa_insn *i, uint64_t address)
{
    return store_v(pe, i, address, V(rd));
}

/* The same register twice is CONSTRAINED UNPREDICTABLE: the second value wins. */
static inline bool load_two(struct pe *pe, const struct isa_insn *i, uint64_t address)
{
    uint64_t first[2], second[2];
    if (!load_v(pe, i, address, first) || !load_v(pe, i, address + (UINT64_C(1) << i->amount), second)) {
        return false;
    }
    simd_set(V(rd), first[0], first[1]);
    simd_set(V(ra), second[0], second[1]);
    return true;
}

static inline bool store_two(struct pe *pe, const struct isa_insn *i, uint64_t address)
{
    return store_v(pe, i, address, V(rd)) && store_v(pe, i, address + (UINT64_C(1) << i->amount), V(ra));
}

#define ACCESS(row, access, address, write_back)                                                                       \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        uint64_t base;                                                                                                 \
        if (pe_fp_enabled(pe) && exec_base(pe, i, &base) && access(pe, i, (address))) {                                \
            write_back;                                                                                                \
            exec_next(pe);                                                                                             \
        }                                                                                                              \
    }
#define NO_WRITE_BACK (void)0
#define WRITE_BACK    X(rn) = base + (uint64_t)i->imm
#define OFFSET        (base + (uint64_t)i->imm)
#define INDEXED(row, access)                                                                                           \
    ACCESS(row##_post, access, base, WRITE_BACK)                                                                       \
    ACCESS(row##_pre, access, OFFSET, WRITE_BACK)

ACCESS(LDR_imm_fp, load_one, OFFSET, NO_WRITE_BACK)
ACCESS(STR_imm_fp, store_one, OFFSET, NO_WRITE_BACK)
INDEXED(LDR_imm_fp, load_one)
INDEXED(STR_imm_fp, store_one)
ACCESS(LDUR_fp, load_one, OFFSET, NO_WRITE_BACK)
ACCESS(STUR_fp, store_one, OFFSET, NO_WRITE_BACK)
ACCESS(LDR_reg_fp, load_one, base + exec_offset(pe, i), NO_WRITE_BACK)
ACCESS(STR_reg_fp, store_one, base + exec_offset(pe, i), NO_WRITE_BACK)
ACCESS(LDP_fp, load_two, OFFSET, NO_WRITE_BACK)
ACCESS(STP_fp, store_two, OFFSET, NO_WRITE_BACK)
INDEXED(LDP_fp, load_two)
INDEXED(STP_fp, store_two)
ACCESS(LDNP_fp, load_two, OFFSET, NO_WRITE_BACK)
ACCESS(STNP_fp, store_two, OFFSET, NO_WRITE_BACK)

HANDLER(LDR_lit_fp)
{
    if (pe_fp_enabled(pe) && load_one(pe, i, pe->s.pc + (uint64_t)i->imm)) {
        exec_next(pe);
    }
}
