/* SPDX-License-Identifier: Apache-2.0 */
#include "cost.h"

#include <stdlib.h>
#include <string.h>

static void add_all(struct words *to, const struct words *from)
{
    for (size_t i = 0; i < from->count; i++) {
        words_add(to, from->items[i]);
    }
}

void cost_variant_default(struct cost_variant *variant, const struct scenario_options *options)
{
    *variant = (struct cost_variant){0};
    add_all(&variant->caps, &options->caps);
    add_all(&variant->keys, &options->keys);
    add_all(&variant->sets, &options->sets);
}

static void parse_item(struct cost_variant *variant, char *item)
{
    if (strncmp(item, "cap=", 4) == 0) {
        words_add(&variant->caps, item + 4);
    } else if (strncmp(item, "key=", 4) == 0) {
        words_add(&variant->keys, item + 4);
    } else if (strncmp(item, "set=", 4) == 0) {
        words_add(&variant->sets, item + 4);
    } else if (strncmp(item, "pmhe=", 5) == 0) {
        variant->pmhe = onoff_option("--variant pmhe", item + 5);
        variant->has_pmhe = true;
    } else {
        tool_fail("--variant: '%s' is not one of cap=, key=, set=, pmhe=", item);
    }
}

void cost_variant_parse(struct cost_variant *variant, const char *text, const struct scenario_options *options)
{
    const char *colon = strchr(text, ':');
    if (colon == NULL || colon == text) {
        tool_fail("--variant: '%s' is not NAME:ITEM;ITEM...", text);
    }
    cost_variant_default(variant, options);
    variant->name = tool_copy(text, (size_t)(colon - text));
    if (colon[1] != '\0') {
        words_add_split(&variant->items, colon + 1, ';', "--variant");
    }
    for (size_t i = 0; i < variant->items.count; i++) {
        parse_item(variant, variant->items.items[i]);
    }
}

void cost_variant_free(struct cost_variant *variant)
{
    free(variant->name);
    words_free(&variant->caps, false);
    words_free(&variant->keys, false);
    words_free(&variant->sets, false);
    words_free(&variant->items, true);
}
