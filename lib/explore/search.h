/* SPDX-License-Identifier: Apache-2.0 */
/* The search: breadth first over every legal sequence of moves, so that what is found first is shortest. */
#ifndef EXPLORE_SEARCH_H
#define EXPLORE_SEARCH_H

#include "explore/store.h"
#include "explore/track.h"
#include "machine/moves.h"

#include <gicmask/check.h>
#include <gicmask/image.h>
#include <gicmask/scenario.h>

enum explore_kind {
    EXPLORE_STEP = MACHINE_STEP,
    EXPLORE_TAKE = MACHINE_TAKE,
    EXPLORE_GIC = MACHINE_GIC,
    EXPLORE_EVENT
};

enum { EXPLORE_MOST_SEEN = 32 };

/* What a move showed; collected from the machine's observers. */
struct explore_seen {
    enum { SEEN_TAKEN, SEEN_ENTERED, SEEN_RETURN, SEEN_ACKNOWLEDGE, SEEN_UNPREDICTABLE, SEEN_RESERVED } what;
    unsigned pe;
    uint64_t address; /* return address; of the instruction */
    uint64_t intid;
    const char *text;
};

struct explore {
    struct gm_allocator allocator;
    const struct gm_scenario *scenario;
    struct gm_machine *machine;
    struct gm_check *result;
    struct explore_store store;
    struct explore_track track;
    uint64_t *vector; /* machine words, then track words */
    size_t machine_bytes, machine_words;
    struct explore_seen seen[EXPLORE_MOST_SEEN];
    unsigned seen_count;
    uint64_t pc_before, pmr_before; /* of the PE that moved */
    bool pmhe;                      /* of the PE that moved, before */
    uint32_t word;                  /* EXPLORE_STEP: the instruction */
    bool unsynchronised;            /* an IAR read whose result the missing ISB decides (rule 11) */
    uint32_t from;                  /* the state that is being left */
    struct explore_step step;
    struct gm_stop stop;
    enum gm_status status; /* GM_NO_MEMORY inside a rule */
};

/* Rules (explore/rules.c): called after each move, with what was seen, before the state is kept. */
void explore_rules_moved(struct explore *e);
/* The path ends here: PE n is at an end label or waits for ever. */
void explore_rules_ended(struct explore *e);
/* A finding at this move: kept with the way to it unless it is known. */
void explore_found(struct explore *e, enum gm_verdict verdict, unsigned pe, uint64_t address);

/* The moves that led here, for a person: an allocated copy. */
struct explore_way;
enum gm_status explore_keep_way(struct explore *e, struct explore_way *way);

/* What the software believes (explore/belief.c): windows, claims, balanced ranges. After each move of a PE. */
void explore_beliefs_begin(struct explore *e);
void explore_beliefs_moved(struct explore *e, bool executed);
void explore_beliefs_ended(struct explore *e);

/* Expectations (explore/expect.c). */
void explore_expect_seen(struct explore *e, const struct explore_seen *seen);
void explore_expect_stepped(struct explore *e, unsigned pe, uint64_t address);
void explore_expect_verdict(struct explore *e, enum gm_verdict verdict, unsigned pe, uint64_t address);
void explore_expect_ended(struct explore *e);
enum gm_status explore_expect_finish(struct explore *e);

/* The state of the machine that rules and expectations look at. */
uint64_t explore_get(struct explore *e, unsigned pe, const char *name);
uint64_t explore_pc(const struct explore *e, unsigned pe);
/* What the software calls an INTID; one that the scenario does not know is an ordinary interrupt. */
enum gm_class explore_class_of(const struct explore *e, uint64_t intid);
bool explore_is_done(struct explore *e, unsigned pe);
bool explore_in_list(const struct explore *e, struct gm_list places, uint64_t address);

#endif
