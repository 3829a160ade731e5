/* SPDX-License-Identifier: Apache-2.0 */
/* Labels: symbol, symbol+N, symbol-N, or an address. */
#include "scenario/scenario.h"

#include <stdlib.h>
#include <string.h>

/* By name, global ones first, then by address. */
static int compare(const void *a, const void *b)
{
    const struct scenario_symbol *x = a, *y = b;
    int by_name = strcmp(x->name, y->name);
    if (by_name != 0) {
        return by_name;
    }
    if (x->global != y->global) {
        return x->global ? -1 : 1;
    }
    return (x->address > y->address) - (x->address < y->address);
}

/* Sorted once: a file of many labels against a kernel's symbols is then n log n. */
static enum gm_status index_symbols(struct scenario_parser *p)
{
    size_t count = p->image != NULL ? gm_image_symbol_count(p->image) : 0;
    if (p->symbols != NULL || count == 0) {
        return GM_OK;
    }
    p->symbols = base_calloc(&p->allocator, count, sizeof p->symbols[0]);
    if (p->symbols == NULL) {
        return GM_NO_MEMORY;
    }
    struct gm_image_symbol symbol;
    for (size_t i = 0; i < count && gm_image_symbol_at(p->image, i, &symbol); i++) {
        p->symbols[p->symbol_count++] = (struct scenario_symbol){symbol.name, symbol.address, symbol.global};
    }
    qsort(p->symbols, p->symbol_count, sizeof p->symbols[0], compare);
    return GM_OK;
}

/* The first of that name, or NULL. */
static const struct scenario_symbol *find(const struct scenario_parser *p, const char *name)
{
    size_t low = 0, high = p->symbol_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(p->symbols[middle].name, name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < p->symbol_count && strcmp(p->symbols[low].name, name) == 0 ? &p->symbols[low] : NULL;
}

/* A name ends at the last + or - that a number follows. */
static enum gm_status split(struct scenario_parser *p, const char *text, struct gm_label *label)
{
    size_t length = strlen(text);
    const char *sign = NULL;
    for (const char *c = text; *c != '\0'; c++) {
        sign = *c == '+' || *c == '-' ? c : sign;
    }
    uint64_t offset = 0;
    if (sign != NULL && sign != text && scenario_number(sign + 1, &offset)) {
        if (offset > INT32_MAX) {
            return scenario_fail(p, "label '%.40s': the offset is over 0x7fffffff", text);
        }
        label->offset = *sign == '+' ? (int64_t)offset : -(int64_t)offset;
        length = (size_t)(sign - text);
    }
    if (length == 0 || length >= GM_SCENARIO_NAME) {
        return scenario_fail(p, "label: a symbol's name has 1 to %d bytes", GM_SCENARIO_NAME - 1);
    }
    memcpy(label->name, text, length);
    return GM_OK;
}

enum gm_status scenario_label(struct scenario_parser *p, const char *text, struct gm_label *label)
{
    memset(label, 0, sizeof *label);
    label->given = true;
    if (text[0] >= '0' && text[0] <= '9') {
        if (!scenario_number(text, &label->address)) {
            return scenario_fail(p, "label: '%.40s' is not a number; a symbol does not begin with a digit", text);
        }
        return GM_OK;
    }
    enum gm_status status = split(p, text, label);
    if (status == GM_OK) {
        status = index_symbols(p);
    }
    if (status != GM_OK) {
        return status;
    }
    const struct scenario_symbol *symbol = find(p, label->name);
    if (symbol == NULL) {
        return scenario_fail(p, "label '%.60s': no such symbol%s", label->name,
                             label->name[0] == '.' ? " (labels with .L are not in the file: use gm_label)" : "");
    }
    const struct scenario_symbol *next = symbol + 1;
    if (!symbol->global && next < p->symbols + p->symbol_count && strcmp(next->name, symbol->name) == 0 &&
        next->address != symbol->address) {
        return scenario_fail(p, "label '%.60s': several symbols have this name", label->name);
    }
    label->address = symbol->address + (uint64_t)label->offset;
    return GM_OK;
}
