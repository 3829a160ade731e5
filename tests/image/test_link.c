/* SPDX-License-Identifier: Apache-2.0 */
/* Laying out and relocating a .o, against GNU ld told to put the sections at the same addresses. */
#include "base/bits.h"

#include <gicmask/image.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define BASE UINT64_C(0x40201000)
#define AS   "aarch64-linux-gnu-as"
#define LD   "aarch64-linux-gnu-ld"

static char work[] = "gicmask-link-XXXXXX";
static const char *const sections[] = {".text", ".text.other", ".rodata", ".data", ".bss"};

static int run(const char *format, ...)
{
    char command[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    return system(command);
}

static struct gm_image *open_at(const char *file, uint64_t base, enum gm_status *status, struct gm_error *error)
{
    char path[256];
    struct gm_image *image;
    struct gm_image_options options = {.base = base};
    snprintf(path, sizeof path, "%s/%s", work, file);
    *status = gm_image_open_file(path, &options, &image, error);
    return image;
}

static void test_equals_ld(void **state)
{
    (void)state;
    enum gm_status status;
    struct gm_error error = {""};
    struct gm_image_section ours[5], theirs;
    assert_int_equal(run(AS " -o %s/l.o %s/tests/image/link.S", work, SOURCE_DIR), 0);
    struct gm_image *object = open_at("l.o", BASE, &status, &error);
    if (object == NULL) {
        print_error("%s\n", error.text);
    }
    assert_non_null(object);
    assert_int_equal(gm_image_kind(object), GM_IMAGE_RELOCATABLE);
    assert_true(gm_image_entry(object) == BASE);
    char script[1024] = "SECTIONS {";
    for (size_t i = 0; i < 5; i++) {
        assert_true(gm_image_section(object, sections[i], &ours[i]));
        size_t used = strlen(script);
        snprintf(script + used, sizeof script - used, " %s 0x%" PRIx64 " : { *(%s) }", sections[i], ours[i].address,
                 sections[i]);
    }
    assert_int_equal(run("echo '%s }' > %s/script && " LD
                         " -T %s/script -e start -o %s/l.elf %s/l.o 2>%s/log || { cat %s/log; false; }",
                         script, work, work, work, work, work, work),
                     0);
    struct gm_image *linked = open_at("l.elf", 0, &status, &error);
    assert_non_null(linked);
    assert_int_equal(gm_image_kind(linked), GM_IMAGE_EXECUTABLE);
    for (size_t i = 0; i < 5; i++) {
        uint8_t a[512], b[512];
        assert_true(gm_image_section(linked, sections[i], &theirs));
        assert_true(ours[i].address == theirs.address && ours[i].size == theirs.size && ours[i].size <= sizeof a);
        assert_int_equal(gm_image_read(object, ours[i].address, a, (size_t)ours[i].size), GM_OK);
        assert_int_equal(gm_image_read(linked, theirs.address, b, (size_t)theirs.size), GM_OK);
        for (size_t at = 0; at < ours[i].size; at++) {
            if (a[at] != b[at]) {
                print_error("%s+0x%zx: ours %02x, ld's %02x\n", sections[i], at, a[at], b[at]);
            }
            assert_int_equal(a[at], b[at]);
        }
    }
    struct gm_image_symbol x, y;
    static const char *const symbols[] = {"start", "external",        "value",
                                          "zeros", "absolute_number", "literal_elsewhere"};
    for (size_t i = 0; i < ARRAY_SIZE(symbols); i++) {
        assert_int_equal(gm_image_symbol(object, symbols[i], &x, NULL), GM_OK);
        assert_int_equal(gm_image_symbol(linked, symbols[i], &y, NULL), GM_OK);
        assert_true(x.address == y.address);
    }
    gm_image_close(object);
    gm_image_close(linked);
}

/* Sources that must be refused, and how. */
static const struct {
    const char *source;
    uint64_t base;
    enum gm_status status;
    const char *text;
} refused[] = {
    {"b nowhere", BASE, GM_NOT_FOUND, "r.o: symbol \"nowhere\" is used but not defined"},
    {"b far\\n.set far, 0x87fffffc", 0x80000000, GM_OK, NULL},
    {"b far\\n.set far, 0x88000000", 0x80000000, GM_BAD_FORMAT,
     "r.o: .text+0x0: relocation type 282 cannot hold 0x8000000"},
    {"b far\\n.set far, 0x78000000", 0x80000000, GM_OK, NULL},
    {"b far\\n.set far, 0x77fffffc", 0x80000000, GM_BAD_FORMAT, NULL},
    {"tbz x0, #1, far\\n.set far, 0x40209000", BASE, GM_BAD_FORMAT, NULL},
    {"tbz x0, #1, far\\n.set far, 0x40208ffc", BASE, GM_OK, NULL},
    {"ldr x0, [x1, :lo12:odd]\\n.set odd, 0x1004", BASE, GM_BAD_FORMAT, NULL},
    {".word big\\n.set big, 0x123456789", BASE, GM_BAD_FORMAT, NULL},
    {"adrp x0, :got:thing\\n.globl thing\\nthing:", BASE, GM_UNSUPPORTED,
     "r.o: .text+0x0: relocation type 311 is not supported"},
    {".comm block, 8\\n.xword block", BASE, GM_UNSUPPORTED, NULL},
    {"nop\\nnop", UINT64_MAX - 6, GM_BAD_FORMAT, NULL},
};

static void test_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(refused); i++) {
        enum gm_status status;
        struct gm_error error = {""};
        assert_int_equal(run("printf '.globl far, odd, big\\n%s\\n' | " AS " -o %s/r.o -", refused[i].source, work), 0);
        struct gm_image *image = open_at("r.o", refused[i].base, &status, &error);
        bool expected = status == refused[i].status &&
                        (refused[i].text == NULL || strncmp(error.text, refused[i].text, strlen(refused[i].text)) == 0);
        if (!expected) {
            print_error("%s: %s: %s\n", refused[i].source, gm_status_name(status), error.text);
        }
        assert_true(expected);
        assert_true((image == NULL) == (status != GM_OK));
        gm_image_close(image);
    }
}

