/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One processing element: registers, PSTATE, exceptions, execution.  The state (struct pe_state) is a plain value;
 * struct pe adds what the host needs and nothing that cannot be rebuilt.
 */
#ifndef PE_PE_H
#define PE_PE_H

#include "base/bits.h"
#include "isa/isa.h"
#include "mem/mem.h"
#include "sysreg/irq_signal.h"
#include "sysreg/sysreg.h"

#include <gicmask/resolve.h>

enum pe_el { PE_EL0, PE_EL1, PE_EL2, PE_EL3 };

/* PSTATE fields other than NZCV, as bits of one word, at their SPSR positions (DDI 0487, SPSR_ELx). */
enum {
    PSTATE_SP = 1u << 0,
    PSTATE_F = 1u << 6,
    PSTATE_I = 1u << 7,
    PSTATE_A = 1u << 8,
    PSTATE_D = 1u << 9,
    PSTATE_DAIF = 0xfu << 6,
    PSTATE_BTYPE = 3u << 10,
    PSTATE_SSBS = 1u << 12,
    PSTATE_ALLINT = 1u << 13,
    PSTATE_IL = 1u << 20,
    PSTATE_SS = 1u << 21,
    PSTATE_PAN = 1u << 22,
    PSTATE_UAO = 1u << 23,
    PSTATE_DIT = 1u << 24,
    PSTATE_TCO = 1u << 25,
};
/* Above the range of int, so not an enumerator. */
#define PSTATE_NZCV (0xfu << 28)

/* Slots of plain system registers in pe_state.sys; the rows in pe/sysregs.c name them. */
enum { PE_SYS_SLOTS = 192 };

/* Why the PE needs attention at the next instruction boundary; the fast loop runs only while this is 0. */
enum {
    PE_ATTN_EXCEPTION = 1, /* a synchronous exception was raised: in pending */
    PE_ATTN_INTERRUPT = 2, /* an interrupt may be takeable */
    PE_ATTN_WAIT = 4,      /* WFI or WFE wants to wait */
    PE_ATTN_STOP = 8,      /* the run must stop: in stop */
    PE_ATTN_CODE = 64,     /* decoded code was dropped; pe_run clears it and goes on, nobody else sees it */
    PE_ATTN_CONTEXT = 32,  /* EL, security state or routing changed: decoded code and signals are looked up anew */
};

enum pe_stop_kind {
    PE_STOP_NONE,
    PE_STOP_UNIMPLEMENTED, /* word not in the table: pc, word */
    PE_STOP_UNDEFINED,     /* strict: an UNDEFINED instruction or register access: pc, word */
    PE_STOP_UNMAPPED_FETCH,
    PE_STOP_UNMAPPED_DATA, /* address; write */
    PE_STOP_HALT,          /* HLT (the operand in value) */
};

struct pe_stop {
    uint8_t kind;
    bool write;
    uint8_t size;
    uint32_t word;
    uint64_t address, value;
};

/* A synchronous exception that an instruction raised. */
struct pe_fault {
    uint32_t esr;      /* the whole syndrome: EC, IL, ISS */
    uint8_t target_el; /* PE_EL1..PE_EL3 after routing; 0: route by the general rule */
    bool far_valid;
    uint64_t far;
    bool after; /* preferred return address is the next instruction (SVC, HVC, SMC) */
};

enum pe_wait { PE_AWAKE, PE_WFI, PE_WFE };

struct pe_state {
    uint64_t r[ISA_SLOTS]; /* 0..30, [31] = 0, [32] sink, [33] current SP */
    uint64_t pc;
    uint32_t nzcv;   /* bits 31:28 */
    uint32_t pstate; /* the other fields, see above; EL is separate */
    uint8_t el;
    uint8_t wait;                                      /* enum pe_wait */
    bool event;                                        /* the event register of WFE */
    bool serror;                                       /* a physical SError is pending */
    uint64_t sp[4];                                    /* banked SP_EL0..3; the current one is in r[ISA_SP] */
    uint64_t elr[4], spsr[4], esr[4], far[4], vbar[4]; /* index = EL, 0 unused */
    uint64_t sys[PE_SYS_SLOTS];
    uint64_t v[32][2];
    uint64_t fpcr, fpsr;
    struct irq_signal signal; /* what the GIC asserts */
    /* rule 2: an interrupt is takeable; since when, and whether a context synchronization event has passed */
    bool takeable_seen, must_take;
    uint64_t takeable_since; /* in cycles (or instructions when no core is chosen) */
    uint64_t instructions;   /* executed, and attempted ones that took an exception are not counted */
    uint64_t exceptions;     /* taken */
    struct pe_fault fault;
    struct pe_stop stop;
};

