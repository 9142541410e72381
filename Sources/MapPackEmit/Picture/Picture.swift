import Foundation
import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// A map's picture in SVG, written from back to front: water, regions, borders, coasts, lakes, labels, sources.
///
/// The layers have these words as ids, which drawing programs and style sheets can name; Inkscape shows them as layers.
/// In `regions`, each region is a group with an id made of its code, and with its code and name as data. Lengths are
/// hundredths of the picture's unit.
struct Picture {
  private var svg: MarkupText = ""
  private let colors: MapPalette.Colors

  private init(_ colors: MapPalette.Colors) { self.colors = colors }

  /// The system's font, and fonts of several systems that show Japanese well.
  static let fonts: StaticString =
    "system-ui, 'Helvetica Neue', Arial, 'Hiragino Sans', 'Noto Sans CJK JP', 'Yu Gothic', Meiryo, sans-serif"

  private static let margin = 1_000
  private static let smallPrintSize = 900
  private static let smallPrintLeading = 1_200

  /// - Parameters:
  ///   - mapHeight: the height of what `draw` writes; the attribution is below it.
  ///   - hasWater: whether water lies outside of the map.
  static func standalone(
    width: Int64, mapHeight: Int64, colors: MapPalette.Colors, hasWater: Bool, title: String?, sources: [Source],
    draw: (inout Picture) -> Void
  ) -> Data {
    let room = Double(Int(width) - 2 * margin) / Double(smallPrintSize)
    let smallPrint = Attribution.lines(of: sources).flatMap { TextMeasure.wrapped($0, width: room) }
    let height = Int(mapHeight) + smallPrint.count * smallPrintLeading
    var picture = Picture(colors)
    picture.svg += """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" \
      viewBox="0 0 \(hundredths: width) \(hundredths: height)" font-family="\(fonts)">

      """
    if let title { picture.svg += "<title>\(title)</title>\n" }
    picture.svg += """
      <rect id="\(hasWater ? "water" : "beyond")" width="\(hundredths: width)" height="\(hundredths: height)" \
      fill="\(hasWater ? colors.water : colors.beyond)"/>

      """
    draw(&picture)
    if !smallPrint.isEmpty {
      picture.begin(
        "sources",
        """
        text-anchor="end" font-size="\(hundredths: smallPrintSize)" fill="\(colors.text)" fill-opacity=".75"
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
  mutating func append(_ table: FeatureTable, pointOfVertex: (Int) -> PicturePoint) {
    let isAreas = table.kind == .areas
    begin(
      "features",
      """
      fill-rule="evenodd" fill-opacity=".8" stroke-width=".4" stroke-linejoin="round" stroke-linecap="round" \
      fill="\(isAreas ? colors.land[0] : "none")" stroke="\(colors.coast)"
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
  mutating func append(_ coverage: Coverage, level: Int, in layout: PictureLayout, _ options: PictureOptions) {
    let parts = layout.parts.enumerated().map { index, part in
      Part(
        frame: part.frame, isShown: { layout.partOfPolygon[$0] == index },
        arcs: PictureArcs(coverage, level: level, frame: part.frame, where: { layout.partOfPolygon[$0] == index }))
    }
    append(insets: layout.parts.compactMap(\.box))
    // The more regions there are, the finer are the lines, so that they do not cover the land.
    let width = Int((1_200 / Double(max(1, coverage.regions.count)).squareRoot()).rounded())
    let stroke: MarkupText = """
      stroke-linejoin="round" stroke-linecap="round" stroke-width="\(hundredths: max(25, min(90, width)))"
      """
    switch coverage.kind {
    // The strokes of fills lie under the lines and are as wide as they are, so that they do not show.
    case .areas: begin("regions", "class=\"areas\" fill-rule=\"evenodd\" \(stroke)")
    case .lines:
      begin(
        "regions", "class=\"lines\" fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\" stroke-width=\"2\""
      )
    // The stroke makes the dots, so `PictureDots.radius` has to be half its width.
    case .points: begin("regions", "class=\"points\" stroke-linecap=\"round\" stroke-width=\"7\"")
    }
    let palette = coverage.kind == .areas ? options.land.map { [$0] } ?? colors.land : colors.lines
    let indices = RegionColors(coverage, count: palette.count).indices
    for region in coverage.regions.indices {
      let shade = options.land != nil && coverage.kind == .areas ? 0 : indices[region]
      append(region, of: coverage, level: level, parts, color: palette[shade])
    }
    end()
    if coverage.kind == .areas { appendLines(of: coverage, parts, stroke, options.outline) }
  }

  private struct Part {
    var frame: PictureFrame
    /// Whether it shows a polygon.
    var isShown: (Int) -> Bool
    var arcs: PictureArcs
  }

  private mutating func append(insets: [PictureBox]) {
    guard !insets.isEmpty else { return }
    begin("insets", "fill=\"none\" stroke-width=\".9\" stroke=\"\(colors.coast)\"")
    for box in insets {
      svg += """
        <rect x="\(hundredths: box.left)" y="\(hundredths: box.top)" width="\(hundredths: box.width)" \
        height="\(hundredths: box.height)"/>

        """
    }
    end()
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

  /// Writes a layer of borders, with those that lie on the cut at ±180°; one of coasts, or of borders with land that
  /// the map does not have; and one of the shores of lakes.
  private mutating func appendLines(
    of coverage: Coverage, _ parts: [Part], _ stroke: MarkupText, _ outline: PictureOptions.Outline
  ) {
    let table = coverage.arcs
    // Land that the map does not have may lie within it too.
    let shores =
      outline == .coast ? LakeShores(coverage).isShore : ContiguousArray(repeating: false, count: table.count)
    let cutBorders = coverage.cutBorders
    append(layer: "borders", colors.border, stroke, of: table, parts) { arc in
      table.left[arc] != ArcTable.none && table.right[arc] != ArcTable.none
    } atCut: { part in
      cutBorders.filter { border in
        [border.atWest, border.atEast].allSatisfy { coverage.polygons(of: $0).contains(where: part.isShown) }
      }.map { border in
        [border.from, border.to].map { y in
          part.frame.point(column: Double(coverage.plane.world), row: coverage.plane.row(y: Double(y)))
        }
      }
    }
    let isOuter = { (arc: Int) in table.left[arc] == ArcTable.none || table.right[arc] == ArcTable.none }
    let isCoast = outline == .coast
    append(layer: isCoast ? "coasts" : "outer-borders", isCoast ? colors.coast : colors.outer, stroke, of: table, parts)
    {
      isOuter($0) && !shores[$0]
    }
    if shores.contains(true) { append(layer: "lakes", colors.lake, stroke, of: table, parts) { shores[$0] } }
  }

  /// Writes a layer with a path of arcs for each part of the map.
  private mutating func append(
    layer: StaticString, _ color: String, _ stroke: MarkupText, of table: ArcTable, _ parts: [Part],
    where isTaken: (Int) -> Bool, atCut: (Part) -> [[PicturePoint]] = { _ in [] }
  ) {
    begin(layer, "fill=\"none\" \(stroke) stroke=\"\(color)\"")
    for part in parts {
      svg += "<path d=\""
      for arc in 0..<table.count where !table.isSeam[arc] && isTaken(arc) {
        svg.append(line: part.arcs[arc], closed: table.isClosed[arc])
      }
      for ends in atCut(part) { svg.append(line: ends, closed: false) }
      svg += "\"/>\n"
    }
    end()
  }

  /// Writes the names of regions, each centered on its label's center, over a rim of the palette's.
  mutating func append(_ labels: [PictureLabel]) {
    guard !labels.isEmpty else { return }
    begin(
      "labels",
      """
      text-anchor="middle" fill="\(colors.text)" stroke="\(colors.halo)" stroke-opacity=".75" stroke-width="2" \
      stroke-linejoin="round" paint-order="stroke"
      """)
    for label in labels {
      let (x, y) = (label.center.x, label.center.y)
      svg += "<text x=\"\(hundredths: x)\" y=\"\(hundredths: y)\" font-size=\"\(hundredths: label.fontSize)\">"
      for (number, line) in label.lines.enumerated() {
        // The baseline of the first line, in font sizes: the middle of all lines is the label's center. The distance of
        // two lines, 1.1, has to be `PictureLabel.leading`.
        let down = number > 0 ? 110 : 36 - 55 * (label.lines.count - 1)
        svg += "<tspan x=\"\(hundredths: x)\" dy=\"\(hundredths: down)em\">\(line)</tspan>"
      }
      svg += "</text>\n"
    }
    end()
  }
}
