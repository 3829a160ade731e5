/* SPDX-License-Identifier: Apache-2.0 */
/* What a search leaves behind. Private to the room. */
#ifndef EXPLORE_RESULT_H
#define EXPLORE_RESULT_H

#include "base/alloc.h"

#include <gicmask/check.h>

/* The moves to a state and the one that showed something. */
struct explore_way {
    struct gm_check_step *steps;
    size_t length;
};

struct explore_finding {
    struct gm_finding public;
    struct explore_way way;
};

struct gm_check {
    struct gm_allocator allocator;
    bool exhaustive;
    uint64_t states, moves, ends;
    struct explore_finding *findings;
    size_t finding_count, finding_capacity;
    uint64_t every_path;                          /* verdicts that every ended path has shown */
    uint64_t some_path;                           /* expectations that some ended path has shown */
    uint64_t all_paths;                           /* expectations that every ended path has shown */
    uint64_t violated;                            /* expectations that a path has broken */
    uint64_t places[GM_SCENARIO_ITEMS];           /* exact: bit n: the n-th place or value was shown */
    struct explore_way broken[GM_SCENARIO_ITEMS]; /* of expectations that were violated, the first time */
    size_t failures[GM_SCENARIO_ITEMS];
    size_t failure_count;
};

#endif
