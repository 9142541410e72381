/// The point inside a polygon that is farthest from its edge, and how far that is: the largest circle in the polygon.
package struct PoleOfInaccessibility: Hashable, Sendable {
  /// The point, in cells of the grid on which the lines lie; it may lie between grid points.
  package var x: Double
  package var y: Double
  /// The distance to the nearest edge, in cells.
  package var radius: Double

  package init(x: Double, y: Double, radius: Double) {
    self.x = x
    self.y = y
    self.radius = radius
  }
}

/// The pole of inaccessibility of the polygon whose edge these lines are, shell and holes alike.
///
/// - The point is inside, and its radius is within 1 % of the largest, unless very many circles are nearly as large, as in
///   a spiral of thousands of turns: then the search ends early, with the best that it has found. If several circles are
///   so large, it may be any of them. If a polygon is narrower than 2⁻²⁰ cells, the point may lie on its edge, and the
///   radius is about 0.
/// - The same lines give the same bits on every machine: + − × ÷ √ on Doubles, and integers.
/// - Precondition: there is a segment; only this is checked. The lines enclose an area; they are rings, or open lines that
///   together are rings.
package func poleOfInaccessibility(of lines: Paths) -> PoleOfInaccessibility {
  var search = PoleSearch(lines)
  return search.pole()
}
