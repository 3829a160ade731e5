/* SPDX-License-Identifier: Apache-2.0 */
/* The redistributors: the RD frame and the SGI frame of each PE.  Arm IHI 0069, 12.10 and 12.11. */
#include "gic/frames.h"

enum { RD_STRIDE = 0x20000, GICR_ICFGR1 = 0x10c04 };
enum { WAKER_PROCESSOR_SLEEP = 1 << 1, WAKER_CHILDREN_ASLEEP = 1 << 2 };

/* Offsets count from PE 0's RD_base. */
static unsigned pe_of(uint64_t offset)
{
    return (unsigned)(offset / RD_STRIDE);
}

static bool hidden(const struct gic *g, const struct mmio_access *a)
{
    return !a->secure && !gic_one_state(g);
}

static struct gic_view_of view_of(void *device, const struct mmio_access *a, uint64_t offset)
{
    return (struct gic_view_of){.gic = device, .pe = pe_of(offset), .hidden_view = hidden(device, a)};
}

/* DPG1S and DPG0 belong to Secure software with two security states; DPG1S is RES0 with one. */
static uint32_t dpg_writable(const struct gic *g, const struct mmio_access *a)
{
    if (gic_one_state(g)) {
        return GICR_DPG0 | GICR_DPG1NS;
    }
    return a->secure ? GICR_DPG0 | GICR_DPG1NS | GICR_DPG1S : GICR_DPG1NS;
}

static uint64_t ctlr_read(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset)
{
    (void)row;
    struct gic *g = device;
    gic_deliver_clears(g, pe_of(offset)); /* RWP reads 0: what was disabled is withdrawn by now */
    return g->state->pe[pe_of(offset)].dpg & dpg_writable(g, a);
}

static void ctlr_write(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset,
                       uint64_t value)
{
    (void)row;
    struct gic *g = device;
    struct gic_pe *p = &g->state->pe[pe_of(offset)];
    uint32_t mask = dpg_writable(g, a);
    p->dpg = (p->dpg & ~mask) | ((uint32_t)value & mask);
    gic_touch_all(g); /* 1-of-N targets change */
    gic_settle(g);
}

static uint64_t iidr_read(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset)
{
    (void)device, (void)a, (void)row, (void)offset;
    return 0x43b;
}

static uint64_t typer_read(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset)
{
    const struct gic *g = device;
    unsigned pe = pe_of(offset);
    uint64_t aff = g->config.affinity[pe];
    uint64_t affinity = bits(aff, 39, 32) << 24 | bits(aff, 23, 0);
    uint64_t last = pe + 1 == g->config.pes;
    /* Affinity_Value <63:32>, CommonLPIAff <25:24> = Aff3, Processor_Number <23:8>, DPGS <5>, Last <4> */
    uint64_t typer = affinity << 32 | BIT64(24) | (uint64_t)pe << 8 | BIT64(5) | last << 4;
    return a->size == 8 ? typer : (uint32_t)(typer >> (offset % RD_STRIDE - row->first) * 8);
}

static uint64_t waker_read(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset)
{
    (void)row;
    const struct gic *g = device;
    if (hidden(g, a)) {
        return 0;
    }
    return g->state->pe[pe_of(offset)].asleep != 0 ? WAKER_PROCESSOR_SLEEP | WAKER_CHILDREN_ASLEEP : 0;
}

/* (choice) ChildrenAsleep follows ProcessorSleep at once, so the quiesce has withdrawn what was in the slot. */
static void waker_write(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset,
                        uint64_t value)
{
    (void)row;
    struct gic *g = device;
    if (hidden(g, a)) {
        return;
    }
    g->state->pe[pe_of(offset)].asleep = (value & WAKER_PROCESSOR_SLEEP) != 0;
    gic_touch_all(g);
    gic_settle(g);
    gic_deliver_clears(g, pe_of(offset));
}

static uint64_t id_read(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset)
{
    (void)device, (void)a, (void)row;
    return gic_id_register(offset, 0x93);
}

#define BITS_ROW(lower, reg)                                                                                           \
    static uint64_t lower##_read(void *device, const struct mmio_access *a, const struct mmio_row *row,                \
                                 uint64_t offset)                                                                      \
    {                                                                                                                  \
        (void)row;                                                                                                     \
        struct gic_view_of v = view_of(device, a, offset);                                                             \
        return gic_bits_read(&v, reg, 0);                                                                              \
    }                                                                                                                  \
    static void lower##_write(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset,  \
                              uint64_t value)                                                                          \
    {                                                                                                                  \
        (void)row;                                                                                                     \
        struct gic_view_of v = view_of(device, a, offset);                                                             \
        gic_bits_write(&v, reg, 0, (uint32_t)value);                                                                   \
    }
BITS_ROW(igroupr, GIC_REG_GROUP)
BITS_ROW(igrpmodr, GIC_REG_GRPMOD)
BITS_ROW(isenabler, GIC_REG_ISENABLER)
BITS_ROW(icenabler, GIC_REG_ICENABLER)
BITS_ROW(ispendr, GIC_REG_ISPENDR)
BITS_ROW(icpendr, GIC_REG_ICPENDR)
BITS_ROW(isactiver, GIC_REG_ISACTIVER)
BITS_ROW(icactiver, GIC_REG_ICACTIVER)

static uint32_t first_priority(const struct mmio_row *row, uint64_t offset)
{
    return (uint32_t)(offset % RD_STRIDE - row->first);
}

static uint64_t ipriorityr_read(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset)
{
    struct gic_view_of v = view_of(device, a, offset);
    return gic_priorities_read(&v, first_priority(row, offset), a->size);
}

