/* SPDX-License-Identifier: Apache-2.0 */
/* One PE with a little memory and no machine: tests run single words through decode and handler. */
#ifndef TESTS_PE_HANDLERS_FIXTURE_H
#define TESTS_PE_HANDLERS_FIXTURE_H

#include "pe/handlers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define FIX_CODE UINT64_C(0x10000)
#define FIX_DATA UINT64_C(0x20000) /* two pages; nothing behind them */
enum { FIX_DATA_SIZE = 0x2000 };

struct fixture {
    struct mem mem;
    struct pe pe;
    struct sysreg_table sysregs;
    unsigned diagnostics;
};

static inline void *fix_resize(void *context, void *block, size_t size)
{
    (void)context;
    if (size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, size);
}

static inline uint64_t fix_now(void *context, unsigned pe)
{
    (void)context, (void)pe;
    return 0;
}

static inline void fix_dsb(void *context, unsigned pe, unsigned crm)
{
    (void)context, (void)pe, (void)crm;
}

static inline void fix_nothing(void *context, unsigned pe)
{
    (void)context, (void)pe;
}

static inline void fix_context(void *context, unsigned pe, bool secure, uint8_t el)
{
    (void)context, (void)pe, (void)secure, (void)el;
}

static inline void fix_return(void *context, unsigned pe, uint8_t from_el, uint8_t to_el, uint64_t target)
{
    (void)context, (void)pe, (void)from_el, (void)to_el, (void)target;
}

static inline void fix_diagnostic(void *context, unsigned pe, const char *text, uint64_t pc, uint32_t word)
{
    (void)pe, (void)text, (void)pc, (void)word;
    ((struct fixture *)context)->diagnostics++;
}

static inline void fix_set(struct fixture *f, const char *name, uint64_t value)
{
    struct sysreg_entry entry;
    assert_true(sysreg_find_name(&f->sysregs, name, &entry));
    pe_sysreg_write(&f->pe, &entry, value);
}

/* An EL1 (EL2 and EL3 exist if highest_el says so) with FP enabled, SCTLR_EL1 zero and all features. */
static inline struct fixture *fix_open_with(uint8_t highest_el, uint64_t features)
{
    static const struct gm_allocator allocator = {fix_resize, NULL};
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    assert_int_equal(mem_init(&f->mem, &allocator), GM_OK);
    assert_int_equal(mem_map(&f->mem, FIX_DATA, FIX_DATA_SIZE, MEM_R | MEM_W), GM_OK);
    struct pe_config config = {.features = features, .highest_el = highest_el, .has_el2 = highest_el >= PE_EL2};
    f->pe.mem = &f->mem;
    f->pe.host = (struct pe_host){.context = f,
                                  .now = fix_now,
                                  .dsb = fix_dsb,
                                  .context_sync = fix_nothing,
                                  .context_changed = fix_context,
                                  .send_event = fix_nothing,
                                  .exception_return = fix_return,
                                  .diagnostic = fix_diagnostic};
    f->sysregs.banks[f->sysregs.count++] = pe_sysreg_bank(&f->pe);
    f->pe.sysregs = &f->sysregs;
    pe_reset(&f->pe, &config);
    pe_set_el(&f->pe, PE_EL1, true);
    f->pe.attn = 0;
    f->pe.s.pc = FIX_CODE;
    fix_set(f, "SCTLR_EL1", 0);
    fix_set(f, "CPACR_EL1", UINT64_C(3) << 20);
    return f;
}

static inline struct fixture *fix_open(void)
{
    return fix_open_with(PE_EL1, UINT64_MAX);
}

static inline void fix_close(struct fixture *f)
{
    mem_destroy(&f->mem);
    free(f);
}

/* Executes one word at the PC; true if it completed, false if it raised an exception or a stop. */
static inline bool fix_run(struct fixture *f, uint32_t word)
{
    struct isa_insn i;
    f->pe.attn &= ~(uint32_t)(PE_ATTN_EXCEPTION | PE_ATTN_STOP);
    assert_int_equal(isa_decode(word, &i), ISA_DECODED);
    pe_handlers[i.op](&f->pe, &i);
    assert_true(f->pe.s.r[ISA_ZR] == 0);
    return (f->pe.attn & (PE_ATTN_EXCEPTION | PE_ATTN_STOP)) == 0;
}

static inline void fix_put(struct fixture *f, uint64_t address, uint64_t value)
{
    uint8_t b[8];
    store_le(b, 8, value);
    assert_int_equal(mem_write(&f->mem, address, b, 8), GM_OK);
}

static inline uint64_t fix_get(struct fixture *f, uint64_t address)
{
    uint8_t b[8];
    assert_int_equal(mem_read(&f->mem, address, b, 8), GM_OK);
    return load_le(b, 8);
}

#endif
