/* SPDX-License-Identifier: Apache-2.0 */
#include "oracle_text.h"

#include "base/bits.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

struct out {
    char *text;
    size_t size, used;
    const struct isa_insn *i;
    uint64_t address;
};

static void put(struct out *o, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(o->text + o->used, o->size - o->used, format, args);
    va_end(args);
    if (n > 0) {
        o->used = o->used + (size_t)n < o->size ? o->used + (size_t)n : o->size - 1;
    }
}

static const char *const conditions[16] = {"eq", "ne", "cs", "cc", "mi", "pl", "vs", "vc",
                                           "hi", "ls", "ge", "lt", "gt", "le", "al", "nv"};
static const char *const shifts[4] = {"lsl", "lsr", "asr", "ror"};
static const char *const extends[8] = {"uxtb", "uxth", "uxtw", "uxtx", "sxtb", "sxth", "sxtw", "sxtx"};

static void reg(struct out *o, unsigned slot, bool wide)
{
    char prefix = wide ? 'x' : 'w';
    if (slot == ISA_SP) {
        put(o, wide ? "sp" : "wsp");
    } else if (slot == ISA_ZR || slot == ISA_SINK) {
        put(o, "%czr", prefix);
    } else {
        put(o, "%c%u", prefix, slot);
    }
}

static bool is64(const struct out *o)
{
    return o->i->flags & ISA_I_64;
}

static bool writes_back(const struct out *o)
{
    return o->i->flags & (ISA_I_PRE | ISA_I_POST);
}

/* [base, offset] in its five shapes */
static void address(struct out *o)
{
    const struct isa_insn *i = o->i;
    put(o, "[");
    reg(o, i->rn, true);
    if (i->flags & ISA_I_POST) {
        put(o, "], #%lld", (long long)i->imm);
    } else if (i->flags & ISA_I_PRE) {
        bool silent = i->imm == 0 && (i->op == ISA_LDRAA_pre || i->op == ISA_LDRAB_pre);
        put(o, silent ? "]!" : ", #%lld]!", (long long)i->imm);
    } else if (i->flags & ISA_I_REGOFF) {
        bool shown = bit(i->word, 12); /* "lsl #0" exists */
        put(o, ", ");
        reg(o, i->rm, i->opt & 1);
        if (i->opt != 3 || shown) {
            put(o, ", %s", i->opt == 3 ? "lsl" : extends[i->opt]);
        }
        put(o, shown ? " #%lld]" : "]", (long long)i->imm);
    } else {
        put(o, i->imm ? ", #%lld]" : "]", (long long)i->imm);
    }
}

static void prefetch(struct out *o)
{
    static const char *const what[4] = {"pld", "pli", "pst", NULL};
    unsigned op = o->i->rs;
    if (op >> 3 == 3 || (op >> 1 & 3) == 3) {
        put(o, "#0x%02x", op);
    } else {
        put(o, "%sl%u%s", what[op >> 3], (op >> 1 & 3) + 1, op & 1 ? "strm" : "keep");
    }
}

static void barrier(struct out *o)
{
    static const char *const names[16] = {
        [1] = "oshld", [2] = "oshst",  [3] = "osh",  [5] = "nshld", [6] = "nshst", [7] = "nsh",
        [9] = "ishld", [10] = "ishst", [11] = "ish", [13] = "ld",   [14] = "st",   [15] = "sy"};
    static const char *const nxs[16] = {[2] = "oshnxs", [6] = "nshnxs", [10] = "ishnxs", [14] = "synxs"};
    unsigned opt = o->i->opt, op = o->i->op;
    if ((op == ISA_ISB || op == ISA_CLREX) && opt == 15) {
        return;
    }
    const char *name = op == ISA_DSB_nXS ? nxs[opt] : op == ISA_DSB || op == ISA_DMB ? names[opt] : NULL;
    if (name) {
        put(o, "%s", name);
    } else if (op == ISA_DSB || op == ISA_DMB) {
        put(o, "#0x%02x", opt);
    } else {
        put(o, "#0x%x", opt);
    }
}

static void extend(struct out *o)
{
    const struct isa_insn *i = o->i;
    bool plain = (i->rd == ISA_SP || i->rn == ISA_SP) && i->opt == (is64(o) ? 3 : 2);
    reg(o, i->rm, is64(o) && (i->opt & 3) == 3);
    if (plain && i->amount) {
        put(o, ", lsl #%u", i->amount);
    } else if (!plain) {
        put(o, i->amount ? ", %s #%u" : ", %s", extends[i->opt], i->amount);
    }
}

static const char element_letters[] = "bhsdq";

