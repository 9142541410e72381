import Foundation
import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// A map's picture in SVG, written from back to front: water, regions, borders, coasts, labels, title, legend, sources.
///
/// The layers have these words as ids, which drawing programs and style sheets can name; Inkscape shows them as layers.
/// In `regions`, each region is a group with an id made of its code, and with its code and name as data. Lengths are
/// hundredths of the picture's unit.
struct Picture {
  private var svg: MarkupText = ""

  /// The system's font, and fonts of several systems that show Japanese well.
  static let fonts: StaticString =
    "system-ui, 'Helvetica Neue', Arial, 'Hiragino Sans', 'Noto Sans CJK JP', 'Yu Gothic', Meiryo, sans-serif"

  private static let margin = 1_000
  private static let smallPrintSize = 900
  private static let smallPrintLeading = 1_200

  /// - Parameters:
  ///   - mapHeight: the height of what `draw` writes; the attribution is below it.
  ///   - background: the color of what lies beyond the map, and whether that is water.
  ///   - ink: the color of text on it.
  static func standalone(
    width: Int64, mapHeight: Int64, background: (color: String, isWater: Bool), ink: String, title: String?,
    sources: [Source], draw: (inout Picture) -> Void
  ) -> Data {
    let room = Double(Int(width) - 2 * margin) / Double(smallPrintSize)
    let smallPrint = Attribution.lines(of: sources).flatMap { TextMeasure.wrapped($0, width: room) }
    let height = Int(mapHeight) + smallPrint.count * smallPrintLeading
    var picture = Picture()
    picture.svg += """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" \
      viewBox="0 0 \(hundredths: width) \(hundredths: height)" font-family="\(fonts)">

      """
    if let title { picture.svg += "<title>\(title)</title>\n" }
    picture.svg += """
      <rect id="\(background.isWater ? "water" : "beyond")" width="\(hundredths: width)" \
      height="\(hundredths: height)" fill="\(background.color)"/>

      """
    draw(&picture)
    if !smallPrint.isEmpty {
      picture.begin(
        "sources",
        """
        text-anchor="end" font-size="\(hundredths: smallPrintSize)" fill="\(ink)" fill-opacity=".75"
        """)
      for (number, line) in smallPrint.enumerated() {
        let (x, y) = (Int(width) - margin, Int(mapHeight) + number * smallPrintLeading + 400)
        picture.svg += "<text x=\"\(hundredths: x)\" y=\"\(hundredths: y)\">\(line)</text>\n"
      }
      picture.end()
    }
    picture.svg += "</svg>\n"
    return picture.svg.data
  }

  /// Begins the group of a layer.
  private mutating func begin(_ layer: StaticString, _ attributes: MarkupText) {
    svg += """
      <g id="\(layer)" inkscape:groupmode="layer" inkscape:label="\(layer)" \(attributes)>

      """
  }

  private mutating func end() { svg += "</g>\n" }
}

extension Picture {
  /// Writes the features of a table as they were read: a path each. They are translucent, so overlaps show. Areas are
  /// filled by the even-odd rule. Features without a polygon are left out, and vertices that look like the one before.
  /// - Parameter pointOfVertex: the point in the picture of a vertex, by its index in the table.
  mutating func append(_ table: FeatureTable, fill: String, stroke: String, pointOfVertex: (Int) -> PicturePoint) {
    let isAreas = table.kind == .areas
    begin(
      "features",
      """
      fill-rule="evenodd" fill-opacity=".8" stroke-width=".4" stroke-linejoin="round" stroke-linecap="round" \
      fill="\(isAreas ? fill : "none")" stroke="\(stroke)"
      """)
    for feature in 0..<table.featureCount where !table.polygons(of: feature).isEmpty {
      svg += "<path d=\""
      for ring in table.rings(ofAll: table.polygons(of: feature)) {
        var line = ContiguousArray<PicturePoint>()
        for vertex in table.vertices(ofRing: ring) {
          let point = pointOfVertex(vertex)
          if let last = line.last, last.isNear(point) { continue }
          line.append(point)
        }
        svg.append(line: line, closed: isAreas)
      }
      svg += "\"/>\n"
    }
    end()
  }

