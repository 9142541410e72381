/// A tree of boxes over the segments of paths, for searches of the nearest ones.
///
/// Leaves are single segments: if lines turn often, as in a spiral, the box of several segments is no nearer to them
/// than the box of all. The leaves lie in Morton order, so that neighbors in the tree are near each other, whatever the
/// order of the paths.
///
/// Source of the order: G. M. Morton, "A computer oriented geodetic data base and a new technique in file sequencing"
/// (1966).
struct SegmentTree {
  let paths: Paths
  /// The segments by their first vertices, in the order of the leaves.
  private let segments: ContiguousArray<Int32>
  /// Per vertex: the vertex at which the segment that begins there ends, or −1.
  let end: ContiguousArray<Int32>
  /// A binary tree with its root at 1: node n has the children 2n and 2n + 1; those from `firstLeaf` on stand for
  /// segments. Boxes of nodes without segments are empty.
  private let boxes: ContiguousArray<GridBox>
  private let firstLeaf: Int
  /// The number of boxes and segments that searches have looked at.
  var examined = 0

  /// - Precondition: there is a segment.
  init(_ paths: Paths) {
    self.paths = paths
    var end = ContiguousArray<Int32>(repeating: -1, count: paths.vertexCount)
    var box = GridBox()
    for path in 0..<paths.count where paths.vertices(of: path).count > 1 {
      let range = paths.vertices(of: path)
      for vertex in range {
        box.extend(to: paths.point(vertex))
        let isLast = vertex + 1 == range.upperBound
        if isLast && !paths.isClosed[path] { break }
        end[vertex] = Int32(truncatingIfNeeded: isLast ? range.lowerBound : vertex + 1)
      }
    }
    self.end = end
    let extent = max(Int64(box.maxX) - Int64(box.minX), Int64(box.maxY) - Int64(box.minY))
    let shift = max(0, 48 - Int64(extent.leadingZeroBitCount))
    var words = ContiguousArray<UInt64>()
    words.reserveCapacity(paths.vertexCount)
    for (vertex, end) in end.enumerated() where end >= 0 {
      let (a, b) = (paths.point(vertex), paths.point(Int(end)))
      let x = (Int64(a.x) + Int64(b.x)) / 2 - Int64(box.minX)
      let y = (Int64(a.y) + Int64(b.y)) / 2 - Int64(box.minY)
      let mortonCode = Self.spread(UInt64(x >> shift)) | Self.spread(UInt64(y >> shift)) << 1
      words.append(mortonCode << 32 | UInt64(vertex))
    }
    precondition(!words.isEmpty, "A polygon without edges has no inside")
    segments = ContiguousArray(radixSortedByHighWord(words).map { Int32(truncatingIfNeeded: $0) })

    var firstLeaf = 1
    while firstLeaf < segments.count { firstLeaf *= 2 }
    self.firstLeaf = firstLeaf
    var boxes = ContiguousArray<GridBox>(repeating: GridBox(), count: 2 * firstLeaf)
    for (leaf, begin) in segments.enumerated() {
      boxes[firstLeaf + leaf] = GridBox(paths.point(Int(begin)), paths.point(Int(end[Int(begin)])))
    }
    for node in (1..<firstLeaf).reversed() {
      boxes[node] = boxes[2 * node]
      boxes[node].extend(to: boxes[2 * node + 1])
    }
    self.boxes = boxes
  }

  /// Sixteen bits with a zero between each two.
  private static func spread(_ bits: UInt64) -> UInt64 {
    var spread = bits & 0xFFFF
    spread = (spread | spread << 8) & 0x00FF_00FF
    spread = (spread | spread << 4) & 0x0F0F_0F0F
    spread = (spread | spread << 2) & 0x3333_3333
    return (spread | spread << 1) & 0x5555_5555
  }

  var box: GridBox { boxes[1] }

  /// The ends of the segment that begins at a vertex.
  @inline(__always)
  func ends(_ segment: Int) -> (a: GridPoint, b: GridPoint) { (paths.point(segment), paths.point(Int(end[segment]))) }

  /// Calls a function with each segment whose box is near something, about from the nearest to a point on.
  /// - Parameters:
  ///   - isNear: whether a box may hold a wanted segment; it may become stricter from call to call.
  ///   - body: gets a segment by its first vertex, and its two ends.
  @inline(__always)
  mutating func forEachSegment(
    from x: Double, _ y: Double, where isNear: (GridBox) -> Bool, _ body: (Int, _ a: GridPoint, _ b: GridPoint) -> Void
  ) {
    var node = 1
    // Bit k says whether the sibling of the node's ancestor k levels up is set aside.
    var aside: UInt64 = 0
    while true {
      var isDone = true
      if node < firstLeaf {
        let (one, other) = (boxes[2 * node], boxes[2 * node + 1])
        examined += 2
        let (isOneNear, isOtherNear) = (isNear(one), isNear(other))
        if isOneNear || isOtherNear {
          let areBothNear = isOneNear && isOtherNear
          let isOneFirst =
            areBothNear ? one.squaredDistance(fromX: x, y: y) < other.squaredDistance(fromX: x, y: y) : isOneNear
          aside = aside << 1 | (areBothNear ? 1 : 0)
          node = 2 * node + (isOneFirst ? 0 : 1)
          isDone = false
        }
      } else {
        let segment = Int(segments[node - firstLeaf])
        let (a, b) = ends(segment)
        body(segment, a, b)
      }
      while isDone {
        guard aside != 0 else { return }
        let levels = aside.trailingZeroBitCount
        node = (node >> levels) ^ 1
        aside = aside >> UInt64(levels) ^ 1
        isDone = !isNear(boxes[node])
      }
    }
  }

  /// The distance of a point from the nearest segment, in cells.
  mutating func distance(_ x: Double, _ y: Double) -> Double {
    var least = Double.infinity
    forEachSegment(from: x, y) {
      $0.squaredDistance(fromX: x, y: y) < least
    } _: { _, a, b in
      least = min(least, squaredDistance(x, y, a, b))
    }
    return least.squareRoot()
  }
}

extension GridBox {
  /// The square of the distance of a point from the box. If the box is empty, it is larger than any distance within the
  /// grid.
  @inline(__always)
  func squaredDistance(fromX x: Double, y: Double) -> Double {
    let across = Self.distance(x, Double(minX), Double(maxX))
    let up = Self.distance(y, Double(minY), Double(maxY))
    return across * across + up * up
  }

  /// The distance of a number from a range. Faster than `max` of three numbers.
  @inline(__always)
  private static func distance(_ value: Double, _ low: Double, _ high: Double) -> Double {
    let (below, above) = (low - value, value - high)
    let outside = below > above ? below : above
    return outside > 0 ? outside : 0
  }
}

@inline(__always)
private func squaredDistance(_ x: Double, _ y: Double, _ a: GridPoint, _ b: GridPoint) -> Double {
  let runX = Double(b.x) - Double(a.x)
  let runY = Double(b.y) - Double(a.y)
  let toX = x - Double(a.x)
  let toY = y - Double(a.y)
  let length = runX * runX + runY * runY
  // The position of the nearest point along the segment: 0 at a, 1 at b.
  let share = length > 0 ? min(1, max(0, (toX * runX + toY * runY) / length)) : 0
  let restX = toX - share * runX
  let restY = toY - share * runY
  return restX * restX + restY * restY
}
