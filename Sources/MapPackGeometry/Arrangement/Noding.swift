/// What noding found and mended.
package struct NodingRecord: Hashable, Sendable {
  /// The points that became nodes because lines crossed there, sorted; rounded to the grid.
  package var crossings: [GridPoint] = []
  /// The vertices that became nodes because they lay on another line, sorted.
  package var touches: [GridPoint] = []
  /// The lines that a claim draws to and fro, as they come to light from round to round.
  package var canceled: [CanceledLine] = []

  /// The number of rounds until nothing was found any more. Each moves a line by at most half a cell
  /// along each axis.
  package var rounds = 0

  /// The number of rounds that move only what the check found, before all vertices take part. Two have been enough for
  /// every map seen.
  package static let minimalRounds = 8

  /// Whether lines met in more points than they may, so that nothing was noded and there are no arcs.
  package var isGivenUp = false

  /// Whether the lines already met in nodes only, so that nothing had to be mended.
  package var isClean: Bool { crossings.isEmpty && touches.isEmpty }
}

/// Cuts paths into arcs that meet in end points only, and says what had to be mended for that.
///
/// First the paths are cut where they share vertices: pieces drawn twice become one arc, in its canonical direction,
/// and pieces whose claims cancel are left out (`ArcCutting`). Then an exact check finds crossings, overlaps and
/// vertices on other lines. If it finds none, no vertex is added or moved. Otherwise each crossing, rounded to the
/// grid, becomes a vertex of every line that passes through its pixel (the square of points that round to it), and each
/// vertex on a line becomes a vertex of that line. Lines that this moves are checked again, until the check finds
/// nothing.
///
/// It ends after `minimalRounds` + 1 rounds at most: the last one also draws lines through every vertex whose pixel
/// they pass. That is full snap rounding, after which no lines cross. Coordinates are in cells. Source: J. Hobby,
/// "Practical segment intersection with finite precision output" (1999).
/// - Parameters:
///   - points: further points that become vertices of all lines that pass through their pixels.
///   - most: in how many points lines may meet; in more, the work is given up (`isGivenUp`).
/// - Returns: the arcs, the index over them, and what was mended. Arcs that were drawn anew come after the others.
/// - Precondition: consecutive vertices differ; a closed path has at least two vertices.
/// - Complexity: O(n log n) for n vertices if few lines cross; a round costs what it changes and what lies near that.
package func node(
  _ input: consuming ClaimedPaths, through points: [GridPoint] = [], minimalRounds: Int = NodingRecord.minimalRounds,
  most: Int = .max, jobs: Int
) -> (arcs: ClaimedPaths, index: ChainIndex, record: NodingRecord) {
  let cutting = ArcCutting(input, jobs: jobs)
  let (cut, canceled) = (cutting.arcs, cutting.canceled)
  _ = consume cutting
  var drawing = MendedArcs(consume cut, jobs: jobs)
  var found = drawing.index.intersectionPoints(from: 0, most: most, jobs: jobs)
  guard found.count <= most else {
    var record = NodingRecord()
    record.isGivenUp = true
    return (ClaimedPaths(), ChainIndex(Paths()), record)
  }
  var crossings: Set<GridPoint> = []
  var touches: Set<GridPoint> = []
  var record = NodingRecord()
  record.canceled = canceled
  while !found.isEmpty || record.rounds == 0 && !points.isEmpty {
    crossings.formUnion(found.crossings)
    touches.formUnion(found.touches)
    var hot = found.crossings + found.touches + (record.rounds == 0 ? points : [])
    if record.rounds >= minimalRounds { hot += drawing.vertices }
    found = drawing.draw(through: hot, &record, jobs: jobs)
    record.rounds += 1
  }
  record.crossings = crossings.sorted()
  record.touches = touches.subtracting(crossings).sorted()
  let (arcs, index) = drawing.finish(jobs: jobs)
  return (arcs, index, record)
}

/// Arcs, some of which are drawn anew, round by round. The others stay as they are, and so does the index over them: a
/// round costs what it changes and what lies near that.
private struct MendedArcs {
  private var arcs: ClaimedPaths
  private(set) var index: ChainIndex
  private var isReplaced: ContiguousArray<Bool>
  private var replacements = ClaimedPaths()

  init(_ arcs: ClaimedPaths, jobs: Int) {
    self.arcs = arcs
    index = ChainIndex(arcs.paths, jobs: jobs)
    isReplaced = ContiguousArray(repeating: false, count: arcs.count)
  }

  var vertices: [GridPoint] {
    let left = (0..<arcs.count).lazy.filter { !isReplaced[$0] }
      .flatMap { arcs.paths.start[$0]..<arcs.paths.start[$0 + 1] }.map(arcs.paths.point)
    return left + (0..<replacements.paths.vertexCount).map(replacements.paths.point)
  }

  /// Draws all lines that pass through the pixels of some points through these points.
  ///
  /// The new segments are those that begin or end in one of the points. Anything new that is found involves one of
  /// them.
  /// - Returns: the points at which new segments meet each other or other segments.
  mutating func draw(through points: [GridPoint], _ record: inout NodingRecord, jobs: Int) -> IntersectionPoints {
    let pixels = PointIndex(distinct: points, jobs: jobs)
    var changed = replacedArcs(near: points, pixels, jobs: jobs)
    var kept = ClaimedPaths()
    for path in 0..<replacements.count where !changed.append(path, of: replacements, through: pixels) {
      kept.append(path, of: replacements)
    }
    let cutting = ArcCutting(changed, jobs: jobs)
    record.canceled += cutting.canceled
    let fresh = cutting.arcs
    let (new, old) = fresh.paths.divided(by: fresh.paths.vertices(at: points, jobs: jobs))
    let around = ChainIndex(new, jobs: jobs)
    var lines = index.chains(near: around) { !isReplaced[$0] }
    lines.append(around.neighbors(of: kept.paths, jobs: jobs))
    lines.append(around.neighbors(of: old, jobs: jobs))
    let firstNew = lines.vertexCount
    lines.append(new)
    kept.append(fresh)
    replacements = kept
    return ChainIndex(lines, jobs: jobs).intersectionPoints(from: firstNew, jobs: jobs)
  }

