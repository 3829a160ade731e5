/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios in a notation near that of bugs.md, and sets that were worked out by hand to compare them with. */
#ifndef ENUMERATOR_BY_HAND_H
#define ENUMERATOR_BY_HAND_H

#include "enumerate.h"

/* clang-format off */
#define NOP        {ENUMERATE_NOP, 0}
#define PMR(v)     {ENUMERATE_PMR_WRITE, v}
#define READ_PMR   {ENUMERATE_PMR_READ, 0}
#define DAIFSET    {ENUMERATE_DAIFSET, 2}
#define DAIFCLR    {ENUMERATE_DAIFCLR, 2}
#define ISB        {ENUMERATE_ISB, 0}
#define DSB_SY     {ENUMERATE_DSB_SY, 0}
#define DSB_ISH    {ENUMERATE_DSB_ISH, 0}
#define DSB_ST     {ENUMERATE_DSB_ST, 0}
#define WFI        {ENUMERATE_WFI, 0}
#define WFE        {ENUMERATE_WFE, 0}
#define SEV        {ENUMERATE_SEV, 0}
#define IAR        {ENUMERATE_IAR1, 0}
#define EOIR       {ENUMERATE_EOIR1_LAST, 0}
#define EOIR_OF(n) {ENUMERATE_EOIR1, n}
#define DIR        {ENUMERATE_DIR_LAST, 0}
#define IGRPEN(v)  {ENUMERATE_IGRPEN1, v}
#define SGI(n)     {ENUMERATE_SGI, n}
#define ERET       {ENUMERATE_ERET, 0}

/* Instruction lists; `LENGTH` counts what it is given. */
#define MAIN(...)      .main = {__VA_ARGS__}, .main_count = LENGTH(__VA_ARGS__)
#define HANDLER(...)   .handler = {__VA_ARGS__}, .handler_count = LENGTH(__VA_ARGS__)
#define LENGTH(...)    (sizeof((struct enumerate_instruction[]){__VA_ARGS__}) / sizeof(struct enumerate_instruction))
#define SIMPLE_HANDLER HANDLER(IAR, EOIR, ERET)

/* Arrivals and withdrawals, numbered as printed: from 1. */
#define BEFORE_START {.kind = ENUMERATE_BEFORE_START}
#define ANYWHERE {.kind = ENUMERATE_ANYWHERE}
#define AT(k) {.kind = ENUMERATE_AT, .index = (k)-1}
#define AT_H(k) {.kind = ENUMERATE_AT, .handler = true, .index = (k)-1}

#define ORDINARY(n) .intid = n, .priority = 0xa0, .enabled = true
#define NMI(n)      .intid = n, .priority = 0x20, .enabled = true, .nmi = true

/* A PE of profile P0, with what is given instead. */
#define PE(start_pmr, start_daif, ...)                                                                                 \
    {                                                                                                                  \
        .pmr = start_pmr, .view_known = true, .daif = start_daif, .group_enabled = true, __VA_ARGS__                   \
    }
/* clang-format on */

/* 32, an edge, pending before start; PMR=0x60 masks it. */
#define ONE_PENDING(hint, ...)                                                                                         \
    {                                                                                                                  \
        .pes = 1, .pmhe = hint, .interrupts = 1, .interrupt = {{ORDINARY(32), .arrival = {BEFORE_START}}},             \
        .pe = {PE(0x60, 0, MAIN(__VA_ARGS__), SIMPLE_HANDLER)},                                                        \
    }

/* The set as enumerate_print prints it; free() it. */
char *by_hand_print(const struct enumerate_scenario *scenario);
/* A cmocka assertion; what differs is printed. */
void by_hand_expect(const struct enumerate_scenario *scenario, const char *expected);

#endif
