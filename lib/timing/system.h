/* SPDX-License-Identifier: Apache-2.0 */
/* System registers by their key (ISA_SYSKEY): which have a cost of their own. */
#ifndef TIMING_SYSTEM_H
#define TIMING_SYSTEM_H

#include "timing/op.h"

enum timing_kind timing_mrs_kind(uint32_t key);
enum timing_kind timing_msr_kind(uint32_t key);

#endif
