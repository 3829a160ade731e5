/* SPDX-License-Identifier: Apache-2.0 */
/* Every directive's forms: what is accepted and what it then says, what is refused and in which words. */
#include "fixture.h"

/* A line, and a line of the printed scenario that must follow from it (docs/directives.md). */
struct good {
    const char *line, *expected;
};

static const struct good good_lines[] = {
    {"about  two words \t# no", "about two words\n"},
    {"machine pes=8", "machine pes=8 highest-el=1\n"},
    {"machine security=2", "machine security=2 highest-el=3\n"},
    {"machine security=2 secure=yes el=3", "machine security=2 secure=yes highest-el=3 el=3\n"},
    {"machine el=2", "machine highest-el=2 el=2\n"},
    {"machine highest-el=3 scr-fiq=no", "machine highest-el=3 scr-fiq=no\n"},
    {"machine prio-bits=4 pmhe=1 eoimode=on", "machine highest-el=1 prio-bits=4 pmhe=yes eoimode=yes\n"},
    {"machine prio-bits=8 spis=988", "machine highest-el=1 prio-bits=8 spis=988\n"},
    {"machine narrow-dsb=drains resolve=prompt", "machine highest-el=1 narrow-dsb=drains resolve=prompt\n"},
    {"machine resolve=adversarial gic=cold", "machine highest-el=1 resolve=adversarial gic=cold\n"},
    {"machine quirk=cavium-23154,dist-unshifted", "machine highest-el=1 quirk=cavium-23154,dist-unshifted\n"},
    {"machine quirk=marvell-38545\nmachine quirk=none", "machine highest-el=1\n"},
    {"machine cpu=neoverse-n1 core=neoverse-v2", "machine highest-el=1 cpu=neoverse-n1 core=neoverse-v2\n"},
    {"machine unmapped=zero strict=no", "machine highest-el=1 unmapped=zero strict=no\n"},
    {"start pmr=0x60 daif=if", "start pe=0 entry=0x1000 pmr=96 daif=0xc0\n"},
    {"start daif=daif", "start pe=0 entry=0x1000 daif=0x3c0\n"},
    {"start daif=0x80", "start pe=0 entry=0x1000 daif=0x80\n"},
    {"start daif=0x80\nstart daif=none", "start pe=0 entry=0x1000\n"},
    {"start end=0x10,32 entry=7", "start pe=0 entry=0x7 end=0x10,0x20\n"},
    {"start running=0xa0,0x20 running-group=0", "start pe=0 entry=0x1000 running=0xa0,0x20 running-group=0\n"},
    {"start unknown=x3,ELR_EL1", "start pe=0 entry=0x1000 unknown=x3,ELR_EL1\n"},
    {"machine pes=2\nstart pe=1 pmhe=yes", "start pe=1 entry=0x1000 pmhe=yes\n"},
    {"machine pes=2 highest-el=3\nstart pe=0,1 el=3", "start pe=1 entry=0x1000 el=3\n"},
    {"set x0=1 ICC_BPR1_EL1=0x3", "set x0=0x1\nset ICC_BPR1_EL1=0x3\n"},
    {"machine pes=2\nset w30=1 pe=1", "set w30=0x1 pe=1\n"},
    {"machine pes=2\nset d31=1 pe=1,0", "set d31=0x1\n"},
    {"interrupt 32", "interrupt 32\n"},
    {"interrupt 32,33 prio=0x20 class=nmi", "interrupt 32 prio=32 class=nmi\ninterrupt 33 prio=32 class=nmi\n"},
    {"interrupt 32 level disabled group=0 state=pending", "interrupt 32 group=0 level disabled state=pending\n"},
    {"interrupt 32 state=active\ninterrupt 32 prio=8", "interrupt 32 prio=8 state=active\n"},
    {"interrupt 32 level\ninterrupt 32 edge", "interrupt 32\n"},
    {"machine pes=2\ninterrupt 27 prio=1\ninterrupt 27 pe=1 level",
     "interrupt 27 prio=1\ninterrupt 27 prio=1 level pe=1\n"},
    {"machine pes=2\ninterrupt 40 pe=1", "interrupt 40 pe=1\n"},
    {"interrupt 40 one-of-n", "interrupt 40 one-of-n\n"},
    {"interrupt 2 state=active-pending", "interrupt 2 state=active-pending\n"},
    {"machine security=2\ninterrupt 29 group=1s", "interrupt 29 group=1s\n"},
    {"interrupt 32\nraise 32 at=0x1004", "raise 32 at=0x1004 by=0\n"},
    {"interrupt 32\nraise 32 step=0", "raise 32 by=0 step=0\n"},
    {"interrupt 32\nraise 32 step=12 optional", "raise 32 step=12 optional by=0\n"},
    {"interrupt 32\nraise 32 anywhere times=2 lower=ack", "raise 32 anywhere times=2 by=0 lower=ack\n"},
    {"interrupt 32\nlower 32 from=4 to=8", "lower 32 from=0x4 to=0x8 by=0\n"},
    {"machine pes=2\ninterrupt 27\nraise 27 anywhere pe=1", "raise 27 anywhere pe=1 by=1\n"},
    {"machine pes=2\ninterrupt 27\nraise 27 anywhere by=1", "raise 27 anywhere by=1\n"},
    {"handler irq=1 fiq=2 sync=3 serror=4", "handler irq=0x1 fiq=0x2 sync=0x3 serror=0x4 pe=0\n"},
    {"handler irq=1\nhandler fiq=2 el=3\nhandler irq=8", "handler irq=0x8 pe=0\nhandler fiq=0x2 el=3 pe=0\n"},
    {"handler irq=1\nhandler vectors=0x800", "handler vectors=0x800 pe=0\n"},
    {"handler vectors=0x800\nhandler irq=1", "handler irq=0x1 pe=0\n"},
    {"window critical from=4 to=8 name=lock against=all", "window critical from=0x4 to=0x8 against=all name=lock\n"},
    {"window nmi\nwindow open-nmi to=8", "window nmi\nwindow open-nmi to=0x8\n"},
    {"machine pes=2\nwindow masked pe=1\nwindow enabled pe=0,1", "window masked pe=1\nwindow enabled\n"},
    {"claim masked at=4", "claim masked at=0x4\n"},
    {"claim enabled at=4\nclaim protocol at=8", "claim enabled at=0x4\nclaim protocol at=0x8\n"},
    {"claim flag=x0 at=4", "claim flag=x0 at=0x4\n"},
    {"claim real-intid=w1 at=4", "claim real-intid=w1 at=0x4\n"},
    {"claim equal=x0,x1 at=4", "claim equal=x0,x1 at=0x4\n"},
    {"claim equal=x0,1023 at=4", "claim equal=x0,0x3ff at=0x4\n"},
    {"instrument at=4", "instrument at=0x4\n"},
    {"balanced", "balanced regs=pmr,daif,running\n"},
    {"balanced handler regs=pmr", "balanced handler regs=pmr\n"},
    {"balanced from=4 to=8 regs=nzcv,ICC_IGRPEN1_EL1", "balanced from=0x4 to=0x8 regs=nzcv,ICC_IGRPEN1_EL1\n"},
    {"protocol linux-5.1 on=0xf0 off=0x70", "protocol linux-5.1 on=240 off=112\n"},
    {"protocol linux-6.11\nprotocol tag=16", "protocol linux-6.11 tag=16\n"},
    {"protocol feat-nmi\nprotocol file=mine.txt", "protocol file=mine.txt\n"},
    {"protocol tf-a-ehf", "protocol tf-a-ehf\n"},
    {"interrupt 32\nexpect taken 32", "expect taken 32\n"},
    {"interrupt 32\nexpect taken 32 at=4,8 exact nth=2", "expect taken 32 at=0x4,0x8 nth=2 exact\n"},
    {"interrupt 32\nexpect taken 32 never from=4 to=8", "expect taken 32 from=0x4 to=0x8 never\n"},
    {"interrupt 32\nwindow nmi name=n\nexpect taken 32 window=n may pe=0", "expect taken 32 window=n pe=0 may\n"},
    {"expect acknowledged 1023 at=4", "expect acknowledged 1023 at=0x4\n"},
    {"expect wakes 4 must\nexpect no-wake 4 may", "expect wakes 0x4\nexpect no-wake 0x4 may\n"},
    {"expect read ICC_IAR1_EL1 at=4 in=32,1023 exact", "expect read ICC_IAR1_EL1 at=0x4 in=0x20,0x3ff exact\n"},
    {"expect value running at=4 in=0xff mask=0xf8", "expect value running at=0x4 in=0xff mask=248\n"},
    {"expect verdict missing-dsb at=4 must", "expect verdict missing-dsb at=0x4\n"},
    {"expect verdict unbalanced never", "expect verdict unbalanced never\n"},
    {"expect ends waiting may\nexpect ends undefined at=4 never",
     "expect ends waiting may\nexpect ends undefined at=0x4 never\n"},
    {"expect depth 1", "expect depth 1\n"},
    {"expect hold-off irq instructions=9\nexpect hold-off nmi cycles=8",
     "expect hold-off irq instructions=9\nexpect hold-off nmi cycles=8\n"},
    {"expect clean\nexpect clean advice", "expect clean\nexpect clean advice\n"},
    {"limit states=1000 depth=10 steps=0x20 seconds=3", "limit states=1000 depth=10 steps=32 seconds=3\n"},
    {"limit states=5\nlimit steps=6", "limit states=5 steps=6\n"},
    {"start daif=i pmr=1\nprofile P0", "start pe=0 entry=0x1000\n"},
    {"profile P0h", "machine highest-el=1 pmhe=yes eoimode=yes\nstart pe=0 entry=0x1000\ninterrupt 32\ninterrupt 33\n"
                    "interrupt 23 prio=32 class=nmi\ninterrupt 24 prio=32 class=nmi\n"},
    {"profile PF1",
     "machine security=2 highest-el=3 eoimode=yes\nstart pe=0 entry=0x1000 pmr=240\ninterrupt 32 prio=208\n"
     "interrupt 33 prio=208\ninterrupt 23 prio=144 class=nmi\ninterrupt 24 prio=144 class=nmi\n"},
    {"profile PF0",
     "machine security=2 highest-el=3 scr-fiq=no eoimode=yes\nstart pe=0 entry=0x1000\ninterrupt 32 prio=208\n"},
    {"profile PS", "machine security=2 secure=yes highest-el=3 el=3\nstart pe=0 entry=0x1000 pmr=248\n"},
    {"profile P0\ninterrupt 32 level\nprofile P0", "interrupt 32\n"},
};

