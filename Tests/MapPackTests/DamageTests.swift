import Foundation
import MapPackCoverage
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

@testable import MapPack

/// The bytes with length and checksums made to fit, so that a reader looks further.
func signed(_ bytes: Data) -> Data {
  var signed = [UInt8](bytes)
  PackParts.sign(&signed)
  return Data(signed)
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

@Test func `a column that claims other numbers than it has is refused or read within the bytes`() throws {
  let bytes = try data(letters())
  let pack = try Pack(data: bytes)
  for entry in pack.storage.directory {
    for position in entry.range.prefix(8 + 6 * PackFormat.columnDescriptorLength) {
      for value in [0, 1, 8, 0x38, 0x39, 0x40, 0x7F, 0xFF] as [UInt8] {
        var damaged = bytes
        damaged[position] = value
        guard let pack = try? Pack(data: signed(damaged)) else { continue }
        PackQuestions(pack, size: damaged.count) { isKept, broken in
          if !isKept { Issue.record("\(entry.tag), byte \(position), \(value): \(broken())") }
        }.ask()
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
  var parts = try #require(PackParts([UInt8](try data(letters()))))
  var section = parts.sections[0]
  section.entry.replaceSubrange(0..<5, with: Array(tag.utf8) + [flags])
  section.columns = []
  parts.sections.append(section)
  return signed(Data(parts.bytes))
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
