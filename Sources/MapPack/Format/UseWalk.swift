/// A walk over the arcs that some rings of a region use, ring by ring. All that decodes or checks rings takes it, such
/// as `PackStorage.decode(slot:level:into:)`.
///
/// Call `nextRing`, then `nextUse` until it is nil, and so on. In a ring, each use ends where the next one begins; in a
/// map of areas, the last one ends where the first begins. All rings are walked; `polygonLevel` of `polygon` says up to
/// which level a ring is present.
struct UseWalk {
  /// The use of an arc by a ring.
  struct Use {
    /// The index of the arc. In a damaged pack, there may be no such arc.
    let arc: Int
    /// Whether the region owns the arc and walks it forward; else it walks another region's arc backward.
    let isOwn: Bool
    /// The range of the arc's bytes in the stream; empty if the pack is damaged there.
    let bytes: Range<Int>
  }

  private let storage: PackStorage
  private let bits: ArcBits
  private let ringEnd: Int
  /// Cursors at the next ring, at the polygon after the current one, at the next own use, and at the beginning of its
  /// arc.
  private var rings, polygons, ownUses, ownArcs: AscendingColumn.Cursor
  private var use: Int
  private var useEnd: Int
  /// The polygon of the current ring.
  private(set) var polygon: Int
  /// Whether the current ring is its polygon's last.
  private(set) var isLastOfPolygon = false

  /// - Parameters:
  ///   - rings: rings of one region, at least one.
  ///   - bits: in which the arcs' bytes lie.
  init(_ storage: PackStorage, rings: Range<Int>, of bits: ArcBits, in bytes: RawSpan) {
    self.storage = storage
    self.bits = bits
    ringEnd = rings.upperBound
    self.rings = storage.useOfRing.cursor(at: rings.lowerBound, in: bytes)
    polygons = storage.ringOfPolygon.cursor(above: rings.lowerBound, in: bytes)
    polygon = max(0, polygons.index &- 1)
    use = max(0, self.rings.value)
    useEnd = use
    ownUses = storage.useOfArc.cursor(above: use &- 1, in: bytes)
    ownArcs = bits.start.cursor(at: ownUses.index, in: bytes)
  }

  /// Goes to the next ring. Returns false after the last.
  @inline(__always)
  mutating func nextRing(in bytes: RawSpan) -> Bool {
    let ring = rings.index
    guard ring < ringEnd else { return false }
    if ring == polygons.value {
      polygon = polygons.index
      storage.ringOfPolygon.advance(&polygons, in: bytes)
    }
    storage.useOfRing.advance(&rings, in: bytes)
    useEnd = min(rings.value, storage.header.useCount)
    isLastOfPolygon = ring &+ 1 == ringEnd || ring &+ 1 == polygons.value
    return true
  }

  /// The next use in the current ring; nil after the last.
  @inline(__always)
  mutating func nextUse(in bytes: RawSpan) -> Use? {
    guard use < useEnd else { return nil }
    defer { use &+= 1 }
    let limit = bits.stream.count
    if use == ownUses.value {
      let arc = ownUses.index
      storage.useOfArc.advance(&ownUses, in: bytes)
      let start = ownArcs.value
      bits.start.advance(&ownArcs, in: bytes)
      let end = ownArcs.value
      return Use(arc: arc, isOwn: true, bytes: start >= 0 && start <= end && end <= limit ? start..<end : 0..<0)
    }
    // `ownUses.index` of the uses before this one are by the arcs' owners. The arcs of the others are listed one by
    // one.
    let arc = storage.foreignArc.value(use &- ownUses.index, in: bytes)
    return Use(arc: arc, isOwn: false, bytes: bits.start.range(arc, limit: limit, in: bytes))
  }
}
