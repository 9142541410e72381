import MapPackFeatures

/// Sizes as `inspect` writes them. `DifferenceFigures` writes those of `diff`, with decimal places of its own.
extension GeometryKind {
  /// The parts and the size of a region, in words: `2 polygons, 12.30 km²`, `1 line, 40 vertices, 3.217 km`, `1 point`.
  ///
  /// Areas below 10,000 m² are given in m², but 0 is `0.00 km²`.
  /// - Parameters:
  ///   - vertices: the number of vertices; `nil` to leave it out.
  ///   - area: in m².
  ///   - length: in m; `nil` for areas and points.
  func size(parts: Int, vertices: Int? = nil, area: Double, length: Double?) -> String {
    var words = [Figures.counted(parts, part)]
    if let vertices, self != .points { words.append("\(Figures.grouped(vertices)) vertices") }
    switch self {
    case .areas:
      // Rooms and blocks are so small.
      words.append(
        area > 0 && area < 10_000
          ? "\(Figures.decimal(area, places: 1)) m²" : "\(Figures.decimal(area / 1_000_000, places: 2)) km²")
    case .lines: words.append("\(Figures.decimal((length ?? 0) / 1000, places: 3)) km")
    case .points: break
    }
    return words.joined(separator: ", ")
  }
}
