# SPDX-License-Identifier: Apache-2.0
"""Running the tool in tests."""
import os
import subprocess


class Tool:
    """The built tool, run in the root of the project."""

    def __init__(self, program, root):
        self.program = os.path.abspath(program)
        self.root = os.path.abspath(root)

    def run(self, *arguments, env=None, cwd=None):
        """Returns (status, stdout, stderr); a run that takes a minute has hung."""
        merged = {**os.environ, "NO_COLOR": "", **(env or {})}
        result = subprocess.run([self.program, *arguments], cwd=cwd or self.root, env=merged, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, check=False)
        return result.returncode, result.stdout.decode(), result.stderr.decode()


def is_one_line(stderr):
    """One clear line: 'gicmask: ...'."""
    return stderr.startswith("gicmask: ") and stderr.endswith("\n") and stderr.count("\n") == 1
