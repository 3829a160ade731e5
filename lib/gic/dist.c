/* SPDX-License-Identifier: Apache-2.0 */
/* The distributor's registers and its map.  Arm IHI 0069, 12.9; affinity routing is always on (ARE RAO/WI). */
#include "gic/frames.h"

enum { ARE_S = 1 << 4, ARE_NS = 1 << 5, NS_ARE_NS = 1 << 4, NS_ENABLE_GRP1A = 1 << 1 };

static struct gic_view_of view_of(void *device, const struct mmio_access *a)
{
    struct gic *g = device;
    return (struct gic_view_of){.gic = g, .pe = a->pe, .hidden_view = !a->secure && !gic_one_state(g)};
}

/* The first INTID of a bit-per-INTID or similar register; with ARE on those of the private INTIDs are RAZ/WI here. */
static uint32_t first_intid(const struct mmio_row *row, uint64_t offset, unsigned per_byte)
{
    return (uint32_t)(offset - row->first) * per_byte;
}

static uint64_t ctlr_read(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset)
{
    (void)row, (void)offset;
    struct gic *g = device;
    uint32_t ctlr = g->state->ctlr;
    /* RWP reads 0, which says that earlier changes are in effect: Clears still under way arrive now. */
    for (unsigned pe = 0; pe < g->config.pes; pe++) {
        gic_deliver_clears(g, pe);
    }
    if (gic_one_state(g)) {
        return ctlr | ARE_S;
    }
    if (!a->secure) {
        return NS_ARE_NS | (ctlr & GICD_G1NS);
    }
    return ctlr | ARE_S | ARE_NS;
}

static void ctlr_write(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset,
                       uint64_t value)
{
    (void)row, (void)offset;
    struct gic *g = device;
    uint32_t *ctlr = &g->state->ctlr;
    uint32_t v = (uint32_t)value;
    if (gic_one_state(g)) {
        *ctlr = GICD_DS | (v & (GICD_G0 | GICD_G1NS | GICD_E1NWF));
    } else if (!a->secure) {
        *ctlr = (*ctlr & ~(uint32_t)GICD_G1NS) | (v & NS_ENABLE_GRP1A); /* EnableGrp1A is EnableGrp1NS */
    } else if ((v & GICD_DS) != 0) {
        *ctlr = GICD_DS | (v & (GICD_G0 | GICD_G1NS | GICD_E1NWF)); /* sticky until reset */
    } else {
        *ctlr = v & (GICD_G0 | GICD_G1NS | GICD_G1S | GICD_E1NWF);
    }
    gic_touch_all(g);
    g->state->signal_dirty |= g->state->dirty; /* DS renames the group that is signalled */
    gic_settle(g);
}

static uint64_t typer_read(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset)
{
    (void)a, (void)row, (void)offset;
    const struct gic *g = device;
    uint64_t lines = (g->config.spis + GIC_PRIVATE + 31) / 32 - 1;
    uint64_t rss = 0;
    for (unsigned pe = 0; pe < g->config.pes; pe++) {
        rss |= (g->config.affinity[pe] & 0xff) > 15;
    }
    /* MBIS <16>, IDbits <23:19> = 16 bits, A3V <24>, No1N <25> = 0, RSS <26> */
    return lines | (uint64_t)!gic_one_state(g) << 10 | BIT64(16) | UINT64_C(15) << 19 | BIT64(24) | rss << 26;
}

static uint64_t iidr_read(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset)
{
    (void)device, (void)a, (void)row, (void)offset;
    return 0x43b; /* implementer Arm, product 0: no GIC-500 or GIC-600 whose errata software would look for */
}

static uint64_t id_read(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset)
{
    (void)device, (void)a, (void)row;
    return gic_id_register(offset, 0x92);
}

/* GICD_SETSPI_NSR and so on: message-based SPIs.  Level-sensitive ones stay pending until CLRSPI. */
static void message_write(struct gic *g, const struct mmio_access *a, bool set, uint64_t value)
{
    uint32_t intid = (uint32_t)bits(value, 12, 0);
    struct gic_view_of v = view_of(g, a);
    const struct gic_intid *r = intid >= GIC_PRIVATE ? gic_record(g, 0, intid) : NULL;
    if (r == NULL || !gic_visible(&v, intid, r, set ? 1 : 2)) {
        return;
    }
    bool edge = (r->flags & GIC_F_EDGE) != 0;
    if (set) {
        gic_change(g, a->pe, intid, edge ? GIC_F_LATCH : GIC_F_LINE, 0);
    } else {
        gic_change(g, a->pe, intid, 0, edge ? GIC_F_LATCH : GIC_F_LATCH | GIC_F_LINE);
    }
    gic_settle(g);
}

