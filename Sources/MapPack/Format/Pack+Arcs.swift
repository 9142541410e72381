// The pack's arcs and polygons one by one, as `Coverage.init(_:)` in `MapPackEmit` needs them.
extension Pack {
  /// An arc as the pack holds it, for the tools: `Coverage` is read from a pack by arcs and polygons.
  ///
  /// Left and right are meant with y drawn upwards. On the map as it is seen, with y to the south, an arc's owner lies
  /// on its right.
  package struct Arc: Hashable, Sendable {
    /// The raw value of the region on its left, which owns it.
    package var left: UInt16
    /// The raw value of the region on its right; nil if there is none.
    package var right: UInt16?
    /// Whether the line from its last vertex to its first belongs to it.
    package var isClosed: Bool
    /// Whether it lies on the cut at the 180th meridian or at the northern or southern end of the world.
    package var isSeam: Bool
  }

  /// A polygon as the pack holds it, for the tools.
  package struct Polygon: Hashable, Sendable {
    /// The coarsest level at which it is present.
    package var level: Int
    /// Its rings, the outer one first, as indices of arcs. The complement of an index means that the arc runs backward.
    package var rings: [[Int32]]
  }

  /// How many arcs the pack holds.
  package var arcCount: Int { storage.header.arcCount }

  /// Appends the vertices that an arc has at a level, in cells, as a ring of its own, with both of its ends.
  ///
  /// They run in the arc's own direction. The ring of an open arc is not closed. No polygon is ended.
  /// - Complexity: O(bits of the arc + log rings)
  /// - Precondition: the pack has been verified, and has this arc.
  package func appendVertices(ofArc index: Int, level: Int, to rings: inout GridRings) -> Arc {
    let bytes = storage.data.bytes
    let owner = storage.owner(ofArc: index, in: bytes)
    var sink = GridSink(rings: rings)
    rings = GridRings()
    let head = storage.decode(
      arc: index, owner: owner, ArcWindow(storage, slot: owner, in: bytes), level: level, ends: [.first, .last],
      in: bytes, into: &sink)
    sink.endRing()
    rings = sink.rings
    return Arc(
      left: UInt16(truncatingIfNeeded: owner),
      right: head.flatMap { $0.right > 0 ? UInt16(truncatingIfNeeded: $0.right - 1) : nil },
      isClosed: head?.isClosed ?? false, isSeam: storage.isSeam.value(index, in: bytes) != 0)
  }

  /// The polygons of a region, as the pack holds them, at all levels; none if the shape is empty.
  ///
  /// A line or a point is a polygon of one ring of one arc.
  /// - Precondition: the pack has been verified.
  /// - Complexity: O(uses of arcs by the region)
  package func polygons(of shape: RegionShape) -> [Polygon] {
    let bytes = storage.data.bytes
    let rings = storage.ringOfSlot.range(Int(shape.rawValue), limit: storage.header.ringCount, in: bytes)
    guard !rings.isEmpty else { return [] }
    var walk = UseWalk(storage, rings: rings, in: bytes)
    var polygons: [Polygon] = []
    var current: [[Int32]] = []
    while walk.nextRing(in: bytes) {
      var ring: [Int32] = []
      while let use = walk.nextUse(in: bytes) {
        let arc = Int32(truncatingIfNeeded: use.arc)
        ring.append(use.isOwn ? arc : ~arc)
      }
      current.append(ring)
      guard walk.isLastOfPolygon else { continue }
      polygons.append(Polygon(level: storage.polygonLevel.value(walk.polygon, in: bytes), rings: current))
      current = []
    }
    return polygons
  }
}
