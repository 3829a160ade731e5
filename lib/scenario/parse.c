/* SPDX-License-Identifier: Apache-2.0 */
/* The carriers: lines of a section, of files and of the command line, sorted into scenarios. */
#include "scenario/scenario.h"

#include <stdio.h>
#include <string.h>

enum { COMMON = -1 };
#define SECTION_NAME ".gicmask"

/* A line that is not empty. */
struct directive {
    const char *text; /* in the carrier, without comment and outer blanks */
    size_t length;
    uint32_t carrier, number;
    int32_t scope; /* scenario's index, or COMMON */
};

struct carrier {
    const char *name, *text;
    size_t size;
    uint32_t number; /* -D: which one, from 1 */
    enum { SECTION, FILE_TEXT, COMMAND_LINE } kind;
};

struct gm_scenarios {
    struct gm_allocator allocator;
    struct gm_scenario **items;
    size_t count, capacity;
};

/* All that is needed while reading. */
struct reading {
    struct scenario_parser parser;
    struct gm_scenarios *list;
    char *section; /* a copy, if .gicmask is a loaded section */
    struct carrier *carriers;
    size_t carrier_count;
    struct directive *directives;
    size_t count, capacity;
    int32_t scope; /* of the next directive */
};

static void say_where(struct reading *r, const struct carrier *c, uint32_t number)
{
    char *where = r->parser.where;
    r->parser.form = NULL;
    if (c->kind == SECTION) {
        snprintf(where, GM_SCENARIO_WHERE, "%.50s: %s directive %u", c->name, SECTION_NAME, number);
    } else if (c->kind == FILE_TEXT) {
        snprintf(where, GM_SCENARIO_WHERE, "%.80s:%u", c->name, number);
    } else {
        snprintf(where, GM_SCENARIO_WHERE, "-D directive %u", number);
    }
}

/* ---- scenarios by name ---- */

static bool name_ok(const char *name)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./";
    size_t length = strlen(name);
    return length > 0 && length < GM_SCENARIO_NAME && name[strspn(name, allowed)] == '\0';
}

static enum gm_status open_scenario(struct reading *r, const char *name, int32_t *scope)
{
    struct gm_scenarios *list = r->list;
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->items[i]->name, name) == 0) {
            *scope = (int32_t)i;
            return GM_OK;
        }
    }
    if (list->count == GM_SCENARIOS) {
        return scenario_fail(&r->parser, "there are at most %d scenarios", GM_SCENARIOS);
    }
    void *items = base_grow(&list->allocator, list->items, list->count, &list->capacity, sizeof list->items[0]);
    if (items == NULL) {
        return GM_NO_MEMORY;
    }
    list->items = items;
    struct gm_scenario *s = base_alloc(&list->allocator, sizeof *s);
    if (s == NULL) {
        return GM_NO_MEMORY;
    }
    scenario_init(s, name);
    *scope = (int32_t)list->count;
    list->items[list->count++] = s;
    return GM_OK;
}

/* `scenario NAME` and `scenario *`; *found says whether the line is one. */
static enum gm_status scope_line(struct reading *r, const struct directive *d, bool *found)
{
    char line[GM_SCENARIO_LINE], *rest = line;
    memcpy(line, d->text, d->length);
    line[d->length] = '\0';
    *found = strcmp(scenario_token(&rest), "scenario") == 0;
    if (!*found) {
        return GM_OK;
    }
    r->parser.form = scenario_form_find("scenario", NULL);
    const char *name = scenario_token(&rest);
    if (name == NULL || scenario_token(&rest) != NULL) {
        return scenario_fail(&r->parser, "one name is wanted");
    }
    if (strcmp(name, "*") == 0) {
        r->scope = COMMON;
        return GM_OK;
    }
    return name_ok(name) ? open_scenario(r, name, &r->scope)
                         : scenario_fail(&r->parser, "'%.70s' is not a name: 1 to %d of letters, digits, _ - . /", name,
                                         GM_SCENARIO_NAME - 1);
}

/* ---- lines ---- */

static enum gm_status add_line(struct reading *r, const struct directive *d)
{
    bool is_scope = false;
    for (size_t i = 0; i < d->length; i++) {
        unsigned c = (unsigned char)d->text[i];
        if ((c < ' ' && c != '\t' && c != '\r') || c == 0x7f) {
            return scenario_fail(&r->parser, "control character 0x%02x in a line", c);
        }
    }
    if (d->length >= GM_SCENARIO_LINE) {
        return scenario_fail(&r->parser, "a line has at most %d bytes", GM_SCENARIO_LINE - 1);
    }
    enum gm_status status = scope_line(r, d, &is_scope);
    if (status != GM_OK || is_scope) {
        return status;
    }
    if (r->count == GM_SCENARIO_DIRECTIVES) {
        return scenario_fail(&r->parser, "there are at most %d directives", GM_SCENARIO_DIRECTIVES);
    }
    void *moved = base_grow(&r->parser.allocator, r->directives, r->count, &r->capacity, sizeof *d);
    if (moved == NULL) {
        return GM_NO_MEMORY;
    }
    r->directives = moved;
    r->directives[r->count] = *d;
    r->directives[r->count++].scope = r->scope;
    return GM_OK;
}

