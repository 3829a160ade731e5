/* SPDX-License-Identifier: Apache-2.0 */
/* Acknowledge, priority drop, deactivation, preemption.  Expected values: the cases named, facts/architecture.md 1.5.
 */
#include "gic/fixture.h"

static struct fx *p0(void)
{
    struct fx *f = fx_ready(fx_default());
    gic_set_pmr(&f->gic, 0, 0xe0);
    fx_add(f, 32, 0xa0, 1, false);
    fx_add(f, 33, 0xa0, 1, true);
    fx_add(f, 23, 0x20, 1, false);
    fx_add(f, 27, 0xa0, 1, false);
    return f;
}

/* bugs 16: active and pending is neither signalled nor acknowledged; the line is looked at again after DIR. */
static void active_and_pending(void **state)
{
    (void)state;
    struct fx *f = p0();
    fx_line(f, 27, true);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    assert_int_equal(MRS(f, "IAR1_EL1"), 27);
    ASSERT_SIGNAL(f, IRQ_NONE);
    assert_int_equal(MRS(f, "RPR_EL1"), 0xa0);
    MSR(f, "EOIR1_EL1", 27);
    assert_int_equal(MRS(f, "RPR_EL1"), 0xff);
    ASSERT_SIGNAL(f, IRQ_NONE);
    assert_int_equal(fx_reason(f, 27), GM_REASON_ACTIVE);
    assert_int_equal(MRS(f, "IAR1_EL1"), 1023);
    MSR(f, "DIR_EL1", 27);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    fx_free(f);
}

/* An edge while active becomes active+pending, and is delivered after deactivation; once. */
static void edge_while_active(void **state)
{
    (void)state;
    struct fx *f = p0();
    MSR(f, "CTLR_EL1", 0); /* EOImode=0 */
    fx_line(f, 33, true);
    assert_int_equal(MRS(f, "IAR1_EL1"), 33);
    fx_line(f, 33, true); /* no edge: still high */
    assert_int_equal(fx_reason(f, 33), GM_REASON_NONE);
    fx_line(f, 33, false);
    fx_line(f, 33, true);
    assert_int_equal(fx_read(f, 0, false, 0x204), 2);
    assert_int_equal(fx_read(f, 0, false, 0x304), 2);
    ASSERT_SIGNAL(f, IRQ_NONE);
    MSR(f, "EOIR1_EL1", 33);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    assert_int_equal(MRS(f, "IAR1_EL1"), 33);
    MSR(f, "EOIR1_EL1", 33);
    ASSERT_SIGNAL(f, IRQ_NONE);
    fx_free(f);
}

/* bugs 2, 65, 71: the acknowledge re-evaluates. */
static void acknowledge_reevaluates(void **state)
{
    (void)state;
    struct fx *f = p0();
    fx_line(f, 32, true);
    fx_line(f, 23, true);
    MSR(f, "PMR_EL1", 0x60);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    fx_line(f, 23, false);
    ASSERT_SIGNAL(f, IRQ_NONE);
    assert_int_equal(MRS(f, "IAR1_EL1"), 1023);
    assert_int_equal(MRS(f, "HPPIR1_EL1"), 32); /* ignores PMR */
    MSR(f, "PMR_EL1", 0xf0);
    assert_int_equal(MRS(f, "IAR1_EL1"), 32);
    assert_int_equal(fx_count(f, GIC_EV_ACKNOWLEDGE), 2);
    MSR(f, "EOIR1_EL1", 1023); /* no effect, no report */
    assert_int_equal(MRS(f, "RPR_EL1"), 0xa0);
    assert_int_equal(fx_count(f, GIC_EV_UNPREDICTABLE), 0);
    fx_free(f);
}

