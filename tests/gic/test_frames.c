/* SPDX-License-Identifier: Apache-2.0 */
/* Distributor, redistributors, SGIs, targets.  Expected values: facts/architecture.md 1.4 to 1.8 and the cases named.
 */
#include "gic/fixture.h"

static struct fx *one(unsigned pes)
{
    struct gic_config c = fx_default();
    c.pes = pes;
    struct fx *f = fx_ready(c);
    for (unsigned pe = 0; pe < pes; pe++) {
        gic_set_pmr(&f->gic, pe, 0xe0);
    }
    return f;
}

static bool access(struct fx *f, bool redist, bool write, uint8_t size, uint64_t offset)
{
    struct mmio_access a = {.size = size};
    uint64_t value = 0;
    if (write) {
        return redist ? gic_redist_write(&f->gic, &a, offset, 0) : gic_dist_write(&f->gic, &a, offset, 0);
    }
    return redist ? gic_redist_read(&f->gic, &a, offset, &value) : gic_dist_read(&f->gic, &a, offset, &value);
}

static void maps_and_reserved(void **state)
{
    (void)state;
    struct fx *f = one(2);
    assert_true(mmio_map_valid(&gic_distributor_map));
    static const struct {
        bool redist;
        uint8_t size;
        uint64_t offset;
        bool ok;
    } cases[] = {
        {false, 4, 0, true},
        {false, 8, 0, false},
        {false, 2, 0, false},
        {false, 0, 0, false},
        {false, 4, 2, false},
        {false, 4, 0x20, false},
        {false, 1, 0x420, true},
        {false, 4, 0x6000, false},
        {false, 8, 0x6100, true},
        {false, 4, 0x6104, true},
        {false, 4, 0xffe8, true},
        {false, 4, 0x10000, false},
        {true, 8, 8, true},
        {true, 4, 0x2000c, true},
        {true, 4, 0x10080, true},
        {true, 4, 0x10084, false},
        {true, 4, 0x30080, true},
        {true, 4, 0x40000, false},
        {true, 1, 0x1041f, true},
        {true, 8, 0x70, true},
        {true, 4, UINT64_MAX, false},
        {true, 4, UINT64_MAX - 3, false},
        {false, 8, UINT64_MAX - 7, false},
    };
    unsigned bad = 0;
    for (unsigned n = 0; n < ARRAY_SIZE(cases); n++) {
        assert_int_equal(access(f, cases[n].redist, false, cases[n].size, cases[n].offset), cases[n].ok);
        assert_int_equal(access(f, cases[n].redist, true, cases[n].size, cases[n].offset), cases[n].ok);
        bad += cases[n].ok ? 0 : 2;
    }
    assert_int_equal(fx_count(f, GIC_EV_RESERVED_ACCESS), bad);
    assert_int_equal(f->events[0].value, 0);
    assert_string_equal(f->events[0].text, "GICD");
    fx_free(f);
}

static void identification(void **state)
{
    (void)state;
    struct gic_config c = fx_default();
    c.pes = 2;
    c.affinity[1] = UINT64_C(0x0500030201);
    struct fx *f = fx_ready(c);
    assert_int_equal(fx_read(f, 0, false, 0xffe8) >> 4 & 15, 3); /* PIDR2.ArchRev */
    assert_int_equal(fx_read(f, 1, false, 0xffe8) >> 4 & 15, 3);
    uint32_t typer = fx_read(f, 0, false, 4);
    assert_int_equal(typer & 31, 2);      /* 96 INTIDs */
    assert_int_equal(typer >> 25 & 1, 0); /* 1-of-N is there */
    assert_int_equal(fx_read(f, 1, false, 8) & 0xffff10, 0);
    assert_int_equal(fx_read(f, 1, false, 0x20008) & 0xffff10, 0x110); /* number 1, Last */
    assert_int_equal(fx_read(f, 1, false, 0x2000c), 0x05030201);
    fx_free(f);
    c.spis = 988;
    f = fx_ready(c);
    assert_int_equal(fx_read(f, 0, false, 4) & 31, 31);
    fx_free(f);
}

