/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A real kernel, Linux 6.1.192 built small, and what QEMU's Cortex-A57 made of it at boot: the live dumps are
 * the oracle (GICMASK_KERNEL_DIR: the directory with vmlinux, System.map and live-a57-nmi{0,1}.bin).
 */
#include "base/bits.h"

#include <gicmask/image.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *directory;
static char sibling[4096]; /* the same kernel with CONFIG_JUMP_LABEL; empty if it is not there */

/* What the boot log of that run says it found, and the silent ones: "32-bit EL0 Support" has no description in 6.1. */
static const char *const a57_nmi1[] = {
    "ARM64_HAS_32BIT_EL0_DO_NOT_USE",
    "CRC32 instructions",
    "ARM64_HAS_IRQ_PRIO_MASKING",
    "GIC system register CPU interface",
    "Spectre-v2",
    "spectre-v4",
    "ARM64_SPECTRE_BHB",
};
static const char *const a57_nmi0[] = {
    "ARM64_HAS_32BIT_EL0_DO_NOT_USE",
    "CRC32 instructions",
    "GIC system register CPU interface",
    "Spectre-v2",
    "spectre-v4",
    "ARM64_SPECTRE_BHB",
};

static uint8_t *slurp(const char *dir, const char *name, size_t *size)
{
    char path[5000];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *data = malloc(*size + 1);
    assert_int_equal(fread(data, 1, *size, file), *size);
    data[*size] = 0;
    fclose(file);
    return data;
}

static struct gm_image *open_kernel(const char *dir)
{
    char path[5000];
    struct gm_error error = {""};
    struct gm_image *image;
    snprintf(path, sizeof path, "%s/vmlinux", dir);
    if (gm_image_open_file(path, NULL, &image, &error) != GM_OK) {
        print_error("%s\n", error.text);
    }
    assert_non_null(image);
    return image;
}

static uint64_t address_of(const struct gm_image *image, const char *name)
{
    struct gm_image_symbol symbol;
    assert_int_equal(gm_image_symbol(image, name, &symbol, NULL), GM_OK);
    return symbol.address;
}

static void test_shape(void **state)
{
    (void)state;
    struct gm_image *image = open_kernel(directory);
    struct gm_image_section section;
    unsigned major = 0, minor = 0;
    assert_int_equal(gm_image_kind(image), GM_IMAGE_KERNEL);
    assert_string_equal(gm_image_name(image), "vmlinux");
    assert_true(gm_image_entry(image) == UINT64_C(0xffffffc008000000));
    assert_true(gm_image_linux_version(image, &major, &minor));
    assert_int_equal(major, 6);
    assert_int_equal(minor, 1);
    assert_true(gm_image_section(image, ".altinstructions", &section));
    assert_true(section.loaded);
    assert_int_equal(section.size, 0x16ba8); /* readelf */
    gm_image_close(image);
}

/* Every line of System.map: the address by name, or another symbol of that name; the name by address. */
static void test_symbols_equal_system_map(void **state)
{
    (void)state;
    struct gm_image *image = open_kernel(directory);
    size_t size, lines = 0, wrong = 0;
    char *map = (char *)slurp(directory, "System.map", &size), *save = NULL;
    assert_non_null(map);
    for (char *line = strtok_r(map, "\n", &save); line != NULL; line = strtok_r(NULL, "\n", &save)) {
        uint64_t address, offset;
        char type, name[512];
        struct gm_image_symbol symbol;
        assert_int_equal(sscanf(line, "%" SCNx64 " %c %511s", &address, &type, name), 3);
        lines++;
        if (gm_image_symbol(image, name, &symbol, NULL) != GM_OK) {
            wrong++;
            continue;
        }
        /* A local name may stand for several places; a global one for one. */
        wrong += symbol.address != address && (type >= 'A' && type <= 'Z' && symbol.global) ? 1 : 0;
        if (type == 'T' || type == 't') {
            wrong += !gm_image_symbol_near(image, address, &symbol, &offset) || offset != 0 ? 1 : 0;
            wrong += !gm_image_symbol_near(image, address + 3, &symbol, &offset) || offset > 3 ? 1 : 0;
        }
    }
    assert_true(lines > 15000);
    assert_int_equal(wrong, 0);
    free(map);
    gm_image_close(image);
}

