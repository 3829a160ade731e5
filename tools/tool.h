/* SPDX-License-Identifier: Apache-2.0 */
/* What every file of the tool uses: exit statuses, failing with one line, lists, numbers. */
#ifndef TOOLS_TOOL_H
#define TOOLS_TOOL_H

#include <gicmask/gicmask.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdnoreturn.h>

/* The exit statuses that the man page promises. */
enum { TOOL_FINE = 0, TOOL_FINDINGS = 1, TOOL_BAD = 2 };

/* A subcommand; argv[0] is "gicmask run" and so on. Returns an exit status. */
int cmd_check(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_cost(int argc, char **argv);
int cmd_disasm(int argc, char **argv);
int cmd_cores(int argc, char **argv);

/* One line "gicmask: ..." on stderr. */
void tool_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same, then exit(TOOL_BAD). */
noreturn void tool_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* For a status that only a lack of memory or our own mistake can make. */
void tool_check(enum gm_status status, const char *doing);

/* A list of strings that are borrowed from argv, or of copies: whoever adds knows. */
struct words {
    char **items;
    size_t count;
};
void words_add(struct words *words, char *item);
/* Splits a copy of text at each separator; empty items are a usage error. */
void words_add_split(struct words *words, const char *text, char separator, const char *option);
/* Frees the list and, when owned, the items. */
void words_free(struct words *words, bool owned);

void *tool_alloc(size_t size); /* zero-filled; no memory ends the program */
char *tool_copy(const char *text, size_t length);

/* A whole file of at most 16 MiB; the caller frees it. There is a zero byte after its end. */
char *tool_read_file(const char *path, size_t *size);

/* A number in C's notation, between min and max. @return false if it is not. */
bool number_parse(const char *text, uint64_t min, uint64_t max, uint64_t *value);
/* The same for an option's value; else fails and names the option and the range. */
uint64_t number_option(const char *option, const char *text, uint64_t min, uint64_t max);
bool onoff_option(const char *option, const char *text);

#endif
