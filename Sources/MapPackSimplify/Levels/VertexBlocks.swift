import MapPackGeometry

/// A spatial index over the vertices of paths, by which `FurtherRemoval` finds what lies in a triangle.
///
/// The vertices are sorted by x and cut into about √n blocks of √n vertices. Each block is sorted by y.
struct VertexBlocks {
  private let points: ContiguousArray<GridPoint>
  /// Per point: its vertex.
  private let vertices: ContiguousArray<Int32>
  private let blockSize: Int
  /// Per block: its smallest and its largest x; both columns ascend.
  private var minX: ContiguousArray<Int32> = []
  private var maxX: ContiguousArray<Int32> = []

  /// Sorts the vertices.
  ///
  /// - Complexity: O(n log n) for n vertices.
  init(_ paths: Paths) {
    let count = paths.vertexCount
    blockSize = max(1, Int(Double(count).squareRoot()))
    var order = ContiguousArray((0..<count).map { (key: paths.point($0).key, vertex: Int32(truncatingIfNeeded: $0)) })
    order.sort { ($0.key, $0.vertex) < ($1.key, $1.vertex) }
    for begin in stride(from: 0, to: count, by: blockSize) {
      let end = min(count, begin + blockSize)
      minX.append(GridPoint(key: order[begin].key).x)
      maxX.append(GridPoint(key: order[end - 1].key).x)
      order[begin..<end].sort { a, b in
        let (aY, bY) = (GridPoint(key: a.key).y, GridPoint(key: b.key).y)
        return aY != bY ? aY < bY : (a.key, a.vertex) < (b.key, b.vertex)
      }
    }
    points = ContiguousArray(order.map { GridPoint(key: $0.key) })
    vertices = ContiguousArray(order.map(\.vertex))
  }

  /// Finds a vertex that lies in a triangle or on its edges, but not in a corner; `nil` if there is none. Which of
  /// several it finds depends on the paths alone.
  ///
  /// - Parameter isPresent: per vertex, whether it counts.
  /// - Complexity: O(√n log n + h) for h vertices between the triangle's smallest and largest y, in the blocks that the
  ///   triangle's box meets.
  func first(
    inTriangle a: GridPoint, _ b: GridPoint, _ c: GridPoint, where isPresent: ContiguousArray<Bool>
  ) -> Int32? {
    var box = GridBox(a, b)
    box.extend(to: c)
    var block = Self.firstIndex(in: 0..<maxX.count) { maxX[$0] >= box.minX }
    while block < minX.count && minX[block] <= box.maxX {
      let range = block * blockSize..<min(points.count, (block + 1) * blockSize)
      var index = Self.firstIndex(in: range) { points[$0].y >= box.minY }
      while index < range.upperBound && points[index].y <= box.maxY {
        let point = points[index]
        if point.x >= box.minX && point.x <= box.maxX && isPresent[Int(vertices[index])]
          && point != a && point != b && point != c && Self.triangle(a, b, c, contains: point)
        {
          return vertices[index]
        }
        index += 1
      }
      block += 1
    }
    return nil
  }

  /// The first index for which `isReached`, by binary search; the end of the range if there is none.
  private static func firstIndex(in range: Range<Int>, _ isReached: (Int) -> Bool) -> Int {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = (low + high) / 2
      if isReached(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Whether a triangle or one of its edges holds a point of the triangle's box. Exact.
  private static func triangle(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint, contains p: GridPoint) -> Bool {
    let sides = (orientation(a, b, p), orientation(b, c, p), orientation(c, a, p))
    return (sides.0 >= 0 && sides.1 >= 0 && sides.2 >= 0) || (sides.0 <= 0 && sides.1 <= 0 && sides.2 <= 0)
  }
}