static void test_near(void **state)
{
    (void)state;
    struct gm_image *image = open_kernel(directory);
    struct gm_image_symbol symbol;
    uint64_t offset, idle = address_of(image, "cpu_do_idle");
    assert_true(gm_image_symbol_near(image, idle + 8, &symbol, &offset));
    assert_string_equal(symbol.name, "cpu_do_idle");
    assert_int_equal(offset, 8);
    assert_false(gm_image_symbol_near(image, UINT64_C(0xffffffc007ffffff), &symbol, &offset));
    assert_false(gm_image_symbol_near(image, 0x1000, &symbol, &offset));
    struct gm_error error;
    assert_int_equal(gm_image_symbol(image, "foo", &symbol, &error), GM_NOT_FOUND);
    assert_string_equal(error.text, "vmlinux: symbol \"foo\" not found");
    gm_image_close(image);
}

/* Numbers from arch/arm64/tools/cpucaps of 6.1, confirmed by the bits of cpu_hwcaps in the live dumps. */
static void test_capability_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned number;
    } rows[] = {
        {"ARM64_HAS_IRQ_PRIO_MASKING", 24}, {"ARM64_HAS_GIC_PRIO_MASKING", 24},
        {"irq-prio-masking", 24},           {"IRQ priority masking", 24},
        {"gic_prio_masking", 24},           {"24", 24},
        {"ARM64_HAS_SYSREG_GIC_CPUIF", 34}, {"ARM64_HAS_GIC_CPUIF_SYSREGS", 34},
        {"ARM64_ALWAYS_BOOT", 0},           {"ARM64_ALWAYS_SYSTEM", 1},
        {"ARM64_HAS_LSE_ATOMICS", 26},      {"ARM64_HAS_CRC32", 14},
        {"ARM64_SPECTRE_V2", 46},           {"ARM64_SPECTRE_V4", 48},
        {"ARM64_SPECTRE_BHB", 49},          {"ARM64_HAS_VIRT_HOST_EXTN", 37},
        {"ARM64_UNMAP_KERNEL_AT_EL0", 52},  {"pan", 29},
    };
    struct gm_image *image = open_kernel(directory);
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        uint16_t number = 9999;
        if (gm_image_capability(image, rows[i].name, &number, NULL) != GM_OK || number != rows[i].number) {
            print_error("%s: %u, expected %u\n", rows[i].name, number, rows[i].number);
        }
        assert_int_equal(number, rows[i].number);
    }
    uint16_t number;
    struct gm_error error;
    assert_int_equal(gm_image_capability(image, "ARM64_HAS_GIC_PRIO_RELAXED_SYNC", &number, &error), GM_NOT_FOUND);
    assert_non_null(strstr(error.text, "\"ARM64_HAS_GIC_PRIO_RELAXED_SYNC\" not found"));
    assert_int_equal(gm_image_capability(image, "", &number, NULL), GM_NOT_FOUND);
    assert_int_equal(gm_image_capability(image, "1024", &number, NULL), GM_NOT_FOUND);
    gm_image_close(image);
}

