/* SPDX-License-Identifier: Apache-2.0 */
/* The grammar: a row per directive, a row per key or word.  docs/directives.md has the same forms; a test compares. */
#include "scenario/scenario.h"

#include <string.h>

#define WORDS(...)       ((const struct scenario_word[]){__VA_ARGS__, {NULL, 0}})
#define AT(type, member) .offset = offsetof(type, member), .size = sizeof(((type *)NULL)->member)
#define NUMBER(name, type, member, low, high)                                                                          \
    {                                                                                                                  \
        .key = name, .kind = FIELD_NUMBER, AT(type, member), .min = low, .max = high                                   \
    }
#define SWITCH(name, type, member)                                                                                     \
    {                                                                                                                  \
        .key = name, .kind = FIELD_SWITCH, AT(type, member)                                                            \
    }
#define WORD(name, type, member, list)                                                                                 \
    {                                                                                                                  \
        .key = name, .kind = FIELD_WORD, AT(type, member), .words = list                                               \
    }
#define BARE(name, type, member, list)                                                                                 \
    {                                                                                                                  \
        .key = name, .kind = FIELD_BARE, AT(type, member), .words = list                                               \
    }
#define LABEL(name, type, member)                                                                                      \
    {                                                                                                                  \
        .key = name, .kind = FIELD_LABEL, AT(type, member)                                                             \
    }
#define LABELS(name, type, member)                                                                                     \
    {                                                                                                                  \
        .key = name, .kind = FIELD_LABELS, AT(type, member)                                                            \
    }
#define NEED_LABEL(name, type, member)                                                                                 \
    {                                                                                                                  \
        .key = name, .kind = FIELD_LABEL, AT(type, member), .required = true                                           \
    }
#define PE(name, type, member)                                                                                         \
    {                                                                                                                  \
        .key = name, .kind = FIELD_PE, AT(type, member), .max = GM_MAX_PES - 1                                         \
    }
#define PES(type, member)                                                                                              \
    {                                                                                                                  \
        .key = "pe", .kind = FIELD_PES, AT(type, member), .max = GM_MAX_PES - 1                                        \
    }

static const struct scenario_word groups[] = {{"0", 0}, {"1", 1}, {"1s", 2}, {NULL, 0}};
static const struct scenario_word classes[] = {{"irq", GM_CLASS_IRQ}, {"nmi", GM_CLASS_NMI}, {NULL, 0}};
static const struct scenario_word all_modes[] = {
    {"must", GM_MUST}, {"may", GM_MAY}, {"exact", GM_EXACT}, {"never", GM_NEVER}, {NULL, 0}};
static const struct scenario_word three_modes[] = {{"must", GM_MUST}, {"may", GM_MAY}, {"never", GM_NEVER}, {NULL, 0}};

static const struct scenario_word quirks[] = {
#define QUIRK(name, word, text) {word, GM_QUIRK_##name},
    GM_QUIRK_LIST(QUIRK)
#undef QUIRK
        {NULL, 0}};

static const struct scenario_word protocols[] = {
#define PROTOCOL(name, word) {word, GM_PROTOCOL_##name},
    GM_PROTOCOL_LIST(PROTOCOL)
#undef PROTOCOL
        {NULL, 0}};

static const struct scenario_word verdicts[] = {
#define VERDICT(name, word, advice, text) {word, GM_VERDICT_##name},
    GM_VERDICT_LIST(VERDICT)
#undef VERDICT
        {NULL, 0}};

#define M struct gm_scenario_machine
static const struct scenario_field machine_fields[] = {
    NUMBER("pes", M, pes, 1, GM_MAX_PES),
    NUMBER("security", M, security, 1, 2),
    SWITCH("secure", M, secure),
    NUMBER("highest-el", M, highest_el, 1, 3),
    NUMBER("el", M, el, 1, 3),
    SWITCH("scr-fiq", M, scr_fiq),
    NUMBER("prio-bits", M, prio_bits, 4, 8),
    SWITCH("pmhe", M, pmhe),
    SWITCH("eoimode", M, eoimode),
    NUMBER("spis", M, spis, 32, 988),
    WORD("narrow-dsb", M, narrow_dsb_drains, WORDS({"drains", 1}, {"keeps", 0})),
    WORD("resolve", M, resolve,
         WORDS({"explored", GM_RESOLVE_EXPLORED}, {"prompt", GM_RESOLVE_PROMPT},
               {"adversarial", GM_RESOLVE_ADVERSARIAL}, {"timed", GM_RESOLVE_TIMED})),
    {.key = "quirk", .kind = FIELD_BITS, AT(M, quirks), .words = quirks},
    {.key = "cpu", .kind = FIELD_NAME, AT(M, cpu)},
    {.key = "core", .kind = FIELD_NAME, AT(M, core)},
    WORD("gic", M, gic_ready, WORDS({"ready", 1}, {"cold", 0})),
    WORD("unmapped", M, unmapped,
         WORDS({"stop", GM_UNMAPPED_STOP}, {"abort", GM_UNMAPPED_ABORT}, {"zero", GM_UNMAPPED_ZERO})),
    SWITCH("strict", M, strict),
};

