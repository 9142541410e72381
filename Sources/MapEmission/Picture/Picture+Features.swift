import MapFeatures

extension Picture {
  /// Writes the features of a table as they are: nothing is merged, so what lies over something else shows.
  mutating func append(_ table: FeatureTable, place: (Int) -> PicturePoint) {
    svg.append("<g class=\"land\" fill-rule=\"evenodd\" fill-opacity=\".8\" stroke-width=\".4\"")
    svg.append(" stroke-linejoin=\"round\" stroke-linecap=\"round\"")
    if table.kind == .areas {
      svg.append("fill", MapColours.land[0])
    } else {
      svg.append(" fill=\"none\"")
    }
    svg.append("stroke", MapColours.coast)
    svg.append(">\n")
    for feature in 0..<table.featureCount where table.polygonStart[feature] < table.polygonStart[feature + 1] {
      svg.append("<path d=\"")
      for ring in table.ringStart[table.polygonStart[feature]]..<table.ringStart[table.polygonStart[feature + 1]] {
        var line = ContiguousArray<PicturePoint>()
        for vertex in table.vertexStart[ring]..<table.vertexStart[ring + 1] {
          let point = place(vertex)
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
