/* SPDX-License-Identifier: Apache-2.0 */
        .include "gicmask/gicmask.inc"
        gm      "instrument at=twice"
        .text
twice:  nop
