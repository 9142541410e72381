/// A walk over the arcs that some rings use, ring by ring.
struct UseWalk {
  struct Use {
    let arc: Int
    /// The region owns the arc and walks it forward; else it walks another's backwards.
    let isOwn: Bool
  }

  private let storage: PackStorage
  private let ringEnd: Int
  /// At the ring that comes next, the polygon behind the one at hand, and the own use that comes next.
  private var rings, polygons, ownUses: AscendingColumn.Cursor
  private var use: Int
  private var useEnd: Int
  /// The polygon of the ring at hand.
  private(set) var polygon: Int
  /// Whether the ring at hand is its polygon's last.
  private(set) var isLastOfPolygon = false

  /// - Parameter rings: of one region, at least one.
  init(_ storage: PackStorage, rings: Range<Int>, in bytes: RawSpan) {
    self.storage = storage
    ringEnd = rings.upperBound
    self.rings = AscendingColumn.Cursor(storage.useOfRing, at: rings.lowerBound, in: bytes)
    polygon = max(0, storage.ringOfPolygon.lastIndex(notAbove: rings.lowerBound, in: bytes))
    polygons = AscendingColumn.Cursor(storage.ringOfPolygon, at: polygon &+ 1, in: bytes)
    use = self.rings.value
    useEnd = use
    let earlier = storage.useOfArc.lastIndex(notAbove: use &- 1, in: bytes) &+ 1
    ownUses = AscendingColumn.Cursor(storage.useOfArc, at: earlier, in: bytes)
  }

  /// Goes to the next ring; false behind the last.
  mutating func nextRing(in bytes: RawSpan) -> Bool {
    let ring = rings.index
    guard ring < ringEnd else { return false }
    if ring == polygons.value {
      polygon = polygons.index
      polygons.advance(in: bytes)
    }
    rings.advance(in: bytes)
    useEnd = min(rings.value, storage.header.useCount)
    isLastOfPolygon = ring &+ 1 == ringEnd || ring &+ 1 == polygons.value
    return true
  }

  /// The next use in the ring at hand; nil behind the last.
  mutating func nextUse(in bytes: RawSpan) -> Use? {
    guard use < useEnd else { return nil }
    defer { use &+= 1 }
    if use == ownUses.value {
      let arc = ownUses.index
      ownUses.advance(in: bytes)
      return Use(arc: arc, isOwn: true)
    }
    // Of the uses before this one so many are of arcs by their owners; the others are noted one by one.
    return Use(arc: storage.foreignArc.value(use &- ownUses.index, in: bytes), isOwn: false)
  }
}
