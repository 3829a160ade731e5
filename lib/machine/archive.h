/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One description of what a machine's state is, used three ways: written, read back, hashed.
 * Values are little-endian 64-bit words and byte strings: no padding, no host pointers.
 */
#ifndef MACHINE_ARCHIVE_H
#define MACHINE_ARCHIVE_H

#include <gicmask/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum archive_mode { ARCHIVE_MEASURE, ARCHIVE_WRITE, ARCHIVE_READ, ARCHIVE_HASH };

struct archive {
    enum archive_mode mode;
    uint8_t *to;
    const uint8_t *from;
    size_t size, used; /* READ and WRITE stop at size: failed */
    uint64_t hash;
    bool visible_only; /* without counts and times: what led here is not part of a state */
    bool failed;
    bool no_memory; /* failed for that reason, not for what the archive holds */
};

/* Each writes, reads into, or hashes *value. */
void archive_u64(struct archive *a, uint64_t *value);
/* n of them, in order. */
void archive_words(struct archive *a, uint64_t *values, size_t n);
void archive_u32(struct archive *a, uint32_t *value);
void archive_u8(struct archive *a, uint8_t *value);
void archive_bool(struct archive *a, bool *value);
void archive_bytes(struct archive *a, void *data, size_t size);
/* Reading: fails unless the archive holds this very value. */
void archive_expect(struct archive *a, uint64_t value);

#endif
