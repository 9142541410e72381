import MapGeometry
import MapPack
import MapTopology

/// The lines or points of a region in the plane in which they are drawn, for whoever asks how far others are from them.
///
/// Distances are in meters on the ground, at the scale that the plane has where they are measured.
struct GroundTrace {
  /// A stretch of a line, short enough that the scale is the same all along it; of a point both ends are the point.
  struct Piece {
    var a: MapPoint
    var b: MapPoint
    /// Meters a map point.
    var scale: Double

    var length: Double { hypotenuse(b.x - a.x, b.y - a.y) * scale }

    func point(at share: Double) -> MapPoint { MapPoint(x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y)) }

    fileprivate var box: Box { Box(a, b) }
  }

  /// The region's own pieces; those across the 180th meridian from it come behind them.
  private var all: [Piece] = []
  private var ownCount = 0
  /// Boxes of eight pieces each, of eight of these, and so on up to one that has all.
  private var boxes: [[Box]] = []

  var pieces: ArraySlice<Piece> { all[..<ownCount] }

  /// - Complexity: O(vertices of the region)
  init(_ coverage: Coverage, region: Int) {
    for line in coverage.polygonStart[region]..<coverage.polygonStart[region + 1] {
      var last: MapPoint?
      coverage.forEachVertex(ofRing: line, level: 0) { vertex in
        let point = coverage.plane.mapPoint(vertex)
        if coverage.kind == .points { append(point, point) } else if let last { append(last, point) }
        last = point
      }
    }
    ownCount = all.count
    // What lies near the 180th meridian is near what lies on its other side.
    for piece in pieces {
      let margin = WebMercator.worldSize / 64
      for shift in [-WebMercator.worldSize, WebMercator.worldSize] {
        let (a, b) = (MapPoint(x: piece.a.x + shift, y: piece.a.y), MapPoint(x: piece.b.x + shift, y: piece.b.y))
        guard max(a.x, b.x) > -margin, min(a.x, b.x) < WebMercator.worldSize + margin else { continue }
        all.append(Piece(a: a, b: b, scale: piece.scale))
      }
    }
    var level = stride(from: 0, to: all.count, by: Self.fan).map { first in
      Box(all[first..<min(first + Self.fan, all.count)].lazy.map(\.box))
    }
    boxes.append(level)
    while level.count > 1 {
      level = stride(from: 0, to: level.count, by: Self.fan).map { first in
        Box(level[first..<min(first + Self.fan, level.count)])
      }
      boxes.append(level)
    }
  }

  private static let fan = 8
  /// The scale changes by less than a hundredth along a piece below 60 degrees of latitude.
  private static let longestPiece = WebMercator.worldSize / 1024

  private mutating func append(_ a: MapPoint, _ b: MapPoint) {
    let count = max(1, (max((b.x - a.x).magnitude, (b.y - a.y).magnitude) / Self.longestPiece).rounded(.up))
    var last = a
    for step in 1...Int(count) {
      let share = Double(step) / count
      let next = share == 1 ? b : MapPoint(x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y))
      let scale =
        WebMercator.metersPerMapPointAtEquator * WebMercator.cosineOfLatitude(y: (last.y + next.y) / 2)
      all.append(Piece(a: last, b: next, scale: scale))
      last = next
    }
  }

  /// How far a point is from the nearest piece, in map points; infinite if there is none.
  /// - Complexity: O(log pieces) if they lie well, O(pieces) if they do not.
  func distance(from point: MapPoint) -> Double {
    var squared = Double.infinity
    visit(Box(point, point), within: { squared }, { squared = min(squared, $0.squaredDistance(from: point)) })
    return squared.squareRoot()
  }

  /// The parts of a piece that are farther than so many map points from all pieces, as shares of its length, ascending.
  ///
  /// What of a piece lies near another is one stretch, for the points near a segment are a convex set.
  func uncovered(_ piece: Piece, farther distance: Double) -> [ClosedRange<Double>] {
    var near: [ClosedRange<Double>] = []
    visit(
      piece.box, within: { distance * distance },
      { if let stretch = piece.stretch(within: distance, of: $0) { near.append(stretch) } })
    near.sort { $0.lowerBound < $1.lowerBound }
    var uncovered: [ClosedRange<Double>] = []
    var end = 0.0
    for stretch in near {
      // A gap that rounding explains is none.
      if stretch.lowerBound > end + 1e-9 { uncovered.append(end...stretch.lowerBound) }
      end = max(end, stretch.upperBound)
    }
    if end < 1 - 1e-9 { uncovered.append(end...1) }
    return uncovered
  }

  /// Calls `body` with each piece whose box is no farther from a box than asked for, and with others.
  private func visit(_ box: Box, within squared: () -> Double, _ body: (Piece) -> Void) {
    guard let top = boxes.last, !top.isEmpty else { return }
    var open = [(level: boxes.count - 1, index: 0)]
    while let (level, index) = open.popLast() {
      guard boxes[level][index].squaredDistance(from: box) <= squared() else { continue }
      let children = index * Self.fan..<(index + 1) * Self.fan
      if level == 0 {
        for piece in children.clamped(to: all.indices) { body(all[piece]) }
      } else {
        // The nearest one is looked at first.
        let found = children.clamped(to: boxes[level - 1].indices).map {
          (index: $0, distance: boxes[level - 1][$0].squaredDistance(from: box))
        }
        for child in found.sorted(by: { $0.distance > $1.distance }) { open.append((level - 1, child.index)) }
      }
    }
  }

  fileprivate struct Box {
    var west = Double.infinity
    var north = Double.infinity
    var east = -Double.infinity
    var south = -Double.infinity

    init(_ a: MapPoint, _ b: MapPoint) {
      (west, east, north, south) = (min(a.x, b.x), max(a.x, b.x), min(a.y, b.y), max(a.y, b.y))
    }

    init(_ boxes: some Sequence<Box>) {
      for box in boxes {
        (west, east) = (min(west, box.west), max(east, box.east))
        (north, south) = (min(north, box.north), max(south, box.south))
      }
    }

    func squaredDistance(from other: Box) -> Double {
      let x = max(0, west - other.east, other.west - east)
      let y = max(0, north - other.south, other.north - south)
      return x * x + y * y
    }
  }
}

