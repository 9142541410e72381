/// The narrowest stretch of the globe, from west to east, that contains some intervals of x.
///
/// The bounds of regions, packs and pictures come from it.
package struct GlobeSpan<Length: SignedNumeric & Comparable>: Equatable {
  /// The western edge, within the world.
  package private(set) var minX: Length
  /// How far it reaches to the east, possibly past the world's eastern edge.
  package private(set) var width: Length

  /// Finds the narrowest stretch; of equally narrow ones, the one within the world, else the westernmost.
  /// - Parameters:
  ///   - intervals: parts of the world's width, in any order and in any unit.
  ///   - world: the world's width in the same unit; nil on a plane that is not the globe.
  /// - Precondition: there is at least one interval.
  /// - Complexity: O(n log n) for n intervals
  package init(_ intervals: [ClosedRange<Length>], world: Length?) {
    let sorted = intervals.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    precondition(!sorted.isEmpty, "A region without polygons has no bounds")
    let first = sorted[0].lowerBound
    var reach = sorted[0].upperBound
    var widest: (gap: Length, before: Length, after: Length)?
    for interval in sorted.dropFirst() {
      let gap = interval.lowerBound - reach
      if gap > widest?.gap ?? 0 { widest = (gap, reach, interval.lowerBound) }
      reach = max(reach, interval.upperBound)
    }
    minX = first
    width = reach - first
    if let world, let widest, widest.gap > first + world - reach {
      minX = widest.after
      width = widest.before + world - widest.after
    }
  }
}