static void accepted(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good_lines / sizeof good_lines[0]; i++) {
        char text[1024];
        snprintf(text, sizeof text, "start entry=0x1000\n%s\n", good_lines[i].line);
        struct gm_scenarios *list = must_read(text);
        assert_int_equal(gm_scenarios_count(list), 1);
        char *out = printed(gm_scenarios_at(list, 0));
        if (strstr(out, good_lines[i].expected) == NULL) {
            fail_msg("'%s' gives\n%s, without\n%s", good_lines[i].line, out, good_lines[i].expected);
        }
        free(out);
        gm_scenarios_free(list);
    }
}

/* A line, and what the message says after "t.txt:2: ". */
struct bad {
    const char *line, *message;
};

static const struct bad bad_lines[] = {
    {"expekt clean", "unknown directive 'expekt'; there are scenario about profile machine start set interrupt raise"},
    {"expect", "unknown expectation 'expect'; there are taken acknowledged wakes no-wake read value verdict ends"},
    {"expect joy", "unknown expectation 'joy'; there are taken acknowledged"},
    {"about", "1 to 159 bytes of text are wanted; form: about WORDS"},
    {"profile", "profile is missing; form: profile P0|P0h|PF1|PF0|PS"},
    {"profile PV", "profile: 'PV' is not one of P0 P0h PF1 PF0 PS"},
    {"machine pes=0", "pes: 0 is not in 1 to 8; form: machine KEY=VALUE ... (pes security"},
    {"machine pes=9", "pes: 9 is not in 1 to 8"},
    {"machine pes=two", "pes: 'two' is not a number"},
    {"machine pes=", "pes: '' is not a number"},
    {"machine pes=0x", "pes: '0x' is not a number"},
    {"machine pes=18446744073709551617", "pes: '18446744073709551617' is not a number"},
    {"machine pes=1 pes=1", "'1': pes is given twice"},
    {"machine hexes=1", "unknown key 'hexes'; form: machine"},
    {"machine fast", "unknown word 'fast'; form: machine"},
    {"machine security=3", "security: 3 is not in 1 to 2"},
    {"machine pmhe=maybe", "pmhe: 'maybe' is not one of yes no 1 0 on off"},
    {"machine quirk=x", "quirk: 'x' is not one of cavium-23154 marvell-38545 dist-unshifted"},
    {"machine resolve=fast", "resolve: 'fast' is not one of explored prompt adversarial timed"},
    {"machine cpu=", "cpu: a name has 1 to 31 bytes"},
    {"start entry=nowhere", "label 'nowhere': no such symbol; form: start"},
    {"start entry=.Lx", "label '.Lx': no such symbol (labels with .L are not in the file: use gm_label)"},
    {"start entry=1f", "label: '1f' is not a number; a symbol does not begin with a digit"},
    {"start pmr=256", "pmr: 256 is not in 0 to 255"},
    {"start daif=x", "daif: 'x' is not none, letters of daif, or a number"},
    {"start daif=", "daif: '' is not none"},
    {"start daif=0x20", "daif: only bits 9 to 6 (0x3c0) are there"},
    {"start pe=8", "pe: 8 is not in 0 to 7"},
    {"start pe=0,", "pe: '' is not a number"},
    {"start running=0x100", "running: 0x100 is not in 0 to 255"},
    {"start unknown=y3", "unknown: 'y3' is not a register"},
    {"set", "REGISTER=VALUE is missing; form: set [pe=LIST] REGISTER=VALUE ..."},
    {"set x31=0", "'x31' is not a register"},
    {"set x00=0", "'x00' is not a register"},
    {"set pc=0", "pc is not set so: see start"},
    {"set x0=foo", "label 'foo': no such symbol"},
    {"interrupt", "INTID is missing; form: interrupt INTIDS [prio=N]"},
    {"interrupt 1020", "INTID: 1020 is not in 0 to 1019"},
    {"interrupt 32 edge level", "'level' after another word for trigger"},
    {"interrupt 32 group=2", "group: '2' is not one of 0 1 1s"},
    {"interrupt 2 level", "SGI 2 cannot be level"},
    {"interrupt 27 one-of-n", "one-of-n is for SPIs, not for 27"},
    {"interrupt 32 pe=0 one-of-n", "pe and one-of-n contradict each other"},
    {"raise 32", "one of at, step, anywhere, from and to is wanted; form: raise INTID at=LABEL|step=N|anywhere"},
    {"raise 32 at=4 step=2", "one of at, step, anywhere, from and to is wanted"},
    {"raise 32 from=4", "from and to belong together"},
    {"raise 32 step=1 times=2", "a step comes once: no times"},
    {"raise 32 anywhere times=0", "times: 0 is not in 1 to 1000"},
    {"raise 32 anywhere lower=eoi", "lower: 'eoi' is not one of ack"},
    {"lower 32 anywhere lower=ack", "unknown key 'lower'; form: lower INTID"},
    {"lower 3 anywhere", "an SGI has no line to lower"},
    {"handler", "a label is missing; form: handler [irq=LABEL]"},
    {"handler irq=1 vectors=2", "vectors and labels contradict each other"},
    {"handler irq=1 el=0", "el: 0 is not in 1 to 3"},
    {"window", "KIND is missing; form: window KIND"},
    {"window big", "KIND: 'big' is not one of critical nmi open-nmi masked enabled"},
    {"window nmi against=all", "against is for critical windows"},
    {"claim at=4", "one claim is wanted; form: claim masked|enabled"},
    {"claim masked flag=x0 at=4", "one claim is wanted"},
    {"claim masked", "at is missing"},
    {"claim equal=x0 at=4", "equal: two values with a comma between them are wanted"},
    {"claim equal=x0,x1,x2 at=4", "equal: two values with a comma between them are wanted"},
    {"instrument", "at is missing; form: instrument at=LABEL [pe=LIST]"},
    {"balanced handler from=4 to=8", "handler and from, to contradict each other"},
    {"balanced regs=q0", "regs: 'q0' is not a register"},
    {"protocol", "a protocol is missing; form: protocol NAME|file=PATH"},
    {"protocol linux-7", "unknown word 'linux-7'; form: protocol"},
    {"protocol daif file=a", "a protocol's name and file contradict each other"},
    {"expect taken", "INTID is missing; form: expect taken INTID"},
    {"expect taken 32 must may", "'may' after another word for mode"},
    {"expect taken 32 at=4 window=n", "at, from and to, and window contradict each other"},
    {"expect taken 32 exact", "exact needs a list: at=LABELS"},
    {"expect wakes 4 exact", "unknown word 'exact'; form: expect wakes LABEL"},
    {"expect read x0 at=4", "in is missing; form: expect read REG"},
    {"expect read pmr= at=4 in=1", "REG: 'pmr=' is not a register"},
    {"expect verdict sad", "verdict: 'sad' is not one of critical-hit nmi-nested"},
    {"expect ends never", "end: 'never' is not one of end waiting undefined unmapped halt limit"},
    {"expect depth", "N is missing"},
    {"expect hold-off irq", "a bound is missing: instructions or cycles"},
    {"expect clean must", "unknown word 'must'; form: expect clean [advice]"},
    {"limit", "a limit is missing; form: limit [states=N]"},
    {"limit seconds=4294967296", "seconds: 4294967296 is not in 0 to 4294967295"},
    {"scenario", "one name is wanted; form: scenario NAME|*"},
    {"scenario a b", "one name is wanted"},
    {"scenario a=b", "'a=b' is not a name: 1 to 63 of letters, digits, _ - . /"},
    {"limit \x01=3", "control character 0x01 in a line"},
};