struct pe;

/* What the machine does for a PE. All are required; context is the machine's. */
struct pe_host {
    void *context;
    uint64_t (*now)(void *context, unsigned pe); /* cycles, or instructions when no core is chosen */
    /* DSB: returns nothing; the machine drains the GIC and accounts the wait. crm as encoded; nxs: the nXS variant. */
    void (*dsb)(void *context, unsigned pe, unsigned crm);
    /* A context synchronization event: ISB, exception entry, ERET. */
    void (*context_sync)(void *context, unsigned pe);
    /* EL or security state changed. */
    void (*context_changed)(void *context, unsigned pe, bool secure, uint8_t el);
    void (*send_event)(void *context, unsigned pe); /* SEV */
    /* A block (or part of one) was executed: n instructions from first on, contiguous in memory at pc.
     * id: unique for (code location, content). outcome: bit 0 last branch taken. */
    void (*block)(void *context, unsigned pe, const struct isa_insn *first, unsigned n, uint64_t id, unsigned outcome);
    void (*exception)(void *context, unsigned pe, unsigned vector_offset, uint32_t esr, uint8_t from_el, uint8_t to_el,
                      uint64_t elr);
    void (*exception_return)(void *context, unsigned pe, uint8_t from_el, uint8_t to_el, uint64_t target);
    /* Unknown register, reserved encoding, UNPREDICTABLE use: counted and reported. */
    void (*diagnostic)(void *context, unsigned pe, const char *text, uint64_t pc, uint32_t word);
    /* Data accesses, only while trace_memory; value's low 64 bits. */
    void (*memory)(void *context, unsigned pe, bool write, uint64_t address, unsigned size, uint64_t value);
    void (*sysreg)(void *context, unsigned pe, bool write, const struct sysreg_row *row, uint64_t value);
};

struct pe_config {
    unsigned index;
    uint64_t features; /* bit n: enum isa_feature n is implemented */
    uint64_t midr, mpidr;
    uint8_t highest_el; /* 1, 2 or 3 */
    bool has_el2;
    bool has_vhe;
    bool two_security;  /* SCR_EL3.NS exists: two security states */
    bool strict;        /* UNDEFINED stops instead of entering the exception vector */
    bool stop_unmapped; /* an access to nothing stops; otherwise a synchronous external abort */
    bool stop_hlt;
    uint64_t ctr_el0, dczid_el0;
};

/* Rows that were found lately, by key. */
enum { PE_SYSREG_MEMO = 64 };
struct pe_sysreg_memo {
    uint32_t key;    /* as the instruction has it */
    uint32_t serial; /* of the context that the outcomes were judged in; 0: of none */
    struct sysreg_entry entry;
    sysreg_read_fn *read; /* allowed, and nothing but this accessor is to be called; else NULL */
    sysreg_write_fn *write;
    uint8_t outcome[2]; /* enum sysreg_outcome of a read, of a write */
};

struct pe {
    struct pe_state s;
    uint32_t attn; /* PE_ATTN_*; derived */
    bool faulted;  /* the last instruction did not complete: it raised a fault or a stop */
    struct pe_config config;
    struct pe_host host;
    struct mem *mem;
    struct sysreg_table *sysregs;
    struct pe_cache *cache;                     /* decoded pages, shared by the PEs of a machine; see pe/cache.h */
    bool trace_memory;                          /* call host.memory and host.sysreg */
    struct pe_sysreg_memo memo[PE_SYSREG_MEMO]; /* derived */
    uint32_t context_serial;                    /* bumped with context; never 0 once it was made */
    struct sysreg_context context; /* derived: kept by pe_update_context; now is filled only while needs_now */
    bool needs_now;                /* register accessors may ask for the time: timed resolution */
};

/* Cold reset: highest EL, AArch64, DAIF set, SP_ELx selected, registers 0. */
void pe_reset(struct pe *pe, const struct pe_config *config);
/* After s was replaced as a whole: what is derived from it is made anew. */
void pe_restored(struct pe *pe);
/* The PE's own register rows; owner = struct pe *: each PE has its own table. */
struct sysreg_bank pe_sysreg_bank(struct pe *pe);

/*
 * Executes up to n instructions from pc, block by block, and returns how many it executed. Returns early, at an exact
 * boundary, when attn becomes nonzero. Exceptions are not taken here: see pe_attend.
 */
