/// All segments below a point, by which validation decides which rings contain a ring. For the first segment below a
/// point see ChainIndex+Queries.swift.
extension ChainIndex {
  /// Calls `body` with the first vertex of each segment that a ray from p toward falling y meets; once each, in no
  /// particular order.
  ///
  /// A segment covers the half-open range from its smaller x to its larger one. So the ray meets an odd number of
  /// segments of a closed path if p lies inside it. Segments that contain p do not count. Exact.
  /// - Parameter limit: the largest number of chains to look at.
  /// - Returns: `true` if these were all segments; `false` if some may be missing, because of the limit.
  /// - Complexity: O(k) for the k chains in the column of p.
  @discardableResult
  package func forEachSegment(below p: GridPoint, limit: Int = .max, _ body: (_ first: Int) -> Void) -> Bool {
    guard columnCount > 0 else { return true }
    let column = column(ofX: Int64(p.x))
    let entries = columnStart[column]..<columnStart[column + 1]
    for entry in entries {
      let box = columnBoxes[entry]
      if box.minY > p.y { break }
      if entry - entries.lowerBound >= limit { return false }
      guard box.minX <= p.x, p.x < box.maxX else { continue }
      let chain = chains[Int(columnChains[entry])]
      for i in 0..<chain.count {
        let first = paths.point(Int(chain.first + i))
        let last = paths.point(end(ofSegment: i, in: chain))
        let a = first.x < last.x ? first : last
        let b = first.x < last.x ? last : first
        if a.x <= p.x, p.x < b.x, orientation(a, b, p) > 0 { body(Int(chain.first + i)) }
      }
    }
    return true
  }

  /// Calls `body` with the first vertex of each segment that a ray toward falling y may have met before rounding; once
  /// each, in no particular order, together with some other segments.
  ///
  /// The ray may begin at any point within `margin` cells of p along both axes, and each end of a segment may be as far
  /// from its grid point.
  package func forEachSegment(below p: GridPoint, within margin: Int32, _ body: (_ first: Int) -> Void) {
    guard margin > 0 else {
      forEachSegment(below: p, body)
      return
    }
    guard columnCount > 0 else { return }
    let reach = 2 * Int64(margin)
    let (west, east, top) = (Int64(p.x) - reach, Int64(p.x) + reach, Int64(p.y) + reach)
    let columns = column(ofX: west)...column(ofX: east)
    for column in columns {
      for entry in columnStart[column]..<columnStart[column + 1] {
        let box = columnBoxes[entry]
        if Int64(box.minY) > top { break }
        guard Int64(box.minX) <= east, west <= Int64(box.maxX),
          // A chain in several columns is examined in the first of them.
          max(columns.lowerBound, self.column(ofX: Int64(box.minX))) == column
        else { continue }
        let chain = chains[Int(columnChains[entry])]
        for i in 0..<chain.count {
          let first = paths.point(Int(chain.first + i))
          let last = paths.point(end(ofSegment: i, in: chain))
          guard Int64(min(first.x, last.x)) <= east, west <= Int64(max(first.x, last.x)),
            Int64(min(first.y, last.y)) <= top
          else { continue }
          body(Int(chain.first + i))
        }
      }
    }
  }
}
