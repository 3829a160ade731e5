/* SPDX-License-Identifier: Apache-2.0 */
/* The block loop: exact counts and PCs, block reports, breakpoints, code that changes, attention, waiting. */
#include "core_fixture.h"

static void put(struct core *c, uint64_t address, const uint32_t *words, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        core_word(c, address + 4 * i, words[i]);
    }
}

/* add, add, b -8: the sum of the blocks' n is what was executed, whatever the limit. */
static void counts_are_exact(void **state)
{
    (void)state;
    static const uint32_t loop[] = {W_ADD, W_ADD, 0x17fffffe};
    for (uint64_t limit = 0; limit < 12; limit++) {
        struct core *c = core_open(PE_EL1);
        put(c, CORE_CODE, loop, ARRAY_SIZE(loop));
        assert_int_equal(pe_run(&c->pe, limit), limit);
        assert_int_equal(c->pe.s.instructions, limit);
        assert_int_equal(c->pe.s.pc, CORE_CODE + 4 * (limit % 3));
        assert_int_equal(c->pe.s.r[0], limit - limit / 3);
        uint64_t sum = 0;
        for (unsigned n = 0; n < c->block_count; n++) {
            sum += c->blocks[n].n;
            assert_int_equal(c->blocks[n].outcome, c->blocks[n].n == 3);
        }
        assert_int_equal(sum, limit);
        core_close(c);
    }
}

/* One instruction at a time: the same path, and ids that tell places apart and are the same at the same place. */
static void single_steps(void **state)
{
    (void)state;
    static const uint32_t loop[] = {W_ADD, W_ADD, 0x17fffffe};
    struct core *c = core_open(PE_EL1);
    put(c, CORE_CODE, loop, ARRAY_SIZE(loop));
    for (unsigned n = 0; n < 9; n++) {
        assert_int_equal(pe_run(&c->pe, 1), 1);
        assert_int_equal(c->blocks[n].n, 1);
        assert_int_equal(c->blocks[n].first, loop[n % 3]);
        assert_int_equal(c->blocks[n].outcome, n % 3 == 2);
        assert_true(c->blocks[n].id == c->blocks[n % 3].id);
    }
    assert_true(c->blocks[0].id != c->blocks[1].id && c->blocks[1].id != c->blocks[2].id);
    core_close(c);
}

static void code_runs_across_pages(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL1);
    for (uint64_t a = CORE_CODE; a < CORE_CODE + 0x2000; a += 4) {
        core_word(c, a, W_ADD);
    }
    assert_int_equal(pe_run(&c->pe, 5000), 0x800); /* then nothing executable is mapped */
    assert_int_equal(c->pe.s.r[0], 0x800);
    assert_int_equal(c->pe.s.pc, CORE_CODE + 0x2000);
    assert_true((c->pe.attn & PE_ATTN_EXCEPTION) != 0);
    core_close(c);
}

/* An instruction that raises a fault is not counted and not part of its block; an SVC is complete. */
static void faults_are_not_counted(void **state)
{
    (void)state;
    static const struct {
        uint32_t word;
        unsigned counted;
    } cases[] = {{W_LDR, 0}, {W_UDF, 0}, {W_BRK7, 0}, {0xd53bf200 /* mrs, unknown */, 0}, {W_SVC7, 1}};
    for (size_t n = 0; n < ARRAY_SIZE(cases); n++) {
        struct core *c = core_open(PE_EL1);
        const uint32_t words[] = {W_ADD, W_ADD, cases[n].word, W_ADD};
        put(c, CORE_CODE, words, ARRAY_SIZE(words));
        c->pe.s.r[1] = CORE_NOWHERE;
        assert_int_equal(pe_run(&c->pe, 100), 2 + cases[n].counted);
        assert_int_equal(c->pe.s.instructions, 2 + cases[n].counted);
        assert_int_equal(c->pe.s.r[0], 2);
        assert_int_equal(c->block_count, 1);
        assert_int_equal(c->blocks[0].n, 2 + cases[n].counted);
        assert_int_equal(c->blocks[0].outcome, 0);
        core_take(c);
        assert_int_equal(c->elr, CORE_CODE + 8 + 4 * cases[n].counted);
        core_close(c);
    }
}

static void fault_alone_reports_no_block(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL1);
    c->pe.s.r[1] = CORE_NOWHERE;
    assert_false(core_try(c, W_LDR));
    assert_int_equal(c->block_count, 0);
    core_close(c);
}

