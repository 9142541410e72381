import MapPackCoverage
import MapPackFeatures
import MapPackIngest
import MapPackMerge
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
