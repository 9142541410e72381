import MapPackCoverage
import MapPackGeometry

/// The vertices that stay at each level by the ranking alone, before anything is cured.
package struct LevelSelection: Sendable {
  /// Per level: its tolerance on the ground, in meters.
  package private(set) var tolerances: ContiguousArray<Double>
  /// Per vertex: the coarsest level at which it stays; −1 if it stays at none.
  package private(set) var level: ContiguousArray<Int8>

  /// Selects by a tolerance: at level k, a vertex stays if its weight is enough for 2ᵏ × the tolerance.
  /// - Parameters:
  ///   - tolerance: a length on the ground, in meters; for a zoom, a length at the equator.
  ///   - levels: how many levels there are, at least 1.
  package init(_ ranking: VertexRanking, tolerance: Double, levels: Int) {
    tolerances = Self.tolerances(from: tolerance, levels: levels)
    let thresholds = tolerances.map { ranking.leastWeight(stayingAt: $0) }
    level = ContiguousArray(ranking.weight.lazy.map { Self.coarsest($0, thresholds, from: 0) })
  }

  /// Selects by tolerances of single arcs, as `init(_:tolerance:levels:)` does by one tolerance for all.
  /// - Parameters:
  ///   - tolerance: the tolerance that the map states as its own, in meters.
  ///   - byArc: per arc of the table that was ranked, its tolerance at level 0, in meters.
  init(
    _ ranking: VertexRanking, _ arcs: ArcTable, tolerance: Double, ofArc byArc: ContiguousArray<Double>, levels: Int
  ) {
    tolerances = Self.tolerances(from: tolerance, levels: levels)
    level = ContiguousArray(repeating: -1, count: ranking.weight.count)
    for arc in byArc.indices {
      let thresholds = Self.tolerances(from: byArc[arc], levels: levels).map { ranking.leastWeight(stayingAt: $0) }
      for vertex in arcs.vertices(of: arc) {
        level[vertex] = Self.coarsest(ranking.weight[vertex], thresholds, from: 0)
      }
    }
  }

  /// Selects by a count: at level 0, the most important vertices that may go stay, and all that may not go.
  ///
  /// Level k gets 2ᵏ × the tolerance to which this count amounts. Of vertices of one weight, those stay that come last
  /// in the order of `VertexRanking`.
  /// - Parameters:
  ///   - removable: how many of the vertices that may go stay. It is limited to what there is.
  ///   - levels: how many levels there are, at least 1.
  /// - Complexity: O(n + e log e) for n vertices, e of which weigh as much as the least important one that stays.
  package init(_ ranking: VertexRanking, keeping removable: Int, levels: Int, jobs: Int) {
    let weight = ranking.weight
    let chunks = Self.chunks(of: weight)
    let count = concurrentMap(chunks.count, jobs: jobs) { weight[chunks[$0]].count { $0 < .infinity } }.reduce(0, +)
    let staying = max(0, min(count, removable))
    // Those of infinity come last. If no other one stays, all up to the largest of the others go.
    let rank = count - max(1, staying)
    let threshold = count == 0 ? 0 : Self.weight(ofRank: rank, among: weight, jobs: jobs)
    tolerances = Self.tolerances(from: threshold.squareRoot(), levels: levels)
    let thresholds = tolerances.map { ranking.leastWeight(stayingAt: $0) }
    // A weight of infinity is above every threshold.
    level = ContiguousArray(chunks, jobs: jobs) {
      weight[$0] > threshold ? Self.coarsest(weight[$0], thresholds, from: 1) : -1
    }
    let parts = concurrentMap(chunks.count, jobs: jobs) { chunk in
      (
        above: weight[chunks[chunk]].count { $0 > threshold && $0 < .infinity },
        equal: chunks[chunk].filter { weight[$0] == threshold }
      )
    }
    let above = parts.reduce(0) { $0 + $1.above }
    let equal = parts.flatMap(\.equal).sorted { ranking.precedes($0, $1) }
    for vertex in equal.suffix(staying - above) { level[vertex] = Self.coarsest(threshold, thresholds, from: 1) }
  }

  /// Parts of a column for threads; a short column is one part.
  private static func chunks(of column: ContiguousArray<Double>) -> [Range<Int>] {
    let count = max(1, min(16, column.count >> 16))
    return (0..<count).map { column.count * $0 / count..<column.count * ($0 + 1) / count }
  }

  private static func tolerances(from finest: Double, levels: Int) -> ContiguousArray<Double> {
    ContiguousArray((0..<levels).map { finest * Double(sign: .plus, exponent: $0, significand: 1) })
  }

  /// The coarsest level whose threshold a weight reaches, from `first` on; `first` − 1 if it reaches none.
  private static func coarsest(_ weight: Double, _ thresholds: [Double], from first: Int) -> Int8 {
    var coarsest = first - 1
    for level in first..<thresholds.count where weight >= thresholds[level] { coarsest += 1 }
    return Int8(truncatingIfNeeded: coarsest)
  }

  /// The weight at an index of the ascending order.
  ///
  /// Finds it by four counts, of 16 bits each: weights are not negative, so they have the same order as their bit
  /// patterns.
  /// - Parameter rank: how many weights come before it.
  /// - Precondition: `rank` is at least 0 and below the number of weights.
  /// - Complexity: O(n), whatever the data.
  package static func weight(ofRank rank: Int, among weights: ContiguousArray<Double>, jobs: Int) -> Double {
    var rank = rank
    let chunks = chunks(of: weights)
    // The first count leaves few candidates, so only these are copied.
    let counts = concurrentMap(chunks.count, jobs: jobs) { chunk in
      digitCounts(at: 48, among: weights[chunks[chunk]].lazy.map(\.bitPattern))
    }
    let first = digit(ofRank: &rank, counts)
    var candidates = concurrentMap(chunks.count, jobs: jobs) { chunk in
      weights[chunks[chunk]].lazy.map(\.bitPattern).filter { $0 >> 48 == first }
    }.flatMap { $0 }
    var prefix = first << 48
    for shift in [32, 16, 0] as [UInt64] {
      let digit = digit(ofRank: &rank, [digitCounts(at: shift, among: candidates)])
      prefix |= digit << shift
      candidates.removeAll { $0 >> shift & 0xFFFF != digit }
    }
    return Double(bitPattern: prefix)
  }

  /// How many words have each value of the 16 bits from a position on.
  private static func digitCounts(at shift: UInt64, among words: some Sequence<UInt64>) -> ContiguousArray<Int32> {
    var counts = ContiguousArray<Int32>(repeating: 0, count: 1 << 16)
    for word in words { counts[Int(truncatingIfNeeded: word >> shift & 0xFFFF)] &+= 1 }
    return counts
  }

  /// The 16 bits of the word with a rank; all words have the same bits before these.
  /// - Parameter rank: the rank of the word; then its rank among the words with the same 16 bits.
  private static func digit(ofRank rank: inout Int, _ parts: [ContiguousArray<Int32>]) -> UInt64 {
    var counts = parts[0]
    for part in parts.dropFirst() {
      for digit in counts.indices { counts[digit] &+= part[digit] }
    }
    var digit = 0
    while counts[digit] <= rank {
      rank -= Int(counts[digit])
      digit += 1
    }
    return UInt64(digit)
  }
}
