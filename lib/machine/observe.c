/* SPDX-License-Identifier: Apache-2.0 */
/* Observers and recordings: what the rooms below report, in the public types. */
#include "machine/machine.h"

void machine_update_stepping(struct gm_machine *m)
{
    bool stepping = false;
    bool trace = false;
    for (unsigned i = 0; i < m->observer_count; i++) {
        stepping |= m->observers[i]->insn != NULL;
        trace |= m->observers[i]->memory != NULL || m->observers[i]->sysreg != NULL;
    }
    m->stepping = stepping;
    for (unsigned i = 0; i < m->config.pes; i++) {
        m->pes[i].pe.trace_memory = trace;
    }
}

enum gm_status gm_machine_observe(struct gm_machine *m, const struct gm_observer *observer)
{
    if (observer == NULL) {
        return GM_BAD_ARGUMENT;
    }
    if (m->observer_count == MACHINE_MAX_OBSERVERS) {
        return GM_TOO_LARGE;
    }
    m->observers[m->observer_count++] = observer;
    machine_update_stepping(m);
    return GM_OK;
}

void gm_machine_unobserve(struct gm_machine *m, const struct gm_observer *observer)
{
    for (unsigned i = 0; i < m->observer_count; i++) {
        if (m->observers[i] == observer) {
            m->observers[i] = m->observers[--m->observer_count];
            break;
        }
    }
    machine_update_stepping(m);
}

enum gm_status gm_machine_record(struct gm_machine *m, unsigned pe, struct gm_recording *recording)
{
    if (pe >= m->config.pes) {
        return GM_BAD_ARGUMENT;
    }
    m->pes[pe].recording = recording;
    return GM_OK;
}

/* Calls member `what` of every observer that has it. */
#define EMIT(m, what, event)                                                                                           \
    for (unsigned observer_ = 0; observer_ < (m)->observer_count; observer_++) {                                       \
        const struct gm_observer *o_ = (m)->observers[observer_];                                                      \
        if (o_->what != NULL) {                                                                                        \
            o_->what(o_->context, (m), &(event));                                                                      \
        }                                                                                                              \
    }

void machine_emit_insn(struct gm_machine *m, unsigned pe, uint64_t pc, uint32_t word)
{
    const struct pe_state *s = &m->pes[pe].pe.s;
    struct gm_insn_event event = {
        .pe = pe,
        .index = s->instructions - 1,
        .pc = pc,
        .word = word,
        .branch_taken = s->pc != pc + 4,
        .cycle = gm_machine_cycles(m, pe),
    };
    EMIT(m, insn, event);
}

void machine_emit_wait(struct gm_machine *m, unsigned pe, bool waiting)
{
    struct gm_wait_event event = {
        .pe = pe, .waiting = waiting, .pc = m->pes[pe].pe.s.pc, .cycle = gm_machine_cycles(m, pe)};
    EMIT(m, wait, event);
}

/* ---- callbacks of the PE ---- */

static uint64_t host_now(void *context, unsigned pe)
{
    return machine_now(context, pe);
}

static void host_dsb(void *context, unsigned pe, unsigned crm)
{
    struct gm_machine *m = context;
    uint64_t done = gic_dsb(&m->gic, pe, crm, machine_now(m, pe));
    if (m->config.resolve == GM_RESOLVE_TIMED) {
        m->pes[pe].stall_until = done;
    }
}

static void host_context_sync(void *context, unsigned pe)
{
    struct gm_machine *m = context;
    struct pe *p = &m->pes[pe].pe;
    gic_context_sync(&m->gic, pe, machine_now(m, pe));
    uint8_t el;
    /* Rule 2: what is asserted and open at a context synchronization event is taken at the boundary after it. */
    if (pe_takeable(p, &el) != PE_INT_NONE) {
        p->s.must_take = true;
    }
}

static void host_context_changed(void *context, unsigned pe, bool secure, uint8_t el)
{
    struct gm_machine *m = context;
    gic_pe_context(&m->gic, pe, secure, el);
}

static void host_send_event(void *context, unsigned pe)
{
    struct gm_machine *m = context;
    (void)pe;
    for (unsigned i = 0; i < m->config.pes; i++) {
        m->pes[i].pe.s.event = true;
    }
}

static void record_block(struct gm_machine *m, struct machine_pe *p, const struct isa_insn *first, unsigned n,
                         unsigned flags)
{
    /* The PC is already past the block: blocks are contiguous, and only the last instruction may branch, so the
     * addresses are the executor's business; estimates need the words and the outcome only. */
    for (unsigned i = 0; i < n; i++) {
        enum gm_status status = gm_recording_append(p->recording, first[i].word, 0,
                                                    i + 1 == n ? flags : flags & ~(unsigned)GM_RECORD_TAKEN);
        if (status != GM_OK) {
            m->no_memory = true;
            p->pe.attn |= PE_ATTN_STOP;
        }
    }
}

