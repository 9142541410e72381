import MapPack
import MapPackGeometry
import MapPackMerge

/// The `bbox` of `geoJSON` and `topoJSON`: the smallest rectangle round what they write (RFC 7946, section 5; TopoJSON
/// 1.0, section 3). Quantization does not round it.
///
/// In longitude and latitude its west is greater than its east, if the rectangle is narrower across ±180°.
struct ExportBounds {
  private var columns: [ClosedRange<Int64>] = []
  private var rows: ClosedRange<Int32>?

  /// Widens the rectangle to hold a line: a ring, or an arc with both of its ends. The points are grid points.
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
  /// - Parameter plane: the plane of the points, which is also that of `degrees`.
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
  /// The width of the world in cells.
  fileprivate var cellsRoundTheWorld: Int64 {
    switch self {
    case .lonlat(let grid): Int64((360 / grid.unit).rounded())
    case .mercator(let grid): SeamLines(grid).world
    }
  }

  /// The longitude of a column of the lattice, in degrees.
  func longitude(x: Int32) -> Double {
    switch self {
    case .lonlat(let grid): grid.longitude(x: x)
    case .mercator(let grid): WebMercator.longitude(x: grid.x(x))
    }
  }

  /// The latitude of a row of the lattice, in degrees.
  func latitude(y: Int32) -> Double {
    switch self {
    case .lonlat(let grid): grid.latitude(y: y)
    case .mercator(let grid): WebMercator.latitude(y: grid.y(y))
    }
  }
}
