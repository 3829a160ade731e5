/* SPDX-License-Identifier: Apache-2.0 */
#include "place.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *place_text(const struct gm_image *image, uint64_t address, char *text, size_t size)
{
    struct gm_image_symbol symbol;
    uint64_t offset;
    if (!gm_image_symbol_near(image, address, &symbol, &offset)) {
        snprintf(text, size, "0x%" PRIx64, address);
    } else if (offset == 0) {
        snprintf(text, size, "%s", symbol.name);
    } else {
        snprintf(text, size, "%s+0x%" PRIx64, symbol.name, offset);
    }
    return text;
}

/* Where a symbol name ends in "symbol+0x10": names have no '+', and '-' only before a number. */
static size_t name_length(const char *text)
{
    for (size_t i = 1; text[i - 1] != '\0' && text[i] != '\0'; i++) {
        uint64_t offset;
        if ((text[i] == '+' || text[i] == '-') && number_parse(text + i + 1, 0, UINT64_MAX, &offset)) {
            return i;
        }
    }
    return strlen(text);
}

uint64_t place_parse(const struct gm_image *image, const char *option, const char *text)
{
    uint64_t value;
    if (number_parse(text, 0, UINT64_MAX, &value)) {
        return value;
    }
    size_t length = name_length(text);
    char *name = tool_copy(text, length);
    struct gm_image_symbol symbol;
    struct gm_error error;
    if (gm_image_symbol(image, name, &symbol, &error) != GM_OK) {
        tool_fail("%s: '%s' is neither a number nor a symbol: %s", option, text, error.text);
    }
    free(name);
    uint64_t offset = 0;
    if (text[length] != '\0') {
        number_parse(text + length + 1, 0, UINT64_MAX, &offset);
    }
    return text[length] == '-' ? symbol.address - offset : symbol.address + offset;
}

uint64_t place_entry(const struct gm_image *image, const char *name)
{
    uint64_t address = place_parse(image, "--entry", name);
    if (address % 4 != 0) {
        tool_fail("--entry: '%s' is 0x%" PRIx64 ", which is not a multiple of 4", name, address);
    }
    return address;
}

const char *place_instruction(struct gm_disassembler *disassembler, uint64_t address, uint32_t word, char *text)
{
    tool_check(gm_disassembler_text(disassembler, word, address, text, GM_DISASM_TEXT_SIZE), "the disassembler");
    return text;
}
