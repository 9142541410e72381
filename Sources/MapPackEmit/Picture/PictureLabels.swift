import MapPackCoverage
import MapPackGeometry

/// A region's name in a picture. Lengths are hundredths of the picture's unit.
struct PictureLabel {
  var region: Int
  var center: PicturePoint
  var fontSize: Int
  let name: NameLines
  /// What is free between this and others.
  let gap: Double

  /// Half the width and half the height of the text and of what is free round it.
  var reach: (x: Double, y: Double) {
    ((Double(fontSize) * name.width + gap) / 2, (Double(fontSize) * name.height + gap) / 2)
  }

  /// The label below a place, on its right, on its left, above it and, if wanted, at its corners.
  fileprivate func placed(beside place: PicturePoint, radius: Double, isOnCorners: Bool) -> [PictureLabel] {
    // The width of a text is a guess, its height is not.
    let gap = (x: radius + 300, y: radius + 100)
    let sides = [(0.0, 1.0), (1, 0), (-1, 0), (0, -1)] + (isOnCorners ? [(1, 1), (-1, 1), (1, -1), (-1, -1)] : [])
    return sides.map { x, y in
      var beside = self
      beside.center.x = place.x + Int32((x * (reach.x + gap.x)).rounded())
      beside.center.y = place.y + Int32((y * (reach.y + gap.y)).rounded())
      return beside
    }
  }

  fileprivate func overlaps(_ other: PictureLabel) -> Bool {
    abs(Double(center.x) - Double(other.center.x)) < reach.x + other.reach.x
      && abs(Double(center.y) - Double(other.center.y)) < reach.y + other.reach.y
  }

  fileprivate func overlaps(_ box: PictureBox) -> Bool {
    Double(center.x) + reach.x > Double(box.left) && Double(center.x) - reach.x < Double(box.left + box.width)
      && Double(center.y) + reach.y > Double(box.top) && Double(center.y) - reach.y < Double(box.top + box.height)
  }

  fileprivate func isWithin(_ box: PictureBox) -> Bool {
    Double(center.x) >= Double(box.left) + reach.x && Double(center.x) + reach.x <= Double(box.left + box.width)
      && Double(center.y) >= Double(box.top) + reach.y && Double(center.y) + reach.y <= Double(box.top + box.height)
  }
}

/// The labels of a map's regions in a picture: names of areas stand in them as `RegionNames` says, those of lines and
/// points beside them. `labels.js` does the same on the page. More important regions come first, equally important ones
/// in the coverage's order.
struct PictureLabels {
  private let coverage: Coverage
  private let layout: PictureLayout
  private let names: RegionNames
  private let weights: [Double]
  /// Whether a field says how important regions are. A name may then be larger than its region, so that a small capital
  /// is not left out, and cover the dot of another.
  private let isRanked: Bool
  /// The dots or strokes of a map of points or lines, beside which names stand.
  private let marks: PictureMarks?

  /// The sizes of names beside dots and strokes.
  private static let sizes = 750.0...1_800.0
  /// The size of a point's name, if all are equally important.
  private static let sizeOfPoint = 1_100.0
  private static let gapBeside = 300.0

  /// - Parameter weights: the importance of each region, not negative; 0 for all if nobody has said it.
  init(_ coverage: Coverage, layout: PictureLayout, names: RegionNames, weights: [Double], isRanked: Bool) {
    self.coverage = coverage
    self.layout = layout
    self.names = names
    self.weights = weights
    self.isRanked = isRanked
    marks = PictureMarks(coverage, layout: layout)
  }

  /// The labels that find room, each at the first of its attempts that overlaps no label of a more important region and
  /// lies within its box.
  /// - Parameter taken: where no label may lie.
  func placed(outside taken: [PictureBox]) -> [PictureLabel] {
    var placed = PlacedLabels()
    let most = weights.max() ?? 0
    let order = weights.indices.sorted { a, b in weights[a] != weights[b] ? weights[a] > weights[b] : a < b }
    for region in order {
      guard let name = names.names[region] else { continue }
      let part = layout.parts[layout.partOfPolygon[name.polygon]]
      let box = part.box ?? PictureBox(left: 0, top: 0, width: part.frame.width, height: part.frame.height)
      let share = most > 0 ? weights[region] / most : 1
      let attempts =
        if marks != nil {
          besideAttempts(region, name, part.frame, share: share)
        } else if isRanked {
          rankedAttempts(region, name, part.frame, share: share)
        } else {
          standing(
            region, name, part.frame,
            sizes: NameSizes.sizes(
              area: name.area * (part.frame.scale / 100) * (part.frame.scale / 100), isWide: name.isWide))
        }
      // The first that covers a dot and nothing else.
      var overDot: PictureLabel?
      for attempt in attempts
      where attempt.isWithin(box) && !taken.contains(where: attempt.overlaps) && !placed.overlap(attempt) {
        guard marks?.isAny(in: attempt.center, attempt.reach) ?? false else {
          placed.append(attempt)
          overDot = nil
          break
        }
        overDot = overDot ?? attempt
      }
      if isRanked, coverage.kind == .points, let overDot { placed.append(overDot) }
    }
    return placed.labels
  }

