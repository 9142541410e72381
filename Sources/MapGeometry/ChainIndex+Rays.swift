extension ChainIndex {
  /// Calls `body` with the first vertex of each segment that a ray from p towards falling y meets; once each, in no
  /// particular order.
  ///
  /// A segment reaches from its smaller x, included, to its larger one, excluded, so the segments met of one
  /// closed path are odd in number where p lies inside it. Segments that contain p do not count. Exact.
  package func forEachSegment(below p: GridPoint, _ body: (_ first: Int) -> Void) {
    guard columnCount > 0 else { return }
    let column = column(ofX: Int64(p.x))
    for entry in columnStart[column]..<columnStart[column + 1] {
      let box = columnBoxes[entry]
      if box.minY > p.y { break }
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
  }
}
