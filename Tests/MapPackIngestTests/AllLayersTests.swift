import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// `layer: "*"`.
@Suite struct AllLayersTests {
  private let fixture: ArchiveFixture

  init() throws { fixture = try ArchiveFixture() }

  private static let topology = Array(
    """
    {"type":"Topology","arcs":[[[0,0],[1,0],[1,1],[0,0]]],"objects":{
    "b":{"type":"Polygon","arcs":[[0]],"properties":{"NAME":"2"}},"a":{"type":"Polygon","arcs":[[0]],"properties":{"NAME":"1"}}}}
    """.utf8)

  @Test func `all Shapefiles of an archive are one table, in the order of their names`() throws {
    try fixture.write(
      ArchiveFixture.shapefile("z/towns", names: ["3", "4"]) + ArchiveFixture.shapefile("a/villages", names: ["5"])
        + ArchiveFixture.shapefile("cities", names: ["1", "2"]) + [ArchiveFixture.file("other.geojson", [0])])
    let table = try fixture.table(layer: "*")
    #expect(table.column("NAME") == ["1", "2", "3", "4", "5"].map { .text($0) })
    #expect(table.sources.map(\.path) == ["a.zip/cities.shp", "a.zip/z/towns.shp", "a.zip/a/villages.shp"])
    #expect(table.source == [0, 0, 1, 1, 2] && table.record == [1, 2, 1, 2, 1])
  }

  @Test func `files of one name in several folders are all read`() throws {
    let files = try ["x", "y"].flatMap { try ArchiveFixture.shapefile("\($0)/map", names: [$0]) }
    try fixture.write(files)
    #expect(try fixture.names(layer: "*") == [.text("x"), .text("y")])
  }

  @Test func `all objects of a topology are read, alone, compressed and out of an archive`() throws {
    try fixture.write([("map.topojson", Self.topology)].map { ArchiveFixture.file($0.0, $0.1) })
    try fixture.folder.write(String(decoding: Self.topology, as: UTF8.self), to: "map.topojson")
    for name in ["a.zip", "map.topojson"] {
      let table = try fixture.table(name, layer: "*")
      #expect(table.column("NAME") == [.text("1"), .text("2")] && table.sources.map(\.layer) == ["a", "b"])
    }
  }

  @Test func `all layers of a package are read`() throws {
    let binary = BinaryGeometry()
    let blob = binary.inPackage(binary.polygon([[(0, 0), (1, 0), (1, 1), (0, 0)]]))
    let layers = ["towns", "cities"].map { GeoPackageText.Layer(name: $0, rows: [(blob, ["'\($0)'"])]) }
    try GeoPackageText(layers).write(to: fixture.folder.path("map.gpkg"))
    let table = try fixture.table("map.gpkg", layer: "*")
    #expect(table.column("name") == [.text("cities"), .text("towns")])
    #expect(table.sources.map(\.layer) == ["cities", "towns"])
  }

  @Test func `a file with one layer has all of them`() throws {
    try fixture.folder.write(String(decoding: ArchiveFixture.geoJSON(names: ["1"]), as: UTF8.self), to: "map.geojson")
    try fixture.write([ArchiveFixture.file("in/map.geojson", ArchiveFixture.geoJSON(names: ["1"]))])
    for name in ["map.geojson", "a.zip"] {
      let table = try fixture.table(name, layer: "*")
      #expect(table.column("NAME") == [.text("1")] && table.sources.map(\.layer) == [nil])
    }
  }

  @Test func `a topology without objects is an error`() throws {
    try fixture.folder.write(#"{"type":"Topology","arcs":[],"objects":{}}"#, to: "map.topojson")
    #expect(try fixture.failure("map.topojson", layer: "*").message == "the topology has no object")
  }

  @Test func `layers and files choose features`() throws {
    try fixture.folder.write(String(decoding: Self.topology, as: UTF8.self), to: "map.topojson")
    let request = request(fixture.folder.path("map.topojson"), layer: "*")
    func outcomes(_ field: String, _ value: String?) throws -> [String] {
      try ingest([request], select: FeatureFilter(terms: [(field, [value])])).outcomes
    }
    #expect(try outcomes("layer", "b") == ["select", "pending"] && outcomes("file", "map") == ["pending", "pending"])
    #expect(try outcomes("folder", nil) == ["pending", "pending"])
    #expect(throws: StageError.self) { try outcomes("files", "map") }
  }

  @Test func `a field of the source chooses rather than the place of that name`() throws {
    try fixture.folder.write(#"{"type":"Feature","properties":{"file":"x"},"geometry":null}"#, to: "map.geojson")
    let select = FeatureFilter(terms: [("file", ["x"])])
    #expect(try ingest(fixture.folder.path("map.geojson"), select: select).outcomes == ["no-geometry"])
  }
}
