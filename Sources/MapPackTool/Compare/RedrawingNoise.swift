import MapPackMerge

/// How far lines of two editions may lie apart although no border moved: because of simplification and rounding,
/// because the drawings are coarse, or because they were drawn anew. `Comparison` and `Reorganization` judge by it.
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
  /// The share of the smaller region that has to pass from one to the other to count, if lines were drawn anew; from 0
  /// to 1.
  package var share: Double

  /// The default of `share`, which the help of `Diff` repeats.
  package static let defaultShare = 0.02

  /// The least width of land that moved, as a multiple of the median displacement. The help of `Diff` repeats it.
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
    var borders: [Pair: (moved: Int64, length: Double)] = [:]
    // A border's length is the mean of both editions, so that it does not matter which one is the old one.
    for border in overlap.oldBorders {
      guard let other = border.other, let pair = Pair(match.newByOld[border.region], match.newByOld[other]) else {
        continue
      }
      borders[pair, default: (0, 0)].length += border.length / 2
    }
    for border in overlap.newBorders {
      guard let other = border.other, match.oldByNew[border.region] != nil, match.oldByNew[other] != nil,
        let pair = Pair(border.region, other)
      else { continue }
      borders[pair, default: (0, 0)].length += border.length / 2
    }
    for piece in overlap.pieces {
      guard let old = piece.old, let new = piece.new, match.oldByNew[new] != nil,
        let pair = Pair(match.newByOld[old], new), let border = borders[pair]
      else { continue }
      borders[pair] = (border.moved + piece.squareCentimeters, border.length)
    }
    let sorted = borders.values.filter { $0.length > 0 }.map {
      (displacement: Double($0.moved) / 10_000 / $0.length, length: $0.length)
    }
    .sorted { ($0.displacement, $0.length) < ($1.displacement, $1.length) }
    let half = sorted.reduce(0) { $0 + $1.length } / 2
    var sum = 0.0
    for border in sorted {
      sum += border.length
      if sum >= half {
        displacement = border.displacement
        break
      }
    }
  }

  /// Two different regions of the new edition.
  private struct Pair: Hashable {
    var first: Int
    var second: Int

    init?(_ a: Int?, _ b: Int?) {
      guard let a, let b, a != b else { return nil }
      (first, second) = (min(a, b), max(a, b))
    }
  }
}

extension Coverage {
  /// How far its lines may lie from those that it was made from, in meters at the equator: twice the tolerance, and two
  /// cells. Comparisons of editions and `LandCheck` take the sum of both maps' values.
  ///
  /// It is twice the tolerance because a triangle as wide as the tolerance whose area is the tolerance's square is
  /// twice as high.
  var resolution: Double {
    guard case .mercator = plane else { return rounding }
    return 2 * (levels.first?.tolerance ?? 0) + rounding
  }

  /// The width of two cells, in meters at the equator.
  var rounding: Double {
    // Meters at the equator; `CodeEvidence` has the same number.
    let degree = 111_319.49
    switch plane {
    case .lonlat(let grid): return 2 * grid.unit * degree
    case .mercator(let grid): return 2 * grid.cell * (360 / 0x1p28) * degree
    }
  }
}
