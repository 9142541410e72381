import Dispatch

/// The number of comparisons that a search among the chains of an index may take before it is given up; shared by its
/// threads. If it is exceeded, what the search has found is correct but not all.
package final class PairBudget: @unchecked Sendable {
  /// The largest number of comparisons. A comparison of two boxes counts as one; if they overlap, what is looked at
  /// then counts as well.
  package let limit: Int
  private let lock = DispatchSemaphore(value: 1)
  private var total = 0
  private var isGivenUp = false

  package init(limit: Int) { self.limit = limit }

  /// A budget in proportion to n log n for n chains, about the cost of a sweep. It is several times what a map takes
  /// whose lines are short beside it and of which few meet in one point.
  package convenience init(chains: Int) {
    self.init(limit: 1 << 18 + 32 * chains * (Int.bitWidth - chains.leadingZeroBitCount))
  }

  /// The number of comparisons counted so far.
  package var spent: Int {
    lock.wait()
    defer { lock.signal() }
    return total
  }

  package var isExceeded: Bool { spent > limit }

  /// Ends all searches with this budget as soon as they look at it.
  package func giveUp() {
    lock.wait()
    defer { lock.signal() }
    isGivenUp = true
  }

  /// Counts comparisons; `false` if there are too many by now.
  fileprivate func spend(_ count: Int) -> Bool {
    lock.wait()
    defer { lock.signal() }
    total += count
    return total <= limit && !isGivenUp
  }
}

/// Counts the comparisons of one thread.
struct PairMeter {
  private let budget: PairBudget
  private var count = 0
  private(set) var isStopped = false

  init(_ budget: PairBudget) { self.budget = budget }

  @inline(__always)
  mutating func add(_ comparisons: Int) {
    count &+= comparisons
    if count >= 1 << 16 { flush() }
  }

  @inline(never)
  mutating func flush() {
    if !budget.spend(count) { isStopped = true }
    count = 0
  }
}
