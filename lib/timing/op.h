/* SPDX-License-Identifier: Apache-2.0 */
/* An instruction as the pipeline sees it: the same for all cores, derived once from the decoded instruction. */
#ifndef TIMING_OP_H
#define TIMING_OP_H

#include "isa/isa.h"
#include "timing/core.h"

#include <stdbool.h>
#include <stdint.h>

enum timing_kind {
#define KIND(name, latency, front, port, cost, behaviour) TIMING_K_##name,
#include "timing/kinds.inc"
#undef KIND
    TIMING_KINDS
};

enum timing_port {
    TIMING_PORT_ALU,
    TIMING_PORT_LOAD,
    TIMING_PORT_STORE,
    TIMING_PORT_BRANCH,
    TIMING_PORT_MUL,
    TIMING_PORT_FP,
    TIMING_PORT_SYSTEM,
    TIMING_PORTS,
    TIMING_PORT_NONE = TIMING_PORTS
};

/* Behaviour; see kinds.inc. */
enum { TIMING_OLDER = 1, TIMING_BLOCK = 2, TIMING_MEMORY = 4, TIMING_STORE = 8, TIMING_BRANCH = 16 };

struct timing_kind_row {
    uint8_t latency, front, port, cost, behaviour; /* latency, front, cost: enum timing_parameter */
};
extern const struct timing_kind_row timing_kind_table[TIMING_KINDS];

/* What the instruction word does not tell; the values are those of enum gm_record_flag. */
enum {
    TIMING_OUTCOME_TAKEN = 1,
    TIMING_OUTCOME_PMHE = 2,
    TIMING_OUTCOME_MISPREDICT = 4,
    /* Those that hold for all instructions of a block; the others are about its last one. */
    TIMING_OUTCOME_OF_ALL = TIMING_OUTCOME_PMHE,
};

enum { TIMING_NO_SLOT = 0xff };

struct timing_op {
    uint64_t reads, writes; /* as in struct isa_access */
    uint32_t v_reads, v_writes;
    uint8_t kind;   /* enum timing_kind */
    uint8_t second; /* load of a pair: the slot of the second register, or TIMING_NO_SLOT */
    uint8_t base;   /* the slot that the address is relative to, or TIMING_NO_SLOT: not known statically */
    uint8_t moved;  /* the slot that a constant is added to, or TIMING_NO_SLOT */
    uint8_t load_bytes, store_bytes;
    bool acquire, release;
    bool dsb_sy;    /* waits for upstream acknowledges: semantics.md rules 7 and 8 */
    int32_t offset; /* of the address from base, before `moved` changes it */
    int32_t move;   /* the constant */
};

void timing_op_of(const struct isa_insn *insn, struct timing_op *op);
/* An event that is not an instruction: TIMING_K_ENTRY, TIMING_K_WAKE. */
void timing_op_event(enum timing_kind kind, struct timing_op *op);
/* The parameters that the op's cost can depend on. */
uint64_t timing_op_uses(const struct timing_op *op, unsigned outcome);

#endif
