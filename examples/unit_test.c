/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A unit test of a masking sequence, as a user of the installed library writes it: does my critical section keep normal
 * interrupts out and let NMIs in, wherever they arrive, and does it end with what it began with?
 *
 * The code under test comes from an object file, so it is what your build makes.  argv[1]: masking.o, made with
 *     aarch64-linux-gnu-as -o masking.o masking.S
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gicmask/gicmask.h>

#define STACK   UINT64_C(0x50000000)
#define VECTORS UINT64_C(0x50010000)
#define RETURN  UINT64_C(0x50020000)
#define IRQ     (VECTORS + 0x280)
#define PMR_ON  0xe0
#define NORMAL  0xc0
#define NMI     0x80

static const char *object;

struct fixture {
    struct gm_image *image;
    struct gm_machine *machine;
    struct gm_image_symbol function;
};

static int set_up(void **state)
{
    static struct fixture f;
    struct gm_config config;
    gm_config_init(&config);
    if (gm_image_open_file(object, NULL, &f.image, NULL) != GM_OK ||
        gm_image_symbol(f.image, "pmr_dsb_pair", &f.function, NULL) != GM_OK ||
        gm_machine_create(&config, &f.machine, NULL) != GM_OK || gm_machine_load(f.machine, f.image, NULL) != GM_OK ||
        gm_machine_map(f.machine, STACK - 0x1000, 0x1000, GM_R | GM_W) != GM_OK ||
        gm_machine_map(f.machine, VECTORS, 0x1000, GM_R | GM_X) != GM_OK ||
        gm_machine_map(f.machine, RETURN, 0x1000, GM_R | GM_X) != GM_OK) {
        return -1;
    }
    gm_machine_set(f.machine, 0, "pc", f.function.address);
    gm_machine_set(f.machine, 0, "lr", RETURN);
    gm_machine_set(f.machine, 0, "sp", STACK);
    gm_machine_set(f.machine, 0, "VBAR_EL1", VECTORS);
    gm_machine_set(f.machine, 0, "daif", 0);
    gm_machine_set(f.machine, 0, "pmr", PMR_ON);
    gm_machine_breakpoint(f.machine, IRQ, true);
    gm_machine_breakpoint(f.machine, RETURN, true);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    gm_machine_destroy(f->machine);
    gm_image_close(f->image);
    return 0;
}

/* Runs the function with an interrupt that arrives before its step-th instruction. @return where it was taken, or
 * RETURN */
static uint64_t taken_at(struct fixture *f, uint8_t priority, uint64_t step)
{
    struct gm_machine *machine;
    struct gm_interrupt interrupt = {.intid = 32, .priority = priority, .group = 1, .enabled = true, .edge = true};
    struct gm_stimulus rise = {.when = GM_AT_STEP, .at = step, .intid = 32, .level = true};
    struct gm_stop stop;
    uint64_t elr = RETURN;
    assert_int_equal(gm_machine_clone(f->machine, &machine), GM_OK);
    assert_int_equal(gm_machine_interrupt(machine, &interrupt), GM_OK);
    assert_int_equal(gm_machine_stimulus(machine, &rise), GM_OK);
    assert_int_equal(gm_machine_run(machine, 1000, &stop), GM_OK);
    assert_int_equal(stop.reason, GM_STOP_BREAKPOINT);
    if (stop.pc == IRQ) {
        gm_machine_get(machine, 0, "ELR_EL1", &elr);
    }
    gm_machine_destroy(machine);
    return elr;
}

/* pmr_dsb_pair: mrs, cmp, b.ne, mov, msr (masks), add (work), msr (unmasks), dsb, ret */
enum { MASKED_FROM = 5 * 4, MASKED_TO = 7 * 4 };

static void normal_interrupts_stay_out(void **state)
{
    struct fixture *f = *state;
    for (uint64_t step = 0; step < 9; step++) {
        uint64_t offset = taken_at(f, NORMAL, step) - f->function.address;
        /* Before the work it is taken where it arrives; in the masked stretch, where that ends. */
        uint64_t expected = step * 4 >= MASKED_FROM && step * 4 < MASKED_TO ? MASKED_TO : step * 4;
        assert_int_equal(offset, expected);
    }
}

static void nmis_come_in_everywhere(void **state)
{
    struct fixture *f = *state;
    for (uint64_t step = 0; step < 9; step++) {
        assert_int_equal(taken_at(f, NMI, step) - f->function.address, step * 4);
    }
}

static void ends_as_it_began(void **state)
{
    struct fixture *f = *state;
    struct gm_stop stop;
    uint64_t pmr;
    assert_int_equal(gm_machine_run(f->machine, 1000, &stop), GM_OK);
    assert_int_equal(stop.pc, RETURN);
    assert_int_equal(gm_machine_get(f->machine, 0, "pmr", &pmr), GM_OK);
    assert_int_equal(pmr, PMR_ON);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(normal_interrupts_stay_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nmis_come_in_everywhere, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ends_as_it_began, set_up, tear_down),
    };
    object = argc > 1 ? argv[1] : "masking.o";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
