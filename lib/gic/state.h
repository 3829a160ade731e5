/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The GIC's state, and what the files of this room offer each other.
 *
 * The state is one block without pointers: struct gic_state, then a 16-byte record per INTID: 32 private ones for each
 * PE, then the SPIs.  Flags are uint8_t, not bool: a restored block may hold any byte.  Padding is spelled out, so that
 * equal states are equal bytes.
 */
#ifndef GIC_STATE_H
#define GIC_STATE_H

#include "base/bits.h"
#include "gic/gic.h"

enum { GIC_PRIVATE = 32, GIC_SPI_WORDS = 31, GIC_NO_PE = 0xff, GIC_QUEUE = 16, GIC_LEVELS = 128, GIC_LRS = 4 };

/* Banks of the CPU interface.  With one security state Group 1 uses the Non-secure bank (as QEMU does). */
enum { GIC_G0, GIC_G1S, GIC_G1, GIC_GROUPS };
/* Banks of ICC_CTLR_EL1, and of EOImode. */
enum { GIC_BANK_S, GIC_BANK_NS, GIC_BANK_EL3 };

enum {
    GIC_F_LATCH = 1 << 0, /* made pending by an edge, an SGI or ISPENDR */
    GIC_F_LINE = 1 << 1,  /* the input's level */
    GIC_F_ENABLED = 1 << 2,
    GIC_F_ACTIVE = 1 << 3,
    GIC_F_EDGE = 1 << 4,
    GIC_F_GROUP = 1 << 5,  /* IGROUPR */
    GIC_F_GRPMOD = 1 << 6, /* IGRPMODR */
    GIC_F_IRM = 1 << 7,    /* GICD_IROUTER.Interrupt_Routing_Mode: 1-of-N */
    GIC_F_NMI = 1 << 8,    /* seat: FEAT_GICv3_NMI's INMIR */
    GIC_F_ALL = (1 << 9) - 1,
};

struct gic_intid {
    uint8_t priority; /* physical, implemented bits only */
    uint8_t target;   /* SPI: the PE that IROUTER names, GIC_NO_PE if none */
    uint8_t holder;   /* the PE to which a Set is outstanding (not Activated, Released or Cleared), or GIC_NO_PE */
    uint8_t nsacr;
    uint32_t flags;
    uint64_t router;
};

/* An interrupt as the redistributor offers it. */
struct gic_offer {
    uint16_t intid;
    uint8_t priority;
    uint8_t group; /* GIC_G0.. */
    uint8_t present;
    uint8_t pad[3];
};

enum gic_message_kind {
    GIC_UP_PMR,
    GIC_UP_ACTIVATE,
    GIC_UP_DEACTIVATE,
    GIC_UP_RELEASE,
    GIC_UP_SGI,
    GIC_DOWN_SET,
    GIC_DOWN_CLEAR,
};

struct gic_message {
    uint64_t due;   /* timed resolution; else 0 */
    uint64_t value; /* PMR, or the SGI register's value */
    struct gic_offer offer;
    uint8_t kind;
    uint8_t ns; /* SGI: written from Non-secure state */
    uint8_t pad[6];
};

struct gic_queue {
    uint32_t count, pad;
    struct gic_message entry[GIC_QUEUE];
};

/* What rule 3 lets take effect late. */
struct gic_controls {
    uint8_t igrpen[GIC_GROUPS];
    uint8_t bpr[GIC_GROUPS];
    uint8_t cbpr[2];
    uint8_t eoimode[3];
    uint8_t pad[5];
};

/* Used twice: the physical and the virtual CPU interface of a PE. */
struct gic_cpuif {
    uint8_t pmr;
    uint8_t pmr_before;   /* the value before the last write */
    uint8_t pmr_unsynced; /* no context synchronization event since that write: rule 11 */
    uint8_t pmhe;
    uint8_t prio_bits, min_bpr;
    uint8_t any_active, running; /* derived from apr */
    struct gic_controls written, effective;
    uint32_t apr[GIC_GROUPS][4];
    uint16_t acked[GIC_LEVELS]; /* the INTID acknowledged at each active level, 0xffff unknown: only to report misuse */
    struct gic_offer slot;
};

enum gic_view {
    GIC_VIEW_OFF,     /* PMHE=0 */
    GIC_VIEW_UNKNOWN, /* PMHE=1, no PMR write has arrived since */
    GIC_VIEW_KNOWN,
    GIC_VIEW_LEAVING, /* PMHE=0 written, no DSB yet: rule 9, adversarial and explored */
};

struct gic_pe {
    struct gic_cpuif physical, virt;
    struct gic_queue up, down;
    uint64_t last_ack;       /* timed: when the last upstream entry is acknowledged */
    uint64_t last_ack_other; /* the same without PMR values */
    uint64_t ich_hcr, ich_lr[GIC_LRS];
    struct gic_offer best; /* the highest candidate, held back or not: kept up to date by gic_settle */
    struct gic_offer sent; /* the last Set that the redistributor counts as outstanding */
    uint32_t candidates;   /* pending, enabled, not active: INTID 0 to 31 */
    uint32_t dpg;          /* GICR_CTLR <26:24> */
    uint16_t held;         /* the INTID reported as held back, plus 1 */
    uint8_t view_state, view;
    uint8_t asleep;
    uint8_t signalled; /* enum irq_group */
    uint8_t secure, el;
};

