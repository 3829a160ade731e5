/* SPDX-License-Identifier: Apache-2.0 */
#include "assemble.h"
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <paths.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ; /* POSIX: unistd.h does not declare it */

/* A program that assembles, and the options it needs; -o OBJECT SOURCE follow. */
struct assembler {
    const char *program;
    const char *options[5];
    bool preprocesses;
};

/* armv8.8-a: the last that GNU as 2.40 knows, for ALLINT; LLVM 14 ends one earlier. */
static const struct assembler assemblers[] = {
    {"aarch64-linux-gnu-as", {"-march=armv8.8-a"}, false},
    {"aarch64-linux-gnu-gcc", {"-c", "-march=armv8.8-a"}, true},
#ifdef __aarch64__
    {"as", {"-march=armv8.8-a"}, false},
    {"gcc", {"-c", "-march=armv8.8-a"}, true},
#endif
    {"llvm-mc", {"-triple=aarch64-linux-gnu", "-mattr=+v8.7a", "-filetype=obj"}, false},
    {"llvm-mc-14", {"-triple=aarch64-linux-gnu", "-mattr=+v8.7a", "-filetype=obj"}, false},
    {"clang", {"--target=aarch64-linux-gnu", "-march=armv8.7-a", "-c"}, true},
    {"clang-14", {"--target=aarch64-linux-gnu", "-march=armv8.7-a", "-c"}, true},
};

static bool is_source(const char *path)
{
    size_t length = strlen(path);
    return length > 2 && path[length - 2] == '.' && (path[length - 1] == 'S' || path[length - 1] == 's');
}

/* An assembler alone takes "#define" for a comment and fails far from the cause, so such files need a preprocessor. */
static bool needs_preprocessor(const char *path)
{
    static const char *const directives[] = {"define", "include", "if", "undef"};
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        tool_fail("%s: %s", path, strerror(errno));
    }
    char line[256];
    bool found = false;
    while (!found && fgets(line, sizeof line, file) != NULL) {
        const char *c = line + strspn(line, " \t");
        if (*c != '#') {
            continue;
        }
        c += 1 + strspn(c + 1, " \t");
        for (size_t i = 0; i < sizeof directives / sizeof directives[0]; i++) {
            found |= strncmp(c, directives[i], strlen(directives[i])) == 0;
        }
    }
    fclose(file);
    return found;
}

/* Runs it with stderr to a file. @return its exit status, or -1 if there is no such program. */
static int run(const struct assembler *assembler, const char *source, const char *object, const char *log)
{
    char *argv[12];
    size_t n = 0;
    argv[n++] = (char *)assembler->program;
    for (size_t i = 0; i < sizeof assembler->options / sizeof assembler->options[0]; i++) {
        if (assembler->options[i] != NULL) {
            argv[n++] = (char *)assembler->options[i];
        }
    }
    argv[n++] = (char *)"-o";
    argv[n++] = (char *)object;
    argv[n++] = (char *)source;
    argv[n] = NULL;

    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    if (posix_spawnp(&child, argv[0], &actions, NULL, argv, environ) == 0) {
        int ended;
        while (waitpid(child, &ended, 0) < 0 && errno == EINTR) {
        }
        /* 127: what a C library whose posix_spawn cannot report a failed exec makes of it. */
        status = WIFEXITED(ended) && WEXITSTATUS(ended) != 127 ? WEXITSTATUS(ended) : WIFEXITED(ended) ? -1 : 1;
    }
    posix_spawn_file_actions_destroy(&actions);
    return status;
}

/* The first line of the log that names an error. */
static void first_error(const char *log, char *text, size_t size)
{
    char line[400];
    snprintf(text, size, "the assembler failed");
    FILE *file = fopen(log, "r");
    if (file == NULL) {
        return;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        if (strstr(line, "rror:") != NULL || strstr(line, "rror -") != NULL) {
            line[strcspn(line, "\n")] = '\0';
            snprintf(text, size, "%s", line);
            break;
        }
    }
    fclose(file);
}

static char *temporary(const char *suffix)
{
    const char *folder = getenv("TMPDIR");
    char path[512];
    int n = snprintf(path, sizeof path, "%s/gicmask-XXXXXX", folder != NULL && *folder != '\0' ? folder : _PATH_TMP);
    int fd = n > 0 && (size_t)n < sizeof path ? mkstemp(path) : -1;
    if (fd < 0) {
        tool_fail("no temporary file for the %s can be made", suffix);
    }
    close(fd);
    return tool_copy(path, strlen(path));
}

char *assemble_if_source(const char *path)
{
    if (!is_source(path)) {
        return NULL;
    }
    bool preprocess = needs_preprocessor(path);
    char *object = temporary("object");
    char *log = temporary("assembler's messages");
    char text[400] = "";
    int status = -1;
    for (size_t i = 0; status < 0 && i < sizeof assemblers / sizeof assemblers[0]; i++) {
        if (assemblers[i].preprocesses || !preprocess) {
            status = run(&assemblers[i], path, object, log);
        }
    }
    if (status > 0) {
        first_error(log, text, sizeof text);
    }
    remove(log);
    free(log);
    if (status != 0) {
        assemble_discard(object);
    }
    if (status < 0) {
        tool_fail("%s: no assembler for AArch64 is on PATH; Debian's package %s brings one", path,
                  preprocess ? "gcc-aarch64-linux-gnu (the file needs a preprocessor)" : "binutils-aarch64-linux-gnu");
    }
    if (status > 0) {
        tool_fail("%s", text);
    }
    return object;
}

void assemble_discard(char *object)
{
    if (object != NULL) {
        remove(object);
        free(object);
    }
}
