import MapPackMerge

// In a coverage of lines or points, polygon p has the arc p alone. So the index of a polygon is that of its arc here.

/// The part of `Picture`, a map in SVG, for maps of lines and of points; `Picture+Map` asks for it, and draws areas.
///
/// Regions have the colors of `MapColors.lines` by turns, in the order of the coverage.
extension Picture {
  /// Writes the points of a coverage: a path of dots per region, with the region's name as the title. The stroke
  /// makes the dots, so `PictureDots.radius` has to be half its width.
  /// - Parameter isShown: whether a polygon is drawn, by its index. A region without one is left out.
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

  /// Writes the lines of a coverage at a level: a stroked path per region, with the region's name as the title.
  /// - Parameter isShown: whether a polygon is drawn, by its index. A region without one is left out.
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
