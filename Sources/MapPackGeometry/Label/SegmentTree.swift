/// A tree of boxes over the segments of paths, for searches of the nearest ones.
///
/// Leaves are single segments: if lines turn often, as in a spiral, the box of several segments is no nearer to them
/// than the box of all. The leaves lie in the order of a curve that fills the plane, so that neighbors in the tree are
/// near each other, whatever the order of the paths.
///
/// Source of the order: G. M. Morton, "A computer oriented geodetic data base and a new technique in file sequencing"
/// (1966).
struct SegmentTree {
  let paths: Paths
  let segments: ContiguousArray<Int32>
  /// Per vertex: the vertex at which the segment that begins there ends, or −1.
  let end: ContiguousArray<Int32>
  /// A binary tree with its root at 1: node n has the children 2n and 2n + 1; those from `firstLeaf` on stand for
  /// segments and have no boxes. Boxes of nodes without segments are empty.
  let boxes: ContiguousArray<GridBox>
  let firstLeaf: Int

  init(_ paths: Paths) {
    self.paths = paths
    var end = ContiguousArray<Int32>(repeating: -1, count: paths.vertexCount)
    var box = GridBox()
    var words = ContiguousArray<UInt64>()
    words.reserveCapacity(paths.vertexCount)
    for path in 0..<paths.count {
      let range = paths.start[path]..<paths.start[path + 1]
      for vertex in range { box.extend(to: paths.point(vertex)) }
      guard let last = range.last, range.count > 1 else { continue }
      for vertex in range.dropLast() { end[vertex] = Int32(truncatingIfNeeded: vertex + 1) }
      if paths.isClosed[path] { end[last] = Int32(truncatingIfNeeded: range.lowerBound) }
    }
    self.end = end
    let extent = max(Int64(box.maxX) - Int64(box.minX), Int64(box.maxY) - Int64(box.minY))
    var shift: Int64 = 0
    while extent >> shift > 0xFFFF { shift += 1 }
    for (vertex, end) in end.enumerated() where end >= 0 {
      let (a, b) = (paths.point(vertex), paths.point(Int(end)))
      let x = (Int64(a.x) + Int64(b.x)) / 2 - Int64(box.minX)
      let y = (Int64(a.y) + Int64(b.y)) / 2 - Int64(box.minY)
      let mortonCode = Self.spread(UInt64(x >> shift)) | Self.spread(UInt64(y >> shift)) << 1
      words.append(mortonCode << 32 | UInt64(vertex))
    }
    let segments = ContiguousArray(radixSortedByHighWord(words).map { Int32(truncatingIfNeeded: $0) })
    self.segments = segments

    var firstLeaf = 2
    while firstLeaf < segments.count { firstLeaf *= 2 }
    self.firstLeaf = firstLeaf
    var boxes = ContiguousArray<GridBox>(repeating: GridBox(), count: firstLeaf)
    for (leaf, segment) in segments.enumerated() {
      let node = (firstLeaf + leaf) / 2
      boxes[node].extend(to: paths.point(Int(segment)))
      boxes[node].extend(to: paths.point(Int(end[Int(segment)])))
    }
    for node in (1..<firstLeaf / 2).reversed() {
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

  @inline(__always)
  func box(of node: Int) -> GridBox {
    if node < firstLeaf { return boxes[node] }
    guard node - firstLeaf < segments.count else { return GridBox() }
    let begin = Int(segments[node - firstLeaf])
    return GridBox(paths.point(begin), paths.point(Int(end[begin])))
  }
}

extension GridBox {
  /// The square of the distance of a point from the box. If the box is empty, it is larger than any distance within the
  /// grid.
  @inline(__always)
  func squaredDistance(fromX x: Double, y: Double) -> Double {
    let across = max(0, Double(minX) - x, x - Double(maxX))
    let up = max(0, Double(minY) - y, y - Double(maxY))
    return across * across + up * up
  }
}
