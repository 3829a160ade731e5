/* SPDX-License-Identifier: Apache-2.0 */
/* PMR, RPR, acknowledge, end of interrupt, deactivate, SGIs.  facts/architecture.md 1.1, 1.2, 1.5, 1.8. */
#include "gic/icc.h"

enum { SECURE_1020 = 1020, NONSECURE_1021 = 1021 };

static struct gic_pe *pe_of(void *owner, const struct sysreg_context *c)
{
    struct gic *g = owner;
    gic_set_now(g, c->now);
    return &g->state->pe[c->pe];
}

uint64_t icc_pmr_read(void *owner, const struct sysreg_context *c, const struct sysreg_row *row)
{
    const struct gic *g = owner;
    const struct gic_pe *p = &g->state->pe[c->pe];
    if (icc_is_virtual(c, row)) {
        return p->virt.pmr;
    }
    return icc_shifted(g, c) ? gm_pmr_read_ns(p->physical.pmr) : p->physical.pmr;
}

void icc_pmr_write(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, uint64_t value)
{
    struct gic *g = owner;
    struct gic_pe *p = pe_of(g, c);
    struct gic_cpuif *i = icc_is_virtual(c, row) ? &p->virt : &p->physical;
    uint8_t v = (uint8_t)value; /* <63:8> are RES0: bugs 14 */
    if (i == &p->virt) {
        i->pmr = v & gic_prio_mask(i->prio_bits);
        return;
    }
    if (!icc_shifted(g, c)) {
        gic_write_pmr(g, c->pe, v & gic_prio_mask(i->prio_bits));
    } else if (i->pmr >= 0x80) { /* else ignored: nothing is written and nothing is sent */
        gic_write_pmr(g, c->pe, gm_pmr_write_ns(i->pmr, v, i->prio_bits));
    }
}

uint64_t icc_rpr_read(void *owner, const struct sysreg_context *c, const struct sysreg_row *row)
{
    const struct gic *g = owner;
    const struct gic_pe *p = &g->state->pe[c->pe];
    if (icc_is_virtual(c, row)) {
        return p->virt.running;
    }
    return icc_shifted(g, c) ? gm_pmr_read_ns(p->physical.running) : p->physical.running;
}

/* The INTID of the offer as this register shows it to this accessor. */
static uint32_t shown(const struct gic *g, const struct sysreg_context *c, bool register0, const struct gic_offer *o)
{
    bool one_state = gic_one_state(g);
    if (o->present == 0) {
        return GIC_SPURIOUS;
    }
    if (register0 && o->group != GIC_G0) {
        /* EL3 is told for which state it is */
        return c->el != 3 ? GIC_SPURIOUS : o->group == GIC_G1S ? SECURE_1020 : NONSECURE_1021;
    }
    if (!register0 && o->group == GIC_G0) {
        return GIC_SPURIOUS;
    }
    bool secure_interrupt = !one_state && o->group != GIC_G1;
    bool readable = secure_interrupt ? c->secure : one_state || !c->secure || c->el == 3;
    return readable ? o->intid : GIC_SPURIOUS;
}

/* HPPIR ignores PMR and running priority; what the redistributor holds back it cannot show. */
uint64_t icc_hppir_read(void *owner, const struct sysreg_context *c, const struct sysreg_row *row)
{
    struct gic *g = owner;
    const struct gic_pe *p = pe_of(g, c);
    if (icc_is_virtual(c, row)) {
        return GIC_SPURIOUS; /* seat: no list register is looked at yet */
    }
    gic_advance(g, c->pe, c->now);
    return shown(g, c, icc_is_group0(row), &p->physical.slot);
}

