/* SPDX-License-Identifier: Apache-2.0 */
/* Canonical texts of scenarios and results, in the notation of bugs.md section 0. */
#include "enumerate.h"

static const char *const verdict_names[ENUMERATE_VERDICTS] = {
    "CRIT_HIT", "NEST", "NO_WAKE", "MISSING_DSB", "SPURIOUS", "EOI_UNPREDICTABLE", "UNBALANCED", "MISSING_ISB"};

enum operand { NO_OPERAND, BYTE, DIGIT, INTID, INTID_AT_PE };

static const struct {
    const char *name;
    enum operand operand;
} instructions[ENUMERATE_OPS] = {
    [ENUMERATE_NOP] = {"NOP", NO_OPERAND},
    [ENUMERATE_PMR_WRITE] = {"PMR=", BYTE},
    [ENUMERATE_PMR_READ] = {"q=PMR", NO_OPERAND},
    [ENUMERATE_DAIFSET] = {"DAIFSET #", DIGIT},
    [ENUMERATE_DAIFCLR] = {"DAIFCLR #", DIGIT},
    [ENUMERATE_DAIF_WRITE] = {"DAIF=", BYTE},
    [ENUMERATE_ISB] = {"ISB", NO_OPERAND},
    [ENUMERATE_DSB_SY] = {"DSB SY", NO_OPERAND},
    [ENUMERATE_DSB_ISH] = {"DSB ISH", NO_OPERAND},
    [ENUMERATE_DSB_ST] = {"DSB ST", NO_OPERAND},
    [ENUMERATE_WFI] = {"WFI", NO_OPERAND},
    [ENUMERATE_WFE] = {"WFE", NO_OPERAND},
    [ENUMERATE_SEV] = {"SEV", NO_OPERAND},
    [ENUMERATE_IAR1] = {"IAR1->r", NO_OPERAND},
    [ENUMERATE_EOIR1_LAST] = {"EOIR1=r", NO_OPERAND},
    [ENUMERATE_EOIR1] = {"EOIR1=", INTID},
    [ENUMERATE_DIR_LAST] = {"DIR=r", NO_OPERAND},
    [ENUMERATE_DIR] = {"DIR=", INTID},
    [ENUMERATE_IGRPEN1] = {"IGRPEN1=", DIGIT},
    [ENUMERATE_SGI] = {"SGI ", INTID_AT_PE},
    [ENUMERATE_ERET] = {"ERET", NO_OPERAND},
};

const char *enumerate_verdict_name(unsigned bit_index)
{
    return bit_index < ENUMERATE_VERDICTS ? verdict_names[bit_index] : "?";
}

void enumerate_format_boundary(bool handler, unsigned index, char *text, size_t size)
{
    snprintf(text, size, "@%s%u", handler ? "H" : "", (index & 0xff) + 1);
}

void enumerate_format_instruction(const struct enumerate_scenario *scenario, struct enumerate_instruction instruction,
                                  char *text, size_t size)
{
    const char *name = instructions[instruction.op].name;
    const struct enumerate_interrupt *interrupt = &scenario->interrupt[instruction.value % ENUMERATE_INTERRUPTS];
    switch (instructions[instruction.op].operand) {
    case BYTE:
        snprintf(text, size, "%s0x%02x", name, instruction.value);
        break;
    case DIGIT:
        snprintf(text, size, "%s%u", name, instruction.value);
        break;
    case INTID:
        snprintf(text, size, "%s%u", name, interrupt->intid);
        break;
    case INTID_AT_PE:
        snprintf(text, size, "%s%u PE%u", name, interrupt->intid, interrupt->pe);
        break;
    default:
        snprintf(text, size, "%s", name);
        break;
    }
}

static void print_when(const char *verb, struct enumerate_when when, FILE *file)
{
    char where[8];
    enumerate_format_boundary(when.handler, when.index, where, sizeof where);
    if (when.kind == ENUMERATE_BEFORE_START)
        fprintf(file, ", %s before start", verb);
    else if (when.kind == ENUMERATE_AT)
        fprintf(file, ", %s PE%u%s", verb, when.pe, where);
    else if (when.kind == ENUMERATE_ANYWHERE)
        fprintf(file, ", %s anywhere", verb);
    else if (when.kind == ENUMERATE_ON_ACKNOWLEDGE)
        fprintf(file, ", %s on acknowledge", verb);
}

static void print_list(const struct enumerate_scenario *scenario, const struct enumerate_pe *pe, bool handler,
                       FILE *file)
{
    unsigned count = handler ? pe->handler_count : pe->main_count;
    const struct enumerate_instruction *list = handler ? pe->handler : pe->main;
    for (unsigned n = 0; n < count; n++) {
        char where[8];
        char text[32];
        enumerate_format_boundary(handler, n, where, sizeof where);
        enumerate_format_instruction(scenario, list[n], text, sizeof text);
        bool critical = !handler && pe->critical && n >= pe->critical_first && n <= pe->critical_last;
        fprintf(file, "  %-3s %s%s\n", where + 1, text, critical ? "   ; critical" : "");
    }
}

void enumerate_print_scenario(const struct enumerate_scenario *scenario, FILE *file)
{
    fprintf(file, "pmhe=%d eoimode=%d narrow_dsb_pmr=%d\n", scenario->pmhe, scenario->eoi_mode,
            scenario->narrow_dsb_pmr);
    for (unsigned i = 0; i < scenario->interrupts; i++) {
        const struct enumerate_interrupt *row = &scenario->interrupt[i];
        fprintf(file, "interrupt %u PE%u priority 0x%02x %s %s%s", row->intid, row->pe, row->priority,
                row->level ? "level" : "edge", row->nmi ? "nmi" : "ordinary", row->enabled ? "" : " disabled");
        for (unsigned n = 0; n < ENUMERATE_ARRIVALS; n++)
            print_when("raised", row->arrival[n], file);
        print_when("lowered", row->withdrawal, file);
        fputc('\n', file);
    }
    for (unsigned p = 0; p < scenario->pes; p++) {
        const struct enumerate_pe *pe = &scenario->pe[p];
        fprintf(file, "PE%u pmr=0x%02x view=%s daif=0x%x group=%d\n", p, pe->pmr, pe->view_known ? "pmr" : "unknown",
                pe->daif, pe->group_enabled);
        print_list(scenario, pe, false, file);
        print_list(scenario, pe, true, file);
    }
}

void enumerate_print(const struct enumerate_result *result, FILE *file)
{
    for (size_t n = 0; n < result->outcomes; n++)
        fprintf(file, "%s\n", result->outcome[n].text);
    for (unsigned bit = 0; bit < ENUMERATE_VERDICTS; bit++)
        if (result->some >> bit & 1)
            fprintf(file, "%s %s\n", result->all >> bit & 1 ? "must" : "may", verdict_names[bit]);
    if (result->truncated)
        fputs("truncated\n", file);
}