#define S struct scenario_start_item
static const struct scenario_field start_fields[] = {
    PES(S, pes),
    LABEL("entry", S, start.entry),
    LABELS("end", S, start.end),
    NUMBER("pmr", S, start.pmr, 0, 255),
    {.key = "daif", .kind = FIELD_DAIF, AT(S, start.daif), .max = 0x3c0},
    NUMBER("el", S, start.el, 1, 3),
    WORD("pmhe", S, start.pmhe, WORDS({"yes", 1}, {"no", 0}, {"1", 1}, {"0", 0}, {"on", 1}, {"off", 0})),
    {.key = "running", .kind = FIELD_NUMBERS, AT(S, start.running), .max = 255},
    WORD("running-group", S, start.running_group, groups),
    {.key = "unknown", .kind = FIELD_REGS, AT(S, start.unknown)},
};

static const struct scenario_field set_fields[] = {PES(struct scenario_set_item, pes)};

#define I struct scenario_interrupt_item
static const struct scenario_field interrupt_fields[] = {
    {.key = "INTID", .kind = FIELD_NUMBERS, AT(I, intids), .max = 1019, .positional = true, .required = true},
    NUMBER("prio", I, interrupt.priority, 0, 255),
    WORD("group", I, interrupt.group, groups),
    BARE("trigger", I, interrupt.edge, WORDS({"edge", 1}, {"level", 0})),
    BARE("enable", I, interrupt.enabled, WORDS({"enabled", 1}, {"disabled", 0})),
    PE("pe", I, interrupt.pe),
    BARE("one-of-n", I, interrupt.one_of_n, WORDS({"one-of-n", 1})),
    WORD("class", I, interrupt.class_, classes),
    WORD("state", I, interrupt.state,
         WORDS({"idle", GM_STATE_IDLE}, {"pending", GM_STATE_PENDING}, {"active", GM_STATE_ACTIVE},
               {"active-pending", GM_STATE_ACTIVE_PENDING})),
};

/* `lower` has all but the last; item.c knows the order. */
#define E struct scenario_event_item
static const struct scenario_field event_fields[] = {
    {.key = "INTID", .kind = FIELD_NUMBER, AT(E, event.intid), .max = 1019, .positional = true, .required = true},
    LABEL("at", E, event.at),
    {.key = "step", .kind = FIELD_NUMBER, AT(E, event.step), .max = UINT32_MAX},
    BARE("anywhere", E, anywhere, WORDS({"anywhere", 1})),
    LABEL("from", E, event.from),
    LABEL("to", E, event.to),
    NUMBER("times", E, event.times, 1, 1000),
    BARE("optional", E, event.optional, WORDS({"optional", 1})),
    PE("pe", E, event.pe),
    PE("by", E, event.by),
    WORD("lower", E, event.lower_on_ack, WORDS({"ack", 1})),
};

#define H struct scenario_handler_item
static const struct scenario_field handler_fields[] = {
    LABEL("irq", H, handler.irq),
    LABEL("fiq", H, handler.fiq),
    LABEL("sync", H, handler.sync),
    LABEL("serror", H, handler.serror),
    LABEL("vectors", H, handler.vectors),
    NUMBER("el", H, el, 1, 3),
    PES(H, pes),
};

#define W struct gm_scenario_window
static const struct scenario_field window_fields[] = {
    {.key = "KIND",
     .kind = FIELD_BARE,
     AT(W, kind),
     .words = WORDS({"critical", GM_WINDOW_CRITICAL}, {"nmi", GM_WINDOW_NMI}, {"open-nmi", GM_WINDOW_OPEN_NMI},
                    {"masked", GM_WINDOW_MASKED}, {"enabled", GM_WINDOW_ENABLED}),
     .positional = true,
     .required = true},
    LABEL("from", W, from),
    LABEL("to", W, to),
    WORD("against", W, against, WORDS({"irq", GM_AGAINST_IRQ}, {"nmi", GM_AGAINST_NMI}, {"all", GM_AGAINST_ALL})),
    {.key = "name", .kind = FIELD_NAME, AT(W, name)},
    PES(W, pes),
};

