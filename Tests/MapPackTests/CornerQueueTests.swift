import TestSupport
import Testing

@testable import MapPack

/// Of equal ones, the last point goes first.
private struct Reversed: CornerPoint {
  let left: UInt64

  func tie(at position: Int) -> UInt64 { left }
}

/// A queue of points with these priorities, and what is expected of it.
private struct Rehearsal {
  private let count: Int
  private var queue = CornerQueue<Reversed>()
  private var expected: [Double?] = []

  init(count: Int) {
    self.count = count
    reset()
  }

  /// Of equal ones, the last point goes first.
  private func tie(_ position: Int) -> UInt64 { UInt64(count - position) }

  mutating func set(_ position: Int, _ priority: Double) {
    queue.set(position, priority)
    expected[position] = priority
  }

  /// The point that is taken out, with its priority, and the one that should be.
  mutating func take() -> (found: (position: Int, priority: Double)?, expected: Int?) {
    let found = queue.popFirst()
    let first = expected.indices.filter { expected[$0] != nil }.min { a, b in
      (expected[a] ?? 0, tie(a)) < (expected[b] ?? 0, tie(b))
    }
    if let first { expected[first] = nil }
    return (found, first)
  }

  mutating func reset() {
    let count = count
    queue.reset(count: count) { (Reversed(left: UInt64(count - $0)), true) }
    expected = Array(repeating: nil, count: count)
  }
}

@Suite struct `The queue of corners` {
  @Test(arguments: 0..<40) func `the queue gives the least important point, whatever weights changed meanwhile`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    var rehearsal = Rehearsal(count: 60)
    // The same queue again, after an arc that ended with vertices left.
    for _ in 0..<3 {
      var least = 0.0
      func priority() -> Double {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: least
        case 1: least + Double.random(in: 0...0.001, using: &random)
        case 2: least + Double(Int.random(in: 0...3, using: &random))
        default: least * 2 + Double.random(in: 0...1e6, using: &random)
        }
      }
      var alive = Set(0..<60)
      for position in 0..<60 { rehearsal.set(position, priority()) }
      while alive.count > 5 {
        let (found, expected) = rehearsal.take()
        #expect(found?.position == expected)
        guard let found else { return }
        alive.remove(found.position)
        least = found.priority
        for position in alive.sorted().shuffled(using: &random).prefix(2) {
          // Twice, so that one that stands in a list moves to the heap and back.
          rehearsal.set(position, priority())
          rehearsal.set(position, priority())
        }
      }
      rehearsal.reset()
    }
  }

  @Test func `the queue is empty in the end, and takes points again`() {
    var rehearsal = Rehearsal(count: 2)
    #expect(rehearsal.take().found == nil)
    rehearsal.set(1, 7)
    #expect(rehearsal.take().found?.position == 1)
    #expect(rehearsal.take().found == nil)
    rehearsal.set(0, 7)
    #expect(rehearsal.take().found?.position == 0)
  }
}
