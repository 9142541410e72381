import MapPackCoverage
import MapPackFeatures

/// Where a map, its title and its legend lie in a picture. Lengths are hundredths of the picture's unit.
struct PictureSheet {
  private(set) var layout: PictureLayout
  /// The lines of the title, above the map.
  let title: [String]
  private(set) var legend: (legend: PictureLegend, card: PictureBox)?

  static let titleSize: Int64 = 2_000
  static let titleLeading: Int64 = 2_600
  static let margin: Int64 = 1_000
  /// What is free above the title.
  private static let titleTop: Int64 = 800
  /// Letters of the title are bold, so they are wider.
  private static let boldness = 1.2
  /// The share of the legend's card that may lie over land.
  private static let mostHidden = 0.02

  /// - Throws: `usage`, as `PictureLayout`.
  init(_ coverage: Coverage, level: Int, _ colors: PictureColors, _ options: PictureOptions) throws(StageError) {
    layout = try PictureLayout(coverage, insets: options.insets, room: PictureRoom())
    var room = PictureRoom()
    let titleWidth = Double(layout.width - 2 * Self.margin) / Double(Self.titleSize) / Self.boldness
    title = options.title.map { TextMeasure.wrapped($0, width: titleWidth) } ?? []
    if !title.isEmpty { room.top = Self.titleTop + Int64(title.count) * Self.titleLeading }
    let legend = PictureLegend(colors, options)
    if let legend { room.leastHeight = legend.height + 2 * PictureLegend.margin }
    layout = try PictureLayout(coverage, insets: options.insets, room: room)
    guard let legend else { return }
    let (corner, hidden) = freest(legend, coverage, level)
    let hasRoom = layout.mainBox.width >= legend.width + 2 * PictureLegend.margin
    if !hasRoom || hidden > Self.mostHidden * Double(legend.width) * Double(legend.height) {
      let width = legend.width + PictureLegend.margin
      if corner.isLeft { room.left = width } else { room.right = width }
      layout = try PictureLayout(coverage, insets: options.insets, room: room)
    }
    self.legend = (legend, legend.card(in: corner, of: layout.mainBox))
  }

  /// The corner in which a legend hides the least land, and how much that is.
  private func freest(
    _ legend: PictureLegend, _ coverage: Coverage, _ level: Int
  ) -> (corner: PictureLegend.Corner, hidden: Double) {
    let isMain = { (polygon: Int) in layout.partOfPolygon[polygon] == 0 }
    let arcs = PictureArcs(coverage, level: level, frame: layout.parts[0].frame, where: isMain)
    let land = PictureLand(coverage, level: level, arcs, where: isMain)
    var best = (corner: PictureLegend.Corner.bottomLeft, hidden: Double.infinity)
    for corner in PictureLegend.Corner.allCases {
      let hidden = land.area(in: legend.card(in: corner, of: layout.mainBox))
      if hidden < best.hidden { best = (corner, hidden) }
    }
    return best
  }

  /// Where no name may lie.
  var taken: [PictureBox] {
    let top = PictureBox(left: 0, top: 0, width: layout.width, height: layout.mainBox.top)
    return (title.isEmpty ? [] : [top]) + (legend.map { [$0.card] } ?? [])
  }
}
