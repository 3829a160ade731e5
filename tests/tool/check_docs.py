#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every command that the documentation shows runs, and what it shows as output is the output.

In Markdown a fenced block after the line <!-- test --> or <!-- test: exit N --> is run by sh in the root of the project,
with the built tool on PATH; if a second fenced block follows after <!-- output -->, it must be what came out. In man pages
the commands between .EX and .EE are run the same way. A block that names vmlinux needs GICMASK_KERNEL_DIR.

usage: check_docs.py TOOL ROOT [--update]      --update: writes the outputs into the documents
"""
import os
import re
import subprocess
import sys

program, root = os.path.abspath(sys.argv[1]), sys.argv[2]
update = "--update" in sys.argv
kernel = os.environ.get("GICMASK_KERNEL_DIR")
BLOCK = re.compile(r"<!-- test(?:: exit (\d+))? -->\n```sh\n(.*?)```\n(?:(\n?<!-- output -->\n```\w*\n)(.*?)```\n)?", re.S)
EXAMPLE = re.compile(r"^\.EX\n(.*?)^\.EE", re.S | re.M)


def documents():
    """The Markdown files and man pages of the project."""
    for folder in (".", "docs", "docs/man"):
        for name in sorted(os.listdir(os.path.join(root, folder))):
            if name.endswith((".md", ".1")):
                yield os.path.normpath(os.path.join(folder, name))


def execute(script):
    """Runs it; None if it needs a kernel and there is none."""
    if "vmlinux" in script:
        if not kernel:
            return None
        script = script.replace("vmlinux", os.path.join(kernel, "vmlinux"))
    env = {**os.environ, "PATH": os.path.dirname(program) + os.pathsep + os.environ["PATH"], "NO_COLOR": "1"}
    env.pop("GICMASK_KERNEL_DIR", None)
    return subprocess.run(["sh", "-e", "-c", script], cwd=root, env=env, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600, check=False)


problems, ran, skipped = [], 0, 0


def check(path, script, status, expected):
    """Runs one block; returns its output if it ran."""
    global ran, skipped  # pylint: disable=global-statement
    result = execute(script)
    if result is None:
        skipped += 1
        return None
    ran += 1
    if result.returncode != status:
        problems.append(f"{path}: exit status {result.returncode}, not {status}:\n{script}{result.stdout}")
    elif expected is not None and result.stdout.rstrip() != expected.rstrip() and not update:
        problems.append(f"{path}: the output is not what is shown (--update writes it):\n{script}{result.stdout}")
    return result.stdout


for path in documents():
    with open(os.path.join(root, path), encoding="utf-8") as file:
        text = file.read()
    if path.endswith(".1"):
        for match in EXAMPLE.finditer(text):
            check(path, match.group(1).replace("\\-", "-").replace("\\e", "\\"), 0, None)
        continue
    pieces, at = [], 0
    for match in BLOCK.finditer(text):
        output = check(path, match.group(2), int(match.group(1) or 0), match.group(4))
        if update and output is not None and match.group(4) is not None:
            pieces += [text[at:match.start(4)], output.rstrip() + "\n"]
            at = match.end(4)
    if update and pieces:
        with open(os.path.join(root, path), "w", encoding="utf-8") as file:
            file.write("".join(pieces) + text[at:])

if ran < 8:
    problems.append(f"only {ran} blocks were run")
print("\n".join(problems))
print(f"documentation: {ran} blocks run, {skipped} need a kernel (GICMASK_KERNEL_DIR) and were skipped, "
      f"{len(problems)} problems")
sys.exit(1 if problems else 0)
