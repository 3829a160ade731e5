/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gicmask inside another program: make a machine, put code into it, let an interrupt arrive, watch.
 * Build: cc embed.c $(pkg-config --cflags --libs gicmask)
 */
#include <gicmask/gicmask.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define CODE    UINT64_C(0x40000000)
#define VECTORS UINT64_C(0x40001000)
#define IRQ     (VECTORS + 0x280) /* taken from the same EL, with SP_ELx */

/* A masked stretch, then the unmask. Arm machine code is little-endian words, which these are on the host, too, once
 * written by put(). */
static const uint32_t code[] = {
    0xd2800c01, /* mov  x1, #0x60 */
    0xd5184601, /* msr  icc_pmr_el1, x1    mask everything of priority 0x60 and lower urgency */
    0xd50343ff, /* msr  daifclr, #3        PSTATE is open: only the priority mask masks */
    0xd503201f, /* nop                     the interrupt arrives here, and is held */
    0xd2801c01, /* mov  x1, #0xe0 */
    0xd5184601, /* msr  icc_pmr_el1, x1    unmask */
    0xd5033f9f, /* dsb  sy */
    0xd503201f, /* nop */
};

static void require(enum gm_status status, const char *doing)
{
    if (status != GM_OK) {
        fprintf(stderr, "%s: %s\n", doing, gm_status_text(status));
        exit(1);
    }
}

static void put(struct gm_machine *machine, uint64_t address, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint8_t bytes[4] = {(uint8_t)words[i], (uint8_t)(words[i] >> 8), (uint8_t)(words[i] >> 16),
                            (uint8_t)(words[i] >> 24)};
        require(gm_machine_write(machine, address + 4 * i, bytes, sizeof bytes), "writing code");
    }
}

/* Called after each instruction; the machine shows the state after it. */
static void on_insn(void *context, struct gm_machine *machine, const struct gm_insn_event *event)
{
    struct gm_explanation why;
    (void)context;
    require(gm_machine_explain(machine, event->pe, &why), "explaining");
    printf("0x%" PRIx64 "  PMR 0x%02x  %s\n", event->pc, why.pmr, gm_reason_text(why.reason));
}

int main(void)
{
    struct gm_config config;
    struct gm_machine *machine;
    struct gm_error error;
    gm_config_init(&config);
    if (gm_machine_create(&config, &machine, &error) != GM_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    require(gm_machine_map(machine, CODE, 0x2000, GM_R | GM_X), "mapping");
    put(machine, CODE, code, sizeof code / sizeof code[0]);
    require(gm_machine_set(machine, 0, "pc", CODE), "pc");
    require(gm_machine_set(machine, 0, "VBAR_EL1", VECTORS), "VBAR_EL1");

    /* Interrupt 32, priority 0xa0, rises before the fourth instruction. */
    struct gm_interrupt interrupt = {.intid = 32, .priority = 0xa0, .group = 1, .enabled = true, .edge = true};
    struct gm_stimulus rise = {.when = GM_AT_STEP, .at = 3, .intid = 32, .level = true};
    require(gm_machine_interrupt(machine, &interrupt), "interrupt 32");
    require(gm_machine_stimulus(machine, &rise), "stimulus");

    struct gm_observer observer = {.insn = on_insn};
    struct gm_stop stop;
    uint64_t elr;
    require(gm_machine_observe(machine, &observer), "observing");
    require(gm_machine_breakpoint(machine, IRQ, true), "breakpoint");
    require(gm_machine_run(machine, 100, &stop), "running");
    require(gm_machine_get(machine, 0, "ELR_EL1", &elr), "ELR_EL1");
    printf("stopped at 0x%" PRIx64 ": %s; the interrupt was taken before 0x%" PRIx64 "\n", stop.pc,
           gm_stop_text(stop.reason), elr);
    gm_machine_destroy(machine);
    /* Not before the unmask has been executed, and by the end of the code. */
    return stop.reason == GM_STOP_BREAKPOINT && elr > CODE + 4 * 5 ? 0 : 1;
}
