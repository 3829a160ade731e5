/* SPDX-License-Identifier: Apache-2.0 */
/** @file allocator.h The allocator is the caller's to replace. */
#ifndef GICMASK_ALLOCATOR_H
#define GICMASK_ALLOCATOR_H

#include <stddef.h>

/**
 * Where the library's memory comes from.
 *
 * @c resize has realloc's contract with an explicit context: @p block NULL allocates,
 * @p size 0 frees and returns NULL.  A NULL return for a nonzero size means no memory; the
 * library then returns GM_NO_MEMORY and leaves its objects as they were.  The function is
 * called only from inside calls on the object it was given to, on the caller's thread.
 */
struct gm_allocator {
    void *(*resize)(void *context, void *block, size_t size);
    void *context; /**< passed through; borrowed, must outlive every object that uses it */
};

#endif
