/* SPDX-License-Identifier: Apache-2.0 */
/* The accessors behind the PE's register rows, and the way from an encoding to a row. */
#include "pe/idregs.h"
#include "pe/sysreg_access.h"
#include "pe/sysslot.h"

#define READ(fn) static uint64_t fn(void *owner, const struct sysreg_context *c, const struct sysreg_row *row)
#define WRITE(fn)                                                                                                      \
    static void fn(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, uint64_t value)
#define CHECK(fn)                                                                                                      \
    static enum sysreg_outcome fn(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, bool write)
#define UNUSED3 ((void)owner, (void)c, (void)row)

READ(zero_read)
{
    UNUSED3;
    return 0;
}

/* EL1 of a guest sees what its hypervisor put into VPIDR_EL2 and VMPIDR_EL2. */
READ(id_read)
{
    const struct pe *pe = owner;
    bool guest = c->el == PE_EL1 && pe_el2_enabled(pe);
    switch (row->arg) {
    case ID_MIDR:
        return guest ? pe->s.sys[PE_SYS_VPIDR_EL2] : pe->config.midr;
    case ID_MPIDR:
        return guest ? pe->s.sys[PE_SYS_VMPIDR_EL2] : pe->config.mpidr;
    case ID_DCZID:
        return pe->config.dczid_el0 | (pe_zva_trap(pe) != 0 ? 1u << 4 : 0); /* DZP */
    default:
        return pe_id_register(pe, (enum pe_id)row->arg);
    }
}

/* ---- registers with a place of their own, one an exception level ---- */