#define C struct gm_scenario_claim
static const struct scenario_field claim_fields[] = {
    BARE("claim", C, kind,
         WORDS({"masked", GM_CLAIM_MASKED}, {"enabled", GM_CLAIM_ENABLED}, {"protocol", GM_CLAIM_PROTOCOL})),
    {.key = "flag", .kind = FIELD_REG, AT(C, name)},
    {.key = "real-intid", .kind = FIELD_REG, AT(C, name)},
    {.key = "equal", .kind = FIELD_EQUAL},
    NEED_LABEL("at", C, at),
    PES(C, pes),
};
static const struct scenario_field instrument_fields[] = {NEED_LABEL("at", C, at), PES(C, pes)};

#define B struct gm_scenario_balance
static const struct scenario_field balance_fields[] = {
    BARE("handler", B, handler, WORDS({"handler", 1})),
    LABEL("from", B, from),
    LABEL("to", B, to),
    {.key = "regs", .kind = FIELD_REGS, AT(B, regs)},
    PES(B, pes),
};

#define P struct gm_scenario_protocol
static const struct scenario_field protocol_fields[] = {
    BARE("protocol", P, protocol, protocols),
    {.key = "file", .kind = FIELD_NAME, AT(P, file)},
    NUMBER("on", P, on, 0, 255),
    NUMBER("off", P, off, 0, 255),
    NUMBER("tag", P, tag, 0, 255),
};

#define L struct gm_scenario_limit
static const struct scenario_field limit_fields[] = {
    NUMBER("states", L, states, 0, UINT64_MAX),
    NUMBER("depth", L, depth, 0, UINT64_MAX),
    NUMBER("steps", L, steps, 0, UINT64_MAX),
    NUMBER("seconds", L, seconds, 0, UINT32_MAX),
};

static const struct scenario_field profile_fields[] = {
    {.key = "profile",
     .kind = FIELD_BARE,
     AT(struct scenario_profile_item, profile),
     .words = scenario_profiles,
     .positional = true,
     .required = true},
};

#define X          struct gm_scenario_expectation
#define MODE(list) BARE("mode", X, mode, list)
#define POSITIONAL_LABEL(name, member)                                                                                 \
    {                                                                                                                  \
        .key = name, .kind = FIELD_LABEL, AT(X, member), .positional = true, .required = true                          \
    }

static const struct scenario_field interrupt_expectation[] = {
    {.key = "INTID", .kind = FIELD_NUMBER, AT(X, intid), .max = 1023, .positional = true, .required = true},
    LABELS("at", X, places),
    LABEL("from", X, from),
    LABEL("to", X, to),
    {.key = "window", .kind = FIELD_NAME, AT(X, window)},
    NUMBER("nth", X, nth, 1, UINT32_MAX),
    PE("pe", X, pe),
    MODE(all_modes),
};
static const struct scenario_field wake_expectation[] = {
    POSITIONAL_LABEL("LABEL", at),
    PE("pe", X, pe),
    MODE(three_modes),
};
static const struct scenario_field value_expectation[] = {
    {.key = "REG", .kind = FIELD_REG, AT(X, name), .positional = true, .required = true},
    NEED_LABEL("at", X, at),
    {.key = "in", .kind = FIELD_NUMBERS, AT(X, in), .max = UINT64_MAX, .required = true},
    NUMBER("mask", X, mask, 0, UINT64_MAX),
    NUMBER("nth", X, nth, 1, UINT32_MAX),
    PE("pe", X, pe),
    MODE(all_modes),
};
static const struct scenario_field verdict_expectation[] = {
    {.key = "verdict", .kind = FIELD_BARE, AT(X, verdict), .words = verdicts, .positional = true, .required = true},
    LABELS("at", X, places),
    PE("pe", X, pe),
    MODE(three_modes),
};
static const struct scenario_field end_expectation[] = {
    {.key = "end",
     .kind = FIELD_BARE,
     AT(X, ends),
     .words = WORDS({"end", GM_END_END}, {"waiting", GM_END_WAITING}, {"undefined", GM_END_UNDEFINED},
                    {"unmapped", GM_END_UNMAPPED}, {"halt", GM_END_HALT}, {"limit", GM_END_LIMIT}),
     .positional = true,
     .required = true},
    LABEL("at", X, at),
    PE("pe", X, pe),
    MODE(three_modes),
};
static const struct scenario_field depth_expectation[] = {
    {.key = "N", .kind = FIELD_NUMBER, AT(X, number), .max = UINT32_MAX, .positional = true, .required = true},
};
static const struct scenario_field hold_off_expectation[] = {
    {.key = "class", .kind = FIELD_BARE, AT(X, class_), .words = classes, .positional = true, .required = true},
    NUMBER("instructions", X, instructions, 1, UINT64_MAX),
    NUMBER("cycles", X, cycles, 1, UINT64_MAX),
};
static const struct scenario_field clean_expectation[] = {BARE("advice", X, advice, WORDS({"advice", 1}))};

