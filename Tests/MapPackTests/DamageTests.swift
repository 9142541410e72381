import Foundation
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

@testable import MapPack

/// Everything that a pack answers, asked; what it answers does not matter.
private func ask(_ pack: Pack) {
  var buffer = RingBuffer()
  // A vertex takes two bits at least, and no region more bits than there are.
  let limit = 4 * pack.storage.stream.count + pack.storage.header.useCount
  for slot in 0..<min(pack.storage.header.slotCount + 1, 40) {
    let shape = RegionShape(pack: pack, rawValue: UInt16(slot))
    _ = (shape.code, shape.name, shape.area, shape.bounds, shape.mainBounds, shape.labelPoint, shape.group)
    _ = (shape.text("kana"), shape.neighbors, shape.parts, shape.level(mapPointsPerPixel: 1))
    for level in 0..<pack.levelCount {
      buffer.removeAll()
      shape.appendRings(level: level, to: &buffer)
      #expect(buffer.points.count <= limit)
    }
  }
  for index in 0..<8 {
    let cell = Double(index * 37)
    let point = MapPoint(x: (1_000_000 + cell) * 8, y: (2_000_000 + cell / 3) * 8)
    _ = (pack.shape(at: point), pack.shape(nearest: point, within: index < 4 ? 100 : .infinity))
    _ = pack.shapes(in: MapRect(minX: point.x, minY: point.y, width: cell * cell, height: cell * 8))
  }
  var lines = LineBuffer()
  for level in 0..<pack.levelCount {
    for isCoast in [true, false] {
      lines.removeAll()
      if isCoast {
        pack.appendCoast(level: level, to: &lines)
      } else {
        pack.appendInnerBorders(level: level, to: &lines)
      }
      #expect(lines.points.count <= limit + pack.storage.header.useCount)
    }
    lines.removeAll()
    pack.appendOutline(
      of: (0..<3).map { RegionShape(pack: pack, rawValue: $0) }, level: level, to: &lines)
    #expect(lines.points.count <= limit + pack.storage.header.useCount)
  }
  _ = pack.shapes.map(\.rawValue)
  _ = (pack.shape(code: "02"), pack.shape(name: "乙"), pack.mapName, pack.sources, pack.tolerance(level: 1))
  _ = (
    pack.bounds, pack.mainBounds, pack.groups, pack.textKinds, pack.shapes(inGroup: "甲"), pack.level(metersPerPixel: 5)
  )
  try? pack.verify()
}

/// The bytes with the checksums of header and directory made to fit, so that a reader looks further.
func signed(_ bytes: Data) -> Data {
  var bytes = bytes
  func set(_ field: Int, _ checksum: UInt32) {
    for byte in 0..<4 { bytes[field + byte] = UInt8(truncatingIfNeeded: checksum >> (8 * byte)) }
  }
  let sections = Int(bytes.bytes.halfWord(at: PackHeaderField.sectionCount))
  let end = PackFormat.headerLength + sections * PackFormat.directoryEntryLength
  if end <= bytes.count {
    set(
      PackHeaderField.directoryChecksum,
      CRC32.checksum(bytes.bytes.extracting(PackFormat.headerLength..<end)))
  }
  set(
    PackHeaderField.headerChecksum,
    CRC32.checksum(bytes.bytes.extracting(0..<PackHeaderField.headerChecksum)))
  return bytes
}

@Test func `the checksum is CRC-32`() {
  #expect(CRC32.checksum(Data("123456789".utf8).bytes) == 0xCBF4_3926)
  #expect(CRC32.checksum(Data().bytes) == 0)
  // 43 bytes: five steps of eight and three single ones.
  #expect(CRC32.checksum(Data("The quick brown fox jumps over the lazy dog".utf8).bytes) == 0x414F_A339)
}

@Test func `a pack that is cut off anywhere does not open`() throws {
  let bytes = try data(letters())
  for length in 0..<bytes.count {
    #expect(throws: PackError.self, "\(length) bytes") { try Pack(data: bytes.prefix(length)) }
  }
}

@Test func `a pack with bytes behind its end does not open`() throws {
  #expect(throws: PackError.damagedHeader("1 bytes follow the pack's end")) {
    try Pack(data: data(letters()) + [0])
  }
}

@Test func `every flipped bit is found by a full check`() throws {
  let bytes = try data(letters())
  for position in 0..<bytes.count {
    var damaged = bytes
    damaged[position] ^= 1 << UInt8(position % 8)
    #expect(throws: PackError.self, "bit \(position % 8) of byte \(position)") { try Pack(data: damaged).verify() }
  }
}

