/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The GICv3: distributor, redistributors, CPU interfaces and the messages between them.
 * docs/semantics.md is normative; comments in this room name its rules.
 *
 * The state is a plain value (no host pointers): one block of gic_state_size() bytes that can be copied,
 * compared, hashed and saved.  struct gic adds the host's side.
 */
#ifndef GIC_GIC_H
#define GIC_GIC_H

#include "mem/mmio.h"
#include "sysreg/irq_signal.h"
#include "sysreg/sysreg.h"

#include <gicmask/decision.h>
#include <gicmask/resolve.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GIC_MAX_PES = 8, GIC_MAX_SPIS = 988, GIC_SPURIOUS = 1023 };

/* Validated by the machine before gic_init. */
struct gic_config {
    unsigned pes;                   /* 1 to GIC_MAX_PES */
    uint64_t affinity[GIC_MAX_PES]; /* MPIDR_EL1 affinity fields, Aff3 in <39:32> */
    unsigned spis;                  /* 0 to 988, multiple of 32 (or 988) */
    unsigned prio_bits;             /* 4 to 8; 5 to 8 with two security states */
    bool two_security;              /* GICD_CTLR.DS is 0 at reset and writable to 1 as architected */
    bool has_el3, has_el2;
    bool pmhe; /* reset value of ICC_CTLR_EL3.PMHE (or ICC_CTLR_EL1's without EL3) */
    enum gm_resolve resolve;
    /* timed resolution, in cycles of the PE: see the core's and GIC's parameters */
    uint32_t set_latency, clear_latency, upstream_latency, ack_latency;
    bool narrow_dsb_drains_pmr; /* semantics.md rule 8, default false */
};

/* What the GIC did, for observers and the checker. */
enum gic_event_kind {
    GIC_EV_PENDING,
    GIC_EV_NOT_PENDING,
    GIC_EV_SET,
    GIC_EV_CLEAR,
    GIC_EV_RELEASE,
    GIC_EV_HELD,
    GIC_EV_ACKNOWLEDGE, /* value = what IAR returned, spurious too */
    GIC_EV_PRIORITY_DROP,
    GIC_EV_DEACTIVATE,
    GIC_EV_PMR_SENT,
    GIC_EV_PMR_ARRIVED,
    GIC_EV_SGI,
    GIC_EV_UNPREDICTABLE,   /* text says which rule; nothing is corrupted */
    GIC_EV_RESERVED_ACCESS, /* MMIO: value = offset, text names the frame */
};
struct gic_event {
    enum gic_event_kind kind;
    unsigned pe;
    uint32_t intid;
    uint64_t value;
    const char *text; /* static storage or NULL */
};

struct gic_host {
    void *context;
    /* The CPU interface's output to a PE changed. Called from inside any gic_ or register call. */
    void (*signal)(void *context, unsigned pe, struct irq_signal signal);
    void (*event)(void *context, const struct gic_event *event); /* NULL: nobody listens */
};

struct gic_state; /* defined in gic/state.h, for this room only */

struct gic {
    struct gic_state *state;
    struct gic_host host;
    struct gic_config config; /* here and not in the state: a saved file must not change it */
};

size_t gic_state_size(const struct gic_config *config);
/* Cold reset into a block of gic_state_size() bytes. */
void gic_init(struct gic *gic, void *block, const struct gic_config *config, const struct gic_host *host);

/* Whether a restored state block is within the model's bounds (indices, counts): a saved file may be hostile. */
bool gic_state_valid(const struct gic *gic);

/* The system register rows of the CPU interface (ICC_*; ICH_* and ICV_* have their seats here); owner = struct gic *.
 */
struct sysreg_bank gic_sysreg_bank(struct gic *gic);
/* MMIO maps: the distributor frame (64 KiB), one PE's redistributor (RD and SGI frames, 128 KiB). device = struct gic
 * *; the redistributor's offset counts from PE 0's RD_base: PE n is at n * 0x20000 (no VLPI frames yet). */
extern const struct mmio_map gic_distributor_map;
/* Reads and writes of whole frames; false: reserved offset (reported as an event; reads give 0). */
bool gic_dist_read(struct gic *gic, const struct mmio_access *a, uint64_t offset, uint64_t *value);
bool gic_dist_write(struct gic *gic, const struct mmio_access *a, uint64_t offset, uint64_t value);
bool gic_redist_read(struct gic *gic, const struct mmio_access *a, uint64_t offset, uint64_t *value);
bool gic_redist_write(struct gic *gic, const struct mmio_access *a, uint64_t offset, uint64_t value);

