/* SPDX-License-Identifier: Apache-2.0 */
#include "arguments.h"
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>

error_t arguments_common(int key, char *arg, struct argp_state *state)
{
    (void)arg;
    if (key != KEY_HELP) {
        return ARGP_ERR_UNKNOWN;
    }
    argp_help(state->root_argp, stdout, ARGP_HELP_USAGE | ARGP_HELP_LONG | ARGP_HELP_PRE_DOC | ARGP_HELP_POST_DOC,
              state->argv[0]);
    exit(TOOL_FINE);
}

void arguments_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    /* argp's own messages take two lines; ours name the argument that it stopped at. */
    int stopped = 1;
    error_t error = argp_parse(argp, argc, argv, ARGP_NO_ERRS | ARGP_NO_HELP, &stopped, input);
    if (error != 0) {
        int bad = stopped > 1 ? stopped - 1 : argc - 1;
        tool_fail("'%s' is not an option, or lacks its value; see %s --help", argv[bad], argv[0]);
    }
}
