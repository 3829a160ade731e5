/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Executes a recorded path of a real kernel from the registers of its first row and demands that x0-x30, SP, PC, PSTATE
 * and PMR equal every later row.  What the row does not hold (memory, some system registers, text that boot-time
 * callbacks patched) is fed once, at first use, and listed with the reason; everything else is computed.
 *
 * usage: replay_regs PATH NMI   (environment: GICMASK_KERNEL_DIR, GICMASK_TRACE_DIR)
 */
#include <gicmask/gicmask.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SKIP = 77, MAX_ROWS = 1000, MAX_READS = 8, FIELDS = 39 };

/* n, pc, opcode, x0..x30, sp, pstate, daif, el, icc_pmr */
struct row {
    uint64_t pc, opcode, x[31], sp, pstate, daif, el, pmr;
};

struct read {
    uint64_t address;
    unsigned size;
};

struct replay {
    struct gm_machine *machine;
    struct row rows[MAX_ROWS];
    size_t count;
    struct read reads[MAX_READS];
    size_t read_count;
    uint8_t known[1 << 16]; /* bytes of memory that were stored or fed: a small hash set of addresses */
    uint64_t known_address[1 << 16];
    unsigned fed_text, fed_memory, fed_sysreg;
};

static size_t known_slot(const struct replay *r, uint64_t address)
{
    size_t i = (address * UINT64_C(0x9e3779b97f4a7c15)) >> 48;
    while (r->known[i] && r->known_address[i] != address) {
        i = (i + 1) & 0xffff;
    }
    return i;
}

static void mark_known(struct replay *r, uint64_t address, unsigned size)
{
    for (unsigned b = 0; b < size; b++) {
        size_t i = known_slot(r, address + b);
        r->known[i] = 1;
        r->known_address[i] = address + b;
    }
}

static void on_memory(void *context, struct gm_machine *machine, const struct gm_memory_event *e)
{
    struct replay *r = context;
    (void)machine;
    if (e->write) {
        mark_known(r, e->address, e->size);
    } else if (r->read_count < MAX_READS) {
        r->reads[r->read_count++] = (struct read){e->address, e->size};
    }
}

static int fail(const char *what, size_t row, uint64_t have, uint64_t want)
{
    printf("row %zu: %s is 0x%" PRIx64 ", the trace has 0x%" PRIx64 "\n", row, what, have, want);
    return 1;
}

static bool read_rows(struct replay *r, const char *path)
{
    FILE *file = fopen(path, "r");
    char line[2048];
    if (file == NULL || fgets(line, sizeof line, file) == NULL) {
        return false;
    }
    while (r->count < MAX_ROWS && fgets(line, sizeof line, file) != NULL) {
        uint64_t v[FIELDS];
        int n = 0;
        for (char *token = strtok(line, ",\n"); token != NULL && n < FIELDS; token = strtok(NULL, ",\n")) {
            v[n++] = strtoull(token, NULL, 0);
        }
        if (n != FIELDS) {
            fclose(file);
            return false;
        }
        struct row *row = &r->rows[r->count++];
        row->pc = v[1];
        row->opcode = v[2];
        memcpy(row->x, &v[3], sizeof row->x);
        row->sp = v[34];
        row->pstate = v[35];
        row->daif = v[36];
        row->el = v[37];
        row->pmr = v[38];
    }
    fclose(file);
    return true;
}

static uint64_t get(struct replay *r, const char *name)
{
    uint64_t value = 0;
    if (gm_machine_get(r->machine, 0, name, &value) != GM_OK) {
        printf("no register %s\n", name);
        exit(1);
    }
    return value;
}

static void set(struct replay *r, const char *name, uint64_t value)
{
    if (gm_machine_set(r->machine, 0, name, value) != GM_OK) {
        printf("cannot set %s\n", name);
        exit(1);
    }
}

/* The general registers, SP and PC: what an instruction that must be executed again changed. */
static void set_general(struct replay *r, const struct row *row)
{
    char name[8];
    for (int i = 0; i < 31; i++) {
        snprintf(name, sizeof name, "x%d", i);
        set(r, name, row->x[i]);
    }
    set(r, "sp", row->sp);
    set(r, "pc", row->pc);
}

/* 0: equal. Otherwise the first difference, which is printed when print is true. */
static int compare(struct replay *r, size_t i, bool print)
{
    const struct row *row = &r->rows[i];
    char name[8];
    for (int n = 0; n < 31; n++) {
        snprintf(name, sizeof name, "x%d", n);
        if (get(r, name) != row->x[n]) {
            return print ? fail(name, i, get(r, name), row->x[n]) : 1;
        }
    }
    const struct {
        const char *name;
        uint64_t want;
    } others[] = {{"sp", row->sp},          {"pc", row->pc}, {"pstate", row->pstate},
                  {"daif", row->daif << 6}, {"el", row->el}, {"pmr", row->pmr}};
    for (size_t n = 0; n < sizeof others / sizeof others[0]; n++) {
        if (get(r, others[n].name) != others[n].want) {
            return print ? fail(others[n].name, i, get(r, others[n].name), others[n].want) : 1;
        }
    }
    return 0;
}

