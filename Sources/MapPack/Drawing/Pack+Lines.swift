import Foundation

// The borders of a pack as lines, each border once.
extension Pack {
  /// Appends the coast: all borders between a region and what belongs to no region, each segment once.
  ///
  /// In a map of lines or points, these are all lines or points.
  ///
  /// Seams are not coast: they lie on the cut at the 180th meridian, or on the end of the world in the north or south.
  /// Lines run as the rings do, with the land on their right as the map is seen. A line ends where another region's
  /// line begins, and at the latest where its ring ends. A ring that is coast all round is a closed line. Lines are in
  /// the order of their regions' raw values, and those of a region in the order of its rings.
  /// - Parameters:
  ///   - level: 0 is the finest; levels outside `0 ..< levelCount` are taken as the nearest. A border is present at a
  ///     level if a polygon on one of its sides is.
  ///   - window: the stretch of the globe in which the lines are given; that of the pack's bounds if nil. Lines to the
  ///     west of its western edge are moved one world to the east, as in `MapRect`s that cross the 180th meridian. A
  ///     line on both sides of that edge stays where it is.
  ///   - buffer: gets the lines after what it already holds. If its memory suffices, only a bit per raw value is
  ///     allocated.
  /// - Complexity: O(borders, plus vertices of the coast at the finest level)
  public func appendCoast(
    level: Int = 0, window: MapRect? = nil, to buffer: inout LineBuffer
  ) {
    append(.coast, of: storage.liveSlots, level, window, to: &buffer)
  }

  /// Appends the inner borders: all borders between two regions, each segment once.
  ///
  /// Lines run as the rings of the region with the smaller raw value do. Last come the borders between regions that
  /// meet at the 180th meridian. Each of these is a line of two vertices on the cut, on the side of the region with the
  /// smaller raw value. All else is as in `appendCoast(level:window:to:)`.
  /// - Complexity: O(borders, plus vertices of the inner ones at the finest level)
  public func appendInnerBorders(
    level: Int = 0, window: MapRect? = nil, to buffer: inout LineBuffer
  ) {
    append(.inner, of: storage.liveSlots, level, window, to: &buffer)
  }

  /// Appends the borders between regions of different groups, each segment once. A region without a group is one of its
  /// own.
  ///
  /// All else is as in `appendInnerBorders(level:window:to:)`. In a map without groups, nothing is appended.
  public func appendGroupBorders(level: Int = 0, window: MapRect? = nil, to buffer: inout LineBuffer) {
    append(.group, of: storage.liveSlots, level, window, to: &buffer)
  }

  /// Which borders are wanted.
  package enum Borders: CaseIterable, Sendable {
    case coast, inner, group
  }

  /// Appends those borders that some regions bring: their coast, and of the borders between two regions those whose ring
  /// runs as theirs. So what lies in a rectangle is there if all regions are named whose bounds meet it.
  /// - Complexity: O(arcs of the pack, plus vertices of the borders)
  package func append(
    _ borders: Borders, of regions: some Sequence<RegionShape>, level: Int, to buffer: inout LineBuffer
  ) {
    append(borders, of: slots(of: regions), level, nil, to: &buffer)
  }

  private func append(
    _ borders: Borders, of slots: BitSet, _ level: Int, _ window: MapRect?, to buffer: inout LineBuffer
  ) {
    let level = storage.clamped(level: level)
    let divides = { (one: Int, other: Int) in
      guard borders == .group else { return true }
      let group = storage.group.value(one, in: storage.data.bytes)
      return group == 0 || group != storage.group.value(other, in: storage.data.bytes)
    }
    switch borders {
    case .coast: appendLines(of: slots, level, window, to: &buffer, cut: nil) { _, _, other in other == 0 }
    case .group where storage.groupCount == 0: break
    case .inner, .group:
      let smaller: (CutStretches.Meeting) -> Int? = { border in
        divides(border.atWest, border.atEast) ? min(border.atWest, border.atEast) : nil
      }
      appendLines(of: slots, level, window, to: &buffer, cut: smaller) { slot, use, other in
        isInner(use, other, level) && divides(slot, other - 1)
      }
    }
  }

  private func slots(of regions: some Sequence<RegionShape>) -> BitSet {
    var slots = BitSet(below: storage.header.slotCount)
    for region in regions { slots.insert(Int(region.rawValue)) }
    return slots
  }

  /// Whether a border is one between two regions, and is to be drawn where this one of them uses it.
  private func isInner(_ use: UseWalk.Use, _ other: Int, _ level: Int) -> Bool {
    // If the polygon of the border's owner is not present at the level, the other region brings the border.
    use.isOwn ? other > 0 : level > 0 && !storage.isPresentForOwner(arc: use.arc, level: level)
  }

