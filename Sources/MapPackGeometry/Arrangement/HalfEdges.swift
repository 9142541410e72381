/// The arcs in both directions: their order round the nodes, and the face boundaries that they form.
///
/// Half-edge 2a is arc a walked forwards, 2a + 1 backwards; `h ^ 1` is the same arc the other way. Each half-edge has a
/// face on its left. Following `next` walks once round a boundary of that face and keeps the face on the left.
/// - Precondition: the arcs meet in end points only, and do not overlap.
/// - Complexity: O(a log a) for a arcs.
package struct HalfEdges: Sendable {
  /// Per half-edge: the node in which it begins, or −1 if the arc is closed.
  package private(set) var origin: ContiguousArray<Int32>
  /// The points of the nodes, sorted.
  package private(set) var nodes: ContiguousArray<GridPoint> = []
  /// Node n sends out the half-edges `outgoing[outgoingStart[n] ..< outgoingStart[n + 1]]`, counter-clockwise from
  /// the direction of growing x.
  package private(set) var outgoingStart: ContiguousArray<Int> = [0]
  package private(set) var outgoing: ContiguousArray<Int32> = []
  /// Per half-edge: the one that follows it round the face on its left.
  package private(set) var next: ContiguousArray<Int32>

  package init(_ paths: Paths) {
    let count = 2 * paths.count
    origin = ContiguousArray(repeating: -1, count: count)
    next = ContiguousArray(repeating: 0, count: count)

    var ends: ContiguousArray<(key: UInt64, half: Int32)> = []
    ends.reserveCapacity(count)
    for arc in 0..<paths.count {
      if paths.isClosed[arc] {
        next[2 * arc] = Int32(2 * arc)
        next[2 * arc + 1] = Int32(2 * arc + 1)
      } else {
        ends.append((paths.point(paths.start[arc]).key, Int32(2 * arc)))
        ends.append((paths.point(paths.start[arc + 1] - 1).key, Int32(2 * arc + 1)))
      }
    }
    ends.sort { ($0.key, $0.half) < ($1.key, $1.half) }

    outgoing.reserveCapacity(ends.count)
    var first = 0
    while first < ends.count {
      var last = first
      let node = GridPoint(key: ends[first].key)
      while last < ends.count && ends[last].key == ends[first].key { last += 1 }
      let turned = ends[first..<last]
        .map { (half: $0.half, towards: Self.secondPoint(of: Int($0.half), paths)) }
        .sorted { precedes($0.towards, $1.towards, around: node) }
      for position in turned.indices {
        let half = turned[position].half
        origin[Int(half)] = Int32(nodes.count)
        outgoing.append(half)
        // The face on the left of `half ^ 1`, which arrives here, continues along the next outgoing half-edge
        // clockwise.
        let clockwise = turned[position == 0 ? turned.count - 1 : position - 1].half
        next[Int(half ^ 1)] = clockwise
      }
      nodes.append(node)
      outgoingStart.append(outgoing.count)
      first = last
    }
  }

  /// The first point of a half-edge; for a closed arc it is the same in both directions.
  package static func firstPoint(of half: Int, _ paths: Paths) -> GridPoint {
    let arc = half >> 1
    return paths.point(half & 1 == 0 || paths.isClosed[arc] ? paths.start[arc] : paths.start[arc + 1] - 1)
  }

  /// The second point of a half-edge.
  package static func secondPoint(of half: Int, _ paths: Paths) -> GridPoint {
    let arc = half >> 1
    if half & 1 == 0 { return paths.point(paths.start[arc] + 1) }
    // The first point of a closed arc stands once, so the last vertex is the second point backwards.
    return paths.point(paths.start[arc + 1] - (paths.isClosed[arc] ? 1 : 2))
  }

  package var count: Int { next.count }
}

/// Whether the direction from the center to a comes before that to b, counter-clockwise from growing x. Exact.
package func precedes(_ a: GridPoint, _ b: GridPoint, around center: GridPoint) -> Bool {
  let aIsLower = isInLowerHalf(a, center)
  let bIsLower = isInLowerHalf(b, center)
  if aIsLower != bIsLower { return bIsLower }
  return orientation(center, a, b) > 0
}

private func isInLowerHalf(_ p: GridPoint, _ center: GridPoint) -> Bool {
  p.y < center.y || (p.y == center.y && p.x < center.x)
}

extension HalfEdges {
  /// The face boundaries that the half-edges form, each with twice its signed area: positive if it runs
  /// counter-clockwise.
  /// - Parameter doubledAreas: per arc, as `Paths.doubledAreas(jobs:)` finds them.
  package func boundaries(_ doubledAreas: ContiguousArray<Int64>) -> FaceBoundaries {
    var boundary = ContiguousArray<Int32>(repeating: -1, count: count)
    var first: ContiguousArray<Int32> = []
    var area: ContiguousArray<Int64> = []
    for start in 0..<count where boundary[start] < 0 {
      var sum: Int64 = 0
      var half = start
      repeat {
        boundary[half] = Int32(first.count)
        // Partial sums may wrap, the total cannot: a boundary lies in a square of 2³⁰ cells.
        sum = half & 1 == 0 ? sum &+ doubledAreas[half >> 1] : sum &- doubledAreas[half >> 1]
        half = Int(next[half])
      } while half != start
      first.append(Int32(start))
      area.append(sum)
    }
    return FaceBoundaries(boundary: boundary, first: first, doubledArea: area)
  }
}

extension HalfEdges {
  /// The smallest vertex on a boundary.
  package func smallestPoint(of boundary: Int, _ boundaries: FaceBoundaries, _ paths: Paths) -> GridPoint {
    let start = Int(boundaries.first[boundary])
    var smallest = GridPoint(x: .max, y: .max)
    var half = start
    repeat {
      for vertex in paths.start[half >> 1]..<paths.start[(half >> 1) + 1] {
        smallest = min(smallest, paths.point(vertex))
      }
      half = Int(next[half])
    } while half != start
    return smallest
  }
}