/* bugs 28: private and shared interrupts compete; equal or lower priority does not preempt. */
static void arbitration(void **state)
{
    (void)state;
    struct fx *f = p0();
    fx_add(f, 40, 0x80, 1, true);
    fx_line(f, 40, true);
    fx_line(f, 27, true);
    assert_int_equal(MRS(f, "IAR1_EL1"), 40);
    ASSERT_SIGNAL(f, IRQ_NONE);
    assert_int_equal(fx_reason(f, 27), GM_REASON_NOT_PREEMPTING);
    fx_line(f, 23, true);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    assert_int_equal(MRS(f, "IAR1_EL1"), 23);
    assert_int_equal(MRS(f, "RPR_EL1"), 0x20);
    MSR(f, "EOIR1_EL1", 23);
    assert_int_equal(MRS(f, "RPR_EL1"), 0x80);
    MSR(f, "EOIR1_EL1", 40);
    assert_int_equal(MRS(f, "IAR1_EL1"), 27);
    fx_free(f);
}

/* BPR1=5 (Non-secure bank): <7:5> is the group priority; 0x80 and 0x98 are one group, 0x78 is another. */
static void preemption_by_group_priority(void **state)
{
    (void)state;
    struct fx *f = p0();
    MSR(f, "BPR1_EL1", 5);
    fx_add(f, 34, 0x98, 1, true);
    fx_add(f, 35, 0x80, 1, true);
    fx_add(f, 36, 0x78, 1, true);
    fx_line(f, 34, true);
    assert_int_equal(MRS(f, "IAR1_EL1"), 34);
    assert_int_equal(MRS(f, "RPR_EL1"), 0x80); /* the group priority becomes active */
    fx_line(f, 35, true);
    ASSERT_SIGNAL(f, IRQ_NONE);
    assert_int_equal(fx_reason(f, 35), GM_REASON_NOT_PREEMPTING);
    fx_line(f, 36, true);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    assert_int_equal(MRS(f, "IAR1_EL1"), 36);
    assert_int_equal(MRS(f, "RPR_EL1"), 0x60);
    fx_free(f);
}

/* CBPR: BPR0 = 5 means <7:6> for Group 1 too, so 0xa0 and 0x80 are one group; without it 0x80 preempts. */
static void preemption_by_common_bpr(void **state)
{
    (void)state;
    for (unsigned cbpr = 0; cbpr < 2; cbpr++) {
        struct fx *f = p0();
        MSR(f, "BPR0_EL1", 5);
        MSR(f, "CTLR_EL1", cbpr);
        fx_add(f, 34, 0x80, 1, true);
        fx_add(f, 35, 0x78, 1, true);
        fx_line(f, 32, true);
        assert_int_equal(MRS(f, "IAR1_EL1"), 32);
        assert_int_equal(MRS(f, "RPR_EL1"), cbpr ? 0x80 : 0xa0);
        fx_line(f, 34, true);
        ASSERT_SIGNAL(f, cbpr ? IRQ_NONE : IRQ_GROUP1);
        fx_line(f, 35, true);
        ASSERT_SIGNAL(f, IRQ_GROUP1);
        fx_free(f);
    }
}

/* bugs 50: nothing happens but a report. */
static void eoi_without_acknowledge(void **state)
{
    (void)state;
    struct fx *f = p0();
    MSR(f, "EOIR1_EL1", 33);
    assert_int_equal(fx_count(f, GIC_EV_UNPREDICTABLE), 1);
    assert_int_equal(MRS(f, "RPR_EL1"), 0xff);
    assert_int_equal(fx_read(f, 0, false, 0x204), 0);
    fx_line(f, 32, true);
    assert_int_equal(MRS(f, "IAR1_EL1"), 32);
    MSR(f, "EOIR1_EL1", 33); /* would drop 32's priority */
    assert_int_equal(fx_count(f, GIC_EV_UNPREDICTABLE), 2);
    assert_int_equal(MRS(f, "RPR_EL1"), 0xa0);
    MSR(f, "EOIR1_EL1", 0xffffff);
    assert_int_equal(fx_count(f, GIC_EV_UNPREDICTABLE), 3);
    fx_free(f);
}