static void refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_lines / sizeof bad_lines[0]; i++) {
        char text[1024], expected[300];
        struct gm_error error;
        snprintf(text, sizeof text, "start entry=0x1000\n%s\n", bad_lines[i].line);
        snprintf(expected, sizeof expected, "t.txt:2: %s", bad_lines[i].message);
        struct gm_scenarios *list = read_text(text, &error);
        if (list != NULL || strncmp(error.text, expected, strlen(expected)) != 0) {
            fail_msg("'%s' is refused with\n%s, not\n%s", bad_lines[i].line, list != NULL ? "nothing" : error.text,
                     expected);
        }
    }
}

/* What only the whole scenario shows; the message without its place. */
static const struct bad bad_wholes[] = {
    {"machine security=2 highest-el=2", "scenario main: machine: two security states need highest-el=3"},
    {"machine security=2 prio-bits=4", "scenario main: machine: two security states need prio-bits=5 or more"},
    {"machine secure=yes", "scenario main: machine: secure needs security=2"},
    {"machine el=3 highest-el=2", "scenario main: machine: el=3 is above highest-el=2"},
    {"machine spis=33", "scenario main: machine: spis is a multiple of 32, or 988"},
    {"start el=2", "scenario main: start: el=2 is above highest-el=1"},
    {"start running-group=1s", "scenario main: start: running-group=1s needs security=2"},
    {"interrupt 96", "scenario main: interrupt 96: there are 64 SPIs, up to 95 (machine spis=)"},
    {"interrupt 32 group=1s", "scenario main: interrupt 32: group=1s needs security=2"},
    {"interrupt 27 pe=1", "scenario main: interrupt 27: pe=1, but there are 1 PEs"},
    {"raise 32 anywhere", "scenario main: raise 32: no 'interrupt 32' says what it is"},
    {"interrupt 32\nlower 32 anywhere by=1", "scenario main: lower 32: there are 1 PEs"},
    {"window nmi name=a\nwindow nmi name=a", "scenario main: window: two are named 'a'"},
    {"window nmi pe=1", "scenario main: window: pe=, but there are 1 PEs"},
    {"set x0=1 pe=0,1", "scenario main: set, claim, instrument or balanced: pe=, but there are 1 PEs"},
    {"expect taken 32", "t.txt:2: expect: no 'interrupt 32' says what 32 is"},
    {"interrupt 32\nexpect taken 32 window=a", "t.txt:3: expect: no window is named 'a'"},
    {"interrupt 32\nexpect taken 32 pe=1", "t.txt:3: expect: pe=1, but there are 1 PEs"},
    {"expect taken 1023", "t.txt:2: expect: no 'interrupt 1023' says what 1023 is"},
};