uint64_t pe_run(struct pe *pe, uint64_t n);
/* Takes a raised synchronous exception (entry to the vector). */
void pe_take_fault(struct pe *pe);

/* The asynchronous exception that could be taken now, ignoring recognition rules: what is asserted and not masked. */
enum pe_interrupt { PE_INT_NONE, PE_INT_IRQ, PE_INT_FIQ, PE_INT_SERROR, PE_INT_VIRQ, PE_INT_VFIQ, PE_INT_VSERROR };
enum pe_interrupt pe_takeable(const struct pe *pe, uint8_t *target_el);
/* Physical or virtual IRQ/FIQ/SError asserted to this PE whatever PSTATE says: wakes WFI (rule 13), shows in ISR_EL1.
 */
bool pe_asserted(const struct pe *pe);
bool pe_asserted_irq(const struct pe *pe);
bool pe_asserted_fiq(const struct pe *pe);
/* Routed to a lower exception level than the current one: never taken here, whatever PSTATE says. */
bool pe_routed_below(const struct pe *pe, enum pe_interrupt which);
void pe_take_interrupt(struct pe *pe, enum pe_interrupt which, uint8_t target_el);
/* The GIC's output changed. Sets attn when something may be takeable or wakes the PE. */
void pe_signal(struct pe *pe, struct irq_signal signal);

/* The place of SP_ELn now: its bank, or the current SP. */
uint64_t *pe_sp_of(struct pe *pe, unsigned el);
bool pe_secure(const struct pe *pe);
uint32_t pe_spsr_of_pstate(const struct pe *pe);
/* Host access. pe_set_el banks SP; DAIF etc. are left as they are. */
void pe_set_el(struct pe *pe, uint8_t el, bool spsel);
uint64_t pe_hcr(const struct pe *pe); /* effective */
uint64_t pe_scr(const struct pe *pe);
/* MRS/MSR by host: no traps, no side effects beyond the row's accessor. */
uint64_t pe_sysreg_read(struct pe *pe, const struct sysreg_entry *entry);
void pe_sysreg_write(struct pe *pe, const struct sysreg_entry *entry, uint64_t value);

/* ---- for the handlers (pe/exec_*.c) ---- */

/* A handler: pe->s.pc is the instruction's address; the handler sets pc to the next instruction to execute, or raises a
 * fault and leaves pc. Handlers are named pe_x_<row> and declared from a64.inc (pe/handlers.h). */
typedef void pe_fn(struct pe *pe, const struct isa_insn *i);
pe_fn pe_x_unallocated, pe_x_unknown; /* for words without a handler */
bool pe_fp_enabled(struct pe *pe);    /* false after raising the trap */

/* Raises a synchronous exception at this instruction. */
void pe_raise(struct pe *pe, const struct pe_fault *fault);
/* Exception return to target (ELR_ELx, or ELR_ELx authenticated) with SPSR_ELx; above EL0. */
void pe_eret(struct pe *pe, uint64_t target);
void pe_raise_undefined(struct pe *pe, const struct isa_insn *i); /* EC 0 */
/* After a change of DAIF, EL, HCR, SCR ...: looks again whether an interrupt is takeable. */
void pe_recheck(struct pe *pe);

/* Guest data access: false after raising the fault (alignment, unmapped) or stop. size 1, 2, 4, 8, 16. to/from are
 * host arrays of two uint64_t (the second only for 16). align: natural alignment is required (exclusive, acquire). */
bool pe_load_slow(struct pe *pe, uint64_t address, unsigned size, bool align, uint64_t *to);
bool pe_store_slow(struct pe *pe, uint64_t address, unsigned size, bool align, const uint64_t *from);

static inline bool pe_load(struct pe *pe, uint64_t address, unsigned size, uint64_t *to)
{
    const uint8_t *p = pe->trace_memory ? NULL : mem_fast_read(pe->mem, address, size);
    if (p != NULL && size <= 8) {
        *to = load_le(p, size);
        return true;
    }
    return pe_load_slow(pe, address, size, false, to);
}

static inline bool pe_store(struct pe *pe, uint64_t address, unsigned size, uint64_t value)
{
    uint8_t *p = pe->trace_memory ? NULL : mem_fast_write(pe->mem, address, size);
    if (p != NULL && size <= 8) {
        store_le(p, size, value);
        return true;
    }
    uint64_t from[2] = {value, 0};
    return pe_store_slow(pe, address, size, false, from);
}

#endif