/* Text: user code is not in the image, and callbacks patched some words at boot. */
static void feed_text(struct replay *r, size_t i)
{
    const struct row *row = &r->rows[i];
    uint8_t bytes[4];
    uint32_t word = (uint32_t)row->opcode;
    bool mapped = gm_machine_read(r->machine, row->pc, bytes, 4) == GM_OK;
    uint32_t have = mapped ? (uint32_t)(bytes[0] | bytes[1] << 8 | bytes[2] << 16) | (uint32_t)bytes[3] << 24 : 0;
    if (mapped && have == word) {
        return;
    }
    printf("fed: text 0x%" PRIx64 " = %08" PRIx32 " (%s)\n", row->pc, word,
           row->pc >> 48 == 0 ? "user program, not in the image" : "patched at boot by a callback");
    for (int b = 0; b < 4; b++) {
        bytes[b] = (uint8_t)(word >> (8 * b));
    }
    gm_machine_map(r->machine, row->pc, 4, GM_R | GM_X);
    gm_machine_write(r->machine, row->pc, bytes, 4);
    r->fed_text++;
}

static bool is_load_pair(uint32_t word)
{
    return (word & 0x3a000000) == 0x28000000;
}

/* Feeds the memory that the load at row i read for the first time, from the registers of the row after it. */
static bool feed_memory(struct replay *r, size_t i)
{
    uint32_t word = (uint32_t)r->rows[i].opcode;
    const struct row *next = &r->rows[i + 1];
    unsigned targets[2] = {word & 31, word >> 10 & 31};
    bool pair = is_load_pair(word);
    bool fed = false;
    if (r->read_count == 1 && pair) { /* one access for both registers */
        r->reads[0].size /= 2;
        r->reads[1] = (struct read){r->reads[0].address + r->reads[0].size, r->reads[0].size};
        r->read_count = 2;
    }
    for (size_t n = 0; n < r->read_count && n < 2; n++) {
        struct read *m = &r->reads[n];
        bool unknown = false;
        for (unsigned b = 0; b < m->size; b++) {
            unknown |= !r->known[known_slot(r, m->address + b)];
        }
        if (!unknown || targets[n] == 31) {
            continue;
        }
        uint8_t bytes[8];
        for (unsigned b = 0; b < m->size && b < 8; b++) {
            bytes[b] = (uint8_t)(next->x[targets[n]] >> (8 * b));
        }
        gm_machine_map(r->machine, m->address, m->size, GM_R | GM_W);
        gm_machine_write(r->machine, m->address, bytes, m->size);
        mark_known(r, m->address, m->size);
        printf("fed: memory 0x%" PRIx64 ", %u bytes (first use, read by row %zu)\n", m->address, m->size, i);
        r->fed_memory++;
        fed = true;
    }
    return fed;
}

/* A system register that the row does not hold: by the encoding of MRS. */
static bool feed_sysreg(struct replay *r, size_t i)
{
    static const struct {
        uint32_t word;
        const char *name;
    } names[] = {{0xd5384100, "SP_EL0"}, {0xd538d080, "TPIDR_EL1"}};
    uint32_t word = (uint32_t)r->rows[i].opcode;
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        if ((word & ~31u) == names[n].word) {
            set(r, names[n].name, r->rows[i + 1].x[word & 31]);
            printf("fed: %s (not in the row, read by row %zu)\n", names[n].name, i);
            r->fed_sysreg++;
            return true;
        }
    }
    return false;
}

/* SVC: the vector base and the kernel's stack pointer are not in a row of EL0. */
static bool feed_entry(struct replay *r, size_t i)
{
    const struct row *next = &r->rows[i + 1];
    if ((r->rows[i].opcode & 0xffe0001f) != 0xd4000001) {
        return false;
    }
    set(r, "VBAR_EL1", next->pc - 0x400);
    set(r, "SP_EL1", next->sp);
    printf("fed: VBAR_EL1, SP_EL1 (not in a row of EL0, used by row %zu)\n", i);
    r->fed_sysreg += 2;
    return true;
}

/*
 * QEMU clears N, Z, C and V when it takes an exception. The architecture's AArch64.TakeException leaves them alone, and
 * so does this machine; software cannot tell (they are in SPSR_ELx), so the flags of the first row at EL1 are fed.
 */
