import MapPack
import MapPackCoverage
import MapPackGeometry
import MapPackMerge

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
  package var rounding: Double {
    switch plane {
    case .lonlat(let grid): 2 * grid.unit * WebMercator.metersPerDegreeAtEquator
    case .mercator(let grid): 2 * grid.cell * WebMercator.metersPerMapPointAtEquator
    }
  }
}
