/* SPDX-License-Identifier: Apache-2.0 */
/* PMHE, the slot and the messages under each resolution: semantics.md rules 3 to 12 and 17, bugs 1. */
#include "gic/fixture.h"

static struct fx *p0h(enum gm_resolve resolve, bool pmhe, uint8_t pmr)
{
    struct gic_config c = fx_default();
    c.resolve = resolve;
    c.set_latency = 10;
    c.clear_latency = 20;
    c.upstream_latency = 30;
    c.ack_latency = 40;
    struct fx *f = fx_ready(c);
    gic_set_pmhe(&f->gic, 0, pmhe);
    gic_set_pmr(&f->gic, 0, pmr);
    fx_add(f, 32, 0xa0, 1, false);
    fx_add(f, 23, 0x20, 1, false);
    gic_advance(&f->gic, 0, 0);
    return f;
}

static void dsb(struct fx *f, unsigned crm)
{
    gic_dsb(&f->gic, 0, crm, f->now);
}

static unsigned upstream(const struct fx *f)
{
    struct gic_explanation e;
    gic_explain(&f->gic, 0, &e);
    return e.upstream_pending;
}

/* bugs 1: PMHE=1, unmask without DSB: never signalled under adversarial; with DSB it is; prompt; PMHE=0. */
static void unmask_needs_dsb(void **state)
{
    (void)state;
    struct fx *f = p0h(GM_RESOLVE_ADVERSARIAL, true, 0x60);
    fx_line(f, 32, true);
    assert_int_equal(fx_reason(f, 32), GM_REASON_HELD_BY_HINT);
    assert_int_equal(fx_count(f, GIC_EV_HELD), 1);
    MSR(f, "PMR_EL1", 0xe0);
    gic_context_sync(&f->gic, 0, 0);
    ASSERT_SIGNAL(f, IRQ_NONE);
    assert_int_equal(fx_reason(f, 32), GM_REASON_HELD_BY_HINT);
    assert_int_equal(upstream(f), 1);
    assert_int_equal(MRS(f, "HPPIR1_EL1"), 1023);
    dsb(f, DSB_ST);
    dsb(f, DSB_LD);
    dsb(f, DSB_ISH);
    ASSERT_SIGNAL(f, IRQ_NONE);
    dsb(f, DSB_SY);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    assert_int_equal(upstream(f), 0);
    assert_int_equal(fx_count(f, GIC_EV_PMR_SENT), 1);
    assert_int_equal(fx_count(f, GIC_EV_PMR_ARRIVED), 1);
    fx_free(f);
    f = p0h(GM_RESOLVE_PROMPT, true, 0x60);
    fx_line(f, 32, true);
    assert_int_equal(fx_reason(f, 32), GM_REASON_HELD_BY_HINT);
    MSR(f, "PMR_EL1", 0xe0);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    fx_free(f);
    f = p0h(GM_RESOLVE_ADVERSARIAL, false, 0x60);
    fx_line(f, 32, true);
    assert_int_equal(fx_reason(f, 32), GM_REASON_MASKED_BY_PMR);
    MSR(f, "PMR_EL1", 0xe0);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    assert_int_equal(fx_count(f, GIC_EV_PMR_SENT), 0);
    fx_free(f);
}

/* Masking needs no DSB in any resolution; the interrupt stays in the slot (rule 6). */
static void masking_is_immediate(void **state)
{
    (void)state;
    for (int resolve = GM_RESOLVE_PROMPT; resolve <= GM_RESOLVE_ADVERSARIAL; resolve++) {
        struct fx *f = p0h((enum gm_resolve)resolve, true, 0xe0);
        fx_line(f, 32, true);
        gic_advance(&f->gic, 0, 100);
        ASSERT_SIGNAL(f, IRQ_GROUP1);
        MSR(f, "PMR_EL1", 0x60);
        ASSERT_SIGNAL(f, IRQ_NONE);
        dsb(f, DSB_SY);
        assert_int_equal(fx_reason(f, 32), GM_REASON_MASKED_BY_PMR);
        MSR(f, "PMR_EL1", 0xe0);
        ASSERT_SIGNAL(f, IRQ_GROUP1); /* no DSB: it is in the slot already */
        fx_free(f);
    }
}

