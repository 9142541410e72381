import MapGeometry

/// Which ring is the innermost one around each other, of rings that do not meet.
struct RingNest {
  /// Per ring: the innermost other one around it, or −1.
  private(set) var container: [Int]

  /// From the leftmost ring to the rightmost: the border next below a ring's leftmost vertex is of a ring around it, or
  /// of one beside it that lies in the same ring and is farther left.
  /// - Parameter rings: closed; those without vertices have none around them.
  /// - Complexity: O(n log n) for n vertices where borders lie about evenly.
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
        // Single sums may wrap, the whole cannot: a ring lies in a square of 2³⁰ cells.
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
