/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pointer authentication (FEAT_PAuth) without FEAT_EPAC, FEAT_PAuth2 or FEAT_FPAC, for 48-bit addresses: DDI 0487,
 shared
 * pseudocode AddPAC, Auth and Strip.  ComputePAC is IMPLEMENTATION DEFINED here (ID_AA64ISAR1_EL1.API).
 A failed authentication is found by what uses the pointer.
 */
#include "pe/exec_pauth.h"
#include "pe/sysslot.h"

enum { BOTTOM = 48 }; /* CalculateBottomPACBit for a 48-bit VA */
/* The PAC field of a pointer: <54:48>, and <63:56> unless that byte is a tag. */
#define PAC_FIELD (UINT64_C(0x7f) << BOTTOM)
#define PAC_TOP   (UINT64_C(0xff) << 56)

enum { SCTLR_ENIA = 31, SCTLR_ENIB = 30, SCTLR_ENDA = 27, SCTLR_ENDB = 13 };
/* What enables a key, what it signs, and the slots of the two registers that hold it. */
static const struct key {
    uint8_t enable; /* bit of SCTLR_ELx */
    bool data, b;
    uint8_t lo, hi;
} keys[] = {
    [EXEC_KEY_IA] = {SCTLR_ENIA, false, false, PE_SYS_APIAKeyLo_EL1, PE_SYS_APIAKeyHi_EL1},
    [EXEC_KEY_IB] = {SCTLR_ENIB, false, true, PE_SYS_APIBKeyLo_EL1, PE_SYS_APIBKeyHi_EL1},
    [EXEC_KEY_DA] = {SCTLR_ENDA, true, false, PE_SYS_APDAKeyLo_EL1, PE_SYS_APDAKeyHi_EL1},
    [EXEC_KEY_DB] = {SCTLR_ENDB, true, true, PE_SYS_APDBKeyLo_EL1, PE_SYS_APDBKeyHi_EL1},
    [EXEC_KEY_GA] = {0, true, false, PE_SYS_APGAKeyLo_EL1, PE_SYS_APGAKeyHi_EL1},
};

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
    x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return x ^ x >> 32;
}

/* Every bit of the result depends on every bit of pointer, modifier and key; no claim of secrecy. */
static uint64_t compute(uint64_t pointer, uint64_t modifier, uint64_t lo, uint64_t hi)
{
    return mix(mix(mix(pointer ^ lo) + modifier) ^ hi) ^ mix(hi + lo);
}

static uint64_t compute_with(struct pe *pe, uint64_t pointer, uint64_t modifier, enum exec_key key)
{
    return compute(pointer, modifier, pe->s.sys[keys[key].lo], pe->s.sys[keys[key].hi]);
}

/* The exception level that traps the use of a key (HCR_EL2.API, SCR_EL3.API clear), or 0. */
static unsigned trap_level(struct pe *pe)
{
    enum { API_EL2 = 41, API_EL3 = 17 };
    uint64_t hcr = pe_hcr(pe);
    bool host = (hcr & (HCR_E2H | HCR_TGE)) == (HCR_E2H | HCR_TGE);
    if (pe->s.el < PE_EL2 && pe_el2_enabled(pe) && !(pe->s.el == PE_EL0 && host) && !bit(hcr, API_EL2)) {
        return PE_EL2;
    }
    return pe->config.highest_el == PE_EL3 && pe->s.el < PE_EL3 && !bit(pe_scr(pe), API_EL3) ? PE_EL3 : 0;
}

enum use { USE_NOTHING, USE_KEY, USE_TRAPPED };

/* Whether the key is used; a trap (EC 0x09) is raised here. */
static enum use use_of(struct pe *pe, enum exec_key key)
{
    if (!exec_has(pe, ISA_F_PAUTH) || (keys[key].enable != 0 && !bit(pe_sctlr(pe, pe->s.el), keys[key].enable))) {
        return USE_NOTHING;
    }
    unsigned el = trap_level(pe);
    if (el == 0) {
        return USE_KEY;
    }
    pe_raise(pe, &(struct pe_fault){.esr = PE_ESR(PE_EC_PAUTH, 0), .target_el = (uint8_t)el});
    return USE_TRAPPED;
}

/* TCR_ELx of the translation regime, and whether that regime has an upper and a lower range. */
static uint64_t tcr(const struct pe *pe, bool *two_ranges)
{
    uint64_t hcr = pe_hcr(pe);
    bool e2h = (hcr & HCR_E2H) != 0, host = e2h && (hcr & HCR_TGE) != 0;
    if (pe->s.el == PE_EL3) {
        *two_ranges = false;
        return pe->s.sys[PE_SYS_TCR_EL3];
    }
    bool el2 = pe->s.el == PE_EL2 || (pe->s.el == PE_EL0 && host);
    *two_ranges = !el2 || e2h;
    return pe->s.sys[el2 ? PE_SYS_TCR_EL2 : PE_SYS_TCR_EL1];
}

/* EffectiveTBI for the range that bit 55 selects: TBI1, TBI0, TBID1, TBID0 of TCR_EL1, or TBI, TBID of TCR_EL2/3. */
static bool top_byte_ignored(uint64_t tcr_value, bool two_ranges, bool upper, bool data)
{
    unsigned tbi = two_ranges ? 37 + upper : 20, tbid = two_ranges ? 51 + upper : 29;
    return bit(tcr_value, tbi) && (data || !bit(tcr_value, tbid));
}