/* Rule 8's option. */
static void narrow_dsb(void **state)
{
    (void)state;
    struct gic_config c = fx_default();
    c.resolve = GM_RESOLVE_ADVERSARIAL;
    c.narrow_dsb_drains_pmr = true;
    struct fx *f = fx_ready(c);
    gic_set_pmhe(&f->gic, 0, true);
    fx_add(f, 32, 0xa0, 1, false);
    fx_line(f, 32, true);
    MSR(f, "PMR_EL1", 0xe0);
    dsb(f, DSB_ST);
    ASSERT_SIGNAL(f, IRQ_NONE);
    dsb(f, DSB_ISH);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    fx_free(f);
}

/* Rule 6: an NMI replaces the masked IRQ in the slot, and the IRQ comes back after it. */
static void replacement(void **state)
{
    (void)state;
    struct fx *f = p0h(GM_RESOLVE_ADVERSARIAL, false, 0x60);
    fx_line(f, 32, true);
    fx_line(f, 23, true);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    assert_int_equal(fx_count(f, GIC_EV_RELEASE), 1);
    assert_int_equal(fx_reason(f, 32), GM_REASON_MASKED_BY_PMR);
    MSR(f, "PMR_EL1", 0xe0);
    gic_context_sync(&f->gic, 0, 0);
    assert_int_equal(fx_reason(f, 32), GM_REASON_OUTRANKED);
    assert_int_equal(MRS(f, "IAR1_EL1"), 23);
    fx_line(f, 23, false);
    MSR(f, "EOIR1_EL1", 23);
    assert_int_equal(MRS(f, "IAR1_EL1"), 32);
    fx_free(f);
}

/* An NMI that the hint held back while a lower interrupt is in the slot goes out when the hint admits it. */
static void held_back_behind_the_slot(void **state)
{
    (void)state;
    struct fx *f = p0h(GM_RESOLVE_PROMPT, true, 0xe0);
    fx_line(f, 32, true);
    MSR(f, "PMR_EL1", 0x18);
    fx_line(f, 23, true);
    assert_int_equal(fx_reason(f, 23), GM_REASON_HELD_BY_HINT);
    assert_int_equal(fx_reason(f, 32), GM_REASON_MASKED_BY_PMR);
    MSR(f, "PMR_EL1", 0x60);
    assert_int_equal(fx_reason(f, 23), GM_REASON_SIGNALLED);
    fx_free(f);
}

/* Rule 9. */
static void pmhe_changes(void **state)
{
    (void)state;
    struct fx *f = p0h(GM_RESOLVE_ADVERSARIAL, false, 0xe0);
    MSR(f, "CTLR_EL1", 0x42);
    gic_context_sync(&f->gic, 0, 0);
    struct gic_explanation e;
    gic_explain(&f->gic, 0, &e);
    assert_true(e.pmhe);
    assert_false(e.view_known);
    fx_line(f, 32, true); /* view unknown: may be held back */
    assert_int_equal(fx_reason(f, 32), GM_REASON_HELD_BY_HINT);
    dsb(f, DSB_SY); /* a DSB alone brings no value */
    ASSERT_SIGNAL(f, IRQ_NONE);
    MSR(f, "PMR_EL1", 0xe0);
    dsb(f, DSB_SY);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    gic_explain(&f->gic, 0, &e);
    assert_true(e.view_known);
    assert_int_equal(e.view, 0xe0);
    fx_line(f, 32, false);
    dsb(f, DSB_SY);
    MSR(f, "PMR_EL1", 0x60);
    dsb(f, DSB_SY);
    MSR(f, "CTLR_EL1", 0x02); /* 1 to 0 without PMR=0xff before */
    MSR(f, "PMR_EL1", 0xe0);
    assert_int_equal(upstream(f), 0);
    fx_line(f, 32, true);
    ASSERT_SIGNAL(f, IRQ_NONE);
    assert_int_equal(fx_reason(f, 32), GM_REASON_HELD_BY_HINT);
    dsb(f, DSB_SY);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    fx_free(f);
    f = p0h(GM_RESOLVE_PROMPT, false, 0xe0); /* prompt: nothing is held back while unknown */
    MSR(f, "CTLR_EL1", 0x42);
    fx_line(f, 32, true);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    fx_free(f);
}

