import CMapPackShapelib
import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

// Shapefiles as programs and people leave them.

@discardableResult
private func twoSquares(_ folder: TemporaryFolder, names: [[UInt8]] = [[0x61], [0x62]], x: Double = 0) throws -> String
{
  try ShapefileFixture(
    fields: [.text("NAME")],
    shapes: names.enumerated().map { .init([square(x + Double($0.offset) * 2, 33)], bytes: [$0.element]) }
  ).write(to: folder)
}

private func bigEndian(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

private func littleEndian(_ value: Double) -> [UInt8] {
  (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt64(8 * $0)) }
}

extension TemporaryFolder {
  /// Replaces bytes of a file.
  fileprivate func patch(_ name: String, at position: Int, _ bytes: [UInt8]) throws {
    var whole = try self.bytes(of: name)
    whole.replaceSubrange(position..<position + bytes.count, with: bytes)
    try write(whole, to: name)
  }
}

// MARK: Parts

@Test(arguments: [("shx", [Rule.indexWrong], 1), ("dbf", [.attributesMissing], 0), ("prj", [], 1), ("cpg", [], 1)])
func `a Shapefile without one of its parts is read, and what that costs is said`(
  part: String, rules: [Rule], fields: Int
) throws {
  let folder = try TemporaryFolder()
  let path = try twoSquares(folder)
  try folder.write(
    #"GEOGCS["x",DATUM["D_JGD_2011",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]"#,
    to: "map.prj")
  try folder.write("UTF-8", to: "map.cpg")
  try FileManager.default.removeItem(atPath: folder.path("map." + part))
  let table = try ingest(path)
  #expect(table.featureCount == 2 && table.fields.count == fields)
  #expect(table.findings.map(\.rule) == rules)
  #expect(table.sources.map(\.coordinateSystem) == [part == "prj" ? "WGS 84 (nothing says so)" : "JGD2011"])
}

@Test func `a part of a Shapefile named in place of the .shp is refused, and the .shp is named`() throws {
  let folder = try TemporaryFolder()
  try twoSquares(folder)
  // A spatial index begins with the number of a .shp, and has nothing else of one.
  let index: [UInt8] = [0, 0, 0x27, 0x0A, 0xFF, 0xFF, 0xFE, 0x70] + Array(repeating: 0, count: 92)
  for part in ["sbn", "sbx", "qix", "SBN"] { try folder.write(index, to: "map." + part) }
  for part in ["shx", "dbf", "sbn", "sbx", "qix", "SBN"] {
    let error = try failure { () throws(StageError) in try ingest(folder.path("map." + part)) }
    #expect(error.status == .unreadableData && error.remedy == "name map.shp")
  }
  let nameless = try folder.write(index, to: "index")
  #expect(try failure { () throws(StageError) in try ingest(nameless) }.message.contains("the format is not known"))
  try folder.write(try folder.bytes(of: "map.shp"), to: "shapes")
  #expect(try ingest(folder.path("shapes")).featureCount == 2)
}

// MARK: Shapes

@Test(arguments: [SHPT_POLYGONZ, SHPT_POLYGONM], [true, false])
func `records of several parts with heights and measures give the plane's rings`(type: Int32, hasMeasures: Bool) throws
{
  let folder = try TemporaryFolder()
  let rings = [
    square(0, 0, side: 4), square(1, 1, side: 1, isClockwise: false), square(6, 0),
    square(2.5, 2.5, isClockwise: false),
  ]
  do {
    let shapes = try #require(SHPCreate(folder.path("map"), type))
    defer { SHPClose(shapes) }
    let points = rings.flatMap { $0 }
    let starts: [Int32] = [0, 5, 10, 15]
    let heights = points.indices.map { Double($0) * 100 }
    // Below -1e38 is "no data". Where there are none shapelib leaves their part of the record out.
    let measures = points.indices.map { $0 % 2 == 0 ? -1e39 : Double($0) }
    for _ in 0..<2 {
      let object = SHPCreateObject(
        type, -1, 4, starts, nil, Int32(points.count), points.map(\.0), points.map(\.1),
        type == SHPT_POLYGONZ ? heights : nil, hasMeasures ? measures : nil)
      defer { SHPDestroyObject(object) }
      #expect(SHPWriteObject(shapes, -1, object) >= 0)
    }
  }
  let table = try ingest(folder.path("map.shp"))
  #expect(table.ringCounts == [[3, 1], [3, 1]])
  #expect(table.ring(0) == [[4, 0], [4, 4], [0, 4], [0, 0]])
  #expect(Set(table.ring(1)) == [[1, 1], [2, 1], [2, 2], [1, 2]])
  #expect(Set(table.ring(2)) == [[2.5, 2.5], [3.5, 2.5], [3.5, 3.5], [2.5, 3.5]])
  #expect(table.ring(3) == [[7, 0], [7, 1], [6, 1], [6, 0]])
  #expect(table.findings.map(\.rule) == [.attributesMissing] && table.brokenPromises == [])
}

