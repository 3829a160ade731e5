/* SPDX-License-Identifier: Apache-2.0 */
/* Cores by name, with the overrides of a JSON file (docs/core-file.md). */
#ifndef TOOLS_CORE_FILE_H
#define TOOLS_CORE_FILE_H

#include "tool.h"

/* A core, with the overrides of path (NULL: none) applied if they are about it. Fails with one line. */
struct gm_core *core_file_open(const char *name, const char *path);
void core_file_close(struct gm_core *core);
/* NULL for NULL. */
const char *core_file_name(const struct gm_core *core);

/*
 * Completes the list of cores asked for: empty with a file, the file's core; empty without one and all set, every
 * core. Fails if the file's core is not among those that were asked for. The names are owned by the list.
 */
void core_file_names(struct words *names, const char *path, bool all);

#endif
