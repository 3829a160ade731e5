/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file machine.h
 * A machine: memory, processing elements, a GICv3 and a notion of time.
 *
 * Any number of machines live in one process; each is used by one thread at a time and shares
 * nothing with the others.  A machine owns everything that it was given by copy; strings and images
 * passed in are not kept unless it is said.
 */
#ifndef GICMASK_MACHINE_H
#define GICMASK_MACHINE_H

#include <gicmask/allocator.h>
#include <gicmask/core.h>
#include <gicmask/decision.h>
#include <gicmask/error.h>
#include <gicmask/estimate.h>
#include <gicmask/export.h>
#include <gicmask/image.h>
#include <gicmask/observer.h>
#include <gicmask/resolve.h>
#include <gicmask/status.h>
#include <gicmask/stop.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Most PEs in one machine. */
#define GM_MAX_PES 8u

/** What an access to an address where nothing is mapped does. */
enum gm_unmapped {
    GM_UNMAPPED_STOP,  /**< the run stops and says so */
    GM_UNMAPPED_ABORT, /**< a synchronous external abort, as on a board with nothing there */
    GM_UNMAPPED_ZERO,  /**< data pages appear, filled with zero; gm_machine_lazy_pages counts them */
};

/** The number of security states that the GIC supports. */
enum gm_security { GM_SECURITY_ONE = 1, GM_SECURITY_TWO = 2 };

/** Optional architecture features beyond Armv8.0 of the modelled CPU; a bit mask. */
enum gm_feature {
    GM_FEATURE_CRC32 = 1 << 0,
    GM_FEATURE_LSE = 1 << 1, /**< atomics */
    GM_FEATURE_PAN = 1 << 2,
    GM_FEATURE_UAO = 1 << 3,
    GM_FEATURE_RCPC = 1 << 4,  /**< LDAPR, and LDAPUR/STLUR */
    GM_FEATURE_PAUTH = 1 << 5, /**< with an IMPLEMENTATION DEFINED algorithm */
    GM_FEATURE_BTI = 1 << 6,
    GM_FEATURE_FLAGM = 1 << 7,
    GM_FEATURE_DIT = 1 << 8,
    GM_FEATURE_SSBS = 1 << 9,
    GM_FEATURE_SB = 1 << 10,
    GM_FEATURE_MTE = 1 << 11, /**< PSTATE.TCO as state only */
    GM_FEATURE_NMI = 1 << 12, /**< PSTATE.ALLINT as state; the GIC side is not modelled yet */
    GM_FEATURE_VHE = 1 << 13,
    GM_FEATURE_LOR = 1 << 14,
    GM_FEATURE_WFXT = 1 << 15,
    GM_FEATURE_RAS = 1 << 16,
};

/** A machine's configuration. Begin with gm_config_init. */
struct gm_config {
    const struct gm_allocator *allocator; /**< NULL: the C library's; copied */
    unsigned pes;                         /**< 1 to GM_MAX_PES; default 1 */
    const char *cpu;            /**< ID registers and features: a name of gm_cpu_at, default "generic"; copied */
    uint32_t features;          /**< enum gm_feature bits added to the CPU's */
    unsigned highest_el;        /**< 1, 2 or 3 (3 implies 2); default 1, with two security states 3 */
    unsigned el;                /**< exception level at reset; default 1 */
    enum gm_security security;  /**< default GM_SECURITY_ONE */
    bool secure;                /**< two security states: start in Secure state; default false */
    bool scr_fiq;               /**< two security states: SCR_EL3.FIQ, hence the Non-secure PMR view; default true */
    unsigned prio_bits;         /**< 4 to 8, with two security states 5 to 8; default 5 */
    bool pmhe;                  /**< ICC_CTLR.PMHE at reset; default false */
    bool eoimode;               /**< ICC_CTLR_EL1.EOImode: EOI drops priority only; default false */
    unsigned spis;              /**< shared peripheral interrupts, 32 to 988 in steps of 32; default 64 */
    enum gm_resolve resolve;    /**< default GM_RESOLVE_PROMPT */
    const struct gm_core *core; /**< cycles are counted with it; NULL: not counted; copied */
    enum gm_unmapped unmapped;  /**< default GM_UNMAPPED_STOP */
    bool strict;                /**< UNDEFINED instructions and registers stop the run; default true */
    bool gic_ready;             /**< the GIC starts as after an OS's set-up: groups enabled, redistributors awake,
                                     PMR 0xe0 (physical); default true. False: cold reset */
    bool virt_devices;          /**< GICD at 0x08000000, GICR at 0x080a0000 as QEMU virt; default true */
    bool narrow_dsb_drains_pmr; /**< docs/semantics.md rule 8; default false */
};

