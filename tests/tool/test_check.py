#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""gicmask check: verdicts, exit status, listing, JSON and its replay, JUnit, shards, bad input. usage: test_check.py TOOL ROOT"""
import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

from test_json import mismatch
from tool import Tool, is_one_line

tool = Tool(sys.argv[1], sys.argv[2])
EXAMPLES = "examples/scenarios"
UNMASK = EXAMPLES + "/unmask-dsb.S"
NAMES = ["trap/opens", "trap/inherits", "save/balanced", "save/wrong-kind", "unmask/no-dsb-hint", "unmask/dsb-hint",
         "unmask/no-dsb", "mask/no-dsb-hint"]

# Unmasking without a DSB: rule 4 of docs/semantics.md lets the hint keep the old mask for ever, and rule 13 the WFI wait.
IDLE = """
        .include "gicmask/gicmask.inc"
        gm      "profile P0h"
        gm      "start entry=go end=done pmr=0x60 daif=i"
        gm      "interrupt 32 state=pending"
        gm      "handler irq=done"
%s
        .text
go:     mov     x1, #0xe0
write:  msr     S3_0_C4_C6_0, x1
idle:   wfi
done:   nop
"""


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def idle(self, *directives, name="idle.S"):
        return self.write(name, IDLE % "\n".join(f'        gm "{d}"' for d in directives))

    def check(self, *arguments, status=0):
        got, out, err = tool.run("check", *arguments)
        self.assertEqual((got, err), (status, ""), f"{arguments}: {out}{err}")
        return out

    def document(self, *arguments, status=0):
        document = json.loads(self.check(*arguments, "--json", status=status))
        self.assertIsNone(mismatch(document, "gicmask.check", "document"))
        self.assertEqual((document["schema"], document["version"]), ("gicmask.check", 1))
        return document

    def bad(self, *arguments, says):
        status, out, err = tool.run("check", *arguments)
        self.assertEqual(status, 2, f"{arguments}: {out}{err}")
        self.assertTrue(is_one_line(err), f"{arguments}: stderr is {err!r}")
        self.assertIn(says, err)


class Verdicts(Case):
    def test_the_examples(self):
        out = self.check(EXAMPLES)
        rows = {line.split()[0]: line for line in out.split("\n\n", maxsplit=1)[0].splitlines()[1:]}
        self.assertEqual(list(rows), NAMES)
        for row in rows.values():
            self.assertRegex(row, r"^\S+ +ok +\d+ +\d+ +exhaustive +\d+\.\d\d s ")
        self.assertIn("missing-dsb (must, expected) at no_dsb+0x4: no guarantee", out)
        self.assertTrue(out.endswith("8 scenarios: 8 ok, 0 not; exhaustive under sequential consistency\n"), out)

    def test_a_finding_that_nothing_expects(self):
        out = self.check(self.idle(), status=1)
        self.assertRegex(out, r"(?m)^main +2 findings ")
        self.assertIn("\n  missing-dsb (must) at write: ", out)
        self.assertIn("\n  no-wake (may) at idle: ", out)
        self.assertIn("1 scenario: 0 ok, 1 not;", out)

    def test_what_makes_a_finding_expected(self):
        expect = ["expect verdict missing-dsb", "expect verdict no-wake may"]
        self.check(self.idle(*expect))
        self.check(self.idle("expect verdict missing-dsb at=write", "expect no-wake idle may"))
        self.check(self.idle(expect[0]), status=1)
        self.check(self.idle(expect[1]), status=1)
        self.check(self.idle("expect verdict missing-dsb at=go may", expect[1]), status=1)
        out = self.check(self.idle("expect verdict missing-dsb never", expect[1]), status=1)
        self.assertIn("FAILED 1, 1 finding ", out)

    def test_an_expectation_that_fails(self):
        path = self.idle("expect verdict missing-dsb", "expect no-wake idle may", "expect wakes idle must")
        out = self.check(path, status=1)
        self.assertRegex(out, r"(?m)^main +FAILED 1 ")
        self.assertIn("FAILED idle.S: .gicmask directive 7: expect wakes idle", out)
        out = self.check(path, "-D", "expect taken 32 must", status=1)
        self.assertIn("FAILED -D directive 1: expect taken 32", out)

    def test_a_bound_is_said(self):
        out = self.check(UNMASK, "--most-states", "3", status=1)
        self.assertRegex(out, r"(?m)^unmask/no-dsb +.* bounded ")
        self.assertNotIn("exhaustive", out)
        self.assertIn("4 met a bound", out)
        out = self.check(self.idle("limit states=2"), "-D", "expect clean")
        self.assertIn("1 met a bound", out)


