import MapPack
import MapPackGeometry
import MapPackMerge

/// The part of `Picture`, a map in SVG, that draws a coverage for `svg(_:level:options:)`: areas here, lines and points
/// by `Picture+Lines`. The colors are those of `MapColors`.
extension Picture {
  /// Writes the regions of a coverage at a level, part by part of the layout. Points have one level.
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

  /// Writes the box of an inset.
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

  /// Writes the polygons of a region as a filled path, with the region's name as the title.
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

  /// Writes a stroked path: of the arcs with a region on one side, if `coast`; else of those with regions on both
  /// sides.
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
