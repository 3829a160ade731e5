/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PE_EXEC_PAUTH_H
#define PE_EXEC_PAUTH_H

#include "pe/exec.h"

enum exec_key { EXEC_KEY_IA, EXEC_KEY_IB, EXEC_KEY_DA, EXEC_KEY_DB, EXEC_KEY_GA };

/* Authenticates *pointer, or leaves it where the key is disabled (SCTLR_ELx.EnIA and kin) or FEAT_PAuth is absent.
 * False after raising a trap. */
bool exec_pac_check(struct pe *pe, uint64_t *pointer, uint64_t modifier, enum exec_key key);

#endif
