/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernel's own tables of capabilities: arm64_features and arm64_errata, arrays of struct
 * arm64_cpu_capabilities, which starts { const char *desc; u16 capability; u16 type; bool (*matches)();
 * void (*cpu_enable)(); ... } in 5.10 to 6.12 (arch/arm64/include/asm/cpufeature.h).  Its size differs by version
 * and configuration (64 bytes in 6.1): it is the one with which every record makes sense and an empty one ends the
 * table.
 */
#include "image/image.h"

#include "base/bits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DESC = 0, NUMBER = 8, TYPE = 10, MATCHES = 16, ENABLE = 24, HEAD = 32 };
enum { STRIDE_MIN = 40, STRIDE_MAX = 192, DESCRIPTION_MAX = 200 };

/* A printable string of the image, or NULL. */
static const char *description_at(const struct gm_image *image, uint64_t address)
{
    for (size_t n = 0; n < DESCRIPTION_MAX; n++) {
        const uint8_t *c = image_bytes(image, address + n, 1);
        if (c == NULL || (*c != '\0' && (*c < ' ' || *c > '~'))) {
            return NULL;
        }
        if (*c == '\0') {
            return n == 0 ? NULL : (const char *)(c - n);
        }
    }
    return NULL;
}

static bool record_plausible(const struct gm_image *image, const uint8_t *r)
{
    uint64_t description = load_le(r + DESC, 8), enable = load_le(r + ENABLE, 8);
    return (description == 0 || description_at(image, description) != NULL) &&
           load_le(r + NUMBER, 2) < IMAGE_MAX_CAPABILITIES && load_le(r + TYPE, 2) != 0 &&
           load_le(r + TYPE, 2) < 0x1000 && image_executable(image, load_le(r + MATCHES, 8)) &&
           (enable == 0 || image_executable(image, enable));
}

static bool record_empty(const uint8_t *r)
{
    return load_le(r + DESC, 8) == 0 && load_le(r + NUMBER, 4) == 0 && load_le(r + MATCHES, 8) == 0;
}

/* The number of records before the empty one that fills the table's end, or 0. */
static size_t count_records(const struct gm_image *image, const uint8_t *table, uint64_t size, unsigned stride)
{
    if (size % stride != 0) {
        return 0;
    }
    size_t count = (size_t)(size / stride) - 1;
    for (size_t i = 0; i < count; i++) {
        if (!record_plausible(image, table + i * stride)) {
            return 0;
        }
    }
    return record_empty(table + count * stride) ? count : 0;
}

static struct image_capability *find(const struct gm_image *image, uint16_t number)
{
    for (size_t i = 0; i < image->capability_count; i++) {
        if (image->capabilities[i].number == number) {
            return &image->capabilities[i];
        }
    }
    return NULL;
}

/* The row of a number, made if it is not there. */
static struct image_capability *obtain(struct gm_image *image, uint16_t number)
{
    struct image_capability *c = find(image, number);
    if (c == NULL) {
        c = &image->capabilities[image->capability_count++]; /* there is room for all numbers */
        *c = (struct image_capability){.number = number};
    }
    return c;
}

static enum gm_status add_record(struct gm_image *image, const uint8_t *r, struct gm_error *error)
{
    struct image_capability *c = obtain(image, (uint16_t)load_le(r + NUMBER, 2));
    if (c->described) {
        return GM_OK; /* several records may lead to one capability; the first describes it */
    }
    const char *description = description_at(image, load_le(r + DESC, 8));
    c->described = true;
    c->type = (uint16_t)load_le(r + TYPE, 2);
    c->match = image_symbol_exact(image, load_le(r + MATCHES, 8));
    if (description != NULL) {
        c->description = base_strdup(&image->allocator, description);
    }
    return description != NULL && c->description == NULL ? image_no_memory(error, image->name) : GM_OK;
}

static enum gm_status add_table(struct gm_image *image, const char *name, struct gm_error *error)
{
    struct gm_image_symbol symbol;
    if (gm_image_symbol(image, name, &symbol, NULL) != GM_OK || symbol.size == 0) {
        return GM_OK;
    }
    const uint8_t *table = image_bytes(image, symbol.address, symbol.size);
    if (table == NULL || symbol.size > (uint64_t)IMAGE_MAX_CAPABILITIES * STRIDE_MAX) {
        return GM_OK;
    }
    size_t count = 0, stride = STRIDE_MIN;
    for (; stride <= STRIDE_MAX; stride += 8) {
        count = count_records(image, table, symbol.size, (unsigned)stride);
        if (count > 0) {
            break;
        }
    }
    enum gm_status status = GM_OK;
    for (size_t i = 0; i < count && status == GM_OK; i++) {
        status = add_record(image, table + i * stride, error);
    }
    return status;
}

/* Those that only the alternatives know: a capability whose record was not compiled in. */
static void add_undescribed(struct gm_image *image)
{
    bool seen[IMAGE_MAX_CAPABILITIES] = {false};
    for (size_t i = 0; i < image->alternative_count; i++) {
        const struct gm_image_alternative *a = &image->alternatives[i];
        if (!a->always && a->capability < IMAGE_MAX_CAPABILITIES && !seen[a->capability]) {
            seen[a->capability] = true;
            obtain(image, a->capability);
        }
    }
}

