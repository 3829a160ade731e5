#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `gicmask cost` counts and compares, on the examples. Counts are from the source by hand. usage: test_cost.py TOOL ROOT"""
import json
import os
import sys
import tempfile
import unittest

from tool import Tool, is_one_line

tool = Tool(sys.argv[1], sys.argv[2])
MASKING = "examples/masking.S"
CORES = ["cortex-a53", "cortex-a72", "neoverse-n1", "neoverse-n2", "neoverse-v2"]


def cost(*arguments, status=0):
    got, out, err = tool.run("cost", MASKING, "--json", *arguments)
    assert got == status, (arguments, out, err)
    return json.loads(out)


def counts(row):
    return tuple(row[key] for key in ("instructions", "nops", "pmr_reads", "pmr_writes", "daif_writes", "dsb", "isb"))


class Cost(unittest.TestCase):
    def test_counts(self):
        expected = {
            "daif_pair": (5, 0, 0, 0, 2, 0, 0),
            "pmr_dsb_pair": (9, 0, 1, 2, 0, 1, 0),
            "pmr_relaxed_pair": (9, 1, 1, 2, 0, 0, 0),
            "pmr_nop_pair": (8, 3, 0, 0, 2, 0, 0),
            "pmr_entry_nop": (10, 4, 0, 0, 0, 0, 0),
            "pmr_entry_dsb": (10, 0, 1, 1, 0, 0, 0),
            "pmr_entry_exit_dsb": (17, 0, 1, 2, 1, 1, 0),
        }
        rows = cost("--entry", ",".join(expected), "--core", "cortex-a53", "--daif", "0")["rows"]
        self.assertEqual({row["entry"]: counts(row) for row in rows}, expected)

    def test_all_cores_by_default(self):
        rows = cost("--entry", "daif_pair,pmr_dsb_pair")["rows"]
        self.assertEqual([(row["core"], row["entry"]) for row in rows],
                         [(core, entry) for core in CORES for entry in ("daif_pair", "pmr_dsb_pair")])
        for row in rows:
            self.assertEqual(row["difference"] is None, row["entry"] == "daif_pair")

    def test_forms_differ(self):
        """The DSB costs, and with PMHE=1 it costs more on every core: it waits for the acknowledge."""
        rows = cost("--entry", "daif_pair,pmr_relaxed_pair,pmr_dsb_pair", "--pmhe", "both")["rows"]
        by = {(row["core"], row["entry"], row["pmhe"]): row for row in rows}
        for core in CORES:
            value = {key[1:]: row["cycles"]["value"] for key, row in by.items() if key[0] == core}
            self.assertLess(value["daif_pair", False], value["pmr_relaxed_pair", False], core)
            self.assertLess(value["pmr_relaxed_pair", False], value["pmr_dsb_pair", False], core)
            self.assertLess(value["pmr_dsb_pair", False], value["pmr_dsb_pair", True], core)
            self.assertEqual(value["daif_pair", False], value["daif_pair", True], core)

    def test_difference_to_itself(self):
        """Shared uncertainty cancels: the same function twice differs by nothing, with no interval."""
        rows = cost("--entry", "pmr_dsb_pair,pmr_dsb_pair", "--core", "neoverse-n2")["rows"]
        self.assertEqual([rows[1]["difference"][key] for key in ("value", "low", "high")], [0, 0, 0])
        self.assertLess(rows[1]["cycles"]["low"], rows[1]["cycles"]["high"])

    def test_leans_on_names_provenance(self):
        document = cost("--entry", "daif_pair,pmr_dsb_pair", "--core", "neoverse-n2", "--pmhe", "on")
        self.assertTrue(document["leans_on"])
        for lean in document["leans_on"]:
            self.assertTrue(lean["provenance"] and lean["source"], lean)
        _, out, _ = tool.run("cost", MASKING, "--entry", "daif_pair,pmr_dsb_pair", "--core", "neoverse-n2", "--pmhe", "on")
        self.assertIn("leans on", out)

    def test_a_function_that_waits(self):
        status, out, err = tool.run("cost", MASKING, "--entry", "daif_pair,daif_idle", "--core", "cortex-a53")
        self.assertEqual((status, err), (1, ""))
        self.assertIn("waits for ever", out)
        status, _, _ = tool.run("cost", MASKING, "--entry", "daif_pair,daif_idle", "--core", "cortex-a53", "--irq",
                                "32,prio=0xa0")
        self.assertEqual(status, 0)

    def test_variants(self):
        rows = cost("--entry", "pmr_dsb_pair", "--core", "cortex-a72", "--variant", "one:", "--variant", "two:pmhe=on")["rows"]
        self.assertEqual([(row["variant"], row["pmhe"]) for row in rows], [("one", False), ("two", True)])
        for bad in ("", ":", "x", "x:y", "x:y=1", "x:pmhe=maybe", "x:cap=a", "x:set=nowhere=1"):
            status, out, err = tool.run("cost", MASKING, "--entry", "daif_pair", "--variant", bad)
            self.assertEqual((status, is_one_line(err), out), (2, True, ""), (bad, err))


class CoreFile(unittest.TestCase):
    def run_with(self, text, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "core.json")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            return tool.run("cost", MASKING, "--entry", "daif_pair,pmr_dsb_pair", "--core-file", path, "--json", *arguments)

    def test_override_is_used(self):
        text = '{"core": "neoverse-n1", "parameters": {"dsb_sy": {"value": 500, "low": 400, "high": 600, "source": "mine"}}}'
        status, out, err = self.run_with(text)
        self.assertEqual((status, err), (0, ""))
        document = json.loads(out)
        plain = {row["entry"]: row for row in cost("--entry", "daif_pair,pmr_dsb_pair", "--core", "neoverse-n1")["rows"]}
        mine = {row["entry"]: row for row in document["rows"]}
        self.assertEqual(mine["daif_pair"]["cycles"], plain["daif_pair"]["cycles"])
        self.assertGreater(mine["pmr_dsb_pair"]["cycles"]["value"], 450)
        self.assertIn("mine", [lean["source"] for lean in document["leans_on"]])

    def test_bad_files(self):
        for text in ("", "{", "[]", "{}", '{"core": 1}', '{"core": "z80"}', '{"core": "neoverse-n1", "extra": 1}',
                     '{"core": "neoverse-n1", "parameters": []}',
                     '{"core": "neoverse-n1", "parameters": {"nonsense": {"value": 1}}}',
                     '{"core": "neoverse-n1", "parameters": {"dsb_sy": {"value": "x"}}}',
                     '{"core": "neoverse-n1", "parameters": {"dsb_sy": {"value": -1}}}',
                     '{"core": "neoverse-n1", "parameters": {"dsb_sy": {"value": 1e300}}}',
                     '{"core": "neoverse-n1", "parameters": {"dsb_sy": {"low": 10, "value": 5}}}',
                     '{"core": "neoverse-n1", "parameters": {"dsb_sy": {"value": 5, "valeu": 5}}}'):
            status, out, err = self.run_with(text)
            self.assertEqual((status, is_one_line(err), out), (2, True, ""), (text, err))


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
