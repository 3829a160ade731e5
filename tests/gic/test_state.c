/* SPDX-License-Identifier: Apache-2.0 */
/* The state block: random operations keep it valid and the caches true, copies behave alike, damage is found. */
#include "gic/fixture.h"
#include "gic/state.h"

static uint64_t next(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *seed >> 33;
}

static const char *const writable[] = {"ICC_PMR_EL1",     "ICC_BPR0_EL1",    "ICC_BPR1_EL1",  "ICC_CTLR_EL1",
                                       "ICC_IGRPEN0_EL1", "ICC_IGRPEN1_EL1", "ICC_EOIR0_EL1", "ICC_EOIR1_EL1",
                                       "ICC_DIR_EL1",     "ICC_SGI1R_EL1",   "ICC_SGI0R_EL1", "ICC_AP1R0_EL1",
                                       "ICC_ASGI1R_EL1"};
static const char *const readable[] = {"ICC_IAR1_EL1", "ICC_IAR0_EL1", "ICC_HPPIR1_EL1", "ICC_RPR_EL1"};

static void random_context(struct fx *f, unsigned pe, uint64_t *seed)
{
    if (f->config.has_el3) {
        uint8_t el = next(seed) % 2 ? 3 : 1;
        bool secure = el == 3 || next(seed) % 4 == 0;
        fx_state(f, pe, el, secure, (secure ? 0 : SCR_NS));
    }
}

/* What the slow model does not know: 1-of-N, and changes of PMHE. */
enum limits { UNLIMITED, WITHOUT_PMHE, WITH_PMHE };

/* One step of software, device or explorer. */
static void random_step(struct fx *f, uint64_t *seed, enum limits limits)
{
    unsigned pe = (unsigned)(next(seed) % f->config.pes);
    uint32_t intid = (uint32_t)(next(seed) % 4 ? 16 + next(seed) % 40 : next(seed) % 100);
    struct mmio_access a = {.pe = pe, .secure = next(seed) % 2, .size = 4, .now = f->now};
    uint64_t value = next(seed) % 3 ? next(seed) : UINT64_C(1) << next(seed) % 32;
    f->now += next(seed) % 8;
    random_context(f, pe, seed);
    switch (next(seed) % 10) {
    case 0:
    case 1:
        (void)gic_line(&f->gic, pe, intid, next(seed) % 2, f->now);
        break;
    case 2: {
        struct gic_setup s = {intid, (uint8_t)value, (uint8_t)(next(seed) % 3), next(seed) % 4 != 0, next(seed) % 2, 0};
        s.target = limits != UNLIMITED || next(seed) % 2 ? (uint8_t)pe : 0xff;
        (void)gic_configure(&f->gic, pe, &s);
        break;
    }
    case 3: {
        const char *name = writable[next(seed) % ARRAY_SIZE(writable)];
        if (strcmp(name, "ICC_CTLR_EL1") == 0 && limits != UNLIMITED) {
            value = limits == WITH_PMHE ? value | 0x40 : value & ~UINT64_C(0x40);
        }
        if (strstr(name, "SGI") != NULL) {
            value = value % 16 << 24 | (value & 3);
        }
        fx_msr(f, pe, name, strstr(name, "EOI") || strstr(name, "DIR") ? intid : value);
        break;
    }
    case 4:
    case 5:
        value = fx_mrs(f, pe, readable[next(seed) % ARRAY_SIZE(readable)]);
        if (value < 1020 && next(seed) % 2) {
            fx_msr(f, pe, "ICC_EOIR1_EL1", value);
        }
        break;
    case 6: {
        uint64_t offset = next(seed) % 2 ? 0x80 + next(seed) % 0x3e0 * 4 : 0x100 + next(seed) % 0x50 * 4;
        (void)gic_dist_write(&f->gic, &a, next(seed) % 16 ? offset : 0, next(seed) % 16 ? value : 0x37);
        break;
    }
    case 7:
        (void)gic_redist_write(&f->gic, &a, pe * 0x20000 + (next(seed) % 8 ? 0x10080 + next(seed) % 0x200 * 4 : 0x14),
                               next(seed) % 4 ? value : 0);
        break;
    case 8:
        fx_msr(f, pe, "ICC_PMR_EL1", next(seed) % 4 ? 0xf8 : value);
        gic_context_sync(&f->gic, pe, f->now);
        break;
    case 9:
        (void)gic_dsb(&f->gic, pe, (unsigned)(next(seed) % 16), f->now);
        (void)gic_advance(&f->gic, pe, f->now);
        gic_choice_take(&f->gic, pe, (enum gic_choice)(next(seed) % 4), f->now);
        gic_pe_context(&f->gic, pe, next(seed) % 2, (uint8_t)(next(seed) % 4));
        break;
    }
}

