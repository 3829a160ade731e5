/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Guest instructions per second, with cycles counted: an integer loop with loads and stores, a DAIF loop, and a PMR
 * loop with and without DSB (the loops a, b and c that QEMU and Unicorn were measured with).  Per second of this
 * process's own time, the best of seven runs: the machine is shared.  A figure, never a test.
 */
#include <gicmask/gicmask.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CODE = 0x40000000, DATA = 0x40010000, MILLION = 1000000, REPEATS = 7 };

struct loop {
    const char *name;
    uint32_t words[10];
};

static const struct loop loops[] = {
    {"a integer",
     {
         0xf9400021, /* ldr x1, [x1] */
         0xaa140021, /* orr x1, x1, x20: back to the data */
         0x91000442, /* add x2, x2, #1 */
         0xca020063, /* eor x3, x3, x2 */
         0xf9000683, /* str x3, [x20, #8] */
         0x8b030084, /* add x4, x4, x3 */
         0xf1000400, /* subs x0, x0, #1 */
         0x54ffff21, /* b.ne to the start */
     }},
    {"b PMR, DSB",
     {
         0xd5384602, /* mrs x2, ICC_PMR_EL1 */
         0xd5184613, /* msr ICC_PMR_EL1, x19 */
         0xd5033f9f, /* dsb sy */
         0xd503201f, /* nop */
         0xd5184602, /* msr ICC_PMR_EL1, x2 */
         0xf1000400, /* subs x0, x0, #1 */
         0x54ffff41, /* b.ne to the start */
     }},
    {"b PMR, no DSB",
     {
         0xd5384602, /* mrs x2, ICC_PMR_EL1 */
         0xd5184613, /* msr ICC_PMR_EL1, x19 */
         0xd503201f, /* nop */
         0xd5184602, /* msr ICC_PMR_EL1, x2 */
         0xf1000400, /* subs x0, x0, #1 */
         0x54ffff61, /* b.ne to the start */
     }},
    {"c DAIF",
     {
         0xd53b4222, /* mrs x2, DAIF */
         0xd50343df, /* msr DAIFSet, #3 */
         0xd503201f, /* nop */
         0xd51b4222, /* msr DAIF, x2 */
         0xf1000400, /* subs x0, x0, #1 */
         0x54ffff61, /* b.ne to the start */
     }},
};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void must(enum gm_status status, const char *what)
{
    if (status != GM_OK) {
        fprintf(stderr, "%s: %s\n", what, gm_status_text(status));
        exit(1);
    }
}

static void measure(const struct loop *loop, const char *core, uint64_t count)
{
    struct gm_config config;
    struct gm_machine *m;
    struct gm_stop stop;
    gm_config_init(&config);
    config.core = core != NULL ? gm_core_find(core) : NULL;
    must(gm_machine_create(&config, &m, NULL), "create");
    must(gm_machine_map(m, CODE, 4096, GM_R | GM_X), "map");
    must(gm_machine_map(m, DATA, 4096, GM_R | GM_W), "map");
    must(gm_machine_write(m, CODE, loop->words, sizeof loop->words), "write");
    must(gm_machine_set(m, 0, "pc", CODE), "pc");
    must(gm_machine_set(m, 0, "x0", UINT32_MAX), "x0");
    must(gm_machine_set(m, 0, "x1", DATA), "x1");
    must(gm_machine_set(m, 0, "x19", 0xc0), "x19");
    must(gm_machine_set(m, 0, "x20", DATA), "x20");
    must(gm_machine_run(m, count / 100, &stop), "warm up");
    double best = 0;
    for (int n = 0; n < REPEATS; n++) {
        double start = seconds();
        must(gm_machine_run(m, count, &stop), "run");
        double rate = (double)count / (seconds() - start) / 1e6;
        best = rate > best ? rate : best;
    }
    if (stop.reason != GM_STOP_LIMIT) {
        fprintf(stderr, "%s: %s\n", loop->name, gm_stop_text(stop.reason));
        exit(1);
    }
    printf("%-14s  %-12s  %8.1f  %6.2f\n", loop->name, core != NULL ? core : "none", best,
           core != NULL ? (double)gm_machine_cycles(m, 0) / (double)gm_machine_instructions(m, 0) : 0.0);
    gm_machine_destroy(m);
}

/* usage: bench_speed [MILLIONS [LOOP]] */
int main(int argc, char **argv)
{
    uint64_t count = (argc > 1 ? strtoull(argv[1], NULL, 10) : 20) * MILLION;
    const char *only = argc > 2 ? argv[2] : "";
    static const char *const cores[] = {NULL, "cortex-a53", "neoverse-v2"};
    printf("%-14s  %-12s  %8s  %6s\n", "loop", "core", "M insn/s", "cyc/insn");
    for (size_t l = 0; l < sizeof loops / sizeof loops[0]; l++) {
        for (size_t c = 0; c < sizeof cores / sizeof cores[0]; c++) {
            if (strncmp(loops[l].name, only, strlen(only)) == 0) {
                measure(&loops[l], cores[c], count);
            }
        }
    }
    return 0;
}