class Inputs(Case):
    def test_all_kinds_of_file(self):
        include = os.path.join(tool.root, "include")
        want = self.check(self.idle(), status=1)
        built = os.path.join(self.folder, "idle.o")
        linked = os.path.join(self.folder, "idle")
        subprocess.run(["aarch64-linux-gnu-as", "-I", include, "-o", built, os.path.join(self.folder, "idle.S")], check=True)
        subprocess.run(["aarch64-linux-gnu-ld", "-Ttext=0x400000", "-e", "0x400000", "-o", linked, built], check=True)
        for path in (built, linked):
            got = self.check(path, status=1)
            self.assertEqual(re.findall("(?m)^  .*", got), re.findall("(?m)^  .*", want))

    def test_folders(self):
        self.idle("scenario b", name="two/b.S")
        self.idle("scenario a", name="a.S")
        self.idle("scenario deep", name="two/three/deep.S")
        self.idle("scenario hidden", name=".hidden/h.S")
        self.write("two/plain.S", "#error not a scenario\n")
        self.write("two/text.txt", "nonsense\n")
        out = self.check(self.folder, status=1)
        self.assertEqual(re.findall(r"(?m)^(\S+) +2 findings", out), ["a", "b", "deep"])

    def test_includes(self):
        self.write("beside/x.inc", ".set VALUE, 1\n")
        self.write("other/y.inc", ".set OTHER, 2\n")
        path = self.write("beside/s.S", '.include "x.inc"\n.include "y.inc"\n' + IDLE % "" + " .word VALUE, OTHER\n")
        self.bad(path, says="y.inc")
        self.check(path, "-I", os.path.join(self.folder, "other"), status=1)

    def test_three_carriers(self):
        path = self.write("plain.S", "go: nop\ndone: nop\n")
        text = self.write("d.txt", "# a comment\nscenario one\nstart entry=go end=done\nscenario two\nstart entry=go end=done\n")
        self.assertEqual(len(self.document(path, "--file", text)["scenarios"]), 2)
        self.assertEqual(len(self.document(path, "-D", "start entry=go end=done")["scenarios"]), 1)
        self.bad(path, says="plain.S")
        self.bad(path, "-D", "start entry=nowhere", says="-D directive 1")
        self.bad(path, "--file", self.write("bad.txt", "scenario x\nfrobnicate\n"), says="bad.txt:2")

    def test_temporary_files_go(self):
        before = set(os.listdir(self.folder))
        path = self.idle()
        status, _, _ = tool.run("check", path, env={"TMPDIR": self.folder})
        self.assertEqual((status, set(os.listdir(self.folder)) - before), (1, {"idle.S"}))

    def test_bad_input(self):
        self.bad(says="FILE")
        self.bad("no-such-file.S", says="no-such-file.S")
        self.bad(self.folder, says="scenario")
        self.bad(UNMASK, "--frobnicate", says="--frobnicate")
        for shard in ("", "1", "/2", "1/", "3/2", "-1/2", "0/0", "1/2/3", "a/b"):
            self.bad(UNMASK, "--shard", shard, says="--shard")
        for states in ("0", "-1", "x", ""):
            self.bad(UNMASK, "--most-states", states, says="--most-states")
        self.bad(UNMASK, "--file", "no-such-file.txt", says="no-such-file.txt")
        self.bad(UNMASK, "--junit", os.path.join(self.folder, "no/such/folder.xml"), says="--junit")
        self.bad(UNMASK, "--json", "--explain", says="--explain")
        self.bad(self.write("e.S", 'frobnicate\n.section .gicmask\n'), says="e.S:1")
        self.bad(self.idle("machine core=z80"), says="z80")


