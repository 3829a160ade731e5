/* SPDX-License-Identifier: Apache-2.0 */
/* The block loop. It runs only while nothing wants attention; every handler keeps the PC exact. */
#include "pe/cache.h"
#include "pe/handlers.h"
#include "pe/sysslot.h"

static void fetch_stop(struct pe *pe, uint64_t address, enum mem_result why)
{
    if (why != MEM_ABORT && !pe->config.stop_unmapped) {
        unsigned ifsc = why == MEM_DENIED ? PE_FSC_PERMISSION : PE_FSC_EXTERNAL;
        pe_raise_abort(pe, PE_EC_INSTRUCTION_ABORT_LOWER, address, ifsc);
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
    enum mem_result why;
    *code = pe_cache_page(pe->cache, pc, &why);
    if (*code == NULL) {
        fetch_stop(pe, pc, why);
        return false;
    }
    if ((pe->s.pstate & PSTATE_IL) != 0) {
        struct pe_fault fault = {.esr = PE_ESR(PE_EC_ILLEGAL_STATE, 0)};
        pe_raise(pe, &fault);
        return false;
    }
    *index = (unsigned)(pc >> 2) & (PE_PAGE_RECORDS - 1);
    return true;
}

/* Whether the block at the PC lies in the page that is at hand, and nothing else needs a look. */
static inline bool is_at_hand(const struct pe *pe, const struct pe_code *code)
{
    return code != NULL && pe->s.pc >> MEM_PAGE_BITS == code->page->number && (pe->s.pc & 3) == 0 &&
           (pe->s.pstate & (PSTATE_IL | PSTATE_BTYPE)) == 0;
}

/* Executes up to `most` instructions of a block and accounts for those that were completed. */
static inline unsigned run_block(struct pe *pe, const struct isa_insn *first, unsigned most, uint64_t id)
{
    const struct isa_insn *i = first;
    unsigned left = most;
    uint64_t start = pe->s.pc;
    do {
        ((pe_fn *)i->exec)(pe, i);
        i++;
    } while (--left != 0 && pe->attn == 0);
    unsigned done = most - left;
    if (pe->faulted) {
        pe->faulted = false;
        done--;
    }
    pe->s.instructions += done;
    if (done != 0) {
        /* An SVC that is about to be taken is complete, but has not moved the PC. */
        bool taken = pe->s.pc != start + 4 * (uint64_t)done && (pe->attn & PE_ATTN_EXCEPTION) == 0;
        pe->host.block(pe->host.context, pe->config.index, first, done, id, taken);
    }
    return done;
}

uint64_t pe_run(struct pe *pe, uint64_t n)
{
    uint64_t done = 0;
    struct pe_code *code = NULL;
    pe_cache_running(pe->cache, &pe->attn);
    while (done < n && pe->attn == 0) {
        unsigned index = (unsigned)(pe->s.pc >> 2) & (PE_PAGE_RECORDS - 1);
        if (!is_at_hand(pe, code) && !find_block(pe, &code, &index)) {
            break;
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
        uint32_t btype = pe->s.pstate & PSTATE_BTYPE;
        if (btype != 0) {
            length = 1; /* BTYPE holds for the one instruction after an indirect branch */
            pe->s.pstate &= ~(uint32_t)PSTATE_BTYPE;
        }
        uint64_t left = n - done;
        unsigned ran =
            run_block(pe, &code->insn[index], left < length ? (unsigned)left : length, code->serial << 10 | index);
        if (ran == 0) {
            pe->s.pstate |= btype; /* SPSR_ELx shows it: the instruction did not complete */
        }
        done += ran;
        if ((pe->attn & PE_ATTN_CODE) != 0) {
            pe->attn &= ~(uint32_t)PE_ATTN_CODE;
            code = NULL;
        }
    }
    pe_cache_running(pe->cache, NULL);
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
