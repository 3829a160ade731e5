#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every C file is as clang-format 14 with .clang-format makes it. usage: check_format.py ROOT [--fix]"""
import os
import shutil
import subprocess
import sys

from files import finish, project_files

root = sys.argv[1]
program = shutil.which("clang-format-14")
if program is None:
    print("format: skipped, clang-format-14 is not installed")
    sys.exit(77)
paths = [os.path.join(root, path) for path, _ in project_files(root) if path.endswith((".c", ".h"))]
if "--fix" in sys.argv:
    subprocess.run([program, "-i", *paths], check=True)
result = subprocess.run([program, "--dry-run", "-Werror", "-ferror-limit=1", *paths], stderr=subprocess.PIPE, text=True,
                        check=False)
problems = [os.path.relpath(line.split(" error:")[0], root) for line in result.stderr.splitlines() if " error:" in line]
if result.returncode != 0 and not problems:
    problems = result.stderr.splitlines()
finish("format (check_format.py ROOT --fix mends it)", problems)
