extension Pack {
  /// A line of the map as the pack holds it, for the tools.
  package struct Arc: Hashable, Sendable {
    /// The raw values of the regions on its two sides; nil for nobody's land.
    package var left: UInt16?
    package var right: UInt16?
    /// Whether the line from its last vertex to its first belongs to it.
    package var isClosed: Bool
    /// Whether it lies on the cut at the 180th meridian or at the end of the world.
    package var isSeam: Bool
  }

  /// A polygon as the pack holds it, for the tools.
  package struct Polygon: Hashable, Sendable {
    /// The coarsest level at which it is present.
    package var level: Int
    /// Its rings, the outer one first, as arcs; the complement of an arc's index means backwards.
    package var rings: [[Int32]]
  }

  package var arcCount: Int { storage.header.arcCount }

  /// - Precondition: the pack has been verified, and has this arc.
  package func arc(_ index: Int) -> Arc {
    let bytes = storage.data.bytes
    func region(_ column: PackedColumn) -> UInt16? {
      let side = column.value(index, in: bytes)
      return side == 0 ? nil : UInt16(truncatingIfNeeded: side - 1)
    }
    let flags = storage.arcFlags.value(index, in: bytes)
    return Arc(
      left: region(storage.left), right: region(storage.right), isClosed: flags & 1 != 0, isSeam: flags & 2 != 0)
  }

  /// Appends the vertices that an arc has at a level, in cells, as a ring of its own.
  /// - Precondition: the pack has been verified, and has this arc.
  package func appendVertices(ofArc index: Int, level: Int, to rings: inout GridRings) {
    var sink = GridSink(rings: rings)
    rings = GridRings()
    _ = storage.decode(arc: index, level: level, in: storage.data.bytes, into: &sink)
    sink.endRing()
    rings = sink.rings
  }

  /// - Precondition: the pack has been verified.
  package func polygons(of shape: RegionShape) -> [Polygon] {
    let bytes = storage.data.bytes
    let header = storage.header
    return storage.polygonStart.range(Int(shape.rawValue), limit: header.polygonCount, in: bytes).map { polygon in
      Polygon(
        level: storage.polygonLevel.value(polygon, in: bytes),
        rings: storage.ringStart.range(polygon, limit: header.ringCount, in: bytes).map { ring in
          storage.referenceStart.range(ring, limit: header.referenceCount, in: bytes).map { place in
            let reference = storage.reference.value(place, in: bytes)
            let arc = Int32(truncatingIfNeeded: reference >> 1)
            return reference & 1 == 0 ? arc : ~arc
          }
        })
    }
  }
}
