/* SPDX-License-Identifier: Apache-2.0 */
/* Calls everything that an image offers, on images of which nothing is known. */
#ifndef TESTS_IMAGE_USE_H
#define TESTS_IMAGE_USE_H

#include <gicmask/image.h>
#include <string.h>

static inline void use_symbols(const struct gm_image *image)
{
    struct gm_image_symbol s, near;
    uint64_t offset;
    for (size_t i = 0; i < 200 && gm_image_symbol_at(image, i, &s); i++) {
        (void)gm_image_symbol(image, s.name, &near, NULL);
        (void)gm_image_symbol_near(image, s.address, &near, &offset);
        (void)gm_image_symbol_near(image, s.address + 5, &near, &offset);
    }
}

static inline void use_memory(const struct gm_image *image)
{
    struct gm_image_segment g;
    struct gm_image_section s;
    char byte;
    for (size_t i = 0; gm_image_segment(image, i, &g); i++) {
        (void)gm_image_read(image, g.address + g.memory_size - 1, &byte, 1);
        (void)gm_image_read(image, g.address - 1, &byte, 1);
    }
    for (size_t i = 0; gm_image_section_at(image, i, &s); i++) {
        (void)strlen(s.name);
        byte = s.bytes != NULL && s.size > 0 ? (char)s.bytes[s.size - 1] : 0;
    }
}

/* The last status of the calls that can fail. */
static inline enum gm_status use_image(struct gm_image *image, struct gm_error *error)
{
    static const char *const names[] = {"5", "6"};
    struct gm_image_capability c;
    struct gm_image_alternative a;
    size_t count;
    use_symbols(image);
    use_memory(image);
    for (size_t i = 0; gm_image_capability_at(image, i, &c); i++) {
        (void)gm_image_capability(image, c.description != NULL ? c.description : "x", &c.number, NULL);
    }
    for (size_t i = 0; gm_image_alternative(image, i, &a); i++) {
    }
    enum gm_status status = gm_image_alternative_count(image, &count, error);
    if (status == GM_OK) {
        status = gm_image_apply_capabilities(image, names, count > 0 ? 2 : 0, NULL, error);
    }
    if (status == GM_OK) {
        status = gm_image_set_key(image, "key", true, NULL, error);
    }
    return status;
}

#endif
