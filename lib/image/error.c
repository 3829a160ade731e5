/* SPDX-License-Identifier: Apache-2.0 */
/* One line of text beside a status. */
#include "image/image.h"

#include <stdarg.h>
#include <stdio.h>

enum gm_status image_fail(struct gm_error *error, enum gm_status status, const char *name, const char *format, ...)
{
    if (error == NULL) {
        return status;
    }
    va_list args;
    va_start(args, format);
    int used = snprintf(error->text, sizeof error->text, "%.80s: ", name);
    if (used >= 0 && (size_t)used < sizeof error->text) {
        vsnprintf(error->text + used, sizeof error->text - (size_t)used, format, args);
    }
    va_end(args);
    /* Names come from the file: whatever they hold, this stays one line. */
    for (char *c = error->text; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f) {
            *c = '?';
        }
    }
    return status;
}

enum gm_status image_no_memory(struct gm_error *error, const char *name)
{
    return image_fail(error, GM_NO_MEMORY, name, "%s", gm_status_text(GM_NO_MEMORY));
}
