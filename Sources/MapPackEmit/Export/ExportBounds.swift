import MapPack
import MapPackGeometry
import MapPackMerge

/// The `bbox` of an export: the smallest rectangle round what is written, not rounded by quantization (RFC 7946,
/// section 5; TopoJSON 1.0, section 3).
///
/// In longitude and latitude its west is greater than its east, if the rectangle is narrower across ±180°.
struct ExportBounds {
  private var columns: [ClosedRange<Int64>] = []
  private var rows: ClosedRange<Int32>?

  /// Widens the rectangle to hold a line: a ring, or an arc with both of its ends.
  mutating func formUnion(_ points: some Sequence<(x: Int32, y: Int32)>) {
    var box: (x: ClosedRange<Int32>, y: ClosedRange<Int32>)?
    for (x, y) in points {
      guard let known = box else {
        box = (x...x, y...y)
        continue
      }
      box = (
        min(known.x.lowerBound, x)...max(known.x.upperBound, x), min(known.y.lowerBound, y)...max(known.y.upperBound, y)
      )
    }
    guard let box else { return }
    columns.append(Int64(box.x.lowerBound)...Int64(box.x.upperBound))
    rows = rows.map { min($0.lowerBound, box.y.lowerBound)...max($0.upperBound, box.y.upperBound) } ?? box.y
  }

  /// Appends `,"bbox":[west,south,east,north]` in degrees, or `[smallest x, smallest y, largest x, largest y]` on the
  /// grid; nothing if the rectangle is empty.
  func append(on plane: Plane, _ coordinates: ExportCoordinates, _ degrees: DecimalDegrees, to json: inout JSONText) {
    guard let rows, let west = columns.map(\.lowerBound).min(), let east = columns.map(\.upperBound).max() else {
      return
    }
    json.append(",\"bbox\":[")
    switch coordinates {
    case .grid:
      for (index, value) in [west, Int64(rows.lowerBound), east, Int64(rows.upperBound)].enumerated() {
        if index > 0 { json.append(",") }
        json.append(integer: value)
      }
    case .lonlat:
      let world = plane.cellsRoundTheWorld
      let span = GlobeSpan(columns, world: world)
      let last = span.minX + span.width
      // A span that goes past the eastern edge ends at the end of an interval in the west.
      let end = last > east ? last - world : last
      degrees.appendLongitude(x: Int32(truncatingIfNeeded: span.minX), to: &json)
      json.append(",")
      degrees.appendLatitude(y: degrees.turnsRings ? rows.upperBound : rows.lowerBound, to: &json)
      json.append(",")
      degrees.appendLongitude(x: Int32(truncatingIfNeeded: end), to: &json)
      json.append(",")
      degrees.appendLatitude(y: degrees.turnsRings ? rows.lowerBound : rows.upperBound, to: &json)
    }
    json.append("]")
  }
}

extension Plane {
  fileprivate var cellsRoundTheWorld: Int64 {
    switch self {
    case .lonlat(let grid): Int64((360 / grid.unit).rounded())
    case .mercator(let grid): SeamLines(grid).world
    }
  }

  func longitude(x: Int32) -> Double {
    switch self {
    case .lonlat(let grid): grid.longitude(x: x)
    case .mercator(let grid): WebMercator.longitude(x: grid.x(x))
    }
  }

  func latitude(y: Int32) -> Double {
    switch self {
    case .lonlat(let grid): grid.latitude(y: y)
    case .mercator(let grid): WebMercator.latitude(y: grid.y(y))
    }
  }
}

/// The additional points of segments along the northern and southern end of the plane, for areas in degrees.
///
/// A segment from 180° W to 180° E is a straight line of the plane. But a reader of degrees goes the short way, along
/// the cut at ±180°, or follows a great circle. So such a segment gets a point at each 32nd of the way round the world.
/// These points belong to the lattice and lie on the segment.
struct ClipEdges {
  private let seams: SeamLines
  private let originX: Int64
  /// In cells.
  private let step: Int64

  /// `nil` for a plane in longitude and latitude, which ends at the poles, and for a world less than 32 cells wide.
  init?(_ plane: Plane) {
    guard case .mercator(let grid) = plane else { return nil }
    seams = SeamLines(grid)
    originX = grid.originX
    step = seams.world / 32
    guard step > 0 else { return nil }
  }

  private func forEachPoint(from a: GridPoint, to b: GridPoint, _ body: (GridPoint) -> Void) {
    guard a.y == b.y, a.x != b.x, seams.contains(a, b) else { return }
    let (first, last) = (originX + Int64(a.x), originX + Int64(b.x))
    let ahead: Int64 = first < last ? 1 : -1
    // Begin at the next multiple of the step. Division rounds down, because x on the globe is not negative.
    var x = ahead > 0 ? (first / step + 1) * step : (first - 1) / step * step
    while (last - x) * ahead > 0 {
      body(GridPoint(x: Int32(truncatingIfNeeded: x - originX), y: a.y))
      x += ahead * step
    }
  }

  /// - Parameter isClosed: whether the segment from the last point to the first belongs to the line.
  func filled(_ line: [GridPoint], isClosed: Bool) -> [GridPoint] {
    var points: [GridPoint] = []
    points.reserveCapacity(line.count)
    for (index, point) in line.enumerated() {
      points.append(point)
      let isLast = index + 1 == line.count
      if isLast && !isClosed { break }
      forEachPoint(from: point, to: line[isLast ? 0 : index + 1]) { points.append($0) }
    }
    return points
  }
}

extension GridRings {
  func filled(by clip: ClipEdges) -> GridRings {
    var filled = GridRings()
    for polygon in 0..<polygonCount {
      for ring in polygonStart[polygon]..<polygonStart[polygon + 1] {
        let line = (ringStart[ring]..<ringStart[ring + 1]).map { GridPoint(x: x[$0], y: y[$0]) }
        for point in clip.filled(line, isClosed: true) { filled.append(x: point.x, y: point.y) }
        filled.endRing()
      }
      filled.endPolygon()
    }
    return filled
  }
}
