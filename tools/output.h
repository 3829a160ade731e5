/* SPDX-License-Identifier: Apache-2.0 */
/* Text for people: colour, and tables whose columns are as wide as they need. */
#ifndef TOOLS_OUTPUT_H
#define TOOLS_OUTPUT_H

#include "tool.h"

enum colour { COLOUR_NONE, COLOUR_DIM, COLOUR_BOLD, COLOUR_RED, COLOUR_GREEN, COLOUR_YELLOW };

/* Only on a terminal, and not with NO_COLOR in the environment. @return an escape sequence or "" */
const char *output_colour(enum colour colour);
const char *output_plain(void);

/* A table is kept until it is printed. Cells are copied. */
struct table {
    char **cells;
    size_t columns, rows;
    const char *alignment; /* 'l' or 'r' a column */
};
void table_begin(struct table *table, const char *alignment, const char *const *headings);
/* As many as there are columns. */
void table_row(struct table *table, const char *const *cells);
/* An empty line between rows. */
void table_gap(struct table *table);
/* Prints and frees. */
void table_end(struct table *table);

#endif
