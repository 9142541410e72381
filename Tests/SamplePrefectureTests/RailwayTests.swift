import Foundation
import MapPackFeatures
import MapPackIngest
import MapPackMerge
import TestSupport
import Testing

/// What the maps `sample-railways` and `sample-stations` promise.
@Suite struct RailwayTests {
  private static let folder = SwiftCompiler.root.appendingPathComponent("RawData/sample-railways")

  private static func table(_ file: String, _ kind: GeometryKind) throws -> FeatureTable {
    var request = SourceRequest(location: folder.appendingPathComponent(file).path, source: Source(path: file))
    request.geometry = kind
    return try ingest([request])
  }

  @Test func `the sections of each railway line are joined to one line, and the loop is closed`() throws {
    let table = try Self.table("N02-sample_RailroadSection.shp", .lines)
    #expect(table.fields == ["N02_001", "N02_002", "N02_003", "N02_004"])
    #expect(table.sources[0].encoding == "CP932" && table.findings.isEmpty)
    let coverage = try merge(table, options: MergeOptions(key: Template("N02_003")))
    #expect(coverage.regions.map(\.code).sorted() == ["表浜線", "環状線", "空港線", "汐入線", "見本本線", "北灘線"].sorted())
    #expect(coverage.polygonCount == 6 && table.featureCount == 25)
    let loop = try #require(coverage.regions.firstIndex { $0.code == "環状線" })
    let points = coverage.arcs.vertices(of: coverage.polygonStart[loop]).map(coverage.arcs.point)
    #expect(points.first == points.last)
  }

  @Test func `the ride is a track of two segments, and each station is a waypoint on a line`() throws {
    let ride = try Self.table("coast-ride.gpx", .lines)
    #expect(ride.featureCount == 1 && ride.polygonCount == 2)
    #expect(ride.longitude.count > 1_500)
    let stations = try Self.table("stations.gpx", .points)
    #expect(stations.featureCount == 23)
    let sections = try Self.table("N02-sample_RailroadSection.shp", .lines)
    for (longitude, latitude) in zip(stations.longitude, stations.latitude) {
      let isOnLine = zip(sections.longitude, sections.latitude).contains {
        abs($0 - longitude) < 1e-6 && abs($1 - latitude) < 1e-6
      }
      #expect(isOnLine)
    }
  }
}
