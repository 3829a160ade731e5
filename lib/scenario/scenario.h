/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The directive language, for this room only.  A directive's keys and words are rows of a table (form.c): reading and
 * printing go through the same rows, so that what is printed reads back.
 */
#ifndef SCENARIO_SCENARIO_H
#define SCENARIO_SCENARIO_H

#include "base/alloc.h"
#include "base/bits.h"

#include <gicmask/scenario.h>

enum {
    SCENARIO_MAX_TEXT = 1 << 20,        /* bytes of one carrier */
    SCENARIO_MAX_APPLICATIONS = 1 << 16 /* common directives are applied to each scenario: bounds the work */
};

/* A word and what it stands for; a list of them ends with a NULL word. */
struct scenario_word {
    const char *word;
    uint32_t value;
};

enum scenario_kind {
    FIELD_NUMBER,  /* unsigned of `size` bytes, min to max */
    FIELD_SWITCH,  /* bool */
    FIELD_WORD,    /* key=word */
    FIELD_BARE,    /* a word by itself; key is what people call it */
    FIELD_BITS,    /* key=word,word: 1 << value of each; "none" */
    FIELD_PE,      /* a PE's number */
    FIELD_PES,     /* 1 << PE of each */
    FIELD_LABEL,   /* struct gm_label */
    FIELD_LABELS,  /* struct gm_list of labels[] */
    FIELD_NUMBERS, /* struct gm_list of numbers[], min to max */
    FIELD_NAME,    /* char[size] */
    FIELD_REG,     /* char[GM_SCENARIO_REGISTER] */
    FIELD_REGS,    /* struct gm_list of names[] */
    FIELD_DAIF,    /* none, letters or a number */
    FIELD_EQUAL,   /* struct gm_scenario_claim: REG,REG or REG,NUMBER */
};

struct scenario_field {
    const char *key;
    enum scenario_kind kind;
    uint16_t offset, size; /* in the directive's item */
    uint64_t min, max;
    const struct scenario_word *words;
    bool positional; /* given without key, before all others */
    bool required;
};

struct scenario_parser;
struct scenario_form;
/* Takes the read item into the scenario; given: bit n if field n was written. */
typedef enum gm_status scenario_finish_fn(struct scenario_parser *p, const struct scenario_form *form, void *item,
                                          uint32_t given);

/* What kind of item a directive reads: item.c gives its defaults. */
enum scenario_item_kind {
    ITEM_NONE,
    ITEM_MACHINE,
    ITEM_START,
    ITEM_SET,
    ITEM_INTERRUPT,
    ITEM_EVENT,
    ITEM_HANDLER,
    ITEM_WINDOW,
    ITEM_CLAIM,
    ITEM_BALANCE,
    ITEM_PROTOCOL,
    ITEM_EXPECTATION,
    ITEM_LIMIT,
    ITEM_PROFILE,
};

struct scenario_form {
    const char *name, *sub; /* `expect taken` has a sub; NULL: none */
    const char *form;       /* for people */
    enum scenario_item_kind item;
    uint32_t variant; /* event: raise; claim: kind; expectation: kind */
    const struct scenario_field *fields;
    size_t field_count;
    scenario_finish_fn *finish;
};

/* Items with more than the public struct holds. */
struct scenario_start_item {
    struct gm_scenario_start start;
    uint32_t pes;
};
struct scenario_set_item {
    uint32_t pes, count; /* registers so far: `pe` may come after them */
};
struct scenario_interrupt_item {
    struct gm_scenario_interrupt interrupt;
    struct gm_list intids;
};
struct scenario_event_item {
    struct gm_scenario_event event;
    bool anywhere;
};
struct scenario_handler_item {
    struct gm_scenario_handler handler;
    uint32_t el, pes;
};
struct scenario_profile_item {
    uint32_t profile;
};

union scenario_item {
    struct gm_scenario_machine machine;
    struct scenario_start_item start;
    struct scenario_set_item set;
    struct scenario_interrupt_item interrupt;
    struct scenario_event_item event;
    struct scenario_handler_item handler;
    struct gm_scenario_window window;
    struct gm_scenario_claim claim;
    struct gm_scenario_balance balance;
    struct gm_scenario_protocol protocol;
    struct gm_scenario_expectation expectation;
    struct gm_scenario_limit limit;
    struct scenario_profile_item profile;
};