static void conditional_outcome(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL1);
    core_try(c, 0x540000c0); /* b.eq +24 */
    c->pe.s.nzcv = 1u << 30;
    core_try(c, 0x540000c0);
    assert_int_equal(c->blocks[0].outcome, 0);
    assert_int_equal(c->blocks[1].outcome, 1);
    core_close(c);
}

/* A run never passes a breakpoint unless it starts there. */
static void breakpoints(void **state)
{
    (void)state;
    static const uint32_t loop[] = {W_ADD, W_ADD, W_ADD, W_ADD, 0x17fffffc};
    struct core *c = core_open(PE_EL1);
    put(c, CORE_CODE, loop, ARRAY_SIZE(loop));
    assert_int_equal(pe_run(&c->pe, 10), 10); /* decoded before the breakpoint is set */
    assert_true(pe_cache_breakpoint(c->pe.cache, CORE_CODE + 8, true));
    assert_true(pe_cache_breakpoint(c->pe.cache, CORE_CODE + 8, true));
    assert_int_equal(pe_run(&c->pe, 100), 2);
    assert_int_equal(c->pe.s.pc, CORE_CODE + 8);
    assert_int_equal(pe_run(&c->pe, 100), 5);
    assert_int_equal(c->pe.s.pc, CORE_CODE + 8);
    assert_int_equal(c->pe.attn, 0);
    assert_true(pe_cache_breakpoint(c->pe.cache, CORE_CODE + 8, false));
    assert_int_equal(pe_run(&c->pe, 100), 100);
    /* Where nothing is mapped or decoded: no harm. */
    assert_true(pe_cache_breakpoint(c->pe.cache, CORE_NOWHERE, true));
    assert_true(pe_cache_breakpoint(c->pe.cache, CORE_NOWHERE, false));
    core_close(c);
}

/* The host rewrites code between runs; the code's id changes with its content. */
static void host_patches_code(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL1);
    assert_true(core_try(c, W_ADD));
    assert_true(core_try(c, W_NOP));
    assert_int_equal(c->pe.s.r[0], 1);
    assert_true(c->blocks[0].id != c->blocks[1].id);
    core_close(c);
}

/* A store into the block that is running, and into its own next instruction: both are executed as written. */
static void guest_patches_its_own_block(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL1);
    static const uint32_t words[] = {
        0xb9000022, /* str w2, [x1]: over the instruction at +8 */
        W_ADD,      W_ADD, W_ADD, W_B_SELF,
    };
    put(c, CORE_CODE, words, ARRAY_SIZE(words));
    c->pe.s.r[1] = CORE_CODE + 8;
    c->pe.s.r[2] = 0x91004000; /* add x0, x0, #16 */
    assert_int_equal(pe_run(&c->pe, 4), 4);
    assert_int_equal(c->pe.s.r[0], 18);
    assert_int_equal(c->pe.s.pc, CORE_CODE + 16);
    assert_int_equal(c->pe.attn, 0);
    core_close(c);
}

static void runs_only_without_attention(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL1);
    core_word(c, CORE_CODE, W_ADD);
    c->pe.attn = PE_ATTN_INTERRUPT;
    assert_int_equal(pe_run(&c->pe, 1), 0);
    assert_int_equal(c->pe.s.pc, CORE_CODE);
    c->pe.attn = 0;
    /* DAIFClr opens: the loop leaves before the next instruction, in the middle of a block. */
    static const uint32_t words[] = {W_ADD, W_DAIFCLR15, W_ADD, W_ADD};
    put(c, CORE_CODE, words, ARRAY_SIZE(words));
    pe_signal(&c->pe, (struct irq_signal){.physical = IRQ_GROUP1});
    assert_int_equal(pe_run(&c->pe, 100), 2);
    assert_int_equal(c->pe.s.pc, CORE_CODE + 8);
    assert_int_equal(c->pe.s.r[0], 1);
    assert_int_equal(c->pe.attn & PE_ATTN_INTERRUPT, PE_ATTN_INTERRUPT);
    core_close(c);
}

/* BTYPE lasts for one instruction, shows in SPSR when that one is interrupted or faults, and clears otherwise. */
static void btype(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL1);
    static const uint32_t words[] = {W_BR_X1, W_NOP, W_NOP, W_BRK7};
    put(c, CORE_CODE, words, ARRAY_SIZE(words));
    c->pe.s.r[1] = CORE_CODE + 4;
    assert_int_equal(pe_run(&c->pe, 1), 1);
    assert_int_equal(c->pe.s.pstate & PSTATE_BTYPE, 1u << 10);
    assert_int_equal(pe_run(&c->pe, 1), 1);
    assert_int_equal(c->pe.s.pstate & PSTATE_BTYPE, 0);
    c->pe.s.pc = CORE_CODE;
    c->pe.s.r[1] = CORE_CODE + 12;
    pe_run(&c->pe, 2);
    core_take(c);
    assert_int_equal(c->pe.s.spsr[1] & PSTATE_BTYPE, 1u << 10);
    assert_int_equal(c->pe.s.pstate & PSTATE_BTYPE, 0);
    core_close(c);
}