struct gic_state {
    uint64_t now;   /* timed: the time of what is being done */
    uint32_t ctlr;  /* GICD_CTLR, Secure view: <2:0> enables, DS, E1NWF */
    uint32_t dirty; /* PEs whose best is to be looked for again: 0 between calls */
    uint32_t signal_dirty;
    uint32_t irm_spis; /* number of SPIs with IRM=1 */
    uint32_t spi_candidates[GIC_SPI_WORDS];
    uint32_t pad;
    struct gic_pe pe[GIC_MAX_PES];
    struct gic_intid intid[];
};

enum { GICD_G0 = 1 << 0, GICD_G1NS = 1 << 1, GICD_G1S = 1 << 2, GICD_DS = 1 << 6, GICD_E1NWF = 1 << 7 };
enum { GICR_DPG0 = 1 << 24, GICR_DPG1NS = 1 << 25, GICR_DPG1S = 1 << 26 };

static inline bool gic_one_state(const struct gic *g)
{
    return (g->state->ctlr & GICD_DS) != 0;
}

static inline bool gic_rec_pending(const struct gic_intid *r)
{
    return (r->flags & GIC_F_LATCH) != 0 || (r->flags & (GIC_F_LINE | GIC_F_EDGE)) == GIC_F_LINE;
}

/* Late resolutions: what may come late comes only when it must, or when the explorer says so. */
static inline bool gic_late(const struct gic *g)
{
    return g->config.resolve == GM_RESOLVE_ADVERSARIAL || g->config.resolve == GM_RESOLVE_EXPLORED;
}

static inline void gic_set_now(struct gic *g, uint64_t now)
{
    if (g->config.resolve == GM_RESOLVE_TIMED) {
        g->state->now = now;
    }
}

/* intids.c */
struct gic_intid *gic_record(const struct gic *g, unsigned pe, uint32_t intid); /* NULL: no such INTID */
unsigned gic_group_of(const struct gic *g, const struct gic_intid *r);
bool gic_group_forwarded(const struct gic *g, unsigned group); /* its GICD_CTLR enable */
uint8_t gic_prio_mask(unsigned prio_bits);
void gic_change(struct gic *g, unsigned pe, uint32_t intid, uint32_t set, uint32_t clear);
void gic_touch(struct gic *g, unsigned pe, uint32_t intid, const struct gic_intid *r); /* after any other change */
void gic_touch_all(struct gic *g);
void gic_route(struct gic *g, uint32_t intid, uint64_t router);
unsigned gic_pe_of_affinity(const struct gic *g, uint64_t affinity); /* GIC_NO_PE if none */

/* select.c */
void gic_select(struct gic *g, unsigned pe);
bool gic_offered_to(const struct gic *g, unsigned pe, uint32_t intid, const struct gic_intid *r);
bool gic_still_valid(const struct gic *g, unsigned pe, const struct gic_offer *o);
bool gic_held_back(const struct gic *g, unsigned pe, uint8_t priority);
bool gic_before(const struct gic_offer *a, const struct gic_offer *b);

/* messages.c: everything that a call has changed is carried through by gic_settle. */
void gic_settle(struct gic *g);
void gic_send_up(struct gic *g, unsigned pe, const struct gic_message *m);
void gic_enables_changed(struct gic *g, unsigned pe);
void gic_view_changed(struct gic *g, unsigned pe);
void gic_pmhe_changed(struct gic *g, unsigned pe);
void gic_deliver_one(struct gic *g, unsigned pe, struct gic_queue *q); /* the queue must not be empty */
void gic_deliver_clears(struct gic *g, unsigned pe);
void gic_forward(struct gic *g, unsigned pe, bool despite_hint, bool replace);

/* arrive.c: what a message does at its destination. */
void gic_arrive(struct gic *g, unsigned pe, const struct gic_message *m);

/* cpuif.c */
uint8_t gic_group_mask_of(const struct gic_cpuif *i, unsigned group);
enum gm_reason gic_decide_offer(const struct gic_cpuif *i, const struct gic_offer *o, uint8_t pmr);
void gic_update_signal(struct gic *g, unsigned pe);
void gic_write_pmr(struct gic *g, unsigned pe, uint8_t physical);
void gic_write_controls(struct gic *g, unsigned pe, const struct gic_controls *c);
bool gic_can_acknowledge(const struct gic *g, unsigned pe);
void gic_acknowledge(struct gic *g, unsigned pe);
void gic_cpuif_active_changed(struct gic_cpuif *i);
/* The group of the highest active priority and its level; GIC_GROUPS when idle. */
unsigned gic_highest_active(const struct gic_cpuif *i, unsigned *level);
unsigned gic_drop(struct gic_cpuif *i, unsigned group);

/* sgi.c */
void gic_generate_sgis(struct gic *g, unsigned from, unsigned group, bool ns, uint64_t value);

static inline void gic_emit(const struct gic *g, enum gic_event_kind kind, unsigned pe, uint32_t intid, uint64_t value,
                            const char *text)
{
    if (g->host.event != NULL) {
        const struct gic_event event = {.kind = kind, .pe = pe, .intid = intid, .value = value, .text = text};
        g->host.event(g->host.context, &event);
    }
}

#endif