uint64_t icc_iar_read(void *owner, const struct sysreg_context *c, const struct sysreg_row *row)
{
    struct gic *g = owner;
    const struct gic_pe *p = pe_of(g, c);
    if (icc_is_virtual(c, row)) {
        return GIC_SPURIOUS;
    }
    gic_advance(g, c->pe, c->now);
    if (gic_late(g)) {
        gic_deliver_clears(g, c->pe); /* (choice) a withdrawn interrupt is gone by now: rule 10 */
    }
    uint32_t intid = GIC_SPURIOUS;
    if (gic_can_acknowledge(g, c->pe)) {
        intid = shown(g, c, icc_is_group0(row), &p->physical.slot);
    }
    gic_emit(g, GIC_EV_ACKNOWLEDGE, c->pe, intid, intid, NULL);
    if (intid < SECURE_1020) {
        gic_acknowledge(g, c->pe);
    }
    return intid;
}

/* Seat: without FEAT_GICv3_NMI nothing pending is an NMI. */
uint64_t icc_nmiar_read(void *owner, const struct sysreg_context *c, const struct sysreg_row *row)
{
    (void)owner, (void)c, (void)row;
    return GIC_SPURIOUS;
}

static void unpredictable(const struct gic *g, unsigned pe, uint32_t intid, const char *text)
{
    gic_emit(g, GIC_EV_UNPREDICTABLE, pe, intid, 0, text);
}

static void send_deactivate(struct gic *g, unsigned pe, uint32_t intid)
{
    if (gic_record(g, pe, intid) != NULL) {
        const struct gic_message m = {.kind = GIC_UP_DEACTIVATE, .offer = {.intid = (uint16_t)intid, .present = 1}};
        gic_send_up(g, pe, &m);
    }
}

static bool eoi_split(const struct gic *g, const struct sysreg_context *c)
{
    unsigned bank = c->el == 3 ? GIC_BANK_EL3 : icc_ns_bank(g, c) ? GIC_BANK_NS : GIC_BANK_S;
    return g->state->pe[c->pe].physical.effective.eoimode[bank] != 0;
}

/* bugs 53: the register must fit the group of the highest active interrupt, and the accessor its security state. */
static bool may_end(const struct gic *g, const struct sysreg_context *c, bool register0, unsigned group)
{
    if (register0 != (group == GIC_G0)) {
        return false;
    }
    bool secure_interrupt = !gic_one_state(g) && group != GIC_G1;
    return secure_interrupt ? c->secure : gic_one_state(g) || !c->secure || c->el == 3;
}

/* The active level at which this INTID was acknowledged, or GIC_LEVELS. */
static unsigned level_of(const struct gic_cpuif *i, uint32_t intid)
{
    for (unsigned level = 0; level < GIC_LEVELS; level++) {
        uint32_t active = i->apr[GIC_G0][level / 32] | i->apr[GIC_G1S][level / 32] | i->apr[GIC_G1][level / 32];
        if ((active >> level % 32 & 1) != 0 && i->acked[level] == intid) {
            return level;
        }
    }
    return GIC_LEVELS;
}

/*
 * Rule 12.  (choice) An EOIR out of order drops the highest active priority, as hardware does, and ends its own INTID;
 * an EOIR of an INTID that this PE has not acknowledged does nothing.  Both are reported.
 */
static bool in_order(struct gic *g, unsigned pe, uint32_t intid, unsigned level)
{
    struct gic_cpuif *i = &g->state->pe[pe].physical;
    if (i->acked[level] == intid || i->acked[level] == 0xffff) {
        return true;
    }
    unsigned other = level_of(i, intid);
    if (other == GIC_LEVELS) {
        unpredictable(g, pe, intid, "ICC_EOIR of an interrupt that this PE has not acknowledged (rule 12): ignored");
        return false;
    }
    unpredictable(g, pe, intid, "ICC_EOIR out of order (rule 12): drops the highest active priority");
    i->acked[other] = i->acked[level];
    return true;
}

