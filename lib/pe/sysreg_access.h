/* SPDX-License-Identifier: Apache-2.0 */
/* A register's value through its row, when the access rules have been judged. Private to the room. */
#ifndef PE_SYSREG_ACCESS_H
#define PE_SYSREG_ACCESS_H

#include "pe/pe.h"

/*
 * After a change of anything that an access rule or a redirection may depend on: EL, PSTATE.SP, security state,
 * HCR_EL2, SCR_EL3, SCTLR_EL1, CPACR_EL1. Judged outcomes are remembered until then. Controls of other owners
 * (ICH_HCR_EL2) may count too if they cannot be written at the level that they rule.
 */
void pe_update_context(struct pe *pe);
const struct sysreg_context *pe_sysreg_context(struct pe *pe);
uint64_t pe_sysreg_get(struct pe *pe, const struct sysreg_entry *e, const struct sysreg_context *c);
void pe_sysreg_put(struct pe *pe, const struct sysreg_entry *e, const struct sysreg_context *c, uint64_t value);

/* The traps that groups of registers share, when the row's own rule allows the access. */
enum sysreg_outcome pe_sysreg_trap(const struct pe *pe, uint32_t key, bool write);
/* EC 0x18 for an encoding (its op0 may be 0 or 1); target EL1 becomes EL2 from EL0 with HCR_EL2.TGE. */
void pe_raise_sysreg_trap(struct pe *pe, const struct isa_insn *i, uint32_t key, bool write, uint8_t target);
/* The exception level that traps FP and SIMD from here, or 0. */
uint8_t pe_fp_trap(const struct pe *pe);
/* DC ZVA is trapped or forbidden from here: DCZID_EL0.DZP. 0, or the level that takes the trap. */
uint8_t pe_zva_trap(const struct pe *pe);

#endif