static void feed_flags(struct replay *r, size_t i)
{
    uint64_t want = r->rows[i + 1].pstate & 0xf0000000;
    if (get(r, "nzcv") != want) {
        set(r, "nzcv", want);
        printf("fed: NZCV after the exception entry of row %zu (QEMU clears it, the architecture does not)\n", i);
        r->fed_sysreg++;
    }
}

static int step(struct replay *r, size_t i)
{
    struct gm_stop stop;
    r->read_count = 0;
    gm_machine_step(r->machine, 0, &stop);
    if (stop.reason != GM_STOP_STEPPED) {
        printf("row %zu: pc 0x%" PRIx64 ": %s\n", i, stop.pc, gm_stop_text(stop.reason));
        return 1;
    }
    return 0;
}

static int replay(struct replay *r)
{
    for (size_t i = 0; i + 1 < r->count; i++) {
        feed_text(r, i);
        if (feed_entry(r, i)) {
            if (step(r, i) != 0) {
                return 1;
            }
            feed_flags(r, i);
        } else {
            if (step(r, i) != 0) {
                return 1;
            }
            bool again = compare(r, i + 1, false) != 0 && (r->read_count != 0 ? feed_memory(r, i) : feed_sysreg(r, i));
            if (again) {
                set_general(r, &r->rows[i]);
                if (step(r, i) != 0) {
                    return 1;
                }
            }
            for (size_t n = 0; n < r->read_count; n++) {
                mark_known(r, r->reads[n].address, r->reads[n].size);
            }
        }
        if (compare(r, i + 1, true) != 0) {
            printf("after row %zu: pc 0x%" PRIx64 ", word %08" PRIx64 "\n", i, r->rows[i].pc, r->rows[i].opcode);
            return 1;
        }
    }
    return 0;
}

/* What the kernel found on a Cortex-A57 under QEMU; callbacks that are not run here show up as fed text. */
static bool load_kernel(struct replay *r, const char *dir, int nmi)
{
    static const char *const capabilities[] = {"ARM64_HAS_SYSREG_GIC_CPUIF", "ARM64_HAS_IRQ_PRIO_MASKING"};
    char path[4096];
    struct gm_error error = {""};
    struct gm_image *image = NULL;
    snprintf(path, sizeof path, "%s/vmlinux", dir);
    enum gm_status status = gm_image_open_file(path, NULL, &image, &error);
    if (status == GM_OK) {
        status = gm_image_apply_capabilities(image, capabilities, nmi ? 2 : 1, NULL, &error);
    }
    if (status == GM_OK) {
        status = gm_machine_load(r->machine, image, &error);
    }
    if (status != GM_OK) {
        printf("%s: %s\n", path, error.text);
    }
    gm_image_close(image);
    return status == GM_OK;
}

static bool create(struct replay *r, const char *dir, int nmi)
{
    struct gm_config config;
    struct gm_error error = {""};
    gm_config_init(&config);
    config.cpu = "cortex-a57"; /* the traced CPU: no pointer authentication, no BTI */
    config.unmapped = GM_UNMAPPED_ZERO;
    if (gm_machine_create(&config, &r->machine, &error) != GM_OK) {
        printf("%s\n", error.text);
        return false;
    }
    return load_kernel(r, dir, nmi);
}

static void start(struct replay *r)
{
    const struct row *row = &r->rows[0];
    if (row->el == 0) {
        set(r, "el", 0);
    }
    set(r, "daif", row->daif << 6);
    set(r, "nzcv", row->pstate & 0xf0000000);
    set(r, "pmr", row->pmr);
    set_general(r, row);
}

int main(int argc, char **argv)
{
    const char *kernel = getenv("GICMASK_KERNEL_DIR");
    const char *traces = getenv("GICMASK_TRACE_DIR");
    if (argc != 3 || kernel == NULL || traces == NULL) {
        puts("skipped: needs GICMASK_KERNEL_DIR and GICMASK_TRACE_DIR");
        return argc == 3 ? SKIP : 2;
    }
    struct replay *r = calloc(1, sizeof *r);
    char path[4096];
    snprintf(path, sizeof path, "%s/nmi%s/%s.regs.csv", traces, argv[2], argv[1]);
    if (r == NULL || !read_rows(r, path) || r->count < 2) {
        printf("%s: not a register trace\n", path);
        return 1;
    }
    if (!create(r, kernel, atoi(argv[2]))) {
        return 1;
    }
    struct gm_observer observer = {.context = r, .memory = on_memory};
    gm_machine_observe(r->machine, &observer);
    start(r);
    int result = replay(r);
    printf("%s nmi%s: %zu rows, fed %u text words, %u memory values, %u system registers: %s\n", argv[1], argv[2],
           r->count, r->fed_text, r->fed_memory, r->fed_sysreg, result == 0 ? "every row equal" : "DIFFERS");
    gm_machine_destroy(r->machine);
    free(r);
    return result;
}
