import MapPack
import MapPackCoverage
import MapPackGeometry

/// Makes the levels of a draft valid by bringing back removed vertices.
///
/// Removing vertices arc by arc can make lines cross or touch, sweep over an island, turn a ring over, or flip a loop to
/// the other side of the arc beside it. All of these show in one way: a chord has swept over a kept vertex, or has both
/// ends in common with another one (`Sweep`). A removed vertex of such a chord comes back, and what has changed is looked
/// at again. Full detail has no faults, so this ends; in practice after a few rounds, which bring back less than one
/// vertex in a hundred.
///
/// Lines also stay near the original ones: at each level, a removed vertex is at most twice the tolerance away from the
/// segment that replaces it. Areas of triangles do not ensure that. A route that comes back on its own way has a sharp
/// tip, whose triangle is thin however long the way is. One tip after the other would be removed, until the whole route
/// is gone. Vertices that are too far away come back, the farthest first.
///
/// Levels are cured from the coarsest to the finest. A vertex that comes back at a level is there at all finer levels
/// and at no coarser one, so levels that are finished do not change.
struct LevelCure {
  var draft: Draft
  /// Whether the points over which lines sweep were found at all levels. Lines may meet too often for it.
  private(set) var isComplete = true
  private let scale: GroundScale
  private let jobs: Int
  /// For lines: the vertices that come back together.
  private let shared: SharedVertices?
  /// For lines, per region: the square of the deviation that is allowed at level 0, in m².
  private let limits: ContiguousArray<Double>
  /// The ends of the segments in full detail that could be the only segment between two points where lines meet.
  private let direct: Set<Ends>
  /// The kept vertices of the level that was cured last.
  private(set) var kept = KeptVertices()

  /// How far a line may deviate, as a multiple of the tolerance. It is 2 because a triangle as wide as the tolerance
  /// whose area is the tolerance's square is twice as high.
  private static let reach = 2.0

  /// How many points each of 64 parts of a map of lines may look at.
  private static let allowance = 1 << 22

  /// - Parameter tolerances: per region, its tolerance at level 0, in meters.
  init(_ draft: Draft, tolerances: ContiguousArray<Double>, scale: GroundScale, jobs: Int) {
    self.draft = draft
    self.scale = scale
    self.jobs = jobs
    let arcs = draft.coverage.arcs
    let isOfLines = draft.coverage.kind == .lines
    shared = isOfLines ? SharedVertices(arcs) : nil
    limits = ContiguousArray(tolerances.map { Self.reach * $0 * Self.reach * $0 })
    var direct: Set<Ends> = []
    for arc in 0..<arcs.count where !arcs.isClosed[arc] {
      let vertices = arcs.vertices(of: arc)
      guard isOfLines || vertices.count == 2 else { continue }
      for (a, b) in zip(vertices, vertices.dropFirst()) where shared?.isRepeated(a, b) ?? true {
        direct.insert(Ends(arcs.point(a), arcs.point(b)))
      }
    }
    self.direct = direct
  }

  /// Cures one level. All coarser levels must be cured already.
  mutating func cure(level: Int) {
    var (chords, points) = draft.chords(level: level, jobs: jobs)
    kept = KeptVertices(points: PointIndex(points, jobs: jobs))
    points.removeAll()
    var fresh = ContiguousArray(chords.indices)
    while true {
      var faults = faults(fresh, of: chords, among: kept, level: level)
      if points.count > 0 {
        let all = ContiguousArray(chords.indices)
        faults += self.faults(all, of: chords, among: KeptVertices(points: kept.restored), level: level)
      }
      if faults.isEmpty && isComplete { faults = twins(chords) }
      if faults.isEmpty { return }
      fresh = restore(faults, in: &chords, level: level, &points)
      kept.restored = PointIndex(points, jobs: jobs)
    }
  }

  /// A chord that cannot stay as it is, by its index, and the removed vertex to bring back.
  private struct Fault {
    var chord: Int
    var vertex: Int
  }

  /// The chords of a list that sweep over one of some points, or lie too far from their chains.
  private mutating func faults(
    _ list: ContiguousArray<Int>, of chords: ContiguousArray<Chord>, among kept: KeptVertices, level: Int
  ) -> [Fault] {
    let groups = min(64, list.count)
    let limit = shared == nil ? Int.max : Self.allowance
    let found = concurrentMap(groups, jobs: jobs) { [self] group in
      let arcs = draft.coverage.arcs
      var sweep = Sweep()
      var faults: [Fault] = []
      for index in list[list.count * group / groups..<list.count * (group + 1) / groups] {
        let chord = chords[index]
        var vertex = shared == nil ? nil : distantVertex(of: chord, level: level)
        if vertex == nil, isComplete, sweep.effort < limit, sweep.isSwept(chord, of: arcs, among: kept) {
          vertex = sweep.vertexToRestore(in: chord, of: arcs, draft.ranking)
        }
        if let vertex { faults.append(Fault(chord: index, vertex: vertex)) }
      }
      return (faults: faults, isComplete: sweep.effort < limit)
    }
    isComplete = isComplete && found.allSatisfy(\.isComplete)
    return found.flatMap(\.faults)
  }

