/* SPDX-License-Identifier: Apache-2.0 */
/* Writes JSON as it comes, so that a long listing needs no memory. The schema is docs/json.md. */
#ifndef TOOLS_JSON_H
#define TOOLS_JSON_H

#include "tool.h"

#include <stdio.h>

/* The version of docs/json.md that this writes: changed when a member is removed or changes its meaning. */
#define JSON_SCHEMA_VERSION 1

struct json {
    FILE *file;
    unsigned depth;
    bool has_items; /* the innermost object or array has an item already */
};

/* Every key is NULL inside an array. Strings are UTF-8 or are made so. */
void json_begin(struct json *json, FILE *file, const char *schema); /* the outermost object, its schema and version */
void json_finish(struct json *json);
void json_object(struct json *json, const char *key);
void json_array(struct json *json, const char *key);
void json_end_object(struct json *json);
void json_end_array(struct json *json);
void json_string(struct json *json, const char *key, const char *value); /* NULL: null */
void json_number(struct json *json, const char *key, uint64_t value);
void json_real(struct json *json, const char *key, double value);
void json_bool(struct json *json, const char *key, bool value);
void json_null(struct json *json, const char *key);
/* A string "0x...": addresses and register values do not fit into the numbers of every reader. */
void json_hex(struct json *json, const char *key, uint64_t value);

#endif