@Test(arguments: [true, false])
func `a header that says less than the file holds loses no record`(hasIndex: Bool) throws {
  let folder = try TemporaryFolder()
  let path = try twoSquares(folder)
  let expected = try ingest(path)
  if !hasIndex { try FileManager.default.removeItem(atPath: folder.path("map.shx")) }
  // As long as the header, as the first record, within the second, and nothing at all.
  for length in [100, 236, 240, 0] {
    try folder.patch("map.shp", at: 24, bigEndian(length / 2))
    let table = try ingest(path)
    #expect(table.outcomes == ["pending", "pending"], "\(length)")
    #expect(table.longitude == expected.longitude && table.values == expected.values)
  }
}

@Test func `a header that says more than the file holds is a file that is cut off`() throws {
  let folder = try TemporaryFolder()
  let path = try twoSquares(folder)
  try folder.patch("map.shp", at: 24, bigEndian(1 << 20))
  let error = try failure { () throws(StageError) in try ingest(path) }
  #expect(error.status == .unreadableData && error.message.contains("cut off"))
  #expect(error.message.contains("the header says that the file has 2,097,152 bytes, and it has 372"))
}

@Test(arguments: [[0.0, 0, 0, 0], [.nan, .nan, .nan, .nan], [-100, 30, -90, 40], [1e300, 1e300, -1e300, -1e300]])
func `the encoding of Japanese text is known by where the shapes lie, whatever box the header gives`(box: [Double])
  throws
{
  let folder = try TemporaryFolder()
  let name = try encoded("長崎市表", in: "CP932")
  let path = try twoSquares(folder, names: [name, name], x: 129)
  try folder.patch("map.shp", at: 36, box.flatMap(littleEndian))
  #expect(try ingest(path).column("NAME") == [.text("長崎市表"), .text("長崎市表")])
  // And the other way round: a box in Japan makes no Japanese text of shapes elsewhere.
  try twoSquares(folder, names: [name, name], x: -100)
  try folder.patch("map.shp", at: 36, [129.0, 33, 132, 34].flatMap(littleEndian))
  let error = try failure { () throws(StageError) in try ingest(path) }
  #expect(error.message.contains("“長崎市表” as CP932"))
}

@Test func `a record too short for a shape is refused, and a file of zeros is not walked through`() throws {
  let folder = try TemporaryFolder()
  let path = try twoSquares(folder)
  try FileManager.default.removeItem(atPath: folder.path("map.shx"))
  let whole = try folder.bytes(of: "map.shp")
  try folder.write(whole.prefix(236) + Array(repeating: 0, count: 200), to: "map.shp")
  try folder.patch("map.shp", at: 24, bigEndian(436 / 2))
  let error = try failure { () throws(StageError) in try ingest(path) }
  #expect(error.status == .unreadableData && error.record == 2)
  #expect(error.message == "the record is corrupt: it has 0 bytes, and a shape has 4 at least")
}

// MARK: More than 2 GB