static unsigned slow_group(const struct gic_state *s, const struct gic_intid *r)
{
    if ((r->flags & GIC_F_GROUP) != 0) {
        return GIC_G1;
    }
    return (s->ctlr & GICD_DS) == 0 && (r->flags & GIC_F_GRPMOD) != 0 ? GIC_G1S : GIC_G0;
}

/* Written from the rules in cases/bugs.md section 0, over the records only: no cache, no slot, no message. */
static unsigned slow_signal(const struct fx *f, unsigned pe)
{
    const struct gic_state *s = f->gic.state;
    const struct gic_cpuif *i = &s->pe[pe].physical;
    const struct gic_intid *best = NULL;
    for (uint32_t n = 0; n < 32 + f->config.spis && s->pe[pe].asleep == 0; n++) {
        const struct gic_intid *r = n < 32 ? &s->intid[pe * 32 + n] : &s->intid[f->config.pes * 32 + n - 32];
        bool edge = (r->flags & GIC_F_EDGE) != 0;
        bool pending = (r->flags & GIC_F_LATCH) != 0 || (!edge && (r->flags & GIC_F_LINE) != 0);
        unsigned group = slow_group(s, r);
        unsigned enable = group == GIC_G0 ? 0 : group == GIC_G1 ? 1 : 2;
        bool enabled = (s->ctlr >> enable & 1) != 0 && i->written.igrpen[group] != 0;
        bool here = n < 32 || r->router == f->config.affinity[pe];
        if (pending && enabled && here && (r->flags & GIC_F_ENABLED) != 0 && (r->flags & GIC_F_ACTIVE) == 0 &&
            (best == NULL || r->priority < best->priority)) {
            best = r;
        }
    }
    if (best == NULL || best->priority >= i->pmr) {
        return IRQ_NONE;
    }
    unsigned group = slow_group(s, best);
    bool common = group != GIC_G0 && i->written.cbpr[group == GIC_G1S ? GIC_BANK_S : GIC_BANK_NS] != 0;
    unsigned low =
        common || group == GIC_G0 ? i->written.bpr[GIC_G0] + 1u : i->written.bpr[group] + (group == GIC_G1S ? 1u : 0u);
    unsigned running = 256;
    for (unsigned level = 0; level < 128 && running == 256; level++) {
        for (unsigned g = 0; g < 3; g++) {
            running = (i->apr[g][level / 32] >> level % 32 & 1) != 0 ? level << (i->min_bpr + 1) : running;
        }
    }
    if (running < 256 && (unsigned)best->priority >> low >= running >> low) {
        return IRQ_NONE;
    }
    bool single = (s->ctlr & GICD_DS) != 0;
    return group == GIC_G0 ? IRQ_GROUP0 : group == GIC_G1S ? IRQ_GROUP1_S : single ? IRQ_GROUP1 : IRQ_GROUP1_NS;
}

