import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// Damaged workbooks: each is read or refused in words, and what is read of it is within the limits.
@Suite struct SpreadsheetDamageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private enum Damage: Int, CaseIterable {
    case archive, directory, end, xml
  }

  private static let parts: [(name: String, text: String)] = [
    (
      "xl/workbook.xml",
      "<workbook xmlns:r='y'><sheets><sheet name='S' r:id='a'/><sheet name='T' r:id='b'/></sheets></workbook>"
    ),
    (
      "xl/_rels/workbook.xml.rels",
      """
      <Relationships><Relationship Id='a' Type='x/worksheet' Target='s.xml'/>
      <Relationship Id='b' Type='x/worksheet' Target='t.xml'/><Relationship Id='c' Type='x/styles' Target='y.xml'/>
      <Relationship Id='d' Type='x/sharedStrings' Target='z.xml'/></Relationships>
      """
    ),
    (
      "xl/s.xml",
      """
      <worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>
      <row r="2" spans="1:2"><c r="A2" s="1"><v>45292</v></c><c r="B2" t="inlineStr"><is><r><t>x</t></r></is></c></row>
      <row><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c r="XFD3"><v>1.5E3</v></c></row></sheetData></worksheet>
      """
    ),
    ("xl/t.xml", "<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>"),
    ("xl/y.xml", "<styleSheet><cellXfs><xf numFmtId='0'/><xf numFmtId='14'/></cellXfs></styleSheet>"),
    ("xl/z.xml", "<sst><si><t>code</t></si><si><r><t>na</t></r><r><t>me</t></r></si></sst>"),
  ]

  private static let words = [
    "<row>", "</row>", "<c>", "<v>", "</v>", "<si>", "99999999999999999999", "-1", "1048576", "XFD1", "ZZZ9", "&amp;",
    "&x;",
    "<![CDATA[", "<!--", "<!DOCTYPE a [", "\u{0}", "NaN", "1e999", "t=\"s\"", "r=\"A1\"", "<is>", "s.xml", "../",
    "<sheetData>",
  ]

  /// The text with parts left out, doubled, cut or exchanged for words that matter.
  private static func damaged(_ text: String, _ random: inout SplitMix64) -> String {
    var bytes = Array(text.utf8)
    for _ in 0...Int.random(in: 0..<4, using: &random) where bytes.count > 2 {
      let start = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, start + Int.random(in: 0..<20, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0...bytes.count, using: &random))
      case 2: bytes.removeSubrange(start...)
      case 3: bytes[start] = UInt8.random(in: 0...255, using: &random)
      default: bytes.replaceSubrange(start..<end, with: (words.randomElement(using: &random) ?? "").utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A workbook with one kind of damage.
  private func workbook(_ damage: Damage, _ random: inout SplitMix64, sound: [UInt8]) throws -> [UInt8] {
    var bytes = sound
    switch damage {
    case .xml:
      var parts = Self.parts
      let index = Int.random(in: 0..<parts.count, using: &random)
      parts[index].text = Self.damaged(parts[index].text, &random)
      try zipArchive(parts.map { (Array($0.name.utf8), Array($0.text.utf8)) }, to: folder.path("b.xlsx"))
      return try folder.bytes(of: "b.xlsx")
    case .archive:
      for _ in 0...Int.random(in: 0..<6, using: &random) {
        bytes[Int.random(in: 4..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
    case .directory:
      // The list of the files is the last third or so.
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        bytes[Int.random(in: bytes.count * 2 / 3..<bytes.count, using: &random)] ^=
          1 << UInt8.random(in: 0..<8, using: &random)
      }
    case .end:
      bytes.removeSubrange(Int.random(in: 4..<bytes.count, using: &random)...)
    }
    return bytes
  }

  @Test(arguments: 0..<4)
  func `of two thousand damaged workbooks, each is read or refused in words`(seed: UInt64) throws {
    var limits = Spreadsheet.Limits()
    (limits.bytes, limits.cells) = (20_000, 200)
    let scratch = folder.path("scratch")
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    try zipArchive(Self.parts.map { (Array($0.name.utf8), Array($0.text.utf8)) }, to: folder.path("a.xlsx"))
    let sound = try folder.bytes(of: "a.xlsx")
    var random = SplitMix64(seed: seed)
    var taken = 0
    for number in 0..<500 {
      let damage = Damage(rawValue: number % Damage.allCases.count) ?? .xml
      try folder.write(try workbook(damage, &random, sound: sound)[...], to: "b.xlsx")
      do throws(StageError) {
        let book = try Spreadsheet(
          path: folder.path("b.xlsx"), shownAs: "b.xlsx", limits: limits, temporaryFolder: scratch)
        taken += 1
        let rows = book.sheets.flatMap(\.rows)
        #expect(rows.count + rows.map(\.cells.count).reduce(0, +) <= limits.cells, "\(seed), \(number)")
        for row in rows {
          #expect((1...1_048_576).contains(row.number))
          #expect(row.cells.allSatisfy { (0..<16_384).contains($0.column) && !$0.text.isEmpty })
          #expect(zip(row.cells, row.cells.dropFirst()).allSatisfy { $0.column < $1.column }, "\(seed), \(number)")
        }
      } catch {
        #expect(error.status == .unreadableData, "\(seed), \(number): \(error)")
        #expect(error.location.file?.hasPrefix("b.xlsx") == true && !error.message.isEmpty, "\(seed), \(number)")
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch).isEmpty)
    // Not all damage is seen, or else nothing of the readers is tried.
    #expect((25..<475).contains(taken), "\(taken)")
  }
}
