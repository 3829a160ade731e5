/* SPDX-License-Identifier: Apache-2.0 */
/* Priority arithmetic: pure functions.  Arm IHI 0069, 4.8; facts/architecture.md 1.1, 1.2, 1.5. */
#include <gicmask/decision.h>
#include <stddef.h>

#define REASON_NAME(name, text) [GM_REASON_##name] = #name,
static const char *const reason_names[] = {GM_REASON_LIST(REASON_NAME)};
#undef REASON_NAME
#define REASON_TEXT(name, text) [GM_REASON_##name] = text,
static const char *const reason_texts[] = {GM_REASON_LIST(REASON_TEXT)};
#undef REASON_TEXT

static const char *lookup(const char *const *table, size_t count, enum gm_reason reason)
{
    return (size_t)reason < count ? table[reason] : "?";
}

const char *gm_reason_name(enum gm_reason reason)
{
    return lookup(reason_names, sizeof reason_names / sizeof reason_names[0], reason);
}

const char *gm_reason_text(enum gm_reason reason)
{
    return lookup(reason_texts, sizeof reason_texts / sizeof reason_texts[0], reason);
}

/* The implemented bits of an 8-bit priority; a number of bits outside 1 to 8 counts as 8. */
static uint8_t implemented(unsigned prio_bits)
{
    return prio_bits == 0 || prio_bits >= 8 ? 0xff : (uint8_t)(0xff << (8 - prio_bits));
}

enum gm_reason gm_decide(const struct gm_decision_input *in)
{
    uint8_t bits = implemented(in->prio_bits);
    uint8_t priority = in->priority & bits;
    if (!in->present) {
        return GM_REASON_NONE;
    }
    if (!in->group_enabled) {
        return GM_REASON_GROUP_OFF;
    }
    if (priority >= (in->pmr & bits)) { /* strict: equal is masked */
        return GM_REASON_MASKED_BY_PMR;
    }
    /* Only the group part preempts, and only the group part of the running priority counts. */
    if (in->any_active && (priority & in->group_mask) >= (in->running & in->group_mask)) {
        return GM_REASON_NOT_PREEMPTING;
    }
    return GM_REASON_SIGNALLED;
}

uint8_t gm_group_mask(unsigned bpr, bool group1_ns)
{
    bpr &= 7;
    return (uint8_t)(0xff << (group1_ns ? bpr : bpr + 1));
}

bool gm_running_priority(const uint32_t ap0r[4], const uint32_t ap1r[4], unsigned min_bpr, uint8_t *running)
{
    for (unsigned n = 0; n < 4; n++) {
        uint32_t active = ap0r[n] | ap1r[n];
        for (unsigned b = 0; b < 32 && active != 0; b++) {
            if ((active >> b & 1) != 0) {
                *running = (uint8_t)((32 * n + b) << (min_bpr + 1));
                return true;
            }
        }
    }
    return false;
}

uint8_t gm_pmr_read_ns(uint8_t physical)
{
    if (physical < 0x80) {
        return 0; /* the Secure half is not shown */
    }
    return physical == 0xff ? 0xff : (uint8_t)(physical << 1);
}

uint8_t gm_pmr_write_ns(uint8_t physical, uint8_t value, unsigned prio_bits)
{
    if (physical < 0x80) {
        return physical; /* Secure software masks all of Non-secure: the write is ignored */
    }
    return (uint8_t)(0x80 | value >> 1) & implemented(prio_bits); /* shift first, then drop bits: bugs 13 */
}

uint8_t gm_priority_write_ns(uint8_t value, unsigned prio_bits)
{
    return (uint8_t)(0x80 | value >> 1) & implemented(prio_bits);
}

uint8_t gm_priority_read_ns(uint8_t physical)
{
    return (uint8_t)(physical << 1);
}
