/* SPDX-License-Identifier: Apache-2.0 */
/* What the distributor's and the redistributors' frames share: registers with one bit, two bits or a byte per INTID. */
#ifndef GIC_FRAMES_H
#define GIC_FRAMES_H

#include "gic/state.h"

/* An access to per-INTID registers: which PE's private ones, who asks. */
struct gic_view_of {
    struct gic *gic;
    unsigned pe;      /* whose private INTIDs */
    bool hidden_view; /* Non-secure access with two security states */
};

enum gic_bit_register {
    GIC_REG_GROUP,
    GIC_REG_GRPMOD,
    GIC_REG_ISENABLER,
    GIC_REG_ICENABLER,
    GIC_REG_ISPENDR,
    GIC_REG_ICPENDR,
    GIC_REG_ISACTIVER,
    GIC_REG_ICACTIVER,
};

uint32_t gic_bits_read(const struct gic_view_of *v, enum gic_bit_register reg, uint32_t first);
void gic_bits_write(const struct gic_view_of *v, enum gic_bit_register reg, uint32_t first, uint32_t value);
/* size bytes from INTID first on */
uint32_t gic_priorities_read(const struct gic_view_of *v, uint32_t first, unsigned size);
void gic_priorities_write(const struct gic_view_of *v, uint32_t first, unsigned size, uint32_t value);
/* 16 INTIDs in a register */
uint32_t gic_icfgr_read(const struct gic_view_of *v, uint32_t first);
void gic_icfgr_write(const struct gic_view_of *v, uint32_t first, uint32_t value);
uint32_t gic_nsacr_read(const struct gic_view_of *v, uint32_t first);
void gic_nsacr_write(const struct gic_view_of *v, uint32_t first, uint32_t value);
/* Whether the view may use the INTID; a Secure SPI whose NSACR is at least `level` too. */
bool gic_visible(const struct gic_view_of *v, uint32_t intid, const struct gic_intid *r, unsigned level);
/* PIDR4 to CIDR3 at 0xffd0; pidr0 differs between frames. */
uint32_t gic_id_register(uint64_t offset, uint8_t pidr0);

#endif
