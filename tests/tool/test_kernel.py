#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tool on a real vmlinux (Linux 6.1 with CONFIG_ARM64_PSEUDO_NMI), named by GICMASK_KERNEL_DIR.
usage: test_kernel.py TOOL ROOT"""
import json
import os
import sys
import unittest

from tool import Tool

if "GICMASK_KERNEL_DIR" not in os.environ:
    print("skipped: GICMASK_KERNEL_DIR does not name a folder with a vmlinux")
    sys.exit(77)
tool = Tool(sys.argv[1], sys.argv[2])
VMLINUX = os.path.join(os.environ["GICMASK_KERNEL_DIR"], "vmlinux")
CAPS = ["--cap", "ARM64_HAS_SYSREG_GIC_CPUIF", "--cap", "ARM64_HAS_IRQ_PRIO_MASKING"]


def run_json(*arguments):
    status, out, err = tool.run("run", VMLINUX, "--lazy", "--json", *arguments)
    return status, json.loads(out), err


def texts(document):
    return [event["text"] for event in document["events"] if event["event"] == "insn"]


class Idle(unittest.TestCase):
    """cpu_do_idle with priority masking: arch/arm64/kernel/idle.c and cpuidle.h of 6.1."""

    def test_it_opens_the_mask_and_wakes(self):
        status, document, err = run_json("--entry", "cpu_do_idle", *CAPS, "--pmr", "0x60", "--daif", "0",
                                         "--irq", "32,prio=0xa0")
        self.assertEqual((status, err), (0, ""), document["summary"])
        insns = [event for event in document["events"] if event["event"] == "insn"]
        wfi = next(i for i, event in enumerate(insns) if event["text"].startswith("wfi"))
        dsb = max(i for i in range(wfi) if insns[i]["text"].startswith("dsb"))
        self.assertLess(dsb, wfi)
        # IRQON|PSR_I_SET with DAIF.I and F, before the DSB; facts: constants of 6.1.
        self.assertEqual((insns[dsb]["pmr"], insns[dsb]["daif"] & 3), (0xF0, 3))
        self.assertEqual((insns[-1]["pmr"], insns[-1]["daif"] & 3), (0x60, 0))
        self.assertGreaterEqual(document["summary"]["dsb"], 1)
        self.assertEqual([e for e in document["events"] if e["event"] == "exception"], [])

    def test_without_the_capability_pmr_is_not_touched(self):
        status, document, _ = run_json("--entry", "cpu_do_idle", "--irq", "32,prio=0xa0")
        self.assertEqual(status, 0)
        self.assertEqual((document["summary"]["pmr_reads"], document["summary"]["pmr_writes"]), (0, 0))


class WaitQueue(unittest.TestCase):
    """add_wait_queue holds one inlined save-lock-unlock-restore."""

    def counts(self, *arguments):
        status, document, err = run_json("--entry", "add_wait_queue", "--reg", "x0=0x60000000", "--reg", "x1=0x60001000",
                                         *arguments)
        self.assertEqual((status, err), (0, ""), document["summary"])
        summary = document["summary"]
        return summary["pmr_reads"], summary["pmr_writes"], summary["daif_writes"], summary["dsb"]

    def test_daif(self):
        self.assertEqual(self.counts("--daif", "0"), (0, 0, 2, 0))

    def test_relaxed(self):
        reads, writes, daif, dsb = self.counts("--daif", "0", "--pmr", "0xe0", *CAPS)
        self.assertGreaterEqual(reads, 1)
        self.assertEqual((writes, daif, dsb), (2, 0, 0))

    def test_forced(self):
        _, writes, daif, dsb = self.counts("--daif", "0", "--pmr", "0xe0", *CAPS, "--key", "gic_pmr_sync=on", "--pmhe", "on")
        self.assertEqual((writes, daif, dsb), (2, 0, 1))


    def test_interrupt_in_it(self):
        """Held in the masked stretch, taken after the PMR is restored; by the tool's vectors, not the kernel's."""
        status, document, _ = run_json("--entry", "add_wait_queue", "--reg", "x0=0x60000000", "--reg", "x1=0x60001000",
                                       "--daif", "0", *CAPS, "--vectors", "builtin", "--irq", "32,prio=0xa0,at=20")
        self.assertEqual((status, document["machine"]["builtin_vectors"]), (0, True))
        events = document["events"]
        taken = next(i for i, event in enumerate(events) if event["event"] == "exception")
        before = [event for event in events[:taken] if event["event"] == "insn"][-1]
        self.assertRegex(before["text"], "msr icc_pmr_el1")
        self.assertEqual(before["pmr"], 0xE0)


class Cost(unittest.TestCase):
    def test_three_configurations(self):
        caps = "cap=ARM64_HAS_SYSREG_GIC_CPUIF;cap=ARM64_HAS_IRQ_PRIO_MASKING"
        status, out, err = tool.run("cost", VMLINUX, "--entry", "add_wait_queue", "--lazy", "--daif", "0", "--reg",
                                    "x0=0x60000000", "--reg", "x1=0x60001000", "--core", "neoverse-v2", "--json",
                                    "--variant", "DAIF:", "--variant", f"relaxed:{caps}",
                                    "--variant", f"forced:{caps};key=gic_pmr_sync=on;pmhe=on")
        self.assertEqual((status, err), (0, ""))
        rows = json.loads(out)["rows"]
        self.assertEqual([row["variant"] for row in rows], ["DAIF", "relaxed", "forced"])
        self.assertEqual([row["dsb"] for row in rows], [0, 0, 1])
        cycles = [row["cycles"]["value"] for row in rows]
        self.assertLess(cycles[0], cycles[1])
        self.assertLess(cycles[1], cycles[2])


class Errors(unittest.TestCase):
    def test_unknown_names(self):
        for arguments in (["--cap", "ARM64_HAS_NOTHING"], ["--key", "no_such_key=on"], ["--set", "no_such_variable=1"]):
            status, _, err = tool.run("run", VMLINUX, "--entry", "cpu_do_idle", *arguments)
            self.assertEqual((status, err.count("\n")), (2, 1), err)


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