/* The text without comment and outer blanks. */
static void trim(struct directive *d)
{
    const char *hash = d->length > 0 ? memchr(d->text, '#', d->length) : NULL;
    d->length = hash != NULL ? (size_t)(hash - d->text) : d->length;
    while (d->length > 0 && strchr(" \t\r", d->text[0]) != NULL) {
        d->text++;
        d->length--;
    }
    while (d->length > 0 && strchr(" \t\r", d->text[d->length - 1]) != NULL) {
        d->length--;
    }
}

static size_t line_length(const char *text, size_t size)
{
    size_t length = 0;
    while (length < size && text[length] != '\n' && text[length] != '\0') {
        length++;
    }
    return length;
}

static enum gm_status split_carrier(struct reading *r, uint32_t index)
{
    const struct carrier *c = &r->carriers[index];
    uint32_t line = 0, directive = 0;
    enum gm_status status = GM_OK;
    if (c->size > SCENARIO_MAX_TEXT) {
        say_where(r, c, 0);
        (void)scenario_fail(&r->parser, "more than %d bytes of directives", SCENARIO_MAX_TEXT);
        return GM_TOO_LARGE;
    }
    if (c->kind != COMMAND_LINE || index == 0 || r->carriers[index - 1].kind != COMMAND_LINE) {
        r->scope = COMMON; /* all -D together are one carrier */
    }
    for (size_t at = 0; at < c->size && status == GM_OK;) {
        struct directive d = {
            .text = c->text + at, .length = line_length(c->text + at, c->size - at), .carrier = index};
        at += d.length + 1;
        line++;
        trim(&d);
        if (d.length == 0) {
            continue;
        }
        directive++;
        /* a section has no lines that a person sees */
        d.number = c->kind == SECTION ? directive : c->kind == FILE_TEXT ? line : c->number;
        say_where(r, c, d.number);
        status = add_line(r, &d);
    }
    return status;
}

/* ---- carriers ---- */

/* The section's text: its bytes in the file, or what is loaded. */
static enum gm_status section_text(struct reading *r, const struct gm_image *image, struct carrier *c)
{
    struct gm_image_section section;
    if (!gm_image_section(image, SECTION_NAME, &section)) {
        return GM_OK;
    }
    c->text = (const char *)section.bytes;
    c->size = section.size > SIZE_MAX ? SIZE_MAX : (size_t)section.size;
    if (section.bytes != NULL || c->size > SCENARIO_MAX_TEXT || !section.loaded) {
        c->size = section.bytes == NULL && c->size <= SCENARIO_MAX_TEXT ? 0 : c->size;
        return GM_OK; /* too large is said when it is split */
    }
    r->section = base_alloc(&r->parser.allocator, c->size);
    if (r->section == NULL) {
        return GM_NO_MEMORY;
    }
    c->text = r->section;
    c->size = gm_image_read(image, section.address, r->section, c->size) == GM_OK ? c->size : 0;
    return GM_OK;
}

static enum gm_status collect_carriers(struct reading *r, const struct gm_scenario_input *input)
{
    size_t most = 1 + GM_SCENARIO_DIRECTIVES;
    if (input->text_count > most || input->line_count > most) {
        return GM_TOO_LARGE;
    }
    r->carriers = base_calloc(&r->parser.allocator, 1 + input->text_count + input->line_count, sizeof r->carriers[0]);
    if (r->carriers == NULL) {
        return GM_NO_MEMORY;
    }
    if (input->image != NULL) {
        struct carrier *c = &r->carriers[r->carrier_count++];
        *c = (struct carrier){.name = gm_image_name(input->image), .kind = SECTION};
        enum gm_status status = section_text(r, input->image, c);
        if (status != GM_OK) {
            return status;
        }
    }
    for (size_t i = 0; i < input->text_count; i++) {
        const struct gm_scenario_text *t = &input->texts[i];
        r->carriers[r->carrier_count++] = (struct carrier){
            .name = t->name != NULL ? t->name : "text", .text = t->text, .size = t->size, .kind = FILE_TEXT};
    }
    for (size_t i = 0; i < input->line_count; i++) {
        r->carriers[r->carrier_count++] = (struct carrier){.name = "-D",
                                                           .text = input->lines[i],
                                                           .size = strlen(input->lines[i]),
                                                           .number = (uint32_t)i + 1,
                                                           .kind = COMMAND_LINE};
    }
    return GM_OK;
}

