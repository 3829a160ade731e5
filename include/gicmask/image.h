/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file image.h
 * A program or a kernel as a file holds it: segments, sections, symbols; and what Linux's boot-time patching
 * would make of it (alternatives, capability bitmaps, static keys).
 *
 * An image is a value in host memory.  It knows nothing of a machine: a loader copies its segments.
 * Addresses are the virtual addresses of the file (for a relocatable file: those it was laid out at).
 *
 * Input is not trusted.  Every offset and size is checked before use, memory is bounded by the size of the
 * file plus what is written into zero-filled memory, and time is at most n log n of that.
 *
 * Every function that returns a status leaves the image as it was when it fails.  `error` may be NULL.
 * Functions that take a const image may be called from several threads at once.
 *
 * Pointers that an image hands out (names, bytes) belong to it and live until gm_image_close();
 * byte pointers of a segment only until the next call that takes the image as non-const.
 */
#ifndef GICMASK_IMAGE_H
#define GICMASK_IMAGE_H

#include <gicmask/allocator.h>
#include <gicmask/error.h>
#include <gicmask/export.h>
#include <gicmask/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct gm_image;

/** Where flat and relocatable files go if the caller says nothing. */
#define GM_IMAGE_DEFAULT_BASE UINT64_C(0x40200000)

/** The largest file that is read: 2 GiB. */
#define GM_IMAGE_MAX_FILE (UINT64_C(1) << 31)

enum gm_image_kind {
    GM_IMAGE_AUTO,        /**< only when opening: decide by the ELF header */
    GM_IMAGE_EXECUTABLE,  /**< ET_EXEC or ET_DYN */
    GM_IMAGE_RELOCATABLE, /**< ET_REL: a .o, laid out and linked at options.base */
    GM_IMAGE_KERNEL,      /**< ET_EXEC or ET_DYN with a Linux kernel's symbols (vmlinux) */
    GM_IMAGE_FLAT,        /**< bytes at options.base, no symbols; never chosen by GM_IMAGE_AUTO */
};

/** How to open; NULL for {GM_IMAGE_AUTO, GM_IMAGE_DEFAULT_BASE, NULL}. */
struct gm_image_options {
    enum gm_image_kind kind;              /**< GM_IMAGE_AUTO or GM_IMAGE_FLAT */
    uint64_t base;                        /**< flat and relocatable files; 0 is an address like others */
    const struct gm_allocator *allocator; /**< copied; NULL: the C library's.  libelf's own small descriptors do
                                               not come from it; they are gone when opening returns */
};

/**
 * Reads a whole file.
 * @param[out] image NULL on failure
 * @return GM_IO, GM_BAD_FORMAT (not AArch64 ELF, contradictory), GM_TRUNCATED, GM_TOO_LARGE,
 *         GM_UNSUPPORTED (for example an unknown relocation), GM_NOT_FOUND (a relocation's symbol is
 *         not defined), GM_NO_MEMORY, GM_BAD_ARGUMENT
 */
GM_API enum gm_status gm_image_open_file(const char *path, const struct gm_image_options *options,
                                         struct gm_image **image, struct gm_error *error);

/** The same from memory, which is not needed afterwards.  @param name stands in error texts. */
GM_API enum gm_status gm_image_open_memory(const void *data, size_t size, const char *name,
                                           const struct gm_image_options *options, struct gm_image **image,
                                           struct gm_error *error);

/** NULL is allowed. */
GM_API void gm_image_close(struct gm_image *image);

GM_API enum gm_image_kind gm_image_kind(const struct gm_image *image);
/** The entry point; the base of flat and relocatable images. */
GM_API uint64_t gm_image_entry(const struct gm_image *image);
/** The last component of the path, or the name given. */
GM_API const char *gm_image_name(const struct gm_image *image);
/** "6.1" of "Linux version 6.1.192 ..." in the symbol linux_banner.  @return false if there is none. */
GM_API bool gm_image_linux_version(const struct gm_image *image, unsigned *major, unsigned *minor);

/* ---- memory ---- */

enum { GM_IMAGE_R = 4, GM_IMAGE_W = 2, GM_IMAGE_X = 1 };

/** A range of memory to load; ranges are sorted and do not overlap. */
struct gm_image_segment {
    uint64_t address;
    const uint8_t *bytes; /**< @c file_size of them */
    uint64_t file_size;   /**< bytes with contents, at most memory_size */
    uint64_t memory_size; /**< the rest is zero; may be absurd in hostile files: check before mapping */
    unsigned permissions; /**< GM_IMAGE_R, _W, _X */
};
GM_API size_t gm_image_segment_count(const struct gm_image *image);
/** @return false if index is out of range. */
GM_API bool gm_image_segment(const struct gm_image *image, size_t index, struct gm_image_segment *segment);

