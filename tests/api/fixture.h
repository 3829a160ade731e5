/* SPDX-License-Identifier: Apache-2.0 */
/* A machine with code at CODE, data at DATA, and an ordinary interrupt 32 and a pseudo-NMI 33. */
#ifndef API_FIXTURE_H
#define API_FIXTURE_H

#include <gicmask/gicmask.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { CODE = 0x40000000, VECTORS = 0x40001000, DATA = 0x40002000, IRQ = 32, NMI = 33 };

/* Instruction words: facts of the encodings table (assembled by LLVM 19). */
#define W_NOP        UINT32_C(0xd503201f)
#define W_WFI        UINT32_C(0xd503207f)
#define W_DSB_SY     UINT32_C(0xd5033f9f)
#define W_ISB        UINT32_C(0xd5033fdf)
#define W_DAIFSET_3  UINT32_C(0xd50343df)
#define W_DAIFCLR_3  UINT32_C(0xd50343ff)
#define W_MSR_PMR_X0 UINT32_C(0xd5184600)
#define W_MSR_PMR_X1 UINT32_C(0xd5184601)
#define W_MRS_X2_PMR UINT32_C(0xd5384602)
#define W_ERET       UINT32_C(0xd69f03e0)
#define W_SVC        UINT32_C(0xd4000001)
#define W_HLT        UINT32_C(0xd4400000)
#define W_UDF        UINT32_C(0x00000000)

static inline void ok(enum gm_status status)
{
    assert_string_equal(gm_status_name(status), "OK");
}

static inline uint64_t get(struct gm_machine *m, const char *name)
{
    uint64_t value = 0;
    ok(gm_machine_get(m, 0, name, &value));
    return value;
}

static inline void put(struct gm_machine *m, const char *name, uint64_t value)
{
    ok(gm_machine_set(m, 0, name, value));
}

static inline void interrupt(struct gm_machine *m, uint32_t intid, uint8_t priority)
{
    struct gm_interrupt i = {.intid = intid, .priority = priority, .group = 1, .enabled = true};
    ok(gm_machine_interrupt(m, &i));
}

static inline struct gm_machine *machine(struct gm_config *config, const uint32_t *words, size_t count)
{
    struct gm_machine *m = NULL;
    struct gm_error error = {""};
    if (gm_machine_create(config, &m, &error) != GM_OK) {
        fail_msg("%s", error.text);
    }
    ok(gm_machine_map(m, CODE, 0x2000, GM_R | GM_X));
    ok(gm_machine_map(m, DATA, 0x1000, GM_R | GM_W));
    ok(gm_machine_write(m, CODE, words, count * sizeof *words));
    put(m, "VBAR_EL1", VECTORS);
    put(m, "pc", CODE);
    put(m, "x0", 0xe0);
    put(m, "x1", 0x60);
    interrupt(m, IRQ, 0xa0);
    interrupt(m, NMI, 0x20);
    return m;
}

static inline struct gm_stop run(struct gm_machine *m, uint64_t limit)
{
    struct gm_stop stop;
    ok(gm_machine_run(m, limit, &stop));
    return stop;
}

#define WORDS(...) ((const uint32_t[]){__VA_ARGS__}), sizeof((const uint32_t[]){__VA_ARGS__}) / 4

#endif
