/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The A64 encodings table and its decoder.
 *
 * a64.inc is the one list: a row an instruction.  It feeds this enumeration, the decoder, the
 * executor's handlers, the random instruction generator and the coverage test.
 */
#ifndef ISA_ISA_H
#define ISA_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A64(name, "32 characters: 0 1 fixed, letters are fields", format, class, feature, flags) */
enum isa_op {
#define A64(name, pattern, format, class_, feature, flags) ISA_##name,
#include "isa/a64.inc"
#undef A64
    ISA_OP_COUNT
};

/*
 * General register slots.  Decode resolves register number 31, so that execution needs no test:
 * read as zero is slot ISA_ZR (always 0), written as zero is slot ISA_SINK (never read), and the
 * current stack pointer is slot ISA_SP.
 */
enum { ISA_ZR = 31, ISA_SINK = 32, ISA_SP = 33, ISA_SLOTS = 34, ISA_NZCV = 34 };

/* What the instruction is to the pipeline and to the counters. */
enum isa_class {
    ISA_C_ALU,       /* add, logical, move wide, csel, adr: one simple operation */
    ISA_C_ALU_SHIFT, /* with a shifted or extended register */
    ISA_C_BITFIELD,  /* ubfm and kin, extr, variable shifts */
    ISA_C_MUL,
    ISA_C_MULH, /* 64x64 to high half */
    ISA_C_DIV32,
    ISA_C_DIV64,
    ISA_C_CRC,
    ISA_C_LOAD, /* one register */
    ISA_C_LOAD_PAIR,
    ISA_C_LOAD_EXCL, /* exclusive or acquire load */
    ISA_C_STORE,
    ISA_C_STORE_PAIR,
    ISA_C_STORE_EXCL, /* exclusive or release store */
    ISA_C_ATOMIC,     /* LSE */
    ISA_C_PREFETCH,
    ISA_C_BRANCH,      /* b */
    ISA_C_BRANCH_COND, /* b.cond, cbz, tbz */
    ISA_C_BRANCH_IND,  /* br, blr */
    ISA_C_CALL,        /* bl */
    ISA_C_RET,
    ISA_C_NOP,
    ISA_C_HINT,  /* other hints that execute as NOP or nearly so */
    ISA_C_WAIT,  /* wfi, wfe, wfit, wfet */
    ISA_C_EVENT, /* sev, sevl */
    ISA_C_PAC,
    ISA_C_MRS,     /* by register key in imm, see timing */
    ISA_C_MSR,     /* by register key in imm */
    ISA_C_MSR_IMM, /* PSTATE field, immediate */
    ISA_C_SYS,     /* ic, dc, at, tlbi and other SYS/SYSL */
    ISA_C_DSB,
    ISA_C_DMB,
    ISA_C_ISB,
    ISA_C_SB,
    ISA_C_CLREX,
    ISA_C_EXCEPTION, /* svc, hvc, smc, brk, hlt, udf */
    ISA_C_ERET,
    ISA_C_FP_MOVE, /* moves inside the FP/SIMD file */
    ISA_C_FP_XFER, /* moves between the register files */
    ISA_C_FP_LOAD,
    ISA_C_FP_LOAD_PAIR,
    ISA_C_FP_STORE,
    ISA_C_FP_STORE_PAIR,
    ISA_CLASS_COUNT
};

/* The architecture feature that an encoding needs; the configured CPU says whether it has it. */
/* clang-format off */
#define ISA_FEATURES(X)                                                                       \
    X(BASE) X(FP) X(CRC32) X(LSE) X(LOR) X(PAN) X(UAO) X(RCPC) X(RCPC2) X(PAUTH) X(BTI)       \
    X(FLAGM) X(FLAGM2) X(DIT) X(SSBS) X(SB) X(MTE) X(NMI) X(WFXT) X(RAS) X(DGH) X(SPECRES)    \
    X(DPB) X(XS) X(HBC) X(CSSC) X(MOPS) X(FP16)
enum isa_feature {
#define ISA_FEATURE(name) ISA_F_##name,
    ISA_FEATURES(ISA_FEATURE)
#undef ISA_FEATURE
    ISA_FEATURE_COUNT
};
/* clang-format on */

