import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// 長崎市 表 in CP932; 表's second byte is a backslash.
private let nagasaki: [UInt8] = [0x92, 0xB7, 0x8D, 0xE8, 0x8E, 0x73, 0x95, 0x5C]
/// 髙﨑① in CP932, which are not in Shift_JIS.
private let extended: [UInt8] = [0xFB, 0xFC, 0xED, 0x95, 0x87, 0x40]
/// "Doña Ana" in Latin-1.
private let dona: [UInt8] = [0x44, 0x6F, 0xF1, 0x61, 0x20, 0x41, 0x6E, 0x61]
/// "Orléans", "23° S" and "Å 1" in Latin-1: the first is Japanese in CP932, the others have letters of half the width.
private let orleans: [UInt8] = [0x4F, 0x72, 0x6C, 0xE9, 0x61, 0x6E, 0x73]
private let south: [UInt8] = [0x32, 0x33, 0xB0, 0x20, 0x53]
private let village: [UInt8] = [0xC5, 0x20, 0x31]

private func write(
  _ texts: [[UInt8]], to folder: TemporaryFolder, x: Double = 130, driver: Int = 0, codePage: String? = nil,
  width: Int32 = 20
) throws -> String {
  let path = try ShapefileFixture(
    fields: [.text("NAME", width: width)],
    shapes: texts.enumerated().map { .init([square(x + Double($0.offset), 33)], bytes: [$0.element]) },
    languageDriver: "LDID/\(driver)"
  ).write(to: folder)
  if let codePage { try folder.write(codePage, to: "map.CPG") }
  return path
}

@Test func `Japanese text without a label is read as CP932 by its evidence`() throws {
  let folder = try TemporaryFolder()
  let table = try ingest(try write([nagasaki, extended, Array("plain".utf8)], to: folder))
  #expect(table.column("NAME") == [.text("長崎市表"), .text("髙﨑①"), .text("plain")])
  #expect(table.sources.map(\.encoding) == ["CP932"])
}

@Test(arguments: GeometryKind.allCases)
func `the evidence of Japanese text is the same whatever geometry is asked for`(kind: GeometryKind) throws {
  let folder = try TemporaryFolder()
  let table = try ingest(try write([nagasaki], to: folder), kind: kind)
  #expect(table.sources.map(\.encoding) == ["CP932"] && table.ledger.entries.count == 1)
}

@Test func `kana of half the width are read as CP932 if several stand together`() throws {
  let folder = try TemporaryFolder()
  // ﾅｶﾞｻｷ 1, and 七ｹ宿.
  let texts: [[UInt8]] = [[0xC5, 0xB6, 0xDE, 0xBB, 0xB7, 0x20, 0x31], [0x8E, 0xB5, 0xB9, 0x8F, 0x68]]
  let table = try ingest(try write(texts, to: folder))
  #expect(table.column("NAME") == [.text("ﾅｶﾞｻｷ 1"), .text("七ｹ宿")])
}

@Test func `UTF-8 without a label is read by its evidence, language id 0x57 means nothing`() throws {
  let folder = try TemporaryFolder()
  for driver in [0, 0x57] {
    let table = try ingest(try write([Array("Doña Ana".utf8), Array("長崎市".utf8)], to: folder, x: -100, driver: driver))
    #expect(table.column("NAME") == [.text("Doña Ana"), .text("長崎市")])
    #expect(table.sources.map(\.encoding) == ["UTF-8"])
  }
}

@Test(
  arguments: [
    (dona, 130, "CP1252"), (dona, -100, "CP1252"), (nagasaki, -100, "CP932"), (orleans, 130, "CP1252"),
    (south, 130, "CP1252"), (village, 130, "CP1252"),
  ] as [([UInt8], Double, String)])
