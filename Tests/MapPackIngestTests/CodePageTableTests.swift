import Foundation
import Testing

@testable import MapPackIngest

@Suite struct CodePageTableTests {
  private func decode(_ bytes: [UInt8], _ name: String) throws -> TextDecoder.Outcome {
    let decoder = try TextDecoder(TextEncoding(name: name), file: "x.dbf")
    return bytes.withUnsafeBytes { decoder.decode($0) }
  }

  /// The scalars of a text: Swift compares texts as if both were composed.
  private func scalars(_ outcome: TextDecoder.Outcome) -> [Unicode.Scalar] {
    (outcome.whole ?? "?").unicodeScalars.map { $0 }
  }

  @Test(
    arguments: [
      ([0x81, 0x60, 0x81, 0x7C], "CP932", "\u{FF5E}\u{FF0D}"), ([0x95, 0x5C, 0x5C], "CP932", "表\\"),
      ([0xF0, 0x40, 0xF9, 0xFC], "CP932", "\u{E000}\u{E757}"), ([0xA1, 0xDF], "CP932", "\u{FF61}\u{FF9F}"),
      ([0xFB, 0xFC, 0xED, 0x95, 0x87, 0x40], "CP932", "髙﨑①"), ([0xFC, 0x4B, 0xED, 0x80], "CP932", "黑\u{FA10}"),
      ([0x80, 0x9F, 0xFF], "CP1252", "€Ÿÿ"), ([0xD0, 0xE0, 0x20, 0xE2, 0xEC], "CP1258", "Đà \u{1EA5}"),
      ([0xE9, 0xC4], "CP1255", "\u{5D9}\u{5B4}"), ([0xC5, 0xBF], "EUC-KR", "탓"),
    ] as [([UInt8], String, String)])
  func `the same bytes are the same scalars on every system`(bytes: [UInt8], name: String, text: String) throws {
    #expect(try scalars(decode(bytes, name)) == Array(text.unicodeScalars))
  }

  @Test(
    arguments: [
      ([0x81, 0xAD], "CP932"), ([0xEB, 0xA0], "CP932"), ([0x80], "CP932"), ([0x88, 0x30], "CP932"), ([0x81], "CP1252"),
      ([0xD9], "CP1255"), ([0xD2, 0x8A], "CP1258"), ([0xA1, 0x20], "EUC-KR"), ([0xFF, 0x41], "BIG5"), ([0xFF], "GBK"),
    ] as [([UInt8], String)])
  func `no other character is written for bytes that are none`(bytes: [UInt8], name: String) throws {
    #expect(try decode(bytes + [0x41], name) == .undecodable)
  }

  @Test func `a character that the end cuts off is told from one that is none`() throws {
    #expect(try decode([0x92, 0xB7, 0x8D], "CP932") == .cut("長"))
    #expect(try decode([0x41, 0xFF], "CP932") == .undecodable)
    // And it is decoded if the rest comes with the next piece.
    let decoder = try TextDecoder(.cp932, file: "x.kml")
    var utf8: [UInt8] = []
    let first = ([0x92, 0xB7, 0x8D] as [UInt8]).withUnsafeBytes { decoder.decode(piece: $0, into: &utf8) }
    #expect(first == (2, true))
    let second = ([0x8D, 0xE8] as [UInt8]).withUnsafeBytes { decoder.decode(piece: $0, into: &utf8) }
    #expect(second == (2, true) && utf8 == Array("長崎".utf8))
  }

  #if !canImport(Darwin)
    /// The second name is one by which glibc's iconv knows the same encoding, and the table does not.
    @Test(arguments: [
      ("CP932", "MS932", 9_795), ("CP1252", "MS-ANSI", 251), ("CP1255", "MS-HEBR", 233),
      ("CP1258", "WINDOWS-1258", 247),
    ])
    func `each character is the one of the C library`(name: String, other: String, count: Int) throws {
      let table = try TextDecoder(TextEncoding(name: name), file: "x.dbf")
      let library = try TextDecoder(TextEncoding(name: other), file: "x.dbf")
      var found = 0
      for first in UInt8.min...UInt8.max {
        let seconds = name == "CP932" ? (UInt8.min...UInt8.max).map { [$0] } : []
        for bytes in [[first]] + seconds.map({ [first] + $0 }) {
          let outcome = bytes.withUnsafeBytes { table.decode($0) }
          let expected = bytes.withUnsafeBytes { library.decode($0) }
          #expect(outcome == expected && scalars(outcome) == scalars(expected))
          if scalars(outcome).count == 1, outcome.whole != nil { found += 1 }
        }
      }
      #expect(found == count)
    }

    @Test func `Vietnamese is composed as the C library does it`() throws {
      let table = try TextDecoder(TextEncoding(name: "CP1258"), file: "x.dbf")
      let library = try TextDecoder(TextEncoding(name: "WINDOWS-1258"), file: "x.dbf")
      for letter in "aăâeêioôơuưyAĂÂEÊIOÔƠUƯY".unicodeScalars {
        let code = try #require((UInt8.min...UInt8.max).first { scalars(try decode([$0], "CP1258")) == [letter] })
        // Grave, hook above, tilde, acute, dot below.
        for accent: UInt8 in [0xCC, 0xD2, 0xDE, 0xEC, 0xF2] {
          let bytes = [code, accent]
          let outcome = scalars(bytes.withUnsafeBytes { table.decode($0) })
          #expect(outcome.count == 1 && outcome == scalars(bytes.withUnsafeBytes { library.decode($0) }))
        }
      }
    }
  #endif
}
