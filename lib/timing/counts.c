/* SPDX-License-Identifier: Apache-2.0 */
/* What an executed word counts as: a column of struct gm_counts by the kind of instruction. */
#include "timing/recording.h"

#include "base/bits.h"

#define COLUMN(name) offsetof(struct gm_counts, name)
enum { NOT_COUNTED = COLUMN(instructions) };

static const uint8_t column_of_kind[TIMING_KINDS] = {
    [TIMING_K_NOP] = COLUMN(nops),  [TIMING_K_MRS_PMR] = COLUMN(pmr_reads), [TIMING_K_MSR_PMR] = COLUMN(pmr_writes),
    [TIMING_K_DSB] = COLUMN(dsb),   [TIMING_K_DMB] = COLUMN(dmb),           [TIMING_K_ISB] = COLUMN(isb),
    [TIMING_K_ERET] = COLUMN(eret),
};

/* DAIF shares its kinds with ALLINT, which is not counted as DAIF. */
struct op_column {
    uint16_t op;
    uint32_t key;
    uint8_t column;
};
#define ANY_KEY UINT32_MAX
#define DAIF    ISA_SYSKEY(3, 3, 4, 2, 1)
static const struct op_column column_of_op[] = {
    {ISA_MRS, DAIF, COLUMN(daif_reads)},
    {ISA_MSR_reg, DAIF, COLUMN(daif_writes_reg)},
    {ISA_MSR_DAIFSet, ANY_KEY, COLUMN(daif_writes_imm)},
    {ISA_MSR_DAIFClr, ANY_KEY, COLUMN(daif_writes_imm)},
    {ISA_SVC, ANY_KEY, COLUMN(svc)},
    {ISA_WFI, ANY_KEY, COLUMN(wfi)},
    {ISA_WFIT, ANY_KEY, COLUMN(wfi)},
};

static uint64_t *cell(struct gm_counts *counts, size_t column)
{
    return (uint64_t *)(void *)((char *)counts + column);
}

static void count_op(const struct isa_insn *insn, struct gm_counts *counts)
{
    for (size_t i = 0; i < ARRAY_SIZE(column_of_op); i++) {
        const struct op_column *c = &column_of_op[i];
        if (c->op == insn->op && (c->key == ANY_KEY || c->key == (uint32_t)insn->imm)) {
            ++*cell(counts, c->column);
        }
    }
    counts->daif_writes = counts->daif_writes_imm + counts->daif_writes_reg;
}

static bool is_taken(const struct timing_op *op, unsigned flags)
{
    bool branch = (timing_kind_table[op->kind].behaviour & TIMING_BRANCH) != 0;
    return branch && (op->kind != TIMING_K_BRANCH_COND || (flags & GM_RECORD_TAKEN) != 0);
}

void timing_count_entry(const struct timing_entry *entry, struct gm_counts *counts)
{
    if (entry->event != 0) {
        counts->exceptions += entry->event == GM_RECORD_EXCEPTION + 1;
        return;
    }
    struct isa_insn insn;
    struct timing_op op;
    counts->instructions++;
    if (isa_decode(entry->word, &insn) != ISA_DECODED) {
        counts->undecoded++;
        return;
    }
    timing_op_of(&insn, &op);
    if (column_of_kind[op.kind] != NOT_COUNTED) {
        ++*cell(counts, column_of_kind[op.kind]);
    }
    count_op(&insn, counts);
    counts->loads += op.load_bytes != 0;
    counts->stores += op.store_bytes != 0;
    counts->branches_taken += is_taken(&op, entry->flags);
}