static void vector_list(struct out *o, bool lane)
{
    const struct isa_insn *i = o->i;
    unsigned last = (i->rd + i->opt - 1u) % 32;
    char shape[8];
    if (lane) {
        snprintf(shape, sizeof shape, "%c", element_letters[i->amount]);
    } else {
        snprintf(shape, sizeof shape, "%u%c", (is64(o) ? 16u : 8u) >> i->amount, element_letters[i->amount]);
    }
    put(o, "{v%u.%s", i->rd, shape);
    if (i->opt > 1) {
        /* objdump writes a dash from three registers on, unless the list wraps */
        for (unsigned n = 1; (i->opt == 2 || last < i->rd) && n < i->opt - 1u; n++) {
            put(o, ", v%u.%s", (i->rd + n) % 32, shape);
        }
        put(o, i->opt == 2 || last < i->rd ? ", v%u.%s" : "-v%u.%s", last, shape);
    }
    put(o, lane ? "}[%u], [" : "}, [", i->ra);
    reg(o, i->rn, true);
    put(o, "]");
    if (writes_back(o) && i->rm != ISA_ZR) {
        put(o, ", ");
        reg(o, i->rm, true);
    }
    if (writes_back(o) && (i->rm == ISA_ZR || i->imm != 0)) { /* one of the two, never both */
        put(o, ", #%lld", (long long)i->imm);
    }
}

/* The value of IEEE bits of 2, 4 or 8 bytes; only normal numbers come from an 8-bit immediate. */
static double value_of(uint64_t v, unsigned log2_bytes)
{
    static const unsigned char fraction_bits[4] = {0, 10, 23, 52}, exponent_bits[4] = {0, 5, 8, 11};
    unsigned f = fraction_bits[log2_bytes], e = exponent_bits[log2_bytes];
    double x = 1 + (double)(v & mask64(f)) / (double)BIT64(f);
    int exponent = (int)(v >> f & mask64(e)) - (int)mask64(e - 1);
    for (; exponent > 0; exponent--) {
        x *= 2;
    }
    for (; exponent < 0; exponent++) {
        x /= 2;
    }
    return v >> (f + e) & 1 ? -x : x;
}

static void vector_immediate(struct out *o)
{
    const struct isa_insn *i = o->i;
    uint64_t element = (uint64_t)i->imm & mask64(8u << i->amount);
    unsigned cmode = (unsigned)bits(i->word, 15, 12), shift = cmode < 12 ? (cmode >> 1 & 3) * 8 : 0;
    if (i->op == ISA_MOVI_64 && !is64(o)) {
        put(o, "d%u, #0x%llx", i->rd, (unsigned long long)element);
        return;
    }
    put(o, "v%u.%u%c, #", i->rd, (is64(o) ? 16u : 8u) >> i->amount, element_letters[i->amount]);
    if (cmode == 15) {
        put(o, "%.18e", value_of(element, i->amount));
    } else if (cmode == 12 || cmode == 13) {
        put(o, "0x%llx, msl #%u", (unsigned long long)element >> (cmode == 12 ? 8 : 16), cmode == 12 ? 8u : 16u);
    } else if (shift) {
        put(o, "0x%llx, lsl #%u", (unsigned long long)element >> (cmode < 8 ? shift : shift & 8),
            cmode < 8 ? shift : shift & 8);
    } else {
        put(o, "0x%llx", (unsigned long long)element);
    }
}

static void lane_of(struct out *o, unsigned v, unsigned index)
{
    put(o, "v%u.%c[%u]", v, element_letters[o->i->amount], index);
}

static void half_register(struct out *o, unsigned v, bool upper)
{
    if (upper) {
        put(o, "v%u.d[1]", v);
    } else {
        put(o, "%c%u", element_letters[o->i->amount], v);
    }
}

/* op0 1: "#op1, Cn, Cm, #op2"; others have the name of the register, or this. */
static void system_register(struct out *o)
{
    uint32_t key = (uint32_t)o->i->imm;
    unsigned f[5] = {key >> 14, key >> 11 & 7, key >> 7 & 15, key >> 3 & 15, key & 7};
    if (f[0] == 1) {
        put(o, "#%u, C%u, C%u, #%u", f[1], f[2], f[3], f[4]);
    } else {
        put(o, "s%u_%u_c%u_c%u_%u", f[0], f[1], f[2], f[3], f[4]);
    }
}

static void immediate_12(struct out *o)
{
    const struct isa_insn *i = o->i;
    bool shifted = i->imm > 0xfff || (i->imm == 0 && bit(i->word, 22)); /* "#0x0, lsl #12" exists */
    put(o, "#0x%llx%s", (unsigned long long)i->imm >> (shifted ? 12 : 0), shifted ? ", lsl #12" : "");
}