static int by_number(const void *a, const void *b)
{
    const struct image_capability *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

/* "ARM erratum 1463225" is ARM64_WORKAROUND_1463225. */
static bool erratum_name(const char *description, char name[48])
{
    static const char prefix[] = "ARM erratum ";
    if (description == NULL || strncmp(description, prefix, sizeof prefix - 1) != 0) {
        return false;
    }
    const char *digits = description + sizeof prefix - 1;
    size_t length = strspn(digits, "0123456789");
    if (length == 0 || length > 12 || digits[length] != '\0') {
        return false;
    }
    snprintf(name, 48, "ARM64_WORKAROUND_%s", digits);
    return true;
}

static enum gm_status name_capabilities(struct gm_image *image, struct gm_error *error)
{
    unsigned major = 99, minor = 0; /* without a banner: the newest names */
    gm_image_linux_version(image, &major, &minor);
    for (size_t i = 0; i < image->capability_count; i++) {
        struct image_capability *c = &image->capabilities[i];
        char erratum[48];
        const char *name = image_capability_known(c, major * 100 + minor);
        if (name == NULL && erratum_name(c->description, erratum)) {
            name = erratum;
        }
        c->name = name != NULL ? base_strdup(&image->allocator, name) : NULL;
        if (name != NULL && c->name == NULL) {
            return image_no_memory(error, image->name);
        }
    }
    return GM_OK;
}

enum gm_status image_capabilities_decode(struct gm_image *image, struct gm_error *error)
{
    if (image->kind != GM_IMAGE_KERNEL && image->alternative_count == 0) {
        return GM_OK;
    }
    image->capabilities = base_calloc(&image->allocator, IMAGE_MAX_CAPABILITIES, sizeof *image->capabilities);
    if (image->capabilities == NULL) {
        return image_no_memory(error, image->name);
    }
    static const char *const tables[] = {"arm64_features", "arm64_errata"};
    enum gm_status status = GM_OK;
    for (size_t i = 0; i < ARRAY_SIZE(tables) && status == GM_OK; i++) {
        status = add_table(image, tables[i], error);
    }
    add_undescribed(image);
    qsort(image->capabilities, image->capability_count, sizeof *image->capabilities, by_number);
    return status == GM_OK ? name_capabilities(image, error) : status;
}

/*
 * ARM64_ALWAYS_BOOT and ARM64_ALWAYS_SYSTEM (6.1 on) do have records: without description, with has_always, type 0x14
 * and 0x12.  In linux-6.1 they are numbers 0 and 1, and both bits are set in cpu_hwcaps of the live dumps.
 */
bool image_capability_always(const struct image_capability *c)
{
    return c->match != NULL && strcmp(c->match, "has_always") == 0;
}

size_t gm_image_capability_count(const struct gm_image *image)
{
    return image->capability_count;
}

bool gm_image_capability_at(const struct gm_image *image, size_t index, struct gm_image_capability *capability)
{
    if (index >= image->capability_count) {
        return false;
    }
    const struct image_capability *c = &image->capabilities[index];
    *capability = (struct gm_image_capability){
        .number = c->number,
        .type = c->type,
        .described = c->described,
        .description = c->description,
        .match = c->match,
        .name = c->name,
    };
    return true;
}

/* How well a name fits a capability: 0 not at all, 3 best. */
static unsigned fit(const struct image_capability *c, const char *normal)
{
    char text[IMAGE_NORMAL_SIZE];
    if (c->name != NULL) {
        image_capability_normalise(c->name, text);
        if (strcmp(text, normal) == 0) {
            return 3;
        }
    }
    if (image_capability_called(c, normal)) {
        return 2;
    }
    if (c->description != NULL) {
        image_capability_normalise(c->description, text);
        return strcmp(text, normal) == 0 ? 1 : 0;
    }
    return 0;
}

/* "24"; false if it is not a number in range. */
static bool number_of(const char *name, uint16_t *number)
{
    size_t length = strspn(name, "0123456789");
    if (length == 0 || length > 4 || name[length] != '\0') {
        return false;
    }
    unsigned long value = strtoul(name, NULL, 10);
    *number = (uint16_t)value;
    return value < IMAGE_MAX_CAPABILITIES;
}

enum gm_status gm_image_capability(const struct gm_image *image, const char *name, uint16_t *number,
                                   struct gm_error *error)
{
    char normal[IMAGE_NORMAL_SIZE];
    unsigned best = 0;
    if (image->capability_count > 0 && number_of(name, number)) {
        return GM_OK;
    }
    image_capability_normalise(name, normal);
    for (size_t i = 0; i < image->capability_count; i++) {
        unsigned how = fit(&image->capabilities[i], normal);
        if (how > best) {
            best = how;
            *number = image->capabilities[i].number;
        }
    }
    if (best > 0) {
        return GM_OK;
    }
    return image->capability_count == 0
               ? image_fail(error, GM_NOT_FOUND, image->name,
                            "capability \"%.80s\": the image has no table of capabilities", name)
               : image_fail(error, GM_NOT_FOUND, image->name,
                            "capability \"%.80s\" not found (a cpucaps.h names them all)", name);
}
