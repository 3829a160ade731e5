/* SPDX-License-Identifier: Apache-2.0 */
/* enumerate SEED [COUNT]: prints COUNT random scenarios, the first of SEED, with their sets of outcomes. */
#include <inttypes.h>
#include <stdlib.h>

#include "enumerate.h"

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        fputs("usage: enumerate SEED [COUNT]\n", stderr);
        return 2;
    }
    uint64_t seed = strtoull(argv[1], NULL, 0);
    uint64_t count = argc == 3 ? strtoull(argv[2], NULL, 0) : 1;
    for (uint64_t n = 0; n < count; n++) {
        struct enumerate_scenario scenario;
        struct enumerate_result result;
        enumerate_random(seed + n, &scenario);
        printf("seed %" PRIu64 "\n", seed + n);
        enumerate_print_scenario(&scenario, stdout);
        if (enumerate_run(&scenario, &result) != 0) {
            fprintf(stderr, "seed %" PRIu64 ": %s\n", seed + n,
                    enumerate_check(&scenario) != NULL ? enumerate_check(&scenario) : "out of memory");
            return 1;
        }
        enumerate_print(&result, stdout);
        printf("# %zu outcomes, %zu behaviours, %zu states\n\n", result.outcomes, result.behaviours, result.states);
        enumerate_free(&result);
    }
    return 0;
}
