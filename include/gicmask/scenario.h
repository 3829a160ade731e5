/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file scenario.h
 * Scenarios: what docs/directives.md describes, read from an image's section .gicmask, from text files and from single
 * lines, as plain values; and a machine made ready from one.
 *
 * Text is not trusted: sizes are bounded by the constants below, and a wrong directive is an error with its place and
 * the forms that the directive accepts.  All values in a scenario are set: defaults are filled in, labels are resolved.
 * Priorities and masks are physical.
 */
#ifndef GICMASK_SCENARIO_H
#define GICMASK_SCENARIO_H

#include <gicmask/allocator.h>
#include <gicmask/error.h>
#include <gicmask/export.h>
#include <gicmask/image.h>
#include <gicmask/machine.h>
#include <gicmask/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    GM_SCENARIO_NAME = 64,        /**< bytes of a name of a scenario, symbol or window, with the zero */
    GM_SCENARIO_REGISTER = 32,    /**< of a register's name */
    GM_SCENARIO_TEXT = 160,       /**< of `about` and of a file's name */
    GM_SCENARIO_WHERE = 96,       /**< of a place, "case.txt:12" */
    GM_SCENARIO_LINE = 1024,      /**< of a line */
    GM_SCENARIO_ITEMS = 64,       /**< of a kind in one scenario */
    GM_SCENARIO_POOL = 512,       /**< labels in lists, and numbers in lists */
    GM_SCENARIOS = 256,           /**< scenarios in one reading */
    GM_SCENARIO_DIRECTIVES = 8192 /**< directives in one reading */
};

/** A place in the program. */
struct gm_label {
    uint64_t address;
    char name[GM_SCENARIO_NAME]; /**< the symbol; "" if a number was written */
    int64_t offset;              /**< from the symbol; already in @c address */
    bool given;                  /**< false: none was written, and address is 0 */
};

/** A range of an array of the scenario: of labels, numbers or names. */
struct gm_list {
    uint16_t first, count;
};

/** X(name, word, text): deviations of cores and platforms. */
#define GM_QUIRK_LIST(X)                                                                                               \
    X(CAVIUM_23154, "cavium-23154", "IAR needs NOPs before and a barrier after it")                                    \
    X(MARVELL_38545, "marvell-38545", "IAR may return an INTID that was released")                                     \
    X(DIST_UNSHIFTED, "dist-unshifted", "Non-secure accesses see the distributor's Secure view")

/** Bits of gm_scenario_machine.quirks are 1 << these. */
enum gm_quirk {
#define GM_QUIRK_ENUM(name, word, text) GM_QUIRK_##name,
    GM_QUIRK_LIST(GM_QUIRK_ENUM)
#undef GM_QUIRK_ENUM
};

/** Of the directive `machine`; as in struct gm_config. */
struct gm_scenario_machine {
    uint32_t pes, security, highest_el, el, prio_bits, spis;
    bool secure, scr_fiq, pmhe, eoimode, strict, gic_ready, narrow_dsb_drains;
    enum gm_resolve resolve;
    enum gm_unmapped unmapped;
    uint32_t quirks; /**< 1 << enum gm_quirk */
    char cpu[GM_SCENARIO_REGISTER];
    char core[GM_SCENARIO_REGISTER]; /**< "" for none */
};

/** Of `start`, for a PE. */
struct gm_scenario_start {
    struct gm_label entry;
    struct gm_list end; /**< of labels[] */
    uint32_t pmr;
    uint32_t daif;          /**< in the register's place, bits <9:6> */
    uint32_t el;            /**< 0: as the machine */
    uint32_t pmhe;          /**< 0, 1; 2: as the machine */
    struct gm_list running; /**< of numbers[]: active priorities without a handler */
    uint32_t running_group; /**< as in struct gm_interrupt */
    struct gm_list unknown; /**< of names[]: registers without a defined value */
};

