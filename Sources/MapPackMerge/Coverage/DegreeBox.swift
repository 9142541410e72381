import MapPack

/// A rectangle of longitude and latitude, in degrees. It does not cross ±180°: `west` ≤ `east`.
///
/// Comparisons of two editions use it (`CodeEvidence`, `LandCheck`), and `validate` for the boxes of features.
package struct DegreeBox: Hashable, Sendable {
  package var west: Double
  package var south: Double
  package var east: Double
  package var north: Double

  package init(west: Double, south: Double, east: Double, north: Double) {
    (self.west, self.south, self.east, self.north) = (west, south, east, north)
  }

  /// `extent` is the longer of the two boxes' diagonals, `gap` the distance between the boxes; both in degrees of
  /// latitude. The box of a region on both sides of ±180° is as wide as the map, so its extent can be 360.
  ///
  /// Differences of longitude are scaled by the cosine of the latitude midway between the southern and the northern end
  /// of both boxes. The distance is the shorter one round the world, and 0 if the boxes overlap.
  package func extentAndGap(to other: DegreeBox) -> (extent: Double, gap: Double) {
    let middle = (min(south, other.south) + max(north, other.north)) / 2
    let shrinking = Series.cosine(Series.radians(degrees: middle))
    func diagonal(_ box: DegreeBox) -> Double {
      let (x, y) = ((box.east - box.west) * shrinking, box.north - box.south)
      return (x * x + y * y).squareRoot()
    }
    let across = [-360.0, 0, 360].map { max(0, max(west, other.west + $0) - min(east, other.east + $0)) }.min() ?? 0
    let up = max(0, max(south, other.south) - min(north, other.north))
    let gap = ((across * shrinking) * (across * shrinking) + up * up).squareRoot()
    return (max(diagonal(self), diagonal(other)), gap)
  }
}
