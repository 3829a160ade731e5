/* SPDX-License-Identifier: Apache-2.0 */
/** @file version.h The library's version. */
#ifndef GICMASK_VERSION_H
#define GICMASK_VERSION_H

#include <gicmask/export.h>

#define GM_VERSION_MAJOR 0
#define GM_VERSION_MINOR 1
#define GM_VERSION_PATCH 0

/** The version of the library that is linked, "0.1.0"; static storage. */
GM_API const char *gm_version(void);

#endif
