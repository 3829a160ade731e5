/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Instructions that Capstone 4.0.2 does not know, or prints as something else (facts/oracles.md): encodings from DDI
 * 0487, C4.1 and C6, spelling as GNU objdump's.
 */
#include "disasm/special.h"

#include "base/bits.h"

#include <stdarg.h>
#include <stdio.h>

struct out {
    char *text;
    size_t size, used;
    uint32_t word;
    uint64_t address;
};

static const struct special {
    uint32_t mask, value;
    const char *text; /* % and a letter: see letters[] */
} rows[] = {
    /* hints */
    {0xffffffff, 0xd50320df, "dgh"},
    {0xffffffff, 0xd50320ff, "xpaclri"},
    {0xffffffff, 0xd503211f, "pacia1716"},
    {0xffffffff, 0xd503215f, "pacib1716"},
    {0xffffffff, 0xd503219f, "autia1716"},
    {0xffffffff, 0xd50321df, "autib1716"},
    {0xffffffff, 0xd503221f, "esb"},
    {0xffffffff, 0xd503223f, "psb csync"},
    {0xffffffff, 0xd503225f, "tsb csync"},
    {0xffffffff, 0xd503229f, "csdb"},
    {0xffffffff, 0xd503231f, "paciaz"},
    {0xffffffff, 0xd503233f, "paciasp"},
    {0xffffffff, 0xd503235f, "pacibz"},
    {0xffffffff, 0xd503237f, "pacibsp"},
    {0xffffffff, 0xd503239f, "autiaz"},
    {0xffffffff, 0xd50323bf, "autiasp"},
    {0xffffffff, 0xd50323df, "autibz"},
    {0xffffffff, 0xd50323ff, "autibsp"},
    {0xffffffff, 0xd503241f, "bti"},
    {0xffffffff, 0xd503245f, "bti c"},
    {0xffffffff, 0xd503249f, "bti j"},
    {0xffffffff, 0xd50324df, "bti jc"},
    /* barriers and waits: Capstone 4 prints a write of a system register */
    {0xffffffff, 0xd503309f, "ssbb"},
    {0xffffffff, 0xd503349f, "pssbb"},
    {0xffffffff, 0xd50330ff, "sb"},
    {0xffffffff, 0xd503323f, "dsb oshnxs"},
    {0xffffffff, 0xd503363f, "dsb nshnxs"},
    {0xffffffff, 0xd5033a3f, "dsb ishnxs"},
    {0xffffffff, 0xd5033e3f, "dsb synxs"},
    {0xffffffe0, 0xd5031000, "wfet %d"},
    {0xffffffe0, 0xd5031020, "wfit %d"},
    /* PSTATE */
    {0xffffffff, 0xd500401f, "cfinv"},
    {0xffffffff, 0xd500403f, "xaflag"},
    {0xffffffff, 0xd500405f, "axflag"},
    {0xfffffeff, 0xd501401f, "msr allint, #%k"},
    {0xfffff0ff, 0xd503403f, "msr ssbs, #%k"},
    {0xfffff0ff, 0xd503405f, "msr dit, #%k"},
    {0xfffff0ff, 0xd503409f, "msr tco, #%k"},
    {0xffe07c10, 0xba000400, "rmif %n, #%r, #%v"},
    {0xfffffc1f, 0x3a00080d, "setf8 %N"},
    {0xfffffc1f, 0x3a00480d, "setf16 %N"},
    /* branches */
    {0xffff0000, 0x00000000, "udf #%h"},
    {0xff000010, 0x54000010, "bc.%C %L"},
    {0xfffffc1f, 0xd61f081f, "braaz %n"},
    {0xfffffc1f, 0xd61f0c1f, "brabz %n"},
    {0xfffffc1f, 0xd63f081f, "blraaz %n"},
    {0xfffffc1f, 0xd63f0c1f, "blrabz %n"},
    {0xffffffff, 0xd65f0bff, "retaa"},
    {0xffffffff, 0xd65f0fff, "retab"},
    {0xffffffff, 0xd69f0bff, "eretaa"},
    {0xffffffff, 0xd69f0fff, "eretab"},
    {0xfffffc00, 0xd71f0800, "braa %n, %e"},
    {0xfffffc00, 0xd71f0c00, "brab %n, %e"},
    {0xfffffc00, 0xd73f0800, "blraa %n, %e"},
    {0xfffffc00, 0xd73f0c00, "blrab %n, %e"},
    /* pointer authentication */
    {0xffffe000, 0xdac10000, "%P %d, %b"},
    {0xffffe3e0, 0xdac123e0, "%Q %d"},
    {0xffffffe0, 0xdac143e0, "xpaci %d"},
    {0xffffffe0, 0xdac147e0, "xpacd %d"},
    {0xffe0fc00, 0x9ac03000, "pacga %d, %n, %M"},
    {0xffa00400, 0xf8200400, "ldraa %d, %J"},
    {0xffa00400, 0xf8a00400, "ldrab %d, %J"},
    /* limited ordering and release consistency */
    {0x3ffffc00, 0x089f7c00, "stllr%z %t, %B"},
    {0x3ffffc00, 0x08df7c00, "ldlar%z %t, %B"},
    {0x3ffffc00, 0x38bfc000, "ldapr%z %t, %B"},
    {0x3fe00c00, 0x19000000, "stlur%z %t, %I"},
    {0x3fe00c00, 0x19400000, "ldapur%z %t, %I"},
    {0xffe00c00, 0x19800000, "ldapursb %d, %I"},
    {0xffe00c00, 0x59800000, "ldapursh %d, %I"},
    {0xffe00c00, 0x99800000, "ldapursw %d, %I"},
    {0xffe00c00, 0x19c00000, "ldapursb %D, %I"},
    {0xffe00c00, 0x59c00000, "ldapursh %D, %I"},
    /* LSE; the first form is the alias that drops the old value */
    {0x3fa08c1f, 0x3820001f, "st%O%o%z %s, %B"},
    {0x3f208c00, 0x38200000, "ld%O%o%z %s, %t, %B"},
    {0x3f20fc00, 0x38208000, "swp%o%z %s, %t, %B"},
    {0x3fa07c00, 0x08a07c00, "cas%c%z %s, %t, %B"},
    {0xbfa17c01, 0x08207c00, "casp%c %p, %B"},
    /* half precision */
    {0x7ffffc00, 0x1ee60000, "fmov %g, h%F"},
    {0x7ffffc00, 0x1ee70000, "fmov h%f, %G"},
    {0xfffffc00, 0x1ee04000, "fmov h%f, h%F"},
};

