import MapPackGeometry
import MapPackMerge

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
          let point = frame.point(
            column: Double(coverage.plane.column(x: arcs.point(vertex).x)),
            row: coverage.plane.row(y: Double(arcs.point(vertex).y))
          )
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

/// Where the dots of a map of points are in its picture. Lengths are hundredths of the picture's unit.
struct PictureDots {
  /// From the middle of a dot to its edge: half the stroke width in `Picture.appendPoints`.
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

  /// None of a map of areas or lines.
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
