import MapGeometry

/// Finds what a few segments that are new do to all the others, much faster than a check of everything.
///
/// The new segments go into a square raster over the map; every other segment looks into the cells that its box
/// meets, nearly always one.
struct ChangedSegments {
  private let paths: Paths
  private let shape: LevelShape
  private let raster: Raster
  private let cellStart: ContiguousArray<Int32>
  private let cellSegments: ContiguousArray<Int32>

  private static let cellsPerSide: Int64 = 256

  init(_ paths: Paths, changed: ContiguousArray<Int32>, shape: LevelShape) {
    self.paths = paths
    self.shape = shape
    let raster = Raster(paths, cellsPerSide: Self.cellsPerSide)
    self.raster = raster

    var start = ContiguousArray<Int32>(repeating: 0, count: raster.count + 1)
    for segment in changed {
      raster.forEachCell(of: Int(segment), paths, shape) { start[$0 + 1] += 1 }
    }
    for cell in 0..<raster.count { start[cell + 1] += start[cell] }
    var next = start
    var segments = ContiguousArray<Int32>(repeating: 0, count: Int(start[raster.count]))
    for segment in changed {
      raster.forEachCell(of: Int(segment), paths, shape) { cell in
        segments[Int(next[cell])] = segment
        next[cell] += 1
      }
    }
    cellStart = start
    cellSegments = segments
  }

  /// All pairs of a changed segment and another one that cross, touch or overlap; some of them several times.
  func interactions() -> [Interaction] {
    var found: [Interaction] = []
    for path in 0..<paths.count {
      for segment in shape.segments(of: path) {
        raster.forEachCell(of: segment, paths, shape) { cell in
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
}

/// Square cells over a drawing.
private struct Raster {
  private let minX: Int32
  private let minY: Int32
  /// Cells are 2^shift wide and high.
  private let shift: Int32
  private let columns: Int
  let count: Int

  init(_ paths: Paths, cellsPerSide: Int64) {
    var box = GridBox()
    for vertex in 0..<paths.vertexCount { box.extend(to: paths.point(vertex)) }
    minX = box.minX
    minY = box.minY
    let extent = max(Int64(box.maxX) - Int64(box.minX), Int64(box.maxY) - Int64(box.minY))
    var shift: Int32 = 0
    while extent >> Int64(shift) >= cellsPerSide { shift += 1 }
    self.shift = shift
    columns = Int((Int64(box.maxX) - Int64(box.minX)) >> Int64(shift)) + 1
    count = columns * (Int((Int64(box.maxY) - Int64(box.minY)) >> Int64(shift)) + 1)
  }

  /// Calls `body` with the cells that a segment's box meets.
  @inline(__always)
  func forEachCell(of segment: Int, _ paths: Paths, _ shape: LevelShape, _ body: (Int) -> Void) {
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