/** Copies from the image, zero-filled memory included.  @return GM_UNMAPPED unless all of it is in the image. */
GM_API enum gm_status gm_image_read(const struct gm_image *image, uint64_t address, void *bytes, size_t size);
/** Changes the initial contents (permissions are not looked at).  @return GM_UNMAPPED unless all of it lies in one
 *  segment; GM_TOO_LARGE more than 256 MiB into a segment's zero-filled part; GM_NO_MEMORY. */
GM_API enum gm_status gm_image_write(struct gm_image *image, uint64_t address, const void *bytes, size_t size,
                                     struct gm_error *error);

/** A named section of an ELF file; @c address is 0 for those that are not loaded. */
struct gm_image_section {
    const char *name;
    uint64_t address, size;
    bool loaded, executable;
    const uint8_t *bytes; /**< contents in the file, before any patching; NULL if loaded (read by address), without
                             contents, named .debug*, compressed, or over 16 MiB */
};
GM_API size_t gm_image_section_count(const struct gm_image *image);
GM_API bool gm_image_section_at(const struct gm_image *image, size_t index, struct gm_image_section *section);
/** The first section of that name.  @return false if there is none. */
GM_API bool gm_image_section(const struct gm_image *image, const char *name, struct gm_image_section *section);

/* ---- symbols: mapping symbols ($x, $d), file and section symbols are left out ---- */

enum gm_symbol_type { GM_SYMBOL_NONE, GM_SYMBOL_OBJECT, GM_SYMBOL_FUNCTION };

struct gm_image_symbol {
    const char *name;
    uint64_t address;
    uint64_t size; /**< 0 if the file does not say */
    enum gm_symbol_type type;
    bool global;   /**< global or weak */
    bool absolute; /**< a number, not a place (SHN_ABS) */
};
GM_API size_t gm_image_symbol_count(const struct gm_image *image);
/** In the order of addresses. */
GM_API bool gm_image_symbol_at(const struct gm_image *image, size_t index, struct gm_image_symbol *symbol);
/** By name; of several with that name a global one, else the one at the lowest address.
 *  @return GM_OK or GM_NOT_FOUND ('vmlinux: symbol "foo" not found'). */
GM_API enum gm_status gm_image_symbol(const struct gm_image *image, const char *name, struct gm_image_symbol *symbol,
                                      struct gm_error *error);
/** The symbol at or before an address of the image; of several at one address a function before an object before
 * others, global before local, then by name.  Absolute symbols do not count.
 *  @param[out] offset address minus the symbol's
 *  @return false if the address is not in the image or no symbol is at or before it in its segment. */
GM_API bool gm_image_symbol_near(const struct gm_image *image, uint64_t address, struct gm_image_symbol *symbol,
                                 uint64_t *offset);

/* ---- alternatives: section .altinstructions, docs of kernel-images ---- */

/** A record of the table, 5.10 to 6.12: 12 bytes. */
struct gm_image_alternative {
    uint64_t original, replacement;          /**< replacement: the callback function if callback */
    uint8_t original_size, replacement_size; /**< bytes, multiples of 4 */
    uint16_t capability;                     /**< without the callback bit */
    bool callback;                           /**< the kernel calls a function that rewrites the original */
    bool always; /**< callback of a kernel before 6.1: its capability is one past the last, applied to every kernel */
};

/**
 * How many records the table has.
 * @return GM_OK with *count 0 if the image has no table; GM_UNSUPPORTED if its size is not a multiple of 12;
 *         GM_TOO_LARGE over 2^20 records; GM_BAD_FORMAT if a record points outside the image ('alternative 3: ...')
 */
GM_API enum gm_status gm_image_alternative_count(const struct gm_image *image, size_t *count, struct gm_error *error);
GM_API bool gm_image_alternative(const struct gm_image *image, size_t index, struct gm_image_alternative *alternative);

/* ---- capabilities ---- */

/**
 * A CPU capability of a kernel, as its own tables arm64_features and arm64_errata say.
 * Numbers change with version and configuration, and names are not in the image: a name comes from a list of known
 * descriptions and match functions, or from the cpucaps.h that gm_image_add_capability_names() read.
 */