/* ---- building ---- */

static enum gm_status build(struct reading *r, int32_t index)
{
    enum gm_status status = GM_OK;
    r->parser.s = r->list->items[index];
    for (size_t i = 0; i < r->count && status == GM_OK; i++) {
        const struct directive *d = &r->directives[i];
        char line[GM_SCENARIO_LINE];
        if (d->scope != COMMON && d->scope != index) {
            continue;
        }
        memcpy(line, d->text, d->length);
        line[d->length] = '\0';
        say_where(r, &r->carriers[d->carrier], d->number);
        status = scenario_directive(&r->parser, line);
    }
    return status == GM_OK ? scenario_check(&r->parser) : status;
}

static enum gm_status build_all(struct reading *r)
{
    int32_t scope;
    size_t common = 0;
    enum gm_status status = GM_OK;
    for (size_t i = 0; i < r->count; i++) {
        common += r->directives[i].scope == COMMON;
    }
    if (r->list->count == 0 && common > 0) {
        status = open_scenario(r, "main", &scope);
    }
    if (common * r->list->count > SCENARIO_MAX_APPLICATIONS) {
        snprintf(r->parser.where, GM_SCENARIO_WHERE, "scenarios");
        r->parser.form = NULL;
        (void)scenario_fail(&r->parser, "%zu common directives for %zu scenarios are too many (%d in all)", common,
                            r->list->count, SCENARIO_MAX_APPLICATIONS);
        return GM_TOO_LARGE;
    }
    for (size_t i = 0; i < r->list->count && status == GM_OK; i++) {
        status = build(r, (int32_t)i);
    }
    return status;
}

static enum gm_status read_all(struct reading *r, const struct gm_scenario_input *input)
{
    enum gm_status status = collect_carriers(r, input);
    for (size_t i = 0; i < r->carrier_count && status == GM_OK; i++) {
        status = split_carrier(r, (uint32_t)i);
    }
    return status == GM_OK ? build_all(r) : status;
}

static bool input_ok(const struct gm_scenario_input *input)
{
    bool good = input != NULL && (input->texts != NULL || input->text_count == 0) &&
                (input->lines != NULL || input->line_count == 0);
    for (size_t i = 0; good && i < input->text_count; i++) {
        good = input->texts[i].text != NULL || input->texts[i].size == 0;
    }
    for (size_t i = 0; good && i < input->line_count; i++) {
        good = input->lines[i] != NULL;
    }
    return good;
}

enum gm_status gm_scenarios_parse(const struct gm_scenario_input *input, struct gm_scenarios **scenarios,
                                  struct gm_error *error)
{
    if (error != NULL) {
        error->text[0] = '\0';
    }
    if (scenarios == NULL) {
        return GM_BAD_ARGUMENT;
    }
    *scenarios = NULL;
    if (!input_ok(input)) {
        return GM_BAD_ARGUMENT;
    }
    struct reading r = {
        .parser = {.allocator = base_allocator(input->allocator), .image = input->image, .error = error}};
    const struct gm_allocator *a = &r.parser.allocator;
    r.list = base_calloc(a, 1, sizeof *r.list);
    enum gm_status status = GM_NO_MEMORY;
    if (r.list != NULL) {
        r.list->allocator = *a;
        status = read_all(&r, input);
    }
    if (status == GM_OK) {
        *scenarios = r.list;
    } else {
        gm_scenarios_free(r.list);
    }
    if (status != GM_OK && error != NULL && error->text[0] == '\0') {
        snprintf(error->text, sizeof error->text, "%s", gm_status_text(status));
    }
    base_free(a, r.parser.symbols);
    base_free(a, r.carriers);
    base_free(a, r.directives);
    base_free(a, r.section);
    return status;
}

void gm_scenarios_free(struct gm_scenarios *scenarios)
{
    if (scenarios == NULL) {
        return;
    }
    struct gm_allocator allocator = scenarios->allocator;
    for (size_t i = 0; i < scenarios->count; i++) {
        base_free(&allocator, scenarios->items[i]);
    }
    base_free(&allocator, scenarios->items);
    base_free(&allocator, scenarios);
}

size_t gm_scenarios_count(const struct gm_scenarios *scenarios)
{
    return scenarios->count;
}

const struct gm_scenario *gm_scenarios_at(const struct gm_scenarios *scenarios, size_t index)
{
    return index < scenarios->count ? scenarios->items[index] : NULL;
}
