/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The names of capabilities.  They are not in an image; what is there is the description that the kernel prints
 * when it finds one, and the symbol of the function that looks for it.  This list says which enumerator of
 * arch/arm64/tools/cpucaps that is.  Read in 5.10, 6.1 and 6.12 sources (cpufeature.c, cpu_errata.c); facts only.
 * An erratum "ARM erratum 1463225" is ARM64_WORKAROUND_1463225: capability.c derives that.
 */
#include "image/image.h"

#include "base/bits.h"

#include <string.h>

struct row {
    const char *name;
    const char *description; /* or NULL: by match function */
    const char *match;
    uint16_t type;         /* has_always has two records: these bits of the type must be set */
    uint16_t since, until; /* 601 is 6.1; 0: no limit */
};

static const struct row rows[] = {
    {"ARM64_ALWAYS_BOOT", NULL, "has_always", 4, 0, 0},
    {"ARM64_ALWAYS_SYSTEM", NULL, "has_always", 2, 0, 0},
    {"ARM64_HAS_SYSREG_GIC_CPUIF", NULL, "has_useable_gicv3_cpuif", 0, 0, 602},
    {"ARM64_HAS_GIC_CPUIF_SYSREGS", NULL, "has_useable_gicv3_cpuif", 0, 603, 616},
    {"ARM64_HAS_GICV3_CPUIF", NULL, "has_useable_gicv3_cpuif", 0, 617, 0},
    {"ARM64_HAS_IRQ_PRIO_MASKING", NULL, "can_use_gic_priorities", 0, 0, 602},
    {"ARM64_HAS_GIC_PRIO_MASKING", NULL, "can_use_gic_priorities", 0, 603, 0},
    {"ARM64_HAS_GIC_PRIO_RELAXED_SYNC", NULL, "has_gic_prio_relaxed_sync", 0, 603, 0},
    {"ARM64_BTI", "Branch Target Identification", NULL, 0, 0, 0},
    {"ARM64_HAS_32BIT_EL0", "32-bit EL0 Support", NULL, 0, 0, 513},
    {"ARM64_HAS_32BIT_EL0_DO_NOT_USE", NULL, "has_32bit_el0", 0, 514, 0},
    {"ARM64_HAS_32BIT_EL1", "32-bit EL1 Support", NULL, 0, 0, 0},
    {"ARM64_HAS_ADDRESS_AUTH", NULL, "has_address_auth_metacap", 0, 0, 0},
    {"ARM64_HAS_ADDRESS_AUTH_ARCH", "Address authentication (architected algorithm)", NULL, 0, 0, 517},
    {"ARM64_HAS_ADDRESS_AUTH_ARCH_QARMA3", "Address authentication (architected QARMA3 algorithm)", NULL, 0, 0, 0},
    {"ARM64_HAS_ADDRESS_AUTH_ARCH_QARMA5", "Address authentication (architected QARMA5 algorithm)", NULL, 0, 0, 0},
    {"ARM64_HAS_ADDRESS_AUTH_IMP_DEF", "Address authentication (IMP DEF algorithm)", NULL, 0, 0, 0},
    {"ARM64_HAS_AMU_EXTN", "Activity Monitors Unit (AMU)", NULL, 0, 0, 0},
    {"ARM64_HAS_ARMv8_4_TTL", "ARMv8.4 Translation Table Level", NULL, 0, 0, 0},
    {"ARM64_HAS_CACHE_DIC", "Instruction cache invalidation not required for I/D coherence", NULL, 0, 0, 0},
    {"ARM64_HAS_CACHE_IDC", "Data cache clean to the PoU not required for I/D coherence", NULL, 0, 0, 0},
    {"ARM64_HAS_CNP", "Common not Private translations", NULL, 0, 0, 0},
    {"ARM64_HAS_CRC32", "CRC32 instructions", NULL, 0, 0, 0},
    {"ARM64_HAS_DCPODP", "Data cache clean to Point of Deep Persistence", NULL, 0, 0, 0},
    {"ARM64_HAS_DCPOP", "Data cache clean to Point of Persistence", NULL, 0, 0, 0},
    {"ARM64_HAS_E0PD", "E0PD", NULL, 0, 0, 0},
    {"ARM64_HAS_ECV", "Enhanced Counter Virtualization", NULL, 0, 0, 0},
    {"ARM64_HAS_ECV_CNTPOFF", "Enhanced Counter Virtualization (CNTPOFF)", NULL, 0, 0, 0},
    {"ARM64_HAS_EPAN", "Enhanced Privileged Access Never", NULL, 0, 0, 0},
    {"ARM64_HAS_GENERIC_AUTH", NULL, "has_generic_auth", 0, 0, 0},
    {"ARM64_HAS_GENERIC_AUTH_ARCH", "Generic authentication (architected algorithm)", NULL, 0, 0, 517},
    {"ARM64_HAS_GENERIC_AUTH_ARCH_QARMA3", "Generic authentication (architected QARMA3 algorithm)", NULL, 0, 0, 0},
    {"ARM64_HAS_GENERIC_AUTH_ARCH_QARMA5", "Generic authentication (architected QARMA5 algorithm)", NULL, 0, 0, 0},
    {"ARM64_HAS_GENERIC_AUTH_IMP_DEF", "Generic authentication (IMP DEF algorithm)", NULL, 0, 0, 0},
    {"ARM64_HAS_HCX", "HCRX_EL2 register", NULL, 0, 0, 0},
    {"ARM64_HAS_LDAPR", "RCpc load-acquire (LDAPR)", NULL, 0, 0, 0},
    {"ARM64_HAS_LSE_ATOMICS", "LSE atomic instructions", NULL, 0, 0, 0},
    {"ARM64_HAS_NESTED_VIRT", "Nested Virtualization Support", NULL, 0, 0, 0},
    {"ARM64_HAS_NO_FPSIMD", NULL, "has_no_fpsimd", 0, 0, 0},
    {"ARM64_HAS_NO_HW_PREFETCH", "Software prefetching using PRFM", NULL, 0, 0, 0},
    {"ARM64_HAS_PAN", "Privileged Access Never", NULL, 0, 0, 0},
    {"ARM64_HAS_RAS_EXTN", "RAS Extension Support", NULL, 0, 0, 0},
    {"ARM64_HAS_RNG", "Random Number Generator", NULL, 0, 0, 0},
    {"ARM64_HAS_SB", "Speculation barrier (SB)", NULL, 0, 0, 0},
    {"ARM64_HAS_STAGE2_FWB", "Stage-2 Force Write-Back", NULL, 0, 0, 0},
    {"ARM64_HAS_TIDCP1", "Trap EL0 IMPLEMENTATION DEFINED functionality", NULL, 0, 0, 0},
    {"ARM64_HAS_TLB_RANGE", "TLB range maintenance instructions", NULL, 0, 0, 0},
    {"ARM64_HAS_UAO", "User Access Override", NULL, 0, 0, 0},
    {"ARM64_HAS_VIRT_HOST_EXTN", "Virtualization Host Extensions", NULL, 0, 0, 0},
    {"ARM64_HAS_WFXT", "WFx with timeout", NULL, 0, 0, 0},
    {"ARM64_HW_DBM", NULL, "has_hw_dbm", 0, 0, 0},
    {"ARM64_KVM_PROTECTED_MODE", "Protected KVM", NULL, 0, 0, 0},
    {"ARM64_MISMATCHED_CACHE_TYPE", "Mismatched cache type (CTR_EL0)", NULL, 0, 0, 0},
    {"ARM64_MTE", "Memory Tagging Extension", NULL, 0, 0, 0},
    {"ARM64_SME", "Scalable Matrix Extension", NULL, 0, 0, 0},
    {"ARM64_SPECTRE_BHB", "Spectre-BHB", NULL, 0, 0, 0},
    {"ARM64_SPECTRE_V2", "Spectre-v2", NULL, 0, 0, 0},
    {"ARM64_SPECTRE_V3A", "Spectre-v3a", NULL, 0, 0, 0},
    {"ARM64_SPECTRE_V4", "Spectre-v4", NULL, 0, 0, 0},
    {"ARM64_SSBS", "Speculative Store Bypassing Safe (SSBS)", NULL, 0, 0, 0},
    {"ARM64_SVE", "Scalable Vector Extension", NULL, 0, 0, 0},
    {"ARM64_UNMAP_KERNEL_AT_EL0", "Kernel page table isolation (KPTI)", NULL, 0, 0, 0},
};

