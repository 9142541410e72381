/// Turns vertices in cells into lines of map points. `Pack.appendCoast` and the like make it, and the decoder of arcs
/// (`PackStorage`) fills it. `VertexSink` says what the decoder expects of it. The formula for a point stands in both
/// `append`, and with a turn for each point in those of `MapPointSink`.
struct LineSink: VertexSink {
  var buffer: LineBuffer
  private let cell, originX, originY: Double
  /// The western edge of the window. A line to the west of it is moved one world to the east.
  private let windowMinX: Double

  init(_ storage: PackStorage, windowMinX: Double, buffer: consuming LineBuffer) {
    cell = storage.cell
    // Exact, because cells stay below 2⁵³ and the size of a cell is a power of two.
    originX = Double(storage.header.originX) * storage.cell
    originY = Double(storage.header.originY) * storage.cell
    self.windowMinX = windowMinX
    self.buffer = buffer
  }

  var vertexCount: Int { buffer.points.count }

  /// Whether the current line has no vertex yet.
  var isAtStart: Bool { vertexCount == buffer.lineStart[buffer.lineCount] }

  mutating func reserve(_ vertices: Int) { buffer.points.reserve(vertices) }

  @inline(__always)
  mutating func append(x: Int32, y: Int32) {
    buffer.points.append(MapPoint(x: originX + Double(x) * cell, y: originY + Double(y) * cell))
  }

  #if compiler(>=6.3)
    mutating func append(_ vertices: inout ArcVertices, in bytes: RawSpan) {
      let (cell, originX, originY) = (cell, originX, originY)
      // As in `MapPointSink`, capacity is checked once.
      buffer.points.append(addingCapacity: vertices.countLimit) { span in
        vertices.forEach(in: bytes) { x, y in
          span.append(MapPoint(x: originX + Double(x) * cell, y: originY + Double(y) * cell))
        }
      }
    }
  #endif

  mutating func removeLast() { buffer.points.removeLast() }
  mutating func reverse(from vertex: Int) { buffer.points.reverse(from: vertex) }

  /// Ends the current line, if it has a vertex. If the line reaches west of the window's western edge but not east of
  /// it, it is moved one world to the east.
  mutating func endLine(isClosed: Bool) {
    guard !isAtStart else { return }
    let line = buffer.lineStart[buffer.lineCount]..<buffer.points.count
    var isWest = false
    var isEast = false
    for vertex in line {
      if buffer.points[vertex].x < windowMinX { isWest = true }
      if buffer.points[vertex].x > windowMinX { isEast = true }
    }
    // The line is moved as a whole, also if its eastern end touches the window's edge.
    if isWest && !isEast {
      for vertex in line { buffer.points[vertex].x += WebMercator.worldSize }
    }
    buffer.lineStart.append(vertexCount)
    buffer.isClosed.append(isClosed)
  }
}
