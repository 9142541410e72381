import Dispatch

/// How many comparisons a search among the chains of an index may take before it is given up; shared by its threads.
package final class PairBudget: @unchecked Sendable {
  /// A comparison of two boxes counts one; what follows where they overlap, as many as it looks at.
  package let limit: Int
  private let lock = DispatchSemaphore(value: 1)
  private var total = 0

  package init(limit: Int) { self.limit = limit }

  /// In proportion to n log n, and about what a sweep costs: several times as much as a map takes whose lines are short
  /// beside it and of which few meet in one point.
  package convenience init(chains: Int) {
    self.init(limit: 1 << 18 + 32 * chains * (Int.bitWidth - chains.leadingZeroBitCount))
  }

  /// How many comparisons have been counted.
  package var spent: Int {
    lock.wait()
    defer { lock.signal() }
    return total
  }

  package var isExceeded: Bool { spent > limit }

  /// Counts comparisons; false where there are too many by now.
  fileprivate func spend(_ count: Int) -> Bool {
    lock.wait()
    defer { lock.signal() }
    total += count
    return total <= limit
  }
}

/// Counts the comparisons of one thread.
struct PairMeter {
  private let budget: PairBudget
  private var count = 0
  /// Whether the search is to be given up.
  private(set) var isStopped = false

  init(_ budget: PairBudget) { self.budget = budget }

  @inline(__always)
  mutating func add(_ comparisons: Int) {
    count &+= comparisons
    if count >= 1 << 16 { flush() }
  }

  /// Passes on what has been counted.
  @inline(never)
  mutating func flush() {
    if !budget.spend(count) { isStopped = true }
    count = 0
  }
}