/* The virtual interface: priority drop only, no list register is looked at yet. */
static void virtual_drop(struct gic_cpuif *i, bool register0)
{
    unsigned level;
    unsigned group = gic_highest_active(i, &level);
    if (group != GIC_GROUPS && register0 == (group == GIC_G0)) {
        gic_drop(i, group);
    }
}

void icc_eoir_write(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, uint64_t value)
{
    struct gic *g = owner;
    struct gic_pe *p = pe_of(g, c);
    uint32_t intid = (uint32_t)bits(value, 23, 0);
    unsigned level;
    if (icc_is_virtual(c, row)) {
        virtual_drop(&p->virt, icc_is_group0(row));
        return;
    }
    if (intid >= SECURE_1020 && intid <= GIC_SPURIOUS) {
        return; /* special INTIDs: no effect */
    }
    unsigned group = gic_highest_active(&p->physical, &level);
    if (group == GIC_GROUPS) {
        unpredictable(g, c->pe, intid, "ICC_EOIR without an active interrupt (rule 12): ignored");
        return;
    }
    if (!may_end(g, c, icc_is_group0(row), group)) {
        unpredictable(g, c->pe, intid, "ICC_EOIR does not fit the group or state of the highest active: ignored");
        return;
    }
    if (!in_order(g, c->pe, intid, level)) {
        return;
    }
    gic_drop(&p->physical, group);
    gic_emit(g, GIC_EV_PRIORITY_DROP, c->pe, intid, level << (p->physical.min_bpr + 1), NULL);
    if (!eoi_split(g, c)) {
        send_deactivate(g, c->pe, intid);
    }
    g->state->signal_dirty |= 1u << c->pe;
    gic_settle(g);
}

/* Below EL3: only what the security state owns, and not a group whose interrupts go to EL3. */
static bool may_deactivate(const struct gic *g, const struct sysreg_context *c, const struct gic_intid *r)
{
    unsigned group = gic_group_of(g, r);
    if (c->el == 3) {
        return true;
    }
    if (!gic_one_state(g) && (group == GIC_G1) == c->secure) {
        return false;
    }
    return !c->has_el3 || (c->scr_el3 & (group == GIC_G0 ? ICC_SCR_FIQ : ICC_SCR_IRQ)) == 0;
}

void icc_dir_write(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, uint64_t value)
{
    struct gic *g = owner;
    pe_of(g, c);
    uint32_t intid = (uint32_t)bits(value, 23, 0);
    if (icc_is_virtual(c, row)) {
        return; /* seat */
    }
    const struct gic_intid *r = gic_record(g, c->pe, intid);
    if (!eoi_split(g, c)) {
        unpredictable(g, c->pe, intid, "ICC_DIR with EOImode=0: ignored");
        return;
    }
    if (r != NULL && may_deactivate(g, c, r)) {
        send_deactivate(g, c->pe, intid);
        gic_settle(g);
    }
}

static void send_sgi(struct gic *g, const struct sysreg_context *c, unsigned group, uint64_t value)
{
    const struct gic_message m = {
        .kind = GIC_UP_SGI, .value = value, .ns = !c->secure, .offer = {.group = (uint8_t)group}};
    pe_of(g, c);
    gic_emit(g, GIC_EV_SGI, c->pe, (uint32_t)bits(value, 27, 24), value, NULL);
    gic_send_up(g, c->pe, &m);
    gic_settle(g);
}

void icc_sgi1r_write(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, uint64_t value)
{
    (void)row;
    send_sgi(owner, c, gic_one_state(owner) || !c->secure ? GIC_G1 : GIC_G1S, value);
}

/* Group 1 of the other security state. */
void icc_asgi1r_write(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, uint64_t value)
{
    (void)row;
    send_sgi(owner, c, gic_one_state(owner) || c->secure ? GIC_G1 : GIC_G1S, value);
}

void icc_sgi0r_write(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, uint64_t value)
{
    (void)row;
    send_sgi(owner, c, GIC_G0, value);
}
