/* SPDX-License-Identifier: Apache-2.0 */
/* gicmask disasm: code as text; a kernel's as its boot would have patched it. */
#include "arguments.h"
#include "json.h"
#include "output.h"
#include "place.h"
#include "scenario.h"

#include <inttypes.h>
#include <stdio.h>

enum { KEY_ENTRY = KEY_COMMAND, KEY_CAP, KEY_CPUCAPS, KEY_KEY, KEY_UNPATCHED, KEY_JSON };

struct disasm_options {
    const char *file, *cpucaps;
    struct words entries; /* owned */
    struct words caps, keys;
    bool unpatched, json;
};

static const struct argp_option rows[] = {
    {"entry", KEY_ENTRY, "SYM[,SYM...]", 0, "Symbols or addresses (default: all executable sections)", 0},
    {"cap", KEY_CAP, "NAME", 0, "Kernel: a CPU capability that is there, may be repeated", 0},
    {"cpucaps", KEY_CPUCAPS, "FILE", 0, "Kernel: names of capabilities, from the build's cpucaps.h", 0},
    {"key", KEY_KEY, "NAME=on|off", 0, "Kernel: a static key, may be repeated", 0},
    {"unpatched", KEY_UNPATCHED, NULL, 0, "Kernel: as it is in the file", 0},
    {"json", KEY_JSON, NULL, 0, "JSON, see docs/json.md", 0},
    ARGUMENTS_HELP_ROW,
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct disasm_options *o = state->input;
    switch (key) {
    case KEY_ENTRY:
        words_add_split(&o->entries, arg, ',', "--entry");
        return 0;
    case KEY_CAP:
        words_add(&o->caps, arg);
        return 0;
    case KEY_CPUCAPS:
        o->cpucaps = arg;
        return 0;
    case KEY_KEY:
        words_add(&o->keys, arg);
        return 0;
    case KEY_UNPATCHED:
        o->unpatched = true;
        return 0;
    case KEY_JSON:
        o->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (o->file != NULL) {
            tool_fail("one FILE at a time: what is '%s'?", arg);
        }
        o->file = arg;
        return 0;
    case ARGP_KEY_END:
        if (o->file == NULL) {
            tool_fail("which FILE? see %s --help", state->argv[0]);
        }
        return 0;
    default:
        return arguments_common(key, arg, state);
    }
}

static const struct argp argp = {
    .options = rows,
    .parser = parse,
    .args_doc = "FILE",
    .doc = "Prints the instructions of FILE (.S, .o, ELF, vmlinux). A vmlinux is shown as after a boot with the "
           "capabilities "
           "that are named.",
};

/* Where instructions come from and go to. */
struct printer {
    const struct gm_image *image;
    struct gm_disassembler *disassembler;
    struct json *json; /* NULL: text */
};

static void print_instruction(const struct printer *p, uint64_t address, uint32_t word)
{
    struct json *json = p->json;
    char place[160], text[GM_DISASM_TEXT_SIZE];
    place_text(p->image, address, place, sizeof place);
    place_instruction(p->disassembler, address, word, text);
    if (json != NULL) {
        json_object(json, NULL);
        json_hex(json, "address", address);
        json_string(json, "place", place);
        json_hex(json, "word", word);
        json_string(json, "text", text);
        json_end_object(json);
        return;
    }
    printf("%s%16" PRIx64 "  %-32s %08" PRIx32 "%s  %s\n", output_colour(COLOUR_DIM), address, place, word,
           output_plain(), text);
}

static void print_range(const struct printer *p, uint64_t address, uint64_t end)
{
    for (; address < end; address += 4) {
        uint8_t b[4];
        if (gm_image_read(p->image, address, b, sizeof b) != GM_OK) {
            return;
        }
        uint32_t word = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
        print_instruction(p, address, word);
    }
}

/* The end of what begins at an address: by the symbol's size, else the next symbol, else one instruction. */
static uint64_t end_of(const struct gm_image *image, uint64_t address)
{
    struct gm_image_symbol symbol;
    uint64_t offset;
    if (gm_image_symbol_near(image, address, &symbol, &offset) && symbol.size > offset) {
        return symbol.address + symbol.size;
    }
    for (size_t i = 0; gm_image_symbol_at(image, i, &symbol); i++) {
        if (symbol.address > address && !symbol.absolute) {
            return symbol.address;
        }
    }
    struct gm_image_segment segment;
    for (size_t i = 0; gm_image_segment(image, i, &segment); i++) {
        if (address >= segment.address && address - segment.address < segment.file_size) {
            return segment.address + segment.file_size;
        }
    }
    return address + 4;
}

static void print_all(const struct printer *p)
{
    struct gm_image_section section;
    for (size_t i = 0; gm_image_section_at(p->image, i, &section); i++) {
        if (section.loaded && section.executable) {
            print_range(p, section.address, section.address + section.size);
        }
    }
}

int cmd_disasm(int argc, char **argv)
{
    struct disasm_options o = {0};
    arguments_parse(&argp, argc, argv, &o);
    static const struct words none;
    struct gm_image_report report;
    struct gm_image *image =
        scenario_open_image(o.file, o.unpatched ? NULL : &o.caps, o.cpucaps, &o.keys, &none, &report);
    struct json writer;
    struct json *json = o.json ? &writer : NULL;
    struct printer printer = {.image = image, .json = json};
    tool_check(gm_disassembler_create(NULL, &printer.disassembler), "the disassembler");
    if (json != NULL) {
        json_begin(json, stdout, "gicmask.disasm");
        json_string(json, "file", gm_image_name(image));
        json_array(json, "instructions");
    }
    for (size_t i = 0; i < o.entries.count; i++) {
        uint64_t address = place_entry(image, o.entries.items[i]);
        print_range(&printer, address, end_of(image, address));
    }
    if (o.entries.count == 0) {
        print_all(&printer);
    }
    if (json != NULL) {
        json_end_array(json);
        json_finish(json);
    }
    gm_disassembler_destroy(printer.disassembler);
    gm_image_close(image);
    words_free(&o.entries, true);
    words_free(&o.caps, false);
    words_free(&o.keys, false);
    return TOOL_FINE;
}
