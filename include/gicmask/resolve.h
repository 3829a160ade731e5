/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file resolve.h
 * How a machine resolves what the architecture leaves open: docs/semantics.md, "Resolution of may".
 */
#ifndef GICMASK_RESOLVE_H
#define GICMASK_RESOLVE_H

enum gm_resolve {
    GM_RESOLVE_PROMPT,      /**< everything arrives at once: what most silicon does when idle */
    GM_RESOLVE_TIMED,       /**< after the latencies of the chosen core and GIC, in cycles */
    GM_RESOLVE_ADVERSARIAL, /**< as late as the architecture allows; without a DSB: never */
    GM_RESOLVE_EXPLORED,    /**< the caller decides at each choice (used by the checker) */
};

#endif
