import MapGeometry

/// What noding found and mended.
package struct NodingRecord: Hashable, Sendable {
  /// The points that became nodes because lines crossed there, sorted; rounded to the grid.
  package var crossings: [GridPoint] = []
  /// The vertices that became nodes because they lay on a foreign line, sorted.
  package var touches: [GridPoint] = []

  package var isClean: Bool { crossings.isEmpty && touches.isEmpty }
}

/// Cuts the paths into arcs that meet in end points only, and says what had to be mended for that.
///
/// An exact check finds crossings, overlaps and vertices on foreign lines. Where it finds none, the paths come out
/// vertex for vertex as they went in. Else each crossing becomes a vertex, rounded to the grid, of every line that
/// passes through its pixel (the square of places that round to it), each vertex on a line a vertex of that line;
/// lines that this moves are checked again, until the check finds nothing. The index over the arcs comes with them.
///
/// It always ends: after `gentleRounds` all vertices are treated as crossings are, which is snap rounding, whose
/// result is noded. Source: J. Hobby, "Practical segment intersection with finite precision output" (1999).
func node(
  _ input: ClaimedPaths, gentleRounds: Int, jobs: Int
) -> (arcs: ClaimedPaths, index: ChainIndex, record: NodingRecord) {
  var arcs = cutIntoArcs(input)
  var index = ChainIndex(arcs.paths)
  var found = index.interactions(jobs: jobs)
  var crossings: Set<GridPoint> = []
  var touches: Set<GridPoint> = []
  var round = 0
  while !found.isEmpty {
    var hot = HotPoints(found, arcs.paths)
    crossings.formUnion(hot.crossings)
    touches.formUnion(hot.touches)
    if round >= gentleRounds { hot.addAllVertices(of: arcs.paths) }
    let points = hot.all
    precondition(!points.isEmpty, "Segments \(found[0]) meet but have no point to meet in")
    // Only lines through these points have changed, and only with them can anything new be found.
    let changedPoints = Set(points)
    let (changed, unchanged) = insert(points, changedPoints, into: arcs, index: index)
    arcs = unchanged
    arcs.append(cutIntoArcs(changed))
    index = ChainIndex(arcs.paths)
    found = index.interactions(near: changedPoints, jobs: jobs)
    round += 1
  }
  let record = NodingRecord(crossings: crossings.sorted(), touches: touches.subtracting(crossings).sorted())
  return (arcs, index, record)
}

/// The points to which lines are drawn in one round.
private struct HotPoints {
  var crossings: [GridPoint] = []
  var touches: [GridPoint] = []
  private var vertices: [GridPoint] = []

  init(_ interactions: [Interaction], _ paths: Paths) {
    let ends = SegmentEnds(paths)
    for interaction in interactions {
      let (a, b) = ends.points(ofSegment: interaction.first)
      let (c, d) = ends.points(ofSegment: interaction.second)
      if interaction.relation == .crossing {
        crossings.append(roundedCrossing(a, b, c, d))
      } else {
        for p in [a, b] where p != c && p != d && segment(c, d, contains: p) { touches.append(p) }
        for p in [c, d] where p != a && p != b && segment(a, b, contains: p) { touches.append(p) }
      }
    }
  }

  mutating func addAllVertices(of paths: Paths) {
    for vertex in 0..<paths.vertexCount { vertices.append(paths.point(vertex)) }
  }

  var all: [GridPoint] {
    let sorted = (crossings + touches + vertices).sorted()
    var unique: [GridPoint] = []
    for point in sorted where unique.last != point { unique.append(point) }
    return unique
  }
}

/// The two ends of a segment that is named by its first vertex.
private struct SegmentEnds {
  private let paths: Paths
  /// Closed paths, by their last vertex.
  private let closing: [Int: Int]

  init(_ paths: Paths) {
    self.paths = paths
    var closing: [Int: Int] = [:]
    for path in 0..<paths.count where paths.isClosed[path] {
      closing[paths.start[path + 1] - 1] = paths.start[path]
    }
    self.closing = closing
  }

  func points(ofSegment first: Int) -> (GridPoint, GridPoint) {
    (paths.point(first), paths.point(closing[first] ?? first + 1))
  }
}

/// The paths that one of the points lies on, with each point inserted into every segment that passes through its
/// pixel; and the other paths.
private func insert(
  _ points: [GridPoint], _ set: Set<GridPoint>, into arcs: ClaimedPaths, index: ChainIndex
) -> (changed: ClaimedPaths, unchanged: ClaimedPaths) {
  let paths = arcs.paths
  var insertions: [(segment: Int, point: GridPoint)] = []
  for point in points {
    index.forEachSegment(throughPixelOf: point) { first, last in
      if paths.point(first) != point && paths.point(last) != point { insertions.append((first, point)) }
    }
  }
  insertions.sort { ($0.segment, $0.point) < ($1.segment, $1.point) }

  var changed = ClaimedPaths()
  var unchanged = ClaimedPaths()
  var next = 0
  for path in 0..<paths.count {
    let range = paths.start[path]..<paths.start[path + 1]
    let isHit = next < insertions.count && insertions[next].segment < range.upperBound
    guard isHit || range.contains(where: { set.contains(paths.point($0)) }) else {
      unchanged.append(path, of: arcs)
      continue
    }
    for vertex in range {
      let a = paths.point(vertex)
      changed.paths.append(a)
      let firstOfSegment = next
      while next < insertions.count && insertions[next].segment == vertex { next += 1 }
      guard next > firstOfSegment else { continue }
      let b = paths.point(vertex + 1 < range.upperBound ? vertex + 1 : range.lowerBound)
      // In the order in which the segment passes the pixels: they are disjoint squares, so both coordinates
      // progress along the segment's direction.
      let along = insertions[firstOfSegment..<next].map(\.point).sorted { p, q in
        if p.x != q.x { return (p.x < q.x) == (a.x <= b.x) }
        return (p.y < q.y) == (a.y <= b.y)
      }
      for point in along { changed.paths.append(point) }
    }
    changed.paths.endPath(isClosed: paths.isClosed[path])
    changed.appendUses(of: path, in: arcs)
  }
  return (changed, unchanged)
}
