import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// Which layer of an archive is read.
@Suite struct ArchiveLayerTests {
  private let fixture: ArchiveFixture

  init() throws { fixture = try ArchiveFixture() }

  @Test(arguments: ["map", "N03-20240101_42_GML/sub/map", "./a//map", "a\\b\\map"])
  func `a Shapefile in any folder is read with its parts`(path: String) throws {
    try fixture.write(
      [ArchiveFixture.file("readme.txt", [1])] + ArchiveFixture.shapefile(path, names: ["east", "west"]))
    let table = try fixture.table()
    #expect(table.column("NAME") == [.text("east"), .text("west")])
    #expect(table.findings == [])
    let inner = ArchivePath(path).components.joined(separator: "/")
    #expect(table.sources.map(\.path) == ["a.zip/\(inner).shp"])
  }

  @Test func `the case of extensions is free, and only parts of the same folder belong together`() throws {
    try fixture.write(
      ArchiveFixture.shapefile("a/MAP", names: ["yes"], extensions: ["SHP", "shx", "Dbf"])
        + ArchiveFixture.shapefile("b/MAP", names: ["no"], extensions: ["dbf", "shx"]))
    #expect(try fixture.names() == [.text("yes")])
  }

  @Test func `an archive is known by its ending in any case, and else by its first bytes`() throws {
    for name in ["A.ZIP", "download", "map.shp"] {
      try fixture.write([ArchiveFixture.file("map.geojson", ArchiveFixture.geoJSON(names: ["x"]))], to: name)
      #expect(try fixture.names(name) == [.text("x")], "\(name)")
    }
  }

  @Test func `a Shapefile goes before GeoJSON of the same content`() throws {
    try fixture.write(
      [ArchiveFixture.file("map.geojson", ArchiveFixture.geoJSON(names: ["json"]))]
        + ArchiveFixture.shapefile("shp/other", names: ["shapes"]))
    #expect(try fixture.names() == [.text("shapes")])
    #expect(try fixture.names(layer: "map") == [.text("json")])
  }