static void setspi_nsr(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset,
                       uint64_t value)
{
    (void)row, (void)offset;
    message_write(device, a, true, value);
}

static void clrspi_nsr(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset,
                       uint64_t value)
{
    (void)row, (void)offset;
    message_write(device, a, false, value);
}

/* The _SR registers exist with two security states, for Secure accesses. */
static void setspi_sr(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset,
                      uint64_t value)
{
    (void)row, (void)offset;
    if (a->secure && !gic_one_state(device)) {
        message_write(device, a, true, value);
    }
}

static void clrspi_sr(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset,
                      uint64_t value)
{
    (void)row, (void)offset;
    if (a->secure && !gic_one_state(device)) {
        message_write(device, a, false, value);
    }
}

/* Accessors of registers with fields per INTID: one pair a register, from INTID 32 on. */
#define BITS_ROW(lower, reg)                                                                                           \
    static uint64_t lower##_read(void *device, const struct mmio_access *a, const struct mmio_row *row,                \
                                 uint64_t offset)                                                                      \
    {                                                                                                                  \
        struct gic_view_of v = view_of(device, a);                                                                     \
        uint32_t first = first_intid(row, offset, 8);                                                                  \
        return first < GIC_PRIVATE ? 0 : gic_bits_read(&v, reg, first);                                                \
    }                                                                                                                  \
    static void lower##_write(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset,  \
                              uint64_t value)                                                                          \
    {                                                                                                                  \
        struct gic_view_of v = view_of(device, a);                                                                     \
        uint32_t first = first_intid(row, offset, 8);                                                                  \
        if (first >= GIC_PRIVATE) {                                                                                    \
            gic_bits_write(&v, reg, first, (uint32_t)value);                                                           \
        }                                                                                                              \
    }
BITS_ROW(igroupr, GIC_REG_GROUP)
BITS_ROW(igrpmodr, GIC_REG_GRPMOD)
BITS_ROW(isenabler, GIC_REG_ISENABLER)
BITS_ROW(icenabler, GIC_REG_ICENABLER)
BITS_ROW(ispendr, GIC_REG_ISPENDR)
BITS_ROW(icpendr, GIC_REG_ICPENDR)
BITS_ROW(isactiver, GIC_REG_ISACTIVER)
BITS_ROW(icactiver, GIC_REG_ICACTIVER)

static uint64_t ipriorityr_read(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset)
{
    struct gic_view_of v = view_of(device, a);
    uint32_t first = first_intid(row, offset, 1);
    return first < GIC_PRIVATE ? 0 : gic_priorities_read(&v, first, a->size);
}

static void ipriorityr_write(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset,
                             uint64_t value)
{
    struct gic_view_of v = view_of(device, a);
    uint32_t first = first_intid(row, offset, 1);
    if (first >= GIC_PRIVATE) {
        gic_priorities_write(&v, first, a->size, (uint32_t)value);
    }
}

static uint64_t icfgr_read(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset)
{
    struct gic_view_of v = view_of(device, a);
    uint32_t first = first_intid(row, offset, 4);
    return first < GIC_PRIVATE ? 0 : gic_icfgr_read(&v, first);
}

static void icfgr_write(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset,
                        uint64_t value)
{
    struct gic_view_of v = view_of(device, a);
    uint32_t first = first_intid(row, offset, 4);
    if (first >= GIC_PRIVATE) {
        gic_icfgr_write(&v, first, (uint32_t)value);
    }
}

static uint64_t nsacr_read(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset)
{
    struct gic_view_of v = view_of(device, a);
    uint32_t first = first_intid(row, offset, 4);
    return first < GIC_PRIVATE ? 0 : gic_nsacr_read(&v, first);
}

static void nsacr_write(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset,
                        uint64_t value)
{
    struct gic_view_of v = view_of(device, a);
    uint32_t first = first_intid(row, offset, 4);
    if (first >= GIC_PRIVATE) {
        gic_nsacr_write(&v, first, (uint32_t)value);
    }
}

/* GICD_IROUTER<n>, 64 bits, accessible as two words: the record if it may be seen. */
static struct gic_intid *routed(struct gic *g, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset,
                                uint32_t *intid)
{
    struct gic_view_of v = view_of(g, a);
    *intid = GIC_PRIVATE + (uint32_t)(offset - row->first) / 8;
    struct gic_intid *r = gic_record(g, 0, *intid);
    return r != NULL && gic_visible(&v, *intid, r, 3) ? r : NULL;
}

static uint64_t irouter_read(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset)
{
    uint32_t intid;
    const struct gic_intid *r = routed(device, a, row, offset, &intid);
    if (r == NULL) {
        return 0;
    }
    return a->size == 8 ? r->router : (uint32_t)(r->router >> (offset % 8 * 8));
}