static void put(struct out *o, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(o->text + o->used, o->size - o->used, format, args);
    va_end(args);
    if (n > 0) {
        size_t left = o->size - o->used - 1;
        o->used += (size_t)n < left ? (size_t)n : left;
    }
}

static unsigned field(const struct out *o, unsigned hi, unsigned lo)
{
    return (unsigned)bits(o->word, hi, lo);
}

/* Register number 31 is the zero register, or SP. */
static void reg(struct out *o, unsigned n, bool wide, bool is_sp)
{
    if (n < 31) {
        put(o, "%c%u", wide ? 'x' : 'w', n);
    } else {
        put(o, is_sp ? "sp" : wide ? "xzr" : "wzr");
    }
}

static void base(struct out *o, int offset, bool shown, bool write_back)
{
    put(o, "[");
    reg(o, field(o, 9, 5), true, true);
    put(o, shown ? ", #%d]" : "]", offset);
    put(o, write_back ? "!" : "");
}

/* pacia, and paciza from it */
static void pac_name(struct out *o, const char *zero)
{
    static const char *const names[8] = {"pacia", "pacib", "pacda", "pacdb", "autia", "autib", "autda", "autdb"};
    const char *name = names[field(o, 12, 10)];
    put(o, "%.4s%s%c", name, zero, name[4]);
}

static void order(struct out *o, unsigned acquire, unsigned release)
{
    put(o, "%s%s", acquire ? "a" : "", release ? "l" : "");
}

