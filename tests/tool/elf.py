# SPDX-License-Identifier: Apache-2.0
"""A tiny AArch64 ELF executable, byte by byte, so that tests can spoil it."""
import struct

BASE = 0x40200000


def program(words, memory_size=None, address=BASE):
    """One loaded segment with these instruction words; the symbol 'start' is its first."""
    code = b"".join(struct.pack("<I", word) for word in words)
    strings = b"\0start\0"
    symbols = bytes(24) + struct.pack("<IBBHQQ", 1, 0x12, 0, 1, address, len(code))
    names = b"\0.text\0.symtab\0.strtab\0"
    headers = 64 + 56
    symbols_at = headers + len(code) + -len(code) % 8
    strings_at = symbols_at + len(symbols)
    names_at = strings_at + len(strings)
    sections_at = names_at + len(names) + -(names_at + len(names)) % 8
    ident = b"\x7fELF\x02\x01\x01" + bytes(9)
    out = ident + struct.pack("<HHIQQQIHHHHHH", 2, 183, 1, address, 64, sections_at, 0, 64, 56, 1, 64, 5, 4)
    out += struct.pack("<IIQQQQQQ", 1, 5, headers, address, address, len(code),
                       len(code) if memory_size is None else memory_size, 4)
    out += code
    out += bytes(symbols_at - len(out)) + symbols + strings + names
    out += bytes(sections_at - len(out))
    section = struct.Struct("<IIQQQQIIQQ")
    out += section.pack(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    out += section.pack(1, 1, 6, address, headers, len(code), 0, 0, 4, 0)
    out += section.pack(7, 2, 0, 0, symbols_at, len(symbols), 3, 1, 8, 24)
    out += section.pack(15, 3, 0, 0, strings_at, len(strings), 0, 0, 1, 0)
    out += section.pack(1, 3, 0, 0, names_at, len(names), 0, 0, 1, 0)
    return out


RET = 0xD65F03C0
NOP = 0xD503201F
