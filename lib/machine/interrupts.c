/* SPDX-License-Identifier: Apache-2.0 */
#include "machine/machine.h"

enum gm_status gm_machine_interrupt(struct gm_machine *m, const struct gm_interrupt *interrupt)
{
    if (interrupt == NULL || interrupt->pe >= m->config.pes || interrupt->group > 2) {
        return GM_BAD_ARGUMENT;
    }
    if (interrupt->group == 2 && m->config.security != GM_SECURITY_TWO) {
        return GM_BAD_ARGUMENT;
    }
    struct gic_setup setup = {
        .intid = interrupt->intid,
        .priority = interrupt->priority,
        .group = interrupt->group,
        .enabled = interrupt->enabled,
        .edge = interrupt->edge,
        .target = interrupt->one_of_n ? 0xff : (uint8_t)interrupt->pe,
    };
    return gic_configure(&m->gic, interrupt->pe, &setup) ? GM_OK : GM_NOT_FOUND;
}

/* The registers of one bit per interrupt, IHI 0069: the SGI frame's offset, and in GICD the same below 0x10000. */
enum { GICR_ISPENDR0 = 0x10200, GICR_ISACTIVER0 = 0x10300, GICR_ICACTIVER0 = 0x10380 };

/* Writes an interrupt's bit as Secure software would. */
static bool write_frames(struct gm_machine *m, unsigned pe, uint32_t intid, uint32_t offset)
{
    struct mmio_access access = {.pe = pe, .secure = true, .size = 4, .now = machine_now(m, pe)};
    uint64_t value = BIT64(intid % 32);
    if (intid < 32) {
        return gic_redist_write(&m->gic, &access, (uint64_t)GICR_STRIDE * pe + offset, value);
    }
    return gic_dist_write(&m->gic, &access, offset - 0x10000 + 4 * (intid / 32), value);
}

enum gm_status gm_machine_line(struct gm_machine *m, unsigned pe, uint32_t intid, bool level)
{
    if (pe >= m->config.pes) {
        return GM_BAD_ARGUMENT;
    }
    if (intid < 16) { /* an SGI has no line: raising it is GICR_ISPENDR0 */
        return !level || write_frames(m, pe, intid, GICR_ISPENDR0) ? GM_OK : GM_NOT_FOUND;
    }
    return gic_line(&m->gic, pe, intid, level, machine_now(m, pe)) ? GM_OK : GM_NOT_FOUND;
}

enum gm_status gm_machine_active(struct gm_machine *m, unsigned pe, uint32_t intid, bool on)
{
    if (pe >= m->config.pes) {
        return GM_BAD_ARGUMENT;
    }
    if (intid >= 32 + m->config.spis) {
        return GM_NOT_FOUND;
    }
    uint32_t offset = on ? GICR_ISACTIVER0 : GICR_ICACTIVER0;
    return write_frames(m, pe, intid, offset) ? GM_OK : GM_NOT_FOUND;
}

enum gm_status gm_machine_pe_pmhe(struct gm_machine *m, unsigned pe, bool on)
{
    if (pe >= m->config.pes) {
        return GM_BAD_ARGUMENT;
    }
    gic_set_pmhe(&m->gic, pe, on);
    return GM_OK;
}

enum gm_status gm_machine_pmhe(struct gm_machine *m, bool on)
{
    for (unsigned pe = 0; pe < m->config.pes; pe++) {
        gic_set_pmhe(&m->gic, pe, on);
    }
    return GM_OK;
}

/* In the terms of struct gm_interrupt. */
static uint8_t public_group(uint8_t group)
{
    static const uint8_t groups[] = {
        [IRQ_NONE] = 0, [IRQ_GROUP0] = 0, [IRQ_GROUP1] = 1, [IRQ_GROUP1_S] = 2, [IRQ_GROUP1_NS] = 1};
    return groups[group];
}

static void to_public(const struct gm_machine *m, unsigned pe, const struct gic_explanation *e,
                      struct gm_explanation *out)
{
    const struct pe *p = &m->pes[pe].pe;
    uint8_t el;
    *out = (struct gm_explanation){
        .intid = e->intid,
        .priority = e->priority,
        .group = public_group(e->group),
        .reason = e->reason,
        .signalled = e->reason == GM_REASON_SIGNALLED,
        .pmr = e->pmr,
        .running = e->running,
        .pmhe = e->pmhe,
        .view_known = e->view_known,
        .view = e->view,
        .upstream = e->upstream_pending,
    };
    if (out->signalled) {
        out->is_fiq = pe_asserted_fiq(p);
        bool closed = pe_takeable(p, &el) == PE_INT_NONE;
        out->held_by_routing = closed && pe_routed_below(p, out->is_fiq ? PE_INT_FIQ : PE_INT_IRQ);
        out->masked_by_pstate = closed && !out->held_by_routing;
    }
}

enum gm_status gm_machine_explain(const struct gm_machine *m, unsigned pe, struct gm_explanation *out)
{
    if (pe >= m->config.pes || out == NULL) {
        return GM_BAD_ARGUMENT;
    }
    struct gic_explanation e;
    gic_explain(&m->gic, pe, &e);
    to_public(m, pe, &e, out);
    return GM_OK;
}

enum gm_status gm_machine_explain_intid(const struct gm_machine *m, unsigned pe, uint32_t intid,
                                        struct gm_explanation *out)
{
    if (pe >= m->config.pes || out == NULL) {
        return GM_BAD_ARGUMENT;
    }
    struct gic_explanation e;
    if (!gic_explain_intid(&m->gic, pe, intid, &e)) {
        return GM_NOT_FOUND;
    }
    to_public(m, pe, &e, out);
    return GM_OK;
}
