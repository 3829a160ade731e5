/* SPDX-License-Identifier: Apache-2.0 */
/* From a file's name to an image: assembling, capabilities, static keys, variables. */
#include "assemble.h"
#include "place.h"
#include "scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Splits "NAME=VALUE" at the last '='. @return a copy of the name; *value points into text. */
static char *split_assignment(const char *option, const char *text, const char **value)
{
    const char *equals = strrchr(text, '=');
    if (equals == NULL || equals == text || equals[1] == '\0') {
        tool_fail("%s: '%s' is not NAME=VALUE", option, text);
    }
    *value = equals + 1;
    return tool_copy(text, (size_t)(equals - text));
}

static void set_key(struct gm_image *image, const char *text)
{
    const char *value;
    char *name = split_assignment("--key", text, &value);
    struct gm_error error;
    if (gm_image_set_key(image, name, onoff_option("--key", value), NULL, &error) != GM_OK) {
        tool_fail("--key: %s", error.text);
    }
    free(name);
}

static void set_variable(struct gm_image *image, const char *text)
{
    const char *value_text;
    char *name = split_assignment("--set", text, &value_text);
    struct gm_image_symbol symbol = {0};
    uint64_t address = place_parse(image, "--set", name);
    uint64_t value = place_parse(image, "--set", value_text);
    size_t size = 8;
    if (gm_image_symbol(image, name, &symbol, NULL) == GM_OK &&
        (symbol.size == 1 || symbol.size == 2 || symbol.size == 4)) {
        size = (size_t)symbol.size;
        if (value >> 8 * size != 0) {
            tool_fail("--set: %s has %zu bytes; 0x%llx does not fit", name, size, (unsigned long long)value);
        }
    }
    uint8_t bytes[8];
    for (unsigned i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(value >> 8 * i);
    }
    struct gm_error error;
    if (gm_image_write(image, address, bytes, size, &error) != GM_OK) {
        tool_fail("--set: %s", error.text);
    }
    free(name);
}

static void apply_capabilities(struct gm_image *image, const struct words *caps, const char *cpucaps,
                               struct gm_image_report *report)
{
    struct gm_error error;
    if (gm_image_kind(image) != GM_IMAGE_KERNEL) {
        if ((caps != NULL && caps->count != 0) || cpucaps != NULL) {
            tool_fail("--cap: %s is not a Linux kernel", gm_image_name(image));
        }
        return;
    }
    if (caps == NULL) {
        return;
    }
    if (cpucaps != NULL) {
        size_t size;
        char *text = tool_read_file(cpucaps, &size);
        if (gm_image_add_capability_names(image, text, size, &error) != GM_OK) {
            tool_fail("%s: %s", cpucaps, error.text);
        }
        free(text);
    }
    if (gm_image_apply_capabilities(image, (const char *const *)caps->items, caps->count, report, &error) != GM_OK) {
        tool_fail("%s", error.text);
    }
}

enum gm_status scenario_open_file(const char *file, const struct words *folders, struct gm_image **image,
                                  struct gm_error *error)
{
    char *object = assemble_if_source(file, folders);
    if (object == NULL) {
        return gm_image_open_file(file, NULL, image, error);
    }
    size_t size;
    char *bytes = tool_read_file(object, &size);
    assemble_discard(object);
    const char *slash = strrchr(file, '/');
    enum gm_status status = gm_image_open_memory(bytes, size, slash != NULL ? slash + 1 : file, NULL, image, error);
    free(bytes);
    return status;
}

struct gm_image *scenario_open_image(const char *file, const struct words *caps, const char *cpucaps,
                                     const struct words *keys, const struct words *sets, struct gm_image_report *report)
{
    struct gm_image *image;
    struct gm_error error = {""};
    enum gm_status status = scenario_open_file(file, NULL, &image, &error);
    if (status != GM_OK) {
        tool_fail("%s", error.text[0] != '\0' ? error.text : gm_status_text(status));
    }
    *report = (struct gm_image_report){0};
    apply_capabilities(image, caps, cpucaps, report);
    for (size_t i = 0; i < keys->count; i++) {
        set_key(image, keys->items[i]);
    }
    for (size_t i = 0; i < sets->count; i++) {
        set_variable(image, sets->items[i]);
    }
    return image;
}
