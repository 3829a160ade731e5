/* SPDX-License-Identifier: Apache-2.0 */
/* Software generated interrupts: ICC_SGI1R_EL1, ICC_ASGI1R_EL1, ICC_SGI0R_EL1.  facts/architecture.md 1.8. */
#include "gic/state.h"

/* Whether the write reaches this SGI of the target: IHI 0069, "Forwarding an SGI to a target PE".  Non-secure software
 * needs GICR_NSACR for a Secure group. */
static bool permitted(const struct gic *g, const struct gic_intid *r, unsigned group, bool ns)
{
    unsigned configured = gic_group_of(g, r);
    if (group == GIC_G1S && configured == GIC_G0) {
        group = GIC_G0;
    }
    if (group != configured) {
        return false;
    }
    if (!ns || gic_one_state(g) || configured == GIC_G1) {
        return true;
    }
    return configured == GIC_G0 ? r->nsacr >= 1 : r->nsacr >= 2;
}

static bool targets(const struct gic *g, unsigned from, unsigned pe, uint64_t value)
{
    if (bit(value, 40)) { /* IRM: all but self */
        return pe != from;
    }
    uint64_t affinity = g->config.affinity[pe];
    uint64_t cluster = bits(value, 55, 48) << 32 | bits(value, 39, 32) << 16 | bits(value, 23, 16) << 8;
    uint64_t first = bits(value, 47, 44) * 16; /* RS */
    uint64_t aff0 = affinity & 0xff;
    return (affinity & ~UINT64_C(0xff)) == cluster && aff0 >= first && aff0 < first + 16 &&
           bit(value, (unsigned)(aff0 - first));
}

void gic_generate_sgis(struct gic *g, unsigned from, unsigned group, bool ns, uint64_t value)
{
    uint32_t intid = (uint32_t)bits(value, 27, 24);
    for (unsigned pe = 0; pe < g->config.pes; pe++) {
        if (targets(g, from, pe, value) && permitted(g, gic_record(g, pe, intid), group, ns)) {
            gic_change(g, pe, intid, GIC_F_LATCH, 0);
        }
    }
}
