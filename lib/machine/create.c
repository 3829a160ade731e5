/* SPDX-License-Identifier: Apache-2.0 */
#include "machine/machine.h"

#include <stdio.h>

static enum gm_status bad(struct gm_error *error, const char *text)
{
    if (error != NULL) {
        snprintf(error->text, sizeof error->text, "%s", text);
    }
    return GM_BAD_CONFIG;
}

static enum gm_status bad_cpu(struct gm_error *error)
{
    char text[sizeof error->text] = "unknown CPU; known are";
    size_t used = strlen(text);
    for (size_t i = 0; gm_cpu_at(i) != NULL && used < sizeof text; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%s %s", i == 0 ? "" : ",", gm_cpu_at(i));
    }
    return bad(error, text);
}

static enum gm_status check_gic(const struct gm_config *c, struct gm_error *error)
{
    bool two = c->security == GM_SECURITY_TWO;
    if (!two && c->security != GM_SECURITY_ONE) {
        return bad(error, "security states: one or two");
    }
    if (c->prio_bits < (two ? 5u : 4u) || c->prio_bits > 8) {
        return bad(error, two ? "priority bits: 5 to 8 with two security states" : "priority bits: 4 to 8");
    }
    if (c->spis > 988 || (c->spis % 32 != 0 && c->spis != 988)) {
        return bad(error, "SPIs: a multiple of 32, at most 988");
    }
    if ((unsigned)c->resolve > GM_RESOLVE_EXPLORED) {
        return bad(error, "resolution: prompt, timed, adversarial or explored");
    }
    if (c->resolve == GM_RESOLVE_TIMED && c->core == NULL) {
        return bad(error, "timed resolution needs a core: latencies are in its cycles");
    }
    return GM_OK;
}

/* Fills in what depends on other members, then judges the whole. */
static enum gm_status settle_config(struct gm_config *c, struct gm_error *error)
{
    if (c->pes < 1 || c->pes > GM_MAX_PES) {
        return bad(error, "PEs: 1 to 8");
    }
    if (c->cpu == NULL || machine_cpu_find(c->cpu) == NULL) {
        return bad_cpu(error);
    }
    c->cpu = machine_cpu_find(c->cpu)->name;
    if (c->security == GM_SECURITY_TWO) {
        c->highest_el = 3;
    }
    if (c->highest_el < 1 || c->highest_el > 3) {
        return bad(error, "highest exception level: 1, 2 or 3");
    }
    if (c->el > c->highest_el) {
        return bad(error, "the exception level at reset is above the highest one that is implemented");
    }
    return check_gic(c, error);
}

static uint64_t parameter_cycles(const struct gm_core *core, const char *name)
{
    struct gm_core_parameter p;
    return gm_core_parameter_find(core, name, &p) == GM_OK ? (uint64_t)p.value / GM_TICKS_PER_CYCLE : 0;
}

struct gic_config machine_gic_config(const struct gm_machine *m)
{
    const struct gm_config *c = &m->config;
    struct gic_config g = {
        .pes = c->pes,
        .spis = c->spis,
        .prio_bits = c->prio_bits,
        .two_security = c->security == GM_SECURITY_TWO,
        .has_el3 = c->highest_el == 3,
        .has_el2 = c->highest_el >= 2,
        .pmhe = c->pmhe,
        .resolve = c->resolve,
        .narrow_dsb_drains_pmr = c->narrow_dsb_drains_pmr,
    };
    for (unsigned pe = 0; pe < c->pes; pe++) {
        g.affinity[pe] = pe; /* Aff0: one cluster, as QEMU virt below 8 PEs */
    }
    if (m->core != NULL) {
        g.set_latency = (uint32_t)parameter_cycles(m->core, "gic_set");
        g.clear_latency = (uint32_t)parameter_cycles(m->core, "gic_clear");
        g.upstream_latency = (uint32_t)parameter_cycles(m->core, "gic_upstream");
        g.ack_latency = (uint32_t)parameter_cycles(m->core, "pmhe_ack");
    }
    return g;
}

