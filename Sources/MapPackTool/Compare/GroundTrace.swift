import MapPack
import MapPackGeometry
import MapPackMerge

/// The lines or points of a region as an index that finds how far others are from them.
///
/// Distances are in map points, and y grows to the south. The `scale` of a piece turns them into meters on the ground.
/// Pieces within a 64th of the world's width (5.6°) of ±180° are found from the other side of that meridian too.
struct GroundTrace {
  /// A stretch of a line, so short that one scale holds all along it; or a point, which is both of its ends.
  struct Piece {
    var a: MapPoint
    var b: MapPoint
    /// Meters on the ground per map point.
    var scale: Double

    /// In meters on the ground.
    var length: Double { hypotenuse(b.x - a.x, b.y - a.y) * scale }

    /// - Parameter share: how far along the piece, from 0 to 1.
    func point(at share: Double) -> MapPoint { MapPoint(x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y)) }

    fileprivate var box: Box { Box(a, b) }
  }

  /// The region's own pieces, then copies of them a world's width away that lie in the world or near its edge.
  private var all: [Piece] = []
  private var ownCount = 0
  /// Per level: the boxes round eight pieces each, then round eight of these boxes each, up to one round all.
  private var boxes: [[Box]] = []

  var pieces: ArraySlice<Piece> { all[..<ownCount] }

  /// The trace of a region's finest level; empty if the region has no shape.
  ///
  /// - Precondition: the coverage has lines or points. Its plane may be the pack grid or longitude and latitude.
  init(_ coverage: Coverage, region: Int) {
    for line in coverage.polygons(of: region) {
      var last: MapPoint?
      coverage.forEachVertex(ofRing: line, level: 0) { vertex in
        let point = coverage.plane.mapPoint(vertex)
        if coverage.kind == .points { append(point, point) } else if let last { append(last, point) }
        last = point
      }
    }
    ownCount = all.count
    // Both sides of the 180th meridian are near each other.
    for piece in pieces {
      let margin = WebMercator.worldSize / 64
      for shift in [-WebMercator.worldSize, WebMercator.worldSize] {
        let (a, b) = (MapPoint(x: piece.a.x + shift, y: piece.a.y), MapPoint(x: piece.b.x + shift, y: piece.b.y))
        guard max(a.x, b.x) > -margin, min(a.x, b.x) < WebMercator.worldSize + margin else { continue }
        all.append(Piece(a: a, b: b, scale: piece.scale))
      }
    }
    var level = all.map(\.box)
    repeat {
      level = stride(from: 0, to: level.count, by: Self.fan).map { Box(level[$0..<min($0 + Self.fan, level.count)]) }
      boxes.append(level)
    } while level.count > 1
  }

  private static let fan = 8
  /// The longest side of a piece's box, in map points. Below 60° of latitude the scale changes by less than 1 % along
  /// such a piece.
  private static let longestPiece = WebMercator.worldSize / 1024

  private mutating func append(_ a: MapPoint, _ b: MapPoint) {
    let count = max(1, (max((b.x - a.x).magnitude, (b.y - a.y).magnitude) / Self.longestPiece).rounded(.up))
    var last = a
    for step in 1...Int(count) {
      let share = Double(step) / count
      let next = share == 1 ? b : Piece(a: a, b: b, scale: 0).point(at: share)
      let scale =
        WebMercator.metersPerMapPointAtEquator * WebMercator.cosineOfLatitude(y: (last.y + next.y) / 2)
      all.append(Piece(a: last, b: next, scale: scale))
      last = next
    }
  }

  /// The piece that is nearest to a point.
  struct Nearest {
    fileprivate var piece: Piece?
    /// In map points; infinite if there are no pieces.
    var distance: Double

    /// The distance of the piece from another point, in map points.
    func distance(from point: MapPoint) -> Double {
      piece.map { $0.squaredDistance(from: point).squareRoot() } ?? .infinity
    }
  }

  func nearest(to point: MapPoint) -> Nearest {
    var squared = Double.infinity
    var nearest: Piece?
    visit(
      Box(point, point), within: { squared },
      { piece in
        let found = piece.squaredDistance(from: point)
        if found < squared { (squared, nearest) = (found, piece) }
      })
    return Nearest(piece: nearest, distance: squared.squareRoot())
  }

  /// The parts of a piece of another trace that are farther than a distance, in map points, from all pieces of this
  /// one. The part near one piece is one stretch, because the points near a segment are a convex set.
  ///
  /// - Returns: shares of the piece's length, ascending. A point that is farther away is one stretch, from 0 to 1.
  func uncovered(_ piece: Piece, farther distance: Double) -> [ClosedRange<Double>] {
    var near: [ClosedRange<Double>] = []
    visit(
      piece.box, within: { distance * distance },
      { if let stretch = piece.stretch(within: distance, of: $0) { near.append(stretch) } })
    near.sort { $0.lowerBound < $1.lowerBound }
    var uncovered: [ClosedRange<Double>] = []
    var end = 0.0
    for stretch in near {
      // Gaps that rounding explains do not count.
      if stretch.lowerBound > end + 1e-9 { uncovered.append(end...stretch.lowerBound) }
      end = max(end, stretch.upperBound)
    }
    if end < 1 - 1e-9 { uncovered.append(end...1) }
    return uncovered
  }

  /// Calls `body` with each piece whose box is at most a distance away from a box, and with some others.
  /// - Parameter squared: returns the square of the distance, which may shrink between calls.
  private func visit(_ box: Box, within squared: () -> Double, _ body: (Piece) -> Void) {
    guard let top = boxes.last, !top.isEmpty else { return }
    var open = [(level: boxes.count - 1, index: 0)]
    while let (level, index) = open.popLast() {
      guard boxes[level][index].squaredDistance(from: box) <= squared() else { continue }
      let children = index * Self.fan..<(index + 1) * Self.fan
      if level == 0 {
        for piece in children.clamped(to: all.indices) { body(all[piece]) }
      } else {
        // The nearest one is pushed last, so that it is looked at first.
        let found = children.clamped(to: boxes[level - 1].indices).map {
          (index: $0, distance: boxes[level - 1][$0].squaredDistance(from: box))
        }
        for child in found.sorted(by: { $0.distance > $1.distance }) { open.append((level - 1, child.index)) }
      }
    }
  }

  /// In map points, so north is less than south.
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

  /// The stretch within a distance of another piece, as shares of the length. The points near a segment are a rectangle
  /// along it and a disk round each end. Their union is convex.
  fileprivate func stretch(within distance: Double, of other: Self) -> ClosedRange<Double>? {
    let parts = [
      stretch(within: distance, of: other.a), stretch(within: distance, of: other.b),
      stretch(within: distance, beside: other),
    ].compactMap(\.self)
    guard let low = parts.map(\.lowerBound).min(), let high = parts.map(\.upperBound).max() else { return nil }
    return low...high
  }

  /// In a disk.
  private func stretch(within distance: Double, of center: MapPoint) -> ClosedRange<Double>? {
    let (dx, dy, x, y) = (b.x - a.x, b.y - a.y, a.x - center.x, a.y - center.y)
    let squared = dx * dx + dy * dy
    guard squared > 0 else { return x * x + y * y <= distance * distance ? 0...1 : nil }
    let half = (dx * x + dy * y) / squared
    let root = half * half - (x * x + y * y - distance * distance) / squared
    guard root >= 0 else { return nil }
    return Self.clipped(-half - root.squareRoot(), -half + root.squareRoot())
  }

  /// In the rectangle that reaches a distance to both sides of another piece.
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

  /// The stretch on which a value that goes from `start` to `end` is within bounds, as shares of its way.
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
  /// A vertex beyond the latitudes of the Mercator square is on its edge.
  fileprivate func mapPoint(_ point: GridPoint) -> MapPoint {
    switch self {
    case .mercator(let grid): MapPoint(x: grid.x(point.x), y: grid.y(point.y))
    case .lonlat(let grid): MapPoint(longitude: grid.longitude(x: point.x), latitude: grid.latitude(y: point.y))
    }
  }
}

