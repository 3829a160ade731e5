#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The arrows between the rooms (docs/design.md, section 2) hold in every #include. usage: check_includes.py ROOT"""
import re
import sys

from files import finish, project_files

# room -> rooms whose headers it may include, besides its own.
ARROWS = {
    "base": "",
    "isa": "base",
    "mem": "base",
    "sysreg": "base",
    "disasm": "base",
    "gic": "base mem sysreg",
    "pe": "base isa mem sysreg",
    "timing": "base isa",
    "image": "base isa",
    "dev": "base mem sysreg",
    "trace": "base isa",
    "machine": "base isa mem sysreg gic pe timing dev disasm image",
    "scenario": "base",  # the rest through <gicmask/...>
    "explore": "base isa mem sysreg gic pe timing dev disasm image machine",
}
# Public headers that are about a whole machine: the rooms below do not see them.
MACHINE_HEADERS = {"machine.h", "scenario.h", "gicmask.h"}
# A foreign library has one place.
FOREIGN = {"capstone": {"lib/disasm"}, "libelf": {"lib/image"}, "gelf": {"lib/image"}, "jansson": {"tools"},
           "argp": {"tools"}}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def check_room(room, kind, name):
    """A problem with an include in lib/room, or None."""
    if name.startswith("gicmask/"):
        below = room not in ("machine", "scenario", "explore")
        return "a public header about machines" if below and name[8:] in MACHINE_HEADERS else None
    if kind == "<":
        return None
    other = name.split("/")[0]
    if "/" not in name:
        return 'not written as "room/file.h"'
    if other != room and other not in ARROWS.get(room, "").split():
        return f"no arrow from {room} to {other}"
    return None


def check_user(folder, kind, name):
    """A problem with an include in tools or examples, or None."""
    if name.startswith("gicmask/"):
        return None if kind == "<" else "public headers are included with <>"
    if kind == '"' and ("/" in name or folder == "examples"):
        return "only <gicmask/...> and its own files"
    return None


problems = []
edges = 0
for path, text in project_files(sys.argv[1]):
    parts = path.split("/")
    if not path.endswith((".c", ".h", ".inc")):
        continue
    for match in INCLUDE.finditer(text):
        kind, name = match.groups()
        problem = None
        if parts[0] == "lib":
            edges += 1
            if parts[1] not in ARROWS:
                problem = f"the room {parts[1]} has no arrows in this check"
            else:
                problem = check_room(parts[1], kind, name)
        elif parts[0] in ("tools", "examples"):
            problem = check_user(parts[0], kind, name)
        elif parts[0] == "include" and not (kind == "<" and (name.startswith("gicmask/") or "/" not in name)):
            problem = "a public header includes only <gicmask/...> and the C library"
        stem = name.split("/")[0].removesuffix(".h")
        if stem in FOREIGN and parts[0] in ("lib", "tools", "include", "examples"):
            home = "/".join(parts[:2]) if parts[0] == "lib" else parts[0]
            if home not in FOREIGN[stem]:
                problem = f"{stem} belongs to {', '.join(sorted(FOREIGN[stem]))}"
        if problem:
            line = text.count("\n", 0, match.start()) + 1
            problems.append(f"{path}:{line}: {name}: {problem}")
if edges < 50:
    problems.append(f"only {edges} includes in lib were seen: is this the root of the project?")
finish("includes", problems)