/// Makes a .shp with a square at its start and one behind a hole of the file system, and a .dbf.
private func spread(over size: Int, in folder: TemporaryFolder, hasIndex: Bool = true) throws -> String {
  let path = try twoSquares(folder)
  let whole = try folder.bytes(of: "map.shp")
  let index = try folder.bytes(of: "map.shx")
  try folder.write(Array(whole.prefix(236)), to: "map.shp")
  try folder.patch("map.shp", at: 24, bigEndian(size / 2))
  let file = try #require(FileHandle(forUpdatingAtPath: path))
  try file.truncate(atOffset: UInt64(size))
  try file.seek(toOffset: UInt64(size - 136))
  try file.write(contentsOf: Data(whole.suffix(136)))
  try file.close()
  try folder.write(index.prefix(108) + bigEndian((size - 136) / 2) + index.suffix(4), to: "map.shx")
  if !hasIndex { try FileManager.default.removeItem(atPath: folder.path("map.shx")) }
  return path
}

@Test(arguments: [2_400_000_000, 4_000_000_000])
func `a .shp of more than 2 GB is read to its end`(size: Int) throws {
  let folder = try TemporaryFolder()
  let table = try ingest(try spread(over: size, in: folder))
  #expect(table.column("NAME") == [.text("a"), .text("b")])
  #expect(table.ring(1) == [[3, 33], [3, 34], [2, 34], [2, 33]])
  #expect(table.findings == [])
}

@Test func `a .shp of more than 2 GB with a hole and no .shx, or cut off, is refused in words`() throws {
  let folder = try TemporaryFolder()
  let path = try spread(over: 2_400_000_000, in: folder, hasIndex: false)
  #expect(try failure { () throws(StageError) in try ingest(path) }.message.contains("the record is corrupt"))
  try twoSquares(folder)
  try folder.patch("map.shp", at: 24, bigEndian(1_200_000_000))
  let error = try failure { () throws(StageError) in try ingest(path) }
  #expect(error.message.contains("the header says that the file has 2,400,000,000 bytes, and it has 372"))
}

// MARK: Tables

@Test func `rows of a .dbf beyond those it declares are not read, and shapes beyond them are refused`() throws {
  let folder = try TemporaryFolder()
  let path = try twoSquares(folder)
  // Rows that an interrupted writer has not counted.
  try folder.patch("map.dbf", at: 4, [1, 0, 0, 0])
  let error = try failure { () throws(StageError) in try ingest(path) }
  #expect(error.status == .unreadableData && error.file == "map.dbf")
  #expect(error.message.contains("has 1 rows and the .shp 2 shapes"))
  // Bytes behind the end mark are nobody's.
  try folder.patch("map.dbf", at: 4, [2, 0, 0, 0])
  try folder.write(try folder.bytes(of: "map.dbf") + Array(repeating: 0x20, count: 100), to: "map.dbf")
  #expect(try ingest(path).column("NAME") == [.text("a"), .text("b")])
}

@Test func `decimal commas, signs, exponents and words in numeric fields`() throws {
  let folder = try TemporaryFolder()
  let values: [(String, AttributeValue)] = [
    ("1234,5", .real(1234.5)), ("-0,25", .real(-0.25)), ("+7", .real(7)), ("1.5E+03", .real(1500)), (".5", .real(0.5)),
    ("1,234,567", .text("1,234,567")), ("n/a", .text("n/a")), ("", .null), ("******", .null), ("inf", .null),
  ]
  let path = try ShapefileFixture(
    fields: [.number("AREA", decimals: 2)],
    shapes: values.enumerated().map { .init([square(Double($0.offset) * 2, 0)], [$0.element.0]) }
  ).write(to: folder)
  #expect(try ingest(path).column("AREA") == values.map(\.1))
}