/* Row flags. */
enum {
    ISA_ENDS_BLOCK = 1, /* may change the PC, the context or what is masked: last of its block */
    ISA_READS_NZCV = 2,
    ISA_SETS_NZCV = 4,
    ISA_IS_HINT = 8,       /* executes as NOP where its feature is absent */
    ISA_CONTEXT_SYNC = 16, /* a context synchronization event: ISB, ERET; exception entry is one too */
};

/*
 * What decode leaves in struct isa_insn, format by format (the third column of a64.inc).  Rules for all of them:
 *   - a field called Rt is in rd, Rt2 in ra, Rs in rs, whether it is read or written; Rd is in rd.
 *   - general register 31: read as ISA_ZR; written ISA_SINK; where the manual says "or SP", ISA_SP ("|SP" below).
 *   - a slot that is not mentioned is ISA_ZR; opt, amount and imm are 0.
 *   - V: the slot holds the number of a SIMD register, 0 to 31.
 *   - ISA_I_64 is sf: an operation of 64 bits, or a load that writes 64 bits; for SIMD it is Q (128 bits).
 *
 * NONE          nothing (ERET, SB, CFINV, ...)
 * EXCEPTION     imm = the unsigned imm16
 * ADDSUB_IMM    rd|SP (ADDS, SUBS: SINK), rn|SP, imm = the immediate, shifted
 * LOGIC_IMM     rd|SP (ANDS: SINK), rn, imm = the mask (zero-extended when 32-bit)
 * MOVE_WIDE     rd (also read by MOVK), imm = imm16 << shift (MOVN: not yet inverted), amount = shift
 * BITFIELD      rd (also read by BFM), rn, amount = immr, opt = imms
 * EXTRACT       rd, rn (high part), rm (low part), amount = lsb
 * PCREL         rd, imm = byte offset, from the PC (ADR) or from the PC with bits 11:0 clear (ADRP)
 * BRANCH        imm = byte offset from this instruction, as in all branches
 * BRANCH_COND   imm, opt = condition
 * BRANCH_CMP    rd = Rt (read), imm
 * BRANCH_TEST   rd = Rt (read), imm, amount = bit number
 * BRANCH_REG    rn = target (BLR writes slot 30)
 * BRANCH_PAC    rn = target, rm|SP = modifier
 * BRANCH_PACZ   rn = target, rm = ISA_ZR (modifier zero)
 * RET_PAC       rn = 30, rm = ISA_SP
 * HINT          imm = CRm:op2
 * HINT_1716     rd = 17 (read and written), rn = 16 (modifier), imm = CRm:op2
 * HINT_LRSP     rd = 30, rn = ISA_SP, imm = CRm:op2
 * HINT_LRZ      rd = 30, rn = ISA_ZR, imm = CRm:op2 (PACIAZ and kin, XPACLRI)
 * BARRIER       opt = CRm (DSB_nXS too; SSBB is DSB with 0, PSSBB with 4)
 * WAIT_TIMEOUT  rd = Rt (read)
 * MSR_IMM       imm = opt = CRm
 * SYSREG        imm = ISA_SYSKEY of the five fields (op0 is 1 for SYS and SYSL), rd = Rt (MRS, SYSL: SINK)
 * ADDSUB_SHIFT, LOGIC_SHIFT
 *               rd, rn, rm, opt = shift type (0 LSL, 1 LSR, 2 ASR, 3 ROR), amount
 * ADDSUB_EXT    rd|SP (ADDS, SUBS: SINK), rn|SP, rm, opt = extend option (0 UXTB .. 3 UXTX, 4 SXTB .. 7 SXTX), amount
 * DP1           rd, rn
 * DP2           rd, rn, rm (ADC and kin, variable shifts, divides, high multiplies)
 * DP3           rd, rn, rm, ra = addend (SMADDL and kin too, with ISA_I_64)
 * CRC           rd, rn (accumulator), rm (data), amount = log2 of the data's bytes
 * RMIF          rn, amount = rotation, opt = mask
 * SETF          rn
 * CCMP_REG      rn, rm, opt = condition, amount = nzcv
 * CCMP_IMM      rn, imm, opt = condition, amount = nzcv
 * CSEL          rd, rn, rm, opt = condition
 * PAC           rd (read and written), rn|SP = modifier
 * PACZ          rd (read and written), rn = ISA_ZR (modifier zero; XPACI and XPACD too)
 * PACGA         rd, rn, rm|SP
 *
 * Loads and stores: rd = Rt (a store reads it: ISA_ZR; a load writes it: ISA_SINK), rn|SP = base, amount = log2 of the
 * bytes of one register, imm = byte offset, signed.  ISA_I_SIGNED: sign-extend, to 64 bits with ISA_I_64, else to 32.
 * LDST_UIMM, LDST_IMM   offset (LDTR and STTR: LDST_IMM; the row tells that they are unprivileged)
 * LDST_POST, LDST_PRE   with ISA_I_POST or ISA_I_PRE: rn := rn + imm
 * LDST_REG      ISA_I_REGOFF: rm extended by opt (2 UXTW, 3 UXTX = LSL, 6 SXTW, 7 SXTX) and shifted left by imm
 * LDST_LIT      rn = ISA_ZR, imm = offset from this instruction
 *               Prefetches, in any of these formats: rd = ISA_ZR, rs = the prfop field, 0 to 31
 * LDRA, LDRA_PRE  rd, rn, imm; _PRE writes back
 * PAIR, PAIR_PRE, PAIR_POST
 *               rd, ra = Rt2, imm scaled; LDPSW has ISA_I_SIGNED, ISA_I_64 and amount 2
 * EXCL          rd, rn; pairs: ra = Rt2; stores: rs = status (SINK); ISA_I_ACQUIRE, ISA_I_RELEASE
 * ORDERED       rd, rn, ISA_I_ACQUIRE or ISA_I_RELEASE (LDAPR, LDLAR: ACQUIRE; STLLR: RELEASE)
 * ORDERED_IMM   the same with imm
 * CAS           rs = Rs as it is read (comparand), ra = Rs as it is written (SINK), rd = Rt (new value, read)
 * CASP          rs = Rs and rm = Rs+1 as read, opt = slot of Rs+1 as written (Rs is even, so never 31); rd = Rt and
 *               ra = Rt+1, read
 * ATOMIC        rs = Rs (operand, read), rd = Rt (old value, written), ACQUIRE (never with Rt = 31), RELEASE
 *
 * SIMD loads and stores: rd (and ra) are V; rn|SP, amount = log2 bytes 0 to 4 (Q: 4), imm, rm, opt, PRE, POST as above
 * VLDST_UIMM, VLDST_IMM, VLDST_POST, VLDST_PRE, VLDST_REG, VLDST_LIT, VPAIR, VPAIR_PRE, VPAIR_POST
 * VSTRUCT       rd = first V register (the next ones modulo 32), opt = how many registers, amount = log2 element bytes
 * VREPLICATE    the same, one element to all lanes
 * VLANE         the same, one lane: ra = its index
 * V..._POST     with ISA_I_POST: rn := rn + rm + imm; rm = ISA_ZR and imm = bytes transferred, or rm and imm = 0
 * FMOV_TO_GEN   rd (SINK), rn = V, amount = log2 bytes; ISA_I_64 (zero-extended); the row _hi: V.D[1]
 * FMOV_FROM_GEN rd = V, rn, amount
 * FMOV_REG      rd, rn = V, amount
 * FMOV_IMM      rd = V, amount, imm = the bits of the value
 * DUP_ELEM      rd, rn = V, amount = log2 element bytes, imm = index
 * DUP_SCALAR    the same, the upper lanes become 0
 * DUP_GEN       rd = V, rn, amount
 * INS_GEN       rd = V, rn, amount, imm = index
 * INS_ELEM      rd, rn = V, amount, imm = index in rd, opt = index in rn
 * SMOV, UMOV    rd (SINK), rn = V, amount, imm = index
 * VIMM          rd = V, imm = the 64-bit AdvSIMDExpandImm (MVNI, BIC: not yet inverted), amount = log2 element bytes
 * VLOGIC        rd, rn, rm = V
 */