class Explain(Case):
    def test_the_listing(self):
        out = self.check(self.idle(), "--explain", status=1)
        listing = out[out.index("main: no-wake"):]
        for pattern in (r"^ +- +PE0 +go +the start +60 +--I-$",
                        r"^ +2 +PE0 +write +msr icc_pmr_el1, x1 +60>e0 +--I-$",
                        r"^ +# rules 2 and 4: ",
                        r"^ +\* PMR value 0xe0 is sent to the redistributor$",
                        r"^ +\| interrupt 32, priority 0xa0: the redistributor holds it back.*copy of the PMR is 0x60$",
                        r"^ +3 +PE0 +idle +wfi +e0 +--I-$",
                        r"^ +the path ends$", r"^ +# rule 13: "):
            self.assertRegex(listing, re.compile(pattern, re.M))

    def test_what_strikes(self):
        out = self.check(EXAMPLES + "/critical-window.S", "--explain")
        listing = out[out.index("trap/opens: critical-hit (may, expected) at trap_opens+0x10"):].split("\n\n")[0]
        raised = listing.index("interrupt 32 is raised")
        down = listing.index("# rule 5: ")
        taken = listing.index("the interrupt is taken")
        self.assertTrue(raised < down < taken, listing)
        self.assertIn("IRQ taken from EL1 to EL1", listing[taken:])
        self.assertIn("return address trap_opens+0x10", listing[taken:])
        self.assertIn("# rules 2 and 15: ", listing[taken:])

    def test_rules(self):
        """The number of the rule of docs/semantics.md beside each kind of instruction, in the manual's encodings."""
        code = [("msr daifset, #2", "rule 1"), ("msr daifclr, #2", "rule 2"), ("mrs x3, daif", None),
                ("msr daif, x3", "rules 1 and 2"), ("mov x1, #0x60", None), ("msr S3_0_C4_C6_0, x1", "rule 1"),
                ("mov x1, #0xe0", None), ("msr S3_0_C4_C6_0, x1", "rule 2"), ("dsb sy", "rule 7"), ("dsb ish", "rule 8"),
                ("dsb st", "rule 8"), ("isb", "rule 2"), ("mrs x0, S3_0_C12_C12_0", "rule 11"),
                ("mrs x0, S3_0_C12_C8_0", "rule 11"), ("msr S3_0_C12_C12_1, x0", "rule 12"),
                ("msr S3_0_C12_C8_1, x0", "rule 12"), ("msr S3_0_C12_C11_1, x0", "rule 12"),
                ("msr S3_0_C12_C11_5, xzr", "rule 17"), ("mrs x0, S3_0_C12_C12_4", None),
                ("msr S3_0_C12_C12_4, x0", "rule 3"), ("mrs x0, S3_0_C12_C12_3", None), ("msr S3_0_C12_C12_3, x0", "rule 3"),
                ("mrs x0, S3_0_C12_C12_7", None), ("msr S3_0_C12_C12_7, x0", "rule 3"), ("sevl", None), ("wfe", "rule 14")]
        path = self.write("rules.S", """
        .include "gicmask/gicmask.inc"
        gm "profile P0\\n start entry=go end=done"
        gm "interrupt 32 prio=0xa0"
        gm "expect taken 32"
go:     """ + "\n        ".join(text for text, _ in code) + "\ndone:   nop\n")
        out = self.check(path, "--explain", status=1)
        lines = out[out.rindex("the start"):].splitlines()
        moves = [i for i, line in enumerate(lines) if re.match(r" +\d+  PE0  go", line)]
        self.assertEqual(len(moves), len(code), out)
        for (text, rule), at in zip(code, moves):
            got = re.match(r" +# (rules? [^:]+):", lines[at + 1])
            self.assertEqual(got and got.group(1), rule, f"{text}: {lines[at]} {lines[at + 1]}")

    def test_only_what_is_not_expected(self):
        """Of a scenario that is not fine, the listing is of what makes it so."""
        out = self.check(self.idle("expect verdict missing-dsb"), "--explain", status=1)
        self.assertIn("\nmain: no-wake (may)", out)
        self.assertNotIn("\nmain: missing-dsb", out)


