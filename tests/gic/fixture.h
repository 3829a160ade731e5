/* SPDX-License-Identifier: Apache-2.0 */
/* A GIC without PEs: tests play the PE through register rows, frames and the calls of gic/gic.h. */
#ifndef TESTS_GIC_FIXTURE_H
#define TESTS_GIC_FIXTURE_H

#include "base/bits.h"
#include "gic/gic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { FX_EVENTS = 256 };
enum { SCR_NS = 1, SCR_IRQ = 2, SCR_FIQ = 4, HCR_FMO = 8, HCR_IMO = 16 };

struct fx {
    struct gic gic;
    struct gic_config config;
    void *block;
    struct sysreg_table table;
    struct sysreg_context pe[GIC_MAX_PES];
    struct irq_signal signal[GIC_MAX_PES];
    unsigned signal_changes;
    struct gic_event events[FX_EVENTS];
    unsigned event_count;
    uint64_t now;
};

static void fx_signal(void *context, unsigned pe, struct irq_signal signal)
{
    struct fx *f = context;
    assert_int_not_equal(f->signal[pe].physical, signal.physical); /* only when changed */
    f->signal[pe] = signal;
    f->signal_changes++;
}

static void fx_event(void *context, const struct gic_event *event)
{
    struct fx *f = context;
    f->events[f->event_count++ % FX_EVENTS] = *event;
}

/* 5 bits, one state, one PE, 64 SPIs, prompt: profile P0 of the cases. */
static struct gic_config fx_default(void)
{
    return (struct gic_config){.pes = 1, .affinity = {0, 1, 2, 3}, .spis = 64, .prio_bits = 5};
}

static struct gic_config fx_two_states(void)
{
    struct gic_config c = fx_default();
    c.two_security = c.has_el3 = c.has_el2 = true;
    return c;
}

static struct fx *fx_raw(struct gic_config config)
{
    struct fx *f = calloc(1, sizeof *f);
    f->config = config;
    f->block = malloc(gic_state_size(&config));
    struct gic_host host = {.context = f, .signal = fx_signal, .event = fx_event};
    gic_init(&f->gic, f->block, &config, &host);
    f->table.banks[0] = gic_sysreg_bank(&f->gic);
    f->table.count = 1;
    for (unsigned pe = 0; pe < config.pes; pe++) {
        f->pe[pe] = (struct sysreg_context){.pe = pe, .el = 1, .has_el2 = config.has_el2, .has_el3 = config.has_el3};
        f->pe[pe].scr_el3 = config.has_el3 ? SCR_NS : 0;
    }
    return f;
}

/* After firmware: groups on, awake, EOImode=1 as profile P0. */
static struct fx *fx_ready(struct gic_config config)
{
    struct fx *f = fx_raw(config);
    gic_ready(&f->gic, true);
    return f;
}

static void fx_free(struct fx *f)
{
    assert_true(gic_state_valid(&f->gic)); /* whatever a test did */
    free(f->block);
    free(f);
}

static const struct sysreg_row *fx_row(struct fx *f, const char *name)
{
    struct sysreg_entry e;
    assert_true(sysreg_find_name(&f->table, name, &e));
    return e.row;
}

static enum sysreg_outcome fx_check(struct fx *f, unsigned pe, const char *name, bool write)
{
    const struct sysreg_row *row = fx_row(f, name);
    if (f->pe[pe].el < row->min_el) {
        return SYSREG_UNDEFINED;
    }
    return row->check != NULL ? row->check(&f->gic, &f->pe[pe], row, write) : SYSREG_OK;
}

static uint64_t fx_mrs(struct fx *f, unsigned pe, const char *name)
{
    const struct sysreg_row *row = fx_row(f, name);
    f->pe[pe].now = f->now;
    assert_int_equal(fx_check(f, pe, name, false), SYSREG_OK);
    return row->read(&f->gic, &f->pe[pe], row);
}

static void fx_msr(struct fx *f, unsigned pe, const char *name, uint64_t value)
{
    const struct sysreg_row *row = fx_row(f, name);
    f->pe[pe].now = f->now;
    assert_int_equal(fx_check(f, pe, name, true), SYSREG_OK);
    row->write(&f->gic, &f->pe[pe], row, value);
}

/* The state of the accesses that follow: EL3 counts as Secure. */
static void fx_state(struct fx *f, unsigned pe, uint8_t el, bool secure, uint64_t scr)
{
    f->pe[pe].el = el;
    f->pe[pe].secure = secure;
    f->pe[pe].scr_el3 = scr;
}

static void fx_add(struct fx *f, uint32_t intid, uint8_t priority, uint8_t group, bool edge)
{
    struct gic_setup s = {.intid = intid, .priority = priority, .group = group, .enabled = true, .edge = edge};
    assert_true(gic_configure(&f->gic, 0, &s));
}

static void fx_line(struct fx *f, uint32_t intid, bool level)
{
    assert_true(gic_line(&f->gic, 0, intid, level, f->now));
}

static uint32_t fx_read(struct fx *f, unsigned frame, bool secure, uint32_t offset)
{
    struct mmio_access a = {.secure = secure, .size = 4, .now = f->now};
    uint64_t value;
    assert_true(frame == 0 ? gic_dist_read(&f->gic, &a, offset, &value) : gic_redist_read(&f->gic, &a, offset, &value));
    return (uint32_t)value;
}

static void fx_write(struct fx *f, unsigned frame, bool secure, uint32_t offset, uint32_t value)
{
    struct mmio_access a = {.secure = secure, .size = 4, .now = f->now};
    assert_true(frame == 0 ? gic_dist_write(&f->gic, &a, offset, value) : gic_redist_write(&f->gic, &a, offset, value));
}

static unsigned fx_count(const struct fx *f, enum gic_event_kind kind)
{
    unsigned n = 0;
    for (unsigned i = 0; i < f->event_count && i < FX_EVENTS; i++) {
        n += f->events[i].kind == kind;
    }
    return n;
}

static enum gm_reason fx_reason(const struct fx *f, uint32_t intid)
{
    struct gic_explanation e;
    assert_true(gic_explain_intid(&f->gic, 0, intid, &e));
    return e.reason;
}

/* Not every test file uses every helper. */
static inline void fx_unused(void)
{
    (void)fx_default, (void)fx_two_states, (void)fx_ready, (void)fx_free, (void)fx_mrs, (void)fx_msr, (void)fx_state;
    (void)fx_add, (void)fx_line, (void)fx_read, (void)fx_write, (void)fx_count, (void)fx_reason;
}

#define ASSERT_SIGNAL(f, group) assert_int_equal((f)->signal[0].physical, group)
#define MRS(f, name)            fx_mrs(f, 0, "ICC_" name)
#define MSR(f, name, value)     fx_msr(f, 0, "ICC_" name, value)
#define DSB_SY                  15u
#define DSB_ISH                 11u
#define DSB_ST                  14u
#define DSB_LD                  13u

#endif