static void contradictions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_wholes / sizeof bad_wholes[0]; i++) {
        char text[1024];
        struct gm_error error;
        snprintf(text, sizeof text, "start entry=0x1000\n%s\n", bad_wholes[i].line);
        struct gm_scenarios *list = read_text(text, &error);
        assert_null(list);
        assert_string_equal(error.text, bad_wholes[i].message);
    }
    struct gm_error error;
    assert_null(read_text("machine pes=1\n", &error));
    assert_string_equal(error.text, "scenario main: start: without an image an entry is needed");
}

/* Text without what a reader of both must not care about. */
static void squeeze(char *to, const char *from, size_t size)
{
    size_t n = 0;
    for (; *from != '\0' && n + 1 < size; from++) {
        if (*from != ' ' && *from != '\n') {
            to[n++] = *from;
        }
    }
    to[n] = '\0';
}

static void documented(void **state)
{
    static char text[1 << 16], page[1 << 16];
    (void)state;
    FILE *f = fopen(SOURCE_DIR "/docs/directives.md", "rb");
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    squeeze(page, text, sizeof page);
    size_t count = 0;
    for (; gm_directive_form(count) != NULL; count++) {
        char form[512], squeezed[512];
        snprintf(form, sizeof form, "%s", gm_directive_form(count));
        form[strcspn(form, "(")] = '\0'; /* the keys of `machine` are a table there */
        squeeze(squeezed, form, sizeof squeezed);
        if (strstr(page, squeezed) == NULL) {
            fail_msg("docs/directives.md does not have: %s", form);
        }
    }
    assert_true(count > 25);
    for (unsigned v = 0; strcmp(gm_verdict_word(v), "unknown") != 0; v++) {
        char name[64];
        snprintf(name, sizeof name, "`%s`", gm_verdict_word(v));
        assert_non_null(strstr(text, name));
        assert_true(strlen(gm_verdict_text(v)) > 10);
        assert_int_equal(gm_verdict_advice(v), strncmp(gm_verdict_word(v), "redundant", 9) == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepted),
        cmocka_unit_test(refused),
        cmocka_unit_test(contradictions),
        cmocka_unit_test(documented),
    };
    return cmocka_run_group_tests_name("scenario grammar", tests, NULL, NULL);
}