static bool describes(const struct row *row, const struct image_capability *c)
{
    if ((c->type & row->type) != row->type) {
        return false;
    }
    const char *wanted = row->description != NULL ? row->description : row->match;
    const char *has = row->description != NULL ? c->description : c->match;
    return has != NULL && strcmp(has, wanted) == 0;
}

const char *image_capability_known(const struct image_capability *c, unsigned version)
{
    const char *name = NULL;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        bool then = version >= rows[i].since && (rows[i].until == 0 || version <= rows[i].until);
        if (then && name == NULL && describes(&rows[i], c)) {
            name = rows[i].name;
        }
    }
    return name;
}

bool image_capability_called(const struct image_capability *c, const char *normal)
{
    char text[IMAGE_NORMAL_SIZE];
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        image_capability_normalise(rows[i].name, text);
        if (strcmp(text, normal) == 0 && describes(&rows[i], c)) {
            return true;
        }
    }
    return false;
}

/* The locale must not matter. */
static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

void image_capability_normalise(const char *name, char normal[IMAGE_NORMAL_SIZE])
{
    static const char *const prefixes[] = {"arm64-", "has-"};
    size_t used = 0;
    for (const char *p = name; *p != '\0' && used < IMAGE_NORMAL_SIZE - 1; p++) {
        char c = lower(*p);
        bool word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (word || (used > 0 && normal[used - 1] != '-')) {
            normal[used++] = word ? c : '-';
        }
        normal[used] = '\0';
        for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++) {
            used = strcmp(normal, prefixes[i]) == 0 ? 0 : used;
        }
    }
    used -= used > 0 && normal[used - 1] == '-' ? 1 : 0;
    normal[used] = '\0';
}
