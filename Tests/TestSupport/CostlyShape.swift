import MapPackGeometry

/// Polygons that are costly for an algorithm whose work grows with the thinness of a polygon, or with the number of
/// lines near each other. Their inside is on the left of their lines.
package enum CostlyShape: String, CaseIterable, Sendable {
  /// A river of constant width that winds round its beginning.
  case spiral
  /// A back with long teeth.
  case comb
  /// The same comb, turned by about 37°.
  case slantedComb
  /// The land between two round coasts that lie near each other.
  case ring
  /// A square with rows of square holes.
  case lattice

  /// The lines of the polygon.
  ///
  /// - Parameter count: the approximate number of vertices.
  package func lines(_ count: Int) -> Paths {
    var paths = Paths()
    func add(_ points: [(x: Double, y: Double)]) {
      for (x, y) in points { paths.append(GridPoint(x: Int32(x.rounded()), y: Int32(y.rounded()))) }
      paths.endPath(isClosed: true)
    }
    let size = 4e8
    switch self {
    case .spiral:
      // Each bank has four vertices in a turn.
      let turns = max(2, count / 8)
      let pitch = size / 2 / Double(turns + 2)
      func corner(_ step: Int, _ width: Double) -> (Double, Double) {
        let reach = size / 2 - pitch * Double(step) / 4 - width
        let (isRight, isUpper) = (step % 4 == 1 || step % 4 == 2, step % 4 >= 2)
        return (size / 2 + (isRight ? reach : -reach), size / 2 + (isUpper ? reach : -reach))
      }
      let steps = 0..<4 * turns
      add(steps.map { corner($0, 0) } + steps.reversed().map { corner($0, pitch / 2) })
    case .comb, .slantedComb:
      let teeth = max(2, count / 4)
      let pitch = size / Double(teeth)
      var points = [(x: 0.0, y: 0.0), (x: size, y: 0.0)]
      for tooth in (0..<teeth).reversed() {
        let x = pitch * Double(tooth)
        points += [(x + pitch, size / 10), (x + pitch / 2, size / 10), (x + pitch / 2, size), (x, size)]
      }
      add(self == .comb ? points : points.map { (0.8 * $0.x - 0.6 * $0.y + 0.6 * size, 0.6 * $0.x + 0.8 * $0.y) })
    case .ring:
      // The points of a circle follow from tangents of half angles, so that no library function is needed.
      let half = max(4, count / 2)
      func circle(_ radius: Double) -> [(x: Double, y: Double)] {
        (0..<half).map { index in
          let share = (Double(index) + 0.5) / Double(half) * 2 - 1
          let tangent = share / (1 - share * share).squareRoot()
          let scale = radius / (1 + tangent * tangent)
          return (size / 2 + scale * (1 - tangent * tangent), size / 2 + scale * 2 * tangent)
        }
      }
      add(circle(size / 2))
      add(circle(size / 2 * 0.99).reversed())
    case .lattice:
      add([(0, 0), (size, 0), (size, size), (0, size)])
      let rows = max(1, Int((Double(count) / 4).squareRoot()))
      let pitch = size / Double(rows)
      for row in 0..<rows {
        for column in 0..<rows {
          let (x, y) = ((Double(column) + 0.3) * pitch, (Double(row) + 0.3) * pitch)
          add([(x, y), (x, y + 0.4 * pitch), (x + 0.4 * pitch, y + 0.4 * pitch), (x + 0.4 * pitch, y)])
        }
      }
    }
    return paths
  }
}