static void eoi_out_of_order(void **state)
{
    (void)state;
    struct fx *f = p0();
    MSR(f, "CTLR_EL1", 0);
    fx_line(f, 33, true);
    assert_int_equal(MRS(f, "IAR1_EL1"), 33);
    fx_line(f, 23, true);
    assert_int_equal(MRS(f, "IAR1_EL1"), 23);
    fx_line(f, 23, false);
    MSR(f, "EOIR1_EL1", 33);
    assert_int_equal(fx_count(f, GIC_EV_UNPREDICTABLE), 1);
    assert_int_equal(MRS(f, "RPR_EL1"), 0xa0); /* the highest went */
    assert_int_equal(fx_read(f, 0, false, 0x304), 0);
    MSR(f, "EOIR1_EL1", 23);
    assert_int_equal(fx_count(f, GIC_EV_UNPREDICTABLE), 1);
    assert_int_equal(MRS(f, "RPR_EL1"), 0xff);
    assert_int_equal(fx_read(f, 1, false, 0x10300), 0);
    fx_free(f);
}

static void dir_with_eoimode0(void **state)
{
    (void)state;
    struct fx *f = p0();
    MSR(f, "CTLR_EL1", 0);
    fx_line(f, 32, true);
    assert_int_equal(MRS(f, "IAR1_EL1"), 32);
    MSR(f, "DIR_EL1", 32);
    assert_int_equal(fx_count(f, GIC_EV_UNPREDICTABLE), 1);
    assert_int_equal(fx_read(f, 0, false, 0x304), 1);
    MSR(f, "CTLR_EL1", 2);
    MSR(f, "DIR_EL1", 33); /* not active: reported, too */
    assert_int_equal(fx_count(f, GIC_EV_UNPREDICTABLE), 2);
    fx_free(f);
}

/* bugs 52: a PPI is deactivated on its own PE only, an SPI from anywhere. */
static void dir_on_another_pe(void **state)
{
    (void)state;
    struct gic_config c = fx_default();
    c.pes = 2;
    struct fx *f = fx_ready(c);
    gic_set_pmr(&f->gic, 0, 0xe0);
    fx_add(f, 27, 0xa0, 1, false);
    fx_add(f, 32, 0x80, 1, false);
    fx_line(f, 27, true);
    assert_int_equal(MRS(f, "IAR1_EL1"), 27);
    fx_line(f, 32, true);
    assert_int_equal(MRS(f, "IAR1_EL1"), 32);
    fx_msr(f, 1, "ICC_DIR_EL1", 27);
    fx_msr(f, 1, "ICC_DIR_EL1", 32);
    assert_int_equal(fx_read(f, 1, false, 0x10300), 1u << 27);
    assert_int_equal(fx_read(f, 0, false, 0x304), 0);
    fx_write(f, 1, false, 0x10380, 1u << 27);
    assert_int_equal(fx_read(f, 1, false, 0x10300), 0);
    fx_free(f);
}

static struct fx *two(void)
{
    struct fx *f = fx_ready(fx_two_states());
    gic_set_pmr(&f->gic, 0, 0xf8);
    fx_add(f, 30, 0x20, 0, false);
    fx_add(f, 29, 0x10, 2, false);
    fx_add(f, 32, 0xd0, 1, false);
    return f;
}