struct pointer_rule {
    bool tbi, select; /* select: the bit that stands for the range when a PAC is added */
    uint64_t field;   /* where the PAC is */
};

static struct pointer_rule rule_of(struct pe *pe, uint64_t pointer, bool data)
{
    bool two;
    uint64_t t = tcr(pe, &two);
    struct pointer_rule r;
    r.tbi = top_byte_ignored(t, two, bit(pointer, 55), data);
    bool any = two ? top_byte_ignored(t, two, false, data) || top_byte_ignored(t, two, true, data) : r.tbi;
    r.select = bit(pointer, any ? 55 : 63);
    r.field = r.tbi ? PAC_FIELD : PAC_FIELD | PAC_TOP;
    return r;
}

/* The pointer with its PAC field, and bit 55, all equal to `upper`. */
static uint64_t extended(uint64_t pointer, uint64_t field, bool upper)
{
    field |= BIT64(55);
    return upper ? pointer | field : pointer & ~field;
}

static uint64_t add_pac(struct pe *pe, uint64_t pointer, uint64_t modifier, enum exec_key key)
{
    struct pointer_rule r = rule_of(pe, pointer, keys[key].data);
    uint64_t canonical = extended(pointer, r.field, r.select);
    uint64_t pac = compute_with(pe, canonical, modifier, key);
    uint64_t top = bits(pointer, r.tbi ? 55 : 63, BOTTOM), ones = mask64((r.tbi ? 55 : 63) - BOTTOM + 1);
    if (top != 0 && top != ones) {
        pac ^= BIT64(r.tbi ? 54 : 62); /* not an address: the PAC is made wrong */
    }
    return (canonical & ~r.field) | (pac & r.field);
}

static uint64_t authenticate(struct pe *pe, uint64_t pointer, uint64_t modifier, enum exec_key key)
{
    struct pointer_rule r = rule_of(pe, pointer, keys[key].data);
    uint64_t canonical = extended(pointer, r.field, bit(pointer, 55));
    if (((compute_with(pe, canonical, modifier, key) ^ pointer) & r.field) == 0) {
        return canonical;
    }
    /* The error code, 01 for an A key and 10 for a B key, makes the address non-canonical. */
    return set_bits(canonical, r.tbi ? 54 : 62, r.tbi ? 53 : 61, keys[key].b ? 2 : 1);
}

static uint64_t strip(struct pe *pe, uint64_t pointer, bool data)
{
    return extended(pointer, rule_of(pe, pointer, data).field, bit(pointer, 55));
}

static bool pac_add(struct pe *pe, uint64_t *pointer, uint64_t modifier, enum exec_key key)
{
    enum use use = use_of(pe, key);
    if (use == USE_KEY) {
        *pointer = add_pac(pe, *pointer, modifier, key);
    }
    return use != USE_TRAPPED;
}

bool exec_pac_check(struct pe *pe, uint64_t *pointer, uint64_t modifier, enum exec_key key)
{
    enum use use = use_of(pe, key);
    if (use == USE_KEY) {
        *pointer = authenticate(pe, *pointer, modifier, key);
    }
    return use != USE_TRAPPED;
}

/* rd is the pointer, rn the modifier; decode resolved the fixed registers of the hints. */
#define PAC(row, act, key)                                                                                             \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        uint64_t pointer = X(rd);                                                                                      \
        if (act(pe, &pointer, X(rn), EXEC_KEY_##key)) {                                                                \
            X(rd) = pointer;                                                                                           \
            exec_next(pe);                                                                                             \
        }                                                                                                              \
    }
#define KEYS(row, act, suffix)                                                                                         \
    PAC(row##IA##suffix, act, IA)                                                                                      \
    PAC(row##IB##suffix, act, IB)

KEYS(PAC, pac_add, )
KEYS(PAC, pac_add, 1716)
KEYS(PAC, pac_add, SP)
KEYS(PAC, pac_add, Z)
KEYS(AUT, exec_pac_check, )
KEYS(AUT, exec_pac_check, 1716)
KEYS(AUT, exec_pac_check, SP)
KEYS(AUT, exec_pac_check, Z)
PAC(PACDA, pac_add, DA)
PAC(PACDB, pac_add, DB)
PAC(AUTDA, exec_pac_check, DA)
PAC(AUTDB, exec_pac_check, DB)
PAC(PACIZA, pac_add, IA)
PAC(PACIZB, pac_add, IB)
PAC(PACDZA, pac_add, DA)
PAC(PACDZB, pac_add, DB)
PAC(AUTIZA, exec_pac_check, IA)
PAC(AUTIZB, exec_pac_check, IB)
PAC(AUTDZA, exec_pac_check, DA)
PAC(AUTDZB, exec_pac_check, DB)

/* Stripping needs no key and is not trapped; XPACLRI is a hint. */
#define STRIP(row, data)                                                                                               \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        if (exec_has(pe, ISA_F_PAUTH)) {                                                                               \
            X(rd) = strip(pe, X(rd), (data));                                                                          \
        }                                                                                                              \
        exec_next(pe);                                                                                                 \
    }

STRIP(XPACI, false)
STRIP(XPACD, true)
STRIP(XPACLRI, false)

HANDLER(PACGA)
{
    if (use_of(pe, EXEC_KEY_GA) == USE_KEY) {
        X(rd) = compute_with(pe, X(rn), X(rm), EXEC_KEY_GA) & UINT64_C(0xffffffff00000000);
        exec_next(pe);
    }
}
