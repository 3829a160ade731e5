/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of the timing models as text. */
#ifndef TOOLS_CYCLES_H
#define TOOLS_CYCLES_H

#include "tool.h"

/* A parameter's fixed-point number. */
double cycles_value(int64_t fixed);
/* The same as text: at most two decimals, none if it is whole. @return text */
const char *cycles_fixed(int64_t fixed, char text[24]);
/* "45.0 [40.0..60.0]", with signs for a difference. @return text */
const char *cycles_interval(double value, double low, double high, bool signs, char text[64]);

#endif