static void pairs(struct out *o)
{
    const unsigned first[2] = {field(o, 20, 16), field(o, 4, 0)};
    for (unsigned n = 0; n < 2; n++) {
        reg(o, first[n], field(o, 30, 30), false);
        put(o, ", ");
        reg(o, first[n] + 1, field(o, 30, 30), false);
        put(o, n == 0 ? ", " : "");
    }
}

static void letter(struct out *o, char c)
{
    static const char *const conditions[16] = {"eq", "ne", "hs", "lo", "mi", "pl", "vs", "vc",
                                               "hi", "ls", "ge", "lt", "gt", "le", "al", "nv"};
    static const char *const operations[8] = {"add", "clr", "eor", "set", "smax", "smin", "umax", "umin"};
    bool doubleword = field(o, 31, 30) == 3, sf = field(o, 31, 31);
    int imm9 = (int)sext(field(o, 20, 12), 9), imm10 = (int)sext(field(o, 22, 22) << 9 | field(o, 20, 12), 10) * 8;

    /* clang-format off */
    switch (c) {
    case 'd': reg(o, field(o, 4, 0), true, false); break;
    case 'D': reg(o, field(o, 4, 0), false, false); break;
    case 't': reg(o, field(o, 4, 0), doubleword, false); break;
    case 'g': reg(o, field(o, 4, 0), sf, false); break;
    case 'e': reg(o, field(o, 4, 0), true, true); break;
    case 'f': put(o, "%u", field(o, 4, 0)); break;
    case 'n': reg(o, field(o, 9, 5), true, false); break;
    case 'N': reg(o, field(o, 9, 5), false, false); break;
    case 'G': reg(o, field(o, 9, 5), sf, false); break;
    case 'b': reg(o, field(o, 9, 5), true, true); break;
    case 'F': put(o, "%u", field(o, 9, 5)); break;
    case 'M': reg(o, field(o, 20, 16), true, true); break;
    case 's': reg(o, field(o, 20, 16), doubleword, false); break;
    case 'p': pairs(o); break;
    case 'B': base(o, 0, false, false); break;
    case 'I': base(o, imm9, imm9 != 0, false); break;
    case 'J': base(o, imm10, imm10 != 0, field(o, 11, 11)); break;
    case 'z': put(o, "%s", field(o, 31, 30) == 0 ? "b" : field(o, 31, 30) == 1 ? "h" : ""); break;
    case 'o': order(o, field(o, 23, 23), field(o, 22, 22)); break;
    case 'c': order(o, field(o, 22, 22), field(o, 15, 15)); break;
    case 'O': put(o, "%s", operations[field(o, 14, 12)]); break;
    case 'P': pac_name(o, ""); break;
    case 'Q': pac_name(o, "z"); break;
    case 'C': put(o, "%s", conditions[field(o, 3, 0)]); break;
    case 'L': put(o, "#0x%llx", (unsigned long long)(o->address + (uint64_t)sext(field(o, 23, 5), 19) * 4)); break;
    case 'k': put(o, "%u", field(o, 11, 8)); break;
    case 'r': put(o, "%u", field(o, 20, 15)); break;
    case 'v': put(o, "%u", field(o, 3, 0)); break;
    case 'h': put(o, "%u", field(o, 15, 0)); break;
    default: break;
    }
    /* clang-format on */
}

static void expand(struct out *o, const char *template)
{
    o->text[0] = '\0';
    for (; *template; template ++) {
        if (*template == '%') {
            letter(o, *++template);
        } else {
            put(o, "%c", *template);
        }
    }
}

bool disasm_special(uint32_t word, uint64_t address, char *text, size_t size)
{
    struct out o = {.text = text, .size = size, .word = word, .address = address};
    for (unsigned n = 0; n < ARRAY_SIZE(rows); n++) {
        if ((word & rows[n].mask) == rows[n].value) {
            expand(&o, rows[n].text);
            return true;
        }
    }
    return false;
}
