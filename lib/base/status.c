/* SPDX-License-Identifier: Apache-2.0 */
#include <gicmask/status.h>
#include <stddef.h>

struct status_row {
    enum gm_status status;
    const char *name;
    const char *text;
};

static const struct status_row rows[] = {
#define STATUS_ROW(name, value, text) {GM_##name, #name, text},
    GM_STATUS_LIST(STATUS_ROW)
#undef STATUS_ROW
};

static const struct status_row *find(enum gm_status status)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].status == status) {
            return &rows[i];
        }
    }
    return NULL;
}

const char *gm_status_name(enum gm_status status)
{
    const struct status_row *row = find(status);
    return row != NULL ? row->name : "UNKNOWN";
}

const char *gm_status_text(enum gm_status status)
{
    const struct status_row *row = find(status);
    return row != NULL ? row->text : "unknown status";
}
