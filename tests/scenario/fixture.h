/* SPDX-License-Identifier: Apache-2.0 */
/* Reading text in tests: what it gives, or what is said about it. */
#ifndef TESTS_SCENARIO_FIXTURE_H
#define TESTS_SCENARIO_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gicmask/scenario.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file's text, no image. NULL and *error on failure. */
static inline struct gm_scenarios *read_text(const char *text, struct gm_error *error)
{
    const struct gm_scenario_text file = {.name = "t.txt", .text = text, .size = strlen(text)};
    const struct gm_scenario_input input = {.texts = &file, .text_count = 1};
    struct gm_scenarios *list;
    enum gm_status status = gm_scenarios_parse(&input, &list, error);
    assert_true((status == GM_OK) == (list != NULL));
    return list;
}

static inline struct gm_scenarios *must_read(const char *text)
{
    struct gm_error error;
    struct gm_scenarios *list = read_text(text, &error);
    if (list == NULL) {
        fail_msg("%s\n-- %s", text, error.text);
    }
    return list;
}

/* Printed; the caller frees it. */
static inline char *printed(const struct gm_scenario *s)
{
    size_t size = gm_scenario_print(s, NULL, 0) + 1;
    char *text = malloc(size);
    assert_non_null(text);
    assert_int_equal(gm_scenario_print(s, text, size), size - 1);
    return text;
}

/* The image that an assembler made of a file of this folder or of examples/scenarios; skips the test if there is none.
 */
static inline struct gm_image *open_object(const char *name)
{
    char path[512];
    struct gm_image *image;
    struct gm_error error;
    snprintf(path, sizeof path, "%s/scenario/%s.o", BINARY_DIR, name);
    FILE *f = fopen(path, "rb");
    if (f == NULL) {
        print_message("%s was not assembled\n", path);
        skip();
    } else {
        fclose(f);
    }
    if (gm_image_open_file(path, NULL, &image, &error) != GM_OK) {
        fail_msg("%s", error.text);
    }
    return image;
}

static inline struct gm_scenarios *read_image(const struct gm_image *image)
{
    const struct gm_scenario_input input = {.image = image};
    struct gm_scenarios *list;
    struct gm_error error;
    if (gm_scenarios_parse(&input, &list, &error) != GM_OK) {
        fail_msg("%s", error.text);
    }
    return list;
}

#endif