  private func label(
    _ region: Int, _ name: NameLines, size: Double, at center: PicturePoint, gap: Double = 100 * NameSizes.gap
  ) -> PictureLabel {
    PictureLabel(region: region, center: center, fontSize: Int((100 * size).rounded()), name: name, gap: gap)
  }

  /// A name where there is room for it, in smaller and smaller sizes.
  private func standing(
    _ region: Int, _ name: RegionNames.Name, _ frame: PictureFrame, sizes: [Double]
  ) -> [PictureLabel] {
    sizes.flatMap { size in
      name.stands.filter { $0.size * frame.scale >= 100 * size }.map { stand in
        label(region, name.variants[stand.variant], size: size, at: frame.point(column: stand.x, row: stand.y))
      }
    }
  }

  /// A name whose size a field says: in smaller and smaller sizes where there is room for it, else at the label point;
  /// then, as small as possible, below, above and beside that point.
  private func rankedAttempts(
    _ region: Int, _ name: RegionNames.Name, _ frame: PictureFrame, share: Double
  ) -> [PictureLabel] {
    let point = frame.point(column: name.point.x, row: name.point.y)
    let sizes = NameSizes.sizes(ranked: NameSizes.size(share: share))
    let attempts = sizes.flatMap { size in
      standing(region, name, frame, sizes: [size]) + name.variants.map { label(region, $0, size: size, at: point) }
    }
    guard let size = sizes.last else { return attempts }
    let smallest = label(region, name.variants[0], size: size, at: point)
    return attempts
      + [(0.0, 1.0), (0, -1), (1, 0), (-1, 0)].map { x, y in
        var beside = smallest
        beside.center.x += Int32((x * smallest.reach.x).rounded())
        beside.center.y += Int32((y * smallest.reach.y).rounded())
        return beside
      }
  }

  /// A name beside a dot or a stroke, in smaller and smaller sizes.
  private func besideAttempts(
    _ region: Int, _ name: RegionNames.Name, _ frame: PictureFrame, share: Double
  ) -> [PictureLabel] {
    guard let marks else { return [] }
    let isPlain = coverage.kind == .points && weights.allSatisfy { $0 <= 0 }
    // With the fourth root, a label is twice as large if its region is sixteen times as important.
    let wanted =
      isPlain
      ? Self.sizeOfPoint : max(Self.sizes.lowerBound, Self.sizes.upperBound * share.squareRoot().squareRoot())
    let anchors = coverage.places(
      along: name.polygon, in: frame, first: frame.point(column: name.point.x, row: name.point.y))
    return [1, 0.85, 0.7, 0].flatMap { factor in
      let size = max(wanted * factor, Self.sizes.lowerBound) / 100
      return anchors.flatMap { anchor in
        label(region, name.variants[0], size: size, at: anchor, gap: Self.gapBeside)
          .placed(beside: anchor, radius: marks.radius, isOnCorners: anchors.count > 1)
      }
    }
  }
}

/// Labels in a picture, found by the squares that they lie in. They do not overlap, so few lie in one square.
struct PlacedLabels {
  private(set) var labels: [PictureLabel] = []
  private var inSquare: [Square: [Int]] = [:]
  /// With how many labels others were compared, for tests of their cost.
  private(set) var compared = 0

  private struct Square: Hashable {
    var column, row: Int
  }

  /// A few times the height of a name.
  private static let side = 5_000.0

  private func squares(of label: PictureLabel) -> [Square] {
    func numbers(_ middle: Int32, _ reach: Double) -> ClosedRange<Int> {
      let (low, high) = (Double(middle) - reach, Double(middle) + reach)
      return Int((low / Self.side).rounded(.down))...Int((high / Self.side).rounded(.down))
    }
    let columns = numbers(label.center.x, label.reach.x)
    return numbers(label.center.y, label.reach.y).flatMap { row in columns.map { Square(column: $0, row: row) } }
  }

  mutating func append(_ label: PictureLabel) {
    for square in squares(of: label) { inSquare[square, default: []].append(labels.count) }
    labels.append(label)
  }

  /// Whether a label overlaps one of these.
  mutating func overlap(_ label: PictureLabel) -> Bool {
    for square in squares(of: label) {
      for other in inSquare[square] ?? [] {
        compared += 1
        if label.overlaps(labels[other]) { return true }
      }
    }
    return false
  }
}

extension Coverage {
  /// The places on a line beside which its name may stand, the best first: its label's, then others from the middle
  /// outwards. A point has one.
  fileprivate func places(along polygon: Int, in frame: PictureFrame, first: PicturePoint) -> [PicturePoint] {
    guard kind == .lines else { return [first] }
    let vertices = arcs.vertices(of: arc(ofLine: polygon))
    return [first]
      + [6, 5, 7, 4, 8, 3, 9, 2, 10, 1, 11, 0, 12].map { twelfth in
        frame.point(arcs.point(vertices.lowerBound + (vertices.count - 1) * twelfth / 12), of: plane)
      }
  }
}
