import CMapPackShapelib
import Foundation
import MapPackFeatures
import Testing

@testable import MapPackIngest

@discardableResult
private func twoSquares(_ folder: TemporaryFolder) throws -> String {
  try ShapefileFixture(
    fields: [.text("CODE"), .text("NAME")],
    shapes: [.init([square(0, 0)], ["01100", "a"]), .init([square(2, 0)], ["01101", "b"])]
  ).write(to: folder)
}

@Test func `attributes have the types of the dbf, and blank ones are null`() throws {
  let folder = try TemporaryFolder()
  let path = try ShapefileFixture(
    fields: [.text("CODE"), .number("POP"), .number("AREA", decimals: 3), .logical("IS"), .date("DAY")],
    shapes: [
      .init([square(0, 0)], ["01100", "1234567890123", "1.500", "T", "20240101"]),
      .init([square(2, 0)], ["", "*****", "-2,25", "?", nil]),
      .init([square(4, 0)], [nil, "-7", "12.000", "n", "20231231"]),
    ]
  ).write(to: folder)
  let table = try ingest(path)
  #expect(table.fields == ["CODE", "POP", "AREA", "IS", "DAY"])
  #expect(table.column("CODE") == [.text("01100"), .null, .null])
  #expect(table.column("POP") == [.integer(1_234_567_890_123), .null, .integer(-7)])
  #expect(table.column("AREA") == [.real(1.5), .real(-2.25), .real(12)])
  #expect(table.column("IS") == [.boolean(true), .null, .boolean(false)])
  #expect(table.column("DAY") == [.text("20240101"), .null, .text("20231231")])
  #expect(table.record == [1, 2, 3])
  #expect(table.findings == [])
  #expect(table.ring(0) == [[1, 0], [1, 1], [0, 1], [0, 0]])
  #expect(table.brokenPromises == [])
}

@Test(arguments: [SHPT_POLYGON, SHPT_POLYGONZ, SHPT_POLYGONM])
func `all types of polygon are read, null shapes and deleted rows are in the ledger`(type: Int32) throws {
  let folder = try TemporaryFolder()
  let path = try ShapefileFixture(
    type: type, fields: [.text("NAME")],
    shapes: [
      .init([square(0, 0)], ["a"], type: type), .init([], ["b"], type: SHPT_NULL),
      .init([square(2, 0)], ["c"], type: type),
    ]
  ).write(to: folder)
  #expect(try ingest(path).outcomes == ["pending", "no-geometry", "pending"])
  do {
    let dbf = try #require(DBFOpen(folder.path("map"), "rb+"))
    DBFMarkRecordDeleted(dbf, 0, 1)
    DBFClose(dbf)
  }
  let table = try ingest(path)
  #expect(table.outcomes == ["deleted", "no-geometry", "pending"])
  #expect(table.column("NAME") == [.text("b"), .text("c")])
}

@Test(arguments: [SHPT_POINT, SHPT_ARC, SHPT_MULTIPOINT])
func `points and lines are left out and counted`(type: Int32) throws {
  let folder = try TemporaryFolder()
  let ring = type == SHPT_POINT ? [(1.0, 1.0)] : square(0, 0)
  let path = try ShapefileFixture(
    type: type, fields: [.text("NAME")], shapes: [.init([ring], ["a"], type: type), .init([ring], ["b"], type: type)]
  ).write(to: folder)
  let table = try ingest(path)
  #expect(table.outcomes == ["not-a-polygon", "not-a-polygon"])
  #expect(table.count(of: .notAPolygon) == 2)
}

@Test func `select and drop are joined by and, values by or, and nil means missing`() throws {
  let folder = try TemporaryFolder()
  let path = try ShapefileFixture(
    fields: [.text("A"), .number("N")],
    shapes: [
      .init([square(0, 0)], ["x", "1"]), .init([square(2, 0)], ["y", "1"]), .init([square(4, 0)], [nil, "1"]),
      .init([square(6, 0)], ["x", "2"]),
    ]
  ).write(to: folder)
  let table = try ingest(
    path, select: FeatureFilter(terms: [("A", ["x", nil]), ("N", ["1", "2"])]),
    drop: FeatureFilter(terms: [("A", ["x"]), ("N", ["2"])]))
  #expect(table.outcomes == ["pending", "select", "pending", "drop"])
  #expect(table.column("A") == [.text("x"), .null])
}

