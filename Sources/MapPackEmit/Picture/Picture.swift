import MapPack
import MapPackFeatures
import MapPackGeometry
import MapPackMerge

/// A map's picture in SVG 1.1, written from back to front: sea, land, lines, names, small print.
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

  /// - Parameters:
  ///   - mapHeight: the height of what `draw` writes; the attribution is below it.
  ///   - background: the color outside of the map.
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

extension Picture {
  /// Writes the features of a table as they were read: a path each. They are translucent, so overlaps show. Areas are
  /// filled by the even-odd rule. Features without a polygon are left out, and vertices that look like the one before.
  /// - Parameter pointOfVertex: the point in the picture of a vertex, by its index in the table.
  mutating func append(_ table: FeatureTable, pointOfVertex: (Int) -> PicturePoint) {
    svg.append("<g class=\"land\" fill-rule=\"evenodd\" fill-opacity=\".8\" stroke-width=\".4\"")
    svg.append(" stroke-linejoin=\"round\" stroke-linecap=\"round\"")
    if table.kind == .areas {
      svg.append("fill", MapColors.land[0])
    } else {
      svg.append(" fill=\"none\"")
    }
    svg.append("stroke", MapColors.coast)
    svg.append(">\n")
    for feature in 0..<table.featureCount where !table.polygons(of: feature).isEmpty {
      svg.append("<path d=\"")
      for ring in table.rings(ofAll: table.polygons(of: feature)) {
        var line = ContiguousArray<PicturePoint>()
        for vertex in table.vertices(ofRing: ring) {
          let point = pointOfVertex(vertex)
          if let last = line.last, last.isNear(point) { continue }
          line.append(point)
        }
        svg.append(line: line, closed: table.kind == .areas)
      }
      svg.append("\"/>\n")
    }
    svg.append("</g>\n")
  }
}

// In a coverage of lines or points, polygon p has the arc p alone. So the index of a polygon is that of its arc here.

/// Regions of lines and points have the colors of `MapColors.lines` by turns, in the order of the coverage.
extension Picture {
  /// Writes the points of a coverage: a path of dots per region, with the region's name as the title. The stroke makes
  /// the dots, so `PictureDots.radius` has to be half its width. A region without a shown polygon is left out.
  mutating func appendPoints(of coverage: Coverage, frame: PictureFrame, where isShown: (Int) -> Bool) {
    let arcs = PictureArcs(coverage, level: 0, frame: frame, where: isShown)
    svg.append("<g class=\"points\" stroke-linecap=\"round\" stroke-width=\"7\">\n")
    for region in coverage.regions.indices {
      let points = coverage.polygons(of: region)
      guard points.contains(where: isShown) else { continue }
      svg.append("<path")
      svg.append("stroke", MapColors.lines[region % MapColors.lines.count])
      svg.append(" d=\"")
      for point in points { svg.append(line: arcs[point], closed: true) }
      svg.append("\"><title>")
      svg.append(escaped: coverage.regions[region].name)
      svg.append("</title></path>\n")
    }
    svg.append("</g>\n")
  }

  mutating func appendLines(
    of coverage: Coverage, level: Int, frame: PictureFrame, where isShown: (Int) -> Bool
  ) {
    let arcs = PictureArcs(coverage, level: level, frame: frame, where: isShown)
    svg.append(
      "<g class=\"lines\" fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\" stroke-width=\"2\">\n")
    for region in coverage.regions.indices {
      let lines = coverage.polygons(of: region)
      guard lines.contains(where: isShown) else { continue }
      svg.append("<path")
      svg.append("stroke", MapColors.lines[region % MapColors.lines.count])
      svg.append(" d=\"")
      for line in lines { svg.append(line: arcs[line], closed: false) }
      svg.append("\"><title>")
      svg.append(escaped: coverage.regions[region].name)
      svg.append("</title></path>\n")
    }
    svg.append("</g>\n")
  }
}

extension Picture {
  /// Writes the regions of a coverage, part by part of the layout. Points have one level.
  mutating func append(_ coverage: Coverage, level: Int, in layout: PictureLayout, outline: PictureOptions.Outline) {
    let colors = MapColors.indices(of: coverage)
    for (index, part) in layout.parts.enumerated() {
      if let box = part.box { append(box) }
      let isShown = { layout.partOfPolygon[$0] == index }
      switch coverage.kind {
      case .areas:
        append(coverage, level: level, colors, frame: part.frame, outline: outline, where: isShown)
      case .lines:
        appendLines(of: coverage, level: level, frame: part.frame, where: isShown)
      case .points:
        appendPoints(of: coverage, frame: part.frame, where: isShown)
      }
    }
  }

