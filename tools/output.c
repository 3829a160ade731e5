/* SPDX-License-Identifier: Apache-2.0 */
#include "output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* https://no-color.org: set and not empty. */
static bool colours(void)
{
    const char *no = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    return (no == NULL || *no == '\0') && (terminal == NULL || strcmp(terminal, "dumb") != 0) &&
           isatty(STDOUT_FILENO) != 0;
}

const char *output_colour(enum colour colour)
{
    static const char *const sequences[] = {
        [COLOUR_NONE] = "",        [COLOUR_DIM] = "\033[2m",    [COLOUR_BOLD] = "\033[1m",
        [COLOUR_RED] = "\033[31m", [COLOUR_GREEN] = "\033[32m", [COLOUR_YELLOW] = "\033[33m",
    };
    return colours() ? sequences[colour] : "";
}

const char *output_plain(void)
{
    return colours() ? "\033[0m" : "";
}

void table_begin(struct table *table, const char *alignment, const char *const *headings)
{
    *table = (struct table){.columns = strlen(alignment), .alignment = alignment};
    table_row(table, headings);
}

void table_row(struct table *table, const char *const *cells)
{
    size_t used = table->rows * table->columns;
    char **grown = realloc(table->cells, (used + table->columns) * sizeof *grown);
    if (grown == NULL) {
        tool_fail("out of memory");
    }
    for (size_t i = 0; i < table->columns; i++) {
        grown[used + i] = cells[i] == NULL ? NULL : tool_copy(cells[i], strlen(cells[i]));
    }
    table->cells = grown;
    table->rows++;
}

void table_gap(struct table *table)
{
    static const char *const none[32];
    table_row(table, none);
}

static size_t column_width(const struct table *table, size_t column)
{
    size_t width = 0;
    for (size_t row = 0; row < table->rows; row++) {
        const char *cell = table->cells[row * table->columns + column];
        if (cell != NULL && strlen(cell) > width) {
            width = strlen(cell);
        }
    }
    return width;
}

static void print_row(const struct table *table, const size_t *widths, size_t row)
{
    char *const *cells = &table->cells[row * table->columns];
    for (size_t i = 0; cells[0] != NULL && i < table->columns; i++) {
        bool last = i + 1 == table->columns;
        if (last && cells[i][0] == '\0') {
            break; /* no blanks at the end of a line */
        }
        int width = last && table->alignment[i] == 'l' ? 0 : (int)widths[i];
        printf("%s%*s", i == 0 ? "" : "  ", table->alignment[i] == 'l' ? -width : width, cells[i]);
    }
    putchar('\n');
}

void table_end(struct table *table)
{
    size_t *widths = tool_alloc(table->columns * sizeof *widths);
    for (size_t i = 0; i < table->columns; i++) {
        widths[i] = column_width(table, i);
    }
    for (size_t row = 0; row < table->rows; row++) {
        fputs(row == 0 ? output_colour(COLOUR_BOLD) : "", stdout);
        print_row(table, widths, row);
        fputs(row == 0 ? output_plain() : "", stdout);
    }
    free(widths);
    for (size_t i = 0; i < table->rows * table->columns; i++) {
        free(table->cells[i]);
    }
    free(table->cells);
    *table = (struct table){0};
}
