/* SPDX-License-Identifier: Apache-2.0 */
/* What the handlers (pe/exec_*.c) share.  Private to the room. */
#ifndef PE_EXEC_H
#define PE_EXEC_H

#include "pe/handlers.h"

#define HANDLER(row) void pe_x_##row(struct pe *pe, const struct isa_insn *i)

/* Operands, by the slots that decode resolved: 31 reads as zero, 32 is never read. */
#define X(slot) (pe->s.r[i->slot])
#define W(slot) ((uint32_t)pe->s.r[i->slot])

static inline void exec_next(struct pe *pe)
{
    pe->s.pc += 4;
}

static inline bool exec_is64(const struct isa_insn *i)
{
    return i->flags & ISA_I_64;
}

/* A mask of the operation's width: all ones, or the low word. Branch-free: sf is as good as random in real code. */
static inline uint64_t exec_width_mask(const struct isa_insn *i)
{
    return UINT64_MAX >> ((unsigned)(~i->flags & ISA_I_64) << 5);
}

/* Ends a handler whose result is x in the width of the operation. */
static inline void exec_result(struct pe *pe, const struct isa_insn *i, uint64_t x)
{
    pe->s.r[i->rd] = x & exec_width_mask(i);
    exec_next(pe);
}

/* NZCV as a 4-bit index (N is bit 3) selects a bit of the condition's row (DDI 0487, ConditionHolds). NV is always. */
extern const uint16_t exec_condition_rows[16];

static inline bool exec_condition(const struct pe *pe, unsigned cond)
{
    return exec_condition_rows[cond & 15] >> (pe->s.nzcv >> 28) & 1;
}

/* How far a 32-bit operation is shifted so that its flags are those of a 64-bit one: 32, or 0 with sf. */
static inline unsigned exec_flag_shift(const struct isa_insn *i)
{
    return (unsigned)(~i->flags & ISA_I_64) << 5;
}

/* N and Z of a result in the width of the operation; C and V are 0. */
static inline uint32_t exec_nz(const struct isa_insn *i, uint64_t r)
{
    r <<= exec_flag_shift(i);
    return (uint32_t)(r >> 32 & 0x80000000u) | (uint32_t)(r == 0) << 30;
}

/* AddWithCarry (DDI 0487, shared pseudocode); carry is 0 or 1. Inlined with a constant carry, little of it is left. */
static inline uint64_t exec_adc64(uint64_t a, uint64_t b, unsigned carry, uint32_t *nzcv)
{
    uint64_t sum = a + b, r = sum + carry;
    uint32_t c = (sum < a) | (r < sum), v = (uint32_t)(((a ^ r) & (b ^ r)) >> 63);
    *nzcv = (uint32_t)(r >> 63) << 31 | (uint32_t)(r == 0) << 30 | c << 29 | v << 28;
    return r;
}

static inline uint64_t exec_adc32(uint32_t a, uint32_t b, unsigned carry, uint32_t *nzcv)
{
    uint64_t wide = (uint64_t)a + b + carry;
    uint32_t r = (uint32_t)wide, v = ((a ^ r) & (b ^ r)) >> 31;
    *nzcv = (r & 0x80000000u) | (uint32_t)(r == 0) << 30 | (uint32_t)(wide >> 32) << 29 | v << 28;
    return r;
}

/* The same in the width of the operation; above it the operands' bits are arbitrary and the result's are zero. */
static inline uint64_t exec_add_with_carry(const struct isa_insn *i, uint64_t a, uint64_t b, unsigned carry,
                                           uint32_t *nzcv)
{
    return exec_is64(i) ? exec_adc64(a, b, carry, nzcv) : exec_adc32((uint32_t)a, (uint32_t)b, carry, nzcv);
}

/* a - b: AddWithCarry(a, NOT b, 1), with the carry as a comparison. */
static inline uint64_t exec_subtract(const struct isa_insn *i, uint64_t a, uint64_t b, uint32_t *nzcv)
{
    if (exec_is64(i)) {
        uint64_t r = a - b;
        uint32_t c = a >= b, v = (uint32_t)(((a ^ b) & (a ^ r)) >> 63);
        *nzcv = (uint32_t)(r >> 63) << 31 | (uint32_t)(r == 0) << 30 | c << 29 | v << 28;
        return r;
    }
    uint32_t wa = (uint32_t)a, wb = (uint32_t)b, r = wa - wb, c = wa >= wb, v = ((wa ^ wb) & (wa ^ r)) >> 31;
    *nzcv = (r & 0x80000000u) | (uint32_t)(r == 0) << 30 | c << 29 | v << 28;
    return r;
}

static inline unsigned exec_carry(const struct pe *pe)
{
    return pe->s.nzcv >> 29 & 1;
}

/* Stands in for the handler of an instruction for which isa_unpredictable() holds: reports it, and then executes it as
 * the handler documents, or stops in strict mode. */
pe_fn exec_unpredictable;

static inline bool exec_has(const struct pe *pe, enum isa_feature feature)
{
    return pe->config.features >> feature & 1;
}

/* BR, BLR and their authenticating kin: the jump, the link and PSTATE.BTYPE. */
void exec_jump(struct pe *pe, uint64_t target);
void exec_call(struct pe *pe, uint64_t target);

#endif