static struct gic_config random_config(uint64_t *seed, enum gm_resolve resolve)
{
    struct gic_config c = next(seed) % 2 ? fx_two_states() : fx_default();
    c.pes = 1 + (unsigned)(next(seed) % 3);
    c.prio_bits = c.two_security ? 5 + (unsigned)(next(seed) % 4) : 4 + (unsigned)(next(seed) % 5);
    c.spis = next(seed) % 4 ? 32 : 64;
    c.resolve = resolve;
    c.set_latency = (uint32_t)(next(seed) % 20);
    c.clear_latency = (uint32_t)(next(seed) % 20);
    c.upstream_latency = (uint32_t)(next(seed) % 20);
    c.ack_latency = (uint32_t)(next(seed) % 20);
    return c;
}

static void prompt_equals_slow_model(void **state)
{
    (void)state;
    uint64_t seed = 1;
    unsigned signalled = 0;
    for (unsigned run = 0; run < 60; run++) {
        uint64_t first = seed;
        struct fx *f = fx_ready(random_config(&seed, GM_RESOLVE_PROMPT));
        for (unsigned n = 0; n < 600; n++) {
            random_step(f, &seed, WITHOUT_PMHE);
            for (unsigned pe = 0; pe < f->config.pes; pe++) {
                unsigned expected = slow_signal(f, pe);
                if (f->signal[pe].physical != expected) {
                    fail_msg("seed %#llx step %u PE %u: %u, slow model %u", (unsigned long long)first, n, pe,
                             f->signal[pe].physical, expected);
                }
                signalled += expected != (unsigned)IRQ_NONE;
            }
        }
        fx_free(f);
    }
    assert_true(signalled > 1000); /* the sweep is not about nothing */
}

/* Everything on its way arrives, everything written is in effect: two rounds without anything to do. */
static void quiesce(struct fx *f)
{
    unsigned quiet = 0;
    for (unsigned round = 0; quiet < 2; round++) {
        assert_true(round < 1000);
        quiet++;
        for (unsigned pe = 0; pe < f->config.pes; pe++) {
            uint64_t message = gic_advance(&f->gic, pe, f->now);
            if (message != UINT64_MAX) {
                f->now = message > f->now ? message : f->now;
                quiet = 0;
            }
            gic_context_sync(&f->gic, pe, f->now);
            (void)gic_dsb(&f->gic, pe, DSB_SY, f->now);
            for (unsigned c = 0; c < 4; c++) {
                quiet = gic_choice_open(&f->gic, pe, (enum gic_choice)c) ? 0 : quiet;
                gic_choice_take(&f->gic, pe, (enum gic_choice)c, f->now);
            }
        }
    }
}

/* Whatever the order in which messages came, the end is the same: no Set lost, none left over. */
static void all_resolutions_end_alike(void **state)
{
    (void)state;
    uint64_t seed = 4;
    unsigned signalled = 0;
    for (unsigned run = 0; run < 200; run++) {
        uint64_t first = seed;
        struct fx *f = fx_ready(random_config(&seed, (enum gm_resolve)(run % 4)));
        bool pmhe = run % 8 >= 4;
        for (unsigned pe = 0; pe < f->config.pes; pe++) {
            gic_set_pmhe(&f->gic, pe, pmhe);
        }
        for (unsigned n = 0; n < 40; n++) {
            gic_ready(&f->gic, n % 2); /* groups on and awake again: else soon nothing is signalled any more */
            for (unsigned step = 0; step < 1 + n % 12; step++) {
                random_step(f, &seed, pmhe ? WITH_PMHE : WITHOUT_PMHE);
            }
            quiesce(f);
            for (unsigned pe = 0; pe < f->config.pes; pe++) {
                unsigned expected = slow_signal(f, pe);
                if (f->signal[pe].physical != expected) {
                    struct gic_explanation e;
                    gic_explain(&f->gic, pe, &e);
                    fail_msg("seed %#llx resolution %d PMHE %d round %u PE %u: %u, slow model %u; %u@%#x %s pmr %#x "
                             "view %#x",
                             (unsigned long long)first, (int)f->config.resolve, e.pmhe, n, pe, f->signal[pe].physical,
                             expected, e.intid, e.priority, gm_reason_name(e.reason), e.pmr, e.view);
                }
                signalled += expected != (unsigned)IRQ_NONE;
            }
        }
        fx_free(f);
    }
    assert_true(signalled > 1000);
}

