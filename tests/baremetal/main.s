/* SPDX-License-Identifier: Apache-2.0 */
/* One build: as --defsym SECURE=0 or 1. */
        .include "macros.inc"
        .include "start.s"
        .include "common.s"
        .ifeq   SECURE
        .include "single.s"
        .else
        .include "secure.s"
        .endif
