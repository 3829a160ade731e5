/* SPDX-License-Identifier: Apache-2.0 */
#include <gicmask/version.h>

#define TEXT(x)          #x
#define VERSION(a, b, c) TEXT(a) "." TEXT(b) "." TEXT(c)

const char *gm_version(void)
{
    return VERSION(GM_VERSION_MAJOR, GM_VERSION_MINOR, GM_VERSION_PATCH);
}
