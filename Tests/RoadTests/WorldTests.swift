import MapPack
import MapPackEmit
import MapPackFeatures
import MapPackGeometry
import MapPackIngest
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

/// The countries of Natural Earth 1:110m, with the islands on both sides of 180° that it leaves out made up: Kiribati's
/// and New Zealand's Chatham. As published, Fiji, Russia and Antarctica are cut.
private func world() throws -> Writing {
  let path = SwiftCompiler.root.appendingPathComponent("RawData/natural-earth-110m/naturalearth_lowres.shp").path
  let table = try ingest([SourceRequest(location: path, source: Source(path: "world.shp"))])
  let column = try #require(table.fields.firstIndex(of: "iso_a3"))
  var features = (0..<table.featureCount).map { feature in
    let polygons = (table.polygonStart[feature]..<table.polygonStart[feature + 1]).map { polygon in
      (table.ringStart[polygon]..<table.ringStart[polygon + 1]).map { ring in
        (table.vertexStart[ring]..<table.vertexStart[ring + 1]).map { (table.longitude[$0], table.latitude[$0]) }
      }
    }
    return (code: table.values[column][feature].displayText ?? "", polygons: polygons)
  }
  features.append(
    ("KIR", [[Writing.square(172.9, 1.3, 0.4)], [Writing.square(-171.8, -3, 0.2)], [Writing.square(-157.6, 1.7, 0.5)]]))
  features.append(("NZL", [[Writing.square(-176.9, -44.2, 0.5)]]))
  return Writing(features: features)
}

extension Writing {
  /// Pieces that meet at ±180° put together, and Antarctica as a ring round the pole.
  fileprivate var uncut: Writing {
    func isOnCut(_ location: (Double, Double), _ side: Double) -> Bool { abs(location.0 - side) < 1e-9 }
    /// The ring from where it leaves the cut to where it is back, both points included.
    func turned(_ ring: Ring, _ side: Double) -> Ring? {
      guard
        let start = ring.indices.first(where: {
          isOnCut(ring[$0], side) && !isOnCut(ring[($0 + 1) % ring.count], side)
        })
      else { return nil }
      return Array(ring[start...] + ring[..<start])
    }
    return Writing(
      features: features.map { code, polygons in
        if code == "ATA" {
          return (
            code,
            polygons.map { polygon in
              [polygon[0].filter { $0.1 > -89 && !isOnCut($0, -180) }] + polygon.dropFirst()
            }
          )
        }
        let east = polygons.compactMap { turned($0[0], 180) }
        var west = polygons.compactMap { turned($0[0], -180) }
        var joined: [[Ring]] = []
        for ring in east {
          // Where this ring comes back, the other one begins.
          guard let last = ring.last(where: { isOnCut($0, 180) }),
            let other = west.firstIndex(where: { abs($0[0].1 - last.1) < 1e-9 })
          else { continue }
          joined.append([ring + west.remove(at: other).filter { !isOnCut($0, -180) }])
        }
        return (code, polygons.filter { turned($0[0], 180) == nil && turned($0[0], -180) == nil } + joined)
      })
  }
}

@Test func `the world is one coverage whether it is cut, uncut, in 0…360 or in −360…0`() throws {
  let cut = try world()
  let uncut = cut.uncut
  #expect(cut.features.first { $0.code == "RUS" }?.polygons.count == 13)
  #expect(uncut.features.first { $0.code == "RUS" }?.polygons.count == 11)
  let expected = try cut.merged()
  #expect(!expected.findings.contains { $0.rule == .antimeridianCut })
  for writing in [
    uncut, cut.changed { $0.map { ($0.0 < 0 ? $0.0 + 360 : $0.0, $0.1) } },
    uncut.changed { $0.map { ($0.0 < 0 ? $0.0 + 360 : $0.0, $0.1) } },
    uncut.changed { $0.map { ($0.0 > 0 ? $0.0 - 360 : $0.0, $0.1) } },
  ] {
    let coverage = try writing.merged()
    #expect(differences(coverage, expected) == [])
    #expect(coverage.map.encoded() == expected.map.encoded())
    #expect(coverage.findings.contains { $0.rule == .antimeridianCut })
  }
}

@Test func `countries on both sides of 180° are one region each: bounds, hits, labels, areas, and no line at the cut`()
  throws
{
  var options = SimplifyOptions()
  options.amount = .tolerance(meters: 2_000)
  options.levels = 3
  let coverage = try simplify(try world().uncut.merged(), options: options)
  guard case .mercator(let grid) = coverage.plane else { return #expect(Bool(false)) }
  let pack = try pack(coverage)
  try pack.verify()

  // From the west to the east in degrees, and the area in 1,000 km². A bay of Antarctica's reaches beyond 85.05° S.
  let known: [(code: String, west: Double, width: Double, area: Double)] = [
    ("FJI", 177.285, 2.921, 19.3), ("RUS", 19.66, 170.44, 16_953), ("USA", -171.792, 104.838, 9_510),
    ("NZL", 166.51, 17.09, 281), ("KIR", 172.9, 30.0, 5.536), ("ATA", -158.365, 359.157, 12_336),
  ]
  let degree = WebMercator.worldSize / 360
  for country in known {
    let shape = try #require(pack.shape(code: country.code))
    #expect(abs(shape.bounds.minX / degree - 180 - country.west) < 0.02, "\(country.code) \(shape.bounds)")
    #expect(abs(shape.bounds.width / degree - country.width) < 0.03, "\(country.code) \(shape.bounds)")
    #expect(abs(shape.area / 1e9 - country.area) < 0.02 * country.area, "\(country.code) \(shape.area)")
    let region = try #require(coverage.regions.firstIndex { $0.code == country.code })
    let label = try #require(coverage.labelPoint(of: region))
    let point = MapPoint(x: grid.x(0) + label.x * grid.cell, y: grid.y(0) + label.y * grid.cell)
    #expect(pack.shape(at: point)?.code == country.code)
  }
  let locations: [(Double, Double, String?)] = [
    (179.95, -16.4, "FJI"), (-179.95, -16.3, "FJI"), (180, -16.3, "FJI"), (-180, -16.3, "FJI"), (179.9, -15, nil),
    (179, 67, "RUS"), (-179, 67, "RUS"), (180, 67, "RUS"), (-180, 67, "RUS"), (-175, 66, "RUS"), (60, 60, "RUS"),
    (-150, 65, "USA"), (-100, 40, "USA"), (172, -43.5, "NZL"), (-176.7, -44, "NZL"), (173, 1.5, "KIR"),
    (-157.3, 2, "KIR"), (180, -84.9, "ATA"), (-180, -84.9, "ATA"), (0, -80, "ATA"), (180, -84.5, nil),
  ]
  for (longitude, latitude, code) in locations {
    #expect(pack.code(longitude, latitude) == code, "(\(longitude), \(latitude))")
  }

  // What is stroked: no arc runs along the cut or the end of the plane.
  let seams = SeamLines(grid)
  for arc in 0..<coverage.arcs.count where !coverage.arcs.isSeam[arc] {
    let points = coverage.arcs.vertices(of: arc).map { coverage.arcs.point($0) }
    #expect(!zip(points, points.dropFirst()).contains { seams.contains($0, $1) })
  }
  #expect(coverage.arcs.isSeam.count { $0 } == 8)
}
