// Which regions share a border, at the finest level; `RegionMap.neighbors(of:)` asks it for cases of the enum.
extension RegionShape {
  /// The regions with which this one shares a border of positive length, in the order of their raw values.
  ///
  /// Regions that only touch in single points are not neighbors. Regions that meet at the 180th meridian are, although
  /// every shape is cut there. Regions of lines or points have no neighbors.
  /// - Complexity: O(b log n) for b borders of the region and n of the pack; no vertex is decoded. If the region
  ///   reaches the 180th meridian or an end of the world, O(n), and the vertices there are decoded.
  public var neighbors: [RegionShape] {
    let storage = pack.storage
    let bytes = storage.data.bytes
    let slot = Int(rawValue)
    let rings = storage.ringOfSlot.range(slot, limit: storage.header.ringCount, in: bytes)
    guard !rings.isEmpty else { return [] }
    var slots = BitSet(below: storage.header.slotCount)
    var reachesSeam = false
    var walk = UseWalk(storage, rings: rings, in: bytes)
    while walk.nextRing(in: bytes) {
      while let use = walk.nextUse(in: bytes) {
        guard storage.isSeam.value(use.arc, in: bytes) == 0 else {
          reachesSeam = true
          continue
        }
        let other =
          use.isOwn
          ? storage.right(ofArc: use.arc, owner: slot, in: bytes) - 1 : storage.owner(ofArc: use.arc, in: bytes)
        if other != slot { slots.insert(other) }
      }
    }
    if reachesSeam {
      for border in storage.cutBorders(level: 0) {
        if border.atWest == slot { slots.insert(border.atEast) }
        if border.atEast == slot { slots.insert(border.atWest) }
      }
    }
    return pack.shapes(in: slots)
  }
}

extension Pack {
  /// The shapes of the regions with these slots, in the order of their raw values.
  func shapes(in slots: BitSet) -> [RegionShape] {
    slots.members.compactMap { self[rawValue: UInt16(truncatingIfNeeded: $0)] }
  }
}
