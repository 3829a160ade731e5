/* SPDX-License-Identifier: Apache-2.0 */
/* Data processing, register: arithmetic and logic (DDI 0487, C4.1, "Data Processing -- Register"). */
#include "pe/exec_dp.h"

/* r = expression of a (first operand) and b (shifted second operand). */
#define LOGIC(row, expression)                                                                                         \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        uint64_t a = X(rn), b = dp_shifted(pe, i);                                                                     \
        exec_result(pe, i, expression);                                                                                \
    }
#define LOGIC_FLAGS(row, expression)                                                                                   \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        uint64_t a = X(rn), b = dp_shifted(pe, i), r = (expression);                                                   \
        pe->s.nzcv = exec_nz(i, r);                                                                                    \
        exec_result(pe, i, r);                                                                                         \
    }

LOGIC(AND_shift, (a & b))
LOGIC(BIC_shift, a & ~b)
LOGIC(ORR_shift, a | b)
LOGIC(ORN_shift, a | ~b)
LOGIC(EOR_shift, a ^ b)
LOGIC(EON_shift, a ^ ~b)
LOGIC_FLAGS(ANDS_shift, (a & b))
LOGIC_FLAGS(BICS_shift, a & ~b)
LOGIC(ADD_shift, a + b)
LOGIC(SUB_shift, a - b)

/* Flag-setting sums of the first operand, a second one and a carry; and differences. */
#define SUM_FLAGS(row, second, carry)                                                                                  \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        X(rd) = exec_add_with_carry(i, X(rn), (second), (carry), &pe->s.nzcv);                                         \
        exec_next(pe);                                                                                                 \
    }
#define DIFFERENCE_FLAGS(row, second)                                                                                  \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        X(rd) = exec_subtract(i, X(rn), (second), &pe->s.nzcv);                                                        \
        exec_next(pe);                                                                                                 \
    }
#define RESULT(row, expression)                                                                                        \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        exec_result(pe, i, (expression));                                                                              \
    }

SUM_FLAGS(ADDS_shift, dp_shifted(pe, i), 0)
DIFFERENCE_FLAGS(SUBS_shift, dp_shifted(pe, i))
RESULT(ADD_ext, X(rn) + dp_extend(X(rm), i->opt, i->amount))
RESULT(SUB_ext, X(rn) - dp_extend(X(rm), i->opt, i->amount))
SUM_FLAGS(ADDS_ext, dp_extend(X(rm), i->opt, i->amount), 0)
DIFFERENCE_FLAGS(SUBS_ext, dp_extend(X(rm), i->opt, i->amount))
RESULT(ADC, X(rn) + X(rm) + exec_carry(pe))
RESULT(SBC, X(rn) + ~X(rm) + exec_carry(pe))
SUM_FLAGS(ADCS, X(rm), exec_carry(pe))
SUM_FLAGS(SBCS, ~X(rm), exec_carry(pe))

/* Conditional. */
RESULT(CSEL, exec_condition(pe, i->opt) ? X(rn) : X(rm))
RESULT(CSINC, exec_condition(pe, i->opt) ? X(rn) : X(rm) + 1)
RESULT(CSINV, exec_condition(pe, i->opt) ? X(rn) : ~X(rm))
RESULT(CSNEG, exec_condition(pe, i->opt) ? X(rn) : 0 - X(rm))

/* The flags of the sum or difference where the condition holds, else the immediate flags. */
#define COMPARE(row, computation)                                                                                      \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        uint32_t nzcv;                                                                                                 \
        (void)(computation);                                                                                           \
        pe->s.nzcv = exec_condition(pe, i->opt) ? nzcv : (uint32_t)i->amount << 28;                                    \
        exec_next(pe);                                                                                                 \
    }

COMPARE(CCMN_reg, exec_add_with_carry(i, X(rn), X(rm), 0, &nzcv))
COMPARE(CCMN_imm, exec_add_with_carry(i, X(rn), (uint64_t)i->imm, 0, &nzcv))
COMPARE(CCMP_reg, exec_subtract(i, X(rn), X(rm), &nzcv))
COMPARE(CCMP_imm, exec_subtract(i, X(rn), (uint64_t)i->imm, &nzcv))

/* Variable shifts: the amount is taken modulo the width. */
RESULT(LSLV, dp_shift(i, X(rn), 0, X(rm) & (dp_width(i) - 1)))
RESULT(LSRV, dp_shift(i, X(rn), 1, X(rm) & (dp_width(i) - 1)))
RESULT(ASRV, dp_shift(i, X(rn), 2, X(rm) & (dp_width(i) - 1)))
RESULT(RORV, dp_shift(i, X(rn), 3, X(rm) & (dp_width(i) - 1)))

/* One source. */
RESULT(RBIT, dp_reverse_bits64(X(rn)) >> exec_flag_shift(i))
RESULT(REV16, dp_swap_bytes16(X(rn)))
RESULT(REV_32, dp_swap_bytes32(X(rn)))
RESULT(REV32, dp_swap_bytes32(X(rn)))
RESULT(REV_64, dp_swap_bytes64(X(rn)))
RESULT(CLZ, dp_clz(X(rn), dp_width(i)))
RESULT(CLS, dp_cls(X(rn), dp_width(i)))

/* Multiply and divide. */
RESULT(MADD, X(ra) + X(rn) * X(rm))
RESULT(MSUB, X(ra) - X(rn) * X(rm))
RESULT(SMADDL, X(ra) + (uint64_t)(sext(X(rn), 32) * sext(X(rm), 32)))
RESULT(SMSUBL, X(ra) - (uint64_t)(sext(X(rn), 32) * sext(X(rm), 32)))
RESULT(UMADDL, X(ra) + (uint64_t)W(rn) * W(rm))
RESULT(UMSUBL, X(ra) - (uint64_t)W(rn) * W(rm))
RESULT(SMULH, dp_smulh(X(rn), X(rm)))
RESULT(UMULH, dp_umulh(X(rn), X(rm)))
RESULT(UDIV_32, W(rm) == 0 ? 0 : W(rn) / W(rm))
RESULT(UDIV_64, X(rm) == 0 ? 0 : X(rn) / X(rm))
RESULT(SDIV_32, dp_sdiv32(W(rn), W(rm)))
RESULT(SDIV_64, dp_sdiv64(X(rn), X(rm)))

/* FEAT_CRC32: the accumulator and the result are 32-bit. */
#define CRC(row, castagnoli, bytes)                                                                                    \
    HANDLER(row)                                                                                                       \
    {                                                                                                                  \
        X(rd) = dp_crc32((castagnoli), W(rn), X(rm), (bytes));                                                         \
        exec_next(pe);                                                                                                 \
    }

CRC(CRC32B, false, 1)
CRC(CRC32H, false, 2)
CRC(CRC32W, false, 4)
CRC(CRC32X, false, 8)
CRC(CRC32CB, true, 1)
CRC(CRC32CH, true, 2)
CRC(CRC32CW, true, 4)
CRC(CRC32CX, true, 8)
