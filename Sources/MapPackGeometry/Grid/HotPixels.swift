/// The points through whose pixels noding has to draw lines, and a way to find those that a segment passes.
///
/// The points stand in columns of equal width, about as many as the square root of their number, each sorted by y. A
/// segment is compared only with the points of the columns that it crosses, and in each column only with those in the
/// band of y that it covers there.
/// - Complexity: O(k log k) to make for k points; 8 bytes per point.
package struct HotPixels: Sendable {
  private let points: ContiguousArray<GridPoint>
  /// Column c has the points `columnStart[c] ..< columnStart[c + 1]`.
  private let columnStart: ContiguousArray<Int>
  private let minX: Int32
  private let maxX: Int32
  /// Columns are 2^shift cells wide.
  private let shift: Int32

  /// - Parameter given: the points, in any order; a point that is given several times counts once.
  package init(_ given: [GridPoint]) {
    var points = ContiguousArray<GridPoint>()
    var table = PointTable(capacity: given.count)
    for point in given where table.insert(point.key) { points.append(point) }
    var box = GridBox()
    for point in points { box.extend(to: point) }
    let minX = box.isEmpty ? 0 : box.minX
    let width = box.isEmpty ? 0 : box.maxX - box.minX
    var most: Int32 = 1
    while Int(most) * Int(most) < points.count { most *= 2 }
    var shift: Int32 = 0
    while width >> shift >= most { shift += 1 }
    self.minX = minX
    maxX = minX + width
    self.shift = shift

    var words = ContiguousArray<UInt64>()
    words.reserveCapacity(points.count)
    for (index, point) in points.enumerated() {
      words.append(UInt64(UInt32(bitPattern: point.y) ^ 0x8000_0000) << 32 | UInt64(index))
    }
    // In ascending order of y, so that each column is sorted.
    let ascending = radixSortedByHighWord(words).map { points[Int(truncatingIfNeeded: $0 & 0xFFFF_FFFF)] }
    let columns = Grouping(
      ascending.lazy.map { Int(($0.x - minX) >> shift) }, count: Int(width >> shift) + 1)
    self.points = ContiguousArray(columns.items.map { ascending[Int($0)] })
    columnStart = columns.start
  }

  /// Calls `body` with each of the points through whose pixel the closed segment from a to b passes, as
  /// `segment(_:_:passesThroughPixelOf:)` says; once each, in no particular order. The ends of the segment are included
  /// if they are among the points.
  /// - Complexity: O(c log k) for a segment that crosses c columns, plus the points near it.
  package func forEachPoint(on a: GridPoint, _ b: GridPoint, _ body: (GridPoint) -> Void) {
    // The ends are grid points, so the segment meets no pixel beyond them along either axis.
    let left = a.x <= b.x ? a : b
    let right = a.x <= b.x ? b : a
    guard left.x <= maxX, right.x >= minX else { return }
    let first = (max(left.x, minX) - minX) >> shift
    let last = (min(right.x, maxX) - minX) >> shift
    let minY = min(a.y, b.y)
    let maxY = max(a.y, b.y)
    for column in first...last {
      let entries = columnStart[Int(column)]..<columnStart[Int(column) + 1]
      if entries.isEmpty { continue }
      var (lowest, highest) = (minY, maxY)
      if first < last {
        // The pixels of a column reach half a cell beyond it.
        let begin = minX + column << shift
        let from = Self.floor(of: left, right, atX: max(left.x, begin - 1))
        let to = Self.floor(of: left, right, atX: min(Int64(right.x), Int64(begin) + 1 << Int64(shift)))
        lowest = max(minY, min(from, to))
        highest = min(maxY, max(from, to) + 1)
      }
      var entry = entries.partitioningIndex { points[$0].y >= lowest }
      while entry < entries.upperBound, points[entry].y <= highest {
        if segment(a, b, passesThroughPixelOf: points[entry]) { body(points[entry]) }
        entry += 1
      }
    }
  }

  /// The largest y of the grid that is not above a segment at an x between its ends, which differ in x.
  private static func floor(of left: GridPoint, _ right: GridPoint, atX x: some BinaryInteger) -> Int32 {
    let width = Int64(right.x) &- Int64(left.x)
    // Products of differences have at most 60 bits.
    let rise = (Int64(right.y) &- Int64(left.y)) &* (Int64(x) &- Int64(left.x))
    let quotient = rise / width
    return left.y + Int32(truncatingIfNeeded: rise < 0 && quotient &* width != rise ? quotient - 1 : quotient)
  }
}
