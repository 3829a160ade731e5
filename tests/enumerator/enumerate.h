/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Brute-force enumerator: every legal behaviour of a small abstract scenario, by plain depth-first search.
 *
 * Written from docs/semantics.md alone, without sight of the engine, so that the two can be compared. It is slow and
 * meant to be obviously right: there is no reduction, only a memo of complete states (history included). What the page
 * leaves open is decided in the list CHOICES at the top of enumerate.c.
 */
#ifndef ENUMERATOR_ENUMERATE_H
#define ENUMERATOR_ENUMERATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define ENUMERATE_PES        2
#define ENUMERATE_MAIN       8 /* instructions of a PE's main list */
#define ENUMERATE_HANDLER    7 /* of its IRQ handler: six and the ERET */
#define ENUMERATE_INTERRUPTS 3
#define ENUMERATE_ARRIVALS   2 /* an interrupt may be raised twice (bugs.md case 37) */
#define ENUMERATE_ENTRIES    3 /* exception entries a PE survives; the next one stops it (choice C20) */

/* What `value` means is said beside the operation; where nothing is said it is 0. */
enum enumerate_op {
    ENUMERATE_NOP,
    ENUMERATE_PMR_WRITE, /* the 8-bit value; unimplemented bits are dropped */
    ENUMERATE_PMR_READ,
    ENUMERATE_DAIFSET,    /* 1=F 2=I 4=A 8=D, as MSR DAIFSet's immediate */
    ENUMERATE_DAIFCLR,    /* the same */
    ENUMERATE_DAIF_WRITE, /* the same four bits, not shifted by 6 */
    ENUMERATE_ISB,
    ENUMERATE_DSB_SY,
    ENUMERATE_DSB_ISH,
    ENUMERATE_DSB_ST,
    ENUMERATE_WFI,
    ENUMERATE_WFE,
    ENUMERATE_SEV,
    ENUMERATE_IAR1,
    ENUMERATE_EOIR1_LAST, /* of the value that this PE's last IAR1 returned, 1023 before the first */
    ENUMERATE_EOIR1,      /* of interrupts[value] */
    ENUMERATE_DIR_LAST,
    ENUMERATE_DIR,     /* of interrupts[value] */
    ENUMERATE_IGRPEN1, /* 0 or 1 */
    ENUMERATE_SGI,     /* interrupts[value] becomes pending at its PE */
    ENUMERATE_ERET,    /* only in a handler; every handler ends with one */
    ENUMERATE_OPS
};

struct enumerate_instruction {
    enum enumerate_op op;
    unsigned value;
};

enum enumerate_kind {
    ENUMERATE_NEVER,
    ENUMERATE_BEFORE_START,
    ENUMERATE_AT, /* the first time that `pe` stands at boundary `index` of its main or handler list */
    ENUMERATE_ANYWHERE,
    ENUMERATE_ON_ACKNOWLEDGE /* withdrawal only: the device's line falls when an IAR1 returns the INTID */
};

/* A boundary: the point just before an instruction; `index` counts from 0 here and is printed counting from 1. */
struct enumerate_when {
    enum enumerate_kind kind;
    unsigned pe;
    bool handler;
    unsigned index;
};

struct enumerate_interrupt {
    unsigned intid;
    uint8_t priority; /* physical; multiple of 8 */
    bool level;       /* else edge */
    bool nmi;         /* class: pseudo-NMI, else ordinary */
    bool enabled;     /* at the Distributor */
    unsigned pe;      /* the PE it is routed to, or banked at */
    struct enumerate_when arrival[ENUMERATE_ARRIVALS];
    struct enumerate_when withdrawal;
};

struct enumerate_pe {
    struct enumerate_instruction main[ENUMERATE_MAIN];
    unsigned main_count;
    struct enumerate_instruction handler[ENUMERATE_HANDLER];
    unsigned handler_count;
    uint8_t pmr;        /* at start */
    bool view_known;    /* the redistributor's view is this PMR; else unknown */
    uint8_t daif;       /* at start: 1=F 2=I 4=A 8=D */
    bool group_enabled; /* ICC_IGRPEN1_EL1.Enable at start */
    bool critical;      /* main instructions critical_first .. critical_last are a critical range */
    unsigned critical_first;
    unsigned critical_last;
};

struct enumerate_scenario {
    struct enumerate_pe pe[ENUMERATE_PES];
    unsigned pes;
    struct enumerate_interrupt interrupt[ENUMERATE_INTERRUPTS];
    unsigned interrupts;
    bool pmhe;
    bool eoi_mode;           /* ICC_CTLR_EL1.EOImode */
    bool narrow_dsb_pmr;     /* rule 8: a DSB of a narrower domain waits for PMR too */
    bool downstream_prompt;  /* choice C4 the other way: Set and Clear are sent and arrive at once */
    bool eret_keeps_event;   /* choice C15 the other way: ERET does not set the event register */
    unsigned states_at_most; /* 0: the default, 400,000 */
};

enum enumerate_verdict {
    ENUMERATE_CRIT_HIT = 1 << 0,
    ENUMERATE_NEST = 1 << 1,
    ENUMERATE_NO_WAKE = 1 << 2,
    ENUMERATE_MISSING_DSB = 1 << 3,
    ENUMERATE_SPURIOUS = 1 << 4,
    ENUMERATE_EOI_UNPREDICTABLE = 1 << 5,
    ENUMERATE_UNBALANCED = 1 << 6,
    ENUMERATE_MISSING_ISB = 1 << 7
};
#define ENUMERATE_VERDICTS 8

struct enumerate_outcome {
    char *text;
    unsigned some; /* verdicts that some behaviour with this outcome has */
    unsigned all;  /* verdicts that all of them have */
};

struct enumerate_result {
    struct enumerate_outcome *outcome; /* sorted by text, each once */
    size_t outcomes;
    unsigned some; /* "may" (and "must") verdicts of the scenario */
    unsigned all;  /* "must" verdicts */
    size_t states;
    size_t behaviours; /* terminal states, which differ in history or in what is left in the queues */
    bool truncated;    /* states_at_most was reached: the set is not complete, and `all` means nothing */
};

/* NULL, or why the scenario is not one that can be enumerated. */
const char *enumerate_check(const struct enumerate_scenario *scenario);
/* 0; or -1: the scenario fails enumerate_check, or memory ran out; the result is then empty. */
int enumerate_run(const struct enumerate_scenario *scenario, struct enumerate_result *result);
void enumerate_free(struct enumerate_result *result);

/* A small scenario, a function of the seed only, shaped so that every verdict is frequent over many seeds. */
void enumerate_random(uint64_t seed, struct enumerate_scenario *scenario);

/* Canonical texts: equal sets print equal bytes. */
void enumerate_print(const struct enumerate_result *result, FILE *file);
void enumerate_print_scenario(const struct enumerate_scenario *scenario, FILE *file);
const char *enumerate_verdict_name(unsigned bit_index);
/* "@3" for the main list, "@H3" for the handler; size at least 8. */
void enumerate_format_boundary(bool handler, unsigned index, char *text, size_t size);
void enumerate_format_instruction(const struct enumerate_scenario *scenario, struct enumerate_instruction instruction,
                                  char *text, size_t size);

#endif
