// The borders of a pack as lines, each border once. `RegionMap.coast(level:)` and the like, `MapLayer`, and
// `RegionOutline` in `MapPackUI` ask for them.
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
    appendLines(of: storage.liveSlots, level, window, to: &buffer, cut: nil) { _, other in
      other == 0
    }
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
    let level = storage.clamped(level: level)
    let smaller: (CutStretches.Meeting) -> Int? = { min($0.atWest, $0.atEast) }
    appendLines(of: storage.liveSlots, level, window, to: &buffer, cut: smaller) { use, other in
      // If the polygon of the border's owner is not present at the level, the other region brings the border.
      use.isOwn ? other > 0 : level > 0 && !storage.isPresentForOwner(arc: use.arc, level: level)
    }
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
    var slots = BitSet(below: storage.header.slotCount)
    for region in regions { slots.insert(Int(region.rawValue)) }
    let side = { (border: CutStretches.Meeting) -> Int? in
      guard slots.contains(border.atWest) != slots.contains(border.atEast) else { return nil }
      return slots.contains(border.atWest) ? border.atWest : border.atEast
    }
    appendLines(of: slots, level, window, to: &buffer, cut: side) { _, other in
      !slots.contains(other - 1)
    }
  }

  /// Appends the wanted borders of some regions.
  /// - Parameters:
  ///   - cut: the slot of the region as whose ring a border on the cut runs; nil if that border is not wanted. No
  ///     border on the cut is wanted if the function itself is nil.
  ///   - isWanted: whether a border off the cut is wanted; see `PackStorage.decodeLines(of:level:into:where:)`. It gets
  ///     the use of an arc, and the region on the other side as slot plus one, 0 for none.
  private func appendLines(
    of slots: BitSet, _ level: Int, _ window: MapRect?, to buffer: inout LineBuffer,
    cut: ((CutStretches.Meeting) -> Int?)?, where isWanted: (UseWalk.Use, Int) -> Bool
  ) {
    var taken = LineBuffer(empty: ())
    swap(&taken, &buffer)
    var sink = LineSink(storage, windowMinX: (window ?? bounds).minX, buffer: taken)
    // The sink has to be the only owner of the buffers, or its first vertex would copy them.
    taken = LineBuffer(empty: ())
    let level = storage.clamped(level: level)
    storage.decodeLines(of: slots, level: level, into: &sink, where: isWanted)
    if let cut {
      for border in storage.cutBorders(level: level) {
        if let slot = cut(border) { storage.append(border, of: slot, to: &sink) }
      }
    }
    buffer = sink.buffer
  }
}
