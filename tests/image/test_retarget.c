/* SPDX-License-Identifier: Apache-2.0 */
/* Moving PC-relative instructions.  The expected words are made by an encoder written from DDI 0487, C4.1, the other
 * way round from the code: from a target, not from an offset. */
#include "base/bits.h"
#include "image/image.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

struct kind {
    const char *name;
    uint32_t base; /* the word with offset 0 */
    int low, width, scale;
    bool branch;
};
static const struct kind kinds[] = {
    {"b", 0x14000000, 0, 26, 4, true},           {"bl", 0x94000000, 0, 26, 4, true},
    {"b.eq", 0x54000000, 5, 19, 4, true},        {"cbz w1", 0x34000001, 5, 19, 4, true},
    {"cbnz x30", 0xb500001e, 5, 19, 4, true},    {"tbz x2, #33", 0xb6080002, 5, 14, 4, true},
    {"tbnz w2, #1", 0x37080002, 5, 14, 4, true}, {"ldr w3", 0x18000003, 5, 19, 4, false},
    {"ldr x3", 0x58000003, 5, 19, 4, false},     {"ldrsw x3", 0x98000003, 5, 19, 4, false},
    {"prfm", 0xd8000000, 5, 19, 4, false},       {"ldr q3", 0x9c000003, 5, 19, 4, false},
    {"adr x4", 0x10000004, -1, 21, 1, false},    {"adrp x4", 0x90000004, -1, 21, 4096, false},
};

/* False if the target is out of reach. */
static bool encode(const struct kind *k, uint64_t at, uint64_t target, uint32_t *word)
{
    __extension__ typedef __int128 wide;
    wide distance = k->scale == 4096 ? (wide)(target / 4096) - (wide)(at / 4096) : ((wide)target - (wide)at) / k->scale;
    wide limit = (wide)1 << (k->width - 1);
    if (distance < -limit || distance >= limit) {
        return false;
    }
    uint32_t field = (uint32_t)distance & ((1u << k->width) - 1);
    *word = k->base | (k->low >= 0 ? field << k->low : (field & 3) << 29 | (field >> 2) << 5);
    return true;
}

#define FROM UINT64_C(0xffffffc008100000)
#define SIZE 32

static void check(const struct kind *k, uint64_t from, uint64_t to, uint64_t target)
{
    uint32_t word, expected, result;
    if (!encode(k, from, target, &word)) {
        return;
    }
    uint64_t end = FROM + SIZE;
    bool stays = k->scale != 4096 && target >= FROM && (target < end || (k->branch && target == end));
    bool reachable = stays || encode(k, to, target, &expected);
    expected = stays ? word : expected;
    bool done = image_retarget(word, from, to, FROM, SIZE, &result);
    if (done != reachable || (done && result != expected)) {
        print_error("%s at %llx to %llx, target %llx: %08x, expected %08x\n", k->name, (unsigned long long)from,
                    (unsigned long long)to, (unsigned long long)target, result, expected);
    }
    assert_int_equal(done, reachable);
    assert_true(!done || result == expected);
}

static void test_every_kind(void **state)
{
    (void)state;
    static const int64_t distances[] = {-0x40000000, -0x8000000, -0x100000, -0x8000,   -0x1000,   -4,        0,
                                        4,           0x14,       0x18,      0x1c,      0x20,      0x24,      0x7ff8,
                                        0x8000,      0xffffc,    0x100000,  0x7fffffc, 0x8000000, 0x40000000};
    static const int64_t moves[] = {-0x8000000, -0x100000, -0x7ffc,  -4,        4,
                                    0xffc,      0x1000,    0x100000, 0x7000000, 0x80000000};
    for (size_t k = 0; k < ARRAY_SIZE(kinds); k++) {
        for (size_t d = 0; d < ARRAY_SIZE(distances); d++) {
            for (size_t m = 0; m < ARRAY_SIZE(moves); m++) {
                for (uint64_t at = 0; at < SIZE; at += 4) {
                    uint64_t target = FROM + (uint64_t)distances[d];
                    target = kinds[k].scale == 4096 ? target & ~UINT64_C(4095) : target;
                    check(&kinds[k], FROM + at, FROM + at + (uint64_t)moves[m], target);
                }
            }
        }
    }
}

/* NOP, MSR, RET, an add, a load by register: nothing relative in them. */
static void test_others_stay(void **state)
{
    (void)state;
    static const uint32_t words[] = {0xd503201f, 0xd50342df, 0xd65f03c0, 0x8b020020,
                                     0xf9400020, 0xd61f0020, 0x38616820};
    for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
        uint32_t result = 0;
        assert_true(image_retarget(words[i], FROM, FROM + 0x1000, FROM, SIZE, &result));
        assert_true(result == words[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_kind), cmocka_unit_test(test_others_stay)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
