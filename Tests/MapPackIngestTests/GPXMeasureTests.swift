import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// What is measured along tracks of GPX.
@Suite struct GPXMeasureTests {
  private func table(_ text: String, kind: GeometryKind = .lines) throws -> FeatureTable {
    let folder = try TemporaryFolder()
    return try ingest(folder.write("<gpx>\(text)</gpx>", to: "map.gpx"), kind: kind)
  }

  private func track(_ points: [(longitude: Double, latitude: Double)], elevations: [Double?] = []) -> String {
    let points = points.enumerated().map { index, point in
      let elevation = index < elevations.count ? elevations[index] : nil
      return
        "<trkpt lat='\(point.latitude)' lon='\(point.longitude)'>\(elevation.map { "<ele> \($0)\n</ele>" } ?? "")</trkpt>"
    }
    return "<trk><trkseg>\(points.joined())</trkseg></trk>"
  }

  /// Lengths of a minute of arc, of the parallel and of the meridian. Source: WGS 84, the radii of curvature.
  @Test(
    arguments: [
      ([(0, 0), (1.0 / 60, 0)], 1855.3), ([(0, -1.0 / 120), (0, 1.0 / 120)], 1842.9),
      ([(135, 45), (135 + 1.0 / 60, 45)], 1314.1), ([(135, 45 - 1.0 / 120), (135, 45 + 1.0 / 120)], 1852.2),
      // Across the antimeridian, and there and back.
      ([(179.99, 0), (-179.99, 0), (179.99, 0)], 4452.8),
      ([(1, 2), (1, 2)] + [(1, 2.001)], 110.6),
    ] as [([(Double, Double)], Double)])
  func `a length is that on the ellipsoid, to a tenth of a meter`(points: [(Double, Double)], meters: Double) throws {
    let found = try table(track(points.map { (longitude: $0.0, latitude: $0.1) }))
    #expect(found.column("length") == [.real(meters)])
    #expect(!found.fields.contains("climb") && !found.fields.contains("duration"))
  }

  @Test func `nothing is measured between the segments of a track`() throws {
    let segment = { (latitude: Int) in
      "<trkseg><trkpt lat='\(latitude)' lon='0'><ele>\(latitude * 100)</ele></trkpt>"
        + "<trkpt lat='\(latitude)' lon='0.001'><ele>\(latitude * 100 + 5)</ele></trkpt></trkseg>"
    }
    let found = try table("<trk>\(segment(0))<trkseg/>\(segment(1))</trk>")
    #expect(found.column("length") == [.real(222.6)] && found.column("climb") == [.real(10)])
  }

  @Test(
    arguments: [
      ([10, 10], 0), ([10, 13], 3), ([10, 12.9], 0), ([10, 12, 14, 16], 4), ([0, 1, 0, 2, 0, 2.9, 0], 0),
      ([100, 50, 60, 55, 70], 25), ([nil, 10, nil, 20], 10), ([5, .infinity, 9], 4),
    ] as [([Double?], Double)])
  func `a rise counts once it is three meters`(elevations: [Double?], climb: Double) throws {
    let points = elevations.indices.map { (longitude: Double($0) / 1000, latitude: 0.0) }
    #expect(try table(track(points, elevations: elevations)).column("climb") == [.real(climb)])
  }

  @Test(
    arguments: [
      ("2024-01-01T00:00:00Z", "2024-01-01T01:00:00Z", 3600),
      ("2024-02-28T23:59:59.5Z", "2024-03-01T00:00:00Z", 86_400.5),
      ("2023-12-31T23:00:00Z", "2024-01-01T09:00:00+09:00", 3600),
      ("2000-01-01T00:00:00", "2100-03-01T00:00:00Z", 3_160_857_600),
      ("2024-01-01T00:00:00Z", "2024-01-01T00:00:00Z", 0), ("2024-01-01T00:00:01Z", "2024-01-01T00:00:00Z", nil),
      ("2024-01-01 00:00:00", "2024-01-01T00:00:00Z", nil), ("2024-13-01T00:00:00Z", "2024-01-01T00:00:00Z", nil),
      ("2024-01-01T00:00:00Z", "2024-01-01T00:00:00.Z", nil), ("2024-01-01T00:00:00Z", "+024-01-01T00:00:00Z", nil),
      ("2024-01-01T00:00:00Z", "2024-01-01T00:00", nil), ("2024-01-01T00:00:00Z", "2024-01-01T00:00:00+9", nil),
      ("noon", "9", nil),
    ] as [(String, String, Double?)])
  func `a duration is that from the first time to the last`(start: String, end: String, seconds: Double?) throws {
    let times = [start, end].enumerated().map { "<trkpt lat='0' lon='\($0)'><time>\($1)</time></trkpt>" }
    let found = try table("<trk><trkseg>\(times.joined())</trkseg></trk>")
    #expect(found.column("duration") == (seconds.map { [.real($0)] } ?? []))
    #expect(found.column("start") == [.text(start)] && found.column("end") == [.text(end)])
  }

  @Test func `a waypoint has its elevation as a number, and a track has none`() throws {
    let text = "<wpt lat='1' lon='2'><ele>12.50</ele><name>w</name></wpt><wpt lat='1' lon='2'><ele>?</ele></wpt>"
    let found = try table(text + track([(0, 0), (1, 1)], elevations: [3, 9]), kind: .points)
    #expect(found.column("ele") == [.real(12.5), .null])
    #expect(found.fields.filter { ["length", "climb"].contains($0) }.isEmpty)
    #expect(try !table(track([(0, 0), (1, 1)], elevations: [3, 9])).fields.contains("ele"))
  }

  @Test func `measures choose tracks`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "<gpx>\(track([(0, 0), (0.001, 0)], elevations: [0, 9]))\(track([(0, 0), (0.001, 0)]))</gpx>", to: "map.gpx")
    let filter = FeatureFilter(terms: [("climb", ["9"]), ("length", ["111.3"])])
    #expect(try ingest(path, kind: .lines, select: filter).outcomes == ["pending", "select"])
  }
}