/* 1020 and 1021 for EL3; who may acknowledge what. */
static void special_intids(void **state)
{
    (void)state;
    struct fx *f = two();
    fx_line(f, 32, true);
    ASSERT_SIGNAL(f, IRQ_GROUP1_NS);
    fx_state(f, 0, 3, true, SCR_NS);
    assert_int_equal(MRS(f, "HPPIR0_EL1"), 1021);
    assert_int_equal(MRS(f, "IAR0_EL1"), 1021);
    assert_int_equal(MRS(f, "RPR_EL1"), 0xff);
    fx_state(f, 0, 1, true, 0);
    assert_int_equal(MRS(f, "IAR1_EL1"), 1023); /* Secure EL1 does not see it */
    fx_line(f, 29, true);
    ASSERT_SIGNAL(f, IRQ_GROUP1_S);
    fx_state(f, 0, 3, true, SCR_NS);
    assert_int_equal(MRS(f, "IAR0_EL1"), 1020);
    fx_state(f, 0, 1, false, SCR_NS);
    assert_int_equal(MRS(f, "IAR1_EL1"), 1023);
    assert_int_equal(MRS(f, "IAR0_EL1"), 1023);
    fx_state(f, 0, 1, true, 0);
    assert_int_equal(MRS(f, "IAR1_EL1"), 29);
    fx_free(f);
}

static void group0(void **state)
{
    (void)state;
    struct fx *f = two();
    fx_line(f, 30, true);
    ASSERT_SIGNAL(f, IRQ_GROUP0);
    fx_state(f, 0, 1, false, SCR_NS);
    assert_int_equal(MRS(f, "HPPIR0_EL1"), 1023); /* Non-secure, two states */
    assert_int_equal(MRS(f, "IAR0_EL1"), 1023);
    fx_state(f, 0, 1, true, 0);
    assert_int_equal(MRS(f, "IAR1_EL1"), 1023);
    assert_int_equal(MRS(f, "IAR0_EL1"), 30);
    fx_free(f);
    f = fx_ready(fx_default()); /* one state: EL1 handles it */
    gic_set_pmr(&f->gic, 0, 0xf8);
    fx_add(f, 30, 0x20, 0, false);
    fx_line(f, 30, true);
    assert_int_equal(MRS(f, "IAR0_EL1"), 30);
    MSR(f, "EOIR1_EL1", 30); /* the wrong register */
    assert_int_equal(MRS(f, "RPR_EL1"), 0x20);
    MSR(f, "EOIR0_EL1", 30);
    assert_int_equal(MRS(f, "RPR_EL1"), 0xff);
    fx_free(f);
}

/* bugs 53. */
static void eoi_by_state(void **state)
{
    (void)state;
    struct fx *f = two();
    fx_line(f, 32, true);
    fx_state(f, 0, 1, false, SCR_NS);
    assert_int_equal(MRS(f, "IAR1_EL1"), 32);
    fx_state(f, 0, 3, true, SCR_NS);
    MSR(f, "EOIR1_EL1", 32); /* A: EL3 ends a Non-secure Group 1 interrupt */
    assert_int_equal(MRS(f, "RPR_EL1"), 0xff);
    fx_line(f, 30, true);
    assert_int_equal(MRS(f, "IAR0_EL1"), 30);
    fx_state(f, 0, 1, false, SCR_NS);
    MSR(f, "EOIR0_EL1", 30); /* B */
    assert_int_equal(MRS(f, "RPR_EL1"), 0x20);
    fx_state(f, 0, 1, true, 0);
    fx_line(f, 29, true);
    assert_int_equal(MRS(f, "IAR1_EL1"), 29);
    fx_state(f, 0, 1, false, SCR_NS);
    MSR(f, "EOIR1_EL1", 29); /* C */
    assert_int_equal(MRS(f, "RPR_EL1"), 0x10);
    assert_int_equal(fx_count(f, GIC_EV_UNPREDICTABLE), 2);
    fx_free(f);
}

