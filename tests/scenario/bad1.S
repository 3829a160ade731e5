/* SPDX-License-Identifier: Apache-2.0 */
        .include "gicmask/gicmask.inc"
        gm      "start entry=only"
        gm      "# a comment is no directive\ninstrument at=only"
        .text
only:   nop
twice:  nop