static void test_capability_list(void **state)
{
    (void)state;
    struct gm_image *image = open_kernel(directory);
    struct gm_image_capability c;
    size_t described = 0;
    for (size_t i = 0; gm_image_capability_at(image, i, &c); i++) {
        described += c.described ? 1 : 0;
        if (c.number == 24) {
            assert_string_equal(c.name, "ARM64_HAS_IRQ_PRIO_MASKING"); /* 6.1's spelling */
            assert_string_equal(c.match, "can_use_gic_priorities");
            assert_string_equal(c.description, "IRQ priority masking");
            assert_int_equal(c.type & 7, 4); /* boot CPU scope */
        }
        assert_true(!c.described || c.match != NULL);
    }
    assert_int_equal(described, 36 + 4); /* 37 records of 64 bytes less the empty one; 5 errata less the empty one */
    static const char header[] =
        "/* Generated */\n#define ARM64_NCAPS 90\n#define ARM64_FOO_BAR\t\t\t77\r\n#define OTHER 3\n"
        "#define ARM64_NEW 88\n#define ARM64_BAD x\n#define ARM64_LAST 24";
    uint16_t number;
    assert_int_equal(gm_image_add_capability_names(image, header, sizeof header - 1, NULL), GM_OK);
    assert_int_equal(gm_image_capability(image, "foo-bar", &number, NULL), GM_OK);
    assert_int_equal(number, 77);
    assert_int_equal(gm_image_capability(image, "ARM64_NEW", &number, NULL), GM_OK);
    assert_int_equal(number, 88);
    assert_int_equal(gm_image_capability(image, "ARM64_LAST", &number, NULL), GM_OK);
    assert_int_equal(number, 24);
    assert_int_equal(gm_image_capability(image, "ARM64_NCAPS", &number, NULL), GM_NOT_FOUND);
    assert_int_equal(gm_image_add_capability_names(image, "junk\n", 5, NULL), GM_BAD_FORMAT);
    gm_image_close(image);
}

/* Bytes that belong to the original of a callback that we do not run. */
static uint8_t *callback_map(const struct gm_image *image, uint64_t base, size_t size)
{
    uint8_t *map = calloc(1, size);
    struct gm_image_alternative a;
    uint64_t nops = address_of(image, "alt_cb_patch_nops");
    for (size_t i = 0; gm_image_alternative(image, i, &a); i++) {
        if (a.callback && a.replacement != nops && a.original - base < size) {
            memset(map + (a.original - base), 1, a.original_size);
        }
    }
    return map;
}

/* Compares a section with the dump, word for word. @return words that differ and are not an unrun callback's. */
static size_t compare(const struct gm_image *image, const char *name, const uint8_t *live, const uint8_t *callbacks,
                      size_t *callback_words)
{
    struct gm_image_section section;
    uint64_t base = address_of(image, "_text");
    size_t wrong = 0;
    assert_true(gm_image_section(image, name, &section));
    for (uint64_t at = 0; at + 4 <= section.size; at += 4) {
        uint8_t word[4];
        size_t offset = (size_t)(section.address - base + at);
        assert_int_equal(gm_image_read(image, section.address + at, word, 4), GM_OK);
        if (memcmp(word, live + offset, 4) == 0) {
            continue;
        }
        if (callbacks[offset] != 0) {
            ++*callback_words;
        } else if (wrong++ < 10) {
            struct gm_image_symbol s = {0};
            uint64_t o = 0;
            gm_image_symbol_near(image, section.address + at, &s, &o);
            print_error("%s+0x%" PRIx64 ": %08" PRIx64 ", live %08" PRIx64 "\n", s.name, o, load_le(word, 4),
                        load_le(live + offset, 4));
        }
    }
    return wrong;
}

/* The keys that the live kernel has switched, which drivers and not capabilities do, are switched here too. */
static size_t copy_keys(struct gm_image *image, const uint8_t *live, size_t live_size)
{
    uint64_t base = address_of(image, "_text"), start = address_of(image, "__start___jump_table"),
             stop = address_of(image, "__stop___jump_table");
    size_t switched = 0;
    for (uint64_t at = start; at < stop; at += 16) {
        uint8_t raw[8], now[4];
        gm_image_read(image, at + 8, raw, 8);
        uint64_t key = (at + 8 + load_le(raw, 8)) & ~UINT64_C(3);
        assert_true(key - base + 4 <= live_size);
        assert_int_equal(gm_image_read(image, key, now, 4), GM_OK);
        bool was = load_le(now, 4) != 0, is = load_le(live + (key - base), 4) != 0;
        if (was != is) {
            assert_int_equal(gm_image_set_key_at(image, key, is, NULL, NULL), GM_OK);
            switched++;
        }
    }
    return switched;
}

