/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of this room share; the public face is <gicmask/image.h>. */
#ifndef IMAGE_IMAGE_H
#define IMAGE_IMAGE_H

#include "base/alloc.h"

#include <gicmask/image.h>

/* Contents that are written into zero-filled memory are bounded by this. */
#define IMAGE_MAX_GROWTH (UINT64_C(256) << 20)
#define IMAGE_MAX_NAME   1023
/* Capability numbers stay below this: Linux 6.12 has about 120; the record's field allows 15 bits. */
#define IMAGE_MAX_CAPABILITIES 1024

struct image_segment {
    uint64_t address, file_size, memory_size;
    uint8_t *bytes;
    unsigned permissions;
};

struct image_section {
    const char *name; /* in file_names */
    uint64_t address, size, flags;
    uint32_t type;
    uint8_t *bytes; /* see gm_image_section */
};

/* A capability's row in the kernel's tables. */
struct image_capability {
    uint16_t number, type;
    bool described;
    const char *match; /* borrowed from the symbols */
    char *description; /* owned; NULL if its record has none */
    char *name;        /* owned; a known name, or from cpucaps.h; NULL if unknown */
};

/* The index by name: sorted by name, global before local, then address. */
struct image_name {
    const char *name;
    uint32_t symbol;
};

struct gm_image {
    struct gm_allocator allocator;
    enum gm_image_kind kind;
    uint64_t entry;
    char *name;
    struct image_segment *segments; /* sorted, disjoint */
    size_t segment_count;
    struct image_section *sections; /* by file index */
    size_t section_count;
    char *section_names, *symbol_names;
    struct gm_image_symbol *symbols; /* sorted by address and rank */
    struct image_name *names;
    size_t symbol_count;
    struct gm_image_alternative *alternatives;
    size_t alternative_count;
    enum gm_status alternative_status; /* a bad table spoils patching, not loading */
    struct gm_error alternative_error;
    struct image_capability *capabilities; /* sorted by number */
    size_t capability_count;
};

/* Writes one line (prefixed with the image's name) and returns the status. error.c */
enum gm_status image_fail(struct gm_error *error, enum gm_status status, const char *name, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
enum gm_status image_no_memory(struct gm_error *error, const char *name);

/* segment.c */
/* Sorts and rejects overlaps and wrap-around. */
enum gm_status image_segments_check(struct gm_image *image, struct gm_error *error);
struct image_segment *image_segment_of(const struct gm_image *image, uint64_t address);
/* size bytes that have contents in one segment, or NULL. */
uint8_t *image_bytes(const struct gm_image *image, uint64_t address, uint64_t size);
bool image_executable(const struct gm_image *image, uint64_t address);
/* Gives contents to address..address+size-1, which must lie in one segment. */
enum gm_status image_materialise(struct gm_image *image, uint64_t address, uint64_t size, struct gm_error *error);

/* symbol.c: sorts symbols[] and builds names[]. */
enum gm_status image_symbols_index(struct gm_image *image, struct gm_error *error);
/* The name of the function exactly at an address, or NULL. */
const char *image_symbol_exact(const struct gm_image *image, uint64_t address);

/* elf_check.c: a file that passes may be given to libelf. */
enum gm_status image_elf_check(const uint8_t *data, size_t size, const char *name, struct gm_error *error);
/* elf.c */
enum gm_status image_elf_load(struct gm_image *image, uint8_t *data, size_t size, uint64_t base,
                              struct gm_error *error);

/* alternative.c: never fails but for memory; the table's own state is in the image. */
enum gm_status image_alternatives_decode(struct gm_image *image, struct gm_error *error);
/* capability.c */
enum gm_status image_capabilities_decode(struct gm_image *image, struct gm_error *error);
/* Whether every booted kernel has it. */
bool image_capability_always(const struct image_capability *c);

/* How long a normalised name can be, with its zero; longer ones are cut. */
#define IMAGE_NORMAL_SIZE 96
/* Known names, capability_names.c */
const char *image_capability_known(const struct image_capability *c, unsigned version); /* 601 is 6.1 */
/* Whether a (normalised) name is one of its names in any version. */
bool image_capability_called(const struct image_capability *c, const char *normal);
/* Lower case, without "arm64-" and "has-", other characters folded into single '-'. */
void image_capability_normalise(const char *name, char normal[IMAGE_NORMAL_SIZE]);

/* retarget.c: the word at `from` inside [start, start+size), as it must read at `to`. False: out of reach. */
bool image_retarget(uint32_t word, uint64_t from, uint64_t to, uint64_t start, uint64_t size, uint32_t *result);

/* key.c: prepare checks and allocates, commit cannot fail. */
enum gm_status image_key_prepare(struct gm_image *image, uint64_t address, struct gm_error *error);
size_t image_key_commit(struct gm_image *image, uint64_t address, bool on);
/* Whether the kernel has a jump table, and with it the 16-byte struct static_key. */
bool image_has_jump_table(const struct gm_image *image);

#endif
