import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// A system that bears no number of a registry.
private let lambert = """
  PROJCS["my Lambert",GEOGCS["RGF93",DATUM["Reseau_Geodesique_Francais_1993",SPHEROID["GRS 1980",6378137,298.257222101]],\
  PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic_2SP"],\
  PARAMETER["latitude_of_origin",46.5],PARAMETER["central_meridian",3],PARAMETER["standard_parallel_1",49],\
  PARAMETER["standard_parallel_2",44],PARAMETER["false_easting",700000],PARAMETER["false_northing",6600000],\
  UNIT["metre",1]]
  """

@Suite struct GeoPackageTests {
  private let folder: TemporaryFolder
  private static let binary = BinaryGeometry()

  init() throws { folder = try TemporaryFolder() }

  private static func square(_ x: Double, _ y: Double = 0, side: Double = 1) -> [(Double, Double)] {
    [(x, y), (x + side, y), (x + side, y + side), (x, y + side), (x, y)]
  }

  private static func blob(_ geometry: [UInt8]) -> [UInt8] { binary.inPackage(geometry) }

  /// A layer of squares side by side.
  private static func layer(_ name: String = "towns", _ names: String...) -> GeoPackageText.Layer {
    GeoPackageText.Layer(
      name: name,
      rows: names.enumerated().map { (blob(binary.polygon([square(Double($0))])), ["'\($1)'"]) })
  }

  private func written(_ package: GeoPackageText, to name: String = "map.gpkg") throws -> String {
    let path = folder.path(name)
    try package.write(to: path)
    return path
  }

  private func package(of geometry: [UInt8]?, system: Int = 4326) throws -> String {
    var layer = GeoPackageText.Layer(rows: [(geometry, ["'A'"])])
    layer.system = system
    return try written(GeoPackageText([layer]), to: UUID().uuidString + ".gpkg")
  }

  // MARK: Attributes