/* An interrupt input: SGIs are not lines; PPI 16..31 of one pe; SPI from 32 (pe ignored). level: its new level; for
 * an edge-triggered interrupt a rising level makes it pending. false: no such input. */
bool gic_line(struct gic *gic, unsigned pe, uint32_t intid, bool level, uint64_t now);

/* The PE's state that the CPU interface depends on changed (security state, EL). */
void gic_pe_context(struct gic *gic, unsigned pe, bool secure, uint8_t el);
/* A context synchronization event at the PE (rules 2, 3, 11). */
void gic_context_sync(struct gic *gic, unsigned pe, uint64_t now);
/* DSB domains as in CRm<3:2>, types as in CRm<1:0>. Returns the cycle at which the DSB may complete (>= now): rule
 * 7, 8. In adversarial and prompt resolution everything that must be drained arrives during the call. */
uint64_t gic_dsb(struct gic *gic, unsigned pe, unsigned crm, uint64_t now);
/* Timed: delivers what is due by `now` of that PE. Returns the time of the next message, UINT64_MAX when there is none.
 */
uint64_t gic_advance(struct gic *gic, unsigned pe, uint64_t now);

/* Explored: the choices open now for a PE. */
enum gic_choice { GIC_CHOICE_UPSTREAM, GIC_CHOICE_DOWNSTREAM, GIC_CHOICE_REPLACE_SLOT, GIC_CHOICE_EFFECTIVE };
bool gic_choice_open(const struct gic *gic, unsigned pe, enum gic_choice choice);
/* Whether an open choice must come in finite time if nothing else happens. Late for ever may be: a PMR value without a
 * DSB (rule 4), what the hint holds back (rule 5), a write before a context synchronization event (rule 3). */
bool gic_choice_bounded(const struct gic *gic, unsigned pe, enum gic_choice choice);
/* What firmware and the start of a scenario have set up long ago: writes are effective, what need not be held back is
 * Set. */
void gic_settle_start(struct gic *gic, unsigned pe);
void gic_choice_take(struct gic *gic, unsigned pe, enum gic_choice choice, uint64_t now);

/* Explanation for people and monitors. All values physical. */
struct gic_explanation {
    uint32_t intid; /* the interrupt that is explained: the slot's, else the highest pending; GIC_SPURIOUS when none */
    uint8_t priority;
    uint8_t group; /* enum irq_group */
    enum gm_reason reason;
    uint8_t pmr, running; /* running 0xff when idle */
    bool view_known;      /* PMHE=1: the redistributor's copy */
    uint8_t view;
    bool pmhe;
    unsigned upstream_pending; /* entries in the upstream queue */
};
void gic_explain(const struct gic *gic, unsigned pe, struct gic_explanation *out);
/* The same for one INTID, whatever its state. false: no such INTID. */
bool gic_explain_intid(const struct gic *gic, unsigned pe, uint32_t intid, struct gic_explanation *out);

/* Host-side setup that bypasses views and messages: physical values, as after firmware's set-up. */
struct gic_setup {
    uint32_t intid;
    uint8_t priority;
    uint8_t group; /* 0: group 0; 1: group 1 (Non-secure with two security states); 2: Secure group 1 */
    bool enabled, edge;
    uint8_t target; /* SPI: PE number; 0xff: 1-of-N */
};
bool gic_configure(struct gic *gic, unsigned pe, const struct gic_setup *setup);
/* Group enables at distributor and CPU interface on, redistributor awake, SRE=1, EOImode as given, BPR at minimum. */
void gic_ready(struct gic *gic, bool eoimode1);
void gic_set_pmr(struct gic *gic, unsigned pe, uint8_t physical); /* the view learns it too */
uint8_t gic_pmr(const struct gic *gic, unsigned pe);
bool gic_pmhe(const struct gic *gic, unsigned pe);        /* ICC_CTLR.PMHE as it works for this PE */
void gic_set_pmhe(struct gic *gic, unsigned pe, bool on); /* host side; the view is then known */

#endif
