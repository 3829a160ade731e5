/* SPDX-License-Identifier: Apache-2.0 */
/* Values: text into its place in an item. */
#include "scenario/scenario.h"

#include <string.h>

void scenario_store(void *to, size_t size, uint64_t value)
{
    uint8_t narrow = (uint8_t)value;
    uint32_t word = (uint32_t)value;
    memcpy(to, size == 8 ? (void *)&value : size == 4 ? (void *)&word : (void *)&narrow, size);
}

uint64_t scenario_load(const void *from, size_t size)
{
    uint64_t value = 0;
    uint32_t word = 0;
    uint8_t narrow = 0;
    memcpy(size == 8 ? (void *)&value : size == 4 ? (void *)&word : (void *)&narrow, from, size);
    return size == 8 ? value : size == 4 ? word : narrow;
}

size_t scenario_field_size(const struct scenario_field *field)
{
    switch (field->kind) {
    case FIELD_LABEL:
        return sizeof(struct gm_label);
    case FIELD_LABELS:
    case FIELD_NUMBERS:
    case FIELD_REGS:
        return sizeof(struct gm_list);
    case FIELD_EQUAL:
        return 0;
    default:
        return field->size;
    }
}

bool scenario_number(const char *text, uint64_t *value)
{
    unsigned base = 10;
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        base = 16;
        text += 2;
    }
    uint64_t n = 0;
    if (*text == '\0') {
        return false;
    }
    for (; *text != '\0'; text++) {
        unsigned c = (unsigned char)*text;
        unsigned digit = c >= '0' && c <= '9'   ? c - '0'
                         : c >= 'a' && c <= 'f' ? c - 'a' + 10
                         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                : 16;
        if (digit >= base || n > (UINT64_MAX - digit) / base) {
            return false;
        }
        n = n * base + digit;
    }
    *value = n;
    return true;
}

/* x0 to x30 and so on: letter, then a number without leading zero up to max, then suffix. */
static bool numbered(const char *text, char letter, unsigned max, const char *suffix)
{
    unsigned n = 0, digits = 0;
    if (text[0] != letter || (text[1] == '0' && text[2] >= '0' && text[2] <= '9')) {
        return false;
    }
    for (text++; *text >= '0' && *text <= '9' && digits < 3; text++, digits++) {
        n = n * 10 + (unsigned)(*text - '0');
    }
    return digits > 0 && n <= max && strcmp(text, suffix) == 0;
}

/* Whether the machine knows a system register of that name is found out in gm_scenario_setup. */
bool scenario_register_name(const char *text)
{
    static const char *const plain[] = {"sp", "lr", "pc", "nzcv", "daif", "el", "pstate", "pmr", "running"};
    for (size_t i = 0; i < ARRAY_SIZE(plain); i++) {
        if (strcmp(text, plain[i]) == 0) {
            return true;
        }
    }
    if (numbered(text, 'x', 30, "") || numbered(text, 'w', 30, "") || numbered(text, 'd', 31, "") ||
        numbered(text, 'v', 31, ".h")) {
        return true;
    }
    size_t length = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    return text[length] == '\0' && length > 1 && length < GM_SCENARIO_REGISTER && text[0] >= 'A';
}

static enum gm_status find_word(struct scenario_parser *p, const struct scenario_field *field, const char *text,
                                uint32_t *value)
{
    char list[160] = "";
    size_t used = 0;
    for (const struct scenario_word *w = field->words; w->word != NULL; w++) {
        if (strcmp(w->word, text) == 0) {
            *value = w->value;
            return GM_OK;
        }
        size_t length = strlen(w->word);
        if (used + length + 2 < sizeof list) {
            list[used++] = ' ';
            memcpy(list + used, w->word, length + 1);
            used += length;
        }
    }
    return scenario_fail(p, "%s: '%.40s' is not one of%s", field->key, text, list);
}

static enum gm_status read_number(struct scenario_parser *p, const struct scenario_field *field, const char *text,
                                  uint64_t *value)
{
    if (!scenario_number(text, value)) {
        return scenario_fail(p, "%s: '%.40s' is not a number", field->key, text);
    }
    if (*value < field->min || *value > field->max) {
        return scenario_fail(p, "%s: %.40s is not in %llu to %llu", field->key, text, (unsigned long long)field->min,
                             (unsigned long long)field->max);
    }
    return GM_OK;
}

/* The part of *rest before the next comma, ended by a zero; NULL at the end. Empty parts are parts. */
static char *next_part(char **rest)
{
    char *part = *rest;
    if (part != NULL) {
        char *comma = strchr(part, ',');
        *rest = comma != NULL ? comma + 1 : NULL;
        if (comma != NULL) {
            *comma = '\0';
        }
    }
    return part;
}

static enum gm_status read_bits(struct scenario_parser *p, const struct scenario_field *field, void *to, char *text)
{
    uint32_t mask = 0;
    if (field->kind == FIELD_BITS && strcmp(text, "none") == 0) {
        scenario_store(to, field->size, 0);
        return GM_OK;
    }
    for (char *part = next_part(&text); part != NULL; part = next_part(&text)) {
        uint64_t number = 0;
        uint32_t word = 0;
        enum gm_status status =
            field->kind == FIELD_PES ? read_number(p, field, part, &number) : find_word(p, field, part, &word);
        if (status != GM_OK) {
            return status;
        }
        mask |= 1u << (field->kind == FIELD_PES ? (uint32_t)number : word);
    }
    scenario_store(to, field->size, mask);
    return GM_OK;
}

