/* SPDX-License-Identifier: Apache-2.0 */
#include <gicmask/stop.h>
#include <stddef.h>

struct stop_row {
    const char *name;
    const char *text;
};

static const struct stop_row rows[] = {
#define STOP_ROW(name, text) [GM_STOP_##name] = {#name, text},
    GM_STOP_LIST(STOP_ROW)
#undef STOP_ROW
};

const char *gm_stop_name(enum gm_stop_reason reason)
{
    return (size_t)reason < sizeof rows / sizeof rows[0] ? rows[reason].name : "UNKNOWN";
}

const char *gm_stop_text(enum gm_stop_reason reason)
{
    return (size_t)reason < sizeof rows / sizeof rows[0] ? rows[reason].text : "unknown stop";
}
