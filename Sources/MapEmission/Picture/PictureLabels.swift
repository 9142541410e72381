import MapGeometry
import MapTopology

/// A region's name in a picture. Lengths are hundredths of the picture's unit.
struct PictureLabel {
  var region: Int
  /// The middle of the text.
  var centre: PicturePoint
  var fontSize: Int
  var lines: [String]

  /// From one line's foot to the next one's, in font sizes.
  static let leading = 1.1

  /// Half the room that the text takes.
  private var reach: (x: Double, y: Double) {
    let width = lines.map { TextMeasure.width($0) }.max() ?? 0
    return (Double(fontSize) * (width + 0.3) / 2, Double(fontSize) * (Double(lines.count) * Self.leading + 0.2) / 2)
  }

  fileprivate func overlaps(_ other: PictureLabel) -> Bool {
    abs(Double(centre.x) - Double(other.centre.x)) < reach.x + other.reach.x
      && abs(Double(centre.y) - Double(other.centre.y)) < reach.y + other.reach.y
  }

  fileprivate func isWithin(_ frame: PictureFrame) -> Bool {
    Double(centre.x) >= reach.x && Double(centre.x) + reach.x <= Double(frame.width)
      && Double(centre.y) >= reach.y && Double(centre.y) + reach.y <= Double(frame.height)
  }
}

/// The labels of a map's regions, each at the pole of inaccessibility of the part that is the largest in the picture, as
/// large as the room round it lets it be.
struct PictureLabels {
  /// The font sizes that are written.
  private let sizes: ClosedRange<Double>
  /// In the order of the regions' areas, the largest first.
  private(set) var labels: [PictureLabel] = []

  /// How far text of the smallest size may reach beyond the largest circle in its region, as a share of the circle's
  /// radius: better a name that reaches into a neighbour than none.
  private static let generosity = 1.4

  /// - Parameter sizes: the font sizes that are written; names with less room are left out.
  init(_ coverage: Coverage, frame: PictureFrame, sizes: ClosedRange<Double>) {
    self.sizes = sizes
    // Areas as a pack keeps them, so that a pack's picture is its coverage's.
    let order = coverage.regions.indices.sorted { a, b in
      let (areaOfA, areaOfB) = (Float(coverage.regions[a].area), Float(coverage.regions[b].area))
      return areaOfA != areaOfB ? areaOfA > areaOfB : a < b
    }
    for region in order {
      let name = Name(coverage.regions[region].name)
      // The largest part as it is drawn.
      guard let part = coverage.largestPart(of: region, by: { _ in 0 }),
        let leastRadius = name.layouts.map(\.radius).min(),
        coverage.hasRoom(part, radius: leastRadius * sizes.lowerBound / Self.generosity / frame.scale)
      else { continue }
      let point = coverage.poleOfInaccessibility(of: part)
      let centre = frame.place(column: coverage.plane.column(x: point.x), row: coverage.plane.row(y: point.y))
      if let (size, lines) = fit(name, radius: point.radius * frame.scale) {
        labels.append(PictureLabel(region: region, centre: centre, fontSize: size, lines: lines))
      }
    }
  }

  /// Without the labels that, however small, lie over those of larger regions or reach out of the picture.
  func placed(in frame: PictureFrame) -> [PictureLabel] {
    labels.reduce(into: []) { placed, label in
      for share in [1, 0.85, 0.7, 0] {
        var label = label
        label.fontSize = Int(max(Double(label.fontSize) * share, sizes.lowerBound).rounded())
        if label.isWithin(frame), !placed.contains(where: { $0.overlaps(label) }) {
          placed.append(label)
          break
        }
      }
    }
  }

  /// The largest size at which a name fits into a circle, and its lines; nil where that is too small.
  private func fit(_ name: Name, radius: Double) -> (size: Int, lines: [String])? {
    var best: (size: Double, lines: [String])?
    for layout in name.layouts {
      // As few lines as will do.
      if let best, best.size >= sizes.upperBound { break }
      let size = radius / layout.radius
      if size > best?.size ?? 0 { best = (size, layout.lines) }
    }
    guard let best, best.size * Self.generosity >= sizes.lowerBound else { return nil }
    return (Int(min(max(best.size, sizes.lowerBound), sizes.upperBound).rounded()), best.lines)
  }
}

/// A name as it can be written: in one, two and three lines.
private struct Name {
  /// With the radius of the circle that the lines fill at font size 1.
  let layouts: [(lines: [String], radius: Double)]

  init(_ name: String) {
    let words = name.split(whereSeparator: \.isWhitespace)
    let text = words.joined(separator: " ")
    layouts = (1...3).prefix(words.count).map { count in
      let lines = TextMeasure.lines(text, count: count)
      let x = (lines.map { TextMeasure.width($0) }.max() ?? 0) / 2
      // From the middle to the top of the first line's highest letters.
      let y = (Double(lines.count - 1) * PictureLabel.leading + 0.72) / 2
      return (lines, (x * x + y * y).squareRoot())
    }
  }
}

extension Coverage {
  /// Whether a part can hold a circle, as far as its box says, which is quickly asked; one in pieces may.
  fileprivate func hasRoom(_ part: RegionPart, radius: Double) -> Bool {
    guard part.polygons.count == 1, let polygon = part.polygons.first else { return true }
    var box = GridBox()
    forEachVertex(ofRing: ringStart[polygon], level: 0) { box.extend(to: $0) }
    return Double(min(Int64(box.maxX) - Int64(box.minX), Int64(box.maxY) - Int64(box.minY))) >= 2 * radius
  }
}
