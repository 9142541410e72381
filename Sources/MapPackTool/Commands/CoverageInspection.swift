import MapPackFeatures
import MapPackMerge

/// What a coverage holds, as `inspect` shows it. The members are those of the JSON of `inspect --json`. Regions are in
/// the order of the coverage.
struct CoverageInspection: Encodable {
  var map: String?
  /// `nil` for areas, so that JSON has no such member.
  private var geometry: GeometryKind?
  var sources: [Source]
  /// In meters on the ground, per level; empty before the simplification.
  var tolerances: [Double]
  var regions: [Region]

  struct Region: Encodable {
    var code: String
    var name: String
    /// The number of polygons, lines or points.
    var polygons: Int
    /// The published area in m², before simplification.
    var area: Double
    /// The published length in m, before simplification; `nil` for an area.
    var length: Double?
  }

  init(_ coverage: Coverage) {
    map = coverage.map
    geometry = coverage.kind == .areas ? nil : coverage.kind
    sources = coverage.sources
    if case .mercator = coverage.plane { tolerances = coverage.levels.map(\.tolerance) } else { tolerances = [] }
    regions = coverage.regions.enumerated().map { index, region in
      Region(
        code: region.code, name: region.name,
        polygons: coverage.polygons(of: index).count, area: region.area,
        length: region.length)
    }
  }

  /// The lines for a reader, each by its columns.
  var lines: [[String]] {
    var lines = [
      [
        (map.map { "\($0): " } ?? "") + Figures.counted(regions.count, "region")
          + (tolerances.isEmpty ? ", not simplified" : ", \(Figures.counted(tolerances.count, "level"))")
      ]
    ]
    for (level, tolerance) in tolerances.enumerated() {
      lines.append(["level \(level): tolerance \(Figures.decimal(tolerance, places: 2)) m"])
    }
    for region in regions {
      lines.append([
        region.code, region.name,
        (geometry ?? .areas).size(parts: region.polygons, area: region.area, length: region.length),
      ])
    }
    return lines
  }
}
