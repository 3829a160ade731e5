/* SPDX-License-Identifier: Apache-2.0 */
#include "isa/reserved.h"

#include "base/bits.h"
#include "isa/pattern.h"

/*
 * Parts of the encoding space that DDI 0487 (J.a, C4.1) shows as unallocated beside rows of a64.inc.  The list is not
 * complete, on purpose: where a later extension has rows that are missing here, the honest answer is ISA_UNKNOWN.
 * tests/isa/test_decode.c holds every pattern against objdump.
 */
#define RESERVED(pattern)                                                                                              \
    {                                                                                                                  \
        PATTERN_MASK(pattern), PATTERN_VALUE(pattern)                                                                  \
    }
static const struct {
    uint32_t mask, value;
} reserved[] = {
    RESERVED("0..0000........................."), /* beside UDF */
    RESERVED("...0001........................."), /* between SME, SVE and the rest */
    RESERVED("...0011........................."),
    RESERVED(".01100101......................."), /* move wide, opc 01 */
    RESERVED(".11100110......................."), /* bitfield, opc 11 */
    RESERVED("..1100111......................."), /* extract, op21 or o0 not zero */
    RESERVED(".1.100111......................."),
    RESERVED("...100111.1....................."),
    RESERVED("1110100........................."), /* pairs, opc 11 */
    RESERVED("011010000......................."), /* LDNP, STNP, opc 01 */
    RESERVED("1.11100111......................"), /* one register: no signed word to a word */
    RESERVED("1.111000110....................."),
    RESERVED("1.111000111.........10.........."),
    RESERVED("11111000100.........01.........."), /* no prefetch with write-back, or unprivileged */
    RESERVED("11111000100.........1..........."),
    RESERVED("0..11011..1....................."), /* three sources: no 32-bit long multiplies, op54 not zero */
    RESERVED("0..11011.1......................"),
    RESERVED("0..110111......................."),
    RESERVED("..111011........................"),
    RESERVED(".1.11011........................"),
};

bool isa_reserved(uint32_t word)
{
    for (unsigned n = 0; n < ARRAY_SIZE(reserved); n++) {
        if ((word & reserved[n].mask) == reserved[n].value) {
            return true;
        }
    }
    return false;
}
