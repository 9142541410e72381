import MapPack
import MapPackGeometry

/// An arc as a line that is split at its farthest vertices. A closed arc runs from its smallest vertex to that vertex
/// again. The two ends of a loop are one point, and distances are taken from it.
///
/// Distances are computed in exact integers as far as possible, and compared as Doubles, so that the result does not
/// depend on the line's direction.
struct ArcLine: SplitLine {
  private let arcs: ArcTable
  private let scale: GroundScale
  private let range: Range<Int>
  private let begin: Int
  /// The last position.
  let last: Int

  init(_ arcs: ArcTable, arc: Int, scale: GroundScale) {
    self.arcs = arcs
    self.scale = scale
    range = arcs.vertices(of: arc)
    let isClosed = arcs.isClosed[arc]
    begin = isClosed ? range.min { arcs.point($0) < arcs.point($1) } ?? range.lowerBound : range.lowerBound
    last = isClosed ? range.count : range.count - 1
  }

  /// The vertex at a position.
  @inline(__always)
  func vertex(_ position: Int) -> Int {
    let vertex = begin &+ position
    return vertex < range.upperBound ? vertex : vertex &- range.count
  }

  /// A segment; a point if both ends are equal.
  struct Chord {
    let a: GridPoint
    let b: GridPoint
    let abX: Int64
    let abY: Int64
    let squaredLength: Int64
  }

  func chord(from first: Int, to last: Int) -> Chord {
    let (a, b) = (arcs.point(vertex(first)), arcs.point(vertex(last)))
    let abX = Int64(b.x) &- Int64(a.x)
    let abY = Int64(b.y) &- Int64(a.y)
    return Chord(a: a, b: b, abX: abX, abY: abY, squaredLength: abX &* abX &+ abY &* abY)
  }

  /// The squared distance in cells², whatever the direction of the chord. Products of differences have at most 60 bits,
  /// so nothing wraps.
  @inline(__always)
  func squaredDistance(of position: Int, from chord: Chord) -> Double {
    let p = arcs.point(vertex(position))
    let apX = Int64(p.x) &- Int64(chord.a.x)
    let apY = Int64(p.y) &- Int64(chord.a.y)
    let along = apX &* chord.abX &+ apY &* chord.abY
    if along <= 0 { return Double(apX &* apX &+ apY &* apY) }
    if along >= chord.squaredLength {
      let bpX = Int64(p.x) &- Int64(chord.b.x)
      let bpY = Int64(p.y) &- Int64(chord.b.y)
      return Double(bpX &* bpX &+ bpY &* bpY)
    }
    let across = Double(chord.abX &* apY &- chord.abY &* apX)
    return across * across / Double(chord.squaredLength)
  }

  func squareMeters(at position: Int) -> Double {
    2 * scale.squareMetersPerDoubledCell(y: arcs.y[vertex(position)])
  }

  func order(of position: Int) -> UInt64 {
    let point = arcs.point(vertex(position))
    return GridPoint(x: point.y, y: point.x).key
  }
}
