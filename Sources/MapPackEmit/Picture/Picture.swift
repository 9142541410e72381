import Foundation
import MapPack
import MapPackFeatures
import MapPackGeometry
import MapPackMerge

/// A map's picture in SVG 1.1, written from back to front: sea, land, lines, names, small print.
///
/// The parts are groups with the classes `land`, `lines`, `points`, `names` and `sources`, which a style sheet can
/// name. Lengths are hundredths of the picture's unit.
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
  ///   - background: the color outside of the map.
  static func standalone(
    width: Int64, mapHeight: Int64, background: StaticString, title: String?, sources: [Source],
    draw: (inout Picture) -> Void
  ) -> Data {
    let room = Double(Int(width) - 2 * margin) / Double(smallPrintSize)
    let smallPrint = Attribution.lines(of: sources).flatMap { TextMeasure.wrapped($0, width: room) }
    let height = Int(mapHeight) + smallPrint.count * smallPrintLeading
    var picture = Picture()
    picture.svg += """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(hundredths: width) \(hundredths: height)" \
      font-family="\(fonts)">

      """
    if let title { picture.svg += "<title>\(title)</title>\n" }
    picture.svg += """
      <rect width="\(hundredths: width)" height="\(hundredths: height)" fill="\(background)"/>

      """
    draw(&picture)
    if !smallPrint.isEmpty {
      picture.svg += """
        <g class="sources" text-anchor="end" font-size="\(hundredths: smallPrintSize)" fill="\(MapColors.smallPrint)">

        """
      for (number, line) in smallPrint.enumerated() {
        let (x, y) = (Int(width) - margin, Int(mapHeight) + number * smallPrintLeading + 400)
        picture.svg += "<text x=\"\(hundredths: x)\" y=\"\(hundredths: y)\">\(line)</text>\n"
      }
      picture.svg += "</g>\n"
    }
    picture.svg += "</svg>\n"
    return picture.svg.data
  }
}

extension Picture {
  /// Writes the features of a table as they were read: a path each. They are translucent, so overlaps show. Areas are
  /// filled by the even-odd rule. Features without a polygon are left out, and vertices that look like the one before.
  /// - Parameter pointOfVertex: the point in the picture of a vertex, by its index in the table.
  mutating func append(_ table: FeatureTable, pointOfVertex: (Int) -> PicturePoint) {
    let isAreas = table.kind == .areas
    svg += """
      <g class="land" fill-rule="evenodd" fill-opacity=".8" stroke-width=".4" stroke-linejoin="round" \
      stroke-linecap="round" fill="\(isAreas ? MapColors.land[0] : "none")" stroke="\(MapColors.coast)">

      """
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
    svg += "</g>\n"
  }

  /// Writes the regions of a coverage, part by part of the layout. Points have one level.
  mutating func append(_ coverage: Coverage, level: Int, in layout: PictureLayout, outline: PictureOptions.Outline) {
    let colors = MapColors.indices(of: coverage)
    for (index, part) in layout.parts.enumerated() {
      if let box = part.box {
        svg += """
          <rect class="inset" fill="none" stroke-width=".9" x="\(hundredths: box.left)" y="\(hundredths: box.top)" \
          width="\(hundredths: box.width)" height="\(hundredths: box.height)" stroke="\(MapColors.coast)"/>

          """
      }
      let isShown = { layout.partOfPolygon[$0] == index }
      let arcs = PictureArcs(coverage, level: level, frame: part.frame, where: isShown)
      let regions = coverage.regions.indices.filter { coverage.polygons(of: $0).contains(where: isShown) }
      switch coverage.kind {
      case .areas:
        append(coverage, level: level, colors, regions, arcs, frame: part.frame, outline: outline, where: isShown)
      case .lines:
        svg += """
          <g class="lines" fill="none" stroke-linejoin="round" stroke-linecap="round" stroke-width="2">

          """
        append(regions, of: coverage, arcs)
      case .points:
        // The stroke makes the dots, so `PictureDots.radius` has to be half its width.
        svg += "<g class=\"points\" stroke-linecap=\"round\" stroke-width=\"7\">\n"
        append(regions, of: coverage, arcs)
      }
    }
  }

