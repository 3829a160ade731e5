/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every row of the encodings table is executed, with many words each, at each exception level, on random states: what
 * must hold whatever the instruction.  What each computes is judged elsewhere: tests/random against two emulators,
 * test_handlers*, test_exception*, test_sysreg and tests/baremetal.  There are no exemptions.
 */
#include "pe/handlers.h"

#include "core_fixture.h"

enum { WORDS = 40 };

static uint64_t next(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *seed >> 16;
}

static void random_state(struct core *c, uint64_t *seed)
{
    for (unsigned r = 0; r < 31; r++) {
        /* Often an address of the data page, so that loads and stores have somewhere to go. */
        c->pe.s.r[r] = next(seed) % 3 != 0 ? CORE_DATA + 0x400 + (next(seed) & 0x7f8) : next(seed) << (next(seed) & 31);
    }
    c->pe.s.r[ISA_SP] = CORE_DATA + 0x800;
    c->pe.s.nzcv = (uint32_t)next(seed) & PSTATE_NZCV;
    c->pe.s.wait = PE_AWAKE;
}

/* What a completed or refused instruction may not do. */
static void check_invariants(struct core *c, uint64_t instructions, const char *row)
{
    const struct pe_state *s = &c->pe.s;
    bool stopped = (c->pe.attn & (PE_ATTN_EXCEPTION | PE_ATTN_STOP)) != 0;
    if (s->r[ISA_ZR] != 0) {
        fail_msg("%s: XZR is not zero", row);
    }
    if ((s->nzcv & ~PSTATE_NZCV) != 0 || s->el > PE_EL3) {
        fail_msg("%s: PSTATE is out of bounds", row);
    }
    if (stopped && s->pc != CORE_CODE) {
        fail_msg("%s: it raised something and moved the PC to 0x%llx", row, (unsigned long long)s->pc);
    }
    if (!stopped && s->instructions != instructions + 1) {
        fail_msg("%s: completed and not counted", row);
    }
    if ((c->pe.attn & PE_ATTN_STOP) != 0 && s->stop.kind == PE_STOP_UNIMPLEMENTED) {
        fail_msg("%s: its handler is not reached", row);
    }
}

static void every_row_runs(void **state)
{
    (void)state;
    uint64_t seed = 0x6769636d61736b;
    unsigned rows = 0;
    unsigned completed = 0;
    for (int op = 0; op < ISA_OP_COUNT; op++) {
        unsigned here = 0;
        struct core *c = core_open(PE_EL3);
        for (unsigned n = 0; n < WORDS; n++) {
            uint32_t word = isa_random_word((enum isa_op)op, &seed);
            struct isa_insn insn;
            assert_int_equal(isa_decode(word, &insn), ISA_DECODED);
            assert_int_equal(insn.op, op);
            core_at(c, (uint8_t)(n & 3));
            random_state(c, &seed);
            uint64_t before = c->pe.s.instructions;
            here += core_try(c, word);
            check_invariants(c, before, isa_name((enum isa_op)op));
            here += (c->pe.attn & PE_ATTN_EXCEPTION) != 0;
        }
        core_close(c);
        rows += here != 0;
        completed += here;
    }
    print_message("%u rows of %d, %u executions completed or raised an exception\n", rows, ISA_OP_COUNT, completed);
    assert_int_equal(rows, ISA_OP_COUNT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_row_runs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
