import Foundation
import MapPackFeatures
import Testing

@testable import MapPackIngest

private let corpora = ProcessInfo.processInfo.environment["MAPPACK_CORPORA"]
private let unzip = "/usr/bin/unzip"

private func corpus(_ path: String) throws -> String { try #require(corpora) + "/" + path }

/// The greatest distance between the vertices of two tables, in meters, one degree being 111 km.
private func greatestDistance(_ a: FeatureTable, _ b: FeatureTable) -> Double {
  var greatest = 0.0
  for (index, latitude) in a.latitude.enumerated() {
    let east = (a.longitude[index] - b.longitude[index]) * cos(latitude * .pi / 180)
    greatest = max(greatest, hypot(east, latitude - b.latitude[index]) * 111_000)
  }
  return greatest
}

@Suite(.enabled(if: corpora != nil))
struct CoordinateSystemCorporaTests {
  @Test func `Virginia in UTM lies on Virginia in degrees`() throws {
    let projected = try ingest(try corpus("cov-libpysal/virginia/vautm17n.shp"))
    let degrees = try ingest(try corpus("cov-libpysal/virginia/virginia.shp"))
    #expect(
      projected.sources.map(\.coordinateSystem) == [
        "WGS 84 / UTM zone 17N → WGS 84 longitude/latitude, inverse of Transverse Mercator"
      ])
    #expect(projected.vertexStart == degrees.vertexStart && projected.vertexCount > 3800)
    #expect(greatestDistance(projected, degrees) < 0.005)
    #expect(projected.brokenPromises == [])
  }

  @Test func `Georgia without a .prj is refused, and lies in Georgia once its zone is named`() throws {
    let path = try corpus("cov-libpysal/georgia/G_utm.shp")
    let error = try failure { () throws(StageError) in try ingest(path) }
    #expect(error.message.contains("projected") && error.remedy?.contains("--crs EPSG:") == true)
    let table = try ingest(path, system: "EPSG:26916")
    #expect(table.featureCount == 159 && table.brokenPromises == [])
    #expect(table.longitude.allSatisfy { (-85.61 ... -80.84).contains($0) })
    #expect(table.latitude.allSatisfy { (30.35...35.00).contains($0) })
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: unzip)))
  func `New York's boroughs come from feet to where GDAL brings them`() throws {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: unzip)
    process.arguments = ["-q", try corpus("cov-us-nybb-epsg2263/nybb_16a.zip"), "-d", folder.url.path]
    try process.run()
    process.waitUntilExit()
    let table = try ingest(folder.path("nybb.shp"))
    #expect(table.sources[0].coordinateSystem?.hasPrefix("NAD83 / New York Long Island (ftUS) → NAD83") == true)
    #expect(table.findings == [] && table.brokenPromises == [])
    // West, south, east, north and vertices of each, by GDAL to EPSG:4269.
    let boroughs = [
      (-74.25559136315213, 40.49611539517052, -74.04923629842045, 40.64892555177366, 8987),
      (-73.96262015898662, 40.54182008715541, -73.7000090638712, 40.80101146781919, 29201),
      (-74.0418964317642, 40.56952999448691, -73.8335592388046, 40.73912795313455, 22959),
      (-74.04772962697038, 40.68291694544531, -73.90665099539478, 40.87903804730742, 6329),
      (-73.93360592036706, 40.78535662050864, -73.7653324399529, 40.915532776000255, 8481),
    ]
    #expect(table.featureCount == boroughs.count)
    for (feature, (west, south, east, north, vertices)) in boroughs.enumerated() {
      let rings = table.ringStart[table.polygonStart[feature]]..<table.ringStart[table.polygonStart[feature + 1]]
      let range = table.vertexStart[rings.lowerBound]..<table.vertexStart[rings.upperBound]
      #expect(range.count == vertices)
      let (longitude, latitude) = (table.longitude[range], table.latitude[range])
      let box = [longitude.min(), latitude.min(), longitude.max(), latitude.max()].compactMap { $0 }
      for (found, expected) in zip(box, [west, south, east, north]) { #expect(abs(found - expected) < 1e-11) }
    }
  }

  @Test func `Dutch plots in RD lie within a few decimeters of the same plots in degrees`() throws {
    let folder = try TemporaryFolder()
    func table(_ name: String, system: String?) throws -> FeatureTable {
      let text = try String(
        contentsOfFile: try corpus("validity-georust/geo-test-fixtures/fixtures/" + name), encoding: .utf8)
      let polygons = text.trimmingCharacters(in: .whitespacesAndNewlines).dropFirst("MULTIPOLYGON".count)
      // (((x y,x y))) becomes [[[[x,y],[x,y]]]].
      var coordinates = ""
      var depth = 0
      for character in polygons {
        switch character {
        case "(":
          depth += 1
          coordinates += depth == 3 ? "[[" : "["
        case ")":
          coordinates += depth == 3 ? "]]" : "]"
          depth -= 1
        case ",": coordinates += depth == 3 ? "],[" : ","
        case " ": coordinates += depth == 3 ? "," : ""
        default: coordinates.append(character)
        }
      }
      let path = try folder.write(#"{"type":"MultiPolygon","coordinates":\#(coordinates)}"#, to: "plots.geojson")
      return try ingest(path, system: system)
    }
    let projected = try table("nl_plots_epsg_28992.wkt", system: "EPSG:28992")
    let degrees = try table("nl_plots.wkt", system: nil)
    #expect(projected.vertexStart == degrees.vertexStart && projected.vertexCount > 1000)
    #expect(greatestDistance(projected, degrees) < 0.5)
    #expect(projected.sources[0].coordinateSystem?.contains("Amersfoort to WGS 84 (4)") == true)
  }
}
