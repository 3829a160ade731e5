/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an instruction reads and writes.  Most of it follows from the format, by the table below; the few rows that read
 * their destination too, or write the link register, are listed after it.
 */
#include "base/bits.h"
#include "isa/isa.h"

enum {
    D = 1 << 0,  /* rd is written */
    DR = 1 << 1, /* rd is read */
    T = 1 << 2,  /* rd is read by a store, written by a load */
    N = 1 << 3,  /* rn, rm, ra, rs are read */
    M = 1 << 4,
    A = 1 << 5,
    S = 1 << 6,
    U = 1 << 7,  /* ra is the second of a pair: read by a store, written by a load */
    AW = 1 << 8, /* ra, rs, opt are written */
    SW = 1 << 9,
    OW = 1 << 10,
    LINK = 1 << 11, /* the link register is written */
    VD = 1 << 12,   /* the same for SIMD registers */
    VDR = 1 << 13,
    VT = 1 << 14,
    VU = 1 << 15,
    VN = 1 << 16,
    VM = 1 << 17,
    VLIST = 1 << 18, /* opt registers from rd, all of their bytes */
    VPART = 1 << 19, /* opt registers from rd, an element each */
    WIDE = 1 << 20,  /* twice the bytes that amount says */
};

enum {
    ACCESS_NONE = 0,
    ACCESS_EXCEPTION = 0,
    ACCESS_ADDSUB_IMM = D | N,
    ACCESS_LOGIC_IMM = D | N,
    ACCESS_MOVE_WIDE = D,
    ACCESS_BITFIELD = D | N,
    ACCESS_EXTRACT = D | N | M,
    ACCESS_PCREL = D,
    ACCESS_BRANCH = 0,
    ACCESS_BRANCH_COND = 0,
    ACCESS_BRANCH_CMP = DR,
    ACCESS_BRANCH_TEST = DR,
    ACCESS_BRANCH_REG = N,
    ACCESS_BRANCH_PAC = N | M,
    ACCESS_BRANCH_PACZ = N,
    ACCESS_RET_PAC = N | M,
    ACCESS_HINT = 0,
    ACCESS_HINT_1716 = D | DR | N,
    ACCESS_HINT_LRSP = D | DR | N,
    ACCESS_HINT_LRZ = D | DR,
    ACCESS_BARRIER = 0,
    ACCESS_WAIT_TIMEOUT = DR,
    ACCESS_MSR_IMM = 0,
    ACCESS_SYSREG = 0, /* see extra */
    ACCESS_ADDSUB_SHIFT = D | N | M,
    ACCESS_LOGIC_SHIFT = D | N | M,
    ACCESS_ADDSUB_EXT = D | N | M,
    ACCESS_DP1 = D | N,
    ACCESS_DP2 = D | N | M,
    ACCESS_DP3 = D | N | M | A,
    ACCESS_CRC = D | N | M,
    ACCESS_RMIF = N,
    ACCESS_SETF = N,
    ACCESS_CCMP_REG = N | M,
    ACCESS_CCMP_IMM = N,
    ACCESS_CSEL = D | N | M,
    ACCESS_PAC = D | DR | N,
    ACCESS_PACZ = D | DR,
    ACCESS_PACGA = D | N | M,
    ACCESS_LDST_UIMM = T | N,
    ACCESS_LDST_IMM = T | N,
    ACCESS_LDST_POST = T | N,
    ACCESS_LDST_PRE = T | N,
    ACCESS_LDST_REG = T | N | M,
    ACCESS_LDST_LIT = T,
    ACCESS_LDRA = T | N,
    ACCESS_LDRA_PRE = T | N,
    ACCESS_PAIR = T | N | U | WIDE,
    ACCESS_PAIR_PRE = T | N | U | WIDE,
    ACCESS_PAIR_POST = T | N | U | WIDE,
    ACCESS_EXCL = T | N | U | SW,
    ACCESS_ORDERED = T | N,
    ACCESS_ORDERED_IMM = T | N,
    ACCESS_CAS = DR | N | S | AW,
    ACCESS_CASP = DR | N | M | A | S | SW | OW | WIDE,
    ACCESS_ATOMIC = D | N | S,
    ACCESS_VLDST_UIMM = VT | N,
    ACCESS_VLDST_IMM = VT | N,
    ACCESS_VLDST_POST = VT | N,
    ACCESS_VLDST_PRE = VT | N,
    ACCESS_VLDST_REG = VT | N | M,
    ACCESS_VLDST_LIT = VT,
    ACCESS_VPAIR = VT | VU | N | WIDE,
    ACCESS_VPAIR_PRE = VT | VU | N | WIDE,
    ACCESS_VPAIR_POST = VT | VU | N | WIDE,
    ACCESS_VSTRUCT = VLIST | N,
    ACCESS_VSTRUCT_POST = VLIST | N | M,
    ACCESS_VREPLICATE = VPART | N,
    ACCESS_VREPLICATE_POST = VPART | N | M,
    ACCESS_VLANE = VPART | VDR | N,
    ACCESS_VLANE_POST = VPART | VDR | N | M,
    ACCESS_FMOV_TO_GEN = D | VN,
    ACCESS_FMOV_FROM_GEN = VD | N,
    ACCESS_FMOV_REG = VD | VN,
    ACCESS_FMOV_IMM = VD,
    ACCESS_DUP_ELEM = VD | VN,
    ACCESS_DUP_SCALAR = VD | VN,
    ACCESS_DUP_GEN = VD | N,
    ACCESS_INS_GEN = VD | VDR | N,
    ACCESS_INS_ELEM = VD | VDR | VN,
    ACCESS_SMOV = D | VN,
    ACCESS_UMOV = D | VN,
    ACCESS_VIMM = VD,
    ACCESS_VLOGIC = VD | VN | VM,
};

