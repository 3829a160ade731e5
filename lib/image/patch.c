/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What Linux does to itself at boot for a set of capabilities.  First everything is checked, computed and allocated;
 * then it is written: a failure changes nothing.
 */
#include "image/image.h"

#include "base/bits.h"

#include <inttypes.h>
#include <string.h>

#define NOP            0xd503201fu
#define SCOPE_BOOT_CPU 4u /* bit 2 of a capability's type: ARM64_CPUCAP_SCOPE_BOOT_CPU */

struct word {
    uint64_t address;
    uint32_t value;
};

struct plan {
    struct gm_image *image;
    struct gm_error *error;
    struct gm_image_report report;
    struct word *words;
    size_t word_count, word_capacity;
    bool selected[IMAGE_MAX_CAPABILITIES], boot[IMAGE_MAX_CAPABILITIES];
};

/* The bitmaps of capabilities that are set, by version: up to 6.3, and later. */
struct bitmap {
    const char *symbol;
    bool boot_only;
};
static const struct bitmap bitmaps[] = {
    {"cpu_hwcaps", false},
    {"boot_capabilities", true},
    {"system_cpucaps", false},
    {"boot_cpucaps", true},
};

static enum gm_status select_names(struct plan *plan, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint16_t number;
        enum gm_status status = gm_image_capability(plan->image, names[i], &number, plan->error);
        if (status != GM_OK) {
            return status;
        }
        plan->selected[number] = true;
    }
    for (size_t i = 0; i < plan->image->capability_count; i++) {
        const struct image_capability *c = &plan->image->capabilities[i];
        plan->selected[c->number] = plan->selected[c->number] || image_capability_always(c);
        plan->boot[c->number] = (c->type & SCOPE_BOOT_CPU) != 0;
    }
    for (size_t i = 0; i < IMAGE_MAX_CAPABILITIES; i++) {
        plan->report.capabilities += plan->selected[i] ? 1 : 0;
    }
    return GM_OK;
}

static enum gm_status plan_word(struct plan *plan, uint64_t address, uint32_t value)
{
    struct word *words =
        base_grow(&plan->image->allocator, plan->words, plan->word_count, &plan->word_capacity, sizeof *words);
    if (words == NULL) {
        return image_no_memory(plan->error, plan->image->name);
    }
    plan->words = words;
    words[plan->word_count++] = (struct word){.address = address, .value = value};
    return GM_OK;
}

static enum gm_status plan_replacement(struct plan *plan, size_t index, const struct gm_image_alternative *a)
{
    enum gm_status status = GM_OK;
    for (unsigned at = 0; at < a->original_size && status == GM_OK; at += 4) {
        uint32_t word = NOP;
        if (at < a->replacement_size) {
            uint64_t from = a->replacement + at, to = a->original + at;
            uint32_t source = (uint32_t)load_le(image_bytes(plan->image, from, 4), 4);
            if (!image_retarget(source, from, to, a->replacement, a->replacement_size, &word)) {
                return image_fail(plan->error, GM_BAD_FORMAT, plan->image->name,
                                  "alternative %zu: the instruction at 0x%" PRIx64
                                  " cannot reach its target from 0x%" PRIx64,
                                  index, from, to);
            }
        }
        status = plan_word(plan, a->original + at, word);
    }
    plan->report.applied++;
    return status;
}

static void report_callback(struct gm_image_report *report, const char *symbol)
{
    size_t i = 0;
    report->callbacks_not_applied++;
    for (; i < report->callback_count; i++) {
        const char *name = report->callbacks[i].symbol;
        if (name == symbol || (name != NULL && symbol != NULL && strcmp(name, symbol) == 0)) {
            report->callbacks[i].count++;
            return;
        }
    }
    if (i < GM_IMAGE_REPORT_CALLBACKS) {
        report->callbacks[i].symbol = symbol;
        report->callbacks[i].count = 1;
        report->callback_count++;
    }
}

/* Only the callback that depends on nothing is run here: alt_cb_patch_nops. */
static enum gm_status plan_callback(struct plan *plan, const struct gm_image_alternative *a)
{
    const char *symbol = image_symbol_exact(plan->image, a->replacement);
    if (symbol == NULL || strcmp(symbol, "alt_cb_patch_nops") != 0) {
        report_callback(&plan->report, symbol);
        return GM_OK;
    }
    enum gm_status status = GM_OK;
    for (unsigned at = 0; at < a->original_size && status == GM_OK; at += 4) {
        status = plan_word(plan, a->original + at, NOP);
    }
    plan->report.callbacks_applied++;
    return status;
}

