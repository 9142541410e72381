extension Pack {
  /// The shape in which a point lies at the finest level; nil if it lies in none.
  ///
  /// It decodes some borders for each question: thousands of them are asked of a `PlaceIndex`.
  ///
  /// Exact on the Doubles. Every place belongs to one region at most: one on a border to the region right to the
  /// east of it and, where that is border again, right to the south of that. Places beyond the 180th meridian are
  /// taken round the world, as in `MKMapRect`s that cross it. A place on the northern or southern edge of the plane lies
  /// in the land that ends there. `WebMercator` puts all latitudes beyond ±85.0511° on these edges, so each pole, and
  /// each place between it and the edge, is answered as the edge is on its meridian.
  /// - Complexity: O(1) on average: about the vertices of the few stretches of border that share a square of the
  ///   pack's index with the place; nothing is allocated.
  public func shape(at point: MapPoint) -> RegionShape? {
    storage.slot(at: point).map { RegionShape(pack: self, rawValue: UInt16(truncatingIfNeeded: $0)) }
  }
}

extension PackStorage {
  /// The slot of the region at a place.
  ///
  /// The place lies in a square of the index, which knows the region at its north-western corner and the pieces of
  /// arcs that pass through it. The way from that corner to the south and then to the east leads to the place; each
  /// border that it crosses leads from the region on its one side to that on its other. As each region that is
  /// entered is left again, but the last, the exclusive or of all of them is that one.
  ///
  /// A place is taken to lie a trifle to the east of where it is, and a far smaller trifle to the south: so it is on
  /// no border, and neither is a corner.
  func slot(at point: MapPoint) -> Int? {
    location(of: point).flatMap { slot(at: $0) }
  }

  /// The place of the plane at which a region is asked for; nil where there is none on the globe.
  ///
  /// What lies right to the south of the southern edge is no plane any more: there it is the place right to the north of
  /// it.
  @inline(__always)
  func location(of point: MapPoint) -> CellPlace? {
    guard point.y >= 0, point.y <= WebMercator.worldSize else { return nil }
    return CellPlace(MapPoint(x: point.x, y: min(point.y, WebMercator.worldSize.nextDown)), self)
  }

  /// The slot of the region at a place of the plane.
  func slot(at place: CellPlace) -> Int? {
    let bytes = data.bytes
    // No place lies in a line or a point.
    guard kind == .areas, let index = squares, let row = index.row(of: place.y), let column = index.column(of: place.x),
      var pieces = SquareWalk(self, row * index.columns + column, in: bytes)
    else { return nil }
    var region = pieces.corner
    var next = pieces.next(in: bytes)
    if next != nil {
      let way = LocationWay(
        corner: CellPlace(x: index.west(of: column), y: index.north(of: row), restX: 0, restY: 0), place: place)
      var trail = PieceTrail(self, in: bytes)
      // Pieces have no bits in common, so a square whose pieces have more than there are is damaged.
      var budget = 8 &* stream.count
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
    // An index that is wrong may lead to a region that is not there.
    guard slot >= 0, slot < header.slotCount, !ringOfSlot.range(slot, limit: header.ringCount, in: bytes).isEmpty else {
      return nil
    }
    return slot
  }
}
