/* SPDX-License-Identifier: Apache-2.0 */
/* The machine's insides: for this room only. */
#ifndef MACHINE_MACHINE_H
#define MACHINE_MACHINE_H

#include "base/alloc.h"
#include "base/bits.h"
#include "gic/gic.h"
#include "isa/isa.h"
#include "mem/mem.h"
#include "pe/cache.h"
#include "pe/pe.h"
#include "sysreg/sysreg.h"
#include "timing/sim.h"

#include <gicmask/machine.h>

enum {
    MACHINE_MAX_OBSERVERS = 8,
    MACHINE_MAX_STIMULI = 1024,
    MACHINE_MAX_BREAKPOINTS = 1024,
    GICD_BASE = 0x08000000,
    GICD_SIZE = 0x10000,
    GICR_BASE = 0x080a0000,
    GICR_STRIDE = 0x20000, /* RD_base and SGI_base frames of one PE */
};

struct machine_pe {
    struct pe pe;
    struct sysreg_table sysregs;
    struct timing_sim *sim;         /* NULL: no core, no cycles */
    uint64_t stall_until;           /* cycles: a DSB waits for an acknowledge; applied after its block is costed */
    struct gm_recording *recording; /* borrowed */
    bool arrived;                   /* came to a breakpoint that no run has reported yet */
    unsigned barren;                /* exceptions since the last instruction that completed */
};

struct gm_machine {
    struct gm_allocator allocator;
    struct gm_config config; /* with allocator, cpu and core replaced by our own */
    struct gm_core *core;    /* our copy, or NULL */
    uint64_t irq_latency;    /* timed: recognition of an interrupt, in cycles */
    struct mem mem;
    struct pe_cache *cache;
    struct gic gic;
    void *gic_block;
    struct machine_pe *pes;
    unsigned current; /* whose turn it is */
    bool stop_requested, no_memory;
    bool take_now; /* explored: the interrupt that may be taken is taken at this boundary */
    struct gm_stimulus *stimuli;
    size_t stimulus_count, stimulus_capacity;
    bool cycle_stimuli; /* one of them waits for a cycle */
    uint64_t *breakpoints;
    size_t breakpoint_count, breakpoint_capacity;
    const struct gm_observer *observers[MACHINE_MAX_OBSERVERS];
    unsigned observer_count;
    bool stepping; /* an observer or recording wants single instructions */
};

/* The host tables that the rooms below call back through. */
struct pe_host machine_pe_host(struct gm_machine *m);
struct gic_host machine_gic_host(struct gm_machine *m);

/* Cycles of a PE, or its instructions when no core is chosen. */
uint64_t machine_now(const struct gm_machine *m, unsigned pe);
/* Recomputes m->stepping and the PEs' trace flags. */
void machine_update_stepping(struct gm_machine *m);

/* Fires the stimuli that are due before the PE's next instruction; true if one fired. */
bool machine_fire_stimuli(struct gm_machine *m, unsigned pe);
/* The number of instructions that the PE may execute before a step stimulus is due. */
uint64_t machine_stimulus_budget(const struct gm_machine *m, unsigned pe);
bool machine_has_breakpoint(const struct gm_machine *m, uint64_t address);
/* The earliest cycle stimulus of a PE, or UINT64_MAX. */
uint64_t machine_next_cycle(const struct gm_machine *m, unsigned pe);

/* Rules 13 and 14: whether a waiting PE goes on. */
bool machine_wakes(struct pe *p);
/* One boundary, and an instruction if nothing was taken there: *stop says why the PE stopped, waits or GM_STOP_STEPPED.
 */
void machine_turn(struct gm_machine *m, unsigned pe, struct gm_stop *stop);
/* Takes a due exception or interrupt at this boundary, wakes a waiting PE. True if an exception was taken. */
bool machine_attend(struct gm_machine *m, unsigned pe);

/* Observers. */
void machine_emit_wait(struct gm_machine *m, unsigned pe, bool waiting);
void machine_emit_insn(struct gm_machine *m, unsigned pe, uint64_t pc, uint32_t word);

/* How the machine's GIC is configured; derived from m->config and m->core. */
struct gic_config machine_gic_config(const struct gm_machine *m);
bool machine_state_valid(const struct gm_machine *m);

/* The CPU table. */
struct machine_cpu {
    const char *name;
    uint64_t midr;
    uint32_t features; /* enum gm_feature */
    uint64_t ctr_el0;
    unsigned prio_bits;
};
const struct machine_cpu *machine_cpu_find(const char *name);
/* enum gm_feature bits to isa feature bits. */
uint64_t machine_isa_features(uint32_t features);

#endif
