/* SPDX-License-Identifier: Apache-2.0 */
/* Security views of priorities and masks.  Expected values: facts/architecture.md 1.1, 1.2 and the cases named. */
#include "gic/fixture.h"

/* bugs 13: Linux's probe for Group 0, in DS=1, PF0 and PF1. */
static void linux_probe(void **state)
{
    (void)state;
    struct fx *f = fx_ready(fx_default());
    MSR(f, "PMR_EL1", 0x08);
    assert_int_equal(MRS(f, "PMR_EL1"), 0x08);
    fx_free(f);
    f = fx_ready(fx_two_states());
    gic_set_pmr(&f->gic, 0, 0xf8);
    fx_state(f, 0, 1, false, SCR_NS);
    MSR(f, "PMR_EL1", 0x08);
    assert_int_equal(MRS(f, "PMR_EL1"), 0x08);
    gic_set_pmr(&f->gic, 0, 0xf8);
    fx_state(f, 0, 1, false, SCR_NS | SCR_FIQ);
    MSR(f, "PMR_EL1", 0x08);
    assert_int_equal(MRS(f, "PMR_EL1"), 0x00);
    assert_int_equal(gic_pmr(&f->gic, 0), 0x80); /* 0x84 with 5 bits */
    fx_free(f);
}

/* bugs 14, 17: RES0 bits, unimplemented bits. */
static void pmr_bits(void **state)
{
    (void)state;
    struct fx *f = fx_ready(fx_default());
    MSR(f, "PMR_EL1", 0xa140);
    assert_int_equal(MRS(f, "PMR_EL1"), 0x40);
    MSR(f, "PMR_EL1", 0xff);
    assert_int_equal(MRS(f, "PMR_EL1"), 0xf8);
    fx_free(f);
    struct gic_config c = fx_default();
    c.prio_bits = 4;
    f = fx_ready(c);
    MSR(f, "PMR_EL1", 0xff);
    assert_int_equal(MRS(f, "PMR_EL1"), 0xf0);
    fx_free(f);
    c.prio_bits = 8;
    f = fx_ready(c);
    MSR(f, "PMR_EL1", 0xff);
    assert_int_equal(MRS(f, "PMR_EL1"), 0xff);
    fx_free(f);
}

static void ns_write_below_0x80_is_ignored(void **state)
{
    (void)state;
    struct fx *f = fx_ready(fx_two_states());
    gic_set_pmr(&f->gic, 0, 0x78);
    fx_state(f, 0, 1, false, SCR_NS | SCR_FIQ);
    MSR(f, "PMR_EL1", 0xf0);
    assert_int_equal(MRS(f, "PMR_EL1"), 0);
    assert_int_equal(gic_pmr(&f->gic, 0), 0x78);
    gic_set_pmhe(&f->gic, 0, true); /* and nothing goes upstream */
    MSR(f, "PMR_EL1", 0xf0);
    assert_int_equal(fx_count(f, GIC_EV_PMR_SENT), 0);
    gic_set_pmhe(&f->gic, 0, false);
    fx_state(f, 0, 1, true, SCR_FIQ); /* Secure sees and writes the physical value */
    assert_int_equal(MRS(f, "PMR_EL1"), 0x78);
    MSR(f, "PMR_EL1", 0xf0);
    fx_state(f, 0, 1, false, SCR_NS | SCR_FIQ);
    assert_int_equal(MRS(f, "PMR_EL1"), 0xe0);
    fx_state(f, 0, 1, false, SCR_NS); /* PF0: absolute */
    assert_int_equal(MRS(f, "PMR_EL1"), 0xf0);
    fx_free(f);
}

