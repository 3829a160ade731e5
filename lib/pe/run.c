/* SPDX-License-Identifier: Apache-2.0 */
/* The block loop. It runs only while nothing wants attention; every handler keeps the PC exact. */
#include "pe/cache.h"
#include "pe/esr.h"
#include "pe/handlers.h"

static void fetch_stop(struct pe *pe, uint64_t address, enum mem_result why)
{
    if (why != MEM_ABORT && !pe->config.stop_unmapped) {
        /* EC 0x20/0x21, IFSC 0x10: synchronous external abort, not on a table walk. */
        struct pe_fault fault = {.esr = PE_ESR(PE_EC_INSTRUCTION_ABORT_LOWER, 0x10), .far_valid = true, .far = address};
        pe_raise(pe, &fault);
        return;
    }
    pe->s.stop = (struct pe_stop){.kind = why == MEM_ABORT ? PE_STOP_NONE : PE_STOP_UNMAPPED_FETCH, .address = address};
    pe->attn |= PE_ATTN_STOP;
}

/* The block at the PC: true, or a fault or stop was raised. */
static bool find_block(struct pe *pe, struct pe_code **code, unsigned *index)
{
    uint64_t pc = pe->s.pc;
    if ((pc & 3) != 0) {
        struct pe_fault fault = {.esr = PE_ESR(PE_EC_PC_ALIGNMENT, 0), .far_valid = true, .far = pc};
        pe_raise(pe, &fault);
        return false;
    }
    if ((pe->s.pstate & PSTATE_IL) != 0) {
        struct pe_fault fault = {.esr = PE_ESR(PE_EC_ILLEGAL_STATE, 0)};
        pe_raise(pe, &fault);
        return false;
    }
    enum mem_result why;
    *code = pe_cache_page(pe->cache, pc, &why);
    if (*code == NULL) {
        fetch_stop(pe, pc, why);
        return false;
    }
    *index = (unsigned)(pc >> 2) & (PE_PAGE_RECORDS - 1);
    return true;
}

uint64_t pe_run(struct pe *pe, uint64_t n)
{
    uint64_t done = 0;
    uint64_t generation = pe->mem->code_generation - 1;
    struct pe_code *code = NULL;
    while (done < n && pe->attn == 0) {
        unsigned index = (unsigned)(pe->s.pc >> 2) & (PE_PAGE_RECORDS - 1);
        bool known = generation == pe->mem->code_generation && code != NULL &&
                     pe->s.pc >> MEM_PAGE_BITS == code->page->number && (pe->s.pc & 3) == 0 &&
                     (pe->s.pstate & (PSTATE_IL | PSTATE_BTYPE)) == 0;
        if (!known) {
            if (!find_block(pe, &code, &index)) {
                break;
            }
            generation = pe->mem->code_generation;
        }
        unsigned length = code->length[index];
        if (length == 0) {
            length = pe_cache_block(pe->cache, code, index, pe->config.features);
        }
        if ((length & PE_BREAK) != 0) {
            if (done != 0) {
                break;
            }
            length &= ~(unsigned)PE_BREAK;
        }
        uint64_t id = code->serial << 10 | index;
        const struct isa_insn *first = &code->insn[index];
        unsigned limit = n - done < length ? (unsigned)(n - done) : length;
        if ((pe->s.pstate & PSTATE_BTYPE) != 0) {
            limit = 1; /* BTYPE holds for the one instruction after an indirect branch */
            pe->s.pstate &= ~(uint32_t)PSTATE_BTYPE;
        }
        uint64_t start = pe->s.pc;
        const struct isa_insn *i = first;
        unsigned left = limit;
        pe->faulted = false;
        do {
            ((pe_fn *)i->exec)(pe, i);
            i++;
        } while (--left != 0 && pe->attn == 0 && pe->mem->code_generation == generation);
        unsigned executed = limit - left - (pe->faulted ? 1 : 0);
        pe->s.instructions += executed;
        done += executed;
        if (executed != 0) {
            pe->host.block(pe->host.context, pe->config.index, first, executed, id,
                           pe->s.pc != start + 4 * (uint64_t)executed && !pe->faulted);
        }
    }
    return done;
}

void pe_x_unallocated(struct pe *pe, const struct isa_insn *i)
{
    pe_raise_undefined(pe, i);
}

void pe_x_unknown(struct pe *pe, const struct isa_insn *i)
{
    pe->s.stop = (struct pe_stop){.kind = PE_STOP_UNIMPLEMENTED, .word = i->word};
    pe->attn |= PE_ATTN_STOP;
    pe->faulted = true;
}