struct gm_image_capability {
    uint16_t number;
    uint16_t type;           /**< the kernel's flags: bit 0 scope local CPU, 1 system, 2 boot CPU; 0 if unknown */
    bool described;          /**< it has a record in the tables */
    const char *description; /**< "IRQ priority masking"; NULL if its record has none */
    const char *match;       /**< symbol of the match function; NULL if unknown */
    const char *name;        /**< "ARM64_HAS_IRQ_PRIO_MASKING", the spelling of the image's version; NULL if unknown */
};
/** Sorted by number. */
GM_API size_t gm_image_capability_count(const struct gm_image *image);
GM_API bool gm_image_capability_at(const struct gm_image *image, size_t index, struct gm_image_capability *capability);

/**
 * The number of a capability by name.  Case, "ARM64_", "ARM64_HAS_" and the choice of '-', '_' or space do
 * not matter; names of all versions are known (irq-prio-masking and gic-prio-masking are the same), a description
 * ("IRQ priority masking") and a number ("24") are names too.
 * @return GM_OK or GM_NOT_FOUND
 */
GM_API enum gm_status gm_image_capability(const struct gm_image *image, const char *name, uint16_t *number,
                                          struct gm_error *error);

/** Reads the lines '#define ARM64_NAME 24' of the build's include/generated/asm/cpucaps.h (cpucap-defs.h);
 *  other lines are ignored.  Names from it win.  @return GM_BAD_FORMAT if there is not one such line. */
GM_API enum gm_status gm_image_add_capability_names(struct gm_image *image, const char *text, size_t size,
                                                    struct gm_error *error);

/* ---- patching ---- */

/** How many different callback functions a report names. */
#define GM_IMAGE_REPORT_CALLBACKS 16

struct gm_image_report {
    size_t capabilities;          /**< that were set, those that every booted kernel has included */
    size_t applied;               /**< alternatives whose replacement was copied */
    size_t callbacks_applied;     /**< callbacks that turn the original into NOPs (alt_cb_patch_nops) */
    size_t callbacks_not_applied; /**< selected callbacks that this library does not run: the original stays */
    size_t skipped;               /**< alternatives of other capabilities */
    size_t words_changed;         /**< instruction words that now differ */
    size_t bits_set;              /**< bits of cpu_hwcaps, boot_capabilities; system_cpucaps, boot_cpucaps */
    size_t keys_set;              /**< static keys: cpu_hwcap_keys[], arm64_const_caps_ready */
    size_t sites_patched;         /**< jump table sites rewritten */
    size_t callback_count;        /**< entries of callbacks; others are only counted */
    struct {
        const char *symbol; /**< NULL if no symbol is at the callback's address */
        size_t count;
    } callbacks[GM_IMAGE_REPORT_CALLBACKS];
};

/**
 * Makes the image what the kernel would be after boot on a machine with these capabilities (and no others):
 * alternatives, the bitmaps in memory, and the static keys that follow from capabilities.  The capabilities that every
 * booted kernel has (ARM64_ALWAYS_BOOT, ARM64_ALWAYS_SYSTEM: match function has_always) are always included.
 * Alternatives of boot CPU scope come first, then the others, each in table order, as Linux applies them.
 * Call it once on a fresh image: what a second call applies is added to the first.
 * Keys that drivers set (gic_pmr_sync, gic_nonsecure_priorities) are the caller's: gm_image_set_key().
 * @param names   @p count names, see gm_image_capability()
 * @param[out] report may be NULL
 * @return GM_NOT_FOUND (unknown name), GM_BAD_FORMAT (table, or a branch that cannot reach),
 *         GM_UNSUPPORTED, GM_NO_MEMORY; then nothing is changed
 */
GM_API enum gm_status gm_image_apply_capabilities(struct gm_image *image, const char *const *names, size_t count,
                                                  struct gm_image_report *report, struct gm_error *error);

/**
 * Switches a static key: its counter in memory and, if the kernel has CONFIG_JUMP_LABEL, every site of
 * __jump_table that belongs to it.
 * @param name a symbol ("gic_pmr_sync")
 * @param[out] sites how many sites were rewritten; may be NULL
 * @return GM_NOT_FOUND, GM_BAD_FORMAT (jump table), GM_NO_MEMORY
 */
GM_API enum gm_status gm_image_set_key(struct gm_image *image, const char *name, bool on, size_t *sites,
                                       struct gm_error *error);
/** The same for a key without a symbol of its own (an element of an array). */
GM_API enum gm_status gm_image_set_key_at(struct gm_image *image, uint64_t address, bool on, size_t *sites,
                                          struct gm_error *error);

#ifdef __cplusplus
}
#endif
#endif
