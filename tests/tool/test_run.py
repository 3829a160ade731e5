#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `gicmask run` shows, on the examples. Expectations are from docs/semantics.md, by hand. usage: test_run.py TOOL ROOT"""
import json
import os
import pty
import subprocess
import sys
import tempfile
import unittest

import elf
from tool import Tool

tool = Tool(sys.argv[1], sys.argv[2])
MASKING = "examples/masking.S"


def run_json(*arguments):
    status, out, err = tool.run("run", *arguments, "--json")
    return status, json.loads(out), err


def insns(document):
    return [event for event in document["events"] if event["event"] == "insn"]


def exceptions(document):
    return [event for event in document["events"] if event["event"] == "exception"]


class Masking(unittest.TestCase):
    def test_pending_at_0x60_is_taken_after_the_unmask(self):
        status, document, _ = run_json(MASKING, "--entry", "irq_at_0x60", "--irq", "32,prio=0xa0")
        self.assertEqual(status, 0)
        taken = exceptions(document)
        self.assertEqual([event["kind"] for event in taken], ["irq"])
        # The unmask is the 7th instruction (offset 0x18); prompt: taken at the next boundary (rule 2).
        self.assertEqual(taken[0]["place"], "irq_at_0x60+0x1c")
        for event in insns(document)[2:6]:  # PSTATE open, PMR 0x60
            self.assertEqual((event["pmr"], event["daif"] & 3), (0x60, 0))
            self.assertEqual(event["pending"]["reason"], "MASKED_BY_PMR")
            self.assertEqual((event["irq_masked"], event["nmi_masked"]), (True, False))

    def test_equal_priority_is_masked(self):
        for prio, taken in (("0x58", 1), ("0x60", 0), ("0x67", 0)):  # 5 bits: 0x67 counts as 0x60
            _, document, _ = run_json(MASKING, "--entry", "irq_at_0x60", "--irq", f"32,prio={prio},at=4",
                                      "--max-insns", "6")
            self.assertEqual(len(exceptions(document)), taken, prio)

    def test_text_listing(self):
        status, out, err = tool.run("run", MASKING, "--entry", "irq_at_0x60", "--irq", "32,prio=0xa0", "--core",
                                    "neoverse-n1")
        self.assertEqual((status, err), (0, ""))
        for text in ("masked by PMR", "IRQ taken from EL1 to EL1", "return address irq_at_0x60+0x1c", "vectors: built in",
                     "interrupt 32 acknowledged", "exceptions taken: 1 (IRQ 1)", "cycles on neoverse-n1", "returned"):
            self.assertIn(text, out)
        self.assertNotIn("\033", out)

    def test_trace_shows_registers_and_memory(self):
        arguments = ["run", MASKING, "--entry", "pmr_entry_dsb"]
        _, out, _ = tool.run(*arguments, "--trace")
        self.assertIn("write ICC_PMR_EL1 <- 0xf0", out)
        self.assertIn("store 0x7f003ff0", out)  # str x1, [sp, #32] after sp -= 48, from 0x7f004000
        _, out, _ = tool.run(*arguments)
        self.assertNotIn("store", out)

    def test_counts(self):
        _, document, _ = run_json(MASKING, "--entry", "pmr_dsb_pair", "--daif", "0")
        summary = document["summary"]
        self.assertEqual((summary["instructions"], summary["pmr_reads"], summary["pmr_writes"], summary["daif_writes"],
                          summary["dsb"], summary["isb"], summary["cycles"]), (9, 1, 2, 0, 1, 0, None))

    def test_daif_forms(self):
        for daif in ("0xf", "0x3c0"):
            _, document, _ = run_json(MASKING, "--entry", "daif_enable", "--daif", daif)
            self.assertEqual(insns(document)[0]["daif"], 0xC)  # F and I cleared

    def test_registers_and_variables(self):
        _, out, _ = tool.run("run", MASKING, "--entry", "daif_pair", "--reg", "x2=41", "--trace")
        _, document, _ = run_json(MASKING, "--entry", "daif_restore", "--reg", "x0=0x40")
        self.assertEqual(insns(document)[0]["daif"], 1)
        self.assertIn("add x2, x2", out)

    def test_withdrawn(self):
        _, document, _ = run_json(MASKING, "--entry", "irq_at_0x60", "--irq", "32,prio=0xa0,level,at=3,until=5")
        self.assertEqual(exceptions(document), [])

    def test_level_line_is_lowered_when_served(self):
        status, document, _ = run_json(MASKING, "--entry", "irq_at_0x60", "--irq", "32,prio=0xa0,level")
        self.assertEqual((status, len(exceptions(document))), (0, 1))

    def test_built_in_handler_ends_the_interrupt(self):
        """The second is not preempted for ever by the first: the handler's EOI has dropped the running priority."""
        _, document, _ = run_json(MASKING, "--entry", "irq_at_0x60", "--irq", "32,prio=0xa0", "--irq", "33,prio=0xa0")
        self.assertEqual([event["place"] for event in exceptions(document)], ["irq_at_0x60+0x1c"] * 2)

    def test_at_symbol_and_limit(self):
        status, document, _ = run_json(MASKING, "--entry", "irq_at_0x60", "--irq",
                                       "32,prio=0xa0,at=irq_at_0x60+0x24", "--max-insns", "100")
        self.assertEqual((status, exceptions(document)[0]["place"]), (0, "irq_at_0x60+0x24"))
        status, document, _ = run_json(MASKING, "--entry", "irq_at_0x60", "--max-insns", "3")
        self.assertEqual((status, document["summary"]["stop"]), (1, "LIMIT"))

    def test_two_pes(self):
        status, document, _ = run_json(MASKING, "--entry", "daif_pair,pmr_dsb_pair", "--pes", "2")
        self.assertEqual(status, 0)
        self.assertEqual([len([e for e in insns(document) if e["pe"] == pe]) for pe in (0, 1)], [5, 9])

    def test_other_resolutions_hold_off_and_end(self):
        """Rule 2: adversarial takes it after the ISB (offset 0x20), not before; timed between; neither hangs."""
        for mode, places in ((["adversarial"], {"irq_at_0x60+0x24"}),
                             (["timed", "--core", "neoverse-n1"], {f"irq_at_0x60+{n:#x}" for n in (0x1c, 0x20, 0x24)})):
            status, document, _ = run_json(MASKING, "--entry", "irq_at_0x60", "--irq", "32,prio=0xa0", "--resolve", *mode)
            self.assertEqual(status, 0, mode)
            self.assertIn(exceptions(document)[0]["place"], places)
        status, document, _ = run_json(MASKING, "--entry", "irq_at_0x60", "--irq", "32,prio=0xa0", "--resolve",
                                       "adversarial", "--max-insns", "2")
        self.assertEqual((status, len(insns(document))), (1, 2))

    def test_an_sgi_is_raised(self):
        _, document, _ = run_json(MASKING, "--entry", "daif_pair", "--daif", "0", "--irq", "1,prio=0xa0")
        self.assertEqual([event["kind"] for event in exceptions(document)], ["irq"])

    def test_secure_group_0_is_handled_at_el3(self):
        status, document, _ = run_json(MASKING, "--entry", "irq_at_0x60", "--security", "two", "--irq",
                                       "32,prio=0xa0,group=0")
        self.assertEqual((status, [(e["kind"], e["to_el"]) for e in exceptions(document)]), (0, [("fiq", 3)]))

    def test_routed_below_is_not_masked_by_pstate(self):
        _, out, _ = tool.run("run", MASKING, "--entry", "irq_at_0x60", "--el", "2", "--daif", "0", "--irq", "32,prio=0x20")
        self.assertIn("routed to a lower exception level", out)

    def test_group_0_is_fiq(self):
        _, document, _ = run_json(MASKING, "--entry", "irq_at_0x60", "--irq", "32,prio=0xa0,group=0")
        self.assertEqual([event["kind"] for event in exceptions(document)], ["fiq"])


