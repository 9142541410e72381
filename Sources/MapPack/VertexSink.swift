/// What takes the vertices of decoded arcs and the ends of rings and polygons. The two sinks differ in the numbers
/// they keep; the decoder is compiled for each.
protocol VertexSink {
  var vertexCount: Int { get }
  mutating func reserve(_ vertices: Int)
  mutating func append(x: Int32, y: Int32)
  mutating func removeLast()
  /// Reverses the vertices from this one to the last.
  mutating func reverse(from vertex: Int)
  mutating func endRing()
  mutating func endPolygon()
}

/// Turns cells into map points in the frame of a region's bounds.
struct MapPointSink: VertexSink {
  var buffer: RingBuffer
  let cell: Double
  let originX: Double
  let originY: Double
  /// What lies west of this is drawn one world further east.
  let frameMinX: Double

  init(_ storage: PackStorage, frameMinX: Double, buffer: consuming RingBuffer) {
    cell = storage.cell
    // Exact: lattice indices stay below 2⁵³ and the cell is a power of two.
    originX = Double(storage.header.originX) * storage.cell
    originY = Double(storage.header.originY) * storage.cell
    self.frameMinX = frameMinX
    self.buffer = buffer
  }

  var vertexCount: Int { buffer.coordinates.count / 2 }

  mutating func reserve(_ vertices: Int) {
    let needed = buffer.coordinates.count + 2 * vertices
    // Not less than twice the old capacity, or a loop over regions would copy everything every time.
    if needed > buffer.coordinates.capacity {
      buffer.coordinates.reserveCapacity(max(needed, 2 * buffer.coordinates.capacity))
    }
  }

  @inline(__always)
  mutating func append(x: Int32, y: Int32) {
    let place = originX + Double(x) * cell
    buffer.coordinates.append(place < frameMinX ? place + WebMercator.worldSize : place)
    buffer.coordinates.append(originY + Double(y) * cell)
  }

  mutating func removeLast() { buffer.coordinates.removeLast(2) }

  mutating func reverse(from vertex: Int) {
    var low = 2 * vertex
    var high = buffer.coordinates.count - 2
    while low < high {
      // `swapAt` allocates where it is not optimised.
      let (x, y) = (buffer.coordinates[low], buffer.coordinates[low + 1])
      buffer.coordinates[low] = buffer.coordinates[high]
      buffer.coordinates[low + 1] = buffer.coordinates[high + 1]
      buffer.coordinates[high] = x
      buffer.coordinates[high + 1] = y
      low += 2
      high -= 2
    }
  }

  mutating func endRing() { buffer.ringStart.append(vertexCount) }
  mutating func endPolygon() { buffer.polygonStart.append(buffer.ringCount) }
}

/// Keeps cells as they are.
struct GridSink: VertexSink {
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
