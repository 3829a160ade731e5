/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ICH_*: the hypervisor's registers.  A seat: list registers are stored and their status is computed, but nothing in
 * them is pending at the virtual interface yet, and the maintenance interrupt is not raised.
 */
#include "gic/icc.h"

enum { VFIQEN = 1 << 3 };

static struct gic_pe *pe_of(void *owner, const struct sysreg_context *c)
{
    struct gic *g = owner;
    return &g->state->pe[c->pe];
}

uint64_t icc_ich_hcr_read(void *owner, const struct sysreg_context *c, const struct sysreg_row *row)
{
    (void)row;
    return pe_of(owner, c)->ich_hcr;
}

/* En, the maintenance enables <7:1>, TC, TALL0, TALL1, TSEI (RES0: ICH_VTR.SEIS = 0), TDIR, EOIcount. */
void icc_ich_hcr_write(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, uint64_t value)
{
    (void)row;
    pe_of(owner, c)->ich_hcr = value & UINT64_C(0xf8005cff);
}

/* ListRegs <4:0>, TDS <19>, nV4 <20>, A3V <21>, IDbits <25:23>, PREbits <28:26>, PRIbits <31:29>. */
uint64_t icc_ich_vtr_read(void *owner, const struct sysreg_context *c, const struct sysreg_row *row)
{
    (void)row;
    const struct gic_cpuif *i = &pe_of(owner, c)->virt;
    return (GIC_LRS - 1) | BIT64(19) | BIT64(20) | BIT64(21) | UINT64_C(1) << 23 | (uint64_t)(6u - i->min_bpr) << 26 |
           (uint64_t)(i->prio_bits - 1u) << 29;
}

enum { LR_INVALID, LR_PENDING };

static unsigned lr_state(uint64_t lr)
{
    return (unsigned)bits(lr, 63, 62);
}

/* An EOI maintenance condition: invalid, not HW, EOI asked for. */
uint64_t icc_ich_eisr_read(void *owner, const struct sysreg_context *c, const struct sysreg_row *row)
{
    (void)row;
    uint64_t value = 0;
    for (unsigned n = 0; n < GIC_LRS; n++) {
        uint64_t lr = pe_of(owner, c)->ich_lr[n];
        value |= (uint64_t)(lr_state(lr) == LR_INVALID && !bit(lr, 61) && bit(lr, 41)) << n;
    }
    return value;
}

/* Usable: invalid, and no EOI condition outstanding. */
uint64_t icc_ich_elrsr_read(void *owner, const struct sysreg_context *c, const struct sysreg_row *row)
{
    (void)row;
    uint64_t value = 0;
    for (unsigned n = 0; n < GIC_LRS; n++) {
        uint64_t lr = pe_of(owner, c)->ich_lr[n];
        value |= (uint64_t)(lr_state(lr) == LR_INVALID && (bit(lr, 61) || !bit(lr, 41))) << n;
    }
    return value;
}

/* EOI <0>, U <1>, LRENP <2>, NP <3>, VGrp0E, VGrp0D, VGrp1E, VGrp1D <7:4>: each condition with its enable in ICH_HCR.
 */
uint64_t icc_ich_misr_read(void *owner, const struct sysreg_context *c, const struct sysreg_row *row)
{
    const struct gic_pe *p = pe_of(owner, c);
    unsigned valid = 0;
    bool pending = false;
    for (unsigned n = 0; n < GIC_LRS; n++) {
        valid += lr_state(p->ich_lr[n]) != LR_INVALID;
        pending = pending || lr_state(p->ich_lr[n]) == LR_PENDING;
    }
    const uint8_t *enables = p->virt.written.igrpen;
    bool conditions[] = {
        icc_ich_eisr_read(owner, c, row) != 0,
        valid <= 1,
        bits(p->ich_hcr, 31, 27) != 0,
        !pending,
        enables[GIC_G0] != 0,
        enables[GIC_G0] == 0,
        enables[GIC_G1] != 0,
        enables[GIC_G1] == 0,
    };
    uint64_t value = 0;
    for (unsigned n = 0; n < ARRAY_SIZE(conditions); n++) {
        bool enabled = n == 0 || bit(p->ich_hcr, n);
        value |= (uint64_t)(conditions[n] && enabled) << n;
    }
    return value;
}

/* VMCR and the ICV registers are one (bugs 41): VENG0 <0>, VENG1 <1>, VFIQEn <3> = 1, VCBPR <4>, VEOIM <9>, VBPR1
 * <20:18>, VBPR0 <23:21>, VPMR <31:24>. */
uint64_t icc_ich_vmcr_read(void *owner, const struct sysreg_context *c, const struct sysreg_row *row)
{
    (void)row;
    const struct gic_cpuif *i = &pe_of(owner, c)->virt;
    const struct gic_controls *w = &i->written;
    return w->igrpen[GIC_G0] | (uint64_t)w->igrpen[GIC_G1] << 1 | VFIQEN | (uint64_t)w->cbpr[GIC_BANK_NS] << 4 |
           (uint64_t)w->eoimode[GIC_BANK_NS] << 9 | (uint64_t)w->bpr[GIC_G1] << 18 | (uint64_t)w->bpr[GIC_G0] << 21 |
           (uint64_t)i->pmr << 24;
}

static uint8_t at_least(uint64_t value, unsigned minimum)
{
    return (uint8_t)(value < minimum ? minimum : value);
}

void icc_ich_vmcr_write(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, uint64_t value)
{
    (void)row;
    struct gic_cpuif *i = &pe_of(owner, c)->virt;
    struct gic_controls *w = &i->written;
    w->igrpen[GIC_G0] = value & 1;
    w->igrpen[GIC_G1] = value >> 1 & 1;
    w->cbpr[GIC_BANK_NS] = value >> 4 & 1;
    w->eoimode[GIC_BANK_NS] = value >> 9 & 1;
    w->bpr[GIC_G1] = at_least(bits(value, 20, 18), i->min_bpr + 1u);
    w->bpr[GIC_G0] = at_least(bits(value, 23, 21), i->min_bpr);
    i->pmr = (uint8_t)bits(value, 31, 24) & gic_prio_mask(i->prio_bits);
    i->effective = i->written;
}

uint64_t icc_ich_lr_read(void *owner, const struct sysreg_context *c, const struct sysreg_row *row)
{
    return pe_of(owner, c)->ich_lr[icc_number(row)];
}

void icc_ich_lr_write(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, uint64_t value)
{
    pe_of(owner, c)->ich_lr[icc_number(row)] = value;
}
