/* SPDX-License-Identifier: Apache-2.0 */
/* Hostile files: a status and one line, never a crash (run under the sanitizers too). */
#include "image/builder.h"
#include "image/use.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static void assert_line(const struct gm_error *error)
{
    assert_true(strlen(error->text) > 10);
    for (const char *c = error->text; *c != '\0'; c++) {
        assert_true((unsigned char)*c >= ' ');
    }
}

/* Opens a copy of exactly that size, so that the address sanitizer sees every byte too many. */
static enum gm_status open_copy(const uint8_t *file, size_t size, struct gm_image **image, struct gm_error *error)
{
    uint8_t *copy = malloc(size > 0 ? size : 1);
    memcpy(copy, file, size);
    enum gm_status status = gm_image_open_memory(copy, size, "t.elf", NULL, image, error);
    free(copy);
    return status;
}

static void test_intact(void **state)
{
    (void)state;
    struct gm_error error = {""};
    struct gm_image *image;
    uint8_t *file = b_build();
    assert_int_equal(open_copy(file, B_SIZE, &image, &error), GM_OK);
    assert_int_equal(use_image(image, &error), GM_OK);
    gm_image_close(image);
    free(file);
}

static void test_truncated_everywhere(void **state)
{
    (void)state;
    uint8_t *file = b_build();
    for (size_t size = 0; size < B_SIZE; size++) {
        struct gm_error error = {""};
        struct gm_image *image;
        enum gm_status status = open_copy(file, size, &image, &error);
        if (status != GM_TRUNCATED || image != NULL) {
            print_error("length %zu: status %s\n", size, gm_status_name(status));
        }
        assert_int_equal(status, GM_TRUNCATED);
        assert_null(image);
        assert_line(&error);
    }
    free(file);
}

/* A field of the file that is set to a value, and what must come of it. */
struct damage {
    const char *what;
    size_t offset;
    unsigned size;
    uint64_t value;
    enum gm_status status;
    bool when_used; /* opening succeeds, patching fails */
};
#define SHDR(n, field) (B_SHDR + (n)*64 + offsetof(Elf64_Shdr, field))
#define PHDR(field)    (B_PHDR + offsetof(Elf64_Phdr, field))
#define SYM(n, field)  (B_SYMTAB + (n)*24 + offsetof(Elf64_Sym, field))

