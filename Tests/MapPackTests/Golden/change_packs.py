#!/usr/bin/env python3
"""Makes packs of golden ones that no writer writes: those of later minor versions, and bad ones, one for each thing
that a reader must refuse. `change_packs.py FOLDER` writes them as they are in this folder.

Each change is made as small as it can be and all checksums are made to fit, so that a reader meets what is meant.
"""

import hashlib
import os
import struct
import sys
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))


class Pack:
    """A pack in its parts: header, sections in their order as [tag, flags, bytes]."""

    def __init__(self, name):
        with open(os.path.join(HERE, name + ".mappack"), "rb") as file:
            data = file.read()
        self.header = bytearray(data[:128])
        self.sections = []
        for i in range(struct.unpack_from("<I", data, 12)[0]):
            tag, flags, place, length, _ = struct.unpack_from("<4sIQQI", data, 128 + 32 * i)
            self.sections.append([tag.decode(), flags, bytearray(data[place : place + length])])

    def set(self, field, form, value):
        struct.pack_into("<" + form, self.header, field, value)

    def get(self, field, form):
        return struct.unpack_from("<" + form, self.header, field)[0]

    def section(self, tag):
        return next(section for section in self.sections if section[0] == tag)

    def column(self, tag, number):
        """Place in the section, then minimum, count, high bits, step, kind and width of a column."""
        data = self.section(tag)[2]
        place = 8 + 16 * struct.unpack_from("<I", data)[0]
        for c in range(number):
            found = struct.unpack_from("<IIIHBB", data, 8 + 16 * c)
            _, count, high, _, kind, width = found
            length = (count * width + 7) // 8
            if kind:
                length += (max(0, count - 1) // 64 * high.bit_length() + 7) // 8 + (high + 7) // 8
            place += length
        return (place - length, *found)

    def describe(self, tag, number, field, form, value):
        """Changes a column's descriptor."""
        struct.pack_into("<" + form, self.section(tag)[2], 8 + 16 * (number - 1) + field, value)

    def poke(self, tag, number, value, index=0, bit=None, width=None):
        """Changes value `index` of a packed column, or so many bits from a bit of the column on."""
        place, minimum, _, _, step, _, own = self.column(tag, number)
        if bit is None:
            bit, width, value = index * own, own, value - minimum - index * step
        assert 0 <= value < 1 << width, (tag, number, value, width)
        data = self.section(tag)[2]
        for i in range(width):
            byte, mask = place + (bit + i) // 8, 1 << (bit + i) % 8
            data[byte] = data[byte] & ~mask | (mask if value >> i & 1 else 0)

    def flip(self, tag, number, bit):
        """Turns one bit of a column."""
        self.section(tag)[2][self.column(tag, number)[0] + bit // 8] ^= 1 << bit % 8

    def add_column(self, tag, values, kind=0):
        """Adds a column of bytes behind the others."""
        data = self.section(tag)[2]
        count = struct.unpack_from("<I", data)[0]
        end = len(data) - 8
        if count:
            place, _, n, high, _, of, width = self.column(tag, count)
            end = place + (n * width + 7) // 8
            if of:
                end += (max(0, n - 1) // 64 * high.bit_length() + 7) // 8 + (high + 7) // 8
        content = data[8 + 16 * count : end] + values
        head = struct.pack("<II", count + 1, 0) + data[8 : 8 + 16 * count]
        head += struct.pack("<IIIHBB", 0, len(values), 0, 0, kind, 8)
        whole = head + content + bytes(8)
        data[:] = whole + bytes(-len(whole) % 8)

    def bytes(self, places=None, checksums=None, section_checksums=None):
        """The pack, sealed; places and checksums of the directory may be given."""
        directory, content = b"", b""
        start = 128 + 32 * len(self.sections)
        for i, (tag, flags, data) in enumerate(self.sections):
            place = (places or {}).get(tag, start + len(content))
            length = len(data)
            checksum = (section_checksums or {}).get(tag, zlib.crc32(data))
            directory += struct.pack("<4sIQQII", tag.encode(), flags, place, length, checksum, 0)
            content += data + bytes(-len(data) % 8)
        self.set(12, "I", self.get(12, "I") if checksums == "keep" else len(self.sections))
        self.set(96, "Q", start + len(content))
        self.set(104, "I", zlib.crc32(directory))
        self.header[24:40] = hashlib.sha256(directory + content).digest()[:16]
        self.set(124, "I", zlib.crc32(self.header[:124]))
        return bytes(self.header) + directory + content


def later_minor():
    """Version 1.1 with columns more, one of an unknown kind, and a section that may be skipped."""
    pack = Pack("letters")
    pack.set(10, "H", 1)
    pack.add_column("REGN", b"\x01\x02\x03\x04")
    pack.add_column("RING", b"of a later kind", kind=2)
    pack.add_column("BITS", b"more")
    pack.sections.insert(4, ["NEAR", 0, bytearray(b"whatever it means")])
    return pack.bytes()


def unknown_sections():
    """Sections without the flag, one before and one behind the known ones, neither made of columns."""
    pack = Pack("restarts")
    pack.sections.insert(0, ["xtra", 0, bytearray()])
    pack.sections.append(["ZZZZ", 0, bytearray(b"\xff" * 9)])
    return pack.bytes()


GOOD = {"later-minor": later_minor, "unknown-sections": unknown_sections}

BAD = {}


def bad(name, source="letters"):
    def add(change):
        def made():
            pack = Pack(source)
            return change(pack) or pack.bytes()
        BAD[name] = made
    return add


def sealed(data):
    """The header's checksum made to fit."""
    data = bytearray(data)
    struct.pack_into("<I", data, 124, zlib.crc32(data[:124]))
    return bytes(data)


# What opening finds.

bad("magic")(lambda p: b"MAPPACK\x1b" + p.bytes()[8:])
bad("major-version")(lambda p: p.set(8, "H", 2))
bad("header-checksum")(lambda p: p.bytes()[:127] + bytes([p.bytes()[127] ^ 1]))
bad("file-shorter")(lambda p: p.bytes()[:-8])
bad("file-longer")(lambda p: p.bytes() + bytes(8))
bad("plane")(lambda p: p.set(40, "B", 1))
bad("cell")(lambda p: p.set(41, "b", 21))
bad("levels-none")(lambda p: p.set(42, "B", 0))
bad("levels-seventeen")(lambda p: p.set(42, "B", 17))
bad("label-bits")(lambda p: p.set(43, "B", 25))
bad("rice-parameter")(lambda p: p.set(108, "B", 32))
bad("slots")(lambda p: p.set(44, "I", 65537))
bad("origin")(lambda p: p.set(48, "q", -(1 << 52) - 1))
bad("vertices")(lambda p: p.set(88, "Q", 1 << 40))
bad("uses")(lambda p: p.set(76, "I", 4))


@bad("section-count")
def _(p):
    p.set(12, "I", 65)
    return p.bytes(checksums="keep")


@bad("directory-checksum")
def _(p):
    data = bytearray(p.bytes())
    data[128 + 28] = 1
    return bytes(data)


bad("section-outside")(lambda p: p.bytes(places={"GRID": 1 << 40}))
bad("section-in-directory")(lambda p: p.bytes(places={"INFO": 160}))
bad("section-overlap")(lambda p: p.bytes(places={"LEVL": 128 + 9 * 32 + 8}))
bad("section-missing")(lambda p: p.sections.remove(p.section("JUMP")))


@bad("section-unknown")
def _(p):
    p.sections.append(["XTRA", 1, bytearray(8)])


bad("columns-missing")(lambda p: struct.pack_into("<I", p.section("REGN")[2], 0, 12))
bad("columns-too-many")(lambda p: struct.pack_into("<I", p.section("REGN")[2], 0, 1000))
bad("column-outside")(lambda p: p.describe("BITS", 1, 4, "I", 1000))
bad("column-kind")(lambda p: p.describe("RING", 4, 14, "B", 2))
bad("column-of-another-kind")(lambda p: p.describe("GRID", 1, 14, "B", 1) or p.describe("GRID", 1, 8, "I", 5))
bad("column-width")(lambda p: p.describe("JUMP", 2, 15, "B", 57))
bad("column-count")(lambda p: p.describe("ARCS", 2, 4, "I", 4))
bad("column-high-bits")(lambda p: p.describe("RING", 4, 8, "I", 4))
bad("column-of-bytes")(lambda p: p.describe("BITS", 1, 15, "B", 7))
bad("text-kinds")(lambda p: p.describe("INFO", 1, 0, "I", 1) or p.poke("INFO", 1, 1))

# A section of no columns, and one of a column of floats.
NO_COLUMNS = struct.pack("<II", 0, 0) + bytes(8)


def floats(count):
    return struct.pack("<IIIIIHBB", 1, 0, 0, count, 0, 0, 0, 32) + bytes(4 * count + 8 + -4 * count % 8)


bad("lines-and-points", "lines")(lambda p: p.sections.append(["PNTS", 1, bytearray(NO_COLUMNS)]))
bad("line-parts", "letters")(lambda p: p.sections.append(["LINE", 1, bytearray(floats(p.get(44, "I")))]))


@bad("point-levels", "lines")
def _(p):
    p.section("LINE")[:] = ["PNTS", 1, bytearray(NO_COLUMNS)]


# What a full check finds.

bad("section-checksum")(lambda p: p.bytes(section_checksums={"BITS": 1}))
bad("information-count")(lambda p: p.poke("INFO", 1, 1, index=1))
bad("text-encoding")(lambda p: p.poke("TEXT", 2, 0xFF, index=2))
bad("text-starts")(lambda p: p.describe("TEXT", 2, 4, "I", 20))
bad("code-order")(lambda p: p.poke("TEXT", 2, ord("4"), index=1))
bad("code-twice")(lambda p: p.poke("TEXT", 2, ord("2"), index=1))
bad("order-of-nobody")(lambda p: p.describe("TEXT", 4, 0, "I", 0))
bad("level-ranks")(lambda p: p.describe("LEVL", 3, 0, "I", 1))
bad("label-outside")(lambda p: p.set(43, "B", 8))
bad("group")(lambda p: p.describe("REGN", 8, 0, "I", 1))
bad("main-bounds", "loops")(lambda p: p.describe("REGN", 10, 0, "I", 10000))
bad("ring-starts")(lambda p: p.describe("RING", 1, 0, "I", 1))
bad("polygon-firsts")(lambda p: p.describe("RING", 2, 0, "I", 1))
# Polygons begin at the rings 0, 1, 1 and 1. All counts agree, as the first region seems to have two polygons and the
# second one; so it is the first ring alone that tells.
bad("polygon-twice")(lambda p: p.describe("RING", 2, 12, "H", 0) or p.poke("RING", 2, 0b11101, bit=0, width=5))
bad("use-firsts")(lambda p: p.describe("RING", 3, 0, "I", 1))
bad("arc-uses")(lambda p: p.describe("RING", 4, 0, "I", 2))
bad("arc-of-others")(lambda p: p.describe("RING", 5, 0, "I", 3))
bad("polygon-level")(lambda p: p.describe("RING", 6, 0, "I", 1))
bad("arc-starts")(lambda p: p.describe("ARCS", 1, 0, "I", 1))
bad("seam")(lambda p: p.describe("ARCS", 2, 0, "I", 2))
bad("vertex-count")(lambda p: p.set(88, "Q", 18))
bad("restart-elsewhere", "restarts")(lambda p: p.describe("JUMP", 3, 0, "I", p.column("JUMP", 3)[1] + 1))
bad("restart-between-codes", "restarts")(lambda p: p.describe("JUMP", 1, 0, "I", p.column("JUMP", 1)[1] + 1))
# The code of arc 0's second vertex begins at bit 39; the first restart is moved there.
bad("restart-at-beginning", "restarts")(
    lambda p: p.describe("JUMP", 1, 0, "I", p.column("JUMP", 1)[1] - 1264 + 39))
bad("grid-size")(lambda p: p.poke("GRID", 1, 3, index=4))
bad("grid-starts")(lambda p: p.describe("GRID", 2, 0, "I", 1000))
# Square 0: a bit, the region at its corner in 3 bits, its first piece in 3 bits.
bad("grid-region")(lambda p: p.poke("GRID", 3, 7, bit=1, width=3))
bad("grid-piece")(lambda p: p.poke("GRID", 3, 7, bit=4, width=3))
# The numbers are 人口, share, change and spare; the second and the fourth are Doubles.
bad("number-count", "numbers")(lambda p: p.describe("NUMS", 1, 4, "I", 0))
bad("number-form", "numbers")(lambda p: p.describe("NUMS", 1, 0, "I", 1))
bad("number-names", "numbers")(lambda p: p.poke("NUMS", 3, ord("h"), index=18))
bad("number-infinite", "numbers")(lambda p: p.poke("NUMS", 5, 0x7FF0000000000000, index=1))
bad("line-length", "lines")(lambda p: p.poke("LINE", 1, 0xBF800000, index=1))
bad("line-area", "lines")(lambda p: p.poke("REGN", 5, 1, index=1))
bad("line-seam", "lines")(lambda p: p.describe("ARCS", 2, 0, "I", 1))


# One region with one polygon, whose one ring is one arc, so it can be taken for a line or a point.
@bad("line-corner", "leaps")
def _(p):
    p.poke("REGN", 5, 0, index=1)
    p.sections.append(["LINE", 1, bytearray(floats(p.get(44, "I")))])


@bad("point-vertices", "leaps")
def _(p):
    p.poke("REGN", 5, 0, index=1)
    p.sections.append(["PNTS", 1, bytearray(NO_COLUMNS)])


# The bit that says whether arc 0 is joined.
bad("arc-end")(lambda p: p.flip("BITS", 1, 1))
# The bit that says whether arc 3 is closed, so that all behind it is read otherwise.
bad("arc-rank")(lambda p: p.flip("BITS", 1, 200))
# The last bit of the last arc.
bad("arc-padding")(lambda p: p.flip("BITS", 1, 359))
# A bit of the first difference of x.
bad("arc-plane", "leaps")(lambda p: p.flip("BITS", 1, 65))


@bad("arc-unused")
def _(p):
    # Arc 4, the last, begins at byte 37 and has a bit to spare: closed, inner, 0 in the Rice code with parameter 0.
    data, place = p.section("BITS")[2], p.column("BITS", 1)[0] + 37
    arc = int.from_bytes(data[place : place + 8], "little")
    assert arc & 3 == 1 and arc >> 63 == 0 and p.get(108, "B") == 0
    data[place : place + 8] = (arc >> 2 << 3 | 0b111).to_bytes(8, "little")


@bad("ring-open")
def _(p):
    # Arc 0: closed, joined, inner, the region on its right (0 in the Rice code), x in 7 bits, y in 7 bits.
    p.poke("BITS", 1, 1, bit=3 + 1 + p.get(108, "B") + 7, width=7)


def main(folder):
    for name, make in GOOD.items():
        with open(os.path.join(folder, name + ".mappack"), "wb") as file:
            file.write(make())
    os.makedirs(os.path.join(folder, "Refused"), exist_ok=True)
    for name, make in BAD.items():
        with open(os.path.join(folder, "Refused", name + ".mappack"), "wb") as file:
            file.write(make())


if __name__ == "__main__":
    main(*sys.argv[1:])
