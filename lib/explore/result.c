/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/result.h"

void gm_check_free(struct gm_check *check)
{
    if (check == NULL) {
        return;
    }
    struct gm_allocator allocator = check->allocator;
    for (size_t i = 0; i < check->finding_count; i++) {
        base_free(&allocator, check->findings[i].way.steps);
    }
    for (size_t i = 0; i < GM_SCENARIO_ITEMS; i++) {
        base_free(&allocator, check->broken[i].steps);
    }
    base_free(&allocator, check->findings);
    base_free(&allocator, check);
}

bool gm_check_exhaustive(const struct gm_check *check)
{
    return check->exhaustive;
}

uint64_t gm_check_states(const struct gm_check *check)
{
    return check->states;
}

uint64_t gm_check_moves(const struct gm_check *check)
{
    return check->moves;
}

uint64_t gm_check_ends(const struct gm_check *check)
{
    return check->ends;
}

size_t gm_check_finding_count(const struct gm_check *check)
{
    return check->finding_count;
}

bool gm_check_finding(const struct gm_check *check, size_t index, struct gm_finding *finding)
{
    if (index >= check->finding_count) {
        return false;
    }
    *finding = check->findings[index].public;
    return true;
}

static bool step_of(const struct explore_way *way, size_t move, struct gm_check_step *step)
{
    if (move >= way->length) {
        return false;
    }
    *step = way->steps[move];
    return true;
}

bool gm_check_finding_step(const struct gm_check *check, size_t index, size_t move, struct gm_check_step *step)
{
    return index < check->finding_count && step_of(&check->findings[index].way, move, step);
}

size_t gm_check_failure_count(const struct gm_check *check)
{
    return check->failure_count;
}

size_t gm_check_failure(const struct gm_check *check, size_t index)
{
    return index < check->failure_count ? check->failures[index] : SIZE_MAX;
}

size_t gm_check_failure_length(const struct gm_check *check, size_t index)
{
    return index < check->failure_count ? check->broken[check->failures[index]].length : 0;
}

bool gm_check_failure_step(const struct gm_check *check, size_t index, size_t move, struct gm_check_step *step)
{
    return index < check->failure_count && step_of(&check->broken[check->failures[index]], move, step);
}
