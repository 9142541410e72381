import Dispatch
import TestSupport
import Testing

@testable import MapPackGeometry

@Suite struct `Parallel work` {
  @Test(arguments: [1, 2, 7]) func `parallel work gives each value at its index`(jobs: Int) {
    #expect(concurrentMap(1000, jobs: jobs) { $0 * $0 } == (0..<1000).map { $0 * $0 })
    #expect(concurrentMap(0, jobs: jobs) { $0 } == [])
  }

  @Test(arguments: [1, 2]) func `deferred work is done once, however many ask for it`(jobs: Int) {
    let runs = PairBudget(limit: .max)
    let deferred = Deferred(jobs: jobs) {
      var meter = PairMeter(runs)
      meter.add(1)
      meter.flush()
      return 42
    }
    let values = concurrentMap(8, jobs: 4) { _ in deferred.value }
    #expect(values == Array(repeating: 42, count: 8))
    #expect(runs.spent == 1)
  }

  @Test(arguments: [1, 2, 7]) func `parallel work in pieces gives its results in order`(jobs: Int) {
    final class Piece: @unchecked Sendable {
      // One thread has it at a time.
      var value: Int
      init(_ value: Int) { self.value = value }
    }
    var work = OrderedWork<Piece>(jobs: jobs) { piece in
      // Later pieces are quicker than those before them.
      for _ in 0..<(5 - piece.value % 5) * 1_000 { piece.value ^= 1 }
      piece.value *= 2
    }
    var taken: [Int] = []
    for number in 0..<200 {
      work.add(Piece(number))
      while work.count > jobs, let piece = work.next() { taken.append(piece.value) }
    }
    while let piece = work.next() { taken.append(piece.value) }
    #expect(taken == (0..<200).map { $0 * 2 })
    #expect(work.count == 0)
  }

  @Test(arguments: [1, 2, 7]) func `parallel work in pieces can be stopped in the middle`(jobs: Int) {
    for _ in 0..<50 {
      var work = OrderedWork<Int>(jobs: jobs) { _ in }
      for number in 0..<20 { work.add(number) }
      #expect(work.next() == 0)
    }
  }

  @Test func `deferred work that nobody asks for does no harm`() {
    for _ in 0..<100 { _ = Deferred(jobs: 2) { 1 } }
  }

  @Test(arguments: 0..<20) func `a sort of slots changes the given range only`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let words = (0..<200).map { _ in UInt64.random(in: 0..<50, using: &random) }
    let begin = Int.random(in: 0...200, using: &random)
    let end = Int.random(in: begin...200, using: &random)
    let sorted = ContiguousArray<UInt64>(count: 200) { slots in
      for (index, word) in words.enumerated() { slots[index] = word }
      slots.sort(begin..<end)
    }
    #expect(Array(sorted) == words[..<begin] + words[begin..<end].sorted() + words[end...])
  }

  @Test(arguments: 0..<20) func `words are sorted by their upper halves, and words with the same one keep their order`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    let words = (0..<500).map { index -> UInt64 in
      let high =
        Bool.random(using: &random)
        ? UInt64.random(in: 0..<8, using: &random) : .random(in: 0..<1 << 32, using: &random)
      return high << 32 | UInt64(500 - index)
    }
    let expected = words.enumerated().sorted { ($0.element >> 32, $0.offset) < ($1.element >> 32, $1.offset) }
    #expect(Array(radixSortedByHighWord(ContiguousArray(words))) == expected.map(\.element))
  }
}