/* Every resolution: valid after every step, one holder for what is out, and a copy goes on in the same way. */
static void random_walks(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (unsigned run = 0; run < 120; run++) {
        enum gm_resolve resolve = (enum gm_resolve)(run % 4);
        struct fx *f = fx_ready(random_config(&seed, resolve));
        size_t size = gic_state_size(&f->config);
        gic_set_pmhe(&f->gic, 0, run % 3 == 0 && !f->config.two_security);
        for (unsigned n = 0; n < 200; n++) {
            random_step(f, &seed, UNLIMITED);
            assert_true(gic_state_valid(&f->gic));
        }
        struct fx *copy = fx_ready(f->config);
        memcpy(copy->block, f->block, size);
        memcpy(copy->signal, f->signal, sizeof f->signal);
        memcpy(copy->pe, f->pe, sizeof f->pe);
        copy->now = f->now;
        uint64_t same = seed;
        for (unsigned n = 0; n < 100; n++) {
            random_step(f, &seed, UNLIMITED);
            random_step(copy, &same, UNLIMITED);
        }
        assert_memory_equal(copy->block, f->block, size);
        fx_free(copy);
        fx_free(f);
    }
}

/* A damaged block is refused, or does no harm (run under the address and undefined sanitizers). */
static void damaged_blocks(void **state)
{
    (void)state;
    uint64_t seed = 3;
    unsigned refused = 0;
    for (unsigned run = 0; run < 400; run++) {
        struct fx *f = fx_ready(random_config(&seed, (enum gm_resolve)(run % 4)));
        for (unsigned n = 0; n < 60; n++) {
            random_step(f, &seed, UNLIMITED);
        }
        uint8_t *bytes = f->block;
        size_t used = run % 2 ? gic_state_size(&f->config) : 64 + f->config.pes * sizeof(struct gic_pe);
        for (unsigned n = 0; n < 1 + run % 3; n++) {
            bytes[next(&seed) % used] ^= (uint8_t)(1u << next(&seed) % 8);
        }
        bool valid = gic_state_valid(&f->gic);
        refused += !valid;
        for (unsigned pe = 0; pe < f->config.pes; pe++) {
            f->signal[pe].physical = 0xff;    /* what the damaged block last signalled is not known */
            f->gic.state->pe[pe].ich_hcr = 0; /* a trap is no harm, but the fixture does not expect one */
        }
        for (unsigned n = 0; valid && n < 60; n++) {
            random_step(f, &seed, UNLIMITED);
        }
        free(f->block);
        free(f);
    }
    assert_true(refused > 20);
}

