import MapGeometry

/// What noding found and mended.
package struct NodingRecord: Hashable, Sendable {
  /// The points that became nodes because lines crossed there, sorted; rounded to the grid.
  package var crossings: [GridPoint] = []
  /// The vertices that became nodes because they lay on a foreign line, sorted.
  package var touches: [GridPoint] = []

  /// How many rounds it took until nothing was found any more: each moves a line by half a cell at most.
  package var rounds = 0

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
package func node(
  _ input: ClaimedPaths, gentleRounds: Int, jobs: Int
) -> (arcs: ClaimedPaths, index: ChainIndex, record: NodingRecord) {
  var arcs = cutIntoArcs(input, jobs: jobs)
  var index = ChainIndex(arcs.paths, jobs: jobs)
  var found = index.meetingPlaces(from: 0, jobs: jobs)
  var crossings: Set<GridPoint> = []
  var touches: Set<GridPoint> = []
  var round = 0
  while !found.isEmpty {
    crossings.formUnion(found.crossings)
    touches.formUnion(found.touches)
    var hot = found.crossings + found.touches
    if round >= gentleRounds { hot += (0..<arcs.paths.vertexCount).lazy.map(arcs.paths.point) }
    // Only lines through these points change, and only with them can anything new be found.
    let (changed, unchanged) = draw(arcs, through: HotPixels(hot), jobs: jobs)
    arcs = unchanged
    arcs.append(cutIntoArcs(changed, jobs: jobs))
    index = ChainIndex(arcs.paths, jobs: jobs)
    found = index.meetingPlaces(from: unchanged.paths.vertexCount, jobs: jobs)
    round += 1
  }
  var record = NodingRecord(crossings: crossings.sorted(), touches: touches.subtracting(crossings).sorted())
  record.rounds = round
  return (arcs, index, record)
}

/// The paths that pass through one of the pixels, with its point inserted into every segment that does so; and the
/// other paths.
private func draw(
  _ arcs: ClaimedPaths, through pixels: HotPixels, jobs: Int
) -> (changed: ClaimedPaths, unchanged: ClaimedPaths) {
  let groups = arcs.paths.groups(ofVertices: 1 << 14)
  let drawn = concurrentMap(groups.count, jobs: jobs) { group in
    var changed = ClaimedPaths()
    var unchanged: ContiguousArray<Int32> = []
    for path in groups[group] {
      if !changed.append(path, of: arcs, through: pixels) { unchanged.append(Int32(truncatingIfNeeded: path)) }
    }
    return (changed: changed, unchanged: unchanged)
  }
  var changed = ClaimedPaths()
  var unchanged = ClaimedPaths()
  for group in drawn {
    changed.append(group.changed)
    for path in group.unchanged { unchanged.append(Int(path), of: arcs) }
  }
  return (changed, unchanged)
}

extension ClaimedPaths {
  /// Adds a path with a vertex in each pixel that it passes through; false, and nothing, where it passes none.
  fileprivate mutating func append(_ path: Int, of other: ClaimedPaths, through pixels: HotPixels) -> Bool {
    let old = other.paths
    let range = old.start[path]..<old.start[path + 1]
    let begin = paths.vertexCount
    var isChanged = false
    var along: ContiguousArray<GridPoint> = []
    for vertex in range {
      let a = old.point(vertex)
      paths.append(a)
      let isLast = vertex + 1 == range.upperBound
      if isLast && !old.isClosed[path] { break }
      let b = old.point(isLast ? range.lowerBound : vertex + 1)
      along.removeAll(keepingCapacity: true)
      pixels.forEachPoint(on: a, b) { point in
        isChanged = true
        if point != a && point != b { along.append(point) }
      }
      // In the order in which the segment passes the pixels: they are disjoint squares, so both coordinates
      // progress along the segment's direction.
      if along.count > 1 {
        along.sort { p, q in
          if p.x != q.x { return (p.x < q.x) == (a.x <= b.x) }
          return (p.y < q.y) == (a.y <= b.y)
        }
      }
      for point in along { paths.append(point) }
    }
    guard isChanged else {
      paths.x.removeSubrange(begin...)
      paths.y.removeSubrange(begin...)
      return false
    }
    paths.endPath(isClosed: old.isClosed[path])
    appendUses(of: path, in: other)
    return true
  }
}