static const struct damage damages[] = {
    {"no magic", 1, 1, 'X', GM_BAD_FORMAT, false},
    {"32-bit", 4, 1, ELFCLASS32, GM_UNSUPPORTED, false},
    {"big-endian", 5, 1, ELFDATA2MSB, GM_UNSUPPORTED, false},
    {"x86", 18, 2, EM_X86_64, GM_UNSUPPORTED, false},
    {"core file", 16, 2, ET_CORE, GM_UNSUPPORTED, false},
    {"program headers far away", 32, 8, UINT64_MAX - 8, GM_TRUNCATED, false},
    {"section headers far away", 40, 8, UINT64_MAX - 8, GM_TRUNCATED, false},
    {"program header size", 54, 2, 0, GM_BAD_FORMAT, false},
    {"section header size", 58, 2, 1, GM_BAD_FORMAT, false},
    {"65535 program headers", 56, 2, PN_XNUM, GM_UNSUPPORTED, false},
    {"section names nowhere", 62, 2, 99, GM_BAD_FORMAT, false},
    {"section names are code", 62, 2, 1, GM_BAD_FORMAT, false},
    {"segment beyond the file", PHDR(p_filesz), 8, UINT64_MAX, GM_TRUNCATED, false},
    {"segment offset overflow", PHDR(p_offset), 8, UINT64_MAX - 4, GM_TRUNCATED, false},
    {"segment smaller in memory", PHDR(p_memsz), 8, 1, GM_BAD_FORMAT, false},
    {"segment wraps", PHDR(p_memsz), 8, UINT64_MAX, GM_BAD_FORMAT, false},
    {"nothing to load", PHDR(p_type), 4, PT_NOTE, GM_BAD_FORMAT, false},
    {"absurd section size", SHDR(1, sh_size), 8, UINT64_MAX, GM_TRUNCATED, false},
    {"absurd section size 2", SHDR(3, sh_size), 8, UINT64_C(1) << 60, GM_TRUNCATED, false},
    {"section offset overflow", SHDR(3, sh_offset), 8, UINT64_MAX - 2, GM_TRUNCATED, false},
    {"section name outside", SHDR(3, sh_name), 4, 0xffffff, GM_BAD_FORMAT, false},
    {"alignment 3", SHDR(1, sh_addralign), 8, 3, GM_BAD_FORMAT, false},
    {"overlapping sections", SHDR(1, sh_size), 8, 0x600, GM_BAD_FORMAT, false},
    {"symbol entry size 0", SHDR(4, sh_entsize), 8, 0, GM_BAD_FORMAT, false},
    {"symbol table size", SHDR(4, sh_size), 8, 25, GM_BAD_FORMAT, false},
    {"symbol strings are code", SHDR(4, sh_link), 4, 1, GM_BAD_FORMAT, false},
    {"symbol strings nowhere", SHDR(4, sh_link), 4, 0xffff, GM_BAD_FORMAT, false},
    {"symbol name outside", SYM(1, st_name), 4, 0xfffffff0, GM_BAD_FORMAT, false},
    {"symbol in no section", SYM(1, st_shndx), 2, 77, GM_BAD_FORMAT, false},
    {"common symbol", SYM(1, st_shndx), 2, SHN_COMMON, GM_UNSUPPORTED, false},
    {"alternative: original outside", B_ALT, 4, 0x7ffffff0, GM_BAD_FORMAT, true},
    {"alternative: original before", B_ALT, 4, 0x80000000, GM_BAD_FORMAT, true},
    {"alternative: original in zeros", B_ALT, 4, 0x800, GM_BAD_FORMAT, true},
    {"alternative: replacement outside", B_ALT + 4, 4, 0x7ffffff0, GM_BAD_FORMAT, true},
    {"alternative: replacement over the end", B_ALT + 4, 4, B_LOAD_FILE - 4 - (B_ALT + 4 - B_TEXT), GM_BAD_FORMAT,
     true},
    {"alternative: half an instruction", B_ALT + 10, 1, 6, GM_BAD_FORMAT, true},
    {"alternative: longer than the original", B_ALT + 11, 1, 16, GM_BAD_FORMAT, true},
    {"alternative: callback outside", B_ALT + 12 + 4, 4, 0x7ffffff0, GM_BAD_FORMAT, true},
    {"alternatives of 23 bytes", SHDR(2, sh_size), 8, 23, GM_UNSUPPORTED, true},
    {"alternatives outside", SHDR(2, sh_addr), 8, 0x1000, GM_BAD_FORMAT, true},
    {"jump table: site outside", B_JUMP, 4, 0x7ffffff0, GM_BAD_FORMAT, true},
    {"jump table: target not aligned", B_JUMP + 4, 4, 3, GM_BAD_FORMAT, true},
    {"jump table outside", SYM(7, st_value), 8, 0, GM_BAD_FORMAT, true},
    {"jump table: half a record", SYM(7, st_value), 8, B_AT(B_JUMP + 8), GM_BAD_FORMAT, true},
    {"bitmap outside", SYM(5, st_value), 8, 0x10, GM_UNMAPPED, true},
    {"key outside", SYM(4, st_value), 8, UINT64_MAX - 1, GM_UNMAPPED, true},
};

static void test_damages(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(damages); i++) {
        const struct damage *d = &damages[i];
        struct gm_error error = {""};
        struct gm_image *image;
        uint8_t *file = b_build();
        store_le(file + d->offset, d->size, d->value);
        enum gm_status status = open_copy(file, B_SIZE, &image, &error);
        if (d->when_used && status == GM_OK) {
            status = use_image(image, &error);
        }
        if (status != d->status || (image != NULL) != d->when_used) {
            print_error("%s: %s, expected %s: %s\n", d->what, gm_status_name(status), gm_status_name(d->status),
                        error.text);
        }
        assert_int_equal(status, d->status);
        assert_int_equal(image != NULL, d->when_used);
        assert_line(&error);
        gm_image_close(image);
        free(file);
    }
}

