/* SPDX-License-Identifier: Apache-2.0 */
/* Is a scenario one that can be enumerated? */
#include "enumerate.h"

static const char *check_instruction(const struct enumerate_scenario *scenario,
                                     struct enumerate_instruction instruction, bool handler)
{
    if ((unsigned)instruction.op >= ENUMERATE_OPS)
        return "unknown instruction";
    if (instruction.op == ENUMERATE_ERET && !handler)
        return "ERET in a main list";
    if ((instruction.op == ENUMERATE_EOIR1 || instruction.op == ENUMERATE_DIR || instruction.op == ENUMERATE_SGI) &&
        instruction.value >= scenario->interrupts)
        return "an operand names no interrupt of the scenario";
    if (instruction.op == ENUMERATE_SGI &&
        (scenario->interrupt[instruction.value].intid > 15 || scenario->interrupt[instruction.value].level))
        return "SGI of an INTID above 15, or of a level interrupt";
    return NULL;
}

static const char *check_pe(const struct enumerate_scenario *scenario, const struct enumerate_pe *pe)
{
    if (pe->main_count > ENUMERATE_MAIN || pe->handler_count > ENUMERATE_HANDLER)
        return "too many instructions";
    if (pe->handler_count == 0 || pe->handler[pe->handler_count - 1].op != ENUMERATE_ERET)
        return "a handler does not end with ERET";
    const char *reason = NULL;
    for (unsigned n = 0; n < pe->main_count && reason == NULL; n++)
        reason = check_instruction(scenario, pe->main[n], false);
    for (unsigned n = 0; n < pe->handler_count && reason == NULL; n++)
        reason = check_instruction(scenario, pe->handler[n], true);
    return reason;
}

static const char *check_interrupt(const struct enumerate_scenario *scenario,
                                   const struct enumerate_interrupt *interrupt)
{
    if (interrupt->pe >= scenario->pes)
        return "an interrupt's PE does not exist";
    if ((interrupt->priority & 7) != 0)
        return "a priority uses bits that are not implemented";
    if (interrupt->intid >= 1020)
        return "an INTID is special";
    for (unsigned n = 0; n < ENUMERATE_ARRIVALS; n++)
        if (interrupt->arrival[n].kind == ENUMERATE_ON_ACKNOWLEDGE)
            return "an arrival on acknowledge";
    if (interrupt->withdrawal.kind == ENUMERATE_BEFORE_START)
        return "a withdrawal before start";
    return NULL;
}

const char *enumerate_check(const struct enumerate_scenario *scenario)
{
    if (scenario->pes == 0 || scenario->pes > ENUMERATE_PES)
        return "number of PEs";
    if (scenario->interrupts > ENUMERATE_INTERRUPTS)
        return "number of interrupts";
    const char *reason = NULL;
    for (unsigned p = 0; p < scenario->pes && reason == NULL; p++)
        reason = check_pe(scenario, &scenario->pe[p]);
    for (unsigned i = 0; i < scenario->interrupts && reason == NULL; i++)
        reason = check_interrupt(scenario, &scenario->interrupt[i]);
    return reason;
}
