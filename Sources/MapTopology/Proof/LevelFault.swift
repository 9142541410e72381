import MapFeatures
import MapGeometry
import MapPack

/// A promise of a coverage that is broken at one of its levels.
package struct LevelFault: Hashable, Sendable {
  package var rule: Rule
  /// One sentence without a full stop.
  package var message: String
  /// Where it is, on the coverage's plane; `nil` for what is nowhere.
  package var point: GridPoint?
  /// The region whose fault it is; `nil` where it is that of several.
  package var region: Int?
  /// Polygon of the region, ring of the polygon, from 0.
  package var polygon: Int?
  package var ring: Int?
}

extension Coverage {
  /// All promises that are broken at a level, those first on which others rest; see `prove(_:jobs:)` for what they are.
  ///
  /// Where arcs meet elsewhere than in nodes, there are no faces that could be asked whose they are.
  /// - Complexity: O(n log n) for n vertices present. The result does not depend on `jobs`.
  package func faults(level: Int, jobs: Int) -> [LevelFault] {
    kind == .areas ? LevelProof(self, level: level, jobs: jobs).faults : lineFaults(level: level)
  }
}

extension Plane {
  /// Where a point of the plane is, in degrees.
  package func degrees(of point: GridPoint) -> (longitude: Double, latitude: Double) {
    switch self {
    case .lonlat(let grid): (grid.longitude(x: point.x), grid.latitude(y: point.y))
    case .mercator(let grid):
      (WebMercator.longitude(x: grid.x(point.x)), WebMercator.latitude(y: grid.y(point.y)))
    }
  }
}