/* Rule 10: withdrawn, still signalled; IAR then returns 1023, or another. */
static void withdrawal(void **state)
{
    (void)state;
    struct fx *f = p0h(GM_RESOLVE_PROMPT, false, 0xe0);
    fx_line(f, 32, true);
    fx_line(f, 32, false);
    ASSERT_SIGNAL(f, IRQ_NONE);
    fx_free(f);
    f = p0h(GM_RESOLVE_ADVERSARIAL, false, 0xe0);
    fx_line(f, 32, true);
    fx_line(f, 32, false);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    assert_int_equal(MRS(f, "IAR1_EL1"), 1023);
    ASSERT_SIGNAL(f, IRQ_NONE);
    fx_line(f, 32, true);
    fx_line(f, 32, false);
    fx_line(f, 32, true); /* again, while the Clear is on its way */
    assert_int_equal(MRS(f, "IAR1_EL1"), 32);
    assert_int_equal(MRS(f, "RPR_EL1"), 0xa0);
    fx_free(f);
    f = p0h(GM_RESOLVE_ADVERSARIAL, false, 0xe0);
    fx_line(f, 32, true);
    fx_write(f, 0, false, 0x184, 1); /* ICENABLER */
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    fx_read(f, 0, false, 0); /* RWP reads 0: in effect */
    ASSERT_SIGNAL(f, IRQ_NONE);
    fx_write(f, 0, false, 0x104, 1);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    fx_write(f, 0, false, 0x184, 1);
    dsb(f, DSB_SY);
    ASSERT_SIGNAL(f, IRQ_NONE);
    fx_free(f);
}

/* Rule 11: no ISB since the last PMR write. bugs 2: the fixed form has one. */
static void iar_without_isb(void **state)
{
    (void)state;
    for (int late = 0; late < 2; late++) {
        struct fx *f = p0h(late ? GM_RESOLVE_ADVERSARIAL : GM_RESOLVE_PROMPT, false, 0xf0);
        fx_line(f, 32, true);
        MSR(f, "PMR_EL1", 0x60);
        assert_int_equal(MRS(f, "IAR1_EL1"), late ? 32 : 1023);
        fx_free(f);
        f = p0h(late ? GM_RESOLVE_ADVERSARIAL : GM_RESOLVE_PROMPT, false, 0xf0);
        fx_line(f, 32, true);
        MSR(f, "PMR_EL1", 0x60);
        gic_context_sync(&f->gic, 0, 0);
        assert_int_equal(MRS(f, "IAR1_EL1"), 1023);
        fx_free(f);
    }
}

/* Rule 3. */
static void effective_copies(void **state)
{
    (void)state;
    struct fx *f = p0h(GM_RESOLVE_ADVERSARIAL, false, 0xe0);
    fx_line(f, 32, true);
    MSR(f, "IGRPEN1_EL1", 0);
    assert_int_equal(MRS(f, "IGRPEN1_EL1"), 0);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    gic_context_sync(&f->gic, 0, 0);
    ASSERT_SIGNAL(f, IRQ_NONE);
    MSR(f, "IGRPEN1_EL1", 1);
    ASSERT_SIGNAL(f, IRQ_NONE);
    gic_context_sync(&f->gic, 0, 0);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    MSR(f, "CTLR_EL1", 0); /* EOImode 1 to 0 */
    assert_int_equal(MRS(f, "IAR1_EL1"), 32);
    MSR(f, "EOIR1_EL1", 32);
    assert_int_equal(fx_read(f, 0, false, 0x304), 1);
    fx_free(f);
    f = p0h(GM_RESOLVE_PROMPT, false, 0xe0);
    fx_line(f, 32, true);
    MSR(f, "IGRPEN1_EL1", 0);
    ASSERT_SIGNAL(f, IRQ_NONE);
    fx_free(f);
}

