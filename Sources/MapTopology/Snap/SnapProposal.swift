/// The distance that near misses suggest for `snap`, in metres; `nil` where they suggest none.
///
/// It is the smallest round length L (1, 2 or 5 times a power of ten, from a millimetre) such that
/// - at least half of the near misses that run side by side (ten times as long as wide, or longer) are at most L wide:
///   borders that miss each other do so along their way, capes and straits in one place;
/// - no near miss at all is wider than L and at most five times L wide: what is wider is something else; and
/// - five times L is no more than the distance up to which was searched, so that such a gap would have been seen.
/// - Parameter searched: the distance up to which the near misses were looked for, in metres.
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
