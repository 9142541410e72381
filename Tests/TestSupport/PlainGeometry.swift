import MapPackGeometry

/// The region at a location by the stated rule, from the rings alone, in whole eighths of a cell: a ring goes round a
/// location if an odd number of its edges meet the parallel through it, northern ends included, west of the location
/// or in it.
package func regionByBruteForce(_ rings: [[[[GridPoint]]]], x8: Int64, y8: Int64) -> Int? {
  rings.firstIndex { polygons in
    var edges = 0
    for ring in polygons.joined() {
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        let (north, south) = a.y < b.y ? (a, b) : (b, a)
        guard 8 * Int64(north.y) <= y8 && y8 < 8 * Int64(south.y) else { continue }
        // x of the edge on the parallel ≤ x of the location, multiplied by the edge's height.
        let height = Int64(south.y - north.y)
        let edge = 8 * Int64(north.x) * height + Int64(south.x - north.x) * (y8 - 8 * Int64(north.y))
        if edge <= x8 * height { edges += 1 }
      }
    }
    return edges % 2 == 1
  }
}

/// A rectangle in eighths of a cell, its edges included.
package struct EighthRect {
  package let west, east, north, south: Int64

  package init(west: Int64, east: Int64, north: Int64, south: Int64) {
    (self.west, self.east, self.north, self.south) = (west, east, north, south)
  }

  func holds(_ x: Int64, _ y: Int64) -> Bool { west <= x && x <= east && north <= y && y <= south }

  /// Whether a segment has a point in common with it: an end inside, or a point of one of the four sides.
  func meets(_ a: (Int64, Int64), _ b: (Int64, Int64)) -> Bool {
    if holds(a.0, a.1) || holds(b.0, b.1) { return true }
    // What is a world away would be too much for the products.
    guard max(a.0, b.0) >= west, min(a.0, b.0) <= east, max(a.1, b.1) >= north, min(a.1, b.1) <= south else {
      return false
    }
    let corners = [(west, north), (east, north), (east, south), (west, south)]
    return (0..<4).contains { Self.meet(a, b, corners[$0], corners[($0 + 1) % 4]) }
  }

  private static func side(_ a: (Int64, Int64), _ b: (Int64, Int64), _ c: (Int64, Int64)) -> Int64 {
    ((b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)).signum()
  }

  private static func isOn(_ a: (Int64, Int64), _ b: (Int64, Int64), _ c: (Int64, Int64)) -> Bool {
    side(a, b, c) == 0 && min(a.0, b.0) <= c.0 && c.0 <= max(a.0, b.0) && min(a.1, b.1) <= c.1
      && c.1 <= max(a.1, b.1)
  }

  private static func meet(
    _ a: (Int64, Int64), _ b: (Int64, Int64), _ c: (Int64, Int64), _ d: (Int64, Int64)
  ) -> Bool {
    isOn(a, b, c) || isOn(a, b, d) || isOn(c, d, a) || isOn(c, d, b)
      || (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0)
  }

  /// Whether it has a point in common with the area inside rings.
  package func meets(_ rings: [[GridPoint]]) -> Bool {
    var isInside = false
    for ring in rings {
      for (p, q) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        let (a, b) = ((8 * Int64(p.x), 8 * Int64(p.y)), (8 * Int64(q.x), 8 * Int64(q.y)))
        if meets(a, b) { return true }
        // No edge meets the rectangle: the north-western corner says whether the area goes round it.
        guard (a.1 <= north) != (b.1 <= north), min(a.0, b.0) < west else { continue }
        if max(a.0, b.0) < west || (Self.side(a, b, (west, north)) < 0) == (b.1 > a.1) { isInside.toggle() }
      }
    }
    return isInside
  }
}