  /// The vertex of a line's chain that is farthest from the chord, if that is too far.
  private func distantVertex(of chord: Chord, level: Int) -> Int? {
    let arcs = draft.coverage.arcs
    let arc = Int(chord.arc)
    let limit = limits[Int(arcs.left[arc])] * Double(sign: .plus, exponent: 2 * level, significand: 1)
    let begin = arcs.start[arc]
    let farthest = ArcLine(arcs, arc: arc, scale: scale)
      .farthest(between: Int(chord.first) - begin, and: Int(chord.last) - begin)
    guard let farthest, farthest.squaredMeters > limit else { return nil }
    return begin + farthest.position
  }

  /// All but one of the chords that have both ends in common. Lines that run together have the same chain, so they
  /// stay.
  private func twins(_ chords: ContiguousArray<Chord>) -> [Fault] {
    let arcs = draft.coverage.arcs
    var byEnds: [Ends: [Fault]] = [:]
    for (index, chord) in chords.enumerated() {
      let (first, last) = (Int(chord.first), Int(chord.last))
      let vertices = arcs.vertices(of: Int(chord.arc))
      let isWhole = first == vertices.lowerBound && last == vertices.upperBound - 1
      guard shared?.isRepeated(first, last) ?? isWhole, let best = draft.best(in: chord) else { continue }
      byEnds[Ends(arcs.point(first), arcs.point(last)), default: []].append(Fault(chord: index, vertex: best))
    }
    func points(_ fault: Fault) -> [GridPoint] {
      var points: [GridPoint] = []
      arcs.forEachVertex(inside: chords[fault.chord]) { points.append(arcs.point($0)) }
      return points
    }
    return byEnds.flatMap { ends, faults -> [Fault] in
      if direct.contains(ends) { return faults }
      guard faults.count > 1, let least = faults.min(by: { draft.ranking.precedes($0.vertex, $1.vertex) }) else {
        return []
      }
      let chain = points(least)
      return faults.filter { fault in
        if fault.chord == least.chord { return false }
        let other = points(fault)
        return shared == nil || (other != chain && other.reversed() != chain)
      }
    }
  }

  /// - Returns: the chords that are new.
  private mutating func restore(
    _ faults: [Fault], in chords: inout ContiguousArray<Chord>, level: Int, _ points: inout ContiguousArray<UInt64>
  ) -> ContiguousArray<Int> {
    let arcs = draft.coverage.arcs
    var restored = faults
    if let shared {
      for fault in faults {
        for vertex in shared.vertices(with: fault.vertex) where Int(draft.level[vertex]) < level {
          // Lines are not closed, so the chords are in the order of their vertices.
          let chord = chords.indices.partitioningIndex { Int(chords[$0].last) > vertex }
          restored.append(Fault(chord: chord, vertex: vertex))
        }
      }
    }
    restored.sort { ($0.chord, $0.vertex) < ($1.chord, $1.vertex) }
    var result: ContiguousArray<Chord> = []
    result.reserveCapacity(chords.count + restored.count)
    var fresh: ContiguousArray<Int> = []
    var next = 0
    for (index, chord) in chords.enumerated() {
      var first = Int(chord.first)
      let isChanged = next < restored.count && restored[next].chord == index
      while next < restored.count && restored[next].chord == index {
        let vertex = restored[next].vertex
        next += 1
        if Int(draft.level[vertex]) >= level { continue }
        draft.level[vertex] = Int8(truncatingIfNeeded: level)
        points.append(arcs.point(vertex).key)
        add(first, vertex)
        first = vertex
      }
      if isChanged { add(first, Int(chord.last)) } else { result.append(chord) }

      func add(_ first: Int, _ last: Int) {
        let vertices = arcs.vertices(of: Int(chord.arc))
        if last == first + 1 || (last == vertices.lowerBound && first == vertices.upperBound - 1) { return }
        fresh.append(result.count)
        result.append(arcs.chord(from: first, to: last, in: Int(chord.arc)))
      }
    }
    chords = result
    return fresh
  }
}

/// An unordered pair of points.
private struct Ends: Hashable {
  let smaller: GridPoint
  let larger: GridPoint

  init(_ a: GridPoint, _ b: GridPoint) {
    smaller = min(a, b)
    larger = max(a, b)
  }
}