  @Test func `a feature has the key of its row as its id, and values of the types of its columns`() throws {
    var layer = GeoPackageText.Layer(rows: [])
    layer.columns = [
      "\"Name\" TEXT(20)", "pop INTEGER", "share DOUBLE", "isIsland BOOLEAN", "day DATE", "moment DATETIME",
      "photo BLOB",
      "\"a \"\"b\"\"\" MEDIUMINT", "twice AS (pop * 2)",
    ]
    let square = Self.blob(Self.binary.polygon([Self.square(0)]))
    layer.rows = [
      (square, ["'長崎'", "9007199254740993", "2.0", "1", "'2024-01-31'", "'2024-01-31T12:00:00Z'", "X'00'", "-1"]),
      (square, ["NULL", "NULL", "9e999", "0", "NULL", "''", "NULL", "NULL"]),
    ]
    var package = GeoPackageText([layer])
    package.more = "UPDATE towns SET fid = 40 WHERE fid = 2"
    let table = try ingest(try written(package))
    #expect(table.fields == ["Name", "pop", "share", "isIsland", "day", "moment", "a \"b\""])
    #expect(table.identifier == ["1", "40"] && table.record == [1, 2])
    #expect(
      table.values.map { $0[0] } == [
        .text("長崎"), .integer(9_007_199_254_740_993), .real(2), .boolean(true), .text("2024-01-31"),
        .text("2024-01-31T12:00:00Z"), .integer(-1),
      ])
    #expect(
      table.values.map { $0[1] } == [.null, .null, .null, .boolean(false), .null, .text(""), .null])
    #expect(table.count(of: .fieldLeftOut) == 2)
    #expect(table.sources[0].encoding == "UTF-8" && table.sources[0].coordinateSystem == "WGS 84")
  }

  @Test func `a feature is called by its name, and without one by its id`() throws {
    var layer = Self.layer("towns", "Ain", "Aisne")
    layer.rows[0].geometry = nil
    for (columns, name) in [(["name TEXT"], "Ain"), (["code TEXT"], "1")] {
      layer.columns = columns
      let table = try ingest(try written(GeoPackageText([layer]), to: "\(name).gpkg"), faults: .report)
      #expect(table.findings.first { $0.rule == .noGeometry }?.name == name)
    }
  }

  @Test func `filters see the fields before a shape is read`() throws {
    var layer = Self.layer("towns", "a", "b", "c")
    layer.rows[0].geometry = [1, 2, 3]
    let path = try written(GeoPackageText([layer]))
    let kept = try ingest(path, drop: FeatureFilter(terms: [("name", ["a"])]))
    #expect(kept.column("name") == [.text("b"), .text("c")] && kept.outcomes == ["drop", "pending", "pending"])
    let error = try failure { () throws(StageError) in try ingest(path, select: FeatureFilter(terms: [("nam", ["a"])]))
    }
    #expect(error.status == .usage && error.remedy?.words.hasPrefix("did you mean name?") == true)
  }

  // MARK: Geometries

  @Test(
    arguments: [
      (BinaryGeometry(isLittle: false, extra: 0, dimensions: 0), UInt8(0)),
      (BinaryGeometry(extra: 1000, dimensions: 1), 2), (BinaryGeometry(extra: 2000, dimensions: 1), 4),
      (BinaryGeometry(isLittle: false, extra: 3000, dimensions: 2), 6), (BinaryGeometry(extra: 0, dimensions: 0), 8),
      (BinaryGeometry(extra: 0x8000_0000, dimensions: 1), 0), (BinaryGeometry(extra: 0xC000_0000, dimensions: 2), 0),
    ] as [(BinaryGeometry, UInt8)])
  func `the order of bytes, boxes, heights and measures make no difference`(binary: BinaryGeometry, flags: UInt8) throws
  {
    let hole = Array(Self.square(0.25, 0.25, side: 0.5).reversed())
    let geometry = binary.many(
      6, [binary.polygon([Self.square(0), hole]), binary.polygon([Self.square(3)])])
    let table = try ingest(try package(of: binary.inPackage(geometry, flags: flags)))
    #expect(table.ringCounts == [[2, 1]])
    #expect(table.ring(0) == [[0, 0], [1, 0], [1, 1], [0, 1]])
    #expect(table.findings.isEmpty, "\(table.findings)")
  }

  @Test(arguments: [
    (GeometryKind.areas, "pending", 2), (.lines, "pending", 2), (.points, "pending", 3),
  ])
  func `a collection gives what is asked for, and says what else it has`(
    kind: GeometryKind, outcome: String, polygons: Int
  ) throws {
    let binary = Self.binary
    let parts = [
      binary.point(5, 5), binary.many(4, [binary.point(6, 6), binary.point(7, 7)]),
      binary.many(5, [binary.line([(0, 0), (1, 1)]), binary.line([(2, 0), (3, 1)])]),
      binary.many(7, [binary.polygon([Self.square(0)]), binary.many(7, []), binary.polygon([Self.square(3)])]),
      binary.polygon([]), binary.line([]), binary.point(.nan, .nan), binary.many(6, []),
    ]
    let table = try ingest(try package(of: Self.blob(binary.many(7, parts))), kind: kind)
    #expect(table.outcomes == [outcome] && table.polygonCount == polygons)
    let beside: [GeometryKind: (Rule, Int)] = [
      .areas: (.polygonBesideOthers, 3), .lines: (.lineBesideOthers, 4), .points: (.pointBesideOthers, 3),
    ]
    let (rule, count) = try #require(beside[kind])
    #expect(table.count(of: rule) == count)
  }

  @Test(arguments: [
    nil, binary.inPackage(binary.polygon([])), binary.inPackage(binary.many(6, []), flags: 0x10),
    binary.inPackage(binary.point(.nan, .nan), flags: 0x10), binary.inPackage(binary.many(7, [])),
  ])
  func `a row without a shape is a feature without one`(geometry: [UInt8]?) throws {
    let table = try ingest(try package(of: geometry))
    #expect(table.outcomes == ["no-geometry"] && table.featureCount == 1)
  }

  @Test func `a geometry of another kind is left out by its rule`() throws {
    let path = try package(of: Self.blob(Self.binary.line([(0, 0), (1, 1)])))
    #expect(try ingest(path).outcomes == ["not-a-polygon"])
    #expect(try ingest(path, kind: .points).outcomes == ["not-a-point"])
    #expect(try ingest(path, kind: .lines).ring(0) == [[0, 0], [1, 1]])
  }

  @Test(arguments: [
    (binary.inPackage(binary.head(10) + binary.number(0)), "is a CurvePolygon", "-nlt CONVERT_TO_LINEAR"),
    (binary.inPackage(binary.head(1008) + binary.number(0)), "is a CircularString", "-nlt CONVERT_TO_LINEAR"),
    (
      binary.inPackage(binary.many(7, [binary.head(12) + binary.number(0)])), "is a MultiSurface",
      "-nlt CONVERT_TO_LINEAR"
    ),
    (binary.inPackage(binary.head(16) + binary.number(0)), "is a TIN", "-nlt MULTIPOLYGON"),
    (binary.inPackage(binary.point(0, 0), flags: 0x20), "of an extended type", "drop"),
    (binary.inPackage(binary.point(0, 0), version: 1), "of version 2", "drop"),
    (binary.inPackage(binary.point(0, 0), flags: 0x0A), "the header of its geometry", "drop"),
    (Array("SRID=4326".utf8), "does not begin", "drop"), ([], "does not begin", "drop"),
    (binary.inPackage(binary.head(18)), "no type has the number 18", "drop"),
    (binary.inPackage(binary.head(0x2000_0003)), "no type has the number", "drop"),
    (binary.inPackage([7, 1, 0, 0, 0]), "the order of its bytes is 7", "drop"),
    (binary.inPackage([1, 3]), "is cut off", "drop"),
    (binary.inPackage(binary.head(3) + binary.number(.max)), "4,294,967,295 rings, and 0 bytes are left", "drop"),
    (
      binary.inPackage(binary.head(2) + binary.number(2) + Array(repeating: 0, count: 31)),
      "2 vertices, and 31 bytes are left", "drop"
    ),
    (binary.inPackage(binary.many(6, [binary.line([(0, 0), (1, 1)])])), "a MultiPolygon holds a LineString", "drop"),
    (
      binary.inPackage((0..<40).reduce([] as [UInt8]) { inner, _ in binary.many(7, inner.isEmpty ? [] : [inner]) }),
      "more than 32 collections", "drop"
    ),
    (
      binary.inPackage(binary.polygon([square(0)]), system: 2154), "number 2154, and its layer in that with 4326",
      "--crs"
    ),
  ])
  func `a geometry that cannot be read is a fault of its feature`(
    geometry: [UInt8], message: String, remedy: String
  ) throws {
    let path = try package(of: geometry)
    let error = try failure { () throws(StageError) in try ingest(path) }
    #expect(error.status == .unreadableData && error.message.contains(message), "\(error)")
    #expect(error.remedy?.words.contains(remedy) == true && error.name == "A" && error.record == 1, "\(error)")
    #expect(try ingest(path, faults: .report).outcomes == ["malformed-feature"])
  }

  // MARK: Layers

  @Test func `a layer is chosen by its table or by what people call it`() throws {
    var second = Self.layer("Rivers", "Rhône", "Rhin")
    second.identifier = "The rivers"
    second.type = "LINESTRING"
    let path = try written(GeoPackageText([Self.layer("towns", "Ain"), second]))
    for name in ["Rivers", "rivers", "The rivers"] {
      #expect(try ingest(path, layer: name).column("name") == [.text("Rhône"), .text("Rhin")])
    }
    for (name, message) in [
      (nil, "the package has 2 layers"), ("map", "the package has 2 layers"), ("x", "there is no layer “x”"),
    ] {
      let error = try failure { () throws(StageError) in try ingest(path, layer: name) }
      #expect(error.status == .usage && error.message == message)
      #expect(
        error.remedy?.words
          == "name one of them, as in --layer towns, or all of them by --layer '*': towns (POLYGON, 1 feature, EPSG:4326), "
          + "Rivers (LINESTRING, 2 features, EPSG:4326)")
    }
    let only = try written(GeoPackageText([Self.layer("towns", "Ain")]), to: "only.gpkg")
    for name in [nil, "towns", "only"] { #expect(try ingest(only, layer: name).featureCount == 1) }
  }

  @Test func `the layers of a source are listed`() throws {
    let path = try written(GeoPackageText([Self.layer("towns", "Ain"), Self.layer("rivers", "a", "b")]))
    let bytes = try folder.bytes(of: "map.gpkg")
    try zipArchive([(Array("deep/map.gpkg".utf8), bytes)], to: folder.path("one.zip"))
    try zipArchive([(Array("b.kml".utf8), []), (Array("a.kml".utf8), [])], to: folder.path("two.zip"))
    try folder.write(gzipMember(bytes), to: "map.gpkg.gz")
    let topology = #"{"type":"Topology","objects":{"x":{"type":"GeometryCollection","geometries":[]}},"arcs":[]}"#
    func listed(_ path: String) throws -> [String] {
      try layers(of: request(path, layer: "any"), temporaryFolder: folder.url.path).map(\.words)
    }
    for path in [path, folder.path("one.zip"), folder.path("map.gpkg.gz")] {
      #expect(try listed(path) == ["towns (POLYGON, 1 feature, EPSG:4326)", "rivers (POLYGON, 2 features, EPSG:4326)"])
    }
    #expect(try listed(folder.path("two.zip")) == ["a", "b"])
    #expect(try listed(try folder.write(topology, to: "map.topojson")) == ["x (0 features)"])
    #expect(try listed(try folder.write("{}", to: "plain.geojson")) == ["plain"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 6)
  }

  @Test func `a package is read by its bytes, compressed, and out of an archive with its layers`() throws {
    let path = try written(GeoPackageText([Self.layer("towns", "Ain"), Self.layer("rivers", "a", "b")]))
    let bytes = try folder.bytes(of: "map.gpkg")
    let expected = try ingest(path, layer: "rivers")
    try zipArchive([(Array("data/map.gpkg".utf8), bytes)], to: folder.path("map.zip"))
    for name in ["map.db", "map.geojson"] { try folder.write(bytes, to: name) }
    for name in ["map.gpkg.gz", "map.gz"] { try folder.write(gzipMember(bytes), to: name) }
    // An older program gives no number.
    try runSQL("PRAGMA application_id = 0", on: folder.path("map.db"))
    for name in ["map.db", "map.geojson", "map.gpkg.gz", "map.gz", "map.zip"] {
      let table = try ingest(folder.path(name), layer: "rivers")
      #expect(table.longitude == expected.longitude && table.values == expected.values, "\(name)")
    }
    let error = try failure { () throws(StageError) in try ingest(folder.path("map.zip")) }
    #expect(error.file == "map.zip/data/map.gpkg" && error.message == "the package has 2 layers")
  }

  @Test func `a view is read if it only puts columns of tables together`() throws {
    var package = GeoPackageText([Self.layer("towns", "a", "b")])
    package.more = """
      CREATE TABLE more(name TEXT, pop INTEGER); INSERT INTO more VALUES ('b', 7);
      CREATE VIEW joined AS SELECT t.fid + 10 AS ogc_fid, t.geom, m.pop FROM towns t JOIN more m ON (t.name = m.name);
      DELETE FROM gpkg_contents; INSERT INTO gpkg_contents VALUES ('joined', 'features', 'With heights');
      UPDATE gpkg_geometry_columns SET table_name = 'joined';
      """
    let (table, shapes) = try ingestWithShapes([request(try written(package))])
    #expect(table.fields == ["pop"] && table.values == [[.integer(7)]] && table.identifier == ["12"])
    #expect(table.ring(0) == [[1, 0], [2, 0], [2, 1], [1, 1]] && shapes == nil)
  }

  // MARK: What is refused

  private static let asView = """
    UPDATE gpkg_geometry_columns SET table_name = 'v'; UPDATE gpkg_contents SET table_name = 'v';
    """

  @Test(arguments: [
    ("CREATE VIEW v AS SELECT geom FROM towns WHERE name LIKE 'a';" + asView, "its view calls a function"),
    ("CREATE VIEW v AS SELECT geom FROM towns, json_each;" + asView, "the database is damaged"),
    ("CREATE VIEW v AS SELECT geom, upper(name) AS name FROM towns;" + asView, "a view that does more"),
    ("CREATE VIEW v AS SELECT geom FROM towns, json_each(name);" + asView, "a view that does more"),
    ("CREATE VIEW v AS SELECT geom FROM towns ORDER BY geom;" + asView, "a view that does more"),
    ("CREATE VIEW v AS SELECT t.geom FROM towns t JOIN (towns u JOIN towns w);" + asView, "a view that does more"),
    ("CREATE VIEW v AS SELECT geom FROM (SELECT * FROM towns);" + asView, "a view that does more"),
    ("CREATE VIEW v AS SELECT geom /* all */ FROM towns;" + asView, "a view that does more"),
    (
      "CREATE VIEW v AS WITH t AS (SELECT * FROM towns) SELECT * FROM t;" + asView,
      "a view that does more than put columns of tables together"
    ),
    (
      "CREATE VIEW w AS SELECT * FROM towns; CREATE VIEW v AS SELECT * FROM \"w\";" + asView,
      "a view that does more than put columns of tables together"
    ),
    (
      "CREATE TABLE n(i); INSERT INTO n VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (0); CREATE VIEW v AS SELECT t.* "
        + "FROM n a, n b, n c, n d, n e, n f, n g, n h, n i, n j, towns t WHERE a.i + b.i + j.i = 100;" + asView,
      "far more work"
    ),
    (
      "CREATE TABLE n(i); INSERT INTO n VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (0); CREATE VIEW v AS SELECT t.* "
        + "FROM n a, n b, n c, n d, n e, n f, n g, n h, n i, n j, towns t;" + asView,
      "more than a file of its size can hold"
    ),
    ("CREATE VIRTUAL TABLE v USING rtree(id, a, b);" + asView, "has no table that can be read"),
    ("DROP TABLE towns", "has no table that can be read"),
    ("ALTER TABLE towns RENAME COLUMN geom TO shape", "has no column “geom” with its geometries"),
    ("UPDATE gpkg_contents SET data_type = 'tiles'", "the package has no layer with shapes, but tiles"),
    ("DROP TABLE gpkg_geometry_columns", "the package has no layer with shapes, but features"),
    ("DROP TABLE gpkg_contents", "does not list its layers: it has no table gpkg_contents"),
    ("DROP TABLE gpkg_contents; PRAGMA application_id = 0", "this is a SQLite database"),
    ("DROP TABLE gpkg_contents; PRAGMA application_id = 0x4D504258", "this is a database of tiles"),
    ("ALTER TABLE gpkg_contents DROP COLUMN data_type", "has not the columns of one"),
    ("UPDATE towns SET name = CAST(X'83' AS TEXT)", "field name holds text that is not UTF-8"),
    ("UPDATE gpkg_geometry_columns SET srs_id = 7", "does not describe the coordinate system with the number 7"),
    (
      "UPDATE gpkg_spatial_ref_sys SET organization_coordsys_id = 1",
      "PROJ does not know the coordinate system “WGS 84” (EPSG:1), and the package does not define it"
    ),
  ])
  func `a package that cannot be read, or that would run code, is refused in words`(sql: String, message: String) throws
  {
    var package = GeoPackageText([Self.layer("towns", "a")])
    package.more = sql
    let path = try written(package)
    let error = try failure { () throws(StageError) in try ingest(path, faults: .report) }
    #expect(error.status == .unreadableData && error.message.contains(message), "\(error)")
    #expect(error.file == "map.gpkg" && error.remedy != nil)
  }

  @Test func `a trigger, and an index that does not fit its table, change nothing`() throws {
    var package = GeoPackageText([Self.layer("towns", "b", "a")])
    package.more = """
      CREATE INDEX names ON towns(name, geom); CREATE TRIGGER t AFTER INSERT ON towns BEGIN SELECT raise(ABORT, 'x'); END;
      """
    #expect(try ingest(try written(package)).column("name") == [.text("b"), .text("a")])
  }

  @Test(arguments: ["-wal", "-journal"]) func `changes that stand in a file beside the package are not passed over`(
    ending: String
  ) throws {
    let path = try written(GeoPackageText([Self.layer("towns", "a")]), to: "a b%20ü?.gpkg")
    #expect(try ingest(path).featureCount == 1)
    let beside = "a b%20ü?.gpkg" + ending
    try folder.write([], to: beside)
    #expect(try ingest(path).featureCount == 1)
    try folder.write([0x37, 0x7F, 6, 0x82], to: beside)
    let error = try failure { () throws(StageError) in try ingest(path) }
    #expect(
      error.status == .unreadableData && error.file == beside && error.message.hasPrefix("changes to the package"))
    // Nor through links, of which SQLite knows nothing either.
    for (link, target) in [("one.gpkg", path), ("two.gpkg", "one.gpkg")] {
      try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
      let error = try failure { () throws(StageError) in try ingest(folder.path(link)) }
      #expect(error.status == .unreadableData && error.message.hasPrefix("changes to the package"), "\(link)")
    }
  }

  @Test func `text is UTF-8, and no other encoding can be asked for`() throws {
    let path = try written(GeoPackageText([Self.layer("towns", "a")]))
    #expect(try ingest(path, encoding: "utf8").featureCount == 1)
    #expect(try failure { () throws(StageError) in try ingest(path, encoding: "CP932") }.status == .usage)
  }

  @Test(arguments: [
    ("map.gpkg", Array("<!DOCTYPE html><html></html>".utf8), "a web page (HTML)"),
    ("map.gpkg", [], "the file is empty"),
    ("map.gpkg", Array("hello".utf8), "this is not a GeoPackage"),
    ("map.gpkg", Array("SQLite format 3\0".utf8), "a SQLite database"),
  ])
  func `what is called a package and is none is called what it is`(name: String, bytes: [UInt8], message: String) throws
  {
    let path = try folder.write(bytes, to: name)
    try zipArchive([(Array(name.utf8), bytes)], to: folder.path("map.zip"))
    for path in [path, folder.path("map.zip")] {
      let error = try failure { () throws(StageError) in try ingest(path) }
      #expect(error.status == .unreadableData && error.message.contains(message), "\(error)")
    }
  }

  // MARK: Coordinate systems

  @Test(
    arguments: [
      (2154, "2154, 'x', 'epsg', 2154, 'undefined'", nil, "EPSG:2154 "),
      // The number says nothing; the registry's, or the definition, does.
      (100_000, "100000, 'x', 'EPSG', 2154, 'undefined'", nil, "EPSG:2154 "),
      (100_000, "100000, 'x', 'NONE', 100000, '\(lambert)'", nil, "Lambert"),
      (100_000, "100000, 'x', 'EPSG', 999999, '\(lambert)'", nil, "Lambert"),
      (0, "0, 'Undefined geographic', 'NONE', 0, 'undefined'", nil, "WGS 84 (nothing says so)"),
      (99999, "99999, 'Undefined SRS', 'GDAL', 99999, 'LOCAL_CS[\"x\"]'", nil, "WGS 84 (nothing says so)"),
      (7, "4326, 'x', 'EPSG', 4326, 'undefined'", "EPSG:3857", "EPSG:3857 "),
    ] as [(Int, String, String?, String)])
  func `the system is that of the request, of the registry, or of the definition`(
    number: Int, row: String, asked: String?, words: String
  ) throws {
    let geometry = Self.binary.inPackage(
      Self.binary.polygon([Self.square(0, 0, side: 50)]), system: Int32(number))
    var layer = GeoPackageText.Layer(rows: [(geometry, ["'A'"])])
    layer.system = number
    var package = GeoPackageText([layer])
    package.systems = [row]
    let table = try ingest(try written(package), system: asked)
    #expect(table.sources[0].coordinateSystem?.contains(words) == true, "\(table.sources[0])")
  }

  @Test(arguments: [
    (-1, "says that the coordinates are Cartesian"), (7, "does not describe the coordinate system with the number 7"),
  ])
  func `a system that the package does not define is refused, with those in whose area the layer would lie`(
    number: Int, words: String
  ) throws {
    let polygon = Self.binary.polygon([Self.square(400_000, 200_000, side: 50)])
    var layer = GeoPackageText.Layer(rows: [(Self.binary.inPackage(polygon, system: Int32(number)), ["'A'"])])
    layer.system = number
    let path = try written(GeoPackageText([layer]))
    let error = try failure { () throws(StageError) in try ingest(path) }
    #expect(error.status == .unreadableData && error.message.contains(words), "\(error)")
    #expect(error.remedy?.words.contains("--crs EPSG:27700 for British National Grid, at 51.7° N") == true, "\(error)")
    #expect(try ingest(path, system: "EPSG:27700").featureCount == 1)
  }

  // MARK: The same as others

  private static let counties =
    SwiftCompiler.root.path + "/RawData/us-census-counties-500k/cb_2016_new_england_county_500k.shp"

  @Test func `a package gives the table that a Shapefile of the same features gives, for any number of threads`() throws
  {
    let shapefile = try ingest(Self.counties)
    let path = try written(GeoPackageText(shapefile, layer: "counties"))
    for jobs in [1, 3] {
      let table = try MapPackIngest.ingest([request(path)], jobs: jobs)
      #expect(table.longitude == shapefile.longitude && table.latitude == shapefile.latitude)
      #expect(table.vertexStart == shapefile.vertexStart && table.ringStart == shapefile.ringStart)
      #expect(table.polygonStart == shapefile.polygonStart && table.record == shapefile.record)
      #expect(table.fields == shapefile.fields && table.values == shapefile.values)
    }
    let (table, sourceShapes) = try ingestWithShapes([request(path)])
    let again = try #require(sourceShapes)
    let wanted = [0, 5, 66]
    let shapes = try again(wanted.map { (0, Int(table.record[$0])) })
    for (feature, original) in wanted.enumerated() {
      let (some, all) = (shapes.polygons(of: feature), table.polygons(of: original))
      #expect(
        some.flatMap { shapes.vertices(ofPolygon: $0) }.map { shapes.longitude[$0] }
          == all.flatMap { table.vertices(ofPolygon: $0) }.map { table.longitude[$0] })
    }
    #expect(try ingestWithShapes([request(path, system: "EPSG:3857")]).shapes != nil)
  }

  @Test func `damage to a package gives a table or an error, and nothing else`() throws {
    _ = try written(GeoPackageText([Self.layer("towns", "a", "b", "c"), Self.layer("rivers", "d")]))
    let bytes = try folder.bytes(of: "map.gpkg")
    var refused = 0
    for seed in 0..<50 {
      var random = SplitMix64(seed: UInt64(seed))
      let path = try folder.write(ByteDamage().mutated(bytes, limit: bytes.count, &random), to: "damaged.gpkg")
      do throws(StageError) {
        let table = try ingest(path, layer: "towns", faults: .report)
        #expect(table.brokenPromises.isEmpty)
      } catch {
        refused += 1
        #expect([.unreadableData, .usage].contains(error.status) && !error.message.isEmpty, "seed \(seed): \(error)")
      }
    }
    #expect(refused > 0 && refused < 50)
    for count in stride(from: 0, to: bytes.count, by: 301) {
      let path = try folder.write(bytes.prefix(count), to: "cut.gpkg")
      #expect(try failure { () throws(StageError) in try ingest(path, layer: "towns") }.status == .unreadableData)
    }
  }
}