class Idle(unittest.TestCase):
    """PMHE=1: an unmask without DSB before WFI (semantics.md rules 4, 5 and 7)."""

    def idle(self, entry, *arguments):
        return run_json(MASKING, "--entry", entry, "--pmr", "0x60", "--irq", "32,prio=0xa0", *arguments)

    def test_no_dsb(self):
        status, document, _ = self.idle("pmr_idle_nodsb", "--pmhe", "on", "--resolve", "adversarial")
        self.assertEqual((status, document["summary"]["stop"]), (1, "WAITING"))
        self.assertTrue(document["summary"]["unsynchronised"])
        self.assertIn("DSB is missing", document["summary"]["text"])

    def test_what_wakes(self):
        for entry, arguments in (("pmr_idle_dsb", ["--pmhe", "on", "--resolve", "adversarial"]),
                                 ("pmr_idle_nodsb", ["--pmhe", "on", "--resolve", "prompt"]),
                                 ("pmr_idle_nodsb", ["--pmhe", "off", "--resolve", "adversarial"])):
            status, document, _ = self.idle(entry, *arguments)
            self.assertEqual((status, document["summary"]["stop"]), (0, "RETURNED"), (entry, arguments))
            # It wakes and is not taken there: PSTATE masks, and then the restored mask.
            self.assertEqual(exceptions(document), [])

    def test_the_copy_is_current_at_the_start(self):
        """No PMR write is on its way, so nothing may be held back (rule 5)."""
        status, _, _ = run_json(MASKING, "--entry", "daif_idle", "--irq", "32,prio=0xa0", "--pmhe", "on", "--resolve",
                                "adversarial")
        self.assertEqual(status, 0)

    def test_nothing_to_wake(self):
        status, out, _ = tool.run("run", MASKING, "--entry", "daif_idle")
        self.assertEqual(status, 1)
        self.assertIn("waits for ever at daif_idle+0x4: no interrupt is pending", out)

    def test_pmr_masked_does_not_wake(self):
        status, out, _ = tool.run("run", MASKING, "--entry", "daif_idle", "--pmr", "0x60", "--irq", "32,prio=0xa0")
        self.assertEqual(status, 1)
        self.assertIn("priority >= PMR", out)


