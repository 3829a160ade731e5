/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file status.h
 * What a call that the host misused, or that could not get what it needs, returns.
 *
 * What the *guest* does is never a status: the call succeeds and the stop record
 * (stop.h) says what happened.  A broken invariant of the library is an assert.
 */
#ifndef GICMASK_STATUS_H
#define GICMASK_STATUS_H

#include <gicmask/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The one list of statuses: X(name, value, text). Values are stable. */
#define GM_STATUS_LIST(X)                                                                                              \
    X(OK, 0, "success")                                                                                                \
    X(NO_MEMORY, 1, "the allocator returned no memory")                                                                \
    X(BAD_ARGUMENT, 2, "an argument is outside its documented range")                                                  \
    X(BAD_CONFIG, 3, "the machine configuration contradicts itself")                                                   \
    X(NOT_FOUND, 4, "no such name")                                                                                    \
    X(BAD_FORMAT, 5, "the input is not of the expected format")                                                        \
    X(TRUNCATED, 6, "the input ends too early")                                                                        \
    X(UNSUPPORTED, 7, "the input is well-formed but not supported")                                                    \
    X(OVERLAP, 8, "the address range overlaps one that is already mapped")                                             \
    X(UNMAPPED, 9, "nothing is mapped at that address")                                                                \
    X(IO, 10, "the file could not be read or written")                                                                 \
    X(TOO_LARGE, 11, "a size is beyond the documented limit")                                                          \
    X(VERSION, 12, "the saved state was made by an incompatible version")                                              \
    X(READ_ONLY, 13, "that item cannot be written")

enum gm_status {
#define GM_STATUS_ENUM(name, value, text) GM_##name = value,
    GM_STATUS_LIST(GM_STATUS_ENUM)
#undef GM_STATUS_ENUM
};

/** @return The enumerator's name without "GM_" ("NO_MEMORY"), or "UNKNOWN"; static storage. */
GM_API const char *gm_status_name(enum gm_status status);

/** @return One English clause that says what the status means; static storage. */
GM_API const char *gm_status_text(enum gm_status status);

#ifdef __cplusplus
}
#endif
#endif