  private mutating func replacedArcs(
    near points: [GridPoint], _ pixels: PointIndex, jobs: Int
  ) -> ClaimedPaths {
    let (arcs, index) = (arcs, index)
    var candidates = ContiguousArray<Int>(0..<arcs.count)
    if points.count < index.chainCount / 16 {
      var isNear = ContiguousArray<Bool>(repeating: false, count: arcs.count)
      for point in points {
        // A pixel reaches half a cell beyond its point.
        index.forEachChain(meeting: GridBox(point, point).widened(by: 1)) { isNear[index.path(ofChain: $0)] = true }
      }
      candidates.removeAll { !isNear[$0] }
    }
    candidates.removeAll { isReplaced[$0] }
    let groups = candidates.indices.chunks(of: 1 << 14) { arcs.paths.vertices(of: candidates[$0]).count }
    let drawn = concurrentMap(groups.count, jobs: jobs) { [candidates] group in
      var changed = ClaimedPaths()
      let replaced = candidates[groups[group]].filter { changed.append($0, of: arcs, through: pixels) }
      return (lines: changed, replaced: replaced)
    }
    var changed = ClaimedPaths()
    for group in drawn {
      changed.append(group.lines)
      for arc in group.replaced { isReplaced[arc] = true }
    }
    return changed
  }

  /// All arcs, and the index over them: the arcs that stayed, in their order, then those that were drawn anew.
  mutating func finish(jobs: Int) -> (arcs: ClaimedPaths, index: ChainIndex) {
    guard isReplaced.contains(true) else { return (arcs, index) }
    // The index lets go of the arcs, so that they are changed in place.
    index = ChainIndex(Paths())
    arcs.remove(isReplaced)
    arcs.append(replacements)
    return (arcs, ChainIndex(arcs.paths, jobs: jobs))
  }
}

extension ClaimedPaths {
  /// Adds a path with a vertex in each pixel that it passes through; adds nothing and returns `false` if it passes
  /// through none.
  fileprivate mutating func append(_ path: Int, of other: ClaimedPaths, through pixels: PointIndex) -> Bool {
    let old = other.paths
    let range = old.vertices(of: path)
    var isChanged = false
    /// The first vertex that is not yet copied.
    var next = range.lowerBound
    var along: ContiguousArray<GridPoint> = []
    for vertex in range {
      let isLast = vertex + 1 == range.upperBound
      if isLast && !old.isClosed[path] { break }
      let a = old.point(vertex)
      let b = old.point(isLast ? range.lowerBound : vertex + 1)
      pixels.forEachPoint(on: a, b) { point in
        isChanged = true
        if point != a && point != b { along.append(point) }
      }
      if along.isEmpty { continue }
      // In the order in which the segment passes the pixels: they are disjoint squares, so both coordinates
      // progress along the segment's direction.
      along.sort { p, q in
        if p.x != q.x { return (p.x < q.x) == (a.x <= b.x) }
        return (p.y < q.y) == (a.y <= b.y)
      }
      paths.append(vertices: next..<vertex + 1, of: old)
      for point in along { paths.append(point) }
      next = vertex + 1
      along.removeAll(keepingCapacity: true)
    }
    guard isChanged else { return false }
    paths.append(vertices: next..<range.upperBound, of: old)
    paths.endPath(isClosed: old.isClosed[path])
    appendUses(of: path, in: other)
    return true
  }
}

extension Paths {
  fileprivate func vertices(at points: [GridPoint], jobs: Int) -> ContiguousArray<Bool> {
    var table = PointTable(capacity: points.count)
    for point in points { table.insert(point.key) }
    return ContiguousArray((0..<vertexCount).chunks(of: 1 << 16), jobs: jobs) { [table] in
      table.contains(point($0).key)
    }
  }

  fileprivate func divided(by isIncluded: ContiguousArray<Bool>) -> (included: Paths, others: Paths) {
    var included = Paths()
    var others = Paths()
    for path in 0..<count where vertices(of: path).count > 1 {
      let range = vertices(of: path)
      let segments = isClosed[path] ? range : range.dropLast()
      func end(of segment: Int) -> Int { segment + 1 == range.upperBound ? range.lowerBound : segment + 1 }
      func takes(_ segment: Int) -> Bool { isIncluded[segment] || isIncluded[end(of: segment)] }
      var first = segments.lowerBound
      while first < segments.upperBound {
        let isRunIncluded = takes(first)
        var next = first + 1
        while next < segments.upperBound, takes(next) == isRunIncluded { next += 1 }
        func append(to lines: inout Paths) {
          lines.append(vertices: first..<next, of: self)
          lines.append(point(end(of: next - 1)))
          lines.endPath(isClosed: false)
        }
        if isRunIncluded { append(to: &included) } else { append(to: &others) }
        first = next
      }
    }
    return (included, others)
  }
}
