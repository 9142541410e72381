extension ChainIndex {
  /// Calls `body` with the first vertex of each segment that a ray from p towards falling y meets; once each, in no
  /// particular order.
  ///
  /// A segment reaches from its smaller x, included, to its larger one, excluded, so the segments met of one
  /// closed path are odd in number where p lies inside it. Segments that contain p do not count. Exact.
  /// - Parameter limit: how many chains are looked at.
  /// - Returns: whether these were all; else some of the segments are missing.
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

  /// Calls `body` with the first vertex of each segment that a ray towards falling y may meet, from any place that is no
  /// more than a number of cells away from p along either axis, if no end of a segment is farther than that from its
  /// place on the grid either; once each, in no particular order, and with some others.
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
          // A chain that stands in several of the columns is looked at in the first.
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