@Test(arguments: 0..<24 as Range<UInt64>)
func `damaged bytes never crash the reader`(seed: UInt64) throws {
  var random = SplitMix64(seed: seed)
  let coverage = seed % 2 == 0 ? letters() : quilt(columns: 2, rows: 2, verticesPerArc: 200, levels: 2, seed: 1)
  let bytes = try data(coverage)
  for _ in 0..<60 {
    var damaged = bytes
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      // Half of the damage where it hurts most: header, directory and descriptors of the columns.
      let end = Bool.random(using: &random) ? damaged.count : min(1200, damaged.count)
      let position = Int.random(in: 8..<end, using: &random)
      damaged[position] =
        Bool.random(using: &random)
        ? UInt8.random(in: 0...255, using: &random) : [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
    }
    if let pack = try? Pack(data: signed(damaged)) { ask(pack) }
  }
}

@Test func `a column that claims other numbers than it has is refused or read within the bytes`() throws {
  let bytes = try data(letters())
  let pack = try Pack(data: bytes)
  for entry in pack.storage.directory {
    for position in entry.range.prefix(8 + 6 * PackFormat.columnDescriptorLength) {
      for value in [0, 1, 8, 0x38, 0x39, 0x40, 0x7F, 0xFF] as [UInt8] {
        var damaged = bytes
        damaged[position] = value
        if let pack = try? Pack(data: signed(damaged)) { ask(pack) }
      }
    }
  }
}

/// A change of the header, and the error it must lead to.
@Test(
  arguments: [
    (PackHeaderField.majorVersion, 2, PackError.unsupportedVersion(found: 2, understood: 1)),
    (PackHeaderField.plane, 9, .unsupported(what: "plane", found: 9)),
    (PackHeaderField.cellExponent, 100, .unsupported(what: "cell exponent", found: 100)),
    (PackHeaderField.levelCount, 0, .unsupported(what: "number of levels", found: 0)),
    (PackHeaderField.labelBits, 0, .unsupported(what: "width of labels", found: 0)),
    (PackHeaderField.sideParameter, 32, .damagedHeader("a Rice parameter is above 31")),
    (PackHeaderField.squareParameter, 32, .damagedHeader("a Rice parameter is above 31")),
    (PackHeaderField.useCount, 4, .damagedHeader("it counts 4 uses of 5 arcs, each has one or two")),
    (PackHeaderField.useCount, 11, .damagedHeader("it counts 11 uses of 5 arcs, each has one or two")),
    (PackHeaderField.sectionCount, 200, .damagedHeader("200 sections, at most 64 are allowed")),
  ] as [(Int, UInt8, PackError)])
func `a header that this reader cannot follow is refused by its field`(
  field: Int, value: UInt8, error: PackError
) throws {
  var bytes = try data(letters())
  bytes[field] = value
  #expect(throws: error) { try Pack(data: signed(bytes)) }
}

@Test func `a later minor version opens`() throws {
  var bytes = try data(letters())
  bytes[PackHeaderField.minorVersion] = 7
  try Pack(data: signed(bytes)).verify()
}

@Test func `bytes of something else are no pack`() {
  #expect(throws: PackError.notAPack) { try Pack(data: Data("{\"type\": \"FeatureCollection\"}".utf8)) }
  #expect(throws: PackError.notAPack) { try Pack(data: Data()) }
}

/// The bytes with one more section, empty, of this tag.
private func data(withSection tag: String, flags: UInt8) throws -> Data {
  let bytes = try data(letters())
  let count = Int(bytes.bytes.halfWord(at: PackHeaderField.sectionCount))
  let end = PackFormat.headerLength + count * PackFormat.directoryEntryLength
  var longer = bytes.prefix(end)
  let shift = UInt64(PackFormat.directoryEntryLength)
  for entry in 0..<count {
    let position = PackFormat.headerLength + entry * PackFormat.directoryEntryLength + 8
    let offset = bytes.bytes.word(at: position) + shift
    for byte in 0..<8 { longer[position + byte] = UInt8(truncatingIfNeeded: offset >> (8 * UInt64(byte))) }
  }
  let length = UInt64(bytes.count) + shift
  longer += Data(tag.utf8) + [flags, 0, 0, 0]
  longer += (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * UInt64($0))) } + Data(repeating: 0, count: 16)
  longer += bytes.suffix(from: end)
  longer[PackHeaderField.sectionCount] += 1
  for byte in 0..<8 {
    longer[PackHeaderField.fileLength + byte] = UInt8(truncatingIfNeeded: length >> (8 * UInt64(byte)))
  }
  return signed(longer)
}

@Test func `an unknown section is passed over unless it must be understood`() throws {
  try Pack(data: data(withSection: "XTRA", flags: 0)).verify()
  #expect(throws: PackError.unknownSection("XTRA")) { try Pack(data: data(withSection: "XTRA", flags: 1)) }
}

@Test func `errors say what was found and what to do`() {
  #expect(
    PackError.identityMismatch(found: 0x12, expected: 0xABCD_EF01_2345_6789).description
      == "the pack's identity is 0x0000000000000012, the enum's 0xABCDEF0123456789: generate both in one run and "
      + "ship them together")
  #expect(
    PackError.truncated(needed: 100, found: 3).description
      == "the pack has been cut off: 100 bytes are promised, 3 are there")
}
