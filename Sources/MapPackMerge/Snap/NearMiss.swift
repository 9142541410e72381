import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// A run of water between the boundaries of two regions that pass close by each other: what `snap` fills, and what is
/// reported as `near-miss`. `NearRuns` says what counts.
package struct NearMiss: Hashable, Sendable {
  /// The lower of the two regions.
  package var a: Int32
  /// The higher of the two regions; the same as `a` if the region misses itself at ±180°.
  package var b: Int32
  /// The region that gets the water.
  package var region: Int32
  /// The smaller end of the widest bridge.
  package var point: GridPoint
  /// The length of the widest bridge, in meters on the ground.
  package var width: Double
  /// The length of the boundary along the run, of the region that has more of it, in meters on the ground.
  package var length: Double

  package init(a: Int32, b: Int32, region: Int32, point: GridPoint, width: Double, length: Double) {
    (self.a, self.b, self.region) = (a, b, region)
    (self.point, self.width, self.length) = (point, width, length)
  }
}
