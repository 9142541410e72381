#!/usr/bin/env python3
"""A second reader of packs, written from Sources/MapPack/MapPack.docc/Format.md alone.

    read_pack.py PACK… [--at X,Y]…

prints what each pack holds as JSON, or says on standard error why it refuses the pack, with status 65. It decodes and
checks everything; it is not made to be fast. All numbers are in cells of the pack's lattice, but label points, which
are in map points. Under "places" it says [x, y, raw value of the region there or null]: at the places asked for, else
at vertices, in the middle of edges and of bounds. Of a map of lines or points it is the region nearest to there.
"""

import hashlib
import json
import struct
import sys
import unicodedata
import zlib
from fractions import Fraction


class Refused(Exception):
    def __init__(self, reason, sentence):
        super().__init__(f"{reason}: {sentence}")
        self.reason = reason


def require(condition, reason, sentence):
    if not condition:
        raise Refused(reason, sentence)


class Bits:
    """Numbers out of a sequence of bits, the lowest bit of each byte first."""

    def __init__(self, data, place=0, end=None):
        self.data = data
        self.place = place
        self.end = len(data) * 8 if end is None else end

    def peek(self, width):
        first = self.place >> 3
        window = int.from_bytes(self.data[first : first + (width + 14) // 8], "little")
        return window >> (self.place & 7) & ((1 << width) - 1)

    def number(self, width):
        require(self.place + width <= self.end, "bits", "a code does not end before the end of its bits")
        number = self.peek(width)
        self.place += width
        return number

    def zeros(self, most):
        """The zeros in front of the next one, which is taken too; `most` zeros are taken without a one."""
        seen = max(0, min(most, self.end - self.place))
        window = self.peek(seen)
        if window:
            count = (window & -window).bit_length() - 1
            self.place += count + 1
            return count
        require(seen == most, "bits", "zeros without a one")
        self.place += most
        return most

    def rice(self, parameter):
        high = self.zeros(16)
        if high == 16:
            return self.number(32)
        return high << parameter | self.number(parameter)

    def folded(self, parameter):
        number = self.rice(parameter)
        return -(number + 1 >> 1) if number & 1 else number >> 1


class Packed:
    def __init__(self, data, minimum, count, step, width):
        self.data, self.minimum, self.count, self.step, self.width = data, minimum, count, step, width

    def __len__(self):
        return self.count

    def __iter__(self):
        return (self[i] for i in range(self.count))

    def __getitem__(self, i):
        if not 0 <= i < self.count:
            raise Refused("value", "a place outside a column")
        return self.minimum + i * self.step + Bits(self.data, i * self.width).number(self.width)


def ascending(data, minimum, count, high_bits, step, width):
    """The values of an ascending column, one after the other; its samples are checked."""
    low = Bits(data)
    samples = max(0, count - 1) // 64
    sample_width = high_bits.bit_length()
    sample = Bits(data, (count * width + 7) // 8 * 8)
    high = Bits(data, sample.place + (samples * sample_width + 7) // 8 * 8)
    start = high.place
    high.end = start + high_bits
    values, noted = [], 0
    for i in range(count):
        while not high.number(1):
            pass
        place = high.place - 1 - start
        require(place - noted < 4096, "value", "a one is too far behind the sample before")
        if i % 64 == 0 and i > 0:
            noted = place
            require(sample.number(sample_width) == place, "value", "a sample is not the place of its one")
        values.append(minimum + i * step + (place - i << width) + low.number(width))
    while high.place < high.end:
        require(high.number(1) == 0, "value", "an ascending column has more ones than values")
    return values


SECTIONS = {"INFO": 3, "LEVL": 3, "REGN": 13, "TEXT": 4, "RING": 6, "ARCS": 2, "BITS": 1, "JUMP": 3, "GRID": 3}
# With one of these, regions are lines or points.
KINDS = {"LINE": 1, "PNTS": 0}
# Sections of one column with a number of each region, and what the number is.
NUMBERS = {"LINE": "length"}
COLUMNS = {**SECTIONS, **KINDS, **dict.fromkeys(NUMBERS, 1), "NUMS": 5}


class Section:
    """The columns of a section that version 1.0 has; further ones belong to later versions."""

    def __init__(self, tag, data):
        self.tag = tag
        require(len(data) >= 8, "column", f"section {tag} is no number of columns")
        count = struct.unpack_from("<I", data)[0]
        place = 8 + 16 * count
        known = COLUMNS[tag]
        require(count >= known, "column", f"section {tag} has {count} columns, not {known}")
        require(place <= len(data), "column", f"section {tag} is too short for its columns")
        self.columns = []
        for c in range(known):
            minimum, count, high, step, kind, width = struct.unpack_from("<IIIHBB", data, 8 + 16 * c)
            require(kind <= 1, "column", f"column {c + 1} of {tag} is of an unknown kind")
            double = (kind, minimum, step, width) == (0, 0, 0, 64)
            require(width <= 56 or double, "column", f"column {c + 1} of {tag} is too wide")
            length = (count * width + 7) // 8
            if kind == 1:
                require(high >= count, "column", "an ascending column has fewer high bits than values")
                length += (max(0, count - 1) // 64 * high.bit_length() + 7) // 8 + (high + 7) // 8
            require(place + length + 8 <= len(data), "column", f"column {c + 1} of {tag} reaches beyond its section")
            self.columns.append((kind, minimum, count, high, step, width, bytes(data[place : place + length])))
            place += length

    def column(self, number, kind, count=None):
        found, *rest = self.columns[number - 1]
        require(found == kind, "column", f"column {number} of {self.tag} is of another kind")
        require(
            count is None or rest[1] == count, "column",
            f"column {number} of {self.tag} has {rest[1]} values, not {count}")
        return rest

    def packed(self, number, count=None):
        minimum, count, high, step, width, data = self.column(number, 0, count)
        return Packed(data, minimum, count, step, width)

    def ascending(self, number, count=None):
        minimum, count, high, step, width, data = self.column(number, 1, count)
        return ascending(data, minimum, count, high, step, width)

    def starts(self, number, things, places):
        values = self.ascending(number, things + 1)
        require(values[0] == 0 and values[-1] == places, "value", f"column {number} of {self.tag} has other ends")
        return values

    def firsts(self, number, things, places):
        values = self.ascending(number, things)
        require(not things or values[0] == 0, "value", f"column {number} of {self.tag} begins behind 0")
        values.append(places)
        require(
            all(a < b for a, b in zip(values, values[1:])), "value",
            f"column {number} of {self.tag} has a thing without places")
        return values

    def raw(self, number, width, count=None):
        minimum, count, high, step, found, data = self.column(number, 0, count)
        require((minimum, step, found) == (0, 0, width), "column", f"column {number} of {self.tag} is not raw")
        return data


class Arc:
    """An arc: its regions, and its vertices in its own direction as (x, y, coarsest level)."""

    def __init__(self, number):
        self.pieces = [(number, 0)]  # and the index of each one's first vertex

    def points(self, level):
        return [(x, y) for x, y, coarsest in self.vertices if coarsest >= level]


class Pack:
    def __init__(self, data):
        self.data = data
        self.read_header()
        self.read_directory()
        self.read_info()
        self.read_regions()
        self.read_numbers()
        self.read_texts()
        self.read_rings()
        self.read_arcs()
        self.read_grid()
        self.check_rings()

    # MARK: the header and the directory

    def read_header(self):
        data = self.data
        require(len(data) >= 128, "length", "the file is shorter than a header")
        require(data[:8] == b"MAPPACK\x1a", "magic", "the file is no pack")
        self.major, self.minor = struct.unpack_from("<HH", data, 8)
        require(self.major == 1, "version", f"the pack is of major version {self.major}")
        require(zlib.crc32(data[:124]) == struct.unpack_from("<I", data, 124)[0], "header checksum", "it differs")
        sections, self.identity, self.digest = struct.unpack_from("<IQ16s", data, 12)
        plane, self.g, self.levels, self.label_bits = struct.unpack_from("<BbBB", data, 40)
        (self.slots, self.origin_x, self.origin_y, self.region_count, self.polygon_count, self.ring_count,
         self.use_count, self.arc_count, self.restart_count, self.vertex_count, length, directory_sum,
         self.right_parameter, self.piece_parameter) = struct.unpack_from("<IqqIIIIIIQQIBB", data, 44)
        require(plane == 0, "plane", f"the plane is number {plane}")
        require(sections <= 64, "limits", "more than 64 sections")
        require(-20 <= self.g <= 20, "limits", f"cells of 2^{self.g} map points")
        require(1 <= self.levels <= 16, "limits", f"{self.levels} levels")
        require(1 <= self.label_bits <= 24, "limits", f"{self.label_bits} bits of a label's fraction")
        require(self.slots <= 65536, "limits", f"{self.slots} slots")
        require(abs(self.origin_x) <= 1 << 52 and abs(self.origin_y) <= 1 << 52, "limits", "origin too far away")
        require(self.right_parameter <= 31 and self.piece_parameter <= 31, "limits", "Rice parameter above 31")
        require(self.arc_count <= self.use_count <= 2 * self.arc_count, "limits", "arcs without uses, or with three")
        require(length == len(data), "length", f"the file has {len(data)} bytes, not {length}")
        require(128 + 32 * sections <= len(data), "sections", "the directory reaches beyond the file")
        self.directory = data[128 : 128 + 32 * sections]
        require(zlib.crc32(self.directory) == directory_sum, "directory checksum", "it differs")
        self.world = 1 << 28 - self.g
        self.east = self.world - self.origin_x

    def read_directory(self):
        self.sections, self.unknown = {}, []
        end = 128 + len(self.directory)
        for i in range(0, len(self.directory), 32):
            tag, flags, place, length, checksum = struct.unpack_from("<4sIQQI", self.directory, i)
            tag = tag.decode("latin-1")
            require(place >= end and place + length <= len(self.data), "sections", f"section {tag} lies elsewhere")
            end = place + length
            if tag not in COLUMNS:
                require(not flags & 1, "unknown section", f"section {tag} must be understood")
                self.unknown.append(tag)
                continue
            if tag not in self.sections:
                self.sections[tag] = (bytes(self.data[place:end]), checksum)
        for tag in SECTIONS:
            require(tag in self.sections, "missing section", f"there is no section {tag}")
        require("LINE" not in self.sections or "PNTS" not in self.sections, "sections", "both lines and points")
        self.kind = "lines" if "LINE" in self.sections else "points" if "PNTS" in self.sections else "areas"
        if self.kind != "areas":
            counts = {self.polygon_count, self.ring_count, self.use_count, self.arc_count}
            require(len(counts) == 1, "limits", "not every line or point is one arc")
            require(self.kind == "lines" or self.levels == 1, "limits", f"points at {self.levels} levels")
        for tag, (content, checksum) in self.sections.items():
            require(zlib.crc32(content) == checksum, "section checksum", f"that of {tag} differs")
            self.sections[tag] = Section(tag, content)
        require(hashlib.sha256(self.data[128:]).digest()[:16] == self.digest, "content digest", "it differs")

    # MARK: names and tables

    def texts(self, section, number, count):
        starts = section.ascending(number, count + 1)
        content = section.raw(number + 1, 8)
        require(starts[0] == 0 and starts[-1] == len(content), "value", "texts do not fill their bytes")
        try:
            return [content[a:b].decode("utf-8") for a, b in zip(starts, starts[1:])]
        except UnicodeDecodeError:
            raise Refused("value", "a text is not UTF-8") from None

    def read_info(self):
        info = self.sections["INFO"]
        kinds, groups, sources = info.packed(1, 3)
        require(2 <= kinds <= 255, "limits", f"{kinds} kinds of texts")
        texts = self.texts(info, 2, 1 + kinds + groups + 4 * sources)
        self.name = texts[0]
        self.kinds = texts[1 : 1 + kinds]
        require(self.kinds[:2] == ["code", "name"], "value", "the first kinds of texts are not code and name")
        self.groups = texts[1 + kinds : 1 + kinds + groups]
        rest = texts[1 + kinds + groups :]
        self.sources = [
            dict(zip(["publisher", "license", "edition", "attribution"], rest[i : i + 4]))
            for i in range(0, len(rest), 4)]
        levels = self.sections["LEVL"]
        self.tolerances = list(struct.unpack(f"<{self.levels}d", levels.raw(1, 64, self.levels)))
        self.open_ranks = list(levels.packed(2, self.levels))
        self.closed_ranks = list(levels.packed(3, self.levels))
        for ranks in self.open_ranks, self.closed_ranks:
            require(sorted(ranks) == list(range(self.levels)), "value", "ranks do not stand for the levels")

    def read_regions(self):
        regions = self.sections["REGN"]
        boxes = list(zip(*(regions.packed(c, self.slots + 1) for c in (1, 2, 3, 4))))
        self.areas = struct.unpack(f"<{self.slots}f", regions.raw(5, 32, self.slots))
        self.bounds, self.main_bounds = boxes, list(boxes)
        others = regions.ascending(9)
        for i, raw in enumerate(others):
            require(raw <= self.slots and (i == 0 or others[i - 1] < raw), "value", "main bounds of no region")
            west, north, _, _ = boxes[raw]
            dx, dy, width, height = (regions.packed(c, len(others))[i] for c in (10, 11, 12, 13))
            self.main_bounds[raw] = (west + dx, north + dy, width, height)
        if self.kind != "areas":
            require(not any(regions.raw(5, 32)), "value", "a line or a point has an area")
        self.numbers = {}
        for tag, name in NUMBERS.items():
            if tag in self.sections:
                numbers = struct.unpack(f"<{self.slots}f", self.sections[tag].raw(1, 32, self.slots))
                require(all(0 <= number < float("inf") for number in numbers), "value", f"a {name} is no {name}")
                self.numbers[name] = numbers
        self.labels = []
        for raw, (x, y) in enumerate(zip(regions.packed(6, self.slots), regions.packed(7, self.slots))):
            west, north, width, height = self.main_bounds[raw]
            parts, cell = 2**self.label_bits, 2.0**self.g
            require(x < parts and y < parts, "value", "a label lies outside its main bounds")
            self.labels.append((
                (self.origin_x + west) * cell + width * cell * ((x + 0.5) / parts),
                (self.origin_y + north) * cell + height * cell * ((y + 0.5) / parts)))
        self.region_groups = list(regions.packed(8, self.slots))
        for raw in range(self.slots + 1):
            (west, north, width, height), main = boxes[raw], self.main_bounds[raw]
            require(
                main[0] + main[2] <= west + width and main[1] + main[3] <= north + height, "value",
                "main bounds reach beyond the bounds")
        require(max(self.region_groups, default=0) <= len(self.groups), "value", "a group that is not there")

    def read_numbers(self):
        """Chosen numbers by name, by raw value; None if there is no value."""
        if "NUMS" not in self.sections:
            self.chosen = None
            return
        section = self.sections["NUMS"]
        forms = list(section.packed(1))
        require(1 <= len(forms) <= 255, "limits", f"{len(forms)} numbers of a region")
        require(set(forms) <= {0, 1}, "value", "a number is stored in an unknown way")
        names = self.texts(section, 2, len(forms))
        require(len(set(names)) == len(names) and "" not in names, "value", "a number without a name of its own")
        counts = [forms.count(form) * self.slots for form in (0, 1)]
        wholes = iter(struct.unpack(f"<{counts[0]}i", section.raw(4, 32, counts[0])))
        doubles = iter(struct.unpack(f"<{counts[1]}d", section.raw(5, 64, counts[1])))
        self.chosen = {}
        for name, form in zip(names, forms):
            values = [next(doubles if form else wholes) for _ in range(self.slots)]
            require(not {float("inf"), -float("inf")} & set(values), "value", "an infinite number")
            self.chosen[name] = [
                None if value != value or not form and value == -2**31 else value for value in values]

    def read_texts(self):
        section = self.sections["TEXT"]
        texts = self.texts(section, 1, self.slots * len(self.kinds))
        self.region_texts = [texts[i : i + len(self.kinds)] for i in range(0, len(texts), len(self.kinds))]
        self.by_code = list(section.packed(3, self.region_count))
        self.by_name = list(section.packed(4, self.region_count))

    # MARK: rings and arcs

    def read_rings(self):
        section = self.sections["RING"]
        starts = section.starts(1, self.slots, self.ring_count)
        polygons = section.firsts(2, self.polygon_count, self.ring_count)
        uses = section.firsts(3, self.ring_count, self.use_count)
        owned = section.ascending(4, self.arc_count)
        others = section.packed(5, self.use_count - self.arc_count)
        presence = section.packed(6, self.polygon_count)
        require(
            all(a < b for a, b in zip(owned, owned[1:])) and (not owned or owned[-1] < self.use_count), "value",
            "an owner uses two arcs at once")
        self.raw_values = [r for r in range(self.slots) if starts[r] < starts[r + 1]]
        require(len(self.raw_values) == self.region_count, "value", "another number of regions")
        require(not self.slots or starts[-1] > starts[-2], "value", "the last slot has no region")
        for order, kind in (self.by_code, 0), (self.by_name, 1):
            require(sorted(order) == self.raw_values, "value", "an order of other raw values")
            keys = [(unicodedata.normalize("NFC", self.region_texts[r][kind]).encode(), r) for r in order]
            require(keys == sorted(keys), "value", f"raw values are not in the order of their {self.kinds[kind]}s")
            require(kind == 1 or len({k for k, _ in keys}) == len(keys), "value", "two regions have one code")
        used, number, rank = [], 0, 0
        for use in range(self.use_count):
            if rank < len(owned) and owned[rank] == use:
                used.append((rank, True))
                rank += 1
            else:
                used.append((others[number], False))
                number += 1
        slot_of_ring = [r for r in range(self.slots) for _ in range(starts[r], starts[r + 1])]
        self.polygons = {raw: [] for raw in self.raw_values}  # (coarsest level, rings)
        self.owners = [0] * self.arc_count
        polygon_starts = set(polygons)
        require(all(starts[r] in polygon_starts for r in self.raw_values), "value", "a polygon of two regions")
        for p in range(self.polygon_count):
            raw = slot_of_ring[polygons[p]]
            require(presence[p] < self.levels, "value", "a polygon at a level that is not there")
            rings = []
            for ring in range(polygons[p], polygons[p + 1]):
                rings.append(used[uses[ring] : uses[ring + 1]])
                for arc, own in rings[-1]:
                    require(arc < self.arc_count, "value", "an arc that is not there")
                    if own:
                        self.owners[arc] = raw
            self.polygons[raw].append((presence[p], rings))

    def read_arcs(self):
        arcs, jumps = self.sections["ARCS"], self.sections["JUMP"]
        content = self.sections["BITS"].raw(1, 8)
        require(self.vertex_count <= self.arc_count + 4 * len(content), "limits", "more vertices than bits for them")
        starts = arcs.starts(1, self.arc_count, len(content))
        seams = arcs.packed(2, self.arc_count)
        restarts = jumps.ascending(1, self.restart_count)
        restart_points = list(zip(jumps.packed(2, self.restart_count), jumps.packed(3, self.restart_count)))
        self.arcs, pending, count, restart = [], None, 0, 0
        for number in range(self.arc_count):
            arc, owner = Arc(number), self.owners[number]
            arc.left, arc.right, arc.seam = owner, None, seams[number] == 1
            require(seams[number] <= 1, "value", "a seam is neither 0 nor 1")
            require(self.kind == "areas" or not arc.seam, "value", "a line or a point is a seam")
            bits = Bits(content, starts[number] * 8, starts[number + 1] * 8)
            arc.closed = bits.number(1) == 1
            arc.joined = not arc.closed and bits.number(1) == 1
            if bits.number(1):
                arc.right = owner + 1 + bits.rice(self.right_parameter)
                require(arc.right in self.polygons, "value", "no region on the right of an arc")
            west, north, width, height = self.bounds[owner]
            x = west + bits.number((width + 1).bit_length())
            y = north + bits.number(height.bit_length())
            if x > self.east:
                x -= self.world + 1
            p, q = bits.number(5), bits.number(5)
            coarsest = self.levels - 1
            ranks = self.closed_ranks if arc.closed else self.open_ranks
            level = coarsest
            if arc.closed and self.levels > 1:
                level = self.rank(bits, ranks)
            arc.vertices = [(x, y, level)]
            last = False
            while not last:
                before = bits.place
                try:
                    x += bits.folded(p)
                    y += bits.folded(q)
                except Refused:
                    bits.place = before
                    break
                if restart < self.restart_count and restarts[restart] == before:
                    require(len(arc.vertices) > 1, "value", "a restart where its arc begins")
                    require(restart_points[restart] == arc.vertices[-1][:2], "value", "a restart elsewhere")
                    arc.pieces.append((self.arc_count + restart, len(arc.vertices) - 1))
                    restart += 1
                level = coarsest
                if self.levels > 1:
                    before = bits.place
                    try:
                        level = self.rank(bits, ranks)
                    except Refused:
                        bits.place, last = before, True
                arc.vertices.append((x, y, level))
            if self.levels > 1:
                node = not arc.closed and not arc.joined
                require(last == node, "value", "the last vertex of an arc has a level, or has none")
            rest = bits.end - bits.place
            require(rest < 8 and bits.number(rest) == 0, "value", "an arc ends in more than seven zeros")
            count += len(arc.vertices)
            if self.kind == "points":
                require(arc.closed and len(arc.vertices) == 1, "value", "a point is no single vertex")
            if pending is not None:
                require(self.owners[number - 1] == owner, "value", "an arc is joined to another owner's")
                pending.vertices.append((arc.vertices[0][0], arc.vertices[0][1], coarsest))
                count += 1
            pending = arc if arc.joined else None
            require(
                all(0 <= v <= 1 << 30 for point in arc.vertices for v in point[:2]), "value",
                "a vertex outside the plane")
            self.arcs.append(arc)
        require(pending is None, "value", "the last arc is joined")
        require(restart == self.restart_count, "value", "a restart where no vertex begins")
        require(count == self.vertex_count, "value", f"{count} vertices, not {self.vertex_count}")

    def rank(self, bits, ranks):
        rank = bits.zeros(self.levels)
        require(rank < self.levels, "value", "a rank without a level")
        return ranks[rank]

    # MARK: answers

    def rings(self, raw, level):
        """Polygons of rings of (x, y) in cells, in the frame of the region's bounds."""
        west = self.bounds[raw][0]
        beyond = west + self.bounds[raw][2] > self.east
        polygons = []
        for coarsest, rings in self.polygons[raw]:
            if coarsest < level:
                continue
            polygons.append([])
            for uses in rings:
                ring = []
                for number, own in uses:
                    arc = self.arcs[number]
                    points = arc.points(level)
                    if not own:
                        points.reverse()
                    if arc.closed:
                        ring = points
                    else:
                        require(not ring or ring[-1] == points[0], "value", "a ring has a break")
                        ring = ring[:-1] + points
                if self.kind == "lines" and not self.arcs[uses[0][0]].closed:
                    pass
                elif not self.arcs[uses[0][0]].closed:
                    require(ring[0] == ring[-1], "value", "a ring is not closed")
                    ring = ring[:-1]
                else:
                    require(len(uses) == 1, "value", "a closed arc is not a ring by itself")
                if beyond and min(ring)[0] < west:
                    ring = [(x + self.world, y) for x, y in ring]
                polygons[-1].append(ring)
        return polygons

    def check_rings(self):
        users = [[] for _ in self.arcs]
        for raw in self.raw_values:
            for _, rings in self.polygons[raw]:
                for number, own in (use for ring in rings for use in ring):
                    users[number].append((raw, own))
        for arc, uses in zip(self.arcs, users):
            expected = [(arc.left, True)] + ([] if arc.right is None else [(arc.right, False)])
            require(uses == expected, "value", "an arc is used by other regions than its own")
        for raw in self.raw_values:
            for level in range(self.levels if self.kind == "areas" else 0):
                for polygon in self.rings(raw, level):
                    for i, ring in enumerate(polygon):
                        doubled = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1]))
                        require(doubled > 0 if i == 0 else doubled < 0, "value", "a ring is wound the wrong way")
            points = [point for polygon in self.rings(raw, 0) for ring in polygon for point in ring]
            xs, ys = [x for x, _ in points], [y for _, y in points]
            box = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
            require(box == self.bounds[raw], "value", f"the bounds of {raw} are not those of its rings")

    def read_grid(self):
        section = self.sections["GRID"]
        self.shift, self.grid_west, self.grid_north, self.columns, self.rows = section.packed(1, 5)
        content = section.raw(3, 8)
        self.squares = section.ascending(2, self.columns * self.rows + 1)
        self.grid_bits = content
        require(self.squares[0] == 0, "value", "squares begin behind 0")
        require(self.squares[-1] <= len(content) * 8, "value", "squares reach beyond their bytes")
        for number in range(self.columns * self.rows):
            corner, pieces = self.square(number)
            require(corner == 0 or self.kind == "areas", "value", "a square's corner in a line")
            require(corner == 0 or corner - 1 in self.polygons, "value", "a square in a region that is not there")
            require(
                not pieces or pieces[-1] < self.arc_count + self.restart_count, "value", "a piece that is not there")

    def square(self, number):
        """The region at a square's north-western corner, and the pieces in it."""
        bits = Bits(self.grid_bits, self.squares[number], self.squares[number + 1])
        corner = bits.number(self.slots.bit_length()) if bits.number(1) else 0
        pieces = []
        while bits.place < bits.end:
            if pieces:
                pieces.append(pieces[-1] + 1 + bits.rice(self.piece_parameter))
            else:
                pieces.append(bits.number((self.arc_count + self.restart_count).bit_length()))
        return corner, pieces

    def segments(self, piece):
        if not hasattr(self, "piece_segments"):
            self.piece_segments = {}
            for arc in self.arcs:
                points = [v[:2] for v in arc.vertices]
                if arc.closed:
                    points.append(points[0])
                ends = [first for _, first in arc.pieces[1:]] + [len(points) - 1]
                for (number, first), last in zip(arc.pieces, ends):
                    self.piece_segments[number] = (arc, list(zip(points[first:last], points[first + 1 : last + 1])))
        return self.piece_segments[piece]

    def region(self, px, py):
        """The raw value of the region at a place in cells, or None; exact."""
        px, py = (Fraction(px) + self.origin_x) % self.world - self.origin_x, Fraction(py)
        if py == self.world - self.origin_y:
            py -= Fraction(1, 1 << 25 + self.g)
        side = 1 << self.shift
        column, row = (px - self.grid_west) // side, (py - self.grid_north) // side
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return None
        cx, cy = self.grid_west + column * side, self.grid_north + row * side
        whole_y = py // 1  # not above it is not above py for whole numbers
        found, pieces = self.square(int(row * self.columns + column))
        for piece in pieces:
            arc, segments = self.segments(piece)
            sides = (arc.left + 1) ^ (0 if arc.right is None else arc.right + 1)
            for (x0, y0), (x1, y1) in segments:
                if (x0 <= cx) != (x1 <= cx):
                    slope = Fraction(y1 - y0, x1 - x0)
                    y = y0 + (cx - x0) * slope
                    if (y > cy or (y == cy and slope > 0)) and not (y > py or (y == py and slope > 0)):
                        found ^= sides
                if (y0 <= whole_y) != (y1 <= whole_y):
                    x = x0 + (py - y0) * Fraction(x1 - x0, y1 - y0)
                    if cx < x <= px:
                        found ^= sides
        return found - 1 if found else None

    def nearest(self, px, py):
        """The raw value of the region nearest to a place in cells; exact, of equally near ones the smallest."""
        if not hasattr(self, "listed"):
            # The pieces that squares have, and their boxes.
            squares = range(self.columns * self.rows)
            self.listed = []
            for piece in sorted({piece for number in squares for piece in self.square(number)[1]}):
                arc, segments = self.segments(piece)
                self.listed.append((arc.left, segments, box_of(point for segment in segments for point in segment)))
            self.listed_box = box_of(point for _, _, box in self.listed for point in (box[:2], box[2:]))
        best, found = None, None
        px = (Fraction(px) + self.origin_x) % self.world - self.origin_x
        for x in (px, px + self.world, px - self.world):
            place = float(x), float(py)
            if best is not None and squared_gap(self.listed_box, *place) > best * (1 + 1e-9):
                continue
            # Doubles say which pieces are near, and fractions which of them is nearest.
            gaps = sorted((squared_gap(box, *place), i) for i, (_, _, box) in enumerate(self.listed))
            for gap, i in gaps:
                if best is not None and gap > best * (1 + 1e-9):
                    break
                left, segments, _ = self.listed[i]
                for a, b in segments:
                    square = squared_distance(a, b, x, py)
                    if best is None or square < best or square == best and left < found:
                        best, found = square, left
        return found

    def answer(self, px, py):
        return self.region(px, py) if self.kind == "areas" else self.nearest(px, py)

    def places(self):
        """Places worth asking about: some 400 vertices and middles of edges, and the middle of each region's bounds.

        Of lines and points also places round each region's bounds, which lie on nothing.
        """
        found = []
        for number in range(self.arc_count + self.restart_count):
            for (x0, y0), (x1, y1) in self.segments(number)[1]:
                found += [(x0, y0), ((x0 + x1) / 2, (y0 + y1) / 2)]
        found = found[:: len(found) // 400 + 1]
        for west, north, width, height in (self.bounds[raw] for raw in self.raw_values):
            found.append((west + width / 2, north + height / 2))
            if self.kind != "areas":
                found += [
                    (west + width * u + 0.375, north + height * v + 0.25)
                    for u, v in ((-0.25, 0.25), (0.25, -0.125), (0.625, 0.375), (1.125, 0.875))]
        return found

    def answers(self, places):
        def region(raw):
            group = self.region_groups[raw]
            numbers = {name: values[raw] for name, values in self.numbers.items()}
            if self.chosen is not None:
                numbers["numbers"] = [values[raw] for values in self.chosen.values()]
            return {
                "rawValue": raw, "texts": self.region_texts[raw], "bounds": self.bounds[raw],
                "mainBounds": self.main_bounds[raw], "labelPoint": self.labels[raw], "area": self.areas[raw],
                **numbers, "group": self.groups[group - 1] if group else None,
                "levels": [
                    [[[v for point in ring for v in point] for ring in polygon] for polygon in self.rings(raw, level)]
                    for level in range(self.levels)]}

        return {
            "map": self.name, "identity": f"{self.identity:016x}", "contentDigest": self.digest.hex(),
            "cell": self.g, "origin": [self.origin_x, self.origin_y], "tolerances": self.tolerances,
            "kinds": self.kinds, "groups": self.groups, "sources": self.sources, "unknownSections": self.unknown,
            **({} if self.chosen is None else {"numbers": list(self.chosen)}),
            **({} if self.kind == "areas" else {"kind": self.kind}),
            "bounds": self.bounds[self.slots], "mainBounds": self.main_bounds[self.slots], "byCode": self.by_code,
            "regions": [region(raw) for raw in self.raw_values],
            "arcs": [
                {"left": arc.left, "right": arc.right, "seam": arc.seam, "closed": arc.closed,
                 "vertices": [v for vertex in arc.vertices for v in vertex]}
                for arc in self.arcs],
            "places": [[x, y, self.answer(x, y)] for x, y in places]}


def box_of(points):
    xs, ys = zip(*points)
    return min(xs), min(ys), max(xs), max(ys)


def squared_gap(box, x, y):
    """The square of the distance from a place to a box."""
    west, north, east, south = box
    return max(0, west - x, x - east) ** 2 + max(0, north - y, y - south) ** 2


def squared_distance(a, b, x, y):
    """The square of the distance from a place to the nearest place of a segment, a fraction."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = dx * (x - a[0]) + dy * (Fraction(y) - a[1])
    if along <= 0:
        return (x - a[0]) ** 2 + (Fraction(y) - a[1]) ** 2
    if along >= length:
        return (x - b[0]) ** 2 + (Fraction(y) - b[1]) ** 2
    return (dx * (Fraction(y) - a[1]) - dy * (x - a[0])) ** 2 / length


def printed(answers):
    """JSON with each member, and each source, region, arc and place, on a line of its own."""
    def plain(value):
        """Whole numbers without a point."""
        if isinstance(value, float):
            return int(value) if value == int(value) else value
        if isinstance(value, dict):
            return {key: plain(member) for key, member in value.items()}
        return [plain(element) for element in value] if isinstance(value, (list, tuple)) else value

    def text(value):
        return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))

    lines = []
    for key, value in answers.items():
        if key in ("sources", "regions", "arcs", "places") and value:
            lines.append(f"{text(key)}:[\n" + ",\n".join(map(text, value)) + "\n]")
        else:
            lines.append(f"{text(key)}:{text(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main(arguments):
    asked = [tuple(map(float, a.split(","))) for flag, a in zip(arguments, arguments[1:]) if flag == "--at"]
    paths = [a for flag, a in zip([""] + arguments, arguments) if "--at" not in (flag, a)]
    if not paths:
        sys.exit(__doc__)
    status = 0
    for path in paths:
        with open(path, "rb") as file:
            data = file.read()
        try:
            pack = Pack(data)
            sys.stdout.buffer.write(printed(pack.answers(asked or pack.places())).encode("utf-8"))
        except Refused as refusal:
            print(f"{path}: refused: {refusal}", file=sys.stderr)
            status = 65
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
