#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every source file says its license in its first lines. usage: check_spdx.py ROOT"""
import sys

from files import finish, project_files

# Files that cannot hold a comment, or are prose.
EXEMPT = (".md", ".json", "LICENSE", ".csv", ".clang-format", ".gitignore", ".pc.in")

problems = []
seen = 0
for path, text in project_files(sys.argv[1]):
    if path.endswith(EXEMPT) or (path.endswith(".txt") and not path.endswith("CMakeLists.txt")):
        continue
    seen += 1
    if not any("SPDX-License-Identifier: Apache-2.0" in line for line in text.splitlines()[:3]):
        problems.append(f"{path}:1: no SPDX line in the first three lines")
if seen < 20:
    problems.append(f"only {seen} files were looked at: is this the root of the project?")
finish("SPDX", problems)
