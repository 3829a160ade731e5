# SPDX-License-Identifier: Apache-2.0
"""The text files of the project, for the checks that read all of them."""
import os

# Folders that are not the project's text.
SKIPPED = {".git", "__pycache__"}
TEXT = (".c", ".h", ".inc", ".S", ".s", ".py", ".sh", ".cmake", ".in", ".txt", ".md", ".json", ".1", ".csv", ".yml", ".ld")
NAMES = {"CMakeLists.txt", "LICENSE", "run", ".clang-format", ".gitignore"}


def project_files(root):
    """Yields (path relative to root, text) in a stable order."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in SKIPPED and not f.startswith("build"))
        for name in sorted(names):
            if not (name.endswith(TEXT) or name in NAMES):
                continue
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8", errors="replace") as file:
                yield os.path.relpath(path, root), file.read()


def finish(what, problems):
    """Prints the problems; the exit status says whether there were any."""
    for problem in problems:
        print(problem)
    print(f"{what}: {len(problems)} problems" if problems else f"{what}: fine")
    raise SystemExit(1 if problems else 0)
