/* SPDX-License-Identifier: Apache-2.0 */
#include "timing/pipeline.h"

#include "base/bits.h"
#include "timing/forward.h"

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Out of order: waits for a place in the window, which the oldest instruction frees when it retires. */
static uint64_t enter_window(const struct timing_numbers *n, struct timing_state *s)
{
    uint64_t at = s->front;
    if (s->in_window >= n->of[TIMING_P_window]) {
        struct timing_run *oldest = &s->runs[s->run_first];
        at = later(at, oldest->time);
        s->in_window--;
        if (--oldest->count == 0) {
            s->run_first = (s->run_first + 1) % TIMING_RUNS;
            s->run_count--;
        }
    }
    return at;
}

static void join_window(struct timing_state *s)
{
    unsigned last = (s->run_first + s->run_count + TIMING_RUNS - 1) % TIMING_RUNS;
    if (s->run_count != 0 && s->runs[last].time == s->retired) {
        s->runs[last].count++;
    } else {
        /* No run is empty, so there are at most as many as instructions in the window, which is at most TIMING_RUNS. */
        s->runs[(last + 1) % TIMING_RUNS] = (struct timing_run){s->retired, 1};
        s->run_count++;
    }
    s->in_window++;
}

static uint64_t operands_ready(const struct timing_state *s, const struct timing_op *op, uint64_t at)
{
    for (unsigned slot = 0; op->reads >> slot != 0; slot++) {
        if (bit(op->reads, slot)) {
            at = later(at, s->reg[slot]);
        }
    }
    for (unsigned r = 0; r < TIMING_VECTORS && op->v_reads >> r != 0; r++) {
        if (bit(op->v_reads, r)) {
            at = later(at, s->v[r]);
        }
    }
    return at;
}

/* What the instruction waits for besides operands and port. */
static uint64_t barriers_passed(const struct timing_state *s, const struct timing_op *op, uint64_t at)
{
    unsigned behaviour = timing_kind_table[op->kind].behaviour;
    if ((behaviour & TIMING_OLDER) != 0) {
        at = later(at, s->retired);
    }
    if ((behaviour & TIMING_MEMORY) != 0) {
        at = later(at, s->memory_next);
    }
    if (op->release || op->kind == TIMING_K_DMB) {
        at = later(at, s->memory_done);
    }
    if (op->kind == TIMING_K_DSB) {
        at = later(at, s->stores_done);
    }
    if (op->dsb_sy) {
        at = later(at, s->ack); /* rule 7: completes only when earlier PMR writes are acknowledged */
    }
    return at;
}

/* Takes the port; see the header for what is idealised. dispatched: when the instruction left the front end. */
static uint64_t take_port(const struct timing_numbers *n, struct timing_state *s, const struct timing_kind_row *k,
                          uint64_t dispatched, uint64_t ready)
{
    if (k->port == TIMING_PORT_NONE) {
        return ready;
    }
    uint64_t from = later(s->port[k->port], n->of[TIMING_P_in_order] != 0 ? ready : dispatched);
    s->port[k->port] = from + n->of[k->cost];
    return later(ready, from);
}

/* How much later the next instruction is dispatched. */
static uint64_t front_cost(const struct timing_numbers *n, const struct timing_op *op, unsigned outcome)
{
    uint64_t cost = n->of[timing_kind_table[op->kind].front];
    switch (op->kind) {
    case TIMING_K_CALL:
        return cost / 2;
    case TIMING_K_RET:
        return cost - cost / 2;
    case TIMING_K_INDIRECT:
        return cost / 2 + n->of[TIMING_P_indirect_extra];
    case TIMING_K_BRANCH_COND:
        return (outcome & TIMING_OUTCOME_TAKEN) != 0 ? n->of[TIMING_P_taken_branch] : cost;
    default:
        return cost;
    }
}