/* ---- what decode finds ---- */

static void words_without_a_handler(void **state)
{
    (void)state;
    struct pe_config config = core_config(PE_EL1);
    config.features = 1;
    struct core *c = core_open_with(&config);
    assert_false(core_try(c, 0x1e622820)); /* fadd d0, d1, d2: not in the table */
    assert_int_equal(c->pe.s.stop.kind, PE_STOP_UNIMPLEMENTED);
    assert_int_equal(c->pe.s.stop.word, 0x1e622820);
    assert_int_equal(c->pe.s.pc, CORE_CODE);
    c->pe.s.stop = (struct pe_stop){0};
    assert_false(core_try(c, 0x32800000)); /* move wide, opc 01: unallocated */
    core_take(c);
    assert_int_equal(c->esr, 1u << 25);
    assert_false(core_try(c, 0xf8210041)); /* ldadd without FEAT_LSE */
    core_take(c);
    assert_int_equal(c->esr, 1u << 25);
    assert_true(core_try(c, 0xd503233f)); /* paciasp without FEAT_PAuth: a NOP */
    core_close(c);
}

static void unpredictable_words(void **state)
{
    (void)state;
    const uint32_t ldp = 0xa9400020; /* ldp x0, x0, [x1] */
    struct core *c = core_open(PE_EL1);
    c->pe.s.r[1] = CORE_DATA;
    assert_true(core_try(c, ldp));
    assert_int_equal(c->diagnostics, 1);
    c->pe.config.strict = true;
    assert_false(core_try(c, ldp));
    assert_int_equal(c->pe.s.stop.kind, PE_STOP_UNDEFINED);
    core_close(c);
}

/* ---- waiting and events: semantics.md rules 13 and 14 ---- */

static void wfi(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL1);
    assert_true(core_try(c, W_WFI));
    assert_int_equal(c->pe.s.wait, PE_WFI);
    assert_int_equal(c->pe.attn & PE_ATTN_WAIT, PE_ATTN_WAIT);
    assert_int_equal(c->pe.s.pc, CORE_CODE + 4);
    c->pe.s.wait = PE_AWAKE;
    /* Asserted and masked: it completes. */
    pe_signal(&c->pe, (struct irq_signal){.physical = IRQ_GROUP1});
    assert_true(core_try(c, W_WFI));
    assert_int_equal(c->pe.s.wait, PE_AWAKE);
    assert_int_equal(c->pe.attn, 0);
    core_close(c);
}

static void wfe(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL1);
    assert_true(core_try(c, W_SEVL));
    assert_true(core_try(c, W_WFE));
    assert_int_equal(c->pe.s.wait, PE_AWAKE);
    assert_false(c->pe.s.event);
    /* Asserted and masked: it waits. */
    pe_signal(&c->pe, (struct irq_signal){.physical = IRQ_GROUP1});
    assert_true(core_try(c, W_WFE));
    assert_int_equal(c->pe.s.wait, PE_WFE);
    c->pe.s.wait = PE_AWAKE;
    c->pe.s.pstate &= ~(uint32_t)PSTATE_DAIF;
    assert_true(core_try(c, W_WFE));
    assert_int_equal(c->pe.s.wait, PE_AWAKE);
    assert_true(core_try(c, W_SEV));
    assert_int_equal(c->events, 1);
    core_close(c);
}

/* EC 0x01 only if the instruction would wait; the lowest level that traps comes first; the host's EL0 is not a guest.
 */
