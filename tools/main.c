/* SPDX-License-Identifier: Apache-2.0 */
/* gicmask: runs, costs, checks and shows arm64 interrupt masking. One file a subcommand. */
#include "tool.h"

#include <stdio.h>
#include <string.h>

struct command {
    const char *name, *full_name;
    int (*run)(int argc, char **argv);
    const char *summary;
};

static const struct command commands[] = {
    {"run", "gicmask run", cmd_run, "execute a sequence and list what is masked, pending and taken"},
    {"cost", "gicmask cost", cmd_cost, "count and estimate sequences, and compare them"},
    {"check", "gicmask check", cmd_check, "search all behaviours of scenarios, and show the shortest way to a fault"},
    {"disasm", "gicmask disasm", cmd_disasm, "show code, a kernel's as its boot would have patched it"},
    {"cores", "gicmask cores", cmd_cores, "list the timing models and where their numbers come from"},
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static const struct command *find(const char *name)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

static void print_help(void)
{
    puts("usage: gicmask COMMAND [ARGUMENT...]\n\n"
         "Executes arm64 code against a modelled GICv3 and costs interrupt masking.\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        printf("  %-8s %s\n", commands[i].name, commands[i].summary);
    }
    puts("  help     this text; help COMMAND: the options of a command\n\n"
         "gicmask --version prints the version. Exit status: 0 fine, 1 something was found, 2 bad usage or input.");
}

/* Runs a command under its full name, which its messages and its usage text show. */
static int run(const struct command *command, int argc, char **argv)
{
    char full_name[32];
    snprintf(full_name, sizeof full_name, "%s", command->full_name);
    argv[0] = full_name;
    int status = command->run(argc, argv);
    /* A full disk or a closed pipe shows only here; a listing that was lost is no success. */
    if (fflush(stdout) != 0 || ferror(stdout)) {
        tool_fail("standard output could not be written");
    }
    return status;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        tool_fail("which command? 'gicmask help' lists them");
    }
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0) {
        printf("gicmask %s\n", gm_version());
        return TOOL_FINE;
    }
    bool help = strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0;
    if (help && argc == 2) {
        print_help();
        return TOOL_FINE;
    }
    const struct command *command = find(help ? argv[2] : name);
    if (command == NULL) {
        tool_fail("'%s' is not a command; 'gicmask help' lists them", help ? argv[2] : name);
    }
    if (help) {
        char option[] = "--help";
        char *arguments[] = {NULL, option, NULL};
        return run(command, 2, arguments);
    }
    return run(command, argc - 1, argv + 1);
}
