import MapArrangement
import MapPack
import MapTopology

extension Picture {
  /// Writes the land and the lines of a coverage at a level.
  mutating func append(_ coverage: Coverage, level: Int) {
    let arcs = PictureArcs(coverage, level: level, frame: frame)
    // Finer lines where there are many regions, so that they do not cover the land.
    let width = Int((1_200 / Double(max(1, coverage.regions.count)).squareRoot()).rounded())
    let lineWidth = max(25, min(90, width))

    svg.append("<g class=\"land\" fill-rule=\"evenodd\" stroke-linejoin=\"round\" stroke-linecap=\"round\"")
    // Under the lines, and no wider than they are.
    svg.append("stroke-width", hundredths: lineWidth)
    svg.append(">\n")
    let colours = MapColours.indices(of: coverage)
    for (colour, fill) in MapColours.land.enumerated() where colours.contains(colour) {
      svg.append("<g")
      svg.append("fill", fill)
      svg.append("stroke", fill)
      svg.append(">\n")
      for region in coverage.regions.indices where colours[region] == colour {
        append(region, of: coverage, arcs, level: level)
      }
      svg.append("</g>\n")
    }
    svg.append("</g>\n<g class=\"lines\" fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\"")
    svg.append("stroke-width", hundredths: lineWidth)
    svg.append(">\n")
    appendLines(ofCoast: false, of: coverage, arcs)
    appendLines(ofCoast: true, of: coverage, arcs)
    svg.append("</g>\n")
  }

  private mutating func append(
    _ region: Int, of coverage: Coverage, _ arcs: PictureArcs, level: Int
  ) {
    svg.append("<path d=\"")
    let polygons = coverage.polygonStart[region]..<coverage.polygonStart[region + 1]
    for polygon in polygons where Int(coverage.polygonLevel[polygon]) >= level {
      for ring in coverage.ringStart[polygon]..<coverage.ringStart[polygon + 1] {
        let references = coverage.references[coverage.referenceStart[ring]..<coverage.referenceStart[ring + 1]]
        svg.append(line: arcs.ring(references), closed: true)
      }
    }
    svg.append("\"><title>")
    svg.append(escaped: coverage.regions[region].name)
    svg.append("</title></path>\n")
  }

  /// Writes a path of all arcs with a region on both sides, and of the borders on the cut; or of the arcs with a region
  /// on a single side.
  private mutating func appendLines(ofCoast coast: Bool, of coverage: Coverage, _ arcs: PictureArcs) {
    let table = coverage.arcs
    svg.append("<path")
    svg.append("stroke", coast ? MapColours.coast : MapColours.border)
    svg.append(" d=\"")
    for arc in 0..<table.count where !table.isSeam[arc] {
      let isCoast = table.left[arc] == ArcTable.none || table.right[arc] == ArcTable.none
      if isCoast == coast { svg.append(line: arcs[arc], closed: table.isClosed[arc]) }
    }
    let plane = coverage.plane
    for border in coast ? [] : coverage.cutBorders {
      let ends = [border.from, border.to].map { y in
        frame.place(column: Double(plane.world), row: plane.row(y: Double(y)))
      }
      svg.append(line: ends, closed: false)
    }
    svg.append("\"/>\n")
  }
}
