/// A spatial index over points of the grid.
///
/// The points are sorted by x and cut into about √n blocks of √n points. Each block is sorted by y.
/// - Complexity: O(n log n) to make for n points; 8 bytes per point.
package struct PointIndex: Sendable {
  /// Per point: y and x in one word.
  private let keys: ContiguousArray<UInt64>
  private let blockSize: Int
  /// Per block: its smallest and its largest x; both columns ascend.
  private var minX: ContiguousArray<Int32> = []
  private var maxX: ContiguousArray<Int32> = []

  /// An index over the points with some keys.
  package init(_ points: ContiguousArray<UInt64>, jobs: Int) {
    let sorted = radixSortedByHighWord(points)
    let size = max(1, Int(Double(sorted.count).squareRoot()))
    blockSize = size
    let blocks = (sorted.count + size - 1) / size
    for block in 0..<blocks {
      minX.append(GridPoint(key: sorted[block * size]).x)
      maxX.append(GridPoint(key: sorted[min(sorted.count, (block + 1) * size) - 1]).x)
    }
    keys = ContiguousArray(count: sorted.count) { keys in
      _ = concurrentMap(blocks, jobs: jobs) { block in
        let range = block * size..<min(sorted.count, (block + 1) * size)
        for index in range { keys[index] = sorted[index] << 32 | sorted[index] >> 32 }
        keys.sort(range)
      }
    }
  }

  /// An index in which a point that is given several times counts once.
  package init(distinct points: [GridPoint], jobs: Int) {
    var table = PointTable(capacity: points.count)
    self.init(ContiguousArray(points.lazy.map(\.key).filter { table.insert($0) }), jobs: jobs)
  }

  /// Adds the points in a box to a list, without those that are equal to one of two points. Their order depends on the
  /// points alone.
  /// - Parameter most: no block is looked at after so many points.
  /// - Returns: how many points were found in the box, with those that are left out.
  package func collect(
    in box: GridBox, without a: GridPoint, _ b: GridPoint, most: Int = .max,
    into points: inout ContiguousArray<GridPoint>
  ) -> Int {
    var count = 0
    var block = firstBlock(reaching: box.minX)
    while block < minX.count && minX[block] <= box.maxX && count < most {
      forEach(inBlock: block, from: box.minY, to: box.maxY) { point in
        guard point.x >= box.minX && point.x <= box.maxX else { return }
        count += 1
        if point != a && point != b { points.append(point) }
      }
      block += 1
    }
    return count
  }

  /// Calls `body` with each of the points through whose pixel the closed segment from a to b passes, as
  /// `segment(_:_:passesThroughPixelOf:)` says, in no particular order. The ends of the segment are included if they
  /// are among the points.
  /// - Complexity: O(b log n) for a segment that crosses b blocks, plus the points near it.
  package func forEachPoint(on a: GridPoint, _ b: GridPoint, _ body: (GridPoint) -> Void) {
    // The ends are grid points, so the segment meets no pixel beyond them along either axis.
    let (left, right) = a.x <= b.x ? (a, b) : (b, a)
    let (minY, maxY) = (min(a.y, b.y), max(a.y, b.y))
    var block = firstBlock(reaching: left.x)
    while block < minX.count && minX[block] <= right.x {
      var (lowest, highest) = (minY, maxY)
      if left.x < minX[block] || maxX[block] < right.x {
        // The pixels of a block reach half a cell beyond it.
        let from = Self.floor(of: left, right, atX: max(left.x, minX[block] - 1))
        let to = Self.floor(of: left, right, atX: min(right.x, maxX[block] + 1))
        lowest = max(minY, min(from, to))
        highest = min(maxY, max(from, to) + 1)
      }
      forEach(inBlock: block, from: lowest, to: highest) { if segment(a, b, passesThroughPixelOf: $0) { body($0) } }
      block += 1
    }
  }

  private func firstBlock(reaching x: Int32) -> Int { maxX.indices.partitioningIndex { maxX[$0] >= x } }

  @inline(__always)
  private func forEach(inBlock block: Int, from minY: Int32, to maxY: Int32, _ body: (GridPoint) -> Void) {
    let range = block * blockSize..<min(keys.count, (block + 1) * blockSize)
    let least = GridPoint(x: minY, y: .min).key
    var index = range.partitioningIndex { keys[$0] >= least }
    while index < range.upperBound {
      let swapped = GridPoint(key: keys[index])
      if swapped.x > maxY { break }
      body(GridPoint(x: swapped.y, y: swapped.x))
      index += 1
    }
  }

  /// The largest y of the grid that is not above a segment at an x between its ends, which differ in x.
  private static func floor(of left: GridPoint, _ right: GridPoint, atX x: Int32) -> Int32 {
    let width = Int64(right.x) &- Int64(left.x)
    // Products of differences have at most 60 bits.
    let rise = (Int64(right.y) &- Int64(left.y)) &* (Int64(x) &- Int64(left.x))
    let quotient = rise / width
    return left.y + Int32(truncatingIfNeeded: rise < 0 && quotient &* width != rise ? quotient - 1 : quotient)
  }
}
