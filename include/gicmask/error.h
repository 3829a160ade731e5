/* SPDX-License-Identifier: Apache-2.0 */
/** @file error.h One clear line about what was wrong with an input, for a person. */
#ifndef GICMASK_ERROR_H
#define GICMASK_ERROR_H

/** Filled by functions that can fail in more ways than a status can say; the text never holds a newline. */
struct gm_error {
    char text[256];
};

#endif