  /// Writes regions of lines or points: a path for each, with the region's name as the title, and the end of their
  /// group. They have the colors of `MapColors.lines` by turns, in the order of the coverage.
  private mutating func append(_ regions: [Int], of coverage: Coverage, _ arcs: PictureArcs) {
    for region in regions {
      svg += "<path stroke=\"\(MapColors.lines[region % MapColors.lines.count])\" d=\""
      // In a coverage of lines or points, polygon p has the arc p alone.
      for arc in coverage.polygons(of: region) { svg.append(line: arcs[arc], closed: coverage.kind == .points) }
      svg += "\"><title>\(coverage.regions[region].name)</title></path>\n"
    }
    svg += "</g>\n"
  }

  private mutating func append(
    _ coverage: Coverage, level: Int, _ colors: [Int], _ regions: [Int], _ arcs: PictureArcs, frame: PictureFrame,
    outline: PictureOptions.Outline, where isShown: (Int) -> Bool
  ) {
    // The more regions there are, the finer are the lines, so that they do not cover the land.
    let width = Int((1_200 / Double(max(1, coverage.regions.count)).squareRoot()).rounded())
    let lineWidth = max(25, min(90, width))
    // The strokes of fills lie under the lines and are as wide as they are, so that they do not show.
    let stroke: MarkupText = """
      stroke-linejoin="round" stroke-linecap="round" stroke-width="\(hundredths: lineWidth)"
      """

    svg += "<g class=\"land\" fill-rule=\"evenodd\" \(stroke)>\n"
    for (color, fill) in MapColors.land.enumerated() where regions.contains(where: { colors[$0] == color }) {
      svg += "<g fill=\"\(fill)\" stroke=\"\(fill)\">\n"
      for region in regions where colors[region] == color {
        svg += "<path d=\""
        for polygon in coverage.polygons(of: region)
        where isShown(polygon) && Int(coverage.polygonLevel[polygon]) >= level {
          for ring in coverage.rings(of: polygon) {
            svg.append(line: arcs.ring(coverage.references(of: ring)), closed: true)
          }
        }
        svg += "\"><title>\(coverage.regions[region].name)</title></path>\n"
      }
      svg += "</g>\n"
    }
    svg += "</g>\n<g class=\"lines\" fill=\"none\" \(stroke)>\n"
    let atCut = coverage.cutBorders.filter { regions.contains($0.atWest) && regions.contains($0.atEast) }
    let ends = atCut.map { border in
      [border.from, border.to].map { y in
        frame.point(column: Double(coverage.plane.world), row: coverage.plane.row(y: Double(y)))
      }
    }
    appendLines(ofCoast: false, of: coverage, arcs, atCut: ends, in: MapColors.border)
    appendLines(
      ofCoast: true, of: coverage, arcs, atCut: [],
      in: outline == .coast ? MapColors.coast : MapColors.outerBorder)
    svg += "</g>\n"
  }

  /// Writes a stroked path of the arcs with a region on one side, if `coast`; else of those with regions on both sides.
  /// - Parameter atCut: lines to add to the path: the borders that lie on the cut at ±180°.
  private mutating func appendLines(
    ofCoast coast: Bool, of coverage: Coverage, _ arcs: PictureArcs, atCut: [[PicturePoint]], in color: StaticString
  ) {
    let table = coverage.arcs
    svg += "<path stroke=\"\(color)\" d=\""
    for arc in 0..<table.count where !table.isSeam[arc] {
      let isCoast = table.left[arc] == ArcTable.none || table.right[arc] == ArcTable.none
      if isCoast == coast { svg.append(line: arcs[arc], closed: table.isClosed[arc]) }
    }
    for ends in atCut { svg.append(line: ends, closed: false) }
    svg += "\"/>\n"
  }

  /// Writes the names of regions, each centered on its label's center, over a pale rim.
  mutating func append(_ labels: [PictureLabel]) {
    guard !labels.isEmpty else { return }
    svg += """
      <g class="names" text-anchor="middle" fill="\(MapColors.text)" stroke="#fff" stroke-opacity=".7" \
      stroke-width="2" stroke-linejoin="round" paint-order="stroke">

      """
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
    svg += "</g>\n"
  }
}
