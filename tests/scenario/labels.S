/* SPDX-License-Identifier: Apache-2.0 */
/* All ways to name a place, and the same name twice. */
        .include "gicmask/gicmask.inc"
        gm      "start entry=go end=last"
        gm_label numeric, 1f
        gm_label hidden, .Lhidden
        gm      "window masked from=numeric to=hidden"
        gm      "window enabled from=go+4 to=last-4"
        gm      "instrument at=odd-1+0"
        gm_begin open-nmi, mid
        gm_end  mid
        .text
        .balign 4
go:     nop
1:      nop
.Lhidden:
        nop
        gm_begin critical, whole
        nop
        gm_end  whole
last:   nop
"odd-1": nop
