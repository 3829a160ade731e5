/* SPDX-License-Identifier: Apache-2.0 */
#include "json.h"

#include <inttypes.h>
#include <math.h>

static void quoted(FILE *file, const char *text)
{
    putc('"', file);
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        /* Bytes beyond ASCII may be anything in a symbol or a path: shown as Latin-1, which is always valid. */
        if (*c == '"' || *c == '\\') {
            fprintf(file, "\\%c", *c);
        } else if (*c < 0x20 || *c >= 0x7f) {
            fprintf(file, "\\u%04x", *c);
        } else {
            putc(*c, file);
        }
    }
    putc('"', file);
}

/* The comma, the line break (only near the top: one line a row of a listing) and the key. */
static void item(struct json *json, const char *key)
{
    if (json->has_items) {
        putc(',', json->file);
    }
    if (json->depth <= 2) {
        fprintf(json->file, "\n%*s", (int)json->depth, "");
    }
    if (key != NULL) {
        quoted(json->file, key);
        putc(':', json->file);
    }
    json->has_items = true;
}

static void open_with(struct json *json, const char *key, char bracket)
{
    item(json, key);
    putc(bracket, json->file);
    json->depth++;
    json->has_items = false;
}

static void close_with(struct json *json, char bracket)
{
    json->depth--;
    putc(bracket, json->file);
    json->has_items = true;
}

void json_begin(struct json *json, FILE *file, const char *schema)
{
    *json = (struct json){.file = file, .depth = 1};
    putc('{', file);
    json_string(json, "schema", schema);
    json_number(json, "version", JSON_SCHEMA_VERSION);
    json_string(json, "gicmask", gm_version());
}

void json_finish(struct json *json)
{
    fputs("\n}\n", json->file);
}

void json_object(struct json *json, const char *key)
{
    open_with(json, key, '{');
}

void json_array(struct json *json, const char *key)
{
    open_with(json, key, '[');
}

void json_end_object(struct json *json)
{
    close_with(json, '}');
}

void json_end_array(struct json *json)
{
    close_with(json, ']');
}

void json_string(struct json *json, const char *key, const char *value)
{
    if (value == NULL) {
        json_null(json, key);
        return;
    }
    item(json, key);
    quoted(json->file, value);
}

void json_number(struct json *json, const char *key, uint64_t value)
{
    item(json, key);
    fprintf(json->file, "%" PRIu64, value);
}

void json_real(struct json *json, const char *key, double value)
{
    if (!isfinite(value)) {
        json_null(json, key);
        return;
    }
    item(json, key);
    fprintf(json->file, "%.6g", value);
}

void json_bool(struct json *json, const char *key, bool value)
{
    item(json, key);
    fputs(value ? "true" : "false", json->file);
}

void json_null(struct json *json, const char *key)
{
    item(json, key);
    fputs("null", json->file);
}

void json_hex(struct json *json, const char *key, uint64_t value)
{
    item(json, key);
    fprintf(json->file, "\"0x%" PRIx64 "\"", value);
}