/** Of `set`. */
struct gm_scenario_set {
    uint32_t pes; /**< 1 << PE */
    char name[GM_SCENARIO_REGISTER];
    uint64_t value;
    struct gm_label label; /**< if given, value is its address */
    char where[GM_SCENARIO_WHERE];
};

enum gm_class { GM_CLASS_IRQ, GM_CLASS_NMI };
enum gm_interrupt_state { GM_STATE_IDLE, GM_STATE_PENDING, GM_STATE_ACTIVE, GM_STATE_ACTIVE_PENDING };

/** Of `interrupt`: one INTID. */
struct gm_scenario_interrupt {
    uint32_t intid;
    uint32_t priority;
    uint32_t group; /**< as in struct gm_interrupt */
    bool enabled, edge, one_of_n;
    uint32_t pe;          /**< SGI, PPI: whose; GM_EVERY_PE. SPI: the target */
    enum gm_class class_; /**< what the software calls it */
    enum gm_interrupt_state state;
};
enum { GM_EVERY_PE = 255 };

enum gm_when { GM_WHEN_AT, GM_WHEN_STEP, GM_WHEN_ANYWHERE, GM_WHEN_BETWEEN };

/** Of `raise` and `lower`. */
struct gm_scenario_event {
    uint32_t intid;
    bool raise;
    enum gm_when when;
    struct gm_label at;       /**< GM_WHEN_AT */
    struct gm_label from, to; /**< GM_WHEN_BETWEEN: at a boundary from the one before `from` to the one before `to` */
    uint64_t step;            /**< GM_WHEN_STEP: immediately before that instruction of `by`, from 0 */
    uint32_t times;           /**< GM_WHEN_AT: at each of the first N arrivals there; else N such events */
    bool lower_on_ack;
    bool optional; /**< that it does not happen is tried too */
    uint32_t pe;   /**< whose SGI or PPI */
    uint32_t by;   /**< whose instruction */
};

/** Of `handler`, for one PE and exception level; labels that are not given: none. */
struct gm_scenario_handler {
    struct gm_label irq, fiq, sync, serror;
    struct gm_label vectors; /**< the program's own table; then the others are not given */
};

enum gm_window_kind { GM_WINDOW_CRITICAL, GM_WINDOW_NMI, GM_WINDOW_OPEN_NMI, GM_WINDOW_MASKED, GM_WINDOW_ENABLED };
enum gm_against { GM_AGAINST_IRQ, GM_AGAINST_NMI, GM_AGAINST_ALL };

/** Of `window`: open after the instruction at `from` was executed, until `to` is reached. */
struct gm_scenario_window {
    enum gm_window_kind kind;
    enum gm_against against;
    struct gm_label from, to; /**< not given: from the start, to the end */
    char name[GM_SCENARIO_NAME];
    uint32_t pes; /**< 1 << PE */
    char where[GM_SCENARIO_WHERE];
};

enum gm_claim_kind {
    GM_CLAIM_NONE,   /**< not a claim */
    GM_CLAIM_MASKED, /**< the software says that ordinary interrupts are masked here */
    GM_CLAIM_ENABLED,
    GM_CLAIM_PROTOCOL,   /**< it says what the protocol's predicate says */
    GM_CLAIM_FLAG,       /**< it says "masked" if the register is not zero */
    GM_CLAIM_REAL_INTID, /**< the register holds the INTID of a real interrupt */
    GM_CLAIM_EQUAL,      /**< two registers, or a register and a number, are equal */
    GM_CLAIM_INSTRUMENT, /**< code that must not run before an nmi window if an NMI came */
};

/** Of `claim` and `instrument`. */
struct gm_scenario_claim {
    enum gm_claim_kind kind;
    struct gm_label at;
    char name[GM_SCENARIO_REGISTER];  /**< FLAG, REAL_INTID, EQUAL */
    char other[GM_SCENARIO_REGISTER]; /**< EQUAL: a register; "" compares with value */
    uint64_t value;
    uint32_t pes;
    char where[GM_SCENARIO_WHERE];
};

