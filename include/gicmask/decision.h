/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file decision.h
 * The priority decision: a pure function with a reason.  Everything that explains to a person why an
 * interrupt is or is not signalled uses this reason.
 */
#ifndef GICMASK_DECISION_H
#define GICMASK_DECISION_H

#include <gicmask/export.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** X(name, text): why an interrupt is, or is not, signalled to the PE; in the order of the tests. */
#define GM_REASON_LIST(X)                                                                                              \
    X(NONE, "nothing is pending")                                                                                      \
    X(DISABLED, "the interrupt is pending but not enabled at the distributor or redistributor")                        \
    X(ACTIVE, "the interrupt is active and pending: not signalled again before it is deactivated")                     \
    X(DIST_GROUP_OFF, "its group is disabled at the distributor (GICD_CTLR)")                                          \
    X(NOT_ROUTED, "it is not sent to this PE: see its GICD_IROUTER, or GICR_CTLR.DPG for 1-of-N")                      \
    X(ASLEEP, "the redistributor is told that the PE sleeps (GICR_WAKER.ProcessorSleep)")                              \
    X(HELD_BY_HINT, "the redistributor holds it back: its copy of the PMR masks it (PMHE=1)")                          \
    X(IN_FLIGHT, "forwarded, but the Set message has not arrived at the CPU interface")                                \
    X(GROUP_OFF, "its group is disabled at the CPU interface (ICC_IGRPENn)")                                           \
    X(MASKED_BY_PMR, "its priority is not higher than the mask: priority >= PMR")                                      \
    X(NOT_PREEMPTING, "its group priority is not higher than the running group priority")                              \
    X(OUTRANKED, "nothing masks it, but another pending interrupt comes first")                                        \
    X(SIGNALLED, "signalled to the PE")

/** Why an interrupt is, or is not, signalled. */
enum gm_reason {
#define GM_REASON_ENUM(name, text) GM_REASON_##name,
    GM_REASON_LIST(GM_REASON_ENUM)
#undef GM_REASON_ENUM
};

/** @return "MASKED_BY_PMR" and so on; static storage. */
GM_API const char *gm_reason_name(enum gm_reason reason);
/** @return The sentence; static storage. */
GM_API const char *gm_reason_text(enum gm_reason reason);

/** What the decision at the CPU interface depends on.  All priorities are physical, 8 bits. */
struct gm_decision_input {
    bool present;       /**< an interrupt is in the slot (the redistributor has Set it) */
    uint8_t priority;   /**< of that interrupt */
    bool group_enabled; /**< its group at the CPU interface (ICC_IGRPENn) */
    uint8_t pmr;        /**< ICC_PMR_EL1, physical */
    uint8_t prio_bits;  /**< implemented priority bits, 4 to 8: others of priority and pmr count as 0 */
    uint8_t group_mask; /**< bits of a priority that make the group priority, see gm_group_mask */
    bool any_active;    /**< an active priority bit is set in ICC_AP0Rn or ICC_AP1Rn */
    uint8_t running;    /**< the running priority: the highest active group priority, if any_active */
};

/**
 * Signalled iff present, group enabled, priority < pmr, and (nothing active or group priority <
 * running group priority).  Source: Arm IHI 0069, 4.8; docs/semantics.md "Derived".
 */
GM_API enum gm_reason gm_decide(const struct gm_decision_input *in);

/**
 * The group priority mask.
 * @param bpr      the value of the binary point register that applies, 0 to 7
 * @param group1_ns the register is the Non-secure ICC_BPR1_EL1 with its effective value one less (no effect
 *                 when CBPR=1, where ICC_BPR0_EL1 applies)
 * @return the bits of an 8-bit priority that make the group priority: <7:bpr+1>, or <7:bpr> when group1_ns.
 */
GM_API uint8_t gm_group_mask(unsigned bpr, bool group1_ns);

/** The running priority from active priorities registers, in physical space.
 * @param ap0r,ap1r four registers each, as ICC_AP0Rn_EL1 and ICC_AP1Rn_EL1 (Secure and Non-secure together)
 * @param min_bpr   the minimum of ICC_BPR0_EL1: 7 - preemption bits
 * @param[out] running valid when the result is true
 * @return true if any bit is set.
 */
GM_API bool gm_running_priority(const uint32_t ap0r[4], const uint32_t ap1r[4], unsigned min_bpr, uint8_t *running);

/** The Non-secure view of a priority mask or running priority, and the write through it (IHI 0069, 4.8.1). */
GM_API uint8_t gm_pmr_read_ns(uint8_t physical);
/** @return the new physical value, or @p physical unchanged where the write is ignored. */
GM_API uint8_t gm_pmr_write_ns(uint8_t physical, uint8_t value, unsigned prio_bits);
/** A priority written to or read from a GICD_IPRIORITYR/GICR_IPRIORITYR by a Non-secure access with DS=0. */
GM_API uint8_t gm_priority_write_ns(uint8_t value, unsigned prio_bits);
GM_API uint8_t gm_priority_read_ns(uint8_t physical);

#ifdef __cplusplus
}
#endif
#endif
