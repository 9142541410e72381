import Foundation
import MapPack
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackGeometry
import MapPackIngest
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

/// The shipped map of the earth, in which six countries lie on both sides of 180°.
@Suite struct EarthTests {
  struct Country: Sendable, CustomTestStringConvertible {
    var code: String
    /// From west to east in degrees, as the source's coordinates have it; beyond 180° the degrees go on.
    var west: Double
    var east: Double
    /// In km²: of the source's rings, integrated by itself in an equal-area projection.
    var drawn: Double
    /// What is published, in km². Natural Earth draws Kiribati's atolls larger than their 811 km².
    var published: Double?
    /// Locations in it, on both sides of 180° and, if it has land there, on it.
    var locations: [(longitude: Double, latitude: Double)]

    var testDescription: String { code }
  }

  private static let countries = [
    Country(
      code: "FJI", west: 174.587, east: 181.749, drawn: 18_346.45, published: 18_274,
      locations: [(178, -17.8), (179.97, -16.85), (180, -16.85), (-180, -16.85), (-179.98, -16.85)]),
    Country(
      code: "RUS", west: 19.604, east: 190.271, drawn: 16_973_511, published: 17_098_246,
      locations: [
        (20.5, 54.7), (60, 60), (179.9, 67), (180, 67), (-180, 67), (-175, 66), (179.95, 71.2), (180, 71.2),
        (-179.999_99, 71.2),
      ]),
    // Land and inland waters, without the Great Lakes.
    Country(
      code: "USA", west: 172.495, east: 293.013, drawn: 9_455_756, published: 9_372_610,
      locations: [(173.1, 52.9), (179.6, 51.95), (-176.65, 51.85), (-155.5, 19.6), (-98, 39)]),
    Country(
      code: "NZL", west: 165.889, east: 188.814, drawn: 267_244, published: 268_838,
      locations: [(169.1, -52.55), (172, -43.5), (175.5, -38.5), (-176.5, -43.9)]),
    Country(
      code: "KIR", west: 169.523, east: 208.217, drawn: 933.385, published: nil,
      locations: [(173.12, 1.37), (-171.65, -2.84), (-157.38, 1.87)]),
    // Without its ice shelves, as Fretwell et al. (2013) have it.
    Country(
      code: "ATA", west: -180, east: 180, drawn: 12_356_480, published: 12_295_000,
      locations: [
        (0, -80), (180, -84.9), (-180, -84.9), (-65, -67), (0, -85.06), (100, -89), (0, -90), (180, -90), (-180, -90),
      ]),
  ]

  private static let pack: Pack? = {
    try? Pack(contentsOf: SwiftCompiler.root.appendingPathComponent("Output/Earth.mappack"))
  }()

