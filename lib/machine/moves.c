/* SPDX-License-Identifier: Apache-2.0 */
#include "machine/moves.h"

#include "machine/machine.h"

static bool may_step(struct gm_machine *m, unsigned pe)
{
    struct pe *p = &m->pes[pe].pe;
    uint8_t el;
    if (p->s.wait != PE_AWAKE && !machine_wakes(p)) {
        return false;
    }
    /* Rule 2: past the context synchronization event there is no boundary left to wait for. */
    return !p->s.must_take || pe_takeable(p, &el) == PE_INT_NONE;
}

static bool may_take(struct gm_machine *m, unsigned pe)
{
    struct pe *p = &m->pes[pe].pe;
    uint8_t el;
    return pe_takeable(p, &el) != PE_INT_NONE;
}

static size_t add(struct machine_move *moves, size_t n, enum machine_move_kind kind, unsigned pe, unsigned gic)
{
    moves[n] = (struct machine_move){.kind = (uint8_t)kind, .pe = (uint8_t)pe, .gic = (uint8_t)gic};
    return n + 1;
}

size_t machine_moves(struct gm_machine *m, struct machine_move moves[MACHINE_MOST_MOVES])
{
    size_t n = 0;
    for (unsigned pe = 0; pe < m->config.pes; pe++) {
        if (may_take(m, pe)) {
            n = add(moves, n, MACHINE_TAKE, pe, 0);
        }
        if (may_step(m, pe)) {
            n = add(moves, n, MACHINE_STEP, pe, 0);
        }
        for (unsigned choice = 0; choice <= GIC_CHOICE_EFFECTIVE; choice++) {
            if (gic_choice_open(&m->gic, pe, (enum gic_choice)choice)) {
                n = add(moves, n, MACHINE_GIC, pe, choice);
            }
        }
    }
    return n;
}

bool machine_move_is_bounded(struct gm_machine *m, const struct machine_move *move)
{
    return move->kind != MACHINE_GIC || gic_choice_bounded(&m->gic, move->pe, (enum gic_choice)move->gic);
}

void machine_move(struct gm_machine *m, const struct machine_move *move, struct gm_stop *stop)
{
    *stop = (struct gm_stop){.reason = GM_STOP_STEPPED, .pe = move->pe};
    if (move->kind == MACHINE_GIC) {
        gic_choice_take(&m->gic, move->pe, (enum gic_choice)move->gic, machine_now(m, move->pe));
        return;
    }
    m->take_now = move->kind == MACHINE_TAKE;
    machine_turn(m, move->pe, stop);
    m->take_now = false;
}