static void wait_traps(void **state)
{
    (void)state;
    enum { NTWI = 16, NTWE = 18 };
    static const struct {
        uint64_t scr, hcr, sctlr1, sctlr2;
        uint8_t el, to;
    } cases[] = {
        {1, 0, 0, 0, 0, 1},
        {1, 0, HCR_(NTWI), 0, 0, 0},
        {1, HCR_(B_TGE), 0, 0, 0, 2},
        {1, 0, 0, 0, 1, 0},
        {1, HCR_(B_TWI), 0, 0, 1, 2},
        {1, HCR_(B_TWI), 0, 0, 0, 1},
        {1, HCR_(B_TWI), HCR_(NTWI), 0, 0, 2},
        {0, HCR_(B_TWI), 0, 0, 1, 0},
        {1, HCR_(B_TWI), 0, 0, 2, 0},
        {1 | HCR_(B_SCR_TWI), 0, 0, 0, 1, 3},
        {1 | HCR_(B_SCR_TWI), 0, 0, 0, 2, 3},
        {1 | HCR_(B_SCR_TWI), 0, 0, 0, 3, 0},
        {1, HCR_(B_TGE) | HCR_(B_E2H), HCR_(NTWI), 0, 0, 2},
        {1, HCR_(B_TGE) | HCR_(B_E2H) | HCR_(B_TWI), 0, HCR_(NTWI), 0, 0},
    };
    for (size_t n = 0; n < ARRAY_SIZE(cases); n++) {
        for (unsigned ready = 0; ready < 2; ready++) {
            struct core *c = core_open(PE_EL3);
            core_set(c, "SCR_EL3", cases[n].scr);
            core_set(c, "HCR_EL2", cases[n].hcr);
            core_set(c, "SCTLR_EL1", cases[n].sctlr1);
            core_set(c, "SCTLR_EL2", cases[n].sctlr2);
            core_at(c, cases[n].el);
            c->pe.s.pstate |= PSTATE_DAIF;
            pe_signal(&c->pe, (struct irq_signal){.physical = ready ? IRQ_GROUP1 : IRQ_NONE});
            bool trapped = !ready && cases[n].to != 0;
            assert_int_equal(core_try(c, W_WFI), !trapped);
            if (trapped) {
                core_take(c);
                assert_int_equal(c->to, cases[n].to);
                assert_int_equal(c->esr, 0x01u << 26 | 1u << 25 | 0x1e00000);
                assert_int_equal(c->elr, CORE_CODE);
            }
            core_close(c);
        }
    }
    struct core *c = core_open(PE_EL2);
    core_set(c, "HCR_EL2", HCR_(B_TWE));
    core_at(c, PE_EL1);
    assert_false(core_try(c, W_WFE));
    core_take(c);
    assert_int_equal(c->esr, 0x01u << 26 | 1u << 25 | 0x1e00001);
    core_close(c);
}

/* ---- barriers ---- */

static void barriers(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL1);
    assert_true(core_try(c, W_DSB_SY));
    assert_int_equal(c->dsb_crm, 15);
    assert_true(core_try(c, 0xd5033b9f)); /* dsb ish */
    assert_int_equal(c->dsb_crm, 11);
    assert_true(core_try(c, 0xd503323f)); /* dsb oshnxs */
    assert_int_equal(c->dsb_crm, 3);
    assert_int_equal(c->dsbs, 3);
    assert_true(core_try(c, 0xd5033fbf)); /* dmb sy */
    assert_int_equal(c->dsbs, 3);
    assert_int_equal(c->syncs, 0);
    assert_true(core_try(c, W_ISB));
    assert_int_equal(c->syncs, 1);
    mem_monitor_set(&c->mem, 0, CORE_DATA);
    assert_true(core_try(c, 0xd5033f5f)); /* clrex */
    assert_false(mem_monitor_holds(&c->mem, 0, CORE_DATA));
    core_close(c);
}

/* ESB with a masked SError: DISR_EL1.A, and nothing is pending any more. */
static void esb(void **state)
{
    (void)state;
    struct core *c = core_open(PE_EL1);
    c->pe.s.serror = true;
    assert_true(core_try(c, 0xd503221f));
    assert_int_equal(core_get(c, "DISR_EL1"), HCR_(31));
    assert_false(c->pe.s.serror);
    core_close(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_exact),
        cmocka_unit_test(single_steps),
        cmocka_unit_test(code_runs_across_pages),
        cmocka_unit_test(faults_are_not_counted),
        cmocka_unit_test(fault_alone_reports_no_block),
        cmocka_unit_test(conditional_outcome),
        cmocka_unit_test(breakpoints),
        cmocka_unit_test(host_patches_code),
        cmocka_unit_test(guest_patches_its_own_block),
        cmocka_unit_test(runs_only_without_attention),
        cmocka_unit_test(btype),
        cmocka_unit_test(words_without_a_handler),
        cmocka_unit_test(unpredictable_words),
        cmocka_unit_test(wfi),
        cmocka_unit_test(wfe),
        cmocka_unit_test(wait_traps),
        cmocka_unit_test(barriers),
        cmocka_unit_test(esb),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