static uint8_t *slurp(const char *name, size_t *size)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", work, name);
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(1 << 16);
    assert_non_null(file);
    *size = fread(data, 1, 1 << 16, file);
    fclose(file);
    return data;
}

/* Whatever a damaged .o holds: a status and a line, or an image. */
static enum gm_status try_open(const uint8_t *data, size_t size, struct gm_error *error)
{
    struct gm_image *image;
    error->text[0] = '\0';
    uint8_t *copy = malloc(size > 0 ? size : 1); /* exactly as large: the address sanitizer watches */
    memcpy(copy, data, size);
    enum gm_status status = gm_image_open_memory(copy, size, "d.o", NULL, &image, error);
    free(copy);
    gm_image_close(image);
    assert_true(status == GM_OK || strlen(error->text) > 10);
    return status;
}

static void test_damaged_object(void **state)
{
    (void)state;
    static const uint8_t values[] = {0x00, 0x7f, 0xff};
    struct gm_error error;
    size_t size;
    assert_int_equal(run(AS " -o %s/l.o %s/tests/image/link.S", work, SOURCE_DIR), 0);
    uint8_t *data = slurp("l.o", &size);
    for (size_t i = 0; i < size; i++) {
        assert_int_equal(try_open(data, i, &error), GM_TRUNCATED);
        uint8_t old = data[i];
        for (size_t v = 0; v < ARRAY_SIZE(values); v++) {
            data[i] = values[v];
            try_open(data, size, &error);
        }
        data[i] = old;
    }
    assert_int_equal(try_open(data, size, &error), GM_OK);
    free(data);
}

