/* SPDX-License-Identifier: Apache-2.0 */
/* One directive: words and keys by the rows of its form. */
#include "scenario/scenario.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum gm_status scenario_fail(struct scenario_parser *p, const char *format, ...)
{
    if (p->error == NULL) {
        return GM_BAD_FORMAT;
    }
    char *text = p->error->text;
    size_t size = sizeof p->error->text;
    va_list args;
    va_start(args, format);
    int used = snprintf(text, size, "%s: ", p->where);
    used += vsnprintf(text + used, size - (size_t)used, format, args);
    va_end(args);
    if (p->form != NULL && (size_t)used < size) {
        snprintf(text + used, size - (size_t)used, "; form: %s", p->form->form);
    }
    /* Parts of the text are the input's: whatever they hold, this stays one line. */
    for (char *c = p->error->text; *c != '\0'; c++) {
        *c = (unsigned char)*c < ' ' || *c == 0x7f ? '?' : *c;
    }
    return GM_BAD_FORMAT;
}

char *scenario_token(char **rest)
{
    char *token = *rest + strspn(*rest, " \t\r");
    if (*token == '\0') {
        *rest = token;
        return NULL;
    }
    char *end = token + strcspn(token, " \t\r");
    *rest = *end != '\0' ? end + 1 : end;
    *end = '\0';
    return token;
}

static bool has_word(const struct scenario_field *field, const char *text)
{
    for (const struct scenario_word *w = field->words; w->word != NULL; w++) {
        if (strcmp(w->word, text) == 0) {
            return true;
        }
    }
    return false;
}

/* The row of a word (value NULL) or key, or NULL. Positional rows are filled by place. */
static const struct scenario_field *find_field(const struct scenario_form *form, const char *key, bool bare)
{
    for (size_t i = 0; i < form->field_count; i++) {
        const struct scenario_field *f = &form->fields[i];
        bool here =
            !f->positional && (f->kind == FIELD_BARE) == bare && (bare ? has_word(f, key) : strcmp(f->key, key) == 0);
        if (here) {
            return f;
        }
    }
    return NULL;
}

static enum gm_status take(struct scenario_parser *p, const struct scenario_field *field, union scenario_item *item,
                           char *value, uint32_t *given)
{
    uint32_t bit = 1u << (field - p->form->fields);
    if ((*given & bit) != 0) {
        return scenario_fail(
            p, field->kind == FIELD_BARE ? "'%.40s' after another word for %s" : "'%.40s': %s is given twice", value,
            field->key);
    }
    *given |= bit;
    return scenario_value(p, field, item, value);
}

static enum gm_status read_token(struct scenario_parser *p, union scenario_item *item, char *token, uint32_t *given)
{
    const struct scenario_field *first = p->form->fields;
    if (first->positional && (*given & 1) == 0) {
        return take(p, first, item, token, given);
    }
    char *value = strchr(token, '=');
    if (value == NULL) {
        const struct scenario_field *field = find_field(p->form, token, true);
        return field != NULL ? take(p, field, item, token, given) : scenario_fail(p, "unknown word '%.40s'", token);
    }
    *value++ = '\0';
    const struct scenario_field *field = find_field(p->form, token, false);
    if (field != NULL) {
        return take(p, field, item, value, given);
    }
    if (p->form->item == ITEM_SET) {
        return scenario_set_register(p, &item->set, token, value);
    }
    return scenario_fail(p, "unknown key '%.40s'", token);
}

static enum gm_status read_fields(struct scenario_parser *p, char *rest)
{
    union scenario_item item;
    uint32_t given = 0;
    enum gm_status status = GM_OK;
    scenario_item_init(p->form, &item);
    for (char *token = scenario_token(&rest); token != NULL && status == GM_OK; token = scenario_token(&rest)) {
        status = read_token(p, &item, token, &given);
    }
    for (size_t i = 0; i < p->form->field_count && status == GM_OK; i++) {
        const struct scenario_field *f = &p->form->fields[i];
        if (f->required && (given & 1u << i) == 0) {
            status = scenario_fail(p, "%s is missing", f->key);
        }
    }
    return status == GM_OK ? p->form->finish(p, p->form, &item, given) : status;
}

static enum gm_status read_about(struct scenario_parser *p, char *rest)
{
    rest += strspn(rest, " \t\r");
    size_t length = strlen(rest);
    while (length > 0 && strchr(" \t\r", rest[length - 1]) != NULL) {
        length--;
    }
    if (length == 0 || length >= sizeof p->s->about) {
        return scenario_fail(p, "1 to %zu bytes of text are wanted", sizeof p->s->about - 1);
    }
    memset(p->s->about, 0, sizeof p->s->about);
    memcpy(p->s->about, rest, length);
    return GM_OK;
}

/* "unknown directive", with the names of those that exist. */
static enum gm_status fail_name(struct scenario_parser *p, const char *name, bool of_expect)
{
    char list[200] = "";
    size_t used = 0;
    const char *last = "";
    for (size_t i = 0; i < scenario_form_count; i++) {
        const struct scenario_form *f = &scenario_forms[i];
        const char *word = of_expect ? f->sub : f->name;
        if (word != NULL && strcmp(word, last) != 0 && used + strlen(word) + 2 < sizeof list) {
            used += (size_t)snprintf(list + used, sizeof list - used, " %s", word);
            last = word;
        }
    }
    return scenario_fail(p, "unknown %s '%.30s'; there are%s", of_expect ? "expectation" : "directive", name, list);
}

enum gm_status scenario_directive(struct scenario_parser *p, char *line)
{
    char *rest = line;
    const char *name = scenario_token(&rest);
    p->form = NULL;
    if (name == NULL) {
        return GM_OK;
    }
    const char *sub = strcmp(name, "expect") == 0 ? scenario_token(&rest) : NULL;
    p->form = scenario_form_find(name, sub);
    if (p->form == NULL) {
        bool of_expect = strcmp(name, "expect") == 0;
        return fail_name(p, of_expect && sub != NULL ? sub : name, of_expect);
    }
    return p->form->fields == NULL ? read_about(p, rest) : read_fields(p, rest);
}
