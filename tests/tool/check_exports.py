#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The shared library exports exactly the names of exported-symbols.txt, and each is declared in a public header.
usage: check_exports.py ROOT LIBRARY [--update]"""
import os
import re
import subprocess
import sys

from files import finish

root, library = sys.argv[1:3]
list_path = os.path.join(root, "tests/tool/exported-symbols.txt")
output = subprocess.run(["nm", "-D", "--defined-only", library], stdout=subprocess.PIPE, text=True, check=True).stdout
exported = sorted(line.split()[-1].split("@")[0] for line in output.splitlines())
if "--update" in sys.argv:
    with open(list_path, "w", encoding="utf-8") as file:
        file.write("".join(name + "\n" for name in exported))
with open(list_path, encoding="utf-8") as file:
    expected = file.read().split()

declared = set()
folder = os.path.join(root, "include/gicmask")
for name in os.listdir(folder):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/|^#.*?$", "", file.read(), flags=re.S | re.M)
    declared |= set(re.findall(r"GM_API[^;(]*?\b(\w+)\s*\(", text))

problems = [f"{name}: exported but not in exported-symbols.txt" for name in exported if name not in expected]
problems += [f"{name}: in exported-symbols.txt but not exported" for name in expected if name not in exported]
problems += [f"{name}: does not begin with gm_" for name in exported if not name.startswith("gm_")]
problems += [f"{name}: exported but in no public header" for name in exported if name not in declared]
problems += [f"{name}: declared but not exported" for name in sorted(declared) if name not in exported]
finish("exports", problems)
