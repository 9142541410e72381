import MapPackMerge

/// Where the dots of a map of points are in its picture. `PictureLabels` asks whether a name would cover one. Lengths
/// are hundredths of the picture's unit.
struct PictureDots {
  /// From the middle of a dot to its edge. It has to be half the stroke width in `Picture.appendPoints`.
  static let radius = 350.0

  private struct Square: Hashable {
    var column: Int
    var row: Int

    init(_ x: Double, _ y: Double) {
      column = Int((x / Self.side).rounded(.down))
      row = Int((y / Self.side).rounded(.down))
    }

    init(column: Int, row: Int) {
      self.column = column
      self.row = row
    }

    private static let side = 2_000.0
  }

  private var dots: [Square: [PicturePoint]] = [:]

  /// The dots of all points; none of a map of areas or lines.
  /// - Complexity: O(points)
  init(_ coverage: Coverage, layout: PictureLayout) {
    guard coverage.kind == .points else { return }
    for polygon in 0..<coverage.polygonCount {
      let frame = layout.parts[layout.partOfPolygon[polygon]].frame
      coverage.forEachVertex(ofRing: coverage.shell(of: polygon), level: 0) { vertex in
        let point = frame.point(
          column: coverage.plane.column(x: Double(vertex.x)), row: coverage.plane.row(y: Double(vertex.y)))
        dots[Square(Double(point.x), Double(point.y)), default: []].append(point)
      }
    }
  }

  /// Whether a box, given by its middle and half its size, covers a part of a dot.
  func isAny(in middle: PicturePoint, _ reach: (x: Double, y: Double)) -> Bool {
    guard !dots.isEmpty else { return false }
    let (x, y) = (reach.x + Self.radius, reach.y + Self.radius)
    let first = Square(Double(middle.x) - x, Double(middle.y) - y)
    let last = Square(Double(middle.x) + x, Double(middle.y) + y)
    return (first.row...last.row).contains { row in
      (first.column...last.column).contains { column in
        dots[Square(column: column, row: row)]?.contains {
          abs(Double($0.x) - Double(middle.x)) < x && abs(Double($0.y) - Double(middle.y)) < y
        } ?? false
      }
    }
  }
}