/* ISPENDR and ICPENDR for level and edge; CLR does not lower a line. */
static void pending_registers(void **state)
{
    (void)state;
    struct fx *f = one(1);
    fx_add(f, 32, 0xa0, 1, false);
    fx_add(f, 33, 0xa0, 1, true);
    fx_line(f, 32, true);
    fx_line(f, 33, true);
    fx_line(f, 33, false);
    assert_int_equal(fx_read(f, 0, false, 0x204), 3);
    fx_write(f, 0, false, 0x284, 3);
    assert_int_equal(fx_read(f, 0, false, 0x204), 1);
    fx_line(f, 32, false);
    assert_int_equal(fx_read(f, 0, false, 0x204), 0);
    fx_write(f, 0, false, 0x204, 1); /* level: pending by software, until acknowledged */
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    assert_int_equal(MRS(f, "IAR1_EL1"), 32);
    assert_int_equal(fx_read(f, 0, false, 0x204), 0);
    fx_write(f, 0, false, 0x384, 1); /* ICACTIVER */
    MSR(f, "EOIR1_EL1", 32);
    ASSERT_SIGNAL(f, IRQ_NONE);
    fx_write(f, 0, false, 0x304, 2); /* ISACTIVER: active by software blocks */
    fx_write(f, 0, false, 0x204, 2);
    ASSERT_SIGNAL(f, IRQ_NONE);
    fx_write(f, 0, false, 0x384, 2);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    assert_int_equal(fx_read(f, 0, false, 0x200), 0); /* private INTIDs: RAZ/WI here */
    fx_free(f);
}

static void enables_and_configuration(void **state)
{
    (void)state;
    struct fx *f = one(1);
    fx_write(f, 0, false, 0x84, 0xffffffff);
    fx_write(f, 0, false, 0x424, 0xa0a0a0a0); /* INTIDs 36..39 */
    fx_write(f, 0, false, 0x104, 0x10);
    assert_int_equal(fx_read(f, 0, false, 0x104), 0x10);
    assert_int_equal(fx_read(f, 0, false, 0x184), 0x10);
    fx_write(f, 0, false, 0xc08, 2u << 8); /* 36: edge */
    assert_int_equal(fx_read(f, 0, false, 0xc08), 2u << 8);
    fx_line(f, 36, true);
    fx_line(f, 36, false);
    assert_int_equal(MRS(f, "IAR1_EL1"), 36);
    fx_write(f, 0, false, 0x184, 0x10);
    assert_int_equal(fx_read(f, 0, false, 0x104), 0);
    assert_int_equal(fx_read(f, 1, false, 0x10c00), 0xaaaaaaaa); /* SGIs */
    fx_write(f, 1, false, 0x10c00, 0);
    assert_int_equal(fx_read(f, 1, false, 0x10c00), 0xaaaaaaaa);
    fx_write(f, 1, false, 0x10c04, 0x800);
    assert_int_equal(fx_read(f, 1, false, 0x10c04), 0x800);
    fx_write(f, 0, false, 0xd04, 0xffffffff); /* IGRPMODR: one state */
    assert_int_equal(fx_read(f, 0, false, 0xd04), 0);
    assert_false(gic_line(&f->gic, 0, 15, true, 0)); /* an SGI is no line */
    assert_false(gic_line(&f->gic, 0, 96, true, 0));
    assert_false(gic_line(&f->gic, 1, 16, true, 0));
    fx_free(f);
}

