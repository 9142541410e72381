import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// What is read does not depend on how many threads read it.
@Suite struct JobsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let jobs = [1, 2, 7]

  /// The whole table as bytes, read with each number of jobs.
  private func contents(
    _ path: String, system: String? = nil, drop: FeatureFilter? = nil, faults: Faults = .fail
  ) throws -> [Data] {
    try Self.jobs.map { jobs in
      try MapPackIngest.ingest([request(path, system: system)], drop: drop, faults: faults, jobs: jobs).stageFile().data
    }
  }

  private func errors(_ path: String, system: String? = nil) throws -> [StageError] {
    try Self.jobs.map { jobs in
      try failure { () throws(StageError) in try MapPackIngest.ingest([request(path, system: system)], jobs: jobs) }
    }
  }

  private func isSame(_ contents: [Data]) -> Bool { contents.allSatisfy { $0 == contents[0] } }

  // MARK: GeoJSON

  /// Some batches of features: each tenth with a field that others lack, some with names that are canonically equal and
  /// differ in bytes, some with repeated vertices, without a shape, or as large as a batch. Degrees, or meters.
  private static func features(_ count: Int = 2_000, meters: Bool = false) -> [String] {
    (0..<count).map { number in
      let properties = [
        #""n":\#(number)"#, number % 10 == 3 ? #""f\#(number / 500)":"\#(number)""# : nil,
        number % 100 == 7 ? "\"caf\u{E9}\":1" : nil, number % 100 == 9 ? "\"cafe\u{301}\":2" : nil,
      ]
      let (x, y) = (Double(number % 60), Double(number / 60 % 60))
      let points = number == 734 ? 10_000 : 8
      var ring = (0..<points).map { point in
        let angle = Double(point) / Double(points) * 2 * .pi
        return (x + cos(angle) / 2, y + sin(angle) / 2)
      }
      if number % 50 == 11 { ring.insert(ring[3], at: 3) }
      ring.append(ring[0])
      let text = ring.map { meters ? "[\($0 * 1000),\($1 * 1000)]" : "[\($0),\($1)]" }.joined(separator: ",")
      let geometry = number % 70 == 5 ? "null" : #"{"type":"Polygon","coordinates":[[\#(text)]]}"#
      let members = properties.compactMap(\.self).joined(separator: ",")
      return #"{"type":"Feature","properties":{\#(members)},"geometry":\#(geometry)}"#
    }
  }

  private static func collection(_ features: [String]) -> String {
    #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",\n") + "]}"
  }

  @Test func `any number of jobs reads the same GeoJSON`() throws {
    let features = Self.features()
    for text in [Self.collection(features), features.joined(separator: "\n")] {
      let path = try folder.write(text, to: "map.geojson")
      #expect(isSame(try contents(path)))
      #expect(isSame(try contents(path, drop: FeatureFilter(terms: [("f1", [nil])]))))
    }
    let table = try MapPackIngest.ingest([request(folder.path("map.geojson"))], jobs: 7)
    #expect(table.column("n") == (0..<2_000).map { .integer($0) })
    #expect(table.brokenPromises == [])
  }

  @Test func `any number of jobs brings GeoJSON to the same longitudes and latitudes`() throws {
    let path = try folder.write(Self.collection(Self.features(meters: true)), to: "map.geojson")
    for system in ["EPSG:6677", "EPSG:30169"] { #expect(isSame(try contents(path, system: system))) }
  }

  /// A mistake in the feature, and what stands in its place.
  private static let mistakes = [
    (#""geometry":"#, #""geometry":1,"x":"#), (#""n":"#, #""n":tru,"x":"#), ("Polygon", "Polygone"),
    ("]]]", "],[0]]]"), ("]]]", "]],[[1,400],[2,400],[3,401]]]"),
  ]

  @Test(arguments: mistakes) func `the first of several faults is met, whichever thread is first`(
    mistake: (String, String)
  ) throws {
    var features = Self.features()
    // Three in one batch, in the next, and at the end; the file is cut off besides.
    for number in [1_401, 1_402, 1_650, 1_999] {
      features[number] = features[number].replacingOccurrences(of: mistake.0, with: mistake.1)
    }
    for text in [
      Self.collection(features), String(Self.collection(features).dropLast(30)), features.joined(separator: "\n"),
      features.joined(separator: "\n") + "\n{",
    ] {
      let path = try folder.write(text, to: "map.geojson")
      let errors = try errors(path)
      #expect(errors.map(\.record) == [1_402, 1_402, 1_402])
      #expect(errors.allSatisfy { $0.description == errors[0].description })
    }
    let path = try folder.write(Self.collection(features), to: "map.geojson")
    // Behind what is no JSON nothing is read.
    if let reported = try? contents(path, faults: .report) { #expect(isSame(reported)) }
  }

  @Test func `a file that is cut off is met behind all that stands before`() throws {
    let text = Self.collection(Self.features())
    let path = try folder.write(String(text.dropLast(30)), to: "map.geojson")
    let errors = try errors(path)
    #expect(errors.map(\.record) == [2_000, 2_000, 2_000])
    #expect(errors.allSatisfy { $0.description == errors[0].description })
  }

  // MARK: Shapefile

  /// Some batches of records: some with holes or repeated vertices, one larger than a batch. Degrees, or meters.
  private func shapefile(meters: Bool = false) throws -> String {
    let shapes = (0..<1_500).map { number in
      let (x, y) = (Double(number % 60), Double(number / 60))
      func ring(_ points: Int, radius: Double, clockwise: Bool = true) -> [(Double, Double)] {
        let ring = (0...points).map { point in
          let angle = Double(point % points) / Double(points) * (clockwise ? -2 : 2) * .pi
          return (x + cos(angle) * radius, y + sin(angle) * radius)
        }
        return meters ? ring.map { ($0 * 1000, $1 * 1000) } : ring
      }
      var rings = [ring(number == 555 ? 40_000 : 50, radius: 0.5)]
      if number % 3 == 0 { rings.append(ring(10, radius: 0.25, clockwise: false)) }
      if number % 40 == 0 { rings[0].insert(rings[0][3], at: 3) }
      return ShapefileFixture.Shape(number % 90 == 1 ? [] : rings, ["\(number)"])
    }
    return try ShapefileFixture(fields: [.number("N")], shapes: shapes).write(to: folder)
  }

  @Test func `any number of jobs reads the same Shapefile`() throws {
    let path = try shapefile()
    #expect(isSame(try contents(path)))
    #expect(isSame(try contents(path, drop: FeatureFilter(terms: [("N", ["17", "555"])]))))
  }

  @Test func `any number of jobs brings a Shapefile to the same longitudes and latitudes`() throws {
    let path = try shapefile(meters: true)
    for system in ["EPSG:6677", "EPSG:30169"] { #expect(isSame(try contents(path, system: system))) }
    let table = try MapPackIngest.ingest([request(path, system: "EPSG:6677")], jobs: 7)
    #expect(table.column("N") == (0..<1_500).map { .integer($0) })
    #expect(table.brokenPromises == [])
  }

  @Test func `the first of several corrupt records is met, whichever thread is first`() throws {
    let path = try shapefile(meters: true)
    var bytes = try folder.bytes(of: "map.shp")
    let index = try folder.bytes(of: "map.shx")
    for record in [1_300, 1_301, 1_490] {
      let entry = 100 + record * 8
      let start = index[entry..<entry + 4].reduce(0) { $0 << 8 | Int($1) } * 2
      // The number of its parts.
      bytes.replaceSubrange(start + 8 + 36..<start + 8 + 40, with: [0xFF, 0xFF, 0xFF, 0x7F])
    }
    try folder.write(bytes, to: "map.shp")
    let errors = try errors(path, system: "EPSG:6677")
    #expect(errors.map(\.record) == [1_301, 1_301, 1_301])
    #expect(errors.allSatisfy { $0.description == errors[0].description })
    #expect(errors[0].message.hasPrefix("the record is corrupt: "))
  }
}
