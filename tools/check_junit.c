/* SPDX-License-Identifier: Apache-2.0 */
/* --junit: the format that continuous-integration systems read. A suite a file, a case a scenario. */
#include "check_work.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* For attributes and text: XML 1.0 allows no other control characters, not even as references. Bytes beyond ASCII may
 * be anything in a path: shown as Latin-1, as in JSON. */
static void put_escaped(FILE *file, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        if (strchr("<>&\"'", *c) != NULL || *c >= 0x7f || *c == '\n' || *c == '\t') {
            fprintf(file, "&#%u;", *c);
        } else {
            putc(*c < 0x20 ? '?' : *c, file);
        }
    }
}

static void put_attribute(FILE *file, const char *name, const char *value)
{
    fprintf(file, " %s=\"", name);
    put_escaped(file, value);
    putc('"', file);
}

static void write_case(FILE *file, const struct check_work *work, const struct check_case *one)
{
    char verdict[64];
    fputs("    <testcase", file);
    put_attribute(file, "classname", work->files[one->file].path);
    put_attribute(file, "name", one->scenario->name);
    fprintf(file, " time=\"%.3f\">\n", one->seconds);
    if (check_is_bad(one)) {
        fputs("      <failure", file);
        put_attribute(file, "type", gm_check_failure_count(one->check) != 0 ? "expectation" : "finding");
        put_attribute(file, "message", check_verdict(one, verdict));
        putc('>', file);
        struct check_item item;
        for (size_t n = 0; check_item_at(one, n, &item); n++) {
            char *text = check_item_text(work, one, &item);
            if (!item.expected) {
                put_escaped(file, text);
                putc('\n', file);
            }
            free(text);
            check_item_free(&item);
        }
        fputs("</failure>\n", file);
    }
    fputs("    </testcase>\n", file);
}

static void write_suite(FILE *file, const struct check_work *work, size_t index)
{
    size_t tests = 0, failures = 0;
    double seconds = 0;
    for (size_t i = 0; i < work->case_count; i++) {
        const struct check_case *one = &work->cases[i];
        if (one->file == index) {
            tests++;
            failures += check_is_bad(one);
            seconds += one->seconds;
        }
    }
    if (tests == 0) {
        return;
    }
    fputs("  <testsuite", file);
    put_attribute(file, "name", work->files[index].path);
    fprintf(file, " tests=\"%zu\" failures=\"%zu\" errors=\"0\" time=\"%.3f\">\n", tests, failures, seconds);
    for (size_t i = 0; i < work->case_count; i++) {
        if (work->cases[i].file == index) {
            write_case(file, work, &work->cases[i]);
        }
    }
    fputs("  </testsuite>\n", file);
}

void check_write_junit(const struct check_work *work, const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        tool_fail("--junit: %s: %s", path, strerror(errno));
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gicmask check\">\n", file);
    for (size_t i = 0; i < work->file_count; i++) {
        write_suite(file, work, i);
    }
    fputs("</testsuites>\n", file);
    bool bad = ferror(file) != 0;
    if (fclose(file) != 0 || bad) {
        tool_fail("--junit: %s could not be written", path);
    }
}
