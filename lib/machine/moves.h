/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Explored resolution: what may happen next, one move at a time.  The checker makes every legal sequence of moves; each
 * is a resolution of semantics.md's "may".
 */
#ifndef MACHINE_MOVES_H
#define MACHINE_MOVES_H

#include "gic/gic.h"

#include <gicmask/machine.h>

enum machine_move_kind {
    MACHINE_STEP, /* the PE executes an instruction; a waiting PE that wakes goes on */
    MACHINE_TAKE, /* the PE takes the interrupt that it may take (rule 2) */
    MACHINE_GIC,  /* a message arrives, or a write takes effect (rules 3 to 6, 10) */
};

struct machine_move {
    uint8_t kind; /* enum machine_move_kind */
    uint8_t pe;
    uint8_t gic; /* enum gic_choice, for MACHINE_GIC */
};

enum { MACHINE_MOST_MOVES = GM_MAX_PES * 6 };

/* The moves that are open now, in a fixed order; returns how many. The machine's resolution must be EXPLORED. */
size_t machine_moves(struct gm_machine *m, struct machine_move moves[MACHINE_MOST_MOVES]);
/* Makes an open move. *stop says what stopped the PE, or GM_STOP_STEPPED, or GM_STOP_WAITING (this PE waits). */
void machine_move(struct gm_machine *m, const struct machine_move *move, struct gm_stop *stop);
/* A message that must arrive in finite time if nothing else happens; false: it may be late for ever (rules 4, 5). */
bool machine_move_is_bounded(struct gm_machine *m, const struct machine_move *move);

/*
 * A moment: everything that the machine's future depends on, without counts and times; a plain value of fixed size
 * while no page is mapped. Restoring trusts the bytes: they came from this machine.
 */
size_t machine_moment_size(struct gm_machine *m);
void machine_moment_save(struct gm_machine *m, void *to, size_t size);
void machine_moment_restore(struct gm_machine *m, const void *from, size_t size);

#endif
