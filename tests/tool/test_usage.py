#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bad usage and bad input: one clear line, exit status 2, never a crash. usage: test_usage.py TOOL ROOT"""
import os
import subprocess
import sys
import tempfile
import unittest

import elf
from tool import Tool, is_one_line

tool = Tool(sys.argv[1], sys.argv[2])
MASKING = "examples/masking.S"
RUN = ["run", MASKING, "--entry", "daif_enable"]


class Usage(unittest.TestCase):
    def bad(self, *arguments, says=None, **keywords):
        status, out, err = tool.run(*arguments, **keywords)
        self.assertEqual(status, 2, f"{arguments}: {out}{err}")
        self.assertTrue(is_one_line(err), f"{arguments}: stderr is {err!r}")
        if says:
            self.assertIn(says, err)

    def test_commands(self):
        self.bad()
        self.bad("frobnicate", says="frobnicate")
        self.bad("help", "frobnicate", says="frobnicate")

    def test_options(self):
        self.bad("run", says="FILE")
        self.bad("run", MASKING, says="--entry")
        self.bad(*RUN, "--frobnicate", says="--frobnicate")
        self.bad(*RUN, "--pmr", says="--pmr")
        self.bad(*RUN, "second.S", says="second.S")
        self.bad("cost", MASKING, says="--entry")
        self.bad("cost", MASKING, "--entry", "daif_pair,,pmr_dsb_pair", says="empty")

    def test_values(self):
        for option, values in {
            "--pmr": ["256", "-1", "x", "", "0x", "1e2", " 1", "99999999999999999999999"],
            "--daif": ["16", "0x3c1", "0x400"],
            "--el": ["4", "one"],
            "--pes": ["0", "9"],
            "--prio-bits": ["3", "9"],
            "--pmhe": ["maybe", ""],
            "--scr-fiq": ["2"],
            "--security": ["three"],
            "--resolve": ["explored", "fast"],
            "--max-insns": ["0", "-5", "99999999999999999999999"],
            "--reg": ["x0", "x0=99999999999999999999999", "x31=1", "=1", "nonsense=1", "x0=nonsense"],
            "--set": ["nowhere=1", "x", "daif_enable="],
            "--key": ["nowhere=on", "daif_enable", "x=maybe"],
            "--cap": ["irq-prio-masking"],
            "--irq": ["", "32", "prio=1", "32,prio=256", "1020,prio=1", "900,prio=1", "32,prio=1,group=2", "32,prio=1,pe=1",
                      "32,prio=1,sideways", "32,prio=1,at=nowhere", "32,,prio=1"],
            "--core": ["z80", "cortex-a53,cortex-a72"],
            "--core-file": ["no-such-file.json"],
            "--cpu": ["z80"],
            "--stack": ["1", "0x08010000"],
            "--vectors": ["nowhere", "0x40200004"],
        }.items():
            for value in values:
                with self.subTest(option=option, value=value):
                    self.bad(*RUN, option, value)

    def test_contradictions(self):
        self.bad(*RUN, "--security", "two", "--prio-bits", "4")
        self.bad(*RUN, "--resolve", "timed", says="--core")
        self.bad("run", MASKING, "--entry", "daif_enable,daif_disable", says="--pes")

    def test_symbols(self):
        self.bad("run", MASKING, "--entry", "no_such_symbol", says="no_such_symbol")
        self.bad("cost", MASKING, "--entry", "daif_pair,no_such_symbol", says="no_such_symbol")
        self.bad("disasm", MASKING, "--entry", "no_such_symbol", says="no_such_symbol")
        self.bad("run", MASKING, "--entry", "daif_enable+2", says="multiple of 4")
        self.bad("cores", "z80", says="z80")

    def test_assembly(self):
        self.bad("run", "no-such-file.S", "--entry", "x", says="no-such-file.S")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "bad.S")
            with open(path, "w", encoding="ascii") as file:
                file.write("start: frobnicate x0\n ret\n")
            self.bad("run", path, "--entry", "start", says="bad.S:1")
            # Without any assembler on PATH the line names the package that brings one.
            self.bad(*RUN, env={"PATH": folder}, says="binutils-aarch64-linux-gnu")
            with open(path, "w", encoding="ascii") as file:
                file.write("#define N 1\nstart: mov x0, #N\n ret\n")
            self.bad("run", path, "--entry", "start", env={"PATH": folder}, says="gcc-aarch64-linux-gnu")


