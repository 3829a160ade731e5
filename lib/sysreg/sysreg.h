/* SPDX-License-Identifier: Apache-2.0 */
/*
 * System registers as rows.  A row says what a register is; leaving a field out means the common
 * case.  The PE, the GIC and the timer each own a bank of rows; a table merges the banks and finds
 * a row by the encoding.
 */
#ifndef SYSREG_SYSREG_H
#define SYSREG_SYSREG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The key of an encoding; the same numbers as ISA_SYSKEY and shared facts section 7. */
#define SYSREG_KEY(op0, op1, crn, crm, op2)                                                                            \
    ((uint32_t)(op0) << 14 | (uint32_t)(op1) << 11 | (uint32_t)(crn) << 7 | (uint32_t)(crm) << 3 | (uint32_t)(op2))

/* The state of the accessing PE that access rules and views depend on. */
struct sysreg_context {
    uint64_t hcr_el2; /* the effective values: 0 where the exception level is absent */
    uint64_t scr_el3;
    uint64_t sctlr_el1;
    uint64_t cnthctl_el2;
    uint64_t cntkctl_el1;
    uint64_t now; /* this PE's cycle count (or instruction count when no core is chosen) */
    unsigned pe;
    uint8_t el;
    bool secure; /* the PE is in Secure state (EL3 counts as secure) */
    bool has_el2, has_el3;
};

/* Whether an access happens, is UNDEFINED at the current EL, or traps. */
enum sysreg_outcome {
    SYSREG_OK,
    SYSREG_UNDEFINED,
    SYSREG_TRAP_EL1, /* EC 0x18 to that exception level */
    SYSREG_TRAP_EL2,
    SYSREG_TRAP_EL3,
};

struct sysreg_row;
typedef enum sysreg_outcome sysreg_check_fn(void *owner, const struct sysreg_context *c, const struct sysreg_row *row,
                                            bool write);
typedef uint64_t sysreg_read_fn(void *owner, const struct sysreg_context *c, const struct sysreg_row *row);
typedef void sysreg_write_fn(void *owner, const struct sysreg_context *c, const struct sysreg_row *row, uint64_t value);

enum {
    SYSREG_RO = 1,       /* MSR is UNDEFINED */
    SYSREG_WO = 2,       /* MRS is UNDEFINED */
    SYSREG_WI = 4,       /* MSR is allowed and ignored */
    SYSREG_RECHECK = 16, /* a write may change routing or masking */
    SYSREG_EL0_RO = 32,  /* EL0 may read, not write */
    SYSREG_NO_STATE = 8, /* neither saved nor compared: an alias or a view */
};

struct sysreg_row {
    const char *name; /* as the Arm manuals spell it */
    uint32_t key;
    uint8_t min_el; /* the lowest exception level that may access it */
    uint8_t flags;
    int16_t slot; /* plain storage: index in the PE's array; -1 with accessors only */
    uint64_t reset;
    uint64_t writable;      /* bits that a write changes; 0 means all, unless SYSREG_RO or SYSREG_WI */
    sysreg_check_fn *check; /* NULL: min_el is the whole rule */
    sysreg_read_fn *read;   /* NULL: plain storage */
    sysreg_write_fn *write; /* NULL: plain storage */
    uint32_t arg;           /* for accessors that serve several rows (a register number, a group) */
};

/* One owner's rows, sorted by key. */
struct sysreg_bank {
    const struct sysreg_row *rows;
    size_t count;
    void *owner; /* first argument of the accessors */
};

enum { SYSREG_BANKS = 4 };

struct sysreg_table {
    struct sysreg_bank banks[SYSREG_BANKS];
    size_t count;
};

struct sysreg_entry {
    const struct sysreg_row *row;
    void *owner;
};

/* Finds the row for a key: false when no bank has it. O(banks * log rows). */
bool sysreg_find(const struct sysreg_table *table, uint32_t key, struct sysreg_entry *entry);
/* The same by name, exact spelling. */
bool sysreg_find_name(const struct sysreg_table *table, const char *name, struct sysreg_entry *entry);
/* True if the rows are strictly ascending by key and each has a name and a way to be accessed. */
bool sysreg_bank_valid(const struct sysreg_bank *bank);
/* Writes the row for an unknown key as text ready to paste; returns snprintf's result. */
int sysreg_paste_row(uint32_t key, char *text, size_t size);

#endif