static const uint32_t by_format[ISA_OP_COUNT] = {
#define A64(name, pattern, format, class_, feature, flags) ACCESS_##format,
#include "isa/a64.inc"
#undef A64
};

/* What the format does not tell. */
static const uint32_t extra[ISA_OP_COUNT] = {
    [ISA_MOVK] = DR,
    [ISA_BFM] = DR,
    [ISA_BL] = LINK,
    [ISA_BLR] = LINK,
    [ISA_BLRAA] = LINK,
    [ISA_BLRAB] = LINK,
    [ISA_BLRAAZ] = LINK,
    [ISA_BLRABZ] = LINK,
    [ISA_MRS] = D,
    [ISA_SYSL] = D,
    [ISA_MSR_reg] = DR,
    [ISA_SYS] = DR,
    [ISA_ORR_vimm_32] = VDR,
    [ISA_ORR_vimm_16] = VDR,
    [ISA_BIC_vimm_32] = VDR,
    [ISA_BIC_vimm_16] = VDR,
    [ISA_FMOV_from_gen_hi] = VDR,
};

enum { TO_REGISTER = 1, FROM_REGISTER = 2 };
static unsigned direction(enum isa_class class)
{
    switch (class) {
    case ISA_C_LOAD:
    case ISA_C_LOAD_PAIR:
    case ISA_C_LOAD_EXCL:
    case ISA_C_FP_LOAD:
    case ISA_C_FP_LOAD_PAIR:
        return TO_REGISTER;
    case ISA_C_STORE:
    case ISA_C_STORE_PAIR:
    case ISA_C_STORE_EXCL:
    case ISA_C_FP_STORE:
    case ISA_C_FP_STORE_PAIR:
        return FROM_REGISTER;
    case ISA_C_ATOMIC:
        return TO_REGISTER | FROM_REGISTER;
    default:
        return 0;
    }
}

