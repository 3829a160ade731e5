/* SPDX-License-Identifier: Apache-2.0 */
/* Registers by name, for the host. */
#include "machine/machine.h"

#include <stdlib.h>
#include <strings.h>

typedef uint64_t get_fn(struct gm_machine *m, unsigned pe);
typedef void set_fn(struct gm_machine *m, unsigned pe, uint64_t value);

struct named {
    const char *name;
    get_fn *get;
    set_fn *set; /* NULL: read-only */
};

static struct pe_state *state(struct gm_machine *m, unsigned pe)
{
    return &m->pes[pe].pe.s;
}

static uint64_t get_sp(struct gm_machine *m, unsigned pe)
{
    return state(m, pe)->r[ISA_SP];
}

static void set_sp(struct gm_machine *m, unsigned pe, uint64_t value)
{
    state(m, pe)->r[ISA_SP] = value;
}

/* SP_EL3 has no encoding of its own (DDI 0487 C5.2): by this name the host reaches it. */
static uint64_t get_sp_el3(struct gm_machine *m, unsigned pe)
{
    return *pe_sp_of(&m->pes[pe].pe, PE_EL3);
}

static void set_sp_el3(struct gm_machine *m, unsigned pe, uint64_t value)
{
    *pe_sp_of(&m->pes[pe].pe, PE_EL3) = value;
}

static uint64_t get_pc(struct gm_machine *m, unsigned pe)
{
    return state(m, pe)->pc;
}

static void set_pc(struct gm_machine *m, unsigned pe, uint64_t value)
{
    state(m, pe)->pc = value;
}

static uint64_t get_lr(struct gm_machine *m, unsigned pe)
{
    return state(m, pe)->r[30];
}

static void set_lr(struct gm_machine *m, unsigned pe, uint64_t value)
{
    state(m, pe)->r[30] = value;
}

static uint64_t get_nzcv(struct gm_machine *m, unsigned pe)
{
    return state(m, pe)->nzcv;
}

static void set_nzcv(struct gm_machine *m, unsigned pe, uint64_t value)
{
    state(m, pe)->nzcv = (uint32_t)value & PSTATE_NZCV;
}

static uint64_t get_daif(struct gm_machine *m, unsigned pe)
{
    return state(m, pe)->pstate & PSTATE_DAIF;
}

static void set_daif(struct gm_machine *m, unsigned pe, uint64_t value)
{
    struct pe_state *s = state(m, pe);
    s->pstate = (s->pstate & ~(uint32_t)PSTATE_DAIF) | ((uint32_t)value & PSTATE_DAIF);
    pe_recheck(&m->pes[pe].pe);
}

static uint64_t get_el(struct gm_machine *m, unsigned pe)
{
    return state(m, pe)->el;
}

static void set_el(struct gm_machine *m, unsigned pe, uint64_t value)
{
    struct pe *p = &m->pes[pe].pe;
    pe_set_el(p, (uint8_t)value, value != 0);
    gic_pe_context(&m->gic, pe, pe_secure(p), p->s.el);
    pe_recheck(p);
}

static uint64_t get_pstate(struct gm_machine *m, unsigned pe)
{
    return pe_spsr_of_pstate(&m->pes[pe].pe);
}

static uint64_t get_pmr(struct gm_machine *m, unsigned pe)
{
    return gic_pmr(&m->gic, pe);
}

static void set_pmr(struct gm_machine *m, unsigned pe, uint64_t value)
{
    gic_set_pmr(&m->gic, pe, (uint8_t)value);
}

static const struct named names[] = {
    {"sp", get_sp, set_sp},       {"pc", get_pc, set_pc},       {"lr", get_lr, set_lr},
    {"nzcv", get_nzcv, set_nzcv}, {"daif", get_daif, set_daif}, {"el", get_el, set_el},
    {"pstate", get_pstate, NULL}, {"pmr", get_pmr, set_pmr},    {"sp_el3", get_sp_el3, set_sp_el3},
};

static const struct named *find_named(const char *name)
{
    for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
        if (strcasecmp(names[i].name, name) == 0) {
            return &names[i];
        }
    }
    return NULL;
}

/* "x7" -> 7 for letter 'x'; -1 when the name is not that letter and a number up to max. */
static int numbered(const char *name, char letter, const char *suffix, int max)
{
    char *end;
    if ((name[0] | 0x20) != letter || name[1] < '0' || name[1] > '9') {
        return -1;
    }
    long n = strtol(name + 1, &end, 10);
    return n <= max && strcasecmp(end, suffix) == 0 ? (int)n : -1;
}

/* A register that is plainly a place in the state; NULL when the name is none. */
static uint64_t *plain_register(struct pe_state *s, const char *name)
{
    int n = numbered(name, 'x', "", 30);
    if (n >= 0) {
        return &s->r[n];
    }
    n = numbered(name, 'd', "", 31);
    if (n >= 0) {
        return &s->v[n][0];
    }
    n = numbered(name, 'v', ".h", 31);
    return n >= 0 ? &s->v[n][1] : NULL;
}

enum gm_status gm_machine_get(struct gm_machine *m, unsigned pe, const char *name, uint64_t *value)
{
    if (pe >= m->config.pes || name == NULL || value == NULL) {
        return GM_BAD_ARGUMENT;
    }
    struct machine_pe *p = &m->pes[pe];
    const struct named *named = find_named(name);
    if (named != NULL) {
        *value = named->get(m, pe);
        return GM_OK;
    }
    const uint64_t *plain = plain_register(&p->pe.s, name);
    int w = numbered(name, 'w', "", 30);
    struct sysreg_entry entry;
    if (plain != NULL) {
        *value = *plain;
    } else if (w >= 0) {
        *value = (uint32_t)p->pe.s.r[w];
    } else if (sysreg_find_name(&p->sysregs, name, &entry) && (entry.row->flags & SYSREG_WO) == 0) {
        *value = pe_sysreg_read(&p->pe, &entry);
    } else {
        return GM_NOT_FOUND;
    }
    return GM_OK;
}

enum gm_status gm_machine_set(struct gm_machine *m, unsigned pe, const char *name, uint64_t value)
{
    if (pe >= m->config.pes || name == NULL) {
        return GM_BAD_ARGUMENT;
    }
    struct machine_pe *p = &m->pes[pe];
    const struct named *named = find_named(name);
    if (named != NULL) {
        if (named->set == NULL) {
            return GM_READ_ONLY;
        }
        if (named->set == set_el && value > m->config.highest_el) {
            return GM_BAD_ARGUMENT;
        }
        named->set(m, pe, value);
        return GM_OK;
    }
    uint64_t *plain = plain_register(&p->pe.s, name);
    int w = numbered(name, 'w', "", 30);
    struct sysreg_entry entry;
    if (plain != NULL) {
        *plain = value;
    } else if (w >= 0) {
        p->pe.s.r[w] = (uint32_t)value;
    } else if (!sysreg_find_name(&p->sysregs, name, &entry)) {
        return GM_NOT_FOUND;
    } else if ((entry.row->flags & (SYSREG_RO | SYSREG_WI)) != 0) {
        return GM_READ_ONLY;
    } else {
        pe_sysreg_write(&p->pe, &entry, value);
        pe_recheck(&p->pe);
    }
    return GM_OK;
}