/*
 * The templates' letters.  Register fields: d n m a s in the width of the operation, D N M A S in 64 bits, w: rs and
 * W: rm in 32 bits.  The others are what the functions above print, or see expand().
 */
static void expand(struct out *o, char letter)
{
    const struct isa_insn *i = o->i;
    /* clang-format off */
    switch (letter) {
    case 'd': reg(o, i->rd, is64(o)); break;
    case 'n': reg(o, i->rn, is64(o)); break;
    case 'm': reg(o, i->rm, is64(o)); break;
    case 'a': reg(o, i->ra, is64(o)); break;
    case 's': reg(o, i->rs, is64(o)); break;
    case 'D': reg(o, i->rd, true); break;
    case 'N': reg(o, i->rn, true); break;
    case 'M': reg(o, i->rm, true); break;
    case 'w': reg(o, i->rs, false); break;
    case 'W': reg(o, i->rn, false); break;
    case 'B': address(o); break;
    case 'I': put(o, "#0x%llx", (unsigned long long)i->imm); break;
    case 'i': put(o, "#%lld", (long long)i->imm); break;
    case '2': immediate_12(o); break;
    case 'L': put(o, "0x%llx", (unsigned long long)(o->address + (uint64_t)i->imm)); break;
    case 'P': put(o, "0x%llx", (unsigned long long)((o->address & ~UINT64_C(0xfff)) + (uint64_t)i->imm)); break;
    case 'c': put(o, "%s", conditions[i->opt]); break;
    case 'z': put(o, "#0x%x", i->amount); break;
    case 'k': put(o, "#%u", i->amount); break;
    case 'O': put(o, "#%u", i->opt); break;
    case 'o': put(o, "#0x%x", i->opt); break;
    case 'h':
        if (i->amount || i->opt) {
            put(o, ", %s #%u", shifts[i->opt], i->amount);
        }
        break;
    case 'H':
        if (i->amount) {
            put(o, ", lsl #%u", i->amount);
        }
        break;
    case 'e': extend(o); break;
    case 'b': barrier(o); break;
    case 'p': prefetch(o); break;
    case 't': reg(o, i->rd, i->amount > 31); break; /* tbz */
    case 'R': system_register(o); break;
    case 'v': put(o, "%c%u", element_letters[i->amount], i->rd); break;
    case 'u': put(o, "%c%u", element_letters[i->amount], i->ra); break;
    case 'q': half_register(o, i->rd, i->op == ISA_FMOV_from_gen_hi); break;
    case 'r': half_register(o, i->rn, i->op == ISA_FMOV_to_gen_hi); break;
    case 'f': put(o, "#%.18e", value_of((uint64_t)i->imm, i->amount)); break;
    case '*': vector_list(o, false); break;
    case '+': vector_list(o, true); break;
    case 'V': put(o, "v%u.%u%c", i->rd, (is64(o) ? 16u : 8u) >> i->amount, element_letters[i->amount]); break;
    case 'l': lane_of(o, i->rd, (unsigned)i->imm); break;
    case 'j': lane_of(o, i->rn, (unsigned)i->imm); break;
    case 'J': lane_of(o, i->rn, i->opt); break;
    case '=': vector_immediate(o); break;
    case 'x': put(o, "v%u.%sb, v%u.%sb, v%u.%sb", i->rd, is64(o) ? "16" : "8", i->rn, is64(o) ? "16" : "8", i->rm,
                  is64(o) ? "16" : "8"); break;
    default: put(o, "?%c?", letter); break;
    }
    /* clang-format on */
}

