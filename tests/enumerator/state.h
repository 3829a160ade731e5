/* SPDX-License-Identifier: Apache-2.0 */
/* One complete state of a scenario under enumeration, and the transitions between states. */
#ifndef ENUMERATOR_STATE_H
#define ENUMERATOR_STATE_H

#include "enumerate.h"

#define NONE         0xff
#define UPSTREAM_MAX 40 /* 8 main + 4 x 7 handler instructions, each at most one entry; checked in upstream_push */
#define EVENTS_MAX   44 /* the same, and the entries themselves */

/* An upstream entry is one byte: kind in the low 3 bits; above, the 5 implemented bits of a PMR value, or an index. */
enum { UP_PMR, UP_ACTIVATE, UP_DEACTIVATE, UP_SGI };
enum { DOWN_SET, DOWN_CLEAR, DOWN_CLEAR_TO_REPLACE };
/* What the redistributor knows of the interrupt that it has sent. CLEARING: a Clear is on its way. CLEARING_ACTIVATED:
 * and meanwhile Activate came. CLEARED_NOT_ACTIVATED: the Clear came too late, Activate is on its way. */
enum { SENT, CLEARING, CLEARING_ACTIVATED, CLEARED_NOT_ACTIVATED };
enum { EVENT_ENTRY, EVENT_LIMIT, EVENT_IAR, EVENT_PMR };

#define POSITION_HANDLER 0x80
#define DAIF_I           2

/* Only bytes, so that there is no padding and states can be compared as memory. */
struct frame {
    uint8_t pc;
    uint8_t daif;
};

struct event {
    uint8_t kind;
    uint8_t position; /* index from 0, with POSITION_HANDLER */
    uint8_t value;    /* IAR: interrupt index or NONE; PMR: the value */
};

struct pe_state {
    uint8_t stopped; /* one exception entry too many */
    uint8_t pc;
    uint8_t level; /* 0: main; else depth of handlers */
    struct frame frame[ENUMERATE_ENTRIES];
    uint8_t daif;
    uint8_t pmr;
    uint8_t pmr_before;   /* the last write: rule 11 */
    uint8_t pmr_unsynced; /* no context synchronization since */
    uint8_t group_now;
    uint8_t group_written; /* differs from group_now until the write takes effect: rule 3 */
    uint8_t event_register;
    uint8_t due; /* an exception that must be taken at this boundary: rule 2 */
    uint8_t last_iar;
    uint8_t ack[ENUMERATE_INTERRUPTS]; /* acknowledged and not yet dropped, highest priority last */
    uint8_t acks;
    uint8_t slot;
    uint8_t upstream[UPSTREAM_MAX];
    uint8_t upstreams;
    /* This PE's redistributor. */
    uint8_t view;
    uint8_t view_known;
    uint8_t sent; /* interrupt index or NONE */
    uint8_t sent_state;
    uint8_t down[2]; /* kind in the low 3 bits, index above */
    uint8_t downs;
    /* History. */
    uint8_t entries;
    uint8_t events;
    struct event event[EVENTS_MAX];
};

struct interrupt_state {
    uint8_t pending; /* level: the line; edge: the latch */
    uint8_t active;
    uint8_t arrived; /* bit n: arrival n has happened */
    uint8_t withdrawn;
};

struct state {
    uint8_t verdicts; /* those that a step has shown; the others are read off a terminal state */
    struct interrupt_state interrupt[ENUMERATE_INTERRUPTS];
    struct pe_state pe[ENUMERATE_PES]; /* last: with one PE the second is not stored */
};

/* One way that a state may go on: filled in by the *_steps functions through `en_search_emit`. */
struct search;
void en_search_emit(struct search *search, const struct state *next, bool mandatory);

/* gic.c: the CPU interface and the redistributor. */
bool en_gic_eligible(const struct enumerate_scenario *scenario, const struct pe_state *pe, uint8_t pmr);
bool en_gic_takeable(const struct enumerate_scenario *scenario, const struct pe_state *pe);
bool en_gic_may_hold_back(const struct enumerate_scenario *scenario, const struct pe_state *pe, unsigned interrupt);
void en_gic_upstream_push(struct pe_state *pe, unsigned kind, unsigned value_or_index);
bool en_gic_upstream_holds(const struct pe_state *pe, unsigned kinds);
void en_gic_acknowledge(const struct enumerate_scenario *scenario, struct state *state, unsigned p, unsigned interrupt);
void en_gic_settle_before_start(const struct enumerate_scenario *scenario, struct state *state, unsigned p,
                                bool forward);
bool en_gic_held_back_at_start(const struct enumerate_scenario *scenario, const struct state *state, unsigned p);
/* Every message step of PE p's CPU interface and redistributor. `dsb_waits`: the PE stands at a DSB that needs one. */
void en_gic_upstream_step(const struct enumerate_scenario *scenario, const struct state *state, unsigned p,
                          bool dsb_waits, struct search *search);
bool en_gic_downstream_step(const struct enumerate_scenario *scenario, const struct state *state, unsigned p,
                            struct search *search);
void en_gic_group_step(const struct state *state, unsigned p, struct search *search);

/* device.c: interrupts come and go. */
void en_device_start(const struct enumerate_scenario *scenario, struct state *state);
void en_device_boundary(const struct enumerate_scenario *scenario, struct state *state, unsigned p);
void en_device_steps(const struct enumerate_scenario *scenario, const struct state *state, struct search *search);

/* pe.c: exceptions and instructions. */
void en_pe_start(const struct enumerate_scenario *scenario, struct state *state, unsigned p);
const struct enumerate_instruction *en_pe_next(const struct enumerate_scenario *scenario, const struct state *state,
                                               unsigned p);
bool en_pe_dsb_waits(const struct enumerate_scenario *scenario, const struct state *state, unsigned p);
void en_pe_steps(const struct enumerate_scenario *scenario, const struct state *state, unsigned p,
                 struct search *search);

/* outcome.c: what a terminal state says. */
unsigned en_outcome_verdicts(const struct enumerate_scenario *scenario, const struct state *state);
char *en_outcome_text(const struct enumerate_scenario *scenario, const struct state *state);

/* store.c: the memo of complete states. */
struct store;
struct store *en_store_new(size_t state_size);
void en_store_free(struct store *store);
/* 1: new; 0: seen before; -1: no memory. */
int en_store_add(struct store *store, const void *state);
size_t en_store_count(const struct store *store);

#endif
