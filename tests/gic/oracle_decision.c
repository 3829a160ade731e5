/* SPDX-License-Identifier: Apache-2.0 */
/* See oracle_decision.h.  Section numbers are those of facts/architecture.md. */
#include "gic/oracle_decision.h"

static bool bit_at(unsigned value, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        value = value / 2;
    }
    return value % 2 == 1;
}

static uint8_t with_bit(uint8_t value, unsigned n)
{
    unsigned weight = 1;
    for (unsigned i = 0; i < n; i++) {
        weight = weight * 2;
    }
    return (uint8_t)(bit_at(value, n) ? value : value + weight);
}

/* 1.1: the top bits are implemented, the rest are RAZ/WI. */
uint8_t oracle_implemented(uint8_t value, unsigned bits)
{
    uint8_t result = 0;
    for (unsigned n = 0; n < 8; n++) {
        if (n >= 8 - bits && bit_at(value, n)) {
            result = with_bit(result, n);
        }
    }
    return result;
}

/* 1.5: BPR0 and Secure BPR1 = n make bits [7:n+1] the group priority; Non-secure BPR1 is effectively n-1; with CBPR=1
 * BPR0 applies to Group 1 too, as it stands. */
uint8_t oracle_group_priority(uint8_t priority, unsigned bpr0, unsigned bpr1, bool cbpr, enum oracle_group group)
{
    int effective = (int)bpr0;
    if (group == ORACLE_G1S && !cbpr) {
        effective = (int)bpr1;
    }
    if (group == ORACLE_G1NS && !cbpr) {
        effective = (int)bpr1 - 1;
    }
    uint8_t result = 0;
    for (int n = 7; n >= effective + 1; n--) {
        if (bit_at(priority, (unsigned)n)) {
            result = with_bit(result, (unsigned)n);
        }
    }
    return result;
}

/* 1.5: 1, 2 or 4 registers for 5, 6 or 7 preemption bits; preemption bits are at most 7 since BPR0 = 0 already splits
 * off bit 0, and 4 preemption bits use half of one register. */
unsigned oracle_active_levels(unsigned bits)
{
    unsigned preemption_bits = bits == 8 ? 7 : bits;
    unsigned levels = 1;
    for (unsigned i = 0; i < preemption_bits; i++) {
        levels = levels * 2;
    }
    return levels;
}

/* 1.5: the running priority is the lowest set bit of AP0R and AP1R together, shifted to minBPR+1; idle reads 0xff. */
uint8_t oracle_running(const uint32_t ap0r[4], const uint32_t ap1r[4], unsigned bits, bool *any)
{
    unsigned levels = oracle_active_levels(bits);
    for (unsigned level = 0; level < levels; level++) {
        if (bit_at(ap0r[level / 32], level % 32) || bit_at(ap1r[level / 32], level % 32)) {
            *any = true;
            return (uint8_t)(level * (256 / levels));
        }
    }
    *any = false;
    return 0xff;
}

bool oracle_is_higher(uint8_t a, uint8_t b)
{
    for (int n = 7; n >= 0; n--) {
        bool in_a = bit_at(a, (unsigned)n);
        bool in_b = bit_at(b, (unsigned)n);
        if (in_a != in_b) {
            return in_b;
        }
    }
    return false; /* equal is masked (1.1) */
}

/* 1.2, read: the Secure half reads as 0, idle reads as idle, else one place up. */
uint8_t oracle_pmr_seen_by_ns(uint8_t physical)
{
    if (!bit_at(physical, 7)) {
        return 0;
    }
    if (physical == 0xff) {
        return 0xff;
    }
    uint8_t seen = 0;
    for (unsigned n = 0; n < 7; n++) {
        if (bit_at(physical, n)) {
            seen = with_bit(seen, n + 1);
        }
    }
    return seen;
}

static uint8_t into_lower_half(uint8_t value, unsigned bits)
{
    uint8_t physical = with_bit(0, 7);
    for (unsigned n = 1; n < 8; n++) {
        if (bit_at(value, n)) {
            physical = with_bit(physical, n - 1);
        }
    }
    return oracle_implemented(physical, bits);
}

/* 1.2, write: ignored while the stored value is in the Secure half. */
uint8_t oracle_pmr_written_by_ns(uint8_t physical, uint8_t value, unsigned bits)
{
    return bit_at(physical, 7) ? into_lower_half(value, bits) : physical;
}

/* 1.2, distributor: held as (p >> 1) | 0x80. */
uint8_t oracle_priority_written_by_ns(uint8_t value, unsigned bits)
{
    return into_lower_half(value, bits);
}
