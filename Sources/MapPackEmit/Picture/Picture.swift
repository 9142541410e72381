import MapPackFeatures

/// A map's picture in SVG 1.1, written from back to front: sea, land, lines, names, small print. The functions `svg`
/// draw it.
///
/// The parts are groups with the classes `land`, `lines`, `points`, `names` and `sources`, which a style sheet can
/// name. Lengths are hundredths of the picture's unit.
struct Picture {
  var svg = MarkupText()
  private let width: Int64
  private let mapHeight: Int64

  /// The system's font, and fonts of several systems that show Japanese well.
  static let fonts: StaticString =
    "system-ui, 'Helvetica Neue', Arial, 'Hiragino Sans', 'Noto Sans CJK JP', 'Yu Gothic', Meiryo, sans-serif"

  private static let margin = 1_000
  private static let smallPrintSize = 900
  private static let smallPrintLeading = 1_200

  /// - Parameter height: the height of the whole picture: the map and the small print below it.
  private init(width: Int64, mapHeight: Int64, height: Int) {
    self.width = width
    self.mapHeight = mapHeight
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
    svg.append(hundredths: Int(width))
    svg.append(" ")
    svg.append(hundredths: height)
    svg.append("\"")
    svg.append("font-family", Self.fonts)
    svg.append(">\n")
  }

  /// A complete picture: with a title, a background, and the attribution in small print below the map.
  /// - Parameters:
  ///   - width: the width of the picture.
  ///   - mapHeight: the height of what `draw` writes.
  ///   - background: the color outside of the map.
  ///   - draw: writes the map.
  static func standalone(
    width: Int64, mapHeight: Int64, background: StaticString, title: String?, sources: [Source],
    draw: (inout Picture) -> Void
  ) -> MarkupText {
    let room = Double(Int(width) - 2 * margin) / Double(smallPrintSize)
    let smallPrint = Attribution.lines(of: sources).flatMap { TextMeasure.wrapped($0, width: room) }
    let height = Int(mapHeight) + smallPrint.count * smallPrintLeading
    var picture = Picture(width: width, mapHeight: mapHeight, height: height)
    if let title {
      picture.svg.append("<title>")
      picture.svg.append(escaped: title)
      picture.svg.append("</title>\n")
    }
    picture.svg.append("<rect")
    picture.svg.append("width", hundredths: width)
    picture.svg.append("height", hundredths: height)
    picture.svg.append("fill", background)
    picture.svg.append("/>\n")
    draw(&picture)
    picture.append(smallPrint: smallPrint)
    picture.svg.append("</svg>\n")
    return picture.svg
  }

  private mutating func append(smallPrint lines: [String]) {
    guard !lines.isEmpty else { return }
    svg.append("<g class=\"sources\" text-anchor=\"end\"")
    svg.append("font-size", hundredths: Self.smallPrintSize)
    svg.append("fill", MapColors.smallPrint)
    svg.append(">\n")
    for (number, line) in lines.enumerated() {
      svg.append("<text")
      svg.append("x", hundredths: Int(width) - Self.margin)
      svg.append("y", hundredths: Int(mapHeight) + number * Self.smallPrintLeading + 400)
      svg.append(">")
      svg.append(escaped: line)
      svg.append("</text>\n")
    }
    svg.append("</g>\n")
  }
}