#define BANKED(what, mask)                                                                                             \
    READ(what##_read)                                                                                                  \
    {                                                                                                                  \
        (void)c;                                                                                                       \
        return ((struct pe *)owner)->s.what[row->arg];                                                                 \
    }                                                                                                                  \
    WRITE(what##_write)                                                                                                \
    {                                                                                                                  \
        (void)c;                                                                                                       \
        ((struct pe *)owner)->s.what[row->arg] = value & (mask);                                                       \
    }

BANKED(spsr, UINT64_MAX)
BANKED(elr, UINT64_MAX)
BANKED(esr, UINT64_MAX)
BANKED(far, UINT64_MAX)
BANKED(vbar, ~UINT64_C(0x7ff))

READ(sp_read)
{
    (void)c;
    return *pe_sp_of(owner, row->arg);
}

WRITE(sp_write)
{
    (void)c;
    *pe_sp_of(owner, row->arg) = value;
}

/* SP_EL0 is UNDEFINED while it is the current stack pointer. */
CHECK(sp_check)
{
    const struct pe *pe = owner;
    (void)c, (void)row, (void)write;
    return (pe->s.pstate & PSTATE_SP) != 0 ? SYSREG_OK : SYSREG_UNDEFINED;
}

/* ---- views of PSTATE ---- */

#define PSTATE_ARG(field, feature) (PSTATE_##field | ISA_F_##feature) /* the bits are all above the feature numbers */
enum { FEATURE_MASK = 0x1f };
_Static_assert((int)ISA_FEATURE_COUNT <= FEATURE_MASK + 1, "feature numbers fit below the PSTATE bits");

READ(pstate_bit_read)
{
    (void)c;
    return ((struct pe *)owner)->s.pstate & row->arg & ~(uint32_t)FEATURE_MASK;
}

WRITE(pstate_bit_write)
{
    struct pe *pe = owner;
    (void)c;
    uint32_t mask = row->arg & ~(uint32_t)FEATURE_MASK;
    pe->s.pstate = (pe->s.pstate & ~mask) | ((uint32_t)value & mask);
    pe_recheck(pe);
}

CHECK(pstate_bit_check)
{
    (void)c, (void)write;
    return pe_has(owner, (enum isa_feature)(row->arg & FEATURE_MASK)) ? SYSREG_OK : SYSREG_UNDEFINED;
}

READ(nzcv_read)
{
    (void)c, (void)row;
    return ((struct pe *)owner)->s.nzcv;
}

WRITE(nzcv_write)
{
    (void)c, (void)row;
    ((struct pe *)owner)->s.nzcv = (uint32_t)value & PSTATE_NZCV;
}

READ(daif_read)
{
    (void)c, (void)row;
    return ((struct pe *)owner)->s.pstate & PSTATE_DAIF;
}

WRITE(daif_write)
{
    struct pe *pe = owner;
    (void)c, (void)row;
    pe->s.pstate = (pe->s.pstate & ~(uint32_t)PSTATE_DAIF) | ((uint32_t)value & PSTATE_DAIF);
    pe_recheck(pe);
}

CHECK(daif_check)
{
    (void)row, (void)write;
    bool allowed = c->el != 0 || (pe_sctlr(owner, 0) & SCTLR_UMA) != 0;
    return allowed ? SYSREG_OK : (c->hcr_el2 & HCR_TGE) != 0 ? SYSREG_TRAP_EL2 : SYSREG_TRAP_EL1;
}

READ(spsel_read)
{
    (void)c, (void)row;
    return ((struct pe *)owner)->s.pstate & PSTATE_SP;
}

WRITE(spsel_write)
{
    struct pe *pe = owner;
    (void)c, (void)row;
    pe_set_el(pe, pe->s.el, (value & 1) != 0);
}

READ(currentel_read)
{
    (void)c, (void)row;
    return (uint64_t)((struct pe *)owner)->s.el << 2;
}

READ(isr_read)
{
    (void)c, (void)row;
    return pe_isr(owner);
}

/* ---- the rest ---- */

READ(fpcr_read)
{
    (void)c, (void)row;
    return ((struct pe *)owner)->s.fpcr;
}

WRITE(fpcr_write)
{
    (void)c, (void)row;
    ((struct pe *)owner)->s.fpcr = value & 0x07f79f00;
}

READ(fpsr_read)
{
    (void)c, (void)row;
    return ((struct pe *)owner)->s.fpsr;
}

WRITE(fpsr_write)
{
    (void)c, (void)row;
    ((struct pe *)owner)->s.fpsr = value & 0x0800009f;
}

/* FPCR and FPSR are trapped as the instructions are. */
CHECK(fp_check)
{
    (void)c, (void)row, (void)write;
    uint8_t el = pe_fp_trap(owner);
    return el == 0 ? SYSREG_OK : (enum sysreg_outcome)(SYSREG_TRAP_EL1 + el - PE_EL1);
}

CHECK(ctr_check)
{
    (void)row, (void)write;
    bool allowed = c->el != 0 || (pe_sctlr(owner, 0) & BIT64(15)) != 0; /* SCTLR_EL1.UCT */
    return allowed ? SYSREG_OK : SYSREG_TRAP_EL1;
}

/* The OS lock is a seat: unlocked, and a write is ignored. */
WRITE(oslar_write)
{
    UNUSED3;
    (void)value;
}

READ(oslsr_read)
{
    UNUSED3;
    return 8; /* OSLM = 0b10: implemented; OSLK = 0 */
}

static const struct sysreg_row rows[] = {
#define PLAIN(n, k, el, f, r, w)                                                                                       \
    {.name = #n, .key = (k), .min_el = (el), .flags = (f), .slot = PE_SYS_##n, .reset = (r), .writable = (w)},
#define FN(n, k, el, f, rd, wr, ck, a)                                                                                 \
    {.name = #n,                                                                                                       \
     .key = (k),                                                                                                       \
     .min_el = (el),                                                                                                   \
     .flags = (f),                                                                                                     \
     .slot = -1,                                                                                                       \
     .read = (rd),                                                                                                     \
     .write = (wr),                                                                                                    \
     .check = (ck),                                                                                                    \
     .arg = (a)},
#include "pe/rows.inc"
#undef PLAIN
#undef FN
};

struct sysreg_bank pe_sysreg_bank(struct pe *pe)
{
    return (struct sysreg_bank){.rows = rows, .count = ARRAY_SIZE(rows), .owner = pe};
}

void pe_update_context(struct pe *pe)
{
    pe->context_serial = pe->context_serial == UINT32_MAX ? 1 : pe->context_serial + 1;
    pe->context = (struct sysreg_context){
        .hcr_el2 = pe_hcr(pe),
        .scr_el3 = pe->config.highest_el == 3 ? pe->s.sys[PE_SYS_SCR_EL3] : 0,
        .sctlr_el1 = pe->s.sys[PE_SYS_SCTLR_EL1],
        .pe = pe->config.index,
        .el = pe->s.el,
        .secure = pe_secure(pe),
        .has_el2 = pe->config.has_el2,
        .has_el3 = pe->config.highest_el == 3,
    };
}

const struct sysreg_context *pe_sysreg_context(struct pe *pe)
{
    if (pe->needs_now) {
        pe->context.now = pe->host.now(pe->host.context, pe->config.index);
    }
    return &pe->context;
}

uint64_t pe_sysreg_get(struct pe *pe, const struct sysreg_entry *e, const struct sysreg_context *c)
{
    return e->row->read != NULL ? e->row->read(e->owner, c, e->row) : pe->s.sys[e->row->slot];
}

void pe_sysreg_put(struct pe *pe, const struct sysreg_entry *e, const struct sysreg_context *c, uint64_t value)
{
    if (e->row->write != NULL) {
        e->row->write(e->owner, c, e->row, value);
        return;
    }
    uint64_t mask = e->row->writable != 0 ? e->row->writable : UINT64_MAX;
    uint64_t *place = &pe->s.sys[e->row->slot];
    *place = (*place & ~mask) | (value & mask);
    if ((e->row->flags & SYSREG_RECHECK) != 0) {
        if (!pe->config.has_vhe) {
            pe->s.sys[PE_SYS_HCR_EL2] &= ~HCR_E2H; /* RES0 without FEAT_VHE */
        }
        pe_update_context(pe);
        pe->host.context_changed(pe->host.context, pe->config.index, pe_secure(pe), pe->s.el);
        pe_recheck(pe);
    }
}

uint64_t pe_sysreg_read(struct pe *pe, const struct sysreg_entry *entry)
{
    return pe_sysreg_get(pe, entry, pe_sysreg_context(pe));
}

void pe_sysreg_write(struct pe *pe, const struct sysreg_entry *entry, uint64_t value)
{
    pe_sysreg_put(pe, entry, pe_sysreg_context(pe), value);
}