  /// Appends the outline of some regions together: their coast and their borders with other regions, each segment once.
  ///
  /// On the cut at the 180th meridian, borders with other regions are outline, as in
  /// `appendInnerBorders(level:window:to:)`; other seams are not. Neither the order of the regions nor repetitions make
  /// a difference. All else is as in `appendCoast(level:window:to:)`.
  /// - Parameters:
  ///   - regions: shapes of this pack. Only their raw values count; if there are none, nothing is appended.
  ///   - level: 0 is the finest; levels outside `0 ..< levelCount` are taken as the nearest.
  ///   - window: the stretch of the globe in which the lines are given; that of the pack's bounds if nil.
  ///   - buffer: gets the lines after what it already holds.
  /// - Complexity: O(borders of these regions, plus vertices of the outline at the finest level)
  public func appendOutline(
    of regions: some Sequence<RegionShape>, level: Int = 0, window: MapRect? = nil,
    to buffer: inout LineBuffer
  ) {
    let slots = slots(of: regions)
    let side = { (border: CutStretches.Meeting) -> Int? in
      guard slots.contains(border.atWest) != slots.contains(border.atEast) else { return nil }
      return slots.contains(border.atWest) ? border.atWest : border.atEast
    }
    appendLines(of: slots, level, window, to: &buffer, cut: side) { _, _, other in
      !slots.contains(other - 1)
    }
  }

  /// Appends the wanted borders of some regions.
  /// - Parameters:
  ///   - cut: the slot of the region as whose ring a border on the cut runs; nil if that border is not wanted. No
  ///     border on the cut is wanted if the function itself is nil.
  ///   - isWanted: whether a border off the cut is wanted; see `PackStorage.decodeLines(of:level:into:where:)`.
  private func appendLines(
    of slots: BitSet, _ level: Int, _ window: MapRect?, to buffer: inout LineBuffer,
    cut: ((CutStretches.Meeting) -> Int?)?, where isWanted: (Int, UseWalk.Use, Int) -> Bool
  ) {
    PointSink.fill(&buffer, storage, windowMinX: (window ?? bounds).minX, turnsPoints: false) { sink in
      let level = storage.clamped(level: level)
      storage.decodeLines(of: slots, level: level, into: &sink, where: isWanted)
      guard let cut else { return }
      for border in storage.cutBorders(level: level) {
        if let slot = cut(border) { storage.append(border, of: slot, to: &sink) }
      }
    }
  }
}

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
  ///   - isWanted: whether to append an arc. It gets the slot of a region, the use of the arc by a ring of it, and the
  ///     region on the other side (slot plus one, 0 for none). It is not asked about seams, or about rings whose polygon is not present at the
  ///     level.
  /// - Complexity: O(uses of arcs by the regions × log rings, plus bits of the wanted arcs). At most as many vertices
  ///   are appended as the pack has bits.
  func decodeLines(
    of regions: BitSet, level: Int, into sink: inout PointSink<LineBuffer>,
    where isWanted: (Int, UseWalk.Use, Int) -> Bool
  ) {
    let bytes = data.bytes
    let bits = bits(of: level)
    // In a sound pack no ring, use or arc comes up twice.
    var budget = header.ringCount &+ header.useCount &+ bits.stream.count
    var next = regions.first(from: 0)
    while let slot = next {
      next = regions.first(from: slot + 1)
      let rings = ringOfSlot.range(slot, limit: header.ringCount, in: bytes)
      guard !rings.isEmpty else { continue }
      let window = ArcWindow(self, slot: slot, in: bytes)
      var walk = UseWalk(self, rings: rings, of: bits, in: bytes)
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
            isWanted(slot, use, use.isOwn ? right(ofArc: use.arc, owner: slot, in: bytes) : owner &+ 1)
          else {
            isWhole = false
            sink.endLine(isClosed: false)
            continue
          }
          budget &-= max(1, use.bytes.count)
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

// Borders as values: map points in the window of the pack's bounds. To draw them again and again, fill one
// `LineBuffer`; see `Pack.appendInnerBorders` and the like.
extension RegionMap {
  /// All borders between two regions, each segment once; see `Pack.appendInnerBorders(level:window:to:)`.
  public func innerBorders(level: Int = 0) -> LineBuffer {
    var lines = LineBuffer()
    pack.appendInnerBorders(level: level, to: &lines)
    return lines
  }

  /// All borders between regions of different groups, each segment once; see
  /// `Pack.appendGroupBorders(level:window:to:)`.
  public func groupBorders(level: Int = 0) -> LineBuffer {
    var lines = LineBuffer()
    pack.appendGroupBorders(level: level, to: &lines)
    return lines
  }

  /// All borders between a region and what belongs to no region, each segment once; see
  /// `Pack.appendCoast(level:window:to:)`.
  public func coast(level: Int = 0) -> LineBuffer {
    var lines = LineBuffer()
    pack.appendCoast(level: level, to: &lines)
    return lines
  }

  /// The outline of some regions together, without the borders between them; see
  /// `Pack.appendOutline(of:level:window:to:)`.
  public func outline(of regions: some Sequence<Region>, level: Int = 0) -> LineBuffer {
    var lines = LineBuffer()
    pack.appendOutline(of: regions.lazy.map { self[$0] }, level: level, to: &lines)
    return lines
  }
}