#define FIELDS(array) .fields = array, .field_count = ARRAY_SIZE(array)
#define FORM(word, kind, array, function, text)                                                                        \
    {                                                                                                                  \
        .name = word, .form = text, .item = kind, FIELDS(array), .finish = function                                    \
    }
#define VARIANT(word, kind, number, array, function, text)                                                             \
    {                                                                                                                  \
        .name = word, .form = text, .item = kind, .variant = number, FIELDS(array), .finish = function                 \
    }
#define EXPECT(word, number, array, text)                                                                              \
    {                                                                                                                  \
        .name = "expect", .sub = word, .form = text, .item = ITEM_EXPECTATION, .variant = number, FIELDS(array),       \
        .finish = scenario_finish_expectation                                                                          \
    }

/* `scenario` and `about` are the reader's own (parser.c, parse.c) and have no fields. */
const struct scenario_form scenario_forms[] = {
    {.name = "scenario", .form = "scenario NAME|*"},
    {.name = "about", .form = "about WORDS"},
    FORM("profile", ITEM_PROFILE, profile_fields, scenario_finish_profile, "profile P0|P0h|PF1|PF0|PS"),
    FORM("machine", ITEM_MACHINE, machine_fields, scenario_finish_machine,
         "machine KEY=VALUE ... (pes security secure highest-el el scr-fiq prio-bits pmhe eoimode spis narrow-dsb "
         "resolve quirk cpu core gic unmapped strict)"),
    FORM("start", ITEM_START, start_fields, scenario_finish_start,
         "start [pe=LIST] [entry=LABEL] [end=LABELS] [pmr=N] [daif=BITS] [el=N] [pmhe=SWITCH] [running=PRIORITIES] "
         "[running-group=0|1|1s] [unknown=REGISTERS]"),
    FORM("set", ITEM_SET, set_fields, scenario_finish_set, "set [pe=LIST] REGISTER=VALUE ..."),
    FORM("interrupt", ITEM_INTERRUPT, interrupt_fields, scenario_finish_interrupt,
         "interrupt INTIDS [prio=N] [group=0|1|1s] [edge|level] [enabled|disabled] [pe=N|one-of-n] [class=irq|nmi] "
         "[state=idle|pending|active|active-pending]"),
    VARIANT("raise", ITEM_EVENT, true, event_fields, scenario_finish_event,
            "raise INTID at=LABEL|step=N|anywhere|from=LABEL to=LABEL [times=N] [lower=ack] [optional] [pe=N] [by=N]"),
    {.name = "lower",
     .form = "lower INTID at=LABEL|step=N|anywhere|from=LABEL to=LABEL [times=N] [optional] [pe=N] [by=N]",
     .item = ITEM_EVENT,
     .fields = event_fields,
     .field_count = ARRAY_SIZE(event_fields) - 1,
     .finish = scenario_finish_event},
    FORM("handler", ITEM_HANDLER, handler_fields, scenario_finish_handler,
         "handler [irq=LABEL] [fiq=LABEL] [sync=LABEL] [serror=LABEL]|vectors=LABEL [el=N] [pe=LIST]"),
    FORM("window", ITEM_WINDOW, window_fields, scenario_finish_window,
         "window KIND [from=LABEL] [to=LABEL] [against=irq|nmi|all] [name=NAME] [pe=LIST]"),
    VARIANT("claim", ITEM_CLAIM, GM_CLAIM_NONE, claim_fields, scenario_finish_claim,
            "claim masked|enabled|protocol|flag=REG|real-intid=REG|equal=REG,VALUE at=LABEL [pe=LIST]"),
    VARIANT("instrument", ITEM_CLAIM, GM_CLAIM_INSTRUMENT, instrument_fields, scenario_finish_claim,
            "instrument at=LABEL [pe=LIST]"),
    FORM("balanced", ITEM_BALANCE, balance_fields, scenario_finish_balance,
         "balanced [handler|from=LABEL to=LABEL] [regs=LIST] [pe=LIST]"),
    FORM("protocol", ITEM_PROTOCOL, protocol_fields, scenario_finish_protocol,
         "protocol NAME|file=PATH [on=N] [off=N] [tag=N]"),
    EXPECT("taken", GM_EXPECT_TAKEN, interrupt_expectation,
           "expect taken INTID [at=LABELS|from=LABEL to=LABEL|window=NAME] [nth=N] [pe=N] [must|may|exact|never]"),
    EXPECT(
        "acknowledged", GM_EXPECT_ACKNOWLEDGED, interrupt_expectation,
        "expect acknowledged INTID [at=LABELS|from=LABEL to=LABEL|window=NAME] [nth=N] [pe=N] [must|may|exact|never]"),
    EXPECT("wakes", GM_EXPECT_WAKES, wake_expectation, "expect wakes LABEL [pe=N] [must|may|never]"),
    EXPECT("no-wake", GM_EXPECT_NO_WAKE, wake_expectation, "expect no-wake LABEL [pe=N] [must|may|never]"),
    EXPECT("read", GM_EXPECT_READ, value_expectation,
           "expect read REG at=LABEL in=NUMBERS [mask=N] [nth=N] [pe=N] [must|may|exact|never]"),
    EXPECT("value", GM_EXPECT_VALUE, value_expectation,
           "expect value REG at=LABEL in=NUMBERS [mask=N] [nth=N] [pe=N] [must|may|exact|never]"),
    EXPECT("verdict", GM_EXPECT_VERDICT, verdict_expectation,
           "expect verdict NAME [at=LABELS] [pe=N] [must|may|never]"),
    EXPECT("ends", GM_EXPECT_ENDS, end_expectation,
           "expect ends end|waiting|undefined|unmapped|halt|limit [at=LABEL] [pe=N] [must|may|never]"),
    EXPECT("depth", GM_EXPECT_DEPTH, depth_expectation, "expect depth N"),
    EXPECT("hold-off", GM_EXPECT_HOLD_OFF, hold_off_expectation, "expect hold-off irq|nmi [instructions=N] [cycles=N]"),
    EXPECT("clean", GM_EXPECT_CLEAN, clean_expectation, "expect clean [advice]"),
    FORM("limit", ITEM_LIMIT, limit_fields, scenario_finish_limit, "limit [states=N] [depth=N] [steps=N] [seconds=N]"),
};
const size_t scenario_form_count = ARRAY_SIZE(scenario_forms);