/* Group 0 and Secure Group 1 are RAZ/WI to Non-secure, but for GICD_NSACR. */
static void secure_interrupts_are_hidden(void **state)
{
    (void)state;
    struct fx *f = fx_ready(fx_two_states());
    fx_add(f, 32, 0x30, 0, true);
    fx_add(f, 33, 0x30, 2, true);
    fx_add(f, 34, 0xa0, 1, true);
    assert_int_equal(fx_read(f, 0, true, 0x104), 7);
    assert_int_equal(fx_read(f, 0, false, 0x104), 4);
    fx_write(f, 0, false, 0x184, 7);
    assert_int_equal(fx_read(f, 0, true, 0x104), 3);
    fx_write(f, 0, false, 0x204, 7);
    assert_int_equal(fx_read(f, 0, true, 0x204), 4);
    assert_int_equal(fx_read(f, 0, false, 0x84), 0);
    assert_int_equal(fx_read(f, 0, true, 0x84), 4);
    assert_int_equal(fx_read(f, 0, true, 0xd04), 2);
    fx_write(f, 0, false, 0x84, 7);
    assert_int_equal(fx_read(f, 0, true, 0x84), 4);
    fx_write(f, 0, true, 0xe08, 0x1); /* NSACR: 32 may be set pending */
    fx_write(f, 0, false, 0xe08, 0xf);
    assert_int_equal(fx_read(f, 0, true, 0xe08), 1);
    fx_write(f, 0, false, 0x204, 3);
    assert_int_equal(fx_read(f, 0, true, 0x204), 5);
    fx_write(f, 0, false, 0x284, 1); /* but not cleared: level 2 */
    assert_int_equal(fx_read(f, 0, true, 0x204), 5);
    fx_write(f, 0, false, 0x6100, 1); /* nor routed: level 3 */
    assert_int_equal(fx_read(f, 0, true, 0x6100), 0);
    fx_free(f);
}

/* 1.8: targets, IRM, range selector; groups. */
static void sgi_targets(void **state)
{
    (void)state;
    struct gic_config c = fx_default();
    c.pes = 4;
    c.affinity[1] = 0x211;                  /* 0.0.2.17 */
    c.affinity[2] = 0x10011;                /* 0.1.0.17 */
    c.affinity[3] = UINT64_C(0x0300020105); /* 3.2.1.5 */
    struct fx *f = fx_ready(c);
    static const struct {
        uint64_t value;
        unsigned targets;
    } cases[] = {
        {1, 1},
        {3, 1},
        {2 << 16, 0}, /* bit 17 of the value is no target */
        {UINT64_C(1) << 44 | 2 << 16 | 2, 2},
        {UINT64_C(1) << 40, 0xe},
        {UINT64_C(1) << 44 | UINT64_C(1) << 32 | 2, 4},
        {UINT64_C(1) << 32 | 2, 0},
        {UINT64_C(3) << 48 | UINT64_C(2) << 32 | 1 << 16 | 0x20, 8},
        {UINT64_C(3) << 48 | UINT64_C(2) << 32 | 0x20, 0},
        {UINT64_C(15) << 44 | 1, 0},
    };
    for (unsigned pe = 0; pe < 4; pe++) {
        struct gic_setup s = {.intid = 5, .priority = 0xa0, .group = 1};
        assert_true(gic_configure(&f->gic, pe, &s));
    }
    for (unsigned n = 0; n < ARRAY_SIZE(cases); n++) {
        MSR(f, "SGI1R_EL1", cases[n].value | 5u << 24);
        unsigned got = 0;
        for (unsigned pe = 0; pe < 4; pe++) {
            got |= (fx_read(f, 1, false, pe * 0x20000 + 0x10200) >> 5 & 1) << pe;
            fx_write(f, 1, false, pe * 0x20000 + 0x10280, 0xffff);
        }
        assert_int_equal(got, cases[n].targets);
    }
    MSR(f, "SGI0R_EL1", 5u << 24 | 1); /* it is in Group 1 */
    assert_int_equal(fx_read(f, 1, false, 0x10200), 0);
    fx_free(f);
}