#define TEXT_NONE            ""
#define TEXT_EXCEPTION       "%I"
#define TEXT_ADDSUB_IMM      "%d, %n, %2"
#define TEXT_LOGIC_IMM       "%d, %n, %I"
#define TEXT_MOVE_WIDE       NULL /* see special() */
#define TEXT_BITFIELD        "%d, %n, %k, %O"
#define TEXT_EXTRACT         "%d, %n, %m, %k"
#define TEXT_PCREL           NULL
#define TEXT_BRANCH          "%L"
#define TEXT_BRANCH_COND     "%L"
#define TEXT_BRANCH_CMP      "%d, %L"
#define TEXT_BRANCH_TEST     "%t, %k, %L"
#define TEXT_BRANCH_REG      "%N"
#define TEXT_BRANCH_PAC      "%N, %M"
#define TEXT_BRANCH_PACZ     "%N"
#define TEXT_RET_PAC         ""
#define TEXT_HINT            "%I"
#define TEXT_HINT_1716       "%I"
#define TEXT_HINT_LRSP       "%I"
#define TEXT_HINT_LRZ        "%I"
#define TEXT_BARRIER         "%b"
#define TEXT_WAIT_TIMEOUT    "%D"
#define TEXT_MSR_IMM         NULL
#define TEXT_SYSREG          NULL
#define TEXT_ADDSUB_SHIFT    "%d, %n, %m%h"
#define TEXT_LOGIC_SHIFT     "%d, %n, %m%h"
#define TEXT_ADDSUB_EXT      "%d, %n, %e"
#define TEXT_DP1             "%d, %n"
#define TEXT_DP2             "%d, %n, %m"
#define TEXT_DP3             NULL
#define TEXT_CRC             NULL
#define TEXT_RMIF            "%N, %k, %O"
#define TEXT_SETF            "%W"
#define TEXT_CCMP_REG        "%n, %m, %z, %c"
#define TEXT_CCMP_IMM        "%n, %I, %z, %c"
#define TEXT_CSEL            "%d, %n, %m, %c"
#define TEXT_PAC             "%D, %N"
#define TEXT_PACZ            "%D"
#define TEXT_PACGA           "%D, %N, %M"
#define TEXT_LDST_UIMM       "%d, %B"
#define TEXT_LDST_IMM        "%d, %B"
#define TEXT_LDST_POST       "%d, %B"
#define TEXT_LDST_PRE        "%d, %B"
#define TEXT_LDST_REG        "%d, %B"
#define TEXT_LDST_LIT        "%d, %L"
#define TEXT_LDRA            "%d, %B"
#define TEXT_LDRA_PRE        "%d, %B"
#define TEXT_PAIR            "%d, %a, %B"
#define TEXT_PAIR_PRE        "%d, %a, %B"
#define TEXT_PAIR_POST       "%d, %a, %B"
#define TEXT_EXCL            NULL
#define TEXT_ORDERED         "%d, %B"
#define TEXT_ORDERED_IMM     "%d, %B"
#define TEXT_CAS             "%s, %d, %B"
#define TEXT_CASP            "%s, %m, %d, %a, %B"
#define TEXT_ATOMIC          "%s, %d, %B"
#define TEXT_VLDST_UIMM      "%v, %B"
#define TEXT_VLDST_IMM       "%v, %B"
#define TEXT_VLDST_POST      "%v, %B"
#define TEXT_VLDST_PRE       "%v, %B"
#define TEXT_VLDST_REG       "%v, %B"
#define TEXT_VLDST_LIT       "%v, %L"
#define TEXT_VPAIR           "%v, %u, %B"
#define TEXT_VPAIR_PRE       "%v, %u, %B"
#define TEXT_VPAIR_POST      "%v, %u, %B"
#define TEXT_VSTRUCT         "%*"
#define TEXT_VSTRUCT_POST    "%*"
#define TEXT_VREPLICATE      "%*"
#define TEXT_VREPLICATE_POST "%*"
#define TEXT_VLANE           "%+"
#define TEXT_VLANE_POST      "%+"
#define TEXT_FMOV_TO_GEN     "%d, %r"
#define TEXT_FMOV_FROM_GEN   "%q, %n"
#define TEXT_FMOV_REG        "%q, %r"
#define TEXT_FMOV_IMM        "%q, %f"
#define TEXT_DUP_ELEM        "%V, %j"
#define TEXT_DUP_SCALAR      "%v, %j"
#define TEXT_DUP_GEN         NULL
#define TEXT_INS_GEN         NULL
#define TEXT_INS_ELEM        "%l, %J"
#define TEXT_SMOV            "%d, %j"
#define TEXT_UMOV            "%d, %j"
#define TEXT_VIMM            "%="
#define TEXT_VLOGIC          "%x"

static const char *const templates[ISA_OP_COUNT] = {
#define A64(name, pattern, format, class_, feature, flags) TEXT_##format,
#include "isa/a64.inc"
#undef A64
};

