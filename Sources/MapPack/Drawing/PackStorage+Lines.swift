// The decoder of borders, for `Pack.appendCoast` and the like. `decode(slot:level:into:)` decodes whole rings.
extension PackStorage {
  /// Appends borders of some regions that are present at a level, as lines.
  ///
  /// Lines run as the regions' rings do, with the land on the right as the map is seen. Consecutive wanted arcs of a
  /// ring are one line, but a ring is never joined across its beginning. A border between two of the regions is offered
  /// twice, once by each. In a damaged pack, the rest may be left out.
  /// - Parameters:
  ///   - regions: the slots of the regions.
  ///   - level: 0 is the finest.
  ///   - sink: gets the lines.
  ///   - isWanted: whether to append an arc. It gets the use of the arc by a ring, and the region on the other side
  ///     (slot plus one, 0 for none). It is not asked about seams, or about rings whose polygon is not present at the
  ///     level.
  /// - Complexity: O(uses of arcs by the regions × log rings, plus bits of the wanted arcs). At most as many vertices
  ///   are appended as the pack has bits.
  func decodeLines(
    of regions: BitSet, level: Int, into sink: inout LineSink, where isWanted: (UseWalk.Use, Int) -> Bool
  ) {
    let bytes = data.bytes
    // In a sound pack no ring, use or arc comes up twice.
    var budget = header.ringCount &+ header.useCount &+ stream.count
    var next = regions.first(from: 0)
    while let slot = next {
      next = regions.first(from: slot + 1)
      let rings = ringOfSlot.range(slot, limit: header.ringCount, in: bytes)
      guard !rings.isEmpty else { continue }
      let window = ArcWindow(self, slot: slot, in: bytes)
      var walk = UseWalk(self, rings: rings, in: bytes)
      while walk.nextRing(in: bytes) {
        let isPresent = polygonLevel.value(walk.polygon, in: bytes) >= level
        // On a map of lines, a line is not a ring, even if it uses all arcs of one.
        var isWhole = kind == .areas
        budget &-= 1
        while let use = walk.nextUse(in: bytes) {
          budget &-= 1
          guard budget >= 0 else { return sink.endLine(isClosed: false) }
          let owner = use.isOwn ? slot : owner(ofArc: use.arc, in: bytes)
          guard isPresent, isSeam.value(use.arc, in: bytes) == 0,
            isWanted(use, use.isOwn ? right(ofArc: use.arc, owner: slot, in: bytes) : owner &+ 1)
          else {
            isWhole = false
            sink.endLine(isClosed: false)
            continue
          }
          budget &-= max(1, arcStart.range(use.arc, limit: stream.count, in: bytes).count)
          guard budget >= 0 else { return sink.endLine(isClosed: false) }
          // The first vertex of a further arc is the last one of the arc before.
          var ends: ArcEnds = [.first, .last]
          if !sink.isAtStart { ends = use.isOwn ? .last : .first }
          let start = sink.vertexCount
          let head = decode(
            arc: use.arc, owner: owner, use.isOwn ? window : ArcWindow(self, slot: owner, in: bytes), level: level,
            ends: ends, in: bytes, into: &sink)
          if !use.isOwn { sink.reverse(from: start) }
          if head?.isClosed ?? false {
            isWhole = false
            sink.endLine(isClosed: true)
          }
        }
        if isWhole && !sink.isAtStart { sink.removeLast() }
        sink.endLine(isClosed: isWhole)
      }
    }
  }

  /// Whether the polygon of an arc's owner that uses the arc is present at a level.
  /// - Complexity: O(log rings)
  func isPresentForOwner(arc: Int, level: Int) -> Bool {
    let bytes = data.bytes
    let ring = useOfRing.lastIndex(notAbove: useOfArc.value(arc, in: bytes), in: bytes)
    let polygon = ringOfPolygon.lastIndex(notAbove: ring, in: bytes)
    return polygonLevel.value(polygon, in: bytes) >= level
  }

  /// The slots of all regions in the pack.
  /// - Complexity: O(slots)
  var liveSlots: BitSet {
    let bytes = data.bytes
    var slots = BitSet(below: header.slotCount)
    for slot in 0..<header.slotCount
    where !ringOfSlot.range(slot, limit: header.ringCount, in: bytes).isEmpty { slots.insert(slot) }
    return slots
  }
}
