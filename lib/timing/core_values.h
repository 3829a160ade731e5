/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the tables of the cores are written.  Cycles and counts are decimals; the bounds follow from the provenance:
 *
 *   MEASURED   published for this core: +- 5 %
 *   SIBLING    measured on a relative, or derived by arithmetic from a measurement: +- 25 %
 *   MODEL      LLVM's or GCC's scheduling model: +- 30 %.  LLVM's values for system instructions (always 1) are not
 *              used: they are placeholders.
 *   INFERRED   no source: half to double
 *
 * The forms with _IN give the bounds where the source has a spread of its own, or says why the rule is too narrow or
 * too wide.  Integer latencies (an add takes 1 cycle) get their 5 % too: what a benchmark prints as 1.00 is not all
 * there is.
 */
#ifndef TIMING_CORE_VALUES_H
#define TIMING_CORE_VALUES_H

#include "timing/core.h"

#define TICKS(x) (int32_t)((x)*GM_TICKS_PER_CYCLE + 0.5)
#define VALUE_IN(provenance, value, low, high, source)                                                                 \
    {                                                                                                                  \
        TICKS(value), TICKS(low), TICKS(high), provenance, source                                                      \
    }

#define MEASURED_IN(value, low, high, source) VALUE_IN(GM_MEASURED, value, low, high, source)
#define SIBLING_IN(value, low, high, source)  VALUE_IN(GM_SIBLING, value, low, high, source)
#define MODEL_IN(value, low, high, source)    VALUE_IN(GM_COMPILER_MODEL, value, low, high, source)
#define INFERRED_IN(value, low, high, source) VALUE_IN(GM_INFERRED, value, low, high, source)

#define MEASURED(value, source) MEASURED_IN(value, (value)*0.95, (value)*1.05, source)
#define SIBLING(value, source)  SIBLING_IN(value, (value)*0.75, (value)*1.25, source)
#define MODEL(value, source)    MODEL_IN(value, (value)*0.7, (value)*1.3, source)
#define INFERRED(value, source) INFERRED_IN(value, (value)*0.5, (value)*2.0, source)
#define FLAG(value, source)     VALUE_IN(GM_MEASURED, value, value, value, source)

/* Sources that many rows share. */
#define SRC_BENCH      "ocxtal/insn_bench_aarch64"
#define SRC_LLVM       "LLVM 19.1.7 scheduling model"
#define SRC_LLVM14     "LLVM 14.0.6 llvm-mca (Cortex-A57 model, which it uses for this core)"
#define SRC_LLVM14_A53 "LLVM 14.0.6 llvm-mca"
#define SRC_GCC        "GCC cortex-a53.md: mrs in the ALU reservation, latency 3"
#define SRC_NONE       "no published figure"
#define SRC_GIC        "no published figure; on-chip messages, tens of cycles"

#endif
