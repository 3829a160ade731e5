/* SPDX-License-Identifier: Apache-2.0 */
#include "cycles.h"

#include <stdio.h>

double cycles_value(int64_t fixed)
{
    return (double)fixed / GM_TICKS_PER_CYCLE;
}

const char *cycles_fixed(int64_t fixed, char text[24])
{
    bool whole = fixed % GM_TICKS_PER_CYCLE == 0;
    snprintf(text, 24, whole ? "%.0f" : "%.2f", cycles_value(fixed));
    return text;
}

const char *cycles_interval(double value, double low, double high, bool signs, char text[64])
{
    snprintf(text, 64, signs ? "%+.1f [%+.1f..%+.1f]" : "%.1f [%.1f..%.1f]", value, low, high);
    return text;
}
