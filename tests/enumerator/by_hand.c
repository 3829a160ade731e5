/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "by_hand.h"

char *by_hand_print(const struct enumerate_scenario *scenario)
{
    struct enumerate_result result;
    assert_null(enumerate_check(scenario));
    assert_int_equal(enumerate_run(scenario, &result), 0);
    assert_false(result.truncated);
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    enumerate_print(&result, file);
    fclose(file);
    enumerate_free(&result);
    return text;
}

void by_hand_expect(const struct enumerate_scenario *scenario, const char *expected)
{
    char *text = by_hand_print(scenario);
    if (strcmp(text, expected) != 0) {
        enumerate_print_scenario(scenario, stderr);
        fprintf(stderr, "--- by hand\n%s--- enumerated\n%s", expected, text);
    }
    assert_string_equal(text, expected);
    free(text);
}
