import Foundation
import MapPack
import MapPackEmit
import MapPackFeatures
import MapPackNames
import TestSupport
import Testing

@testable import MapPackFiles
@testable import MapPackProject
@testable import MapPackTool

/// Whatever text a publisher has is read back as it was written.
///
/// A text loses white space and byte order marks at its ends when it is read; codes and groups are in normalization
/// form C besides. All else stays, scalar for scalar. MAPPACK_ALL_UNICODE asks for every scalar in place of a sample.
@Suite struct UnicodeTests {
  private static let isWhole = ProcessInfo.processInfo.environment["MAPPACK_ALL_UNICODE"] != nil

  /// What a reader, a writer or a normalization may treat otherwise than the characters beside it.
  private static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return InvisibleScalar.contains(scalar) && scalar.value < 0xE_0000 || properties.isWhitespace
      || properties.isNoncharacterCodePoint || scalar.value < 0x80
      || [
        0x301, 0x323, 0x345, 0x897, 0x3099, 0x309A, 0x212B, 0xFA10, 0x1_1383, 0x1_6D68, 0xD7FF, 0xE000, 0xE_0100,
        0x10_FFFD,
      ]
      .contains(scalar.value)
  }

  private static let scalars: [Unicode.Scalar] = {
    var found: [Unicode.Scalar] = []
    var last: Unicode.GeneralCategory?
    for value in 0...0x10_FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let category = scalar.properties.generalCategory
      if isWhole || category != last || value % 499 == 0 || isSpecial(scalar) { found.append(scalar) }
      last = category
    }
    return found
  }()

  /// Texts with the scalar at the start, in the middle and at the end, as they are after they were read.
  private static func texts(_ scalars: some Sequence<Unicode.Scalar>) -> [String] {
    scalars.map { "\($0)a\($0)b\($0)".trimmingWhitespace }
  }

  private static func hexadecimal(_ text: String) -> String {
    text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
  }

  private static func differences(_ found: [String], _ expected: [String]) -> [String] {
    guard found.count == expected.count else { return ["\(found.count) in place of \(expected.count)"] }
    return zip(found, expected).filter { ExactText($0) != ExactText($1) }.prefix(5).map {
      "\(hexadecimal($0)) in place of \(hexadecimal($1))"
    }
  }

  @Test func `a name lock has every text as it was written`() throws {
    try #require(Self.scalars.count > 5_000)
    let all = Self.texts(Self.scalars)
    for start in stride(from: 0, to: all.count, by: 20_000) {
      let texts = Array(all[start..<min(start + 20_000, all.count)])
      let lock = NameLock(
        regions: texts.enumerated().map { index, text in
          .init(
            code: text.asCode ?? "", caseName: "c\(index)", rawValue: UInt16(index + 1), name: text,
            successors: [text.asCode ?? ""])
        })
      let read = try NameLock(text: lock.text, file: "a.lock")
      #expect(Self.differences(read.regions.map(\.code), lock.regions.map(\.code)) == [])
      #expect(Self.differences(read.regions.map(\.name), texts) == [])
      #expect(Self.differences(read.regions.flatMap(\.successors), lock.regions.map(\.code)) == [])
    }
  }

  @Test func `a text as a pipeline file has it is read as it was written`() throws {
    let texts = Self.texts(Self.scalars)
    for start in stride(from: 0, to: texts.count, by: 20_000) {
      let part = Array(texts[start..<min(start + 20_000, texts.count)])
      let yaml = part.map { "- \(YAMLText.plainOrQuoted($0))\n" }.joined()
      let read = try YAMLValue(document: yaml, file: "a.yml").list().map { try $0.text() }
      #expect(Self.differences(read, part) == [])
    }
  }

  @Test func `a change table has every code as it was written`() throws {
    let codes = Self.texts(Self.scalars).map { $0.asCode ?? "" }
    let changes = codes.map { MapChange(kind: .split, from: [$0], to: [$0, "b \($0)", "\\\($0)\\"]) }
    let read = try ChangeTable.changes(in: ChangeTable.lines(of: changes).joined(separator: "\n"), file: "c.csv")
    #expect(Self.differences(read.flatMap(\.from), changes.flatMap(\.from)) == [])
    #expect(Self.differences(read.flatMap(\.to), changes.flatMap(\.to)) == [])
  }

  @Test func `a name table has every name as it was written`() throws {
    let names = Self.texts(Self.scalars)
    let lines = names.enumerated().map { "\($0.offset),\(CSVText.field($0.element))\n" }
    let table = try NameTable(text: "code,name\n" + lines.joined(), file: "n.csv")
    #expect(Self.differences(table.rows.compactMap(\.name), names) == [])
  }

  /// A run on regions with all special texts as codes, names, groups and attributes.
  @Test func `pack, enum and lock have the texts of the source`() throws {
    let special = Self.scalars.filter(Self.isSpecial)
    try #require(special.count > 300)
    func json(_ text: String) -> String {
      "\"" + text.utf16.map { "\\u" + String(0x1_0000 + Int($0), radix: 16).dropFirst() }.joined() + "\""
    }
    var features: [String] = []
    var expected: [(code: String, text: String)] = []
    for (index, scalar) in special.enumerated() {
      let text = "\(scalar)a\(scalar)b\(scalar)"
      let code = "\(scalar)\(index)\(scalar)"
      expected.append((code.asCode ?? "", text.trimmingWhitespace))
      let (x, y) = (Double(index % 30) / 10, Double(index / 30) / 10)
      features.append(
        """
        {"type":"Feature","properties":{"\u{FEFF}code":\(json(code)),"text":\(json(text))},"geometry":{"type":"Polygon",\
        "coordinates":[[[\(x),\(y)],[\(x + 0.05),\(y)],[\(x),\(y + 0.05)],[\(x),\(y)]]]}}
        """)
    }
    let workspace = try Workspace()
    let pipeline = try workspace.runTexts(
      features, merge: "key: code, name: text, group: text, attributes: [text]", more: "simplify: { grid: 1 m }\n"
    ).pipeline
    let pack = try Pack(contentsOf: workspace.url.appendingPathComponent("Output/Texts.mappack"))
    let lock = try #require(try NameLockFile.read(workspace.path("Pipelines/texts.lock")))
    expected.sort { ExactText($0.code) < ExactText($1.code) }
    let shapes = Array(pack.shapes)
    #expect(Self.differences(shapes.map(\.code), expected.map(\.code)) == [])
    #expect(Self.differences(shapes.map(\.name), expected.map(\.text)) == [])
    #expect(Self.differences(shapes.compactMap { $0.text("text") }, expected.map(\.text)) == [])
    // Groups that are canonically equal are one.
    #expect(shapes.map(\.group) == expected.map { $0.text.asCode })
    #expect(Self.differences(lock.regions.map(\.code), expected.map(\.code)) == [])
    #expect(Self.differences(lock.regions.map(\.name), expected.map(\.text)) == [])
    for code in expected.map(\.code) { #expect(pack.shape(code: code)?.code == code) }
    #expect(CommandOutput.of("run", "--check", pipeline).status == 0)

    // The compiler reads the enum as it was written.
    let program = """
      import MapPack
      for region in Texts.allCases {
        precondition(Texts(code: region.code) == region)
        print((region.code + "|" + region.name).unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " "))
      }
      """
    let output = try SwiftCompiler.run(program, with: [("Texts", try workspace.text("Output/Texts.swift"))])
    #expect(output == expected.map { Self.hexadecimal($0.code + "|" + $0.text) + "\n" }.joined())
  }

  // MARK: Texts that are canonically equal

  struct Spelling: Sendable {
    var composed: String
    var other: String
  }

  /// The last two are in versions of Unicode that not every normalization knows.
  static let spellings = [
    Spelling(composed: "が", other: "か\u{3099}"), Spelling(composed: "é", other: "e\u{301}"),
    Spelling(composed: "\u{212B}", other: "A\u{30A}"), Spelling(composed: "\u{11383}", other: "\u{11382}\u{113C9}"),
    Spelling(composed: "a\u{897}\u{323}", other: "a\u{323}\u{897}"),
  ]

  @Test(arguments: spellings)
  func `the order of features does not matter if texts are equal and not the same`(spelling: Spelling) throws {
    try #require(spelling.composed == spelling.other)
    func feature(_ text: String, x: Double) -> String {
      GeoJSONText.feature(
        ["code": text, "name": "N\(text)", "group": "G\(text)", "attribute": "A\(text)"], GeoJSONText.square(x, 0, 1))
    }
    let features = [feature(spelling.composed, x: 0), feature(spelling.other, x: 1)]
    var outputs: [[String: Data]] = []
    for order in [features, features.reversed()] {
      let workspace = try Workspace()
      let run = try workspace.runTexts(
        order, merge: "key: code, name: name, group: group, attributes: [attribute]"
      ).run
      // Two spellings of one name are one name.
      #expect(!run.messages.contains("[several-"), "\(run.messages)")
      var files = try workspace.snapshot()
      files["RawData/a.geojson"] = nil
      files["Pipelines/Texts.provenance.json"] = nil
      #expect(files.count == 4)
      outputs.append(files)
    }
    #expect(outputs[0] == outputs[1])
  }

  @Test func `the spelling of the largest area is taken, then the smallest spelling`() throws {
    func name(_ widths: [(String, Int)]) throws -> String {
      var x = 0
      let features = widths.map { text, width in
        defer { x += width }
        let box = GeoJSONText.box(Double(x), 0, Double(x + width), 1)
        return GeoJSONText.feature(["code": "1", "name": text], box)
      }
      let workspace = try Workspace()
      _ = try workspace.runTexts(features, merge: "key: code, name: name")
      return Self.hexadecimal(
        try #require(try NameLockFile.read(workspace.path("Pipelines/texts.lock"))).regions[0].name)
    }
    // か and ゛ (e3 81 8b) stand before が (e3 81 8c).
    #expect(try name([("が", 1), ("か\u{3099}", 1)]) == "304b 3099")
    #expect(try name([("が", 2), ("か\u{3099}", 1)]) == "304c")
    // Together they are larger than the third.
    #expect(try name([("が", 2), ("z", 3), ("か\u{3099}", 2)]) == "304b 3099")
  }
}

extension Workspace {
  /// Runs a map called Texts of these features.
  fileprivate func runTexts(
    _ features: [String], merge: String, more: String = ""
  ) throws -> (pipeline: String, run: CommandOutput) {
    try write(GeoJSONText.collection(features), to: "RawData/a.geojson")
    let pipeline = try writePipeline("merge: { \(merge) }", more, of: "RawData/a.geojson", map: "Texts")
    return (pipeline, CommandOutput.of("run", pipeline, exits: 0))
  }
}