/* Latencies: Set 10, Clear 20, upstream 30, acknowledge 40. */
static void timed(void **state)
{
    (void)state;
    struct fx *f = p0h(GM_RESOLVE_TIMED, true, 0x60);
    assert_true(gic_advance(&f->gic, 0, 0) == UINT64_MAX);
    f->now = 100;
    fx_line(f, 32, true);
    f->now = 200;
    MSR(f, "PMR_EL1", 0xe0);
    assert_int_equal(gic_advance(&f->gic, 0, 229), 230);
    assert_int_equal(fx_reason(f, 32), GM_REASON_HELD_BY_HINT);
    assert_int_equal(gic_dsb(&f->gic, 0, DSB_ISH, 205), 205);
    assert_int_equal(gic_dsb(&f->gic, 0, DSB_SY, 205), 270);
    assert_int_equal(fx_reason(f, 32), GM_REASON_IN_FLIGHT);
    assert_int_equal(gic_advance(&f->gic, 0, 239), 240);
    ASSERT_SIGNAL(f, IRQ_NONE);
    assert_true(gic_advance(&f->gic, 0, 240) == UINT64_MAX);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    f->now = 300;
    fx_line(f, 32, false);
    assert_int_equal(gic_advance(&f->gic, 0, 319), 320);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    f->now = 320;
    assert_int_equal(MRS(f, "IAR1_EL1"), 1023);
    assert_int_equal(gic_dsb(&f->gic, 0, DSB_SY, 1000), 1000);
    fx_free(f);
}

/* Activate takes time: not active elsewhere before it arrives, and nothing is sent twice. */
static void timed_activate(void **state)
{
    (void)state;
    struct fx *f = p0h(GM_RESOLVE_TIMED, false, 0xe0);
    fx_line(f, 32, true);
    gic_advance(&f->gic, 0, 10);
    f->now = 10;
    assert_int_equal(MRS(f, "IAR1_EL1"), 32);
    assert_int_equal(MRS(f, "RPR_EL1"), 0xa0);
    assert_int_equal(fx_read(f, 0, false, 0x304), 0);
    fx_line(f, 23, true);
    f->now = 25;
    fx_line(f, 23, false); /* 23 is Cleared before the Activate of 32 is up: 32 must not be sent again */
    gic_advance(&f->gic, 0, 39);
    gic_advance(&f->gic, 0, 60);
    assert_int_equal(fx_read(f, 0, false, 0x304), 1);
    assert_int_equal(fx_count(f, GIC_EV_SET), 2);
    ASSERT_SIGNAL(f, IRQ_NONE);
    f->now = 60;
    MSR(f, "EOIR1_EL1", 32);
    MSR(f, "DIR_EL1", 32);
    assert_int_equal(gic_dsb(&f->gic, 0, DSB_ISH, 60), 130); /* 60 + 30 + 40: EOI effects, rule 8 */
    assert_int_equal(fx_read(f, 0, false, 0x304), 0);
    fx_free(f);
}

/* The stream is in order: a Set (10) behind a Clear (20) does not overtake it. */
static void timed_in_order(void **state)
{
    (void)state;
    struct fx *f = p0h(GM_RESOLVE_TIMED, false, 0xe0);
    fx_add(f, 33, 0xc0, 1, false);
    fx_line(f, 32, true);
    fx_line(f, 33, true);
    gic_advance(&f->gic, 0, 10);
    f->now = 100;
    fx_line(f, 32, false);
    assert_int_equal(gic_advance(&f->gic, 0, 119), 120);
    assert_true(gic_advance(&f->gic, 0, 120) == UINT64_MAX);
    f->now = 120;
    assert_int_equal(MRS(f, "IAR1_EL1"), 33);
    fx_free(f);
    f = p0h(GM_RESOLVE_TIMED, false, 0xe0); /* what the Set then causes is timed from its true arrival */
    fx_add(f, 33, 0xc0, 1, false);
    fx_line(f, 32, true);
    fx_line(f, 33, true);
    gic_advance(&f->gic, 0, 10);
    f->now = 100;
    fx_line(f, 32, false); /* Clear 32 at 120, Set 33 behind it */
    f->now = 101;
    MSR(f, "IGRPEN1_EL1", 0);                            /* Release of 32 at 131, Clear of 33 at 121 */
    assert_int_equal(gic_advance(&f->gic, 0, 135), 150); /* Release of 33 */
    fx_free(f);
}

/* A Set that meets a disabled group goes back. */
static void timed_release(void **state)
{
    (void)state;
    struct fx *f = p0h(GM_RESOLVE_TIMED, false, 0xe0);
    fx_line(f, 32, true);
    f->now = 5;
    MSR(f, "IGRPEN1_EL1", 0);
    gic_advance(&f->gic, 0, 100);
    ASSERT_SIGNAL(f, IRQ_NONE);
    assert_int_equal(fx_count(f, GIC_EV_SET), 0);
    assert_int_equal(fx_count(f, GIC_EV_RELEASE), 1);
    f->now = 100;
    MSR(f, "IGRPEN1_EL1", 1);
    gic_advance(&f->gic, 0, 110);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    fx_free(f);
}

