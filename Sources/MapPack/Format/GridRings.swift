/// Rings of regions in cells of the pack grid, from the pack's origin to the east and to the south, for the tools.
///
/// They are laid out and run as in `RingBuffer`, but lie as they are stored: cut at the 180th meridian, and not turned
/// into a window. A ring takes the vertices appended since the ring before, a polygon the rings since the polygon
/// before.
package struct GridRings: Hashable, Sendable {
  /// The x of all vertices.
  package var x: ContiguousArray<Int32> = []
  /// The y of all vertices.
  package var y: ContiguousArray<Int32> = []
  /// The index of each ring's first vertex, and the end of the last ring.
  package var ringStart: ContiguousArray<Int> = [0]
  /// The index of each polygon's outer ring, and the end of the last polygon.
  package var polygonStart: ContiguousArray<Int> = [0]

  /// No rings.
  package init() {}

  package var polygonCount: Int { polygonStart.count - 1 }
  package var ringCount: Int { ringStart.count - 1 }

  /// Appends a vertex to the current ring.
  package mutating func append(x: Int32, y: Int32) {
    self.x.append(x)
    self.y.append(y)
  }

  /// Ends the current ring.
  package mutating func endRing() { ringStart.append(x.count) }
  /// Ends the current polygon.
  package mutating func endPolygon() { polygonStart.append(ringCount) }

  /// Calls a function for the edges of a polygon, ring by ring, with the vertices at which each begins and ends.
  func forEachEdge(ofPolygon polygon: Int, _ body: (_ from: Int, _ to: Int) -> Void) {
    for ring in polygonStart[polygon]..<polygonStart[polygon + 1] {
      var previous = ringStart[ring + 1] - 1
      for vertex in ringStart[ring]..<ringStart[ring + 1] {
        body(previous, vertex)
        previous = vertex
      }
    }
  }

  /// Removes all rings and keeps the memory.
  package mutating func removeAll() {
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    ringStart.removeAll(keepingCapacity: true)
    ringStart.append(0)
    polygonStart.removeAll(keepingCapacity: true)
    polygonStart.append(0)
  }
}

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

  /// - Parameter rings: rings of one region, at least one.
  init(_ storage: PackStorage, rings: Range<Int>, in bytes: RawSpan) {
    self.storage = storage
    ringEnd = rings.upperBound
    self.rings = storage.useOfRing.cursor(at: rings.lowerBound, in: bytes)
    polygons = storage.ringOfPolygon.cursor(above: rings.lowerBound, in: bytes)
    polygon = max(0, polygons.index &- 1)
    use = max(0, self.rings.value)
    useEnd = use
    ownUses = storage.useOfArc.cursor(above: use &- 1, in: bytes)
    ownArcs = storage.arcStart.cursor(at: ownUses.index, in: bytes)
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
    let limit = storage.stream.count
    if use == ownUses.value {
      let arc = ownUses.index
      storage.useOfArc.advance(&ownUses, in: bytes)
      let start = ownArcs.value
      storage.arcStart.advance(&ownArcs, in: bytes)
      let end = ownArcs.value
      return Use(arc: arc, isOwn: true, bytes: start >= 0 && start <= end && end <= limit ? start..<end : 0..<0)
    }
    // `ownUses.index` of the uses before this one are by the arcs' owners. The arcs of the others are listed one by
    // one.
    let arc = storage.foreignArc.value(use &- ownUses.index, in: bytes)
    return Use(arc: arc, isOwn: false, bytes: storage.arcStart.range(arc, limit: limit, in: bytes))
  }
}

/// The narrowest stretch of the globe, from west to east, that contains some intervals of x.
///
/// The bounds of regions, packs and pictures come from it.
package struct GlobeSpan<Length: SignedNumeric & Comparable>: Equatable {
  /// The western edge, within the world.
  package private(set) var minX: Length
  /// How far it reaches to the east, possibly past the world's eastern edge.
  package private(set) var width: Length

  /// Finds the narrowest stretch; of equally narrow ones, the one within the world, else the westernmost.
  /// - Parameters:
  ///   - intervals: parts of the world's width, in any order and in any unit.
  ///   - world: the world's width in the same unit; nil on a plane that is not the globe.
  /// - Precondition: there is at least one interval.
  /// - Complexity: O(n log n) for n intervals
  package init(_ intervals: [ClosedRange<Length>], world: Length?) {
    let sorted = intervals.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    precondition(!sorted.isEmpty, "A region without polygons has no bounds")
    let first = sorted[0].lowerBound
    var reach = sorted[0].upperBound
    var widest: (gap: Length, before: Length, after: Length)?
    for interval in sorted.dropFirst() {
      let gap = interval.lowerBound - reach
      if gap > widest?.gap ?? 0 { widest = (gap, reach, interval.lowerBound) }
      reach = max(reach, interval.upperBound)
    }
    minX = first
    width = reach - first
    if let world, let widest, widest.gap > first + world - reach {
      minX = widest.after
      width = widest.before + world - widest.after
    }
  }
}