static struct pe_config pe_config_of(const struct gm_machine *m, unsigned index)
{
    const struct gm_config *c = &m->config;
    const struct machine_cpu *cpu = machine_cpu_find(c->cpu);
    return (struct pe_config){
        .index = index,
        .features = machine_isa_features(cpu->features | c->features),
        .midr = cpu->midr,
        .mpidr = BIT64(31) | index,
        .highest_el = (uint8_t)c->highest_el,
        .has_el2 = c->highest_el >= 2,
        .has_vhe = ((cpu->features | c->features) & GM_FEATURE_VHE) != 0,
        .two_security = c->security == GM_SECURITY_TWO,
        .strict = c->strict,
        .stop_unmapped = c->unmapped != GM_UNMAPPED_ABORT,
        .stop_hlt = true,
        .ctr_el0 = cpu->ctr_el0,
        .dczid_el0 = 4, /* DC ZVA of 64 bytes, as the Cortex-A53 to Neoverse V2 manuals give */
    };
}

/* ---- the GIC's frames as devices ---- */

static bool dist_read(void *context, const struct mmio_access *access, uint64_t offset, uint64_t *value)
{
    struct gm_machine *m = context;
    gic_dist_read(&m->gic, access, offset, value);
    return true; /* a reserved offset reads as zero and is reported as an event */
}

static bool dist_write(void *context, const struct mmio_access *access, uint64_t offset, uint64_t value)
{
    struct gm_machine *m = context;
    gic_dist_write(&m->gic, access, offset, value);
    return true;
}

static bool redist_read(void *context, const struct mmio_access *access, uint64_t offset, uint64_t *value)
{
    struct gm_machine *m = context;
    gic_redist_read(&m->gic, access, offset, value);
    return true;
}

static bool redist_write(void *context, const struct mmio_access *access, uint64_t offset, uint64_t value)
{
    struct gm_machine *m = context;
    gic_redist_write(&m->gic, access, offset, value);
    return true;
}

static enum gm_status add_devices(struct gm_machine *m)
{
    const struct mem_device dist = {
        .base = GICD_BASE, .size = GICD_SIZE, .context = m, .read = dist_read, .write = dist_write, .name = "GICD"};
    const struct mem_device redist = {.base = GICR_BASE,
                                      .size = (uint64_t)GICR_STRIDE * m->config.pes,
                                      .context = m,
                                      .read = redist_read,
                                      .write = redist_write,
                                      .name = "GICR"};
    if (!m->config.virt_devices) {
        return GM_OK;
    }
    enum gm_status status = mem_add_device(&m->mem, &dist);
    return status == GM_OK ? mem_add_device(&m->mem, &redist) : status;
}

static enum gm_status add_core(struct gm_machine *m)
{
    if (m->config.core == NULL) {
        return GM_OK;
    }
    enum gm_status status = gm_core_clone(m->config.core, &m->allocator, &m->core);
    m->config.core = m->core;
    if (status == GM_OK) {
        m->irq_latency = parameter_cycles(m->core, "irq_recognition");
    }
    for (unsigned pe = 0; status == GM_OK && m->core != NULL && pe < m->config.pes; pe++) {
        status = timing_sim_create(m->core, &m->allocator, &m->pes[pe].sim);
    }
    return status;
}

static void add_pe(struct gm_machine *m, unsigned index)
{
    struct machine_pe *p = &m->pes[index];
    struct pe_config config = pe_config_of(m, index);
    p->pe.host = machine_pe_host(m);
    p->pe.mem = &m->mem;
    p->pe.sysregs = &p->sysregs;
    p->pe.cache = m->cache;
    p->pe.needs_now = m->config.resolve == GM_RESOLVE_TIMED;
    p->sysregs.banks[0] = pe_sysreg_bank(&p->pe);
    p->sysregs.banks[1] = gic_sysreg_bank(&m->gic);
    p->sysregs.count = 2;
    pe_reset(&p->pe, &config);
}

static void write_register(struct gm_machine *m, unsigned pe, const char *name, uint64_t value)
{
    struct sysreg_entry entry;
    if (sysreg_find_name(&m->pes[pe].sysregs, name, &entry)) {
        pe_sysreg_write(&m->pes[pe].pe, &entry, value);
    }
}

