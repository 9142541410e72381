import MapPackCoverage
import MapPackGeometry

/// The arcs of a coverage as points in a picture, without those points that nobody can tell from the one before. The
/// ends of an arc stay. y grows downward.
///
/// Each arc is thinned once, from its first vertex on, so fills and strokes have the same points.
struct PictureArcs {
  private var points: ContiguousArray<PicturePoint> = []
  /// Arc a owns the points `start[a] ..< start[a + 1]`; none if it is not shown.
  private var start: ContiguousArray<Int> = [0]

  init(_ coverage: Coverage, level: Int, frame: PictureFrame, where isShown: (Int) -> Bool) {
    let arcs = coverage.arcs
    let isPresent = coverage.presentArcs(level: level, where: isShown)
    for arc in 0..<arcs.count {
      let first = points.count
      if isPresent[arc] {
        for vertex in arcs.vertices(of: arc) where Int(arcs.vertexLevel[vertex]) >= level {
          let point = frame.point(arcs.point(vertex), of: coverage.plane)
          let isEnd = !arcs.isClosed[arc] && vertex == arcs.vertices(of: arc).upperBound - 1
          if points.count > first, !isEnd, let last = points.last, last.isNear(point) { continue }
          points.append(point)
        }
      }
      start.append(points.count)
    }
  }

  subscript(arc: Int) -> ArraySlice<PicturePoint> { points[start[arc]..<start[arc + 1]] }

  /// The points of a ring; the first is not repeated at the end. A node between two arcs may come twice.
  func ring(_ references: ArraySlice<ArcReference>) -> ContiguousArray<PicturePoint> {
    var ring = ContiguousArray<PicturePoint>()
    for reference in references {
      if reference.isReversed {
        ring.append(contentsOf: self[reference.arc].reversed())
      } else {
        ring.append(contentsOf: self[reference.arc])
      }
    }
    if ring.count > 1, ring.first == ring.last { ring.removeLast() }
    return ring
  }
}

extension Coverage {
  /// Per arc: whether it belongs to a polygon that is shown and present at a level.
  func presentArcs(level: Int, where isShown: (Int) -> Bool) -> ContiguousArray<Bool> {
    var present = ContiguousArray(repeating: false, count: arcs.count)
    for polygon in 0..<polygonCount where Int(polygonLevel[polygon]) >= level && isShown(polygon) {
      for reference in references(ofPolygon: polygon) { present[reference.arc] = true }
    }
    return present
  }
}

/// Where names must not stand in the picture of a map of points or lines: on its dots and strokes. Lengths are
/// hundredths of the picture's unit.
struct PictureMarks {
  /// From the middle of a dot or stroke to its edge: half the stroke width of the layer `regions` in `Picture`.
  let radius: Double
  /// The distance of the points by which a stroke is known. No name is so small that it has room between them.
  private static let step = 300.0

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

  private var marks: [Square: [PicturePoint]] = [:]

  /// `nil` for a map of areas.
  init?(_ coverage: Coverage, layout: PictureLayout) {
    guard coverage.kind != .areas else { return nil }
    radius = coverage.kind == .points ? 350 : 100
    for polygon in 0..<coverage.polygonCount {
      let frame = layout.parts[layout.partOfPolygon[polygon]].frame
      var last: PicturePoint?
      for vertex in coverage.arcs.vertices(of: coverage.arc(ofLine: polygon)) {
        let point = frame.point(coverage.arcs.point(vertex), of: coverage.plane)
        take(last ?? point, point)
        last = point
      }
    }
  }

  /// Takes the points of a straight stroke, without its first.
  private mutating func take(_ a: PicturePoint, _ b: PicturePoint) {
    let (x, y) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
    let steps = max(1, Int((max(abs(x), abs(y)) / Self.step).rounded(.up)))
    for step in 1...steps {
      let share = Double(step) / Double(steps)
      let point = PicturePoint(
        x: Int32((Double(a.x) + share * x).rounded()), y: Int32((Double(a.y) + share * y).rounded()))
      marks[Square(Double(point.x), Double(point.y)), default: []].append(point)
    }
  }

  /// Whether a box, given by its middle and half its size, covers a part of a dot or stroke.
  func isAny(in middle: PicturePoint, _ reach: (x: Double, y: Double)) -> Bool {
    let (x, y) = (reach.x + radius, reach.y + radius)
    let first = Square(Double(middle.x) - x, Double(middle.y) - y)
    let last = Square(Double(middle.x) + x, Double(middle.y) + y)
    return (first.row...last.row).contains { row in
      (first.column...last.column).contains { column in
        marks[Square(column: column, row: row)]?.contains {
          abs(Double($0.x) - Double(middle.x)) < x && abs(Double($0.y) - Double(middle.y)) < y
        } ?? false
      }
    }
  }
}