/** Fills *config with the defaults above. */
GM_API void gm_config_init(struct gm_config *config);

/** The CPUs that gm_config.cpu names, index 0 to gm_cpu_count()-1. @return NULL past the end. */
GM_API const char *gm_cpu_at(size_t index);

/** An opaque machine. */
struct gm_machine;

/** @return GM_OK, GM_NO_MEMORY, or GM_BAD_CONFIG with the contradiction in *error. *machine is NULL on failure.
 *  Destroy with gm_machine_destroy. @p error may be NULL in every function that takes one. */
GM_API enum gm_status gm_machine_create(const struct gm_config *config, struct gm_machine **machine,
                                        struct gm_error *error);
/** NULL is allowed. */
GM_API void gm_machine_destroy(struct gm_machine *machine);
/** An independent copy with the same state; observers and recordings are not copied. */
GM_API enum gm_status gm_machine_clone(const struct gm_machine *machine, struct gm_machine **copy);

/** The size in bytes of the machine's saved state now. */
GM_API size_t gm_machine_save_size(const struct gm_machine *machine);
/** Writes the whole state as a plain value without host pointers; @p size must be at least gm_machine_save_size. */
GM_API enum gm_status gm_machine_save(const struct gm_machine *machine, void *buffer, size_t size);
/** Restores a state saved by a machine with the same configuration. GM_VERSION, GM_BAD_FORMAT, GM_TRUNCATED or
 * GM_NO_MEMORY leave the machine as it was. */
GM_API enum gm_status gm_machine_restore(struct gm_machine *machine, const void *buffer, size_t size);

/** Memory permissions of the guest. */
enum gm_perms { GM_R = 1, GM_W = 2, GM_X = 4 };

/** Maps zero-filled pages of 4 KiB that cover the range. At most 4 GiB in all (GM_TOO_LARGE). GM_OVERLAP: a device. */
GM_API enum gm_status gm_machine_map(struct gm_machine *machine, uint64_t address, uint64_t size, unsigned perms);
/** Host access to mapped memory, whatever its permissions; all or nothing. Code that changes is decoded anew. */
GM_API enum gm_status gm_machine_read(const struct gm_machine *machine, uint64_t address, void *to, size_t size);
GM_API enum gm_status gm_machine_write(struct gm_machine *machine, uint64_t address, const void *from, size_t size);
/** Copies an image's segments into memory, mapping it; the image may be closed afterwards. */
GM_API enum gm_status gm_machine_load(struct gm_machine *machine, const struct gm_image *image, struct gm_error *error);
/** How many pages appeared by GM_UNMAPPED_ZERO, and the address of the index-th (in order of appearance). */
GM_API size_t gm_machine_lazy_pages(const struct gm_machine *machine);
GM_API uint64_t gm_machine_lazy_page(const struct gm_machine *machine, size_t index);

/**
 * A register by name: "x0".."x30", "w0".., "sp", "sp_el3", "pc", "lr", "nzcv", "daif", "el", "pstate" (SPSR layout),
 * "d0".."d31" (low halves), "v0.h".. (high halves), or any system register in the manual's spelling ("ICC_PMR_EL1": the
 * accessor's view; "pmr": the physical mask). Case of the first group is ignored.
 * @return GM_OK, GM_NOT_FOUND, GM_READ_ONLY, GM_BAD_ARGUMENT (PE number).
 */
GM_API enum gm_status gm_machine_get(struct gm_machine *machine, unsigned pe, const char *name, uint64_t *value);
GM_API enum gm_status gm_machine_set(struct gm_machine *machine, unsigned pe, const char *name, uint64_t value);

/** How an interrupt is set up; all priorities are physical. */
struct gm_interrupt {
    uint32_t intid;   /**< 0 to 15 SGI, 16 to 31 PPI, 32.. SPI */
    uint8_t priority; /**< physical, 0 highest */
    uint8_t group;    /**< 0: Group 0; 1: Group 1 (Non-secure, with two states); 2: Secure Group 1 */
    bool enabled;
    bool edge;     /**< edge-triggered, else level-sensitive (SGIs are always edge) */
    unsigned pe;   /**< SGI, PPI: whose; SPI: the target */
    bool one_of_n; /**< SPI: any participating PE (GICD_IROUTER.Interrupt_Routing_Mode) */
};
GM_API enum gm_status gm_machine_interrupt(struct gm_machine *machine, const struct gm_interrupt *interrupt);
/** Raises or lowers an interrupt's line (SGI: raising makes it pending). @p pe matters for SGIs and PPIs. */
GM_API enum gm_status gm_machine_line(struct gm_machine *machine, unsigned pe, uint32_t intid, bool level);
/** Makes an interrupt active, or not, without an active priority (GICD_ISACTIVER, GICD_ICACTIVER). @p pe as above. */
GM_API enum gm_status gm_machine_active(struct gm_machine *machine, unsigned pe, uint32_t intid, bool on);
/** ICC_CTLR.PMHE of one PE, as gm_machine_pmhe. */
GM_API enum gm_status gm_machine_pe_pmhe(struct gm_machine *machine, unsigned pe, bool on);
/** ICC_CTLR.PMHE from the host, on every PE; each redistributor's copy of the mask is then current. */
GM_API enum gm_status gm_machine_pmhe(struct gm_machine *machine, bool on);

