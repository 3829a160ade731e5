/* SPDX-License-Identifier: Apache-2.0 */
#include "machine/machine.h"

#include <strings.h>

/*
 * MIDR_EL1 part numbers: Arm technical reference manuals of each core. Features: the same manuals, without what this
 * library does not model. Priority bits: Cortex-A76 and Neoverse N1 report five (TRM 101392); the others follow QEMU.
 */
#define V82 (GM_FEATURE_CRC32 | GM_FEATURE_LSE | GM_FEATURE_PAN | GM_FEATURE_UAO | GM_FEATURE_LOR | GM_FEATURE_RAS)
#define N1  (V82 | GM_FEATURE_RCPC | GM_FEATURE_SSBS | GM_FEATURE_VHE)
#define N2  (N1 | GM_FEATURE_PAUTH | GM_FEATURE_BTI | GM_FEATURE_FLAGM | GM_FEATURE_DIT | GM_FEATURE_SB | GM_FEATURE_MTE)

static const struct machine_cpu cpus[] = {
    {"generic", 0x000f0510, N2 | GM_FEATURE_WFXT, 0x8444c004, 5},
    {"cortex-a53", 0x410fd034, GM_FEATURE_CRC32, 0x84448004, 5},
    {"cortex-a57", 0x411fd070, GM_FEATURE_CRC32, 0x8444c004, 5},
    {"cortex-a72", 0x410fd083, GM_FEATURE_CRC32, 0x8444c004, 5},
    {"neoverse-n1", 0x413fd0c1, N1, 0x8444c004, 5},
    {"neoverse-n2", 0x410fd493, N2, 0x8444c004, 5},
    {"neoverse-v2", 0x410fd4f0, N2, 0x8444c004, 5},
};

const struct machine_cpu *machine_cpu_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_SIZE(cpus); i++) {
        if (strcasecmp(cpus[i].name, name) == 0) {
            return &cpus[i];
        }
    }
    return NULL;
}

const char *gm_cpu_at(size_t index)
{
    return index < ARRAY_SIZE(cpus) ? cpus[index].name : NULL;
}

struct feature_row {
    uint32_t feature;
    enum isa_feature isa[2]; /* ISA_F_BASE: nothing */
};

static const struct feature_row features[] = {
    {GM_FEATURE_CRC32, {ISA_F_CRC32, ISA_F_BASE}}, {GM_FEATURE_LSE, {ISA_F_LSE, ISA_F_BASE}},
    {GM_FEATURE_PAN, {ISA_F_PAN, ISA_F_BASE}},     {GM_FEATURE_UAO, {ISA_F_UAO, ISA_F_BASE}},
    {GM_FEATURE_RCPC, {ISA_F_RCPC, ISA_F_RCPC2}},  {GM_FEATURE_PAUTH, {ISA_F_PAUTH, ISA_F_BASE}},
    {GM_FEATURE_BTI, {ISA_F_BTI, ISA_F_BASE}},     {GM_FEATURE_FLAGM, {ISA_F_FLAGM, ISA_F_FLAGM2}},
    {GM_FEATURE_DIT, {ISA_F_DIT, ISA_F_BASE}},     {GM_FEATURE_SSBS, {ISA_F_SSBS, ISA_F_BASE}},
    {GM_FEATURE_SB, {ISA_F_SB, ISA_F_SPECRES}},    {GM_FEATURE_MTE, {ISA_F_MTE, ISA_F_BASE}},
    {GM_FEATURE_NMI, {ISA_F_NMI, ISA_F_BASE}},     {GM_FEATURE_LOR, {ISA_F_LOR, ISA_F_BASE}},
    {GM_FEATURE_WFXT, {ISA_F_WFXT, ISA_F_XS}},     {GM_FEATURE_RAS, {ISA_F_RAS, ISA_F_BASE}},
    {GM_FEATURE_VHE, {ISA_F_BASE, ISA_F_BASE}},
};

uint64_t machine_isa_features(uint32_t wanted)
{
    /* The hints beyond these execute as NOP, and the base and FP sets are always there. */
    uint64_t mask = BIT64(ISA_F_BASE) | BIT64(ISA_F_FP) | BIT64(ISA_F_DGH) | BIT64(ISA_F_DPB);
    for (size_t i = 0; i < ARRAY_SIZE(features); i++) {
        if ((wanted & features[i].feature) != 0) {
            mask |= BIT64(features[i].isa[0]) | BIT64(features[i].isa[1]);
        }
    }
    return mask;
}

void gm_config_init(struct gm_config *config)
{
    *config = (struct gm_config){
        .pes = 1,
        .cpu = "generic",
        .highest_el = 1,
        .el = 1,
        .security = GM_SECURITY_ONE,
        .scr_fiq = true,
        .prio_bits = 5,
        .spis = 64,
        .resolve = GM_RESOLVE_PROMPT,
        .unmapped = GM_UNMAPPED_STOP,
        .strict = true,
        .gic_ready = true,
        .virt_devices = true,
    };
}
