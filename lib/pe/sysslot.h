/* SPDX-License-Identifier: Apache-2.0 */
/* Places of plain system registers that the PE itself looks at, and the bits it looks at. Private to the room. */
#ifndef PE_SYSSLOT_H
#define PE_SYSSLOT_H

#include "pe/esr.h"
#include "pe/pe.h"

/* The storage slot of every plain register row; rows.inc is the list. */
enum pe_sys_slot {
#define PLAIN(name, key, min_el, flags, reset, writable) PE_SYS_##name,
#define FN(name, key, min_el, flags, read, write, check, arg)
#include "pe/rows.inc"
#undef PLAIN
#undef FN
    PE_SYS_USED
};
_Static_assert((int)PE_SYS_USED <= (int)PE_SYS_SLOTS, "more plain registers than storage");

#define HCR_VF          BIT64(6)
#define HCR_VI          BIT64(7)
#define HCR_VSE         BIT64(8)
#define HCR_FMO         BIT64(3)
#define HCR_IMO         BIT64(4)
#define HCR_AMO         BIT64(5)
#define HCR_TWI         BIT64(13)
#define HCR_TWE         BIT64(14)
#define HCR_TSC         BIT64(19)
#define HCR_TGE         BIT64(27)
#define HCR_HCD         BIT64(29)
#define HCR_TEA         BIT64(37)
#define HCR_E2H         BIT64(34)
#define SCR_NS          BIT64(0)
#define SCR_IRQ         BIT64(1)
#define SCR_FIQ         BIT64(2)
#define SCR_EA          BIT64(3)
#define SCR_SMD         BIT64(7)
#define SCR_HCE         BIT64(8)
#define SCR_RW          BIT64(10)
#define SCR_TWI         BIT64(12)
#define SCR_TWE         BIT64(13)
#define SCTLR_A         BIT64(1)
#define SCTLR_UMA       BIT64(9)
#define SCTLR_NTWI      BIT64(16)
#define SCTLR_NTWE      BIT64(18)
#define SCTLR_SPAN      BIT64(23)
#define SCTLR_DSSBS     BIT64(44)
#define SCTLR_NMI       BIT64(61)
#define SCTLR_SPINTMASK BIT64(62)

void pe_bank_sp(struct pe *pe);
void pe_unbank_sp(struct pe *pe);
bool pe_has_el(const struct pe *pe, unsigned el);
bool pe_el2_enabled(const struct pe *pe);
uint64_t pe_sctlr(const struct pe *pe, unsigned el);
/* HCR_EL2.{E2H,TGE} = {1,1}: EL0 is the host's, ELIsInHost(EL0). */
bool pe_in_host(const struct pe *pe);
bool pe_has(const struct pe *pe, enum isa_feature feature);
uint32_t pe_spsr_fields(const struct pe *pe);
/* The exception level that a synchronous exception from here goes to by the general rule. */
uint8_t pe_sync_target(const struct pe *pe);
/* An abort at address; ec: its class from a lower exception level; iss: WnR and the fault status code. */
void pe_raise_abort(struct pe *pe, unsigned ec, uint64_t address, uint32_t iss);
/* ISR_EL1 as the current exception level sees it. */
uint64_t pe_isr(const struct pe *pe);
/* Entry to an exception level; kind is the vector's offset within its group: 0, 0x80, 0x100, 0x180. */
void pe_enter(struct pe *pe, uint8_t el, unsigned kind, uint32_t esr, uint64_t elr);

#endif
