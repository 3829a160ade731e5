#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What --json prints is what docs/json.md says: the schema in that file is read and applied. usage: test_json.py TOOL ROOT"""
import json
import os
import re
import sys
import unittest

from tool import Tool

tool = Tool(sys.argv[1], sys.argv[2])
with open(os.path.join(sys.argv[2], "docs/json.md"), encoding="utf-8") as schema_file:
    TYPES = json.loads(re.search(r"<!-- schema -->\n```json\n(.*?)```", schema_file.read(), re.S).group(1))
PLAIN = {
    "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "null": lambda v: v is None,
    "hex": lambda v: isinstance(v, str) and re.fullmatch("0x[0-9a-f]+", v) is not None,
}


def mismatch(value, kind, where):
    """None, or what is wrong with the value; kind as docs/json.md explains."""
    if isinstance(kind, list):
        if not isinstance(value, list):
            return f"{where}: not an array"
        return next((m for m in (mismatch(v, kind[0], f"{where}[{i}]") for i, v in enumerate(value)) if m), None)
    if "|" in kind:
        problems = [mismatch(value, part, where) for part in kind.split("|")]
        return None if None in problems else "; or ".join(problems)
    if kind.startswith("="):
        return None if value == kind[1:] else f"{where}: not {kind[1:]!r}"
    if kind in PLAIN:
        return None if PLAIN[kind](value) else f"{where}: {value!r} is not a {kind}"
    return mismatch_object(value, TYPES[kind], f"{where}({kind})")


def mismatch_object(value, members, where):
    if not isinstance(value, dict):
        return f"{where}: not an object"
    if set(value) != set(members):
        return f"{where}: members differ: {sorted(set(value) ^ set(members))}"
    return next((m for m in (mismatch(value[k], members[k], f"{where}.{k}") for k in members) if m), None)


class Json(unittest.TestCase):
    def valid(self, schema, *arguments, status=0):
        got, out, err = tool.run(*arguments, "--json")
        self.assertEqual((got, err), (status, ""), arguments)
        document = json.loads(out)
        self.assertIsNone(mismatch(document, schema, "document"))
        self.assertEqual((document["schema"], document["version"]), (schema, 1))
        return document

    def test_run(self):
        document = self.valid("gicmask.run", "run", "examples/masking.S", "--entry", "irq_at_0x60", "--irq",
                              "32,prio=0xa0", "--core", "cortex-a53", "--trace")
        kinds = {event["event"] for event in document["events"]}
        self.assertLessEqual({"insn", "exception", "return", "memory", "sysreg", "gic"}, kinds)
        self.assertGreater(document["summary"]["cycles"], 0)

    def test_run_that_waits(self):
        self.valid("gicmask.run", "run", "examples/masking.S", "--entry", "daif_idle", status=1)

    def test_run_that_fails_is_still_json(self):
        status, out, err = tool.run("run", "examples/masking.S", "--entry", "daif_pair", "--reg", "lr=0", "--json")
        self.assertEqual(status, 2)
        self.assertIn("nothing is mapped", err)
        self.assertIsNone(mismatch(json.loads(out), "gicmask.run", "document"))

    def test_cost(self):
        document = self.valid("gicmask.cost", "cost", "examples/masking.S", "--entry", "daif_pair,pmr_dsb_pair", "--pmhe",
                              "both", "--core", "cortex-a72,neoverse-v2")
        self.assertEqual(len(document["rows"]), 2 * 2 * 2)
        for row in document["rows"]:
            self.assertLessEqual(row["cycles"]["low"], row["cycles"]["value"])
            self.assertLessEqual(row["cycles"]["value"], row["cycles"]["high"])

    def test_disasm(self):
        document = self.valid("gicmask.disasm", "disasm", "examples/masking.S", "--entry", "daif_pair")
        self.assertEqual([i["word"] for i in document["instructions"]],
                         ["0xd53b4220", "0xd50343df", "0x91000442", "0xd51b4220", "0xd65f03c0"])

    def test_cores(self):
        document = self.valid("gicmask.cores", "cores")
        self.assertEqual({core["name"] for core in document["cores"]},
                         {"cortex-a53", "cortex-a72", "neoverse-n1", "neoverse-n2", "neoverse-v2"})
        self.valid("gicmask.cores", "cores", "neoverse-n1")

    def test_the_checker_checks(self):
        """The validator above is no good if it accepts everything."""
        _, out, _ = tool.run("run", "examples/masking.S", "--entry", "daif_pair", "--json")
        for spoil in (lambda d: d.pop("summary"), lambda d: d.update(extra=1), lambda d: d.update(events={}),
                      lambda d: d["events"][0].update(pmr="0xe0"), lambda d: d["summary"].update(pc=1)):
            document = json.loads(out)
            spoil(document)
            self.assertIsNotNone(mismatch(document, "gicmask.run", "document"))


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