/* Distributor priorities are shifted for Non-secure whatever SCR_EL3.FIQ says; 0xa0 -> 0xd0, 0x20 -> 0x90. */
static void ipriorityr(void **state)
{
    (void)state;
    struct fx *f = fx_ready(fx_two_states());
    fx_add(f, 32, 0, 1, true);
    fx_add(f, 33, 0x30, 0, true);
    struct mmio_access ns = {.size = 1};
    struct mmio_access s = {.size = 1, .secure = true};
    uint64_t value;
    assert_true(gic_dist_write(&f->gic, &ns, 0x420, 0xa0));
    assert_true(gic_dist_read(&f->gic, &s, 0x420, &value));
    assert_int_equal(value, 0xd0);
    assert_true(gic_dist_read(&f->gic, &ns, 0x420, &value));
    assert_int_equal(value, 0xa0);
    assert_true(gic_dist_write(&f->gic, &ns, 0x421, 0xa0)); /* Group 0: RAZ/WI */
    assert_true(gic_dist_read(&f->gic, &ns, 0x421, &value));
    assert_int_equal(value, 0);
    assert_true(gic_dist_read(&f->gic, &s, 0x421, &value));
    assert_int_equal(value, 0x30);
    fx_write(f, 1, false, 0x10414, 0x20202020); /* PPIs in Group 0 after reset */
    assert_int_equal(fx_read(f, 1, true, 0x10414), 0);
    fx_add(f, 23, 0, 1, false);
    fx_write(f, 1, false, 0x10414, 0x20202020);
    assert_int_equal(fx_read(f, 1, true, 0x10414), 0x90000000);
    fx_free(f);
}

/* One state: unshifted, unimplemented bits read as zero (bugs 17). */
static void ipriorityr_one_state(void **state)
{
    (void)state;
    struct fx *f = fx_ready(fx_default());
    fx_write(f, 0, false, 0x420, 0xfe17a8ff);
    assert_int_equal(fx_read(f, 0, false, 0x420), 0xf810a8f8);
    fx_free(f);
}

/* bugs 10, 73: PF0 with ON=0xc0 masks an interrupt programmed Non-secure at 0xa0; strict compare. */
static void mask_matrix(void **state)
{
    (void)state;
    struct fx *f = fx_ready(fx_two_states());
    fx_add(f, 32, 0xd0, 1, true);
    fx_line(f, 32, true);
    fx_state(f, 0, 1, false, SCR_NS);
    MSR(f, "PMR_EL1", 0xc0);
    ASSERT_SIGNAL(f, IRQ_NONE);
    MSR(f, "PMR_EL1", 0xd0);
    ASSERT_SIGNAL(f, IRQ_NONE);
    MSR(f, "PMR_EL1", 0xd8);
    ASSERT_SIGNAL(f, IRQ_GROUP1_NS);
    fx_state(f, 0, 1, false, SCR_NS | SCR_FIQ);
    MSR(f, "PMR_EL1", 0xa0); /* 0xd0 */
    ASSERT_SIGNAL(f, IRQ_NONE);
    MSR(f, "PMR_EL1", 0xc0); /* 0xe0 */
    ASSERT_SIGNAL(f, IRQ_GROUP1_NS);
    fx_free(f);
}

static void rpr_views(void **state)
{
    (void)state;
    struct fx *f = fx_ready(fx_two_states());
    gic_set_pmr(&f->gic, 0, 0xf8);
    fx_add(f, 32, 0xd0, 1, true);
    fx_add(f, 33, 0x40, 0, true);
    fx_state(f, 0, 1, false, SCR_NS | SCR_FIQ);
    assert_int_equal(MRS(f, "RPR_EL1"), 0xff);
    fx_line(f, 32, true);
    assert_int_equal(MRS(f, "IAR1_EL1"), 32);
    assert_int_equal(MRS(f, "RPR_EL1"), 0xa0);
    fx_state(f, 0, 1, false, SCR_NS);
    assert_int_equal(MRS(f, "RPR_EL1"), 0xd0);
    fx_line(f, 33, true);
    fx_state(f, 0, 3, true, SCR_NS);
    assert_int_equal(MRS(f, "IAR0_EL1"), 33);
    fx_state(f, 0, 1, false, SCR_NS | SCR_FIQ);
    assert_int_equal(MRS(f, "RPR_EL1"), 0); /* the Secure half */
    fx_free(f);
}

/* bugs 56: minimum binary points, and Non-secure one more. */
static void bpr_minimums(void **state)
{
    (void)state;
    static const struct {
        unsigned bits, min0, min1;
    } cases[] = {{4, 3, 4}, {5, 2, 3}, {6, 1, 2}, {7, 0, 1}, {8, 0, 1}};
    for (unsigned n = 0; n < ARRAY_SIZE(cases); n++) {
        struct gic_config c = fx_default();
        c.prio_bits = cases[n].bits;
        struct fx *f = fx_ready(c);
        assert_int_equal(MRS(f, "BPR0_EL1"), cases[n].min0);
        assert_int_equal(MRS(f, "BPR1_EL1"), cases[n].min1);
        MSR(f, "BPR0_EL1", 0);
        MSR(f, "BPR1_EL1", 0);
        assert_int_equal(MRS(f, "BPR0_EL1"), cases[n].min0);
        assert_int_equal(MRS(f, "BPR1_EL1"), cases[n].min1);
        MSR(f, "BPR1_EL1", 6);
        assert_int_equal(MRS(f, "BPR1_EL1"), 6);
        assert_int_equal(bits(MRS(f, "CTLR_EL1"), 10, 8), cases[n].bits - 1);
        fx_free(f);
    }
}

