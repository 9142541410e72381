import MapGeometry

/// Which vertices of rings are at the same point.
struct SharedPoints: Sendable {
  /// Per vertex: the first vertex at the same point; -1 where a place is left over.
  let representative: ContiguousArray<Int32>
  /// Features that pass twice through a point.
  private(set) var touched: Set<Int> = []
  /// Pairs of rings, so many that rings with a point in common are in one connected part.
  private(set) var touches: [(ring: Int32, other: Int32)] = []

  /// - Complexity: O(n) expected for n vertices.
  init(_ rings: RoundedRings, jobs: Int) {
    var found: [Found] = []
    representative = ContiguousArray(count: rings.vertexCount) { representative in
      for places in rings.leftOver {
        for place in places { representative[place] = -1 }
      }
      _ = ContiguousArray<Int32>(count: rings.vertexCount) { latest in
        let visits = Visits(representative: representative, latest: latest)
        found = concurrentMap(rings.neighbours.shares, jobs: jobs) { visits.match(rings, rings.neighbours[$0]) }
      }
    }
    for part in found {
      touched.formUnion(part.touched)
      touches += part.touches
    }
  }

  private struct Found: Sendable {
    var touched: [Int] = []
    var touches: [(ring: Int32, other: Int32)] = []
  }

  private struct Visits: Sendable {
    let representative: DisjointSlots<Int32>
    /// Per vertex that is the first at its point: the last one so far.
    let latest: DisjointSlots<Int32>

    /// Matches the vertices of a share, in their order. Open addressing, at most half full; but along a border that has
    /// been drawn already the next vertex is found beside the last one.
    func match(_ rings: RoundedRings, _ runs: ContiguousArray<Neighbours.Run>.SubSequence) -> Found {
      let x = rings.paths.x
      let y = rings.paths.y
      let count = runs.reduce(0) { $0 + Int($1.count) }
      let bits = UInt64(max(4, 64 - (2 * count).leadingZeroBitCount))
      let mask = 1 << Int(bits) - 1
      var slots = ContiguousArray<Int32>(repeating: -1, count: 1 << Int(bits))
      var found = Found()
      for run in runs {
        let feature = Int(rings.featureOfRing[Int(run.ring)])
        let featureStart = rings.featureStart[Int(run.ring)]
        // The ring in which the vertex before has been found, where that begins, and the vertex before that: most
        // borders are drawn the other way round.
        var otherRing = run.ring
        var otherStart = 0
        var expected = -1
        for vertex in run.vertices {
          let vx = x[vertex]
          let vy = y[vertex]
          var other = -1
          // What is at the same point is in the same share, and has its place already.
          if expected >= otherStart, x[expected] == vx, y[expected] == vy { other = Int(representative[expected]) }
          if other < 0 {
            let key = UInt64(UInt32(bitPattern: vx)) << 32 | UInt64(UInt32(bitPattern: vy))
            // Fibonacci hashing: the upper bits of a product with 2⁶⁴ over the golden ratio.
            var slot = Int(truncatingIfNeeded: ((key ^ key >> 29) &* 0x9E37_79B9_7F4A_7C15) >> (64 &- bits))
            other = Int(slots[slot])
            while other >= 0, x[other] != vx || y[other] != vy {
              slot = (slot + 1) & mask
              other = Int(slots[slot])
            }
            if other < 0 {
              slots[slot] = Int32(truncatingIfNeeded: vertex)
              representative[vertex] = Int32(truncatingIfNeeded: vertex)
              latest[vertex] = Int32(truncatingIfNeeded: vertex)
              expected = -1
              continue
            }
          }
          representative[vertex] = Int32(truncatingIfNeeded: other)
          if latest[other] >= featureStart, found.touched.last != feature { found.touched.append(feature) }
          latest[other] = Int32(truncatingIfNeeded: vertex)
          if other != expected {
            let ring = rings.ringOfVertex[other]
            if ring != otherRing { found.touches.append((run.ring, ring)) }
            otherRing = ring
            otherStart = rings.paths.start[Int(ring)]
          }
          expected = other - 1
        }
      }
      return found
    }
  }
}