/* A decoded instruction: a plain value of 32 bytes (64-bit hosts). */
struct isa_insn {
    void (*exec)(void); /* reserved for the executor; decode leaves it NULL */
    int64_t imm;        /* immediate, byte offset, logical mask, or system register key */
    uint32_t word;
    uint16_t op;    /* enum isa_op */
    uint8_t rd;     /* destination slot: result, loaded register (Rt), status (Rs) is in rs */
    uint8_t rn;     /* first source or base slot */
    uint8_t rm;     /* second source or offset slot */
    uint8_t ra;     /* third source, second register of a pair (Rt2), bits of tbz in bitpos */
    uint8_t rs;     /* exclusive status destination, compare/operand register of atomics */
    uint8_t opt;    /* condition, shift type, extend option, barrier CRm, nzcv, bit number */
    uint8_t amount; /* shift amount, access size log2, or bit number */
    uint8_t flags;  /* ISA_I_* */
};

/* struct isa_insn flags */
enum {
    ISA_I_64 = 1,     /* the operation, or the register written, is 64-bit (sf) */
    ISA_I_SIGNED = 2, /* sign-extending load */
    ISA_I_PRE = 4,    /* pre-index write-back of rn */
    ISA_I_POST = 8,   /* post-index write-back of rn */
    ISA_I_ACQUIRE = 16,
    ISA_I_RELEASE = 32,
    ISA_I_REGOFF = 64, /* register offset: rm extended by opt, shifted left by imm */
};

