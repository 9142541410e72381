import MapTopology

/// How far lines of two editions lie apart though no border moved: what simplification and rounding explain, what the
/// coarseness of the drawings does, and what drawing them anew does.
///
/// A border between two regions that are in both editions has a **displacement**: the land that passes from one to the
/// other, either way, divided by the border's length. Borders that really move are few; so the median displacement, each
/// border weighted by its length, says how the other lines were drawn. Where most are the same, it is 0, and whatever is
/// wider than the `resolution` and the `detail` has moved. Where they were drawn anew, land counts as moved only where
/// it is eight times as wide as the median displacement (redrawn lines swing to both sides, and their widest swings are
/// some times their mean), and where the net exchange between the two regions is a share of the smaller one (a swing to
/// one side is followed by one to the other, a moved border is not).
package struct RedrawingNoise: Hashable, Sendable {
  /// What the tolerances and cells of the two maps explain, in metres.
  package var resolution: Double
  /// What the vertices of the two maps leave open (`Coverage.lineDetail`), in metres.
  package var detail: Double
  /// The median displacement of borders, in metres.
  package private(set) var displacement = 0.0
  /// The share of the smaller region that has to pass from one to another to count, where lines were drawn anew.
  package var share: Double

  /// The share that is asked for where nothing else is said.
  package static let defaultShare = 0.02

  /// How many times the median displacement a piece of land has to be wide.
  static let swing = 8.0

  /// Land narrower than this has not moved, in metres.
  package var bound: Double { max(resolution, detail, Self.swing * displacement) }
  /// Whether most lines between regions were drawn anew.
  package var isRedrawn: Bool { Self.swing * displacement > resolution }

  package init(_ overlap: ShapeOverlap, _ match: RegionMatch, resolution: Double, detail: Double, share: Double) {
    self.resolution = resolution
    self.detail = detail
    self.share = share
    var borders: [Pair: (moved: Int64, length: Double)] = [:]
    // Half of each edition's, so that it does not matter which one is the old one.
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
      borders[pair] = (border.moved + piece.squareCentimetres, border.length)
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
  /// How far its lines may lie from those that it was made of, in metres at the equator: twice its tolerance, for a
  /// triangle of less than its square may be twice as high, and two cells.
  var resolution: Double {
    let degree = 111_319.49
    switch plane {
    case .lonlat(let grid): return 2 * grid.unit * degree
    case .mercator(let grid):
      return 2 * (levels.first?.tolerance ?? 0) + 2 * grid.cell * (360 / 0x1p28) * degree
    }
  }
}