const struct scenario_form *scenario_form_find(const char *name, const char *sub)
{
    for (size_t i = 0; i < scenario_form_count; i++) {
        const struct scenario_form *f = &scenario_forms[i];
        if (strcmp(f->name, name) == 0 && (f->sub == NULL || (sub != NULL && strcmp(f->sub, sub) == 0))) {
            return f;
        }
    }
    return NULL;
}

const struct scenario_form *scenario_form_of(enum scenario_item_kind item, uint32_t variant)
{
    for (size_t i = 0; i < scenario_form_count; i++) {
        if (scenario_forms[i].item == item && scenario_forms[i].variant == variant) {
            return &scenario_forms[i];
        }
    }
    return NULL;
}

const char *gm_directive_form(size_t index)
{
    return index < scenario_form_count ? scenario_forms[index].form : NULL;
}

const char *gm_protocol_word(enum gm_protocol protocol)
{
    return (unsigned)protocol < ARRAY_SIZE(protocols) - 1 ? protocols[protocol].word : "unknown";
}

const char *gm_verdict_word(enum gm_verdict verdict)
{
    return (unsigned)verdict < ARRAY_SIZE(verdicts) - 1 ? verdicts[verdict].word : "unknown";
}

static const struct {
    const char *text;
    bool advice;
} verdict_rows[] = {
#define VERDICT(name, word, is_advice, sentence) {sentence, is_advice},
    GM_VERDICT_LIST(VERDICT)
#undef VERDICT
};

const char *gm_verdict_text(enum gm_verdict verdict)
{
    return (unsigned)verdict < ARRAY_SIZE(verdict_rows) ? verdict_rows[verdict].text : "unknown";
}

bool gm_verdict_advice(enum gm_verdict verdict)
{
    return (unsigned)verdict < ARRAY_SIZE(verdict_rows) && verdict_rows[verdict].advice;
}
