import Foundation
import MapPack
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

/// Maps as the pipeline makes them, with islands, nests, closed arcs and arcs that return to their node.
@Test(arguments: 0..<16 as Range<UInt64>)
func `a simplified map's pack is sound, and gives the rings of each level back`(seed: UInt64) throws {
  let coverage = try madeUpCoverage(seed: seed, levels: 1 + Int(seed % 4), hasAllIslands: seed % 2 != 0)
  guard case .mercator(let grid) = coverage.plane else { return }

  let pack = try pack(coverage)
  try pack.verify()
  for level in coverage.levels.indices {
    for coordinates in ExportCoordinates.allCases {
      #expect(
        try geoJSON(pack, level: level, coordinates: coordinates)
          == geoJSON(coverage, level: level, coordinates: coordinates))
    }
  }
  var back = Coverage(pack)
  #expect(back.plane == coverage.plane && back.levels == coverage.levels)
  #expect(back.arcs.paths == coverage.arcs.paths && back.arcs.vertexLevel == coverage.arcs.vertexLevel)
  #expect(back.arcs.left == coverage.arcs.left && back.arcs.right == coverage.arcs.right)
  #expect(back.arcs.isSeam == coverage.arcs.isSeam)
  #expect(back.references == coverage.references && back.referenceStart == coverage.referenceStart)
  #expect(back.ringStart == coverage.ringStart && back.polygonStart == coverage.polygonStart)
  #expect(back.polygonLevel == coverage.polygonLevel)
  back.map = coverage.map
  try #expect(svg(back, level: 0) == svg(coverage, level: 0))
  try #expect(topoJSON(back, level: 0) == topoJSON(coverage, level: 0))

  var buffer = RingBuffer()
  for (region, shape) in pack.shapes.enumerated() {
    for level in coverage.levels.indices {
      buffer.removeAll()
      shape.appendRings(level: level, to: &buffer)
      let expected = coverage.rings(of: region, level: level).joined().map { ring in
        fromSmallest(ring.map { [grid.x($0.x), grid.y($0.y)] })
      }
      let found = (0..<buffer.ringCount).map { ring in
        fromSmallest(
          (buffer.ringStart[ring]..<buffer.ringStart[ring + 1]).map {
            [buffer.points[$0].x, buffer.points[$0].y]
          })
      }
      #expect(found == expected)
    }
    // A vertex belongs to one of the regions that meet in it, or to none.
    let ring = coverage.rings(of: region, level: 0)[0][0]
    for point in ring.prefix(20) {
      let found = pack.shape(at: MapPoint(x: grid.x(point.x), y: grid.y(point.y)))
      let beside = Set(
        (0..<coverage.arcs.count).filter { arc in
          coverage.arcs.vertices(of: arc).contains { coverage.arcs.point($0) == point }
        }.flatMap { [coverage.arcs.left[$0], coverage.arcs.right[$0]] })
      #expect(beside.contains(found.map { Int32($0.rawValue) - 1 } ?? ArcTable.none))
    }
  }
}
