import MapPackGeometry

/// The nesting of rings that do not meet, for features with many rings (`BorderDrawing`). Rings may run in either
/// direction.
struct RingNest {
  /// Per ring: the innermost other ring around it, or −1.
  private(set) var container: [Int]

  /// Nests the rings, from the leftmost to the rightmost.
  ///
  /// The next ring below the leftmost vertex of a ring either lies around it or lies beside it in the same container.
  /// In the second case it begins farther left, so its container is known already.
  /// - Parameter rings: closed paths that do not meet; a ring without vertices has no container.
  /// - Complexity: O(n log n) for n vertices, if they are spread about evenly.
  init(_ rings: Paths) {
    let index = ChainIndex(rings)
    container = Array(repeating: -1, count: rings.count)
    var runsCounterClockwise: [Bool] = []
    var leftmost: [(point: GridPoint, ring: Int)] = []
    for ring in 0..<rings.count {
      let vertices = rings.start[ring]..<rings.start[ring + 1]
      guard let last = vertices.last else {
        runsCounterClockwise.append(true)
        continue
      }
      var doubledArea: Int64 = 0
      var previous = rings.point(last)
      var least = previous
      for vertex in vertices {
        let point = rings.point(vertex)
        // Partial sums may wrap; the total is exact, because a ring lies in a square of 2³⁰ × 2³⁰ cells.
        doubledArea &+= Int64(previous.x) &* Int64(point.y) &- Int64(point.x) &* Int64(previous.y)
        least = min(least, point)
        previous = point
      }
      runsCounterClockwise.append(doubledArea > 0)
      leftmost.append((least, ring))
    }
    leftmost.sort { ($0.point, $0.ring) < ($1.point, $1.ring) }
    for ((_, ring), below) in zip(leftmost, index.firstSegments(below: leftmost.map(\.point))) {
      guard let (segment, runsTowardsGrowingX) = below else { continue }
      let below = rings.path(ofVertex: segment)
      container[ring] = runsCounterClockwise[below] == runsTowardsGrowingX ? below : container[below]
    }
  }
}
