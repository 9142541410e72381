import MapPackCoverage

/// The land of a picture, to find where none lies. Lengths are hundredths of the picture's unit.
struct PictureLand {
  /// Those that have land on one side.
  private var edges: [(a: PicturePoint, b: PicturePoint)] = []
  /// The distance of the rows in which land is measured.
  private static let step = 200.0
  /// How far the land of a line's vertex or of a point reaches.
  private static let reach: Int32 = 400

  /// - Parameter isShown: whether a polygon is shown.
  init(_ coverage: Coverage, level: Int, _ arcs: PictureArcs, where isShown: (Int) -> Bool) {
    guard coverage.kind == .areas else {
      // Lines and points have no area: what lies round them counts.
      for arc in 0..<coverage.arcs.count {
        for point in arcs[arc] {
          edges += [point.x - Self.reach, point.x + Self.reach].map { x in
            (PicturePoint(x: x, y: point.y - Self.reach), PicturePoint(x: x, y: point.y + Self.reach))
          }
        }
      }
      return
    }
    var isEdge = [Bool](repeating: false, count: coverage.arcs.count)
    for polygon in 0..<coverage.polygonCount where Int(coverage.polygonLevel[polygon]) >= level && isShown(polygon) {
      for reference in coverage.references(ofPolygon: polygon) { isEdge[reference.arc].toggle() }
    }
    for arc in isEdge.indices where isEdge[arc] {
      let points = arcs[arc]
      edges += zip(points, points.dropFirst()).map { ($0, $1) }
      if coverage.arcs.isClosed[arc], let first = points.first, let last = points.last { edges.append((last, first)) }
    }
  }

  /// How much land lies in a box, by the even-odd rule in rows.
  func area(in box: PictureBox) -> Double {
    var crossings = [[Double]](repeating: [], count: max(Int(Double(box.height) / Self.step), 0))
    for (a, b) in edges {
      let (low, high) = a.y < b.y ? (a, b) : (b, a)
      func row(_ y: Int32) -> Int { Int(((Double(y) - Double(box.top)) / Self.step - 0.5).rounded(.up)) }
      let (first, end) = (max(0, row(low.y)), min(crossings.count, row(high.y)))
      guard first < end else { continue }
      for row in first..<end {
        let y = Double(box.top) + (Double(row) + 0.5) * Self.step
        let share = (y - Double(low.y)) / (Double(high.y) - Double(low.y))
        crossings[row].append(Double(low.x) + share * (Double(high.x) - Double(low.x)))
      }
    }
    let (left, right) = (Double(box.left), Double(box.left + box.width))
    return crossings.reduce(0) { area, row in
      let xs = row.sorted()
      return stride(from: 0, to: xs.count - 1, by: 2).reduce(area) { area, index in
        area + max(0, min(xs[index + 1], right) - max(xs[index], left)) * Self.step
      }
    }
  }
}