/* IHI 0069, "Forwarding an SGI to a target PE": register, state and NSACR against the configured group. */
static void sgi_groups(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool secure;
        uint8_t nsacr;
        unsigned reaches; /* SGI 0: Group 0, 1: Group 1 Non-secure, 2: Secure Group 1 */
    } cases[] = {
        {"ICC_SGI1R_EL1", true, 0, 1 << 2 | 1 << 0},
        {"ICC_ASGI1R_EL1", true, 0, 1 << 1},
        {"ICC_SGI0R_EL1", true, 0, 1 << 0},
        {"ICC_SGI1R_EL1", false, 0, 1 << 1},
        {"ICC_ASGI1R_EL1", false, 0, 0},
        {"ICC_SGI0R_EL1", false, 0, 0},
        {"ICC_ASGI1R_EL1", false, 1, 1 << 0},
        {"ICC_ASGI1R_EL1", false, 2, 1 << 0 | 1 << 2},
        {"ICC_SGI0R_EL1", false, 1, 1 << 0},
    };
    for (unsigned n = 0; n < ARRAY_SIZE(cases); n++) {
        struct fx *f = fx_ready(fx_two_states());
        for (uint32_t sgi = 0; sgi < 3; sgi++) {
            fx_add(f, sgi, 0x80, (uint8_t)sgi, true);
        }
        fx_write(f, 1, true, 0x10e00, cases[n].nsacr * 0x15u);
        fx_state(f, 0, 1, cases[n].secure, cases[n].secure ? 0 : SCR_NS);
        for (uint32_t sgi = 0; sgi < 3; sgi++) {
            fx_msr(f, 0, cases[n].name, sgi << 24 | 1);
        }
        assert_int_equal(fx_read(f, 1, true, 0x10200), cases[n].reaches);
        fx_free(f);
    }
}

/* 1.7: nothing is sent to a sleeping PE; Secure only with two states. */
static void waker(void **state)
{
    (void)state;
    struct fx *f = fx_raw(fx_two_states());
    assert_int_equal(fx_read(f, 1, true, 0x14), 6);
    assert_int_equal(fx_read(f, 1, false, 0x14), 0);
    fx_write(f, 1, false, 0x14, 0);
    assert_int_equal(fx_read(f, 1, true, 0x14), 6);
    fx_write(f, 1, true, 0x14, 0);
    assert_int_equal(fx_read(f, 1, true, 0x14), 0);
    fx_free(f);
    f = one(1);
    fx_add(f, 32, 0xa0, 1, false);
    fx_line(f, 32, true);
    fx_write(f, 1, false, 0x14, 2);
    assert_int_equal(fx_read(f, 1, false, 0x14), 6);
    ASSERT_SIGNAL(f, IRQ_NONE);
    assert_int_equal(fx_reason(f, 32), GM_REASON_ASLEEP);
    fx_write(f, 1, false, 0x14, 0);
    ASSERT_SIGNAL(f, IRQ_GROUP1);
    fx_free(f);
}

static unsigned where(const struct fx *f)
{
    unsigned pes = 0;
    for (unsigned pe = 0; pe < f->config.pes; pe++) {
        pes |= (f->signal[pe].physical != IRQ_NONE) << pe;
    }
    return pes;
}

static void routing(void **state)
{
    (void)state;
    struct fx *f = one(3);
    fx_add(f, 40, 0xa0, 1, false);
    fx_line(f, 40, true);
    assert_int_equal(where(f), 1);
    fx_write(f, 0, false, 0x6140, 2);
    assert_int_equal(where(f), 4); /* moved while pending: withdrawn from PE 0 */
    assert_int_equal(fx_reason(f, 40), GM_REASON_NOT_ROUTED);
    fx_write(f, 0, false, 0x6140, 0x700); /* no such PE */
    assert_int_equal(where(f), 0);
    gic_set_pmhe(&f->gic, 0, true); /* held back at PE 0, then moved: nothing is left there */
    gic_set_pmr(&f->gic, 0, 0x60);
    fx_write(f, 0, false, 0x6140, 0);
    struct gic_explanation e;
    gic_explain(&f->gic, 0, &e);
    assert_int_equal(e.reason, GM_REASON_HELD_BY_HINT);
    fx_write(f, 0, false, 0x6140, 1);
    gic_explain(&f->gic, 0, &e);
    assert_int_equal(e.reason, GM_REASON_NONE);
    struct mmio_access a = {.size = 8};
    uint64_t value;
    assert_true(gic_dist_write(&f->gic, &a, 0x6140, UINT64_C(0xffffffffffffffff)));
    assert_true(gic_dist_read(&f->gic, &a, 0x6140, &value));
    assert_true(value == UINT64_C(0xff80ffffff));
    fx_free(f);
}

