/* SPDX-License-Identifier: Apache-2.0 */
/* Segments, sections, symbols and patching on the small executable of builder.h, and flat binaries. */
#include "image/builder.h"

#include <gicmask/image.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static struct gm_image *open_built(void)
{
    struct gm_image *image;
    struct gm_error error = {""};
    uint8_t *file = b_build();
    if (gm_image_open_memory(file, B_SIZE, "dir/t.elf", NULL, &image, &error) != GM_OK) {
        print_error("%s\n", error.text);
    }
    assert_non_null(image);
    free(file);
    return image;
}

static uint32_t word_at(const struct gm_image *image, uint64_t address)
{
    uint8_t word[4];
    assert_int_equal(gm_image_read(image, address, word, 4), GM_OK);
    return (uint32_t)load_le(word, 4);
}

static void test_segments_and_sections(void **state)
{
    (void)state;
    struct gm_image *image = open_built();
    struct gm_image_segment g;
    struct gm_image_section s;
    assert_int_equal(gm_image_kind(image), GM_IMAGE_EXECUTABLE);
    assert_string_equal(gm_image_name(image), "t.elf");
    assert_true(gm_image_entry(image) == B_ADDRESS);
    assert_int_equal(gm_image_segment_count(image), 1);
    assert_true(gm_image_segment(image, 0, &g));
    assert_false(gm_image_segment(image, 1, &g));
    assert_true(g.address == B_ADDRESS && g.file_size == B_LOAD_FILE && g.memory_size == B_LOAD_MEMORY);
    assert_int_equal(g.permissions, GM_IMAGE_R | GM_IMAGE_X);
    assert_int_equal(gm_image_section_count(image), B_SECTIONS);
    assert_true(gm_image_section(image, ".text", &s));
    assert_true(s.loaded && s.executable && s.address == B_ADDRESS && s.size == 0x80 && s.bytes == NULL);
    assert_true(gm_image_section(image, ".own", &s));
    assert_true(!s.loaded && s.address == 0 && s.size == 5);
    assert_memory_equal(s.bytes, "hello", 5);
    assert_false(gm_image_section(image, ".nope", &s));
    gm_image_close(image);
}

static void test_read_and_write(void **state)
{
    (void)state;
    struct gm_image *image = open_built();
    uint8_t bytes[16] = {1, 2, 3, 4};
    const uint64_t end = B_ADDRESS + B_LOAD_MEMORY, edge = B_ADDRESS + B_LOAD_FILE;
    assert_int_equal(gm_image_read(image, end - 4, bytes, 4), GM_OK);
    assert_int_equal(load_le(bytes, 4), 0);
    assert_int_equal(gm_image_read(image, end - 4, bytes, 5), GM_UNMAPPED);
    assert_int_equal(gm_image_read(image, B_ADDRESS - 1, bytes, 2), GM_UNMAPPED);
    assert_int_equal(gm_image_read(image, UINT64_MAX, bytes, 2), GM_UNMAPPED);
    assert_int_equal(gm_image_write(image, edge - 2, "abcd", 4, NULL), GM_OK); /* half of it into zeros */
    assert_int_equal(gm_image_read(image, edge - 4, bytes, 8), GM_OK);
    assert_memory_equal(bytes + 2, "abcd", 4);
    assert_int_equal(bytes[6], 0);
    assert_int_equal(gm_image_write(image, end - 1, "z", 1, NULL), GM_OK);
    struct gm_image_segment g;
    assert_true(gm_image_segment(image, 0, &g));
    assert_true(g.file_size == B_LOAD_MEMORY && g.bytes[g.file_size - 1] == 'z' && g.bytes[B_LOAD_FILE + 2] == 0);
    struct gm_error error = {""};
    assert_int_equal(gm_image_write(image, end - 1, "zz", 2, &error), GM_UNMAPPED);
    assert_string_equal(error.text, "t.elf: 0x8117f with 0x2 bytes is not in the image");
    assert_int_equal(gm_image_write(image, 0, "z", 1, NULL), GM_UNMAPPED);
    gm_image_close(image);
}

static void test_huge_zero_memory(void **state)
{
    (void)state;
    uint8_t *file = b_build();
    struct gm_image *image;
    store_le(file + B_PHDR + 40, 8, UINT64_C(1) << 62);
    assert_int_equal(gm_image_open_memory(file, B_SIZE, "t", NULL, &image, NULL), GM_OK);
    assert_int_equal(gm_image_write(image, B_ADDRESS + (UINT64_C(1) << 40), "x", 1, NULL), GM_TOO_LARGE);
    gm_image_close(image);
    free(file);
}