func `text that could be several things is refused with a sample and the choices`(
  bytes: [UInt8], x: Double, name: String
) throws {
  let folder = try TemporaryFolder()
  let path = try write([bytes], to: folder, x: x)
  let error = try failure { () throws(StageError) in try ingest(path) }
  #expect(error.status == .unreadableData)
  #expect(error.message.contains("as \(name)") && error.description.contains("--encoding \(name)"))
  if bytes == dona { #expect(error.message.contains("“Doña Ana” as CP1252")) }
  // And each choice works.
  if bytes == dona { #expect(try ingest(path, encoding: "latin1").column("NAME") == [.text("Doña Ana")]) }
  if bytes == nagasaki { #expect(try ingest(path, encoding: "Shift_JIS").column("NAME") == [.text("長崎市表")]) }
}

@Test(arguments: [
  ("UTF-8", "UTF-8"), ("UTF8\r\n", "UTF-8"), ("\u{FEFF}utf-8", "UTF-8"), ("65001", "UTF-8"), ("932", "CP932"),
  ("SJIS", "CP932"), ("Shift_JIS", "CP932"), ("CP932", "CP932"), ("windows-31j", "CP932"), ("ANSI 1252", "CP1252"),
  ("88591", "ISO-8859-1"), ("8859-1", "ISO-8859-1"), ("ISO 8859-15", "ISO-8859-15"), ("28591", "ISO-8859-1"),
  ("koi8r", "KOI8-R"), ("Big-5", "BIG5"), ("EUC-KR", "EUC-KR"), ("OEM 866", "CP866"), ("GB18030", "GB18030"),
])
func `every spelling of an encoding in use is known`(label: String, name: String) throws {
  let encoding = try #require(TextEncoding(label: label))
  #expect(encoding.name == name)
  // And the system can decode it.
  let decoder = try TextDecoder(encoding, file: "x.dbf")
  #expect(Array("a1 ".utf8).withUnsafeBytes { decoder.decode($0) } == .text("a1 "))
}

/// "Đà Na" in CP1258 and "אבי" in CP1255: an accent could follow each last letter.
@Test(arguments: [("CP1258", [0xD0, 0xE0, 0x20, 0x4E, 0x61], "Đà Na"), ("CP1255", [0xE0, 0xE1, 0xE9], "אבי")])
func `a last letter that an accent could follow is kept`(name: String, bytes: [UInt8], text: String) throws {
  let decoder = try TextDecoder(TextEncoding(name: name), file: "x.dbf")
  for _ in 1...2 { #expect(bytes.withUnsafeBytes { decoder.decode($0) } == .text(text)) }
}

@Test func `each language id names an encoding that this system decodes`() throws {
  for driver in UInt8.min...UInt8.max {
    guard let encoding = TextEncoding(languageDriver: driver) else { continue }
    let decoder = try TextDecoder(encoding, file: "x.dbf")
    #expect(Array("a".utf8).withUnsafeBytes { decoder.decode($0) } == .text("a"), "\(driver)")
  }
  #expect(TextEncoding(languageDriver: 0x13)?.name == "CP932")
  #expect(TextEncoding(languageDriver: 0x7B)?.name == "CP932")
  #expect(TextEncoding(languageDriver: 0x57) == nil)
}

@Test func `the request goes before the .cpg, the .cpg before the language id, that before the evidence`() throws {
  let folder = try TemporaryFolder()
  let path = try write([dona], to: folder, driver: 0x7B, codePage: "1252")
  #expect(try ingest(path).column("NAME") == [.text("Doña Ana")])
  #expect(try ingest(path, encoding: "KOI8-R").sources.map(\.encoding) == ["KOI8-R"])
  try folder.write("no such thing", to: "map.CPG")
  // 0x81 is no letter of CP1252.
  let western = try write([[0x81]], to: folder, driver: 0x03)
  let error = try failure { () throws(StageError) in try ingest(western) }
  #expect(error.message.contains("CP1252"))
  let japanese = try ingest(try write([nagasaki], to: folder, x: 0, driver: 0x13))
  #expect(japanese.sources.map(\.encoding) == ["CP932"])
  #expect(japanese.findings.map(\.rule) == [.encodingUnknown])
  #expect(try failure { () throws(StageError) in try ingest(path, encoding: "no such thing") }.status == .usage)
}

@Test func `text that is not what its label says is refused with the field, the feature and what it reads`() throws {
  let folder = try TemporaryFolder()
  let path = try write([Array("a".utf8), nagasaki], to: folder, codePage: "UTF-8")
  let error = try failure { () throws(StageError) in try ingest(path) }
  #expect(error.status == .unreadableData && error.record == 2 && error.file == "map.dbf")
  #expect(error.message.contains("NAME") && error.message.contains("“長崎市表” as CP932"))
}

@Test(arguments: [
  (Array(nagasaki.prefix(5)), "", "長崎", "CP932"), (Array("長崎".utf8.prefix(5)), "UTF-8", "長", "UTF-8"),
])
func `half a character at the end of a field is left out, and counted`(
  bytes: [UInt8], codePage: String, text: String, encoding: String
) throws {
  let folder = try TemporaryFolder()
  let table = try ingest(
    try write([bytes], to: folder, codePage: codePage.isEmpty ? nil : codePage, width: Int32(bytes.count)))
  #expect(table.column("NAME") == [.text(text)])
  #expect(table.sources.map(\.encoding) == [encoding])
  #expect(table.findings.map(\.rule) == [.textCut])
}

@Test func `names of fields are decoded, and a name that stands twice gets a number`() throws {
  let folder = try TemporaryFolder()
  let path = try ShapefileFixture(
    fields: [.text("NAME"), .text("NAMX"), .text("町名")], shapes: [.init([square(130, 33)], ["a", "b", "c"])]
  ).write(to: folder)
  var bytes = try folder.bytes(of: "map.dbf")
  bytes[32 + 32 + 3] = UInt8(ascii: "E")
  try folder.write(bytes, to: "map.dbf")
  let table = try ingest(path)
  #expect(table.fields == ["NAME", "NAME_2", "町名"])
  #expect(table.values == [[.text("a")], [.text("b")], [.text("c")]])
  #expect(table.findings.map(\.rule) == [.fieldRenamed])
}
