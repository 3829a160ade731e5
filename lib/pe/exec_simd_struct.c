/* SPDX-License-Identifier: Apache-2.0 */
/*
 * LD1 to LD4 and ST1 to ST4: opt registers from rd on, modulo 32.  Elements are accessed one by one in address order,
 * as the pseudocode does.  Loads work on copies, so a fault changes no register and no base.
 */
#include "pe/exec_simd.h"

typedef uint64_t registers[4][2];

static void copy_in(const struct pe *pe, const struct isa_insn *i, registers v)
{
    for (unsigned n = 0; n < i->opt; n++) {
        simd_set(v[n], pe->s.v[(i->rd + n) & 31][0], pe->s.v[(i->rd + n) & 31][1]);
    }
}

static void copy_out(struct pe *pe, const struct isa_insn *i, registers v)
{
    for (unsigned n = 0; n < i->opt; n++) {
        simd_set(pe->s.v[(i->rd + n) & 31], v[n][0], v[n][1]);
    }
}

static bool element_access(struct pe *pe, bool load, uint64_t address, unsigned log2, uint64_t v[2], unsigned index)
{
    uint64_t x = simd_element(v, log2, index);
    if (!load) {
        return exec_store_any(pe, address, 1u << log2, x);
    }
    if (!exec_load_any(pe, address, 1u << log2, &x)) {
        return false;
    }
    simd_set_element(v, log2, index, x);
    return true;
}

/* Element k of the whole transfer is element k of register 0 and then 1 ... (LD1, ST1), or registers take turns. */
static bool multiple(struct pe *pe, const struct isa_insn *i, bool load, bool interleaved, uint64_t address)
{
    registers v = {{0, 0}};
    unsigned elements = (simd_is128(i) ? 16u : 8u) >> i->amount;
    if (!load) {
        copy_in(pe, i, v);
    }
    for (unsigned k = 0; k < elements * i->opt; k++) {
        unsigned reg = interleaved ? k % i->opt : k / elements, index = interleaved ? k / i->opt : k % elements;
        if (!element_access(pe, load, address + ((uint64_t)k << i->amount), i->amount, v[reg], index)) {
            return false;
        }
    }
    if (load) {
        copy_out(pe, i, v);
    }
    return true;
}

/* One element a register, in lane ra. */
static bool lane(struct pe *pe, const struct isa_insn *i, bool load, uint64_t address)
{
    registers v = {{0, 0}};
    copy_in(pe, i, v);
    for (unsigned n = 0; n < i->opt; n++) {
        if (!element_access(pe, load, address + ((uint64_t)n << i->amount), i->amount, v[n], i->ra)) {
            return false;
        }
    }
    copy_out(pe, i, v);
    return true;
}

static bool replicate(struct pe *pe, const struct isa_insn *i, uint64_t address)
{
    registers v = {{0, 0}};
    for (unsigned n = 0; n < i->opt; n++) {
        uint64_t x;
        if (!exec_load_any(pe, address + ((uint64_t)n << i->amount), 1u << i->amount, &x)) {
            return false;
        }
        x = simd_replicate(x, i->amount);
        simd_set_q(i, v[n], x, x);
    }
    copy_out(pe, i, v);
    return true;
}

/* A row and its post-index form, which adds a register or the bytes transferred (the other one is zero). */
#define STRUCTURE(row, access)                                                                                         \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        uint64_t base;                                                                                                 \
        if (pe_fp_enabled(pe) && exec_base(pe, i, &base) && (access)) {                                                \
            exec_next(pe);                                                                                             \
        }                                                                                                              \
    }                                                                                                                  \
    HANDLER(row##_post)                                                                                                \
    {                                                                                                                  \
        uint64_t base;                                                                                                 \
        if (pe_fp_enabled(pe) && exec_base(pe, i, &base) && (access)) {                                                \
            X(rn) = base + X(rm) + (uint64_t)i->imm;                                                                   \
            exec_next(pe);                                                                                             \
        }                                                                                                              \
    }

STRUCTURE(LD1x1, multiple(pe, i, true, false, base))
STRUCTURE(LD1x2, multiple(pe, i, true, false, base))
STRUCTURE(LD1x3, multiple(pe, i, true, false, base))
STRUCTURE(LD1x4, multiple(pe, i, true, false, base))
STRUCTURE(LD2, multiple(pe, i, true, true, base))
STRUCTURE(LD3, multiple(pe, i, true, true, base))
STRUCTURE(LD4, multiple(pe, i, true, true, base))
STRUCTURE(ST1x1, multiple(pe, i, false, false, base))
STRUCTURE(ST1x2, multiple(pe, i, false, false, base))
STRUCTURE(ST1x3, multiple(pe, i, false, false, base))
STRUCTURE(ST1x4, multiple(pe, i, false, false, base))
STRUCTURE(ST2, multiple(pe, i, false, true, base))
STRUCTURE(ST3, multiple(pe, i, false, true, base))
STRUCTURE(ST4, multiple(pe, i, false, true, base))
STRUCTURE(LD1_lane, lane(pe, i, true, base))
STRUCTURE(LD2_lane, lane(pe, i, true, base))
STRUCTURE(LD3_lane, lane(pe, i, true, base))
STRUCTURE(LD4_lane, lane(pe, i, true, base))
STRUCTURE(ST1_lane, lane(pe, i, false, base))
STRUCTURE(ST2_lane, lane(pe, i, false, base))
STRUCTURE(ST3_lane, lane(pe, i, false, base))
STRUCTURE(ST4_lane, lane(pe, i, false, base))
STRUCTURE(LD1R, replicate(pe, i, base))
STRUCTURE(LD2R, replicate(pe, i, base))
STRUCTURE(LD3R, replicate(pe, i, base))
STRUCTURE(LD4R, replicate(pe, i, base))