/// How far lines of two editions may lie apart although no border moved: because of simplification and rounding,
/// because the drawings are coarse, or because they were drawn anew.
///
/// The **displacement** of a border between two regions that are in both editions is the land that passes from one to
/// the other, in either direction, divided by the border's length. Few borders really move. So the median displacement,
/// weighted by the lengths of the borders, says how the other lines were drawn:
///
/// - If most lines are the same, it is 0. Then land has moved if it is wider than the `resolution` and the `detail`.
/// - If lines were drawn anew, land also has to be eight times as wide as the median displacement, because redrawn
///   lines swing to both sides, and their widest swings are several times their mean. And the net exchange between the
///   two regions has to be a share of the smaller one, because a swing to one side is followed by a swing to the other.
///   A border that moved has no such counterpart.
package struct RedrawingNoise: Hashable, Sendable {
  /// The distance that the tolerances and cells of the two maps explain, in meters.
  package var resolution: Double
  /// The distance that the vertices of the two maps leave open (`Coverage.lineDetail`), in meters.
  package var detail: Double
  /// The median displacement of borders, in meters.
  package private(set) var displacement = 0.0
  /// The share of the smaller region that has to pass to the other if lines were drawn anew; from 0 to 1.
  package var share: Double

  /// The default of `share`.
  package static let defaultShare = 0.02

  /// The least width of land that moved, as a multiple of the median displacement.
  static let swing = 8.0

  /// The width up to which land has not moved, in meters.
  package var bound: Double { max(resolution, detail, Self.swing * displacement) }
  /// Whether most lines between regions were drawn anew.
  package var isRedrawn: Bool { Self.swing * displacement > resolution }

  /// Measures the displacement of the borders between matched regions. It is 0 if there are none.
  ///
  /// `resolution` and `detail` are those of both editions together.
  ///
  /// - Complexity: O(n log n) for the sum n of the overlap's borders and pieces.
  package init(_ overlap: ShapeOverlap, _ match: RegionMatch, resolution: Double, detail: Double, share: Double) {
    self.resolution = resolution
    self.detail = detail
    self.share = share
    var borders: [Set<Int>: (moved: Int64, length: Double)] = [:]
    func pair(_ a: Int?, _ b: Int?) -> Set<Int>? {
      guard let a, let b, a != b else { return nil }
      return [a, b]
    }
    // A border's length is the mean of both editions, so that it does not matter which one is the old one.
    func matched(_ new: Int) -> Int? { match.oldByNew[new] == nil ? nil : new }
    let halves =
      overlap.old.borders.map { ($0.length, match.newByOld[$0.region], $0.other.flatMap { match.newByOld[$0] }) }
      + overlap.new.borders.map { ($0.length, matched($0.region), $0.other.flatMap(matched)) }
    for (length, region, other) in halves {
      if let pair = pair(region, other) { borders[pair, default: (0, 0)].length += length / 2 }
    }
    for piece in overlap.pieces {
      guard let old = piece.old, let new = piece.new, match.oldByNew[new] != nil,
        let pair = pair(match.newByOld[old], new), let border = borders[pair]
      else { continue }
      borders[pair] = (border.moved + piece.squareCentimeters, border.length)
    }
    let sorted = borders.values.filter { $0.length > 0 }.map {
      (displacement: Double($0.moved) / 10_000 / $0.length, length: $0.length)
    }
    .sorted { ($0.displacement, $0.length) < ($1.displacement, $1.length) }
    let half = sorted.reduce(0) { $0 + $1.length } / 2
    var sum = 0.0
    let median = sorted.first { border in
      sum += border.length
      return sum >= half
    }
    displacement = median?.displacement ?? 0
  }
}

extension Coverage {
  /// How far its lines may lie from those that it was made from, in meters at the equator: twice the tolerance, and two
  /// cells. A triangle as wide as the tolerance whose area is the tolerance's square is twice as high.
  var resolution: Double {
    guard case .mercator = plane else { return rounding }
    return 2 * (levels.first?.tolerance ?? 0) + rounding
  }

  /// Two cells, in meters at the equator.
  var rounding: Double {
    switch plane {
    case .lonlat(let grid): 2 * grid.unit * WebMercator.metersPerDegreeAtEquator
    case .mercator(let grid): 2 * grid.cell * WebMercator.metersPerMapPointAtEquator
    }
  }
}