static void ipriorityr_write(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset,
                             uint64_t value)
{
    struct gic_view_of v = view_of(device, a, offset);
    gic_priorities_write(&v, first_priority(row, offset), a->size, (uint32_t)value);
}

static uint64_t icfgr_read(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset)
{
    struct gic_view_of v = view_of(device, a, offset);
    return gic_icfgr_read(&v, row->first == GICR_ICFGR1 ? 16 : 0);
}

static void icfgr_write(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset,
                        uint64_t value)
{
    struct gic_view_of v = view_of(device, a, offset);
    gic_icfgr_write(&v, row->first == GICR_ICFGR1 ? 16 : 0, (uint32_t)value);
}

static uint64_t nsacr_read(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset)
{
    (void)row;
    struct gic_view_of v = view_of(device, a, offset);
    return gic_nsacr_read(&v, 0);
}

static void nsacr_write(void *device, const struct mmio_access *a, const struct mmio_row *row, uint64_t offset,
                        uint64_t value)
{
    (void)row;
    struct gic_view_of v = view_of(device, a, offset);
    gic_nsacr_write(&v, 0, (uint32_t)value);
}

/* One PE's two frames.  No functions: RAZ/WI; the LPI registers are seats (GICR_TYPER.PLPIS = 0). */
static const struct mmio_row rows[] = {
    {0x00000, 0x00003, "GICR_CTLR", 4, ctlr_read, ctlr_write},
    {0x00004, 0x00007, "GICR_IIDR", 4, iidr_read, NULL},
    {0x00008, 0x0000f, "GICR_TYPER", 8 | 4, typer_read, NULL},
    {0x00010, 0x00013, "GICR_STATUSR", 4, NULL, NULL},
    {0x00014, 0x00017, "GICR_WAKER", 4, waker_read, waker_write},
    {0x00040, 0x00047, "GICR_SETLPIR", 8 | 4, NULL, NULL},
    {0x00048, 0x0004f, "GICR_CLRLPIR", 8 | 4, NULL, NULL},
    {0x00070, 0x00077, "GICR_PROPBASER", 8 | 4, NULL, NULL},
    {0x00078, 0x0007f, "GICR_PENDBASER", 8 | 4, NULL, NULL},
    {0x000a0, 0x000a7, "GICR_INVLPIR", 8 | 4, NULL, NULL},
    {0x000b0, 0x000b7, "GICR_INVALLR", 8 | 4, NULL, NULL},
    {0x000c0, 0x000c3, "GICR_SYNCR", 4, NULL, NULL},
    {0x0ffd0, 0x0ffff, "GICR_PIDR", 4, id_read, NULL},
    {0x10080, 0x10083, "GICR_IGROUPR0", 4, igroupr_read, igroupr_write},
    {0x10100, 0x10103, "GICR_ISENABLER0", 4, isenabler_read, isenabler_write},
    {0x10180, 0x10183, "GICR_ICENABLER0", 4, icenabler_read, icenabler_write},
    {0x10200, 0x10203, "GICR_ISPENDR0", 4, ispendr_read, ispendr_write},
    {0x10280, 0x10283, "GICR_ICPENDR0", 4, icpendr_read, icpendr_write},
    {0x10300, 0x10303, "GICR_ISACTIVER0", 4, isactiver_read, isactiver_write},
    {0x10380, 0x10383, "GICR_ICACTIVER0", 4, icactiver_read, icactiver_write},
    {0x10400, 0x1041f, "GICR_IPRIORITYR", 4 | 1, ipriorityr_read, ipriorityr_write},
    {0x10c00, 0x10c03, "GICR_ICFGR0", 4, icfgr_read, NULL}, /* WI: SGIs are edge-triggered */
    {GICR_ICFGR1, 0x10c07, "GICR_ICFGR1", 4, icfgr_read, icfgr_write},
    {0x10d00, 0x10d03, "GICR_IGRPMODR0", 4, igrpmodr_read, igrpmodr_write},
    {0x10e00, 0x10e03, "GICR_NSACR", 4, nsacr_read, nsacr_write},
    {0x10f80, 0x10f83, "GICR_INMIR0", 4, NULL, NULL}, /* seat: FEAT_GICv3_NMI */
};

static const struct mmio_map map = {rows, ARRAY_SIZE(rows)};

/* The accessors get the full offset: the PE is in it. */
static const struct mmio_row *find(struct gic *g, const struct mmio_access *a, uint64_t offset)
{
    const struct mmio_row *row = NULL;
    if (offset / RD_STRIDE < g->config.pes && a->pe < g->config.pes) {
        row = mmio_find(&map, offset % RD_STRIDE, a->size);
    }
    if (row == NULL) {
        gic_emit(g, GIC_EV_RESERVED_ACCESS, a->pe, GIC_SPURIOUS, offset,
                 offset % RD_STRIDE < 0x10000 ? "GICR RD" : "GICR SGI");
        return NULL;
    }
    gic_set_now(g, a->now);
    return row;
}

bool gic_redist_read(struct gic *gic, const struct mmio_access *a, uint64_t offset, uint64_t *value)
{
    const struct mmio_row *row = find(gic, a, offset);
    *value = row != NULL && row->read != NULL ? row->read(gic, a, row, offset) : 0;
    return row != NULL;
}

bool gic_redist_write(struct gic *gic, const struct mmio_access *a, uint64_t offset, uint64_t value)
{
    const struct mmio_row *row = find(gic, a, offset);
    if (row != NULL && row->write != NULL) {
        row->write(gic, a, row, offset, value);
    }
    return row != NULL;
}