static void host_block(void *context, unsigned pe, const struct isa_insn *first, unsigned n, uint64_t id,
                       unsigned outcome)
{
    struct gm_machine *m = context;
    struct machine_pe *p = &m->pes[pe];
    if (p->sim == NULL && p->recording == NULL) {
        return;
    }
    unsigned flags = outcome | (gic_pmhe(&m->gic, pe) ? TIMING_OUTCOME_PMHE : 0u);
    if (p->sim != NULL) {
        timing_sim_block(p->sim, first, n, id, flags);
        if (p->stall_until != 0) {
            timing_sim_stall_until(p->sim, p->stall_until);
            p->stall_until = 0;
        }
    }
    if (p->recording != NULL) {
        record_block(m, p, first, n, flags);
    }
}

static enum gm_exception_kind exception_kind(unsigned vector_offset)
{
    static const enum gm_exception_kind kinds[] = {GM_EXC_SYNC, GM_EXC_IRQ, GM_EXC_FIQ, GM_EXC_SERROR};
    return kinds[vector_offset >> 7 & 3];
}

static void host_exception(void *context, unsigned pe, unsigned vector_offset, uint32_t esr, uint8_t from_el,
                           uint8_t to_el, uint64_t elr)
{
    struct gm_machine *m = context;
    struct machine_pe *p = &m->pes[pe];
    if (p->sim != NULL) {
        timing_sim_event(p->sim, TIMING_EVENT_EXCEPTION);
    }
    if (p->recording != NULL && gm_recording_append_event(p->recording, GM_RECORD_EXCEPTION) != GM_OK) {
        m->no_memory = true;
        p->pe.attn |= PE_ATTN_STOP;
    }
    struct gm_exception_event event = {
        .pe = pe,
        .kind = exception_kind(vector_offset),
        .from_el = from_el,
        .to_el = to_el,
        .elr = elr,
        .vector = p->pe.s.pc,
        .esr = esr,
        .cycle = gm_machine_cycles(m, pe),
    };
    EMIT(m, exception, event);
}

static void host_exception_return(void *context, unsigned pe, uint8_t from_el, uint8_t to_el, uint64_t target)
{
    struct gm_machine *m = context;
    struct gm_return_event event = {
        .pe = pe, .from_el = from_el, .to_el = to_el, .target = target, .cycle = gm_machine_cycles(m, pe)};
    EMIT(m, exception_return, event);
}

static void host_diagnostic(void *context, unsigned pe, const char *text, uint64_t pc, uint32_t word)
{
    struct gm_machine *m = context;
    struct gm_diagnostic_event event = {.pe = pe, .pc = pc, .word = word, .text = text};
    EMIT(m, diagnostic, event);
}

static void host_memory(void *context, unsigned pe, bool write, uint64_t address, unsigned size, uint64_t value)
{
    struct gm_machine *m = context;
    struct gm_memory_event event = {.pe = pe, .write = write, .address = address, .size = size, .value = value};
    EMIT(m, memory, event);
}

static void host_sysreg(void *context, unsigned pe, bool write, const struct sysreg_row *row, uint64_t value)
{
    struct gm_machine *m = context;
    struct gm_sysreg_event event = {.pe = pe, .write = write, .name = row->name, .value = value};
    EMIT(m, sysreg, event);
}

struct pe_host machine_pe_host(struct gm_machine *m)
{
    return (struct pe_host){
        .context = m,
        .now = host_now,
        .dsb = host_dsb,
        .context_sync = host_context_sync,
        .context_changed = host_context_changed,
        .send_event = host_send_event,
        .block = host_block,
        .exception = host_exception,
        .exception_return = host_exception_return,
        .diagnostic = host_diagnostic,
        .memory = host_memory,
        .sysreg = host_sysreg,
    };
}

/* ---- callbacks of the GIC ---- */

static void host_signal(void *context, unsigned pe, struct irq_signal signal)
{
    struct gm_machine *m = context;
    pe_signal(&m->pes[pe].pe, signal);
}

/* The two lists have the same order: the GIC's room does not see the public events. */
static void host_gic_event(void *context, const struct gic_event *e)
{
    struct gm_machine *m = context;
    struct gm_gic_event event = {
        .pe = e->pe,
        .kind = (enum gm_gic_event_kind)e->kind,
        .intid = e->intid,
        .value = e->value,
        .text = e->text,
    };
    EMIT(m, gic, event);
}

struct gic_host machine_gic_host(struct gm_machine *m)
{
    return (struct gic_host){.context = m, .signal = host_signal, .event = host_gic_event};
}