/* The image's symbols by name. */
struct scenario_symbol {
    const char *name;
    uint64_t address;
    bool global;
};

struct scenario_parser {
    struct gm_allocator allocator;
    const struct gm_image *image;
    struct scenario_symbol *symbols; /* made when the first label needs them */
    size_t symbol_count;
    struct gm_scenario *s; /* that is being built */
    char where[GM_SCENARIO_WHERE];
    const struct scenario_form *form; /* of the directive being read; NULL: none yet */
    struct gm_error *error;
};

/* ---- parser.c ---- */
/* Writes "where: message; form: ..." and returns GM_BAD_FORMAT. */
enum gm_status scenario_fail(struct scenario_parser *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Reads one directive (without comment, not empty, zero-ended; changed by it) into p->s. */
enum gm_status scenario_directive(struct scenario_parser *p, char *line);
/* The next word of *rest, ended by a zero, or NULL. */
char *scenario_token(char **rest);

/* ---- value.c: one value into its place in the item ---- */
enum gm_status scenario_value(struct scenario_parser *p, const struct scenario_field *field, void *item, char *text);
bool scenario_number(const char *text, uint64_t *value);
bool scenario_register_name(const char *text);
void scenario_store(void *to, size_t size, uint64_t value);
uint64_t scenario_load(const void *from, size_t size);
size_t scenario_field_size(const struct scenario_field *field);

/* ---- label.c ---- */
enum gm_status scenario_label(struct scenario_parser *p, const char *text, struct gm_label *label);

/* ---- form.c ---- */
extern const struct scenario_form scenario_forms[];
extern const size_t scenario_form_count;
const struct scenario_form *scenario_form_find(const char *name, const char *sub);
/* A row for printing: the one that reads such an item. */
const struct scenario_form *scenario_form_of(enum scenario_item_kind item, uint32_t variant);

/* ---- item.c: defaults; merging ---- */
void scenario_item_init(const struct scenario_form *form, union scenario_item *item);
void scenario_init(struct gm_scenario *s, const char *name);
/* Copies the fields that were given. */
void scenario_merge(const struct scenario_form *form, uint32_t given, void *to, const void *from);
/* Whether the field of that key was given. */
bool scenario_given(const struct scenario_form *form, uint32_t given, const char *key);

/* ---- take.c: read items into the scenario ---- */
scenario_finish_fn scenario_finish_machine, scenario_finish_start, scenario_finish_set, scenario_finish_interrupt,
    scenario_finish_event, scenario_finish_handler, scenario_finish_window, scenario_finish_claim,
    scenario_finish_balance, scenario_finish_protocol, scenario_finish_expectation, scenario_finish_limit,
    scenario_finish_profile;
/* `set`: a key that is a register. */
enum gm_status scenario_set_register(struct scenario_parser *p, struct scenario_set_item *item, const char *name,
                                     const char *value);
enum gm_status scenario_interrupt_merge(struct scenario_parser *p, const struct gm_scenario_interrupt *from,
                                        const struct scenario_form *form, uint32_t given);

/* ---- profile.c ---- */
extern const struct scenario_word scenario_profiles[];
enum gm_status scenario_profile_apply(struct scenario_parser *p, uint32_t profile);

/* ---- check.c: what can only be known when all directives were read; fills in what follows from others ---- */
enum gm_status scenario_check(struct scenario_parser *p);

/* ---- vectors.c ---- */
enum gm_status scenario_vectors(const struct gm_scenario *s, const struct gm_image *image, struct gm_machine *machine,
                                struct gm_error *error);
/* Maps pages that touch neither the image nor what is mapped, all within reach of a branch from low to high.  */
enum gm_status scenario_free_pages(const struct gm_image *image, struct gm_machine *machine, uint64_t low,
                                   uint64_t high, uint64_t size, unsigned perms, uint64_t *address);
enum gm_status scenario_setup_fail(struct gm_error *error, enum gm_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