/* A Clear that meets an acknowledged interrupt says nothing: its Activate is on the way. */
static void timed_clear_after_acknowledge(void **state)
{
    (void)state;
    struct fx *f = p0h(GM_RESOLVE_TIMED, false, 0xe0);
    fx_line(f, 32, true);
    gic_advance(&f->gic, 0, 10);
    f->now = 10;
    assert_int_equal(MRS(f, "IAR1_EL1"), 32); /* Activate at 40 */
    f->now = 11;
    fx_line(f, 32, false); /* Clear at 31 */
    f->now = 12;
    fx_line(f, 32, true);
    gic_advance(&f->gic, 0, 31);
    gic_advance(&f->gic, 0, 100);
    assert_int_equal(fx_count(f, GIC_EV_SET), 1);
    assert_int_equal(fx_count(f, GIC_EV_CLEAR), 0);
    assert_int_equal(fx_reason(f, 32), GM_REASON_ACTIVE);
    fx_free(f);
}

/* The hint is as strict as the mask: equal is held back. */
static void hint_is_strict(void **state)
{
    (void)state;
    struct fx *f = p0h(GM_RESOLVE_PROMPT, true, 0xa0);
    fx_line(f, 32, true);
    assert_int_equal(fx_reason(f, 32), GM_REASON_HELD_BY_HINT);
    MSR(f, "PMR_EL1", 0xa8);
    assert_int_equal(fx_reason(f, 32), GM_REASON_SIGNALLED);
    fx_free(f);
}

/* What the observer is told, in order. */
static void events(void **state)
{
    (void)state;
    struct fx *f = p0h(GM_RESOLVE_PROMPT, false, 0xe0);
    MSR(f, "CTLR_EL1", 0);
    fx_line(f, 32, true);
    assert_int_equal(MRS(f, "IAR1_EL1"), 32);
    fx_line(f, 32, false);
    MSR(f, "EOIR1_EL1", 32);
    static const enum gic_event_kind expected[] = {GIC_EV_PENDING,     GIC_EV_SET,           GIC_EV_ACKNOWLEDGE,
                                                   GIC_EV_NOT_PENDING, GIC_EV_PRIORITY_DROP, GIC_EV_DEACTIVATE};
    assert_int_equal(f->event_count, ARRAY_SIZE(expected));
    for (unsigned n = 0; n < ARRAY_SIZE(expected); n++) {
        assert_int_equal(f->events[n].kind, expected[n]);
        assert_int_equal(f->events[n].intid, 32);
    }
    assert_int_equal(f->events[2].value, 32);
    assert_int_equal(f->events[4].value, 0xa0);
    fx_free(f);
}

/* More PMR writes than the queue holds: bounded, and the last value arrives. */
static void full_queue(void **state)
{
    (void)state;
    static const enum gm_resolve modes[] = {GM_RESOLVE_TIMED, GM_RESOLVE_ADVERSARIAL, GM_RESOLVE_EXPLORED};
    for (unsigned n = 0; n < ARRAY_SIZE(modes); n++) {
        struct fx *f = p0h(modes[n], true, 0x60);
        for (unsigned i = 0; i < 100; i++) {
            MSR(f, "PMR_EL1", i % 2 ? 0xe0 : 0x60);
        }
        assert_true(upstream(f) <= 16);
        assert_true(gic_state_valid(&f->gic));
        dsb(f, DSB_SY);
        struct gic_explanation e;
        gic_explain(&f->gic, 0, &e);
        assert_int_equal(e.view, 0xe0);
        assert_int_equal(e.upstream_pending, 0);
        fx_free(f);
    }
}