  private mutating func append(_ box: PictureBox) {
    svg.append("<rect class=\"inset\" fill=\"none\" stroke-width=\".9\"")
    svg.append("x", hundredths: box.left)
    svg.append("y", hundredths: box.top)
    svg.append("width", hundredths: box.width)
    svg.append("height", hundredths: box.height)
    svg.append("stroke", MapColors.coast)
    svg.append("/>\n")
  }

  private mutating func append(
    _ coverage: Coverage, level: Int, _ colors: [Int], frame: PictureFrame, outline: PictureOptions.Outline,
    where isShown: (Int) -> Bool
  ) {
    let arcs = PictureArcs(coverage, level: level, frame: frame, where: isShown)
    // The more regions there are, the finer are the lines, so that they do not cover the land.
    let width = Int((1_200 / Double(max(1, coverage.regions.count)).squareRoot()).rounded())
    let lineWidth = max(25, min(90, width))

    svg.append("<g class=\"land\" fill-rule=\"evenodd\" stroke-linejoin=\"round\" stroke-linecap=\"round\"")
    // The strokes of fills lie under the lines and are as wide as they are, so that they do not show.
    svg.append("stroke-width", hundredths: lineWidth)
    svg.append(">\n")
    let regions = coverage.regions.indices.filter { region in
      coverage.polygons(of: region).contains(where: isShown)
    }
    for (color, fill) in MapColors.land.enumerated() where regions.contains(where: { colors[$0] == color }) {
      svg.append("<g")
      svg.append("fill", fill)
      svg.append("stroke", fill)
      svg.append(">\n")
      for region in regions where colors[region] == color {
        append(region, of: coverage, arcs, level: level, where: isShown)
      }
      svg.append("</g>\n")
    }
    svg.append("</g>\n<g class=\"lines\" fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\"")
    svg.append("stroke-width", hundredths: lineWidth)
    svg.append(">\n")
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
    svg.append("</g>\n")
  }

  private mutating func append(
    _ region: Int, of coverage: Coverage, _ arcs: PictureArcs, level: Int, where isShown: (Int) -> Bool
  ) {
    svg.append("<path d=\"")
    let polygons = coverage.polygons(of: region)
    for polygon in polygons where isShown(polygon) && Int(coverage.polygonLevel[polygon]) >= level {
      for ring in coverage.rings(of: polygon) {
        let references = coverage.references(of: ring)
        svg.append(line: arcs.ring(references), closed: true)
      }
    }
    svg.append("\"><title>")
    svg.append(escaped: coverage.regions[region].name)
    svg.append("</title></path>\n")
  }

  /// Writes a stroked path of the arcs with a region on one side, if `coast`; else of those with regions on both sides.
  /// - Parameter atCut: lines to add to the path: the borders that lie on the cut at ±180°.
  private mutating func appendLines(
    ofCoast coast: Bool, of coverage: Coverage, _ arcs: PictureArcs, atCut: [[PicturePoint]], in color: StaticString
  ) {
    let table = coverage.arcs
    svg.append("<path")
    svg.append("stroke", color)
    svg.append(" d=\"")
    for arc in 0..<table.count where !table.isSeam[arc] {
      let isCoast = table.left[arc] == ArcTable.none || table.right[arc] == ArcTable.none
      if isCoast == coast { svg.append(line: arcs[arc], closed: table.isClosed[arc]) }
    }
    for ends in atCut { svg.append(line: ends, closed: false) }
    svg.append("\"/>\n")
  }
}

extension Picture {
  /// Writes the names of regions, each centered on its label's center, over a pale rim.
  mutating func append(_ labels: [PictureLabel]) {
    guard !labels.isEmpty else { return }
    svg.append("<g class=\"names\" text-anchor=\"middle\"")
    svg.append("fill", MapColors.text)
    svg.append(" stroke=\"#fff\" stroke-opacity=\".7\" stroke-width=\"2\" stroke-linejoin=\"round\"")
    svg.append(" paint-order=\"stroke\">\n")
    for label in labels {
      svg.append("<text")
      svg.append("x", hundredths: label.center.x)
      svg.append("y", hundredths: label.center.y)
      svg.append("font-size", hundredths: label.fontSize)
      svg.append(">")
      for (number, line) in label.lines.enumerated() {
        svg.append("<tspan")
        svg.append("x", hundredths: label.center.x)
        // The baseline of the first line, in font sizes: the middle of all lines is the label's center. The distance of
        // two lines, 1.1, has to be `PictureLabel.leading`.
        svg.append(" dy=\"")
        svg.append(hundredths: number > 0 ? 110 : 36 - 55 * (label.lines.count - 1))
        svg.append("em\">")
        svg.append(escaped: line)
        svg.append("</tspan>")
      }
      svg.append("</text>\n")
    }
    svg.append("</g>\n")
  }
}
