/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file oracle_decision.h
 * A second, slow model of the GIC's priority decision, written from the facts (facts/architecture.md 1.1, 1.2, 1.5 and
 * docs/semantics.md "Derived") by someone who has not read lib/gic.  It walks over single bits on purpose: nothing in
 * it shares a trick, and so a mistake, with the library.
 */
#ifndef ORACLE_DECISION_H
#define ORACLE_DECISION_H

#include <stdbool.h>
#include <stdint.h>

enum oracle_answer {
    ORACLE_NOTHING,        /* no interrupt in the slot */
    ORACLE_GROUP_DISABLED, /* ICC_IGRPENn */
    ORACLE_PMR_MASKS,      /* priority >= PMR */
    ORACLE_NO_PREEMPTION,  /* group priority >= running group priority */
    ORACLE_SIGNALLED,
};

enum oracle_group { ORACLE_G0, ORACLE_G1S, ORACLE_G1NS };

/** The implemented bits of an 8-bit priority: the top @p bits ones (1.1). */
uint8_t oracle_implemented(uint8_t value, unsigned bits);

/** The group priority of @p priority under the binary points (1.5). */
uint8_t oracle_group_priority(uint8_t priority, unsigned bpr0, unsigned bpr1, bool cbpr, enum oracle_group group);

/** How many of the 128 possible active-priority bits exist for this number of priority bits (1.5). */
unsigned oracle_active_levels(unsigned bits);

/** The running priority, 0xff when idle; @p any says whether a bit is set. */
uint8_t oracle_running(const uint32_t ap0r[4], const uint32_t ap1r[4], unsigned bits, bool *any);

/** Strictly higher priority = numerically lower, decided at the first differing bit from the top. */
bool oracle_is_higher(uint8_t a, uint8_t b);

/** Non-secure views (1.2). */
uint8_t oracle_pmr_seen_by_ns(uint8_t physical);
uint8_t oracle_pmr_written_by_ns(uint8_t physical, uint8_t value, unsigned bits);
uint8_t oracle_priority_written_by_ns(uint8_t value, unsigned bits);

#endif