  @Test(arguments: countries)
  func `a country on both sides of 180° is one region: bounds, area, hits and label`(country: Country) throws {
    let pack = try #require(Self.pack)
    let shape = try #require(pack.shape(code: country.code))
    #expect(pack.shapes.count { $0.code == country.code } == 1)

    // As MapKit has it: the rectangle begins in the west and runs past the world's edge.
    let degree = WebMercator.worldSize / 360
    #expect(abs(shape.bounds.minX / degree - 180 - country.west) < 0.03)
    #expect(abs(shape.bounds.width / degree - (country.east - country.west)) < 0.05)
    #expect(shape.bounds.minX < WebMercator.worldSize)
    #expect((shape.bounds.maxX > WebMercator.worldSize) == (country.code != "ATA"))
    var rings = RingBuffer()
    shape.appendRings(to: &rings)
    let x = rings.points.map(\.x)
    #expect(x.min() == shape.bounds.minX && x.max() == shape.bounds.maxX)

    // What closes the strips at 180° is a ten-thousandth of Fiji.
    #expect(abs(shape.area / 1e6 - country.drawn) < 2e-4 * country.drawn)
    if let published = country.published { #expect(abs(shape.area / 1e6 - published) < 0.01 * published) }

    for location in country.locations {
      #expect(pack.code(location.longitude, location.latitude) == country.code, "\(location)")
    }
    let coverage = Coverage(pack)
    let region = try #require(coverage.regions.firstIndex { $0.code == country.code })
    let label = try #require(coverage.labelPoint(of: region))
    guard case .mercator(let grid) = coverage.plane else { return #expect(Bool(false)) }
    let point = MapPoint(x: grid.x(0) + label.x * grid.cell, y: grid.y(0) + label.y * grid.cell)
    #expect(pack.shape(at: point)?.code == country.code)
  }

  @Test func `what lies beside the six at 180° is sea`() throws {
    let pack = try #require(Self.pack)
    for (longitude, latitude) in [(179.9, -15.0), (-179.9, -18), (180, 0), (-180, 40), (179.9, -83), (180, 72.5)] {
      #expect(pack.code(longitude, latitude) == nil, "(\(longitude), \(latitude))")
    }
  }

  @Test func `no line runs along the cut or the ends of the world, nor within 100 m of the cut`() throws {
    let pack = try #require(Self.pack)
    let coverage = Coverage(pack)
    guard case .mercator(let grid) = coverage.plane else { return #expect(Bool(false)) }
    let seams = SeamLines(grid)
    // 100 m on the ground are more map points in the north and south; they are at least so many.
    let near = 100 / WebMercator.metersPerMapPointAtEquator
    var atCut = 0
    for arc in 0..<coverage.arcs.count where !coverage.arcs.isSeam[arc] {
      let vertices = coverage.arcs.vertices(of: arc)
      for level in coverage.levels.indices {
        var points = vertices.filter { Int(coverage.arcs.vertexLevel[$0]) >= level }.map { coverage.arcs.point($0) }
        if coverage.arcs.isClosed[arc] { points += points.prefix(1) }
        for (a, b) in zip(points, points.dropFirst()) {
          #expect(!seams.contains(a, b))
          let (x, other) = (grid.x(a.x), grid.x(b.x))
          let isBeside = max(x, other) < near || min(x, other) > WebMercator.worldSize - near
          #expect(!isBeside, "arc \(arc) at level \(level)")
          if seams.contains(a) || seams.contains(b) { atCut += 1 }
        }
      }
    }
    #expect(atCut > 50)
  }

  /// All that is new are the points of `ClipEdges`, on the southern edge of Antarctica.
  @Test(arguments: ["Earth", "World"])
  func `a map that is exported in degrees and read again has its vertices where they were`(map: String) throws {
    let pack = try Pack(contentsOf: SwiftCompiler.root.appendingPathComponent("Output/\(map).mappack"))
    let before = Coverage(pack)
    guard case .mercator(let grid) = before.plane else { return #expect(Bool(false)) }
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("mappack-\(UUID().uuidString).geojson")
    try geoJSON(pack).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    let table = try ingest([SourceRequest(location: path.path, source: Source(path: "map.geojson"))])
    #expect(!table.findings.contains { [.antimeridianCut, .poleClosed].contains($0.rule) })
    var options = SimplifyOptions()
    options.cellExponent = grid.cellExponent
    let after = try simplify(try merge(table, options: MergeOptions(key: Template("code"))), options: options)
    guard case .mercator(let other) = after.plane else { return #expect(Bool(false)) }
    #expect(other.cellExponent == grid.cellExponent && after.regions.map(\.code) == before.regions.map(\.code))
    func vertices(_ coverage: Coverage, _ grid: PackGrid, _ region: Int) -> Set<[Int64]> {
      Set(
        GeometryExport(coverage).regions[region].polygons.joined().joined().map {
          [Int64($0.0) + grid.originX, Int64($0.1) + grid.originY]
        })
    }
    let world = SeamLines(grid).world
    var added = 0
    for region in before.regions.indices {
      let (here, there) = (vertices(before, grid, region), vertices(after, other, region))
      #expect(here.subtracting(there) == [], "lost by \(before.regions[region].code)")
      let more = there.subtracting(here)
      #expect(more.allSatisfy { $0[0] % (world / 32) == 0 && $0[1] == world }, "\(before.regions[region].code)")
      added += more.count
    }
    #expect(added == (map == "Earth" ? 2 : 29))
  }

  @Test func `land at the cut goes on at the other side, at every level`() throws {
    let coverage = Coverage(try #require(Self.pack))
    for code in ["FJI", "RUS"] {
      let region = try #require(coverage.regions.firstIndex { $0.code == code })
      let parts = coverage.parts(of: region)
      // Vanua Levu, Rabi and Taveuni; Chukotka and Wrangel.
      #expect(parts.count { $0.polygons.count == 2 } == (code == "FJI" ? 3 : 2))
      #expect(parts.allSatisfy { !$0.isCutOff })
      for part in parts {
        #expect(Set(part.polygons.map { coverage.polygonLevel[$0] }).count == 1)
      }
    }
    for level in coverage.levels.indices {
      #expect(GeometryExport.violations(of: coverage, level: level) == [])
    }
  }
}