class Files(unittest.TestCase):
    bad = Usage.bad

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def file(self, data):
        path = os.path.join(self.folder.name, "input")
        with open(path, "wb") as file:
            file.write(data)
        return path

    def test_the_good_one_is_good(self):
        status, out, err = tool.run("run", self.file(elf.program([elf.NOP, elf.RET])), "--entry", "start")
        self.assertEqual((status, err), (0, ""), out)

    def test_not_elf(self):
        for data in (b"", b"\x7f", b"\x7fELF", b"not an ELF file at all, but long enough to hold its header" * 4):
            self.bad("run", self.file(data), "--entry", "start")
        self.bad("run", "no-such-file", "--entry", "start")
        self.bad("run", self.folder.name, "--entry", "start")

    def test_truncated_everywhere(self):
        good = elf.program([elf.NOP, elf.RET])
        for size in range(0, len(good) - 64, 7):
            self.bad("run", self.file(good[:size]), "--entry", "start")

    def test_every_header_byte(self):
        """A spoilt header may still be a program; it must not be a crash, nor more than one line."""
        good = elf.program([elf.NOP, elf.RET])
        for at in range(0, 120, 3):
            for value in (0x00, 0xFF):
                bad = bytearray(good)
                bad[at] = value
                status, _, err = tool.run("run", self.file(bytes(bad)), "--entry", "start", "--max-insns", "100")
                self.assertIn(status, (0, 1, 2), f"byte {at} = {value}: {err}")
                self.assertTrue(status != 2 or is_one_line(err), f"byte {at} = {value}: {err!r}")

    def test_absurd_sizes(self):
        self.bad("run", self.file(elf.program([elf.RET], memory_size=1 << 62)), "--entry", "start")
        self.bad("run", self.file(elf.program([elf.RET], memory_size=(1 << 64) - 1)), "--entry", "start")
        self.bad("run", self.file(elf.program([elf.RET], address=(1 << 64) - 4, memory_size=64)), "--entry", "start")

    def test_what_cannot_be_executed(self):
        self.bad("run", self.file(elf.program([0xD61F0000])), "--entry", "start", says="0x0")  # br x0
        self.bad("run", self.file(elf.program([0xF9400001])), "--entry", "start", says="--lazy")  # ldr x1, [x0]
        self.bad("run", self.file(elf.program([0x00000001])), "--entry", "start", says="UNDEFINED")
        self.bad("cost", self.file(elf.program([0xD61F0000])), "--entry", "start")

    def test_alternatives_that_point_outside(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "kernel.S")
            with open(path, "w", encoding="ascii") as file:
                file.write(KERNEL)

            image = os.path.join(folder, "vmlinux")
            assembled = os.path.join(folder, "kernel.o")
            subprocess.run(["aarch64-linux-gnu-as", "-o", assembled, path], check=True)
            subprocess.run(["aarch64-linux-gnu-ld", "-Ttext=0xffff800008000000", "-e", "_text", "-o", image, assembled],
                           check=True)
            self.bad("run", image, "--entry", "_text", "--cap", "24", says="alternative")


# What makes an ELF file a kernel is its symbols; its one alternative claims to replace what is not there.
KERNEL = """
        .text
        .globl _text, linux_banner, init_task
_text:  nop
        ret
linux_banner: .asciz "Linux version 6.1.0 (test)"
        .balign 8
init_task: .quad 0
        .globl _end, _stext, _etext
_stext = _text
_etext = init_task
_end = init_task
        .section .altinstructions, "a"
        .globl __alt_instructions, __alt_instructions_end
__alt_instructions:
        .word 0x7ffffff0, 0x7ffffff0
        .hword 24
        .byte 4, 4
__alt_instructions_end:
"""

if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
