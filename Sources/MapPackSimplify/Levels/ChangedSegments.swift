import MapPackGeometry

/// Finds where a few new segments meet any other segment, much faster than a check of all pairs. `LevelCure` asks it
/// after each round.
///
/// The new segments are entered into the squares of an index over the map. Then each segment looks into the squares
/// that its box meets; this is nearly always one.
struct ChangedSegments: Sendable {
  private let paths: Paths
  private let shape: LevelShape
  private let index: Squares
  private let squareStart: ContiguousArray<Int32>
  private let squareSegments: ContiguousArray<Int32>

  private static let squaresPerSide: Int64 = 256

  /// Enters the new segments into the index.
  ///
  /// - Parameters:
  ///   - paths: the paths of `shape`.
  ///   - changed: the new segments, by their first vertices in `paths`.
  /// - Complexity: O(n) for n vertices of `paths`.
  init(_ paths: Paths, changed: ContiguousArray<Int32>, shape: LevelShape) {
    self.paths = paths
    self.shape = shape
    let index = Squares(paths, squaresPerSide: Self.squaresPerSide)
    self.index = index

    var start = ContiguousArray<Int32>(repeating: 0, count: index.count + 1)
    for segment in changed {
      index.forEachSquare(of: Int(segment), paths, shape) { start[$0 + 1] += 1 }
    }
    for square in 0..<index.count { start[square + 1] += start[square] }
    var next = start
    var segments = ContiguousArray<Int32>(repeating: 0, count: Int(start[index.count]))
    for segment in changed {
      index.forEachSquare(of: Int(segment), paths, shape) { square in
        segments[Int(next[square])] = segment
        next[square] += 1
      }
    }
    squareStart = start
    squareSegments = segments
  }

  /// The pairs of a new segment and any other one that cross, touch or overlap; some of them several times.
  ///
  /// Segments that have only end points of both in common are not among them.
  ///
  /// - Complexity: O(n + p) for n segments and p pairs that are met in a square.
  func interactions(jobs: Int) -> [Interaction] {
    let groups = paths.groups(ofVertices: 1 << 15)
    return concurrentMap(groups.count, jobs: jobs) { interactions(ofPaths: groups[$0]) }.flatMap { $0 }
  }

  private func interactions(ofPaths group: Range<Int>) -> [Interaction] {
    var found: [Interaction] = []
    for path in group {
      for segment in shape.segments(of: path) {
        index.forEachSquare(of: segment, paths, shape) { square in
          for entry in squareStart[square]..<squareStart[square + 1] {
            let other = Int(squareSegments[Int(entry)])
            if other == segment { continue }
            let relation = relation(
              paths.point(segment), paths.point(shape.end(ofSegment: segment)), paths.point(other),
              paths.point(shape.end(ofSegment: other)))
            if relation != .clean {
              found.append(
                Interaction(first: min(segment, other), second: max(segment, other), relation: relation))
            }
          }
        }
      }
    }
    return found
  }
}

/// The squares of the index.
private struct Squares: Sendable {
  private let minX: Int32
  private let minY: Int32
  /// Squares are 2^shift cells wide and high.
  private let shift: Int32
  private let columns: Int
  let count: Int

  init(_ paths: Paths, squaresPerSide: Int64) {
    var box = GridBox()
    for vertex in 0..<paths.vertexCount { box.extend(to: paths.point(vertex)) }
    minX = box.minX
    minY = box.minY
    let extent = max(Int64(box.maxX) - Int64(box.minX), Int64(box.maxY) - Int64(box.minY))
    var shift: Int32 = 0
    while extent >> Int64(shift) >= squaresPerSide { shift += 1 }
    self.shift = shift
    columns = Int((Int64(box.maxX) - Int64(box.minX)) >> Int64(shift)) + 1
    count = columns * (Int((Int64(box.maxY) - Int64(box.minY)) >> Int64(shift)) + 1)
  }

  /// Calls `body` with the squares that a segment's box meets.
  @inline(__always)
  func forEachSquare(of segment: Int, _ paths: Paths, _ shape: LevelShape, _ body: (Int) -> Void) {
    let end = shape.end(ofSegment: segment)
    let firstX = (paths.x[segment] &- minX) >> shift
    let firstY = (paths.y[segment] &- minY) >> shift
    let lastX = (paths.x[end] &- minX) >> shift
    let lastY = (paths.y[end] &- minY) >> shift
    if firstX == lastX && firstY == lastY {
      body(Int(firstY) * columns + Int(firstX))
      return
    }
    for row in min(firstY, lastY)...max(firstY, lastY) {
      for column in min(firstX, lastX)...max(firstX, lastX) { body(Int(row) * columns + Int(column)) }
    }
  }
}
