import MapPack

/// The region at a place as one finds it without an index: all vertices in memory, every polygon tested by the
/// even-odd rule.
/// Source: W. R. Franklin, "PNPOLY – point inclusion in polygon test".
struct EveryPolygon {
  private let rings: RingBuffer
  private let coordinates: ContiguousArray<Double>
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
    func contains(_ place: MapPoint) -> Bool {
      place.x >= minX && place.x <= maxX && place.y >= minY && place.y <= maxY
    }
  }

  init(_ pack: Pack) {
    var rings = RingBuffer()
    var region: [UInt16] = []
    for shape in pack.shapes {
      shape.appendRings(to: &rings)
      region += Array(repeating: shape.rawValue, count: rings.polygonCount - region.count)
    }
    // Each region comes in the frame of its own bounds, places come in that of the map's.
    var coordinates = rings.coordinates
    for ring in 0..<rings.ringCount {
      let places = stride(from: 2 * rings.ringStart[ring], to: 2 * rings.ringStart[ring + 1], by: 2)
      // A ring is moved as a whole: it may touch the frame's edge.
      let shift =
        places.contains { coordinates[$0] < pack.bounds.minX }
        ? WebMercator.worldSize
        : places.contains { coordinates[$0] > pack.bounds.maxX } ? -WebMercator.worldSize : 0
      for place in places { coordinates[place] += shift }
    }
    (self.rings, self.coordinates, self.region) = (rings, coordinates, region)
    boxes = region.indices.map { polygon in
      var box = Box()
      let ring = rings.polygonStart[polygon]
      for vertex in rings.ringStart[ring]..<rings.ringStart[ring + 1] {
        let (x, y) = (coordinates[2 * vertex], coordinates[2 * vertex + 1])
        (box.minX, box.maxX) = (min(box.minX, x), max(box.maxX, x))
        (box.minY, box.maxY) = (min(box.minY, y), max(box.maxY, y))
      }
      return box
    }
  }

  var vertexCount: Int { rings.vertexCount }

  /// - Parameter isBoxFirst: whether only polygons are tested in whose rectangle the place lies.
  func region(at place: MapPoint, isBoxFirst: Bool = false) -> UInt16? {
    var found: UInt16?
    for polygon in region.indices where !isBoxFirst || boxes[polygon].contains(place) {
      var isInside = false
      for ring in rings.polygonStart[polygon]..<rings.polygonStart[polygon + 1] {
        if contains(place, rings.ringStart[ring], rings.ringStart[ring + 1]) { isInside.toggle() }
      }
      if isInside { found = region[polygon] }
    }
    return found
  }

  @inline(__always)
  private func contains(_ place: MapPoint, _ first: Int, _ end: Int) -> Bool {
    coordinates.withUnsafeBufferPointer { coordinates in
      var isInside = false
      var (ax, ay) = (coordinates[2 * end - 2], coordinates[2 * end - 1])
      for vertex in first..<end {
        let (bx, by) = (coordinates[2 * vertex], coordinates[2 * vertex + 1])
        if (ay > place.y) != (by > place.y), place.x < (bx - ax) * (place.y - ay) / (by - ay) + ax {
          isInside.toggle()
        }
        (ax, ay) = (bx, by)
      }
      return isInside
    }
  }
}
