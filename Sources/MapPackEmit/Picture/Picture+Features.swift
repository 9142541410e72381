import MapPackFeatures

/// The part of `Picture`, a map in SVG, for features that are not merged yet; `svg(_:)` of a feature table asks for it.
extension Picture {
  /// Writes the features of a table as they were read: a path each. They are translucent, so overlaps show. Areas are
  /// filled by the even-odd rule. Lines and points are stroked in the color of coasts. Features without a polygon are
  /// left out, and vertices that look like the one before them.
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