/* CBPR: Non-secure reads BPR0 + 1 saturated and cannot write; Secure reads and writes BPR0; EL3 has its own. */
static void bpr_common(void **state)
{
    (void)state;
    struct fx *f = fx_ready(fx_two_states());
    fx_state(f, 0, 3, true, SCR_NS);
    MSR(f, "BPR0_EL1", 5);
    MSR(f, "BPR1_EL1", 4); /* Non-secure bank */
    MSR(f, "CTLR_EL3", 3);
    assert_int_equal(MRS(f, "BPR1_EL1"), 4);
    fx_state(f, 0, 1, false, SCR_NS);
    assert_int_equal(MRS(f, "BPR1_EL1"), 6);
    MSR(f, "BPR1_EL1", 7);
    assert_int_equal(MRS(f, "BPR1_EL1"), 6);
    MSR(f, "CTLR_EL1", 0); /* CBPR is read-only here with two states */
    assert_int_equal(MRS(f, "CTLR_EL1") & 1, 1);
    fx_state(f, 0, 1, true, 0);
    assert_int_equal(MRS(f, "BPR1_EL1"), 5);
    MSR(f, "BPR1_EL1", 7);
    assert_int_equal(MRS(f, "BPR0_EL1"), 7);
    fx_state(f, 0, 1, false, SCR_NS);
    assert_int_equal(MRS(f, "BPR1_EL1"), 7); /* saturated */
    fx_free(f);
}

/* bugs 55: ICC_CTLR_EL3's aliases; PMHE's effect for EL1. */
static void ctlr_aliases(void **state)
{
    (void)state;
    struct fx *f = fx_raw(fx_two_states());
    fx_state(f, 0, 1, false, SCR_NS);
    MSR(f, "CTLR_EL1", 0x42); /* PMHE is read-only with two states */
    assert_int_equal(MRS(f, "CTLR_EL1") & 0x43, 2);
    fx_state(f, 0, 1, true, 0);
    assert_int_equal(MRS(f, "CTLR_EL1") & 0x43, 0);
    fx_state(f, 0, 3, true, SCR_NS);
    assert_int_equal(MRS(f, "CTLR_EL3") & 0x5f, 0x10);
    MSR(f, "CTLR_EL3", 0x08); /* EOImode_EL1S only */
    assert_int_equal(MRS(f, "CTLR_EL3") & 0x75f, 0x408);
    fx_state(f, 0, 1, false, SCR_NS);
    assert_int_equal(MRS(f, "CTLR_EL1") & 0x743, 0x400);
    assert_false(gic_pmhe(&f->gic, 0));
    fx_state(f, 0, 3, true, SCR_NS);
    MSR(f, "CTLR_EL3", 0x48);
    fx_state(f, 0, 1, false, SCR_NS);
    assert_int_equal(MRS(f, "CTLR_EL1") & 0x743, 0x440);
    assert_true(gic_pmhe(&f->gic, 0));
    fx_free(f);
    f = fx_raw(fx_default()); /* one state: read/write at EL1 */
    MSR(f, "CTLR_EL1", 0x43);
    assert_int_equal(MRS(f, "CTLR_EL1") & 0x43, 0x43);
    fx_free(f);
}

static void igrpen_banks(void **state)
{
    (void)state;
    struct fx *f = fx_raw(fx_two_states());
    fx_state(f, 0, 1, false, SCR_NS);
    MSR(f, "IGRPEN1_EL1", 1);
    fx_state(f, 0, 1, true, 0);
    assert_int_equal(MRS(f, "IGRPEN1_EL1"), 0);
    fx_state(f, 0, 3, true, 0);
    assert_int_equal(MRS(f, "IGRPEN1_EL3"), 1);
    MSR(f, "IGRPEN1_EL3", 2);
    assert_int_equal(MRS(f, "IGRPEN1_EL1"), 1); /* EL3, SCR_EL3.NS=0: the Secure bank */
    fx_state(f, 0, 3, true, SCR_NS);
    assert_int_equal(MRS(f, "IGRPEN1_EL1"), 0);
    fx_free(f);
}