/** Of `balanced`. */
struct gm_scenario_balance {
    bool handler;             /**< every handler; from and to are not given */
    struct gm_label from, to; /**< not given: the start, the end */
    struct gm_list regs;      /**< of names[] */
    uint32_t pes;
    char where[GM_SCENARIO_WHERE];
};

/** X(name, word): what "masked", "enabled" and saved flags mean to the software. */
#define GM_PROTOCOL_LIST(X)                                                                                            \
    X(DAIF, "daif")                                                                                                    \
    X(LINUX_5_1, "linux-5.1")                                                                                          \
    X(LINUX_5_3, "linux-5.3")                                                                                          \
    X(LINUX_6_11, "linux-6.11")                                                                                        \
    X(FEAT_NMI, "feat-nmi")                                                                                            \
    X(TF_A_EHF, "tf-a-ehf")

enum gm_protocol {
#define GM_PROTOCOL_ENUM(name, word) GM_PROTOCOL_##name,
    GM_PROTOCOL_LIST(GM_PROTOCOL_ENUM)
#undef GM_PROTOCOL_ENUM
};
/** @return "linux-5.3"; static storage; "unknown" if out of range. */
GM_API const char *gm_protocol_word(enum gm_protocol protocol);

/** Of `protocol`. */
struct gm_scenario_protocol {
    enum gm_protocol protocol;
    char file[GM_SCENARIO_TEXT]; /**< if not "", a file says it (and protocol is GM_PROTOCOL_DAIF) */
    uint32_t on, off, tag;       /**< GM_PROTOCOL_DEFAULT: the protocol's own */
};
enum { GM_PROTOCOL_DEFAULT = 256 };

/** X(name, word, advice, text): docs/directives.md, "Verdicts". */
#define GM_VERDICT_LIST(X)                                                                                             \
    X(CRITICAL_HIT, "critical-hit", false, "an interrupt was taken or acknowledged in a critical window")              \
    X(NMI_NESTED, "nmi-nested", false, "NMI context was entered twice, or an ordinary interrupt ran in it")            \
    X(NMI_LOST, "nmi-lost", false, "an NMI was not taken though it must be, or acknowledged and not handled")          \
    X(NESTED, "nested", false, "a handler was entered again before it ended")                                          \
    X(NO_WAKE, "no-wake", false, "WFI or WFE never completes")                                                         \
    X(MISSING_DSB, "missing-dsb", false, "no guarantee that an unmasking PMR write reaches the redistributor")         \
    X(MISSING_ISB, "missing-isb", false, "an effect is relied on before a context synchronization event")              \
    X(MISSING_SYNC, "missing-sync", false, "a quirk of the core asks for more synchronisation")                        \
    X(REDUNDANT_DSB, "redundant-dsb", true, "a DSB that orders nothing for PMR")                                       \
    X(REDUNDANT_ISB, "redundant-isb", true, "an ISB that orders nothing for PMR")                                      \
    X(UNBALANCED, "unbalanced", false, "registers differ at the end of a balanced range")                              \
    X(STALE_ACK, "stale-ack", false, "what was acknowledged is not what was seen before")                              \
    X(EOI_WITHOUT_ACK, "eoi-without-ack", false, "EOI or DIR of an interrupt that is not active")                      \
    X(EOI_ORDER, "eoi-order", false, "EOI that is not of the highest active priority")                                 \
    X(SPECIAL_INTID, "special-intid", false, "1020 to 1023 used as an interrupt")                                      \
    X(MASK_MISMATCH, "mask-mismatch", false, "the software's idea of masked differs from the hardware's")              \
    X(CLAIM_FAILED, "claim-failed", false, "two values that the software holds equal differ")                          \
    X(UNKNOWN_FLAGS, "unknown-flags", false, "a mask was written from a register without a defined value")             \
    X(EARLY_INSTRUMENT, "early-instrument", false, "instrumentation ran before the NMI context was entered")           \
    X(FLAG_TYPE, "flag-type", false, "a value of one kind of flags was restored as another")                           \
    X(UNPREDICTABLE, "unpredictable", false, "UNPREDICTABLE use")                                                      \
    X(LIVELOCK, "livelock", false, "the same state recurs without progress")