  @Test func `several layers are listed, and each can be chosen`() throws {
    try fixture.write(
      try ["b", "a", "c"].flatMap { try ArchiveFixture.shapefile("layers/" + $0, names: ["of " + $0]) })
    let error = try fixture.failure()
    #expect(error.status == .usage)
    #expect(
      error.description
        == "a.zip: error: the archive holds 3 layers; name one of them, as in --layer a, or all of them by --layer '*': a, b, c"
    )
    for layer in ["a", "b", "c"] { #expect(try fixture.names(layer: layer) == [.text("of " + layer)]) }

    let unknown = try fixture.failure(layer: "d")
    #expect(unknown.status == .usage)
    #expect(
      unknown.description
        == "a.zip: error: there is no layer “d”; name one of them, as in --layer a, or all of them by --layer '*': a, b, c"
    )
  }

  @Test func `layers of one name are told apart by their folders`() throws {
    let files = try ["x/map", "y/map", "z/other"].flatMap { try ArchiveFixture.shapefile($0, names: [$0]) }
    try fixture.write(files)
    let error = try fixture.failure()
    #expect(
      error.remedy?.words == "name one of them, as in --layer other, or all of them by --layer '*': other, x/map, y/map"
    )
    #expect(try fixture.failure(layer: "map").message == "there are 2 layers “map”")
    #expect(try fixture.names(layer: "y/map") == [.text("y/map")])
    #expect(try fixture.names(layer: "other") == [.text("z/other")])
    // At the root a layer has no longer name.
    try fixture.write(files + (try ArchiveFixture.shapefile("map", names: ["root"])))
    #expect(try fixture.names(layer: "map") == [.text("root")])
  }

  @Test func `names in CP932 without a flag are read, shown and chosen`() throws {
    // 市 and 表: the second has a backslash for its second byte.
    let city: [UInt8] = [0x8E, 0x73]
    let table: [UInt8] = [0x95, 0x5C]
    let files = try ArchiveFixture.shapefile("", names: ["x"])
    func named(_ stem: [UInt8]) -> [ArchiveFixture.File] {
      files.map { (city + Array("/".utf8) + stem + $0.name, $0.data) }
    }
    try fixture.write(named(table))
    #expect(try fixture.names() == [.text("x")])
    #expect(try fixture.names(layer: "表") == [.text("x")])
    #expect(try fixture.table(layer: "市/表").sources.map(\.path) == ["a.zip/市/表.shp"])
    try fixture.write(named(table) + named(city))
    #expect(
      try fixture.failure().remedy?.words == "name one of them, as in --layer 市, or all of them by --layer '*': 市, 表")
    #expect(try fixture.names(layer: "市") == [.text("x")])
  }

  @Test func `names in UTF-8 are read, whatever form of a letter they have`() throws {
    try fixture.write(try ArchiveFixture.shapefile("か\u{3099}", names: ["x"]))
    #expect(try fixture.names(layer: "が") == [.text("x")])
  }

  @Test func `a name in neither UTF-8 nor CP932 is read as the specification has it`() throws {
    // ü in CP437; 0x81 0x2E is no character of CP932.
    try fixture.write([([0x81] + Array(".geojson".utf8), ArchiveFixture.geoJSON(names: ["x"]))])
    #expect(try fixture.table().sources.map(\.path) == ["a.zip/ü.geojson"])
  }

  @Test func `control characters of a name do not reach a terminal`() throws {
    try fixture.write([ArchiveFixture.file("\u{1B}[2J.txt", [1])])
    #expect(try fixture.failure().message == "the archive holds no layer, but \u{FFFD}[2J.txt")
  }

  @Test func `a layer in a format that is not read is called by its name, with the command that converts it`() throws {
    let gml = #"<?xml version="1.0"?><FeatureCollection xmlns="http://www.opengis.net/gml"/>"#
    try fixture.write([
      ArchiveFixture.file("license.txt", Array("CC BY 4.0".utf8)), ArchiveFixture.file("in/map.gml", Array(gml.utf8)),
    ])
    let error = try fixture.failure()
    #expect(error.description.hasPrefix("a.zip/in/map.gml: error: this is GML; "), "\(error)")
    #expect(error.remedy?.words.contains("ogr2ogr") == true)
  }

  @Test func `what a system keeps for itself is no layer`() throws {
    try fixture.write(
      [
        ArchiveFixture.file("__MACOSX/a/._map.shp", [0]), ArchiveFixture.file("a/.DS_Store", [0]),
        ArchiveFixture.file(".git/other.shp", [0]),
      ] + ArchiveFixture.shapefile("a/map", names: ["x"]))
    #expect(try fixture.names() == [.text("x")])
  }

  @Test(arguments: [
    (["a.txt", "b/c.xml"], "a.zip: error: the archive holds no layer, but a.txt, b/c.xml; \(SourceFormat.advice)"),
    (
      (1...10).map { "\($0 + 10).txt" },
      "a.zip: error: the archive holds no layer, but 11.txt, 12.txt, 13.txt, 14.txt, 15.txt, 16.txt, 17.txt, 18.txt "
        + "and 2 more; \(SourceFormat.advice)"
    ),
    (
      ["in/b.zip", "in/a.zip", "x.txt"],
      "a.zip: error: the archive holds archives and no layer: in/a.zip, in/b.zip; unpack it, and name one of them"
    ),
    ([".hidden.shp"], "a.zip: error: the archive holds no file; get it again"),
  ])
  func `an archive without a layer says what it holds`(names: [String], words: String) throws {
    try fixture.write(names.map { ArchiveFixture.file($0, [1]) })
    let error = try fixture.failure()
    #expect(error.status == .unreadableData)
    #expect(error.description == words)
  }

  @Test func `errors name the part in the archive`() throws {
    var files = try ArchiveFixture.shapefile("in/map", names: ["x"])
    files.append(ArchiveFixture.file("in/map.PRJ", Array("nonsense".utf8)))
    try fixture.write(files)
    #expect(try fixture.failure().file == "a.zip/in/map.PRJ")
    try fixture.write(Array(files[..<2]) + [ArchiveFixture.file("in/map.dbf", [3, 1])])
    #expect(try fixture.failure().file == "a.zip/in/map.dbf")
    try fixture.write([ArchiveFixture.file("in/map.json", Array("{".utf8))])
    #expect(try fixture.failure().file == "a.zip/in/map.json")
  }

  @Test(arguments: [
    (["x.kml", "doc.kml", "a/doc.kml"], "doc.kml"), (["x.png", "z.kml", "a.kml"], "z.kml"),
    (["a/b.kml", "a/a.kml"], "a/b.kml"), (["a/b.kml", "c.kml"], "c.kml"), (["Doc.KML", "a.kml"], "Doc.KML"),
    // Shapefiles are not looked for.
    (["a.shp", "b.kml"], "b.kml"),
  ])
  func `the main document of a KMZ is read`(names: [String], main: String) throws {
    let path = try fixture.write(names.map { ArchiveFixture.file($0, [1]) }, to: "a.kmz")
    #expect(try ArchivedLayer(request(path)).shapes.path == main)
  }

  @Test func `another document of a KMZ is read if it is named, and each of a zip has to be`() throws {
    let files = ["doc.kml", "a/b.kml"].map { ArchiveFixture.file($0, [1]) }
    #expect(try ArchivedLayer(request(try fixture.write(files, to: "a.kmz"), layer: "b")).shapes.path == "a/b.kml")
    #expect(try ArchivedLayer(request(try fixture.write(files), layer: "a/b")).shapes.path == "a/b.kml")
    #expect(
      try fixture.failure().remedy?.words == "name one of them, as in --layer b, or all of them by --layer '*': b, doc")
    try fixture.write([ArchiveFixture.file("a.shp", [1])], to: "b.kmz")
    #expect(try fixture.failure("b.kmz").message == "the archive holds no .kml, but a.shp")
  }
}
