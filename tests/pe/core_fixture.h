/* SPDX-License-Identifier: Apache-2.0 */
/* One PE with decoded pages and a host that records what it is told: the core as the machine sees it. */
#ifndef TESTS_PE_CORE_FIXTURE_H
#define TESTS_PE_CORE_FIXTURE_H

#include "pe/cache.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define CORE_CODE    UINT64_C(0x10000) /* two pages, executable */
#define CORE_DATA    UINT64_C(0x20000) /* one page */
#define CORE_SEALED  UINT64_C(0x30000) /* one page, neither writable nor executable */
#define CORE_NOWHERE UINT64_C(0x40000)
enum { CORE_BLOCKS = 64 };

struct core_block {
    unsigned n, outcome;
    uint64_t id;
    uint32_t first;
};

struct core {
    struct mem mem;
    struct pe pe;
    struct sysreg_table sysregs;
    struct core_block blocks[CORE_BLOCKS];
    unsigned block_count;
    unsigned exceptions, returns, syncs, changes, events, diagnostics, dsbs;
    unsigned offset, dsb_crm;
    uint32_t esr;
    uint8_t from, to;
    uint64_t elr;
    bool secure;
    char text[256];
};

static inline void *core_resize(void *context, void *block, size_t size)
{
    (void)context;
    if (size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, size);
}

static inline uint64_t core_now(void *context, unsigned pe)
{
    (void)pe;
    return ((struct core *)context)->pe.s.instructions;
}

static inline void core_dsb(void *context, unsigned pe, unsigned crm)
{
    struct core *c = context;
    (void)pe;
    c->dsbs++;
    c->dsb_crm = crm;
}

static inline void core_sync(void *context, unsigned pe)
{
    (void)pe;
    ((struct core *)context)->syncs++;
}

static inline void core_changed(void *context, unsigned pe, bool secure, uint8_t el)
{
    struct core *c = context;
    (void)pe, (void)el;
    c->changes++;
    c->secure = secure;
}

static inline void core_event(void *context, unsigned pe)
{
    (void)pe;
    ((struct core *)context)->events++;
}

static inline void core_on_block(void *context, unsigned pe, const struct isa_insn *first, unsigned n, uint64_t id,
                                 unsigned outcome)
{
    struct core *c = context;
    (void)pe;
    if (c->block_count < CORE_BLOCKS) {
        c->blocks[c->block_count] = (struct core_block){n, outcome, id, first->word};
    }
    c->block_count++;
}

static inline void core_exception(void *context, unsigned pe, unsigned offset, uint32_t esr, uint8_t from, uint8_t to,
                                  uint64_t elr)
{
    struct core *c = context;
    (void)pe;
    c->exceptions++;
    c->offset = offset, c->esr = esr, c->from = from, c->to = to, c->elr = elr;
}

static inline void core_return(void *context, unsigned pe, uint8_t from, uint8_t to, uint64_t target)
{
    struct core *c = context;
    (void)pe;
    c->returns++;
    c->from = from, c->to = to, c->elr = target;
}

static inline void core_diagnostic(void *context, unsigned pe, const char *text, uint64_t pc, uint32_t word)
{
    struct core *c = context;
    (void)pe, (void)pc, (void)word;
    c->diagnostics++;
    snprintf(c->text, sizeof c->text, "%s", text);
}

static inline void core_memory(void *context, unsigned pe, bool write, uint64_t address, unsigned size, uint64_t value)
{
    (void)context, (void)pe, (void)write, (void)address, (void)size, (void)value;
}

static inline void core_sysreg(void *context, unsigned pe, bool write, const struct sysreg_row *row, uint64_t value)
{
    (void)context, (void)pe, (void)write, (void)row, (void)value;
}

static inline struct pe_config core_config(uint8_t highest_el)
{
    return (struct pe_config){.features = UINT64_MAX,
                              .midr = 0x410fd0c0,
                              .mpidr = 0x80000000,
                              .highest_el = highest_el,
                              .has_el2 = highest_el >= PE_EL2,
                              .has_vhe = highest_el >= PE_EL2,
                              .two_security = highest_el == PE_EL3,
                              .ctr_el0 = 0x8444c004,
                              .dczid_el0 = 4};
}

