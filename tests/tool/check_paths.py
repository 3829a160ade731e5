#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No file names a place on somebody's machine, or a package server. usage: check_paths.py ROOT"""
import re
import sys

from files import finish, project_files

# Written in pieces so that this file does not find itself.
FOLDERS = "|".join(f"/{name}/" for name in ("work", "tmp", "home", "root"))
HOSTS = "|".join(re.escape(name + end) for name, end in (
    ("deb.", "debian.org"), ("security.", "debian.org"), ("snapshot.", "debian.org"), ("archive.", "ubuntu.com"),
    ("pypi", ".org"), ("registry.", "npmjs.org"), ("proxy.", "golang.org"), ("index.", "crates.io")))
PATTERN = re.compile(rf"(?<![\w.$}}\])])(?:{FOLDERS})|{HOSTS}")

problems = []
for path, text in project_files(sys.argv[1]):
    for number, line in enumerate(text.splitlines(), 1):
        match = PATTERN.search(line)
        if match:
            problems.append(f"{path}:{number}: {match.group(0)}")
finish("paths", problems)