/* The only relocation of "b start", changed. */
static void test_bad_relocation(void **state)
{
    (void)state;
    struct gm_error error;
    size_t size, at = 0, header = 0;
    assert_int_equal(run("printf '.globl start\\nstart: b start\\n' | " AS " -o %s/b.o -", work), 0);
    uint8_t *data = slurp("b.o", &size);
    for (size_t i = 0; i < load_le(data + 60, 2); i++) {
        size_t section = (size_t)load_le(data + 40, 8) + i * 64;
        if (load_le(data + section + 4, 4) == 4) { /* SHT_RELA */
            header = section;
            at = (size_t)load_le(data + section + 24, 8);
        }
    }
    assert_true(at != 0);
    assert_int_equal(try_open(data, size, &error), GM_OK);
    static const uint64_t outside[] = {1, 4, 0x1000, UINT64_MAX, UINT64_MAX - 3};
    for (size_t i = 0; i < ARRAY_SIZE(outside); i++) {
        store_le(data + at, 8, outside[i]);
        assert_int_equal(try_open(data, size, &error), GM_BAD_FORMAT);
        assert_non_null(strstr(error.text, "a relocation outside its section"));
    }
    store_le(data + at, 8, 0);
    store_le(data + at + 12, 4, 0xffffffff); /* the symbol's number */
    assert_int_equal(try_open(data, size, &error), GM_BAD_FORMAT);
    store_le(data + at + 12, 4, 0);
    store_le(data + header + 44, 4, 0xffff); /* the section that is relocated */
    assert_int_equal(try_open(data, size, &error), GM_BAD_FORMAT);
    free(data);
}

/* A position-independent executable: R_AARCH64_RELATIVE puts the addresses into its tables. */
static void test_relative(void **state)
{
    (void)state;
    enum gm_status status;
    struct gm_error error = {""};
    struct gm_image_symbol start, table;
    uint8_t raw[8];
    assert_int_equal(run("printf '.globl start\\nstart: ret\\n.data\\ntable: .xword start\\n' | " AS
                         " -o %s/p.o - && " LD
                         " -pie --no-dynamic-linker --no-apply-dynamic-relocs -e start -o %s/p.elf %s/p.o",
                         work, work, work),
                     0);
    struct gm_image *image = open_at("p.elf", 0, &status, &error);
    assert_non_null(image);
    assert_int_equal(gm_image_symbol(image, "start", &start, NULL), GM_OK);
    assert_int_equal(gm_image_symbol(image, "table", &table, NULL), GM_OK);
    assert_int_equal(gm_image_read(image, table.address, raw, 8), GM_OK);
    assert_true(start.address != 0 && load_le(raw, 8) == start.address);
    gm_image_close(image);
}

/* Alternatives written in assembly: a .o with a table, capabilities by number. */
static void test_alternatives_of_object(void **state)
{
    (void)state;
    static const char *const names[] = {"24"};
    enum gm_status status;
    struct gm_error error = {""};
    struct gm_image_report report;
    struct gm_image_symbol away;
    uint8_t raw[4];
    assert_int_equal(run("printf '1: nop\\n2: ret\\naway: nop\\n3: b away\\n4:\\n.section .altinstructions,\"a\"\\n"
                         ".word 1b - ., 3b - .\\n.hword 24\\n.byte 2b-1b, 4b-3b\\n' | " AS " -o %s/a.o -",
                         work),
                     0);
    struct gm_image *image = open_at("a.o", BASE, &status, &error);
    assert_non_null(image);
    assert_int_equal(gm_image_apply_capabilities(image, names, 1, &report, &error), GM_OK);
    assert_int_equal(report.applied, 1);
    assert_int_equal(gm_image_symbol(image, "away", &away, NULL), GM_OK);
    assert_int_equal(gm_image_read(image, BASE, raw, 4), GM_OK);
    assert_true(load_le(raw, 4) == (0x14000000 | (away.address - BASE) / 4));
    gm_image_close(image);
}

int main(void)
{
    if (run(AS " --version >/dev/null 2>&1 && " LD " --version >/dev/null 2>&1") != 0) {
        printf("skipped: no assembler (Debian package binutils-aarch64-linux-gnu)\n");
        return 77;
    }
    if (mkdtemp(work) == NULL) {
        return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equals_ld),      cmocka_unit_test(test_refused),
        cmocka_unit_test(test_damaged_object), cmocka_unit_test(test_bad_relocation),
        cmocka_unit_test(test_relative),       cmocka_unit_test(test_alternatives_of_object)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    run("rm -rf %s", work);
    return failed;
}