static inline struct core *core_open_with(const struct pe_config *config)
{
    static const struct gm_allocator allocator = {core_resize, NULL};
    struct core *c = calloc(1, sizeof *c);
    assert_non_null(c);
    assert_int_equal(mem_init(&c->mem, &allocator), GM_OK);
    assert_int_equal(mem_map(&c->mem, CORE_CODE, 0x2000, MEM_R | MEM_W | MEM_X), GM_OK);
    assert_int_equal(mem_map(&c->mem, CORE_DATA, 0x1000, MEM_R | MEM_W), GM_OK);
    assert_int_equal(mem_map(&c->mem, CORE_SEALED, 0x1000, MEM_R), GM_OK);
    c->pe.mem = &c->mem;
    c->pe.sysregs = &c->sysregs;
    c->pe.host = (struct pe_host){.context = c,
                                  .now = core_now,
                                  .dsb = core_dsb,
                                  .context_sync = core_sync,
                                  .context_changed = core_changed,
                                  .send_event = core_event,
                                  .block = core_on_block,
                                  .exception = core_exception,
                                  .exception_return = core_return,
                                  .diagnostic = core_diagnostic,
                                  .memory = core_memory,
                                  .sysreg = core_sysreg};
    assert_int_equal(pe_cache_create(&allocator, &c->mem, &c->pe.cache), GM_OK);
    c->sysregs.banks[c->sysregs.count++] = pe_sysreg_bank(&c->pe);
    pe_reset(&c->pe, config);
    c->pe.s.pc = CORE_CODE;
    return c;
}

static inline struct core *core_open(uint8_t highest_el)
{
    struct pe_config config = core_config(highest_el);
    return core_open_with(&config);
}

static inline void core_close(struct core *c)
{
    mem_destroy(&c->mem);
    pe_cache_destroy(c->pe.cache);
    free(c);
}

static inline void core_set(struct core *c, const char *name, uint64_t value)
{
    struct sysreg_entry entry;
    assert_true(sysreg_find_name(&c->sysregs, name, &entry));
    pe_sysreg_write(&c->pe, &entry, value);
}

static inline uint64_t core_get(struct core *c, const char *name)
{
    struct sysreg_entry entry;
    assert_true(sysreg_find_name(&c->sysregs, name, &entry));
    return pe_sysreg_read(&c->pe, &entry);
}

static inline void core_word(struct core *c, uint64_t address, uint32_t word)
{
    uint8_t b[4];
    store_le(b, 4, word);
    assert_int_equal(mem_write(&c->mem, address, b, 4), GM_OK);
}

/* Runs one word at CORE_CODE from this level; true if it completed and raised nothing. attn is left as it comes. */
static inline bool core_try(struct core *c, uint32_t word)
{
    core_word(c, CORE_CODE, word);
    c->pe.attn = 0;
    c->pe.s.pc = CORE_CODE;
    pe_run(&c->pe, 1);
    return (c->pe.attn & (PE_ATTN_EXCEPTION | PE_ATTN_STOP)) == 0;
}

/* The exception that core_try raised, taken. */
static inline void core_take(struct core *c)
{
    assert_true((c->pe.attn & PE_ATTN_EXCEPTION) != 0);
    pe_take_fault(&c->pe);
}

static inline void core_at(struct core *c, uint8_t el)
{
    pe_set_el(&c->pe, el, el != PE_EL0);
    c->pe.attn = 0;
}

static inline uint32_t word_mrs(uint32_t key, unsigned rt)
{
    return 0xd5200000u | key << 5 | rt;
}

static inline uint32_t word_msr(uint32_t key, unsigned rt)
{
    return 0xd5000000u | key << 5 | rt;
}

/* Words of instructions. */
#define W_NOP       0xd503201fu
#define W_ERET      0xd69f03e0u
#define W_SVC7      0xd40000e1u
#define W_HVC7      0xd40000e2u
#define W_SMC7      0xd40000e3u
#define W_BRK7      0xd42000e0u
#define W_HLT7      0xd44000e0u
#define W_UDF       0x00000000u
#define W_LDR       0xf9400020u /* ldr x0, [x1] */
#define W_STR       0xf9000020u /* str x0, [x1] */
#define W_LDXR      0xc85f7c20u /* ldxr x0, [x1] */
#define W_ADD       0x91000400u /* add x0, x0, #1 */
#define W_B_SELF    0x14000000u
#define W_BR_X1     0xd61f0020u
#define W_WFI       0xd503207fu
#define W_WFE       0xd503205fu
#define W_SEV       0xd503209fu
#define W_SEVL      0xd50320bfu
#define W_ISB       0xd5033fdfu
#define W_DSB_SY    0xd5033f9fu
#define W_DAIFSET15 0xd5034fdfu
#define W_DAIFCLR15 0xd5034fffu
#define W_FMOV      0x9e660000u /* fmov x0, d0 */

#define HCR_(n) (UINT64_C(1) << (n))
enum {
    B_FMO = 3,
    B_IMO = 4,
    B_AMO = 5,
    B_VF = 6,
    B_VI = 7,
    B_VSE = 8,
    B_TWI = 13,
    B_TWE = 14,
    B_TSC = 19,
    B_TVM = 26,
    B_TGE = 27,
    B_HCD = 29,
    B_E2H = 34,
    B_TEA = 37,
    B_APK = 40
};
enum { B_NS = 0, B_IRQ = 1, B_FIQ = 2, B_EA = 3, B_SMD = 7, B_HCE = 8, B_SCR_TWI = 12 };

#endif