/* 1-of-N: (choice) lowest-numbered eligible PE; one only; a PE whose copy of the PMR admits it before others. */
static void one_of_n(void **state)
{
    (void)state;
    struct fx *f = one(3);
    fx_add(f, 40, 0xa0, 1, false);
    fx_write(f, 0, false, 0x6140, 1u << 31);
    fx_line(f, 40, true);
    assert_int_equal(where(f), 1);
    fx_msr(f, 0, "ICC_IGRPEN1_EL1", 0); /* released, goes elsewhere */
    assert_int_equal(where(f), 2);
    assert_int_equal(fx_mrs(f, 1, "ICC_IAR1_EL1"), 40);
    assert_int_equal(where(f), 0);
    fx_line(f, 40, false);
    fx_msr(f, 1, "ICC_EOIR1_EL1", 40);
    fx_msr(f, 1, "ICC_DIR_EL1", 40);
    fx_write(f, 1, false, 0x20000, 1u << 25); /* PE 1: DPG1NS */
    fx_line(f, 40, true);
    assert_int_equal(where(f), 4);
    fx_line(f, 40, false);
    fx_write(f, 1, false, 0x40014, 2); /* PE 2 sleeps: nobody is left */
    fx_line(f, 40, true);
    assert_int_equal(where(f), 0);
    assert_int_equal(fx_reason(f, 40), GM_REASON_GROUP_OFF);
    fx_write(f, 1, false, 0x20000, 0);
    assert_int_equal(where(f), 2);
    fx_free(f);

    f = one(3); /* a sleeping PE is not chosen; what is out stays where it is (rule 6) */
    fx_write(f, 1, false, 0x14, 2);
    fx_add(f, 40, 0xa0, 1, false);
    fx_write(f, 0, false, 0x6140, 1u << 31);
    fx_line(f, 40, true);
    assert_int_equal(where(f), 2);
    fx_write(f, 1, false, 0x14, 0);
    assert_int_equal(where(f), 2);
    fx_free(f);

    f = one(3); /* PMHE everywhere; PE 0 and 1 mask it */
    for (unsigned pe = 0; pe < 3; pe++) {
        gic_set_pmhe(&f->gic, pe, true);
        gic_set_pmr(&f->gic, pe, pe < 2 ? 0x60 : 0xe0);
    }
    fx_add(f, 40, 0xa0, 1, false);
    fx_write(f, 0, false, 0x6140, 1u << 31);
    fx_line(f, 40, true);
    assert_int_equal(where(f), 4);
    fx_line(f, 40, false);
    gic_set_pmr(&f->gic, 2, 0x60);
    fx_line(f, 40, true);
    assert_int_equal(where(f), 0);
    fx_msr(f, 1, "ICC_PMR_EL1", 0xe0); /* held back until one opens: that one gets it */
    assert_int_equal(where(f), 2);
    fx_free(f);
}

static void message_based_spis(void **state)
{
    (void)state;
    struct fx *f = one(1);
    fx_add(f, 40, 0xa0, 1, true);
    fx_add(f, 41, 0xa0, 1, false);
    fx_write(f, 0, false, 0x40, 40);
    assert_int_equal(fx_read(f, 0, false, 0x204), 0x100);
    fx_write(f, 0, false, 0x48, 40);
    assert_int_equal(fx_read(f, 0, false, 0x204), 0);
    fx_write(f, 0, false, 0x40, 41);
    assert_int_equal(MRS(f, "IAR1_EL1"), 41);
    assert_int_equal(fx_read(f, 0, false, 0x204), 0x200); /* level-sensitive: until CLRSPI */
    fx_write(f, 0, false, 0x48, 41);
    assert_int_equal(fx_read(f, 0, false, 0x204), 0);
    fx_write(f, 0, false, 0x40, 27); /* not an SPI, not there */
    fx_write(f, 0, false, 0x40, 1000);
    fx_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_and_reserved),
        cmocka_unit_test(identification),
        cmocka_unit_test(pending_registers),
        cmocka_unit_test(enables_and_configuration),
        cmocka_unit_test(secure_interrupts_are_hidden),
        cmocka_unit_test(sgi_targets),
        cmocka_unit_test(sgi_groups),
        cmocka_unit_test(waker),
        cmocka_unit_test(routing),
        cmocka_unit_test(one_of_n),
        cmocka_unit_test(message_based_spis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
