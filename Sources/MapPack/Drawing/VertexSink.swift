/// A receiver of the vertices of decoded arcs, which come in cells of the pack grid.
///
/// `PackStorage` decodes into it. `PointSink` fills a `RingBuffer` or a `LineBuffer`, `GridSink` a `GridRings`. The
/// decoder is compiled for each of them.
protocol VertexSink {
  var vertexCount: Int { get }
  /// Makes room for this many further vertices; a sink may ignore it.
  mutating func reserve(_ vertices: Int)
  mutating func append(x: Int32, y: Int32)
  /// Appends the vertices of an arc, for which room has been reserved.
  mutating func append(_ vertices: inout ArcVertices, in bytes: RawSpan)
  mutating func removeLast()
  /// Reverses the vertices from this one to the last.
  mutating func reverse(from vertex: Int)
}

/// A receiver of rings and polygons too. A polygon's outer ring comes first; each ring ends before its polygon.
protocol RingSink: VertexSink {
  mutating func endRing()
  mutating func endPolygon()
}

extension VertexSink {
  mutating func append(_ vertices: inout ArcVertices, in bytes: RawSpan) {
    vertices.forEach(in: bytes) { x, y, _ in append(x: x, y: y) }
  }
}

/// Turns cells into map points: rings in the window of a region's bounds, or lines, which are moved as a whole.
struct PointSink<Buffer: PointBuffer>: VertexSink {
  private(set) var buffer: Buffer
  /// The western edge of the window.
  private let windowMinX: Double
  private let plane: CellPlane

  /// Fills a buffer. Meanwhile, the sink is the only owner of it, or its first vertex would copy what the buffer holds.
  /// - Parameter turnsPoints: whether each point is moved into the window by itself.
  static func fill(
    _ buffer: inout Buffer, _ storage: PackStorage, windowMinX: Double, turnsPoints: Bool, _ body: (inout Self) -> Void
  ) {
    var taken = Buffer(empty: ())
    swap(&taken, &buffer)
    let plane = CellPlane(storage, turnMinX: turnsPoints ? windowMinX : -.infinity)
    var sink = Self(buffer: consume taken, windowMinX: windowMinX, plane: plane)
    body(&sink)
    buffer = sink.buffer
  }

  var vertexCount: Int { buffer.points.count }

  mutating func reserve(_ vertices: Int) { buffer.points.reserve(vertices) }

  @inline(__always)
  mutating func append(x: Int32, y: Int32) { buffer.points.append(plane.point(x, y)) }

  #if compiler(>=6.3)
    mutating func append(_ vertices: inout ArcVertices, in bytes: RawSpan) {
      let plane = plane
      // Capacity is checked once, and not for each point. Before Swift 6.3, points are appended one by one.
      buffer.points.append(addingCapacity: vertices.countLimit) { span in
        vertices.forEach(in: bytes) { x, y, _ in span.append(plane.point(x, y)) }
      }
    }
  #endif

  mutating func removeLast() { buffer.points.removeLast() }
  mutating func reverse(from vertex: Int) { buffer.points.reverse(from: vertex) }
}

extension PointSink: RingSink where Buffer == RingBuffer {
  mutating func endRing() { buffer.ringStart.append(vertexCount) }
  mutating func endPolygon() { buffer.polygonStart.append(buffer.ringCount) }
}

extension PointSink where Buffer == LineBuffer {
  /// Whether the current line has no vertex yet.
  var isAtStart: Bool { vertexCount == buffer.lineStart[buffer.lineCount] }

  /// Ends the current line, if it has a vertex. If the line reaches west of the window's western edge but not east of
  /// it, it is moved one world to the east.
  mutating func endLine(isClosed: Bool) {
    guard !isAtStart else { return }
    let line = buffer.lineStart[buffer.lineCount]..<buffer.points.count
    let isWest = line.contains { buffer.points[$0].x < windowMinX }
    // The line is moved as a whole, also if its eastern end touches the window's edge.
    if isWest && !line.contains(where: { buffer.points[$0].x > windowMinX }) {
      for vertex in line { buffer.points[vertex].x += WebMercator.worldSize }
    }
    buffer.lineStart.append(vertexCount)
    buffer.isClosed.append(isClosed)
  }
}

/// Keeps cells as they are, cut at the 180th meridian.
struct GridSink: RingSink {
  var rings: GridRings

  init(rings: consuming GridRings) { self.rings = rings }

  var vertexCount: Int { rings.x.count }

  mutating func reserve(_ vertices: Int) {}

  @inline(__always)
  mutating func append(x: Int32, y: Int32) { rings.append(x: x, y: y) }

  mutating func removeLast() {
    rings.x.removeLast()
    rings.y.removeLast()
  }

  mutating func reverse(from vertex: Int) {
    rings.x[vertex...].reverse()
    rings.y[vertex...].reverse()
  }

  mutating func endRing() { rings.endRing() }
  mutating func endPolygon() { rings.endPolygon() }
}

extension ContiguousArray<MapPoint> {
  /// Makes room for this many further points.
  @inline(__always)
  mutating func reserve(_ points: Int) {
    let needed = count + points
    // At least twice the old capacity, or a loop over regions would copy all points each time.
    if needed > capacity { reserveCapacity(Swift.max(needed, 2 * capacity)) }
  }

  /// Reverses the order of the points from this one to the last.
  mutating func reverse(from first: Int) {
    var low = first
    var high = count - 1
    var points = mutableSpan
    while low < high {
      points.swapAt(low, high)
      low += 1
      high -= 1
    }
  }
}

/// A path that `RegionShape.draw(level:in:to:)` and `LineBuffer.draw(in:to:)` draw into.
///
/// Coordinates are in the unit of the `MapFrame`, and y grows downwards. Each ring or line comes as one `move`, an
/// `addLine` for each further point, and `closeSubpath` if it is closed.
///
/// SwiftUI's `Path` and Core Graphics' `CGMutablePath` are sinks if `MapPackUI` is imported. Other paths become sinks
/// in a few lines, such as the path data of SVG:
///
/// ```swift
/// struct PathData: PathSink {
///   var text = ""
///   mutating func move(toX x: Double, y: Double) { text += "M\(x) \(y)" }
///   mutating func addLine(toX x: Double, y: Double) { text += "L\(x) \(y)" }
///   mutating func closeSubpath() { text += "Z" }
/// }
/// ```
public protocol PathSink {
  /// Begins a subpath at a point.
  mutating func move(toX x: Double, y: Double)
  /// Goes on to a point in a straight line.
  mutating func addLine(toX x: Double, y: Double)
  /// Ends the subpath with a straight line back to where it began.
  mutating func closeSubpath()
}
