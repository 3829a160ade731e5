/* SPDX-License-Identifier: Apache-2.0 */
/* Parsing by argp, with our rules: one line for an error, exit status 2, --help in every command. */
#ifndef TOOLS_ARGUMENTS_H
#define TOOLS_ARGUMENTS_H

#include <argp.h>

/* Keys of options without a letter begin here, as argp asks: not printable characters. Each file of options takes a
 * hundred. */
enum { KEY_HELP = 0x100, KEY_SCENARIO = 0x200, KEY_COMMAND = 0x300 };

/* Every command's option table ends with this row, and its parser passes what it does not know to arguments_common. */
#define ARGUMENTS_HELP_ROW                                                                                             \
    {                                                                                                                  \
        "help", KEY_HELP, NULL, 0, "Show this text", -1                                                                \
    }

error_t arguments_common(int key, char *arg, struct argp_state *state);
void arguments_parse(const struct argp *argp, int argc, char **argv, void *input);

#endif
