import MapGeometry

/// Finds what a few segments that are new do to all the others, much faster than a check of everything.
///
/// The new segments go into a square raster over the map; every other segment looks into the cells that its box
/// meets, nearly always one.
struct ChangedSegments {
  private let paths: Paths
  private let shape: LevelShape
  private let changed: ContiguousArray<Int32>
  private let minX: Int32
  private let minY: Int32
  /// Cells are 2^shift wide and high.
  private let shift: Int32
  private let columns: Int
  private var cellStart: ContiguousArray<Int32>
  private var cellSegments: ContiguousArray<Int32>

  private static let cellsPerSide = 256

  init(_ paths: Paths, changed: ContiguousArray<Int32>, shape: LevelShape) {
    self.paths = paths
    self.shape = shape
    self.changed = changed
    var box = GridBox()
    for vertex in 0..<paths.vertexCount { box.extend(to: paths.point(vertex)) }
    minX = box.minX
    minY = box.minY
    let extent = max(Int64(box.maxX) - Int64(box.minX), Int64(box.maxY) - Int64(box.minY))
    var shift: Int32 = 0
    while extent >> Int64(shift) >= Int64(Self.cellsPerSide) { shift += 1 }
    self.shift = shift
    columns = Int((Int64(box.maxX) - Int64(box.minX)) >> Int64(shift)) + 1
    let rows = Int((Int64(box.maxY) - Int64(box.minY)) >> Int64(shift)) + 1

    cellStart = ContiguousArray(repeating: 0, count: columns * rows + 1)
    cellSegments = []
    for segment in changed { forEachCell(of: Int(segment)) { cellStart[$0 + 1] += 1 } }
    for cell in 0..<columns * rows { cellStart[cell + 1] += cellStart[cell] }
    var next = cellStart
    cellSegments = ContiguousArray(repeating: 0, count: Int(cellStart[columns * rows]))
    for segment in changed {
      forEachCell(of: Int(segment)) { cell in
        cellSegments[Int(next[cell])] = segment
        next[cell] += 1
      }
    }
  }

  /// All pairs of a changed segment and another one that cross, touch or overlap; some of them several times.
  func interactions() -> [Interaction] {
    var found: [Interaction] = []
    for path in 0..<paths.count {
      for segment in shape.segments(of: path) {
        forEachCell(of: segment) { cell in
          for index in cellStart[cell]..<cellStart[cell + 1] {
            let other = Int(cellSegments[Int(index)])
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

  @inline(__always)
  private func forEachCell(of segment: Int, _ body: (Int) -> Void) {
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