/* Everything waits for a choice. */
static void explored(void **state)
{
    (void)state;
    struct fx *f = p0h(GM_RESOLVE_EXPLORED, true, 0x60);
    for (int c = GIC_CHOICE_UPSTREAM; c <= GIC_CHOICE_EFFECTIVE; c++) {
        assert_false(gic_choice_open(&f->gic, 0, (enum gic_choice)c));
    }
    fx_line(f, 32, true);
    MSR(f, "PMR_EL1", 0xe0);
    assert_true(gic_choice_open(&f->gic, 0, GIC_CHOICE_UPSTREAM));
    assert_true(gic_choice_open(&f->gic, 0, GIC_CHOICE_DOWNSTREAM)); /* it may forward although the view masks it */
    assert_true(gic_choice_open(&f->gic, 0, GIC_CHOICE_EFFECTIVE));  /* rule 11 */
    gic_choice_take(&f->gic, 0, GIC_CHOICE_UPSTREAM, 0);
    ASSERT_SIGNAL(f, IRQ_NONE);
    assert_int_equal(fx_reason(f, 32), GM_REASON_IN_FLIGHT);
    gic_choice_take(&f->gic, 0, GIC_CHOICE_DOWNSTREAM, 0);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    assert_false(gic_choice_open(&f->gic, 0, GIC_CHOICE_DOWNSTREAM));
    fx_line(f, 23, true);
    assert_true(gic_choice_open(&f->gic, 0, GIC_CHOICE_REPLACE_SLOT));
    gic_choice_take(&f->gic, 0, GIC_CHOICE_REPLACE_SLOT, 0);
    gic_choice_take(&f->gic, 0, GIC_CHOICE_DOWNSTREAM, 0);
    gic_choice_take(&f->gic, 0, GIC_CHOICE_EFFECTIVE, 0);
    assert_int_equal(MRS(f, "IAR1_EL1"), 23);
    assert_int_equal(upstream(f), 2); /* Release of 32, Activate of 23 */
    fx_free(f);
    f = p0h(GM_RESOLVE_EXPLORED, true, 0x60); /* forwarded despite the hint */
    fx_line(f, 32, true);
    gic_choice_take(&f->gic, 0, GIC_CHOICE_DOWNSTREAM, 0);
    assert_int_equal(fx_reason(f, 32), GM_REASON_MASKED_BY_PMR);
    MSR(f, "PMR_EL1", 0xe0);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    fx_free(f);
}

/* (choice) adversarial: an SGI is not delayed, and as the stream is in order it takes the PMR value with it. */
static void order_of_the_stream(void **state)
{
    (void)state;
    struct fx *f = p0h(GM_RESOLVE_ADVERSARIAL, true, 0x60);
    fx_add(f, 5, 0x80, 1, true);
    MSR(f, "PMR_EL1", 0xe0);
    assert_int_equal(upstream(f), 1);
    MSR(f, "SGI1R_EL1", 5u << 24 | 1);
    assert_int_equal(upstream(f), 0);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    assert_int_equal(MRS(f, "IAR1_EL1"), 1023); /* rule 11: no ISB since the PMR write */
    gic_context_sync(&f->gic, 0, 0);
    assert_int_equal(MRS(f, "IAR1_EL1"), 5);
    fx_free(f);
    f = p0h(GM_RESOLVE_TIMED, true, 0x60); /* in order also when timed */
    fx_add(f, 5, 0x80, 1, true);
    MSR(f, "PMR_EL1", 0xe0);
    f->now = 5;
    MSR(f, "SGI1R_EL1", 5u << 24 | 1);
    assert_int_equal(gic_dsb(&f->gic, 0, DSB_SY, 6), 75);
    assert_true(gic_advance(&f->gic, 0, 45) == UINT64_MAX);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    fx_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unmask_needs_dsb),
        cmocka_unit_test(masking_is_immediate),
        cmocka_unit_test(narrow_dsb),
        cmocka_unit_test(replacement),
        cmocka_unit_test(held_back_behind_the_slot),
        cmocka_unit_test(pmhe_changes),
        cmocka_unit_test(withdrawal),
        cmocka_unit_test(iar_without_isb),
        cmocka_unit_test(effective_copies),
        cmocka_unit_test(timed),
        cmocka_unit_test(timed_activate),
        cmocka_unit_test(timed_in_order),
        cmocka_unit_test(timed_release),
        cmocka_unit_test(timed_clear_after_acknowledge),
        cmocka_unit_test(hint_is_strict),
        cmocka_unit_test(events),
        cmocka_unit_test(full_queue),
        cmocka_unit_test(explored),
        cmocka_unit_test(order_of_the_stream),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
