/* SPDX-License-Identifier: Apache-2.0 */
/* A register's value through its row, when the access rules have been judged. Private to the room. */
#ifndef PE_SYSREG_ACCESS_H
#define PE_SYSREG_ACCESS_H

#include "pe/pe.h"

/*
 * After a change of anything that an access rule or a redirection may depend on: EL, PSTATE.SP, security state, HCR_EL2,
 * SCR_EL3, SCTLR_EL1, CPACR_EL1. Judged outcomes are remembered until then. Controls of other owners (ICH_HCR_EL2) may
 * count too if they cannot be written at the level that they rule.
 */
void pe_update_context(struct pe *pe);
const struct sysreg_context *pe_sysreg_context(struct pe *pe);
uint64_t pe_sysreg_get(struct pe *pe, const struct sysreg_entry *e, const struct sysreg_context *c);
void pe_sysreg_put(struct pe *pe, const struct sysreg_entry *e, const struct sysreg_context *c, uint64_t value);

#endif
