/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A replacement's instruction moves to the place of the original: what is relative to the PC must still reach
 * the same address.  As Linux does (arch/arm64/kernel/alternative.c, get_alt_insn): a branch that stays within
 * the replacement, its end included, moves with it and keeps its offset; ADRP is always recomputed.  Linux refuses
 * ADR and literal loads; they are recomputed here, unless they point into the replacement.
 */
#include "image/image.h"

#include "base/bits.h"

struct form {
    uint32_t mask, value;
    uint8_t low, width; /* of the offset, in instructions; width 0: ADR and ADRP */
    bool branch;
};

/* DDI 0487, C4.1: branches; load register (literal); PC-relative addressing. */
static const struct form forms[] = {
    {0x7c000000, 0x14000000, 0, 26, true},  /* B, BL */
    {0xff000000, 0x54000000, 5, 19, true},  /* B.cond, BC.cond */
    {0x7e000000, 0x34000000, 5, 19, true},  /* CBZ, CBNZ */
    {0x7e000000, 0x36000000, 5, 14, true},  /* TBZ, TBNZ */
    {0x3b000000, 0x18000000, 5, 19, false}, /* LDR, LDRSW, PRFM (literal), SIMD too */
    {0x1f000000, 0x10000000, 0, 0, false},  /* ADR, ADRP */
};

static bool fits(uint64_t offset, unsigned width)
{
    return (uint64_t)sext(offset, width) == offset;
}

static bool retarget_adr(uint32_t word, uint64_t from, uint64_t to, uint64_t start, uint64_t size, uint32_t *result)
{
    uint64_t offset = (uint64_t)sext(bits(word, 23, 5) << 2 | bits(word, 30, 29), 21);
    if (bit(word, 31)) {
        uint64_t target = (from & ~mask64(12)) + (offset << 12);
        offset = (target - (to & ~mask64(12)));
        if (!fits(offset, 33)) {
            return false;
        }
        offset >>= 12;
    } else {
        uint64_t target = from + offset;
        if (target - start < size) {
            return true;
        }
        offset = target - to;
        if (!fits(offset, 21)) {
            return false;
        }
    }
    *result = (uint32_t)set_bits(set_bits(word, 30, 29, offset), 23, 5, offset >> 2);
    return true;
}

bool image_retarget(uint32_t word, uint64_t from, uint64_t to, uint64_t start, uint64_t size, uint32_t *result)
{
    *result = word;
    const struct form *form = NULL;
    for (size_t i = 0; i < ARRAY_SIZE(forms) && form == NULL; i++) {
        form = (word & forms[i].mask) == forms[i].value ? &forms[i] : NULL;
    }
    if (form == NULL) {
        return true;
    }
    if (form->width == 0) {
        return retarget_adr(word, from, to, start, size, result);
    }
    unsigned high = form->low + form->width - 1u;
    uint64_t target = from + (uint64_t)sext(bits(word, high, form->low) << 2, form->width + 2u);
    if (target - start < size || (form->branch && target - start == size)) {
        return true;
    }
    uint64_t offset = target - to;
    if (!fits(offset, form->width + 2u)) {
        return false;
    }
    *result = (uint32_t)set_bits(word, high, form->low, offset >> 2);
    return true;
}