/* GICD_CTLR in the three views; DS is sticky. */
static void gicd_ctlr(void **state)
{
    (void)state;
    struct fx *f = fx_raw(fx_two_states());
    assert_int_equal(fx_read(f, 0, true, 0), 0x30);
    fx_write(f, 0, false, 0, 0x1); /* bit 0 is RES0 with ARE_NS */
    assert_int_equal(fx_read(f, 0, true, 0), 0x30);
    fx_write(f, 0, false, 0, 0x2); /* EnableGrp1A */
    assert_int_equal(fx_read(f, 0, false, 0), 0x12);
    assert_int_equal(fx_read(f, 0, true, 0), 0x32);
    fx_write(f, 0, true, 0, 0x7);
    assert_int_equal(fx_read(f, 0, true, 0), 0x37);
    assert_int_equal(fx_read(f, 0, true, 4) >> 10 & 1, 1); /* TYPER.SecurityExtn */
    fx_write(f, 0, false, 0, 0x40);                        /* Non-secure cannot */
    assert_int_equal(fx_read(f, 0, true, 0), 0x35);
    fx_write(f, 0, true, 0, 0x43);
    assert_int_equal(fx_read(f, 0, false, 0), 0x53);
    fx_write(f, 0, true, 0, 0);
    assert_int_equal(fx_read(f, 0, true, 0), 0x50);
    assert_int_equal(fx_read(f, 0, true, 4) >> 10 & 1, 0);
    fx_free(f);
    f = fx_raw(fx_default());
    assert_int_equal(fx_read(f, 0, false, 0), 0x50);
    fx_free(f);
}

/* bugs 26: stale active priorities; NS cannot claim the Secure half. */
static void ap_registers(void **state)
{
    (void)state;
    struct fx *f = fx_ready(fx_default());
    gic_set_pmr(&f->gic, 0, 0xe0);
    fx_add(f, 32, 0xa0, 1, false);
    fx_add(f, 23, 0x20, 1, false);
    MSR(f, "AP1R0_EL1", 1u << (0xa0 >> 3));
    fx_line(f, 32, true);
    ASSERT_SIGNAL(f, IRQ_NONE);
    assert_int_equal(MRS(f, "RPR_EL1"), 0xa0);
    fx_line(f, 23, true);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    fx_line(f, 23, false);
    MSR(f, "AP1R0_EL1", 0);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    assert_int_equal(MRS(f, "IAR1_EL1"), 32);
    MSR(f, "AP1R0_EL1", 0);
    MSR(f, "AP1R0_EL1", 1u << (0xa0 >> 3)); /* whose it is, is not known: any EOIR fits */
    MSR(f, "EOIR1_EL1", 33);
    assert_int_equal(MRS(f, "RPR_EL1"), 0xff);
    assert_int_equal(fx_count(f, GIC_EV_UNPREDICTABLE), 0);
    assert_int_equal(fx_check(f, 0, "ICC_AP1R1_EL1", false), SYSREG_UNDEFINED); /* 5 preemption bits */
    fx_free(f);
    f = fx_ready(fx_two_states());
    fx_state(f, 0, 1, false, SCR_NS);
    MSR(f, "AP1R0_EL1", 0x00018001);
    assert_int_equal(MRS(f, "AP1R0_EL1"), 0x00010000);
    fx_free(f);
    struct gic_config c = fx_default();
    c.prio_bits = 8;
    f = fx_ready(c);
    MSR(f, "AP1R3_EL1", 1u << 31);
    assert_int_equal(MRS(f, "RPR_EL1"), 0xfe);
    MSR(f, "AP0R1_EL1", 2);
    assert_int_equal(MRS(f, "RPR_EL1"), 0x42);
    fx_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linux_probe),
        cmocka_unit_test(pmr_bits),
        cmocka_unit_test(ns_write_below_0x80_is_ignored),
        cmocka_unit_test(ipriorityr),
        cmocka_unit_test(ipriorityr_one_state),
        cmocka_unit_test(mask_matrix),
        cmocka_unit_test(rpr_views),
        cmocka_unit_test(bpr_minimums),
        cmocka_unit_test(bpr_common),
        cmocka_unit_test(ctlr_aliases),
        cmocka_unit_test(igrpen_banks),
        cmocka_unit_test(gicd_ctlr),
        cmocka_unit_test(ap_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
