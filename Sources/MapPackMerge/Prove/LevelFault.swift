import MapPack
import MapPackFeatures
import MapPackGeometry

/// A broken promise of a coverage, at one of its levels. `prove(_:jobs:)` stops at the first one; `validate` makes a
/// finding of each (`structuralFindings`).
package struct LevelFault: Hashable, Sendable {
  /// The rule that names the promise.
  package var rule: Rule
  /// One sentence without a full stop.
  package var message: String
  /// Where it is on the coverage's plane, in cells; `nil` if it has no location.
  package var point: GridPoint?
  /// The region with the fault; `nil` if several have it.
  package var region: Int?
  /// The polygon with the fault, counted from 0 within the region.
  package var polygon: Int?
  /// The ring with the fault, counted from 0 within the polygon.
  package var ring: Int?
}

extension Coverage {
  /// All broken promises at a level; see `prove(_:jobs:)` for what is promised.
  ///
  /// The promises on which others rest come first. If arcs meet outside nodes, faces are not checked, because there are
  /// none.
  /// - Complexity: O(n log n) for n vertices present. The result does not depend on `jobs`.
  package func faults(level: Int, jobs: Int) -> [LevelFault] {
    kind == .areas ? LevelProof(self, level: level, jobs: jobs).faults : lineFaults(level: level)
  }
}

extension Plane {
  /// The longitude and the latitude of a point of the plane, in degrees.
  package func degrees(of point: GridPoint) -> (longitude: Double, latitude: Double) {
    switch self {
    case .lonlat(let grid): (grid.longitude(x: point.x), grid.latitude(y: point.y))
    case .mercator(let grid):
      (WebMercator.longitude(x: grid.x(point.x)), WebMercator.latitude(y: grid.y(point.y)))
    }
  }
}