static void irouter_write(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset,
                          uint64_t value)
{
    uint32_t intid;
    const struct gic_intid *r = routed(device, a, row, offset, &intid);
    if (r == NULL) {
        return;
    }
    unsigned low = (unsigned)(offset % 8 * 8);
    gic_route(device, intid, a->size == 8 ? value : set_bits(r->router, low + 31, low, value));
    gic_settle(device);
}

/* IHI 0069, table 12-25 "Distributor register map".  No functions: RAZ/WI. */
static const struct mmio_row rows[] = {
    {0x0000, 0x0003, "GICD_CTLR", 4, ctlr_read, ctlr_write},
    {0x0004, 0x0007, "GICD_TYPER", 4, typer_read, NULL},
    {0x0008, 0x000b, "GICD_IIDR", 4, iidr_read, NULL},
    {0x000c, 0x000f, "GICD_TYPER2", 4, NULL, NULL},
    {0x0010, 0x0013, "GICD_STATUSR", 4, NULL, NULL},
    {0x0040, 0x0043, "GICD_SETSPI_NSR", 4, NULL, setspi_nsr},
    {0x0048, 0x004b, "GICD_CLRSPI_NSR", 4, NULL, clrspi_nsr},
    {0x0050, 0x0053, "GICD_SETSPI_SR", 4, NULL, setspi_sr},
    {0x0058, 0x005b, "GICD_CLRSPI_SR", 4, NULL, clrspi_sr},
    {0x0080, 0x00ff, "GICD_IGROUPR", 4, igroupr_read, igroupr_write},
    {0x0100, 0x017f, "GICD_ISENABLER", 4, isenabler_read, isenabler_write},
    {0x0180, 0x01ff, "GICD_ICENABLER", 4, icenabler_read, icenabler_write},
    {0x0200, 0x027f, "GICD_ISPENDR", 4, ispendr_read, ispendr_write},
    {0x0280, 0x02ff, "GICD_ICPENDR", 4, icpendr_read, icpendr_write},
    {0x0300, 0x037f, "GICD_ISACTIVER", 4, isactiver_read, isactiver_write},
    {0x0380, 0x03ff, "GICD_ICACTIVER", 4, icactiver_read, icactiver_write},
    {0x0400, 0x07fb, "GICD_IPRIORITYR", 4 | 1, ipriorityr_read, ipriorityr_write},
    {0x0800, 0x0bfb, "GICD_ITARGETSR", 4 | 1, NULL, NULL}, /* RAZ/WI: affinity routing */
    {0x0c00, 0x0cff, "GICD_ICFGR", 4, icfgr_read, icfgr_write},
    {0x0d00, 0x0d7f, "GICD_IGRPMODR", 4, igrpmodr_read, igrpmodr_write},
    {0x0e00, 0x0eff, "GICD_NSACR", 4, nsacr_read, nsacr_write},
    {0x0f00, 0x0f03, "GICD_SGIR", 4, NULL, NULL}, /* affinity routing: SGIs are system registers */
    {0x0f10, 0x0f1f, "GICD_CPENDSGIR", 4 | 1, NULL, NULL},
    {0x0f20, 0x0f2f, "GICD_SPENDSGIR", 4 | 1, NULL, NULL},
    {0x0f80, 0x0fff, "GICD_INMIR", 4, NULL, NULL}, /* seat: FEAT_GICv3_NMI */
    {0x6100, 0x7fdf, "GICD_IROUTER", 8 | 4, irouter_read, irouter_write},
    {0xffd0, 0xffff, "GICD_PIDR", 4, id_read, NULL},
};

const struct mmio_map gic_distributor_map = {rows, ARRAY_SIZE(rows)};

static const struct mmio_row *find(struct gic *g, const struct mmio_access *a, uint64_t offset)
{
    const struct mmio_row *row = a->pe < g->config.pes ? mmio_find(&gic_distributor_map, offset, a->size) : NULL;
    if (row == NULL) {
        gic_emit(g, GIC_EV_RESERVED_ACCESS, a->pe, GIC_SPURIOUS, offset, "GICD");
        return NULL;
    }
    gic_set_now(g, a->now);
    return row;
}

bool gic_dist_read(struct gic *gic, const struct mmio_access *a, uint64_t offset, uint64_t *value)
{
    const struct mmio_row *row = find(gic, a, offset);
    *value = row != NULL && row->read != NULL ? row->read(gic, a, row, offset) : 0;
    return row != NULL;
}

bool gic_dist_write(struct gic *gic, const struct mmio_access *a, uint64_t offset, uint64_t value)
{
    const struct mmio_row *row = find(gic, a, offset);
    if (row != NULL && row->write != NULL) {
        row->write(gic, a, row, offset, value);
    }
    return row != NULL;
}
