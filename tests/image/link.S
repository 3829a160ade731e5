/* SPDX-License-Identifier: Apache-2.0 */
/* One use of every relocation that the image room applies; test_link.c compares with GNU ld. */
    .text
    .globl start
start:
    adr     x0, external
    adrp    x1, value
    add     x1, x1, :lo12:value
    ldrb    w2, [x1, :lo12:bytes]
    ldrh    w2, [x1, :lo12:halves]
    ldr     w2, [x1, :lo12:words]
    ldr     x2, [x1, :lo12:value]
    ldr     q2, [x1, :lo12:quads]
    ldr     x3, literal_elsewhere
    ldrsw   x4, external
    b       external
    bl      external
    b.ne    external
    cbz     x1, external
    tbz     x1, #33, external
    movz    x5, #:abs_g3:value
    movk    x5, #:abs_g2_nc:value
    movk    x5, #:abs_g1_nc:value
    movk    x5, #:abs_g0_nc:value
    movz    x6, #:abs_g2:value
    movz    x6, #:abs_g1:value
    adrp    x7, start - 0x5000
    ret
    .word   value - .
    .xword  value - .
    .section .text.other, "ax"
    .p2align 5
    nop
    .globl external
external:
    b       start + 4
    b       local
local:
    ret
literal_elsewhere:
    .xword  start + 8
    .section .rodata, "a"
    .p2align 4
quads:
    .xword  1, 2
bytes:
    .byte   3
    .p2align 1
halves:
    .hword  value - .
    .p2align 2
words:
    .word   value, start
    .weak   missing
    .xword  missing
    .data
    .globl  value
    .xword  0
value:
    .xword  external, value - 16
    .hword  absolute_number
    .bss
    .globl  zeros
zeros:
    .space  64
    .globl  absolute_number
    .set    absolute_number, 0x1234