static void advance_front(const struct timing_numbers *n, struct timing_state *s, const struct timing_op *op,
                          unsigned outcome, uint64_t dispatched, uint64_t done)
{
    unsigned behaviour = timing_kind_table[op->kind].behaviour;
    s->front = dispatched + front_cost(n, op, outcome);
    if ((behaviour & TIMING_BLOCK) != 0) {
        s->front = later(s->front, done);
    }
    if ((behaviour & TIMING_BRANCH) != 0 && (outcome & TIMING_OUTCOME_MISPREDICT) != 0) {
        s->front = later(s->front, done + n->of[TIMING_P_mispredict]);
    }
    s->retired = later(s->retired, later(done, s->front));
}

static void write_results(const struct timing_numbers *n, struct timing_state *s, const struct timing_op *op,
                          uint64_t start, uint64_t done, uint64_t forwarded)
{
    for (unsigned slot = 0; op->writes >> slot != 0; slot++) {
        if (bit(op->writes, slot)) {
            s->reg[slot] = done;
        }
    }
    for (unsigned r = 0; r < TIMING_VECTORS && op->v_writes >> r != 0; r++) {
        if (bit(op->v_writes, r)) {
            s->v[r] = done;
        }
    }
    if (op->second != TIMING_NO_SLOT) {
        s->reg[op->second] = later(start + n->of[TIMING_P_ldp_second], forwarded);
    }
    /* Write-back is an addition; of registers that are also loaded (UNPREDICTABLE) the base counts. */
    if (op->base != TIMING_NO_SLOT && op->moved == op->base) {
        s->reg[op->base] = start + n->of[TIMING_P_alu];
    }
}

/* Memory accesses and PMR writes: what later barriers wait for. */
static void note_order(const struct timing_numbers *n, struct timing_state *s, const struct timing_op *op,
                       unsigned outcome, uint64_t done)
{
    unsigned behaviour = timing_kind_table[op->kind].behaviour;
    if ((behaviour & TIMING_MEMORY) != 0) {
        s->memory_done = later(s->memory_done, done);
    }
    if ((behaviour & TIMING_STORE) != 0) {
        s->stores_done = later(s->stores_done, done + n->of[TIMING_P_store_drain]);
    }
    if (op->acquire || op->kind == TIMING_K_DMB) {
        s->memory_next = later(s->memory_next, done);
    }
    if (op->kind == TIMING_K_MSR_PMR && (outcome & TIMING_OUTCOME_PMHE) != 0) {
        s->ack = done + n->of[TIMING_P_pmhe_ack]; /* rule 4: the value goes upstream */
    }
}

void timing_pipeline_step(const struct timing_numbers *n, struct timing_state *s, const struct timing_op *op,
                          unsigned outcome)
{
    const struct timing_kind_row *k = &timing_kind_table[op->kind];
    const bool in_order = n->of[TIMING_P_in_order] != 0;

    uint64_t dispatched = in_order ? s->front : enter_window(n, s);
    uint64_t ready = barriers_passed(s, op, operands_ready(s, op, dispatched));
    uint64_t start = take_port(n, s, k, dispatched, ready);
    if (in_order) {
        dispatched = start; /* what waits holds up all that follows */
    }
    uint64_t forwarded = timing_forward_find(n, s, op);
    uint64_t done = later(start + n->of[k->latency], forwarded);
    uint64_t complete = later(done, op->second != TIMING_NO_SLOT ? start + n->of[TIMING_P_ldp_second] : 0);

    write_results(n, s, op, start, done, forwarded);
    note_order(n, s, op, outcome, complete);
    timing_forward_update(s, op, start);
    advance_front(n, s, op, outcome, dispatched, complete);
    if (!in_order) {
        join_window(s);
    }
}

int64_t timing_forward_horizon(const struct timing_numbers *n)
{
    static const uint8_t loads[] = {TIMING_P_load_use, TIMING_P_ldp_first, TIMING_P_ldp_second, TIMING_P_load_exclusive,
                                    TIMING_P_fp_load};
    uint64_t least = n->of[loads[0]];
    for (unsigned i = 1; i < ARRAY_SIZE(loads); i++) {
        least = n->of[loads[i]] < least ? n->of[loads[i]] : least;
    }
    return (int64_t)later(n->of[TIMING_P_store_forward], n->of[TIMING_P_pair_forward]) - (int64_t)least;
}
