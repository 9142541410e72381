import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// Files compressed with gzip; whether they can be read or not, no temporary file is left.
@Suite struct GzipTests {
  private let fixture: ArchiveFixture

  init() throws { fixture = try ArchiveFixture() }

  private static let geoJSON = ArchiveFixture.geoJSON(names: ["x", "y"])
  private static let kml = Array(
    """
    <kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>k</name><Polygon><outerBoundaryIs><LinearRing>
    <coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>
    """.utf8)

  private func write(_ bytes: [UInt8], to name: String = "map.geojson.gz") throws {
    try fixture.folder.write(bytes, to: name)
  }

  private func message(_ bytes: [UInt8]) throws -> String {
    try write(bytes)
    let error = try fixture.failure("map.geojson.gz")
    #expect(error.status == .unreadableData)
    #expect(error.file == "map.geojson.gz")
    return error.message
  }

  @Test(arguments: ["map.geojson.gz", "MAP.JSON.GZ", "map.gz", "map.geojson", "map", "map.ndjson.gz"])
  func `a file is known by its ending or its first bytes, and then by its contents`(name: String) throws {
    try write(gzipMember(Self.geoJSON), to: name)
    let table = try fixture.table(name)
    #expect(table.column("NAME") == [.text("x"), .text("y")])
    #expect(table.sources.map(\.path) == [name])
  }

  @Test(arguments: ["map.kml.gz", "map.gz"])
  func `KML is unpacked as well`(name: String) throws {
    try write(gzipMember(Self.kml), to: name)
    #expect(try fixture.table(name).column("name") == [.text("k")])
  }

  @Test func `the layer is called by the file's name without both endings`() throws {
    try write(gzipMember(Self.geoJSON))
    #expect(try fixture.names("map.geojson.gz", layer: "map") == [.text("x"), .text("y")])
    let error = try fixture.failure("map.geojson.gz", layer: "other")
    #expect(error.status == .usage)
    #expect(error.description == "map.geojson.gz: error: there is no layer “other”; the layer is map")
  }

  @Test func `the contents of several members follow one another`() throws {
    for cut in [0, 1, 40, Self.geoJSON.count] {
      try write(gzipMember(Array(Self.geoJSON[..<cut])) + gzipMember(Array(Self.geoJSON[cut...])))
      #expect(try fixture.names("map.geojson.gz") == [.text("x"), .text("y")])
    }
    // More than the buffers hold at a time.
    let fill = [UInt8](repeating: 0x20, count: 300_000)
    try write(gzipMember(fill) + gzipMember(Self.geoJSON) + gzipMember(fill))
    #expect(try fixture.names("map.geojson.gz") == [.text("x"), .text("y")])
  }

  @Test func `a file that is cut off anywhere is an error`() throws {
    let whole = gzipMember(Self.geoJSON)
    for count in 2..<whole.count {
      #expect(try message(Array(whole[..<count])) == "the gzip file is cut off after \(count) bytes")
    }
    // The second member's half as well.
    let double = whole + whole
    #expect(try message(Array(double[..<(whole.count + 20)])).hasPrefix("the gzip file is cut off"))
    #expect(try message([]) == "the file is empty")
    #expect(try message(Self.geoJSON) == "this is not a gzip file")
    #expect(try message([0x1F]) == "this is not a gzip file")
  }

  @Test func `what follows the data, a wrong checksum and a wrong length are errors`() throws {
    let whole = gzipMember(Self.geoJSON)
    for garbage in [[0], [0x78, 0x9C, 1], Array("more".utf8)] as [[UInt8]] {
      #expect(try message(whole + garbage + [1, 2, 3]) == "something follows the gzip data that is not of gzip")
    }
    var wrong = whole
    wrong[whole.count - 8] ^= 1
    #expect(try message(wrong) == "the gzip file is damaged: its checksum is wrong")
    wrong = whole
    wrong[whole.count - 1] ^= 1
    #expect(try message(wrong) == "the gzip file is damaged: its length is wrong")
    wrong = whole
    wrong[2] = 7
    #expect(try message(wrong).hasPrefix("the gzip file is damaged: "))
  }

  @Test func `limits are kept while bytes come out, whatever the file says of its size`() throws {
    let content = [UInt8](repeating: 0x20, count: 3_000_000)
    var bomb = gzipMember(content)
    // The last four bytes are the size: it says ten.
    bomb.replaceSubrange((bomb.count - 4)..., with: [10, 0, 0, 0])
    try write(bomb)
    let file = try GzipFile(path: fixture.folder.path("map.geojson.gz"), shownAs: "map.geojson.gz")
    func message(_ change: (inout ArchiveLimits) -> Void) throws -> String {
      var limits = ArchiveLimits()
      change(&limits)
      let target = fixture.folder.path("out-\(UUID().uuidString)")
      let output = try ScratchFile(path: target, shownAs: "out")
      do throws(StageError) {
        _ = try file.unpack(to: output, limits: limits) { _ in }
      } catch {
        #expect(error.status == .unreadableData)
        let size = try FileManager.default.attributesOfItem(atPath: target)[.size] as? Int
        #expect(size ?? 0 <= max(limits.bytes, 0))
        return error.message
      }
      return "nothing"
    }
    #expect(try message { _ in } == "the gzip file is damaged: its length is wrong")
    #expect(try message { $0.bytes = 1_000_000 } == "the gzip file unpacks to more than 1,000,000 bytes")
    #expect(
      try message { ($0.ratio, $0.bytesWithoutRatio) = (100, 1_000_000) }
        == "the gzip file unpacks to more than 100 times its own size")
    #expect(
      try message { ($0.ratio, $0.bytesWithoutRatio) = (100, 3_000_000) }
        == "the gzip file is damaged: its length is wrong")
  }

  @Test func `a Shapefile's file alone, an archive and what is not known are refused`() throws {
    let shapes = try ArchiveFixture.shapefile("map", names: ["x"])[0].data
    for name in ["map.shp.gz", "map.gz"] {
      try write(gzipMember(shapes), to: name)
      #expect(try fixture.failure(name).message == "this is one file of a Shapefile alone, compressed")
    }
    try fixture.write([ArchiveFixture.file("map.geojson", Self.geoJSON)])
    for inner in [try fixture.folder.bytes(of: "a.zip"), gzipMember(Self.geoJSON)] {
      try write(gzipMember(inner), to: "map.gz")
      #expect(try fixture.failure("map.gz").message == "what is compressed is an archive itself")
    }
    try write(gzipMember(Array("name,x\n".utf8)), to: "map.csv.gz")
    #expect(try fixture.failure("map.csv.gz").message.hasPrefix("the format is not known"))
  }

  @Test func `errors in the contents name the file, and progress ends at the bytes that were read`() throws {
    try write(gzipMember(Array(Self.geoJSON.dropLast(20))))
    #expect(
      try fixture.failure("map.geojson.gz").description.hasPrefix(
        "map.geojson.gz, record 2: error: the JSON is cut off"))
  }
}