  /// Writes the regions of a coverage and their lines. Points have one level.
  /// - Parameters:
  ///   - isCoast: whether the outer lines are coasts.
  ///   - coastGrowth: how much wider they are than by default.
  mutating func append(
    _ coverage: Coverage, level: Int, in layout: PictureLayout, _ colors: PictureColors, isCoast: Bool,
    coastGrowth: Double
  ) {
    let parts = layout.parts.enumerated().map { index, part in
      Part(
        frame: part.frame, isShown: { layout.partOfPolygon[$0] == index },
        arcs: PictureArcs(coverage, level: level, frame: part.frame, where: { layout.partOfPolygon[$0] == index }))
    }
    let widths = LineWidths(picture: layout.width, regions: coverage.regions.count, coastGrowth: coastGrowth)
    append(insets: layout.parts.compactMap(\.box), widths.stroke(widths.coast), color: colors.outer)
    switch coverage.kind {
    // The strokes of fills lie under the lines and are as wide as they are, so that they do not show.
    case .areas: begin("regions", "class=\"areas\" fill-rule=\"evenodd\" \(widths.stroke(widths.border))")
    case .lines:
      begin(
        "regions", "class=\"lines\" fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\" stroke-width=\"2\""
      )
    // The stroke makes the dots, so `PictureDots.radius` has to be half its width.
    case .points: begin("regions", "class=\"points\" stroke-linecap=\"round\" stroke-width=\"7\"")
    }
    for region in coverage.regions.indices {
      append(region, of: coverage, level: level, parts, color: colors.fills[region])
    }
    end()
    guard coverage.kind == .areas else { return }
    appendBorders(of: coverage, parts, colors, widths)
    let table = coverage.arcs
    begin(
      isCoast ? "coasts" : "outer-borders",
      "fill=\"none\" \(widths.stroke(widths.coast)) stroke=\"\(colors.outer)\"")
    append(arcsOf: table, parts) { table.left[$0] == ArcTable.none || table.right[$0] == ArcTable.none }
    end()
  }

  /// The widths of lines, in hundredths of the picture's unit: the more regions there are, and the smaller the picture
  /// is, the finer they are, so that they do not cover the land.
  private struct LineWidths {
    let coast: Int
    let border: Int

    init(picture width: Int64, regions: Int, coastGrowth: Double) {
      let isDense = regions > 250
      let isSmall = width < 60_000
      coast = Int((Double(isSmall ? isDense ? 35 : 45 : 70) * coastGrowth).rounded())
      border = isSmall ? isDense ? 25 : 35 : isDense ? 50 : 60
    }

    func stroke(_ width: Int) -> MarkupText {
      "stroke-linejoin=\"round\" stroke-linecap=\"round\" stroke-width=\"\(hundredths: width)\""
    }
  }

  private struct Part {
    var frame: PictureFrame
    /// Whether it shows a polygon.
    var isShown: (Int) -> Bool
    var arcs: PictureArcs
  }

  private mutating func append(insets: [PictureBox], _ stroke: MarkupText, color: String) {
    guard !insets.isEmpty else { return }
    begin("insets", "fill=\"none\" \(stroke) stroke=\"\(color)\"")
    for box in insets { svg += "<rect \(markup(of: box))/>\n" }
    end()
  }

  private func markup(of box: PictureBox) -> MarkupText {
    """
    x="\(hundredths: box.left)" y="\(hundredths: box.top)" width="\(hundredths: box.width)" \
    height="\(hundredths: box.height)"
    """
  }

  /// Writes a region as a group with its name as the title, and a path for each part of the map that shows it.
  private mutating func append(_ region: Int, of coverage: Coverage, level: Int, _ parts: [Part], color: String) {
    let polygons = coverage.polygons(of: region)
    guard !polygons.isEmpty else { return }
    let (code, name) = (coverage.regions[region].code, coverage.regions[region].name)
    svg += "<g id=\"\(Self.id(ofCode: code))\" data-code=\"\(code)\" data-name=\"\(name)\" "
    svg += coverage.kind == .areas ? "fill=\"\(color)\" stroke=\"\(color)\">" : "stroke=\"\(color)\">"
    svg += "<title>\(name)</title>"
    for part in parts where polygons.contains(where: part.isShown) {
      svg += "<path d=\""
      for polygon in polygons where part.isShown(polygon) && Int(coverage.polygonLevel[polygon]) >= level {
        if coverage.kind == .areas {
          for ring in coverage.rings(of: polygon) {
            svg.append(line: part.arcs.ring(coverage.references(of: ring)), closed: true)
          }
        } else {
          // In a coverage of lines or points, polygon p has the arc p alone.
          svg.append(line: part.arcs[polygon], closed: coverage.kind == .points)
        }
      }
      svg += "\"/>"
    }
    end()
  }

