import MapPack

/// The region at a point as one finds it without an index: all vertices in memory, every polygon tested by the
/// even-odd rule.
/// Source: W. R. Franklin, "PNPOLY – point inclusion in polygon test".
struct EveryPolygon {
  private let rings: RingBuffer
  private let points: ContiguousArray<MapPoint>
  /// By polygon, the raw value of its region.
  private let region: [UInt16]
  /// By polygon, the smallest rectangle round it.
  private let boxes: [Box]

  private struct Box {
    var minX = Double.infinity
    var minY = Double.infinity
    var maxX = -Double.infinity
    var maxY = -Double.infinity

    @inline(__always)
    func contains(_ point: MapPoint) -> Bool {
      point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
    }
  }

  init(_ pack: Pack) {
    var rings = RingBuffer()
    var region: [UInt16] = []
    for shape in pack.shapes {
      shape.appendRings(to: &rings)
      region += Array(repeating: shape.rawValue, count: rings.polygonCount - region.count)
    }
    // Each region comes in the frame of its own bounds, points come in that of the map's.
    var points = rings.points
    for ring in 0..<rings.ringCount {
      let vertices = rings.ringStart[ring]..<rings.ringStart[ring + 1]
      // A ring is moved as a whole: it may touch the frame's edge.
      let shift =
        vertices.contains { points[$0].x < pack.bounds.minX }
        ? WebMercator.worldSize
        : vertices.contains { points[$0].x > pack.bounds.maxX } ? -WebMercator.worldSize : 0
      for vertex in vertices { points[vertex].x += shift }
    }
    (self.rings, self.points, self.region) = (rings, points, region)
    boxes = region.indices.map { polygon in
      var box = Box()
      let ring = rings.polygonStart[polygon]
      for vertex in rings.ringStart[ring]..<rings.ringStart[ring + 1] {
        let (x, y) = (points[vertex].x, points[vertex].y)
        (box.minX, box.maxX) = (min(box.minX, x), max(box.maxX, x))
        (box.minY, box.maxY) = (min(box.minY, y), max(box.maxY, y))
      }
      return box
    }
  }

  var vertexCount: Int { rings.points.count }

  /// - Parameter isBoxFirst: whether only polygons are tested in whose rectangle the point lies.
  func region(at point: MapPoint, isBoxFirst: Bool = false) -> UInt16? {
    var found: UInt16?
    for polygon in region.indices where !isBoxFirst || boxes[polygon].contains(point) {
      var isInside = false
      for ring in rings.polygonStart[polygon]..<rings.polygonStart[polygon + 1] {
        if contains(point, rings.ringStart[ring], rings.ringStart[ring + 1]) { isInside.toggle() }
      }
      if isInside { found = region[polygon] }
    }
    return found
  }

  @inline(__always)
  private func contains(_ point: MapPoint, _ first: Int, _ end: Int) -> Bool {
    points.withUnsafeBufferPointer { points in
      var isInside = false
      var (ax, ay) = (points[end - 1].x, points[end - 1].y)
      for vertex in first..<end {
        let (bx, by) = (points[vertex].x, points[vertex].y)
        if (ay > point.y) != (by > point.y), point.x < (bx - ax) * (point.y - ay) / (by - ay) + ax {
          isInside.toggle()
        }
        (ax, ay) = (bx, by)
      }
      return isInside
    }
  }
}