static void test_symbols(void **state)
{
    (void)state;
    struct gm_image *image = open_built();
    struct gm_image_symbol s;
    uint64_t offset;
    assert_int_equal(gm_image_symbol_count(image), B_SYMBOLS - 2); /* without number 0 and $x */
    assert_int_equal(gm_image_symbol(image, "start", &s, NULL), GM_OK);
    assert_true(s.address == B_ADDRESS && s.size == 64 && s.type == GM_SYMBOL_FUNCTION && s.global && !s.absolute);
    assert_int_equal(gm_image_symbol(image, "$x", &s, NULL), GM_NOT_FOUND);
    assert_int_equal(gm_image_symbol(image, "twice", &s, NULL), GM_OK);
    assert_true(s.address == B_ADDRESS + 0x30); /* the global one */
    assert_int_equal(gm_image_symbol(image, "number", &s, NULL), GM_OK);
    assert_true(s.absolute && s.address == 0x80008);
    assert_true(gm_image_symbol_near(image, B_ADDRESS, &s, &offset));
    assert_string_equal(s.name, "start"); /* not the label "here" at the same place */
    assert_true(gm_image_symbol_near(image, B_ADDRESS + 0x0c, &s, &offset));
    assert_string_equal(s.name, "start"); /* not the number 0x80008 */
    assert_int_equal(offset, 0x0c);
    assert_true(gm_image_symbol_near(image, B_ADDRESS + 0x2f, &s, &offset));
    assert_string_equal(s.name, "twice");
    assert_int_equal(offset, 0xf);
    assert_true(gm_image_symbol_near(image, B_ADDRESS + 0x38, &s, &offset));
    assert_string_equal(s.name, "there"); /* not the number 0x80038, though global */
    assert_false(gm_image_symbol_near(image, B_ADDRESS - 1, &s, &offset));
    assert_false(gm_image_symbol_near(image, B_ADDRESS + B_LOAD_MEMORY, &s, &offset));
    gm_image_close(image);
}

static void test_patching(void **state)
{
    (void)state;
    static const char *const names[] = {"5", "6"};
    static const char *const unknown[] = {"5", "no-such"};
    struct gm_image *image = open_built();
    struct gm_image_report report;
    struct gm_image_alternative a;
    struct gm_error error = {""};
    size_t count = 0, sites = 0;
    assert_int_equal(gm_image_alternative_count(image, &count, NULL), GM_OK);
    assert_int_equal(count, 2);
    assert_true(gm_image_alternative(image, 0, &a));
    assert_true(a.original == B_ADDRESS + 4 && a.replacement == B_ADDRESS + 0x40 && a.capability == 5 && !a.callback);
    assert_true(gm_image_alternative(image, 1, &a));
    assert_true(a.callback && a.capability == 6 && !a.always);
    assert_int_equal(gm_image_apply_capabilities(image, unknown, 2, &report, &error), GM_NOT_FOUND);
    assert_true(word_at(image, B_ADDRESS + 4) == 0xd503201f);
    assert_int_equal(gm_image_apply_capabilities(image, names, 2, &report, &error), GM_OK);
    assert_true(word_at(image, B_ADDRESS + 4) == (0x14000000 | 0x3ffffff)); /* b start, one instruction back */
    assert_true(word_at(image, B_ADDRESS + 8) == 0xd2800020);
    assert_true(word_at(image, B_ADDRESS + 12) == 0xd503201f);
    assert_int_equal(report.applied, 1);
    assert_int_equal(report.words_changed, 2);
    assert_int_equal(report.callbacks_not_applied, 1);
    assert_string_equal(report.callbacks[0].symbol, "callback");
    assert_int_equal(report.bits_set, 2);
    assert_true(word_at(image, B_AT(B_KEY) + 16) == 0x60);
    assert_int_equal(gm_image_set_key(image, "key", true, &sites, NULL), GM_OK);
    assert_int_equal(sites, 1);
    assert_true(word_at(image, B_AT(B_KEY)) == 1);
    assert_true(word_at(image, B_ADDRESS + 28) == (0x14000000 | (0x40 - 28) / 4));
    gm_image_close(image);
}

/* Before 6.1 a callback is marked by the number past the last and no replacement; it holds for every kernel. */
static void test_old_callback(void **state)
{
    (void)state;
    uint8_t *file = b_build();
    struct gm_image *image;
    struct gm_image_alternative a;
    struct gm_image_report report;
    b_alternative(file, 1, B_ADDRESS + 16, B_ADDRESS + 0x60, 60, 4, 0);
    assert_int_equal(gm_image_open_memory(file, B_SIZE, "t", NULL, &image, NULL), GM_OK);
    assert_true(gm_image_alternative(image, 1, &a));
    assert_true(a.callback && a.always);
    assert_int_equal(gm_image_apply_capabilities(image, NULL, 0, &report, NULL), GM_OK);
    assert_int_equal(report.callbacks_not_applied, 1);
    assert_int_equal(report.skipped, 1);
    gm_image_close(image);
    free(file);
}

static void test_flat(void **state)
{
    (void)state;
    struct gm_image *image;
    struct gm_error error = {""};
    struct gm_image_options options = {.kind = GM_IMAGE_FLAT, .base = 0};
    assert_int_equal(gm_image_open_memory("\x1f\x20\x03\xd5", 4, "f.bin", &options, &image, &error), GM_OK);
    assert_int_equal(gm_image_kind(image), GM_IMAGE_FLAT);
    assert_true(word_at(image, 0) == 0xd503201f);
    assert_int_equal(gm_image_symbol_count(image), 0);
    gm_image_close(image);
    assert_int_equal(gm_image_open_memory("\x1f\x20\x03\xd5", 4, "f.bin", NULL, &image, &error), GM_BAD_FORMAT);
    assert_string_equal(error.text, "f.bin: not an ELF file (a flat binary needs its address)");
    options.base = UINT64_MAX - 2;
    assert_int_equal(gm_image_open_memory("abcd", 4, "f.bin", &options, &image, &error), GM_BAD_FORMAT);
    assert_int_equal(gm_image_open_memory("", 0, "f.bin", &options, &image, &error), GM_TRUNCATED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_segments_and_sections),
        cmocka_unit_test(test_read_and_write),
        cmocka_unit_test(test_huge_zero_memory),
        cmocka_unit_test(test_symbols),
        cmocka_unit_test(test_patching),
        cmocka_unit_test(test_old_callback),
        cmocka_unit_test(test_flat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
