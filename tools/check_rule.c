/* SPDX-License-Identifier: Apache-2.0 */
/* Which rule of docs/semantics.md a move of a counterexample is an instance of. */
#include "check_work.h"

/* Instructions by their words, Arm DDI 0487 C6 and IHI 0069 12.2 (system register encodings). */
struct word_rule {
    uint32_t mask, value;
    const char *text;
};

#define MASK_RT  UINT32_C(0xffffffe0) /* Rt is free */
#define MASK_CRM UINT32_C(0xfffff0ff)
#define MASK_ALL UINT32_C(0xffffffff)
#define RULE_1   "rule 1: from the next instruction on nothing that this masks is taken"
#define RULE_2                                                                                                         \
    "rule 2: what this unmasks may be taken from the next boundary on, and must be after the next synchronization"
#define RULE_3   "rule 3: in effect after the next context synchronization event, and perhaps earlier"
#define RULE_8   "rule 8: of a narrower domain or one access type: for PMR it drains nothing unless the machine says so"
#define RULE_11  "rule 11: evaluated at this moment, whatever the exception came for"
#define RULE_12  "rule 12: drops the highest active priority at once; deactivates when EOImode is 0"
#define RULE_12D "rule 12: deactivates; visible elsewhere only after a DSB"
#define RULE_17  "rule 17: sent in order; earlier stores are visible to the target only after a DSB before it"
#define SYNC     "rule 2: a context synchronization event: what is asserted and unmasked is taken by the next boundary"

static const struct word_rule word_rules[] = {
    {MASK_CRM, UINT32_C(0xd50340df), RULE_1}, /* MSR DAIFSet */
    {MASK_CRM, UINT32_C(0xd50340ff), RULE_2}, /* MSR DAIFClr */
    {MASK_RT, UINT32_C(0xd51b4220),
     "rules 1 and 2: what it masks is not taken, what it unmasks may be taken"},                       /* DAIF */
    {MASK_ALL, UINT32_C(0xd5033f9f), "rule 7: completes only when earlier messages are acknowledged"}, /* DSB SY */
    {MASK_CRM, UINT32_C(0xd503309f), RULE_8},                                                          /* other DSB */
    {MASK_CRM, UINT32_C(0xd50330df), SYNC},                                                            /* ISB */
    {MASK_ALL, UINT32_C(0xd69f03e0), SYNC},                                                            /* ERET */
    {MASK_RT, UINT32_C(0xd538c800), RULE_11},  /* ICC_IAR0_EL1 */
    {MASK_RT, UINT32_C(0xd538cc00), RULE_11},  /* ICC_IAR1_EL1 */
    {MASK_RT, UINT32_C(0xd518c820), RULE_12},  /* ICC_EOIR0_EL1 */
    {MASK_RT, UINT32_C(0xd518cc20), RULE_12},  /* ICC_EOIR1_EL1 */
    {MASK_RT, UINT32_C(0xd518cb20), RULE_12D}, /* ICC_DIR_EL1 */
    {MASK_ALL, UINT32_C(0xd503207f), "rule 13: completes if anything is asserted, whatever DAIF says"}, /* WFI */
    {MASK_ALL, UINT32_C(0xd503205f), "rule 14: completes on the event register or what is takeable"},   /* WFE */
    {MASK_RT, UINT32_C(0xd518cba0), RULE_17}, /* ICC_SGI1R_EL1 */
    {MASK_RT, UINT32_C(0xd518cbc0), RULE_17}, /* ICC_ASGI1R_EL1 */
    {MASK_RT, UINT32_C(0xd518cbe0), RULE_17}, /* ICC_SGI0R_EL1 */
    {MASK_RT, UINT32_C(0xd518ccc0), RULE_3},  /* ICC_IGRPEN0_EL1 */
    {MASK_RT, UINT32_C(0xd518cce0), RULE_3},  /* ICC_IGRPEN1_EL1 */
    {MASK_RT, UINT32_C(0xd51ecce0), RULE_3},  /* ICC_IGRPEN1_EL3 */
    {MASK_RT, UINT32_C(0xd518cc80), RULE_3},  /* ICC_CTLR_EL1 */
    {MASK_RT, UINT32_C(0xd51ecc80), RULE_3},  /* ICC_CTLR_EL3 */
    {MASK_RT, UINT32_C(0xd518c860), RULE_3},  /* ICC_BPR0_EL1 */
    {MASK_RT, UINT32_C(0xd518cc60), RULE_3},  /* ICC_BPR1_EL1 */
};
#define WORD_MSR_PMR UINT32_C(0xd5184600)

static const char *rule_of_word(const struct check_move *move)
{
    if ((move->word & MASK_RT) == WORD_MSR_PMR) {
        if (move->pmr_after <= move->pmr_before) {
            return RULE_1;
        }
        return move->pmhe ? "rules 2 and 4: in force here at once; the redistributor may keep its old copy until a DSB"
                          : RULE_2;
    }
    for (size_t i = 0; i < sizeof word_rules / sizeof word_rules[0]; i++) {
        if ((move->word & word_rules[i].mask) == word_rules[i].value) {
            return word_rules[i].text;
        }
    }
    return NULL;
}

/* By gm_check_step.detail. */
static const char *rule_of_message(const struct check_move *move)
{
    if (move->step.detail == 0) {
        return move->pmr_arrived ? "rule 4: the PMR value arrives, at any time that no DSB bounds"
                                 : "rules 11, 12 and 17: seen outside the PE from now on";
    }
    if (move->step.detail == 1) {
        return move->cleared ? "rule 10: the slot empties when the Clear arrives"
                             : "rule 5: the redistributor forwards it";
    }
    return move->step.detail == 2
               ? "rule 6: the redistributor may replace what is in the slot by a higher one"
               : "rules 3 and 11: a write takes effect, at the latest at a context synchronization event";
}

const char *check_rule(const struct check_move *move)
{
    if (gm_check_step_is_end(&move->step)) {
        return move->waits ? "rule 13: nothing is asserted, and nothing is left that must come"
                           : "rule 16: every interrupt that can be taken has been taken";
    }
    switch (move->step.kind) {
    case GM_CHECK_STEP:
        return rule_of_word(move);
    case GM_CHECK_TAKE:
        return "rules 2 and 15: allowed at this boundary; PMR and active priorities stay as they are";
    case GM_CHECK_GIC:
        return rule_of_message(move);
    default:
        return move->raises ? NULL : "rule 10: an exception that is already due is still taken";
    }
}
