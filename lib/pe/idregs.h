/* SPDX-License-Identifier: Apache-2.0 */
/* Identification registers, computed from the configured features. Private to the room. */
#ifndef PE_IDREGS_H
#define PE_IDREGS_H

#include "pe/pe.h"

enum pe_id {
    ID_MIDR,
    ID_MPIDR,
    ID_CTR,
    ID_DCZID,
    ID_CCSIDR,
    ID_CLIDR,
    ID_AA64PFR0,
    ID_AA64PFR1,
    ID_AA64ISAR0,
    ID_AA64ISAR1,
    ID_AA64ISAR2,
    ID_AA64MMFR0,
    ID_AA64MMFR1,
    ID_AA64MMFR2,
    ID_AA64DFR0,
};
uint64_t pe_id_register(const struct pe *pe, enum pe_id id);

#endif
