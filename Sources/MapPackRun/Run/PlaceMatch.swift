import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackMerge

/// Tells whether regions of two editions of a map of lines or points are in the same places, by their boxes.
///
/// The distance of two boxes is the largest one of their edges, in meters at the equator. For points that is their
/// distance, for lines how far either end of the line has moved.
struct PlaceMatch {
  enum Verdict: Hashable {
    /// The region is where it was, and no other one was that near.
    case same
    /// The region is where it was, as far as the map tells, but another one was there too.
    case unclear
    /// The region is where another one was.
    case taken
    /// The region is where none was.
    case elsewhere
  }

  private let old: [Bounds?]
  private let new: [Bounds?]
  /// In meters: how far rounding and simplification may move a box.
  private let noise: Double
  /// The old regions by the western edges of their boxes.
  private let order: [Int]

  init(_ old: Coverage, _ new: Coverage) {
    (self.old, self.new) = (old.extents, new.extents)
    noise = old.resolution + new.resolution
    let boxes = self.old
    order = boxes.indices.filter { boxes[$0] != nil }.sorted { (boxes[$0]?.west ?? 0) < (boxes[$1]?.west ?? 0) }
  }

  /// Compares the places of an old and a new region.
  ///
  /// A region that moved by less than a quarter of the distance to the next one is where it was. One that is longer or
  /// shorter than before is, too, unless it lies where another one was.
  /// - Complexity: O(log n + k) for the k regions whose western edges are as near as the nearest region.
  func verdict(_ before: Int, _ after: Int) -> Verdict {
    guard let box = old[before], let moved = new[after] else { return .same }
    let distance = Self.distance(box, moved)
    let neighbor = nearest(to: box, but: before)
    if distance <= max(noise, neighbor / 4) { return neighbor > 4 * noise ? .same : .unclear }
    if nearest(to: moved, but: before) <= noise { return .taken }
    return box.extentAndGap(to: moved).gap == 0 ? .unclear : .elsewhere
  }

  /// The distance to the nearest old region except one.
  private func nearest(to box: Bounds, but excluded: Int) -> Double {
    var nearest = Double.infinity
    /// Whether regions farther on can be nearer still.
    func note(_ index: Int) -> Bool {
      guard let other = old[order[index]] else { return true }
      guard (other.west - box.west).magnitude * WebMercator.metersPerDegreeAtEquator < nearest else { return false }
      if order[index] != excluded { nearest = min(nearest, Self.distance(box, other)) }
      return true
    }
    let begin = order.indices.partitioningIndex { (old[order[$0]]?.west ?? 0) >= box.west }
    for index in begin..<order.count where !note(index) { break }
    for index in (0..<begin).reversed() where !note(index) { break }
    return nearest
  }

  private static func distance(_ a: Bounds, _ b: Bounds) -> Double {
    let sides = [a.west - b.west, a.east - b.east].map { min($0.magnitude, 360 - $0.magnitude) }
    let degrees = max(sides[0], sides[1], (a.south - b.south).magnitude, (a.north - b.north).magnitude)
    return degrees * WebMercator.metersPerDegreeAtEquator
  }
}
