/* SPDX-License-Identifier: Apache-2.0 */
/** @file export.h Marks the functions that the shared library exports; everything else is hidden. */
#ifndef GICMASK_EXPORT_H
#define GICMASK_EXPORT_H

#if defined(__GNUC__) || defined(__clang__)
#define GM_API __attribute__((visibility("default")))
#else
#define GM_API
#endif

#endif
