/* SPDX-License-Identifier: Apache-2.0 */
/* The first oracle: Unicorn 2 with its most capable arm64 CPU, at EL1, without translation. */
#include "oracle.h"

#include <stdlib.h>
#include <string.h>
#include <unicorn/unicorn.h>

enum { CODE_SIZE = 0x10000 };

struct unicorn {
    struct random_oracle oracle;
    uc_engine *uc;
    uint8_t *memory;
};

static bool start(struct unicorn *o)
{
    if (uc_open(UC_ARCH_ARM64, UC_MODE_ARM, &o->uc) != UC_ERR_OK) {
        return false;
    }
    return uc_ctl_set_cpu_model(o->uc, UC_CPU_ARM64_MAX) == UC_ERR_OK &&
           uc_mem_map(o->uc, RANDOM_CODE, CODE_SIZE, UC_PROT_READ | UC_PROT_EXEC) == UC_ERR_OK &&
           uc_mem_map_ptr(o->uc, RANDOM_DATA, RANDOM_DATA_SIZE, UC_PROT_READ | UC_PROT_WRITE, o->memory) == UC_ERR_OK;
}

static int general_register(unsigned n)
{
    return n < 29 ? UC_ARM64_REG_X0 + (int)n : n == 29 ? UC_ARM64_REG_X29 : UC_ARM64_REG_X30;
}

static void put(uc_engine *uc, const struct random_state *s)
{
    uint64_t nzcv = s->nzcv;
    for (unsigned n = 0; n < 31; n++) {
        uc_reg_write(uc, general_register(n), &s->x[n]);
    }
    for (unsigned n = 0; n < 32; n++) {
        uc_reg_write(uc, UC_ARM64_REG_V0 + (int)n, s->v[n]);
    }
    uc_reg_write(uc, UC_ARM64_REG_SP, &s->sp);
    uc_reg_write(uc, UC_ARM64_REG_NZCV, &nzcv);
}

static void get(uc_engine *uc, struct random_state *s)
{
    uint64_t nzcv = 0;
    for (unsigned n = 0; n < 31; n++) {
        uc_reg_read(uc, general_register(n), &s->x[n]);
    }
    for (unsigned n = 0; n < 32; n++) {
        uc_reg_read(uc, UC_ARM64_REG_V0 + (int)n, s->v[n]);
    }
    uc_reg_read(uc, UC_ARM64_REG_SP, &s->sp);
    uc_reg_read(uc, UC_ARM64_REG_PC, &s->pc);
    uc_reg_read(uc, UC_ARM64_REG_NZCV, &nzcv);
    s->nzcv = (uint32_t)nzcv & 0xf0000000u;
}

static bool run(struct random_oracle *oracle, const struct random_sequence *sequence, const struct random_state *begin,
                uint64_t until, struct random_state *end)
{
    struct unicorn *o = (struct unicorn *)oracle;
    uint8_t code[RANDOM_WORDS * 4];
    for (unsigned n = 0; n < sequence->words; n++) {
        for (unsigned b = 0; b < 4; b++) {
            code[n * 4 + b] = (uint8_t)(sequence->word[n] >> (8 * b));
        }
    }
    if (uc_mem_write(o->uc, RANDOM_CODE, code, sequence->words * 4) != UC_ERR_OK ||
        uc_ctl_remove_cache(o->uc, RANDOM_CODE, RANDOM_CODE + CODE_SIZE) != UC_ERR_OK) {
        return false;
    }
    memcpy(o->memory, begin->memory, RANDOM_DATA_SIZE);
    put(o->uc, begin);
    uc_err error = uc_emu_start(o->uc, RANDOM_CODE, until, 0, 0);
    get(o->uc, end);
    end->faulted = error != UC_ERR_OK;
    memcpy(end->memory, o->memory, RANDOM_DATA_SIZE);
    return true;
}

static void close_unicorn(struct random_oracle *oracle)
{
    struct unicorn *o = (struct unicorn *)oracle;
    if (o->uc != NULL) {
        uc_close(o->uc);
    }
    free(o->memory);
    free(o);
}

struct random_oracle *random_oracle_unicorn(void)
{
    struct unicorn *o = calloc(1, sizeof *o);
    if (o == NULL) {
        return NULL;
    }
    o->oracle = (struct random_oracle){"unicorn", run, close_unicorn};
    o->memory = aligned_alloc(0x1000, RANDOM_DATA_SIZE);
    if (o->memory == NULL || !start(o)) {
        close_unicorn(&o->oracle);
        return NULL;
    }
    return &o->oracle;
}
