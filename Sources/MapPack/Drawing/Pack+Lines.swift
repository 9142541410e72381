extension Pack {
  /// Appends the coast: all borders between a region and what is no region's, each segment once, without seams.
  ///
  /// A seam (what lies on the cut at the 180th meridian or on the end of the world in the north and south) is no coast.
  /// Lines run as the rings do, with the land on their right as the map is seen, and end where
  /// another region's begin, at the latest where their ring does; a ring that is coast all round is a closed line. They
  /// are in the order of the raw values.
  /// - Parameters:
  ///   - level: 0 is the finest; levels outside `0 ..< levelCount` are taken as the nearest. A border is present
  ///     where a polygon on one of its sides is.
  ///   - window: lines that lie west of its western edge are drawn one world further east, as in `MapRect`s that cross
  ///     the 180th meridian; a line on both sides of that edge stays where it is. The pack's bounds where nil.
  ///   - buffer: keeps what it holds; nothing is allocated where its memory suffices but a bit per raw value.
  /// - Complexity: O(borders, plus vertices of the coast at the finest level)
  public func appendCoast(
    level: Int = 0, window: MapRect? = nil, to buffer: inout LineBuffer
  ) {
    appendLines(of: storage.liveSlots, level, window, to: &buffer, cut: nil) { _, other in
      other == 0
    }
  }

  /// Appends the inner borders: all between two regions, each segment once; as `appendCoast` does.
  ///
  /// They run as the rings of the region with the smaller raw value do. Behind them come the borders between regions
  /// that meet at the 180th meridian, on the cut: each a line of two vertices on the side of that region.
  /// - Complexity: O(borders, plus vertices of the inner ones at the finest level)
  public func appendInnerBorders(
    level: Int = 0, window: MapRect? = nil, to buffer: inout LineBuffer
  ) {
    let level = storage.clamped(level: level)
    let smaller: (CutStretches.Meeting) -> Int? = { min($0.atWest, $0.atEast) }
    appendLines(of: storage.liveSlots, level, window, to: &buffer, cut: smaller) { use, other in
      // Where a border's owner lacks the polygon, the other region brings it.
      use.isOwn ? other > 0 : level > 0 && !storage.isPresentForOwner(arc: use.arc, level: level)
    }
  }

  /// Appends the outline of some regions together: their borders with all that is not among them, coast or region,
  /// each segment once; as `appendCoast` does. At the 180th meridian, what another region goes on behind is outline, as
  /// in `appendInnerBorders`; other seams are not.
  ///
  /// The order of the regions makes no difference, nor whether one is named twice.
  /// - Parameters:
  ///   - regions: shapes of this pack.
  ///   - level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
  ///   - window: the stretch of the globe in which the lines are given; that of the pack's bounds if nil.
  ///   - buffer: gets the lines.
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

  /// - Parameter cut: says as whose ring a border on the cut runs; `nil` where it is not wanted.
  private func appendLines(
    of slots: BitSet, _ level: Int, _ window: MapRect?, to buffer: inout LineBuffer,
    cut: ((CutStretches.Meeting) -> Int?)?, where isWanted: (UseWalk.Use, Int) -> Bool
  ) {
    var taken = LineBuffer(empty: ())
    swap(&taken, &buffer)
    var sink = LineSink(storage, windowMinX: (window ?? bounds).minX, buffer: taken)
    // The sink is to be the buffers' only owner, or its first vertex would copy them.
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