enum gm_verdict {
#define GM_VERDICT_ENUM(name, word, advice, text) GM_VERDICT_##name,
    GM_VERDICT_LIST(GM_VERDICT_ENUM)
#undef GM_VERDICT_ENUM
};
/** @return "missing-dsb", the sentence, whether it is advice; static storage; "unknown" if out of range. */
GM_API const char *gm_verdict_word(enum gm_verdict verdict);
GM_API const char *gm_verdict_text(enum gm_verdict verdict);
GM_API bool gm_verdict_advice(enum gm_verdict verdict);

/** How an expectation is meant over all resolutions of what may happen. */
enum gm_mode { GM_MUST, GM_MAY, GM_EXACT, GM_NEVER };

enum gm_expectation_kind {
    GM_EXPECT_NOTHING,      /**< not an expectation */
    GM_EXPECT_TAKEN,        /**< intid, places */
    GM_EXPECT_ACKNOWLEDGED, /**< intid, places */
    GM_EXPECT_WAKES,        /**< at */
    GM_EXPECT_NO_WAKE,      /**< at */
    GM_EXPECT_READ,         /**< name, at, in, mask */
    GM_EXPECT_VALUE,        /**< name, at, in, mask */
    GM_EXPECT_VERDICT,      /**< verdict, places */
    GM_EXPECT_ENDS,         /**< ends, at if given */
    GM_EXPECT_DEPTH,        /**< number */
    GM_EXPECT_HOLD_OFF,     /**< class_, instructions, cycles; 0: no bound */
    GM_EXPECT_CLEAN,        /**< advice: counts too */
};

enum gm_end { GM_END_END, GM_END_WAITING, GM_END_UNDEFINED, GM_END_UNMAPPED, GM_END_HALT, GM_END_LIMIT };

/** Of `expect`; members that the kind does not use are 0. */
struct gm_scenario_expectation {
    enum gm_expectation_kind kind;
    enum gm_mode mode;
    uint32_t pe; /**< GM_EVERY_PE: any */
    uint32_t intid;
    enum gm_verdict verdict;
    enum gm_end ends;
    enum gm_class class_;
    char name[GM_SCENARIO_REGISTER];
    struct gm_label at;            /**< one place */
    struct gm_list places;         /**< of labels[]; none and no range: anywhere */
    struct gm_label from, to;      /**< a range, as of a window */
    char window[GM_SCENARIO_NAME]; /**< while a window of that name is open; "" */
    struct gm_list in;             /**< of numbers[] */
    uint64_t mask;
    uint32_t nth; /**< from 1; 0: every time */
    uint32_t number;
    uint64_t instructions, cycles;
    bool advice;
    char where[GM_SCENARIO_WHERE];
};

/** Of `limit`; 0: the default of who searches. */
struct gm_scenario_limit {
    uint64_t states, depth, steps, seconds;
};

/** Everything that is said of one scenario. A plain value; nothing in it points outside. */
struct gm_scenario {
    char name[GM_SCENARIO_NAME];
    char about[GM_SCENARIO_TEXT];
    struct gm_scenario_machine machine;
    struct gm_scenario_start starts[GM_MAX_PES];
    struct gm_scenario_handler handlers[GM_MAX_PES]
                                       [4]; /**< by EL; [0]: the level of the start. See gm_scenario_handler_of */
    struct gm_scenario_protocol protocol;
    struct gm_scenario_limit limit;

