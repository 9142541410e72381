import MapPackCoverage
import MapPackGeometry

/// A region's name in a picture. Lengths are hundredths of the picture's unit.
struct PictureLabel {
  var region: Int
  var center: PicturePoint
  var fontSize: Int
  let lines: [String]
  /// The width of the widest line, in font sizes.
  private let width: Double

  init(region: Int, center: PicturePoint, fontSize: Int, lines: [String]) {
    (self.region, self.center, self.fontSize, self.lines) = (region, center, fontSize, lines)
    width = lines.map { TextMeasure.width($0) }.max() ?? 0
  }

  /// The distance from one baseline to the next, in font sizes.
  static let leading = 1.1

  /// Half the width and half the height of the text.
  var reach: (x: Double, y: Double) {
    (Double(fontSize) * (width + 0.3) / 2, Double(fontSize) * (Double(lines.count) * Self.leading + 0.2) / 2)
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

  fileprivate func isWithin(_ box: PictureBox) -> Bool {
    Double(center.x) >= Double(box.left) + reach.x && Double(center.x) + reach.x <= Double(box.left + box.width)
      && Double(center.y) >= Double(box.top) + reach.y && Double(center.y) + reach.y <= Double(box.top + box.height)
  }
}

/// The labels of a map's regions, larger for more important regions. A label lies at the pole of inaccessibility of the
/// part of its region that is the largest in the picture; for lines and points, at `Coverage.labelPoint(of:)`. Equally
/// important regions come in the coverage's order.
struct PictureLabels {
  /// The labels, from the most important region on.
  private(set) var labels: [PictureLabel] = []
  /// Per label: the box that it must not leave.
  private var boxes: [PictureBox] = []
  private let isPlacedAnywhere: Bool
  /// Per label: the places beside which it may stand; empty for areas, in which names stand.
  private var anchors: [[PicturePoint]] = []
  /// The dots or strokes of a map of points or lines, beside which names stand.
  private let marks: PictureMarks?
  /// Whether a name may cover the dot of another region: if somebody has said which names are important.
  private let mayCoverDots: Bool

  /// The font size of a point's name, if all are equally important.
  private static let sizeOfPoint = 1_100.0
  private static let sizes = 750.0...1_800.0
  /// The factor by which the text may be larger than the largest circle in its region.
  private static let generosity = 1.4

  /// - Parameters:
  ///   - weights: the importance of each region, not negative; 0 for all if nobody has said it.
  ///   - isPlacedAnywhere: whether a name may be larger than its region, so that a small capital is not left out.
  init(_ coverage: Coverage, layout: PictureLayout, weights: [Double], isPlacedAnywhere: Bool) {
    self.isPlacedAnywhere = isPlacedAnywhere
    marks = PictureMarks(coverage, layout: layout)
    let order = coverage.regions.indices.sorted { a, b in
      weights[a] != weights[b] ? weights[a] > weights[b] : a < b
    }
    let most = order.first.map { weights[$0] } ?? 0
    mayCoverDots = most > 0 && coverage.kind == .points
    for region in order {
      let name = Name(coverage.regions[region].name)
      guard let leastRadius = name.layouts.map(\.radius).min(),
        // All areas as published count as 0, so the largest part in the picture is found.
        let part = coverage.largestPart(of: region, by: { _ in 0 }), let polygon = part.polygons.first
      else { continue }
      let drawn = layout.parts[layout.partOfPolygon[polygon]]
      let least = leastRadius * Self.sizes.lowerBound / Self.generosity / drawn.frame.scale
      guard isPlacedAnywhere || coverage.hasRoom(part, radius: least) else { continue }
      let found = coverage.kind == .areas ? coverage.poleOfInaccessibility(of: part) : coverage.labelPoint(of: region)
      guard let point = found else { continue }
      // With the fourth root, a label is twice as large if its region is sixteen times as important.
      let share = most > 0 ? (weights[region] / most).squareRoot().squareRoot() : 1
      let largest = coverage.kind == .points && most <= 0 ? Self.sizeOfPoint : Self.sizes.upperBound
      let wanted = max(Self.sizes.lowerBound, largest * share)
      // Beside a dot or stroke there is room for one line.
      let fitting =
        marks == nil
        ? Self.fit(name, radius: point.radius * drawn.frame.scale) : (size: wanted, lines: name.layouts[0].lines)
      let size = isPlacedAnywhere ? wanted : min(wanted, fitting.size * Self.generosity)
      guard size >= Self.sizes.lowerBound else { continue }
      let center = drawn.frame.point(
        column: coverage.plane.column(x: point.x), row: coverage.plane.row(y: point.y))
      labels.append(
        PictureLabel(region: region, center: center, fontSize: Int(size.rounded()), lines: fitting.lines))
      anchors.append(coverage.places(along: polygon, in: drawn.frame, first: center))
      boxes.append(drawn.box ?? PictureBox(left: 0, top: 0, width: drawn.frame.width, height: drawn.frame.height))
    }
  }

  /// The labels that find room, each at the first of its `attempts` that overlaps no label of a more important region
  /// and lies within its box.
  func placed() -> [PictureLabel] {
    var placed = PlacedLabels()
    for (index, (label, box)) in zip(labels, boxes).enumerated() {
      // The first that covers a dot and nothing else.
      var overDot: PictureLabel?
      for attempt in attempts(for: label, beside: anchors[index])
      where attempt.isWithin(box) && !placed.overlap(attempt) {
        guard marks?.isAny(in: attempt.center, attempt.reach) ?? false else {
          placed.append(attempt)
          overDot = nil
          break
        }
        overDot = overDot ?? attempt
      }
      if mayCoverDots, let overDot { placed.append(overDot) }
    }
    return placed.labels
  }

