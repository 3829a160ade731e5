/* SPDX-License-Identifier: Apache-2.0 */
/* From the decoded instruction to what the pipeline needs of it. */
#include "timing/op.h"

#include "base/bits.h"
#include "timing/system.h"

enum {
    OLDER = TIMING_OLDER,
    BLOCK = TIMING_BLOCK,
    MEMORY = TIMING_MEMORY,
    STORE = TIMING_STORE,
    BRANCH = TIMING_BRANCH
};

const struct timing_kind_row timing_kind_table[TIMING_KINDS] = {
#define KIND(name, latency, front, port, cost, behaviour)                                                              \
    {TIMING_P_##latency, TIMING_P_##front, TIMING_PORT_##port, TIMING_P_##cost, behaviour},
#include "timing/kinds.inc"
#undef KIND
};

/* By class; the system instructions are told apart in system.c, shifts below. */
static const uint8_t kind_of_class[ISA_CLASS_COUNT] = {
    [ISA_C_ALU] = TIMING_K_ALU,
    [ISA_C_ALU_SHIFT] = TIMING_K_ALU_SHIFT,
    [ISA_C_BITFIELD] = TIMING_K_BITFIELD,
    [ISA_C_MUL] = TIMING_K_MUL,
    [ISA_C_MULH] = TIMING_K_MULH,
    [ISA_C_DIV32] = TIMING_K_DIV32,
    [ISA_C_DIV64] = TIMING_K_DIV64,
    [ISA_C_CRC] = TIMING_K_CRC,
    [ISA_C_LOAD] = TIMING_K_LOAD,
    [ISA_C_LOAD_PAIR] = TIMING_K_LOAD_PAIR,
    [ISA_C_LOAD_EXCL] = TIMING_K_LOAD_EXCL,
    [ISA_C_STORE] = TIMING_K_STORE,
    [ISA_C_STORE_PAIR] = TIMING_K_STORE_PAIR,
    [ISA_C_STORE_EXCL] = TIMING_K_STORE_EXCL,
    [ISA_C_ATOMIC] = TIMING_K_ATOMIC,
    [ISA_C_PREFETCH] = TIMING_K_PREFETCH,
    [ISA_C_BRANCH] = TIMING_K_BRANCH,
    [ISA_C_BRANCH_COND] = TIMING_K_BRANCH_COND,
    [ISA_C_BRANCH_IND] = TIMING_K_INDIRECT,
    [ISA_C_CALL] = TIMING_K_CALL,
    [ISA_C_RET] = TIMING_K_RET,
    [ISA_C_NOP] = TIMING_K_NOP,
    [ISA_C_HINT] = TIMING_K_HINT,
    [ISA_C_WAIT] = TIMING_K_WAIT,
    [ISA_C_EVENT] = TIMING_K_HINT,
    [ISA_C_PAC] = TIMING_K_PAC,
    [ISA_C_MRS] = TIMING_K_MRS,
    [ISA_C_MSR] = TIMING_K_MSR,
    [ISA_C_MSR_IMM] = TIMING_K_MSR_PSTATE,
    [ISA_C_SYS] = TIMING_K_SYS,
    [ISA_C_DSB] = TIMING_K_DSB,
    [ISA_C_DMB] = TIMING_K_DMB,
    [ISA_C_ISB] = TIMING_K_ISB,
    [ISA_C_SB] = TIMING_K_SB,
    [ISA_C_CLREX] = TIMING_K_HINT,
    [ISA_C_EXCEPTION] = TIMING_K_EXCEPTION,
    [ISA_C_ERET] = TIMING_K_ERET,
    [ISA_C_FP_MOVE] = TIMING_K_FP_MOVE,
    [ISA_C_FP_XFER] = TIMING_K_FP_TRANSFER,
    [ISA_C_FP_LOAD] = TIMING_K_FP_LOAD,
    [ISA_C_FP_LOAD_PAIR] = TIMING_K_FP_LOAD_PAIR,
    [ISA_C_FP_STORE] = TIMING_K_STORE,
    [ISA_C_FP_STORE_PAIR] = TIMING_K_STORE_PAIR,
};

/* add x0, x1, x2 is the shifted form with a shift of nothing. UXTX without a shift extends nothing. */
static enum timing_kind shift_kind(const struct isa_insn *i)
{
    enum { LSL = 0, UXTX = 3 };
    bool extended = bit(i->word, 21) && bits(i->word, 28, 24) == 0x0b; /* add/subtract, extended register */
    unsigned nothing = extended ? UXTX : LSL;
    if (i->opt != nothing || i->amount > 4) {
        return TIMING_K_ALU_SHIFT;
    }
    return i->amount == 0 ? TIMING_K_ALU : TIMING_K_SHIFT_SMALL;
}

static enum timing_kind kind_of(const struct isa_insn *i)
{
    enum isa_class class = isa_class_of((enum isa_op)i->op);
    switch (class) {
    case ISA_C_ALU_SHIFT:
        return shift_kind(i);
    case ISA_C_MRS:
        return timing_mrs_kind((uint32_t)i->imm);
    case ISA_C_MSR:
        return timing_msr_kind((uint32_t)i->imm);
    case ISA_C_MSR_IMM:
        return i->op == ISA_MSR_DAIFSet || i->op == ISA_MSR_DAIFClr || i->op == ISA_MSR_ALLINT ? TIMING_K_MSR_DAIF_IMM
                                                                                               : TIMING_K_MSR_PSTATE;
    default:
        return (enum timing_kind)kind_of_class[class];
    }
}

/* Loads and stores: base and offset, where the word tells them. Literals (no base) never meet a store here. */
static void set_address(const struct isa_insn *i, struct timing_op *op)
{
    bool writes_back = (i->flags & (ISA_I_PRE | ISA_I_POST)) != 0;
    bool by_register = (i->flags & ISA_I_REGOFF) != 0 || (writes_back && i->rm != ISA_ZR);
    if (i->rn == ISA_ZR || by_register || op->kind == TIMING_K_ATOMIC) {
        return;
    }
    op->base = i->rn;
    op->offset = (i->flags & ISA_I_POST) != 0 ? 0 : (int32_t)i->imm;
    if (writes_back) {
        op->moved = i->rn;
        op->move = (int32_t)i->imm;
    }
}

/* add sp, sp, #32 keeps what is known about the stack. */
static void set_move(const struct isa_insn *i, struct timing_op *op)
{
    bool add = i->op == ISA_ADD_imm;
    if ((add || i->op == ISA_SUB_imm) && i->rd == i->rn && (i->flags & ISA_I_64) != 0) {
        op->moved = i->rd;
        op->move = add ? (int32_t)i->imm : -(int32_t)i->imm;
    }
}

static void clear(struct timing_op *op, enum timing_kind kind)
{
    *op = (struct timing_op){
        .kind = (uint8_t)kind, .second = TIMING_NO_SLOT, .base = TIMING_NO_SLOT, .moved = TIMING_NO_SLOT};
}

void timing_op_of(const struct isa_insn *insn, struct timing_op *op)
{
    if (insn->op >= ISA_OP_COUNT) {
        clear(op, TIMING_K_ALU); /* a word that is not known: a simple operation; estimates count it */
        return;
    }
    enum { CRM_SY = 15 };
    clear(op, kind_of(insn));
    struct isa_access access;
    isa_access_of(insn, &access);
    op->reads = access.reads;
    op->writes = access.writes;
    op->v_reads = access.v_reads;
    op->v_writes = access.v_writes;
    op->load_bytes = access.load_bytes;
    op->store_bytes = access.store_bytes;
    op->acquire = (insn->flags & ISA_I_ACQUIRE) != 0;
    op->release = (insn->flags & ISA_I_RELEASE) != 0;
    op->dsb_sy = insn->op == ISA_DSB && insn->opt == CRM_SY;
    if (op->kind == TIMING_K_LOAD_PAIR && insn->ra < ISA_ZR) {
        op->second = insn->ra;
    }
    if ((timing_kind_table[op->kind].behaviour & TIMING_MEMORY) != 0 && op->load_bytes + op->store_bytes != 0) {
        set_address(insn, op);
    }
    set_move(insn, op);
}

void timing_op_event(enum timing_kind kind, struct timing_op *op)
{
    clear(op, kind);
}

static uint64_t one(enum timing_parameter parameter)
{
    return BIT64(parameter);
}

uint64_t timing_op_uses(const struct timing_op *op, unsigned outcome)
{
    const struct timing_kind_row *k = &timing_kind_table[op->kind];
    uint64_t uses = BIT64(k->latency) | BIT64(k->front) | BIT64(k->cost) | one(TIMING_P_window);
    if ((k->behaviour & TIMING_BRANCH) != 0) {
        uses |= one(TIMING_P_taken_branch) | one(TIMING_P_indirect_extra);
        uses |= (outcome & TIMING_OUTCOME_MISPREDICT) != 0 ? one(TIMING_P_mispredict) : 0;
    }
    if ((k->behaviour & TIMING_MEMORY) != 0) {
        uses |= one(TIMING_P_alu) | one(TIMING_P_ldp_second) | one(TIMING_P_store_forward) | one(TIMING_P_pair_forward);
        uses |= one(TIMING_P_store_drain);
    }
    if (op->kind == TIMING_K_MSR_PMR && (outcome & TIMING_OUTCOME_PMHE) != 0) {
        uses |= one(TIMING_P_pmhe_ack);
    }
    return uses;
}