/* The operands that a letter's fixed meaning does not fit. */
static const char *special(const struct isa_insn *i)
{
    bool wide = i->flags & ISA_I_64, pair = bit(i->word, 21);
    /* clang-format off */
    switch (i->op) {
    case ISA_MOVN:
    case ISA_MOVZ:
    case ISA_MOVK: return "%d, #0x%#%H";
    case ISA_ADR: return "%D, %L";
    case ISA_ADRP: return "%D, %P";
    case ISA_MRS: return "%D, %R";
    case ISA_MSR_reg: return "%R, %D";
    case ISA_SYS: return i->rd == ISA_ZR ? "%R" : "%R, %D";
    case ISA_SYSL: return "%D, %R";
    case ISA_MADD:
    case ISA_MSUB: return "%d, %n, %m, %a";
    case ISA_SMADDL:
    case ISA_SMSUBL:
    case ISA_UMADDL:
    case ISA_UMSUBL: return "%D, %W, %y, %a";
    case ISA_DUP_gen: return i->amount == 3 ? "%V, %N" : "%V, %W";
    case ISA_INS_gen: return i->amount == 3 ? "%l, %N" : "%l, %W";
    case ISA_STXP:
    case ISA_STLXP: return "%w, %d, %a, %B";
    case ISA_LDXP:
    case ISA_LDAXP: return "%d, %a, %B";
    default: break;
    }
    /* clang-format on */
    if (isa_class_of((enum isa_op)i->op) == ISA_C_CRC) {
        return wide ? "%Z, %W, %M" : "%d, %n, %m";
    }
    if (isa_class_of((enum isa_op)i->op) == ISA_C_MSR_IMM) {
        return "%F, %o";
    }
    return isa_class_of((enum isa_op)i->op) == ISA_C_STORE_EXCL && !pair ? "%w, %d, %B" : "%d, %B";
}

static void mnemonic(struct out *o)
{
    const struct isa_insn *i = o->i;
    const char *name = isa_name((enum isa_op)i->op);
    enum isa_class class = isa_class_of((enum isa_op)i->op);
    if (isa_flags_of((enum isa_op)i->op) & ISA_IS_HINT) {
        name = "hint";
    }
    size_t length = strcspn(name, "_");
    const char *variant = strchr(name, 'x'); /* LD1x3 */
    if (variant && variant < name + length) {
        length = (size_t)(variant - name);
    }
    /* casalb: the size comes last */
    char size = 0;
    if (class == ISA_C_ATOMIC && (name[length - 1] == 'B' || name[length - 1] == 'H')) {
        size = name[--length];
    }
    for (size_t n = 0; n < length; n++) {
        put(o, "%c", tolower((unsigned char)name[n]));
    }
    if (class == ISA_C_ATOMIC) {
        bool unused = i->rd == ISA_SINK; /* then A is not an acquire */
        put(o, "%s", i->flags & ISA_I_ACQUIRE || (unused && bit(i->word, 23)) ? "a" : "");
        put(o, "%s", i->flags & ISA_I_RELEASE ? "l" : "");
        put(o, size ? "%c" : "", tolower((unsigned char)size));
    }
    if (i->op == ISA_B_cond || i->op == ISA_BC_cond) {
        put(o, ".%s", conditions[i->opt]);
    }
}

static void letter_of_special(struct out *o, char letter)
{
    const struct isa_insn *i = o->i;
    switch (letter) {
    case '#':
        put(o, "%llx", (unsigned long long)i->imm >> i->amount);
        break;
    case 'y':
        reg(o, i->rm, false);
        break;
    case 'Z':
        reg(o, i->rd, false);
        break; /* CRC32X writes a W register */
    case 'F':  /* the PSTATE field: op1 and op2 name it */
        for (const char *c = isa_name((enum isa_op)i->op) + strlen("MSR_"); *c; c++) {
            put(o, "%c", tolower((unsigned char)*c));
        }
        break;
    default:
        expand(o, letter);
        break;
    }
}

/* What objdump leaves out because it is the default: ret x30, dcps1 #0. */
static bool operand_is_default(const struct isa_insn *i)
{
    bool debug = i->op == ISA_DCPS1 || i->op == ISA_DCPS2 || i->op == ISA_DCPS3;
    return (i->op == ISA_RET && i->rn == 30) || (debug && i->imm == 0);
}

void text_render(const struct isa_insn *i, uint64_t address_of_word, char *text, size_t size)
{
    struct out o = {.text = text, .size = size, .i = i, .address = address_of_word};
    const char *t = templates[i->op] ? templates[i->op] : special(i);

    text[0] = '\0';
    mnemonic(&o);
    if (i->op == ISA_UDF) {
        t = "%i";
    }
    if (isa_class_of((enum isa_op)i->op) == ISA_C_PREFETCH) {
        t = i->op == ISA_PRFM_lit ? "%p, %L" : "%p, %B";
    }
    size_t bare = o.used;
    put(&o, " ");
    for (; !operand_is_default(i) && *t; t++) {
        if (*t == '%') {
            letter_of_special(&o, *++t);
        } else {
            put(&o, "%c", *t);
        }
    }
    if (o.used == bare + 1) {
        text[bare] = '\0'; /* no operands */
    }
}