/** Why the interrupt of most interest is, or is not, signalled to a PE. */
struct gm_explanation {
    uint32_t intid;   /**< 1023: none pending */
    uint8_t priority; /**< physical */
    uint8_t group;    /**< as in struct gm_interrupt */
    enum gm_reason reason;
    bool signalled;        /**< asserted to the PE */
    bool is_fiq;           /**< as FIQ rather than IRQ */
    bool masked_by_pstate; /**< signalled, and PSTATE.I or F (or ALLINT) keeps it from being taken */
    bool held_by_routing;  /**< signalled, and SCR_EL3 and HCR_EL2 route it to a lower exception level than this */
    uint8_t pmr;           /**< physical */
    uint8_t running;       /**< running priority, physical, 0xff: idle */
    bool pmhe, view_known;
    uint8_t view;      /**< the redistributor's copy of the mask, when pmhe and view_known */
    unsigned upstream; /**< messages that have not arrived upstream */
};
GM_API enum gm_status gm_machine_explain(const struct gm_machine *machine, unsigned pe, struct gm_explanation *out);
/** The same for one INTID. GM_NOT_FOUND: no such interrupt. */
GM_API enum gm_status gm_machine_explain_intid(const struct gm_machine *machine, unsigned pe, uint32_t intid,
                                               struct gm_explanation *out);

/** A stimulus: what arrives, and when. */
struct gm_stimulus {
    enum { GM_AT_STEP, GM_AT_ADDRESS, GM_AT_CYCLE } when;
    uint64_t at; /**< GM_AT_STEP: before the at-th instruction of that PE (0: before the first); GM_AT_ADDRESS: before
                      the instruction at that address is executed for the first time; GM_AT_CYCLE: at or after */
    unsigned pe; /**< whose instruction, address or cycle counts; and of an SGI or PPI, the receiver */
    uint32_t intid;
    bool level; /**< true raises, false withdraws */
};
/** Adds a stimulus; it happens once. At most 1024 are waiting at a time (GM_TOO_LARGE). */
GM_API enum gm_status gm_machine_stimulus(struct gm_machine *machine, const struct gm_stimulus *stimulus);

/** Stops before the instruction at the address is executed (not when the run begins there). */
GM_API enum gm_status gm_machine_breakpoint(struct gm_machine *machine, uint64_t address, bool on);

/**
 * Runs until a limit or a stop. All PEs run in turn, one instruction each (with one PE in blocks; the result is the
 * same).
 * @param limit most instructions in this call, over all PEs
 */
GM_API enum gm_status gm_machine_run(struct gm_machine *machine, uint64_t limit, struct gm_stop *stop);
/** One instruction of one PE, or one interrupt or exception entry. */
GM_API enum gm_status gm_machine_step(struct gm_machine *machine, unsigned pe, struct gm_stop *stop);
/** The current PE's run returns with GM_STOP_REQUEST at the next boundary; for use inside an observer. */
GM_API void gm_machine_request_stop(struct gm_machine *machine);

/** Cycles of a PE; 0 when the machine has no core. A cycle is a PE clock; the value is rounded down. */
GM_API uint64_t gm_machine_cycles(const struct gm_machine *machine, unsigned pe);
/** Instructions that a PE completed. */
GM_API uint64_t gm_machine_instructions(const struct gm_machine *machine, unsigned pe);
/** A 64-bit hash of the guest-visible state, equal for equal states in one build of the library. */
GM_API uint64_t gm_machine_hash(const struct gm_machine *machine);

/** Adds an observer; it is borrowed until removed. With none, nothing is spent on it. At most 8. */
GM_API enum gm_status gm_machine_observe(struct gm_machine *machine, const struct gm_observer *observer);
GM_API void gm_machine_unobserve(struct gm_machine *machine, const struct gm_observer *observer);
/** Everything that a PE executes is appended to the recording (borrowed; NULL ends it), for gm_estimate. */
GM_API enum gm_status gm_machine_record(struct gm_machine *machine, unsigned pe, struct gm_recording *recording);

#ifdef __cplusplus
}
#endif
#endif