static enum gm_status read_name(struct scenario_parser *p, const struct scenario_field *field, char *to,
                                const char *text)
{
    size_t length = strlen(text);
    if (length == 0 || length >= field->size) {
        return scenario_fail(p, "%s: a name has 1 to %u bytes", field->key, field->size - 1u);
    }
    memset(to, 0, field->size);
    memcpy(to, text, length);
    return GM_OK;
}

static enum gm_status read_register(struct scenario_parser *p, const struct scenario_field *field, char *to,
                                    const char *text)
{
    if (!scenario_register_name(text)) {
        return scenario_fail(p, "%s: '%.40s' is not a register (x0, w0, sp, pmr, daif, ICC_PMR_EL1, ...)", field->key,
                             text);
    }
    memset(to, 0, GM_SCENARIO_REGISTER);
    memcpy(to, text, strlen(text));
    return GM_OK;
}

/* One element of a list into its pool. */
static enum gm_status read_element(struct scenario_parser *p, const struct scenario_field *field, const char *part)
{
    struct gm_scenario *s = p->s;
    uint32_t *count = field->kind == FIELD_LABELS    ? &s->label_count
                      : field->kind == FIELD_NUMBERS ? &s->number_count
                                                     : &s->name_count;
    uint32_t most = field->kind == FIELD_REGS ? GM_SCENARIO_ITEMS : GM_SCENARIO_POOL;
    if (*count == most) {
        return scenario_fail(p, "%s: the lists of a scenario hold at most %u of these", field->key, most);
    }
    enum gm_status status = field->kind == FIELD_LABELS    ? scenario_label(p, part, &s->labels[*count])
                            : field->kind == FIELD_NUMBERS ? read_number(p, field, part, &s->numbers[*count])
                                                           : read_register(p, field, s->names[*count], part);
    *count += status == GM_OK;
    return status;
}

static enum gm_status read_list(struct scenario_parser *p, const struct scenario_field *field, void *to, char *text)
{
    struct gm_scenario *s = p->s;
    uint32_t *count = field->kind == FIELD_LABELS    ? &s->label_count
                      : field->kind == FIELD_NUMBERS ? &s->number_count
                                                     : &s->name_count;
    struct gm_list list = {.first = (uint16_t)*count};
    for (char *part = next_part(&text); part != NULL; part = next_part(&text)) {
        enum gm_status status = read_element(p, field, part);
        if (status != GM_OK) {
            return status;
        }
        list.count++;
    }
    memcpy(to, &list, sizeof list);
    return GM_OK;
}

/* PSTATE's letters in the order of DAIF<9:6>. */
static enum gm_status read_daif(struct scenario_parser *p, const struct scenario_field *field, void *to,
                                const char *text)
{
    uint64_t value = 0;
    if (text[0] >= '0' && text[0] <= '9') {
        enum gm_status status = read_number(p, field, text, &value);
        if (status != GM_OK || (value & ~UINT64_C(0x3c0)) != 0) {
            return status != GM_OK ? status : scenario_fail(p, "daif: only bits 9 to 6 (0x3c0) are there");
        }
    } else if (strcmp(text, "none") != 0) {
        for (const char *c = text; *c != '\0' || c == text; c++) {
            const char *at = *c != '\0' ? strchr("fiad", *c) : NULL;
            if (at == NULL) {
                return scenario_fail(p, "daif: '%.40s' is not none, letters of daif, or a number", text);
            }
            value |= UINT64_C(0x40) << (at - "fiad");
        }
    }
    scenario_store(to, field->size, value);
    return GM_OK;
}

static enum gm_status read_equal(struct scenario_parser *p, const struct scenario_field *field,
                                 struct gm_scenario_claim *claim, char *text)
{
    char *first = next_part(&text);
    if (text == NULL || strchr(text, ',') != NULL) {
        return scenario_fail(p, "equal: two values with a comma between them are wanted");
    }
    enum gm_status status = read_register(p, field, claim->name, first);
    if (status == GM_OK && !scenario_number(text, &claim->value)) {
        status = read_register(p, field, claim->other, text);
    }
    return status;
}

enum gm_status scenario_value(struct scenario_parser *p, const struct scenario_field *field, void *item, char *text)
{
    static const struct scenario_word switches[] = {{"yes", 1}, {"no", 0},  {"1", 1}, {"0", 0},
                                                    {"on", 1},  {"off", 0}, {NULL, 0}};
    struct scenario_field as_switch = *field;
    void *to = (char *)item + field->offset;
    uint64_t number = 0;
    uint32_t word = 0;
    enum gm_status status = GM_OK;
    switch (field->kind) {
    case FIELD_NUMBER:
    case FIELD_PE:
        status = read_number(p, field, text, &number);
        scenario_store(to, field->size, number);
        return status;
    case FIELD_SWITCH:
        as_switch.words = switches;
        field = &as_switch;
        /* fall through */
    case FIELD_WORD:
    case FIELD_BARE:
        status = find_word(p, field, text, &word);
        scenario_store(to, field->size, word);
        return status;
    case FIELD_BITS:
    case FIELD_PES:
        return read_bits(p, field, to, text);
    case FIELD_LABEL:
        return scenario_label(p, text, to);
    case FIELD_LABELS:
    case FIELD_NUMBERS:
    case FIELD_REGS:
        return read_list(p, field, to, text);
    case FIELD_NAME:
        return read_name(p, field, to, text);
    case FIELD_REG:
        return read_register(p, field, to, text);
    case FIELD_DAIF:
        return read_daif(p, field, to, text);
    case FIELD_EQUAL:
        return read_equal(p, field, item, text);
    }
    return GM_BAD_ARGUMENT;
}