/* As firmware leaves it: AArch64 at every level, the security state and FIQ routing that were asked for. */
static void boot_state(struct gm_machine *m, unsigned pe)
{
    const struct gm_config *c = &m->config;
    struct pe *p = &m->pes[pe].pe;
    if (c->highest_el == 3 && (c->el < 3 || c->security == GM_SECURITY_TWO)) {
        uint64_t ns = c->security == GM_SECURITY_TWO && c->secure ? 0 : 1;
        uint64_t fiq = c->security == GM_SECURITY_TWO && c->scr_fiq ? BIT64(2) : 0;
        uint64_t pauth = BIT64(17) | BIT64(16); /* API, APK: firmware opens pointer authentication to the OS */
        write_register(m, pe, "SCR_EL3", BIT64(10) | BIT64(8) | pauth | fiq | ns); /* RW, HCE, FIQ, NS */
    }
    if (c->highest_el >= 2 && c->el < 2) {
        write_register(m, pe, "HCR_EL2", BIT64(31) | BIT64(41) | BIT64(40)); /* RW, API, APK */
    }
    pe_set_el(p, (uint8_t)c->el, c->el != 0);
    gic_pe_context(&m->gic, pe, pe_secure(p), p->s.el);
}

static enum gm_status build(struct gm_machine *m)
{
    m->mem.lazy_enabled = m->config.unmapped == GM_UNMAPPED_ZERO;
    enum gm_status status = pe_cache_create(&m->allocator, &m->mem, &m->cache);
    if (status != GM_OK) {
        return status;
    }
    struct gic_config config = machine_gic_config(m);
    m->gic_block = base_calloc(&m->allocator, 1, gic_state_size(&config));
    m->pes = base_calloc(&m->allocator, m->config.pes, sizeof *m->pes);
    if (m->gic_block == NULL || m->pes == NULL) {
        return GM_NO_MEMORY;
    }
    struct gic_host host = machine_gic_host(m);
    for (unsigned pe = 0; pe < m->config.pes; pe++) {
        add_pe(m, pe);
    }
    gic_init(&m->gic, m->gic_block, &config, &host);
    for (unsigned pe = 0; pe < m->config.pes; pe++) {
        boot_state(m, pe);
    }
    if (m->config.gic_ready) {
        gic_ready(&m->gic, m->config.eoimode);
        for (unsigned pe = 0; pe < m->config.pes; pe++) {
            gic_set_pmr(&m->gic, pe, 0xe0);
        }
    }
    status = add_devices(m);
    return status == GM_OK ? add_core(m) : status;
}

enum gm_status gm_machine_create(const struct gm_config *config, struct gm_machine **machine, struct gm_error *error)
{
    if (machine == NULL) {
        return GM_BAD_ARGUMENT;
    }
    *machine = NULL;
    if (config == NULL) {
        return GM_BAD_ARGUMENT;
    }
    struct gm_config settled = *config;
    enum gm_status status = settle_config(&settled, error);
    if (status != GM_OK) {
        return status;
    }
    struct gm_allocator allocator = base_allocator(config->allocator);
    struct gm_machine *m = base_calloc(&allocator, 1, sizeof *m);
    if (m == NULL) {
        return GM_NO_MEMORY;
    }
    m->allocator = allocator;
    m->config = settled;
    m->config.allocator = &m->allocator;
    status = mem_init(&m->mem, &allocator);
    if (status == GM_OK) {
        status = build(m);
    }
    if (status != GM_OK) {
        gm_machine_destroy(m);
        return status;
    }
    *machine = m;
    return GM_OK;
}

void gm_machine_destroy(struct gm_machine *m)
{
    if (m == NULL) {
        return;
    }
    struct gm_allocator allocator = m->allocator;
    for (unsigned pe = 0; m->pes != NULL && pe < m->config.pes; pe++) {
        timing_sim_destroy(m->pes[pe].sim);
    }
    if (m->mem.slots != NULL) {
        mem_destroy(&m->mem); /* drops decoded code through the cache, so before it */
    }
    pe_cache_destroy(m->cache);
    if (m->core != NULL) {
        gm_core_destroy(m->core);
    }
    base_free(&allocator, m->pes);
    base_free(&allocator, m->gic_block);
    base_free(&allocator, m->stimuli);
    base_free(&allocator, m->breakpoints);
    base_free(&allocator, m);
}
