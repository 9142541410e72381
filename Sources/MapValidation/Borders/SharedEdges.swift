import MapGeometry

/// Which edges of rings are one.
///
/// Each edge is **canonical** at one of the segments that draw it, the others are its further uses. A segment is named
/// by its first vertex.
struct SharedEdges: Sendable {
  private let representative: ContiguousArray<Int32>
  /// Per segment: the canonical one of its edge; -1 where a place is left over.
  private(set) var canonical: ContiguousArray<Int32>
  /// Per canonical segment: the second use of its edge, or -1.
  private(set) var secondUse: ContiguousArray<Int32> = []
  /// Third and further uses.
  private(set) var furtherUses: [Int32: [Int32]] = [:]
  /// Points at which not all rings have the same two neighbours, by their representatives, ascending.
  private(set) var nodes: [Int32] = []

  /// - Complexity: O(n) expected for n vertices.
  init(_ rings: RoundedRings, _ points: SharedPoints, jobs: Int) {
    representative = points.representative
    let groups = rings.paths.groups(ofVertices: 16_384)
    var found: [Found] = []
    var second = ContiguousArray<Int32>()
    canonical = ContiguousArray(count: rings.vertexCount) { canonical in
      second = ContiguousArray(count: rings.vertexCount) { secondUse in
        let search = Search(
          rings: rings, representative: points.representative, canonical: canonical, secondUse: secondUse)
        found = concurrentMap(groups.count, jobs: jobs) { search.edges(of: groups[$0]) }
      }
    }
    secondUse = second
    nodes = Set(found.flatMap(\.nodes)).sorted()
    for part in found {
      for use in part.uses {
        for step in 0..<use.count { add(use.segment + step, toEdge: use.edge - step) }
      }
    }
    var known: [UInt64: Int32] = [:]
    for segment in found.flatMap(\.unknown) {
      let a = representative[segment]
      let b = representative[rings.next(segment)]
      let key = UInt64(UInt32(bitPattern: min(a, b))) << 32 | UInt64(UInt32(bitPattern: max(a, b)))
      guard let first = known[key] else {
        known[key] = Int32(truncatingIfNeeded: segment)
        continue
      }
      canonical[segment] = first
      add(Int32(truncatingIfNeeded: segment), toEdge: first)
    }
  }

  private mutating func add(_ segment: Int32, toEdge edge: Int32) {
    if secondUse[Int(edge)] < 0 {
      secondUse[Int(edge)] = segment
    } else {
      furtherUses[edge, default: []].append(segment)
    }
  }

  /// All segments that draw the edge of a canonical one, itself first.
  func forEachUse(of segment: Int, _ body: (Int) -> Void) {
    body(segment)
    let second = secondUse[segment]
    guard second >= 0 else { return }
    body(Int(second))
    if let further = furtherUses[Int32(segment)] {
      for use in further { body(Int(use)) }
    }
  }

  /// Whether a use runs as the canonical segment does.
  func isForward(_ use: Int, of segment: Int) -> Bool { representative[use] == representative[segment] }

  /// Whether a segment alone draws its edge.
  @inline(__always)
  func isOneSided(_ segment: Int) -> Bool { secondUse[Int(canonical[segment])] < 0 }

  // MARK: Search

  private struct Found: Sendable {
    var nodes: [Int32] = []
    /// Segments on edges between two nodes, neither of whose first visits runs along them.
    var unknown: [Int] = []
    var uses: [Uses] = []

    mutating func add(_ segment: Int, toEdge edge: Int) {
      if let last = uses.last, Int(last.segment + last.count) == segment, Int(last.edge - last.count) == edge {
        uses[uses.count - 1].count += 1
      } else {
        uses.append(
          Uses(segment: Int32(truncatingIfNeeded: segment), edge: Int32(truncatingIfNeeded: edge), count: 1))
      }
    }
  }

  /// Consecutive segments that draw the edges of others the other way round: `segment` draws `edge`, the next one the
  /// edge before that, and so on.
  private struct Uses: Sendable {
    var segment: Int32
    var edge: Int32
    var count: Int32
  }

  private struct Search: Sendable {
    let rings: RoundedRings
    let representative: ContiguousArray<Int32>
    let canonical: DisjointSlots<Int32>
    let secondUse: DisjointSlots<Int32>

    /// An edge between two points is a segment beside the first visit of one of them, the smaller point first; so all
    /// that draw it find the same one.
    func edges(of group: Range<Int>) -> Found {
      var found = Found()
      for ring in group {
        let vertices = rings.vertices(ofRing: ring)
        for place in vertices.upperBound..<rings.paths.start[ring + 1] {
          canonical[place] = -1
          secondUse[place] = -1
        }
        guard !vertices.isEmpty else { continue }
        // A ring along which this one may run, without its ends.
        var inside = 0..<0
        var before = representative[vertices.upperBound - 1]
        var own = representative[vertices.lowerBound]
        for vertex in vertices {
          let after = vertex + 1 == vertices.upperBound ? vertices.lowerBound : vertex + 1
          let other = representative[after]
          if Int(own) == vertex, Int(other) == vertex + 1 {
            canonical[vertex] = own
          } else if other == own - 1, inside.contains(Int(own)) {
            // Back along another ring, as most borders go.
            canonical[vertex] = other
            found.add(vertex, toEdge: Int(other))
            if before != representative[Int(own) + 1] { found.nodes.append(own) }
          } else {
            let around = rings.vertices(ofRing: Int(rings.ringOfVertex[Int(own)]))
            inside = around.lowerBound + 1..<around.upperBound - 1
            // Not the first visit: has it the neighbours of the first?
            if Int(own) != vertex, !isBetween(before, other, Int(own)) { found.nodes.append(own) }
            let edge = canonicalSegment(own, other)
            canonical[vertex] = Int32(truncatingIfNeeded: edge ?? vertex)
            if let edge {
              if edge != vertex { found.add(vertex, toEdge: edge) }
            } else {
              found.unknown.append(vertex)
            }
          }
          secondUse[vertex] = -1
          before = own
          own = other
        }
      }
      return found
    }

    /// Whether a vertex lies between two points.
    private func isBetween(_ a: Int32, _ b: Int32, _ vertex: Int) -> Bool {
      let before = representative[rings.previous(vertex)]
      let after = representative[rings.next(vertex)]
      return (a == before && b == after) || (a == after && b == before)
    }

    private func canonicalSegment(_ one: Int32, _ other: Int32) -> Int? {
      let low = Int(min(one, other))
      let high = Int(max(one, other))
      if Int(representative[rings.next(low)]) == high { return low }
      if Int(representative[rings.previous(low)]) == high { return rings.previous(low) }
      if Int(representative[rings.next(high)]) == low { return high }
      if Int(representative[rings.previous(high)]) == low { return rings.previous(high) }
      return nil
    }
  }
}