  /// The variants of a label, the best first: at its location in smaller and smaller sizes; then, if it need not lie in
  /// its region, below, above and beside it. The label of a point goes beside its dot, that of a line beside its
  /// stroke.
  private func attempts(for label: PictureLabel, beside anchors: [PicturePoint]) -> [PictureLabel] {
    var attempts: [PictureLabel] = [1, 0.85, 0.7, 0].map { share in
      var smaller = label
      smaller.fontSize = Int(max(Double(label.fontSize) * share, Self.sizes.lowerBound).rounded())
      return smaller
    }
    if let marks {
      return attempts.flatMap { attempt in
        anchors.flatMap { attempt.placed(beside: $0, radius: marks.radius, isOnCorners: anchors.count > 1) }
      }
    }
    if isPlacedAnywhere, let smallest = attempts.last {
      attempts += [(0.0, 1.0), (0, -1), (1, 0), (-1, 0)].map { x, y in
        var beside = smallest
        beside.center.x += Int32((x * smallest.reach.x).rounded())
        beside.center.y += Int32((y * smallest.reach.y).rounded())
        return beside
      }
    }
    return attempts
  }

  /// The largest size at which a name fits into a circle, and its lines. More lines are taken only if they allow a
  /// larger size and the largest is not reached.
  private static func fit(_ name: Name, radius: Double) -> (size: Double, lines: [String]) {
    var best: (size: Double, lines: [String]) = (0, [])
    for layout in name.layouts {
      if best.size >= sizes.upperBound { break }
      let size = radius / layout.radius
      if size > best.size || best.lines.isEmpty { best = (size, layout.lines) }
    }
    return best
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

private struct Name {
  /// The lines, with the radius of the circle that they fill at font size 1.
  let layouts: [(lines: [String], radius: Double)]

  init(_ name: String) {
    let words = name.split(whereSeparator: \.isWhitespace)
    let text = words.joined(separator: " ")
    layouts = (1...3).prefix(words.count).map { count in
      let lines = TextMeasure.lines(text, count: count)
      let x = (lines.map { TextMeasure.width($0) }.max() ?? 0) / 2
      // The distance from the middle to the top of the first line's highest letters.
      let y = (Double(lines.count - 1) * PictureLabel.leading + 0.72) / 2
      return (lines, (x * x + y * y).squareRoot())
    }
  }
}

extension Coverage {
  /// The places on a line beside which its name may stand, the best first: its label's, then others from the middle
  /// outwards. A point has one; areas have none.
  fileprivate func places(along polygon: Int, in frame: PictureFrame, first: PicturePoint) -> [PicturePoint] {
    guard kind == .lines else { return kind == .points ? [first] : [] }
    let vertices = arcs.vertices(of: arc(ofLine: polygon))
    return [first]
      + [6, 5, 7, 4, 8, 3, 9, 2, 10, 1, 11, 0, 12].map { twelfth in
        frame.point(arcs.point(vertices.lowerBound + (vertices.count - 1) * twelfth / 12), of: plane)
      }
  }

  /// Whether a part may hold a circle, in cells. Only a part of one polygon is judged, by its box, which is fast.
  fileprivate func hasRoom(_ part: RegionPart, radius: Double) -> Bool {
    guard part.polygons.count == 1, let polygon = part.polygons.first else { return true }
    var box = GridBox()
    forEachVertex(ofRing: shell(of: polygon), level: 0) { box.extend(to: $0) }
    return Double(min(Int64(box.maxX) - Int64(box.minX), Int64(box.maxY) - Int64(box.minY))) >= 2 * radius
  }
}

/// The estimated width of text in a sans-serif font, in font sizes. It is an estimate, because the font that a reader
/// will have is not known when the picture is written.
enum TextMeasure {
  static func width(_ text: some StringProtocol) -> Double {
    text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  private static func width(_ scalar: Unicode.Scalar) -> Double {
    switch scalar.value {
    // Combining marks, joiners, variation selectors.
    case 0x0300...0x036F, 0x200B...0x200F, 0x3099...0x309A, 0xFE00...0xFE0F: 0
    // Chinese characters, kana, Hangul, their punctuation, full-width forms, emoji.
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      1
    default:
      switch scalar {
      case " ", "i", "j", "l", "t", "f", "r", "I", ".", ",", ":", ";", "'", "!", "|", "(", ")", "-": 0.33
      case "m", "w", "M", "W": 0.85
      case "A"..."Z": 0.67
      default: 0.55
      }
    }
  }

  /// A text in a number of lines, broken at spaces so that the widest line is as narrow as possible.
  ///
  /// There are fewer lines if there are fewer words, and one line if there are more than 16 words.
  static func lines(_ text: String, count: Int) -> [String] {
    let words = text.split(separator: " ")
    guard count > 1, (2...16).contains(words.count) else { return [text] }
    // Of equally good breaks the earliest is taken.
    var best: (width: Double, lines: [String])?
    for end in 1..<words.count {
      let first = words[..<end].joined(separator: " ")
      let rest = lines(words[end...].joined(separator: " "), count: count - 1)
      let widest = ([first] + rest).map { width($0) }.max() ?? 0
      if widest < best?.width ?? .infinity { best = (widest, [first] + rest) }
    }
    return best?.lines ?? [text]
  }

  /// A text in lines of at most a width, in font sizes; none if the text is empty or blank. It is broken at spaces, and
  /// within words that are wider than a line, as in languages written without spaces.
  static func wrapped(_ text: String, width limit: Double) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, width(line) + width(" ") + width(word) <= limit {
        line += " " + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      for character in word {
        if !line.isEmpty, width(line) + width(String(character)) > limit {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
