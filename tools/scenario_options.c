/* SPDX-License-Identifier: Apache-2.0 */
#include "scenario.h"

#include <stdlib.h>
#include <string.h>

enum {
    KEY_ENTRY = KEY_SCENARIO,
    KEY_REG,
    KEY_PMR,
    KEY_DAIF,
    KEY_EL,
    KEY_PES,
    KEY_CPU,
    KEY_PRIO_BITS,
    KEY_SECURITY,
    KEY_SCR_FIQ,
    KEY_IRQ,
    KEY_CAP,
    KEY_CPUCAPS,
    KEY_SET,
    KEY_KEY,
    KEY_RESOLVE,
    KEY_CORE,
    KEY_CORE_FILE,
    KEY_MAX_INSNS,
    KEY_LAZY,
    KEY_STACK,
    KEY_VECTORS,
    KEY_IRQ_PRIO,
    KEY_NMI_PRIO,
    KEY_JSON,
};

static const struct argp_option rows[] = {
    {"entry", KEY_ENTRY, "SYM[,SYM...]", 0, "Function (or address) to execute; ends when it returns", 1},
    {"reg", KEY_REG, "NAME=V", 0,
     "Register at the start: x0 to x30, a system register by its name; V: number or symbol", 1},
    {"pmr", KEY_PMR, "V", 0, "ICC_PMR_EL1 at the start, physical (default 0xe0)", 1},
    {"daif", KEY_DAIF, "V", 0, "PSTATE.DAIF at the start: as MRS reads it (0x3c0), or 0 to 15 (default 15)", 1},
    {"el", KEY_EL, "N", 0, "Exception level, 0 to 3 (default 1)", 1},
    {"stack", KEY_STACK, "ADDR", 0, "Top of the first PE's stack of 64 KiB (default 0x7f004000)", 1},
    {"vectors", KEY_VECTORS, "SYM", 0,
     "Vector table, or builtin; default: the symbol 'vectors' if this is no kernel, else a small built-in one", 1},
    {"max-insns", KEY_MAX_INSNS, "N", 0, "Stop after so many instructions (default 1000000)", 1},
    {"irq", KEY_IRQ, "INTID,prio=P[,...]", 0,
     "Raise an interrupt: group=G (default 1), at=STEP|SYM (default 0), until=STEP|SYM (withdrawn), edge or level "
     "(lowered when acknowledged), pe=N, 1ofn",
     2},
    {"prio-bits", KEY_PRIO_BITS, "N", 0, "Implemented priority bits, 4 to 8 (default 5)", 2},
    {"security", KEY_SECURITY, "one|two", 0, "Security states of the GIC (default one)", 2},
    {"scr-fiq", KEY_SCR_FIQ, "0|1", 0, "With two: SCR_EL3.FIQ, hence the Non-secure view of PMR (default 1)", 2},
    {"resolve", KEY_RESOLVE, "MODE", 0, "What may be late: prompt (default), timed, adversarial", 2},
    {"irq-prio", KEY_IRQ_PRIO, "P", 0, "The priority that 'IRQ masked' speaks of (default 0xc0)", 2},
    {"nmi-prio", KEY_NMI_PRIO, "P", 0, "The priority that 'NMI masked' speaks of (default 0x20)", 2},
    {"pes", KEY_PES, "N", 0, "Processing elements, 1 to 8 (default 1)", 2},
    {"cpu", KEY_CPU, "NAME", 0, "Whose ID registers and features (default generic)", 2},
    {"core", KEY_CORE, "NAME[,NAME...]", 0, "Timing model, see gicmask cores", 3},
    {"core-file", KEY_CORE_FILE, "FILE", 0, "Numbers that override the core's (JSON, see docs/core-file.md)", 3},
    {"cap", KEY_CAP, "NAME", 0, "Kernel: a CPU capability that is there, may be repeated", 4},
    {"cpucaps", KEY_CPUCAPS, "FILE", 0, "Kernel: names of capabilities, from the build's cpucaps.h", 4},
    {"key", KEY_KEY, "NAME=on|off", 0, "Kernel: a static key, may be repeated", 4},
    {"set", KEY_SET, "SYM=V", 0, "Value of a variable (8 bytes if its size is unknown), may be repeated", 4},
    {"lazy", KEY_LAZY, NULL, 0, "Data pages appear, filled with zero, when accessed; they are reported", 4},
    {"json", KEY_JSON, NULL, 0, "JSON, see docs/json.md", 5},
    {0},
};

void scenario_options_init(struct scenario_options *options)
{
    *options = (struct scenario_options){.max_insns = 1000000, .irq_prio = 0xc0, .nmi_prio = 0x20};
    gm_config_init(&options->config);
}

void scenario_options_free(struct scenario_options *o)
{
    words_free(&o->entries, true);
    words_free(&o->cores, true);
    struct words *borrowed[] = {&o->regs, &o->irqs, &o->caps, &o->sets, &o->keys};
    for (size_t i = 0; i < sizeof borrowed / sizeof borrowed[0]; i++) {
        words_free(borrowed[i], false);
    }
}

