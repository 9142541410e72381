import MapFeatures

extension GeometryKind {
  /// What a region is made of and how large it is, in words: 2 polygons, 12.30 km² (or m² if it is small); 1 line, 40 vertices, 3.217 km; 1 point.
  func size(parts: Int, vertices: Int? = nil, area: Double, length: Double?) -> String {
    var words = [Figures.counted(parts, part)]
    if let vertices, self != .points { words.append("\(Figures.grouped(vertices)) vertices") }
    switch self {
    case .areas:
      // Rooms and blocks.
      words.append(
        area > 0 && area < 10_000
          ? "\(Figures.decimal(area, places: 1)) m²" : "\(Figures.decimal(area / 1_000_000, places: 2)) km²")
    case .lines: words.append("\(Figures.decimal((length ?? 0) / 1000, places: 3)) km")
    case .points: break
    }
    return words.joined(separator: ", ")
  }
}
