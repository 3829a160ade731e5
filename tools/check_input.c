/* SPDX-License-Identifier: Apache-2.0 */
/* From the arguments of `gicmask check` to scenarios. */
#include "check_work.h"
#include "scenario.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Deeper folders than this are a loop of mounts, not a project. */
enum { MOST_DEPTH = 32 };

struct loader {
    struct check_work *work;
    const struct check_options *options;
    struct gm_scenario_text *texts;
    size_t index; /* of the next scenario */
};

static void add_case(struct loader *l, const struct gm_scenario *scenario)
{
    struct check_work *work = l->work;
    size_t index = l->index++;
    if (index % l->options->shards != l->options->shard % l->options->shards) {
        return;
    }
    struct check_case *grown = realloc(work->cases, (work->case_count + 1) * sizeof *grown);
    if (grown == NULL) {
        tool_fail("out of memory");
    }
    work->cases = grown;
    grown[work->case_count++] = (struct check_case){.scenario = scenario, .index = index, .file = work->file_count - 1};
}

static void add_file(struct loader *l, const char *path, bool must_have)
{
    struct check_work *work = l->work;
    struct check_file file = {0};
    struct gm_error error = {""};
    enum gm_status status = scenario_open_file(path, &l->options->folders, &file.image, &error);
    if (status != GM_OK) {
        tool_fail("%s", error.text[0] != '\0' ? error.text : gm_status_text(status));
    }
    const struct gm_scenario_input input = {
        .image = file.image,
        .texts = l->texts,
        .text_count = l->options->directive_files.count,
        .lines = (const char *const *)l->options->lines.items,
        .line_count = l->options->lines.count,
    };
    status = gm_scenarios_parse(&input, &file.scenarios, &error);
    if (status != GM_OK) {
        tool_fail("%s", error.text[0] != '\0' ? error.text : gm_status_text(status));
    }
    if (gm_scenarios_count(file.scenarios) == 0) {
        gm_scenarios_free(file.scenarios);
        gm_image_close(file.image);
        if (must_have) {
            tool_fail("%s: there is no scenario in it, nor in --file and -D; see docs/directives.md", path);
        }
        return;
    }
    struct check_file *grown = realloc(work->files, (work->file_count + 1) * sizeof *grown);
    if (grown == NULL) {
        tool_fail("out of memory");
    }
    work->files = grown;
    file.path = tool_copy(path, strlen(path));
    grown[work->file_count++] = file;
    for (size_t i = 0; i < gm_scenarios_count(file.scenarios); i++) {
        add_case(l, gm_scenarios_at(file.scenarios, i));
    }
}

/* A folder may hold sources that are no scenarios, and that need what we do not know to assemble. */
static bool has_directives(const char *path)
{
    size_t size;
    char *text = tool_read_file(path, &size);
    bool found = strstr(text, "gicmask.inc") != NULL || strstr(text, ".gicmask") != NULL;
    free(text);
    return found;
}

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void add_folder(struct loader *l, const char *folder, unsigned depth)
{
    struct dirent **entries;
    int count = depth < MOST_DEPTH ? scandir(folder, &entries, is_shown, alphasort) : -1;
    if (count < 0) {
        tool_fail("%s: %s", folder, depth < MOST_DEPTH ? strerror(errno) : "folders are nested too deeply");
    }
    for (int i = 0; i < count; i++) {
        size_t size = strlen(folder) + strlen(entries[i]->d_name) + 2;
        char *path = tool_alloc(size);
        const char *slash = folder[strlen(folder) - 1] == '/' ? "" : "/";
        snprintf(path, size, "%s%s%s", folder, slash, entries[i]->d_name);
        const char *dot = strrchr(path, '.');
        struct stat info;
        if (lstat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
            add_folder(l, path, depth + 1);
        } else if (dot != NULL && strcmp(dot, ".S") == 0 && has_directives(path)) {
            add_file(l, path, false);
        }
        free(path);
        free(entries[i]);
    }
    free(entries);
}

static void add_argument(struct loader *l, const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        tool_fail("%s: %s", path, strerror(errno));
    }
    size_t before = l->index;
    if (!S_ISDIR(info.st_mode)) {
        add_file(l, path, true);
        return;
    }
    add_folder(l, path, 0);
    if (l->index == before) {
        tool_fail("%s: there is no .S file with a scenario below it", path);
    }
}

void check_load(struct check_work *work, const struct check_options *options)
{
    *work = (struct check_work){0};
    size_t text_count = options->directive_files.count;
    struct loader l = {.work = work, .options = options, .texts = tool_alloc(text_count * sizeof *l.texts)};
    for (size_t i = 0; i < text_count; i++) {
        l.texts[i].name = options->directive_files.items[i];
        l.texts[i].text = tool_read_file(l.texts[i].name, &l.texts[i].size);
    }
    for (size_t i = 0; i < options->files.count; i++) {
        add_argument(&l, options->files.items[i]);
    }
    for (size_t i = 0; i < text_count; i++) {
        free((char *)l.texts[i].text);
    }
    free(l.texts);
}

void check_free(struct check_work *work)
{
    for (size_t i = 0; i < work->case_count; i++) {
        gm_check_free(work->cases[i].check);
    }
    for (size_t i = 0; i < work->file_count; i++) {
        gm_scenarios_free(work->files[i].scenarios);
        gm_image_close(work->files[i].image);
        free(work->files[i].path);
    }
    free(work->cases);
    free(work->files);
    *work = (struct check_work){0};
}