@Test(
  arguments: [
    ("EUC-JP", "長崎市髙﨑表", ["EUC-JP", "eucjp", "51932", "ujis"]),
    ("CP1250", "Łódź Žďár", ["1250", "CP1250", "windows-1250", "ANSI 1250", "Cp-1250"]),
    ("CP1251", "Петрозаводск", ["1251", "cp1251", "windows-1251", "ANSI 1251\r\n"]),
    ("CP1252", "Côte d’Ivoire", ["1252", "\u{FEFF}Windows-1252\n", " 1252 ", "ANSI 1252"]),
    ("CP1253", "Θεσσαλονίκη", ["1253", "windows-1253"]), ("CP1254", "Şanlıurfa", ["1254", "windows-1254"]),
    ("CP1256", "بغداد", ["1256"]), ("CP1257", "Šiauliai", ["1257"]),
    ("CP932", "長崎市髙﨑表", ["932", "Shift-JIS", "shift_jis\n", "x-sjis", "MS_Kanji", "Windows-31J", "OEM 932"]),
    ("EUC-KR", "서울특별시", ["EUC-KR", "euckr"]), ("CP949", "서울특별시", ["949", "UHC", "ks_c_5601"]),
    ("BIG5", "臺北市", ["Big5", "BIG-5"]), ("GB18030", "北京市", ["GB18030", "54936"]),
  ])
func `text in the encodings of many countries is read by a .cpg in any spelling, and by the user's word`(
  encoding: String, text: String, labels: [String]
) throws {
  let folder = try TemporaryFolder()
  // 髙 and 﨑 are not in EUC-JP as iconv has it.
  let text = encoding == "EUC-JP" ? text.replacing("髙﨑", with: "高崎") : text
  let path = try twoSquares(folder, names: [try encoded(text, in: encoding), [0x62]], x: 10)
  for label in labels {
    try folder.write(label, to: "map.cpg")
    let table = try ingest(path)
    #expect(table.column("NAME") == [.text(text), .text("b")], "\(label)")
    #expect(table.sources.map(\.encoding) == [encoding] && table.findings == [], "\(label)")
    // The user's word goes before a .cpg that is wrong.
    try folder.write("UTF-8", to: "map.cpg")
    #expect(try ingest(path, encoding: label).column("NAME") == [.text(text), .text("b")], "\(label)")
  }
}

@Test(arguments: ["UTF-16", "utf-16le", "UTF-16BE\r\n", "1200", "UCS-2", "UTF-32"])
func `a .cpg that names an encoding of two or four bytes is refused in words, and the user's word helps`(
  label: String
) throws {
  let folder = try TemporaryFolder()
  let path = try twoSquares(folder)
  try folder.write(label, to: "map.cpg")
  let error = try failure { () throws(StageError) in try ingest(path) }
  #expect(error.status == .unreadableData && error.file == "map.cpg")
  #expect(error.message.contains("“\(label.trimmingWhitespace)”") && error.remedy?.words.contains("--encoding") == true)
  #expect(try ingest(path, encoding: "UTF-8").column("NAME") == [.text("a"), .text("b")])
}

@Test func `a .cpg that is itself in UTF-16, or begins with an empty line, says what it says`() throws {
  let folder = try TemporaryFolder()
  let path = try twoSquares(folder, names: [try encoded("Łódź", in: "CP1250"), [0x62]])
  try folder.write([0xFF, 0xFE] + "1250\r\n".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, to: "map.cpg")
  #expect(try ingest(path).column("NAME") == [.text("Łódź"), .text("b")])
  try folder.write("\r\n1250\r\n", to: "map.cpg")
  #expect(try ingest(path).column("NAME") == [.text("Łódź"), .text("b")])
}

@Test func `deleted rows, null shapes and parts without a point stand in the ledger, each with its record`() throws {
  let folder = try TemporaryFolder()
  let path = try ShapefileFixture(
    fields: [.text("NAME")],
    shapes: [
      .init([square(0, 0)], ["a"]), .init([], ["b"], type: SHPT_NULL), .init([], ["c"]), .init([square(2, 0)], ["d"]),
      .init([square(4, 0)], ["e"]),
    ]
  ).write(to: folder)
  do {
    let table = try #require(DBFOpen(folder.path("map"), "rb+"))
    DBFMarkRecordDeleted(table, 1, 1)
    DBFMarkRecordDeleted(table, 4, 1)
    DBFClose(table)
  }
  let table = try ingest(path)
  #expect(table.outcomes == ["pending", "deleted", "no-geometry", "pending", "deleted"])
  #expect(table.ledger.entries.map(\.record) == [1, 2, 3, 4, 5] && table.record == [1, 3, 4])
  #expect(table.column("NAME") == [.text("a"), .text("c"), .text("d")])
}