static void check_live(const char *dir, const char *dump, const char *const *names, size_t count, size_t switched)
{
    struct gm_image *image = open_kernel(dir);
    struct gm_image_report report;
    struct gm_error error = {""};
    size_t size, callback_words = 0;
    uint8_t *live = slurp(dir, dump, &size);
    assert_non_null(live);
    uint64_t base = address_of(image, "_text");
    uint8_t *callbacks = callback_map(image, base, size);
    if (gm_image_apply_capabilities(image, names, count, &report, &error) != GM_OK) {
        print_error("%s\n", error.text);
        fail();
    }
    assert_int_equal(copy_keys(image, live, size), switched);
    assert_int_equal(compare(image, ".text", live, callbacks, &callback_words), 0);
    assert_int_equal(compare(image, ".rodata.text", live, callbacks, &callback_words), 0);
    /* The callbacks of that Cortex-A57, all of ARM64_ALWAYS_SYSTEM: seen in the table with an independent script. */
    assert_int_equal(report.callbacks_not_applied, 50);
    assert_int_equal(report.callback_count, 3);
    for (size_t i = 0; i < report.callback_count; i++) {
        const char *name = report.callbacks[i].symbol;
        size_t expected = strcmp(name, "smccc_patch_fw_mitigation_conduit") == 0       ? 25
                          : strcmp(name, "spectre_bhb_patch_loop_iter") == 0           ? 16
                          : strcmp(name, "spectre_v4_patch_fw_mitigation_enable") == 0 ? 9
                                                                                       : 0;
        assert_int_equal(report.callbacks[i].count, expected);
    }
    print_message("%s: %zu applied, %zu callbacks applied, %zu skipped, %zu words; %zu words of callbacks differ\n",
                  dump, report.applied, report.callbacks_applied, report.skipped, report.words_changed, callback_words);
    assert_true(callback_words > 0 && callback_words <= 50);
    static const char *const maps[] = {"cpu_hwcaps", "boot_capabilities"};
    for (size_t i = 0; i < 2; i++) {
        uint8_t ours[16];
        uint64_t at = address_of(image, maps[i]);
        assert_int_equal(gm_image_read(image, at, ours, sizeof ours), GM_OK);
        assert_memory_equal(ours, live + (at - base), sizeof ours);
    }
    free(callbacks);
    free(live);
    gm_image_close(image);
}

static void test_text_equals_live_nmi1(void **state)
{
    (void)state;
    check_live(directory, "live-a57-nmi1.bin", a57_nmi1, ARRAY_SIZE(a57_nmi1), 0);
}

static void test_text_equals_live_nmi0(void **state)
{
    (void)state;
    check_live(directory, "live-a57-nmi0.bin", a57_nmi0, ARRAY_SIZE(a57_nmi0), 0);
}

static size_t count_switched(const char *dump)
{
    struct gm_image *image = open_kernel(sibling);
    size_t size;
    uint8_t *live = slurp(sibling, dump, &size);
    assert_non_null(live);
    size_t switched = copy_keys(image, live, size);
    free(live);
    gm_image_close(image);
    return switched;
}

static void test_text_equals_live_static_keys(void **state)
{
    (void)state;
    if (sibling[0] == '\0') {
        skip();
    }
    size_t nmi0 = count_switched("live-a57-nmi0.bin"), nmi1 = count_switched("live-a57-nmi1.bin");
    print_message("static keys that boot switched: %zu, with nmi %zu\n", nmi0, nmi1);
    assert_true(nmi0 >= 2 && nmi1 > nmi0);
    check_live(sibling, "live-a57-nmi0.bin", a57_nmi0, ARRAY_SIZE(a57_nmi0), nmi0);
    check_live(sibling, "live-a57-nmi1.bin", a57_nmi1, ARRAY_SIZE(a57_nmi1), nmi1);
}