enum isa_result {
    ISA_DECODED,
    ISA_UNALLOCATED, /* reserved by the architecture: the PE takes an Undefined Instruction exception */
    ISA_UNKNOWN,     /* no row matches: unallocated, or allocated and not implemented here */
};

/* Decodes one word. On anything but ISA_DECODED, *insn has only word set, and op ISA_OP_COUNT. */
enum isa_result isa_decode(uint32_t word, struct isa_insn *insn);

/*
 * Whether a decoded instruction is CONSTRAINED UNPREDICTABLE by its encoding: write-back into a register that it also
 * transfers, a load pair of one register twice, a status register that is also base or data, a should-be bit that is
 * wrong.  Execution does something all the same; strict mode stops.
 */
bool isa_unpredictable(const struct isa_insn *insn);

/*
 * A word that decodes to op, with the variable fields drawn from *seed (any value; it is advanced).  Should-be bits are
 * as they should be; CONSTRAINED UNPREDICTABLE register choices do occur.  0 if a thousand draws found no such word.
 */
uint32_t isa_random_word(enum isa_op op, uint64_t *seed);

/* Row facts; op < ISA_OP_COUNT. */
const char *isa_name(enum isa_op op);
const char *isa_pattern(enum isa_op op);
enum isa_class isa_class_of(enum isa_op op);
enum isa_feature isa_feature_of(enum isa_op op);
unsigned isa_flags_of(enum isa_op op);
const char *isa_feature_name(enum isa_feature feature);

/* What an instruction reads and writes: for dependencies in the pipeline model, and for people. */
struct isa_access {
    uint64_t reads, writes;          /* bit n: general slot n (ISA_SP too); bit ISA_NZCV: the flags */
    uint32_t v_reads, v_writes;      /* bit n: SIMD register n */
    uint8_t load_bytes, store_bytes; /* of one execution, 0 when none (may be over 16: ld4) */
};
void isa_access_of(const struct isa_insn *insn, struct isa_access *access);

/* system register key as in MRS/MSR bits 20:5, op0 0..3: op0<<14 | op1<<11 | CRn<<7 | CRm<<3 | op2 */
#define ISA_SYSKEY(op0, op1, crn, crm, op2)                                                                            \
    ((uint32_t)(op0) << 14 | (uint32_t)(op1) << 11 | (uint32_t)(crn) << 7 | (uint32_t)(crm) << 3 | (uint32_t)(op2))

#endif
