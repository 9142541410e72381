/// The legend of a number in a picture: a card with its title, and a box and words for each class, the highest first.
/// Lengths are hundredths of the picture's unit.
struct PictureLegend {
  /// The lines of the title.
  let titles: [String]
  let rows: [(color: String, words: String)]
  let width: Int64
  let height: Int64
  /// The card, the line round it, and the text.
  let colors: (card: String, line: String, ink: String)

  static let box = (width: Int64(2_400), height: Int64(1_600))
  static let side: Int64 = 1_600
  static let top: Int64 = 1_200
  static let titleLeading: Int64 = 2_000
  static let titleSize: Int64 = 1_300
  static let rowSize: Int64 = 1_200
  /// Between the title and the rows, and between a box and its words.
  static let gap: Int64 = 800
  /// From a row to the next.
  static let pitch: Int64 = 2_000
  /// What is free round the card.
  static let margin: Int64 = 1_200
  private static let bottom: Int64 = 1_400
  /// In font sizes.
  private static let widestTitle = 24.0
  /// How much wider text may be than estimated: the font of a reader is not known, and letters of the title are bold.
  private static let slack = (title: 1.2, row: 1.12)

  /// `nil` if regions are not colored by a number, or if no legend is wanted.
  init?(_ colors: PictureColors, _ options: PictureOptions) {
    guard let classes = colors.classes, let title = classes.number.title(options.legend) else { return nil }
    titles = TextMeasure.wrapped(title, width: Self.widestTitle)
    rows = classes.number.legend.map { (classes.colors.fills[$0.index], $0.words) }
    self.colors =
      options.isDark ? ("#1b242b", "#303d47", "#eaf0f3") : (HexColor.white, "#dfe6ea", "#17212b")
    func widest(_ texts: [String], _ size: Int64, _ slack: Double) -> Int64 {
      Int64(((texts.map { TextMeasure.width($0) }.max() ?? 0) * slack * Double(size)).rounded(.up))
    }
    width =
      2 * Self.side
      + max(
        widest(titles, Self.titleSize, Self.slack.title),
        Self.box.width + Self.gap + widest(rows.map(\.words), Self.rowSize, Self.slack.row))
    height =
      Self.top + Int64(titles.count) * Self.titleLeading + Self.gap + Int64(rows.count) * Self.pitch
      - (Self.pitch - Self.box.height) + Self.bottom
  }

  /// The corners of the map's main part.
  enum Corner: CaseIterable {
    case bottomLeft, bottomRight, topLeft, topRight

    var isLeft: Bool { self == .bottomLeft || self == .topLeft }
    fileprivate var isTop: Bool { self == .topLeft || self == .topRight }
  }

  /// The card in a corner of the map.
  func card(in corner: Corner, of map: PictureBox) -> PictureBox {
    PictureBox(
      left: corner.isLeft ? map.left + Self.margin : map.left + map.width - width - Self.margin,
      top: corner.isTop ? map.top + Self.margin : map.top + map.height - height - Self.margin,
      width: width, height: height)
  }
}