static void damage_that_would_index(void **state)
{
    (void)state;
    struct fx *f = fx_ready(fx_default());
    struct gic_state *s = f->gic.state;
#define DAMAGED(field, value)                                                                                          \
    do {                                                                                                               \
        struct gic_state *copy = malloc(gic_state_size(&f->config));                                                   \
        memcpy(copy, s, gic_state_size(&f->config));                                                                   \
        s->field = (value);                                                                                            \
        assert_false(gic_state_valid(&f->gic));                                                                        \
        memcpy(s, copy, gic_state_size(&f->config));                                                                   \
        free(copy);                                                                                                    \
        assert_true(gic_state_valid(&f->gic));                                                                         \
    } while (0)
    DAMAGED(pe[0].up.count, 17);
    DAMAGED(pe[0].physical.slot, ((struct gic_offer){.present = 1, .group = 3}));
    DAMAGED(pe[0].physical.slot, ((struct gic_offer){.present = 0, .group = 3}));
    DAMAGED(pe[0].physical.slot, ((struct gic_offer){.present = 1, .intid = 200}));
    DAMAGED(pe[0].sent, ((struct gic_offer){.present = 1, .intid = 1023}));
    DAMAGED(pe[0].physical.running, 0);
    DAMAGED(pe[0].physical.apr[0][1], 1);
    DAMAGED(pe[0].physical.written.bpr[0], 8);
    DAMAGED(pe[0].physical.min_bpr, 9);
    DAMAGED(pe[0].physical.effective.bpr[2], 2); /* Non-secure minimum: 3 */
    DAMAGED(pe[0].view_state, 4);
    DAMAGED(pe[0].candidates, 1);
    DAMAGED(spi_candidates[30], 1);
    DAMAGED(intid[40].holder, 1);
    DAMAGED(intid[40].target, 1);
    DAMAGED(intid[3].flags, 1u << 20);
    DAMAGED(ctlr, 0);
    DAMAGED(dirty, 1u << 31);
    DAMAGED(irm_spis, 1);
    s->pe[0].up.count = 1;
    DAMAGED(pe[0].up.entry[0].kind, GIC_DOWN_SET);
    fx_free(f);
}

/* The reasons, in the order of the tests. */
static void reasons(void **state)
{
    (void)state;
    struct fx *f = fx_raw(fx_default());
    struct gic_setup setup = {.intid = 32, .priority = 0xa0, .group = 1};
    struct gic_explanation e;
    assert_true(gic_configure(&f->gic, 0, &setup));
    gic_explain(&f->gic, 0, &e);
    assert_int_equal(e.intid, GIC_SPURIOUS);
    assert_int_equal(e.reason, GM_REASON_NONE);
    fx_line(f, 32, true);
    assert_int_equal(fx_reason(f, 32), GM_REASON_DISABLED);
    gic_explain(&f->gic, 0, &e);
    assert_int_equal(e.intid, 32);
    fx_write(f, 0, false, 0x104, 1);
    struct gic_setup higher = {.intid = 31, .priority = 0x20, .group = 1};
    assert_true(gic_configure(&f->gic, 0, &higher)); /* disabled: explained after those that are enabled */
    fx_line(f, 31, true);
    gic_explain(&f->gic, 0, &e);
    assert_int_equal(e.intid, 32);
    assert_int_equal(fx_reason(f, 32), GM_REASON_DIST_GROUP_OFF);
    fx_write(f, 0, false, 0, 2);
    assert_int_equal(fx_reason(f, 32), GM_REASON_ASLEEP);
    fx_write(f, 1, false, 0x14, 0);
    assert_int_equal(fx_reason(f, 32), GM_REASON_GROUP_OFF);
    MSR(f, "IGRPEN1_EL1", 1);
    assert_int_equal(fx_reason(f, 32), GM_REASON_MASKED_BY_PMR);
    MSR(f, "PMR_EL1", 0xa8);
    assert_int_equal(fx_reason(f, 32), GM_REASON_SIGNALLED);
    gic_explain(&f->gic, 0, &e);
    assert_int_equal(e.intid, 32);
    assert_int_equal(e.priority, 0xa0);
    assert_int_equal(e.group, IRQ_GROUP1);
    assert_int_equal(e.pmr, 0xa8);
    assert_int_equal(e.running, 0xff);
    assert_false(gic_explain_intid(&f->gic, 0, 96, &e));
    assert_false(gic_explain_intid(&f->gic, 1, 5, &e));
    assert_string_equal(gm_reason_name(GM_REASON_MASKED_BY_PMR), "MASKED_BY_PMR");
    assert_string_equal(gm_reason_name((enum gm_reason)99), "?");
    fx_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prompt_equals_slow_model),
        cmocka_unit_test(all_resolutions_end_alike),
        cmocka_unit_test(random_walks),
        cmocka_unit_test(damaged_blocks),
        cmocka_unit_test(damage_that_would_index),
        cmocka_unit_test(reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
