/* SPDX-License-Identifier: Apache-2.0 */
/* Exception classes and syndromes (DDI 0487, ESR_ELx). */
#ifndef PE_ESR_H
#define PE_ESR_H

enum pe_ec {
    PE_EC_UNKNOWN = 0x00,
    PE_EC_WFX = 0x01,
    PE_EC_FP_ACCESS = 0x07,
    PE_EC_PAUTH = 0x09,
    PE_EC_BTI = 0x0d,
    PE_EC_ILLEGAL_STATE = 0x0e,
    PE_EC_SVC64 = 0x15,
    PE_EC_HVC64 = 0x16,
    PE_EC_SMC64 = 0x17,
    PE_EC_SYSREG = 0x18,
    PE_EC_ERET = 0x1a,
    PE_EC_FPAC = 0x1c,
    PE_EC_INSTRUCTION_ABORT_LOWER = 0x20,
    PE_EC_INSTRUCTION_ABORT_SAME = 0x21,
    PE_EC_PC_ALIGNMENT = 0x22,
    PE_EC_DATA_ABORT_LOWER = 0x24,
    PE_EC_DATA_ABORT_SAME = 0x25,
    PE_EC_SP_ALIGNMENT = 0x26,
    PE_EC_SERROR = 0x2f,
    PE_EC_BRK64 = 0x3c,
};

/* Fault status codes: permission fault of level 3, synchronous external abort not on a walk, alignment fault. */
enum { PE_FSC_PERMISSION = 0x0f, PE_FSC_EXTERNAL = 0x10, PE_FSC_ALIGNMENT = 0x21 };

/* EC, IL=1 (all A64 instructions are 32-bit), ISS<24:0>. */
#define PE_ESR(ec, iss) ((uint32_t)(ec) << 26 | 1u << 25 | ((uint32_t)(iss)&0x1ffffff))

#endif
