import Foundation

// Which region is where: the rules, and the search in the pack's own index.
extension Pack {
  /// The shape in which a point lies at the finest level; nil if it lies in none.
  ///
  /// The answer is exact for the coordinates passed in; there is no tolerance. In a map of lines or points, no point
  /// lies in a region: use `shape(nearest:withinMeters:)`.
  ///
  /// - Every point belongs to at most one region. A point on a border belongs to the region directly to its east; if
  ///   the border runs on to the east, to the region directly to the south of that.
  /// - Points past the 180th meridian are turned round the world, as in `MKMapRect`s that cross it.
  /// - A point on the northern or southern edge of the plane lies in the land that ends there. `WebMercator` puts all
  ///   latitudes beyond ±85.0511° on these edges. So the answer for a pole, or for a point between it and the edge, is
  ///   that for the edge on the same meridian.
  /// - A point to the north or south of the plane lies in no region, nor does one whose x is more than eight worlds
  ///   from 0, or a NaN.
  /// - Complexity: O(1) on average: it decodes the few stretches of border that share a square of the pack's index with
  ///   the point. Nothing is allocated.
  public func shape(at point: MapPoint) -> RegionShape? {
    storage.slot(at: point).map { RegionShape(pack: self, rawValue: UInt16(truncatingIfNeeded: $0)) }
  }
}

extension PackStorage {
  /// The slot of the region at a point; nil if it lies in none.
  ///
  /// The point lies in a square of the index, which knows the region at its north-western corner and the pieces of arcs
  /// that pass through it. A way leads from that corner to the south and then to the east, to the point. At each border
  /// that it crosses, it leaves the region on one side and enters the one on the other side. Every region that it
  /// enters it leaves again, except the last. So the exclusive or of all these regions is the region at the point.
  ///
  /// A point is taken to lie slightly to the east of its coordinates, and by far less to the south. So neither a point
  /// nor a corner is on a border.
  func slot(at point: MapPoint) -> Int? {
    // Nothing lies directly to the south of the plane's southern edge. So a point on that edge is replaced by the one
    // directly to its north.
    guard point.y >= 0, point.y <= WebMercator.worldSize,
      let location = CellLocation(MapPoint(x: point.x, y: min(point.y, WebMercator.worldSize.nextDown)), self)
    else { return nil }
    return slot(at: location)
  }

  /// The slot of the region at a location; nil if it lies in none, or if the pack is found to be damaged there.
  func slot(at location: CellLocation) -> Int? {
    let bytes = data.bytes
    // Lines and points have no inside.
    guard kind == .areas, let index = squares, let row = index.rows.index(of: location.y),
      let column = index.columns.index(of: location.x),
      var pieces = SquareWalk(self, index.square(column, row), in: bytes)
    else { return nil }
    var region = pieces.corner
    var next = pieces.next(in: bytes)
    if next != nil {
      let way = LocationWay(corner: index.corner(column, row), location: location)
      var trail = PieceTrail(self, in: bytes)
      // Pieces have no bits in common. So a square whose pieces have more bits than the stream is damaged.
      var budget = 8 &* arcs.stream.count
      while let piece = next {
        if var walk = PieceWalk(self, piece: piece, &trail, in: bytes) {
          budget &-= walk.bitCount
          guard budget >= 0 else { return nil }
          if walk.isCrossedOddly(by: way, self, in: bytes) { region ^= walk.left ^ walk.right }
        }
        next = pieces.next(in: bytes)
      }
    }
    let slot = region - 1
    // A damaged index may lead to a region that the pack does not have.
    guard slot >= 0, slot < header.slotCount, !ringOfSlot.range(slot, limit: header.ringCount, in: bytes).isEmpty else {
      return nil
    }
    return slot
  }
}
