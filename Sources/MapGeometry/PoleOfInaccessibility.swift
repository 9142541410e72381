/// The place inside a polygon that is farthest from its edge, and how far that is: the largest circle in it.
package struct PoleOfInaccessibility: Hashable, Sendable {
  /// In cells; between them too.
  package var x: Double
  package var y: Double
  /// The distance to the nearest edge, in cells; at least 99 % of the largest that a place of the polygon has.
  package var radius: Double

  package init(x: Double, y: Double, radius: Double) {
    self.x = x
    self.y = y
    self.radius = radius
  }
}

/// The pole of inaccessibility of the polygon that these lines are the edge of, shell and holes alike.
///
/// - The place is inside, and its radius within 1 % of the largest. Where a polygon is narrower than Doubles tell apart
///   (2⁻²⁰ cells), the radius is about 0.
/// - The same lines give the same bits anywhere: + − × ÷ √ on Doubles alone.
/// - Precondition: the lines enclose an area and all have it on the same side; they are rings, or open lines that
///   together are rings.
/// - Complexity: see `PoleSearch`.
package func poleOfInaccessibility(of lines: Paths) -> PoleOfInaccessibility {
  var search = PoleSearch(lines)
  return search.pole()
}
