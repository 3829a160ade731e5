#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The man pages are without faults of form, and name the same options as --help. usage: check_man.py TOOL ROOT"""
import os
import re
import shutil
import subprocess
import sys

from files import finish
from tool import Tool

tool = Tool(sys.argv[1], sys.argv[2])
folder = os.path.join(sys.argv[2], "docs/man")
problems = []
for name in ("gicmask.1", "gicmask-run.1", "gicmask-cost.1", "gicmask-check.1", "gicmask-disasm.1", "gicmask-cores.1"):
    path = os.path.join(folder, name)
    with open(path, encoding="utf-8") as file:
        page = file.read().replace("\\-", "-")
    if shutil.which("groff"):
        result = subprocess.run(["groff", "-man", "-ww", "-z", "-Tutf8", path], stderr=subprocess.PIPE, text=True,
                                check=False)
        problems += [f"{name}: {line}" for line in result.stderr.splitlines()]
    if name == "gicmask.1":
        continue
    command = name[len("gicmask-"):-len(".1")]
    help_options = set(re.findall(r"--[a-z][a-z-]*", tool.run(command, "--help")[1]))
    # The options of a page: those that begin a paragraph; --help and what run has may be named by reference.
    shared = set()
    if command == "cost":
        with open(os.path.join(folder, "gicmask-run.1"), encoding="utf-8") as file:
            shared = set(re.findall(r"--[a-z][a-z-]*", file.read().replace("\\-", "-")))
    page_options = set(re.findall(r"--[a-z][a-z-]*", page))
    problems += [f"{name}: {option} is in --help but not here" for option in sorted(help_options - page_options - shared)]
    problems += [f"{name}: {option} is not an option of {command}" for option in sorted(page_options - help_options)]
finish("man pages", problems)
