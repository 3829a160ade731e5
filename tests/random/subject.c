/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Our PE, driven without a machine: decode and handler, one instruction after the other, or by the run loop with its
 * decoded pages.
 */
#include "pe/cache.h"
#include "pe/handlers.h"
#include "random.h"

#include <stdlib.h>
#include <string.h>

struct random_engine {
    struct mem mem;
    struct pe pe;
    struct sysreg_table sysregs;
};

static uint64_t host_now(void *context, unsigned pe)
{
    (void)context, (void)pe;
    return 0;
}

static void host_dsb(void *context, unsigned pe, unsigned crm)
{
    (void)context, (void)pe, (void)crm;
}

static void host_nothing(void *context, unsigned pe)
{
    (void)context, (void)pe;
}

static void host_context(void *context, unsigned pe, bool secure, uint8_t el)
{
    (void)context, (void)pe, (void)secure, (void)el;
}

static void host_diagnostic(void *context, unsigned pe, const char *text, uint64_t pc, uint32_t word)
{
    (void)context, (void)pe, (void)text, (void)pc, (void)word;
}

static void host_block(void *context, unsigned pe, const struct isa_insn *first, unsigned n, uint64_t id,
                       unsigned outcome)
{
    (void)context, (void)pe, (void)first, (void)n, (void)id, (void)outcome;
}

static void *resize(void *context, void *block, size_t size)
{
    (void)context;
    if (size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, size);
}

/* Every feature but the ones whose results the oracle's configuration switches off. */
static void configure(struct random_engine *e)
{
    struct pe_config config = {.features = UINT64_MAX, .highest_el = 1, .stop_unmapped = true, .stop_hlt = true};
    e->pe.mem = &e->mem;
    e->pe.host = (struct pe_host){.now = host_now,
                                  .dsb = host_dsb,
                                  .context_sync = host_nothing,
                                  .context_changed = host_context,
                                  .send_event = host_nothing,
                                  .block = host_block,
                                  .diagnostic = host_diagnostic};
    e->sysregs.banks[e->sysregs.count++] = pe_sysreg_bank(&e->pe);
    e->pe.sysregs = &e->sysregs;
    pe_reset(&e->pe, &config);
    struct sysreg_entry cpacr;
    if (sysreg_find_name(&e->sysregs, "CPACR_EL1", &cpacr)) {
        pe_sysreg_write(&e->pe, &cpacr, UINT64_C(3) << 20); /* FPEN: no trap of FP and SIMD */
    }
}

struct random_engine *random_subject_open(void)
{
    static const struct gm_allocator allocator = {resize, NULL};
    struct random_engine *e = calloc(1, sizeof *e);
    if (e == NULL) {
        return NULL;
    }
    if (mem_init(&e->mem, &allocator) != GM_OK) {
        free(e);
        return NULL;
    }
    configure(e);
    if (pe_cache_create(&allocator, &e->mem, &e->pe.cache) != GM_OK ||
        mem_map(&e->mem, RANDOM_CODE, (RANDOM_WORDS + 1) * 4, MEM_R | MEM_X) != GM_OK ||
        mem_map(&e->mem, RANDOM_DATA, RANDOM_DATA_SIZE, MEM_R | MEM_W) != GM_OK) {
        random_subject_close(e);
        return NULL;
    }
    return e;
}

void random_subject_close(struct random_engine *e)
{
    mem_destroy(&e->mem);
    pe_cache_destroy(e->pe.cache);
    free(e);
}

static void put(struct random_engine *e, const struct random_state *s)
{
    memcpy(e->pe.s.r, s->x, sizeof s->x);
    memcpy(e->pe.s.v, s->v, sizeof s->v);
    e->pe.s.r[ISA_SP] = s->sp;
    e->pe.s.nzcv = s->nzcv;
    e->pe.s.pc = s->pc;
    e->pe.s.pstate &= ~(uint32_t)PSTATE_BTYPE;
    e->pe.attn = 0;
}

static void get(const struct random_engine *e, struct random_state *s)
{
    memcpy(s->x, e->pe.s.r, sizeof s->x);
    memcpy(s->v, e->pe.s.v, sizeof s->v);
    s->sp = e->pe.s.r[ISA_SP];
    s->nzcv = e->pe.s.nzcv;
    s->pc = e->pe.s.pc;
}

static const uint32_t hard = PE_ATTN_EXCEPTION | PE_ATTN_STOP;

/* The end state, and the handlers' first rule: the zero register is never written. */
static bool finish(struct random_engine *e, struct random_state *end)
{
    get(e, end);
    end->faulted = (e->pe.attn & hard) != 0;
    return mem_read(&e->mem, RANDOM_DATA, end->memory, RANDOM_DATA_SIZE) == GM_OK && e->pe.s.r[ISA_ZR] == 0;
}

bool random_subject_run(struct random_engine *e, const struct random_sequence *sequence,
                        const struct random_state *start, unsigned steps, struct random_state *end, uint64_t *executed)
{
    uint64_t until = RANDOM_CODE + 4 * sequence->words;
    if (mem_write(&e->mem, RANDOM_DATA, start->memory, RANDOM_DATA_SIZE) != GM_OK) {
        return false;
    }
    put(e, start);
    for (unsigned n = 0; (steps == 0 || n < steps) && e->pe.s.pc != until && !(e->pe.attn & hard); n++) {
        uint64_t word = (e->pe.s.pc - RANDOM_CODE) / 4;
        struct isa_insn i;
        if (word >= sequence->words || isa_decode(sequence->word[word], &i) != ISA_DECODED) {
            break; /* off the sequence: the PC tells */
        }
        pe_handlers[i.op](&e->pe, &i);
        if (executed != NULL) {
            executed[i.op] += sequence->tested[word];
        }
    }
    return finish(e, end);
}

bool random_subject_run_blocks(struct random_engine *e, const struct random_sequence *sequence,
                               const struct random_state *start, struct random_state *end)
{
    const uint32_t hlt = 0xd4400000; /* where the sequence ends */
    uint8_t code[(RANDOM_WORDS + 1) * 4];
    for (unsigned n = 0; n <= sequence->words; n++) {
        store_le(code + 4 * n, 4, n < sequence->words ? sequence->word[n] : hlt);
    }
    if (mem_write(&e->mem, RANDOM_CODE, code, 4 * (sequence->words + 1)) != GM_OK ||
        mem_write(&e->mem, RANDOM_DATA, start->memory, RANDOM_DATA_SIZE) != GM_OK) {
        return false;
    }
    put(e, start);
    while ((e->pe.attn & hard) == 0 && pe_run(&e->pe, sequence->words + 1) != 0) {
        e->pe.attn &= hard;
    }
    bool ended = e->pe.s.stop.kind == PE_STOP_HALT && e->pe.s.pc == RANDOM_CODE + 4 * sequence->words;
    e->pe.attn &= ended ? 0 : hard;
    memset(&e->pe.s.stop, 0, sizeof e->pe.s.stop);
    return finish(e, end);
}