    struct gm_scenario_set sets[GM_SCENARIO_ITEMS];
    struct gm_scenario_interrupt interrupts[GM_SCENARIO_ITEMS];
    struct gm_scenario_event events[GM_SCENARIO_ITEMS];
    struct gm_scenario_window windows[GM_SCENARIO_ITEMS];
    struct gm_scenario_claim claims[GM_SCENARIO_ITEMS];
    struct gm_scenario_balance balances[GM_SCENARIO_ITEMS];
    struct gm_scenario_expectation expectations[GM_SCENARIO_ITEMS];
    uint32_t set_count, interrupt_count, event_count, window_count, claim_count, balance_count, expectation_count;

    struct gm_label labels[GM_SCENARIO_POOL];
    uint64_t numbers[GM_SCENARIO_POOL];
    char names[GM_SCENARIO_ITEMS][GM_SCENARIO_REGISTER];
    uint32_t label_count, number_count, name_count;
};

/** Text with directives; lines end with a newline or a zero byte. */
struct gm_scenario_text {
    const char *name; /**< in places: "case.txt" */
    const char *text; /**< @c size bytes */
    size_t size;
};

/** What is read: any of the three carriers, in this order. */
struct gm_scenario_input {
    const struct gm_image *image;         /**< symbols and section .gicmask; NULL: labels are numbers */
    const struct gm_scenario_text *texts; /**< files */
    size_t text_count;
    const char *const *lines; /**< -D, a line each */
    size_t line_count;
    const struct gm_allocator *allocator; /**< copied; NULL: the C library's */
};

/** A list of scenarios; opaque. */
struct gm_scenarios;

/**
 * Reads scenarios.  Nothing of the input is kept.  Without any directive the list is empty.
 * @return GM_OK; GM_BAD_FORMAT with the place, what is wrong and the accepted forms; GM_TOO_LARGE; GM_NO_MEMORY.
 * *scenarios is NULL on failure.
 */
GM_API enum gm_status gm_scenarios_parse(const struct gm_scenario_input *input, struct gm_scenarios **scenarios,
                                         struct gm_error *error);
/** NULL is allowed. */
GM_API void gm_scenarios_free(struct gm_scenarios *scenarios);
/** In the order in which they were opened. */
GM_API size_t gm_scenarios_count(const struct gm_scenarios *scenarios);
/** @return NULL past the end; else it lives as long as the list. */
GM_API const struct gm_scenario *gm_scenarios_at(const struct gm_scenarios *scenarios, size_t index);

/** The accepted forms, one directive each: "limit [states=N] ...". @return NULL past the end; static storage. */
GM_API const char *gm_directive_form(size_t index);

/**
 * The scenario as directives, which read back give the same scenario (without places of directives).
 * @param to receives at most @p size bytes, always ended by a zero if size is not 0
 * @return the length of the whole text
 */
GM_API size_t gm_scenario_print(const struct gm_scenario *scenario, char *to, size_t size);

/** Fills a configuration; it borrows the scenario's strings. @p error names a core that does not exist (GM_NOT_FOUND).
 */
GM_API enum gm_status gm_scenario_config(const struct gm_scenario *scenario, struct gm_config *config,
                                         struct gm_error *error);

/** The handlers that apply to a PE at an exception level, 1 to 3. */
GM_API struct gm_scenario_handler gm_scenario_handler_of(const struct gm_scenario *scenario, unsigned pe, unsigned el);

/**
 * Makes a fresh machine (of gm_scenario_config) ready: loads the image, makes vectors and a stack of 4 KiB for each PE,
 * sets registers, interrupts and what is pending or active.  Events are not set up: they are whoever runs it's to
 * inject. Quirks are not the machine's: whoever checks applies them.
 * @return GM_OK; GM_NOT_FOUND (register), GM_READ_ONLY, GM_OVERLAP (no room for vectors within reach of the labels),
 *         GM_BAD_CONFIG (contradiction), or what loading returns. The machine is then to be destroyed.
 */
GM_API enum gm_status gm_scenario_setup(const struct gm_scenario *scenario, const struct gm_image *image,
                                        struct gm_machine *machine, struct gm_error *error);

#ifdef __cplusplus
}
#endif
#endif
