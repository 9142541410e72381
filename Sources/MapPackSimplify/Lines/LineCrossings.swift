import MapPackGeometry
import MapPackMerge

/// Prevents new crossings of simplified lines by bringing back removed vertices, for maps of lines. `Simplifier`
/// alternates it with `LineDeviation`, because a vertex that one brings back may break the rule of the other.
///
/// Each segment of a simplified line stands for a stretch of the line in full detail. Two segments may meet only if
/// their stretches meet. If the stretches belong to two regions and cross an odd number of times, the segments have to
/// meet. If a pair breaks this rule, the most important vertex that is removed from either segment comes back, and the
/// level is checked again. Full detail keeps the rule, so this ends. Segments that have only end points of both in
/// common do not count as meeting.
///
/// Two segments cross at most once, so no level has more crossings than the source. Two consecutive segments of a line
/// may overlap, because a line may turn back.
struct LineCrossings {
  var draft: Draft
  private let jobs: Int
  /// The pairs of segments that meet in full detail.
  private let met: [Interaction]
  private let shared: SharedVertices
  /// Per arc: its region.
  private var left: ContiguousArray<Int32> { draft.coverage.arcs.left }

  /// Finds where the lines meet in full detail.
  ///
  /// - Returns: `nil` if the lines meet so often that the search is given up. `Simplifier` then reports
  ///   `crossings-unchecked`.
  init?(_ draft: Draft, jobs: Int) {
    self.draft = draft
    self.jobs = jobs
    guard let met = Self.interactions(of: draft.coverage.arcs.paths, jobs: jobs) else { return nil }
    self.met = met
    shared = SharedVertices(draft.coverage.arcs)
  }

  /// How many comparisons a search may take in addition to those for lines that meet rarely.
  private static let allowance = 1 << 24

  /// The pairs of segments that meet; `nil` if the search takes too many comparisons.
  private static func interactions(of paths: Paths, jobs: Int) -> [Interaction]? {
    let index = ChainIndex(paths, jobs: jobs)
    let budget = PairBudget(limit: allowance + PairBudget(chains: paths.vertexCount).limit)
    let found = index.interactions(jobs: jobs, within: budget)
    return budget.isExceeded ? nil : found
  }

  /// After how many rounds all removed vertices of a pair come back, instead of one.
  private static let minimalRounds = 16

  /// Cures one level. All coarser levels must be cured already.
  ///
  /// - Returns: false if the lines meet so often at this level that the search is given up.
  /// - Complexity: O(n log n) for each round, for n vertices of lines that meet rarely.
  mutating func cure(level: Int) -> Bool {
    var round = 0
    while true {
      let shape = LineShape(draft, level: level)
      guard shape.kept.count < draft.coverage.arcs.vertexCount else { return true }
      guard let found = Self.interactions(of: shape.paths, jobs: jobs) else { return false }
      let promoted = promotions(found, shape, isThorough: round >= Self.minimalRounds)
      if promoted.isEmpty { return true }
      for vertex in promoted.flatMap(shared.vertices) {
        draft.level[vertex] = max(draft.level[vertex], Int8(truncatingIfNeeded: level))
      }
      round += 1
    }
  }

  private struct Pair: Hashable {
    var first: Int32
    var second: Int32
  }

  /// The removed vertices to bring back.
  ///
  /// - Parameters:
  ///   - found: the pairs of segments that meet at the level.
  ///   - isThorough: whether all removed vertices of a pair come back, and not only the most important one.
  private func promotions(_ found: [Interaction], _ shape: LineShape, isThorough: Bool) -> Set<Int> {
    // By pair of segments whose stretches meet: how many times the stretches cross.
    var crossings: [Pair: Int] = [:]
    for meeting in met {
      let pair = Pair(first: shape.segment[meeting.first], second: shape.segment[meeting.second])
      if pair.first != pair.second { crossings[pair, default: 0] += meeting.relation == .crossing ? 1 : 0 }
    }
    var isMet: Set<Pair> = []
    var promoted: Set<Int> = []
    func promote(_ pair: Pair) {
      // A stretch never runs across the start of an arc, because a line is an open arc. So any arc may be named here.
      let removed = [pair.first, pair.second].map { shape.stretch(ofSegment: Int($0)) }
      if isThorough {
        for stretch in removed { promoted.formUnion(stretch.dropFirst().dropLast()) }
      } else if let best = removed.compactMap({ draft.best(from: $0.lowerBound, to: $0.upperBound, in: 0) })
        .max(by: draft.ranking.precedes)
      {
        promoted.insert(best)
      }
    }
    for meeting in found {
      let pair = Pair(
        first: Int32(truncatingIfNeeded: meeting.first), second: Int32(truncatingIfNeeded: meeting.second))
      isMet.insert(pair)
      let isNext = meeting.second == meeting.first + 1 && shape.isSameLine(meeting.first, meeting.second)
      if !isNext, crossings[pair] == nil { promote(pair) }
    }
    for (pair, count) in crossings where count % 2 == 1 && !isMet.contains(pair) {
      if left[shape.line(ofSegment: Int(pair.first))] != left[shape.line(ofSegment: Int(pair.second))] { promote(pair) }
    }
    return promoted
  }
}

/// The lines at one level.
private struct LineShape {
  let paths: Paths
  /// Per kept vertex: its index in full detail.
  private(set) var kept: ContiguousArray<Int> = []
  /// Per vertex in full detail, except the last one of each line: the segment whose stretch holds the segment that
  /// begins at this vertex.
  private(set) var segment: ContiguousArray<Int32>

  init(_ draft: Draft, level: Int) {
    let arcs = draft.coverage.arcs
    var paths = Paths()
    segment = ContiguousArray(repeating: 0, count: arcs.vertexCount)
    for arc in 0..<arcs.count {
      for vertex in arcs.vertices(of: arc) {
        if Int(draft.level[vertex]) >= level {
          kept.append(vertex)
          paths.append(arcs.point(vertex))
        }
        segment[vertex] = Int32(truncatingIfNeeded: kept.count - 1)
      }
      paths.endPath(isClosed: false)
    }
    self.paths = paths
  }

  /// The vertices in full detail from one end of a segment to the other.
  func stretch(ofSegment segment: Int) -> ClosedRange<Int> { kept[segment]...kept[segment + 1] }

  func line(ofSegment segment: Int) -> Int { paths.path(ofVertex: segment) }

  func isSameLine(_ a: Int, _ b: Int) -> Bool { line(ofSegment: a) == line(ofSegment: b) }
}
