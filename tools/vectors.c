/* SPDX-License-Identifier: Apache-2.0 */
#include "vectors.h"

#include <string.h>

/* IRQ: acknowledges, ends and returns, so that a listing can show an interrupt being taken. */
static const uint32_t irq_handler[] = {
    0xa9bf07e0, /* stp  x0, x1, [sp, #-16]! */
    0xd538cc00, /* mrs  x0, icc_iar1_el1 */
    0xd5033f9f, /* dsb  sy      the acknowledge is seen elsewhere: docs/semantics.md rule 11 */
    0xd518cc20, /* msr  icc_eoir1_el1, x0 */
    0xd5033fdf, /* isb */
    0xa8c107e0, /* ldp  x0, x1, [sp], #16 */
    0xd69f03e0, /* eret */
};

/* FIQ: Group 0, or at EL3 what IAR0 says is Group 1 (INTIDs 1020 to 1023). */
static const uint32_t fiq_handler[] = {
    0xa9bf07e0, /* stp  x0, x1, [sp, #-16]! */
    0xd538c800, /* mrs  x0, icc_iar0_el1 */
    0xd10ff001, /* sub  x1, x0, #1020 */
    0xf1000c3f, /* cmp  x1, #3 */
    0x54000089, /* b.ls 1f */
    0xd5033f9f, /* dsb  sy */
    0xd518c820, /* msr  icc_eoir0_el1, x0 */
    0x14000004, /* b    2f */
    0xd538cc00, /* 1: mrs  x0, icc_iar1_el1 */
    0xd5033f9f, /* dsb  sy */
    0xd518cc20, /* msr  icc_eoir1_el1, x0 */
    0xd5033fdf, /* 2: isb */
    0xa8c107e0, /* ldp  x0, x1, [sp], #16 */
    0xd69f03e0, /* eret */
};

static const uint32_t unhandled[] = {VECTORS_UNHANDLED_WORD};

/* A PE that has returned stays here while others run: the breakpoint is on the first word only. */
static const uint32_t after_return[] = {
    0xd503201f, /* nop */
    0xd503207f, /* wfi */
    0x17ffffff, /* b    .-4 */
};

static void put(struct gm_machine *machine, uint64_t address, const uint32_t *words, size_t size)
{
    uint8_t bytes[64];
    for (size_t i = 0; i < size / 4; i++) {
        for (unsigned b = 0; b < 4; b++) {
            bytes[4 * i + b] = (uint8_t)(words[i] >> 8 * b);
        }
    }
    tool_check(gm_machine_write(machine, address, bytes, size), "the built-in vectors");
}

void vectors_install(struct gm_machine *machine)
{
    static const struct {
        const uint32_t *words;
        size_t size;
    } kinds[] = {
        /* The order of a vector table: synchronous, IRQ, FIQ, SError; four times, by where the exception comes from. */
        {unhandled, sizeof unhandled},
        {irq_handler, sizeof irq_handler},
        {fiq_handler, sizeof fiq_handler},
        {unhandled, sizeof unhandled},
    };
    tool_check(gm_machine_map(machine, VECTORS_PAGE, 0x1000, GM_R | GM_W | GM_X), "the built-in vectors");
    for (unsigned entry = 0; entry < 16; entry++) {
        put(machine, VECTORS_PAGE + 0x80 * entry, kinds[entry % 4].words, kinds[entry % 4].size);
    }
    put(machine, VECTORS_RETURN, after_return, sizeof after_return);
}

bool vectors_contains(uint64_t address)
{
    return address >= VECTORS_PAGE && address < VECTORS_PAGE + 0x1000;
}

bool vectors_parked(uint64_t address)
{
    return address >= VECTORS_RETURN && vectors_contains(address);
}
