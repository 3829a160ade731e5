/* SPDX-License-Identifier: Apache-2.0 */
#include "isa/isa.h"

static const struct row {
    const char *name, *pattern;
    uint8_t class, feature, flags;
} rows[ISA_OP_COUNT] = {
#define A64(name, pattern, format, class_, feature, flags) {#name, pattern, ISA_C_##class_, ISA_F_##feature, flags},
#include "isa/a64.inc"
#undef A64
};

const char *isa_name(enum isa_op op)
{
    return rows[op].name;
}

const char *isa_pattern(enum isa_op op)
{
    return rows[op].pattern;
}

enum isa_class isa_class_of(enum isa_op op)
{
    return (enum isa_class)rows[op].class;
}

enum isa_feature isa_feature_of(enum isa_op op)
{
    return (enum isa_feature)rows[op].feature;
}

unsigned isa_flags_of(enum isa_op op)
{
    return rows[op].flags;
}

const char *isa_feature_name(enum isa_feature feature)
{
    static const char *const names[ISA_FEATURE_COUNT] = {
#define ISA_FEATURE(name) #name,
        ISA_FEATURES(ISA_FEATURE)
#undef ISA_FEATURE
    };
    return names[feature];
}