/* EOImode per bank: EL3's for EL3, and DIR obeys the security state. */
static void eoimode_banks(void **state)
{
    (void)state;
    struct fx *f = two();
    fx_state(f, 0, 3, true, 0);
    MSR(f, "CTLR_EL3", 0x08); /* EL1S splits, EL3 does not */
    fx_line(f, 30, true);
    assert_int_equal(MRS(f, "IAR0_EL1"), 30);
    fx_line(f, 30, false);
    MSR(f, "EOIR0_EL1", 30);
    assert_int_equal(fx_read(f, 1, true, 0x10300), 0);
    fx_state(f, 0, 1, true, 0);
    fx_line(f, 29, true);
    assert_int_equal(MRS(f, "IAR1_EL1"), 29);
    MSR(f, "EOIR1_EL1", 29);
    assert_int_equal(fx_read(f, 1, true, 0x10300), 1u << 29);
    fx_state(f, 0, 3, true, SCR_NS);
    MSR(f, "CTLR_EL3", 0x18);
    fx_state(f, 0, 1, false, SCR_NS);
    MSR(f, "DIR_EL1", 29); /* Non-secure cannot */
    assert_int_equal(fx_read(f, 1, true, 0x10300), 1u << 29);
    fx_state(f, 0, 1, true, 0);
    MSR(f, "DIR_EL1", 29);
    assert_int_equal(fx_read(f, 1, true, 0x10300), 0);
    fx_free(f);
}

/* bugs 22: after the drop the Group 0 interrupt is signalled; EL3 then sees 1020 when 29 is there again. */
static void priority_drop_order(void **state)
{
    (void)state;
    struct fx *f = two();
    fx_state(f, 0, 3, true, 0);
    MSR(f, "CTLR_EL3", 0x08);
    fx_state(f, 0, 1, true, 0);
    fx_line(f, 29, true);
    assert_int_equal(MRS(f, "IAR1_EL1"), 29);
    fx_line(f, 30, true);
    ASSERT_SIGNAL(f, IRQ_NONE); /* 0x20 is not below 0x10 */
    MSR(f, "EOIR1_EL1", 29);
    ASSERT_SIGNAL(f, IRQ_GROUP0);
    MSR(f, "DIR_EL1", 29);
    ASSERT_SIGNAL(f, IRQ_GROUP1_S);
    fx_state(f, 0, 3, true, 0);
    assert_int_equal(MRS(f, "HPPIR0_EL1"), 1020);
    fx_free(f);
}

/* bugs 29, 40: enabling a group forwards what is pending; HPPIR honours the enable. */
static void group_enables(void **state)
{
    (void)state;
    struct fx *f = p0();
    MSR(f, "IGRPEN1_EL1", 0);
    fx_line(f, 32, true);
    ASSERT_SIGNAL(f, IRQ_NONE);
    assert_int_equal(MRS(f, "HPPIR1_EL1"), 1023);
    assert_int_equal(fx_reason(f, 32), GM_REASON_GROUP_OFF);
    MSR(f, "IGRPEN1_EL1", 1);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    MSR(f, "IGRPEN1_EL1", 0);
    ASSERT_SIGNAL(f, IRQ_NONE);
    assert_int_equal(fx_count(f, GIC_EV_RELEASE), 1);
    MSR(f, "IGRPEN1_EL1", 1);
    fx_write(f, 0, false, 0, 0); /* GICD_CTLR.EnableGrp1 */
    ASSERT_SIGNAL(f, IRQ_NONE);
    assert_int_equal(fx_reason(f, 32), GM_REASON_DIST_GROUP_OFF);
    fx_write(f, 0, false, 0, 2);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    fx_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(active_and_pending),
        cmocka_unit_test(edge_while_active),
        cmocka_unit_test(acknowledge_reevaluates),
        cmocka_unit_test(arbitration),
        cmocka_unit_test(preemption_by_group_priority),
        cmocka_unit_test(preemption_by_common_bpr),
        cmocka_unit_test(eoi_without_acknowledge),
        cmocka_unit_test(eoi_out_of_order),
        cmocka_unit_test(dir_with_eoimode0),
        cmocka_unit_test(dir_on_another_pe),
        cmocka_unit_test(special_intids),
        cmocka_unit_test(group0),
        cmocka_unit_test(eoi_by_state),
        cmocka_unit_test(eoimode_banks),
        cmocka_unit_test(priority_drop_order),
        cmocka_unit_test(group_enables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
