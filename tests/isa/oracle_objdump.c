/* SPDX-License-Identifier: Apache-2.0 */
#include "oracle_objdump.h"

#include "base/bits.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define OBJDUMP "aarch64-linux-gnu-objdump"

bool objdump_exists(void)
{
    return system(OBJDUMP " --version >/dev/null 2>&1") == 0;
}

uint64_t objdump_seed(void)
{
    const char *given = getenv("GICMASK_SEED");
    uint64_t seed = given ? strtoull(given, NULL, 0) : (uint64_t)time(NULL) * 1000003u + (uint64_t)getpid();
    printf("seed: GICMASK_SEED=%llu\n", (unsigned long long)seed);
    return seed;
}

static bool write_words(const char *path, const uint32_t *words, size_t count)
{
    FILE *file = fopen(path, "wb");
    bool good = file != NULL;
    for (size_t n = 0; good && n < count; n++) {
        unsigned char bytes[4];
        store_le(bytes, 4, words[n]);
        good = fwrite(bytes, 4, 1, file) == 1;
    }
    return file && fclose(file) == 0 && good;
}

/* "   4:\t1162ce14 \tadd\tw20, w16, #0x8b3  // comment": fills *line, false when this is not a line of code. */
static bool parse(char *raw, size_t address, struct objdump_line *line)
{
    char *end = NULL;
    if (strtoull(raw, &end, 16) != address || end == raw || *end != ':') {
        return false;
    }
    char *code = strchr(raw, '\t'), *text = code ? strchr(code + 1, '\t') : NULL;
    if (!text) {
        return false;
    }
    text++;
    text[strcspn(text, "\n")] = '\0';
    for (const char *const *cut = (const char *const[]){"//", " ; ", " <", NULL}; *cut; cut++) {
        char *at = strstr(text, *cut);
        if (at) {
            *at = '\0';
        }
    }
    size_t length = strlen(text);
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t')) {
        text[--length] = '\0';
    }
    char *tab = strchr(text, '\t');
    if (tab) {
        *tab = ' ';
    }
    line->undefined = strncmp(text, ".inst", 5) == 0;
    snprintf(line->text, sizeof line->text, "%s", text);
    return true;
}

static size_t parse_all(FILE *pipe, struct objdump_line *lines, size_t count)
{
    char raw[256];
    size_t n = 0;
    while (fgets(raw, sizeof raw, pipe)) {
        if (n < count && parse(raw, n * 4, &lines[n])) {
            n++;
        }
    }
    return n;
}

struct objdump_line *objdump_words(const uint32_t *words, size_t count)
{
    char path[256], command[512];
    struct objdump_line *lines = calloc(count, sizeof *lines);
    size_t found = 0;

    snprintf(path, sizeof path, "%s/objdump-%ld.bin", BINARY_DIR, (long)getpid());
    snprintf(command, sizeof command, OBJDUMP " -D -z -M no-aliases -b binary -m aarch64 '%s'", path);
    if (lines && write_words(path, words, count)) {
        FILE *pipe = popen(command, "r");
        if (pipe) {
            found = parse_all(pipe, lines, count);
            pclose(pipe);
        }
    }
    remove(path);
    if (found != count) {
        fprintf(stderr, "objdump printed %zu of %zu words\n", found, count);
        free(lines);
        return NULL;
    }
    return lines;
}
