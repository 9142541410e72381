import MapPackGeometry

/// A spatial index over points of the grid, by which `Sweep` finds what lies in a box.
///
/// The points are sorted by x and cut into about √n blocks of √n points. Each block is sorted by y.
struct PointIndex: Sendable {
  /// Per point: y and x in one word.
  private let keys: ContiguousArray<UInt64>
  private let blockSize: Int
  /// Per block: its smallest and its largest x; both columns ascend.
  private var minX: ContiguousArray<Int32> = []
  private var maxX: ContiguousArray<Int32> = []

  /// Sorts points.
  ///
  /// - Parameter points: the keys of the points; some may be equal.
  /// - Complexity: O(n log n) for n points.
  init(_ points: ContiguousArray<UInt64>, jobs: Int) {
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

  /// Calls `body` with the points in a box. Their order depends on the points alone.
  ///
  /// - Complexity: O(b log n + h) for b blocks that the box meets, and h points of these blocks between its smallest and
  ///   its largest y.
  @inline(__always)
  func forEach(in box: GridBox, _ body: (GridPoint) -> Void) {
    var block = Self.firstIndex(in: 0..<maxX.count) { maxX[$0] >= box.minX }
    let least = GridPoint(x: box.minY, y: .min).key
    while block < minX.count && minX[block] <= box.maxX {
      let range = block * blockSize..<min(keys.count, (block + 1) * blockSize)
      var index = Self.firstIndex(in: range) { keys[$0] >= least }
      while index < range.upperBound {
        let swapped = GridPoint(key: keys[index])
        if swapped.x > box.maxY { break }
        if swapped.y >= box.minX && swapped.y <= box.maxX { body(GridPoint(x: swapped.y, y: swapped.x)) }
        index += 1
      }
      block += 1
    }
  }

  /// The first index for which `isReached`, by binary search; the end of the range if there is none.
  @inline(__always)
  private static func firstIndex(in range: Range<Int>, _ isReached: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isReached(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