  /// An id that XML allows, different for different codes: bytes but those of ASCII letters, digits, hyphens and
  /// periods are hexadecimal numbers between underscores.
  static func id(ofCode code: String) -> String {
    code.utf8.reduce(into: "r-") { id, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
        id.unicodeScalars.append(Unicode.Scalar(byte))
      default: id += "_" + String(byte, radix: 16) + "_"
      }
    }
  }

  /// Writes the layer of borders, with those that lie on the cut at ±180°: a path for each part of the map and each
  /// stroke of borders.
  private mutating func appendBorders(
    of coverage: Coverage, _ parts: [Part], _ colors: PictureColors, _ widths: LineWidths
  ) {
    let table = coverage.arcs
    let cutBorders = coverage.cutBorders
    func stroke(_ a: Int, _ b: Int) -> Int { max(colors.borderOfRegion[a], colors.borderOfRegion[b]) }
    begin("borders", "fill=\"none\" \(widths.stroke(widths.border))")
    for (index, border) in colors.borders.enumerated() {
      let opacity = Int((border.opacity * 100).rounded())
      append(
        arcsOf: table, parts, "stroke=\"\(border.color)\" stroke-opacity=\"\(hundredths: opacity)\" "
      ) { arc in
        let (left, right) = (table.left[arc], table.right[arc])
        return left != ArcTable.none && right != ArcTable.none && stroke(Int(left), Int(right)) == index
      } atCut: { part in
        cutBorders.filter { border in
          [border.atWest, border.atEast].allSatisfy { coverage.polygons(of: $0).contains(where: part.isShown) }
            && stroke(border.atWest, border.atEast) == index
        }.map { border in
          [border.from, border.to].map { y in
            part.frame.point(column: Double(coverage.plane.world), row: coverage.plane.row(y: Double(y)))
          }
        }
      }
    }
    end()
  }

  /// Writes a path of arcs for each part of the map.
  private mutating func append(
    arcsOf table: ArcTable, _ parts: [Part], _ attributes: MarkupText = "", where isTaken: (Int) -> Bool,
    atCut: (Part) -> [[PicturePoint]] = { _ in [] }
  ) {
    for part in parts {
      svg += "<path \(attributes)d=\""
      for arc in 0..<table.count where !table.isSeam[arc] && isTaken(arc) {
        svg.append(line: part.arcs[arc], closed: table.isClosed[arc])
      }
      for ends in atCut(part) { svg.append(line: ends, closed: false) }
      svg += "\"/>\n"
    }
  }

  /// Writes the names of regions, each centered on its label's center, over a rim.
  mutating func append(_ labels: [PictureLabel], _ colors: PictureColors, ofAreas isAreas: Bool) {
    guard !labels.isEmpty else { return }
    let halo = colors.halo
    begin(
      "labels",
      """
      text-anchor="middle" font-weight="500" stroke-opacity="\(hundredths: Int((halo.opacity * 100).rounded()))" \
      stroke-width="\(hundredths: Int((halo.width * 100).rounded()))" stroke-linejoin="round" paint-order="stroke"
      """)
    for label in labels {
      let (x, y) = (label.center.x, label.center.y)
      // Names of lines and points stand beside them.
      let rim = halo.color ?? (isAreas ? colors.fills[label.region] : colors.background)
      svg += """
        <text x="\(hundredths: x)" y="\(hundredths: y)" font-size="\(hundredths: label.fontSize)" \
        fill="\(colors.inks[label.region])" stroke="\(rim)">
        """
      let lines = label.name.lines
      let leading = Int((100 * NameLines.leading).rounded())
      for (number, line) in lines.enumerated() {
        // The baseline of the first line, in font sizes: the middle of all lines is the label's center.
        let down = number > 0 ? leading : 36 - leading * (lines.count - 1) / 2
        svg += "<tspan x=\"\(hundredths: x)\" dy=\"\(hundredths: down)em\">\(line)</tspan>"
      }
      svg += "</text>\n"
    }
    end()
  }

  /// Writes the title and the legend.
  mutating func append(_ sheet: PictureSheet, ink: String) {
    if !sheet.title.isEmpty {
      begin("title", "font-size=\"\(hundredths: PictureSheet.titleSize)\" font-weight=\"600\" fill=\"\(ink)\"")
      for (number, line) in sheet.title.enumerated() {
        let y = Int64(number + 1) * PictureSheet.titleLeading
        svg += "<text x=\"\(hundredths: PictureSheet.margin)\" y=\"\(hundredths: y)\">\(line)</text>\n"
      }
      end()
    }
    if let (legend, card) = sheet.legend { append(legend, card) }
  }

  private mutating func append(_ legend: PictureLegend, _ card: PictureBox) {
    begin("legend", "fill=\"\(legend.colors.ink)\" font-size=\"\(hundredths: PictureLegend.rowSize)\"")
    svg += "<rect \(markup(of: card)) rx=\"8\" fill=\"\(legend.colors.card)\" stroke=\"\(legend.colors.line)\"/>\n"
    let left = card.left + PictureLegend.side
    var top = card.top + PictureLegend.top
    for line in legend.titles {
      svg += """
        <text x="\(hundredths: left)" y="\(hundredths: top + 1_460)" \
        font-size="\(hundredths: PictureLegend.titleSize)" font-weight="600">\(line)</text>

        """
      top += PictureLegend.titleLeading
    }
    top += PictureLegend.gap
    for row in legend.rows {
      let (width, height) = PictureLegend.box
      let box = PictureBox(left: left, top: top, width: width, height: height)
      svg += """
        <rect \(markup(of: box)) rx="2" fill="\(row.color)" stroke="\(legend.colors.ink)" stroke-opacity=".2" \
        stroke-width=".5"/><text x="\(hundredths: left + width + PictureLegend.gap)" \
        y="\(hundredths: top + 1_220)">\(row.words)</text>

        """
      top += PictureLegend.pitch
    }
    end()
  }
}
