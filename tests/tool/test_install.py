#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A user's view: installs the package into an empty prefix, moves it, and builds examples/ against it with
find_package, with pkg-config, and statically; runs what was built. usage: test_install.py BUILD ROOT CC CFLAGS"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD, ROOT, CC, CFLAGS = (sys.argv + [""])[1:5]
BUILD, ROOT = os.path.abspath(BUILD), os.path.abspath(ROOT)


def run(*command, cwd=None, env=None):
    result = subprocess.run(command, cwd=cwd, env={**os.environ, **(env or {})}, text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, check=False)
    if result.returncode != 0:
        raise AssertionError(f"{' '.join(command)}: status {result.returncode}\n{result.stdout}")
    return result.stdout


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        first = os.path.join(cls.folder, "first")
        run("cmake", "--install", BUILD, "--prefix", first)
        # Nothing in it may remember where it was installed.
        cls.prefix = os.path.join(cls.folder, "second")
        os.rename(first, cls.prefix)
        cls.examples = os.path.join(cls.folder, "examples")
        documents = os.path.join(cls.prefix, "share/doc/gicmask")
        shutil.copytree(os.path.join(documents, "examples"), cls.examples)
        for base, _, names in os.walk(cls.prefix):
            if "gicmask.pc" in names:
                cls.pkgconfig = base
        cls.library = os.path.dirname(cls.pkgconfig)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def test_what_is_there(self):
        for path in ("bin/gicmask", "include/gicmask/gicmask.h", "share/man/man1/gicmask.1", "share/man/man1/gicmask-run.1",
                     "share/doc/gicmask/LICENSE"):
            self.assertTrue(os.path.exists(os.path.join(self.prefix, path)), path)
        names = os.listdir(self.library)
        self.assertIn("libgicmask.a", names)
        self.assertIn("libgicmask.so", names)
        self.assertTrue(any(name.startswith("libgicmask.so.0") for name in names), names)
        headers = os.path.join(self.prefix, "include/gicmask")
        self.assertEqual(sorted(os.listdir(headers)), sorted(os.listdir(os.path.join(ROOT, "include/gicmask"))))

    def test_tool_runs_from_its_place(self):
        out = run(os.path.join(self.prefix, "bin/gicmask"), "run", os.path.join(self.examples, "masking.S"), "--entry",
                  "irq_at_0x60", "--irq", "32,prio=0xa0")
        self.assertIn("IRQ taken", out)

    def test_find_package(self):
        build = os.path.join(self.folder, "build-cmake")
        run("cmake", "-G", "Ninja", "-S", self.examples, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}",
            f"-DCMAKE_C_COMPILER={CC}", f"-DCMAKE_C_FLAGS={CFLAGS} -Wall -Wextra -Wpedantic -Werror")
        run("cmake", "--build", build)
        self.assertIn("100% tests passed", run("ctest", "--output-on-failure", cwd=build))

    def test_static_component(self):
        source = os.path.join(self.folder, "static")
        os.mkdir(source)
        shutil.copy(os.path.join(self.examples, "embed.c"), source)
        with open(os.path.join(source, "CMakeLists.txt"), "w", encoding="ascii") as file:
            file.write("cmake_minimum_required(VERSION 3.20)\nproject(user C)\n"
                       "find_package(gicmask 0.1 REQUIRED COMPONENTS static)\nadd_executable(embed embed.c)\n"
                       "target_link_libraries(embed gicmask::gicmask_static)\n")
        build = os.path.join(source, "build")
        run("cmake", "-G", "Ninja", "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}",
            f"-DCMAKE_C_COMPILER={CC}", f"-DCMAKE_C_FLAGS={CFLAGS}")
        run("cmake", "--build", build)
        run(os.path.join(build, "embed"))
        self.assertNotIn("libgicmask", run("ldd", os.path.join(build, "embed")))

    def test_pkg_config(self):
        env = {"PKG_CONFIG_PATH": self.pkgconfig}
        flags = run("pkg-config", "--cflags", "--libs", "gicmask", env=env).split()
        program = os.path.join(self.folder, "embed")
        run(CC, *CFLAGS.split(), "-o", program, os.path.join(self.examples, "embed.c"), *flags)
        run(program, env={"LD_LIBRARY_PATH": self.library})

    def test_each_header_alone(self):
        """A public header needs no other before it, and is valid C11 without extensions."""
        headers = os.path.join(self.prefix, "include/gicmask")
        for name in sorted(name for name in os.listdir(headers) if name.endswith(".h")):
            source = os.path.join(self.folder, "header.c")
            with open(source, "w", encoding="ascii") as file:
                file.write(f"#include <gicmask/{name}>\n#include <gicmask/{name}>\nint unused;\n")
            run(CC, "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
                "-I", os.path.join(self.prefix, "include"), source)


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
