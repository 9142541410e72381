import MapPackGeometry
import MapPackMerge

/// The borders of a draft at one level: what the checks of `LevelCure` read, and what is refined if a check finds
/// something.
///
/// A segment is named by its first vertex, an index in `paths`. Removed vertices are indices in the coverage.
struct LevelShape: Sendable {
  let level: Int
  /// The arcs that are present, in ascending order; path p is arc `arcs[p]`.
  let arcs: ContiguousArray<Int32>
  /// The kept vertices of these arcs.
  private(set) var paths = Paths()
  /// Per vertex of `paths`: its index in the coverage.
  private(set) var vertex: ContiguousArray<Int32> = []
  /// Per vertex of `paths`: its path.
  private(set) var path: ContiguousArray<Int32> = []

  /// Takes the vertices that stay at a level.
  ///
  /// - Complexity: O(n) for all n vertices of the draft.
  init(_ draft: Draft, level: Int) {
    self.level = level
    let table = draft.coverage.arcs
    arcs = ContiguousArray(
      (0..<table.count).lazy.filter { Int(draft.arcLevel[$0]) >= level }.map { Int32(truncatingIfNeeded: $0) })
    for index in arcs.indices {
      let arc = Int(arcs[index])
      for candidate in table.vertices(of: arc) where Int(draft.level[candidate]) >= level {
        append(candidate, path: index, of: table)
      }
      paths.endPath(isClosed: table.isClosed[arc])
    }
  }

  private mutating func append(_ coverageVertex: Int, path index: Int, of table: ArcTable) {
    paths.append(GridPoint(x: table.x[coverageVertex], y: table.y[coverageVertex]))
    vertex.append(Int32(truncatingIfNeeded: coverageVertex))
    path.append(Int32(truncatingIfNeeded: index))
  }

  /// Adds vertices to the shape.
  ///
  /// - Parameter added: vertices of the coverage, of arcs that are present, that are not kept yet: ascending, without
  ///   repetition.
  /// - Returns: the refined shape, and its segments that this shape does not have.
  /// - Complexity: O(n) for the n vertices of the refined shape.
  func adding(_ added: [Int], _ draft: Draft) -> (shape: LevelShape, changed: ContiguousArray<Int32>) {
    var refined = LevelShape(emptyLike: self)
    var changed: ContiguousArray<Int32> = []
    var next = 0
    let table = draft.coverage.arcs
    var first = 0
    while next < added.count {
      var index = first
      while table.start[Int(arcs[index]) + 1] <= added[next] { index += 1 }
      refined.append(first..<index, of: self)
      first = index + 1
      let arc = Int(arcs[index])
      let end = table.start[arc + 1]
      let begin = refined.paths.vertexCount
      var isAdded: [Int] = []
      func takeAdded(below limit: Int) {
        while next < added.count && added[next] < limit {
          isAdded.append(refined.paths.vertexCount)
          refined.append(added[next], path: index, of: table)
          next += 1
        }
      }
      for position in paths.start[index]..<paths.start[index + 1] {
        takeAdded(below: Int(vertex[position]))
        refined.append(Int(vertex[position]), path: index, of: table)
      }
      takeAdded(below: end)
      refined.paths.endPath(isClosed: table.isClosed[arc])
      for position in isAdded {
        let before = position > begin ? position - 1 : refined.paths.vertexCount - 1
        if changed.last != Int32(truncatingIfNeeded: before) { changed.append(Int32(truncatingIfNeeded: before)) }
        changed.append(Int32(truncatingIfNeeded: position))
      }
    }
    refined.append(first..<arcs.count, of: self)
    return (refined, changed)
  }

  /// Adds paths of another shape of the same arcs.
  private mutating func append(_ range: Range<Int>, of other: LevelShape) {
    let vertices = other.paths.start[range.lowerBound]..<other.paths.start[range.upperBound]
    paths.append(range, of: other.paths)
    vertex += other.vertex[vertices]
    path += other.path[vertices]
  }

  private init(emptyLike other: LevelShape) {
    level = other.level
    arcs = other.arcs
    paths.x.reserveCapacity(other.paths.vertexCount + 64)
    paths.y.reserveCapacity(other.paths.vertexCount + 64)
    vertex.reserveCapacity(other.vertex.count + 64)
    path.reserveCapacity(other.path.count + 64)
  }

  /// The vertex in which a segment ends, as an index into `paths`.
  func end(ofSegment segment: Int) -> Int {
    let index = Int(path[segment])
    return segment + 1 == paths.start[index + 1] ? paths.start[index] : segment + 1
  }

  /// The segments of a path, by their first vertices.
  func segments(of index: Int) -> Range<Int> {
    let range = paths.start[index]..<paths.start[index + 1]
    return paths.isClosed[index] ? range : range.lowerBound..<max(range.lowerBound, range.upperBound - 1)
  }

  /// The segments of all paths.
  var allSegments: ContiguousArray<Int32> {
    ContiguousArray(arcs.indices.lazy.flatMap { segments(of: $0) }.map { Int32(truncatingIfNeeded: $0) })
  }

  /// The indices into `vertex`, which ascends, of vertices of the coverage.
  ///
  /// - Parameter vertices: ascending; all of them are kept.
  /// - Complexity: O(v log n) for v of n vertices.
  func indices(of vertices: [Int32]) -> ContiguousArray<Int32> {
    var low = 0
    return ContiguousArray(
      vertices.map { wanted in
        var high = vertex.count
        while low < high {
          let middle = (low + high) / 2
          if vertex[middle] < wanted { low = middle + 1 } else { high = middle }
        }
        return Int32(truncatingIfNeeded: low)
      })
  }

  /// Calls `body` with the vertices that are removed between a segment's ends, as indices into the coverage, in the
  /// order of the arc.
  @inline(__always)
  func forEachRemoved(ofSegment segment: Int, _ draft: Draft, _ body: (Int) -> Void) {
    draft.forEachRemoved(
      from: Int(vertex[segment]), to: Int(vertex[end(ofSegment: segment)]), in: Int(arcs[Int(path[segment])]), body)
  }

  /// The most important vertex that is removed between a segment's ends, as an index into the coverage; `nil` if there
  /// is none.
  func best(ofSegment segment: Int, _ draft: Draft) -> Int? {
    draft.best(
      from: Int(vertex[segment]), to: Int(vertex[end(ofSegment: segment)]), in: Int(arcs[Int(path[segment])]))
  }
}