class Json(Case):
    def test_schema(self):
        document = self.document(EXAMPLES)
        self.assertEqual([s["name"] for s in document["scenarios"]], NAMES)
        self.assertEqual({s["result"] for s in document["scenarios"]}, {"ok"})
        finding = document["scenarios"][4]["findings"][0]
        self.assertEqual((finding["verdict"], finding["must"], finding["place"]), ("missing-dsb", True, "no_dsb+0x4"))
        document = self.document(self.idle("expect wakes idle", "expect taken 32 may"), status=1)
        failures = document["scenarios"][0]["failures"]
        self.assertEqual([f["text"] for f in failures], ["expect wakes idle", "expect taken 32 may"])
        self.assertEqual(failures[0]["moves"][-1]["move"], "end")
        self.assertEqual((failures[1]["moves"], failures[1]["end_state"]), ([], None))

    def replay(self, document, *arguments, status=0):
        path = self.write("result.json", json.dumps(document))
        return self.check("--replay", path, *arguments, status=status)

    def test_replay(self):
        document = self.document(self.idle("expect wakes idle"), EXAMPLES, status=1)
        ways = [item for s in document["scenarios"] for item in s["findings"] + s["failures"] if item["moves"]]
        self.assertGreater(len(ways), 6)
        out = self.replay(document)
        self.assertEqual(out.count("the same end\n"), len(ways))
        self.assertIn(f"{len(ways)} counterexamples: {len(ways)} come to the same end, 0 do not\n", out)
        self.assertIn("main: expect wakes idle at idle.S: .gicmask directive 5: ", out)
        self.assertIn("msr icc_pmr_el1, x1", self.replay(document, "--explain"))

    def test_replay_begins_as_the_search(self):
        """What was pending long ago is at the CPU interface already: WFI completes without a message before it."""
        after = IDLE.replace("done:", "after:  nop\ndone:") % '        gm "machine pmhe=no"'
        document = self.document(self.write("after.S", after), "-D", "expect taken 32", status=1)
        moves = document["scenarios"][0]["failures"][0]["moves"]
        self.assertEqual([m["place"] for m in moves if m["move"] == "step"], ["go", "write", "idle", "after"])
        self.replay(document)

    def test_replay_of_directives_and_moved_files(self):
        path = self.write("plain.S", "go: nop\nat: msr S3_0_C12_C12_1, x0\ndone: nop\n")
        text = self.write("d.txt", "profile P0\nstart entry=go end=done\n")
        document = self.document(path, "--file", text, "-D", "set x0=32", status=1)
        self.assertEqual(document["scenarios"][0]["findings"][0]["verdict"], "eoi-without-ack")  # rule 12
        self.replay(document)
        moved = os.path.join(self.folder, "moved")
        os.mkdir(moved)
        shutil.move(path, moved)
        self.bad("--replay", self.write("result.json", json.dumps(document)), says="plain.S")
        self.replay(document, moved + "/plain.S")

    def test_replay_notices(self):
        """Whatever is spoilt, it is not the same end."""
        good = self.document(self.idle(), status=1)
        self.replay(good)

        def finding(document):
            return document["scenarios"][0]["findings"][1]

        def spoilt(spoil, says):
            document = json.loads(json.dumps(good))
            spoil(document)
            out = self.replay(document, status=1)
            self.assertIn("DIFFERS: " + says, out)
            self.assertIn("1 do not\n", out)

        spoilt(lambda d: finding(d).update(end_state="0x1"), "the moves lead to another state")
        spoilt(lambda d: finding(d)["moves"].pop(0), "move 1: ")
        spoilt(lambda d: finding(d)["moves"][1].update(pe=1), "move 2: ")
        spoilt(lambda d: finding(d)["moves"][0].update(move="take"), "move 1: ")
        spoilt(lambda d: finding(d)["moves"][0].update(move="event"), "move 1: event 0")
        spoilt(lambda d: finding(d)["moves"][0].update(move="gic", detail=3), "move 1: ")
        spoilt(lambda d: finding(d).update(verdict="livelock"), "the search does not find it")
        spoilt(lambda d: finding(d).update(address="0x4"), "the search does not find it")
        spoilt(lambda d: finding(d)["moves"].pop(), "the search does not find it")

        def longer(document):
            first, second = document["scenarios"][0]["findings"]
            first.update(moves=second["moves"], end_state=second["end_state"])

        spoilt(longer, "the search comes to it by other moves")

    def test_replay_when_the_program_has_changed(self):
        document = self.document(self.idle(), status=1)
        self.write("idle.S", IDLE.replace("idle:   wfi", "        dsb sy\nidle:   wfi") % "")
        self.assertIn("DIFFERS", self.replay(document, status=1))

    def test_bad_documents(self):
        good = self.document(self.idle(), status=1)
        for text in ("", "{", "[]", "3", "{}", '{"schema":"gicmask.run"}', "\0"):
            self.bad("--replay", self.write("x.json", text), says="x.json")
        self.bad("--replay", "no-such-file.json", says="no-such-file.json")
        for spoil in (lambda d: d.pop("inputs"), lambda d: d.pop("scenarios"), lambda d: d["scenarios"].append(1),
                      lambda d: d["scenarios"][0].update(findings={}), lambda d: d["scenarios"][0].update(name="other"),
                      lambda d: d["scenarios"][0]["findings"][0].update(moves=[1]),
                      lambda d: d["scenarios"][0]["findings"][0]["moves"][0].update(pe=99),
                      lambda d: d["scenarios"][0]["findings"][0]["moves"][0].update(move="jump"),
                      lambda d: d["scenarios"][0]["findings"][0]["moves"][0].update(address="0x0"),
                      lambda d: d["scenarios"][0]["findings"][0]["moves"][0].update(detail=-1)):
            document = json.loads(json.dumps(good))
            spoil(document)
            self.bad("--replay", self.write("x.json", json.dumps(document)), says="x.json")
        self.bad("--replay", self.write("x.json", json.dumps(good)), "--json", says="--replay")


