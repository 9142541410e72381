import MapPackGeometry

/// Moves of points, and new vertices of segments, with which `AntimeridianSnapping` changes paths; in cells of the
/// noding grid.
struct AntimeridianMoves {
  /// Per point: the point to which all its vertices move.
  var target: [GridPoint: GridPoint] = [:]
  /// Per segment, by its ends before they move: the vertices that it gets. Their y lies between those of its ends.
  var inserted: [SegmentEnds: Set<GridPoint>] = [:]

  var isEmpty: Bool { target.isEmpty && inserted.isEmpty }
}

/// The two ends of a segment, whichever way it is drawn.
struct SegmentEnds: Hashable {
  var low: GridPoint
  var high: GridPoint

  init(_ a: GridPoint, _ b: GridPoint) {
    low = min(a, b)
    high = max(a, b)
  }
}

extension ClaimedPaths {
  /// The paths with vertices moved and inserted. Repeated vertices are left out, and so are paths that collapse to a
  /// point.
  func moved(_ moves: AntimeridianMoves) -> ClaimedPaths {
    var result = ClaimedPaths()
    for path in 0..<count {
      let begin = result.paths.vertexCount
      func add(_ point: GridPoint) {
        let end = result.paths.vertexCount
        if end == begin || result.paths.point(end - 1) != point { result.paths.append(point) }
      }
      let range = paths.start[path]..<paths.start[path + 1]
      for vertex in range {
        let here = paths.point(vertex)
        add(moves.target[here] ?? here)
        let isLast = vertex + 1 == range.upperBound
        if isLast && !paths.isClosed[path] { break }
        let next = paths.point(isLast ? range.lowerBound : vertex + 1)
        guard let inserted = moves.inserted[SegmentEnds(here, next)] else { continue }
        for point in inserted.sorted(by: { here.y < next.y ? $0.y < $1.y : $1.y < $0.y }) { add(point) }
      }
      if paths.isClosed[path] { result.paths.removeRepeatedEnd(from: begin) }
      guard result.paths.vertexCount > begin + 1 else {
        result.paths.removeVertices(from: begin)
        continue
      }
      result.paths.endPath(isClosed: paths.isClosed[path])
      result.appendUses(of: path, in: self)
    }
    return result
  }
}
