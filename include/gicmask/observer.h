/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file observer.h
 * A typed table of callbacks.  A NULL member is not called and costs nothing.  Callbacks may read the
 * machine and call gm_machine_request_stop; they must not run, change or destroy it.
 */
#ifndef GICMASK_OBSERVER_H
#define GICMASK_OBSERVER_H

#include <stdbool.h>
#include <stdint.h>

struct gm_machine;

/** An instruction was completed; the machine shows the state after it. */
struct gm_insn_event {
    unsigned pe;
    uint64_t index; /**< of that PE, from 0 */
    uint64_t pc;
    uint32_t word;
    bool branch_taken; /**< the next PC is not pc+4 */
    uint64_t cycle;    /**< after it */
};

enum gm_exception_kind { GM_EXC_SYNC, GM_EXC_IRQ, GM_EXC_FIQ, GM_EXC_SERROR };

/** An exception was taken; the machine shows the state at the vector. */
struct gm_exception_event {
    unsigned pe;
    enum gm_exception_kind kind;
    bool is_virtual;
    unsigned from_el, to_el;
    uint64_t elr, vector;
    uint64_t esr; /**< 0 for IRQ and FIQ */
    uint64_t cycle;
};

/** ERET. */
struct gm_return_event {
    unsigned pe;
    unsigned from_el, to_el;
    uint64_t target;
    uint64_t cycle;
};

struct gm_memory_event {
    unsigned pe;
    bool write;
    uint64_t address;
    unsigned size;  /**< bytes, 1 to 16 */
    uint64_t value; /**< the low 64 bits */
};

struct gm_sysreg_event {
    unsigned pe;
    bool write;
    const char *name; /**< static */
    uint64_t value;   /**< as the instruction sees it */
};

/** X(name): what happened in the GIC. */
enum gm_gic_event_kind {
    GM_GIC_PENDING,
    GM_GIC_NOT_PENDING,
    GM_GIC_SET,
    GM_GIC_CLEAR,
    GM_GIC_RELEASE,
    GM_GIC_HELD,
    GM_GIC_ACKNOWLEDGE,
    GM_GIC_PRIORITY_DROP,
    GM_GIC_DEACTIVATE,
    GM_GIC_PMR_SENT,
    GM_GIC_PMR_ARRIVED,
    GM_GIC_SGI,
    GM_GIC_UNPREDICTABLE,
    GM_GIC_RESERVED_ACCESS,
};
struct gm_gic_event {
    unsigned pe;
    enum gm_gic_event_kind kind;
    uint32_t intid;
    uint64_t value;
    const char *text; /**< static, or NULL */
};

/** Something that deserves a look: unknown register, reserved encoding, UNPREDICTABLE use. */
struct gm_diagnostic_event {
    unsigned pe;
    uint64_t pc;
    uint32_t word;
    const char *text; /**< valid during the call */
};

/** WFI or WFE began to wait (waiting true) or woke. */
struct gm_wait_event {
    unsigned pe;
    bool waiting;
    uint64_t pc; /**< of the next instruction */
    uint64_t cycle;
};

struct gm_observer {
    void *context;
    void (*insn)(void *context, struct gm_machine *machine, const struct gm_insn_event *event);
    void (*exception)(void *context, struct gm_machine *machine, const struct gm_exception_event *event);
    void (*exception_return)(void *context, struct gm_machine *machine, const struct gm_return_event *event);
    void (*memory)(void *context, struct gm_machine *machine, const struct gm_memory_event *event);
    void (*sysreg)(void *context, struct gm_machine *machine, const struct gm_sysreg_event *event);
    void (*gic)(void *context, struct gm_machine *machine, const struct gm_gic_event *event);
    void (*diagnostic)(void *context, struct gm_machine *machine, const struct gm_diagnostic_event *event);
    void (*wait)(void *context, struct gm_machine *machine, const struct gm_wait_event *event);
};

#endif
