import MapArrangement
import MapTopology

/// The arcs of a coverage as they are drawn: their vertices' places in a picture, without those that nobody could tell
/// from the one before.
///
/// Each arc is thinned once, from its first vertex on, so fills and strokes have the very same places.
struct PictureArcs {
  private var points: ContiguousArray<PicturePoint> = []
  /// Arc a owns the points `start[a] ..< start[a + 1]`; none where it is not shown.
  private var start: ContiguousArray<Int> = [0]

  /// - Parameter isShown: which polygons are drawn.
  init(_ coverage: Coverage, level: Int, frame: PictureFrame, where isShown: (Int) -> Bool) {
    let arcs = coverage.arcs
    let isPresent = coverage.presentArcs(level: level, where: isShown)
    for arc in 0..<arcs.count {
      let first = points.count
      if isPresent[arc] {
        for vertex in arcs.vertices(of: arc) where Int(arcs.vertexLevel[vertex]) >= level {
          let point = frame.place(
            column: Double(coverage.plane.column(x: arcs.x[vertex])), row: coverage.plane.row(y: Double(arcs.y[vertex]))
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

  /// The places of a ring, the first not repeated at the end.
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
  /// Which arcs belong to a polygon that is present at a level, of those that are shown.
  func presentArcs(level: Int, where isShown: (Int) -> Bool) -> ContiguousArray<Bool> {
    var present = ContiguousArray(repeating: false, count: arcs.count)
    for polygon in 0..<polygonCount where Int(polygonLevel[polygon]) >= level && isShown(polygon) {
      for place in referenceStart[ringStart[polygon]]..<referenceStart[ringStart[polygon + 1]] {
        present[references[place].arc] = true
      }
    }
    return present
  }
}