class Other(unittest.TestCase):
    def test_own_vectors(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "own.S")
            with open(path, "w", encoding="ascii") as file:
                file.write("""
                    .text
                    .balign 0x800
                vectors:
                    .org 0x280
                    mrs x9, icc_iar1_el1
                    msr icc_eoir1_el1, x9
                    mov x10, #7
                    eret
                    .balign 0x800
                start: msr daifclr, #3
                    nop
                    msr daif, x10
                    ret
                """)
            status, document, _ = run_json(path, "--entry", "start", "--irq", "40,prio=0x80,at=start+4")
            self.assertEqual((status, document["machine"]["builtin_vectors"]), (0, False))
            self.assertEqual(exceptions(document)[0]["place"], "start+0x4")

    def test_unhandled_exception(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(elf.program([0xD4000001, elf.RET]))  # svc #0
            file.flush()
            status, out, err = tool.run("run", file.name, "--entry", "start")
        self.assertEqual((status, err), (1, ""))
        self.assertIn("exception without a handler: synchronous to EL1 with return address start+0x4, ESR 0x56000000", out)

    def test_what_is_not_implemented_has_its_text(self):
        for word, text in ((0x1E622820, "fadd d0, d1, d2"), (0xD53BE040, "mrs x0, cntvct_el0")):
            with tempfile.NamedTemporaryFile() as file:
                file.write(elf.program([word, elf.RET]))
                file.flush()
                status, _, err = tool.run("run", file.name, "--entry", "start")
            self.assertEqual(status, 2)
            self.assertIn(f"start: {word:#010x} ({text}): the encoding is not implemented", err)

    def test_lazy_pages_are_reported(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(elf.program([0xF9400001, elf.RET]))  # ldr x1, [x0]
            file.flush()
            status, out, _ = tool.run("run", file.name, "--entry", "start", "--reg", "x0=0x12345678", "--lazy")
        self.assertEqual(status, 0)
        self.assertIn("1 pages of zeros appeared: 0x12345000", out)

    def test_colour_only_on_a_terminal(self):
        def on_terminal(**extra):
            out = b""
            pid, fd = pty.fork()
            if pid == 0:
                try:
                    os.chdir(tool.root)
                    env = {**os.environ, "TERM": "xterm", **extra}
                    os.execve(tool.program, [tool.program, "run", MASKING, "--entry", "daif_pair"], env)
                finally:
                    os._exit(127)  # never a second copy of this test
            try:
                while chunk := os.read(fd, 4096):
                    out += chunk
            except OSError:
                pass  # how Linux says that the other side has closed
            os.waitpid(pid, 0)
            return out
        self.assertIn(b"\033[", on_terminal(NO_COLOR=""))
        self.assertNotIn(b"\033[", on_terminal(NO_COLOR="1"))

    def test_full_disk(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no full device here")

        with open("/dev/full", "wb") as full:
            result = subprocess.run([tool.program, "cores"], stdout=full, stderr=subprocess.PIPE, check=False)
        self.assertEqual((result.returncode, result.stderr), (2, b"gicmask: standard output could not be written\n"))

    def test_help_and_version(self):
        for command in ("run", "cost", "disasm", "cores"):
            for arguments in ((command, "--help"), ("help", command)):
                status, out, err = tool.run(*arguments)
                self.assertEqual((status, err), (0, ""))
                self.assertIn(f"gicmask {command}", out)
        status, out, _ = tool.run("--version")
        self.assertRegex(out, r"^gicmask \d+\.\d+\.\d+\n$")
        self.assertEqual(tool.run("help")[1], tool.run("--help")[1])


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
