/* SPDX-License-Identifier: Apache-2.0 */
#include "tool.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One line, whatever the text holds: a file name may have a newline in it. */
static void complain(const char *format, va_list args)
{
    char line[1024];
    vsnprintf(line, sizeof line, format, args);
    for (char *c = line; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f) {
            *c = ' ';
        }
    }
    fflush(stdout);
    fprintf(stderr, "gicmask: %s\n", line);
}

void tool_complain(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(format, args);
    va_end(args);
}

void tool_fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(format, args);
    va_end(args);
    exit(TOOL_BAD);
}

void tool_check(enum gm_status status, const char *doing)
{
    if (status != GM_OK) {
        tool_fail("%s: %s", doing, gm_status_text(status));
    }
}

void *tool_alloc(size_t size)
{
    void *block = calloc(1, size == 0 ? 1 : size);
    if (block == NULL) {
        tool_fail("out of memory");
    }
    return block;
}

char *tool_copy(const char *text, size_t length)
{
    char *copy = tool_alloc(length + 1);
    memcpy(copy, text, length);
    return copy;
}

void words_add(struct words *words, char *item)
{
    char **items = realloc(words->items, (words->count + 1) * sizeof *items);
    if (items == NULL) {
        tool_fail("out of memory");
    }
    items[words->count++] = item;
    words->items = items;
}

void words_add_split(struct words *words, const char *text, char separator, const char *option)
{
    for (const char *start = text;;) {
        const char *end = strchr(start, separator);
        size_t length = end != NULL ? (size_t)(end - start) : strlen(start);
        if (length == 0) {
            tool_fail("%s: an empty item in '%s'", option, text);
        }
        words_add(words, tool_copy(start, length));
        if (end == NULL) {
            return;
        }
        start = end + 1;
    }
}

void words_free(struct words *words, bool owned)
{
    for (size_t i = 0; owned && i < words->count; i++) {
        free(words->items[i]);
    }
    free(words->items);
    *words = (struct words){0};
}

char *tool_read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        tool_fail("%s: %s", path, strerror(errno));
    }
    size_t limit = (size_t)16 << 20;
    char *text = tool_alloc(limit + 2);
    *size = fread(text, 1, limit + 1, file);
    if (ferror(file) || *size > limit) {
        tool_fail("%s: cannot be read, or is larger than 16 MiB", path);
    }
    fclose(file);
    return text;
}

bool number_parse(const char *text, uint64_t min, uint64_t max, uint64_t *value)
{
    /* strtoull takes blanks, signs and an empty string; an option's value is none of these. */
    if (text[0] < '0' || text[0] > '9') {
        return false;
    }
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 0);
    if (errno != 0 || *end != '\0' || number < min || number > max) {
        return false;
    }
    *value = number;
    return true;
}

uint64_t number_option(const char *option, const char *text, uint64_t min, uint64_t max)
{
    uint64_t value;
    if (!number_parse(text, min, max, &value)) {
        tool_fail("%s: '%s' is not a number from %llu to 0x%llx", option, text, (unsigned long long)min,
                  (unsigned long long)max);
    }
    return value;
}

bool onoff_option(const char *option, const char *text)
{
    if (strcmp(text, "on") == 0 || strcmp(text, "1") == 0) {
        return true;
    }
    if (strcmp(text, "off") == 0 || strcmp(text, "0") == 0) {
        return false;
    }
    tool_fail("%s: '%s' is neither on nor off", option, text);
}
