/* SPDX-License-Identifier: Apache-2.0 */
#include "gic/frames.h"

/*
 * Non-secure accesses with two security states see Group 1 Non-secure only; the rest is RAZ/WI, except what GICD_NSACR
 * grants for SPIs: 1 set pending, 2 also clear pending and the active state, 3 also IROUTER.
 */
bool gic_visible(const struct gic_view_of *v, uint32_t intid, const struct gic_intid *r, unsigned level)
{
    if (!v->hidden_view || gic_group_of(v->gic, r) == GIC_G1) {
        return true;
    }
    return level != 0 && intid >= GIC_PRIVATE && r->nsacr >= level;
}

/* A row for each register: the flag it shows and changes, and how. */
static const struct {
    uint32_t flag;
    uint8_t level; /* of NSACR, 0: never */
    bool secure_only;
    bool sets, clears; /* write-one registers; neither: the value is stored */
} registers[] = {
    [GIC_REG_GROUP] = {GIC_F_GROUP, 0, true, false, false},
    [GIC_REG_GRPMOD] = {GIC_F_GRPMOD, 0, true, false, false},
    [GIC_REG_ISENABLER] = {GIC_F_ENABLED, 0, false, true, false},
    [GIC_REG_ICENABLER] = {GIC_F_ENABLED, 0, false, false, true},
    [GIC_REG_ISPENDR] = {GIC_F_LATCH, 1, false, true, false},
    [GIC_REG_ICPENDR] = {GIC_F_LATCH, 2, false, false, true},
    [GIC_REG_ISACTIVER] = {GIC_F_ACTIVE, 2, false, true, false},
    [GIC_REG_ICACTIVER] = {GIC_F_ACTIVE, 2, false, false, true},
};

/* IGRPMODR exists with two security states only. */
static bool absent(const struct gic_view_of *v, enum gic_bit_register reg)
{
    return (registers[reg].secure_only && v->hidden_view) || (reg == GIC_REG_GRPMOD && gic_one_state(v->gic));
}

uint32_t gic_bits_read(const struct gic_view_of *v, enum gic_bit_register reg, uint32_t first)
{
    uint32_t value = 0;
    for (unsigned n = 0; n < 32 && !absent(v, reg); n++) {
        const struct gic_intid *r = gic_record(v->gic, v->pe, first + n);
        if (r == NULL || !gic_visible(v, first + n, r, registers[reg].level)) {
            continue;
        }
        /* ISPENDR shows the line of a level-sensitive interrupt too. */
        bool on = registers[reg].flag == GIC_F_LATCH ? gic_rec_pending(r) : (r->flags & registers[reg].flag) != 0;
        value |= (uint32_t)on << n;
    }
    return value;
}

void gic_bits_write(const struct gic_view_of *v, enum gic_bit_register reg, uint32_t first, uint32_t value)
{
    bool stores = !registers[reg].sets && !registers[reg].clears;
    for (unsigned n = 0; n < 32 && !absent(v, reg); n++) {
        const struct gic_intid *r = gic_record(v->gic, v->pe, first + n);
        bool one = bit(value, n);
        if (r == NULL || (!one && !stores) || !gic_visible(v, first + n, r, registers[reg].level)) {
            continue;
        }
        bool set = stores ? one : registers[reg].sets;
        uint32_t flag = registers[reg].flag;
        gic_change(v->gic, v->pe, first + n, set ? flag : 0, set ? 0 : flag);
    }
    gic_settle(v->gic);
}

uint32_t gic_priorities_read(const struct gic_view_of *v, uint32_t first, unsigned size)
{
    uint32_t value = 0;
    for (unsigned n = 0; n < size; n++) {
        const struct gic_intid *r = gic_record(v->gic, v->pe, first + n);
        if (r == NULL || !gic_visible(v, first + n, r, 0)) {
            continue;
        }
        uint8_t shown = v->hidden_view ? gm_priority_read_ns(r->priority) : r->priority;
        value |= (uint32_t)shown << (8 * n);
    }
    return value;
}

void gic_priorities_write(const struct gic_view_of *v, uint32_t first, unsigned size, uint32_t value)
{
    unsigned prio_bits = v->gic->config.prio_bits;
    for (unsigned n = 0; n < size; n++) {
        struct gic_intid *r = gic_record(v->gic, v->pe, first + n);
        if (r == NULL || !gic_visible(v, first + n, r, 0)) {
            continue;
        }
        uint8_t p = (uint8_t)(value >> (8 * n));
        r->priority = v->hidden_view ? gm_priority_write_ns(p, prio_bits) : p & gic_prio_mask(prio_bits);
        gic_touch(v->gic, v->pe, first + n, r);
    }
    gic_settle(v->gic);
}

uint32_t gic_icfgr_read(const struct gic_view_of *v, uint32_t first)
{
    uint32_t value = 0;
    for (unsigned n = 0; n < 16; n++) {
        const struct gic_intid *r = gic_record(v->gic, v->pe, first + n);
        if (r != NULL && (r->flags & GIC_F_EDGE) != 0 && gic_visible(v, first + n, r, 0)) {
            value |= 2u << (2 * n);
        }
    }
    return value;
}

void gic_icfgr_write(const struct gic_view_of *v, uint32_t first, uint32_t value)
{
    for (unsigned n = 0; n < 16; n++) {
        const struct gic_intid *r = gic_record(v->gic, v->pe, first + n);
        if (r != NULL && gic_visible(v, first + n, r, 0)) {
            bool edge = bit(value, 2 * n + 1);
            gic_change(v->gic, v->pe, first + n, edge ? GIC_F_EDGE : 0, edge ? 0 : GIC_F_EDGE);
        }
    }
    gic_settle(v->gic);
}

/* GICD_NSACR, GICR_NSACR: Secure only, and RAZ/WI with one security state. */
uint32_t gic_nsacr_read(const struct gic_view_of *v, uint32_t first)
{
    uint32_t value = 0;
    for (unsigned n = 0; n < 16 && !v->hidden_view && !gic_one_state(v->gic); n++) {
        const struct gic_intid *r = gic_record(v->gic, v->pe, first + n);
        value |= r != NULL ? (uint32_t)r->nsacr << (2 * n) : 0;
    }
    return value;
}

void gic_nsacr_write(const struct gic_view_of *v, uint32_t first, uint32_t value)
{
    for (unsigned n = 0; n < 16 && !v->hidden_view && !gic_one_state(v->gic); n++) {
        struct gic_intid *r = gic_record(v->gic, v->pe, first + n);
        if (r != NULL) {
            r->nsacr = value >> (2 * n) & 3;
        }
    }
}

/* The identification registers of an Arm GICv3; PIDR2.ArchRev = 3. */
uint32_t gic_id_register(uint64_t offset, uint8_t pidr0)
{
    static const uint8_t ids[] = {0x44, 0, 0, 0, 0, 0xb4, 0x3b, 0, 0x0d, 0xf0, 0x05, 0xb1};
    size_t index = (size_t)(offset & 0xffff) - 0xffd0;
    return index / 4 == 4 ? pidr0 : ids[index / 4];
}