static enum gm_status plan_alternatives(struct plan *plan, bool boot)
{
    const struct gm_image *image = plan->image;
    enum gm_status status = GM_OK;
    for (size_t i = 0; i < image->alternative_count && status == GM_OK; i++) {
        const struct gm_image_alternative *a = &image->alternatives[i];
        bool known = a->capability < IMAGE_MAX_CAPABILITIES;
        if ((known && !a->always && plan->boot[a->capability]) != boot) {
            continue; /* the other pass's */
        }
        if (!a->always && !(known && plan->selected[a->capability])) {
            plan->report.skipped++;
            continue;
        }
        status = a->callback ? plan_callback(plan, a) : plan_replacement(plan, i, a);
    }
    return status;
}

static bool find_bitmap(const struct gm_image *image, const struct bitmap *bitmap, struct gm_image_symbol *symbol)
{
    return gm_image_symbol(image, bitmap->symbol, symbol, NULL) == GM_OK && symbol->size > 0 &&
           symbol->size <= IMAGE_MAX_CAPABILITIES / 8;
}

static enum gm_status prepare_bitmaps(struct plan *plan)
{
    for (size_t i = 0; i < ARRAY_SIZE(bitmaps); i++) {
        struct gm_image_symbol symbol;
        if (!find_bitmap(plan->image, &bitmaps[i], &symbol)) {
            continue;
        }
        enum gm_status status = image_materialise(plan->image, symbol.address, symbol.size, plan->error);
        if (status != GM_OK) {
            return status;
        }
    }
    return GM_OK;
}

static void commit_bitmaps(struct plan *plan)
{
    for (size_t i = 0; i < ARRAY_SIZE(bitmaps); i++) {
        struct gm_image_symbol symbol;
        if (!find_bitmap(plan->image, &bitmaps[i], &symbol)) {
            continue;
        }
        /* unsigned long words of a little-endian kernel: bit n is bit n % 8 of byte n / 8 */
        uint8_t *bytes = image_bytes(plan->image, symbol.address, symbol.size);
        for (size_t n = 0; n < symbol.size * 8; n++) {
            if (plan->selected[n] && (plan->boot[n] || !bitmaps[i].boot_only)) {
                bytes[n / 8] |= (uint8_t)(1u << (n % 8));
                plan->report.bits_set++;
            }
        }
    }
}

/* The keys of kernels before 6.1 that follow from capabilities. Calls `each` for every one that is to be on. */
static enum gm_status for_keys(struct plan *plan, enum gm_status (*each)(struct plan *, uint64_t address))
{
    struct gm_image_symbol symbol;
    enum gm_status status = GM_OK;
    /* struct static_key: a counter, and with CONFIG_JUMP_LABEL a pointer after it. */
    uint64_t size = image_has_jump_table(plan->image) ? 16 : 4;
    if (gm_image_symbol(plan->image, "arm64_const_caps_ready", &symbol, NULL) == GM_OK) {
        status = each(plan, symbol.address);
    }
    if (gm_image_symbol(plan->image, "cpu_hwcap_keys", &symbol, NULL) == GM_OK) {
        for (uint64_t n = 0; n < symbol.size / size && n < IMAGE_MAX_CAPABILITIES && status == GM_OK; n++) {
            status = plan->selected[n] ? each(plan, symbol.address + n * size) : GM_OK;
        }
    }
    return status;
}

static enum gm_status prepare_key(struct plan *plan, uint64_t address)
{
    return image_key_prepare(plan->image, address, plan->error);
}

static enum gm_status commit_key(struct plan *plan, uint64_t address)
{
    plan->report.sites_patched += image_key_commit(plan->image, address, true);
    plan->report.keys_set++;
    return GM_OK;
}

static enum gm_status prepare(struct plan *plan, const char *const *names, size_t count)
{
    size_t records;
    enum gm_status status = gm_image_alternative_count(plan->image, &records, plan->error);
    if (status == GM_OK) {
        status = select_names(plan, names, count);
    }
    if (status == GM_OK) {
        status = plan_alternatives(plan, true);
    }
    if (status == GM_OK) {
        status = plan_alternatives(plan, false);
    }
    if (status == GM_OK) {
        status = prepare_bitmaps(plan);
    }
    return status == GM_OK ? for_keys(plan, prepare_key) : status;
}

static void commit(struct plan *plan)
{
    for (size_t i = 0; i < plan->word_count; i++) {
        uint8_t *at = image_bytes(plan->image, plan->words[i].address, 4);
        plan->report.words_changed += load_le(at, 4) != plan->words[i].value ? 1 : 0;
        store_le(at, 4, plan->words[i].value);
    }
    commit_bitmaps(plan);
    for_keys(plan, commit_key);
}

enum gm_status gm_image_apply_capabilities(struct gm_image *image, const char *const *names, size_t count,
                                           struct gm_image_report *report, struct gm_error *error)
{
    struct plan plan = {.image = image, .error = error};
    enum gm_status status = prepare(&plan, names, count);
    if (status == GM_OK) {
        commit(&plan);
        if (report != NULL) {
            *report = plan.report;
        }
    }
    base_free(&image->allocator, plan.words);
    return status;
}
