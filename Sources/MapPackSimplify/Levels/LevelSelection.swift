import MapPackGeometry
import MapPackMerge

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
    level = ContiguousArray(repeating: -1, count: ranking.weight.count)
    raise(ranking, from: 0)
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
  package init(_ ranking: VertexRanking, keeping removable: Int, levels: Int) {
    let weights = ranking.weight.lazy.filter { $0 < .infinity }
    let count = weights.reduce(0) { sum, _ in sum + 1 }
    let staying = max(0, min(count, removable))
    let threshold =
      staying == 0 ? weights.max() ?? 0 : Self.weight(ofRank: count - staying, among: weights)
    // A weight of infinity is above every threshold.
    level = ContiguousArray(ranking.weight.lazy.map { $0 > threshold ? 0 : -1 })
    var above = 0
    var equal: [Int] = []
    for (vertex, weight) in ranking.weight.enumerated() {
      if weight > threshold && weight < .infinity { above += 1 }
      if weight == threshold { equal.append(vertex) }
    }
    equal.sort { ranking.precedes($0, $1) }
    for vertex in equal.suffix(staying - above) { level[vertex] = 0 }
    tolerances = Self.tolerances(from: threshold.squareRoot(), levels: levels)
    raise(ranking, from: 1)
  }

  private static func tolerances(from finest: Double, levels: Int) -> ContiguousArray<Double> {
    ContiguousArray((0..<levels).map { finest * Double(sign: .plus, exponent: $0, significand: 1) })
  }

  /// Raises each vertex to the coarsest level whose threshold it reaches.
  /// - Parameter first: the first level to look at. If it is 1, only vertices that stay at level 0 are raised.
  private mutating func raise(_ ranking: VertexRanking, from first: Int) {
    let thresholds = tolerances.map { ranking.leastWeight(stayingAt: $0) }
    for vertex in level.indices where first == 0 || level[vertex] == 0 {
      level[vertex] = Self.coarsest(ranking.weight[vertex], thresholds, from: first)
    }
  }

  /// The coarsest level whose threshold a weight reaches, from `first` on; `first` − 1 if it reaches none.
  private static func coarsest(_ weight: Double, _ thresholds: some Collection<Double>, from first: Int) -> Int8 {
    var coarsest = first - 1
    for threshold in thresholds.dropFirst(first) where weight >= threshold { coarsest += 1 }
    return Int8(truncatingIfNeeded: coarsest)
  }

  /// The weight at an index of the ascending order.
  ///
  /// Finds it by four counts, of 16 bits each: weights are not negative, so they have the same order as their bit
  /// patterns.
  /// - Parameter rank: how many weights come before it.
  /// - Precondition: `rank` is at least 0 and below the number of weights.
  /// - Complexity: O(n), whatever the data.
  package static func weight(ofRank rank: Int, among weights: some Sequence<Double>) -> Double {
    var rank = rank
    // The first count leaves few candidates, so only these are copied.
    var prefix = digit(at: 48, ofRank: &rank, among: weights.lazy.map(\.bitPattern)) << 48
    var candidates = ContiguousArray(weights.lazy.map(\.bitPattern).filter { $0 >> 48 == prefix >> 48 })
    for shift in [32, 16, 0] as [UInt64] {
      let digit = digit(at: shift, ofRank: &rank, among: candidates)
      prefix |= digit << shift
      candidates.removeAll { $0 >> shift & 0xFFFF != digit }
    }
    return Double(bitPattern: prefix)
  }

  /// The 16 bits from a position on of the word with a rank; all words have the same bits before these.
  /// - Parameter rank: the rank of the word; then its rank among the words with the same 16 bits.
  private static func digit(at shift: UInt64, ofRank rank: inout Int, among words: some Sequence<UInt64>) -> UInt64 {
    var counts = ContiguousArray<Int>(repeating: 0, count: 1 << 16)
    for word in words { counts[Int(word >> shift & 0xFFFF)] += 1 }
    var digit = 0
    while counts[digit] <= rank {
      rank -= counts[digit]
      digit += 1
    }
    return UInt64(digit)
  }
}
