/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the checker remembers along a path, beside the machine: part of a state, so two paths meet only where the rules
 * cannot tell them apart any more.  Words only: no padding.
 */
#ifndef EXPLORE_TRACK_H
#define EXPLORE_TRACK_H

#include <gicmask/scenario.h>
#include <stdint.h>

enum { EXPLORE_FRAMES = 6 };

/* A handler that runs: what it interrupted, and what it acknowledged. */
struct explore_frame {
    uint64_t return_address;
    uint64_t pmr, daif, running; /* of the interrupted code */
    uint64_t reason;             /* the INTID that the interface asserted; EXPLORE_NO_INTID: another exception */
    uint64_t acknowledged;       /* the INTID of its last IAR read, or EXPLORE_NO_INTID */
};
#define EXPLORE_NO_INTID UINT64_C(0xffffffff)

/* The registers of a `balanced` range as they were where it began. */
enum { EXPLORE_BALANCES = 4, EXPLORE_BALANCE_REGISTERS = 8 };
struct explore_balance {
    uint64_t begun;
    uint64_t values[EXPLORE_BALANCE_REGISTERS];
};

struct explore_pe {
    uint64_t depth;
    struct explore_frame frames[EXPLORE_FRAMES];
    uint64_t windows; /* bit n: scenario window n is open */
    uint64_t ranges;  /* bit n: expectation n's range is open */
    struct explore_balance balances[EXPLORE_BALANCES];
    uint64_t between;   /* bit n: event n may happen: the PE is between its labels */
    uint64_t arrivals;  /* bit n: event n's label is where the PE is, and it has happened there */
    uint64_t steps;     /* instructions, while an event counts them */
    uint64_t unmask_at; /* the last unmasking PMR write that no DSB has followed, else 0 (PMHE=1) */
};

struct explore_track {
    uint64_t verdicts;                     /* bit n: enum gm_verdict n was found on this path */
    uint64_t satisfied;                    /* bit n: expectation n was seen on this path */
    uint64_t remaining[GM_SCENARIO_ITEMS]; /* how often event n may still happen */
    struct explore_pe pe[GM_MAX_PES];
};

#endif
