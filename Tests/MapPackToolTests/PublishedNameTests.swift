import Foundation
import MapPackFeatures
import MapPackNames
import TestSupport
import Testing

@testable import MapPackTool

private let corpora = ProcessInfo.processInfo.environment["MAPPACK_CORPORA"].flatMap {
  FileManager.default.fileExists(atPath: $0) ? $0 : nil
}

/// The names that publishers give their regions, in files that are not part of the project.
@Suite(.enabled(if: corpora != nil)) struct PublishedNameTests {
  /// The values of some fields of a file's features; none if it cannot be read.
  private static func values(_ path: String, _ fields: [String]) -> [[String?]] {
    guard let corpora,
      let stage = try? IngestStage(arguments: ["\(corpora)/\(path)"], map: nil, select: nil, drop: nil),
      let table = try? stage.run(faults: .report, jobs: 1, progress: nil)
    else { return [] }
    let columns = fields.map { field in table.fields.firstIndex { $0.lowercased() == field.lowercased() } }
    return (0..<table.featureCount).map { feature in
      columns.map { $0.flatMap { table.values[$0][feature].displayText } }
    }
  }

  private static func source(_ regions: [(code: String, name: String)], map: String) throws -> String {
    let inputs = regions.map { NamingInput(code: $0.code, name: $0.name) }
    let lock = try nameRegions(inputs, lock: nil, map: map).lock
    return try SwiftSource(
      map: map, typeName: map, lock: lock, identity: lock.identity(map: map), packResource: map
    ).text()
  }

  /// Compiles enums, and sees that all names can be read back through them.
  private static func check(_ maps: [(map: String, regions: [(code: String, name: String)])]) throws {
    var program = "import MapPack\n"
    for (map, regions) in maps {
      program += "print(\(map).allCases.count, \(map).allCases.reduce(0) { $0 + $1.name.unicodeScalars.count })\n"
      #expect(!regions.isEmpty, "\(map)")
    }
    let output = try SwiftCompiler.run(
      program, with: try maps.map { ($0.map, try source($0.regions, map: $0.map)) })
    let expected = maps.map { map in
      "\(map.regions.count) \(map.regions.reduce(0) { $0 + $1.name.unicodeScalars.count })\n"
    }
    #expect(output == expected.joined())
  }

  @Test func `every country has a case, in each language that the file has`() throws {
    let path = "cov-naturalearth-50m/110m/cultural/ne_110m_admin_0_countries.json"
    let fields = ["NAME", "NAME_LONG", "FORMAL_EN", "ABBREV", "NAME_SORT", "NAME_ALT", "NAME_JA", "NAME_AR", "NAME_HI"]
    let rows = Self.values(path, ["ADM0_A3"] + fields)
    try #require(rows.count > 170)
    let maps = fields.indices.compactMap { column -> (map: String, regions: [(code: String, name: String)])? in
      let regions = rows.compactMap { row in row[column + 1].map { (code: row[0] ?? "", name: $0) } }
      return regions.isEmpty ? nil : ("Countries\(column)", regions)
    }
    try Self.check(maps)
  }

  @Test func `every county of every state has a case`() throws {
    let rows = Self.values("cov-us-counties-500k/cb_2016_us_county_500k.shp", ["STATEFP", "GEOID", "NAME"])
    try #require(rows.count == 3233)
    var states: [String: [(code: String, name: String)]] = [:]
    for row in rows { states[row[0] ?? "", default: []].append((row[1] ?? "", row[2] ?? "")) }
    try Self.check(states.keys.sorted().map { ("State\($0)", states[$0] ?? []) })
  }

  @Test func `every name of a Placemark has a case`() throws {
    var maps: [(map: String, regions: [(code: String, name: String)])] = []
    let root = try #require(corpora)
    for path in try FileManager.default.subpathsOfDirectory(atPath: root).sorted() {
      guard path.hasPrefix("kml-"), path.hasSuffix(".kml") || path.hasSuffix(".kmz") else { continue }
      let names = Self.values(path, ["name"]).compactMap { $0[0] }
      guard !names.isEmpty else { continue }
      maps.append(("Placemarks\(maps.count)", names.enumerated().map { ("\($0.offset)", $0.element) }))
    }
    try #require(maps.reduce(0) { $0 + $1.regions.count } > 500)
    try Self.check(maps)
  }
}