extension GroundTrace.Piece {
  fileprivate func squaredDistance(from point: MapPoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let squared = dx * dx + dy * dy
    let share = squared > 0 ? min(max(((point.x - a.x) * dx + (point.y - a.y) * dy) / squared, 0), 1) : 0
    let (x, y) = (a.x + share * dx - point.x, a.y + share * dy - point.y)
    return x * x + y * y
  }

  /// The stretch that lies within a distance of another piece, as shares of the length; `nil` if none does.
  ///
  /// What is near a segment is a rectangle along it and a disk round each end; all of it together is convex.
  fileprivate func stretch(within distance: Double, of other: Self) -> ClosedRange<Double>? {
    let parts = [
      stretch(within: distance, of: other.a), stretch(within: distance, of: other.b),
      stretch(within: distance, beside: other),
    ].compactMap(\.self)
    guard let low = parts.map(\.lowerBound).min(), let high = parts.map(\.upperBound).max() else { return nil }
    return low...high
  }

  /// The stretch in a disk.
  private func stretch(within distance: Double, of center: MapPoint) -> ClosedRange<Double>? {
    let (dx, dy, x, y) = (b.x - a.x, b.y - a.y, a.x - center.x, a.y - center.y)
    let squared = dx * dx + dy * dy
    guard squared > 0 else { return x * x + y * y <= distance * distance ? 0...1 : nil }
    let half = (dx * x + dy * y) / squared
    let root = half * half - (x * x + y * y - distance * distance) / squared
    guard root >= 0 else { return nil }
    return Self.clipped(-half - root.squareRoot(), -half + root.squareRoot())
  }

  /// The stretch in the rectangle that reaches a distance to both sides of another piece.
  private func stretch(within distance: Double, beside other: Self) -> ClosedRange<Double>? {
    let (dx, dy) = (other.b.x - other.a.x, other.b.y - other.a.y)
    let length = hypotenuse(dx, dy)
    guard length > 0 else { return nil }
    func along(_ point: MapPoint) -> Double { ((point.x - other.a.x) * dx + (point.y - other.a.y) * dy) / length }
    func across(_ point: MapPoint) -> Double { ((point.y - other.a.y) * dx - (point.x - other.a.x) * dy) / length }
    guard let lengthwise = Self.share(from: along(a), to: along(b), in: 0...length),
      let sideways = Self.share(from: across(a), to: across(b), in: -distance...distance)
    else { return nil }
    return Self.clipped(
      max(lengthwise.lowerBound, sideways.lowerBound), min(lengthwise.upperBound, sideways.upperBound))
  }

  /// Where on its way from one value to another something is within bounds.
  private static func share(from start: Double, to end: Double, in bounds: ClosedRange<Double>) -> ClosedRange<Double>?
  {
    guard start != end else { return bounds.contains(start) ? 0...1 : nil }
    let shares = [bounds.lowerBound, bounds.upperBound].map { ($0 - start) / (end - start) }
    return clipped(min(shares[0], shares[1]), max(shares[0], shares[1]))
  }

  private static func clipped(_ low: Double, _ high: Double) -> ClosedRange<Double>? {
    let (low, high) = (max(0, low), min(1, high))
    return low <= high ? low...high : nil
  }
}

private func hypotenuse(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

extension Plane {
  /// Where a vertex is drawn; what lies beyond the drawn world is on its edge.
  fileprivate func mapPoint(_ point: GridPoint) -> MapPoint {
    switch self {
    case .mercator(let grid): return MapPoint(x: grid.x(point.x), y: grid.y(point.y))
    case .lonlat(let grid):
      let limit = WebMercator.latitudeLimit
      return MapPoint(
        longitude: grid.longitude(x: point.x), latitude: min(max(grid.latitude(y: point.y), -limit), limit))
    }
  }
}
