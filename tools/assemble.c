/* SPDX-License-Identifier: Apache-2.0 */
#include "assemble.h"
#include "gicmask_inc.h"
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <paths.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

/* What to assemble, and where .include looks. */
struct job {
    const char *source;
    char *object, *log;
    struct words folders; /* owned */
};

/* Runs it with stderr to a file. @return its exit status, or -1 if there is no such program. */
static int run(const struct assembler *assembler, const struct job *job)
{
    struct words words = {0}; /* borrowed */
    words_add(&words, (char *)assembler->program);
    for (size_t i = 0; i < sizeof assembler->options / sizeof assembler->options[0]; i++) {
        if (assembler->options[i] != NULL) {
            words_add(&words, (char *)assembler->options[i]);
        }
    }
    for (size_t i = 0; i < job->folders.count; i++) {
        words_add(&words, (char *)"-I");
        words_add(&words, job->folders.items[i]);
    }
    words_add(&words, (char *)"-o");
    words_add(&words, job->object);
    words_add(&words, (char *)job->source);
    words_add(&words, NULL);
    char **argv = words.items;

    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, job->log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    if (posix_spawnp(&child, argv[0], &actions, NULL, argv, environ) == 0) {
        int ended;
        while (waitpid(child, &ended, 0) < 0 && errno == EINTR) {
        }
        /* 127: what a C library whose posix_spawn cannot report a failed exec makes of it. */
        status = WIFEXITED(ended) && WEXITSTATUS(ended) != 127 ? WEXITSTATUS(ended) : WIFEXITED(ended) ? -1 : 1;
    }
    posix_spawn_file_actions_destroy(&actions);
    words_free(&words, false);
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

/* A new file, or a new folder, in the place for such things. */
static char *temporary(const char *what, bool is_folder)
{
    const char *folder = getenv("TMPDIR");
    char path[512];
    int n = snprintf(path, sizeof path, "%s/gicmask-XXXXXX", folder != NULL && *folder != '\0' ? folder : _PATH_TMP);
    bool made = n > 0 && (size_t)n < sizeof path;
    if (made && is_folder) {
        made = mkdtemp(path) != NULL;
    } else if (made) {
        int fd = mkstemp(path);
        made = fd >= 0 && close(fd) == 0;
    }
    if (!made) {
        tool_fail("no temporary place for the %s can be made", what);
    }
    return tool_copy(path, strlen(path));
}

static char *joined(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = tool_alloc(size);
    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

/* gicmask/gicmask.inc is in the tool itself, so that it is found however the tool was installed. @return the folder */
static char *unpack_macros(void)
{
    char *folder = temporary("macros", true);
    char *inner = joined(folder, "gicmask");
    char *path = joined(inner, "gicmask.inc");
    mkdir(inner, 0700);
    FILE *file = fopen(path, "wb");
    bool fine = file != NULL && fwrite(gicmask_inc, 1, sizeof gicmask_inc, file) == sizeof gicmask_inc;
    fine = file != NULL && fclose(file) == 0 && fine;
    free(inner);
    free(path);
    if (!fine) {
        tool_fail("%s: the macros cannot be written there", folder);
    }
    return folder;
}

static void discard_macros(char *folder)
{
    char *inner = joined(folder, "gicmask");
    char *path = joined(inner, "gicmask.inc");
    remove(path);
    rmdir(inner);
    rmdir(folder);
    free(path);
    free(inner);
    free(folder);
}

static void add_folder(struct words *folders, const char *folder, size_t length)
{
    words_add(folders, tool_copy(folder, length));
}

char *assemble_if_source(const char *path, const struct words *folders)
{
    if (!is_source(path)) {
        return NULL;
    }
    bool preprocess = needs_preprocessor(path);
    char *macros = unpack_macros();
    struct job job = {.source = path, .object = temporary("object", false), .log = temporary("log", false)};
    for (size_t i = 0; folders != NULL && i < folders->count; i++) {
        add_folder(&job.folders, folders->items[i], strlen(folders->items[i]));
    }
    const char *slash = strrchr(path, '/');
    add_folder(&job.folders, slash != NULL ? path : ".", slash != NULL ? (size_t)(slash - path) + 1 : 1);
    add_folder(&job.folders, macros, strlen(macros));
    char text[400] = "";
    int status = -1;
    for (size_t i = 0; status < 0 && i < sizeof assemblers / sizeof assemblers[0]; i++) {
        if (assemblers[i].preprocesses || !preprocess) {
            status = run(&assemblers[i], &job);
        }
    }
    if (status > 0) {
        first_error(job.log, text, sizeof text);
    }
    assemble_discard(job.log);
    discard_macros(macros);
    words_free(&job.folders, true);
    if (status != 0) {
        assemble_discard(job.object);
    }
    if (status < 0) {
        tool_fail("%s: no assembler for AArch64 is on PATH; Debian's package %s brings one", path,
                  preprocess ? "gcc-aarch64-linux-gnu (the file needs a preprocessor)" : "binutils-aarch64-linux-gnu");
    }
    if (status > 0) {
        tool_fail("%s", text);
    }
    return job.object;
}

void assemble_discard(char *object)
{
    if (object != NULL) {
        remove(object);
        free(object);
    }
}
