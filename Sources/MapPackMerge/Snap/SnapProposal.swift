/// The distance that near misses suggest for `snap`, in meters; `nil` if they suggest none.
///
/// It is the smallest round length L (1, 2 or 5 times a power of ten, at least a millimeter) with these properties:
/// - At least half of the near misses that run side by side are at most L wide. They run side by side if they are at
///   least ten times as long as wide: borders miss each other along their way, capes and straits only at a point.
/// - The widths of all near misses leave a gap between L and 5 L, so what is wider is of another kind.
/// - The search reached at least 5 L, so that a near miss in that gap would have been found.
/// - Parameter searched: the distance up to which near misses were searched for, in meters.
/// - Complexity: O(n log s) for n near misses and a search up to s.
package func proposedSnap(_ misses: [NearMiss], searched: Double) -> Double? {
  let sideBySide = misses.filter { $0.length >= 10 * $0.width }.count
  guard sideBySide > 0, searched.isFinite else { return nil }
  var power = 1.0
  while true {
    for digit in [1.0, 2.0, 5.0] {
      let length = digit * power / 1000
      guard 5 * length <= searched else { return nil }
      let within = misses.count { $0.length >= 10 * $0.width && $0.width <= length }
      if 2 * within >= sideBySide, !misses.contains(where: { $0.width > length && $0.width <= 5 * length }) {
        return length
      }
    }
    power *= 10
  }
}