/* Every byte of the file to several values: whatever comes, no crash, and no failure without a line. */
static void test_every_byte(void **state)
{
    (void)state;
    static const uint8_t values[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
    uint8_t *file = b_build();
    for (size_t i = 0; i < (size_t)B_SIZE * ARRAY_SIZE(values); i++) {
        struct gm_error error = {""};
        struct gm_image *image;
        uint8_t old = file[i / ARRAY_SIZE(values)];
        file[i / ARRAY_SIZE(values)] = values[i % ARRAY_SIZE(values)];
        enum gm_status status = open_copy(file, B_SIZE, &image, &error);
        if (status == GM_OK) {
            status = use_image(image, &error);
        }
        if (status != GM_OK) {
            assert_line(&error);
        }
        gm_image_close(image);
        file[i / ARRAY_SIZE(values)] = old;
    }
    free(file);
}

/* An allocator that fails at the n-th request, and counts what is out. */
struct failing {
    size_t requests, fail_at;
    long live;
};

static void *failing_resize(void *context, void *block, size_t size)
{
    struct failing *f = context;
    if (size == 0) {
        f->live -= block != NULL;
        free(block);
        return NULL;
    }
    if (f->requests++ == f->fail_at) {
        return NULL;
    }
    f->live += block == NULL;
    return realloc(block, size);
}

static void test_no_memory(void **state)
{
    (void)state;
    uint8_t *file = b_build();
    enum gm_status status = GM_NO_MEMORY;
    size_t n = 0;
    for (; status != GM_OK; n++) {
        struct failing f = {.fail_at = n};
        struct gm_allocator allocator = {.resize = failing_resize, .context = &f};
        struct gm_image_options options = {.allocator = &allocator};
        struct gm_error error = {""};
        struct gm_image *image;
        assert_true(n < 100);
        status = gm_image_open_memory(file, B_SIZE, "t.elf", &options, &image, &error);
        if (status == GM_OK) {
            uint64_t before, after;
            assert_int_equal(gm_image_read(image, B_ADDRESS, &before, 8), GM_OK);
            status = use_image(image, &error);
            if (status != GM_OK) { /* nothing was patched */
                assert_int_equal(gm_image_read(image, B_ADDRESS, &after, 8), GM_OK);
                assert_true(before == after);
            }
            gm_image_close(image);
        } else {
            assert_null(image);
        }
        assert_true(status == GM_OK || status == GM_NO_MEMORY);
        assert_int_equal(f.live, 0);
    }
    assert_true(n > 10);
    free(file);
}

/* Many segments that copy the same bytes: memory must stay bounded by the file. */
static void test_same_bytes_again(void **state)
{
    (void)state;
    struct gm_error error = {""};
    struct gm_image *image;
    uint8_t file[64 + 40 * 56] = {0};
    uint8_t *built = b_build();
    memcpy(file, built, 64);
    free(built);
    store_le(file + 40, 8, 0);
    store_le(file + 56, 2, 40);
    store_le(file + 60, 2, 0);
    store_le(file + 62, 2, 0);
    for (size_t i = 0; i < 40; i++) {
        uint8_t *p = file + 64 + i * 56;
        store_le(p, 4, PT_LOAD);
        store_le(p + 16, 8, i << 20);
        store_le(p + 32, 8, i < 2 ? sizeof file : 0);
        store_le(p + 40, 8, sizeof file);
    }
    assert_int_equal(open_copy(file, sizeof file, &image, &error), GM_OK); /* twice is allowed */
    gm_image_close(image);
    store_le(file + 64 + 2 * 56 + 32, 8, 1);
    assert_int_equal(open_copy(file, sizeof file, &image, &error), GM_BAD_FORMAT);
    assert_line(&error);
    store_le(file + 64 + 2 * 56 + 32, 8, 0);
    store_le(file + 64 + 2 * 56 + 16, 8, 8); /* inside the first one's memory */
    assert_int_equal(open_copy(file, sizeof file, &image, &error), GM_BAD_FORMAT);
    assert_non_null(strstr(error.text, "overlap"));
}

static void test_long_name(void **state)
{
    (void)state;
    struct gm_error error = {""};
    struct gm_image *image;
    for (size_t length = 1023; length <= 1024; length++) {
        uint8_t *file = b_build(), *longer = calloc(1, B_SIZE + 2000);
        memcpy(longer, file, B_SIZE);
        memset(longer + B_SIZE, 'n', length);
        store_le(longer + SHDR(5, sh_offset), 8, B_SIZE);
        store_le(longer + SHDR(5, sh_size), 8, 2000);
        for (size_t i = 1; i < B_SYMBOLS; i++) {
            store_le(longer + SYM(i, st_name), 4, 0);
        }
        assert_int_equal(open_copy(longer, B_SIZE + 2000, &image, &error), length == 1023 ? GM_OK : GM_TOO_LARGE);
        gm_image_close(image);
        free(file);
        free(longer);
    }
}

static void test_arguments(void **state)
{
    (void)state;
    struct gm_error error = {""};
    struct gm_image *image;
    struct gm_image_options wrong = {.kind = GM_IMAGE_KERNEL};
    assert_int_equal(gm_image_open_file(NULL, NULL, &image, &error), GM_BAD_ARGUMENT);
    assert_int_equal(gm_image_open_memory("", 0, "x", &wrong, &image, NULL), GM_BAD_ARGUMENT);
    assert_int_equal(gm_image_open_file("/", NULL, &image, &error), GM_IO);
    assert_int_equal(gm_image_open_file("/nowhere/at\nall", NULL, &image, &error), GM_IO);
    assert_line(&error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_intact),    cmocka_unit_test(test_truncated_everywhere),
        cmocka_unit_test(test_damages),   cmocka_unit_test(test_every_byte),
        cmocka_unit_test(test_no_memory), cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_long_name), cmocka_unit_test(test_same_bytes_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
