import MapPackFeatures

/// The part of `FeatureTableBuilder` that reads the rings of each polygon by how deep they lie.
extension FeatureTableBuilder {
  /// The geometry with shells and holes as they lie; `nil` if all are as the file says.
  ///
  /// The first of the polygons that one becomes replaces it, and the others follow after all polygons, so the index of a
  /// polygon is the same as before. Vertices and rings stay as they are; a ring that is left out is in no polygon.
  /// Findings say what differs, with the numbers of polygon and ring in the file.
  /// - Parameters:
  ///   - unwrapped: the same rings, unwrapped, if any passes ±180°.
  ///   - winding: the rule of the format.
  /// - Complexity: as `RingDepths`, for each polygon with several rings.
  mutating func readByDepth(
    _ geometry: FeatureGeometry, _ unwrapped: FeatureGeometry?, winding: Winding
  ) -> FeatureGeometry? {
    var read: FeatureGeometry?
    var further: [Range<Int>] = []
    for (polygon, members) in geometry.polygons.enumerated() where members.count > 1 {
      let rings = members.map { geometry.ringOrder[$0] }
      let depths = RingDepths(
        unwrapped ?? geometry, rings, isWinding: winding == .clockwise, mayShift: unwrapped != nil)
      guard depths.polygons != [Array(rings.indices)] else { continue }
      if let difference = depths.difference {
        note(.ringsByDepth) { finding in
          finding.polygon = polygon
          finding.ring = difference.ring
          if let vertex = geometry.rings[rings[difference.ring]].first {
            (finding.longitude, finding.latitude) = (geometry.x[vertex], geometry.y[vertex])
          }
          finding.message = difference.words
        }
      }
      var changed = read ?? geometry
      for (number, members) in depths.polygons.enumerated() {
        let begin = changed.ringOrder.count
        changed.ringOrder.append(contentsOf: members.lazy.map { rings[$0] })
        let range = begin..<changed.ringOrder.count
        if number == 0 { changed.polygons[polygon] = range } else { further.append(range) }
      }
      read = changed
    }
    read?.polygons += further
    return read
  }
}

extension FeatureGeometry {
  /// What these rings enclose in the polygons of another geometry that has the same rings: the shells less their holes,
  /// in square units of the coordinates, whatever the directions of rings.
  /// - Complexity: O(n) for n vertices if the rings have not been measured.
  func enclosedArea(of polygons: borrowing FeatureGeometry) -> Double {
    var doubled = 0.0
    for members in polygons.polygons {
      for (index, member) in members.enumerated() {
        let size = measures(ofRing: polygons.ringOrder[member]).doubledArea.magnitude
        doubled += index == 0 ? size : -size
      }
    }
    return doubled / 2
  }
}

extension RingDepths.Difference {
  /// What differs, as a sentence without a full stop.
  fileprivate var words: String {
    var sentences: [String] = []
    if changed > 0 {
      sentences.append(
        changed == 1
          ? "a ring does not lie as the file says and is read by how deep it lies"
          : "\(Figures.grouped(changed)) rings do not lie as the file says and are read by how deep they lie")
    }
    if copies > 0 {
      sentences.append(
        copies == 1
          ? "a ring encloses the same land as another one and counts once"
          : "\(Figures.grouped(copies)) rings enclose the same land as others and count once")
    }
    let areas = [(becameLand, "land"), (becameHole, "hole")].filter { $0.0 > 0 }
      .map { "\(Figures.area(squareMeters: $0.0)) became \($0.1)" }
    return sentences.joined(separator: ", and ") + ": "
      + (areas.isEmpty ? "the land is the same" : areas.joined(separator: ", "))
  }
}