struct choice {
    const char *name;
    int value;
};

static int choose(const char *option, const char *text, const struct choice *choices)
{
    for (; choices->name != NULL; choices++) {
        if (strcmp(choices->name, text) == 0) {
            return choices->value;
        }
    }
    tool_fail("%s: '%s' is not one of its values; see --help", option, text);
}

static const struct choice securities[] = {{"one", GM_SECURITY_ONE}, {"two", GM_SECURITY_TWO}, {NULL, 0}};
static const struct choice resolves[] = {
    {"prompt", GM_RESOLVE_PROMPT}, {"timed", GM_RESOLVE_TIMED}, {"adversarial", GM_RESOLVE_ADVERSARIAL}, {NULL, 0}};

/* DAIFSet's four bits, or the register's layout <9:6>: the two cannot be confused. */
static uint64_t daif_value(const char *text)
{
    uint64_t value = number_option("--daif", text, 0, 0x3c0);
    if (value > 15 && value % 0x40 != 0) {
        tool_fail("--daif: '%s' is neither 0 to 15 nor a value of the register (multiple of 0x40)", text);
    }
    return value > 15 ? value : value << 6;
}

/* Options that add to a list. @return false if key is none. */
static bool parse_list(int key, char *arg, struct scenario_options *o)
{
    switch (key) {
    case KEY_ENTRY:
        words_add_split(&o->entries, arg, ',', "--entry");
        return true;
    case KEY_CORE:
        words_add_split(&o->cores, arg, ',', "--core");
        return true;
    case KEY_REG:
        words_add(&o->regs, arg);
        return true;
    case KEY_IRQ:
        words_add(&o->irqs, arg);
        return true;
    case KEY_CAP:
        words_add(&o->caps, arg);
        return true;
    case KEY_SET:
        words_add(&o->sets, arg);
        return true;
    case KEY_KEY:
        words_add(&o->keys, arg);
        return true;
    default:
        return false;
    }
}

/* Options of the machine's configuration. */
static bool parse_config(int key, char *arg, struct gm_config *c)
{
    switch (key) {
    case KEY_EL:
        c->el = (unsigned)number_option("--el", arg, 0, 3);
        return true;
    case KEY_PES:
        c->pes = (unsigned)number_option("--pes", arg, 1, GM_MAX_PES);
        return true;
    case KEY_CPU:
        c->cpu = arg;
        return true;
    case KEY_PRIO_BITS:
        c->prio_bits = (unsigned)number_option("--prio-bits", arg, 4, 8);
        return true;
    case KEY_SECURITY:
        c->security = (enum gm_security)choose("--security", arg, securities);
        return true;
    case KEY_SCR_FIQ:
        c->scr_fiq = onoff_option("--scr-fiq", arg);
        return true;
    case KEY_RESOLVE:
        c->resolve = (enum gm_resolve)choose("--resolve", arg, resolves);
        return true;
    case KEY_LAZY:
        c->unmapped = GM_UNMAPPED_ZERO;
        return true;
    default:
        return false;
    }
}

static error_t parse_start(int key, char *arg, struct scenario_options *o)
{
    switch (key) {
    case KEY_PMR:
        o->pmr = number_option("--pmr", arg, 0, 0xff);
        o->have_pmr = true;
        return 0;
    case KEY_DAIF:
        o->daif = daif_value(arg);
        o->have_daif = true;
        return 0;
    case KEY_STACK:
        o->stack = number_option("--stack", arg, 0x10000, UINT64_MAX);
        o->have_stack = true;
        return 0;
    case KEY_VECTORS:
        o->vectors = arg;
        return 0;
    case KEY_MAX_INSNS:
        o->max_insns = number_option("--max-insns", arg, 1, UINT64_MAX);
        return 0;
    case KEY_IRQ_PRIO:
        o->irq_prio = (uint8_t)number_option("--irq-prio", arg, 0, 0xff);
        return 0;
    case KEY_NMI_PRIO:
        o->nmi_prio = (uint8_t)number_option("--nmi-prio", arg, 0, 0xff);
        return 0;
    case KEY_CPUCAPS:
        o->cpucaps = arg;
        return 0;
    case KEY_CORE_FILE:
        o->core_file = arg;
        return 0;
    case KEY_JSON:
        o->json = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct scenario_options *o = state->input;
    if (key == ARGP_KEY_ARG) {
        if (o->file != NULL) {
            tool_fail("one FILE at a time: what is '%s'?", arg);
        }
        o->file = arg;
        return 0;
    }
    if (key == ARGP_KEY_END && o->file == NULL) {
        tool_fail("which FILE? see %s --help", state->argv[0]);
    }
    if (parse_list(key, arg, o) || parse_config(key, arg, &o->config)) {
        return 0;
    }
    return parse_start(key, arg, o);
}

const struct argp scenario_argp = {.options = rows, .parser = parse};