/* What "read by a store, written by a load" means for this one. */
static uint32_t resolve(uint32_t what, bool store)
{
    what |= what & T ? (store ? DR : D) : 0;
    what |= what & U ? (store ? A : AW) : 0;
    return what;
}

static uint64_t slot(uint32_t what, uint32_t wanted, unsigned n)
{
    return what & wanted ? BIT64(n) : 0;
}

static void general(const struct isa_insn *i, uint32_t what, struct isa_access *a)
{
    const uint64_t nothing = BIT64(ISA_ZR) | BIT64(ISA_SINK);
    a->reads = slot(what, DR, i->rd) | slot(what, N, i->rn) | slot(what, M, i->rm) | slot(what, A, i->ra) |
               slot(what, S, i->rs);
    a->writes = slot(what, D, i->rd) | slot(what, AW, i->ra) | slot(what, SW, i->rs) | slot(what, OW, i->opt) |
                slot(what, LINK, 30);
    if (i->flags & (ISA_I_PRE | ISA_I_POST)) {
        a->writes |= BIT64(i->rn);
    }
    a->reads &= ~nothing;
    a->writes &= ~nothing;
}

static uint32_t vector_list(const struct isa_insn *i)
{
    uint32_t list = 0;
    for (unsigned n = 0; n < i->opt; n++) {
        list |= UINT32_C(1) << (i->rd + n) % 32;
    }
    return list;
}

static void vectors(const struct isa_insn *i, uint32_t what, bool store, struct isa_access *a)
{
    uint32_t transferred = what & (VLIST | VPART) ? vector_list(i) : 0;
    transferred |= (uint32_t)(slot(what, VT, i->rd) | slot(what, VU, i->ra));
    uint32_t read = (uint32_t)(slot(what, VN, i->rn) | slot(what, VM, i->rm));

    if (what & VDR) { /* the lanes that are not written stay */
        read |= what & VPART ? transferred : UINT32_C(1) << i->rd;
    }
    a->v_reads = read | (store ? transferred : 0);
    a->v_writes = (uint32_t)slot(what, VD, i->rd) | (store ? 0 : transferred);
}

static uint8_t bytes(const struct isa_insn *i, uint32_t what)
{
    if (what & VLIST) {
        return (uint8_t)(i->opt * (i->flags & ISA_I_64 ? 16 : 8));
    }
    if (what & VPART) {
        return (uint8_t)(i->opt << i->amount);
    }
    /* A pair of exclusives has bit 21. */
    bool wide = what & WIDE || (what & U && bit(i->word, 21));
    return (uint8_t)((wide ? 2u : 1u) << i->amount);
}

/* NZCV as a system register, op0 3, op1 3, CRn 4, CRm 2, op2 0. */
static void flags(const struct isa_insn *i, enum isa_op op, struct isa_access *a)
{
    bool is_nzcv = (uint32_t)i->imm == ISA_SYSKEY(3, 3, 4, 2, 0);
    if (isa_flags_of(op) & ISA_READS_NZCV || (op == ISA_MRS && is_nzcv)) {
        a->reads |= BIT64(ISA_NZCV);
    }
    if (isa_flags_of(op) & ISA_SETS_NZCV || (op == ISA_MSR_reg && is_nzcv)) {
        a->writes |= BIT64(ISA_NZCV);
    }
}

void isa_access_of(const struct isa_insn *insn, struct isa_access *access)
{
    *access = (struct isa_access){0};
    if (insn->op >= ISA_OP_COUNT) {
        return;
    }
    enum isa_op op = (enum isa_op)insn->op;
    unsigned way = direction(isa_class_of(op));
    bool store = way == FROM_REGISTER;
    uint32_t what = resolve(by_format[op] | extra[op], store);

    general(insn, what, access);
    vectors(insn, what, store, access);
    flags(insn, op, access);
    access->load_bytes = way & TO_REGISTER ? bytes(insn, what) : 0;
    access->store_bytes = way & FROM_REGISTER ? bytes(insn, what) : 0;
}