/* Key and sites switch on and back. */
static void test_set_key(void **state)
{
    (void)state;
    const char *dirs[] = {directory, sibling};
    for (size_t i = 0; i < (sibling[0] != '\0' ? 2u : 1u); i++) {
        struct gm_image *image = open_kernel(dirs[i]), *fresh = open_kernel(dirs[i]);
        struct gm_image_segment a, b;
        size_t sites = 99;
        uint8_t counter[4];
        uint64_t key = address_of(image, "gic_pmr_sync");
        assert_int_equal(gm_image_set_key(image, "gic_pmr_sync", true, &sites, NULL), GM_OK);
        assert_true(i == 0 ? sites == 0 : sites > 100);
        assert_int_equal(gm_image_read(image, key, counter, 4), GM_OK);
        assert_int_equal(load_le(counter, 4), 1);
        size_t back = 99;
        assert_int_equal(gm_image_set_key(image, "gic_pmr_sync", false, &back, NULL), GM_OK);
        assert_int_equal(back, sites);
        assert_true(gm_image_segment(image, 0, &a) && gm_image_segment(fresh, 0, &b));
        assert_memory_equal(a.bytes, b.bytes, b.file_size);
        assert_int_equal(gm_image_set_key(image, "no_such_key", true, NULL, NULL), GM_NOT_FOUND);
        gm_image_close(image);
        gm_image_close(fresh);
    }
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

static enum gm_status patch_with(const uint8_t *file, size_t size, const struct gm_allocator *allocator)
{
    struct gm_image_options options = {.allocator = allocator};
    struct gm_image *image;
    static const char header[] = "#define ARM64_FOO 77\n#define ARM64_BAR 78\n";
    enum gm_status status = gm_image_open_memory(file, size, "vmlinux", &options, &image, NULL);
    if (status == GM_OK) {
        status = gm_image_add_capability_names(image, header, sizeof header - 1, NULL);
    }
    if (status == GM_OK) {
        status = gm_image_apply_capabilities(image, a57_nmi1, ARRAY_SIZE(a57_nmi1), NULL, NULL);
    }
    if (status == GM_OK) {
        status = gm_image_set_key(image, "gic_pmr_sync", true, NULL, NULL);
    }
    gm_image_close(image);
    return status;
}

static void test_no_memory(void **state)
{
    (void)state;
    size_t size, n = 0;
    uint8_t *file = slurp(directory, "vmlinux", &size);
    enum gm_status status = GM_NO_MEMORY;
    for (; status != GM_OK; n++) {
        struct failing f = {.fail_at = n};
        struct gm_allocator allocator = {.resize = failing_resize, .context = &f};
        status = patch_with(file, size, &allocator);
        assert_true(status == GM_OK || status == GM_NO_MEMORY);
        assert_int_equal(f.live, 0);
        assert_true(n < 1000);
    }
    assert_true(n > 50);
    free(file);
}

int main(void)
{
    directory = getenv("GICMASK_KERNEL_DIR");
    if (directory == NULL || directory[0] == '\0') {
        printf("skipped: GICMASK_KERNEL_DIR is not set (a directory with vmlinux, System.map, live-a57-nmi1.bin)\n");
        return 77;
    }
    size_t size;
    snprintf(sibling, sizeof sibling, "%.4000s-static-keys", directory);
    uint8_t *probe = slurp(sibling, "System.map", &size);
    if (probe == NULL) {
        printf("%s is not there: the tests with CONFIG_JUMP_LABEL are skipped\n", sibling);
        sibling[0] = '\0';
    }
    free(probe);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shape),
        cmocka_unit_test(test_symbols_equal_system_map),
        cmocka_unit_test(test_near),
        cmocka_unit_test(test_capability_numbers),
        cmocka_unit_test(test_capability_list),
        cmocka_unit_test(test_text_equals_live_nmi1),
        cmocka_unit_test(test_text_equals_live_nmi0),
        cmocka_unit_test(test_text_equals_live_static_keys),
        cmocka_unit_test(test_set_key),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