class Systems(Case):
    def test_shards(self):
        whole = [s["name"] for s in self.document(EXAMPLES)["scenarios"]]
        parts = [self.document(EXAMPLES, "--shard", f"{k}/3") for k in range(3)]
        merged = sorted((s for part in parts for s in part["scenarios"]), key=lambda s: s["index"])
        self.assertEqual([s["name"] for s in merged], whole)
        self.assertEqual([s["index"] for s in merged], list(range(8)))
        self.assertEqual([len(part["scenarios"]) for part in parts], [3, 3, 2])
        self.assertEqual([part["shard"] for part in parts], [{"part": k, "of": 3} for k in range(3)])
        # Counted from 1, the last is the first.
        self.assertEqual(self.document(EXAMPLES, "--shard", "3/3")["scenarios"][0]["name"], whole[0])
        self.assertIn("no scenario is in this shard", self.check(EXAMPLES, "--shard", "10/20"))

    def junit(self, *arguments, status=0):
        path = os.path.join(self.folder, "result.xml")
        self.check(*arguments, "--junit", path, status=status)
        return xml.etree.ElementTree.parse(path).getroot()

    def test_junit(self):
        root = self.junit(EXAMPLES)
        self.assertEqual([c.get("name") for c in root.iter("testcase")], NAMES)
        self.assertEqual([(s.get("tests"), s.get("failures")) for s in root], [("2", "0"), ("2", "0"), ("4", "0")])
        self.assertEqual(list(root.iter("failure")), [])

    def test_junit_failures_and_escapes(self):
        path = self.idle("scenario fine", "expect verdict missing-dsb may", "expect verdict no-wake may", "scenario wrong",
                         "expect taken 32 must", name='a <&"\'> é.S')
        root = self.junit(path, status=1)
        self.assertEqual(root[0].get("name").encode("latin-1").decode(), path)
        fine, wrong = root.iter("testcase")
        self.assertEqual(list(fine), [])
        failure = wrong[0]
        self.assertEqual((failure.get("type"), failure.get("message")), ("expectation", "FAILED 1, 2 findings"))
        self.assertRegex(failure.text, r"^FAILED .*directive \d+: expect taken 32\n(missing-dsb|no-wake) \(")

    def test_progress(self):
        """After a second, the scenario that is searched; only on a terminal, and gone at the end."""
        loop = IDLE.replace("idle:   wfi", "idle:   wfi\n .rept 60\n nop\n .endr")
        events = ["raise 32 anywhere optional times=2", "raise 33 anywhere optional", "lower 32 anywhere optional"]
        names = [f"scenario s{n}" for n in range(20)]
        path = self.write("long.S", loop % "\n".join(f'        gm "{d}"' for d in events + names))
        terminal, end = pty.openpty()
        self.addCleanup(os.close, terminal)
        result = subprocess.run([tool.program, "check", path, "--json"], cwd=tool.root, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=end, timeout=300, check=False)
        os.write(end, b"END")
        os.close(end)
        shown = ""
        while not shown.endswith("END"):
            shown += os.read(terminal, 65536).decode()
        seconds = [s["seconds"] for s in json.loads(result.stdout)["scenarios"]]
        if sum(seconds[:-1]) < 1:
            self.skipTest("this machine is too fast for it")
        self.assertRegex(shown, r"\[20/20\] s19\r\x1b\[KEND$")
        self.assertNotIn("[1/20]", shown)
        self.check(path, status=1)


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