@Test func `an unknown field is wrong usage, and the nearest name is offered`() throws {
  let folder = try TemporaryFolder()
  let path = try twoSquares(folder)
  let json = try folder.write(#"{"type":"Feature","properties":{"NAME":"a"},"geometry":null}"#, to: "a.json")
  for path in [path, json] {
    for isSelect in [true, false] {
      let filter = FeatureFilter(terms: [("NAM", ["a"])])
      let error = try failure { () throws(StageError) in
        try ingest(path, select: isSelect ? filter : nil, drop: isSelect ? nil : filter)
      }
      #expect(error.status == .usage)
      #expect(error.description.contains("NAM") && error.description.contains("did you mean NAME?"))
    }
  }
}

@Test func `sources are joined by the names of their fields`() throws {
  let folder = try TemporaryFolder()
  let first = try ShapefileFixture(fields: [.text("A")], shapes: [.init([square(0, 0)], ["a"])]).write(
    to: folder, stem: "first")
  let second = try folder.write(
    #"{"type":"Feature","properties":{"B":1},"geometry":{"type":"Polygon","coordinates":[[[5,5],[6,5],[6,6],[5,5]]]}}"#,
    to: "second.json")
  let table = try ingest([request(first), request(second)], select: FeatureFilter(terms: [("B", [nil, "1"])]))
  #expect(table.column("A") == [.text("a"), .null])
  #expect(table.column("B") == [.null, .integer(1)])
  #expect(table.source == [0, 1])
  #expect(table.sources.map(\.path) == ["first.shp", "second.json"])
  #expect(table.ledger.entries.map(\.source) == [0, 1])
}

// MARK: Parts missing and broken

@Test(arguments: ["map.shp", "map.geojson", "folder/map.shp"])
func `a missing file is no input`(name: String) throws {
  let folder = try TemporaryFolder()
  let error = try failure { () throws(StageError) in try ingest(folder.path(name)) }
  #expect(error.status == .noInput && error.status.rawValue == 66)
}

@Test func `every truncation of a .shp is refused, and names a record`() throws {
  let folder = try TemporaryFolder()
  let path = try twoSquares(folder)
  let whole = try folder.bytes(of: "map.shp")
  for hasIndex in [true, false] {
    if !hasIndex { try FileManager.default.removeItem(atPath: folder.path("map.shx")) }
    for length in whole.indices {
      try folder.write(whole.prefix(length), to: "map.shp")
      let error = try failure { () throws(StageError) in try ingest(path) }
      #expect(error.status == .unreadableData, "\(length)")
      if length >= 100 { #expect(error.record == (length < 236 ? 1 : 2), "\(length)") }
    }
  }
}

@Test func `every truncation of a .dbf is refused`() throws {
  let folder = try TemporaryFolder()
  let path = try twoSquares(folder)
  let whole = try folder.bytes(of: "map.dbf")
  // Without the end mark, which many writers leave out, it is whole.
  for length in 0..<(whole.count - 1) {
    try folder.write(whole.prefix(length), to: "map.dbf")
    let error = try failure { () throws(StageError) in try ingest(path) }
    #expect(error.status == .unreadableData && error.file == "map.dbf", "\(length)")
  }
}

@Test func `a .dbf with fewer rows than shapes is refused, and rows beyond them are in the ledger`() throws {
  let folder = try TemporaryFolder()
  let path = try twoSquares(folder)
  try ShapefileFixture(fields: [.text("NAME")], shapes: [.init([square(0, 0)], ["a"])]).write(to: folder, stem: "one")
  try folder.write(try folder.bytes(of: "one.dbf"), to: "map.dbf")
  let error = try failure { () throws(StageError) in try ingest(path) }
  #expect(error.status == .unreadableData && error.file == "map.dbf")
  #expect(error.message.contains("1 rows") && error.message.contains("2 shapes"))

  try ShapefileFixture(
    fields: [.text("NAME")], shapes: (0..<3).map { .init([square(Double($0), 0)], ["\($0)"]) }
  ).write(to: folder, stem: "three")
  try folder.write(try folder.bytes(of: "three.dbf"), to: "map.dbf")
  let table = try ingest(path)
  #expect(table.outcomes == ["pending", "pending", "no-geometry"])
}

@Test func `without a .dbf the features have no attributes, and that is said`() throws {
  let folder = try TemporaryFolder()
  let path = try twoSquares(folder)
  try FileManager.default.removeItem(atPath: folder.path("map.dbf"))
  let table = try ingest(path)
  #expect(table.featureCount == 2 && table.fields == [])
  #expect(table.findings.map(\.rule) == [.attributesMissing])
  let error = try failure { () throws(StageError) in
    try ingest(path, select: FeatureFilter(terms: [("NAME", ["a"])]))
  }
  #expect(error.status == .usage)
}

@Test func `a lost or wrong .shx changes nothing, and nothing is written beside the source`() throws {
  let folder = try TemporaryFolder()
  let path = try twoSquares(folder)
  let expected = try ingest(path)
  var wrong = try folder.bytes(of: "map.shx")
  wrong[103] = 200
  let short = Array(try folder.bytes(of: "map.shx").dropLast(8))
  for bytes in [nil, wrong, short, []] {
    try? FileManager.default.removeItem(atPath: folder.path("map.shx"))
    if let bytes { try folder.write(bytes, to: "map.shx") }
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    let table = try ingest(path)
    #expect(table.longitude == expected.longitude && table.values == expected.values)
    #expect(table.findings.map(\.rule) == [.indexWrong])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == before)
  }
}

@Test func `a .shx that cannot be read is named as the user named the .shp`() throws {
  let folder = try TemporaryFolder()
  let path = try twoSquares(folder)
  let index = folder.url.appendingPathComponent("map.shx")
  try FileManager.default.removeItem(at: index)
  try FileManager.default.createDirectory(at: index, withIntermediateDirectories: false)
  let shapes = try InputFile(path: path, shownAs: "maps.zip/towns.shp")
  let error = #expect(throws: StageError.self) { _ = try ShapefileIndex(of: shapes, index: index.path, rows: nil) }
  #expect(error?.file == "maps.zip/towns.shx")
}

@Test func `a .shx with many entries for one large record does not make a small file a large table`() throws {
  let folder = try TemporaryFolder()
  let large = (0...200).map { (Double($0) / 2, $0 % 200 == 0 ? 0.0 : 40.0) } + [(0.0, 0.0)]
  let path = try ShapefileFixture(
    fields: [.text("K")], shapes: [.init([large], ["1"]), .init([square(1, 2)], ["2"]), .init([square(3, 2)], ["3"])]
  ).write(to: folder)
  let expected = try ingest(path)
  var index = try folder.bytes(of: "map.shx")
  for entry in 1...2 { index.replaceSubrange(100 + 8 * entry..<108 + 8 * entry, with: index[100..<108]) }
  try folder.write(index, to: "map.shx")
  let table = try ingest(path)
  #expect(table.longitude == expected.longitude)
  #expect(table.findings.map(\.rule) == [.indexWrong])
}

@Test func `a .dbf with more fields than bytes in a row is refused`() throws {
  let folder = try TemporaryFolder()
  let path = try twoSquares(folder)
  let count = 40
  var table = [UInt8](repeating: 0, count: 32)
  table[0] = 3
  table[4] = 2
  table[8] = UInt8((33 + 32 * count) & 0xFF)
  table[9] = UInt8((33 + 32 * count) >> 8)
  // The mark of a deleted row alone.
  table[10] = 1
  for field in 0..<count {
    table += Array("F\(field)".utf8) + [UInt8](repeating: 0, count: 9 - (field < 10 ? 0 : 1)) + [UInt8(ascii: "C")]
    table += [UInt8](repeating: 0, count: 20)
  }
  try folder.write(table + [0x0D, 0x20, 0x20], to: "map.dbf")
  let error = try failure { () throws(StageError) in try ingest(path) }
  #expect(error.message == "the fields of the .dbf do not fit its rows of 1 bytes")
}

@Test func `the case of extensions is free`() throws {
  let folder = try TemporaryFolder()
  try twoSquares(folder)
  for (from, to) in [("map.shp", "map.Shp"), ("map.dbf", "map.DBF"), ("map.shx", "map.sHx")] {
    try FileManager.default.moveItem(atPath: folder.path(from), toPath: folder.path(to))
  }
  let table = try ingest(folder.path("map.Shp"))
  #expect(table.column("NAME") == [.text("a"), .text("b")])
  #expect(table.findings == [])
}

@Test func `a layer that is not the file's, and a format that is not read, are named`() throws {
  let folder = try TemporaryFolder()
  try twoSquares(folder)
  #expect(try ingest(folder.path("map.shp"), layer: "map").featureCount == 2)
  let other = try failure { () throws(StageError) in try ingest(folder.path("map.shp"), layer: "other") }
  #expect(other.status == .usage && other.description.contains("the layer is map"))
  let archive = try folder.write("7z", to: "a.7z")
  #expect(try failure { () throws(StageError) in try ingest(archive) }.message.contains("Shapefile"))
  // Which files a folder stands for is known above this room.
  #expect(try failure { () throws(StageError) in try ingest(folder.url.path) }.status == .unreadableData)
}

// MARK: Coordinate systems

@Test(arguments: [
  (
    #"GEOGCS["GCS_JGD_2011",DATUM["D_JGD_2011",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]"#,
    "JGD2011"
  ),
  (
    #"GEOGCS["WGS 84",DATUM["World Geodetic System 1984 [EPSG ID 6326]",SPHEROID["WGS 84",6378137.0,298.25]],PRIMEM["Greenwich",0.0],UNIT["Decimal_Degree",0.01745329251994328]]"#,
    "WGS 84"
  ),
  (
    #"GEOGCRS["NAD83",DATUM["North American Datum 1983",ELLIPSOID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],CS[ellipsoidal,2],AXIS["latitude",north],UNIT["degree",0.0174532925199433]]"#,
    "NAD83"
  ),
  (
    #"COMPD_CS["x",GEOGCS["ETRS89",DATUM["European_Terrestrial_Reference_System_1989",SPHEROID["GRS 1980",6378137,298]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],VERT_CS["h",VERT_DATUM["d",2005],UNIT["metre",1]]]"#,
    "ETRS89"
  ),
])
func `a .prj on a datum like WGS 84 is taken`(text: String, datum: String) throws {
  let folder = try TemporaryFolder()
  let path = try twoSquares(folder)
  try folder.write(text + "\n", to: "map.prj")
  #expect(try ingest(path).sources.map(\.coordinateSystem) == [datum])
}

@Test(arguments: [
  (
    #"GEOGCS["x",DATUM["D_Somewhere",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]"#,
    "D_Somewhere"
  ),
  ("GEOGCS[", "well-known text"), ("", "well-known text"),
])
func `a .prj that cannot be followed is refused in words, and --crs overrules it`(text: String, words: String) throws {
  let folder = try TemporaryFolder()
  let path = try twoSquares(folder)
  try folder.write(text, to: "map.prj")
  let error = try failure { () throws(StageError) in try ingest(path) }
  #expect(error.status == .unreadableData && error.file == "map.prj" && error.message.contains(words))
  #expect(try ingest(path, system: "EPSG:6668").sources.map(\.coordinateSystem) == ["JGD2011"])
  for unknown in ["EPSG:1", "Tokyo"] {
    let error = try failure { () throws(StageError) in try ingest(path, system: unknown) }
    #expect(error.status == .usage && error.file == "map.shp" && error.message.contains(unknown))
  }
}
