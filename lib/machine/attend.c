/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What happens at an instruction boundary: stimuli arrive, interrupts are recognised, waiting ends.
 * docs/semantics.md rules 2, 13 and 14, and "Resolution of may".
 */
#include "machine/machine.h"

/* Rule 2: whether an interrupt that could be taken is taken at this boundary. */
static bool is_recognised(const struct gm_machine *m, const struct pe_state *s, uint64_t now)
{
    switch (m->config.resolve) {
    case GM_RESOLVE_PROMPT:
        return true;
    case GM_RESOLVE_TIMED:
        return s->must_take || now - s->takeable_since >= m->irq_latency;
    case GM_RESOLVE_EXPLORED:
        return m->take_now; /* machine/moves.c never lets a PE step where it must take */
    default:
        return s->must_take; /* adversarial: the last boundary that is allowed */
    }
}

static bool attend_interrupt(struct gm_machine *m, unsigned pe)
{
    struct pe *p = &m->pes[pe].pe;
    uint8_t el;
    enum pe_interrupt which = pe_takeable(p, &el);
    if (which == PE_INT_NONE) {
        p->s.takeable_seen = false;
        p->s.must_take = false;
        p->s.takeable_since = 0;
        p->attn &= ~(uint32_t)PE_ATTN_INTERRUPT;
        return false;
    }
    uint64_t now = machine_now(m, pe);
    if (!p->s.takeable_seen) {
        p->s.takeable_seen = true;
        p->s.takeable_since = now;
    }
    if (!is_recognised(m, &p->s, now)) {
        return false;
    }
    p->s.takeable_seen = false;
    p->s.must_take = false;
    p->s.takeable_since = 0;
    pe_take_interrupt(p, which, el);
    return true;
}

/* Rule 13: WFI ends on what is asserted, whatever DAIF says. Rule 14: WFE on the event register or what is takeable. */
bool machine_wakes(struct pe *p)
{
    uint8_t el;
    if (p->s.wait == PE_WFI) {
        return pe_asserted(p);
    }
    return p->s.event || pe_takeable(p, &el) != PE_INT_NONE;
}

static void attend_wait(struct gm_machine *m, unsigned pe)
{
    struct pe *p = &m->pes[pe].pe;
    if ((p->attn & PE_ATTN_WAIT) != 0) {
        p->attn &= ~(uint32_t)PE_ATTN_WAIT;
        if (p->s.wait != PE_AWAKE && !machine_wakes(p)) {
            machine_emit_wait(m, pe, true);
            return;
        }
        p->s.wait = PE_AWAKE;
        return;
    }
    if (p->s.wait != PE_AWAKE && machine_wakes(p)) {
        if (p->s.wait == PE_WFE) {
            p->s.event = false;
        }
        p->s.wait = PE_AWAKE;
        if (m->pes[pe].sim != NULL) {
            timing_sim_event(m->pes[pe].sim, TIMING_EVENT_WAKE);
        }
        machine_emit_wait(m, pe, false);
    }
}

bool machine_attend(struct gm_machine *m, unsigned pe)
{
    struct machine_pe *mp = &m->pes[pe];
    struct pe *p = &mp->pe;
    if (m->stimulus_count != 0) {
        machine_fire_stimuli(m, pe);
    }
    if (m->config.resolve == GM_RESOLVE_TIMED) {
        gic_advance(&m->gic, pe, machine_now(m, pe));
    }
    if (p->attn == 0 && p->s.wait == PE_AWAKE) {
        return false;
    }
    attend_wait(m, pe);
    bool taken = p->s.wait == PE_AWAKE && attend_interrupt(m, pe);
    p->attn &= ~(uint32_t)PE_ATTN_CONTEXT; /* only a reason to come here */
    return taken;
}
