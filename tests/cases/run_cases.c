/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks every scenario of object files. usage: run_cases OPEN FILE.o...
 * OPEN: lines "scenario reason": those that do not come out as they say yet. One that comes out all the same fails the
 * test too, so that the list stays true.
 */
#include <gicmask/check.h>
#include <gicmask/gicmask.h>
#include <gicmask/scenario.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tally {
    char *open;
    unsigned scenarios, as_said, known_open, wrong;
};

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1 << 16);
    if (file == NULL || text == NULL) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(2);
    }
    size_t used = fread(text + 1, 1, (1 << 16) - 2, file);
    text[0] = '\n';
    text[used + 1] = '\0';
    fclose(file);
    return text;
}

static bool is_open(const struct tally *t, const char *name)
{
    char line[GM_SCENARIO_NAME + 3];
    snprintf(line, sizeof line, "\n%s ", name);
    return strstr(t->open, line) != NULL;
}

static void report(const struct gm_scenario *s, const struct gm_image *image, const struct gm_check *check)
{
    struct gm_finding f;
    for (size_t n = 0; gm_check_finding(check, n, &f); n++) {
        struct gm_image_symbol symbol = {.name = "?"};
        uint64_t offset = 0;
        gm_image_symbol_near(image, f.address, &symbol, &offset);
        printf("    found %s (%s) at %s+%llu\n", gm_verdict_word(f.verdict), f.must ? "must" : "may", symbol.name,
               (unsigned long long)offset);
    }
    for (size_t n = 0; n < gm_check_failure_count(check); n++) {
        printf("    fails: %s\n", s->expectations[gm_check_failure(check, n)].where);
    }
}

static void check_one(struct tally *t, const struct gm_scenario *s, const struct gm_image *image)
{
    struct gm_error error = {""};
    struct gm_check *check = NULL;
    enum gm_status status = gm_check_run(s, image, NULL, &check, &error);
    bool good = status == GM_OK && gm_check_failure_count(check) == 0;
    bool open = is_open(t, s->name);
    t->scenarios++;
    t->as_said += good;
    t->known_open += open && !good;
    if (good == open) {
        t->wrong++;
        printf("%s: %s\n", s->name,
               open ? "is in the list of open ones and comes out as it says" : "does not come out as it says");
        if (status != GM_OK) {
            printf("    %s\n", error.text);
        } else {
            report(s, image, check);
        }
    }
    gm_check_free(check);
}

static void check_file(struct tally *t, const char *path)
{
    struct gm_error error = {""};
    struct gm_image *image = NULL;
    struct gm_scenarios *list = NULL;
    enum gm_status status = gm_image_open_file(path, NULL, &image, &error);
    const struct gm_scenario_input input = {.image = image};
    if (status == GM_OK) {
        status = gm_scenarios_parse(&input, &list, &error);
    }
    if (status != GM_OK) {
        printf("%s: %s\n", path, error.text);
        t->wrong++;
    }
    for (size_t n = 0; list != NULL && n < gm_scenarios_count(list); n++) {
        check_one(t, gm_scenarios_at(list, n), image);
    }
    gm_scenarios_free(list);
    gm_image_close(image);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: run_cases OPEN FILE.o...\n");
        return 2;
    }
    struct tally t = {.open = read_text(argv[1])};
    for (int n = 2; n < argc; n++) {
        check_file(&t, argv[n]);
    }
    printf("%u scenarios, %u as they say, %u known to be open\n", t.scenarios, t.as_said, t.known_open);
    free(t.open);
    return t.wrong == 0 && t.scenarios != 0 ? 0 : 1;
}
